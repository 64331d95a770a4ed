#include "kernels/fail.h"

fmt::appender fmt::formatter<tp::Shape>::format(const tp::Shape& shape, fmt::format_context& context) const {
  return fmt::format_to(context.out(), "{}", shape.ToBracketString());
}

namespace tp {

void FailWith(KernelContext& c, Code code, fmt::string_view format, fmt::format_args args) {
  c.Error(FormatStatus(code, format, args));
}

}  // namespace tp
