// Text encodings; the texts of errors are CPython's.
#include "core/interp/types/codecs.h"

#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/interp/str.h"

namespace tp {
namespace {

enum class Codec { kUtf8, kAscii, kLatin1, kUtf16, kUtf16Le, kUtf16Be, kUtf32, kUtf32Le, kUtf32Be };

Codec FindCodec(std::string_view name) {
  std::string key;
  for (char c : name)
    if (c != '-' && c != '_' && c != ' ') key += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  if (key == "utf8" || key == "u8" || key == "utf") return Codec::kUtf8;
  if (key == "ascii" || key == "usascii" || key == "646") return Codec::kAscii;
  if (key == "latin1" || key == "iso88591" || key == "l1" || key == "latin" || key == "8859")
    return Codec::kLatin1;
  if (key == "utf16") return Codec::kUtf16;
  if (key == "utf16le") return Codec::kUtf16Le;
  if (key == "utf16be") return Codec::kUtf16Be;
  if (key == "utf32") return Codec::kUtf32;
  if (key == "utf32le") return Codec::kUtf32Le;
  if (key == "utf32be") return Codec::kUtf32Be;
  Raise(&LookupErrorType, "unknown encoding: %.*s", static_cast<int>(name.size()), name.data());
}

std::string CharName(uint32_t c) {
  if (c < 0x100) return Format("\\x%02x", c);
  if (c < 0x10000) return Format("\\u%04x", c);
  return Format("\\U%08x", c);
}

// What replaces a character that the encoding does not have.
std::string Unencodable(const char* codec, std::string_view text, size_t at, uint32_t c,
                        std::string_view errors, const char* reason) {
  if (errors == "ignore") return "";
  if (errors == "replace") return "?";
  if (errors == "backslashreplace") return CharName(c);
  if (errors == "xmlcharrefreplace") return Format("&#%u;", c);
  if (errors != "strict")
    Raise(&LookupErrorType, "unknown error handler name '%.*s'", static_cast<int>(errors.size()),
          errors.data());
  Raise(&UnicodeEncodeErrorType, "'%s' codec can't encode character '%s' in position %ld: %s", codec,
        CharName(c).c_str(), static_cast<long>(CountChars(text.substr(0, at))), reason);
}

void AppendUnit(std::string* out, uint32_t unit, int bytes, bool big) {
  for (int i = 0; i < bytes; ++i) *out += static_cast<char>(unit >> 8 * (big ? bytes - 1 - i : i) & 0xff);
}

std::string EncodeWide(std::string_view text, int bytes, bool big, bool mark) {
  std::string out;
  if (mark) AppendUnit(&out, 0xfeff, bytes, big);
  for (size_t at = 0; at < text.size();) {
    const uint32_t c = DecodeUtf8(text, &at);
    if (bytes == 2 && c >= 0x10000) {
      AppendUnit(&out, 0xd800 + ((c - 0x10000) >> 10), 2, big);
      AppendUnit(&out, 0xdc00 + ((c - 0x10000) & 0x3ff), 2, big);
    } else {
      AppendUnit(&out, c, bytes, big);
    }
  }
  return out;
}

std::string DecodeWide(std::string_view bytes, int unit, bool big, bool mark) {
  std::string out;
  auto read = [&](size_t at) {
    uint32_t c = 0;
    for (int i = 0; i < unit; ++i)
      c |= static_cast<uint32_t>(static_cast<unsigned char>(bytes[at + i])) << 8 * (big ? unit - 1 - i : i);
    return c;
  };
  size_t at = 0;
  if (mark && bytes.size() >= static_cast<size_t>(unit)) {
    const uint32_t first = read(0);
    if (first == 0xfeff) at = unit;
    if (first == (unit == 2 ? 0xfffeu : 0xfffe0000u)) {
      big = !big;
      at = unit;
    }
  }
  for (; at + unit <= bytes.size(); at += unit) {
    uint32_t c = read(at);
    if (unit == 2 && c >= 0xd800 && c < 0xdc00 && at + 4 <= bytes.size()) {
      const uint32_t low = read(at + 2);
      if (low >= 0xdc00 && low < 0xe000) {
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
        at += 2;
      }
    }
    AppendUtf8(&out, c);
  }
  if (at != bytes.size())
    Raise(&UnicodeDecodeErrorType, "'utf-%d' codec can't decode bytes in position %zu-%zu: truncated data",
          unit * 8, at, bytes.size() - 1);
  return out;
}

// Length of the valid UTF-8 sequence at `at`; 0: broken, then *bad bytes belong to the fault and *why says
// it.
size_t ValidUtf8(std::string_view s, size_t at, size_t* bad, const char** why) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(s[i]); };
  const unsigned char lead = byte(at);
  *bad = 1;
  *why = "invalid start byte";
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const size_t need = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  for (size_t k = 1; k < need; ++k) {
    if (at + k >= s.size()) {
      *why = "unexpected end of data";
      *bad = k;
      return 0;
    }
    const unsigned char c = byte(at + k);
    unsigned char low = 0x80, high = 0xbf;
    if (k == 1 && lead == 0xe0) low = 0xa0;
    if (k == 1 && lead == 0xed) high = 0x9f;
    if (k == 1 && lead == 0xf0) low = 0x90;
    if (k == 1 && lead == 0xf4) high = 0x8f;
    if (c < low || c > high) {
      *why = "invalid continuation byte";
      *bad = k;
      return 0;
    }
  }
  return need;
}

std::string Undecodable(const char* codec, std::string_view bytes, size_t at, size_t bad, const char* why,
                        std::string_view errors, const char* replacement = "\xef\xbf\xbd") {
  if (errors == "ignore") return "";
  if (errors == "replace") return replacement;
  std::string out;
  if (errors == "backslashreplace") {
    for (size_t i = 0; i < bad; ++i) out += Format("\\x%02x", static_cast<unsigned char>(bytes[at + i]));
    return out;
  }
  if (errors == "surrogateescape") {
    for (size_t i = 0; i < bad; ++i) AppendUtf8(&out, 0xdc00 + static_cast<unsigned char>(bytes[at + i]));
    return out;
  }
  if (errors != "strict")
    Raise(&LookupErrorType, "unknown error handler name '%.*s'", static_cast<int>(errors.size()),
          errors.data());
  const std::string text =
      bad > 1 ? Format("'%s' codec can't decode bytes in position %zu-%zu: %s", codec, at, at + bad - 1, why)
              : Format("'%s' codec can't decode byte 0x%02x in position %zu: %s", codec,
                       static_cast<unsigned char>(bytes[at]), at, why);
  Value error = MakeException(&UnicodeDecodeErrorType, text);
  SetAttr(error, InternStr("encoding"), MakeStr(codec));
  SetAttr(error, InternStr("object"), MakeBytes(bytes));
  SetAttr(error, InternStr("start"), Value::Int(static_cast<int64_t>(at)));
  SetAttr(error, InternStr("end"), Value::Int(static_cast<int64_t>(at + bad)));
  SetAttr(error, InternStr("reason"), MakeStr(why));
  RaiseException(std::move(error));
}

}  // namespace

std::string EncodeText(std::string_view text, std::string_view encoding, std::string_view errors) {
  const Codec codec = FindCodec(encoding);
  std::string out;
  switch (codec) {
    case Codec::kUtf8:
    case Codec::kAscii:
    case Codec::kLatin1:
      break;
    case Codec::kUtf16:
      return EncodeWide(text, 2, false, true);
    case Codec::kUtf16Le:
      return EncodeWide(text, 2, false, false);
    case Codec::kUtf16Be:
      return EncodeWide(text, 2, true, false);
    case Codec::kUtf32:
      return EncodeWide(text, 4, false, true);
    case Codec::kUtf32Le:
      return EncodeWide(text, 4, false, false);
    case Codec::kUtf32Be:
      return EncodeWide(text, 4, true, false);
  }
  for (size_t at = 0; at < text.size();) {
    const size_t start = at;
    const uint32_t c = DecodeUtf8(text, &at);
    const bool surrogate = c >= 0xd800 && c < 0xe000;
    if (codec == Codec::kUtf8) {
      if (surrogate && errors == "surrogatepass") {
        out += text.substr(start, at - start);
      } else if (surrogate && errors == "surrogateescape" && c >= 0xdc80 && c <= 0xdcff) {
        out += static_cast<char>(c - 0xdc00);
      } else if (surrogate) {
        out += Unencodable("utf-8", text, start, c, errors, "surrogates not allowed");
      } else {
        out += text.substr(start, at - start);
      }
    } else if (c < (codec == Codec::kAscii ? 0x80u : 0x100u)) {
      out += static_cast<char>(c);
    } else {
      const bool ascii = codec == Codec::kAscii;
      out += Unencodable(ascii ? "ascii" : "latin-1", text, start, c, errors,
                         ascii ? "ordinal not in range(128)" : "ordinal not in range(256)");
    }
  }
  return out;
}

std::string DecodeBytes(std::string_view bytes, std::string_view encoding, std::string_view errors) {
  const Codec codec = FindCodec(encoding);
  std::string out;
  switch (codec) {
    case Codec::kUtf8:
      for (size_t at = 0; at < bytes.size();) {
        size_t bad;
        const char* why;
        const size_t n = ValidUtf8(bytes, at, &bad, &why);
        out += n ? std::string(bytes.substr(at, n)) : Undecodable("utf-8", bytes, at, bad, why, errors);
        at += n ? n : bad;
      }
      return out;
    case Codec::kAscii:
      for (size_t at = 0; at < bytes.size(); ++at) {
        if (static_cast<unsigned char>(bytes[at]) < 0x80)
          out += bytes[at];
        else
          out += Undecodable("ascii", bytes, at, 1, "ordinal not in range(128)", errors);
      }
      return out;
    case Codec::kLatin1:
      for (char c : bytes) AppendUtf8(&out, static_cast<unsigned char>(c));
      return out;
    case Codec::kUtf16:
      return DecodeWide(bytes, 2, false, true);
    case Codec::kUtf16Le:
      return DecodeWide(bytes, 2, false, false);
    case Codec::kUtf16Be:
      return DecodeWide(bytes, 2, true, false);
    case Codec::kUtf32:
      return DecodeWide(bytes, 4, false, true);
    case Codec::kUtf32Le:
      return DecodeWide(bytes, 4, false, false);
    case Codec::kUtf32Be:
      return DecodeWide(bytes, 4, true, false);
  }
  return out;
}

}  // namespace tp
