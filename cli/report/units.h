// Figures for people: three significant digits with a scaled unit. Machines get plain numbers.
#pragma once

#include <cstdint>
#include <string>

namespace tp::cli {

std::string FormatTime(double nanoseconds);  // "412 ns", "62.4 µs", "1.20 ms", "0"
std::string FormatBytes(int64_t bytes);      // "44 B", "398 KiB", "1.20 MiB"
std::string FormatRatio(double ratio);       // "1.14x", "114x"
std::string FormatPercent(double fraction);  // "47.4%"

// False in a locale that has no µ and no ±.
bool Utf8();

}  // namespace tp::cli
