// The library modules that are written in the spec language, as text.
#ifndef TP_CORE_INTERP_PYLIB_MODULES_H_
#define TP_CORE_INTERP_PYLIB_MODULES_H_

#include <span>
#include <string_view>

#include "core/base/packed_text.h"

namespace tp {

struct EmbeddedModule {
  std::string_view name;
  PackedText text;
};
std::span<const EmbeddedModule> EmbeddedModules();  // sorted by name

}  // namespace tp

#endif  // TP_CORE_INTERP_PYLIB_MODULES_H_
