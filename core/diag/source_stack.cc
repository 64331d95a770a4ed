#include "core/diag/source_stack.h"

#include <algorithm>
#include <deque>
#include <mutex>

#include "core/base/hash_map.h"

namespace tp {
namespace {

struct Entry {
  StackId caller = kNoStack;
  SourceFrame frame;
  bool operator==(const Entry&) const = default;
};
struct EntryHash {
  size_t operator()(const Entry& e) const {
    size_t hash = e.caller;
    for (uint32_t word :
         {e.frame.file, e.frame.line, e.frame.column, e.frame.function, static_cast<uint32_t>(e.frame.kind)})
      hash = (hash ^ word) * 0x9e3779b97f4a7c15u + (hash >> 29);
    return hash;
  }
};

struct Table {
  std::mutex mutex;
  std::deque<std::string> names{""};
  HashMap<std::string_view, uint32_t> name_ids{{"", 0}};
  std::vector<Entry> entries{Entry()};
  HashMap<Entry, StackId, EntryHash> ids;
};

Table& TheTable() {
  static Table* const table = new Table;  // lives to the end: errors may be worded while others are destroyed
  return *table;
}

StackId (*stack_source)() = nullptr;

}  // namespace

StackId StackHere() { return stack_source ? stack_source() : kNoStack; }
void SetStackSource(StackId (*source)()) { stack_source = source; }

uint32_t SourceNameId(std::string_view name) {
  Table& t = TheTable();
  const std::lock_guard lock(t.mutex);
  if (const auto it = t.name_ids.find(name); it != t.name_ids.end()) return it->second;
  t.names.emplace_back(name);
  const auto id = static_cast<uint32_t>(t.names.size() - 1);
  t.name_ids.emplace(t.names.back(), id);
  return id;
}

std::string SourceName(uint32_t id) {
  Table& t = TheTable();
  const std::lock_guard lock(t.mutex);
  return t.names[id];
}

StackId InternFrame(StackId caller, const SourceFrame& frame) {
  Table& t = TheTable();
  const std::lock_guard lock(t.mutex);
  const auto [it, is_new] = t.ids.emplace(Entry{caller, frame}, static_cast<StackId>(t.entries.size()));
  if (is_new) t.entries.push_back(it->first);
  return it->second;
}

SourceFrame FrameOf(StackId stack) {
  Table& t = TheTable();
  const std::lock_guard lock(t.mutex);
  return t.entries[stack].frame;
}

StackId CallerOf(StackId stack) {
  Table& t = TheTable();
  const std::lock_guard lock(t.mutex);
  return t.entries[stack].caller;
}

std::vector<SourceFrame> FramesOf(StackId stack) {
  std::vector<SourceFrame> frames;
  Table& t = TheTable();
  {
    const std::lock_guard lock(t.mutex);
    for (; stack != kNoStack; stack = t.entries[stack].caller) frames.push_back(t.entries[stack].frame);
  }
  std::reverse(frames.begin(), frames.end());
  return frames;
}

std::string_view BaseName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string PositionText(StackId stack) {
  if (stack == kNoStack) return "-";
  const SourceFrame frame = FrameOf(stack);
  return std::string(BaseName(SourceName(frame.file))) + ":" + std::to_string(frame.line);
}

}  // namespace tp
