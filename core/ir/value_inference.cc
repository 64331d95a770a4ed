#include "core/ir/value_inference.h"

#include <algorithm>
#include <functional>

#include "core/ir/runner.h"

namespace tp {
namespace {

constexpr int64_t kMaxElements = 1024;
constexpr int kMaxVisited = 4096, kMaxDepth = 200;

bool IsIndexType(DType dtype) { return dtype == DType::kInt32 || dtype == DType::kInt64; }

// A tensor of an integer or bool dtype.
Tensor Ints(DType dtype, const Shape& shape, std::span<const int64_t> values) {
  Tensor tensor = Tensor::Allocate(dtype, shape);
  DispatchNumeric(dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_integral_v<T>)
      for (size_t i = 0; i < values.size(); ++i) tensor.data<T>()[i] = static_cast<T>(values[i]);
  });
  return tensor;
}

Tensor ShapeTensor(DType dtype, const Shape& shape) {
  return Ints(dtype, Shape{shape.rank()}, std::span<const int64_t>(shape.begin(), shape.rank()));
}

int64_t FloorDiv(int64_t a, int64_t b) { return a / b - ((a % b != 0) && ((a < 0) != (b < 0))); }

using Binary = int64_t (*)(int64_t, int64_t);
// Integer ops of two operands with broadcasting between equal shapes and scalars.
Binary FindBinary(std::string_view op) {
  static constexpr std::pair<std::string_view, Binary> kOps[] = {
      {"AddV2", [](int64_t a, int64_t b) { return a + b; }},
      {"Add", [](int64_t a, int64_t b) { return a + b; }},
      {"Sub", [](int64_t a, int64_t b) { return a - b; }},
      {"Mul", [](int64_t a, int64_t b) { return a * b; }},
      {"Maximum", [](int64_t a, int64_t b) { return std::max(a, b); }},
      {"Minimum", [](int64_t a, int64_t b) { return std::min(a, b); }},
      {"FloorDiv", [](int64_t a, int64_t b) { return FloorDiv(a, b); }},
      {"FloorMod", [](int64_t a, int64_t b) { return a - b * FloorDiv(a, b); }},
      {"Equal", [](int64_t a, int64_t b) { return int64_t{a == b}; }},
      {"NotEqual", [](int64_t a, int64_t b) { return int64_t{a != b}; }},
      {"Less", [](int64_t a, int64_t b) { return int64_t{a < b}; }},
      {"LessEqual", [](int64_t a, int64_t b) { return int64_t{a <= b}; }},
      {"Greater", [](int64_t a, int64_t b) { return int64_t{a > b}; }},
      {"GreaterEqual", [](int64_t a, int64_t b) { return int64_t{a >= b}; }},
  };
  for (const auto& [name, function] : kOps)
    if (name == op) return function;
  return nullptr;
}

// What StridedSlice takes from a vector of `size` elements, by the only spec of its masks.
struct VectorSlice {
  bool ok = false, shrink = false;
  int64_t begin = 0, end = 0, stride = 1;
};

VectorSlice SliceOf(const Graph& graph, NodeId id, int64_t size, ValueInference& values) {
  VectorSlice slice;
  const auto in = graph.inputs(id);
  const AttrSet& attrs = graph.attrs(id);
  if (attrs.Get<int64_t>("ellipsis_mask") != 0 || attrs.Get<int64_t>("new_axis_mask") != 0) return slice;
  const Tensor* begin = values.Value(in[1]);
  const Tensor* end = values.Value(in[2]);
  const Tensor* strides = values.Value(in[3]);
  if (!begin || !end || !strides || begin->num_elements() != 1 || end->num_elements() != 1 ||
      strides->num_elements() != 1)
    return slice;
  slice.stride = ElementAsInt(*strides, 0);
  if (slice.stride == 0) return slice;
  slice.shrink = attrs.Get<int64_t>("shrink_axis_mask") != 0;
  const auto clamp = [&](int64_t at) {
    const int64_t low = slice.stride > 0 ? 0 : -1, high = slice.stride > 0 ? size : size - 1;
    return std::clamp(at < 0 ? at + size : at, low, high);
  };
  const int64_t from = ElementAsInt(*begin, 0);
  if (slice.shrink) {
    slice.begin = from < 0 ? from + size : from;
    slice.end = slice.begin + 1;
    slice.ok = slice.begin >= 0 && slice.begin < size;
    return slice;
  }
  const bool forward = slice.stride > 0;
  slice.begin = attrs.Get<int64_t>("begin_mask") ? (forward ? 0 : size - 1) : clamp(from);
  slice.end = attrs.Get<int64_t>("end_mask") ? (forward ? size : -1) : clamp(ElementAsInt(*end, 0));
  slice.ok = true;
  return slice;
}

template <class F>
void ForSlice(const VectorSlice& slice, F&& f) {
  for (int64_t i = slice.begin; slice.stride > 0 ? i < slice.end : i > slice.end; i += slice.stride) f(i);
}

}  // namespace

const Tensor* ValueInference::Value(ValueId id) {
  if (const Tensor* constant = graph_.ConstantValue(id)) return constant;
  if (const auto it = memo_.find(id); it != memo_.end()) return it->second ? &*it->second : nullptr;
  if (++visited_ > kMaxVisited || depth_ >= kMaxDepth) return nullptr;
  ++depth_;
  std::optional<Tensor> computed = Compute(id);
  --depth_;
  const std::optional<Tensor>& kept = memo_.emplace(id, std::move(computed)).first->second;
  return kept ? &*kept : nullptr;
}

std::optional<Tensor> ValueInference::Compute(ValueId id) {
  const NodeId node_id = graph_.producer(id);
  const Node& node = graph_.node(node_id);
  if (node.op == nullptr || node.op->stateful()) return std::nullopt;
  const std::string_view op = node.op->name();
  const DType dtype = graph_.dtype(id);
  const auto in = graph_.inputs(node_id);
  if (op == "Placeholder") return std::nullopt;
  // TensorFlow knows what ShapeN gives as a shape (AsShape), but no numbers of it.
  if (op == "ShapeN") return std::nullopt;
  if (op == "Shape" || op == "Size" || op == "Rank") {
    const Shape& shape = graph_.shape(in[graph_.value(id).index]);
    if (op == "Rank" && shape.has_rank()) return Ints(dtype, Shape(), std::vector<int64_t>{shape.rank()});
    if (!shape.IsFullyKnown()) return std::nullopt;
    if (op == "Size")
      return Ints(dtype, Shape(), std::vector<int64_t>{CheckedNumElements(shape).value_or(-1)});
    return ShapeTensor(dtype, shape);
  }
  if (op == "StridedSlice")
    if (std::optional<Tensor> dim = OneDimOfShape(node_id)) return dim;
  std::vector<Tensor> inputs;
  int64_t elements = 0;
  for (ValueId input : in) {
    const Tensor* value = Value(input);
    if (!value) return std::nullopt;
    elements += value->num_elements();
    if (elements > kMaxElements) return std::nullopt;
    inputs.push_back(*value);
  }
  if (IsInteger(dtype) || dtype == DType::kBool)
    if (std::optional<Tensor> result = Arithmetic(node_id, inputs)) return result;
  if (!runner_ || !graph_.regions(node_id).empty()) return std::nullopt;
  // These give no more elements than they are given.
  const bool bounded = op == "ListDiff" || op == "ConcatV2" || op == "GatherV2" || op == "Reshape";
  const Shape& shape = graph_.shape(id);
  if (shape.IsFullyKnown() ? shape.num_elements() > kMaxElements : !bounded) return std::nullopt;
  std::vector<Tensor> outputs(node.num_outputs);
  if (!runner_->RunOp(*node.op, *node.attrs, inputs, outputs).ok()) return std::nullopt;
  return outputs[graph_.value(id).index];
}

// tf.shape(x)[i] is known where that dim is, whatever the others are.
std::optional<Tensor> ValueInference::OneDimOfShape(NodeId slice_id) {
  const ValueId source = graph_.inputs(slice_id)[0];
  const Node& producer = graph_.node(graph_.producer(source));
  if (producer.op == nullptr || producer.op->name() != "Shape") return std::nullopt;
  const Shape& shape = graph_.shape(graph_.inputs(graph_.producer(source))[graph_.value(source).index]);
  if (!shape.has_rank()) return std::nullopt;
  const VectorSlice slice = SliceOf(graph_, slice_id, shape.rank(), *this);
  if (!slice.ok || !slice.shrink || !IsKnown(shape[static_cast<int>(slice.begin)])) return std::nullopt;
  return Ints(graph_.dtype(graph_.output(slice_id)), Shape(),
              std::vector<int64_t>{shape[static_cast<int>(slice.begin)]});
}

std::optional<Tensor> ValueInference::Arithmetic(NodeId id, std::span<const Tensor> in) {
  const std::string_view op = graph_.node(id).op->name();
  const DType dtype = graph_.dtype(graph_.output(id));
  const AttrSet& attrs = graph_.attrs(id);
  std::vector<std::vector<int64_t>> values;
  for (const Tensor& tensor : in) {
    if (!IsInteger(tensor.dtype()) && tensor.dtype() != DType::kBool) return std::nullopt;
    const auto ints = IntElements(tensor);
    values.emplace_back(ints.begin(), ints.end());
  }
  const auto keep = [&](const Shape& shape) { return Ints(dtype, shape, values[0]); };
  if (in.empty()) return std::nullopt;
  if (op == "Identity" || op == "Cast" || op == "StopGradient") return keep(in[0].shape());
  if (const Binary f = FindBinary(op); f && in.size() == 2) {
    const bool a_scalar = in[0].num_elements() == 1 && in[0].rank() <= in[1].rank();
    const bool b_scalar = in[1].num_elements() == 1 && in[1].rank() <= in[0].rank();
    if (!a_scalar && !b_scalar && in[0].shape() != in[1].shape()) return std::nullopt;
    const bool divides = op == "FloorDiv" || op == "FloorMod";
    std::vector<int64_t> result(a_scalar ? values[1].size() : values[0].size());
    for (size_t i = 0; i < result.size(); ++i) {
      const int64_t b = values[1][b_scalar ? 0 : i];
      if (divides && b == 0) return std::nullopt;
      result[i] = f(values[0][a_scalar ? 0 : i], b);
    }
    return Ints(dtype, a_scalar ? in[1].shape() : in[0].shape(), result);
  }
  if (op == "BroadcastTo") {
    const Shape& shape = graph_.shape(graph_.output(id));
    if (!shape.IsFullyKnown() || shape.num_elements() > kMaxElements) return std::nullopt;
    if (in[0].num_elements() == 1) values[0].resize(shape.num_elements(), values[0][0]);
    return in[0].num_elements() == 1 || shape == in[0].shape() ? std::optional(keep(shape)) : std::nullopt;
  }
  if (op == "Cumsum") {
    if (in[0].rank() != 1 || attrs.Get<bool>("exclusive") || attrs.Get<bool>("reverse")) return std::nullopt;
    for (size_t i = 1; i < values[0].size(); ++i) values[0][i] += values[0][i - 1];
    return keep(in[0].shape());
  }
  if (op == "Neg" || op == "Abs") {
    for (int64_t& v : values[0]) v = op == "Neg" || v < 0 ? -v : v;
    return keep(in[0].shape());
  }
  if (op == "Pack") {
    std::vector<int64_t> all;
    for (const auto& v : values) all.insert(all.end(), v.begin(), v.end());
    if (in[0].rank() != 0) return std::nullopt;
    return Ints(dtype, Shape{static_cast<Dim>(all.size())}, all);
  }
  if (op == "ConcatV2") {
    std::vector<int64_t> all;
    for (size_t i = 0; i + 1 < values.size(); ++i) {
      if (in[i].rank() != 1) return std::nullopt;
      all.insert(all.end(), values[i].begin(), values[i].end());
    }
    return Ints(dtype, Shape{static_cast<Dim>(all.size())}, all);
  }
  if (op == "StridedSlice") {
    if (in[0].rank() != 1) return std::nullopt;
    const VectorSlice slice = SliceOf(graph_, id, in[0].dim(0), *this);
    if (!slice.ok) return std::nullopt;
    std::vector<int64_t> taken;
    ForSlice(slice, [&](int64_t i) { taken.push_back(values[0][i]); });
    return Ints(dtype, slice.shrink ? Shape() : Shape{static_cast<Dim>(taken.size())}, taken);
  }
  if (op == "Prod" || op == "Sum" || op == "Max" || op == "Min") {
    // All elements of a vector.
    if (in[0].rank() != 1 || in[1].num_elements() != 1 || attrs.Get<bool>("keep_dims")) return std::nullopt;
    int64_t total = op == "Prod";
    if ((op == "Max" || op == "Min") && values[0].empty()) return std::nullopt;
    if (op == "Max" || op == "Min") total = values[0][0];
    for (int64_t v : values[0])
      total = op == "Prod"  ? total * v
              : op == "Sum" ? total + v
              : op == "Max" ? std::max(total, v)
                            : std::min(total, v);
    return Ints(dtype, Shape(), std::vector<int64_t>{total});
  }
  if (op == "Range") {
    std::vector<int64_t> all;
    const int64_t step = values[2][0];
    if (step == 0) return std::nullopt;
    for (int64_t i = values[0][0]; step > 0 ? i < values[1][0] : i > values[1][0]; i += step) {
      if (static_cast<int64_t>(all.size()) >= kMaxElements) return std::nullopt;
      all.push_back(i);
    }
    return Ints(dtype, Shape{static_cast<Dim>(all.size())}, all);
  }
  if (op == "ExpandDims" || op == "Squeeze" || op == "Reshape") {
    const Shape& shape = graph_.shape(graph_.output(id));
    if (!shape.IsFullyKnown() || shape.num_elements() != in[0].num_elements()) return std::nullopt;
    return keep(shape);
  }
  if (op == "GatherV2") {
    if (in[0].rank() != 1) return std::nullopt;
    std::vector<int64_t> taken;
    for (int64_t i : values[1]) {
      if (i < 0 || i >= in[0].dim(0)) return std::nullopt;
      taken.push_back(values[0][i]);
    }
    return Ints(dtype, in[1].shape(), taken);
  }
  if (op == "Fill") {
    Shape shape;
    for (int64_t dim : values[0]) {
      if (dim < 0) return std::nullopt;
      shape.Append(dim);
    }
    const auto count = CheckedNumElements(shape);
    if (!count || *count > kMaxElements) return std::nullopt;
    return Ints(dtype, shape, std::vector<int64_t>(*count, values[1][0]));
  }
  if (op == "Select" || op == "SelectV2") {
    if (in[0].num_elements() != 1 || in[1].shape() != in[2].shape()) return std::nullopt;
    return Ints(dtype, in[1].shape(), values[values[0][0] ? 1 : 2]);
  }
  return std::nullopt;
}

Shape ValueInference::AsShape(ValueId id) {
  const auto unknown = [&] {
    const Shape& own = graph_.shape(id);
    if (own.has_rank() && own.rank() == 1 && IsKnown(own[0]) && own[0] <= kMaxRank)
      return Shape::OfRank(static_cast<int>(own[0]));
    return Shape::UnknownRank();
  };
  if (!IsIndexType(graph_.dtype(id))) return unknown();
  if (const Tensor* value = Value(id)) {
    if (value->rank() != 1 || value->num_elements() > kMaxRank) return Shape::UnknownRank();
    Shape shape;
    for (int64_t dim : IntElements(*value)) shape.Append(dim < 0 ? kUnknownDim : dim);
    return shape;
  }
  if (depth_ >= kMaxDepth) return unknown();
  struct Deeper {
    int& depth;
    explicit Deeper(int& d) : depth(d) { ++depth; }
    ~Deeper() { --depth; }
  } deeper(depth_);
  const NodeId node = graph_.producer(id);
  if (graph_.erased(node)) return unknown();
  const std::string_view op = graph_.node(node).op->name();
  const auto in = graph_.inputs(node);
  if (op == "Shape" || op == "ShapeN") return graph_.shape(in[graph_.value(id).index]);
  if (op == "Cast") return AsShape(in[0]);
  if (op == "Pack") {
    if (!graph_.shape(in[0]).IsScalar()) return unknown();
    Shape shape;
    for (ValueId input : in) {
      const Tensor* value = Value(input);
      const int64_t dim = value && value->num_elements() == 1 ? ElementAsInt(*value, 0) : -1;
      shape.Append(dim < 0 ? kUnknownDim : dim);
    }
    return shape;
  }
  if (op == "ConcatV2") {
    Shape shape;
    for (ValueId input : in.first(in.size() - 1)) {
      const Shape part = AsShape(input);
      if (!part.has_rank()) return unknown();
      for (Dim dim : part) shape.Append(dim);
    }
    return shape.rank() <= kMaxRank ? shape : unknown();
  }
  if (op == "StridedSlice") {
    const Shape source = AsShape(in[0]);
    if (!source.has_rank()) return unknown();
    const VectorSlice slice = SliceOf(graph_, node, source.rank(), *this);
    if (!slice.ok || slice.shrink) return unknown();
    Shape shape;
    ForSlice(slice, [&](int64_t i) { shape.Append(source[static_cast<int>(i)]); });
    return shape;
  }
  if (op == "Slice") {
    const Shape source = AsShape(in[0]);
    const Tensor *begin = Value(in[1]), *size = Value(in[2]);
    if (!source.has_rank() || !begin || !size || begin->num_elements() != 1) return unknown();
    const int64_t from = ElementAsInt(*begin, 0), n = ElementAsInt(*size, 0);
    const int64_t to = n < 0 ? source.rank() : from + n;
    if (from < 0 || to < from || to > source.rank()) return unknown();
    return Shape(source.dims().subspan(from, to - from));
  }
  return unknown();
}

}  // namespace tp
