// Ops that move elements without looking at them: repeating, padding, permuting, reversing.
#include <complex>

#include "core/ir/primitives.h"
#include "kernels/grad_text.h"
#include "kernels/move.h"
#include "kernels/op.h"

namespace tp {
namespace {

// --- Tile, Pad
// ----------------------------------------------------------------------------------------------

[[gnu::cold]] Status TileShape(ShapeContext& c) {
  Shape unused;
  TP_RETURN_IF_ERROR(c.WithRank(1, 1, &unused));
  const Shape &from = c.input(0), &by = c.input(1);
  if (from.has_rank() && by.has_rank() && by.rank() == 1 && IsKnown(by[0]) && by[0] != from.rank())
    return InvalidArgument("Shape must be rank {} but is rank {}", from.rank(), by[0]);
  const Tensor* multiples = c.value(1);
  if (multiples == nullptr) {
    if (from.has_rank()) {
      const Shape by = c.ValueAsShape(1);
      if (by.has_rank() && by.rank() != from.rank())
        return InvalidArgument("Shape must be rank {} but is rank {}", by.rank(), from.rank());
      Shape out = Shape::OfRank(from.rank());
      if (by.has_rank())
        for (int i = 0; i < from.rank(); ++i)
          out.set_dim(i, by[i] == kUnknownDim ? kUnknownDim : c.Multiply(from[i], by[i]));
      c.Set(0, out);
    } else if (c.input(1).has_rank() && c.input(1).rank() == 1 && IsKnown(c.input(1)[0])) {
      c.Set(0, Shape::OfRank(static_cast<int>(c.input(1)[0])));
    }
    return {};
  }
  Shape shape;
  TP_RETURN_IF_ERROR(c.WithRank(0, static_cast<int>(multiples->num_elements()), &shape));
  for (int i = 0; i < shape.rank(); ++i) shape.set_dim(i, c.Multiply(shape[i], ElementAsInt(*multiples, i)));
  c.Set(0, shape);
  return {};
}

void TileKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  if (c.input(1).rank() != 1)
    return Fail(c, "Expected multiples to be 1-D, but got shape {}", c.input(1).shape());
  const SmallVector<int64_t, 8> by = IntElements(c.input(1));
  if (static_cast<int>(by.size()) != x.rank())
    return Fail(c, "Expected multiples argument to be a vector of length {} but got length {}", x.rank(),
                by.size());
  Shape shape = x.shape();
  for (int i = 0; i < x.rank(); ++i) {
    if (by[i] < 0) return Fail(c, "Expected multiples[{}] >= 0, but got {}", i, by[i]);
    int64_t dim;
    if (__builtin_mul_overflow(shape[i], by[i], &dim))
      return Fail(c, "the tiled shape has too many elements");
    shape.set_dim(i, dim);
  }
  if (shape == x.shape()) return c.SetOutput(0, x);
  Tensor* out = c.Output(0, x.dtype(), shape);
  if (out == nullptr || out->num_elements() == 0) return;
  // From the innermost dim outwards: once block d of the output is there, it is repeated by[d] times.
  const Mover mover(x.dtype());
  const Mover::Fn move = mover.fn();
  const int64_t size = mover.size();
  const auto copy = [&](auto& self, int d, const char* from, char* to) -> void {
    if (d == x.rank()) return move(to, 1, from, 1, 1);
    const int64_t inner_from = DimProduct(x.shape(), d + 1, x.rank()),
                  inner_to = DimProduct(shape, d + 1, x.rank());
    const int64_t block = x.dim(d) * inner_to;
    if (inner_from == inner_to)
      move(to, 1, from, 1, block);
    else
      for (int64_t i = 0; i < x.dim(d); ++i)
        self(self, d + 1, from + i * inner_from * size, to + i * inner_to * size);
    for (int64_t k = 1; k < by[d]; ++k) move(to + k * block * size, 1, to, 1, block);
  };
  copy(copy, 0, static_cast<const char*>(x.raw_data()), static_cast<char*>(out->raw_data()));
}

// _TileGrad: the dims are split in two, (multiple, size), and summed over the multiples.
[[gnu::cold]] void TileGrad(GradContext& g) {
  const Val shape = grad::ShapeOf(g, g.input(0), g.input(1).dtype());
  const Val stacked = g.builder().Ops("Pack", std::vector<Val>{g.input(1), shape}, {}, "stack")[0];
  const Val turned = g.Op("Transpose", {stacked, grad::Ints(g, {1, 0})}, {}, "transpose");
  const Val split = grad::Reshape(g, turned, grad::Ints(g, {-1}));
  const Val size = grad::SizeOf(g, split);
  const Val axes =
      g.Op("Range", {grad::Const(g, DType::kInt32, 0), size, grad::Const(g, DType::kInt32, 2)}, {}, "range");
  const Val sum = grad::Sum(g, grad::Reshape(g, g.grad(0), split), axes);
  g.Set(0, sum);
}

[[gnu::cold]] Status PadShape(ShapeContext& c) {
  Shape unused;
  TP_RETURN_IF_ERROR(c.WithRank(1, 2, &unused));
  Shape from = c.input(0);
  if (!from.has_rank() && c.input(1).has_rank() && c.input(1).rank() == 2 && IsKnown(c.input(1)[0]))
    from = Shape::OfRank(static_cast<int>(c.input(1)[0]));
  if (!from.has_rank()) return {};
  if (c.input(1).IsFullyKnown() && c.input(1).rank() == 2 && c.input(1)[0] != from.rank())
    return InvalidArgument("Shape must be rank {} but is rank {}", c.input(1)[0], from.rank());
  const Tensor* paddings = c.value(1);
  Shape shape = Shape::OfRank(from.rank());
  if (paddings != nullptr)
    for (int i = 0; i < from.rank(); ++i) {
      const int64_t before = ElementAsInt(*paddings, 2 * i), after = ElementAsInt(*paddings, 2 * i + 1);
      if (before < 0 || after < 0) return InvalidArgument("Paddings must be non-negative");
      shape.set_dim(i, c.Add(c.Add(from[i], before), after));
    }
  c.Set(0, shape);
  return {};
}

// Pad, PadV2 (`value` given) and MirrorPad (mode): where padded element j of a dim comes from; -1: the value.
enum class PadMode { kConstant, kReflect, kSymmetric };

void PadWith(KernelContext& c, const Tensor* value, PadMode mode) {
  const Tensor &x = c.input(0), &paddings = c.input(1);
  if (paddings.rank() != 2 || paddings.dim(1) != 2)
    return Fail(c, "paddings must be a matrix with 2 columns: {}", paddings.shape());
  if (value != nullptr && value->rank() != 0)
    return Fail(c, "constant_values must be a scalar. Found: {}", value->shape());
  if (paddings.dim(0) != x.rank())
    return Fail(c, "The first dimension of paddings must be the rank of inputs{} {}", paddings.shape(),
                x.shape());
  Shape shape = x.shape();
  const int edge = mode == PadMode::kReflect ? 1 : 0;
  for (int i = 0; i < x.rank(); ++i) {
    const int64_t before = ElementAsInt(paddings, 2 * i), after = ElementAsInt(paddings, 2 * i + 1),
                  n = x.dim(i);
    if (before < 0 || after < 0) return Fail(c, "Paddings must be non-negative: {} {}", before, after);
    if (mode != PadMode::kConstant && (before > n - edge || after > n - edge))
      return Fail(c, "paddings must be {} the dimension size: {}, {} {} {}",
                  edge ? "less than" : "no greater than", before, after,
                  edge ? "not less than" : "greater than", n);
    int64_t added, size;
    bool overflow = __builtin_add_overflow(before, after, &added);
    overflow |= __builtin_add_overflow(n, added, &size);
    if (overflow) return Fail(c, "Expected a non-negative size, got {}", size);
    shape.set_dim(i, size);
  }
  Tensor* out = c.Output(0, x.dtype(), shape);
  if (out == nullptr || out->num_elements() == 0) return;
  std::vector<std::vector<int64_t>> source(x.rank());
  for (int i = 0; i < x.rank(); ++i) {
    const int64_t before = ElementAsInt(paddings, 2 * i), n = x.dim(i);
    for (int64_t j = -before; j < shape[i] - before; ++j) {
      int64_t from = j;
      if (j < 0 || j >= n)
        from = mode == PadMode::kConstant ? -1 : j < 0 ? -j - 1 + edge : 2 * n - 1 - j - edge;
      source[i].push_back(from);
    }
  }
  const Mover mover(x.dtype());
  const Mover::Fn move = mover.fn();
  const int64_t size = mover.size();
  Tensor fill = value ? *value : Tensor::Allocate(x.dtype(), Shape());
  if (!value) mover.Clear(&fill, 0, 1);
  const auto copy = [&](auto& self, int d, const char* from, char* to) -> void {
    if (d == x.rank()) return move(to, 1, from, 1, 1);
    const int64_t inner_from = DimProduct(x.shape(), d + 1, x.rank()),
                  inner_to = DimProduct(shape, d + 1, x.rank());
    const auto n = static_cast<int64_t>(source[d].size());
    for (int64_t j = 0; j < n;) {
      const int64_t at = source[d][j];
      int64_t count = 1;  // rows that go together: padding, or neighbours whose inner dims are not padded
      while (j + count < n && (at < 0 ? source[d][j + count] < 0
                                      : inner_from == inner_to && source[d][j + count] == at + count))
        ++count;
      char* const z = to + j * inner_to * size;
      if (at < 0)
        move(z, 1, fill.raw_data(), 0, count * inner_to);
      else if (inner_from == inner_to)
        move(z, 1, from + at * inner_from * size, 1, count * inner_to);
      else
        for (int64_t k = 0; k < count; ++k)
          self(self, d + 1, from + (at + k) * inner_from * size, z + k * inner_to * size);
      j += count;
    }
  };
  copy(copy, 0, static_cast<const char*>(x.raw_data()), static_cast<char*>(out->raw_data()));
}

// MirrorPadGrad: every padded element is added to the one that it mirrors, dim by dim from the last.
[[gnu::cold]] Status MirrorPadGradShape(ShapeContext& c) {
  const Shape& from = c.input(0);
  const Tensor* paddings = c.value(1);
  if (!from.has_rank()) return {};
  Shape shape = Shape::OfRank(from.rank());
  if (paddings != nullptr)
    for (int i = 0; i < from.rank(); ++i)
      if (IsKnown(from[i]))
        shape.set_dim(i, from[i] - ElementAsInt(*paddings, 2 * i) - ElementAsInt(*paddings, 2 * i + 1));
  c.Set(0, shape);
  return {};
}

void MirrorPadGradKernel(KernelContext& c) {
  const Tensor &grad = c.input(0), &paddings = c.input(1);
  const int edge = c.Attr<std::string>("mode") == "REFLECT" ? 1 : 0;
  if (paddings.rank() != 2 || paddings.dim(1) != 2 || paddings.dim(0) != grad.rank())
    return Fail(c, "paddings must be a matrix with 2 columns: {}", paddings.shape());
  Shape shape = grad.shape();
  for (int i = 0; i < grad.rank(); ++i) {
    const int64_t before = ElementAsInt(paddings, 2 * i), after = ElementAsInt(paddings, 2 * i + 1);
    const int64_t n = grad.dim(i) - before - after;
    if (before < 0 || after < 0 || before > n - edge || after > n - edge)
      return Fail(c,
                  "Paddings must be non-negative and not greater than the output dimension: "
                  "{} {}",
                  before, after);
    shape.set_dim(i, n);
  }
  Tensor* out = c.Output(0, grad.dtype(), shape);
  if (out == nullptr || out->num_elements() == 0) return;
  if (grad.dtype() == DType::kFloat16 || grad.dtype() == DType::kBFloat16 || grad.dtype() == DType::kBool)
    return FailAs(c, Code::kUnimplemented, "MirrorPadGrad of {}", DTypeName(grad.dtype()));
  const TileFn add = PrimTile(Prim::kAdd, grad.dtype());
  const auto size = static_cast<int64_t>(DTypeSize(grad.dtype()));
  const char* const data = static_cast<const char*>(grad.raw_data());
  std::vector<char> now(data, data + grad.bytes()), next;
  Shape from = grad.shape();
  for (int d = grad.rank() - 1; d >= 0; --d) {
    const int64_t before = ElementAsInt(paddings, 2 * d), wide = from[d], n = shape[d];
    const int64_t outer = DimProduct(from, 0, d), inner = DimProduct(from, d + 1, from.rank());
    next.assign(static_cast<size_t>(outer * n * inner * size), 0);
    // Adds rows [j, j + count) of `now` to as many of `next`.
    const auto add_rows = [&](int64_t o, int64_t j, int64_t at, int64_t count) {
      char* const to = next.data() + (o * n + at) * inner * size;
      const void* in[] = {to, now.data() + (o * wide + j) * inner * size};
      add(in, to, static_cast<size_t>(count * inner));
    };
    for (int64_t o = 0; o < outer; ++o) {
      for (int64_t j = 0; j < before; ++j) add_rows(o, j, before - j - 1 + edge, 1);
      add_rows(o, before, 0, n);
      for (int64_t j = before + n; j < wide; ++j) add_rows(o, j, 2 * n - 1 - (j - before) - edge, 1);
    }
    from.set_dim(d, n);
    now.swap(next);
  }
  std::copy(now.begin(), now.end(), static_cast<char*>(out->raw_data()));
}

// _PadGrad: the slice that the input was put to.
[[gnu::cold]] void PadGrad(GradContext& g) {
  const Val &x = g.input(0), &paddings = g.input(1);
  const Val size = grad::Stack(g, std::vector<Val>{grad::RankOf(g, x), grad::Const(g, DType::kInt32, 1)});
  const Val before = g.Op("Slice", {paddings, grad::Ints(g, {0, 0}), size});
  const Val begin = grad::Reshape(g, before, grad::Ints(g, {-1}));
  const Val sizes = grad::ShapeOf(g, x, paddings.dtype());
  g.Set(0, g.Op("Slice", {g.grad(0), begin, sizes}));
}

// --- Transpose, ReverseV2
// -----------------------------------------------------------------------------------

[[gnu::cold]] Status TransposeShape(ShapeContext& c) {
  const Shape &from = c.input(0), &order = c.input(1);
  const Tensor* perm = c.value(1);
  const bool known = order.IsFullyKnown();
  if (!from.has_rank() && !known) return {};
  const int rank = from.has_rank() ? from.rank() : static_cast<int>(order.num_elements());
  if (!from.has_rank() && rank < 2) return {};  // one axis is what a scalar's perm may have, too
  Shape shape;
  TP_RETURN_IF_ERROR(c.WithRank(0, rank, &shape));
  TP_RETURN_IF_ERROR(c.WithRank(1, 1, &shape));
  if (known && order.num_elements() != rank)
    return InvalidArgument("Dimension must be {} but is {}", rank, order.num_elements());
  if (perm == nullptr) {
    c.Set(0, Shape::OfRank(rank));
    return {};
  }
  TP_RETURN_IF_ERROR(c.WithRank(0, rank, &shape));
  Shape out;
  for (int64_t at : IntElements(*perm)) {
    const std::optional<int> dim = NormalAxis(at, rank);
    if (!dim) return InvalidArgument("perm dim {} is out of range of input rank {}", at, rank);
    out.Append(shape[*dim]);
  }
  c.Set(0, out);
  return {};
}

Tensor Conjugated(const Tensor& x) {
  Tensor y = x.Clone();
  if (x.dtype() == DType::kComplex64)
    for (auto& v : y.elements<std::complex<float>>()) v = std::conj(v);
  if (x.dtype() == DType::kComplex128)
    for (auto& v : y.elements<std::complex<double>>()) v = std::conj(v);
  return y;
}

// A dim of the output, or neighbouring ones that are neighbours in the input, too.
struct Axis {
  int64_t n, from, to;  // its size, and its steps in input and output
};

// Innermost first; dims of one element are left out.
SmallVector<Axis, 8> AxesOf(const Tensor& x, std::span<const int64_t> perm) {
  SmallVector<Axis, 8> axes;
  int64_t to = 1;
  for (int i = x.rank() - 1; i >= 0; --i) {
    const int at = static_cast<int>(perm[i]);
    const int64_t n = x.dim(at), from = DimProduct(x.shape(), at + 1, x.rank());
    if (n == 1) continue;
    if (!axes.empty() && axes.back().from * axes.back().n == from)
      axes.back().n *= n;
    else
      axes.push_back({n, from, to});
    to *= n;
  }
  if (axes.empty()) axes.push_back({1, 1, 1});
  return axes;
}

// `out` has elements. The innermost axis of the output and that of the input are a matrix to transpose (or,
// where they are the same, a run to copy); the others say where it lies. A task is a strip of its columns.
void TransposeTo(const Tensor& x, std::span<const int64_t> perm, Tensor* out) {
  constexpr int64_t kTask = 1 << 16;        // elements
  constexpr size_t kStreamBytes = 2 << 20;  // about what a second-level cache holds
  SmallVector<Axis, 8> axes = AxesOf(x, perm);
  const Axis column = axes[0];
  Axis row = {1, 1, 1};
  for (size_t i = 1; i < axes.size(); ++i)
    if (column.from != 1 && axes[i].from == 1) std::swap(row, axes[i]);
  const int64_t strip = std::min(column.n, std::max<int64_t>(kTask / row.n / 64 * 64, 64));
  axes[0] = {(column.n + strip - 1) / strip, strip * column.from, strip};
  const int64_t tasks = out->num_elements() / (row.n * column.n) * axes[0].n;
  const Mover mover(x.dtype());
  const int64_t size = mover.size();
  const bool stream = out->bytes() >= kStreamBytes;
  ParallelRanges(tasks, std::max<int64_t>(1, 8192 / (row.n * strip)),
                 1.0 * static_cast<double>(row.n * strip), [&](int64_t begin, int64_t end) {
                   SmallVector<int64_t, 8> index(axes.size(), 0);
                   const char* from = static_cast<const char*>(x.raw_data());
                   char* to = static_cast<char*>(out->raw_data());
                   for (int64_t i = 0, rest = begin; rest > 0; rest /= axes[i++].n) {
                     index[i] = rest % axes[i].n;
                     from += index[i] * axes[i].from * size;
                     to += index[i] * axes[i].to * size;
                   }
                   for (int64_t task = begin; task < end; ++task) {
                     const int64_t columns = std::min(strip, column.n - index[0] * strip);
                     if (column.from == 1)
                       mover.fn()(to, 1, from, 1, columns);
                     else
                       mover.Transpose(to, row.to, from, column.from, row.n, columns, stream);
                     for (size_t i = 0; i < axes.size(); ++i) {
                       from += axes[i].from * size;
                       to += axes[i].to * size;
                       if (++index[i] < axes[i].n) break;
                       from -= axes[i].from * axes[i].n * size;
                       to -= axes[i].to * axes[i].n * size;
                       index[i] = 0;
                     }
                   }
                 });
}

void TransposeKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  SmallVector<int64_t, 8> perm = IntElements(c.input(1));
  const int rank = x.rank();
  if (c.input(1).rank() != 1) return Fail(c, "perm must be rank 1, got shape {}", c.input(1).shape());
  if (static_cast<int>(perm.size()) != rank)
    return Fail(c, "transpose expects a vector of size {}. But input(1) is a vector of size {}", rank,
                perm.size());
  std::vector<bool> seen(rank, false);
  bool unchanged = true;
  for (int i = 0; i < rank; ++i) {
    const std::optional<int> at = NormalAxis(perm[i], rank);
    if (!at) return Fail(c, "{} is out of range [0 .. {})", perm[i], rank);
    perm[i] = *at;
    seen[*at] = true;
    unchanged = unchanged && *at == i;
  }
  for (int i = 0; i < rank; ++i)
    if (!seen[i]) return Fail(c, "{} is missing from {{{}}}.", i, fmt::join(perm, ","));
  if (unchanged) {
    if (c.op().name() == "ConjugateTranspose") return c.SetOutput(0, Conjugated(x));
    return c.SetOutput(0, x);
  }
  Shape shape;
  for (int64_t at : perm) shape.Append(x.dim(static_cast<int>(at)));
  Tensor* out = c.Output(0, x.dtype(), shape);
  if (out == nullptr || out->num_elements() == 0) return;
  TransposeTo(x, perm, out);
  if (c.op().name() == "ConjugateTranspose") c.SetOutput(0, Conjugated(*out));
}

[[gnu::cold]] Val Inverted(GradContext& g, const Val& perm) { return g.Op("InvertPermutation", {perm}); }

[[gnu::cold]] Status ReverseShape(ShapeContext& c) {
  Shape unused;
  TP_RETURN_IF_ERROR(c.WithRank(1, 1, &unused));
  TP_RETURN_IF_ERROR(shape::Unchanged(c));
  const Shape& x = c.input(0);
  const Tensor* axes = x.has_rank() ? c.value(1) : nullptr;
  if (axes == nullptr) return {};
  for (int64_t i = 0; i < axes->num_elements(); ++i)
    if (!NormalAxis(ElementAsInt(*axes, i), x.rank()))
      return InvalidArgument("'axis'[{}] = {} is out of valid range [0, {}", i, ElementAsInt(*axes, i),
                             x.rank() - 1);
  return {};
}

void ReverseKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  if (x.num_elements() == 0 || x.rank() == 0) return c.SetOutput(0, x);  // whatever the axes
  if (c.input(1).rank() != 1) return Fail(c, "'dims' must be 1-dimension, not {}", c.input(1).rank());
  std::vector<bool> turn(x.rank(), false);
  for (int64_t i = 0; i < c.input(1).num_elements(); ++i) {
    const int64_t axis = ElementAsInt(c.input(1), i);
    const std::optional<int> at = NormalAxis(axis, x.rank());
    if (!at) return Fail(c, "'axis'[{}] = {} is out of valid range [0, {}", i, axis, x.rank() - 1);
    if (turn[*at]) return Fail(c, "axis {} specified more than once.", *at);
    turn[*at] = true;
  }
  Tensor* out = c.Output(0, x.dtype(), x.shape());
  if (out == nullptr || out->num_elements() == 0) return;
  const Mover mover(x.dtype());
  const Mover::Fn move = mover.fn();
  const int64_t size = mover.size();
  const auto copy = [&](auto& self, int d, const char* from, char* to) -> void {
    if (d == x.rank()) return move(to, 1, from, 1, 1);
    const int64_t inner = DimProduct(x.shape(), d + 1, x.rank()), n = x.dim(d);
    if (d + 1 == x.rank())
      return turn[d] ? move(to, 1, from + (n - 1) * size, -1, n) : move(to, 1, from, 1, n);
    for (int64_t i = 0; i < n; ++i)
      self(self, d + 1, from + (turn[d] ? n - 1 - i : i) * inner * size, to + i * inner * size);
  };
  copy(copy, 0, static_cast<const char*>(x.raw_data()), static_cast<char*>(out->raw_data()));
}

}  // namespace

TP_OP(Tile){
    .name = "Tile",
    .api = "tf.tile (input, multiples, name=None)",
    .inputs = "input: T, multiples: Tmultiples",
    .outputs = "output: T",
    .attrs = "T: type, Tmultiples: {int32,int64} = int32",
    .doc = "The input repeated along each dim.",
    .shape = TileShape,
    .kernel = TileKernel,
    .gradient = TileGrad,
    .host_inputs = "multiples",
    .examples =
        "[1 2], [2] -> [1 2 1 2]\n"
        "[[1 2]], [2 2] -> [[1 2 1 2] [1 2 1 2]]",
};

TP_OP(Pad){
    .name = "Pad",
    .inputs = "input: T, paddings: Tpaddings",
    .outputs = "output: T",
    .attrs = "T: type, Tpaddings: {int32,int64} = int32",
    .doc = "The input with zeros before and after, along each dim.",
    .shape = PadShape,
    .kernel = [](KernelContext& c) { PadWith(c, nullptr, PadMode::kConstant); },
    .gradient = PadGrad,
    .host_inputs = "paddings",
    .examples = "[1 2], [[1 2]] -> [0 1 2 0 0]",
};

TP_OP(PadV2){
    .name = "PadV2",
    .inputs = "input: T, paddings: Tpaddings, constant_values: T",
    .outputs = "output: T",
    .attrs = "T: type, Tpaddings: {int32,int64} = int32",
    .doc = "The input with a value before and after, along each dim.",
    .shape = PadShape,
    .kernel = [](KernelContext& c) { PadWith(c, &c.input(2), PadMode::kConstant); },
    .gradient = PadGrad,
    .host_inputs = "paddings",
    .examples = "[1 2], [[1 2]], 9 -> [9 1 2 9 9]",
};

TP_OP(MirrorPad){
    .name = "MirrorPad",
    .inputs = "input: T, paddings: Tpaddings",
    .outputs = "output: T",
    .attrs = "T: type, Tpaddings: {int32,int64} = int32, mode: {'REFLECT','SYMMETRIC'}",
    .doc = "The input mirrored at its edges: REFLECT leaves the edge itself out.",
    .shape = PadShape,
    .kernel =
        [](KernelContext& c) {
          PadWith(c, nullptr,
                  c.Attr<std::string>("mode") == "REFLECT" ? PadMode::kReflect : PadMode::kSymmetric);
        },
    .gradient = [](GradContext& g) { grad::Run(g, "d0 = MirrorPadGrad(g0, x1){mode=@}"); },
    .host_inputs = "paddings",
    .examples =
        "[1 2 3], [[2 1]] -> [3 2 1 2 3 2] | mode='REFLECT'\n"
        "[1 2 3], [[2 1]] -> [2 1 1 2 3 3] | mode='SYMMETRIC'",
};

TP_OP(MirrorPadGrad){
    .name = "MirrorPadGrad",
    .inputs = "input: T, paddings: Tpaddings",
    .outputs = "output: T",
    .attrs = "T: type, Tpaddings: {int32,int64} = int32, mode: {'REFLECT','SYMMETRIC'}",
    .doc = "The gradient of MirrorPad.",
    .shape = MirrorPadGradShape,
    .kernel = MirrorPadGradKernel,
    .gradient = [](GradContext& g) { grad::Run(g, "d0 = MirrorPad(g0, x1){mode=@}"); },
    .host_inputs = "paddings",
    .examples = "[1. 2. 3. 4. 5.], [[1 1]] -> [2. 9. 4.] | mode='REFLECT'",
};

TP_OP(Transpose){
    .name = "Transpose",
    .inputs = "x: T, perm: Tperm",
    .outputs = "y: T",
    .attrs = "T: type, Tperm: {int32,int64} = int32",
    .doc = "The dims in the order that perm says.",
    .shape = TransposeShape,
    .kernel = TransposeKernel,
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("Transpose", {g.grad(0), Inverted(g, g.input(1))}, {}, "transpose"));
        },
    .host_inputs = "perm",
    .examples =
        "[[1 2 3] [4 5 6]], [1 0] -> [[1 4] [2 5] [3 6]]\n"
        "[[[1 2]] [[3 4]]], [2 0 1] -> [[[1] [3]] [[2] [4]]]",
};

TP_OP(ConjugateTranspose){
    .name = "ConjugateTranspose",
    .inputs = "x: T, perm: Tperm",
    .outputs = "y: T",
    .attrs = "T: type, Tperm: {int32,int64} = int32",
    .doc = "The dims in the order that perm says, elements conjugated.",
    .shape = TransposeShape,
    .kernel = TransposeKernel,
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("ConjugateTranspose", {g.grad(0), Inverted(g, g.input(1))}));
        },
    .host_inputs = "perm",
    .examples = "c64:[[1.+2.j 3.+0.j]], [1 0] -> c64:[[1-2j] [3-0j]]",
};

TP_OP(ReverseV2){
    .name = "ReverseV2",
    .api = "tf.reverse (tensor, axis, name=None)",
    .inputs = "tensor: T, axis: Tidx",
    .outputs = "output: T",
    .attrs =
        "Tidx: {int32,int64} = int32, T: {uint8,int8,uint16,int16,int32,uint32,int64,uint64,bool,"
        "bfloat16,float16,float32,float64,complex64,complex128,string}",
    .doc = "The input with the order of elements turned along the axes.",
    .shape = ReverseShape,
    .kernel = ReverseKernel,
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("ReverseV2", {g.grad(0), g.input(1)}));
        },
    .host_inputs = "axis",
    .examples =
        "[[1 2] [3 4]], [1] -> [[2 1] [4 3]]\n"
        "[1 2 3], [0] -> [3 2 1]",
};

}  // namespace tp
