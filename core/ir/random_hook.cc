#include "core/ir/random_hook.h"

namespace tp {
namespace {
void (*random_reset)() = nullptr;
}  // namespace

void ResetRandomStreams() {
  if (random_reset != nullptr) random_reset();
}

RegisterRandomReset::RegisterRandomReset(void (*reset)()) { random_reset = reset; }

}  // namespace tp
