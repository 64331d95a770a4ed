// Sets in the last dim of dense or sparse tensors: intersection, union, differences, sizes (TensorFlow:
// set_kernels.cc). The results are sparse, each set sorted.
#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "kernels/sparse.h"

namespace tp {
namespace {

using Group = std::vector<int64_t>;  // the indices of a set: all but the last
// Members are numbers in the order of the values: an integer is itself, a text its place among all texts.
using Set = std::set<int64_t>;
using Sets = std::map<Group, Set>;
using Texts = std::vector<std::string>;

// "1,5"
std::string Joined(const Group& numbers) {
  return JoinNumbers(numbers.data(), static_cast<int64_t>(numbers.size()));
}

// An input of an op: one tensor, or three from `at` on.
struct Operand {
  const Tensor *indices = nullptr, *values = nullptr;
  Group shape;

  Operand(KernelContext& c, int at, bool sparse) {
    if (!sparse) {
      values = &c.input(at);
      for (Dim d : values->shape()) shape.push_back(d);
      return;
    }
    indices = &c.input(at);
    values = &c.input(at + 1);
    for (int64_t i = 0; i < c.input(at + 2).num_elements(); ++i)
      shape.push_back(ElementAsInt(c.input(at + 2), i));
  }
  Group groups() const { return Group(shape.begin(), shape.end() - 1); }
};

Status Check(const Operand& x, bool validate) {
  if (x.shape.size() < 2)
    return InvalidArgument("Shape [{}] has rank {} < 2", Joined(x.shape), x.shape.size());
  if (x.indices == nullptr) return {};
  const Tensor& at = *x.indices;
  const size_t rank = x.shape.size();
  if (at.rank() != 2 || at.dim(1) != static_cast<Dim>(rank) || x.values->num_elements() != at.dim(0))
    return InvalidArgument("Invalid sparse set: indices {}, values {}, rank {}.", at.shape(),
                           x.values->shape(), rank);
  for (int64_t i = 0; i < at.dim(0); ++i) {
    const int64_t* const row = at.data<int64_t>() + i * rank;
    TP_RETURN_IF_ERROR(CheckIndex(i, row, i > 0 ? row - rank : nullptr, x.shape, validate));
  }
  return {};
}

// The different texts of x and y, sorted; none where their values are integers.
Texts TextsOf(const Operand& x, const Operand& y) {
  std::set<std::string> texts;
  if (x.values->dtype() == DType::kString)
    for (const Operand* operand : {&x, &y})
      texts.insert(operand->values->data<std::string>(),
                   operand->values->data<std::string>() + operand->values->num_elements());
  return {texts.begin(), texts.end()};
}

Sets SetsOf(const Operand& x, const Texts& texts) {
  Sets sets;
  const size_t rank = x.shape.size();
  for (int64_t i = 0; i < x.values->num_elements(); ++i) {
    Group group(rank - 1);
    if (x.indices != nullptr) {
      std::copy_n(x.indices->data<int64_t>() + i * rank, rank - 1, group.begin());
    } else {
      int64_t rest = i / x.shape.back();
      for (size_t d = rank - 1; d-- > 0;) {
        group[d] = rest % x.shape[d];
        rest /= x.shape[d];
      }
    }
    Set& set = sets[group];
    if (x.values->dtype() != DType::kString)
      set.insert(ElementAsInt(*x.values, i));
    else
      set.insert(std::ranges::lower_bound(texts, x.values->data<std::string>()[i]) - texts.begin());
  }
  return sets;
}

Set Combine(const std::string& operation, const Set& a, const Set& b) {
  Set out;
  const bool both = operation == "intersection", all = operation == "union", left = operation == "a-b";
  for (int64_t x : a)
    if (all || (b.contains(x) ? both : left)) out.insert(x);
  if (all || !(both || left))
    for (int64_t x : b)
      if (all || !a.contains(x)) out.insert(x);
  return out;
}

// Writes a member of a set to element i.
void Write(int64_t member, const Texts& texts, Tensor* values, int64_t i) {
  if (values->dtype() == DType::kString)
    values->data<std::string>()[i] = texts[member];
  else  // of the integer, its low bytes
    std::memcpy(static_cast<char*>(values->raw_data()) + i * DTypeSize(values->dtype()), &member,
                DTypeSize(values->dtype()));
}

void SetOperationKernel(KernelContext& c, bool a_sparse, bool b_sparse) {
  const std::string operation = c.Attr<std::string>("set_operation");
  if (operation != "a-b" && operation != "b-a" && operation != "intersection" && operation != "union")
    return Fail(c, "Invalid set_operation {}.", operation);
  const bool validate = c.Attr("validate_indices", true);
  const Operand a(c, 0, a_sparse), b(c, a_sparse ? 3 : 1, b_sparse);
  for (const Operand* x : {&a, &b})
    if (const Status status = Check(*x, validate); !status.ok()) return c.Error(status);
  if (a.groups() != b.groups())
    return Fail(c, "Mismatched shapes [{}] vs [{}]", Joined(a.groups()), Joined(b.groups()));
  const Texts texts = TextsOf(a, b);
  Sets in_a = SetsOf(a, texts), in_b = SetsOf(b, texts), results;
  int64_t count = 0, largest = 0;
  for (const Sets* sets : {&in_a, &in_b})
    for (const auto& item : *sets) results[item.first];
  for (auto& [group, set] : results) {
    set = Combine(operation, in_a[group], in_b[group]);
    count += static_cast<int64_t>(set.size());
    largest = std::max(largest, static_cast<int64_t>(set.size()));
  }
  const int64_t rank = static_cast<int64_t>(a.shape.size());
  Tensor* indices = c.Output(0, DType::kInt64, Shape{count, rank});
  Tensor* values = c.Output(1, a.values->dtype(), Shape{count});
  Tensor* shape = c.Output(2, DType::kInt64, Shape{rank});
  if (indices == nullptr || values == nullptr || shape == nullptr) return;
  std::copy_n(a.shape.begin(), rank - 1, shape->data<int64_t>());
  shape->data<int64_t>()[rank - 1] = largest;
  int64_t at = 0;
  for (const auto& [group, set] : results) {
    int64_t place = 0;
    for (int64_t member : set) {
      std::ranges::copy(group, indices->data<int64_t>() + at * rank);
      indices->data<int64_t>()[at * rank + rank - 1] = place++;
      Write(member, texts, values, at++);
    }
  }
}

void SetSizeKernel(KernelContext& c) {
  const Operand x(c, 0, true);
  if (const Status status = Check(x, c.Attr("validate_indices", true)); !status.ok()) return c.Error(status);
  Shape shape;
  const Group groups = x.groups();
  for (int64_t d : groups) shape.Append(d);
  Tensor* out = c.Output(0, DType::kInt32, shape);
  if (out == nullptr) return;
  std::fill_n(out->data<int32_t>(), out->num_elements(), 0);
  for (const auto& [group, set] : SetsOf(x, TextsOf(x, x))) {
    int64_t at = 0;
    for (size_t d = 0; d < groups.size(); ++d) at = at * groups[d] + group[d];
    out->data<int32_t>()[at] = static_cast<int32_t>(set.size());
  }
}

// The rank is that of a dense input, or the number of dims of a sparse one.
Status SetOperationShape(ShapeContext& c) {
  Dim rank = kUnknownDim;
  for (int i = 0; i < c.num_inputs() && rank == kUnknownDim; ++i) {
    const Shape& in = c.input(i);
    const bool dense = c.num_inputs() == 2 || (c.num_inputs() == 4 && i == 0);
    const bool dims = (c.num_inputs() == 4 && i == 3) || (c.num_inputs() == 6 && i % 3 == 2);
    if (!in.has_rank()) continue;
    if (dense) rank = in.rank();
    if (dims && in.rank() == 1) rank = in[0];
    if (rank == kUnknownDim || rank >= 2) continue;
    if (dense) return InvalidArgument("Shape must be at least rank 2 but is rank {}", rank);
    return InvalidArgument("Input {}, expected rank >= 2, got {}.", i - 2, rank);
  }
  if (c.num_inputs() == 2 && c.input(0).has_rank() && c.input(1).has_rank()) {
    Shape a = c.input(0), b = c.input(1), groups;
    if (a.rank() != b.rank())
      return InvalidArgument("Shape must be rank {} but is rank {}", a.rank(), b.rank());
    a.Erase(a.rank() - 1);
    b.Erase(b.rank() - 1);
    TP_RETURN_IF_ERROR(c.Merge(a, b, &groups));
  }
  c.Set(0, Shape{kUnknownDim, rank});
  c.Set(1, Shape{kUnknownDim});
  c.Set(2, Shape{rank});
  return {};
}

}  // namespace

#define TP_SET_TYPES "T: {int8,int16,int32,int64,uint8,uint16,string}"
#define TP_SET_OUTPUTS "result_indices: int64, result_values: T, result_shape: int64"
#define TP_SET_ATTRS "set_operation: string, validate_indices: bool = true, " TP_SET_TYPES

TP_OP(DenseToDenseSetOperation){
    .name = "DenseToDenseSetOperation",
    .inputs = "set1: T, set2: T",
    .outputs = TP_SET_OUTPUTS,
    .attrs = TP_SET_ATTRS,
    .doc = "The union, intersection or difference of the sets in the last dim.",
    .shape = SetOperationShape,
    .kernel = [](KernelContext& c) { SetOperationKernel(c, false, false); },
    .no_gradient = true,
    .examples =
        "[[1 2 3]], [[3 9 1]] -> i64:[[0 0] [0 1]], [1 3], i64:[1 2] | set_operation='intersection'\n"
        "[[1 2 3]], [[3 9 1]] -> i64:[[0 0]], [2], i64:[1 1] | set_operation='a-b'",
};

TP_OP(DenseToSparseSetOperation){
    .name = "DenseToSparseSetOperation",
    .inputs = "set1: T, set2_indices: int64, set2_values: T, set2_shape: int64",
    .outputs = TP_SET_OUTPUTS,
    .attrs = TP_SET_ATTRS,
    .doc = "The union, intersection or difference of dense and sparse sets in the last dim.",
    .shape = SetOperationShape,
    .kernel = [](KernelContext& c) { SetOperationKernel(c, false, true); },
    .no_gradient = true,
    .examples =
        "[[1 2]], i64:[[0 0] [0 1]], [5 2], i64:[1 2] -> i64:[[0 0] [0 1] [0 2]], [1 2 5], i64:[1 3] | "
        "set_operation='union'",
};

TP_OP(SparseToSparseSetOperation){
    .name = "SparseToSparseSetOperation",
    .inputs =
        "set1_indices: int64, set1_values: T, set1_shape: int64, set2_indices: int64, set2_values: T, "
        "set2_shape: int64",
    .outputs = TP_SET_OUTPUTS,
    .attrs = TP_SET_ATTRS,
    .doc = "The union, intersection or difference of the sparse sets in the last dim.",
    .shape = SetOperationShape,
    .kernel = [](KernelContext& c) { SetOperationKernel(c, true, true); },
    .no_gradient = true,
    .examples =
        "i64:[[0 0]], [4], i64:[1 1], i64:[[0 0] [0 1]], [5 4], i64:[1 2] -> i64:[[0 0]], [5], i64:[1 1] | "
        "set_operation='b-a'",
};

TP_OP(SetSize){
    .name = "SetSize",
    .inputs = "set_indices: int64, set_values: T, set_shape: int64",
    .outputs = "size: int32",
    .attrs = "validate_indices: bool = true, " TP_SET_TYPES,
    .doc = "How many different values the sparse sets in the last dim have.",
    .shape = [](ShapeContext&) { return Status(); },
    .kernel = SetSizeKernel,
    .no_gradient = true,
    .examples = "i64:[[0 0] [0 1] [1 0]], [5 5 7], i64:[2 3] -> [1 1]",
};

}  // namespace tp
