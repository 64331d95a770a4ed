// Strings cut and put together: splits, n-grams, joins over dims and segments (TensorFlow:
// string_split_op.cc, string_ngrams_op.cc, reduce_join_op.cc, unsorted_segment_join_op.cc). A split gives the
// parts as a sparse matrix: indices, values and shape, which tf.strings.split makes a ragged tensor of.
#include "kernels/op.h"

namespace tp {
namespace {

using Parts = std::vector<std::string_view>;
constexpr std::string_view kSpace = " \t\n\v\f\r";

// The parts of each element of input 0, as a sparse matrix.
template <class F>
void SplitAll(KernelContext& c, F&& split) {
  const Tensor& x = c.input(0);
  if (x.rank() != 1) return Fail(c, "input must be a vector, got shape: {}", x.shape());
  std::vector<Parts> rows(x.num_elements());
  int64_t total = 0, widest = 0;
  for (int64_t i = 0; i < x.num_elements(); ++i) {
    split(x.data<std::string>()[i], &rows[i]);
    const auto width = static_cast<int64_t>(rows[i].size());
    total += width;
    widest = std::max(widest, width);
  }
  Tensor* indices = c.Output(0, DType::kInt64, Shape{total, 2});
  Tensor* values = c.Output(1, DType::kString, Shape{total});
  if (indices == nullptr || values == nullptr) return;
  int64_t* at = indices->data<int64_t>();
  std::string* value = values->data<std::string>();
  for (size_t i = 0; i < rows.size(); ++i)
    for (size_t k = 0; k < rows[i].size(); ++k) {
      *at++ = static_cast<int64_t>(i);
      *at++ = static_cast<int64_t>(k);
      *value++ = rows[i][k];
    }
  const int64_t shape[] = {x.num_elements(), widest};
  c.SetOutput(2, IntVector(shape, DType::kInt64));
}

// As Python's str.split; without a separator runs of white space are one.
void SplitLikePython(std::string_view text, std::string_view sep, int64_t max, Parts* parts) {
  if (max == 0) return parts->push_back(text);
  if (sep.empty()) {
    const auto skip_space = [&] {
      text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
    };
    skip_space();
    while (!text.empty()) {
      const size_t end = std::min(text.find_first_of(kSpace), text.size());
      parts->push_back(text.substr(0, end));
      text.remove_prefix(end);
      skip_space();
      if (max > 0 && static_cast<int64_t>(parts->size()) == max) return parts->push_back(text);
    }
    return;
  }
  for (size_t at; (at = text.find(sep)) != std::string_view::npos;) {
    parts->push_back(text.substr(0, at));
    text.remove_prefix(at + sep.size());
    if (max > 0 && static_cast<int64_t>(parts->size()) == max) break;
  }
  parts->push_back(text);
}

// At any of the delimiter's bytes; with an empty one every byte is a part.
void SplitAtAny(std::string_view text, std::string_view delimiter, bool skip_empty, Parts* parts) {
  if (delimiter.empty()) {
    for (size_t i = 0; i < text.size(); ++i) parts->push_back(text.substr(i, 1));
    return;
  }
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find_first_of(delimiter, at), text.size());
    if (end > at || !skip_empty) parts->push_back(text.substr(at, end - at));
    at = end + 1;
  }
}

Status SplitShape(ShapeContext& c) {
  Shape shape;
  TP_RETURN_IF_ERROR(c.WithRank(0, 1, &shape));
  TP_RETURN_IF_ERROR(c.WithRank(1, 0, &shape));
  c.Set(0, Shape{kUnknownDim, 2});
  c.Set(1, Shape{kUnknownDim});
  c.Set(2, Shape{2});
  return {};
}

// Dims of the input that are joined, by axis; an error text where the indices are wrong.
Status JoinedDims(const Tensor& axes, int rank, std::vector<bool>* joined) {
  joined->assign(rank, false);
  for (int64_t i = 0; i < axes.num_elements(); ++i) {
    const int64_t axis = ElementAsInt(axes, i);
    const std::optional<int> normal = NormalAxis(axis, rank);
    if (!normal)
      return MakeStatus(Code::kOutOfRange, "Invalid reduction dimension {} for input with {} dimension(s)",
                        axis, rank);
    if ((*joined)[*normal]) return InvalidArgument("Duplicate reduction dimension {}", *normal);
    (*joined)[*normal] = true;
  }
  return {};
}

void ReduceJoinKernel(KernelContext& c) {
  const Tensor &x = c.input(0), &axes = c.input(1);
  if (axes.num_elements() == 0) return c.SetOutput(0, x);
  const int rank = x.rank();
  std::vector<bool> joined;
  if (Status status = JoinedDims(axes, rank, &joined); !status.ok()) return c.Error(std::move(status));
  const bool keep = c.Attr("keep_dims", false);
  const std::string separator = c.Attr<std::string>("separator");
  Shape shape;
  for (int d = 0; d < rank; ++d) {
    if (!joined[d])
      shape.Append(x.shape()[d]);
    else if (keep)
      shape.Append(1);
  }
  std::vector<int64_t> strides(rank, 1);
  for (int d = rank - 2; d >= 0; --d) strides[d] = strides[d + 1] * x.shape()[d + 1];
  Tensor* out = c.Output(0, DType::kString, shape);
  if (out == nullptr || x.num_elements() == 0) return;
  // Where the joined elements stand from the first: the axis that is given first changes fastest.
  std::vector<int64_t> offsets{0};
  for (int64_t i = axes.num_elements() - 1; i >= 0; --i) {
    const int d = *NormalAxis(ElementAsInt(axes, i), rank);
    std::vector<int64_t> wider;
    for (const int64_t offset : offsets)
      for (int64_t k = 0; k < x.shape()[d]; ++k) wider.push_back(offset + k * strides[d]);
    offsets = std::move(wider);
  }
  for (int64_t i = 0; i < out->num_elements(); ++i) {
    int64_t base = 0, rest = i;
    for (int d = rank - 1; d >= 0; --d) {
      if (joined[d]) continue;
      base += rest % x.shape()[d] * strides[d];
      rest /= x.shape()[d];
    }
    std::string& text = out->data<std::string>()[i];
    for (size_t k = 0; k < offsets.size(); ++k) {
      if (k > 0) text += separator;
      text += x.data<std::string>()[base + offsets[k]];
    }
  }
}

Status ReduceJoinShape(ShapeContext& c) {
  if (!c.input(0).has_rank()) return {};
  const int rank = c.input(0).rank();
  const bool keep = c.Attr("keep_dims", false);
  if (c.value(1) == nullptr) {
    if (keep) {
      Shape shape;
      for (int d = 0; d < rank; ++d) shape.Append(kUnknownDim);
      c.Set(0, shape);
    }
    return {};
  }
  std::vector<bool> joined;
  TP_RETURN_IF_ERROR(JoinedDims(*c.value(1), rank, &joined));
  Shape shape;
  for (int d = 0; d < rank; ++d) {
    if (!joined[d])
      shape.Append(c.input(0)[d]);
    else if (keep)
      shape.Append(1);
  }
  c.Set(0, shape);
  return {};
}

void SegmentJoinKernel(KernelContext& c) {
  const Tensor &x = c.input(0), &ids = c.input(1);
  const int64_t segments = ScalarInt(c.input(2));
  if (segments < 0) return Fail(c, "Number of segments must be non-negative");
  if (ids.rank() > x.rank())
    return Fail(c, "segment_ids' rank {} is more than the input's {}", ids.rank(), x.rank());
  for (int d = 0; d < ids.rank(); ++d)
    if (ids.shape()[d] != x.shape()[d])
      return Fail(c, "Segment dimension is {} while input dimension is {} in rank {}", ids.shape()[d],
                  x.rank(), d);
  Shape shape{segments};
  for (int d = ids.rank(); d < x.rank(); ++d) shape.Append(x.shape()[d]);
  const std::string separator = c.Attr<std::string>("separator");
  Tensor* out = c.Output(0, DType::kString, shape);
  if (out == nullptr) return;
  const int64_t inner = DimProduct(x.shape(), ids.rank(), x.rank());
  std::vector<bool> begun(segments, false);
  for (int64_t i = 0; i < ids.num_elements(); ++i) {
    const int64_t id = ElementAsInt(ids, i);
    if (id < 0 || id >= segments)
      return Fail(c, "segment_ids are not allowed to exceed num_segments or to have negative values.");
    for (int64_t k = 0; k < inner; ++k) {
      std::string& text = out->data<std::string>()[id * inner + k];
      if (begun[id]) text += separator;
      text += x.data<std::string>()[i * inner + k];
    }
    begun[id] = true;
  }
}

Status SegmentJoinShape(ShapeContext& c) {
  if (!c.input(0).has_rank() || !c.input(1).has_rank()) return {};
  Shape shape{c.value(2) != nullptr ? ScalarInt(*c.value(2)) : kUnknownDim};
  for (int d = c.input(1).rank(); d < c.input(0).rank(); ++d) shape.Append(c.input(0)[d]);
  c.Set(0, shape);
  return {};
}

void NGramsKernel(KernelContext& c) {
  const Tensor &data = c.input(0), &splits = c.input(1);
  const std::string separator = c.Attr<std::string>("separator"), left = c.Attr<std::string>("left_pad"),
                    right = c.Attr<std::string>("right_pad");
  const auto widths = c.Attr<std::vector<int64_t>>("ngram_widths");
  const int64_t pad_width = c.Attr<int64_t>("pad_width");
  const bool keep_short = c.Attr("preserve_short_sequences", false);
  for (const int64_t width : widths)
    if (width < 1 || width > 1 << 20)
      return Fail(c, "ngram_widths must contain values in [1, {}], got {}", 1 << 20, width);
  if (pad_width > 1 << 20) return Fail(c, "pad_width must be at most {}", 1 << 20);
  const int64_t rows = splits.num_elements() - 1;
  for (int64_t i = 0; i <= rows; ++i) {
    const int64_t at = ElementAsInt(splits, i);
    if (i == 0 && at != 0) return Fail(c, "First split value must be 0, got {}", at);
    if (i > 0 && at < ElementAsInt(splits, i - 1))
      return Fail(c, "Invalid split value {}, must be in [{}, {}]", at, ElementAsInt(splits, i - 1),
                  data.num_elements());
    if (i == rows && at != data.num_elements())
      return Fail(c, "Last split value must be data size. Expected {}, got {}", data.num_elements(), at);
  }
  const std::string* words = data.data<std::string>();
  std::vector<std::string> grams;
  std::vector<int64_t> ends;
  if (rows >= 0) ends.push_back(0);
  for (int64_t row = 0; row < rows; ++row) {
    const int64_t begin = ElementAsInt(splits, row), length = ElementAsInt(splits, row + 1) - begin;
    const size_t first = grams.size();
    const auto gram = [&](int64_t from, int64_t width, int64_t pad) {  // words [from, from + width), padded
      std::string text;
      for (int64_t k = from; k < from + width; ++k) {
        if (k > from) text += separator;
        text += k < pad ? left : k < pad + length ? words[begin + k - pad] : right;
      }
      grams.push_back(std::move(text));
    };
    for (const int64_t width : widths) {
      const int64_t pad = pad_width < 0 ? width - 1 : std::min(pad_width, width - 1);
      for (int64_t from = 0; from + width <= length + 2 * pad; ++from) gram(from, width, pad);
    }
    if (keep_short && grams.size() == first && length > 0) {
      // Too short for any width: all of it, padded on both sides.
      const int64_t pad = std::max<int64_t>(pad_width, 0);
      gram(0, length + 2 * pad, pad);
    }
    ends.push_back(static_cast<int64_t>(grams.size()));
  }
  Tensor* out = c.Output(0, DType::kString, Shape{static_cast<Dim>(grams.size())});
  if (out == nullptr) return;
  std::move(grams.begin(), grams.end(), out->data<std::string>());
  c.SetOutput(1, IntVector(ends, splits.dtype()));
}

}  // namespace

TP_OP(StringSplit){
    .name = "StringSplit",
    .inputs = "input: string, delimiter: string",
    .outputs = "indices: int64, values: string, shape: int64",
    .attrs = "skip_empty: bool = true",
    .doc = "Each string cut at any byte of the delimiter, as a sparse matrix.",
    .shape = SplitShape,
    .kernel =
        [](KernelContext& c) {
          if (c.input(1).rank() != 0)
            return Fail(c, "delimiter must be a scalar, got shape: {}", c.input(1).shape());
          SplitAll(c, [&](const std::string& text, Parts* parts) {
            SplitAtAny(text, c.input(1).scalar<std::string>(), c.Attr("skip_empty", true), parts);
          });
        },
    .no_gradient = true,
    .examples = "['a b' 'c'], ' ' -> i64:[[0 0] [0 1] [1 0]], ['a' 'b' 'c'], i64:[2 2]",
};

TP_OP(StringSplitV2){
    .name = "StringSplitV2",
    .inputs = "input: string, sep: string",
    .outputs = "indices: int64, values: string, shape: int64",
    .attrs = "maxsplit: int = -1",
    .doc = "Each string cut as str.split does, as a sparse matrix.",
    .shape = SplitShape,
    .kernel =
        [](KernelContext& c) {
          if (c.input(1).rank() != 0)
            return Fail(c, "sep must be a scalar, got shape: {}", c.input(1).shape());
          SplitAll(c, [&](const std::string& text, Parts* parts) {
            SplitLikePython(text, c.input(1).scalar<std::string>(), c.Attr<int64_t>("maxsplit", -1), parts);
          });
        },
    .no_gradient = true,
    .examples =
        "['a  b' ''], '' -> i64:[[0 0] [0 1]], ['a' 'b'], i64:[2 2]\n"
        "['a,b,,c'], ',' -> i64:[[0 0] [0 1] [0 2] [0 3]], ['a' 'b' '' 'c'], i64:[1 4]",
};

TP_OP(ReduceJoin){
    .name = "ReduceJoin",
    .inputs = "inputs: string, reduction_indices: int32",
    .outputs = "output: string",
    .attrs = "keep_dims: bool = false, separator: string = ''",
    .doc = "Strings joined along axes, the axis that is given first changing fastest.",
    .shape = ReduceJoinShape,
    .kernel = ReduceJoinKernel,
    .no_gradient = true,
    .host_inputs = "reduction_indices",
    .examples =
        "[['a' 'b'] ['c' 'd']], [1] -> ['a+b' 'c+d'] | separator='+'\n"
        "[['a' 'b'] ['c' 'd']], [0 1] -> 'acbd'\n"
        "[['a' 'b'] ['c' 'd']], [1 0] -> 'abcd'",
};

TP_OP(UnsortedSegmentJoin){
    .name = "UnsortedSegmentJoin",
    .inputs = "inputs: string, segment_ids: Tindices, num_segments: Tnumsegments",
    .outputs = "output: string",
    .attrs = "separator: string = '', Tindices: {int32,int64}, Tnumsegments: {int32,int64} = int32",
    .doc = "Strings joined by segment.",
    .shape = SegmentJoinShape,
    .kernel = SegmentJoinKernel,
    .no_gradient = true,
    .host_inputs = "num_segments",
    .examples = "['a' 'b' 'c'], [1 0 1], 2 -> ['b' 'a:c'] | separator=':'",
};

TP_OP(StringNGrams){
    .name = "StringNGrams",
    .inputs = "data: string, data_splits: Tsplits",
    .outputs = "ngrams: string, ngrams_splits: Tsplits",
    .attrs =
        "separator: string, ngram_widths: list(int) >= 0, left_pad: string, right_pad: string, pad_width: "
        "int, "
        "preserve_short_sequences: bool, Tsplits: {int32,int64} = int64",
    .doc = "Joins of neighbouring strings of each row of a ragged matrix.",
    .shape = [](ShapeContext& c) -> Status {
      Shape splits;
      TP_RETURN_IF_ERROR(c.WithRank(0, 1, &splits));
      TP_RETURN_IF_ERROR(c.WithRank(1, 1, &splits));
      c.Set(0, Shape{kUnknownDim});
      c.Set(1, splits);
      return {};
    },
    .kernel = NGramsKernel,
    .no_gradient = true,
    .examples =
        "['a' 'b' 'c'], i64:[0 3] -> ['a-b' 'b-c'], i64:[0 2] | separator='-', ngram_widths=[2], "
        "left_pad='', "
        "right_pad='', pad_width=0, preserve_short_sequences=False",
};

}  // namespace tp
