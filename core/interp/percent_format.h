// The hook that the formatting code fills.
#ifndef TP_CORE_INTERP_PERCENT_FORMAT_H_
#define TP_CORE_INTERP_PERCENT_FORMAT_H_

#include "core/interp/value.h"

namespace tp {

// `format % args`; filled by the file that registers str's formatting (RegisterPercentFormat).
using PercentFormatFn = Value (*)(const Value& format, const Value& args);
extern PercentFormatFn percent_format_hook;
Value PercentFormat(const Value& format, const Value& args);

}  // namespace tp

#endif  // TP_CORE_INTERP_PERCENT_FORMAT_H_
