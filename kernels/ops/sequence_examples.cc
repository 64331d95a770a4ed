// tf.train.SequenceExample messages as tensors (example_proto_fast_parsing.cc): SequenceExample{1: Features,
// 2: FeatureLists}, FeatureLists{1: map<string, FeatureList>}, FeatureList{1: Feature}.
#include <map>

#include "kernels/example_reader.h"

namespace tp {
namespace {

using proto::Feature, proto::Message, proto::NameOf, proto::ReadFeature;
using Names = std::vector<std::string>;

// Of one example: a row for each step of a list, one row for a feature of the context.
using Rows = std::map<std::string, std::vector<Feature>, std::less<>>;

// f(bytes) for the messages of field 1.
template <class F>
bool EachMessage(std::string_view bytes, F&& f) {
  Message message(bytes);
  while (message.Next())
    if (message.number != 1 || message.wire != 2 || !f(message.bytes)) return false;
  return !message.bad;
}

// -1 where dims are not known, or too many.
int64_t Elements(const Shape& shape) {
  return shape.IsFullyKnown() ? CheckedNumElements(shape).value_or(-1) : -1;
}

// One call of the op. Where the input is one example, tensors have no dim for the batch.
class Parser {
 public:
  explicit Parser(KernelContext& c)
      : c_(c),
        batch_(c.input(0).rank() == 1),
        count_(c.input(0).num_elements()),
        rows_{Side(count_), Side(count_)} {}

  void Run() {
    const Names keys[2][3] = {{Keys(2), Keys(3), Keys(4)}, {Keys(5), Keys(6), Keys(7)}};
    std::vector<DType> defaults;
    for (int i = 9; i < c_.num_inputs(); ++i) defaults.push_back(c_.input(i).dtype());
    const std::vector<DType> types[2][3] = {
        {Types("context_sparse_types"), defaults, Types("context_ragged_value_types")},
        {Types("feature_list_sparse_types"), Types("feature_list_dense_types"),
         Types("feature_list_ragged_value_types")}};
    const std::vector<DType> splits[2] = {Types("context_ragged_split_types"),
                                          Types("feature_list_ragged_split_types")};
    const auto shapes = c_.Attr<std::vector<Shape>>("context_dense_shapes"),
               list_shapes = c_.Attr<std::vector<Shape>>("feature_list_dense_shapes");
    for (int list : {0, 1})
      for (int kind : {0, 1, 2}) {
        if (keys[list][kind].size() != types[list][kind].size())
          return Fail(c_, "The keys of ParseSequenceExampleV2 do not fit its types");
        for (size_t k = 0; k < keys[list][kind].size(); ++k)
          wanted_[list][keys[list][kind][k]] = types[list][kind][k];
      }
    if (shapes.size() != keys[0][1].size() || list_shapes.size() != keys[1][1].size() ||
        splits[0].size() != keys[0][2].size() || splits[1].size() != keys[1][2].size() ||
        c_.input(8).num_elements() != static_cast<int64_t>(keys[1][1].size()))
      return Fail(c_, "The keys of ParseSequenceExampleV2 do not fit its types");
    if (c_.input(1).num_elements() != 0 && c_.input(1).num_elements() != count_)
      return Fail(c_, "example_names must be empty or have the correct number of elements");
    for (int64_t e = 0; e < count_; ++e)
      if (!Read(e)) return;
    int at = 0;
    for (int list : {0, 1}) {
      const auto sparse = static_cast<int>(keys[list][0].size()),
                 dense = static_cast<int>(keys[list][1].size()),
                 ragged = static_cast<int>(keys[list][2].size());
      for (int k = 0; k < sparse && !c_.failed(); ++k)
        Sparse(list, keys[list][0][k], types[list][0][k], at + k, at + sparse + k, at + 2 * sparse + k);
      at += 3 * sparse;
      for (int k = 0; k < dense && !c_.failed(); ++k)
        list ? DenseList(keys[1][1][k], types[1][1][k], list_shapes[k], k, at + k, at + dense + k)
             : Dense(keys[0][1][k], shapes[k], c_.input(9 + k), at + k);
      at += (1 + list) * dense;
      for (int k = 0; k < ragged && !c_.failed(); ++k)
        Ragged(list, keys[list][2][k], types[list][2][k], splits[list][k], at + k, at + ragged + k,
               at + 2 * ragged + k);
      at += (2 + list) * ragged;
    }
  }

 private:
  using Side = std::vector<Rows>;

  Names Keys(int i) const {
    return {c_.input(i).elements<std::string>().begin(), c_.input(i).elements<std::string>().end()};
  }
  std::vector<DType> Types(std::string_view name) const { return c_.Attr<std::vector<DType>>(name); }
  std::string Name(int64_t e) const {
    return c_.input(1).num_elements() == 0 ? "<unknown>" : c_.input(1).data<std::string>()[e];
  }
  const std::vector<Feature>* Find(int list, int64_t e, const std::string& key) const {
    const auto found = rows_[list][e].find(key);
    return found == rows_[list][e].end() ? nullptr : &found->second;
  }

  // The features of example e that are wanted; false (an error is set) where it is none.
  bool Read(int64_t e) {
    Message example(c_.input(0).data<std::string>()[e]);
    bool good = true;
    while (good && example.Next()) {
      if (example.wire != 2 || example.number < 1 || example.number > 2) continue;
      const int list = example.number - 1;
      good = EachMessage(example.bytes, [&](std::string_view entry_bytes) {
        Message entry(entry_bytes);
        std::string_view key, value;
        while (entry.Next()) (entry.number == 1 ? key : value) = entry.bytes;
        if (entry.bad) return false;
        const auto found = wanted_[list].find(key);
        if (found != wanted_[list].end()) values_[list][found->first] = value;
        return true;
      });
    }
    if (!good || example.bad)
      return Fail(c_, "Invalid protocol message input, example id: {}", Name(e)), false;
    for (int list : {0, 1}) {
      for (const auto& [key, value] : values_[list]) {
        std::vector<Feature>& rows = rows_[list][e][key];
        const DType dtype = wanted_[list][key];
        const auto add = [&](std::string_view bytes) {
          Feature& feature = rows.emplace_back();
          if (!ReadFeature(bytes, &feature)) return false;
          if (feature.dtype == DType::kInvalid || feature.dtype == dtype) return true;
          Fail(c_, "Name: {}, {}: {}{}.  Data types don't match. Expected type: {}", Name(e),
               list ? "Feature list" : "Context feature", key,
               list ? fmt::format(", Index: {}", rows.size() - 1) : "", NameOf(dtype));
          return true;
        };
        if (list == 0 ? !add(value) : !EachMessage(value, add))
          Fail(c_, "Error in {} feature {} in example {}", list ? "sequence" : "context", key, Name(e));
        if (c_.failed()) return false;
      }
      values_[list].clear();
    }
    return true;
  }

  // All values of a key, and how they are put into rows and those into examples.
  struct All {
    int64_t total = 0, most_rows = 0, most = 0;
    std::vector<int64_t> indices, outer = {0}, inner = {0};
  };
  All Gather(int list, const std::string& key, int output, DType dtype) {
    All all;
    for (int64_t e = 0; e < count_; ++e) {
      int64_t row = 0;
      if (const auto* rows = Find(list, e, key))
        for (const Feature& feature : *rows) {
          const auto size = static_cast<int64_t>(feature.size());
          for (int64_t k = 0; k < size; ++k) {
            if (batch_) all.indices.push_back(e);
            if (list) all.indices.push_back(row);
            all.indices.push_back(k);
          }
          all.total += size;
          all.most = std::max(all.most, size);
          all.inner.push_back(all.total);
          ++row;
        }
      all.most_rows = std::max(all.most_rows, row);
      all.outer.push_back(list ? static_cast<int64_t>(all.inner.size()) - 1 : all.total);
    }
    Tensor* values = c_.Output(output, dtype, Shape{all.total});
    int64_t at = 0;
    for (int64_t e = 0; e < count_ && values != nullptr; ++e)
      if (const auto* rows = Find(list, e, key))
        for (const Feature& feature : *rows) {
          feature.CopyTo(values, at);
          at += static_cast<int64_t>(feature.size());
        }
    return all;
  }

  void Sparse(int list, const std::string& key, DType dtype, int indices, int values, int shape) {
    const All all = Gather(list, key, values, dtype);
    std::vector<int64_t> sizes;
    if (batch_) sizes.push_back(count_);
    if (list) sizes.push_back(all.most_rows);
    sizes.push_back(all.most);
    c_.SetOutput(indices, Tensor::Of<int64_t>(Shape{all.total, static_cast<Dim>(sizes.size())}, all.indices));
    c_.SetOutput(shape, IntVector(sizes, DType::kInt64));
  }

  void Ragged(int list, const std::string& key, DType dtype, DType splits, int values, int outer, int inner) {
    const All all = Gather(list, key, values, dtype);
    c_.SetOutput(outer, IntVector(all.outer, splits));
    if (list) c_.SetOutput(inner, IntVector(all.inner, splits));
  }

  void Dense(const std::string& key, const Shape& shape, const Tensor& fallback, int output) {
    const int64_t each = Elements(shape);
    int64_t most = fallback.num_elements();
    for (int64_t e = 0; e < count_; ++e)
      if (const auto* rows = Find(0, e, key)) most = std::max(most, static_cast<int64_t>((*rows)[0].size()));
    if (most != each)
      return Fail(c_, "Inconsistent max number of elements for feature {}: expected {}, but found {}", key,
                  each, most);
    Shape whole;
    if (batch_) whole.Append(count_);
    for (const Dim dim : shape) whole.Append(dim);
    Tensor* out = c_.Output(output, fallback.dtype(), whole);
    if (out == nullptr) return;
    for (int64_t e = 0; e < count_; ++e) {
      const auto* rows = Find(0, e, key);
      if (rows == nullptr && fallback.num_elements() == 0)
        return Fail(c_, "Feature: {} (data type: {}) is required but could not be found.", key,
                    NameOf(fallback.dtype()));
      if (rows == nullptr) {
        CopyAll(fallback, out, e * each);
      } else {
        if (static_cast<int64_t>((*rows)[0].size()) != each)
          return Fail(c_, "Unexpected number of elements in example {}", Name(e));
        (*rows)[0].CopyTo(out, e * each);
      }
    }
  }

  void DenseList(const std::string& key, DType dtype, const Shape& shape, int k, int output, int lengths) {
    const int64_t each = Elements(shape);
    int64_t most = 0;
    for (int64_t e = 0; e < count_; ++e) {
      int64_t size = 0;
      if (const auto* rows = Find(1, e, key))
        for (const Feature& feature : *rows) size += static_cast<int64_t>(feature.size());
      most = std::max(most, size);
    }
    for (int64_t e = 0; e < count_; ++e)
      if (const auto* rows = Find(1, e, key))
        for (size_t row = 0; row < rows->size(); ++row)
          if (static_cast<int64_t>((*rows)[row].size()) != each)
            return Fail(
                c_,
                "Name: {}, Key: {}, Index: {}.  Number of values != expected.  values size: {} but output "
                "shape: {}",
                Name(e), key, row, (*rows)[row].size(), shape);
    if (each <= 0) return Fail(c_, "Unexpected shape error in feature {}", key);
    const int64_t steps = most / each;
    Shape whole;
    if (batch_) whole.Append(count_);
    whole.Append(steps);
    for (const Dim dim : shape) whole.Append(dim);
    Tensor* out = c_.Output(output, dtype, whole);
    if (out == nullptr) return;
    if (dtype != DType::kString)
      std::memset(out->raw_data(), 0, static_cast<size_t>(most * count_) * DTypeSize(dtype));
    std::vector<int64_t> counts;
    for (int64_t e = 0; e < count_; ++e) {
      const auto* rows = Find(1, e, key);
      if (rows == nullptr && !c_.input(8).data<bool>()[k])
        return Fail(
            c_,
            "Name: {}, Feature list '{}' is required but could not be found.  Did you mean to include it in "
            "feature_list_dense_missing_assumed_empty or feature_list_dense_defaults?",
            Name(e), key);
      counts.push_back(rows == nullptr ? 0 : static_cast<int64_t>(rows->size()));
      for (int64_t row = 0; row < counts.back(); ++row) {
        const Feature& feature = (*rows)[static_cast<size_t>(row)];
        feature.CopyTo(out, (e * steps + row) * each);
      }
    }
    c_.SetOutput(lengths, batch_ ? IntVector(counts, DType::kInt64) : Tensor::Scalar<int64_t>(counts[0]));
  }

  static void CopyAll(const Tensor& from, Tensor* to, int64_t at) {
    const int64_t count = from.num_elements();
    if (from.dtype() == DType::kString)
      std::copy_n(from.data<std::string>(), count, to->data<std::string>() + at);
    else
      std::memcpy(static_cast<char*>(to->raw_data()) + at * DTypeSize(from.dtype()), from.raw_data(),
                  static_cast<size_t>(count) * DTypeSize(from.dtype()));
  }

  KernelContext& c_;
  const bool batch_;
  const int64_t count_;
  Side rows_[2];  // of the context, of the lists
  std::map<std::string, DType, std::less<>> wanted_[2];
  std::map<std::string, std::string_view> values_[2];
};

void ParseKernel(KernelContext& c) {
  if (c.input(0).rank() > 1)
    return Fail(c, "Expected serialized to be a scalar or vector, got shape: {}", c.input(0).shape());
  Parser(c).Run();
}

Status ParseShape(ShapeContext& c) {
  const auto count = [&](const char* types) {
    return static_cast<int>(c.Attr<std::vector<DType>>(types).size());
  };
  const Shape& serialized = c.input(0);
  const bool known = serialized.has_rank();
  const int rank = known ? serialized.rank() : 0;
  if (rank > 1) return InvalidArgument("Shape must be at most rank 1 but is rank {}", rank);
  int at = 0;
  const auto set = [&](const Shape& shape) {
    if (at < c.num_outputs()) c.Set(at++, shape);
  };
  const auto sparse = [&](int n, int extra) {
    for (int k = 0; k < n; ++k) set(known ? Shape{kUnknownDim, rank + extra} : Shape::OfRank(2));
    for (int k = 0; k < n; ++k) set(Shape::OfRank(1));
    for (int k = 0; k < n; ++k) set(known ? Shape{rank + extra} : Shape::OfRank(1));
  };
  const auto dense = [&](const std::vector<Shape>& shapes, bool steps) {
    for (const Shape& each : shapes) {
      Shape shape;
      if (rank == 1) shape.Append(serialized[0]);
      if (steps) shape.Append(kUnknownDim);
      for (const Dim dim : each) shape.Append(dim);
      set(known && each.has_rank() ? shape : Shape::UnknownRank());
    }
  };
  const Shape splits = rank == 1 ? Shape{c.Add(serialized[0], 1)} : Shape::OfRank(1);
  sparse(count("context_sparse_types"), 1);
  dense(c.Attr<std::vector<Shape>>("context_dense_shapes"), false);
  const int ragged = count("context_ragged_value_types"), lists = count("feature_list_ragged_value_types");
  for (int k = 0; k < ragged; ++k) set(Shape::OfRank(1));
  for (int k = 0; k < ragged; ++k) set(splits);
  sparse(count("feature_list_sparse_types"), 2);
  const auto shapes = c.Attr<std::vector<Shape>>("feature_list_dense_shapes");
  dense(shapes, true);
  for (size_t k = 0; k < shapes.size(); ++k) set(known ? serialized : Shape::UnknownRank());
  for (int k = 0; k < lists; ++k) set(Shape::OfRank(1));
  for (int k = 0; k < lists; ++k) set(splits);
  for (int k = 0; k < lists; ++k) set(Shape::OfRank(1));
  return {};
}

}  // namespace

TP_OP(ParseSequenceExampleV2){
    .name = "ParseSequenceExampleV2",
    .inputs =
        "serialized: string, debug_name: string, context_sparse_keys: string, context_dense_keys: string, "
        "context_ragged_keys: string, feature_list_sparse_keys: string, feature_list_dense_keys: string, "
        "feature_list_ragged_keys: string, feature_list_dense_missing_assumed_empty: bool, "
        "context_dense_defaults: Tcontext_dense",
    .outputs =
        "context_sparse_indices: Ncontext_sparse * int64, context_sparse_values: context_sparse_types, "
        "context_sparse_shapes: Ncontext_sparse * int64, context_dense_values: Tcontext_dense, "
        "context_ragged_values: context_ragged_value_types, "
        "context_ragged_row_splits: context_ragged_split_types, "
        "feature_list_sparse_indices: Nfeature_list_sparse * int64, "
        "feature_list_sparse_values: feature_list_sparse_types, "
        "feature_list_sparse_shapes: Nfeature_list_sparse * int64, "
        "feature_list_dense_values: feature_list_dense_types, "
        "feature_list_dense_lengths: Nfeature_list_dense * int64, "
        "feature_list_ragged_values: feature_list_ragged_value_types, "
        "feature_list_ragged_outer_splits: feature_list_ragged_split_types, "
        "feature_list_ragged_inner_splits: feature_list_ragged_split_types",
    .attrs =
        "Ncontext_sparse: int >= 0 = 0, Tcontext_dense: list(type) >= 0 = [], "
        "context_sparse_types: list(type) >= 0 = [], context_ragged_value_types: list(type) >= 0 = [], "
        "context_ragged_split_types: list(type) >= 0 = [], context_dense_shapes: list(shape) >= 0 = [], "
        "Nfeature_list_sparse: int >= 0 = 0, Nfeature_list_dense: int >= 0 = 0, "
        "feature_list_dense_types: list(type) >= 0 = [], feature_list_sparse_types: list(type) >= 0 = [], "
        "feature_list_ragged_value_types: list(type) >= 0 = [], "
        "feature_list_ragged_split_types: list(type) >= 0 = [], "
        "feature_list_dense_shapes: list(shape) >= 0 = []",
    .doc = "Serialized tf.train.SequenceExamples as tensors.",
    .shape = ParseShape,
    .kernel = ParseKernel,
    .no_gradient = true,
};

}  // namespace tp
