// Distances between sequences in sparse tensors (TensorFlow: edit_distance_op.cc).
#include <limits>

#include "kernels/op.h"

namespace tp {
namespace {

// The rows of a sparse tensor whose indices are sorted: all indices but the last, and the places of the
// values.
struct Group {
  std::span<const int64_t> at;
  int64_t begin, end;
};

std::vector<Group> Groups(const Tensor& indices) {
  const size_t rank = static_cast<size_t>(indices.dim(1));
  std::vector<Group> groups;
  for (int64_t i = 0; i < indices.dim(0); ++i) {
    const std::span<const int64_t> at(indices.data<int64_t>() + static_cast<size_t>(i) * rank, rank - 1);
    if (groups.empty() || !std::equal(at.begin(), at.end(), groups.back().at.begin()))
      groups.push_back({at, i, i});
    groups.back().end = i + 1;
  }
  return groups;
}

bool SameElement(const Tensor& a, int64_t i, const Tensor& b, int64_t j) {
  if (a.dtype() == DType::kString) return a.data<std::string>()[i] == b.data<std::string>()[j];
  const size_t size = DTypeSize(a.dtype());
  return std::memcmp(static_cast<char*>(a.raw_data()) + static_cast<size_t>(i) * size,
                     static_cast<char*>(b.raw_data()) + static_cast<size_t>(j) * size, size) == 0;
}

int64_t Distance(const Tensor& a, const Group& of_a, const Tensor& b, const Group& of_b) {
  const int64_t n = of_a.end - of_a.begin, m = of_b.end - of_b.begin;
  std::vector<int64_t> row(static_cast<size_t>(m + 1));
  for (int64_t j = 0; j <= m; ++j) row[static_cast<size_t>(j)] = j;
  for (int64_t i = 1; i <= n; ++i) {
    int64_t diagonal = std::exchange(row[0], i);
    for (int64_t j = 1; j <= m; ++j) {
      int64_t& cell = row[static_cast<size_t>(j)];
      const bool same = SameElement(a, of_a.begin + i - 1, b, of_b.begin + j - 1);
      const int64_t best =
          std::min({cell + 1, row[static_cast<size_t>(j - 1)] + 1, diagonal + (same ? 0 : 1)});
      diagonal = std::exchange(cell, best);
    }
  }
  return row.back();
}

bool GoodSparse(KernelContext& c) {
  static constexpr const char* kNames[] = {"hypothesis", "truth"};
  for (int i = 0; i < 2; ++i)
    if (c.input(3 * i).rank() != 2)
      return Fail(c, "{}_indices should be a matrix, but got shape: {}", kNames[i], c.input(3 * i).shape()),
             false;
  for (int i = 0; i < 2; ++i)
    if (c.input(3 * i + 1).rank() != 1)
      return Fail(c, "{}_values should be a vector, but got shape: {}", kNames[i],
                  c.input(3 * i + 1).shape()),
             false;
  for (int i = 0; i < 2; ++i)
    if (c.input(3 * i + 2).rank() != 1)
      return Fail(c, "{}_shape should be a vector, but got shape: {}", kNames[i], c.input(3 * i + 2).shape()),
             false;
  for (int i = 0; i < 2; ++i) {
    if (i == 1 && c.input(5).num_elements() < 2)
      return Fail(c, "Input SparseTensors must have rank at least 2, but truth_shape rank is: {}",
                  c.input(5).num_elements()),
             false;
    if (c.input(3 * i + 2).num_elements() != c.input(3 * i).dim(1))
      return Fail(c, "Expected {}_shape.NumElements == #cols({}_indices), their shapes are: {} and {}",
                  kNames[i], kNames[i], c.input(3 * i + 2).shape(), c.input(3 * i).shape()),
             false;
  }
  if (c.input(2).num_elements() != c.input(5).num_elements())
    return Fail(c, "Expected truth and hypothesis to have matching ranks, but their shapes are: {} and {}",
                c.input(5).shape(), c.input(2).shape()),
           false;
  for (int i = 0; i < 2; ++i)
    if (c.input(3 * i).dim(0) != c.input(3 * i + 1).dim(0))
      return Fail(c, "Number of rows of {}_indices and {}_values must be equal, are: {} and {}", kNames[i],
                  kNames[i], c.input(3 * i).dim(0), c.input(3 * i + 1).dim(0)),
             false;
  return true;
}

void EditDistanceKernel(KernelContext& c) {
  if (!GoodSparse(c)) return;
  const Tensor &guess = c.input(1), &truth = c.input(4);
  Shape shape;
  for (int64_t d = 0; d + 1 < c.input(5).num_elements(); ++d)
    shape.Append(std::max(c.input(2).data<int64_t>()[d], c.input(5).data<int64_t>()[d]));
  Tensor* out = c.Output(0, DType::kFloat32, shape);
  if (out == nullptr) return;
  std::fill_n(out->data<float>(), out->num_elements(), 0.0f);
  const bool normalize = c.Attr("normalize", true);
  const auto place = [&](const Group& group) -> float* {
    int64_t at = 0;
    for (int d = 0; d < shape.rank(); ++d) {
      const int64_t index = group.at[static_cast<size_t>(d)];
      if (index < 0 || index >= shape[d])
        return Fail(c,
                    "Got an inner product {} which would require writing to outside of the buffer for the "
                    "output tensor (max elements {})",
                    at * shape[d] + index, out->num_elements()),
               nullptr;
      at = at * shape[d] + index;
    }
    return out->data<float>() + at;
  };
  const std::vector<Group> guesses = Groups(c.input(0)), truths = Groups(c.input(3));
  auto g = guesses.begin();
  auto t = truths.begin();
  while (g != guesses.end() || t != truths.end()) {
    const int order =
        g == guesses.end()  ? 1
        : t == truths.end() ? -1
        : std::equal(g->at.begin(), g->at.end(), t->at.begin())
            ? 0
            : (std::lexicographical_compare(g->at.begin(), g->at.end(), t->at.begin(), t->at.end()) ? -1 : 1);
    float* to = place(order > 0 ? *t : *g);
    if (to == nullptr) return;
    if (order == 0) {
      *to = static_cast<float>(Distance(truth, *t, guess, *g));
      if (normalize) *to /= static_cast<float>(t->end - t->begin);
    } else if (order < 0) {
      *to = normalize ? std::numeric_limits<float>::infinity() : static_cast<float>(g->end - g->begin);
    } else {
      *to = normalize ? 1.0f : static_cast<float>(t->end - t->begin);
    }
    if (order <= 0) ++g;
    if (order >= 0) ++t;
  }
}

Status EditDistanceShape(ShapeContext& c) {
  const Tensor *guess = c.value(2), *truth = c.value(5);
  if (guess == nullptr || truth == nullptr) return {};
  if (guess->num_elements() != truth->num_elements())
    return InvalidArgument("Num elements of hypothesis_shape does not match truth_shape: {} vs. {}",
                           guess->num_elements(), truth->num_elements());
  Shape shape;
  for (int64_t d = 0; d + 1 < guess->num_elements(); ++d)
    shape.Append(std::max(ElementAsInt(*guess, d), ElementAsInt(*truth, d)));
  c.Set(0, shape);
  return {};
}

}  // namespace

TP_OP(EditDistance){
    .name = "EditDistance",
    .inputs =
        "hypothesis_indices: int64, hypothesis_values: T, hypothesis_shape: int64, truth_indices: int64, "
        "truth_values: T, truth_shape: int64",
    .outputs = "output: float32",
    .attrs = "normalize: bool = true, T: type",
    .doc =
        "How many elements must be put in, taken out or changed to make the truth of the hypothesis, for "
        "each row.",
    .shape = EditDistanceShape,
    .kernel = EditDistanceKernel,
    .no_gradient = true,
    .host_inputs = "hypothesis_shape, truth_shape",
    .examples =
        "i64:[[0 0] [0 1]], [1 2], i64:[2 2], i64:[[0 0] [1 0]], [1 5], i64:[2 2] -> [1. 1.]\n"
        "i64:[[0 0] [0 1]], [1 2], i64:[1 2], i64:[[0 0] [0 1] [0 2]], [1 3 2], i64:[1 3] -> [1.] | "
        "normalize=false",
};

}  // namespace tp
