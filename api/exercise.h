// For tests and fuzzers: everything that can be done with the bytes of a bundle from somewhere, within limits.
#pragma once

#include <string_view>

#include "serialize/reader.h"

namespace tp {

// Opens the bytes as a bundle and calls each signature once, with inputs of ones (unknown dims are 2), within 64 MiB
// of tensors and a tenth of a second a call. Gives how opening went; what a call answers, an error too, is left at
// that. REQUIRES: data is 64-byte aligned.
Status Exercise(std::string_view bytes, const ReadOptions& options);

}  // namespace tp
