#include "kernels/fused/broadcast.h"

#include <algorithm>
#include <cstring>

namespace tp::fused {
namespace {

// Copies n elements that lie `stride` elements apart.
template <class T>
void CopyRun(const char* data, int64_t stride, int64_t n, char* out) {
  const T* x = reinterpret_cast<const T*>(data);
  T* z = reinterpret_cast<T*>(out);
  for (int64_t i = 0; i < n; ++i) z[i] = x[i * stride];
}

struct Wide {
  uint64_t low, high;
};

void CopyRun(size_t size, const char* data, int64_t stride, int64_t n, char* out) {
  if (stride == 1) {
    std::memcpy(out, data, n * size);
    return;
  }
  if (stride == 0) return Broadcast::Fill(size, data, n, out);
  switch (size) {
    case 1:
      return CopyRun<uint8_t>(data, stride, n, out);
    case 2:
      return CopyRun<uint16_t>(data, stride, n, out);
    case 4:
      return CopyRun<uint32_t>(data, stride, n, out);
    case 8:
      return CopyRun<uint64_t>(data, stride, n, out);
    default:
      return CopyRun<Wide>(data, stride, n, out);
  }
}

}  // namespace

Status Broadcast::Init(std::span<const Tensor> inputs) {
  shape_ = inputs[0].shape();
  for (const Tensor& input : inputs) {
    const std::optional<Shape> both = BroadcastShapes(shape_, input.shape());
    if (!both)
      return InvalidArgument("Incompatible shapes: {} vs. {}", inputs[0].shape().ToBracketString(),
                             input.shape().ToBracketString());
    shape_ = *both;
  }
  const std::optional<int64_t> count = CheckedNumElements(shape_);
  if (!count)
    return InvalidArgument("the broadcast shape {} has too many elements", shape_.ToBracketString());
  count_ = *count;
  inputs_.resize(inputs.size());
  dims_.clear();
  for (size_t k = 0; k < inputs.size(); ++k) {
    inputs_[k].size = DTypeSize(inputs[k].dtype());
    inputs_[k].strides.clear();
  }
  // From the innermost dim outwards; `dims_` and strides are reversed until the end.
  SmallVector<int64_t, 8> next(inputs.size(), 1);  // the input's stride at this dim
  for (int i = shape_.rank() - 1; i >= 0; --i) {
    const int64_t dim = shape_[i];
    bool merge = !dims_.empty();
    SmallVector<int64_t, 8> strides(inputs.size(), 0);
    for (size_t k = 0; k < inputs.size(); ++k) {
      const int at = i - (shape_.rank() - inputs[k].rank());
      const int64_t own = at < 0 ? 1 : inputs[k].dim(at);
      strides[k] = own == 1 && dim != 1 ? 0 : next[k];
      if (at >= 0) next[k] *= own;
    }
    if (dim == 1) continue;
    if (merge)
      for (size_t k = 0; k < inputs.size(); ++k)
        merge = merge && strides[k] == inputs_[k].strides.back() * dims_.back();
    if (merge) {
      dims_.back() *= dim;
    } else {
      dims_.push_back(dim);
      for (size_t k = 0; k < inputs.size(); ++k) inputs_[k].strides.push_back(strides[k]);
    }
  }
  std::reverse(dims_.begin(), dims_.end());
  for (size_t k = 0; k < inputs.size(); ++k) {
    Input& input = inputs_[k];
    std::reverse(input.strides.begin(), input.strides.end());
    if (inputs[k].num_elements() == count_)
      input.kind = kFlat;
    else
      input.kind = inputs[k].num_elements() == 1 ? kScalar : kGeneral;
  }
  return {};
}

int64_t Broadcast::Offset(int input, int64_t at) const {
  const Input& in = inputs_[input];
  int64_t offset = 0;
  for (int i = static_cast<int>(dims_.size()) - 1; i >= 0; --i) {
    offset += at % dims_[i] * in.strides[i];
    at /= dims_[i];
  }
  return offset;
}

void Broadcast::Gather(int input, const void* data, int64_t at, int64_t n, void* out) const {
  const Input& in = inputs_[input];
  const char* from = static_cast<const char*>(data);
  char* to = static_cast<char*>(out);
  if (dims_.empty()) return CopyRun(in.size, from, 0, n, to);
  const int inner = static_cast<int>(dims_.size()) - 1;
  SmallVector<int64_t, 8> index(dims_.size(), 0);
  int64_t offset = 0, rest = at;
  for (int i = inner; i >= 0; --i) {
    index[i] = rest % dims_[i];
    offset += index[i] * in.strides[i];
    rest /= dims_[i];
  }
  while (n > 0) {
    const int64_t run = std::min(n, dims_[inner] - index[inner]);
    CopyRun(in.size, from + offset * static_cast<int64_t>(in.size), in.strides[inner], run, to);
    to += run * static_cast<int64_t>(in.size);
    n -= run;
    offset += run * in.strides[inner];
    index[inner] += run;
    for (int i = inner; i > 0 && index[i] == dims_[i]; --i) {
      offset += in.strides[i - 1] - dims_[i] * in.strides[i];
      index[i] = 0;
      ++index[i - 1];
    }
  }
}

// What is there is copied behind itself: memcpy has the processor's widest stores, this file has not.
void Broadcast::Fill(size_t size, const void* data, int64_t n, void* out) {
  char* const z = static_cast<char*>(out);
  const size_t bytes = size * static_cast<size_t>(n);
  if (bytes == 0) return;
  std::memcpy(z, data, size);
  for (size_t done = size; done < bytes; done *= 2) std::memcpy(z + done, z, std::min(done, bytes - done));
}

const void* Broadcast::Tile(int input, const char* data, int64_t at, int64_t n, void* buffer) const {
  const Input& in = inputs_[input];
  const int64_t inner = dims_.back();
  if (in.strides.back() == 1 && at % inner + n <= inner)
    return data + Offset(input, at) * static_cast<int64_t>(in.size);
  Gather(input, data, at, n, buffer);
  return buffer;
}

}  // namespace tp::fused
