// What NumPy warns of: divisions by zero, results that are too large, and ones that there are not.
#include <cmath>

#include "core/interp/interp.h"
#include "core/np/array.h"
#include "core/trace/element.h"

namespace tp {
namespace {

template <class T>
bool AllFinite(const Tensor& t) {
  const T* data = t.data<T>();
  T sum = 0;
  for (int64_t i = 0, n = t.num_elements(); i < n; ++i) sum += data[i] * 0;  // NaN for what is not finite
  return sum == 0;
}

// Real and imaginary parts of an element, or the number and 0.
std::complex<double> At(const Tensor& t, int64_t i) {
  return IsComplex(t.dtype()) ? ElementAsComplex(t, i) : ElementAsDouble(t, i);
}
bool IsNan(std::complex<double> z) { return std::isnan(z.real()) || std::isnan(z.imag()); }
bool IsFinite(std::complex<double> z) { return std::isfinite(z.real()) && std::isfinite(z.imag()); }

}  // namespace

// np.errstate's answer to what happened: "divide", "over" or "invalid" in the function of that name.
void ReportFloatError(const char* kind, const std::string& name) {
  Call(GetAttr(TheInterp().Import("numpy._errors"), "report"), MakeStr(kind), MakeStr(name));
}

// Reports what went wrong with floats in an op, by what went in and what came out.
void WarnOfFloats(const std::string& name, std::initializer_list<Tensor> inputs, const Tensor& output) {
  const DType dtype = output.dtype();
  if (!IsFloating(dtype) && !IsComplex(dtype)) return;
  if (dtype == DType::kFloat64 && AllFinite<double>(output)) return;
  if (dtype == DType::kFloat32 && AllFinite<float>(output)) return;
  std::vector<Tensor> wide;
  bool elementwise = true;
  for (const Tensor& input : inputs) {
    const auto shape = BroadcastShapes(input.shape(), output.shape());
    elementwise = elementwise && shape && *shape == output.shape();
  }
  bool any_nan = false, all_finite = true;
  for (const Tensor& input : inputs) {
    wide.push_back(elementwise ? RunEager("BroadcastTo", {input, Tensor::Of<int64_t>({output.rank()},
                                                                                     output.shape().dims())})
                               : input);
    if (!elementwise)
      for (int64_t i = 0; i < input.num_elements(); ++i) {
        any_nan = any_nan || IsNan(At(input, i));
        all_finite = all_finite && IsFinite(At(input, i));
      }
  }
  const bool pole = name.ends_with("divide") || name.starts_with("log") || name == "reciprocal" ||
                    name.ends_with("power") || name == "arctanh";
  bool divide = false, over = false, invalid = false;
  for (int64_t i = 0; i < output.num_elements(); ++i) {
    const std::complex<double> y = At(output, i);
    if (IsFinite(y)) continue;
    if (elementwise) {
      any_nan = false, all_finite = true;
      for (const Tensor& t : wide) {
        any_nan = any_nan || IsNan(At(t, i));
        all_finite = all_finite && IsFinite(At(t, i));
      }
    }
    if (IsNan(y)) {
      invalid = invalid || !any_nan;
    } else if (all_finite) {
      // Where nothing grows to infinity by itself, a zero (or the place of a logarithm's pole) did it.
      const bool by_zero = pole && elementwise &&
                           (name.ends_with("divide")  ? At(wide[1], i) == 0.0
                            : name.ends_with("power") ? At(wide[0], i) == 0.0
                                                      : true);
      (by_zero ? divide : over) = true;
    }
  }
  if (divide) ReportFloatError("divide", name);
  if (over) ReportFloatError("over", name);
  if (invalid) ReportFloatError("invalid", name);
}

}  // namespace tp
