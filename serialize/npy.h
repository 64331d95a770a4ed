// NumPy's .npy and .npz files: tensors in and out (format: numpy.lib.format, versions 1.0 to 3.0).
//
// NumPy itself has no bfloat16. Its files call one '<V2', two bytes without a meaning, as np.save does for an
// array of the package ml_dtypes: `np.load(f).view(ml_dtypes.bfloat16)` has the numbers. 'V2' is read so, too.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/tensor/tensor.h"

namespace tp {

// The bytes of one array. C or Fortran order, either byte order; '|S', '<U' and object arrays of bytes are
// not read: kInvalidArgument names the dtype. Damaged files: kInvalidArgument.
Status ParseNpy(std::string_view bytes, Tensor* tensor);
// REQUIRES: a dtype of numbers or bool.
std::string FormatNpy(const Tensor& tensor);

using NamedTensors = std::vector<std::pair<std::string, Tensor>>;
// A zip archive of .npy members, stored or deflated; names without ".npy", in the archive's order.
Status ParseNpz(std::string_view bytes, NamedTensors* tensors);
// Stored, without times: the same tensors give the same bytes.
std::string FormatNpz(const NamedTensors& tensors);

// By the ending of the name. Errors: "cannot read PATH: REASON". A .npy gives one tensor named "".
Status ReadArrays(const std::string& path, NamedTensors* tensors);

}  // namespace tp
