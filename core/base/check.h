// TP_CHECK: an invariant of ours. A failure is a bug of tracepack, never a user's mistake: it prints where
// and what to standard error and ends the process with exit code 70 (the command line's "internal error").
#pragma once

#include <fmt/format.h>

#include <string>

namespace tp {

// Prints "internal error: FILE:LINE: CONDITION: TEXT" and exits with 70. Does not return.
[[noreturn, gnu::cold]] void CheckFailed(const char* file, int line, const char* condition);
[[noreturn, gnu::cold]] void CheckFailedWith(const char* file, int line, const char* condition,
                                             fmt::string_view format, fmt::format_args args);

template <class... A>
[[noreturn]] void CheckFailed(const char* file, int line, const char* condition,
                              fmt::format_string<A...> format, A&&... args) {
  CheckFailedWith(file, line, condition, format, fmt::make_format_args(args...));
}

}  // namespace tp

// TP_CHECK(n < size) or TP_CHECK(n < size, "node {} of {}", n, size). Always on.
#define TP_CHECK(condition, ...)      \
  (__builtin_expect(!!(condition), 1) \
       ? (void)0                      \
       : ::tp::CheckFailed(__FILE__, __LINE__, #condition __VA_OPT__(, ) __VA_ARGS__))
