// How kernels say what is wrong: Fail(c, "Need k >= 0, got {}", k). Hundreds of places do, so a call is all that
// stands there: no Status is made, and shapes are passed as they are ("[2,3]").
#pragma once

#include <fmt/format.h>

#include "core/ir/kernel.h"
#include "core/tensor/shape.h"

template <>
struct fmt::formatter<tp::Shape> {
  constexpr auto parse(fmt::format_parse_context& context) { return context.begin(); }
  fmt::appender format(const tp::Shape& shape, fmt::format_context& context) const;
};

namespace tp {

[[gnu::cold]] void FailWith(KernelContext& c, Code code, fmt::string_view format, fmt::format_args args);

template <class... A>
void Fail(KernelContext& c, fmt::format_string<A...> format, A&&... args) {
  FailWith(c, Code::kInvalidArgument, format, fmt::make_format_args(args...));
}
template <class... A>
void FailAs(KernelContext& c, Code code, fmt::format_string<A...> format, A&&... args) {
  FailWith(c, code, format, fmt::make_format_args(args...));
}

}  // namespace tp
