// JPEG files: written, and what their headers say (tensorflow/core/kernels/image/encode_jpeg_op.cc,
// extract_jpeg_shape_op.cc). They are read by image_files.cc.
#include "kernels/image_codecs.h"
#include "kernels/op.h"

namespace tp {
namespace {

// The image as a JPEG file; an error is set where its shape is none.
void Write(KernelContext& c, const JpegWriting& how, std::string_view format) {
  const Tensor& image = c.input(0);
  if (image.rank() != 3) return Fail(c, "image must be 3-dimensional{}", image.shape());
  if (image.num_elements() >= INT32_MAX) return Fail(c, "Cannot encode images with >= max int32 elements");
  const int64_t depth = image.dim(2);
  if (format.empty()) {
    if (depth != 1 && depth != 3) return Fail(c, "image must have 1 or 3 channels, got {}", image.shape());
  } else if (const int64_t wanted = format == "rgb" ? 3 : 1; depth != wanted) {
    return Fail(c, "format {} expects {} channels, got {}", format, wanted, image.shape());
  }
  Tensor* out = c.Output(0, DType::kString, Shape());
  if (out == nullptr) return;
  std::optional<std::string> file =
      WriteJpeg(image.data<uint8_t>(), image.dim(0), image.dim(1), static_cast<int>(depth), how);
  if (!file) return FailAs(c, Code::kInternal, "JPEG encoding failed");
  out->data<std::string>()[0] = *std::move(file);
}

void EncodeJpegKernel(KernelContext& c) {
  const auto number = [&](std::string_view name) { return static_cast<int>(c.Attr<int64_t>(name)); };
  JpegWriting how;
  how.quality = number("quality");
  if (how.quality < 0 || how.quality > 100) return Fail(c, "quality must be in [0,100], got {}", how.quality);
  how.progressive = c.Attr("progressive", false);
  how.optimize_size = c.Attr("optimize_size", false);
  how.chroma_downsampling = c.Attr("chroma_downsampling", true);
  how.per_cm = c.Attr<std::string>("density_unit") == "cm";
  how.x_density = number("x_density");
  how.y_density = number("y_density");
  const auto metadata = c.Attr<std::string>("xmp_metadata");
  how.xmp_metadata = metadata;
  Write(c, how, c.Attr<std::string>("format"));
}

void EncodeJpegVariableQualityKernel(KernelContext& c) {
  const Tensor& quality = c.input(1);
  if (c.input(0).rank() != 3) return Fail(c, "image must be 3-dimensional{}", c.input(0).shape());
  if (quality.rank() != 0) return Fail(c, "quality must be scalar: {}", quality.shape());
  JpegWriting how;
  how.quality = quality.data<int32_t>()[0];
  if (how.quality < 0 || how.quality > 100) return Fail(c, "quality must be in [0,100], got {}", how.quality);
  Write(c, how, "");
}

void ExtractJpegShapeKernel(KernelContext& c) {
  const Tensor& contents = c.input(0);
  if (contents.rank() != 0) return Fail(c, "contents must be scalar, got shape {}", contents.shape());
  Pixels pixels;
  if (!ReadJpegHeader(contents.data<std::string>()[0], &pixels))
    return Fail(c, "Invalid JPEG data, size {}", contents.data<std::string>()[0].size());
  Tensor* out = c.Output(0, c.Attr<DType>("output_type", DType::kInt32), Shape{3});
  if (out == nullptr) return;
  const int64_t sizes[] = {pixels.height, pixels.width, pixels.depth};
  for (int64_t i = 0; i < 3; ++i)
    if (out->dtype() == DType::kInt32)
      out->data<int32_t>()[i] = static_cast<int32_t>(sizes[i]);
    else
      out->data<int64_t>()[i] = sizes[i];
}

}  // namespace

TP_OP(EncodeJpeg){
    .name = "EncodeJpeg",
    .inputs = "image: uint8",
    .outputs = "contents: string",
    .attrs =
        "format: {'','grayscale','rgb'} = '', quality: int = 95, progressive: bool = false, optimize_size: "
        "bool = false, chroma_downsampling: bool = true, density_unit: {'in','cm'} = 'in', x_density: int = "
        "300, y_density: int = 300, xmp_metadata: string = ''",
    .doc = "An image as a JPEG file.",
    .shape =
        [](ShapeContext& c) {
          Shape unused;
          c.Set(0, Shape());
          return c.WithRank(0, 3, &unused);
        },
    .kernel = EncodeJpegKernel,
    .no_gradient = true,
};

TP_OP(EncodeJpegVariableQuality){
    .name = "EncodeJpegVariableQuality",
    .inputs = "images: uint8, quality: int32",
    .outputs = "contents: string",
    .doc = "An image as a JPEG file of a quality that is computed.",
    .shape =
        [](ShapeContext& c) {
          Shape unused;
          c.Set(0, Shape());
          return c.WithRank(0, 3, &unused);
        },
    .kernel = EncodeJpegVariableQualityKernel,
    .no_gradient = true,
};

TP_OP(ExtractJpegShape){
    .name = "ExtractJpegShape",
    .api =
        "tf.io.extract_jpeg_shape, tf.image.extract_jpeg_shape (contents, output_type=tf.int32, name=None)",
    .inputs = "contents: string",
    .outputs = "image_shape: output_type",
    .attrs = "output_type: {int32,int64} = int32",
    .doc = "Height, width and channels of a JPEG file.",
    .shape =
        [](ShapeContext& c) {
          Shape unused;
          c.Set(0, Shape{3});
          return c.WithRank(0, 0, &unused);
        },
    .kernel = ExtractJpegShapeKernel,
    .no_gradient = true,
};

}  // namespace tp
