#include "kernels/random_state.h"

#include <map>
#include <mutex>
#include <tuple>

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
  const auto [at, made] = Streams().try_emplace(Key(node, op, seed, seed2));
  Philox& stream = at->second;
  if (made) stream = Philox(static_cast<uint64_t>(seed), static_cast<uint64_t>(seed2));
  const Philox now = stream;
  stream.Skip(count);
  return now;
}

void Reset() {
  const std::lock_guard<std::mutex> lock(mutex);
  auto& streams = Streams();
  streams.erase(streams.lower_bound(Key(0, "", INT64_MIN, INT64_MIN)),
                streams.lower_bound(Key(1, "", INT64_MIN, INT64_MIN)));
}

}  // namespace tp::random_state
