// Boxes in images, [top, left, bottom, right]: which of them to keep, random ones, and windows at given
// places.
#include <cmath>
#include <queue>

#include "kernels/matrix.h"
#include "kernels/random_inputs.h"
#include "kernels/random_state.h"

namespace tp {
namespace {

// The part of their union that two boxes share.
float Overlap(const float* a, const float* b) {
  const auto low = [](const float* box, int k) { return std::min(box[k], box[k + 2]); };
  const auto high = [](const float* box, int k) { return std::max(box[k], box[k + 2]); };
  const auto area = [&](const float* box) {
    return (high(box, 0) - low(box, 0)) * (high(box, 1) - low(box, 1));
  };
  if (area(a) <= 0 || area(b) <= 0) return 0;
  float both = 1;
  for (int k = 0; k < 2; ++k)
    both *= std::max(std::min(high(a, k), high(b, k)) - std::max(low(a, k), low(b, k)), 0.0f);
  return both / (area(a) + area(b) - both);
}

// --- those that overlap no better one
// ------------------------------------------------------------------------

enum class Suppression { kHard, kSoft, kGivenOverlaps };

// False (an error is set) where input 0 is no list of boxes (or square of overlaps) with input 1 as scores.
bool GoodBoxes(KernelContext& c, bool overlaps) {
  const Tensor &boxes = c.input(0), &scores = c.input(1);
  if (boxes.rank() != 2)
    return overlaps ? Fail(c, "overlaps must be 2-D{}", boxes.shape())
                    : Fail(c, "boxes must be 2-D{} (Shape must be rank 2 but is rank {})", boxes.shape(),
                           boxes.rank()),
           false;
  if (overlaps ? boxes.dim(1) != boxes.dim(0) : boxes.dim(1) != 4)
    return overlaps ? Fail(c, "overlaps must be square{}", boxes.shape())
                    : Fail(c, "boxes must have 4 columns (Dimension must be 4 but is {})", boxes.dim(1)),
           false;
  if (scores.rank() != 1)
    return Fail(c, "scores must be 1-D{} (Shape must be rank 1 but is rank {})", scores.shape(),
                scores.rank()),
           false;
  if (scores.dim(0) != boxes.dim(0))
    return Fail(c, "scores has incompatible shape (Dimensions must be equal, but are {} and {})",
                boxes.dim(0), scores.dim(0)),
           false;
  return true;
}

// Of boxes that overlap much the best one. The soft form makes scores smaller instead (soft_nms_sigma).
void SuppressionKernel(KernelContext& c, Suppression kind) {
  const Tensor &boxes = c.input(0), &scores = c.input(1);
  const bool soft = kind == Suppression::kSoft, given = kind == Suppression::kGivenOverlaps;
  const auto number = [&](int i) { return static_cast<float>(ElementAsDouble(c.input(i), 0)); };
  const float limit = number(3), least = number(4), sigma = soft ? number(5) : 0;
  if (!given && !(limit >= 0 && limit <= 1)) return Fail(c, "iou_threshold must be in [0, 1]");
  if (!(sigma >= 0)) return Fail(c, "soft_nms_sigma_val must be >= 0");
  if (!GoodBoxes(c, given)) return;
  const int64_t most = ScalarInt(c.input(2));
  if (most < 0) return Fail(c, "output size must be non-negative");
  const Wide<double> wide(c, 0), wide_scores(c, 1);
  if (c.failed()) return;
  const std::vector<float> places(wide.data(), wide.data() + boxes.num_elements());
  std::vector<float> left(wide_scores.data(), wide_scores.data() + scores.num_elements());
  std::vector<int64_t> kept;
  std::vector<double> kept_scores;
  std::vector<bool> gone(left.size());
  while (static_cast<int64_t>(kept.size()) < most) {
    int64_t best = -1;
    for (size_t i = 0; i < left.size(); ++i)
      if (!gone[i] && left[i] > least && (best < 0 || left[i] > left[best])) best = static_cast<int64_t>(i);
    if (best < 0) break;
    gone[best] = true;
    kept.push_back(best);
    kept_scores.push_back(static_cast<double>(left[best]));
    for (size_t i = 0; i < left.size(); ++i) {
      if (gone[i]) continue;
      const float overlap = given ? places[i * left.size() + static_cast<size_t>(best)]
                                  : Overlap(places.data() + 4 * best, places.data() + 4 * i);
      if (sigma > 0)
        left[i] *= std::exp(-0.5f / sigma * overlap * overlap);
      else if (overlap > limit)
        gone[i] = true;
    }
  }
  if (!soft) return c.SetOutput(0, IntVector(kept, DType::kInt32));
  const size_t valid = kept.size();
  const Shape shape{c.Attr("pad_to_max_output_size", false) ? most : static_cast<int64_t>(valid)};
  Tensor* indices = c.Output(0, DType::kInt32, shape);
  const Tensor made = c.Scratch(DType::kFloat64, shape);
  if (indices == nullptr || !made.valid()) return;
  std::fill_n(indices->data<int32_t>(), shape[0], 0);
  std::fill_n(made.data<double>(), shape[0], 0.0);
  std::copy(kept.begin(), kept.end(), indices->data<int32_t>());
  std::copy(kept_scores.begin(), kept_scores.end(), made.data<double>());
  NarrowOutput(c, 1, made, scores.dtype());
  c.SetOutput(2, Tensor::Scalar<int32_t>(static_cast<int32_t>(valid)));
}

Status SuppressionShape(ShapeContext& c) {
  Shape boxes, scores;
  TP_RETURN_IF_ERROR(c.WithRank(0, 2, &boxes));
  TP_RETURN_IF_ERROR(c.WithRank(1, 1, &scores));
  Dim dim;
  if (boxes.has_rank() && scores.has_rank()) TP_RETURN_IF_ERROR(c.Merge(boxes[0], scores[0], &dim));
  if (boxes.has_rank() && c.op().name() == "NonMaxSuppressionWithOverlaps")
    TP_RETURN_IF_ERROR(c.Merge(boxes[0], boxes[1], &dim));
  else if (boxes.has_rank() && IsKnown(boxes[1]) && boxes[1] != 4)
    return InvalidArgument("Dimension must be 4 but is {}", boxes[1]);
  c.Set(0, Shape{kUnknownDim});
  if (c.num_outputs() == 1) return {};
  c.Set(1, Shape{kUnknownDim});
  c.Set(2, Shape());
  return {};
}

// --- for each class, then the best of all classes
// ------------------------------------------------------------

struct Kept {
  float score;
  int64_t box, cls;
};

// Boxes of one class. Equal scores come in the order of std::priority_queue, as in TensorFlow.
void KeepOfClass(const float* boxes, int64_t stride, const float* scores, int64_t count, int64_t classes,
                 int64_t cls, int64_t most, float limit, float least, std::vector<Kept>* kept) {
  const auto worse = [](const Kept& a, const Kept& b) { return a.score < b.score; };
  std::priority_queue<Kept, std::vector<Kept>, decltype(worse)> queue(worse);
  for (int64_t i = 0; i < count; ++i)
    if (const float score = scores[i * classes + cls]; score > least) queue.push({score, i, cls});
  const size_t first = kept->size();
  for (; static_cast<int64_t>(kept->size() - first) < most && !queue.empty(); queue.pop()) {
    const float* const box = boxes + queue.top().box * stride;
    if (std::none_of(kept->begin() + static_cast<std::ptrdiff_t>(first), kept->end(),
                     [&](const Kept& k) { return Overlap(box, boxes + k.box * stride) > limit; }))
      kept->push_back(queue.top());
  }
}

void CombinedKernel(KernelContext& c) {
  const Tensor &boxes = c.input(0), &scores = c.input(1);
  if (boxes.rank() != 4)
    return Fail(c, "boxes must be 4-D [batch, num_boxes, q, 4], got shape {}", boxes.shape());
  if (scores.rank() != 3)
    return Fail(c, "scores must be 3-D [batch, num_boxes, num_classes], got shape {}", scores.shape());
  const int64_t batch = boxes.dim(0), count = boxes.dim(1), q = boxes.dim(2), classes = scores.dim(2);
  if (q != 1 && q != classes) return Fail(c, "third dimension of boxes must be either 1 or num classes");
  if (boxes.dim(3) != 4) return Fail(c, "boxes must have 4 columns");
  if (scores.dim(1) != count) return Fail(c, "scores has incompatible shape");
  if (scores.dim(0) != batch) return Fail(c, "boxes and scores must have same batch size");
  const int64_t per_class = ScalarInt(c.input(2)), total = ScalarInt(c.input(3));
  if (per_class <= 0) return Fail(c, "max_size_per_class must be positive");
  if (total <= 0) return Fail(c, "max_total_size must be > 0");
  const float limit = c.input(4).data<float>()[0], least = c.input(5).data<float>()[0];
  if (!(limit >= 0 && limit <= 1)) return Fail(c, "iou_threshold must be in [0, 1]");
  const int64_t size = c.Attr("pad_per_class", false) ? std::min(total, per_class * classes) : total;
  const bool clip = c.Attr("clip_boxes", true);
  Tensor* out[4] = {
      c.Output(0, DType::kFloat32, Shape{batch, size, 4}), c.Output(1, DType::kFloat32, Shape{batch, size}),
      c.Output(2, DType::kFloat32, Shape{batch, size}), c.Output(3, DType::kInt32, Shape{batch})};
  if (c.failed()) return;
  for (int i = 0; i < 3; ++i) std::fill_n(out[i]->data<float>(), out[i]->num_elements(), 0.0f);
  for (int64_t b = 0; b < batch; ++b) {
    const float* const at = boxes.data<float>() + b * count * q * 4;
    const auto box_of = [&](int64_t box, int64_t cls) { return at + (box * q + (q > 1 ? cls : 0)) * 4; };
    // TensorFlow sorts a table with a place for each box that may be kept, and those places decide ties.
    const int64_t places = std::min(per_class, count);
    std::vector<Kept> all;
    for (int64_t cls = 0; cls < classes; ++cls) {
      KeepOfClass(box_of(0, cls), q * 4, scores.data<float>() + b * count * classes, count, classes, cls,
                  places, limit, least, &all);
      while (static_cast<int64_t>(all.size()) < places * (cls + 1)) all.push_back({-INFINITY, -1, -1});
    }
    std::sort(all.begin(), all.end(), [](const Kept& a, const Kept& b) { return b.score < a.score; });
    int64_t n = 0;
    for (const Kept& k : all) {
      if (k.box < 0 || n == size) break;
      for (int i = 0; i < 4; ++i) {
        const float edge = box_of(k.box, k.cls)[i];
        out[0]->data<float>()[(b * size + n) * 4 + i] = clip ? std::max(std::min(edge, 1.0f), 0.0f) : edge;
      }
      out[1]->data<float>()[b * size + n] = k.score;
      out[2]->data<float>()[b * size + n] = static_cast<float>(k.cls);
      ++n;
    }
    out[3]->data<int32_t>()[b] = static_cast<int32_t>(n);
  }
}

Status CombinedShape(ShapeContext& c) {
  Shape boxes, scores;
  TP_RETURN_IF_ERROR(c.WithRank(0, 4, &boxes));
  TP_RETURN_IF_ERROR(c.WithRank(1, 3, &scores));
  if (boxes.has_rank() && scores.has_rank() && IsKnown(boxes[2]) && boxes[2] != 1 && IsKnown(scores[2]) &&
      boxes[2] != scores[2])
    return InvalidArgument(
        "third dimension of boxes must be either 1 or equal to the third dimension of scores");
  const Tensor *per_class = c.value(2), *total = c.value(3);
  Dim size = kUnknownDim;
  if (total != nullptr && !c.Attr("pad_per_class", false))
    size = ScalarInt(*total);
  else if (total != nullptr && per_class != nullptr && scores.has_rank() && IsKnown(scores[2]))
    size = std::min(ScalarInt(*total), ScalarInt(*per_class) * scores[2]);
  const Dim batch = boxes.has_rank() ? boxes[0] : kUnknownDim;
  c.Set(0, Shape{batch, size, 4});
  c.Set(1, Shape{batch, size});
  c.Set(2, Shape{batch, size});
  c.Set(3, Shape{batch});
  return {};
}

// --- a random box that covers enough of the given ones (sample_distorted_bounding_box_op.cc)
// ----------------------

struct Rectangle {
  int32_t left, top, right, bottom;
  float area() const { return static_cast<float>((right - left) * (bottom - top)); }
  Rectangle And(const Rectangle& r) const {
    const Rectangle both{std::max(left, r.left), std::max(top, r.top), std::min(right, r.right),
                         std::min(bottom, r.bottom)};
    return both.left > both.right || both.top > both.bottom ? Rectangle{} : both;
  }
};

uint32_t Below(PhiloxSingles& next, uint32_t n) {
  if (n == 0 || (n & (n - 1)) == 0) return n == 0 ? 0 : next() & (n - 1);
  const uint32_t first = 0xffffffffu % n + 1;
  uint32_t drawn;
  do drawn = next();
  while (drawn < first);
  return drawn % n;
}

bool RandomCrop(int32_t width, int32_t height, float least, float most, float ratio, PhiloxSingles& next,
                Rectangle* crop) {
  if (most <= 0 || ratio <= 0 || width <= 0 || height <= 0 || least > most) return false;
  const auto rounded = [](float x) { return static_cast<int32_t>(lrintf(x)); };
  const auto width_for = [&](int32_t h) { return rounded(static_cast<float>(h) * ratio); };
  const float w = static_cast<float>(width), h = static_cast<float>(height);
  const float min_area = least * w * h, max_area = most * w * h;
  int32_t rows = rounded(std::sqrt(min_area / ratio)), max_rows = rounded(std::sqrt(max_area / ratio));
  if (width_for(max_rows) > width) {
    max_rows = static_cast<int32_t>((w + 0.5 - static_cast<double>(0.0000001f)) / static_cast<double>(ratio));
    if (width_for(max_rows) > width) --max_rows;
  }
  max_rows = std::min(max_rows, height);
  rows = std::min(rows, max_rows);
  if (rows < max_rows) rows += static_cast<int32_t>(Below(next, static_cast<uint32_t>(max_rows - rows + 1)));
  int32_t columns = width_for(rows);
  float area = static_cast<float>(columns * rows);
  const auto grow = [&](int32_t by) {
    rows += by;
    columns = width_for(rows);
    area = static_cast<float>(columns * rows);
  };
  if (area < min_area) grow(1);
  if (area > max_area) grow(-1);
  if (area < min_area || area > max_area || columns > width || rows > height || columns <= 0 || rows <= 0)
    return false;
  crop->top = rows < height ? static_cast<int32_t>(Below(next, static_cast<uint32_t>(height - rows))) : 0;
  crop->left =
      columns < width ? static_cast<int32_t>(Below(next, static_cast<uint32_t>(width - columns))) : 0;
  crop->right = crop->left + columns;
  crop->bottom = crop->top + rows;
  return true;
}

void SampleKernel(KernelContext& c, bool stateless) {
  const Tensor &size = c.input(0), &boxes = c.input(1);
  const auto areas = c.Attr<std::vector<double>>("area_range"),
             ratios = c.Attr<std::vector<double>>("aspect_ratio_range");
  const int64_t attempts = c.Attr<int64_t>("max_attempts", 100);
  if (ratios.size() != 2) return Fail(c, "Aspect ratio range field must specify 2 dimensions");
  if (ratios[0] <= 0 || ratios[1] <= 0)
    return Fail(c, "Aspect ratio range must be non-negative: [{}, {}]", ratios[0], ratios[1]);
  if (areas.size() != 2) return Fail(c, "Area range field must specify 2 dimensions");
  if (areas[0] <= 0 || areas[1] <= 0)
    return Fail(c, "Area range must be non-negative: [{}, {}]", areas[0], areas[1]);
  if (areas[0] > 1 || areas[1] > 1)
    return Fail(c, "Area range must be less then or equal to 1.0: [{}, {}]", areas[0], areas[1]);
  if (attempts <= 0) return Fail(c, "Max attempts must be non-negative: {}", attempts);
  if (size.rank() != 1) return Fail(c, "image_size must be 1-dimensional{}", size.shape());
  if (size.dim(0) != 3) return Fail(c, "image_size must contain 3 elements{}", size.shape());
  if (boxes.rank() != 3)
    return Fail(c, "input boxes must be 3-dimensional [batch, num_boxes, coords]: {}", boxes.shape());
  if (boxes.dim(2) != 4)
    return Fail(c, "bounding boxes must have shape [4] or [*, 4], got {}", boxes.shape());
  const float covered = c.input(2).data<float>()[0];
  if (!(covered >= 0)) return Fail(c, "Min object covered must be non-negative: {}", covered);
  const auto height = static_cast<int32_t>(ElementAsInt(size, 0)),
             width = static_cast<int32_t>(ElementAsInt(size, 1));
  std::vector<Rectangle> objects;
  for (int64_t i = 0; i < boxes.num_elements(); i += 4) {
    const float* const box = boxes.data<float>() + i;
    for (int k = 0; k < 4; ++k)
      if (!(box[k] >= 0 && box[k] <= 1))
        return Fail(c, "All bounding box coordinates must be in [0.0, 1.0]: {}", box[k]);
    const auto place = [&](int k, int32_t of) {
      return static_cast<int32_t>(box[k] * static_cast<float>(of));
    };
    objects.push_back({place(1, width), place(0, height), place(3, width), place(2, height)});
  }
  const Rectangle image{0, 0, width, height};
  if (objects.empty()) {
    if (!c.Attr("use_image_if_no_bounding_boxes", false))
      return Fail(
          c,
          "No bounding boxes provided as input. One must enable use_image_if_no_bounding_boxes if you wish "
          "to not provide any bounding boxes.");
    objects.push_back(image);
  }
  if (stateless && !GoodSeed(c, 3)) return;
  PhiloxSingles next(stateless ? OfSeed(c.input(3))
                               : random_state::Reserve(c.node_key(), std::string(c.op().name()),
                                                       c.Attr<int64_t>("seed"), c.Attr<int64_t>("seed2"),
                                                       static_cast<uint64_t>(attempts)));
  const auto f = [](double x) { return static_cast<float>(x); };
  const float least = f(areas[0]), most = f(areas[1]), low = f(ratios[0]), high = f(ratios[1]);
  Rectangle crop = image;
  for (int64_t i = 0; i < attempts; ++i) {
    const float ratio = philox::ToFloat(next()) * (high - low) + low;
    Rectangle drawn{};
    if (!RandomCrop(width, height, least, most, ratio, next, &drawn) || drawn.area() < 1) continue;
    if (std::any_of(objects.begin(), objects.end(), [&](const Rectangle& object) {
          return object.area() >= 1 && drawn.And(object).area() / object.area() >= covered;
        })) {
      crop = drawn;
      break;
    }
  }
  const int32_t places[2][3] = {{crop.top, crop.left, 0},
                                {crop.bottom - crop.top, crop.right - crop.left, -1}};
  for (int i = 0; i < 2; ++i) {
    const Tensor wide = c.Scratch(DType::kFloat64, Shape{3});
    if (!wide.valid()) return;
    std::copy_n(places[i], 3, wide.data<double>());
    NarrowOutput(c, i, wide, size.dtype());
  }
  Tensor* out = c.Output(2, DType::kFloat32, Shape{1, 1, 4});
  if (out == nullptr) return;
  const int32_t edges[4] = {crop.top, crop.left, crop.bottom, crop.right};
  for (int k = 0; k < 4; ++k)
    out->data<float>()[k] = static_cast<float>(edges[k]) / static_cast<float>(k % 2 == 0 ? height : width);
}

Status SampleShape(ShapeContext& c) {
  c.Set(0, Shape{3});
  c.Set(1, Shape{3});
  c.Set(2, Shape{1, 1, 4});
  return {};
}

// --- windows
// ------------------------------------------------------------------------------------------------

void GlimpseKernel(KernelContext& c) {
  const Tensor &x = c.input(0), &size = c.input(1), &offsets = c.input(2);
  if (x.rank() != 4)
    return Fail(c, "input must be 4-dimensional (batch_size, height, width, depth){}", x.shape());
  if (size.rank() != 1 || size.dim(0) != 2)
    return Fail(c, "input must be a vector of size 2 (height, width){}", size.shape());
  if (offsets.rank() != 2) return Fail(c, "input must be a matrix{}", offsets.shape());
  if (offsets.dim(0) != x.dim(0)) return Fail(c, "first dimension should be batch{}", offsets.shape());
  if (offsets.dim(1) != 2) return Fail(c, "second dimension should be of size 2 (y,x){}", offsets.shape());
  const int64_t window[2] = {ElementAsInt(size, 0), ElementAsInt(size, 1)}, depth = x.dim(3);
  Tensor* out = c.Output(0, DType::kFloat32, Shape{x.dim(0), window[0], window[1], depth});
  if (out == nullptr) return;
  std::fill_n(out->data<float>(), out->num_elements(), 0.0f);
  const bool normalized = c.Attr("normalized", true), centered = c.Attr("centered", true);
  for (int64_t b = 0; b < x.dim(0); ++b) {
    int64_t from[2];
    for (int k = 0; k < 2; ++k) {
      float at = offsets.data<float>()[2 * b + k];
      const auto in = static_cast<float>(x.dim(1 + k)), part = static_cast<float>(window[k]);
      if (normalized) at *= in;
      if (centered) at = normalized ? at / 2 + in / 2 - part / 2 : at + in / 2;
      from[k] = static_cast<int64_t>(at);
    }
    for (int64_t i = 0; i < window[0]; ++i)
      for (int64_t j = 0; j < window[1]; ++j) {
        const int64_t row = from[0] + i, column = from[1] + j;
        const bool inside = row >= 0 && row < x.dim(1) && column >= 0 && column < x.dim(2);
        if (inside)
          std::copy_n(x.data<float>() + ((b * x.dim(1) + row) * x.dim(2) + column) * depth, depth,
                      out->data<float>() + ((b * window[0] + i) * window[1] + j) * depth);
        else if (c.Attr<std::string>("noise") != "zero")
          return FailAs(c, Code::kUnimplemented,
                        "ExtractGlimpseV2 of a window that is partly outside, filled with noise");
      }
  }
}

Status GlimpseShape(ShapeContext& c) {
  Shape x;
  TP_RETURN_IF_ERROR(c.WithRank(0, 4, &x));
  const Shape size = c.ValueAsShape(1);
  Shape out = Shape::OfRank(4);
  if (x.has_rank()) out.set_dim(0, x[0]), out.set_dim(3, x[3]);
  const Shape& offsets = c.input(2);
  if (!IsKnown(out[0]) && offsets.has_rank() && offsets.rank() == 2) out.set_dim(0, offsets[0]);
  if (size.has_rank() && size.rank() == 2) out.set_dim(1, size[0]), out.set_dim(2, size[1]);
  c.Set(0, out);
  return {};
}

}  // namespace

TP_OP(NonMaxSuppressionV3){
    .name = "NonMaxSuppressionV3",
    .inputs =
        "boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold, score_threshold: "
        "T_threshold",
    .outputs = "selected_indices: int32",
    .attrs = "T: {float16,float32} = float32, T_threshold: {float16,float32} = float32",
    .doc = "The boxes with the best scores, without those that overlap a better one.",
    .shape = SuppressionShape,
    .kernel = [](KernelContext& c) { SuppressionKernel(c, Suppression::kHard); },
    .examples = "[[0. 0. 1. 1.] [0. 0. 1. 0.9] [2. 2. 3. 3.]], [0.9 0.8 0.7], 3, 0.5, 0. -> [0 2]",
};

TP_OP(NonMaxSuppressionV5){
    .name = "NonMaxSuppressionV5",
    .inputs =
        "boxes: T, scores: T, max_output_size: int32, iou_threshold: T, score_threshold: T, soft_nms_sigma: "
        "T",
    .outputs = "selected_indices: int32, selected_scores: T, valid_outputs: int32",
    .attrs = "T: {float16,float32} = float32, pad_to_max_output_size: bool = false",
    .doc = "As NonMaxSuppressionV3, with scores that overlapping boxes lose.",
    .shape = SuppressionShape,
    .kernel = [](KernelContext& c) { SuppressionKernel(c, Suppression::kSoft); },
    .examples =
        "[[0. 0. 1. 1.] [0. 0. 1. 0.9] [2. 2. 3. 3.]], [0.9 0.8 0.7], 3, 0.5, 0., 0. -> [0 2], [0.9 0.7], 2",
};

TP_OP(NonMaxSuppressionWithOverlaps){
    .name = "NonMaxSuppressionWithOverlaps",
    .inputs =
        "overlaps: float32, scores: float32, max_output_size: int32, overlap_threshold: float32, "
        "score_threshold: "
        "float32",
    .outputs = "selected_indices: int32",
    .doc = "As NonMaxSuppressionV3, with a table of how much the boxes overlap.",
    .shape = SuppressionShape,
    .kernel = [](KernelContext& c) { SuppressionKernel(c, Suppression::kGivenOverlaps); },
    .no_gradient = true,
    .examples = "[[1. 0.9 0.] [0.9 1. 0.] [0. 0. 1.]], [0.7 0.8 0.6], 3, 0.5, 0. -> [1 2]",
};

TP_OP(CombinedNonMaxSuppression){
    .name = "CombinedNonMaxSuppression",
    .inputs =
        "boxes: float32, scores: float32, max_output_size_per_class: int32, max_total_size: int32, "
        "iou_threshold: "
        "float32, score_threshold: float32",
    .outputs = "nmsed_boxes: float32, nmsed_scores: float32, nmsed_classes: float32, valid_detections: int32",
    .attrs = "pad_per_class: bool = false, clip_boxes: bool = true",
    .doc = "The best boxes of all classes, those of each class without what overlaps a better one.",
    .shape = CombinedShape,
    .kernel = CombinedKernel,
    .no_gradient = true,
    .examples =
        "[[[[0. 0. 1. 2.]] [[0. 0. 1. 1.9]]]], [[[0.9 0.1] [0.8 0.3]]], 2, 3, 0.5, 0.2 -> "
        "[[[0. 0. 1. 1.] [0. 0. 1. 1.] [0. 0. 0. 0.]]], [[0.9 0.3 0.]], [[0. 1. 0.]], [2]",
};

#define TP_SAMPLE_ATTRS                                                                            \
  "T: {uint8,int8,int16,int32,int64}, aspect_ratio_range: list(float) = [0.75,1.33], area_range: " \
  "list(float) = [0.05,1.0], max_attempts: int = 100, use_image_if_no_bounding_boxes: bool = false"

TP_OP(SampleDistortedBoundingBoxV2){
    .name = "SampleDistortedBoundingBoxV2",
    .inputs = "image_size: T, bounding_boxes: float32, min_object_covered: float32",
    .outputs = "begin: T, size: T, bboxes: float32",
    .attrs = "seed: int = 0, seed2: int = 0, " TP_SAMPLE_ATTRS,
    .doc = "A random box that covers enough of one of the given boxes.",
    .shape = SampleShape,
    .effect = Effect::kRandom,
    .kernel = [](KernelContext& c) { SampleKernel(c, false); },
    .no_gradient = true,
};

TP_OP(StatelessSampleDistortedBoundingBox){
    .name = "StatelessSampleDistortedBoundingBox",
    .inputs = "image_size: T, bounding_boxes: float32, min_object_covered: float32, seed: Tseed",
    .outputs = "begin: T, size: T, bboxes: float32",
    .attrs = "Tseed: {int32,int64}, " TP_SAMPLE_ATTRS,
    .doc = "A random box that covers enough of one of the given boxes, of a seed.",
    .shape = SampleShape,
    .kernel = [](KernelContext& c) { SampleKernel(c, true); },
    .no_gradient = true,
    .examples =
        "[40 50 3], [[[0. 0. 1. 1.]]], 0.1, [1 2] -> [12 3 0], [26 32 -1], [[[0.3 0.06 0.95 0.7]]] | "
        "Tseed=i32",
};

TP_OP(ExtractGlimpseV2){
    .name = "ExtractGlimpseV2",
    .inputs = "input: float32, size: int32, offsets: float32",
    .outputs = "glimpse: float32",
    .attrs =
        "centered: bool = true, normalized: bool = true, uniform_noise: bool = true, noise: string = "
        "'uniform'",
    .doc = "Windows of images at given places.",
    .shape = GlimpseShape,
    .kernel = GlimpseKernel,
    .host_inputs = "size",
    .examples =
        "[[[[1.] [2.] [3.]]]], [1 2], [[0. 1.]] -> [[[[2.] [3.]]]] | centered=false, normalized=false\n"
        "[[[[1.] [2.] [3.]]]], [1 2], [[0. 2.]] -> [[[[3.] [0.]]]] | centered=false, normalized=false, "
        "noise='zero'",
};

}  // namespace tp
