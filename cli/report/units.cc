#include "cli/report/units.h"

#include <fmt/format.h>

#include <clocale>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace tp::cli {
namespace {

// Three significant digits, without an exponent for what is below 1000.
std::string Three(double x) {
  const double magnitude = std::abs(x);
  // What would round to another power of ten is shown with that one's digits.
  const int decimals = magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2;
  return fmt::format("{:.{}f}", x, decimals);
}

}  // namespace

// The locale's own word, without setlocale: LC_ALL, LC_CTYPE, LANG in this order.
bool Utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const char* value = std::getenv(name); value && *value)
      return std::strstr(value, "UTF-8") || std::strstr(value, "utf8");
  return false;
}

std::string FormatTime(double ns) {
  if (ns == 0) return "0";
  if (ns < 999.5) return Three(ns) + " ns";
  if (ns < 999.5e3) return Three(ns / 1e3) + (Utf8() ? " µs" : " us");
  if (ns < 999.5e6) return Three(ns / 1e6) + " ms";
  return Three(ns / 1e9) + " s";
}

std::string FormatBytes(int64_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  const char* units[] = {"KiB", "MiB", "GiB", "TiB"};
  double scaled = static_cast<double>(bytes) / 1024;
  int unit = 0;
  while (scaled >= 999.5 && unit < 3) {
    scaled /= 1024;
    ++unit;
  }
  return Three(scaled) + " " + units[unit];
}

std::string FormatRatio(double ratio) { return Three(ratio) + "x"; }

std::string FormatPercent(double fraction) { return fmt::format("{:.1f}%", fraction * 100); }

}  // namespace tp::cli
