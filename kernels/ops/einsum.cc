// Einsum of one or two operands: labels are batch, free or contracted, so it is a batched matrix product
// between permutations. An ellipsis stands for leading batch dims of equal shape.
#include <complex>
#include <map>

#include "core/ir/primitives.h"
#include "kernels/gemm/gemm.h"
#include "kernels/op.h"

namespace tp {
namespace {

// "ab,bc->ac", an ellipsis written out as digits (0, 1, …) for the dims it stands for.
struct Equation {
  std::vector<std::string> in;
  std::string out;
};

// The labels of each input.
std::vector<std::string> InputLabels(const std::string& equation) {
  const std::string left = equation.substr(0, equation.find("->"));
  std::vector<std::string> in;
  for (size_t at = 0; at <= left.size();) {
    const size_t comma = std::min(left.find(',', at), left.size());
    in.push_back(left.substr(at, comma - at));
    at = comma + 1;
  }
  return in;
}

Status Parse(const std::string& text, const std::vector<int>& ranks, Equation* e) {
  std::string clean;
  for (char ch : text)
    if (ch != ' ') clean += ch;
  const size_t arrow = clean.find("->");
  if (arrow == std::string::npos)
    return InvalidArgument("Expecting exactly one '->' in einsum equation: {}", text);
  e->in = InputLabels(clean);
  e->out = clean.substr(arrow + 2);
  if (e->in.size() != ranks.size())
    return InvalidArgument("Expected {} inputs for equation {} but got: {}", e->in.size(), text,
                           ranks.size());
  std::string dots;  // the labels of the longest ellipsis
  for (size_t i = 0; i < e->in.size(); ++i) {
    std::string& labels = e->in[i];
    const size_t at = labels.find("...");
    if (at == std::string::npos) {
      if (static_cast<int>(labels.size()) != ranks[i])
        return InvalidArgument("Expected input {} to have rank {} but got: {}", i, labels.size(), ranks[i]);
      continue;
    }
    const int width = ranks[i] - static_cast<int>(labels.size() - 3);
    if (width < 0)
      return InvalidArgument("Expected input {} to have rank at least {} but got: {}", i, labels.size() - 3,
                             ranks[i]);
    std::string own;
    for (int k = width; k > 0; --k) own += static_cast<char>('0' + k - 1);  // numbered from the right
    labels.replace(at, 3, own);
    if (own.size() > dots.size()) dots = own;
  }
  if (const size_t at = e->out.find("..."); at != std::string::npos)
    e->out.replace(at, 3, dots);
  else if (!dots.empty())
    return InvalidArgument(
        "Output contains {} broadcasting dimension(s) but no ellipsis (...) was found in the output "
        "subscripts.",
        dots.size());
  for (char ch : e->out)
    if (std::none_of(e->in.begin(), e->in.end(),
                     [&](const std::string& s) { return s.find(ch) != std::string::npos; }))
      return InvalidArgument("Einsum output label {} does not appear in the inputs", ch);
  return {};
}

bool Has(const std::string& labels, char label) { return labels.find(label) != std::string::npos; }

// The size of each label; an error where inputs differ.
Status Sizes(const Equation& e, const std::vector<Shape>& shapes, std::map<char, Dim>* sizes) {
  for (size_t i = 0; i < e.in.size(); ++i)
    for (size_t d = 0; d < e.in[i].size(); ++d) {
      Dim& size = sizes->try_emplace(e.in[i][d], kUnknownDim).first->second;
      const Dim dim = shapes[i][static_cast<int>(d)];
      if (IsKnown(size) && IsKnown(dim) && size != dim &&
          !(std::isdigit(e.in[i][d]) && (size == 1 || dim == 1)))
        return InvalidArgument("Expected dimension {} at axis {} of the input shaped {} but got dimension {}",
                               size, d, shapes[i], dim);
      if (!IsKnown(size) || (std::isdigit(e.in[i][d]) && size == 1)) size = dim;
    }
  return {};
}

Status BroadcastDots(ShapeContext& c, const Shape& own, Shape* dots) {
  const ShapeContext::Input both[] = {{c.dtype(0), *dots}, {c.dtype(0), own}};
  const DType type = c.dtype(0);
  ShapeContext pair(c.op(), c.attrs(), both, {&type, 1}, nullptr);
  TP_RETURN_IF_ERROR(shape::BroadcastAll(pair));
  *dots = pair.output(0);
  return {};
}

// The dims of each label and of the ellipses merged, as far as they are known (common_shape_fns.cc).
Status EinsumShape(ShapeContext& c) {
  const std::string text = c.Attr<std::string>("equation");
  if (c.num_inputs() > 2) return InvalidArgument("Expected either 1 or 2 inputs but got: {}", c.num_inputs());
  const std::vector<std::string> in = InputLabels(text);
  if (static_cast<int>(in.size()) != c.num_inputs())
    return InvalidArgument("Expected {} inputs for equation {} but got: {}", in.size(), text, c.num_inputs());
  std::map<char, Dim> dims;
  Shape dots;  // what the ellipses stand for
  for (int i = 0; i < c.num_inputs(); ++i) {
    const std::string& labels = in[i];
    const size_t at = labels.find("...");
    const int named = static_cast<int>(labels.size()) - (at == std::string::npos ? 0 : 3);
    Shape shape = c.input(i);
    const Status fits = !shape.has_rank()         ? Status()
                        : at == std::string::npos ? c.WithRank(i, named, &shape)
                                                  : c.WithRankAtLeast(i, named, &shape);
    if (!fits.ok()) return InvalidArgument("{}\n\t for {}th input and equation: {}", fits.message(), i, text);
    const int width = shape.has_rank() ? shape.rank() - named : 0;
    if (at != std::string::npos) {
      Shape own = shape.has_rank() ? Shape() : Shape::UnknownRank();
      for (int d = 0; d < width; ++d) own.Append(shape[static_cast<int>(at) + d]);
      TP_RETURN_IF_ERROR(BroadcastDots(c, own, &dots));
    }
    for (size_t k = 0; k < labels.size(); ++k) {
      if (labels[k] == '.') continue;
      const int axis = static_cast<int>(k) + (at != std::string::npos && k > at ? width - 3 : 0);
      const Dim dim = shape.has_rank() ? shape[axis] : kUnknownDim;
      const auto [known, first] = dims.try_emplace(labels[k], dim);
      if (!first) TP_RETURN_IF_ERROR(c.Merge(known->second, dim, &known->second));
    }
  }
  const std::string out = text.substr(std::min(text.size(), text.find("->") + 2));
  if (out.find("...") == std::string::npos && dots.has_rank() && dots.rank() > 0)
    return InvalidArgument(
        "Shape must be at most rank 0 but is rank {}\n\t for einsum equation '{}' without ellipsis (...) in "
        "the output subscripts where input(s) have non-empty broadcasting shape",
        dots.rank(), text);
  if (out.find("...") != std::string::npos && !dots.has_rank()) return {};
  Shape result;
  for (size_t k = 0; k < out.size(); ++k) {
    if (out[k] == '.') {
      for (Dim dim : dots) result.Append(dim);
      k += 2;
      continue;
    }
    const auto known = dims.find(out[k]);
    if (known == dims.end())
      return InvalidArgument(
          "Einsum output subscripts for equation '{}' has label '{}' which is not present in the input "
          "subscripts",
          text, out[k]);
    result.Append(known->second);
  }
  c.Set(0, result);
  return {};
}

// What has to know the type of the elements.
struct Arithmetic {
  size_t size;  // of an element
  // to[i * to_stride] += from[i * from_stride] for i < n.
  void (*add)(void* to, int64_t to_stride, const void* from, int64_t from_stride, int64_t n);
  // `count` products of matrices: c[m, n] = a[m, k] b[k, n].
  void (*multiply)(int64_t count, int64_t m, int64_t n, int64_t k, const void* a, const void* b, void* c);
};

template <class T>
void AddStrided(void* to, int64_t to_stride, const void* from, int64_t from_stride, int64_t n) {
  T* const z = static_cast<T*>(to);
  const T* const x = static_cast<const T*>(from);
  for (int64_t i = 0; i < n; ++i) z[i * to_stride] += x[i * from_stride];
}

template <class T>
void Multiply(int64_t count, int64_t m, int64_t n, int64_t k, const void* a_data, const void* b_data,
              void* c_data) {
  const T *a = static_cast<const T*>(a_data), *b = static_cast<const T*>(b_data);
  T* c = static_cast<T*>(c_data);
  if constexpr (std::is_floating_point_v<T>) {
    BatchedGemm<T>(count, m, n, k, a, k, false, nullptr, b, n, false, nullptr, c, n);
  } else {
    std::fill_n(c, count * m * n, T(0));
    for (int64_t i = 0; i < count; ++i)
      for (int64_t x = 0; x < m; ++x)
        for (int64_t l = 0; l < k; ++l)
          for (int64_t y = 0; y < n; ++y)
            c[(i * m + x) * n + y] += a[(i * m + x) * k + l] * b[(i * k + l) * n + y];
  }
}

template <class T>
constexpr Arithmetic kArithmetic = {sizeof(T), AddStrided<T>, Multiply<T>};

int64_t Product(const std::string& labels, std::map<char, Dim>& sizes) {
  int64_t n = 1;
  for (char label : labels) n *= sizes[label];
  return n;
}

// x with its dims (named by `labels`) brought into the order of `wanted`; labels that are missing in `wanted`
// are summed over, a label that comes twice is a diagonal (of `wanted`: with zeros beside it), dims of 1 are
// repeated.
std::vector<char> Arranged(const Arithmetic& type, const Tensor& x, const std::string& labels,
                           const std::string& wanted, std::map<char, Dim>& sizes) {
  std::string all = wanted;
  for (char label : labels)
    if (!Has(all, label)) all += label;
  const int64_t count = Product(wanted, sizes), total = Product(all, sizes);
  std::vector<int64_t> strides(all.size(), 0), index(all.size(), 0);
  for (size_t d = 0; d < labels.size(); ++d)
    if (x.dim(static_cast<int>(d)) != 1)
      strides[all.find(labels[d])] += DimProduct(x.shape(), static_cast<int>(d) + 1, x.rank());
  std::vector<std::pair<size_t, size_t>> equal;  // dims of `all` that have the same label
  for (size_t d = 0; d < all.size(); ++d)
    if (all.find(all[d]) != d) equal.emplace_back(all.find(all[d]), d);
  const auto size = static_cast<int64_t>(type.size);
  std::vector<char> out(static_cast<size_t>(count * size), 0);
  const int64_t summed = count == 0 ? 0 : total / count;
  // Where no label comes twice, the last dim is a run; it is summed over if any is.
  const bool runs = equal.empty() && !all.empty();
  const int64_t run = runs ? sizes[all.back()] : 1, from_stride = runs ? strides.back() : 0;
  const int64_t to_stride = all.size() > wanted.size() ? 0 : 1;
  int64_t offset = 0;
  for (int64_t i = 0; i < total; i += run) {
    if (std::all_of(equal.begin(), equal.end(),
                    [&](const auto& e) { return index[e.first] == index[e.second]; }))
      type.add(out.data() + i / summed * size, to_stride,
               static_cast<const char*>(x.raw_data()) + offset * size, from_stride, run);
    for (int d = static_cast<int>(all.size()) - (runs ? 2 : 1); d >= 0; --d) {
      offset += strides[d];
      if (++index[d] < sizes[all[d]]) break;
      offset -= strides[d] * sizes[all[d]];
      index[d] = 0;
    }
  }
  return out;
}

void Run(const Arithmetic& type, const Equation& e, std::span<const Tensor> in, std::map<char, Dim>& sizes,
         Tensor* out) {
  const auto place = [&](const Tensor& from, const std::string& labels) {
    const std::vector<char> moved = Arranged(type, from, labels, e.out, sizes);
    std::copy(moved.begin(), moved.end(), static_cast<char*>(out->raw_data()));
  };
  if (e.in.size() == 1) return place(in[0], e.in[0]);
  std::string batch, free_a, free_b, inner;
  for (const auto& [label, size] : sizes) {
    const bool a = Has(e.in[0], label), b = Has(e.in[1], label), o = Has(e.out, label);
    if (a && b && o)
      batch += label;
    else if (a && b)
      inner += label;
    else if (a && o)
      free_a += label;
    else if (b && o)
      free_b += label;
  }
  const std::vector<char> a = Arranged(type, in[0], e.in[0], batch + free_a + inner, sizes);
  const std::vector<char> b = Arranged(type, in[1], e.in[1], batch + inner + free_b, sizes);
  const int64_t m = Product(free_a, sizes), n = Product(free_b, sizes), k = Product(inner, sizes);
  const int64_t count = Product(batch, sizes);
  std::vector<char> c(static_cast<size_t>(count * m * n) * type.size, 0);
  if (!c.empty()) type.multiply(count, m, n, k, a.data(), b.data(), c.data());
  Shape shape;
  const std::string labels = batch + free_a + free_b;
  for (char label : labels) shape.Append(sizes[label]);
  place(Tensor(out->dtype(), shape, Buffer::Wrap(c.data(), c.size(), nullptr, false)), labels);
}

void EinsumKernel(KernelContext& c) {
  std::vector<int> ranks;
  std::vector<Shape> shapes;
  for (int i = 0; i < c.num_inputs(); ++i) {
    ranks.push_back(c.input(i).rank());
    shapes.push_back(c.input(i).shape());
  }
  if (c.num_inputs() > 2) return Fail(c, "Einsum takes one or two inputs, not {}", c.num_inputs());
  Equation e;
  std::map<char, Dim> sizes;
  Status status = Parse(c.Attr<std::string>("equation"), ranks, &e);
  if (status.ok()) status = Sizes(e, shapes, &sizes);
  if (!status.ok()) return c.Error(status);
  Shape shape;
  for (char label : e.out) shape.Append(sizes[label]);
  const DType dtype = c.input(0).dtype();
  Tensor* out = c.Output(0, dtype, shape);
  if (out == nullptr || out->num_elements() == 0) return;
  if (dtype == DType::kFloat16 || dtype == DType::kBFloat16) {
    std::vector<Tensor> wide;
    for (const Tensor& x : c.inputs()) {
      wide.push_back(c.Scratch(DType::kFloat32, x.shape()));
      const void* in[] = {x.raw_data()};
      if (!wide.back().valid()) return;
      CastTile(dtype, DType::kFloat32)(in, wide.back().raw_data(), x.num_elements());
    }
    Tensor result = c.Scratch(DType::kFloat32, shape);
    if (!result.valid()) return;
    Run(kArithmetic<float>, e, wide, sizes, &result);
    const void* in[] = {result.raw_data()};
    return CastTile(DType::kFloat32, dtype)(in, out->raw_data(), out->num_elements());
  }
  DispatchNumeric(dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, int32_t> ||
                  std::is_same_v<T, int64_t> || std::is_same_v<T, std::complex<float>> ||
                  std::is_same_v<T, std::complex<double>>)
      Run(kArithmetic<T>, e, c.inputs(), sizes, out);
    else
      FailAs(c, Code::kUnimplemented, "Einsum of {}", DTypeName(dtype));
  });
}

// --- gradient (linalg_grad.py: _EinsumGrad); labels are characters, an ellipsis three of them

Val Einsum(GradContext& g, std::vector<Val> in, const std::string& equation) {
  return g.builder().Ops("Einsum", in, MakeAttrs({{"equation", equation}}))[0];
}
std::string Without(const std::string& labels, const std::string& some) {
  std::string rest;
  for (char label : labels)
    if (!Has(some, label)) rest += label;
  return rest;
}
// Each label once.
std::string Once(const std::string& labels) {
  std::string once;
  for (char label : labels)
    if (!Has(once, label)) once += label;
  return once;
}
// Where the first `label` stands, counted from the end where it is behind an ellipsis.
int64_t AxisOf(const std::string& labels, char label) {
  const size_t at = labels.find(label), dots = labels.find("...");
  return static_cast<int64_t>(at) - (at > dots ? static_cast<int64_t>(labels.size()) : 0);
}

// _GetGradReduced: the gradient of "own->out" for one operand; `reduced` are the labels that got lost.
Val ReducedGrad(GradContext& g, const Val& grad, const std::string& out, const std::string& own,
                const Val& shape, const std::string& reduced) {
  std::vector<int64_t> axes;
  std::vector<Val> dims;
  for (char label : reduced) {
    axes.push_back(AxisOf(own, label));
    dims.push_back(grad::ElementAt(g, shape, axes.back()));
  }
  const Val lost = grad::Stack(g, dims);
  const bool repeated = Once(own).size() + Once(out).size() < own.size() + out.size();
  if (!repeated && Without(own, reduced) == out) {
    const Val at = g.builder().Constant(grad::Ints(g, axes).tensor());
    const Val kept = grad::ReducedShape(g, shape, at);
    return g.Op("BroadcastTo", {grad::Reshape(g, grad, kept), shape});
  }
  // The lost dims come first; what was repeated or moved is another Einsum's task.
  const auto behind = [&](const Val& first) {
    return g.builder().Ops("ConcatV2",
                           std::vector<Val>{first, grad::ShapeOf(g, grad), grad::Const(g, DType::kInt32, 0)},
                           {}, "concat")[0];
  };
  const Val full = behind(lost);
  const Val thin =
      behind(g.builder().Constant(grad::Ints(g, std::vector<int64_t>(reduced.size(), 1)).tensor(), "ones"));
  return Einsum(g, {g.Op("BroadcastTo", {grad::Reshape(g, grad, thin), full})}, reduced + out + "->" + own);
}

// _GetGradWrt: for one operand of two.
Val GradOfOne(GradContext& g, const Val& other, const Val& shape, const std::string& own,
              const std::string& others, const std::string& out) {
  const std::string reduced = Once(Without(own, out + others + ".")), left = Without(own, reduced);
  const Val grad = Einsum(g, {g.grad(0), other}, out + "," + others + "->" + left);
  return reduced.empty() ? grad : ReducedGrad(g, grad, left, own, shape, reduced);
}

// The dims of an ellipsis.
Val DotsOf(GradContext& g, const Val& shape, const std::string& labels) {
  const size_t at = labels.find("..."), behind = labels.size() - at - 3;
  return grad::Part(g, shape, static_cast<int64_t>(at), behind ? -static_cast<int64_t>(behind) : grad::kOpen);
}
Shape DotsOf(const Shape& shape, const std::string& labels) {
  const int at = static_cast<int>(labels.find("...")), behind = static_cast<int>(labels.size()) - at - 3;
  return Shape(shape.dims().subspan(at, shape.rank() - at - behind));
}

void EinsumGrad(GradContext& g) {
  std::string text;
  for (char ch : g.Attr<std::string>("equation"))
    if (ch != ' ') text += ch;
  const size_t arrow = text.find("->"), comma = text.find(',');
  const std::string out = text.substr(arrow + 2);
  if (g.num_inputs() == 1) {
    const std::string own = text.substr(0, arrow), reduced = Once(Without(own, out + "."));
    const Val shape = grad::ShapeOf(g, g.input(0));
    return g.Set(0, reduced.empty() ? Einsum(g, {g.grad(0)}, out + "->" + own)
                                    : ReducedGrad(g, g.grad(0), out, own, shape, reduced));
  }
  std::string labels[] = {text.substr(0, comma), text.substr(comma + 1, arrow - comma - 1)};
  const bool dots = out.find("...") != std::string::npos;
  for (std::string& own : labels)
    if (dots && own.find("...") == std::string::npos) own += "...";
  Val in[2], shape[2], grads[2];
  for (int i = 0; i < 2; ++i) in[i] = grad::Conj(g, g.input(i));
  for (int i = 0; i < 2; ++i) shape[i] = grad::ShapeOf(g, in[i]);
  for (int i = 0; i < 2; ++i) grads[i] = GradOfOne(g, in[1 - i], shape[i], labels[i], labels[1 - i], out);
  const Shape &x = in[0].shape(), &y = in[1].shape();
  if (!dots || (x.IsFullyKnown() && y.IsFullyKnown() && DotsOf(x, labels[0]) == DotsOf(y, labels[1]))) {
    for (int i = 0; i < 2; ++i) g.Set(i, grads[i]);
    return;
  }
  std::vector<Val> batch;
  for (int i = 0; i < 2; ++i) batch.push_back(DotsOf(g, shape[i], labels[i]));
  const std::vector<Val> axes = g.builder().Ops("BroadcastGradientArgs", batch);
  for (int i = 0; i < 2; ++i) {
    const auto start = static_cast<double>(labels[i].find("..."));
    const Val at = grad::Add(g, grad::Const(g, DType::kInt32, start), axes[i]);
    g.Set(i, grad::Reshape(g, grad::Sum(g, grads[i], at), shape[i]));
  }
}

}  // namespace

TP_OP(Einsum){
    .name = "Einsum",
    .inputs = "inputs: N * T",
    .outputs = "output: T",
    .attrs = "equation: string, N: int >= 1, T: type",
    .doc = "Sums of products over the labels that the equation leaves out of its output.",
    .shape = EinsumShape,
    .kernel = EinsumKernel,
    .gradient = EinsumGrad,
    .examples =
        "[[1. 2.] [3. 4.]], [[5. 6.] [7. 8.]] -> [[19. 22.] [43. 50.]] | equation='ij,jk->ik'\n"
        "[[1. 2.] [3. 4.]] -> [[1. 3.] [2. 4.]] | equation='ij->ji'\n"
        "[[1. 2.] [3. 4.]], [1. 10.] -> [21. 43.] | equation='ij,j->i'\n"
        "[[[1. 2.]] [[3. 4.]]], [[5.] [6.]] -> [[[17.]] [[39.]]] | equation='...ij,jk->...ik'\n"
        "[[1. 2.] [3. 4.]] -> 5. | equation='ii->'",
};

}  // namespace tp
