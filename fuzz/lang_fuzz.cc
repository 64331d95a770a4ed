// Any bytes into the parser, the resolver and the renderer: an error or a tree, never a crash.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/diag/render.h"
#include "core/lang/dump.h"
#include "core/lang/parse.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const tp::ast::ParseResult result = tp::ast::ParseAndResolve("fuzz.py", text);
  tp::Render(result.errors);
  if (result.errors.empty()) tp::ast::Dump(*result.module);
  return 0;
}
