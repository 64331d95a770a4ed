#include "kernels/random_state.h"

#include <map>
#include <mutex>
#include <tuple>

#include "core/base/default_seed.h"
#include "core/ir/random_hook.h"

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
