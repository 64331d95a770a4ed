#include "cli/expect.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "core/base/stable_sort.h"
#include "core/signature/trace_type.h"

namespace tp::cli {
namespace {

std::string IndexText(const Shape& shape, int64_t i) {
  std::string text;
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    text = std::to_string(i % shape[axis]) + (text.empty() ? "" : ",") + text;
    i /= shape[axis];
  }
  return "[" + text + "]";
}

std::string ElementText(const Tensor& t, int64_t i) {
  if (t.dtype() == DType::kString) return LiteralRepr(LiteralBytes{t.data<std::string>()[i]});
  if (IsComplex(t.dtype())) {
    const std::complex<double> z = t.dtype() == DType::kComplex64
                                       ? std::complex<double>(t.data<std::complex<float>>()[i])
                                       : t.data<std::complex<double>>()[i];
    return fmt::format("{}{:+}j", z.real(), z.imag());
  }
  if (t.dtype() == DType::kFloat32) return fmt::format("{}", t.data<float>()[i]);
  if (IsFloating(t.dtype())) return fmt::format("{}", ElementAsDouble(t, i));
  if (t.dtype() == DType::kBool) return t.data<bool>()[i] ? "True" : "False";
  if (t.dtype() == DType::kUint64) return fmt::format("{}", t.data<uint64_t>()[i]);
  return fmt::format("{}", ElementAsInt(t, i));
}

// How far two elements are apart and how large the expected one is.
std::pair<double, double> Distance(const Tensor& got, const Tensor& expected, int64_t i) {
  if (IsComplex(got.dtype())) {
    auto at = [&](const Tensor& t) {
      return t.dtype() == DType::kComplex64 ? std::complex<double>(t.data<std::complex<float>>()[i])
                                            : t.data<std::complex<double>>()[i];
    };
    return {std::abs(at(got) - at(expected)), std::abs(at(expected))};
  }
  if (IsInteger(got.dtype())) {
    // Large integers differ by what a double cannot hold: compare exactly first.
    const int64_t a = ElementAsInt(got, i), b = ElementAsInt(expected, i);
    return {a == b ? 0 : std::max(1.0, std::abs(static_cast<double>(a) - static_cast<double>(b))),
            std::abs(static_cast<double>(b))};
  }
  const double a = ElementAsDouble(got, i), b = ElementAsDouble(expected, i);
  if (std::isnan(a) && std::isnan(b)) return {0, 0};
  if (a == b) return {0, std::abs(b)};
  if (std::isnan(a) || std::isnan(b)) return {INFINITY, 0};
  return {std::abs(a - b), std::isinf(b) ? 0 : std::abs(b)};
}

}  // namespace

Comparison Compare(const NamedTensors& got, const NamedTensors& expected, double rtol, double atol) {
  Comparison result;
  std::vector<std::pair<double, Difference>> found;
  for (const auto& [name, tensor] : got) {
    const Tensor* wanted = nullptr;
    for (const auto& [other, t] : expected)
      if (other == name || (got.size() == 1 && expected.size() == 1)) wanted = &t;
    if (!wanted) {
      result.shape_error = fmt::format("the file has no array `{}`", name);
      return result;
    }
    if (wanted->dtype() != tensor.dtype() || wanted->shape() != tensor.shape()) {
      result.shape_error = fmt::format("{}got {}{}, expected {}{}", name.empty() ? "" : name + ": ",
                                       DTypeShortName(tensor.dtype()), tensor.shape().ToBracketString(),
                                       DTypeShortName(wanted->dtype()), wanted->shape().ToBracketString());
      return result;
    }
    result.elements += tensor.num_elements();
    for (int64_t i = 0; i < tensor.num_elements(); ++i) {
      double difference, allowed = 0;
      if (tensor.dtype() == DType::kString) {
        difference = tensor.data<std::string>()[i] == wanted->data<std::string>()[i] ? 0 : INFINITY;
      } else {
        const auto [d, magnitude] = Distance(tensor, *wanted, i);
        difference = d;
        allowed = tensor.dtype() == DType::kBool ? 0 : atol + rtol * magnitude;
      }
      if (difference <= allowed) continue;
      ++result.mismatches;
      const double severity = allowed > 0 ? difference / allowed : INFINITY;
      if (found.size() < 10 || severity > found.back().first) {
        found.emplace_back(severity, Difference{name, IndexText(tensor.shape(), i), ElementText(tensor, i),
                                                ElementText(*wanted, i), difference, allowed});
        StableSort(&found, [](const auto& a, const auto& b) { return a.first > b.first; });
        if (found.size() > 10) found.pop_back();
      }
    }
  }
  for (auto& [severity, difference] : found) result.worst.push_back(std::move(difference));
  return result;
}

}  // namespace tp::cli
