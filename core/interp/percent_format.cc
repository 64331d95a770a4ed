#include "core/interp/percent_format.h"

#include "core/interp/errors.h"

namespace tp {

PercentFormatFn percent_format_hook = nullptr;

Value PercentFormat(const Value& format, const Value& args) {
  if (!percent_format_hook) RaiseNotSupported("% formatting");
  return percent_format_hook(format, args);
}

}  // namespace tp
