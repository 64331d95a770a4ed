// tf.train.Example messages as tensors (parse_example_op.cc, example_proto_fast_parsing.cc): Example{1:
// Features}, Features{1: map<string, Feature>}.
#include <map>

#include "kernels/example_reader.h"

namespace tp {
namespace {

using proto::Feature, proto::Message, proto::NameOf, proto::ReadFeature;
using Features = std::map<std::string, Feature, std::less<>>;

bool ReadExample(std::string_view bytes, Features* features) {
  Message example(bytes);
  while (example.Next()) {
    if (example.number != 1 || example.wire != 2) continue;
    Message map(example.bytes);
    while (map.Next()) {
      if (map.number != 1 || map.wire != 2) continue;
      Message entry(map.bytes);
      std::string key;
      Feature feature;
      while (entry.Next()) {
        if (entry.number == 1 && entry.wire == 2) key = entry.bytes;
        if (entry.number == 2 && entry.wire == 2 && !ReadFeature(entry.bytes, &feature)) return false;
      }
      if (entry.bad) return false;
      (*features)[key] = std::move(feature);
    }
    if (map.bad) return false;
  }
  return !example.bad;
}

// One call of the op.
class Parser {
 public:
  explicit Parser(KernelContext& c)
      : c_(c), batch_(c.input(0).rank() == 1), count_(c.input(0).num_elements()), examples_(count_) {}

  void Run() {
    for (int64_t i = 0; i < count_; ++i)
      if (!ReadExample(c_.input(0).data<std::string>()[i], &examples_[i]))
        return Fail(c_, "Could not parse example input, value: '{}'", c_.input(0).data<std::string>()[i]);
    const auto sparse_types = c_.Attr<std::vector<DType>>("sparse_types");
    const auto ragged_types = c_.Attr<std::vector<DType>>("ragged_value_types");
    const auto split_types = c_.Attr<std::vector<DType>>("ragged_split_types");
    const auto shapes = c_.Attr<std::vector<Shape>>("dense_shapes");
    const auto sparse = static_cast<int>(sparse_types.size()), dense = c_.num_inputs() - 5,
               ragged = static_cast<int>(ragged_types.size());
    if (c_.input(2).num_elements() != sparse || c_.input(3).num_elements() != dense ||
        c_.input(4).num_elements() != ragged || split_types.size() != ragged_types.size() ||
        static_cast<int>(shapes.size()) != dense || c_.Attr<int64_t>("num_sparse", 0) != sparse)
      return Fail(c_, "The keys of ParseExampleV2 do not fit its types");
    for (int s = 0; s < sparse && !c_.failed(); ++s)
      Values(c_.input(2).data<std::string>()[s], sparse_types[s], s, sparse + s, 2 * sparse + s,
             DType::kInvalid);
    for (int d = 0; d < dense && !c_.failed(); ++d)
      Dense(c_.input(3).data<std::string>()[d], c_.input(5 + d), shapes[d], 3 * sparse + d);
    for (int r = 0; r < ragged && !c_.failed(); ++r)
      Values(c_.input(4).data<std::string>()[r], ragged_types[r], -1, 3 * sparse + dense + r,
             3 * sparse + dense + ragged + r, split_types[r]);
  }

 private:
  const Feature* Find(int64_t i, const std::string& key) const {
    const auto found = examples_[i].find(key);
    return found == examples_[i].end() || found->second.dtype == DType::kInvalid ? nullptr : &found->second;
  }
  // "Name: x, " of a batch's example.
  std::string Name(int64_t i) const {
    if (!batch_) return "";
    return fmt::format("Name: {}, ", c_.input(1).num_elements() == count_ ? c_.input(1).data<std::string>()[i]
                                                                          : "<unknown>");
  }
  std::string Key(int64_t i, const std::string& key) const {
    return batch_ ? fmt::format("{}Key: {}, Index: {}.  ", Name(i), key, i) : fmt::format("Key: {}.  ", key);
  }

  // All values of a key: sparse (indices, values and dense shape) or ragged (values and row splits).
  void Values(const std::string& key, DType dtype, int indices_at, int values_at, int shape_at,
              DType splits) {
    int64_t total = 0, most = 0;
    for (int64_t i = 0; i < count_; ++i) {
      const Feature* feature = Find(i, key);
      if (feature == nullptr) continue;
      if (feature->dtype != dtype)
        return Fail(c_, "{}Data types don't match. Expected type: {}, Actual type: {}", Key(i, key),
                    NameOf(dtype), NameOf(feature->dtype));
      total += static_cast<int64_t>(feature->size());
      most = std::max(most, static_cast<int64_t>(feature->size()));
    }
    Tensor* values = c_.Output(values_at, dtype, Shape{total});
    if (values == nullptr) return;
    std::vector<int64_t> indices, ends = {0};
    int64_t at = 0;
    for (int64_t i = 0; i < count_; ++i) {
      if (const Feature* feature = Find(i, key)) {
        feature->CopyTo(values, at);
        for (int64_t k = 0; k < static_cast<int64_t>(feature->size()); ++k) {
          if (batch_) indices.push_back(i);
          indices.push_back(k);
        }
        at += static_cast<int64_t>(feature->size());
      }
      ends.push_back(at);
    }
    if (indices_at >= 0) {
      c_.SetOutput(indices_at, Tensor::Of<int64_t>(Shape{total, batch_ ? 2 : 1}, indices));
      c_.SetOutput(shape_at,
                   batch_ ? Tensor::Vector<int64_t>({count_, most}) : Tensor::Vector<int64_t>({most}));
    } else if (splits == DType::kInt64) {
      c_.SetOutput(shape_at, Tensor::Of<int64_t>(Shape{count_ + 1}, ends));
    } else {
      const std::vector<int32_t> small(ends.begin(), ends.end());
      c_.SetOutput(shape_at, Tensor::Of<int32_t>(Shape{count_ + 1}, small));
    }
  }

  void Dense(const std::string& key, const Tensor& fallback, const Shape& shape, int output) {
    const DType dtype = fallback.dtype();
    const bool grows = shape.has_rank() && shape.rank() > 0 && shape[0] < 0;
    int64_t stride = 1;
    for (int d = grows; d < shape.rank(); ++d) {
      if (shape[d] < 0 || __builtin_mul_overflow(stride, shape[d], &stride))
        return Fail(c_, "dense_shapes of {} is {}", key, shape.ToBracketString());
    }
    if (!shape.has_rank() || (grows && fallback.num_elements() != 1))
      return Fail(c_, "The default of {} does not fit its shape", key);
    int64_t steps = 1;
    if (grows) {
      steps = 0;
      for (int64_t i = 0; i < count_; ++i)
        if (const Feature* feature = Find(i, key))
          steps = std::max(steps, static_cast<int64_t>(feature->size()) / std::max<int64_t>(stride, 1));
    }
    Shape whole;
    if (batch_) whole.Append(count_);
    for (int d = 0; d < shape.rank(); ++d) whole.Append(grows && d == 0 ? steps : shape[d]);
    Tensor* out = c_.Output(output, dtype, whole);
    if (out == nullptr) return;
    const int64_t each = steps * stride;
    for (int64_t i = 0; i < count_; ++i) {
      const Feature* feature = Find(i, key);
      int64_t have = 0;
      if (feature == nullptr) {
        if (!grows && fallback.num_elements() != each)
          return Fail(c_, "{}Feature: {} (data type: {}) is required but could not be found.", Name(i), key,
                      NameOf(dtype));
      } else {
        if (feature->dtype != dtype)
          return Fail(c_, "{}Data types don't match. Data type: {} but expected type: {}", Key(i, key),
                      NameOf(feature->dtype), NameOf(dtype));
        have = static_cast<int64_t>(feature->size());
        if (grows && have % std::max<int64_t>(stride, 1) != 0)
          return Fail(
              c_,
              "{}Number of {} values is not a multiple of stride length. Saw {} values but output shape "
              "is: {}",
              Key(i, key), NameOf(dtype), have, shape.ToBracketString());
        if (!grows && have != each)
          return batch_ ? Fail(c_, "{}Number of {} values != expected.  Values size: {} but output shape: {}",
                               Key(i, key), NameOf(dtype), have, shape.ToBracketString())
                        : Fail(c_, "{}Can't parse serialized Example: Some {}_list slice was not parsed.",
                               Key(i, key), dtype == DType::kString ? "bytes" : NameOf(dtype));
        feature->CopyTo(out, i * each);
      }
      for (int64_t k = have; k < each; ++k) Copy(fallback, grows ? 0 : k, out, i * each + k);
    }
  }

  static void Copy(const Tensor& from, int64_t k, Tensor* to, int64_t at) {
    if (from.dtype() == DType::kString)
      to->data<std::string>()[at] = from.data<std::string>()[k];
    else if (from.dtype() == DType::kFloat32)
      to->data<float>()[at] = from.data<float>()[k];
    else
      to->data<int64_t>()[at] = from.data<int64_t>()[k];
  }

  KernelContext& c_;
  const bool batch_;
  const int64_t count_;
  std::vector<Features> examples_;
};

void ParseKernel(KernelContext& c) {
  if (c.input(0).rank() > 1)
    return Fail(c, "Expected serialized to be a scalar or vector, got shape: {}", c.input(0).shape());
  for (int d = 5; d < c.num_inputs(); ++d)
    if (const DType dtype = c.input(d).dtype();
        dtype != DType::kString && dtype != DType::kFloat32 && dtype != DType::kInt64)
      return Fail(c,
                  "Value for attr 'Tdense' of {} is not in the list of allowed values: float, int64, string",
                  NameOf(dtype));
  Parser(c).Run();
}

Status ParseShape(ShapeContext& c) {
  const auto sparse = static_cast<int>(c.Attr<int64_t>("num_sparse", 0)),
             ragged = static_cast<int>(c.Attr<std::vector<DType>>("ragged_value_types").size());
  const auto shapes = c.Attr<std::vector<Shape>>("dense_shapes");
  const auto size = [&](std::string_view name) {
    return static_cast<int>(c.Attr<std::vector<DType>>(name).size());
  };
  if (sparse != size("sparse_types")) return InvalidArgument("len(sparse_keys) != len(sparse_types)");
  if (static_cast<int>(shapes.size()) != c.num_inputs() - 5)
    return InvalidArgument("len(dense_keys) != len(dense_shapes)");
  if (ragged != size("ragged_split_types"))
    return InvalidArgument("len(ragged_keys) != len(ragged_split_types)");
  const Shape& serialized = c.input(0);
  const bool known = serialized.has_rank();
  const int rank = known ? serialized.rank() : 0;
  if (rank > 1) return InvalidArgument("Shape must be at most rank 1 but is rank {}", rank);
  int at = 0;
  for (int s = 0; s < sparse; ++s) c.Set(at++, known ? Shape{kUnknownDim, rank + 1} : Shape::OfRank(2));
  for (int s = 0; s < sparse; ++s) c.Set(at++, Shape::OfRank(1));
  for (int s = 0; s < sparse; ++s) c.Set(at++, known ? Shape{rank + 1} : Shape::OfRank(1));
  for (size_t d = 0; d < shapes.size() && at < c.num_outputs(); ++d) {
    Shape shape;
    if (rank == 1) shape.Append(serialized[0]);
    if (shapes[d].has_rank())
      for (Dim dim : shapes[d]) shape.Append(dim);
    c.Set(at++, known && shapes[d].has_rank() ? shape : Shape::UnknownRank());
  }
  for (int r = 0; r < ragged && at < c.num_outputs(); ++r) c.Set(at++, Shape::OfRank(1));
  for (int r = 0; r < ragged && at < c.num_outputs(); ++r)
    c.Set(at++, rank == 1 ? Shape{c.Add(serialized[0], 1)} : Shape::OfRank(1));
  return {};
}

}  // namespace

TP_OP(ParseExampleV2){
    .name = "ParseExampleV2",
    .inputs =
        "serialized: string, names: string, sparse_keys: string, dense_keys: string, ragged_keys: string, "
        "dense_defaults: Tdense",
    .outputs =
        "sparse_indices: num_sparse * int64, sparse_values: sparse_types, sparse_shapes: num_sparse * int64, "
        "dense_values: Tdense, ragged_values: ragged_value_types, ragged_row_splits: ragged_split_types",
    .attrs =
        "Tdense: list(type) >= 0, num_sparse: int >= 0, sparse_types: list(type) >= 0, ragged_value_types: "
        "list(type) >= 0, ragged_split_types: list(type) >= 0, dense_shapes: list(shape) >= 0",
    .doc = "Serialized tf.train.Examples as tensors.",
    .shape = ParseShape,
    .kernel = ParseKernel,
    .no_gradient = true,
};

}  // namespace tp
