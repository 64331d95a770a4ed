// Text encodings; the texts of errors are CPython's.
#include "core/interp/types/codecs.h"

#include <cstring>

#include "core/interp/abstract.h"
#include "core/interp/str.h"

namespace tp {
namespace {

enum class Codec {
  kUtf8,
  kUtf8Sig,
  kAscii,
  kLatin1,
  kCp1252,
  kUtf16,
  kUtf16Le,
  kUtf16Be,
  kUtf32,
  kUtf32Le,
  kUtf32Be
};

Codec FindCodec(std::string_view name) {
  std::string key;
  for (char c : name)
    if (c != '-' && c != '_' && c != ' ') key += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  if (key == "utf8" || key == "u8" || key == "utf") return Codec::kUtf8;
  if (key == "utf8sig") return Codec::kUtf8Sig;
  if (key == "ascii" || key == "usascii" || key == "646") return Codec::kAscii;
  if (key == "latin1" || key == "iso88591" || key == "l1" || key == "latin" || key == "8859")
    return Codec::kLatin1;
  if (key == "cp1252" || key == "windows1252" || key == "1252") return Codec::kCp1252;
  if (key == "utf16") return Codec::kUtf16;
  if (key == "utf16le") return Codec::kUtf16Le;
  if (key == "utf16be") return Codec::kUtf16Be;
  if (key == "utf32") return Codec::kUtf32;
  if (key == "utf32le") return Codec::kUtf32Le;
  if (key == "utf32be") return Codec::kUtf32Be;
  Raise(&LookupErrorType, "unknown encoding: %.*s", static_cast<int>(name.size()), name.data());
}

// What the bytes from 0x80 to 0x9f are in Windows' code page 1252; 0: nothing.
constexpr uint16_t kWindows[] = {0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
                                 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017d, 0,
                                 0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178};
// The byte for a character, or -1.
int WindowsByte(uint32_t c) {
  if (c < 0x80 || (c >= 0xa0 && c < 0x100)) return static_cast<int>(c);
  for (int i = 0; i < 32; ++i)
    if (c && kWindows[i] == c) return 0x80 + i;
  return -1;
}

std::string CharName(uint32_t c) {
  if (c < 0x100) return Format("\\x%02x", c);
  if (c < 0x10000) return Format("\\u%04x", c);
  return Format("\\U%08x", c);
}

[[noreturn]] void RaiseUnknownHandler(std::string_view errors) {
  Raise(&LookupErrorType, "unknown error handler name '%.*s'", static_cast<int>(errors.size()),
        errors.data());
}

bool IsSurrogate(uint32_t c) { return c >= 0xd800 && c < 0xe000; }

// What replaces a character that the encoding does not have, as text. The error is of the characters from
// `at` up to `end` (bytes of `text`).
std::string Unencodable(const char* codec, std::string_view text, size_t at, size_t end, uint32_t c,
                        std::string_view errors, const char* reason) {
  if (errors == "ignore") return "";
  if (errors == "replace") return "?";
  if (errors == "backslashreplace") return CharName(c);
  if (errors == "xmlcharrefreplace") return Format("&#%u;", c);
  if (errors == "namereplace") RaiseNotSupported("the error handler namereplace");
  if (errors != "strict" && errors != "surrogateescape" && errors != "surrogatepass")
    RaiseUnknownHandler(errors);
  const int64_t first = CountChars(text.substr(0, at));
  RaiseException(
      MakeException(&UnicodeEncodeErrorType,
                    ArgList{MakeStr(codec), MakeStr(text), Value::Int(first),
                            Value::Int(first + CountChars(text.substr(at, end - at))), MakeStr(reason)}));
}

void AppendUnit(std::string* out, uint32_t unit, int bytes, bool big) {
  for (int i = 0; i < bytes; ++i) *out += static_cast<char>(unit >> 8 * (big ? bytes - 1 - i : i) & 0xff);
}

void AppendWide(std::string* out, uint32_t c, int bytes, bool big) {
  if (bytes == 2 && c >= 0x10000) {
    AppendUnit(out, 0xd800 + ((c - 0x10000) >> 10), 2, big);
    AppendUnit(out, 0xdc00 + ((c - 0x10000) & 0x3ff), 2, big);
  } else {
    AppendUnit(out, c, bytes, big);
  }
}

std::string EncodeWide(std::string_view text, int bytes, bool big, bool mark, std::string_view errors) {
  std::string out;
  if (mark) AppendUnit(&out, 0xfeff, bytes, big);
  const std::string codec = Format("utf-%d%s", bytes * 8, mark ? "" : big ? "-be" : "-le");
  for (size_t at = 0; at < text.size();) {
    const size_t start = at;
    const uint32_t c = DecodeUtf8(text, &at);
    if (IsSurrogate(c) && errors != "surrogatepass") {
      for (char r : Unencodable(codec.c_str(), text, start, at, c, errors, "surrogates not allowed"))
        AppendUnit(&out, static_cast<unsigned char>(r), bytes, big);
    } else {
      AppendWide(&out, c, bytes, big);
    }
  }
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

// What replaces `bad` bytes from `at` on that mean nothing.
std::string Undecodable(const char* codec, std::string_view bytes, size_t at, size_t bad, const char* why,
                        std::string_view errors) {
  if (errors == "ignore") return "";
  if (errors == "replace") return "\xef\xbf\xbd";
  std::string out;
  if (errors == "backslashreplace") {
    for (size_t i = 0; i < bad; ++i) out += Format("\\x%02x", static_cast<unsigned char>(bytes[at + i]));
    return out;
  }
  if (errors == "surrogateescape") {
    bool all = true;
    for (size_t i = 0; i < bad; ++i) {
      all = all && static_cast<unsigned char>(bytes[at + i]) >= 0x80;
      if (all) AppendUtf8(&out, 0xdc00 + static_cast<unsigned char>(bytes[at + i]));
    }
    if (all) return out;
  }
  if (errors == "xmlcharrefreplace")
    Raise(&TypeErrorType,
          std::strncmp(codec, "utf-16-", 7) == 0 || std::strncmp(codec, "utf-32-", 7) == 0 || *codec == 'c'
              ? "decoding with '%s' codec failed (TypeError: don't know how to handle UnicodeDecodeError in "
                "error callback)"
              : "don't know how to handle UnicodeDecodeError in error callback",
          *codec == 'c' ? "cp1252" : codec);
  if (errors != "strict" && errors != "surrogateescape" && errors != "surrogatepass")
    RaiseUnknownHandler(errors);
  RaiseException(MakeException(&UnicodeDecodeErrorType,
                               ArgList{MakeStr(codec), MakeBytes(bytes), Value::Int(static_cast<int64_t>(at)),
                                       Value::Int(static_cast<int64_t>(at + bad)), MakeStr(why)}));
}

std::string DecodeWide(std::string_view bytes, int unit, bool big, bool mark, std::string_view errors) {
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
  const std::string codec = Format("utf-%d-%s", unit * 8, big ? "be" : "le");
  const auto broken = [&](size_t count, const char* why) {
    out += Undecodable(codec.c_str(), bytes, at, count, why, errors);
    at += count;
  };
  const bool pass = errors == "surrogatepass";
  while (at < bytes.size()) {
    const size_t left = bytes.size() - at;
    if (left < static_cast<size_t>(unit)) {
      broken(left, "truncated data");
      continue;
    }
    const uint32_t c = read(at);
    if (unit == 4 && c > 0x10ffff) {
      broken(4, "code point not in range(0x110000)");
    } else if (unit == 4 && IsSurrogate(c) && !pass) {
      broken(4, "code point in surrogate code point range(0xd800, 0xe000)");
    } else if (unit == 2 && c >= 0xd800 && c < 0xdc00) {
      const uint32_t low = left >= 4 ? read(at + 2) : 0;
      if (low >= 0xdc00 && low < 0xe000) {
        AppendUtf8(&out, 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00));
        at += 4;
      } else if (pass) {
        AppendUtf8(&out, c);
        at += 2;
      } else if (left < 4) {
        broken(left, "unexpected end of data");
      } else {
        broken(2, "illegal UTF-16 surrogate");
      }
    } else if (unit == 2 && IsSurrogate(c) && !pass) {
      broken(2, "illegal encoding");
    } else {
      AppendUtf8(&out, c);
      at += unit;
    }
  }
  return out;
}

}  // namespace

std::string EncodeText(std::string_view text, std::string_view encoding, std::string_view errors) {
  const Codec codec = FindCodec(encoding);
  std::string out;
  switch (codec) {
    case Codec::kUtf8Sig:
      out = "\xef\xbb\xbf";
      break;
    case Codec::kUtf8:
    case Codec::kAscii:
    case Codec::kLatin1:
    case Codec::kCp1252:
      break;
    case Codec::kUtf16:
    case Codec::kUtf16Le:
      return EncodeWide(text, 2, false, codec == Codec::kUtf16, errors);
    case Codec::kUtf16Be:
      return EncodeWide(text, 2, true, false, errors);
    case Codec::kUtf32:
    case Codec::kUtf32Le:
      return EncodeWide(text, 4, false, codec == Codec::kUtf32, errors);
    case Codec::kUtf32Be:
      return EncodeWide(text, 4, true, false, errors);
  }
  const bool utf8 = codec == Codec::kUtf8 || codec == Codec::kUtf8Sig, ascii = codec == Codec::kAscii;
  const bool windows = codec == Codec::kCp1252;
  const auto has = [&](uint32_t c) {
    return utf8 ? !IsSurrogate(c) : windows ? WindowsByte(c) >= 0 : c < (ascii ? 0x80u : 0x100u);
  };
  for (size_t at = 0; at < text.size();) {
    const size_t start = at;
    const uint32_t c = DecodeUtf8(text, &at);
    if (has(c)) {
      if (utf8)
        out += text.substr(start, at - start);
      else
        out += static_cast<char>(windows ? WindowsByte(c) : static_cast<int>(c));
    } else if (utf8 && errors == "surrogatepass") {
      out += text.substr(start, at - start);
    } else if (errors == "surrogateescape" && c >= 0xdc80 && c <= 0xdcff) {
      out += static_cast<char>(c - 0xdc00);
    } else {
      size_t end = at;
      for (size_t next = end; next < text.size(); end = next)
        if (has(DecodeUtf8(text, &next))) break;
      out += Unencodable(utf8      ? "utf-8"
                         : windows ? "charmap"
                         : ascii   ? "ascii"
                                   : "latin-1",
                         text, start, end, c, errors,
                         utf8      ? "surrogates not allowed"
                         : windows ? "character maps to <undefined>"
                         : ascii   ? "ordinal not in range(128)"
                                   : "ordinal not in range(256)");
    }
  }
  return out;
}

std::string DecodeBytes(std::string_view bytes, std::string_view encoding, std::string_view errors) {
  const Codec codec = FindCodec(encoding);
  std::string out;
  switch (codec) {
    case Codec::kUtf8Sig:
      if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
      [[fallthrough]];
    case Codec::kUtf8:
      for (size_t at = 0; at < bytes.size();) {
        size_t bad;
        const char* why;
        size_t n = ValidUtf8(bytes, at, &bad, &why);
        if (!n && errors == "surrogatepass" && bytes.size() - at >= 3 && bytes[at] == '\xed' &&
            (bytes[at + 1] & 0xe0) == 0xa0 && (bytes[at + 2] & 0xc0) == 0x80)
          n = 3;
        if (!n && codec == Codec::kUtf8Sig && errors == "xmlcharrefreplace")
          Raise(&TypeErrorType,
                "decoding with 'utf-8-sig' codec failed (TypeError: don't know how to handle "
                "UnicodeDecodeError in "
                "error callback)");
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
    case Codec::kCp1252:
      for (size_t at = 0; at < bytes.size(); ++at) {
        const auto c = static_cast<unsigned char>(bytes[at]);
        if (c < 0x80 || c > 0x9f)
          AppendUtf8(&out, c);
        else if (kWindows[c - 0x80])
          AppendUtf8(&out, kWindows[c - 0x80]);
        else
          out += Undecodable("charmap", bytes, at, 1, "character maps to <undefined>", errors);
      }
      return out;
    case Codec::kLatin1:
      for (char c : bytes) AppendUtf8(&out, static_cast<unsigned char>(c));
      return out;
    case Codec::kUtf16:
    case Codec::kUtf16Le:
      return DecodeWide(bytes, 2, false, codec == Codec::kUtf16, errors);
    case Codec::kUtf16Be:
      return DecodeWide(bytes, 2, true, false, errors);
    case Codec::kUtf32:
    case Codec::kUtf32Le:
      return DecodeWide(bytes, 4, false, codec == Codec::kUtf32, errors);
    case Codec::kUtf32Be:
      return DecodeWide(bytes, 4, true, false, errors);
  }
  return out;
}

}  // namespace tp
