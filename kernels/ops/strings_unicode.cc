// Text in encodings: code points from it, and it from code points (TensorFlow: unicode_ops.cc, which has them
// from ICU). UTF-8, UTF-16, UTF-32 in either order, ASCII and Latin-1 are known here. What is malformed is
// one replacement for each longest part that could begin a character, as the Unicode standard recommends.
#include <unictype.h>

#include <charconv>

#include "kernels/op.h"

namespace tp {
namespace {

constexpr uint32_t kMalformed = 0xffffffff;
bool IsCodePoint(uint32_t c) { return c < 0xd800 || (c >= 0xe000 && c < 0x110000); }

// Reads the code point at *at, which it moves on: kMalformed for what is none.
using Reader = uint32_t (*)(std::string_view text, size_t* at);

uint32_t ReadUtf8(std::string_view text, size_t* at) {
  const auto lead = static_cast<unsigned char>(text[(*at)++]);
  if (lead < 0x80) return lead;
  if (lead < 0xc2 || lead > 0xf4) return kMalformed;
  const int more = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
  uint32_t code = lead & (0x3f >> more);
  // The second byte's range leaves out long forms, surrogates and what is above the last code point.
  unsigned low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  unsigned high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  for (int i = 0; i < more; ++i, low = 0x80, high = 0xbf) {
    if (*at == text.size()) return kMalformed;
    const auto byte = static_cast<unsigned char>(text[*at]);
    if (byte < low || byte > high) return kMalformed;
    code = code << 6 | (byte & 0x3f);
    ++*at;
  }
  return code;
}

template <int kBytes, bool kBig>
uint32_t ReadUnit(std::string_view text, size_t at) {
  uint32_t unit = 0;
  for (int i = 0; i < kBytes; ++i)
    unit |= static_cast<uint32_t>(static_cast<unsigned char>(text[at + i]))
            << 8 * (kBig ? kBytes - 1 - i : i);
  return unit;
}

template <bool kBig>
uint32_t ReadUtf16(std::string_view text, size_t* at) {
  if (text.size() - *at < 2) return *at = text.size(), kMalformed;
  const uint32_t unit = ReadUnit<2, kBig>(text, *at);
  *at += 2;
  if (unit < 0xd800 || unit > 0xdfff) return unit;
  if (unit > 0xdbff || text.size() - *at < 2) return kMalformed;
  const uint32_t low = ReadUnit<2, kBig>(text, *at);
  if (low < 0xdc00 || low > 0xdfff) return kMalformed;
  *at += 2;
  return 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
}

template <bool kBig>
uint32_t ReadUtf32(std::string_view text, size_t* at) {
  if (text.size() - *at < 4) return *at = text.size(), kMalformed;
  const uint32_t unit = ReadUnit<4, kBig>(text, *at);
  *at += 4;
  return IsCodePoint(unit) ? unit : kMalformed;
}

uint32_t ReadLatin1(std::string_view text, size_t* at) { return static_cast<unsigned char>(text[(*at)++]); }
uint32_t ReadAscii(std::string_view text, size_t* at) {
  const uint32_t byte = ReadLatin1(text, at);
  return byte < 0x80 ? byte : kMalformed;
}

// The reader for an encoding's name, case and signs apart; null where it is not known.
Reader ReaderOf(std::string_view name) {
  std::string plain;
  for (const char ch : name)
    if (std::isalnum(static_cast<unsigned char>(ch)))
      plain += static_cast<char>(std::toupper(static_cast<unsigned char>(ch)));
  if (plain == "UTF8") return ReadUtf8;
  if (plain == "UTF16BE") return ReadUtf16<true>;
  if (plain == "UTF16LE") return ReadUtf16<false>;
  if (plain == "UTF32BE") return ReadUtf32<true>;
  if (plain == "UTF32LE") return ReadUtf32<false>;
  if (plain == "USASCII" || plain == "ASCII") return ReadAscii;
  if (plain == "ISO88591" || plain == "LATIN1") return ReadLatin1;
  return nullptr;
}

void Append(uint32_t code, std::string_view encoding, std::string* text) {
  const auto unit = [&](uint32_t value, int bytes) {
    while (bytes-- > 0) *text += static_cast<char>(value >> 8 * bytes);
  };
  if (encoding == "UTF-32-BE") return unit(code, 4);
  if (encoding == "UTF-16-BE") {
    if (code < 0x10000) return unit(code, 2);
    unit(0xd800 + ((code - 0x10000) >> 10), 2);
    return unit(0xdc00 + ((code - 0x10000) & 0x3ff), 2);
  }
  if (code < 0x80) return unit(code, 1);
  const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  unit((0xff00u >> (more + 1) & 0xffu) | code >> 6 * more, 1);
  for (int i = more - 1; i >= 0; --i) unit(0x80 | (code >> 6 * i & 0x3f), 1);
}

// What happens to what is malformed.
struct ErrorOptions {
  explicit ErrorOptions(KernelContext& c)
      : replacement(static_cast<uint32_t>(c.Attr<int64_t>("replacement_char", 0xfffd))),
        strict(c.Attr<std::string>("errors") == "strict"),
        skip(c.Attr<std::string>("errors") == "ignore"),
        controls(c.Attr("replace_control_characters", false)) {}
  bool Check(KernelContext& c) const {
    if (IsCodePoint(replacement)) return true;
    Fail(c, "replacement_char out of unicode codepoint range");
    return false;
  }
  uint32_t replacement;
  bool strict, skip, controls;
};

// emit(code point, its byte's index) for each one of `text`. False, with an error set, where it is strict.
template <class F>
bool Decode(KernelContext& c, const ErrorOptions& options, Reader reader, const std::string& text, F&& emit) {
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    uint32_t code = reader(text, &at);
    if (code == kMalformed) {
      if (options.strict) return Fail(c, "Invalid formatting on input string"), false;
      if (options.skip) continue;
      code = options.replacement;
    } else if (options.controls && code < 0x20) {
      if (options.skip) continue;
      code = options.replacement;
    }
    emit(code, begin);
  }
  return true;
}

Reader InputReader(KernelContext& c) {
  const std::string name = c.Attr<std::string>("input_encoding");
  const Reader reader = ReaderOf(name);
  if (reader == nullptr) Fail(c, "Could not create converter for input encoding: {}", name);
  return reader;
}

void DecodeKernel(KernelContext& c) {
  const ErrorOptions options(c);
  const Reader reader = InputReader(c);
  if (reader == nullptr || !options.Check(c)) return;
  const Tensor& x = c.input(0);
  std::vector<int64_t> splits{0}, offsets;
  std::vector<uint32_t> codes;
  for (int64_t i = 0; i < x.num_elements(); ++i) {
    if (!Decode(c, options, reader, x.data<std::string>()[i], [&](uint32_t code, size_t at) {
          codes.push_back(code);
          offsets.push_back(static_cast<int64_t>(at));
        }))
      return;
    splits.push_back(static_cast<int64_t>(codes.size()));
  }
  c.SetOutput(0, IntVector(splits, c.Attr<DType>("Tsplits", DType::kInt64)));
  Tensor* values = c.Output(1, DType::kInt32, Shape{static_cast<Dim>(codes.size())});
  if (values == nullptr) return;
  std::copy(codes.begin(), codes.end(), values->data<int32_t>());
  if (c.num_outputs() > 2) c.SetOutput(2, IntVector(offsets, DType::kInt64));
}

Status DecodeShape(ShapeContext& c) {
  Shape splits;
  if (c.input(0).IsFullyKnown())
    c.Set(0, Shape{DimProduct(c.input(0), 0, c.input(0).rank()) + 1});
  else
    c.Set(0, Shape{kUnknownDim});
  for (int i = 1; i < c.num_outputs(); ++i) c.Set(i, Shape{kUnknownDim});
  return {};
}

void EncodeKernel(KernelContext& c) {
  const Tensor &values = c.input(0), &splits = c.input(1);
  const ErrorOptions options(c);
  if (!options.Check(c)) return;
  const std::string encoding = c.Attr<std::string>("output_encoding");
  if (splits.num_elements() == 0) return Fail(c, "Splits tensor must not be empty");
  const int64_t rows = splits.num_elements() - 1;
  Tensor* out = c.Output(0, DType::kString, Shape{rows});
  if (out == nullptr) return;
  for (int64_t row = 0; row < rows; ++row) {
    const int64_t begin = ElementAsInt(splits, row), end = ElementAsInt(splits, row + 1);
    if (begin < 0 || begin > end || end > values.num_elements())
      return Fail(c, "Invalid splits; the values must be sorted and within [0, {}]", values.num_elements());
    for (int64_t i = begin; i < end; ++i) {
      auto code = static_cast<uint32_t>(values.data<int32_t>()[i]);
      if (!IsCodePoint(code)) {
        if (options.strict) return Fail(c, "Code point is out of range for Unicode, or is a surrogate.");
        if (options.skip) continue;
        code = options.replacement;
      }
      Append(code, encoding, &out->data<std::string>()[row]);
    }
  }
}

void TranscodeKernel(KernelContext& c) {
  const ErrorOptions options(c);
  const Reader reader = InputReader(c);
  if (reader == nullptr || !options.Check(c)) return;
  const std::string encoding = c.Attr<std::string>("output_encoding");
  const Tensor& x = c.input(0);
  Tensor* out = c.Output(0, DType::kString, x.shape());
  if (out == nullptr) return;
  for (int64_t i = 0; i < x.num_elements(); ++i)
    if (!Decode(c, options, reader, x.data<std::string>()[i],
                [&](uint32_t code, size_t) { Append(code, encoding, &out->data<std::string>()[i]); }))
      return;
}

// Scripts by ICU's numbers: a number stands before a name where it is not the next one. What is not here is
// 103 ("unknown"), as in the version of ICU that TensorFlow has.
constexpr std::string_view kScripts =
    "Common Inherited Arabic Armenian Bengali Bopomofo Cherokee Coptic Cyrillic Deseret Devanagari "
    "Ethiopic Georgian Gothic Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana Kannada Katakana "
    "Khmer Lao Latin Malayalam Mongolian Myanmar Ogham Old_Italic Oriya Runic Sinhala Syriac Tamil "
    "Telugu Thaana Thai Tibetan Canadian_Aboriginal Yi Tagalog Hanunoo Buhid Tagbanwa Braille Cypriot "
    "Limbu Linear_B Osmanya Shavian Tai_Le Ugaritic 55 Buginese Glagolitic Kharoshthi Syloti_Nagri "
    "New_Tai_Lue Tifinagh Old_Persian Balinese Batak 65 Brahmi Cham 71 Egyptian_Hieroglyphs 75 "
    "Pahawh_Hmong Old_Hungarian 78 Javanese Kayah_Li 82 Lepcha Linear_A Mandaic 86 "
    "Meroitic_Hieroglyphs Nko Old_Turkic Old_Permic Phags_Pa Phoenician Miao 99 Vai 101 Cuneiform 104 "
    "Carian 106 Tai_Tham Lycian Lydian Ol_Chiki Rejang Saurashtra SignWriting Sundanese 115 "
    "Meetei_Mayek Imperial_Aramaic Avestan Chakma 120 Kaithi Manichaean Inscriptional_Pahlavi "
    "Psalter_Pahlavi 125 Inscriptional_Parthian Samaritan Tai_Viet 130 Bamum Lisu 133 "
    "Old_South_Arabian Bassa_Vah Duployan Elbasan Grantha 140 Mende_Kikakui Meroitic_Cursive "
    "Old_North_Arabian Nabataean Palmyrene Khudawadi Warang_Citi 149 Mro Nushu Sharada Sora_Sompeng "
    "Takri Tangut 156 Anatolian_Hieroglyphs Khojki Tirhuta Caucasian_Albanian Mahajani Ahom Hatran "
    "Modi Multani Pau_Cin_Hau Siddham Adlam Bhaiksuki Marchen Newa Osage 175 Masaram_Gondi Soyombo "
    "Zanabazar_Square Dogra Gunjala_Gondi Makasar Medefaidrin Hanifi_Rohingya Sogdian Old_Sogdian "
    "Elymaic Nyiakeng_Puachue_Hmong Nandinagari Wancho Chorasmian Dives_Akuru Khitan_Small_Script "
    "Yezidi";
constexpr int32_t kUnknownScript = 103;

// ICU's number of each of libunistring's scripts, by index.
std::vector<int32_t> ScriptNumbers() {
  const uc_script_t* scripts;
  size_t count;
  uc_all_scripts(&scripts, &count);
  std::vector<int32_t> numbers(count, kUnknownScript);
  int32_t number = 0;
  for (std::string_view rest = kScripts; !rest.empty();) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    if (std::from_chars(word.data(), word.data() + word.size(), number).ec == std::errc()) continue;
    for (size_t i = 0; i < count; ++i)
      if (word == scripts[i].name) numbers[i] = number;
    ++number;
  }
  return numbers;
}

void ScriptKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  Tensor* out = c.Output(0, DType::kInt32, x.shape());
  if (out == nullptr) return;
  static const std::vector<int32_t>* const numbers = new std::vector<int32_t>(ScriptNumbers());
  const uc_script_t* first;
  size_t count;
  uc_all_scripts(&first, &count);
  for (int64_t i = 0; i < x.num_elements(); ++i) {
    const auto code = static_cast<uint32_t>(x.data<int32_t>()[i]);
    const uc_script_t* script = code < 0x110000 ? uc_script(code) : nullptr;
    out->data<int32_t>()[i] = code >= 0x110000 ? -1 : script ? (*numbers)[script - first] : kUnknownScript;
  }
}

// The elements' bytes as numbers, a dim more than the strings have.
void DecodeRawKernel(KernelContext& c) {
  const Tensor& x = c.input(0);
  const DType dtype = c.Attr<DType>("out_type");
  const size_t size = DTypeSize(dtype);
  if (size == 0 || IsManaged(dtype)) return Fail(c, "DecodeRaw of {}", DTypeName(dtype));
  const bool fixed = c.num_inputs() > 1;
  size_t bytes = x.num_elements() ? x.data<std::string>()[0].size() : 0;
  if (fixed) {
    if (c.input(1).rank() != 0) return Fail(c, "k must be scalar, got shape {}", c.input(1).shape());
    const int64_t length = ScalarInt(c.input(1));
    if (length <= 0) return Fail(c, "fixed_length ({}) must be greater than zero.", length);
    bytes = static_cast<size_t>(length);
    if (bytes % size != 0)
      return Fail(c, "fixed_length ({}) must be a multiple of the size of out_type ({})", length, size);
  }
  for (int64_t i = 0; i < x.num_elements() && !fixed; ++i)
    if (x.data<std::string>()[i].size() != bytes)
      return Fail(
          c, "DecodeRaw requires input strings to all be the same size, but element {} has size {} != {}", i,
          bytes, x.data<std::string>()[i].size());
  if (bytes % size != 0)
    return Fail(c, "Input to DecodeRaw has length {} that is not a multiple of {}, the size of {}", bytes,
                size, DTypeName(dtype));
  Shape shape = x.shape();
  shape.Append(static_cast<Dim>(bytes / size));
  Tensor* out = c.Output(0, dtype, shape);
  if (out == nullptr || bytes == 0) return;
  const bool swap = !c.Attr("little_endian", true);
  const size_t unit = IsComplex(dtype) ? size / 2 : size;
  for (int64_t i = 0; i < x.num_elements(); ++i) {
    const std::string& text = x.data<std::string>()[i];
    char* to = static_cast<char*>(out->raw_data()) + i * bytes;
    std::memset(to, 0, bytes);
    std::memcpy(to, text.data(), std::min(bytes, text.size()));
    for (size_t at = 0; swap && at < bytes; at += unit) std::reverse(to + at, to + at + unit);
    for (size_t at = 0; dtype == DType::kBool && at < bytes; ++at) to[at] = to[at] != 0;
  }
}

Status DecodeRawShape(ShapeContext& c) {
  if (!c.input(0).has_rank()) return {};
  Shape shape = c.input(0);
  Dim last = kUnknownDim;
  if (c.num_inputs() > 1 && c.value(1) != nullptr)
    last = ScalarInt(*c.value(1)) / static_cast<int64_t>(DTypeSize(c.Attr<DType>("out_type")));
  shape.Append(last);
  c.Set(0, shape);
  return {};
}

}  // namespace

#define TP_UNICODE_ERRORS "errors: {'strict','replace','ignore'} = 'replace', replacement_char: int = 65533"
#define TP_UNICODE_DECODE                      \
  "input_encoding: string, " TP_UNICODE_ERRORS \
  ", replace_control_characters: bool = false, Tsplits: {int32,int64} = int64"
#define TP_UNICODE_OUTPUT "output_encoding: {'UTF-8','UTF-16-BE','UTF-32-BE'}, "
#define TP_RAW_TYPES \
  "{float16,float32,float64,int32,uint16,uint8,int16,int8,int64,complex64,complex128,bool,bfloat16}"

TP_OP(UnicodeDecode){
    .name = "UnicodeDecode",
    .inputs = "input: string",
    .outputs = "row_splits: Tsplits, char_values: int32",
    .attrs = TP_UNICODE_DECODE,
    .doc = "The code points of each string, as a ragged matrix.",
    .shape = DecodeShape,
    .kernel = DecodeKernel,
    .no_gradient = true,
    .examples = "['aé' ''] -> i64:[0 2 2], [97 233] | input_encoding='UTF-8'",
};

TP_OP(UnicodeDecodeWithOffsets){
    .name = "UnicodeDecodeWithOffsets",
    .inputs = "input: string",
    .outputs = "row_splits: Tsplits, char_values: int32, char_to_byte_starts: int64",
    .attrs = TP_UNICODE_DECODE,
    .doc = "As UnicodeDecode, with the byte at which each code point begins.",
    .shape = DecodeShape,
    .kernel = DecodeKernel,
    .no_gradient = true,
    .examples = "['éa'] -> i64:[0 2], [233 97], i64:[0 2] | input_encoding='UTF-8'",
};

TP_OP(UnicodeEncode){
    .name = "UnicodeEncode",
    .inputs = "input_values: int32, input_splits: Tsplits",
    .outputs = "output: string",
    .attrs = "errors: {'ignore','replace','strict'} = 'replace', " TP_UNICODE_OUTPUT
             "replacement_char: int = 65533, Tsplits: {int32,int64} = int64",
    .doc = "Strings of the code points of a ragged matrix's rows.",
    .shape = [](ShapeContext& c) -> Status {
      Shape values, splits;
      TP_RETURN_IF_ERROR(c.WithRank(0, 1, &values));
      TP_RETURN_IF_ERROR(c.WithRank(1, 1, &splits));
      c.Set(0, Shape{splits.has_rank() ? c.Subtract(splits[0], 1) : kUnknownDim});
      return {};
    },
    .kernel = EncodeKernel,
    .no_gradient = true,
    .examples = "[97 233], i64:[0 2 2] -> ['aé' ''] | output_encoding='UTF-8'",
};

TP_OP(UnicodeTranscode){
    .name = "UnicodeTranscode",
    .api =
        "tf.strings.unicode_transcode (input, input_encoding, output_encoding, errors='replace', "
        "replacement_char=65533, replace_control_characters=False, name=None)",
    .inputs = "input: string",
    .outputs = "output: string",
    .attrs = "input_encoding: string, " TP_UNICODE_OUTPUT TP_UNICODE_ERRORS
             ", replace_control_characters: bool = false",
    .doc = "The same text in another encoding.",
    .shape = shape::Unchanged,
    .kernel = TranscodeKernel,
    .no_gradient = true,
    .examples = "['aé'] -> ['aé'] | input_encoding='UTF-8', output_encoding='UTF-8'",
};

TP_OP(UnicodeScript){
    .name = "UnicodeScript",
    .api = "tf.strings.unicode_script (input, name=None)",
    .inputs = "input: int32",
    .outputs = "output: int32",
    .doc = "The script of each code point, by ICU's number.",
    .shape = shape::Unchanged,
    .kernel = ScriptKernel,
    .no_gradient = true,
    .examples = "[65 1041 26085 32] -> [25 8 17 0]",
};

TP_OP(DecodeRaw){
    .name = "DecodeRaw",
    .inputs = "bytes: string",
    .outputs = "output: out_type",
    .attrs = "out_type: " TP_RAW_TYPES ", little_endian: bool = true",
    .doc = "The bytes of each string as numbers.",
    .shape = DecodeRawShape,
    .kernel = DecodeRawKernel,
    .no_gradient = true,
    .examples = "['ab' 'yz'] -> u8:[[97 98] [121 122]] | out_type=u8",
};

TP_OP(DecodePaddedRaw){
    .name = "DecodePaddedRaw",
    .inputs = "input_bytes: string, fixed_length: int32",
    .outputs = "output: out_type",
    .attrs =
        "out_type: {float16,float32,float64,int32,uint16,uint8,int16,int8,int64,bfloat16}, little_endian: "
        "bool "
        "= true",
    .doc = "The bytes of each string, cut or padded with zeros, as numbers.",
    .shape = DecodeRawShape,
    .kernel = DecodeRawKernel,
    .no_gradient = true,
    .host_inputs = "fixed_length",
    .examples = "['abcd' 'y'], 2 -> u8:[[97 98] [121 0]] | out_type=u8",
};

}  // namespace tp
