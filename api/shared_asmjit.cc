// For libtracepack.so: Debian's libasmjit.a reaches for `stderr` as only a program's code may. The linker gives every
// reference this variable instead (--wrap), which lies in the library itself.
#include <cstdio>

extern "C" {
extern FILE* __real_stderr;
[[gnu::visibility("hidden")]] FILE* __wrap_stderr = nullptr;
}

namespace {
[[gnu::constructor(101)]] void BeforeAllOthers() { __wrap_stderr = __real_stderr; }
}  // namespace
