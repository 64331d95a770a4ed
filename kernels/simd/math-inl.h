// float32 functions on Highway vectors, included once per SIMD target (as Highway's own -inl headers are).
// Polynomials are those of Moshier's Cephes library (single precision: expf, logf, sinf, tanhf, ndtrf);
// errors measured against libm by tiles_test.cc stand beside each function. NaN comes out as NaN.
#if defined(TP_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TP_MATH_INL_H_
#undef TP_MATH_INL_H_
#else
#define TP_MATH_INL_H_
#endif

#include <cmath>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace tp::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// c0 * x^k + c1 * x^(k-1) + … + ck
template <class D, class V, class... C>
HWY_INLINE V Horner(D d, V x, float c0, C... c) {
  V sum = hn::Set(d, c0);
  ((sum = hn::MulAdd(sum, x, hn::Set(d, static_cast<float>(c)))), ...);
  return sum;
}

// y * 2^n; n in the place of an exponent. REQUIRES: y and the result are normal.
template <class D, class V, class VI>
HWY_INLINE V AddExponent(D d, V y, VI n) {
  return hn::BitCast(d, hn::Add(hn::BitCast(hn::RebindToSigned<D>(), y), n));
}

// x = n * ln 2 + r with |r| <= ln 2 / 2; gives exp(r) - 1 and n in the place of an exponent. Of other x than
// -150 < x < 150, what they are is undefined.
template <class D, class V, class VI>
HWY_INLINE V ReducedExpm1(D d, V x, VI* n) {
  const V magic = hn::Set(d, 12582912.0f);  // 1.5 * 2^23: beside it, lowest bits are integers
  const V shifted = hn::MulAdd(x, hn::Set(d, 1.44269504088896341f), magic);
  *n = hn::ShiftLeft<23>(hn::BitCast(hn::RebindToSigned<D>(), shifted));
  const V rounded = hn::Sub(shifted, magic);
  V r = hn::NegMulAdd(rounded, hn::Set(d, 0.693359375f), x);
  r = hn::NegMulAdd(rounded, hn::Set(d, -2.12194440e-4f), r);
  const V p = Horner(d, r, 1.9875691500e-4f, 1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f,
                     1.6666665459e-1f, 5.0000001201e-1f);
  return hn::MulAdd(hn::Mul(r, r), p, r);
}

// y for what has a finite exponential, inf for what is greater; NaN for NaN.
template <class D, class V>
HWY_INLINE V OrInfinity(D d, V x, V y) {
  return hn::IfThenElse(hn::Le(x, hn::Set(d, 88.7228317f)), y, hn::Add(x, hn::Set(d, INFINITY)));
}

// 1 ulp. Results below the normal numbers are zero, as TensorFlow's kernels flush them.
template <class D, class V>
HWY_INLINE V Exp(D d, V x) {
  hn::Vec<hn::RebindToSigned<D>> n;
  const V r = ReducedExpm1(d, x, &n), y = AddExponent(d, hn::Add(r, hn::Set(d, 1.0f)), n);
  return OrInfinity(d, x, hn::IfThenZeroElse(hn::Lt(x, hn::Set(d, -87.3365402f)), y));
}

// 2 ulp: exp(r) 2^n - 1 = (exp(r) - 1) 2^n + (2^n - 1).
template <class D, class V>
HWY_INLINE V Expm1(D d, V x) {
  hn::Vec<hn::RebindToSigned<D>> n;
  const V one = hn::Set(d, 1.0f);
  const V r = ReducedExpm1(d, hn::Max(x, hn::Set(d, -30.0f)), &n);
  const V scale = AddExponent(d, one, n), small = hn::MulAdd(r, scale, hn::Sub(scale, one));
  const V y = hn::IfThenElse(hn::Gt(x, hn::Set(d, 40.0f)), AddExponent(d, hn::Add(r, one), n), small);
  return hn::IfThenElse(hn::Eq(x, hn::Zero(d)), x, OrInfinity(d, x, y));  // zero keeps its sign
}

// 1 ulp. Subnormals count as zero, as TensorFlow's kernels flush them.
template <class D, class V>
HWY_INLINE V Log(D d, V x) {
  const hn::RebindToSigned<D> di;
  const V one = hn::Set(d, 1.0f);
  // x = m * 2^e with m in [sqrt(1/2), sqrt(2))
  const auto bits = hn::BitCast(di, x);
  const auto shifted = hn::Sub(bits, hn::Set(di, 0x3f3504f3));
  const V e = hn::ConvertTo(d, hn::ShiftRight<23>(shifted));
  const V m = hn::BitCast(d, hn::Add(hn::And(shifted, hn::Set(di, 0x007fffff)), hn::Set(di, 0x3f3504f3)));
  const V f = hn::Sub(m, one);
  const V z = hn::Mul(f, f);
  V y = Horner(d, f, 7.0376836292e-2f, -1.1514610310e-1f, 1.1676998740e-1f, -1.2420140846e-1f,
               1.4249322787e-1f, -1.6668057665e-1f, 2.0000714765e-1f, -2.4999993993e-1f, 3.3333331174e-1f);
  y = hn::Mul(hn::Mul(y, f), z);
  y = hn::MulAdd(e, hn::Set(d, -2.12194440e-4f), y);
  y = hn::NegMulAdd(hn::Set(d, 0.5f), z, y);
  V result = hn::MulAdd(e, hn::Set(d, 0.693359375f), hn::Add(f, y));
  const V inf = hn::Set(d, INFINITY);
  result = hn::IfThenElse(hn::Eq(x, inf), inf, result);
  result = hn::IfThenElse(hn::Lt(x, hn::Set(d, 1.17549435e-38f)), hn::Neg(inf), result);
  result = hn::IfThenElse(hn::Le(x, hn::Set(d, -1.17549435e-38f)), hn::Set(d, NAN), result);
  return hn::IfThenElse(hn::IsNaN(x), x, result);
}

// 2 ulp: log(u) * x / (u - 1) with u = 1 + x rounded (Higham, Accuracy and Stability, 1.14.1).
template <class D, class V>
HWY_INLINE V Log1p(D d, V x) {
  const V one = hn::Set(d, 1.0f), inf = hn::Set(d, INFINITY);
  const V u = hn::Add(x, one);
  V y = hn::Mul(Log(d, u), hn::Div(x, hn::Sub(u, one)));
  // Of -inf the quotient is a NaN of its own: which of two NaNs a product gives is the compiler's choice.
  y = hn::IfThenElse(hn::Lt(x, hn::Neg(one)), hn::Set(d, NAN), y);
  return hn::IfThenElse(hn::Or(hn::Eq(u, one), hn::Eq(x, inf)), x,
                        hn::IfThenElse(hn::Eq(u, hn::Zero(d)), hn::Neg(inf), y));
}

// 2 ulp. With e = exp(-2 |x|): (1 - e) / (1 + e) where 1 - e would lose digits if e were rounded first, else
// 1 - 2 e / (1 + e).
template <class D, class V>
HWY_INLINE V Tanh(D d, V x) {
  hn::Vec<hn::RebindToSigned<D>> n;
  const V one = hn::Set(d, 1.0f), a = hn::Abs(x);
  const V r = ReducedExpm1(d, hn::Max(hn::Mul(a, hn::Set(d, -2.0f)), hn::Set(d, -30.0f)), &n);
  const V scale = AddExponent(d, one, n), e = hn::MulAdd(r, scale, scale);
  const V minus = hn::NegMulAdd(r, scale, hn::Sub(one, scale));
  const auto small = hn::Lt(a, hn::Set(d, 0.625f));
  const V q = hn::Div(hn::IfThenElse(small, minus, hn::Add(e, e)), hn::Add(e, one));
  const V y = hn::CopySign(hn::IfThenElse(small, q, hn::Sub(one, q)), x);
  return hn::IfThenElse(hn::IsNaN(x), x, y);
}

// 2 ulp.
template <class D, class V>
HWY_INLINE V Sigmoid(D d, V x) {
  const V one = hn::Set(d, 1.0f);
  return hn::Div(one, hn::Add(one, Exp(d, hn::Neg(x))));
}

// log(1 + exp(x)), with TensorFlow's bounds (softplus_op.h).
template <class D, class V>
HWY_INLINE V Softplus(D d, V x) {
  const V limit = hn::Set(d, 13.942385f);  // -(log(2^-23) + 2)
  const V e = Exp(d, x);
  return hn::IfThenElse(hn::Gt(x, limit), x, hn::IfThenElse(hn::Lt(x, hn::Neg(limit)), e, Log1p(d, e)));
}

template <class D, class V>
HWY_INLINE V Elu(D d, V x) {
  return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), Expm1(d, x), x);
}
template <class D, class V>
HWY_INLINE V Selu(D d, V x) {
  return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::Mul(hn::Set(d, 1.7580993408473768599f), Expm1(d, x)),
                        hn::Mul(hn::Set(d, 1.0507009873554804934f), x));
}

// Where |x| is too large for the reduction (or x is not finite): libm, lane by lane.
template <class D, class V>
HWY_INLINE V FixLarge(D d, V x, V y, float (*f)(float)) {
  const auto large = hn::Not(hn::Lt(hn::Abs(x), hn::Set(d, 8192.0f)));
  if (HWY_LIKELY(hn::AllFalse(d, large))) return y;
  HWY_ALIGN float xs[hn::MaxLanes(D())], ys[hn::MaxLanes(D())];
  hn::Store(x, d, xs);
  hn::Store(y, d, ys);
  for (size_t i = 0; i < hn::Lanes(d); ++i)
    if (!(std::fabs(xs[i]) < 8192.0f)) ys[i] = f(xs[i]);
  return hn::Load(d, ys);
}

// sin (shift 0) or cos (shift 2) of |x| <= 8192: octants of pi/4, Cody and Waite's reduction in three parts.
// 2 ulp, near a multiple of pi relative to 1e-7.
template <int kShift, class D, class V>
HWY_INLINE V SinCos(D d, V x) {
  const hn::RebindToSigned<D> di;
  const V a = hn::Min(hn::Abs(x), hn::Set(d, 8192.0f));
  auto j = hn::ConvertTo(di, hn::Mul(a, hn::Set(d, 1.27323954473516f)));
  j = hn::And(hn::Add(j, hn::Set(di, 1)), hn::Set(di, ~1));
  const V y = hn::ConvertTo(d, j);
  V r = hn::NegMulAdd(y, hn::Set(d, 0.78515625f), a);
  r = hn::NegMulAdd(y, hn::Set(d, 2.4187564849853515625e-4f), r);
  r = hn::NegMulAdd(y, hn::Set(d, 3.77489497744594108e-8f), r);
  const V z = hn::Mul(r, r);
  const V s =
      hn::MulAdd(hn::Mul(Horner(d, z, -1.9515295891e-4f, 8.3321608736e-3f, -1.6666654611e-1f), z), r, r);
  V c = hn::Mul(Horner(d, z, 2.443315711809948e-5f, -1.388731625493765e-3f, 4.166664568298827e-2f),
                hn::Mul(z, z));
  c = hn::Add(hn::NegMulAdd(hn::Set(d, 0.5f), z, c), hn::Set(d, 1.0f));
  const auto octant = hn::Add(j, hn::Set(di, kShift));
  const auto use_cos = hn::Ne(hn::And(octant, hn::Set(di, 2)), hn::Zero(di));
  V result = hn::IfThenElse(hn::RebindMask(d, use_cos), c, s);
  const auto negative = hn::ShiftLeft<29>(hn::And(octant, hn::Set(di, 4)));  // to the sign bit
  result = hn::Xor(result, hn::BitCast(d, negative));
  if (kShift == 0) result = hn::Xor(result, hn::And(x, hn::Set(d, -0.0f)));
  return result;
}
template <class D, class V>
HWY_INLINE V Sin(D d, V x) {
  return FixLarge(d, x, SinCos<0>(d, x), [](float v) { return std::sin(v); });
}
template <class D, class V>
HWY_INLINE V Cos(D d, V x) {
  return FixLarge(d, x, SinCos<2>(d, x), [](float v) { return std::cos(v); });
}

// 2 ulp. x P(x^2) below 1; 1 - exp(-x^2) Q(1/x^2) / x above.
template <class D, class V>
HWY_INLINE V Erf(D d, V x) {
  const V one = hn::Set(d, 1.0f), a = hn::Abs(x), z = hn::Mul(x, x);
  const V small = hn::Mul(
      x, Horner(d, z, 7.853861353153693e-5f, -8.010193625184903e-4f, 5.188327685732524e-3f,
                -2.685381193529856e-2f, 1.128358514861418e-1f, -3.761262582423300e-1f, 1.128379165726710f));
  const V q = hn::Div(one, hn::Max(a, one));
  const V y = hn::Mul(q, q);
  const V p1 = Horner(d, y, 2.326819970068386e-2f, -1.387039388740657e-1f, 3.687424674597105e-1f,
                      -5.824733027278666e-1f, 6.210004621745983e-1f, -4.944515323274145e-1f,
                      3.404879937665872e-1f, -2.741127028184656e-1f, 5.638259427386472e-1f);
  const V p2 =
      Horner(d, y, -1.047766399936249e+1f, 1.297719955372516e+1f, -7.495518717768503f, 2.921019019210786f,
             -1.015265279202700f, 4.218463358204948e-1f, -2.820767439740514e-1f, 5.641895067754075e-1f);
  const V p = hn::IfThenElse(hn::Lt(a, hn::Set(d, 2.0f)), p1, p2);
  const V tail = hn::Mul(hn::Mul(Exp(d, hn::Neg(z)), q), p);
  const V large = hn::CopySign(hn::Sub(one, tail), x);
  return hn::IfThenElse(hn::IsNaN(x), x, hn::IfThenElse(hn::Lt(a, one), small, large));
}

}  // namespace tp::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
