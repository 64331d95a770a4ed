// The text of a source file as it is; how a path that is no text of a sensible size is told.
#pragma once

#include <cstdint>
#include <string>

namespace tp {

// 0, or the errno of what failed; EFBIG above limits.source (a device without an end, say).
int ReadSourceFile(const std::string& path, std::string* text);

// How long parsing has taken so far, in nanoseconds.
extern int64_t parse_nanoseconds;

}  // namespace tp
