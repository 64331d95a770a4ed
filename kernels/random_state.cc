#include "kernels/random_state.h"

#include <map>
#include <mutex>
#include <tuple>

#include "core/base/default_seed.h"
#include "core/ir/random_hook.h"
#include "core/ir/runner.h"
#include "kernels/random_inputs.h"

namespace tp {

VariableResource* RngState(KernelContext& c, int64_t algorithm) {
  auto* variable = dynamic_cast<VariableResource*>(c.input(0).scalar<Ref<RefCounted>>().get());
  if (variable == nullptr || !variable->value.valid())
    return Fail(c, "The state of a random generator is no variable with a value"), nullptr;
  const Tensor& state = variable->value;
  if (state.dtype() != DType::kInt64)
    return Fail(c, "dtype of RNG state variable must be int64, not {}", DTypeName(state.dtype())), nullptr;
  if (state.rank() != 1)
    return Fail(c, "RNG state must have one and only one dimension, not {}", state.rank()), nullptr;
  if (algorithm == 2)
    return FailAs(c, Code::kUnimplemented, "Non-XLA devices don't support the ThreeFry algorithm."), nullptr;
  if (algorithm != 1 && algorithm != 3) return Fail(c, "Unsupported algorithm id: {}", algorithm), nullptr;
  if (state.num_elements() < 3)
    return Fail(c, "For the Philox algorithm, the size of state must be at least 3; got {}",
                state.num_elements()),
           nullptr;
  return variable;
}

}  // namespace tp

namespace tp::random_state {
namespace {

using Key = std::tuple<uint64_t, std::string, int64_t, int64_t>;
std::mutex mutex;
std::map<Key, Philox>& Streams() {
  static auto* streams = new std::map<Key, Philox>;
  return *streams;
}

const RegisterRandomReset kRegister(Reset);

}  // namespace

Philox Reserve(uint64_t node, const std::string& op, int64_t seed, int64_t seed2, uint64_t count) {
  const std::lock_guard<std::mutex> lock(mutex);
  // Without seeds, ops must not draw the same numbers: eager ones share a stream, nodes have one each.
  const bool seeded = seed != 0 || seed2 != 0;
  const auto [at, made] = Streams().try_emplace(Key(node, seeded ? op : "", seed, seed2));
  Philox& stream = at->second;
  if (made)
    stream = seeded ? Philox(static_cast<uint64_t>(seed), static_cast<uint64_t>(seed2))
                    : Philox(default_seed, node);
  const Philox now = stream;
  stream.Skip(count);
  return now;
}

void Reset() {
  const std::lock_guard<std::mutex> lock(mutex);
  Streams().clear();
}

}  // namespace tp::random_state
