// The matrix engine's loops: cuts C into tasks by the shape alone, packs what has to be packed, and runs
// register blocks over panels that stay in cache. Two ways, equal in bits:
//   packed  B packed whole first (or prepacked), shared by all tasks; each task packs its rows of A a block
//   of k at a
//           time (kept in L2, one panel of it in L1) and streams panels of B past it;
//   direct  as many rows of A as one task has: B is read once, where it lies or, for more than a few rows,
//   through a
//           panel that stays in cache.
#include "kernels/gemm/gemm.h"

#include <algorithm>
#include <cstring>

#include "core/base/parallel.h"
#include "kernels/gemm/job.h"
#include "kernels/gemm/scratch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/gemm/gemm.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/gemm/micro-inl.h"
#include "kernels/gemm/pack-inl.h"

#ifndef TP_KERNELS_GEMM_ONCE_
#define TP_KERNELS_GEMM_ONCE_
namespace tp {

inline int64_t Ceil(int64_t a, int64_t b) { return (a + b - 1) / b; }

template <typename T>
int64_t KBlockOf(int64_t k) {
  constexpr int64_t kLongest = 1536 / sizeof(T);
  return std::max<int64_t>(Ceil(k, std::max<int64_t>(Ceil(k, kLongest), 1)), 1);
}

}  // namespace tp
#endif

HWY_BEFORE_NAMESPACE();
namespace tp {
namespace HWY_NAMESPACE {

constexpr int64_t kTinyProducts = 64;         // so few multiplications go one by one
constexpr int64_t kInPlaceRows = 2 * kRows;   // for so few rows packing B costs more than it saves
constexpr int64_t kTaskPanels = 12;           // panels of A in a task: 168 rows x 384 x 4 bytes in L2
constexpr int64_t kTaskColumns = 512;         // columns of C in a task
constexpr int64_t kPackedBytes = 64LL << 20;  // B is packed in pieces of about this size

// How a job is cut.
template <typename T>
struct Cut {
  int64_t k_block, row_panels, panels;  // panels of A, of B
  int64_t task_rows, task_panels;       // in panels
  int64_t row_tasks, column_tasks;

  Cut(int64_t m, int64_t n, int64_t k) {
    k_block = KBlockOf<T>(k);
    row_panels = Ceil(m, kRows);
    panels = Ceil(n, kPanel<T>);
    row_tasks = Ceil(row_panels, kTaskPanels);
    column_tasks = Ceil(n, kTaskColumns);
    // Enough tasks for a handful of threads, but none below about 20 us. An element's chain does not depend
    // on the cut: for one thread, which would pack A again for every task, there is none.
    const int64_t enough = ThreadCount() == 1 ? 1 : 8;
    const double products = static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
    while (row_tasks * column_tasks < enough &&
           products > 2e6 * static_cast<double>(row_tasks * column_tasks)) {
      const bool rows = row_panels * kRows / row_tasks >= panels * kPanel<T> / column_tasks;
      if (rows && row_tasks < row_panels) {
        ++row_tasks;
      } else if (column_tasks < panels) {
        ++column_tasks;
      } else {
        break;
      }
    }
    task_rows = Ceil(row_panels, row_tasks);
    row_tasks = Ceil(row_panels, task_rows);
    task_panels = Ceil(panels, column_tasks);
    column_tasks = Ceil(panels, task_panels);
  }
};

// Few products: one lane, element by element; the same chain.
template <typename T>
HWY_INLINE void Tiny(const GemmJob<T>& job) {
  const hn::CappedTag<T, 1> d;
  const int64_t a_row = job.trans_a ? 1 : job.lda, a_k = job.trans_a ? job.lda : 1;
  const int64_t b_col = job.trans_b ? job.ldb : 1, b_k = job.trans_b ? 1 : job.ldb;
  for (int64_t i = 0; i < job.m; ++i) {
    for (int64_t j = 0; j < job.n; ++j) {
      auto sum = hn::Zero(d);
      for (int64_t k = 0; k < job.k; ++k)
        sum = hn::MulAdd(hn::Set(d, job.a[i * a_row + k * a_k]), hn::Set(d, job.b[j * b_col + k * b_k]), sum);
      T* c = job.c + i * job.ldc + j;
      if (job.accumulate) sum = hn::Add(hn::Set(d, *c), sum);
      if (job.epilogue.bias != nullptr) sum = hn::Add(sum, hn::Set(d, job.epilogue.bias[j]));
      *c = hn::GetLane(Activate(d, sum, job.epilogue.activation));
    }
  }
}

// Packs columns [k0, k0 + length) of rows [row, row_end) into panels of kRows rows, one after another.
template <typename T>
void PackRowsA(const GemmJob<T>& job, int64_t row, int64_t row_end, int64_t k0, int64_t length, T* dst) {
  const T* lines[kMaxLines];
  for (; row < row_end; row += kRows, dst += kRows * length) {
    const int64_t rows = std::min<int64_t>(kRows, row_end - row);
    for (int64_t at = k0; at < k0 + length;) {
      int64_t run = length;
      if (job.find == nullptr) {
        for (int64_t i = 0; i < rows; ++i) lines[i] = job.a + (row + i) * job.lda + at;
      } else {
        run = std::min(job.find(job.find_ctx, row, rows, at, lines), k0 + length - at);
      }
      for (int64_t i = rows; i < kLines<T, kRows>; ++i) lines[i] = lines[0];
      Interleave<T, kRows>(lines, run, dst + (at - k0) * kRows);
      at += run;
    }
  }
}

// The same where A is transposed: its lines are values of k, and a panel takes kRows values of each.
template <typename T>
void PackColumnsA(const GemmJob<T>& job, int64_t row, int64_t row_end, int64_t k0, int64_t length, T* dst) {
  const Tag<T> d;
  constexpr int64_t L = kLanes<T>;
  constexpr int64_t kWhole = (kRows + L - 1) / L * L;  // values that whole vectors of a panel read
  const T* lines[kMaxLines];
  for (int64_t at = k0; at < k0 + length; at += kMaxLines) {
    const int64_t count = std::min(kMaxLines, k0 + length - at);
    int64_t begin = row, run = 0;  // lines[.] points to row `begin`, `run` values lie one after another there
    for (int64_t i = row; i < row_end;) {
      if (i >= begin + run) {
        begin = i;
        run = job.m - i;
        if (job.find == nullptr) {
          for (int64_t line = 0; line < count; ++line) lines[line] = job.a + (at + line) * job.lda + i;
        } else {
          run = job.find(job.find_ctx, at, count, i, lines);
        }
      }
      const int64_t place = (i - row) % kRows, left = begin + run - i;
      T* to = dst + (i - row - place) * length + (at - k0) * kRows + place;
      if (place == 0 && left >= kWhole) {  // the last panel may take rows behind row_end: nobody reads them
        // Whole vectors spill over into the next column, which is written later; not so behind the last one.
        const int64_t whole = at + count < k0 + length ? count : count - 1;
        for (int64_t line = 0; line < whole; ++line, to += kRows)
          for (int64_t lane = 0; lane < kRows; lane += L)
            hn::StoreU(hn::LoadU(d, lines[line] + (i - begin) + lane), d, to + lane);
        if (whole < count) std::copy_n(lines[whole] + (i - begin), kRows, to);
        i += kRows;
        continue;
      }
      const int64_t some = std::min({left, kRows - place, row_end - i});
      for (int64_t line = 0; line < count; ++line, to += kRows)
        for (int64_t value = 0; value < some; ++value) to[value] = lines[line][i - begin + value];
      i += some;
    }
  }
}

template <typename T>
void PackA(const GemmJob<T>& job, int64_t row, int64_t row_end, int64_t k0, int64_t length, T* dst) {
  if (job.trans_a) {
    PackColumnsA(job, row, row_end, k0, length, dst);
  } else {
    PackRowsA(job, row, row_end, k0, length, dst);
  }
}

// Packs rows [k0, k0 + length) of the panel that begins at `column`, with zeros behind the last column.
template <typename T>
void PackPanelB(int64_t n, const T* b, int64_t ldb, bool trans_b, int64_t column, int64_t k0, int64_t length,
                T* HWY_RESTRICT dst) {
  constexpr int64_t P = kPanel<T>, L = kLanes<T>;
  const int64_t columns = std::min(P, n - column);
  if (trans_b) {
    const T* lines[kMaxLines];
    for (int64_t j = 0; j < P; ++j) lines[j] = b + (column + std::min(j, columns - 1)) * ldb + k0;
    Interleave<T, P>(lines, length, dst);
    if (columns < P)
      for (int64_t k = 0; k < length; ++k) std::fill(dst + k * P + columns, dst + (k + 1) * P, T{0});
    return;
  }
  const Tag<T> d;
  const T* src = b + k0 * ldb + column;
  if (columns == P) {
    for (int64_t k = 0; k < length; ++k, src += ldb, dst += P) {
      const auto v0 = hn::LoadU(d, src), v1 = hn::LoadU(d, src + L);
      hn::StoreU(v0, d, dst);
      hn::StoreU(v1, d, dst + L);
    }
    return;
  }
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || \
    HWY_TARGET == HWY_AVX3_DL  // masked loads touch no more
  const auto mask0 = hn::FirstN(d, static_cast<size_t>(std::min(columns, L)));
  const auto mask1 = hn::FirstN(d, static_cast<size_t>(std::max<int64_t>(columns - L, 0)));
  for (int64_t k = 0; k < length; ++k, src += ldb, dst += P) {
    hn::StoreU(hn::MaskedLoad(mask0, d, src), d, dst);
    hn::StoreU(hn::MaskedLoad(mask1, d, src + L), d, dst + L);
  }
#else
  for (int64_t k = 0; k < length; ++k, src += ldb, dst += P)
    for (int64_t j = 0; j < P; ++j) dst[j] = j < columns ? src[j] : T{0};
#endif
}

// A block of k of one task: what its register blocks need to know.
template <typename T>
struct Block {
  const GemmJob<T>& job;
  int64_t k0, length;
  bool first, last;  // blocks of k

  // C[row.., column..] += A B for `rows` rows and `columns` columns, which are `vectors` vectors when filled
  // up.
  HWY_INLINE void Tile(int64_t row, int64_t rows, int64_t column, int64_t columns, int64_t vectors,
                       bool packed_a, const T* a, int64_t a_row, int64_t a_k, const T* b, int64_t b_k,
                       int64_t b_panel) const {
    const MicroFn<T> micro = ChooseMicro<T>(rows, vectors, packed_a);
    const GemmEpilogue<T>& epilogue = job.epilogue;
    TileOut<T> out{.c = job.c + row * job.ldc + column,
                   .ldc = job.ldc,
                   .add = !first || job.accumulate,
                   .bias = last && epilogue.bias != nullptr ? epilogue.bias + column : nullptr,
                   .activation = last ? epilogue.activation : Activation::kNone};
    if (columns == vectors * kLanes<T>) {
      micro(a, a_row, a_k, b, b_k, b_panel, length, out);
    } else {
      LastTile(micro, rows, columns, a, a_row, a_k, b, b_k, b_panel, out);
    }
  }

  // The last columns: the same register block, on a copy.
  HWY_NOINLINE void LastTile(MicroFn<T> micro, int64_t rows, int64_t columns, const T* a, int64_t a_row,
                             int64_t a_k, const T* b, int64_t b_k, int64_t b_panel, TileOut<T> out) const {
    constexpr int64_t P = kPanel<T>;
    alignas(64) T tile[kRows * P];
    alignas(64) T bias[P] = {};
    if (out.bias != nullptr) {
      std::copy_n(out.bias, columns, bias);
      out.bias = bias;
    }
    T* const c = out.c;
    out.c = tile;
    out.ldc = P;
    if (out.add) {
      for (int64_t i = 0; i < rows; ++i)
        std::fill(std::copy_n(c + i * job.ldc, columns, tile + i * P), tile + (i + 1) * P, T{0});
    }
    micro(a, a_row, a_k, b, b_k, b_panel, length, out);
    for (int64_t i = 0; i < rows; ++i) std::copy_n(tile + i * P, columns, c + i * job.ldc);
  }

  // The last few columns for rows [row, row_end), from packed A: rows stand in the vectors' lanes.
  void NarrowColumns(int64_t row, int64_t row_end, int64_t column, int64_t columns, const T* a, const T* b,
                     int64_t b_k, int64_t b_column) const {
    const hn::CappedTag<T, 1> d;
    const bool add = !first || job.accumulate;
    const T* const bias = last ? job.epilogue.bias : nullptr;
    const Activation activation = last ? job.epilogue.activation : Activation::kNone;
    constexpr int64_t kStep = kRows * kNarrowPanels<T>;
    alignas(64) T sums[kNarrow<T> * kNarrowPanels<T> * kLines<T, kRows>];
    for (int64_t i = row; i < row_end; i += kStep, a += kStep * length) {
      const int64_t panels = i + kRows < row_end ? kNarrowPanels<T> : 1;
      ChooseNarrow<T>(columns, panels)(a, kRows * length, b, b_k, b_column, length, sums);
      for (int64_t panel = 0; panel < panels; ++panel) {
        const int64_t first_row = i + panel * kRows, rows = std::min<int64_t>(kRows, row_end - first_row);
        T* c = job.c + first_row * job.ldc + column;
        for (int64_t r = 0; r < rows; ++r, c += job.ldc) {
          for (int64_t j = 0; j < columns; ++j) {
            auto sum = hn::LoadU(d, sums + (panel * columns + j) * kLines<T, kRows> + r);
            if (add) sum = hn::Add(hn::LoadU(d, c + j), sum);
            if (bias != nullptr) sum = hn::Add(sum, hn::LoadU(d, bias + column + j));
            hn::StoreU(Activate(d, sum, activation), d, c + j);
          }
        }
      }
    }
  }
};

// How many of the last columns go by NarrowColumns.
template <typename T>
HWY_INLINE int64_t NarrowTail(int64_t columns, bool packed_a) {
  const int64_t tail = columns % kLanes<T>;
  return packed_a && tail <= kNarrow<T> ? tail : 0;
}

// Rows [row, row_end) and columns [column, column_end) of C, with all of B packed at job.packed (whose first
// column is `b_column`).
template <typename T>
void PackedTask(const GemmJob<T>& job, const Cut<T>& cut, int64_t row, int64_t row_end, int64_t column,
                int64_t column_end) {
  constexpr int64_t P = kPanel<T>;
  const bool packed_a = job.find != nullptr || row_end - row > kDirectRows;
  const int64_t a_row = job.trans_a ? 1 : job.lda, a_k = job.trans_a ? job.lda : 1;
  T* const a_panels = packed_a ? ScratchOf<T>(ScratchSlot::kPanelsA,
                                              Ceil(row_end - row, kRows) * kRows * cut.k_block + kMaxLines)
                               : nullptr;
  for (int64_t k0 = 0; k0 < job.k; k0 += cut.k_block) {
    const int64_t length = std::min(cut.k_block, job.k - k0);
    const Block<T> block{job, k0, length, k0 == 0, k0 + length == job.k};
    const T* const b_block = job.packed + k0 * cut.panels * P;
    if (packed_a) PackA(job, row, row_end, k0, length, a_panels);
    const int64_t narrow = NarrowTail<T>(column_end - column, packed_a), wide_end = column_end - narrow;
    if (narrow > 0) {
      const int64_t in_panel = wide_end % P;  // panels begin at multiples of P
      block.NarrowColumns(row, row_end, wide_end, narrow, a_panels,
                          b_block + (wide_end - in_panel) * length + in_panel, P, 1);
    }
    for (int64_t i = row; i < row_end; i += kRows) {
      const int64_t rows = std::min<int64_t>(kRows, row_end - i);
      const T* const a = packed_a ? a_panels + (i - row) * length : job.a + i * a_row + k0 * a_k;
      for (int64_t j = column; j < wide_end;) {
        const bool wide = rows <= kWideRows && wide_end - j >= kWide / 2 * P;
        const int64_t columns = std::min(wide ? kWide / 2 * P : P, wide_end - j);
        const int64_t vectors = wide ? kWide : columns <= kLanes<T> ? 1 : 2;
        block.Tile(i, rows, j, columns, vectors, packed_a, a, a_row, a_k, b_block + j * length, P,
                   length * P);
        j += columns;
      }
      if (block.last && job.epilogue.tile != nullptr)
        job.epilogue.tile(job.epilogue.ctx, job.c + i * job.ldc + column, job.ldc, i, rows,
                          job.first_column + column, column_end - column);
    }
  }
}

// All rows and columns [column, column_end) of C, B read where it lies or packed a panel at a time.
template <typename T>
void DirectTask(const GemmJob<T>& job, const Cut<T>& cut, int64_t column, int64_t column_end) {
  constexpr int64_t P = kPanel<T>;
  const bool packed_a = job.find != nullptr || job.m > kDirectRows;
  const int64_t a_row = job.trans_a ? 1 : job.lda, a_k = job.trans_a ? job.lda : 1;
  T* const a_panels =
      packed_a ? ScratchOf<T>(ScratchSlot::kPanelsA, cut.row_panels * kRows * cut.k_block + kMaxLines)
               : nullptr;
  for (int64_t k0 = 0; k0 < job.k; k0 += cut.k_block) {
    const int64_t length = std::min(cut.k_block, job.k - k0);
    const Block<T> block{job, k0, length, k0 == 0, k0 + length == job.k};
    if (packed_a) PackA(job, 0, job.m, k0, length, a_panels);
    const int64_t narrow = NarrowTail<T>(column_end - column, packed_a), wide_end = column_end - narrow;
    if (narrow > 0) {
      const int64_t b_k = job.trans_b ? 1 : job.ldb, b_column = job.trans_b ? job.ldb : 1;
      block.NarrowColumns(0, job.m, wide_end, narrow, a_panels, job.b + k0 * b_k + wide_end * b_column, b_k,
                          b_column);
    }
    for (int64_t j = column; j < wide_end;) {
      const bool wide = job.m <= kWideRows && !job.trans_b && wide_end - j >= kWide / 2 * P;
      const int64_t columns = std::min(wide ? kWide / 2 * P : P, wide_end - j);
      const int64_t vectors = wide ? kWide : columns <= kLanes<T> ? 1 : 2;
      const bool in_place = !job.trans_b && columns == vectors * kLanes<T> && job.m <= kInPlaceRows;
      const T* b = job.b + k0 * job.ldb + j;
      if (!in_place) {
        T* const panel = ScratchOf<T>(ScratchSlot::kPanel, P * cut.k_block);
        PackPanelB(wide_end, job.b, job.ldb, job.trans_b, j, k0, length, panel);
        b = panel;
      }
      for (int64_t i = 0; i < job.m; i += kRows) {
        const int64_t rows = std::min<int64_t>(kRows, job.m - i);
        const T* const a = packed_a ? a_panels + i * length : job.a + i * a_row + k0 * a_k;
        block.Tile(i, rows, j, columns, vectors, packed_a, a, a_row, a_k, b, in_place ? job.ldb : P, P);
      }
      j += columns;
    }
  }
  if (job.epilogue.tile != nullptr)
    job.epilogue.tile(job.epilogue.ctx, job.c + column, job.ldc, 0, job.m, column, column_end - column);
}

// An estimate of a job's cost, for the choice between one thread and several.
template <typename T>
double CostNs(int64_t m, int64_t n, int64_t k) {
  return static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) /
         (4.0 * static_cast<double>(kLanes<T>));
}

template <typename T>
void PackWhole(int64_t k, int64_t n, const T* b, int64_t ldb, bool trans_b, T* packed) {
  constexpr int64_t P = kPanel<T>;
  const int64_t k_block = KBlockOf<T>(k), panels = Ceil(n, P), blocks = Ceil(k, k_block);
  const int64_t pieces = std::min<int64_t>(panels, 16);
  // Chunk: a block of k, a sixteenth of the panels.
  ParallelFor(blocks * pieces, static_cast<double>(k) * static_cast<double>(n) * 0.3, [&](int64_t chunk) {
    const int64_t k0 = chunk / pieces * k_block, length = std::min(k_block, k - k0);
    const int64_t piece = chunk % pieces;
    for (int64_t p = panels * piece / pieces; p < panels * (piece + 1) / pieces; ++p)
      PackPanelB(n, b, ldb, trans_b, p * P, k0, length, packed + k0 * panels * P + p * P * length);
  });
}

template <typename T>
void RunPacked(const GemmJob<T>& job, const Cut<T>& cut) {
  ParallelFor(cut.row_tasks * cut.column_tasks, CostNs<T>(job.m, job.n, job.k), [&](int64_t task) {
    const int64_t row = task / cut.column_tasks * cut.task_rows * kRows;
    const int64_t column = task % cut.column_tasks * cut.task_panels * kPanel<T>;
    PackedTask(job, cut, row, std::min(job.m, row + cut.task_rows * kRows), column,
               std::min(job.n, column + cut.task_panels * kPanel<T>));
  });
}

template <typename T>
void Run(const GemmJob<T>& job) {
  constexpr int64_t P = kPanel<T>;
  if (job.m == 0 || job.n == 0) return;
  const bool plain = job.find == nullptr && job.packed == nullptr;
  if (job.k == 0 || (plain && job.epilogue.tile == nullptr && job.m * job.n * job.k <= kTinyProducts)) {
    Tiny(job);
    if (job.epilogue.tile != nullptr) job.epilogue.tile(job.epilogue.ctx, job.c, job.ldc, 0, job.m, 0, job.n);
    return;
  }
  const Cut<T> cut(job.m, job.n, job.k);
  if (job.packed != nullptr) {
    RunPacked(job, cut);
  } else if (job.m <= kInPlaceRows || cut.row_tasks == 1) {
    ParallelFor(cut.column_tasks, CostNs<T>(job.m, job.n, job.k), [&](int64_t task) {
      const int64_t column = task * cut.task_panels * P;
      DirectTask(job, cut, column, std::min(job.n, column + cut.task_panels * P));
    });
  } else {
    // Columns in pieces whose packed form stays within bounds.
    const int64_t most =
        std::max<int64_t>(kPackedBytes / (job.k * static_cast<int64_t>(sizeof(T))), kTaskColumns) / P * P;
    for (int64_t column = 0; column < job.n; column += most) {
      GemmJob<T> piece = job;
      piece.n = std::min(most, job.n - column);
      piece.c = job.c + column;
      piece.first_column = column;
      if (job.epilogue.bias != nullptr) piece.epilogue.bias = job.epilogue.bias + column;
      const T* const b = job.b + (job.trans_b ? column * job.ldb : column);
      T* const packed = ScratchOf<T>(ScratchSlot::kPanelsB, Ceil(piece.n, P) * P * job.k);
      PackWhole(job.k, piece.n, b, job.ldb, job.trans_b, packed);
      piece.packed = packed;
      RunPacked(piece, Cut<T>(piece.m, piece.n, piece.k));
    }
  }
}

void RunF32(const GemmJob<float>& job) { Run(job); }
void RunF64(const GemmJob<double>& job) { Run(job); }
void PackF32(int64_t k, int64_t n, const float* b, int64_t ldb, bool trans_b, float* packed) {
  PackWhole(k, n, b, ldb, trans_b, packed);
}
void PackF64(int64_t k, int64_t n, const double* b, int64_t ldb, bool trans_b, double* packed) {
  PackWhole(k, n, b, ldb, trans_b, packed);
}
int64_t PanelF32() { return kPanel<float>; }
int64_t PanelF64() { return kPanel<double>; }

}  // namespace HWY_NAMESPACE
}  // namespace tp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tp {

HWY_EXPORT(RunF32);
HWY_EXPORT(RunF64);
HWY_EXPORT(PackF32);
HWY_EXPORT(PackF64);
HWY_EXPORT(PanelF32);
HWY_EXPORT(PanelF64);

namespace {

int64_t PanelWidth(const float*) { return HWY_DYNAMIC_DISPATCH(PanelF32)(); }
int64_t PanelWidth(const double*) { return HWY_DYNAMIC_DISPATCH(PanelF64)(); }

template <typename T>
size_t PackedSize(int64_t k, int64_t n, const T* type) {
  return static_cast<size_t>(Ceil(n, PanelWidth(type)) * PanelWidth(type) * k) * sizeof(T);
}

}  // namespace

void RunGemm(const GemmJob<float>& job) { HWY_DYNAMIC_DISPATCH(RunF32)(job); }
void RunGemm(const GemmJob<double>& job) { HWY_DYNAMIC_DISPATCH(RunF64)(job); }

int64_t KBlock(int64_t k, const float*) { return KBlockOf<float>(k); }
int64_t KBlock(int64_t k, const double*) { return KBlockOf<double>(k); }

size_t PackedSizeB(int64_t k, int64_t n, const float* type) { return PackedSize(k, n, type); }
size_t PackedSizeB(int64_t k, int64_t n, const double* type) { return PackedSize(k, n, type); }
std::string PackedLayout(const float* type) { return "f32/" + std::to_string(PanelWidth(type)); }
std::string PackedLayout(const double* type) { return "f64/" + std::to_string(PanelWidth(type)); }

void PackB(int64_t k, int64_t n, const float* b, int64_t ldb, bool trans_b, float* packed) {
  HWY_DYNAMIC_DISPATCH(PackF32)(k, n, b, ldb, trans_b, packed);
}
void PackB(int64_t k, int64_t n, const double* b, int64_t ldb, bool trans_b, double* packed) {
  HWY_DYNAMIC_DISPATCH(PackF64)(k, n, b, ldb, trans_b, packed);
}

template <std::floating_point T>
void Gemm(int64_t m, int64_t n, int64_t k, const T* a, int64_t lda, bool trans_a, const T* b, int64_t ldb,
          bool trans_b, T* c, int64_t ldc, bool accumulate, const GemmEpilogue<T>& epilogue) {
  RunGemm(GemmJob<T>{.m = m,
                     .n = n,
                     .k = k,
                     .a = a,
                     .lda = lda,
                     .trans_a = trans_a,
                     .b = b,
                     .ldb = ldb,
                     .trans_b = trans_b,
                     .c = c,
                     .ldc = ldc,
                     .accumulate = accumulate,
                     .epilogue = epilogue});
}
template <std::floating_point T>
void GemmPrepacked(int64_t m, int64_t n, int64_t k, const T* a, int64_t lda, bool trans_a, const T* packed,
                   T* c, int64_t ldc, bool accumulate, const GemmEpilogue<T>& epilogue) {
  RunGemm(GemmJob<T>{.m = m,
                     .n = n,
                     .k = k,
                     .a = a,
                     .lda = lda,
                     .trans_a = trans_a,
                     .packed = packed,
                     .c = c,
                     .ldc = ldc,
                     .accumulate = accumulate,
                     .epilogue = epilogue});
}

#define TP_GEMM(T)                                                                                          \
  template void Gemm<T>(int64_t, int64_t, int64_t, const T*, int64_t, bool, const T*, int64_t, bool, T*,    \
                        int64_t, bool, const GemmEpilogue<T>&);                                             \
  template void GemmPrepacked<T>(int64_t, int64_t, int64_t, const T*, int64_t, bool, const T*, T*, int64_t, \
                                 bool, const GemmEpilogue<T>&);
TP_GEMM(float)
TP_GEMM(double)
#undef TP_GEMM

template <typename T>
void BatchedGemm(int64_t batch, int64_t m, int64_t n, int64_t k, const T* a, int64_t lda, bool trans_a,
                 const int64_t* a_offsets, const T* b, int64_t ldb, bool trans_b, const int64_t* b_offsets,
                 T* c, int64_t ldc) {
  const double products = static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
  const auto one = [&](int64_t i) {
    Gemm(m, n, k, a + (a_offsets != nullptr ? a_offsets[i] : i * m * k), lda, trans_a,
         b + (b_offsets != nullptr ? b_offsets[i] : i * k * n), ldb, trans_b, c + i * m * ldc, ldc);
  };
  // Large matrices split within; many small ones are shared out in runs of about 20 us.
  if (batch < 4 && products > 1e6) {
    for (int64_t i = 0; i < batch; ++i) one(i);
    return;
  }
  const auto grain = static_cast<int64_t>(std::clamp(1e6 / std::max(products, 1.0), 1.0, 1e6));
  ParallelRanges(batch, grain, products / 30 + 10, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) one(i);
  });
}

#define TP_BATCHED(T)                                                                                       \
  template void BatchedGemm<T>(int64_t, int64_t, int64_t, int64_t, const T*, int64_t, bool, const int64_t*, \
                               const T*, int64_t, bool, const int64_t*, T*, int64_t);
TP_BATCHED(float)
TP_BATCHED(double)
TP_BATCHED(int32_t)
TP_BATCHED(int64_t)
#undef TP_BATCHED

}  // namespace tp
#endif
