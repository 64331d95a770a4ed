// Gives the interpreter the text of a library module when it is imported.
#include <algorithm>

#include "core/interp/interp.h"
#include "core/interp/pylib/modules.h"
#include "core/interp/registry.h"

namespace tp {
namespace {

const char* ModuleText(std::string_view name, std::string* path) {
  const auto modules = EmbeddedModules();
  const auto it = std::lower_bound(modules.begin(), modules.end(), name,
                                   [](const EmbeddedModule& m, std::string_view n) { return m.name < n; });
  if (it == modules.end() || it->name != name) return nullptr;
  *path = "<frozen " + std::string(name) + ">";
  return UnpackedText(it->text).data();
}

// Filling builtins is the first thing an interpreter does.
void Provide(Interp& in, ModuleObject*) { in.AddTextProvider(ModuleText); }
TP_REGISTER_MODULE(builtins, Provide);

}  // namespace
}  // namespace tp
