#include "kernels/image_codecs.h"

#include <gif_lib.h>

#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <memory>

// After <cstdio>, which it needs and does not name.
#include <jpeglib.h>

namespace tp {
namespace {

// libjpeg ends a call that fails by not returning from error_exit: back to where `back` was set.
struct JpegErrors : jpeg_error_mgr {
  std::jmp_buf back;
};

void UseErrors(JpegErrors* errors) {
  jpeg_std_error(errors);
  errors->error_exit = [](j_common_ptr c) { std::longjmp(static_cast<JpegErrors*>(c->err)->back, 1); };
  errors->output_message = [](j_common_ptr) {};
}

// Data in memory. At its end reading stops (a row is not given), or, where it shall recover, the image ends.
struct JpegSource : jpeg_source_mgr {
  bool recover = false;
};

void UseSource(jpeg_decompress_struct* jpeg, JpegSource* source, std::string_view data, bool recover) {
  jpeg->src = source;
  source->recover = recover;
  source->next_input_byte = reinterpret_cast<const JOCTET*>(data.data());
  source->bytes_in_buffer = data.size();
  source->init_source = [](j_decompress_ptr) {};
  source->term_source = [](j_decompress_ptr) {};
  source->resync_to_restart = jpeg_resync_to_restart;
  source->fill_input_buffer = [](j_decompress_ptr j) -> boolean {
    static const JOCTET kEnd[] = {0xff, JPEG_EOI};
    auto* s = static_cast<JpegSource*>(j->src);
    if (!s->recover) return FALSE;
    s->next_input_byte = kEnd;
    s->bytes_in_buffer = sizeof kEnd;
    return TRUE;
  };
  source->skip_input_data = [](j_decompress_ptr j, long n) {
    auto* s = j->src;
    const size_t skipped = std::min(s->bytes_in_buffer, n > 0 ? static_cast<size_t>(n) : 0);
    s->next_input_byte += skipped;
    s->bytes_in_buffer -= skipped;
  };
}

struct Decompressor {
  Decompressor() {
    UseErrors(&errors);
    jpeg.err = &errors;
  }
  ~Decompressor() { jpeg_destroy_decompress(&jpeg); }
  jpeg_decompress_struct jpeg{};
  JpegErrors errors;
  JpegSource source;
  std::vector<JSAMPLE> row;  // where a row is not read to where it belongs
};

// Cyan, magenta, yellow and black as red, green and blue; Adobe's files hold them inverted.
void RgbOfCmyk(const JSAMPLE* cmyk, bool inverted, uint8_t* rgb) {
  const int k = inverted ? cmyk[3] : 255 - cmyk[3];
  for (int i = 0; i < 3; ++i) rgb[i] = static_cast<uint8_t>(k * (inverted ? cmyk[i] : 255 - cmyk[i]) / 255);
}

// How many rows were read into pixels->samples, which is made here; -1 where the file cannot be read at all.
// Nothing with a destructor lives in this function: libjpeg may leave its calls by longjmp.
int64_t ReadRows(Decompressor* d, std::string_view data, const JpegReading& how, Pixels* pixels) {
  jpeg_decompress_struct* const jpeg = &d->jpeg;
  if (setjmp(d->errors.back) != 0) return -1;
  jpeg_create_decompress(jpeg);
  UseSource(jpeg, &d->source, data, how.recover_truncated);
  if (jpeg_read_header(jpeg, TRUE) != JPEG_HEADER_OK) return -1;
  const int depth = how.channels == 0 ? std::min(jpeg->num_components, 3) : how.channels;
  const bool cmyk = depth == 3 && (jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK);
  if (depth != 1 && depth != 3) return -1;
  jpeg->out_color_space = depth == 1 ? JCS_GRAYSCALE : cmyk ? JCS_CMYK : JCS_RGB;
  jpeg->do_fancy_upsampling = how.fancy_upscaling;
  jpeg->scale_num = 1;
  jpeg->scale_denom = static_cast<unsigned>(how.ratio);
  jpeg->dct_method = how.fast_dct ? JDCT_IFAST : JDCT_ISLOW;
  jpeg_calc_output_dimensions(jpeg);
  constexpr int64_t kMost = int64_t{1} << 29;
  if (jpeg->output_width == 0 || jpeg->output_height == 0 ||
      int64_t{jpeg->output_width} * jpeg->output_height * depth >= kMost)
    return -1;
  if (jpeg_start_decompress(jpeg) != TRUE) return -1;
  pixels->height = jpeg->output_height;
  pixels->width = jpeg->output_width;
  pixels->depth = depth;
  JDIMENSION skipped = 0;
  if (how.crop) {
    const CropWindow& window = *how.crop;
    if (window.x < 0 || window.y < 0 || window.width <= 0 || window.height <= 0 ||
        int64_t{window.x} + window.width > pixels->width ||
        int64_t{window.y} + window.height > pixels->height)
      return -1;
    pixels->height = window.height;
    pixels->width = window.width;
    // Columns from a block's border on: a row is wider than was asked for, to the left.
    JDIMENSION x = static_cast<JDIMENSION>(window.x), width = static_cast<JDIMENSION>(window.width);
    jpeg_crop_scanline(jpeg, &x, &width);
    skipped = jpeg_skip_scanlines(jpeg, static_cast<JDIMENSION>(window.y));
    if (skipped != static_cast<JDIMENSION>(window.y)) return -1;
  }
  const size_t row_size = static_cast<size_t>(pixels->width * depth),
               ahead = (jpeg->output_width - static_cast<size_t>(pixels->width)) *
                       static_cast<size_t>(cmyk ? 4 : depth);
  pixels->samples.assign(row_size * static_cast<size_t>(pixels->height), 0);
  d->row.resize(jpeg->output_width * size_t{4});
  const bool direct = !cmyk && ahead == 0;
  while (jpeg->output_scanline < skipped + static_cast<JDIMENSION>(pixels->height)) {
    uint8_t* const out = pixels->samples.data() + row_size * (jpeg->output_scanline - skipped);
    JSAMPROW row = direct ? out : d->row.data();
    if (jpeg_read_scanlines(jpeg, &row, 1) == 0) {
      const int64_t rows = int64_t{jpeg->output_scanline} - int64_t{skipped};
      if (!how.recover_truncated || rows == 0) return rows;
      for (uint8_t* at = out; at < pixels->samples.data() + pixels->samples.size(); at += row_size)
        std::memcpy(at, at - row_size, row_size);
      return pixels->height;
    }
    if (cmyk)
      for (int64_t i = 0; i < pixels->width; ++i)
        RgbOfCmyk(row + ahead + 4 * i, jpeg->saw_Adobe_marker != FALSE, out + 3 * i);
    else if (!direct)
      std::memcpy(out, row + ahead, row_size);
  }
  return pixels->height;
}

struct Compressor {
  Compressor() {
    UseErrors(&errors);
    jpeg.err = &errors;
  }
  ~Compressor() {
    jpeg_destroy_compress(&jpeg);
    std::free(bytes);
  }
  jpeg_compress_struct jpeg{};
  JpegErrors errors;
  unsigned char* bytes = nullptr;  // libjpeg's, by malloc
  unsigned long size = 0;
  std::string packet;
};

bool WriteRows(Compressor* c, const uint8_t* samples, int64_t height, int64_t width, int depth,
               const JpegWriting& how) {
  jpeg_compress_struct* const jpeg = &c->jpeg;
  if (setjmp(c->errors.back) != 0) return false;
  jpeg_create_compress(jpeg);
  jpeg_mem_dest(jpeg, &c->bytes, &c->size);
  jpeg->image_width = static_cast<JDIMENSION>(width);
  jpeg->image_height = static_cast<JDIMENSION>(height);
  jpeg->input_components = depth;
  jpeg->in_color_space = depth == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(jpeg);
  if (how.optimize_size) jpeg->optimize_coding = TRUE;
  jpeg->density_unit = how.per_cm ? 2 : 1;
  jpeg->X_density = static_cast<UINT16>(how.x_density);
  jpeg->Y_density = static_cast<UINT16>(how.y_density);
  jpeg_set_quality(jpeg, how.quality, TRUE);
  if (how.progressive) jpeg_simple_progression(jpeg);
  if (!how.chroma_downsampling)
    for (int i = 0; i < jpeg->num_components; ++i)
      jpeg->comp_info[i].h_samp_factor = jpeg->comp_info[i].v_samp_factor = 1;
  jpeg_start_compress(jpeg, TRUE);
  if (!how.xmp_metadata.empty())
    jpeg_write_marker(jpeg, JPEG_APP0 + 1, reinterpret_cast<const JOCTET*>(c->packet.data()),
                      static_cast<unsigned>(c->packet.size()));
  while (jpeg->next_scanline < jpeg->image_height) {
    auto* row = const_cast<JSAMPROW>(samples + int64_t{jpeg->next_scanline} * width * depth);
    jpeg_write_scanlines(jpeg, &row, 1);
  }
  jpeg_finish_compress(jpeg);
  return true;
}

// A frame's colors by number, row by row, and the number that stands for "as before".
struct GifFrame {
  std::vector<GifByteType> numbers;
  int transparent = NO_TRANSPARENT_COLOR;
};

// The rows of the image whose header was just read. False where some of them are missing.
bool ReadGifRows(GifFileType* file, GifFrame* frame) {
  const GifImageDesc& at = file->Image;
  if (at.Width <= 0 || at.Height <= 0) return false;
  frame->numbers.resize(static_cast<size_t>(at.Width) * static_cast<size_t>(at.Height));
  const auto row = [&](int y) {
    return DGifGetLine(file, frame->numbers.data() + static_cast<size_t>(y) * static_cast<size_t>(at.Width),
                       at.Width) == GIF_OK;
  };
  if (!at.Interlace) {
    for (int y = 0; y < at.Height; ++y)
      if (!row(y)) return false;
    return true;
  }
  constexpr int kFirst[] = {0, 4, 2, 1}, kStep[] = {8, 8, 4, 2};
  for (int pass = 0; pass < 4; ++pass)
    for (int y = kFirst[pass]; y < at.Height; y += kStep[pass])
      if (!row(y)) return false;
  return true;
}

// All frames up to the file's end, or up to where it is damaged (false): number i of `frames` is that of
// file->SavedImages[i]. (DGifSlurp of giflib 5.2.1 gives a frame that is cut off with bytes that nobody
// wrote.)
bool ReadGifFrames(GifFileType* file, std::vector<GifFrame>* frames) {
  GifFrame frame;
  for (;;) {
    GifRecordType record;
    if (DGifGetRecordType(file, &record) != GIF_OK) return false;
    if (record == TERMINATE_RECORD_TYPE) return true;
    if (record == IMAGE_DESC_RECORD_TYPE) {
      if (DGifGetImageDesc(file) != GIF_OK || !ReadGifRows(file, &frame)) return false;
      frames->push_back(std::move(frame));
      frame = GifFrame();
    } else if (record == EXTENSION_RECORD_TYPE) {
      int code;
      GifByteType* block;  // its first byte is how many follow
      if (DGifGetExtension(file, &code, &block) != GIF_OK) return false;
      GraphicsControlBlock control;
      if (code == GRAPHICS_EXT_FUNC_CODE && block != nullptr &&
          DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK)
        frame.transparent = control.TransparentColor;
      while (block != nullptr)
        if (DGifGetExtensionNext(file, &block) != GIF_OK) return false;
    }
  }
}

}  // namespace

bool ReadJpeg(std::string_view data, const JpegReading& how, Pixels* pixels) {
  Decompressor d;
  const int64_t rows = ReadRows(&d, data, how, pixels);
  if (rows < 0) return false;
  if (static_cast<float>(rows) / static_cast<float>(pixels->height) < std::min(1.f, how.least_read))
    return false;
  std::fill(pixels->samples.begin() + rows * pixels->width * pixels->depth, pixels->samples.end(), 0);
  return true;
}

bool ReadJpegHeader(std::string_view data, Pixels* pixels) {
  Decompressor d;
  if (setjmp(d.errors.back) != 0) return false;
  jpeg_create_decompress(&d.jpeg);
  UseSource(&d.jpeg, &d.source, data, false);
  if (jpeg_read_header(&d.jpeg, TRUE) != JPEG_HEADER_OK) return false;
  jpeg_calc_output_dimensions(&d.jpeg);
  pixels->height = d.jpeg.output_height;
  pixels->width = d.jpeg.output_width;
  pixels->depth = d.jpeg.num_components;
  return true;
}

std::optional<std::string> WriteJpeg(const uint8_t* samples, int64_t height, int64_t width, int depth,
                                     const JpegWriting& how) {
  Compressor c;
  // The name space that says what the bytes behind it are (Adobe XMP, part 3).
  if (!how.xmp_metadata.empty())
    c.packet = std::string("http://ns.adobe.com/xap/1.0/", 29).append(how.xmp_metadata);
  if (!WriteRows(&c, samples, height, width, depth, how)) return std::nullopt;
  return std::string(reinterpret_cast<const char*>(c.bytes), c.size);
}

bool ReadGif(std::string_view data, bool first_only, Pixels* pixels, std::string* why) {
  int error = D_GIF_SUCCEEDED;
  const auto text = [](int code) {
    const char* word = GifErrorString(code);
    return std::string(word == nullptr ? "Unknown GIF error" : word);
  };
  std::string_view rest = data;
  GifFileType* file = DGifOpen(
      &rest,
      [](GifFileType* f, GifByteType* to, int n) {
        auto* left = static_cast<std::string_view*>(f->UserData);
        const size_t size = std::min(left->size(), static_cast<size_t>(std::max(n, 0)));
        std::memcpy(to, left->data(), size);
        left->remove_prefix(size);
        return static_cast<int>(size);
      },
      &error);
  if (file == nullptr || error != D_GIF_SUCCEEDED) {
    *why = "failed to open gif file: " + text(error);
    if (file != nullptr) DGifCloseFile(file, &error);
    return false;
  }
  const auto close = [](GifFileType* f) {
    int unused;
    DGifCloseFile(f, &unused);
  };
  const std::unique_ptr<GifFileType, decltype(close)> closed(file, close);
  std::vector<GifFrame> frames;
  const bool whole = ReadGifFrames(file, &frames);
  if (frames.empty()) {
    *why = "failed to slurp gif file: " + text(whole ? D_GIF_ERR_NO_IMAG_DSCR : file->Error);
    return false;
  }
  const auto count = static_cast<int>(frames.size());
  pixels->frames = first_only ? 1 : count;
  pixels->depth = 3;
  // As large as the largest frame, not as the canvas that the header names.
  for (int k = 0; k < count; ++k) {
    pixels->height = std::max<int64_t>(pixels->height, file->SavedImages[k].ImageDesc.Height);
    pixels->width = std::max<int64_t>(pixels->width, file->SavedImages[k].ImageDesc.Width);
  }
  constexpr int64_t kMost = int64_t{1} << 31;
  if (pixels->height * pixels->width * 3 * pixels->frames > kMost) {
    *why = "the frames have more than 2^31 samples";
    return false;
  }
  const size_t frame_size = static_cast<size_t>(pixels->height * pixels->width * 3);
  pixels->samples.assign(frame_size * static_cast<size_t>(pixels->frames), 0);
  for (int k = 0; k < pixels->frames; ++k) {
    uint8_t* const out = pixels->samples.data() + static_cast<size_t>(k) * frame_size;
    if (k > 0) std::memcpy(out, out - frame_size, frame_size);
    const GifFrame& frame = frames[static_cast<size_t>(k)];
    const GifImageDesc& at = file->SavedImages[k].ImageDesc;
    const ColorMapObject* colors = at.ColorMap != nullptr ? at.ColorMap : file->SColorMap;
    if (colors == nullptr) {
      *why = "missing color map for frame " + std::to_string(k);
      return false;
    }
    const int64_t bottom = std::min<int64_t>(int64_t{at.Top} + at.Height, pixels->height),
                  right = std::min<int64_t>(int64_t{at.Left} + at.Width, pixels->width);
    for (int64_t y = std::max(at.Top, 0); y < bottom; ++y)
      for (int64_t x = std::max(at.Left, 0); x < right; ++x) {
        const int color = frame.numbers[static_cast<size_t>((y - at.Top) * at.Width + x - at.Left)];
        if (color == frame.transparent) continue;
        if (color >= colors->ColorCount) {
          *why = "found color index " + std::to_string(color) + " outside of color map range " +
                 std::to_string(colors->ColorCount);
          return false;
        }
        const GifColorType& c = colors->Colors[color];
        const uint8_t rgb[] = {c.Red, c.Green, c.Blue};
        std::copy_n(rgb, 3, out + (y * pixels->width + x) * 3);
      }
  }
  return true;
}

}  // namespace tp
