// JPEG and GIF, read and written by libjpeg-turbo and giflib, for the ops of kernels/ops/image_files.cc and
// image_jpeg.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tp {

// Pixels of 8 bits a sample: [frames, height, width, depth].
struct Pixels {
  int64_t frames = 1, height = 0, width = 0, depth = 0;
  std::vector<uint8_t> samples;
};

// A part of an image: rows y … y + height, columns x … x + width.
struct CropWindow {
  int y = 0, x = 0, height = 0, width = 0;
};

struct JpegReading {
  int channels = 0;                // 1 grey, 3 RGB, 0 as the file has them (CMYK: RGB)
  int ratio = 1;                   // 1, 2, 4 or 8: how much smaller the image gets
  bool fancy_upscaling = true;     // of chroma: interpolated, not repeated
  bool recover_truncated = false;  // the last row there is stands for those that are missing
  float least_read = 1;            // the share of the rows that has to be there; the rest is black
  bool fast_dct = true;            // JDCT_IFAST, else JDCT_ISLOW
  std::optional<CropWindow> crop;
};

// False where the data is no JPEG image, is too damaged or too large (2^29 samples), or where the crop window
// does not lie within it.
bool ReadJpeg(std::string_view data, const JpegReading& how, Pixels* pixels);

// What the header says: height, width and channels in `pixels`, no samples. False as above.
bool ReadJpegHeader(std::string_view data, Pixels* pixels);

struct JpegWriting {
  int quality = 95;  // 0 … 100
  bool progressive = false;
  bool optimize_size = false;  // Huffman tables made for this image
  bool chroma_downsampling = true;
  bool per_cm = false;  // the unit of the densities; else per inch
  int x_density = 300, y_density = 300;
  std::string_view xmp_metadata;
};

// An image of [height, width, depth] samples, depth 1 (grey) or 3 (RGB), as a JPEG file; nothing where
// libjpeg refuses it (a side of 0 or of 65501 and more).
std::optional<std::string> WriteJpeg(const uint8_t* samples, int64_t height, int64_t width, int depth,
                                     const JpegWriting& how);

// All frames of a GIF file (`first_only`: the first one) as RGB, each on top of the one before; false where
// it is damaged, with giflib's word for why.
bool ReadGif(std::string_view data, bool first_only, Pixels* pixels, std::string* why);

}  // namespace tp
