// The text of a source file as it is; how a path that is no text of a sensible size is told.
#pragma once

#include <string>

namespace tp {

// 0, or the errno of what failed; EFBIG above 64 MiB (a device without an end, say).
int ReadSourceFile(const std::string& path, std::string* text);

}  // namespace tp
