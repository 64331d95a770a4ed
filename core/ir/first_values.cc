#include "core/ir/first_values.h"

#include <atomic>
#include <mutex>

#include "core/base/hash_map.h"

namespace tp {
namespace {

std::atomic<bool> keep{false};
std::mutex mutex;

// By address: a variable in the place of one that has died gets a first value of its own.
HashMap<const VariableResource*, Tensor>& Values() {
  static auto* const values = new HashMap<const VariableResource*, Tensor>;
  return *values;
}

}  // namespace

void KeepFirstValues() { keep = true; }

void NoteFirstValue(const VariableResource& variable, const Tensor& value) {
  if (!keep.load(std::memory_order_relaxed) || variable.value.valid()) return;
  const std::lock_guard<std::mutex> lock(mutex);
  Values()[&variable] = value;
}

Tensor FirstValue(const VariableResource& variable) {
  const std::lock_guard<std::mutex> lock(mutex);
  const auto it = Values().find(&variable);
  return it == Values().end() ? Tensor() : it->second;
}

}  // namespace tp
