// The register block of the matrix engine: R rows times NV vectors of C in registers over one block of k.
// Included once for each SIMD target, after hwy/highway.h. g++ keeps the accumulators in registers as long as
// every loop over them is unrolled.
#if defined(TP_KERNELS_GEMM_MICRO_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TP_KERNELS_GEMM_MICRO_INL_H_
#undef TP_KERNELS_GEMM_MICRO_INL_H_
#else
#define TP_KERNELS_GEMM_MICRO_INL_H_
#endif

#include <array>
#include <utility>

#include "kernels/gemm/gemm.h"

HWY_BEFORE_NAMESPACE();
namespace tp {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Rows of a register block. 32 registers hold 14 x 2 accumulators, two vectors of B and one of A; 16 hold 6
// x 2. So few rows as kWideRows take kWide vectors at once, or their chains would be too few.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
constexpr int kRows = 14, kWide = 8;
#else
constexpr int kRows = 6, kWide = 4;
#endif
constexpr int kWideRows = 3;
constexpr int kDirectRows = 4;     // so few rows of A are read where they lie, unpacked
constexpr int kPrefetchRows = 16;  // rows of B ahead

#undef TP_UNROLL
#define TP_UNROLL _Pragma("GCC unroll 16")

template <typename T>
using Tag = hn::ScalableTag<T>;
template <typename T>
constexpr int64_t kLanes = hn::MaxLanes(Tag<T>());
template <typename T>
constexpr int64_t kPanel = 2 * kLanes<T>;  // columns of a panel

// Where a register block goes, and what happens to it on the way.
template <typename T>
struct TileOut {
  T* c;
  int64_t ldc;
  bool add;       // to what C holds
  const T* bias;  // of the first column, or null
  Activation activation;
};

// As gemm.h defines them.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Relu(D d, V x) {
  return hn::IfThenZeroElse(hn::Le(x, hn::Zero(d)), x);
}
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Relu6(D d, V x) {
  const V six = hn::Set(d, 6);
  x = Relu(d, x);
  return hn::IfThenElse(hn::Gt(x, six), six, x);
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V Activate(D d, V x, Activation activation) {
  if (activation == Activation::kRelu) return Relu(d, x);
  if (activation == Activation::kRelu6) return Relu6(d, x);
  return x;
}

// Brings a finished block, rows of `vectors` vectors one after another, to C: for the register blocks that do
// not do it themselves.
template <typename T>
HWY_NOINLINE void Place(const T* HWY_RESTRICT block, const TileOut<T>& out, int rows, int vectors) {
  const Tag<T> d;
  T* c = out.c;
  const int64_t ldc = out.ldc;
  const bool add = out.add, plain = !add && out.bias == nullptr && out.activation == Activation::kNone;
  for (int i = 0; i < rows; ++i, c += ldc) {
    for (int64_t j = 0; j < vectors * kLanes<T>; j += kLanes<T>, block += kLanes<T>) {
      auto x = hn::Load(d, block);
      if (!plain) {
        if (add) x = hn::Add(hn::LoadU(d, c + j), x);
        if (out.bias != nullptr) x = hn::Add(x, hn::LoadU(d, out.bias + j));
        x = Activate(d, x, out.activation);
      }
      hn::StoreU(x, d, c + j);
    }
  }
}

// A: value (i, k) at a[i * a_row + k * a_k], where packed at a[k * kRows + i]. B: vector j of row k at
// b + k * b_k + (j / 2) * b_panel + (j % 2) * lanes.
template <typename T, int R, int NV, bool kPackedA>
HWY_NOINLINE void Micro(const T* HWY_RESTRICT a, int64_t a_row, int64_t a_k, const T* HWY_RESTRICT b,
                        int64_t b_k, int64_t b_panel, int64_t kc, const TileOut<T>& out) {
  const Tag<T> d;
  using V = hn::Vec<Tag<T>>;
  constexpr int64_t L = kLanes<T>;
  V acc[R][NV];
  TP_UNROLL
  for (int i = 0; i < R; ++i) {
    TP_UNROLL
    for (int j = 0; j < NV; ++j) acc[i][j] = hn::Zero(d);
  }
  // C comes from a far cache as a rule: ask for it now, use it after the loop.
  TP_UNROLL
  for (int i = 0; i < R; ++i) {
    TP_UNROLL
    for (int j = 0; j < NV; ++j) __builtin_prefetch(out.c + i * out.ldc + j * L, 1);
  }
  for (int64_t k = 0; k < kc; ++k) {
    V row[NV];
    TP_UNROLL
    for (int j = 0; j < NV; ++j) row[j] = hn::LoadU(d, b + (j / 2) * b_panel + (j % 2) * L);
    if constexpr (kPackedA && NV == 2) {  // a panel of B streams from L2; the hardware alone fetches too late
      __builtin_prefetch(b + kPrefetchRows * b_k);
      if constexpr (L * sizeof(T) == 64) __builtin_prefetch(b + kPrefetchRows * b_k + L);
    }
    b += b_k;
    TP_UNROLL
    for (int i = 0; i < R; ++i) {
      const V ai = hn::Set(d, kPackedA ? a[i] : a[i * a_row]);
      TP_UNROLL
      for (int j = 0; j < NV; ++j) acc[i][j] = hn::MulAdd(ai, row[j], acc[i][j]);
    }
    a += kPackedA ? kRows : a_k;
  }
  // The block that does nearly all the work goes to C from registers, and so do narrow ones as a rule (small
  // matrices are made of them); code for that in every block would be two thirds of them.
  constexpr bool kMain = R == kRows && NV == 2;
  if (!kMain && (NV > 1 || out.bias != nullptr || out.activation != Activation::kNone)) {
    alignas(64) T block[R * NV * L];
    TP_UNROLL
    for (int i = 0; i < R; ++i) {
      TP_UNROLL
      for (int j = 0; j < NV; ++j) hn::Store(acc[i][j], d, block + (i * NV + j) * L);
    }
    return Place(block, out, R, NV);
  }
  if (out.add) {
    TP_UNROLL
    for (int i = 0; i < R; ++i) {
      TP_UNROLL
      for (int j = 0; j < NV; ++j) acc[i][j] = hn::Add(hn::LoadU(d, out.c + i * out.ldc + j * L), acc[i][j]);
    }
  }
  if constexpr (kMain) {
    if (out.bias != nullptr) {
      V bias[NV];
      TP_UNROLL
      for (int j = 0; j < NV; ++j) bias[j] = hn::LoadU(d, out.bias + j * L);
      TP_UNROLL
      for (int i = 0; i < R; ++i) {
        TP_UNROLL
        for (int j = 0; j < NV; ++j) acc[i][j] = hn::Add(acc[i][j], bias[j]);
      }
    }
    if (out.activation != Activation::kNone) {
      TP_UNROLL
      for (int i = 0; i < R; ++i) {
        TP_UNROLL
        for (int j = 0; j < NV; ++j) acc[i][j] = Activate(d, acc[i][j], out.activation);
      }
    }
  }
  TP_UNROLL
  for (int i = 0; i < R; ++i) {
    TP_UNROLL
    for (int j = 0; j < NV; ++j) hn::StoreU(acc[i][j], d, out.c + i * out.ldc + j * L);
  }
}

template <typename T>
using MicroFn = void (*)(const T*, int64_t, int64_t, const T*, int64_t, int64_t, int64_t, const TileOut<T>&);

// One Micro for each number of rows from 1 to N; [0] is null.
template <typename T, int NV, bool kPackedA, int... I>
constexpr std::array<MicroFn<T>, sizeof...(I) + 1> MicroTable(std::integer_sequence<int, I...>) {
  return {nullptr, &Micro<T, I + 1, NV, kPackedA>...};
}
template <typename T, int NV, bool kPackedA, int N>
constexpr auto kMicro = MicroTable<T, NV, kPackedA>(std::make_integer_sequence<int, N>());

// The register block for `rows` rows and `vectors` vectors (1, 2 or, for few rows, kWide).
template <typename T>
HWY_INLINE MicroFn<T> ChooseMicro(int64_t rows, int64_t vectors, bool packed_a) {
  if (packed_a) {
    if (vectors == kWide) return kMicro<T, kWide, true, kWideRows>[rows];
    return vectors == 2 ? kMicro<T, 2, true, kRows>[rows] : kMicro<T, 1, true, kRows>[rows];
  }
  if (vectors == kWide) return kMicro<T, kWide, false, kWideRows>[rows];
  return vectors == 2 ? kMicro<T, 2, false, kDirectRows>[rows] : kMicro<T, 1, false, kDirectRows>[rows];
}

// Vectors that hold a panel's rows.
template <typename T>
constexpr int kRowVectors = (kRows + kLanes<T> - 1) / kLanes<T>;
// So few columns go with the rows in the lanes, on so many panels at once.
template <typename T>
constexpr int kNarrow = kLanes<T> == 1 ? 0 : kRows / 2;
template <typename T>
constexpr int kNarrowPanels = kRowVectors<T> == 1 ? 2 : 1;

// sums[(panel * C + j) * kRowVectors * lanes + i] = the product of row i of a panel and column j over a block
// of k, for P panels. Panels of A lie `a_panel` values apart, value (k, j) of B at b[k * b_k + j * b_column].
template <typename T, int C, int P>
HWY_NOINLINE void Narrow(const T* HWY_RESTRICT a, int64_t a_panel, const T* HWY_RESTRICT b, int64_t b_k,
                         int64_t b_column, int64_t kc, T* HWY_RESTRICT sums) {
  const Tag<T> d;
  using V = hn::Vec<Tag<T>>;
  constexpr int64_t L = kLanes<T>;
  constexpr int G = kRowVectors<T>;
  V acc[P * G][C];
  TP_UNROLL
  for (int v = 0; v < P * G; ++v) {
    TP_UNROLL
    for (int j = 0; j < C; ++j) acc[v][j] = hn::Zero(d);
  }
  for (int64_t k = 0; k < kc; ++k, a += kRows, b += b_k) {
    V rows[P * G];
    TP_UNROLL
    for (int v = 0; v < P * G; ++v) rows[v] = hn::LoadU(d, a + v / G * a_panel + v % G * L);
    TP_UNROLL
    for (int j = 0; j < C; ++j) {
      const V value = hn::Set(d, b[j * b_column]);
      TP_UNROLL
      for (int v = 0; v < P * G; ++v) acc[v][j] = hn::MulAdd(rows[v], value, acc[v][j]);
    }
  }
  TP_UNROLL
  for (int v = 0; v < P * G; ++v) {
    TP_UNROLL
    for (int j = 0; j < C; ++j) hn::StoreU(acc[v][j], d, sums + ((v / G * C + j) * G + v % G) * L);
  }
}

template <typename T>
using NarrowFn = void (*)(const T*, int64_t, const T*, int64_t, int64_t, int64_t, T*);
template <typename T, int P, int... I>
constexpr std::array<NarrowFn<T>, sizeof...(I) + 1> NarrowTable(std::integer_sequence<int, I...>) {
  return {nullptr, &Narrow<T, I + 1, P>...};
}
template <typename T, int P>
constexpr auto kNarrowTable = NarrowTable<T, P>(std::make_integer_sequence<int, kNarrow<T>>());

template <typename T>
HWY_INLINE NarrowFn<T> ChooseNarrow(int64_t columns, int64_t panels) {
  return panels == 1 ? kNarrowTable<T, 1>[columns] : kNarrowTable<T, kNarrowPanels<T>>[columns];
}

}  // namespace HWY_NAMESPACE
}  // namespace tp
HWY_AFTER_NAMESPACE();

#endif
