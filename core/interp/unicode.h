// The few Unicode properties that the interpreter itself needs, and the hooks that the formatting code fills.
#ifndef TP_CORE_INTERP_UNICODE_H_
#define TP_CORE_INTERP_UNICODE_H_

#include <cstdint>

#include "core/interp/value.h"

namespace tp {

// Does Python's repr show this character as it is? (str.isprintable)
bool IsPrintable(uint32_t code_point);

// `format % args`; filled by the file that registers str's formatting (RegisterPercentFormat).
using PercentFormatFn = Value (*)(const Value& format, const Value& args);
extern PercentFormatFn percent_format_hook;
Value PercentFormat(const Value& format, const Value& args);

}  // namespace tp

#endif  // TP_CORE_INTERP_UNICODE_H_
