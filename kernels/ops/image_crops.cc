// Parts of images at one size, and boxes drawn into images (core/kernels/image/crop_and_resize_op.cc,
// draw_bounding_box_op.cc). Boxes are {y1, x1, y2, x2}; 0 and 1 are the centres of the first and the last
// pixel.
#include <cmath>

#include "kernels/matrix.h"
#include "kernels/op.h"

namespace tp {
namespace {

// ---- crops

// Where output i of `out` lies between the `in` pixels of a line, `begin` and `end` as boxes have them.
struct Place {
  float at, part;  // part: how far behind pixel `low`
  int64_t low, high, nearest;
  bool inside;

  Place(float begin, float end, int64_t i, int64_t in, int64_t out) {
    const float last = static_cast<float>(in - 1);
    const float scale = out > 1 ? (end - begin) * last / static_cast<float>(out - 1) : 0;
    at = out > 1 ? begin * last + static_cast<float>(i) * scale : 0.5f * (begin + end) * last;
    inside = at >= 0 && at <= last;
    if (!inside) return;
    low = static_cast<int64_t>(std::floor(at));
    high = static_cast<int64_t>(std::ceil(at));
    part = at - static_cast<float>(low);
    nearest = static_cast<int64_t>(std::round(at));
  }
};

struct Crops {
  int64_t boxes, batch, height, width, depth, rows, columns;
  const float* box;
  const int32_t* index;
  bool nearest;

  // f(place in crops, row, column, place of the first pixel of the image) for each pixel of the crops that
  // lies within its image, g(place in crops) for the others.
  template <class F, class G>
  void ForEach(F&& f, G&& g) const {
    for (int64_t b = 0; b < boxes; ++b) {
      const float* const corner = box + 4 * b;
      for (int64_t i = 0; i < rows; ++i) {
        const Place row(corner[0], corner[2], i, height, rows);
        for (int64_t j = 0; j < columns; ++j) {
          const int64_t out = ((b * rows + i) * columns + j) * depth;
          const Place column(corner[1], corner[3], j, width, columns);
          if (row.inside && column.inside)
            f(out, row, column, index[b] * height * width * depth, b);
          else
            g(out);
        }
      }
    }
  }
  int64_t Pixel(int64_t row, int64_t column) const { return (row * width + column) * depth; }
};

// False (an error is set) where the boxes are none of images of this shape.
bool ReadCrops(KernelContext& c, const Shape& image, const Tensor& boxes, const Tensor& index, Crops* crops) {
  if (image.rank() != 4) return Fail(c, "input image must be 4-D{}", image), false;
  *crops = {0, image[0], image[1], image[2], image[3],
            0, 0,        nullptr,  nullptr,  c.Attr("method", std::string("bilinear")) == "nearest"};
  if (boxes.num_elements() == 0 && index.num_elements() == 0) return true;
  if (boxes.rank() != 2) return Fail(c, "boxes must be 2-D, got: {}", boxes.shape()), false;
  crops->boxes = boxes.dim(0);
  if (boxes.dim(1) != 4) return Fail(c, "boxes must have 4 columns"), false;
  crops->box = boxes.data<float>();
  for (int64_t i = 0; i < boxes.num_elements(); ++i)
    if (!std::isfinite(crops->box[i]))
      return Fail(c, "Boxes contains at least one element that is not finite"), false;
  if (index.rank() != 1) return Fail(c, "box_indices must be rank 1 but is shape {}", index.shape()), false;
  if (index.dim(0) != crops->boxes) return Fail(c, "box_index has incompatible shape"), false;
  crops->index = index.data<int32_t>();
  for (int64_t i = 0; i < crops->boxes; ++i)
    if (crops->index[i] < 0 || crops->index[i] >= crops->batch)
      return FailAs(c, Code::kOutOfRange, "box_index has values outside [0, batch_size)"), false;
  if (crops->height <= 0 || crops->width <= 0) return Fail(c, "image dimensions must be positive"), false;
  return true;
}

void CropKernel(KernelContext& c) {
  Crops crops;
  const Tensor& size = c.input(3);
  if (!ReadCrops(c, c.input(0).shape(), c.input(1), c.input(2), &crops)) return;
  if (size.rank() != 1) return Fail(c, "crop_size must be 1-D{}", size.shape());
  if (size.dim(0) != 2) return Fail(c, "crop_size must have two elements{}", size.shape());
  crops.rows = ElementAsInt(size, 0), crops.columns = ElementAsInt(size, 1);
  if (crops.rows <= 0 || crops.columns <= 0) return Fail(c, "crop dimensions must be positive");
  Tensor* out = c.Output(0, DType::kFloat32, Shape{crops.boxes, crops.rows, crops.columns, crops.depth});
  const Tensor wide = WidenInput(c, 0, DType::kFloat32);
  if (out == nullptr || !wide.valid()) return;
  float* const to = out->data<float>();
  const float outside = static_cast<float>(c.Attr("extrapolation_value", 0.0));
  crops.ForEach(
      [&](int64_t at, const Place& row, const Place& column, int64_t first, int64_t) {
        const float* const image = wide.data<float>() + first;
        if (crops.nearest) {
          std::copy_n(image + crops.Pixel(row.nearest, column.nearest), crops.depth, to + at);
          return;
        }
        const float* const top = image + crops.Pixel(row.low, 0);
        const float* const bottom = image + crops.Pixel(row.high, 0);
        const int64_t left = column.low * crops.depth, right = column.high * crops.depth;
        for (int64_t k = 0; k < crops.depth; ++k) {
          const float above = top[left + k] + (top[right + k] - top[left + k]) * column.part;
          const float below = bottom[left + k] + (bottom[right + k] - bottom[left + k]) * column.part;
          to[at + k] = above + (below - above) * row.part;
        }
      },
      [&](int64_t at) { std::fill_n(to + at, crops.depth, outside); });
}

// grads, boxes, box_ind, image_size: the gradient of the images.
void CropGradImageKernel(KernelContext& c) {
  const Tensor &grads = c.input(0), &size = c.input(3);
  if (grads.rank() != 4) return Fail(c, "grads image must be 4-D{}", grads.shape());
  if (size.rank() != 1 || size.dim(0) != 4) return Fail(c, "image_size must be 1-D with 4 elements");
  Shape image;
  for (int i = 0; i < 4; ++i) image.Append(ElementAsInt(size, i));
  Crops crops;
  if (!ReadCrops(c, image, c.input(1), c.input(2), &crops)) return;
  if (grads.dim(0) != crops.boxes) return Fail(c, "boxes and grads have incompatible shape");
  if (grads.dim(3) != crops.depth) return Fail(c, "image_size and grads are incompatible");
  crops.rows = grads.dim(1), crops.columns = grads.dim(2);
  const Tensor sums = c.Scratch(DType::kFloat32, image);
  if (!sums.valid()) return;
  std::fill_n(sums.data<float>(), sums.num_elements(), 0.0f);
  crops.ForEach(
      [&](int64_t at, const Place& row, const Place& column, int64_t first, int64_t) {
        float* const to = sums.data<float>() + first;
        const float* const from = grads.data<float>() + at;
        const auto add = [&](int64_t i, int64_t j, float vertical, float weight) {
          float* const pixel = to + crops.Pixel(i, j);
          for (int64_t k = 0; k < crops.depth; ++k) pixel[k] += weight * (vertical * from[k]);
        };
        if (crops.nearest) return add(row.nearest, column.nearest, 1, 1);
        add(row.low, column.low, 1 - row.part, 1 - column.part);
        add(row.low, column.high, 1 - row.part, column.part);
        add(row.high, column.low, row.part, 1 - column.part);
        add(row.high, column.high, row.part, column.part);
      },
      [](int64_t) {});
  NarrowOutput(c, 0, sums, c.Attr("T", DType::kFloat32));
}

// grads, image, boxes, box_ind: the gradient of the boxes, of bilinear crops.
void CropGradBoxesKernel(KernelContext& c) {
  const Tensor& grads = c.input(0);
  if (grads.rank() != 4) return Fail(c, "grads image must be 4-D{}", grads.shape());
  Crops crops;
  if (!ReadCrops(c, c.input(1).shape(), c.input(2), c.input(3), &crops)) return;
  if (grads.dim(0) != crops.boxes) return Fail(c, "boxes and grads have incompatible shape");
  if (grads.dim(3) != crops.depth) return Fail(c, "image, grads depth differ");
  crops.rows = grads.dim(1), crops.columns = grads.dim(2);
  Tensor* out = c.Output(0, DType::kFloat32, Shape{crops.boxes, 4});
  const Tensor wide = WidenInput(c, 1, DType::kFloat32);
  if (out == nullptr || !wide.valid()) return;
  std::fill_n(out->data<float>(), out->num_elements(), 0.0f);
  // What moves the place of output i: the begin of its line and the end.
  const auto move = [](float slope, int64_t i, int64_t in, int64_t n, float* begin, float* end) {
    const float last = static_cast<float>(in - 1);
    if (n > 1) {
      const float far = static_cast<float>(i) * (last / static_cast<float>(n - 1));
      *begin += slope * (last - far);
      *end += slope * far;
    } else {
      *begin += slope * 0.5f * last;
      *end += slope * 0.5f * last;
    }
  };
  crops.ForEach(
      [&](int64_t at, const Place& row, const Place& column, int64_t first, int64_t b) {
        const float *const image = wide.data<float>() + first, *const from = grads.data<float>() + at;
        float* const box = out->data<float>() + 4 * b;
        const int64_t pixel = at / crops.depth, j = pixel % crops.columns,
                      i = pixel / crops.columns % crops.rows;
        for (int64_t k = 0; k < crops.depth; ++k) {
          const float top_left = image[crops.Pixel(row.low, column.low) + k],
                      top_right = image[crops.Pixel(row.low, column.high) + k],
                      bottom_left = image[crops.Pixel(row.high, column.low) + k],
                      bottom_right = image[crops.Pixel(row.high, column.high) + k];
          const float down =
              (1 - column.part) * (bottom_left - top_left) + column.part * (bottom_right - top_right);
          const float right =
              (1 - row.part) * (top_right - top_left) + row.part * (bottom_right - bottom_left);
          move(down * from[k], i, crops.height, crops.rows, box, box + 2);
          move(right * from[k], j, crops.width, crops.columns, box + 1, box + 3);
        }
      },
      [](int64_t) {});
}

Status CropShape(ShapeContext& c) {
  Shape image, boxes, index;
  TP_RETURN_IF_ERROR(c.WithRank(0, 4, &image));
  TP_RETURN_IF_ERROR(c.WithRank(1, 2, &boxes));
  TP_RETURN_IF_ERROR(c.WithRank(2, 1, &index));
  Dim count = kUnknownDim;
  if (boxes.has_rank()) {
    TP_RETURN_IF_ERROR(c.Merge(boxes[0], index.has_rank() ? index[0] : kUnknownDim, &count));
    if (IsKnown(boxes[1]) && boxes[1] != 4) return InvalidArgument("Dimension must be 4 but is {}", boxes[1]);
  } else if (index.has_rank()) {
    count = index[0];
  }
  Shape size_shape;
  TP_RETURN_IF_ERROR(c.WithRank(3, 1, &size_shape));
  if (size_shape.has_rank() && IsKnown(size_shape[0]) && size_shape[0] != 2)
    return InvalidArgument("Dimension must be 2 but is {}", size_shape[0]);
  const Shape size = c.ValueAsShape(3);
  const bool known = size.has_rank() && size.rank() == 2;
  c.Set(0, Shape{count, known ? size[0] : kUnknownDim, known ? size[1] : kUnknownDim,
                 image.has_rank() ? image[3] : kUnknownDim});
  return {};
}

void CropGrad(GradContext& g) {
  const Val& image = g.input(0);
  const Shape& shape = image.shape();
  const DType dtype = image.dtype();
  if (dtype == DType::kFloat16 || dtype == DType::kFloat32 || dtype == DType::kFloat64) {
    const Val size = shape.IsFullyKnown() ? grad::Ints(g, {shape[0], shape[1], shape[2], shape[3]})
                                          : grad::ShapeOf(g, image);
    g.Set(0, g.Op("CropAndResizeGradImage", {g.grad(0), g.input(1), g.input(2), size},
                  MakeAttrs({{"T", dtype}, {"method", g.Attr<std::string>("method", "bilinear")}})));
  }
  g.Set(1, g.Op("CropAndResizeGradBoxes", {g.grad(0), image, g.input(1), g.input(2)}));
}

// ---- drawing

// What boxes are drawn in where no colours are given, one after the other; white in images of one channel.
constexpr float kColors[][4] = {{1, 1, 0, 1},     {0, 0, 1, 1},     {1, 0, 0, 1},   {0, 1, 0, 1},
                                {0.5, 0, 0.5, 1}, {0.5, 0.5, 0, 1}, {0.5, 0, 0, 1}, {0, 0, 0.5, 1},
                                {0, 1, 1, 1},     {1, 0, 1, 1}};

// The edges of boxes in the images, one pixel wide.
void DrawKernel(KernelContext& c) {
  const Tensor &images = c.input(0), &boxes = c.input(1);
  if (images.rank() != 4) return Fail(c, "The rank of the images should be 4");
  if (boxes.rank() != 3) return Fail(c, "The rank of the boxes tensor should be 3");
  if (images.dim(0) != boxes.dim(0)) return Fail(c, "The batch sizes should be the same");
  if (boxes.dim(2) != 4)
    return Fail(c, "The size of the third dimension of the box must be 4. Received: {}", boxes.dim(2));
  const int64_t height = images.dim(1), width = images.dim(2), depth = images.dim(3);
  if (depth != 1 && depth != 3 && depth != 4)
    return Fail(c, "Channel depth should be either 1 (GRY), 3 (RGB), or 4 (RGBA)");
  const float* colors = kColors[0];
  int64_t count = std::size(kColors), stride = 4;
  if (c.num_inputs() == 3) {
    const Tensor& given = c.input(2);
    if (given.rank() != 2) return Fail(c, "colors must be a 2-D matrix{}", given.shape());
    if (given.dim(1) < depth)
      return Fail(c, "colors must have equal or more channels than the image provided: {}", given.shape());
    if (given.num_elements() > 0) colors = given.data<float>(), count = given.dim(0), stride = given.dim(1);
  }
  const bool white = colors == kColors[0] && depth == 1;
  const Wide<double> out(c, 0);
  if (c.failed()) return;
  const int64_t each = boxes.dim(1);
  for (int64_t i = 0; i < images.dim(0) * each; ++i) {
    const float *const box = boxes.data<float>() + 4 * i, *const color = colors + i % each % count * stride;
    // Edges outside of the image do not show; how far outside does not count. What no int64 holds becomes a
    // negative one on x86-64.
    const auto place = [&](int k, int64_t size) {
      const float at = box[k] * static_cast<float>(size - 1);
      return std::abs(at) < 0x1p63f ? std::clamp<int64_t>(static_cast<int64_t>(at), -1, size) : -1;
    };
    const int64_t top = place(0, height), left = place(1, width), bottom = place(2, height),
                  right = place(3, width);
    if (top > bottom || left > right || top >= height || bottom < 0 || left >= width || right < 0) continue;
    const auto paint = [&](int64_t row, int64_t column) {
      if (row < 0 || row >= height || column < 0 || column >= width) return;
      double* const pixel = out.data() + ((i / each * height + row) * width + column) * depth;
      for (int64_t k = 0; k < depth; ++k) pixel[k] = white ? 1 : static_cast<double>(color[k]);
    };
    for (int64_t column = left; column <= right; ++column) paint(top, column), paint(bottom, column);
    for (int64_t row = top; row <= bottom; ++row) paint(row, left), paint(row, right);
  }
  out.Give(c, 0);
}

#define TP_PIXELS "T: {uint8,uint16,int8,int16,int32,int64,float16,float32,float64}"
#define TP_METHOD "method: {'bilinear','nearest'} = 'bilinear'"

}  // namespace

TP_OP(CropAndResize){
    .name = "CropAndResize",
    .inputs = "image: T, boxes: float32, box_ind: int32, crop_size: int32",
    .outputs = "crops: float32",
    .attrs = TP_PIXELS ", " TP_METHOD ", extrapolation_value: float = 0.0",
    .doc = "Boxes of images, each at the same size.",
    .shape = CropShape,
    .kernel = CropKernel,
    .gradient = CropGrad,
    .host_inputs = "crop_size",
    .examples =
        "[[[[1.] [3.]] [[5.] [9.]]]], [[0. 0. 1. 1.]], [0], [1 3] -> [[[[3.] [4.5] [6.]]]]\n"
        "[[[[1.] [3.]]]], [[0. 0. 0. 2.]], [0], [1 2] -> [[[[1.] [7.]]]] | extrapolation_value=7.0",
};

TP_OP(CropAndResizeGradImage){
    .name = "CropAndResizeGradImage",
    .inputs = "grads: float32, boxes: float32, box_ind: int32, image_size: int32",
    .outputs = "output: T",
    .attrs = "T: {float32,float16,float64}, " TP_METHOD,
    .doc = "The gradient of CropAndResize for the images.",
    .shape =
        [](ShapeContext& c) {
          const Shape size = c.ValueAsShape(3);
          c.Set(0, size.has_rank() && size.rank() == 4 ? size : Shape::OfRank(4));
          return Status();
        },
    .kernel = CropGradImageKernel,
    .host_inputs = "image_size",
    .examples = "[[[[1.] [2.] [3.]]]], [[0. 0. 0. 1.]], [0], [1 1 2 1] -> [[[[2.] [4.]]]] | T=float32",
};

TP_OP(CropAndResizeGradBoxes){
    .name = "CropAndResizeGradBoxes",
    .inputs = "grads: float32, image: T, boxes: float32, box_ind: int32",
    .outputs = "output: float32",
    .attrs = TP_PIXELS ", method: {'bilinear'} = 'bilinear'",
    .doc = "The gradient of CropAndResize for the boxes.",
    .shape =
        [](ShapeContext& c) {
          c.Set(0, c.input(2));
          return Status();
        },
    .kernel = CropGradBoxesKernel,
    .examples = "[[[[1.] [2.] [3.]]]], [[[[1.] [3.]]]], [[0. 0. 0. 1.]], [0] -> [[0. 2. 0. 2.]]",
};

TP_OP(DrawBoundingBoxes){
    .name = "DrawBoundingBoxes",
    .inputs = "images: T, boxes: float32",
    .outputs = "output: T",
    .attrs = "T: {float32,float16} = float32",
    .doc = "Images with the edges of boxes in them, in ten colours.",
    .shape = shape::Unchanged,
    .kernel = DrawKernel,
    .no_gradient = true,
    .examples = "[[[[0.] [0.]] [[0.] [0.]]]], [[[0. 0. 0. 1.]]] -> [[[[1.] [1.]] [[0.] [0.]]]]",
};

TP_OP(DrawBoundingBoxesV2){
    .name = "DrawBoundingBoxesV2",
    .inputs = "images: T, boxes: float32, colors: float32",
    .outputs = "output: T",
    .attrs = "T: {float32,float16} = float32",
    .doc = "Images with the edges of boxes in them.",
    .shape = shape::Unchanged,
    .kernel = DrawKernel,
    .examples = "[[[[0.] [0.]] [[0.] [0.]]]], [[[0. 0. 0. 1.]]], [[2.]] -> [[[[2.] [2.]] [[0.] [0.]]]]",
};

}  // namespace tp
