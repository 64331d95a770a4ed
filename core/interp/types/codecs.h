// Text encodings: utf-8, ascii, latin-1, utf-16, utf-32 with Python's error handlers.
#ifndef TP_CORE_INTERP_TYPES_CODECS_H_
#define TP_CORE_INTERP_TYPES_CODECS_H_

#include <string>
#include <string_view>

#include "core/interp/value.h"

namespace tp {

std::string EncodeText(std::string_view text, std::string_view encoding, std::string_view errors);
std::string DecodeBytes(std::string_view bytes, std::string_view encoding, std::string_view errors);

}  // namespace tp

#endif  // TP_CORE_INTERP_TYPES_CODECS_H_
