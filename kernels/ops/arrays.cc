// More ops on arrays: rolling, bands and diagonals, reinterpreted bits, complex parts, clipping, unique
// elements, partitions and counts.
#include <cmath>
#include <complex>

#include "core/base/hash_map.h"
#include "core/ir/primitives.h"
#include "kernels/grad_text.h"
#include "kernels/move.h"
#include "kernels/op.h"

namespace tp {
namespace {

// --- complex numbers
// ----------------------------------------------------------------------------------------

// f(complex) of each element; the output is real.
template <class F>
void RealOf(KernelContext& c, F&& f) {
  const Tensor& x = c.input(0);
  const bool wide = x.dtype() == DType::kComplex128;
  Tensor* out = c.Output(0, wide ? DType::kFloat64 : DType::kFloat32, x.shape());
  if (out == nullptr) return;
  for (int64_t i = 0; i < x.num_elements(); ++i) {
    if (wide)
      out->data<double>()[i] = f(x.data<std::complex<double>>()[i]);
    else
      out->data<float>()[i] = f(x.data<std::complex<float>>()[i]);
  }
}

void ComplexKernel(KernelContext& c) {
  const Tensor &re = c.input(0), &im = c.input(1);
  const std::optional<Shape> shape = BroadcastShapes(re.shape(), im.shape());
  if (!shape) return Fail(c, "Incompatible shapes: {} vs. {}", re.shape(), im.shape());
  const bool wide = re.dtype() == DType::kFloat64;
  Tensor* out = c.Output(0, wide ? DType::kComplex128 : DType::kComplex64, *shape);
  if (out == nullptr) return;
  const auto offset = [&](const Tensor& t, int64_t i) {
    int64_t at = 0, stride = 1;
    for (int d = shape->rank() - 1, o = t.rank() - 1; o >= 0; --d, --o) {
      if (t.dim(o) != 1) at += i % (*shape)[d] * stride;
      stride *= t.dim(o);
      i /= (*shape)[d];
    }
    return at;
  };
  for (int64_t i = 0; i < out->num_elements(); ++i) {
    const int64_t a = offset(re, i), b = offset(im, i);
    if (wide)
      out->data<std::complex<double>>()[i] = {re.data<double>()[a], im.data<double>()[b]};
    else
      out->data<std::complex<float>>()[i] = {re.data<float>()[a], im.data<float>()[b]};
  }
}

Attrs Tout(DType real) {
  return MakeAttrs({{"Tout", real == DType::kFloat64 ? DType::kComplex128 : DType::kComplex64}});
}
Attrs RealTout(DType complex) {
  return MakeAttrs({{"Tout", complex == DType::kComplex128 ? DType::kFloat64 : DType::kFloat32}});
}

// --- moving
// -------------------------------------------------------------------------------------------------

void RollKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  if (x.rank() < 1) return Fail(c, "input must be 1-D or higher");
  if (c.input(1).num_elements() != c.input(2).num_elements())
    return Fail(c, "shift and axis must have the same size");
  std::vector<int64_t> shift(x.rank(), 0);
  for (int64_t i = 0; i < c.input(1).num_elements(); ++i) {
    const std::optional<int> at = NormalAxis(ElementAsInt(c.input(2), i), x.rank());
    if (!at) return Fail(c, "axis {} is out of range", ElementAsInt(c.input(2), i));
    shift[*at] += ElementAsInt(c.input(1), i);
  }
  Tensor* out = c.Output(0, x.dtype(), x.shape());
  if (out == nullptr || x.num_elements() == 0) return;
  const Mover mover(x.dtype());
  for (int64_t i = 0; i < x.num_elements(); ++i) {
    int64_t rest = i, to = 0, stride = 1;
    for (int d = x.rank() - 1; d >= 0; --d) {
      const int64_t n = x.dim(d), at = (rest % n + shift[d]) % n;
      to += (at < 0 ? at + n : at) * stride;
      stride *= n;
      rest /= n;
    }
    mover.Copy(out, to, x, i, 1);
  }
}

void BandKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  if (x.rank() < 2) return Fail(c, "input must be at least 2-dim, received shape: {}", x.shape());
  for (int i = 1; i < 3; ++i)
    if (c.input(i).rank() != 0)
      return Fail(c, "{} must be scalar, got shape {}", c.op().inputs()[static_cast<size_t>(i)].name,
                  c.input(i).shape());
  const int64_t rows = x.dim(x.rank() - 2), columns = x.dim(x.rank() - 1), low = ScalarInt(c.input(1)),
                high = ScalarInt(c.input(2));
  if (low > rows)
    return Fail(c, "num_lower must be negative or less or equal to number of rows ({}) got: {}", rows, low);
  if (high > columns)
    return Fail(c, "num_upper must be negative or less or equal to number of columns ({}) got: {}", columns,
                high);
  Tensor* out = c.Output(0, x.dtype(), x.shape());
  if (out == nullptr) return;
  const Mover mover(x.dtype());
  for (int64_t i = 0; i < x.num_elements(); ++i) {
    const int64_t row = i / columns % rows, column = i % columns;
    if ((low < 0 || row - column <= low) && (high < 0 || column - row <= high))
      mover.Copy(out, i, x, i, 1);
    else
      mover.Clear(out, i, 1);
  }
}

// Each batch row reversed up to its length.
void ReverseSequenceKernel(KernelContext& c) {
  const Tensor &x = c.input(0), &lengths = c.input(1);
  const int64_t seq = c.Attr<int64_t>("seq_dim"), batch = c.Attr<int64_t>("batch_dim");
  if (seq == batch) return Fail(c, "batch_dim == seq_dim == {}", seq);
  if (seq < 0 || seq >= x.rank()) return Fail(c, "seq_dim must be < input rank ( {} vs. {})", seq, x.rank());
  if (batch < 0 || batch >= x.rank())
    return Fail(c, "batch_dim must be < input rank ( {} vs. {})", batch, x.rank());
  if (lengths.num_elements() != x.dim(static_cast<int>(batch)))
    return Fail(c, "Length of seq_lengths != input.dims({}), ({} vs. {})", batch, lengths.num_elements(),
                x.dim(static_cast<int>(batch)));
  Tensor* out = c.Output(0, x.dtype(), x.shape());
  if (out == nullptr) return;
  const auto stride = [&](int64_t d) { return DimProduct(x.shape(), static_cast<int>(d) + 1, x.rank()); };
  const int64_t seq_stride = stride(seq), batch_stride = stride(batch);
  for (int64_t i = 0; i < lengths.num_elements(); ++i)
    if (ElementAsInt(lengths, i) < 0 || ElementAsInt(lengths, i) > x.dim(static_cast<int>(seq)))
      return Fail(c, "seq_lens({}) > input.dims({})", i, seq);
  const Mover mover(x.dtype());
  for (int64_t i = 0; i < x.num_elements(); ++i) {
    const int64_t s = i / seq_stride % x.dim(static_cast<int>(seq)),
                  b = i / batch_stride % x.dim(static_cast<int>(batch));
    const int64_t length = ElementAsInt(lengths, b);
    mover.Copy(out, i, x, s < length ? i + (length - 1 - 2 * s) * seq_stride : i, 1);
  }
}

// --- bits
// ---------------------------------------------------------------------------------------------------

Status BitcastShape(ShapeContext& c) {
  if (!c.input(0).has_rank()) return {};
  const int64_t from = static_cast<int64_t>(DTypeSize(c.dtype(0))),
                to = static_cast<int64_t>(DTypeSize(c.Attr<DType>("type")));
  Shape shape = c.input(0);
  if (from > to) {
    shape.Append(from / to);
  } else if (from < to) {
    TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, 1, &shape));
    const Dim last = shape[shape.rank() - 1];
    if (IsKnown(last) && last != to / from)
      return InvalidArgument("Cannot bitcast from {} to {} due to shape. {} does not match {}",
                             static_cast<int>(c.dtype(0)), static_cast<int>(c.Attr<DType>("type")), last,
                             to / from);
    shape.Erase(shape.rank() - 1);
  }
  c.Set(0, shape);
  return {};
}

void BitcastKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  const DType dtype = c.Attr<DType>("type");
  const int64_t from = static_cast<int64_t>(DTypeSize(x.dtype())),
                to = static_cast<int64_t>(DTypeSize(dtype));
  Shape shape = x.shape();
  if (from > to) {
    shape.Append(from / to);
  } else if (from < to) {
    if (shape.rank() == 0 || shape[shape.rank() - 1] != to / from)
      return Fail(c, "Cannot bitcast from {} to {}", static_cast<int>(x.dtype()), static_cast<int>(dtype));
    shape.Erase(shape.rank() - 1);
  }
  if (Tensor* out = c.Output(0, dtype, shape)) std::memcpy(out->raw_data(), x.raw_data(), x.bytes());
}

// --- sets and counts
// ----------------------------------------------------------------------------------------

// The different elements in order of their first appearance, where each stands among them, and how often.
void UniqueKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  if (x.rank() != 1) return Fail(c, "unique expects a 1D vector.");
  std::vector<int64_t> index(x.num_elements()), first, count;
  // By an element's bytes; but -0.0 is 0.0, and a NaN differs from all.
  const bool text = x.dtype() == DType::kString, real = IsFloating(x.dtype());
  const size_t size = text ? 0 : DTypeSize(x.dtype());
  if (size > 8) return FailAs(c, Code::kUnimplemented, "Unique of {}", DTypeName(x.dtype()));
  HashMap<std::string, int64_t> seen;
  for (int64_t i = 0; i < x.num_elements(); ++i) {
    const double value = real ? ElementAsDouble(x, i) : 1;
    std::string key =
        text ? x.data<std::string>()[i]
             : std::string(static_cast<const char*>(x.raw_data()) + static_cast<size_t>(i) * size, size);
    if (value == 0) key.assign(size, 0);
    if (std::isnan(value)) key += std::to_string(i);
    const auto [at, fresh] = seen.try_emplace(std::move(key), static_cast<int64_t>(first.size()));
    if (fresh) {
      first.push_back(i);
      count.push_back(0);
    }
    index[i] = at->second;
    ++count[at->second];
  }
  Tensor* out = c.Output(0, x.dtype(), Shape{static_cast<Dim>(first.size())});
  if (out == nullptr) return;
  const Mover mover(x.dtype());
  for (size_t i = 0; i < first.size(); ++i) mover.Copy(out, static_cast<int64_t>(i), x, first[i], 1);
  const DType dtype = c.Attr<DType>("out_idx", DType::kInt32);
  c.SetOutput(1, IntVector(index, dtype));
  if (c.num_outputs() > 2) c.SetOutput(2, IntVector(count, dtype));
}

Status UniqueShape(ShapeContext& c) {
  if (c.input(0).has_rank() && c.input(0).rank() != 1)
    return InvalidArgument("Shape must be rank 1 but is rank {}", c.input(0).rank());
  c.Set(0, Shape::OfRank(1));
  c.Set(1, c.input(0));
  if (c.num_outputs() > 2) c.Set(2, Shape::OfRank(1));
  return {};
}

void PartitionKernel(KernelContext& c) {
  const Tensor &data = c.input(0), &parts = c.input(1);
  const int64_t n = c.num_outputs();
  if (parts.rank() > data.rank() ||
      !std::equal(parts.shape().begin(), parts.shape().end(), data.shape().begin()))
    return Fail(c, "data.shape must start with partitions.shape, got data.shape = {}, partitions.shape = {}",
                data.shape(), parts.shape());
  std::vector<std::vector<int64_t>> rows(n);
  for (int64_t i = 0; i < parts.num_elements(); ++i) {
    const int64_t at = ElementAsInt(parts, i);
    if (at < 0 || at >= n) return Fail(c, "partitions[{}] = {} is not in [0, {})", i, at, n);
    rows[at].push_back(i);
  }
  const int64_t run = DimProduct(data.shape(), parts.rank(), data.rank());
  for (int k = 0; k < n; ++k) {
    Shape shape{static_cast<Dim>(rows[k].size())};
    for (int i = parts.rank(); i < data.rank(); ++i) shape.Append(data.dim(i));
    Tensor* out = c.Output(k, data.dtype(), shape);
    if (out == nullptr) return;
    const Mover mover(data.dtype());
    for (size_t i = 0; i < rows[k].size(); ++i)
      mover.Copy(out, static_cast<int64_t>(i) * run, data, rows[k][i] * run, run);
  }
}

Status PartitionShape(ShapeContext& c) {
  const Shape &data = c.input(0), &parts = c.input(1);
  if (!data.has_rank() || !parts.has_rank() || parts.rank() > data.rank()) return {};
  Shape shape{kUnknownDim};
  for (int i = parts.rank(); i < data.rank(); ++i) shape.Append(data[i]);
  for (int i = 0; i < c.num_outputs(); ++i) c.Set(i, shape);
  return {};
}

void BincountKernel(KernelContext& c, int weights_at, bool binary) {
  const Tensor &x = c.input(0), &weights = c.input(weights_at);
  if (c.input(1).rank() != 0) return Fail(c, "Shape must be rank 0 but is rank {}", c.input(1).rank());
  const int64_t size = ScalarInt(c.input(1));
  if (size < 0) return Fail(c, "size ({}) must be non-negative", size);
  const bool rows = x.rank() == 2;
  const int64_t batch = rows ? x.dim(0) : 1, n = rows ? x.dim(1) : x.num_elements();
  if (weights.num_elements() != 0 && weights.num_elements() != x.num_elements())
    return Fail(c,
                "`weights` must be the same shape as `arr` or a length-0 `Tensor`, in which case it "
                "acts as all weights equal to 1. Received {}",
                weights.shape());
  Tensor* out = c.Output(0, weights.dtype(), rows ? Shape{batch, size} : Shape{size});
  if (out == nullptr) return;
  DispatchNumeric(out->dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, int32_t> ||
                  std::is_same_v<T, int64_t>) {
      std::fill_n(out->data<T>(), out->num_elements(), T(0));
      for (int64_t i = 0; i < x.num_elements(); ++i) {
        const int64_t at = ElementAsInt(x, i);
        if (at < 0) return Fail(c, "Input arr must be non-negative!");
        if (at >= size) continue;
        T& bin = out->data<T>()[i / std::max<int64_t>(n, 1) * size * (rows ? 1 : 0) + at];
        bin =
            binary ? T(1) : static_cast<T>(bin + (weights.num_elements() == 0 ? T(1) : weights.data<T>()[i]));
      }
    }
  });
}

// --- LinSpace
// -----------------------------------------------------------------------------------------------

void LinSpaceKernel(KernelContext& c) {
  for (int i = 0; i < 3; ++i)
    if (c.input(i).rank() != 0)
      return Fail(c, "{} must be a scalar, not shape {}", c.op().inputs()[static_cast<size_t>(i)].name,
                  c.input(i).shape());
  const int64_t n = ScalarInt(c.input(2));
  if (n <= 0) return Fail(c, "Requires num > 0: {}", n);
  Tensor* out = c.Output(0, c.input(0).dtype(), Shape{n});
  if (out == nullptr) return;
  DispatchNumeric(out->dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_floating_point_v<T>) {
      const T start = c.input(0).scalar<T>(), stop = c.input(1).scalar<T>();
      T* z = out->data<T>();
      z[0] = start;
      if (n == 1) return;
      const T step = (stop - start) / static_cast<T>(n - 1);
      for (int64_t i = 1; i + 1 < n; ++i) z[i] = start + step * static_cast<T>(i);
      z[n - 1] = stop;
    } else {
      FailAs(c, Code::kUnimplemented, "LinSpace of {}", DTypeName(out->dtype()));
    }
  });
}

// --- diagonals
// ----------------------------------------------------------------------------------------------

void DiagKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  Shape shape = x.shape();
  for (Dim dim : x.shape()) shape.Append(dim);
  Tensor* out = c.Output(0, x.dtype(), shape);
  if (out == nullptr) return;
  const int64_t n = x.num_elements();
  const Mover mover(x.dtype());
  mover.Clear(out, 0, n * n);
  for (int64_t i = 0; i < n; ++i) mover.Copy(out, i * n + i, x, i, 1);
}

// _AngleGrad: -grad / (im + re i).
void AngleGrad(GradContext& g) {
  const DType real = g.grad(0).dtype();
  const Val re = g.Op("Real", {g.input(0)}, RealTout(real)), im = g.Op("Imag", {g.input(0)}, RealTout(real));
  const Val z = g.Op("Reciprocal", {g.Op("Complex", {im, re}, Tout(real))});
  const Val grad = g.Op("Complex", {g.grad(0), grad::Const(g, real, 0)}, Tout(real));
  g.Set(0, grad::Mul(g, grad::Neg(g, grad), z));
}

// _DynamicPartitionGrads: the gradients, stitched to where the rows came from.
void PartitionGrad(GradContext& g) {
  const Val& ids = g.input(1);
  const Val prefix = grad::ShapeOf(g, ids);
  const Val count = grad::ProdAll(g, prefix);
  const Val range =
      g.Op("Range", {grad::Const(g, DType::kInt32, 0), count, grad::Const(g, DType::kInt32, 1)}, {}, "range");
  const int64_t parts = g.Attr<int64_t>("num_partitions");
  const std::vector<Val> given = {grad::Reshape(g, range, prefix), ids};
  std::vector<Val> in = g.builder().Ops("DynamicPartition", given, MakeAttrs({{"num_partitions", parts}}));
  for (int64_t i = 0; i < parts; ++i)
    in.push_back(g.grad(static_cast<int>(i)) ? g.grad(static_cast<int>(i))
                                             : grad::ZerosLike(g, g.output(static_cast<int>(i))));
  const Val rows = g.builder().Ops("ParallelDynamicStitch", in)[0];
  g.Set(0, grad::Reshape(g, rows, grad::ShapeOf(g, g.input(0))));
}

}  // namespace

TP_OP(Complex){
    .name = "Complex",
    .inputs = "real: T, imag: T",
    .outputs = "out: Tout",
    .attrs = "T: {float32,float64} = float32, Tout: {complex64,complex128} = complex64",
    .doc = "real + imag i.",
    .shape = shape::Broadcast,
    .kernel = ComplexKernel,
    .gradient =
        [](GradContext& g) {
          grad::SetReduced(g, g.input(0), g.input(1), g.Op("Real", {g.grad(0)}, RealTout(g.grad(0).dtype())),
                           g.Op("Imag", {g.grad(0)}, RealTout(g.grad(0).dtype())));
        },
    .examples = "[1. 2.], [3. -1.] -> c64:[1+3j 2-1j]",
};

TP_OP(Real){
    .name = "Real",
    .inputs = "input: T",
    .outputs = "output: Tout",
    .attrs = "T: {complex64,complex128} = complex64, Tout: {float32,float64} = float32",
    .doc = "The real part.",
    .shape = shape::Unchanged,
    .kernel = [](KernelContext& c) { RealOf(c, [](auto z) { return z.real(); }); },
    .gradient =
        [](GradContext& g) {
          g.Set(0,
                g.Op("Complex", {g.grad(0), grad::Const(g, g.grad(0).dtype(), 0)}, Tout(g.grad(0).dtype())));
        },
    .examples = "c64:[1.+2.j -3.+0.j] -> [1. -3.]",
};

TP_OP(Imag){
    .name = "Imag",
    .inputs = "input: T",
    .outputs = "output: Tout",
    .attrs = "T: {complex64,complex128} = complex64, Tout: {float32,float64} = float32",
    .doc = "The imaginary part.",
    .shape = shape::Unchanged,
    .kernel = [](KernelContext& c) { RealOf(c, [](auto z) { return z.imag(); }); },
    .gradient =
        [](GradContext& g) {
          g.Set(0,
                g.Op("Complex", {grad::Const(g, g.grad(0).dtype(), 0), g.grad(0)}, Tout(g.grad(0).dtype())));
        },
    .examples = "c64:[1.+2.j -3.+0.j] -> [2. 0.]",
};

TP_OP(Angle){
    .name = "Angle",
    .inputs = "input: T",
    .outputs = "output: Tout",
    .attrs = "T: {complex64,complex128} = complex64, Tout: {float32,float64} = float32",
    .doc = "The argument of a complex number.",
    .shape = shape::Unchanged,
    .kernel = [](KernelContext& c) { RealOf(c, [](auto z) { return std::arg(z); }); },
    .gradient = AngleGrad,
    .examples = "c64:[1.+2.j -3.+0.j] -> [1.1071488 3.1415927]",
};

TP_OP(ComplexAbs){
    .name = "ComplexAbs",
    .inputs = "x: T",
    .outputs = "y: Tout",
    .attrs = "T: {complex64,complex128} = complex64, Tout: {float32,float64} = float32",
    .doc = "The modulus of a complex number.",
    .shape = shape::Unchanged,
    .kernel = [](KernelContext& c) { RealOf(c, [](auto z) { return std::abs(z); }); },
    .gradient =
        [](GradContext& g) {
          const Attrs tout = Tout(g.grad(0).dtype());
          const Val grad = g.Op("Complex", {g.grad(0), grad::ZerosLike(g, g.grad(0))}, tout);
          const Val scaled = grad::Mul(g, grad, g.input(0));
          const Val y = g.Op("Complex", {g.output(0), grad::ZerosLike(g, g.output(0))}, tout);
          g.Set(0, g.Op("DivNoNan", {scaled, y}, {}, "div_no_nan"));
        },
    .examples = "c64:[1.+2.j -3.+0.j] -> [2.236068 3.]",
};

TP_OP(ClipByValue){
    .name = "ClipByValue",
    .inputs = "t: T, clip_value_min: T, clip_value_max: T",
    .outputs = "output: T",
    .attrs = "T: numbertype",
    .doc = "max(min(t, clip_value_max), clip_value_min).",
    .shape = shape::Unchanged,
    .elementwise = "max(min(t, clip_value_max), clip_value_min)",
    .gradient =
        [](GradContext& g) {
          grad::Run(g,
                    "s = shape(x0); t = shape(x1); u = shape(x2); z = zeros(g0); b = Less(x0, x1); a = "
                    "Greater(x0, x2); p = BroadcastGradientArgs(s, t); q = BroadcastGradientArgs(s, u); d0 = "
                    "SelectV2(LogicalOr(b, a), z, g0); y = SelectV2(b, g0, z); w = SelectV2(a, g0, z); d1 = "
                    "reshape(sum(y, p.1), t); d2 = reshape(sum(w, q.1), u)");
        },
    .examples = "[-1. 0.5 3.], 0., 1. -> [0. 0.5 1.]",
};

TP_OP(Roll){
    .name = "Roll",
    .api = "tf.roll (input, shift, axis, name=None)",
    .inputs = "input: T, shift: Tshift, axis: Taxis",
    .outputs = "output: T",
    .attrs = "T: type, Tshift: {int32,int64}, Taxis: {int32,int64}",
    .doc = "The elements moved along the axes; what leaves at one end comes in at the other.",
    .shape = shape::Unchanged,
    .kernel = RollKernel,
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("Roll", {g.grad(0), grad::Neg(g, g.input(1)), g.input(2)}));
        },
    .examples =
        "[1. 2. 3. 4.], 1, 0 -> [4. 1. 2. 3.]\n"
        "[[1 2] [3 4]], [1 -1], [0 1] -> [[4 3] [2 1]]",
};

TP_OP(MatrixBandPart){
    .name = "MatrixBandPart",
    .api = "tf.linalg.band_part (input, num_lower, num_upper, name=None)",
    .inputs = "input: T, num_lower: Tindex, num_upper: Tindex",
    .outputs = "band: T",
    .attrs = "T: type, Tindex: {int32,int64} = int64",
    .doc = "Each matrix with zeros outside of a band around the diagonal.",
    .shape = shape::Unchanged,
    .kernel = BandKernel,
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("MatrixBandPart", {g.grad(0), g.input(1), g.input(2)}));
        },
    .examples = "[[1. 2. 3.] [4. 5. 6.] [7. 8. 9.]], i64:0, i64:1 -> [[1. 2. 0.] [0. 5. 6.] [0. 0. 9.]]",
};

TP_OP(ReverseSequence){
    .name = "ReverseSequence",
    .inputs = "input: T, seq_lengths: Tlen",
    .outputs = "output: T",
    .attrs = "seq_dim: int, batch_dim: int = 0, T: type, Tlen: {int32,int64} = int64",
    .doc = "Each batch row with its first elements, as many as its length, reversed.",
    .shape =
        [](ShapeContext& c) {
          Shape shape = c.input(0);
          const int64_t batch = c.Attr<int64_t>("batch_dim", 0);
          const Shape& lengths = c.input(1);
          if (shape.has_rank() && batch >= 0 && batch < shape.rank() && !IsKnown(shape[batch]) &&
              lengths.has_rank() && lengths.rank() == 1)
            shape.set_dim(static_cast<int>(batch), lengths[0]);
          c.Set(0, shape);
          return Status();
        },
    .kernel = ReverseSequenceKernel,
    .gradient =
        [](GradContext& g) {
          g.Set(0, g.Op("ReverseSequence", {g.grad(0), g.input(1)},
                        MakeAttrs({{"batch_dim", g.Attr<int64_t>("batch_dim")},
                                   {"seq_dim", g.Attr<int64_t>("seq_dim")}})));
        },
    .examples = "[[1. 2. 3.] [4. 5. 6.]], [2 3] -> [[2. 1. 3.] [6. 5. 4.]] | seq_dim=1, batch_dim=0",
};

TP_OP(Bitcast){
    .name = "Bitcast",
    .api = "tf.bitcast (input, type, name=None)",
    .inputs = "input: T",
    .outputs = "output: type",
    .attrs =
        "T: {bfloat16,float16,float32,float64,int64,int32,uint8,uint16,uint32,uint64,int8,int16,"
        "complex64,complex128}, type: {bfloat16,float16,float32,float64,int64,int32,uint8,uint16,"
        "uint32,uint64,int8,int16,complex64,complex128}",
    .doc = "The bits of the elements, read as another dtype.",
    .shape = BitcastShape,
    .kernel = BitcastKernel,
    .examples =
        "[1. -2.] -> [1065353216 -1073741824] | type=i32\n"
        "[1 256] -> u8:[[1 0 0 0] [0 1 0 0]] | type=u8",
};

TP_OP(Unique){
    .name = "Unique",
    .inputs = "x: T",
    .outputs = "y: T, idx: out_idx",
    .attrs = "T: type, out_idx: {int32,int64} = int32",
    .doc = "The different elements, and where each element stands among them.",
    .shape = UniqueShape,
    .kernel = UniqueKernel,
    .examples = "[3 1 3 2 1] -> [3 1 2], [0 1 0 2 1]",
};

TP_OP(UniqueWithCounts){
    .name = "UniqueWithCounts",
    .inputs = "x: T",
    .outputs = "y: T, idx: out_idx, count: out_idx",
    .attrs = "T: type, out_idx: {int32,int64} = int32",
    .doc = "The different elements, where each element stands among them, and how often they come.",
    .shape = UniqueShape,
    .kernel = UniqueKernel,
    .examples = "[3 1 3 2 1] -> [3 1 2], [0 1 0 2 1], [2 2 1]",
};

TP_OP(DynamicPartition){
    .name = "DynamicPartition",
    .api = "tf.dynamic_partition (data, partitions, num_partitions, name=None)",
    .inputs = "data: T, partitions: int32",
    .outputs = "outputs: num_partitions * T",
    .attrs = "num_partitions: int >= 1, T: type",
    .doc = "The rows of data, sorted into as many tensors as there are partitions.",
    .shape = PartitionShape,
    .kernel = PartitionKernel,
    .gradient = PartitionGrad,
    .examples = "[1. 2. 3. 4.], [0 1 0 1] -> [1. 3.], [2. 4.] | num_partitions=2",
};

TP_OP(Bincount){
    .name = "Bincount",
    .inputs = "arr: int32, size: int32, weights: T",
    .outputs = "bins: T",
    .attrs = "T: {int32,int64,float32,float64}",
    .doc = "How often each integer comes, or the sums of their weights.",
    .shape =
        [](ShapeContext& c) {
          Shape unused;
          TP_RETURN_IF_ERROR(c.WithRank(1, 0, &unused));
          c.Set(0, Shape{c.value(1) ? ScalarInt(*c.value(1)) : kUnknownDim});
          return Status();
        },
    .kernel = [](KernelContext& c) { BincountKernel(c, 2, false); },
    .host_inputs = "size",
    .examples = "[1 1 3], 4, i32(0) -> [0 2 0 1]",
};

TP_OP(DenseBincount){
    .name = "DenseBincount",
    .inputs = "input: Tidx, size: Tidx, weights: T",
    .outputs = "output: T",
    .attrs = "Tidx: {int32,int64}, T: {int32,int64,float32,float64}, binary_output: bool = false",
    .doc = "How often each integer comes, or the sums of their weights; a matrix is counted row by row.",
    .shape =
        [](ShapeContext& c) {
          Shape unused;
          TP_RETURN_IF_ERROR(c.WithRank(1, 0, &unused));
          if (!c.input(0).has_rank()) return Status();
          const Dim size = c.value(1) ? ScalarInt(*c.value(1)) : kUnknownDim;
          const Dim rows = IsKnown(size) && c.input(0).rank() == 2 ? c.input(0)[0] : kUnknownDim;
          c.Set(0, c.input(0).rank() == 2 ? Shape{rows, size} : Shape{size});
          return Status();
        },
    .kernel = [](KernelContext& c) { BincountKernel(c, 2, c.Attr("binary_output", false)); },
    .host_inputs = "size",
    .examples =
        "[1 1 3], 4, [1. 2. 3.] -> [0. 3. 0. 3.]\n"
        "[[1 1] [0 2]], 3, i32(0) -> [[0 2 0] [1 0 1]]",
};

TP_OP(LinSpace){
    .name = "LinSpace",
    .inputs = "start: T, stop: T, num: Tidx",
    .outputs = "output: T",
    .attrs = "T: {bfloat16,float16,float32,float64}, Tidx: {int32,int64} = int32",
    .doc = "num values from start to stop, at equal distances.",
    .shape =
        [](ShapeContext& c) {
          Shape unused;
          for (int i = 0; i < 3; ++i) TP_RETURN_IF_ERROR(c.WithRank(i, 0, &unused));
          c.Set(0, Shape{c.value(2) ? ScalarInt(*c.value(2)) : kUnknownDim});
          return Status();
        },
    .kernel = LinSpaceKernel,
    .no_gradient = true,
    .host_inputs = "num",
    .examples =
        "0., 1., 5 -> [0. 0.25 0.5 0.75 1.]\n"
        "3., 1., 1 -> [3.]",
};

TP_OP(Diag){
    .name = "Diag",
    .inputs = "diagonal: T",
    .outputs = "output: T",
    .attrs = "T: {bfloat16,float16,float32,float64,int32,int64,complex64,complex128}",
    .doc = "A matrix with the elements on its diagonal.",
    .shape =
        [](ShapeContext& c) {
          if (!c.input(0).has_rank()) return Status();
          Shape shape = c.input(0);
          for (Dim dim : c.input(0)) shape.Append(dim);
          c.Set(0, shape);
          return Status();
        },
    .kernel = DiagKernel,
    .gradient = [](GradContext& g) { g.Set(0, g.Op("DiagPart", {g.grad(0)})); },
    .examples = "[1. 2.] -> [[1. 0.] [0. 2.]]",
};

TP_OP(Empty){
    .name = "Empty",
    .inputs = "shape: int32",
    .outputs = "output: dtype",
    .attrs = "dtype: type, init: bool = false",
    .doc = "Memory of that shape; zeros here.",
    .shape =
        [](ShapeContext& c) {
          c.Set(0, c.ValueAsShape(0));
          return Status();
        },
    .effect = Effect::kIo,
    .kernel =
        [](KernelContext& c) {
          const SmallVector<int64_t, 8> dims = IntElements(c.input(0));
          const DType dtype = c.Attr<DType>("dtype");
          if (Tensor* out = c.Output(0, dtype, Shape(std::span<const Dim>(dims))))
            if (!IsManaged(dtype)) std::memset(out->raw_data(), 0, out->bytes());
        },
    .no_gradient = true,
    .host_inputs = "shape",
};

}  // namespace tp
