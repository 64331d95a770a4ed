// Printability by libunistring's general categories.
#include "core/interp/unicode.h"

#include <unictype.h>

#include "core/interp/errors.h"

namespace tp {

bool IsPrintable(uint32_t c) {
  if (c == ' ') return true;
  if (c < 0x20 || c == 0x7f) return false;
  if (c < 0x7f) return true;
  if (c >= 0xd800 && c <= 0xdfff) return false;
  return !uc_is_general_category_withtable(c, UC_CATEGORY_MASK_C | UC_CATEGORY_MASK_Z);
}

PercentFormatFn percent_format_hook = nullptr;

Value PercentFormat(const Value& format, const Value& args) {
  if (!percent_format_hook) RaiseNotSupported("% formatting");
  return percent_format_hook(format, args);
}

}  // namespace tp
