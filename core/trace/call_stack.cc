#include "core/trace/call_stack.h"

#include <fmt/format.h>

#include <vector>

#include "core/base/hash_map.h"
#include "core/interp/interp.h"
#include "core/lang/blocks.h"
#include "core/trace/weak_method.h"

namespace tp {
namespace {

// A frame at one place of its code.
struct Site {
  StackId caller = kNoStack;
  const FunctionCode* code = nullptr;
  uint32_t begin = 0;
  bool converted = false;
  bool operator==(const Site&) const = default;
};
struct SiteHash {
  size_t operator()(const Site& p) const {
    const size_t code = reinterpret_cast<size_t>(p.code) >> 4;
    return (code * 31 + p.caller) * 0x9e3779b97f4a7c15u + p.begin * 2 + p.converted;
  }
};

SourceFrame FrameAt(const FunctionCode& code, uint32_t begin, std::string_view name, SourceFrame::Kind kind) {
  const Place place = code.source->file().At(begin);
  return {.file = SourceNameId(code.source->path),
          .line = place.line,
          .column = place.char_column + 1,
          .function = SourceNameId(name),
          .kind = kind};
}

StackId Intern(const Site& site) {
  static auto* const known = new HashMap<Site, StackId, SiteHash>;
  if (const auto it = known->find(site); it != known->end()) return it->second;
  StackId stack = site.caller;
  const FunctionCode& code = *site.code;
  const std::string_view name = site.converted ? ConvertedName(code) : code.name->view();
  if (site.converted)
    for (const Span block : ast::BlocksAround(*code.info, {site.begin, site.begin + 1}))
      stack = InternFrame(stack, FrameAt(code, block.begin, name, SourceFrame::Kind::kBlock));
  stack = InternFrame(stack, FrameAt(code, site.begin, name, SourceFrame::Kind::kCall));
  known->emplace(site, stack);
  return stack;
}

}  // namespace

std::string_view ConvertedName(const FunctionCode& code) {
  for (const ast::FunctionInfo* info = code.info; info; info = info->parent)
    if (info->kind == ast::FunctionKind::kFunction) return info->name->text;
  return "None";
}

StackId CurrentStack() {
  // The stack of the call before, from the outermost frame in, and the number at each depth.
  struct Known {
    Site site;
    StackId stack;
  };
  static std::vector<Known>* const known = new std::vector<Known>;
  static std::vector<const Frame*>* const frames = new std::vector<const Frame*>;
  frames->clear();
  for (const Frame* frame = TheInterp().frame; frame; frame = frame->back)
    if (!(frame->flags & kFrameHidden) && !IsLibrarys(*frame->code)) frames->push_back(frame);
  StackId stack = kNoStack;
  size_t depth = 0;
  for (size_t i = frames->size(); i-- > 0; ++depth) {
    const Frame* frame = (*frames)[i];
    const Site site{stack, frame->code, frame->span ? frame->span->begin : frame->code->info->span.begin,
                    (frame->flags & kFrameConverted) != 0};
    if (depth < known->size() && (*known)[depth].site == site) {
      stack = (*known)[depth].stack;
      continue;
    }
    known->resize(depth);
    stack = Intern(site);
    known->push_back({site, stack});
  }
  return stack;
}

StackId StackAtDefinition(const Value& function) {
  StackId stack = CurrentStack();
  Value f = function;
  while (IsWeakMethod(f) || IsInstance(f, &MethodType))
    f = IsWeakMethod(f) ? f.as<WeakMethodObject>()->func : f.as<MethodObject>()->func;
  if (!IsInstance(f, &PyFunctionType)) return stack;
  const FunctionCode& code = *f.as<FunctionObject>()->code;
  if (IsLibrarys(code)) return stack;
  return InternFrame(stack,
                     FrameAt(code, code.info->span.begin, code.name->view(), SourceFrame::Kind::kDefinition));
}

std::string StackText(StackId stack, std::string_view end, std::string_view indent) {
  std::string text;
  for (const SourceFrame& f : FramesOf(stack))
    if (f.kind != SourceFrame::Kind::kDefinition)
      text += fmt::format("{}File \"{}\", line {}, in {}{}", indent, SourceName(f.file), f.line,
                          SourceName(f.function), end);
  return text;
}

}  // namespace tp
