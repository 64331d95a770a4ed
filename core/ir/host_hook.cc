#include "core/ir/host_hook.h"

namespace tp {
namespace {
void (*note_gradient)(std::string_view token) = nullptr;
}  // namespace

void NoteHostGradient(std::string_view token) {
  if (note_gradient != nullptr) note_gradient(token);
}

RegisterHostGradient::RegisterHostGradient(void (*note)(std::string_view token)) { note_gradient = note; }

}  // namespace tp
