#include "core/ir/random_hook.h"

#include <vector>

namespace tp {
namespace {

std::vector<void (*)()>& Resets() {
  static auto* resets = new std::vector<void (*)()>;
  return *resets;
}

}  // namespace

void ResetRandomStreams() {
  for (void (*reset)() : Resets()) reset();
}

RegisterRandomReset::RegisterRandomReset(void (*reset)()) { Resets().push_back(reset); }

}  // namespace tp
