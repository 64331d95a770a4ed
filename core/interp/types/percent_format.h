// `format % values` for str and bytes: printf's conversions as Python has them.
#ifndef TP_CORE_INTERP_TYPES_PERCENT_FORMAT_H_
#define TP_CORE_INTERP_TYPES_PERCENT_FORMAT_H_

#include "core/interp/value.h"

namespace tp {

Value StrPercentFormat(const Value& format, const Value& values);
Value BytesPercentFormat(const Value& format, const Value& values);

}  // namespace tp

#endif  // TP_CORE_INTERP_TYPES_PERCENT_FORMAT_H_
