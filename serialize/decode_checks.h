// Small checks that the decoder's files share.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/status.h"

namespace tp {

inline constexpr size_t kMaxName = 1 << 20;

// A bundle's fault: kDataLoss.
template <class... A>
Status Bad(fmt::format_string<A...> format, A&&... args) {
  return FormatStatus(Code::kDataLoss, format, fmt::make_format_args(args...));
}

// Valid UTF-8 without control characters (a name is printed and compared, never a path); a text may have line
// ends.
bool IsCleanText(std::string_view text, bool allow_newlines);

// True where [begin, begin + count) lies within `size`.
inline bool InRange(uint64_t begin, uint64_t count, uint64_t size) {
  return begin <= size && count <= size - begin;
}

}  // namespace tp
