#include "core/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace tp {

void CheckFailed(const char* file, int line, const char* condition, const std::string& text) {
  std::fflush(stdout);
  std::fprintf(stderr, "internal error: %s:%d: %s%s%s\n", file, line, condition, text.empty() ? "" : ": ",
               text.c_str());
  std::fflush(stderr);
  std::_Exit(70);
}

}  // namespace tp
