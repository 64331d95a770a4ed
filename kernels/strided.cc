#include "kernels/strided.h"

#include <algorithm>
#include <vector>

#include "kernels/move.h"
#include "kernels/op.h"

namespace tp::strided {
namespace {

// One entry of the slice as it was written.
struct Entry {
  bool open_begin = true, open_end = true, shrink = false, known_begin = true, known_end = true;
  int64_t begin = 0, end = 0, stride = 1;
};

// Calls f(offset of x, offset of out, run) for each innermost run.
template <class F>
void ForEachRun(const Shape& shape, const Cut& cut, F&& f) {
  const int rank = shape.rank();
  SmallVector<int64_t, 8> index(rank, 0), strides(rank, 0);
  int64_t offset = 0, total = 1;
  int64_t size = 1;
  for (int i = rank - 1; i >= 0; size *= shape[i], --i) {
    strides[i] = size * cut.dims[i].stride;
    offset += size * cut.dims[i].begin;
    total *= cut.dims[i].count;
  }
  const int64_t run = rank == 0 ? 1 : cut.dims[rank - 1].count;
  const int64_t step = rank == 0 ? 1 : strides[rank - 1];
  for (int64_t done = 0; done < total; done += run) {
    f(offset, done, run, step);
    for (int i = rank - 2; i >= 0; --i) {
      offset += strides[i];
      if (++index[i] < cut.dims[i].count) break;
      offset -= strides[i] * cut.dims[i].count;
      index[i] = 0;
    }
  }
}

}  // namespace

Status Plan(const Shape& input, const Tensor* begin, const Tensor* end, const Tensor* strides,
            const Masks& masks, Cut* cut, Shape* result) {
  const int n = static_cast<int>(strides->num_elements());
  if (begin && end && (begin->num_elements() != n || end->num_elements() != n))
    return InvalidArgument(
        "Expected begin, end, and strides to be 1D equal size tensors, but got shapes {}, {}, and {} "
        "instead.",
        begin->shape(), end->shape(), strides->shape());
  if (masks.ellipsis && (masks.ellipsis & (masks.ellipsis - 1)))
    return InvalidArgument("Multiple ellipses in slice spec not allowed");
  // How many dims the written entries stand for; the ellipsis (or its end) takes the others.
  int written = 0;
  for (int i = 0; i < n; ++i)
    if (!(masks.ellipsis >> i & 1) && !(masks.new_axis >> i & 1)) ++written;
  int dim = 0;
  bool seen_ellipsis = false;
  std::vector<Entry> entries;
  // What comes out, in order: a dim of the input (its number), or -1 for a new one; shrunk dims do not.
  std::vector<int> out;
  const auto take_rest = [&](int count) {
    for (int k = 0; k < count; ++k) {
      out.push_back(dim++);
      entries.emplace_back();
    }
  };
  for (int i = 0; i < n; ++i) {
    if (masks.ellipsis >> i & 1) {
      seen_ellipsis = true;
      take_rest(std::max(0, input.rank() - written));
      continue;
    }
    if (masks.new_axis >> i & 1) {
      out.push_back(-1);
      continue;
    }
    if (input.rank() == 0) return InvalidArgument("Attempting to slice scalar input.");
    if (dim >= input.rank())
      return InvalidArgument("Index out of range using input dim {}; input has only {} dims", dim,
                             input.rank());
    Entry entry;
    entry.stride = ElementAsInt(*strides, i);
    if (entry.stride == 0) return InvalidArgument("strides[{}] must be non-zero", i);
    entry.open_begin = masks.begin >> i & 1;
    entry.open_end = masks.end >> i & 1;
    entry.shrink = masks.shrink >> i & 1;
    entry.known_begin = begin != nullptr;
    entry.known_end = end != nullptr;
    if (begin) entry.begin = ElementAsInt(*begin, i);
    if (end) entry.end = ElementAsInt(*end, i);
    if (entry.shrink && entry.stride < 0)
      return InvalidArgument("only stride 1 allowed on non-range indexing.");
    if (!entry.shrink) out.push_back(dim);
    entries.push_back(entry);
    ++dim;
  }
  if (!seen_ellipsis) take_rest(input.rank() - dim);
  cut->dims.clear();
  for (int i = 0; i < input.rank(); ++i) {
    const Entry& e = entries[i];
    const int64_t size = IsKnown(input[i]) ? input[i] : -1;
    Cut::Dim& d = cut->dims.emplace_back();
    d.stride = e.stride;
    if (e.shrink) {
      d.count = 1;
      if (!e.known_begin) continue;
      d.begin = e.begin < 0 && size >= 0 ? e.begin + size : e.begin;
      if (size >= 0 && (d.begin < 0 || d.begin >= size))
        return InvalidArgument("slice index {} of dimension {} out of bounds.", d.begin, i);
      continue;
    }
    const bool whole = e.open_begin && e.open_end;
    if (whole && (e.stride == 1 || e.stride == -1)) {
      d.begin = e.stride > 0 ? 0 : size - 1;
      d.count = size;
      continue;
    }
    if ((!e.open_begin && !e.known_begin) || (!e.open_end && !e.known_end)) {
      d.count = -1;
      continue;
    }
    if (size < 0) {
      d.count = -1;
      continue;
    }
    const auto bound = [&](int64_t at) {
      if (at < 0) at += size;
      return e.stride > 0 ? std::clamp<int64_t>(at, 0, size) : std::clamp<int64_t>(at, -1, size - 1);
    };
    d.begin = e.open_begin ? (e.stride > 0 ? 0 : size - 1) : bound(e.begin);
    const int64_t last = e.open_end ? (e.stride > 0 ? size : -1) : bound(e.end);
    const int64_t span = last - d.begin;
    d.count =
        span == 0 || (span < 0) != (e.stride < 0) ? 0 : span / e.stride + (span % e.stride != 0 ? 1 : 0);
  }
  Shape shape;
  for (int d : out) shape.Append(d < 0 ? 1 : cut->dims[d].count >= 0 ? cut->dims[d].count : kUnknownDim);
  // A whole dim that is a symbol stays that symbol.
  for (size_t i = 0; i < out.size(); ++i) {
    if (out[i] < 0 || cut->dims[out[i]].count >= 0) continue;
    const Entry& e = entries[out[i]];
    if (e.open_begin && e.open_end && (e.stride == 1 || e.stride == -1))
      shape.set_dim(static_cast<int>(i), input[out[i]]);
  }
  *result = shape;
  return {};
}

void Copy(const Tensor& x, const Cut& cut, Tensor* out) {
  const Mover mover(x.dtype());
  ForEachRun(x.shape(), cut, [&](int64_t offset, int64_t at, int64_t run, int64_t step) {
    mover.Copy(out, at, x, offset, run, step);
  });
}

void Scatter(const Tensor& from, const Cut& cut, Tensor* to) {
  const Mover mover(from.dtype());
  const char* const x = static_cast<const char*>(from.raw_data());
  char* const z = static_cast<char*>(to->raw_data());
  ForEachRun(to->shape(), cut, [&](int64_t offset, int64_t at, int64_t run, int64_t step) {
    mover.fn()(z + offset * mover.size(), step, x + at * mover.size(), 1, run);
  });
}

}  // namespace tp::strided
