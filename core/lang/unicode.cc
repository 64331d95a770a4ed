// Which code points names are made of and which are printable, and the form in which names are compared:
// Unicode 14 (Python 3.11's), which is that of libunistring 1.0.
#include <unictype.h>
#include <uninorm.h>

#include <cstdlib>

#include "core/lang/scan.h"

namespace tp::ast {

bool IsNameStart(uint32_t c) {
  return c < 128 ? c == '_' || (c | 32) - 'a' < 26 : uc_is_property_xid_start(c);
}

bool IsNameContinue(uint32_t c) {
  return c < 128 ? c == '_' || (c | 32) - 'a' < 26 || c - '0' < 10 : uc_is_property_xid_continue(c);
}

bool IsPrintable(uint32_t c) {
  if (c < 128) return c >= 32 && c < 127;
  if (c >= 0xd800 && c <= 0xdfff) return false;
  return !uc_is_general_category_withtable(c, UC_CATEGORY_MASK_C | UC_CATEGORY_MASK_Z);
}

std::string NormalizeName(std::string_view text) {
  size_t length = 0;
  uint8_t* const normal = u8_normalize(UNINORM_NFKC, reinterpret_cast<const uint8_t*>(text.data()),
                                       text.size(), nullptr, &length);
  if (normal == nullptr) return std::string(text);  // no memory, or no UTF-8
  std::string result(reinterpret_cast<const char*>(normal), length);
  std::free(normal);
  return result;
}

}  // namespace tp::ast
