// Sound in WAV files of 16-bit samples (TensorFlow: decode_wav_op.cc, encode_wav_op.cc, lib/wav/wav_io.cc).
#include <cmath>
#include <set>

#include "kernels/op.h"

namespace tp {
namespace {

constexpr float kFull = 32768;

// The bytes of a file, taken from the front.
class Bytes {
 public:
  Bytes(KernelContext& c, std::string_view bytes) : c_(c), bytes_(bytes) {}

  bool left() const { return at_ < bytes_.size(); }
  void Skip(uint64_t count) { at_ += count; }
  std::string_view Text(size_t count) {
    if (c_.failed() || at_ > bytes_.size() || bytes_.size() - at_ < count) {
      Fail(c_, "Data too short when trying to read string");
      return {};
    }
    const std::string_view text = bytes_.substr(at_, count);
    at_ += count;
    return text;
  }
  // A number of so many bytes, the lowest first; 0 after an error.
  uint32_t Number(size_t count) {
    uint32_t value = 0;
    const std::string_view text = Text(count);
    for (size_t i = text.size(); i > 0; --i) value = value << 8 | static_cast<uint8_t>(text[i - 1]);
    return value;
  }
  void Expect(std::string_view want) {
    const std::string_view found = Text(want.size());
    if (!c_.failed() && found != want) Fail(c_, "Header mismatch: Expected {} but found {}", want, found);
  }

 private:
  KernelContext& c_;
  std::string_view bytes_;
  uint64_t at_ = 0;
};

struct Sound {
  uint32_t channels = 0, rate = 0, frame_bytes = 0;
  std::string_view samples;  // whole frames
};

// An error is set where the file is none of ours.
void ReadFormat(KernelContext& c, Bytes& file, Sound* sound) {
  file.Expect("RIFF");
  file.Number(4);
  file.Expect("WAVE");
  static const std::set<std::string_view> kSkipped = {"JUNK", "bext", "iXML", "qlty",
                                                      "mext", "levl", "link", "axml"};
  for (std::string_view id = file.Text(4); !c.failed() && id != "fmt "; id = file.Text(4)) {
    if (!kSkipped.count(id)) return Fail(c, "Unexpected field {}", id);
    file.Skip(file.Number(4));
  }
  const uint32_t size = file.Number(4);
  if (c.failed()) return;
  if (size != 16 && size != 18)
    return Fail(c, "Bad format chunk size for WAV: Expected 16 or 18, but got{}", size);
  const uint32_t format = file.Number(2);
  if (c.failed()) return;
  if (format != 1) return Fail(c, "Bad audio format for WAV: Expected 1 (PCM), but got{}", format);
  sound->channels = file.Number(2);
  if (c.failed()) return;
  if (sound->channels < 1)
    return Fail(c, "Bad number of channels for WAV: Expected at least 1, but got {}", sound->channels);
  sound->rate = file.Number(4);
  const uint32_t second = file.Number(4);
  sound->frame_bytes = file.Number(2);
  const uint32_t bits = file.Number(2);
  if (c.failed()) return;
  if (bits != 16) return Fail(c, "Can only read 16-bit WAV files, but received {}", bits);
  if (sound->frame_bytes != 2 * sound->channels)
    return Fail(c, "Bad bytes per sample in WAV header: Expected {} but got {}", 2 * sound->channels,
                sound->frame_bytes);
  if (second != sound->frame_bytes * sound->rate)
    return Fail(c,
                "Bad bytes per second in WAV header: Expected {} but got {} (sample_rate={}, "
                "bytes_per_sample={})",
                sound->frame_bytes * sound->rate, second, sound->rate, sound->frame_bytes);
  if (size == 18) file.Number(2);
}

void ReadSamples(KernelContext& c, Bytes& file, Sound* sound) {
  bool found = false;
  while (!c.failed() && file.left()) {
    const std::string_view id = file.Text(4);
    const uint32_t size = file.Number(4);
    if (c.failed()) return;
    if (id != "data") {
      file.Skip(size);
      continue;
    }
    if (found) return Fail(c, "More than one data chunk found in WAV");
    found = true;
    sound->samples = file.Text(size / sound->frame_bytes * sound->frame_bytes);
  }
  if (!c.failed() && !found) Fail(c, "No data chunk found in WAV");
}

void DecodeKernel(KernelContext& c) {
  const Tensor& contents = c.input(0);
  const int64_t channels = c.Attr<int64_t>("desired_channels", -1),
                frames = c.Attr<int64_t>("desired_samples", -1);
  for (const auto& [name, value] : {std::pair("desired_channels", channels), {"desired_samples", frames}})
    if (value < -1) return Fail(c, "{} must be >= -1, got {}", name, value);
  if (contents.rank() != 0) return Fail(c, "contents must be scalar, got shape {}", contents.shape());
  Bytes file(c, contents.scalar<std::string>());
  Sound sound;
  ReadFormat(c, file, &sound);
  if (!c.failed()) ReadSamples(c, file, &sound);
  if (c.failed()) return;
  const auto own = static_cast<int64_t>(sound.samples.size()) / sound.frame_bytes;
  const int64_t wide = channels == -1 ? sound.channels : channels, length = frames == -1 ? own : frames;
  Tensor* audio = c.Output(0, DType::kFloat32, Shape{length, wide});
  if (audio == nullptr) return;
  for (int64_t i = 0; i < length; ++i)
    for (int64_t k = 0; k < wide; ++k) {
      // Channels that are not there are the last one again; behind the end is silence.
      const int64_t at = i * sound.channels + std::min<int64_t>(k, sound.channels - 1);
      int16_t sample = 0;
      if (i < own) std::memcpy(&sample, sound.samples.data() + 2 * at, sizeof sample);
      audio->data<float>()[i * wide + k] = static_cast<float>(sample) * (1 / kFull);
    }
  c.SetOutput(1, Tensor::Scalar<int32_t>(static_cast<int32_t>(sound.rate)));
}

void EncodeKernel(KernelContext& c) {
  const Tensor &audio = c.input(0), &rate = c.input(1);
  if (audio.rank() != 2) return Fail(c, "audio must be 2-dimensional{}", audio.shape());
  if (rate.rank() != 0)
    return Fail(c, "Input sample_rate should be a scalar tensor, got {} instead.", rate.shape());
  const int64_t frames = audio.dim(0), channels = audio.dim(1);
  if (frames > 0 && channels == 0) return Fail(c, "audio is null");
  if (rate.scalar<int32_t>() <= 0)
    return Fail(c, "sample_rate must be in (0, 2^32), got: {}", rate.scalar<int32_t>());
  if (channels < 1 || channels > 65535)
    return Fail(c, "num_channels must be in (0, 2^16), got: {}", channels);
  if (frames * channels > (int64_t{1} << 31) - 64) return Fail(c, "audio is too large for a WAV file");
  std::string wav;
  const auto number = [&](int64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) wav += static_cast<char>(value >> (8 * i));
  };
  const int64_t data = 2 * frames * channels, per_second = 2 * channels * rate.scalar<int32_t>();
  wav += "RIFF";
  number(36 + data, 4);
  wav += "WAVEfmt ";
  number(16, 4);
  number(1, 2);
  number(channels, 2);
  number(rate.scalar<int32_t>(), 4);
  number(per_second, 4);
  number(2 * channels, 2);
  number(16, 2);
  wav += "data";
  number(data, 4);
  for (const float x : audio.elements<float>()) {
    const float scaled = std::min(std::max(std::round(x * kFull), -kFull), kFull - 1);
    number(std::isnan(scaled) ? 0 : static_cast<int16_t>(scaled), 2);
  }
  c.SetOutput(0, Tensor::Scalar<std::string>(std::move(wav)));
}

[[gnu::cold]] Status DecodeShape(ShapeContext& c) {
  Shape contents;
  TP_RETURN_IF_ERROR(c.WithRank(0, 0, &contents));
  Dim dims[2];
  int i = 0;
  for (const char* name : {"channels", "samples"}) {
    const int64_t wanted = c.Attr<int64_t>(std::string("desired_") + name, -1);
    if (wanted < -1) return InvalidArgument("{} must be non-negative, got {}", name, wanted);
    dims[i++] = wanted == -1 ? kUnknownDim : wanted;
  }
  c.Set(0, Shape{dims[1], dims[0]});
  c.Set(1, Shape());
  return {};
}

[[gnu::cold]] Status EncodeShape(ShapeContext& c) {
  Shape shape;
  TP_RETURN_IF_ERROR(c.WithRank(0, 2, &shape));
  TP_RETURN_IF_ERROR(c.WithRank(1, 0, &shape));
  c.Set(0, Shape());
  return {};
}

}  // namespace

TP_OP(DecodeWav){
    .name = "DecodeWav",
    .api = "tf.audio.decode_wav (contents, desired_channels=-1, desired_samples=-1, name=None)",
    .inputs = "contents: string",
    .outputs = "audio: float32, sample_rate: int32",
    .attrs = "desired_channels: int = -1, desired_samples: int = -1",
    .doc = "The samples of a WAV file as numbers from -1 to 1, a column for each channel, and its rate.",
    .shape = DecodeShape,
    .kernel = DecodeKernel,
};

TP_OP(EncodeWav){
    .name = "EncodeWav",
    .api = "tf.audio.encode_wav (audio, sample_rate, name=None)",
    .inputs = "audio: float32, sample_rate: int32",
    .outputs = "contents: string",
    .doc = "A WAV file of the samples.",
    .shape = EncodeShape,
    .kernel = EncodeKernel,
};

}  // namespace tp
