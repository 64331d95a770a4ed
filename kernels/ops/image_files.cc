// Files of images: PNG is written as libpng writes it, byte by byte, and read in all its forms; JPEG, GIF and
// BMP are read (tensorflow/core/kernels/image/decode_image_op.cc).
#include <zlib.h>

#include <cmath>
#include <string>

#include "kernels/image_codecs.h"
#include "kernels/op.h"

namespace tp {
namespace {

using Bytes = std::vector<uint8_t>;

constexpr std::string_view kPngStart = "\x89PNG\r\n\x1a\n";

uint32_t Read32(std::string_view data, size_t at) {
  uint32_t x = 0;
  for (size_t i = 0; i < 4; ++i) x = x << 8 | static_cast<uint8_t>(data[at + i]);
  return x;
}

void Append32(std::string* out, uint32_t x) {
  for (int shift = 24; shift >= 0; shift -= 8) out->push_back(static_cast<char>(x >> shift));
}

// What a byte is predicted to be of those to the left (a), above (b) and above that (c).
uint8_t Predicted(int filter, int a, int b, int c) {
  if (filter < 3) return static_cast<uint8_t>(filter == 1 ? a : filter == 2 ? b : 0);
  if (filter == 3) return static_cast<uint8_t>((a + b) / 2);
  const int pa = std::abs(b - c), pb = std::abs(a - c), pc = std::abs(a + b - 2 * c);
  return static_cast<uint8_t>(pa <= pb && pa <= pc ? a : pb <= pc ? b : c);
}

// --- writing
// ------------------------------------------------------------------------------------------------

void AppendChunk(std::string* out, std::string_view type, std::string_view data) {
  Append32(out, static_cast<uint32_t>(data.size()));
  const size_t from = out->size();
  out->append(type).append(data);
  Append32(out, static_cast<uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(out->data() + from),
                                            static_cast<uInt>(out->size() - from))));
}

// Each row by the filter whose bytes, as signed numbers, are the smallest in sum (libpng:
// png_write_find_filter).
Bytes Filtered(const uint8_t* image, size_t height, size_t row_bytes, size_t pixel, bool narrow) {
  Bytes out, trial(row_bytes), best(row_bytes);
  const Bytes zeros(row_bytes);
  for (size_t y = 0; y < height; ++y) {
    const uint8_t* const row = image + y * row_bytes;
    const uint8_t* const above = y == 0 ? zeros.data() : row - row_bytes;
    size_t least = SIZE_MAX;
    int chosen = 0;
    for (int filter = 0; filter < 5; ++filter) {
      // Nothing above in one row, nothing to the left in one column.
      if ((height == 1 && filter > 1) || (narrow && filter % 2 == 1) || (narrow && filter == 4)) continue;
      size_t sum = 0;
      for (size_t i = 0; i < row_bytes; ++i) {
        const int a = i < pixel ? 0 : row[i - pixel], c = i < pixel ? 0 : above[i - pixel];
        trial[i] = static_cast<uint8_t>(row[i] - Predicted(filter, a, above[i], c));
        sum += trial[i] < 128 ? trial[i] : 256u - trial[i];
      }
      if (sum >= least) continue;
      least = sum;
      chosen = filter;
      best.swap(trial);
    }
    out.push_back(static_cast<uint8_t>(chosen));
    out.insert(out.end(), best.begin(), best.end());
  }
  return out;
}

// The bytes as one stream of zlib, its window no larger than they are (libpng: png_deflate_claim,
// optimize_cmf).
std::string Deflated(const Bytes& bytes, int level, bool filtered) {
  int window = 15;
  if (bytes.size() <= 16384)
    for (size_t half = size_t{1} << (window - 1); bytes.size() + 262 <= half && window > 8; half >>= 1)
      --window;
  z_stream z{};
  deflateInit2(&z, level, Z_DEFLATED, window, MAX_MEM_LEVEL, filtered ? Z_FILTERED : Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&z, static_cast<uLong>(bytes.size())), '\0');
  z.next_in = const_cast<Bytef*>(bytes.data());
  z.avail_in = static_cast<uInt>(bytes.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  deflate(&z, Z_FINISH);
  out.resize(z.total_out);
  deflateEnd(&z);
  if (bytes.size() <= 16384) {
    uint32_t info = static_cast<uint8_t>(out[0]) >> 4;
    for (size_t half = size_t{1} << (info + 7); info > 0 && bytes.size() <= half; half >>= 1) --info;
    const uint32_t first = info << 4 | 8, flags = static_cast<uint8_t>(out[1]) & 0xe0;
    out[0] = static_cast<char>(first);
    out[1] = static_cast<char>(flags + 31 - (first * 256 + flags) % 31);
  }
  return out;
}

std::string PngOf(const uint8_t* image, uint32_t height, uint32_t width, size_t depth, size_t bytes,
                  int level) {
  std::string out(kPngStart), header;
  Append32(&header, width);
  Append32(&header, height);
  constexpr uint8_t kTypes[] = {0, 4, 2, 6};
  for (const size_t x : {bytes * 8, size_t{kTypes[depth - 1]}, size_t{0}, size_t{0}, size_t{0}})
    header.push_back(static_cast<char>(x));
  AppendChunk(&out, "IHDR", header);
  const size_t row_bytes = width * depth * bytes;
  const bool filtered = width > 1 || height > 1;
  const std::string packed =
      Deflated(Filtered(image, height, row_bytes, depth * bytes, width == 1), level, filtered);
  constexpr size_t kPart = 8192;
  for (size_t at = 0; at < packed.size(); at += kPart)
    AppendChunk(&out, "IDAT", std::string_view(packed).substr(at, kPart));
  AppendChunk(&out, "IEND", "");
  return out;
}

void EncodePngKernel(KernelContext& c) {
  const Tensor& images = c.input(0);
  const int64_t level = c.Attr<int64_t>("compression", -1);
  if (level < -1 || level > 9) return Fail(c, "compression should be in [-1,9], got {}", level);
  if (images.rank() < 3) return Fail(c, "images must be at least rank 3{}", images.shape());
  const int batch_dims = images.rank() - 3;
  const int64_t height = images.dim(batch_dims), width = images.dim(batch_dims + 1),
                depth = images.dim(batch_dims + 2);
  if (images.num_elements() > INT32_MAX) return Fail(c, "image cannot have >= int32 max elements");
  if (depth < 1 || depth > 4) return Fail(c, "image must have 1, 2, 3, or 4 channels, got {}", depth);
  Shape shape;
  for (int i = 0; i < batch_dims; ++i) shape.Append(images.dim(i));
  Tensor* out = c.Output(0, DType::kString, shape);
  if (out == nullptr) return;
  const size_t bytes = DTypeSize(images.dtype()), each = static_cast<size_t>(height * width * depth) * bytes;
  if (each == 0 && out->num_elements() > 0)
    return FailAs(c, Code::kInternal, "PNG encoding failed at the following flattened batch indices: 0");
  for (int64_t i = 0; i < out->num_elements(); ++i) {
    const auto* from = static_cast<const uint8_t*>(images.raw_data()) + static_cast<size_t>(i) * each;
    Bytes image(from, from + each);
    if (bytes == 2)  // the high byte comes first
      for (size_t k = 0; k < each; k += 2) std::swap(image[k], image[k + 1]);
    out->data<std::string>()[i] =
        PngOf(image.data(), static_cast<uint32_t>(height), static_cast<uint32_t>(width),
              static_cast<size_t>(depth), bytes, static_cast<int>(level));
  }
}

// --- reading
// ------------------------------------------------------------------------------------------------

struct Image {
  int64_t height = 0, width = 0, depth = 0, frames = 1;
  int bits = 8;  // of what is in `samples`
  std::vector<uint16_t> samples;
};

// A PNG file's header and what its chunks hold.
struct Png {
  uint32_t width = 0, height = 0;
  int bits = 0, type = 0;
  bool interlaced = false;
  std::string palette, transparency, packed;
  int channels() const { return type == 2 ? 3 : type == 4 ? 2 : type == 6 ? 4 : 1; }
};

// False where the file is damaged; `begun` says whether that is after the header, where the pixels begin.
bool ReadChunks(std::string_view data, Png* png, bool* begun) {
  *begun = false;
  for (size_t at = kPngStart.size();;) {
    if (data.size() < at + 12) return false;
    const size_t size = Read32(data, at);
    const std::string_view type = data.substr(at + 4, 4);
    *begun |= type == "IDAT";
    if (size > data.size() - at - 12) return false;
    const std::string_view body = data.substr(at + 8, size);
    const auto* checked = reinterpret_cast<const Bytef*>(type.data());
    if (crc32(0, checked, static_cast<uInt>(size + 4)) != Read32(data, at + 8 + size)) return false;
    if (at == kPngStart.size()) {
      if (type != "IHDR" || size != 13) return false;
      png->width = Read32(body, 0);
      png->height = Read32(body, 4);
      png->bits = body[8];
      png->type = body[9];
      png->interlaced = body[12] != 0;
      const bool known = (png->type == 0 && png->bits <= 16) || (png->type == 3 && png->bits <= 8) ||
                         ((png->type == 2 || png->type == 4 || png->type == 6) && png->bits >= 8);
      if (!known || png->bits < 1 || png->bits > 16 || (png->bits & (png->bits - 1)) != 0 || body[10] != 0 ||
          body[11] != 0 || body[12] > 1 || png->width == 0 || png->height == 0)
        return false;
    } else if (type == "PLTE") {
      png->palette = body;
    } else if (type == "tRNS") {
      png->transparency = body;
    } else if (type == "IDAT") {
      png->packed += body;
    } else if (type == "IEND") {
      return png->type != 3 || !png->palette.empty();
    }
    at += 12 + size;
  }
}

// One pass (the whole image, or a part of the pixels of an interlaced one): samples as the file has them.
bool ReadPass(const Png& png, z_stream* z, uint32_t x0, uint32_t y0, uint32_t dx, uint32_t dy,
              uint16_t* samples) {
  if (x0 >= png.width || y0 >= png.height) return true;
  const size_t columns = (png.width - x0 + dx - 1) / dx, channels = static_cast<size_t>(png.channels()),
               bits = static_cast<size_t>(png.bits), pixel = std::max<size_t>(1, channels * bits / 8);
  const size_t row_bytes = (columns * channels * bits + 7) / 8;
  Bytes above(row_bytes), row(row_bytes + 1);
  for (uint32_t y = y0; y < png.height; y += dy) {
    z->next_out = row.data();
    z->avail_out = static_cast<uInt>(row.size());
    while (z->avail_out > 0) {
      const int result = inflate(z, Z_NO_FLUSH);
      if (z->avail_out > 0 && (result != Z_OK || z->avail_in == 0)) return false;
    }
    if (row[0] > 4) return false;
    for (size_t i = 0; i < row_bytes; ++i) {
      const int a = i < pixel ? 0 : row[1 + i - pixel], c = i < pixel ? 0 : above[i - pixel];
      row[1 + i] = static_cast<uint8_t>(row[1 + i] + Predicted(row[0], a, above[i], c));
    }
    std::copy(row.begin() + 1, row.end(), above.begin());
    for (size_t k = 0; k < columns * channels; ++k) {
      const size_t bit = k * bits;
      const uint32_t byte = above[bit / 8];
      samples[(y * png.width + x0 + k / channels * dx) * channels + k % channels] = static_cast<uint16_t>(
          bits == 16 ? byte << 8 | above[bit / 8 + 1] : byte >> (8 - bits - bit % 8) & ((1u << bits) - 1));
    }
  }
  return true;
}

bool ReadSamples(const Png& png, std::vector<uint16_t>* samples) {
  const uint64_t pixels = uint64_t{png.width} * png.height;
  // What deflate cannot have made of so few bytes is not there.
  if (pixels * static_cast<uint64_t>(png.bits) / 8 > png.packed.size() * 1100 + 64) return false;
  samples->resize(static_cast<size_t>(pixels) * static_cast<size_t>(png.channels()));
  z_stream z{};
  if (inflateInit(&z) != Z_OK) return false;
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(png.packed.data()));
  z.avail_in = static_cast<uInt>(png.packed.size());
  constexpr uint8_t kPasses[7][4] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                     {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
  bool good = true;
  if (!png.interlaced) good = ReadPass(png, &z, 0, 0, 1, 1, samples->data());
  for (int i = 0; png.interlaced && good && i < 7; ++i)
    good = ReadPass(png, &z, kPasses[i][0], kPasses[i][1], kPasses[i][2], kPasses[i][3], samples->data());
  inflateEnd(&z);
  return good;
}

// One pixel as red, green, blue and alpha in `bits` bits, grey as three equal ones.
void PixelOf(const Png& png, const uint16_t* in, bool use_transparency, uint32_t* out, int bits) {
  const auto pair = [&](size_t i) {
    return i + 1 < png.transparency.size()
               ? static_cast<uint32_t>(static_cast<uint8_t>(png.transparency[i]) << 8 |
                                       static_cast<uint8_t>(png.transparency[i + 1]))
               : 0x10000u;
  };
  const uint32_t most = (1u << bits) - 1;
  if (png.type == 3) {
    for (size_t i = 0; i < 3; ++i) {
      const size_t at = 3 * in[0] + i;
      out[i] = at < png.palette.size() ? static_cast<uint8_t>(png.palette[at]) : 0;
    }
    out[3] = in[0] < png.transparency.size() ? static_cast<uint8_t>(png.transparency[in[0]]) : 255;
    return;
  }
  const bool color = (png.type & 2) != 0;
  for (int i = 0; i < 3; ++i) out[i] = in[color ? i : 0];
  out[3] = (png.type & 4) != 0 ? in[color ? 3 : 1] : most;
  if ((png.type & 4) == 0 && use_transparency && !png.transparency.empty()) {
    const bool clear =
        color ? out[0] == pair(0) && out[1] == pair(2) && out[2] == pair(4) : out[0] == pair(0);
    if (clear) out[3] = 0;
  }
  if (png.bits < 8)
    for (int i = 0; i < 3; ++i) out[i] = out[i] * 255 / ((1u << png.bits) - 1);
}

// False where the file is damaged. `depth` 0: as many channels as the file has. 8 or 16 `bits`.
bool ReadPng(std::string_view data, int64_t depth, int bits, Image* image, bool* header_good) {
  Png png;
  std::vector<uint16_t> samples;
  if (!ReadChunks(data, &png, header_good) || !ReadSamples(png, &samples)) return false;
  if (depth == 0) depth = png.type == 3 ? (png.transparency.empty() ? 3 : 4) : png.channels();
  image->width = png.width;
  image->height = png.height;
  image->depth = depth;
  image->bits = bits;
  image->samples.reserve(static_cast<size_t>(image->width * image->height * depth));
  const bool alpha = depth % 2 == 0;
  const int own = std::max(png.bits, 8);
  const auto step = static_cast<size_t>(png.channels());
  for (size_t at = 0; at < samples.size(); at += step) {
    uint32_t rgba[4];
    PixelOf(png, samples.data() + at, alpha, rgba, own);
    if (depth < 3 && (rgba[0] != rgba[1] || rgba[1] != rgba[2])) {
      // Red and green by ITU-R 601, blue for the rest, in 15 bits (libpng: png_do_rgb_to_gray).
      constexpr uint32_t kRed = 9797, kGreen = 19234, kBlue = 32768 - kRed - kGreen;
      rgba[0] = (kRed * rgba[0] + kGreen * rgba[1] + kBlue * rgba[2] + (own == 16 ? 16384 : 0)) >> 15;
    }
    for (int64_t i = 0; i < depth; ++i) {
      uint32_t x = rgba[alpha && i == depth - 1 ? 3 : i];
      if (own == 16 && bits == 8) x >>= 8;
      if (own == 8 && bits == 16) x *= 257;
      image->samples.push_back(static_cast<uint16_t>(x));
    }
  }
  return true;
}

uint32_t Little(std::string_view data, size_t at, int bytes) {
  uint32_t x = 0;
  for (int i = bytes; i-- > 0;) x = x << 8 | static_cast<uint8_t>(data[at + static_cast<size_t>(i)]);
  return x;
}

void ReadBmp(KernelContext& c, std::string_view data, int64_t depth, Image* image) {
  if (depth == 1) return Fail(c, "`channels` must be 0, 3 or 4 for BMP, but got 1");
  if (data.size() < 32)
    return Fail(
        c,
        "Incomplete bmp content, requires at least 32 bytes to find the header size, width, height, and "
        "bpp, got {} bytes",
        data.size());
  const auto signed32 = [&](size_t at) { return int64_t{static_cast<int32_t>(Little(data, at, 4))}; };
  const int64_t header = signed32(10), width = signed32(18), height = signed32(22);
  const int64_t own = static_cast<int16_t>(Little(data, 28, 2)) / 8;
  if (own != 1 && own != 3 && own != 4)
    return Fail(c, "Number of channels inherent in the image must be 1, 3 or 4, was {}", own);
  if (width <= 0) return Fail(c, "Width must be positive");
  if (height == 0) return Fail(c, "Height must be nonzero");
  if (header < 0) return Fail(c, "header size must be nonnegative");
  const int64_t rows = std::abs(height);
  if (width * rows >= INT32_MAX / 8) return Fail(c, "Total possible pixel bytes must be less than 2^30");
  const int64_t row_size = (own * width + 3) / 4 * 4,
                rest = static_cast<int64_t>(data.size()) - header - row_size * rows;
  if (rest != 0)
    return Fail(c, "Input size should match (header_size + row_size * abs_height) but they differ by {}",
                rest);
  image->height = rows;
  image->width = width;
  image->depth = depth == 0 ? own : depth;
  for (int64_t y = 0; y < rows; ++y)
    for (int64_t x = 0; x < width; ++x) {
      const auto at = static_cast<size_t>(header + (height > 0 ? rows - 1 - y : y) * row_size + x * own);
      for (int64_t i = 0; i < image->depth; ++i) {
        const int64_t from = own == 1 ? (i < 3 ? 0 : -1) : i < 3 ? 2 - i : own == 4 ? 3 : -1;
        image->samples.push_back(from < 0 ? 255 : static_cast<uint8_t>(data[at + static_cast<size_t>(from)]));
      }
    }
}

// False (an error is set) where the op does not read the format, or where it has no images of so many
// channels.
bool Takes(KernelContext& c, std::string_view format, int64_t depth) {
  const std::string_view op = c.op().name();
  if (op == "DecodeAndCropJpeg" && format != "JPEG")
    return Fail(c, "DecodeAndCropJpeg operation can run on JPEG only, but detected {}.", format), false;
  if (op == "DecodeBmp" && format != "BMP") {
    std::string lower(format);
    for (char& letter : lower) letter = static_cast<char>(letter | 0x20);
    return Fail(c,
                "Trying to decode {} format using DecodeBmp op. Use `decode_{}` or `decode_image` instead.",
                format, lower),
           false;
  }
  if (format == "BMP" && op != "DecodeBmp" && op != "DecodeImage")
    return Fail(
               c,
               "Trying to decode BMP format using a wrong op. Use `decode_bmp` or `decode_image` instead. Op "
               "used: {}",
               op),
           false;
  if (format == "JPEG" && depth == 4) return Fail(c, "JPEG does not support 4 channels"), false;
  if (format == "GIF" && depth != 0 && depth != 3)
    return Fail(c, "channels must be 0 or 3 for GIF, got {}", depth), false;
  return true;
}

// The window of DecodeAndCropJpeg: y, x, height, width. False where an error is set.
bool Window(KernelContext& c, JpegReading* how) {
  const Tensor& window = c.input(1);
  if (window.rank() != 1) return Fail(c, "crop_window must be 1-D, got shape {}", window.shape()), false;
  if (window.dim(0) != 4) return Fail(c, "crop_size must have four elements {}", window.shape()), false;
  const int32_t* w = window.data<int32_t>();
  how->crop = CropWindow{w[0], w[1], w[2], w[3]};
  return true;
}

void Keep(Pixels&& pixels, Image* image) {
  image->frames = pixels.frames;
  image->height = pixels.height;
  image->width = pixels.width;
  image->depth = pixels.depth;
  image->samples.assign(pixels.samples.begin(), pixels.samples.end());
}

void DecodeAsJpeg(KernelContext& c, std::string_view data, int64_t depth, Image* image) {
  if (!Takes(c, "JPEG", depth)) return;
  JpegReading how;
  how.channels = static_cast<int>(depth);
  if (c.op().name().ends_with("Jpeg")) {
    how.ratio = static_cast<int>(c.Attr<int64_t>("ratio", 1));
    how.fancy_upscaling = c.Attr("fancy_upscaling", true);
    how.recover_truncated = c.Attr("try_recover_truncated", false);
    how.least_read = static_cast<float>(c.Attr<double>("acceptable_fraction", 1));
    how.fast_dct = c.Attr<std::string>("dct_method") != "INTEGER_ACCURATE";
  }
  if (c.op().name() == "DecodeAndCropJpeg" && !Window(c, &how)) return;
  Pixels pixels;
  if (!ReadJpeg(data, how, &pixels))
    return Fail(c, "jpeg::Uncompress failed. Invalid JPEG data or crop window.");
  Keep(std::move(pixels), image);
}

void DecodeAsGif(KernelContext& c, std::string_view data, int64_t depth, Image* image) {
  const std::string_view op = c.op().name();
  if (!Takes(c, "GIF", depth)) return;
  Pixels pixels;
  std::string why;
  if (!ReadGif(data, op == "DecodeImage" && !c.Attr("expand_animations", true), &pixels, &why))
    return Fail(c, "Invalid GIF data (size {}), {}", data.size(), why);
  if (pixels.frames != 1 && op != "DecodeGif" && op != "DecodeImage")
    return Fail(c,
                "Got {} frames, but animated gifs can only be decoded by tf.io.decode_gif or "
                "tf.io.decode_image",
                pixels.frames);
  Keep(std::move(pixels), image);
}

void DecodeAsPng(KernelContext& c, std::string_view data, int64_t depth, DType dtype, Image* image) {
  bool header_good;
  const bool good = ReadPng(data, depth, dtype == DType::kUint8 ? 8 : 16, image, &header_good);
  if (!header_good) return Fail(c, "Invalid PNG. Failed to initialize decoder.");
  if (Takes(c, "PNG", depth) && !good) Fail(c, "Invalid PNG data, size {}", data.size());
}

// False (an error is set) where the attributes of DecodeJpeg and DecodeAndCropJpeg are none.
bool CheckJpegAttrs(KernelContext& c) {
  const int64_t ratio = c.Attr<int64_t>("ratio", 1);
  if (ratio != 1 && ratio != 2 && ratio != 4 && ratio != 8)
    return Fail(c, "ratio must be 1, 2, 4, or 8, got {}", ratio), false;
  const auto method = c.Attr<std::string>("dct_method");
  if (!method.empty() && method != "INTEGER_FAST" && method != "INTEGER_ACCURATE")
    return Fail(c, "dct_method must be one of {{'', 'INTEGER_FAST', 'INTEGER_ACCURATE'}}"), false;
  return true;
}

// The number n of 2^8 - 1 as one of `dtype`: n * 2^8, or a share of 1.
template <class T>
void Fill(const Image& image, bool eight_bits, Tensor* out) {
  const auto scale = static_cast<float>(1.0 / (eight_bits ? 255 : 65535));
  for (size_t i = 0; i < image.samples.size(); ++i) {
    const uint16_t x = image.samples[i];
    if constexpr (std::is_same_v<T, float>)
      out->data<T>()[i] = static_cast<float>(x) * scale;
    else
      out->data<T>()[i] = static_cast<T>(sizeof(T) == 2 && eight_bits ? x * 256 : x);
  }
}

void DecodeKernel(KernelContext& c) {
  const Tensor& contents = c.input(0);
  const std::string_view op = c.op().name();
  const DType dtype = c.Attr<DType>("dtype", DType::kUint8);
  const int64_t depth = op == "DecodeGif" ? 3 : c.Attr<int64_t>("channels", 0);
  if (!CheckJpegAttrs(c)) return;
  if (depth != 0 && depth != 1 && depth != 3 && depth != 4)
    return Fail(c, "`channels` must be 0, 1, 3 or 4 but got {}", depth);
  if (contents.rank() != 0) return Fail(c, "`contents` must be scalar but got shape{}", contents.shape());
  const std::string_view data = contents.data<std::string>()[0];
  if (data.empty()) return Fail(c, "Input is empty.");
  Image image;
  const bool gif = data.starts_with("GIF8");
  if (data.starts_with(kPngStart)) {
    DecodeAsPng(c, data, depth, dtype, &image);
  } else if (data.starts_with("BM")) {
    if (Takes(c, "BMP", depth)) ReadBmp(c, data, depth, &image);
  } else if (data.starts_with("\xff\xd8\xff")) {
    DecodeAsJpeg(c, data, depth, &image);
  } else if (gif) {
    DecodeAsGif(c, data, depth, &image);
  } else if (data.starts_with("RIFF")) {
    return FailAs(c, Code::kUnimplemented, "{} of a WebP image", op);
  } else {
    return Fail(c, "Unknown image file format. One of JPEG, JPEG XL, PNG, GIF, BMP, WebP required.");
  }
  if (c.failed()) return;
  Shape shape{image.height, image.width, image.depth};
  // Of animations there are many images; DecodeGif gives so many of all formats.
  if (op == "DecodeGif" || (gif && op == "DecodeImage" && c.Attr("expand_animations", true)))
    shape.Insert(0, image.frames);
  Tensor* out = c.Output(0, dtype, shape);
  if (out == nullptr) return;
  const bool eight_bits = image.bits == 8;
  if (dtype == DType::kUint8)
    Fill<uint8_t>(image, eight_bits, out);
  else if (dtype == DType::kUint16)
    Fill<uint16_t>(image, eight_bits, out);
  else
    Fill<float>(image, eight_bits, out);
}

Status DecodeShape(ShapeContext& c) {
  Shape unused;
  const std::string_view op = c.op().name();
  TP_RETURN_IF_ERROR(c.WithRank(0, 0, &unused));
  if (op == "DecodeGif") {
    c.Set(0, Shape{kUnknownDim, kUnknownDim, kUnknownDim, 3});
    return {};
  }
  const int64_t depth = c.Attr<int64_t>("channels", 0);
  if (depth < 0) return InvalidArgument("channels must be non-negative, got {}", depth);
  Shape shape{kUnknownDim, kUnknownDim, depth == 0 ? kUnknownDim : depth};
  if (op == "DecodeAndCropJpeg") {
    const Shape window = c.ValueAsShape(1);
    if (window.has_rank() && window.rank() == 4) shape = Shape{window[2], window[3], shape[2]};
  }
  c.Set(0, op == "DecodeImage" ? Shape::UnknownRank() : shape);
  return {};
}

}  // namespace

TP_OP(EncodePng){
    .name = "EncodePng",
    .inputs = "image: T",
    .outputs = "contents: string",
    .attrs = "compression: int = -1, T: {uint8,uint16} = uint8",
    .doc = "Images as PNG files.",
    .shape =
        [](ShapeContext& c) {
          Shape image;
          TP_RETURN_IF_ERROR(c.WithRankAtLeast(0, 3, &image));
          if (!image.has_rank()) return Status();
          Shape batch;
          for (int i = 0; i < image.rank() - 3; ++i) batch.Append(image[i]);
          c.Set(0, batch);
          return Status();
        },
    .kernel = EncodePngKernel,
    .no_gradient = true,
};

TP_OP(DecodePng){
    .name = "DecodePng",
    .api = "tf.io.decode_png, tf.image.decode_png (contents, channels=0, dtype=tf.uint8, name=None)",
    .inputs = "contents: string",
    .outputs = "image: dtype",
    .attrs = "channels: int = 0, dtype: {uint8,uint16} = uint8",
    .doc = "The pixels of a PNG file.",
    .shape = DecodeShape,
    .kernel = DecodeKernel,
    .no_gradient = true,
};

TP_OP(DecodeBmp){
    .name = "DecodeBmp",
    .api = "tf.io.decode_bmp, tf.image.decode_bmp (contents, channels=0, name=None)",
    .inputs = "contents: string",
    .outputs = "image: uint8",
    .attrs = "channels: int = 0",
    .doc = "The pixels of a BMP file.",
    .shape = DecodeShape,
    .kernel = DecodeKernel,
    .no_gradient = true,
};

TP_OP(DecodeJpeg){
    .name = "DecodeJpeg",
    .inputs = "contents: string",
    .outputs = "image: uint8",
    .attrs =
        "channels: int = 0, ratio: int = 1, fancy_upscaling: bool = true, try_recover_truncated: bool = "
        "false, "
        "acceptable_fraction: float = 1.0, dct_method: string = ''",
    .doc = "The pixels of a JPEG file.",
    .shape = DecodeShape,
    .kernel = DecodeKernel,
    .no_gradient = true,
};

TP_OP(DecodeAndCropJpeg){
    .name = "DecodeAndCropJpeg",
    .inputs = "contents: string, crop_window: int32",
    .outputs = "image: uint8",
    .attrs =
        "channels: int = 0, ratio: int = 1, fancy_upscaling: bool = true, try_recover_truncated: bool = "
        "false, "
        "acceptable_fraction: float = 1.0, dct_method: string = ''",
    .doc = "A part of a JPEG file's pixels.",
    .shape = DecodeShape,
    .kernel = DecodeKernel,
    .no_gradient = true,
};

TP_OP(DecodeGif){
    .name = "DecodeGif",
    .inputs = "contents: string",
    .outputs = "image: uint8",
    .doc = "The frames of a GIF file.",
    .shape = DecodeShape,
    .kernel = DecodeKernel,
    .no_gradient = true,
};

TP_OP(DecodeImage){
    .name = "DecodeImage",
    .inputs = "contents: string",
    .outputs = "image: dtype",
    .attrs = "channels: int = 0, dtype: {uint8,uint16,float32} = uint8, expand_animations: bool = true",
    .doc = "The pixels of a JPEG, PNG, GIF or BMP file.",
    .shape = DecodeShape,
    .kernel = DecodeKernel,
    .no_gradient = true,
};

}  // namespace tp
