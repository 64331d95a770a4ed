#include "core/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace tp {

void CheckFailed(const char* file, int line, const char* condition) {
  CheckFailedWith(file, line, condition, "", {});
}

void CheckFailedWith(const char* file, int line, const char* condition, fmt::string_view format,
                     fmt::format_args args) {
  const std::string text = fmt::vformat(format, args);
  std::fflush(stdout);
  std::fprintf(stderr, "internal error: %s:%d: %s%s%s\n", file, line, condition, text.empty() ? "" : ": ",
               text.c_str());
  std::fflush(stderr);
  std::_Exit(70);
}

}  // namespace tp
