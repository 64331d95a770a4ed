// What kernels of sparse tensors share: indices (a row for each value), values and the dense shape.
#pragma once

#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "kernels/move.h"
#include "kernels/op.h"

namespace tp {

struct SparseArg {
  SparseArg(const Tensor& indices, const Tensor& values, const Tensor& shape)
      : indices(indices),
        values(values),
        shape(shape),
        count(indices.rank() > 0 ? indices.dim(0) : 1),
        rank(indices.rank() > 1 ? indices.dim(1) : 1) {
    at.resize(static_cast<size_t>(indices.num_elements()));
    for (size_t i = 0; i < at.size(); ++i) at[i] = ElementAsInt(indices, static_cast<int64_t>(i));
    for (int64_t i = 0; i < shape.num_elements(); ++i) dims.push_back(ElementAsInt(shape, i));
  }
  // Inputs i, i + 1 and i + 2.
  SparseArg(const KernelContext& c, int i) : SparseArg(c.input(i), c.input(i + 1), c.input(i + 2)) {}

  const int64_t* row(int64_t i) const { return at.data() + i * rank; }

  const Tensor &indices, &values, &shape;
  int64_t count, rank;            // how many indices there are, and of how many numbers
  std::vector<int64_t> at, dims;  // the indices row by row, and the dense shape
};

// False (an error is set) where the three do not fit together (TensorFlow: ValidateSparseTensor).
bool CheckSparse(KernelContext& c, const SparseArg& x);

// Less than, equal to or greater than 0, as index a stands before, at or behind b.
int CompareIndices(const int64_t* a, const int64_t* b, int64_t rank);

// Number i of indices, an error where it is not within the dims or (`sorted`) not behind `last`, the one
// before (null: there is none).
Status CheckIndex(int64_t i, const int64_t* index, const int64_t* last, std::span<const int64_t> dims,
                  bool sorted);

// The numbers of the indices in their order: by the dims `order` one after another, equal ones as they come.
std::vector<int64_t> SortedIndices(const SparseArg& x, const std::vector<int64_t>& order);
// The dims as they are: 0, 1, …
std::vector<int64_t> AllDims(int64_t rank);

// "1,5"
std::string JoinNumbers(const int64_t* numbers, int64_t count);

// Output i: int64 numbers, a vector or (`rank` given) `count` indices.
void GiveNumbers(KernelContext& c, int i, const std::vector<int64_t>& numbers);
void GiveIndices(KernelContext& c, int i, const std::vector<int64_t>& numbers, int64_t count, int64_t rank);
// Output i: elements `from` of x. False where there is no memory.
bool GiveElements(KernelContext& c, int i, const Tensor& x, const std::vector<int64_t>& from);

// The shapes of outputs `out`, out + 1 and out + 2: an unknown number of indices into `shape`, an input.
void SetSparseShapes(ShapeContext& c, int out, const Shape& shape);
// An error where input i does not have the rank that stands in `ranks` at i ('-': any).
Status CheckRanks(ShapeContext& c, const char* ranks);

}  // namespace tp
