#include "kernels/random_state.h"

#include <atomic>
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

using Key = std::tuple<uint64_t, uint64_t, std::string, int64_t, int64_t>;  // pass, node, op and seeds
std::mutex mutex;
std::atomic<uint64_t> passes = 0;
thread_local uint64_t current_pass = 0;
std::map<Key, Philox>& Streams() {
  static auto* streams = new std::map<Key, Philox>;
  return *streams;
}

const RegisterRandomReset kRegister(Reset);

}  // namespace

DuringPass::DuringPass(uint64_t pass) : before_(current_pass) { current_pass = pass; }
DuringPass::~DuringPass() { current_pass = before_; }

uint64_t NewPass() { return ++passes; }

void EndPass(uint64_t pass) {
  const std::lock_guard<std::mutex> lock(mutex);
  auto& streams = Streams();
  streams.erase(streams.lower_bound(Key(pass, 0, "", INT64_MIN, INT64_MIN)),
                streams.lower_bound(Key(pass + 1, 0, "", INT64_MIN, INT64_MIN)));
}

Philox Reserve(uint64_t node, const std::string& op, int64_t seed, int64_t seed2, uint64_t count) {
  const std::lock_guard<std::mutex> lock(mutex);
  // Without seeds, ops must not draw the same numbers: eager ones share a stream, nodes have one each.
  const bool seeded = seed != 0 || seed2 != 0;
  const auto [at, made] = Streams().try_emplace(Key(current_pass, node, seeded ? op : "", seed, seed2));
  Philox& stream = at->second;
  if (made)
    stream = seeded ? Philox(static_cast<uint64_t>(seed), static_cast<uint64_t>(seed2))
                    : Philox(default_seed + current_pass, node);
  const Philox now = stream;
  stream.Skip(count);
  return now;
}

void Reset() {
  const std::lock_guard<std::mutex> lock(mutex);
  Streams().clear();
}

}  // namespace tp::random_state
