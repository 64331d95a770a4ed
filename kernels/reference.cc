#include "kernels/reference.h"

#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>

#include "core/base/check.h"

namespace tp::reference {
namespace {

template <class T>
inline constexpr bool kHalf = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;
template <class T>
inline constexpr bool kCplx =
    std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;

// One element in the widest type of its kind. A kind is fixed by the dtype.
struct Number {
  DType dtype = DType::kInvalid;
  long double real = 0;  // floats
  int64_t integer = 0;   // integers (uint64 by its bits) and bool
  std::complex<double> complex;
};

// Subnormals count as zero, as kernels flush them.
long double Flushed(DType dtype, long double x) {
  const long double least = dtype == DType::kFloat64 ? 2.2250738585072014e-308L : 1.17549435e-38L;
  return std::fabs(x) < least ? std::copysign(0.0L, x) : x;
}

Number Load(const Tensor& t, int64_t i) {
  Number n;
  n.dtype = t.dtype();
  DispatchNumeric(t.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (kHalf<T>)
      n.real = static_cast<float>(t.data<T>()[i]);
    else if constexpr (kCplx<T>)
      n.complex = std::complex<double>(t.data<T>()[i]);
    else if constexpr (std::is_floating_point_v<T>)
      n.real = Flushed(n.dtype, t.data<T>()[i]);
    else
      n.integer = static_cast<int64_t>(t.data<T>()[i]);
  });
  return n;
}

// Rounds (floats) or wraps (integers) a number to its dtype.
Number Rounded(Number n) {
  DispatchNumeric(n.dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (kHalf<T>)
      n.real = static_cast<float>(T(static_cast<float>(n.real)));
    else if constexpr (std::is_floating_point_v<T>)
      n.real = Flushed(n.dtype, static_cast<T>(n.real));
    else if constexpr (std::is_integral_v<T>)
      n.integer = static_cast<int64_t>(static_cast<T>(n.integer));
    else
      n.complex = std::complex<double>(T(n.complex));
  });
  return n;
}

void Store(const Number& n, Tensor* t, int64_t i) {
  DispatchNumeric(n.dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (kHalf<T>)
      t->data<T>()[i] = T(static_cast<float>(n.real));
    else if constexpr (kCplx<T>)
      t->data<T>()[i] = T(n.complex);
    else if constexpr (std::is_floating_point_v<T>)
      t->data<T>()[i] = static_cast<T>(n.real);
    else
      t->data<T>()[i] = static_cast<T>(n.integer);
  });
}

bool Order(Prim prim, auto x, auto y) {
  switch (prim) {
    case Prim::kEq:
      return x == y;
    case Prim::kNe:
      return x != y;
    case Prim::kLt:
      return x < y;
    case Prim::kLe:
      return x <= y;
    case Prim::kGt:
      return x > y;
    default:
      return x >= y;
  }
}

// By the series psi(x) = -gamma - 1/x + sum over k of x / (k (k + x)), its tail as an integral.
long double Digamma(long double x) {
  if (x <= 0 && x == std::floor(x)) return x == 0 ? std::copysign(INFINITY, -x) : NAN;
  if (!std::isfinite(x)) return x > 0 ? x : NAN;
  if (std::fabs(x) > 60) return std::log(std::fabs(x)) - 1 / (2 * x);
  long double sum = -0.57721566490153286060651209L - 1 / x;
  const int n = 20000;
  for (int k = 1; k <= n; ++k) sum += x / (k * (k + x));
  return sum + std::log1p(x / (n + 0.5L));
}

long double Real(Prim prim, long double x, long double y, long double z) {
  using L = long double;
  switch (prim) {
    case Prim::kAdd:
      return x + y;
    case Prim::kSub:
      return x - y;
    case Prim::kMul:
      return x * y;
    case Prim::kDiv:
      return x / y;
    case Prim::kFloorDiv:
      return std::floor(x / y);
    case Prim::kFloorMod: {
      const L r = std::fmod(x, y);
      return r != 0 && (r < 0) != (y < 0) ? r + y : r;
    }
    case Prim::kTruncMod:
      return std::fmod(x, y);
    case Prim::kDivNoNan:
      return y == 0 ? 0 : x / y;
    case Prim::kMulNoNan:
      return y == 0 ? 0 : x * y;
    case Prim::kMax:
      return std::isnan(x) || std::isnan(y) ? NAN : std::max(x, y);
    case Prim::kMin:
      return std::isnan(x) || std::isnan(y) ? NAN : std::min(x, y);
    case Prim::kPow:
      return std::pow(x, y);
    case Prim::kAtan2:
      return std::atan2(x, y);
    case Prim::kSquaredDifference:
      return (x - y) * (x - y);
    case Prim::kFma:
      return x * y + z;
    case Prim::kNeg:
      return -x;
    case Prim::kAbs:
      return std::fabs(x);
    case Prim::kSign:
      return std::isnan(x) ? x : (x > 0) - (x < 0);
    case Prim::kSquare:
      return x * x;
    case Prim::kSqrt:
      return std::sqrt(x);
    case Prim::kRsqrt:
      return 1 / std::sqrt(x);
    case Prim::kReciprocal:
      return 1 / x;
    case Prim::kFloor:
      return std::floor(x);
    case Prim::kCeil:
      return std::ceil(x);
    case Prim::kRound:
      return std::rint(x);
    case Prim::kTrunc:
      return std::trunc(x);
    case Prim::kExp:
      return std::exp(x);
    case Prim::kExpm1:
      return std::expm1(x);
    case Prim::kLog:
      return std::log(x);
    case Prim::kLog1p:
      return std::log1p(x);
    case Prim::kSin:
      return std::sin(x);
    case Prim::kCos:
      return std::cos(x);
    case Prim::kTan:
      return std::tan(x);
    case Prim::kAsin:
      return std::asin(x);
    case Prim::kAcos:
      return std::acos(x);
    case Prim::kAtan:
      return std::atan(x);
    case Prim::kSinh:
      return std::sinh(x);
    case Prim::kCosh:
      return std::cosh(x);
    case Prim::kTanh:
      return std::tanh(x);
    case Prim::kAsinh:
      return std::asinh(x);
    case Prim::kAcosh:
      return std::acosh(x);
    case Prim::kAtanh:
      return std::atanh(x);
    case Prim::kErf:
      return std::erf(x);
    case Prim::kErfc:
      return std::erfc(x);
    case Prim::kLgamma:
      return std::lgamma(x);
    case Prim::kDigamma:
      return Digamma(x);
    case Prim::kErfinv: {
      if (!(std::fabs(x) <= 1)) return NAN;
      if (std::fabs(x) == 1) return x * INFINITY;
      L low = -10, high = 10;  // bisection
      for (int i = 0; i < 200; ++i) {
        const L mid = (low + high) / 2;
        (std::erf(mid) < x ? low : high) = mid;
      }
      return low;
    }
    case Prim::kSigmoid:
      return 1 / (1 + std::exp(-x));
    case Prim::kSoftplus:
      return x > 60 ? x : std::log1p(std::exp(x));
    case Prim::kRelu:
      return std::isnan(x) ? x : x > 0 ? x : 0;
    case Prim::kRelu6:
      return std::isnan(x) ? x : x <= 0 ? 0 : std::min(x, L(6));
    case Prim::kElu:
      return x < 0 ? std::expm1(x) : x;
    case Prim::kSelu:
      return x < 0 ? 1.7580993408473768599402L * std::expm1(x) : 1.0507009873554804934193L * x;
    default:
      break;
  }
  TP_CHECK(false, "no reference of {}", GetPrim(prim).name);
  return 0;
}

int64_t Integer(Prim prim, int64_t x, int64_t y, bool is_unsigned, int bits) {
  const auto wrap = [](uint64_t v) { return static_cast<int64_t>(v); };
  const uint64_t ux = static_cast<uint64_t>(x), uy = static_cast<uint64_t>(y);
  const bool wide_unsigned = is_unsigned && bits == 64;
  const int64_t shift = std::min<int64_t>(wide_unsigned && uy > 63 ? 63 : std::max<int64_t>(y, 0), bits - 1);
  const auto quotient = [&] { return wide_unsigned ? wrap(ux / uy) : y == -1 ? wrap(0 - ux) : x / y; };
  const auto rest = [&] { return wide_unsigned ? wrap(ux % uy) : y == -1 ? 0 : x % y; };
  const bool less = wide_unsigned ? ux < uy : x < y;
  switch (prim) {
    case Prim::kAdd:
      return wrap(ux + uy);
    case Prim::kSub:
      return wrap(ux - uy);
    case Prim::kMul:
      return wrap(ux * uy);
    case Prim::kDiv:
      return quotient();
    case Prim::kTruncMod:
      return rest();
    case Prim::kFloorDiv:
      return quotient() - (!is_unsigned && rest() != 0 && (x < 0) != (y < 0));
    case Prim::kFloorMod:
      return rest() + (!is_unsigned && rest() != 0 && (x < 0) != (y < 0) ? y : 0);
    case Prim::kMax:
      return less ? y : x;
    case Prim::kMin:
      return less ? x : y;
    case Prim::kPow: {
      uint64_t result = 1;  // bit by bit, the highest first
      for (int bit = 63; bit >= 0; --bit) {
        result *= result;
        if (uy >> bit & 1) result *= ux;
      }
      return wrap(result);
    }
    case Prim::kSquaredDifference:
      return wrap((ux - uy) * (ux - uy));
    case Prim::kNeg:
      return wrap(0 - ux);
    case Prim::kAbs:
      return x < 0 ? wrap(0 - ux) : x;
    case Prim::kSign:
      return wide_unsigned ? x != 0 : (x > 0) - (x < 0);
    case Prim::kSquare:
      return wrap(ux * ux);
    case Prim::kReciprocal:
      return x == 1 ? 1 : !is_unsigned && x == -1 ? -1 : 0;
    case Prim::kRound:
      return x;
    case Prim::kRelu:
      return wide_unsigned || x > 0 ? x : 0;
    case Prim::kRelu6:
      return wide_unsigned ? wrap(std::min<uint64_t>(ux, 6)) : std::clamp<int64_t>(x, 0, 6);
    case Prim::kBitAnd:
      return x & y;
    case Prim::kBitOr:
      return x | y;
    case Prim::kBitXor:
      return x ^ y;
    case Prim::kInvert:
      return ~x;
    case Prim::kShiftLeft:
      return wrap(ux << shift);
    case Prim::kShiftRight:
      return wide_unsigned ? wrap(ux >> shift) : x >> shift;
    default:
      break;
  }
  TP_CHECK(false, "no reference of {}", GetPrim(prim).name);
  return 0;
}

std::complex<double> Complex(Prim prim, std::complex<double> x, std::complex<double> y) {
  const std::complex<double> one(1, 0), zero;
  switch (prim) {
    case Prim::kAdd:
      return x + y;
    case Prim::kSub:
      return x - y;
    case Prim::kMul:
      return x * y;
    case Prim::kDiv:
      return x / y;
    case Prim::kDivNoNan:
      return y == zero ? zero : x / y;
    case Prim::kMulNoNan:
      return y == zero ? zero : x * y;
    case Prim::kPow:
      return std::pow(x, y);
    case Prim::kSquaredDifference:
      return (x - y) * std::conj(x - y);
    case Prim::kNeg:
      return -x;
    case Prim::kSign:
      return x == zero ? zero : x / std::abs(x);
    case Prim::kSquare:
      return x * x;
    case Prim::kSqrt:
      return std::sqrt(x);
    case Prim::kRsqrt:
      return one / std::sqrt(x);
    case Prim::kReciprocal:
      return one / x;
    case Prim::kConj:
      return std::conj(x);
    case Prim::kExp:
      return std::exp(x);
    case Prim::kExpm1:
      return std::exp(x) - one;
    case Prim::kLog:
      return std::log(x);
    case Prim::kLog1p:
      return std::log(one + x);
    case Prim::kSin:
      return std::sin(x);
    case Prim::kCos:
      return std::cos(x);
    case Prim::kTan:
      return std::tan(x);
    case Prim::kAsin:
      return std::asin(x);
    case Prim::kAcos:
      return std::acos(x);
    case Prim::kAtan:
      return std::atan(x);
    case Prim::kSinh:
      return std::sinh(x);
    case Prim::kCosh:
      return std::cosh(x);
    case Prim::kTanh:
      return std::tanh(x);
    case Prim::kAsinh:
      return std::asinh(x);
    case Prim::kAcosh:
      return std::acosh(x);
    case Prim::kAtanh:
      return std::atanh(x);
    case Prim::kSigmoid:
      return one / (one + std::exp(-x));
    default:
      break;
  }
  TP_CHECK(false, "no reference of {}", GetPrim(prim).name);
  return zero;
}

int64_t OffsetOf(const Shape& own, const Shape& shape, int64_t i) {
  int64_t offset = 0, stride = 1;
  for (int d = shape.rank() - 1, o = own.rank() - 1; o >= 0; --d, --o) {
    if (own[o] != 1) offset += i % shape[d] * stride;
    stride *= own[o];
    i /= shape[d];
  }
  return offset;
}

Number Eval(const Expression& e, int32_t at, std::span<const Number> inputs) {
  const ExprNode& node = e.nodes[at];
  if (node.kind == ExprNode::kInput) return inputs[node.input];
  Number out;
  out.dtype = node.dtype;
  if (node.kind == ExprNode::kNumber) {
    out.real = node.number;
    out.integer = static_cast<int64_t>(node.number);
    out.complex = node.number;
    return Rounded(out);
  }
  TP_CHECK(node.kind == ExprNode::kPrim, "casts have no reference here");
  Number x[3];
  for (int k = 0; k < node.num_args; ++k) x[k] = Eval(e, node.args[k], inputs);
  if (node.prim == Prim::kSelect) return x[0].integer ? x[1] : x[2];
  const DType dtype = x[0].dtype;
  const int bits = static_cast<int>(DTypeSize(dtype)) * 8;
  if (GetPrim(node.prim).result == PrimInfo::kBool) {
    if (node.prim == Prim::kIsNan)
      out.integer = std::isnan(x[0].real);
    else if (node.prim == Prim::kIsInf)
      out.integer = std::isinf(x[0].real);
    else if (node.prim == Prim::kIsFinite)
      out.integer = std::isfinite(x[0].real);
    else if (IsComplex(dtype))
      out.integer = (x[0].complex == x[1].complex) == (node.prim == Prim::kEq);
    else if (IsFloating(dtype))
      out.integer = Order(node.prim, x[0].real, x[1].real);
    else if (dtype == DType::kUint64)
      out.integer =
          Order(node.prim, static_cast<uint64_t>(x[0].integer), static_cast<uint64_t>(x[1].integer));
    else
      out.integer = Order(node.prim, x[0].integer, x[1].integer);
    return out;
  }
  if (dtype == DType::kBool)
    out.integer = node.prim == Prim::kAnd  ? x[0].integer & x[1].integer
                  : node.prim == Prim::kOr ? x[0].integer | x[1].integer
                                           : !x[0].integer;
  else if (IsComplex(dtype))
    out.complex = Complex(node.prim, x[0].complex, x[1].complex);
  else if (IsFloating(dtype))
    out.real = Real(node.prim, x[0].real, x[1].real, x[2].real);
  else
    out.integer = Integer(node.prim, x[0].integer, x[1].integer, IsUnsigned(dtype), bits);
  return Rounded(out);
}

// --- other ops
// ----------------------------------------------------------------------------------------------

Tensor OfDoubles(DType dtype, const Shape& shape, const std::vector<long double>& values) {
  Tensor t = Tensor::Allocate(dtype, shape);
  for (size_t i = 0; i < values.size(); ++i) {
    if (dtype == DType::kFloat32)
      t.data<float>()[i] = static_cast<float>(values[i]);
    else if (dtype == DType::kFloat64)
      t.data<double>()[i] = static_cast<double>(values[i]);
    else
      t.data<int32_t>()[i] = static_cast<int32_t>(static_cast<int64_t>(values[i]));
  }
  return t;
}

// Sum, Max, … over the axes of input 1.
template <class F>
Tensor Reduced(std::span<const Tensor> in, const AttrSet& attrs, long double start, F&& combine) {
  const Tensor& x = in[0];
  std::vector<bool> reduced(x.rank(), false);
  for (int64_t axis : IntElements(in[1])) reduced[axis < 0 ? axis + x.rank() : axis] = true;
  Shape kept, shape;
  for (int d = 0; d < x.rank(); ++d) {
    kept.Append(reduced[d] ? 1 : x.dim(d));
    if (!reduced[d] || attrs.Get<bool>("keep_dims")) shape.Append(reduced[d] ? 1 : x.dim(d));
  }
  std::vector<long double> sums(kept.num_elements(), start);
  for (int64_t i = 0; i < x.num_elements(); ++i) {
    long double& sum = sums[OffsetOf(kept, x.shape(), i)];
    sum = combine(sum, static_cast<long double>(x.dtype() == DType::kInt32 ? ElementAsInt(x, i)
                                                                           : ElementAsDouble(x, i)));
  }
  return OfDoubles(x.dtype(), shape, sums);
}

Tensor Sum(std::span<const Tensor> in, const AttrSet& attrs) {
  return Reduced(in, attrs, 0, [](long double a, long double b) { return a + b; });
}
Tensor Max(std::span<const Tensor> in, const AttrSet& attrs) {
  const long double least = in[0].dtype() == DType::kInt32 ? std::numeric_limits<int32_t>::min() : -INFINITY;
  return Reduced(in, attrs, least, [](long double a, long double b) {
    return std::isnan(a) || std::isnan(b) ? NAN : std::max(a, b);
  });
}

Tensor MatMul(std::span<const Tensor> in, const AttrSet& attrs) {
  const bool ta = attrs.Get<bool>("transpose_a"), tb = attrs.Get<bool>("transpose_b");
  const int64_t m = in[0].dim(ta ? 1 : 0), k = in[0].dim(ta ? 0 : 1), n = in[1].dim(tb ? 0 : 1);
  std::vector<long double> values(m * n, 0);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j)
      for (int64_t l = 0; l < k; ++l)
        values[i * n + j] += static_cast<long double>(ElementAsDouble(in[0], ta ? l * m + i : i * k + l)) *
                             ElementAsDouble(in[1], tb ? j * k + l : l * n + j);
  return OfDoubles(in[0].dtype(), Shape{m, n}, values);
}

Tensor Transpose(std::span<const Tensor> in, const AttrSet&) {
  const Tensor& x = in[0];
  const SmallVector<int64_t, 8> perm = IntElements(in[1]);
  Shape shape;
  for (int64_t p : perm) shape.Append(x.dim(static_cast<int>(p)));
  Tensor out = Tensor::Allocate(x.dtype(), shape);
  const size_t size = DTypeSize(x.dtype());
  for (int64_t i = 0; i < out.num_elements(); ++i) {
    std::vector<int64_t> index(x.rank());
    int64_t rest = i, from = 0;
    for (int d = x.rank() - 1; d >= 0; --d) {
      index[perm[d]] = rest % shape[d];
      rest /= shape[d];
    }
    for (int d = 0; d < x.rank(); ++d) from = from * x.dim(d) + index[d];
    std::copy_n(static_cast<char*>(x.raw_data()) + from * size, size,
                static_cast<char*>(out.raw_data()) + i * size);
  }
  return out;
}

}  // namespace

Tensor Elementwise(const Expression& expression, std::span<const Tensor> inputs, const Shape& shape) {
  Tensor out = Tensor::Allocate(expression.nodes[expression.result].dtype, shape);
  std::vector<Number> elements(inputs.size());
  for (int64_t i = 0; i < out.num_elements(); ++i) {
    for (size_t k = 0; k < inputs.size(); ++k)
      elements[k] = Load(inputs[k], OffsetOf(inputs[k].shape(), shape, i));
    Store(Eval(expression, expression.result, elements), &out, i);
  }
  return out;
}

std::vector<Case> Cases() {
  const auto axes = [](std::initializer_list<int32_t> values) {
    return std::vector<Tensor>{Tensor::Vector<int32_t>(values)};
  };
  const Attrs keep = MakeAttrs({{"keep_dims", true}});
  std::vector<Case> cases;
  for (const auto& [op, f, edges] : {std::tuple("Sum", &Sum, false), std::tuple("Max", &Max, true)}) {
    for (const Shape& shape : {Shape{}, Shape{0}, Shape{1}, Shape{17}, Shape{10007}}) {
      const bool scalar = shape.rank() == 0;
      cases.push_back({op, {shape}, scalar ? axes({}) : axes({0}), {}, f, edges});
    }
    for (const auto& list :
         {axes({0}), axes({1}), axes({2}), axes({0, 2}), axes({1, 2}), axes({0, 1}), axes({0, 1, 2})}) {
      cases.push_back({op, {Shape{5, 70, 33}}, list, keep, f, edges});
      cases.push_back({op, {Shape{130, 1, 3}}, list, {}, f, edges});
      cases.push_back({op, {Shape{2, 0, 3}}, list, {}, f, edges});
    }
  }
  for (bool ta : {false, true})
    for (bool tb : {false, true})
      for (const auto& [m, n, k] : {std::tuple(1, 1, 1), std::tuple(3, 5, 7), std::tuple(0, 2, 3),
                                    std::tuple(2, 3, 0), std::tuple(33, 17, 65)}) {
        std::vector<AttrSet::Item> items;
        if (ta) items.push_back({"transpose_a", true});
        if (tb) items.push_back({"transpose_b", true});
        cases.push_back({"MatMul",
                         {ta ? Shape{k, m} : Shape{m, k}, tb ? Shape{n, k} : Shape{k, n}},
                         {},
                         MakeAttrs(items),
                         MatMul});
      }
  cases.push_back({"Transpose", {Shape{3, 5}}, axes({1, 0}), {}, Transpose, true});
  cases.push_back({"Transpose", {Shape{2, 3, 4, 5}}, axes({3, 1, 0, 2}), {}, Transpose, true});
  cases.push_back({"Transpose", {Shape{150, 37}}, axes({1, 0}), {}, Transpose, true});
  cases.push_back({"Transpose", {Shape{3, 40, 1, 33}}, axes({3, 0, 2, 1}), {}, Transpose, true});
  cases.push_back({"Transpose", {Shape{2, 0, 4}}, axes({2, 0, 1}), {}, Transpose, true});
  return cases;
}

}  // namespace tp::reference
