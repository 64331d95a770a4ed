// Letters in upper or lower case (TensorFlow: string_upper_op.cc, string_lower_op.cc): of ASCII, or of
// Unicode with encoding='utf-8', by its full mappings without a language.
#include <unicase.h>
#include <unistr.h>

#include <cerrno>
#include <cstdlib>

#include "kernels/op.h"
#include "kernels/ops/strings_map.h"

namespace tp {
namespace {

using Mapping = uint8_t* (*)(const uint8_t*, size_t, const char*, uninorm_t, uint8_t*, size_t*);

// With U+FFFD for what is malformed.
std::string Valid(const std::string& text) {
  std::string valid;
  const auto* at = reinterpret_cast<const uint8_t*>(text.data());
  for (size_t left = text.size(); left > 0;) {
    ucs4_t code;
    const int size = u8_mbtoucr(&code, at, left);
    const size_t length = size > 0 ? static_cast<size_t>(size) : 1;
    if (size > 0)
      valid.append(reinterpret_cast<const char*>(at), length);
    else
      valid += "\xef\xbf\xbd";
    at += length;
    left -= length;
  }
  return valid;
}

std::string MapUtf8(const std::string& text, Mapping mapping) {
  size_t size = 0;
  const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
  uint8_t* mapped = mapping(bytes, text.size(), "", nullptr, nullptr, &size);
  if (!mapped) return errno == EILSEQ ? MapUtf8(Valid(text), mapping) : text;
  std::string result(reinterpret_cast<char*>(mapped), size);
  std::free(mapped);
  return result;
}

// `first`: of the 26 ASCII letters that change; they become `to` more.
template <char first, int to>
void MapCase(KernelContext& c, Mapping mapping) {
  const std::string encoding = c.Attr<std::string>("encoding", "");
  if (!encoding.empty() && encoding != "utf-8")
    return c.Error(MakeStatus(Code::kInvalidArgument,
                              "only utf-8 or '' (no encoding) is supported, received {}", encoding));
  MapStrings(c, [&](std::string text) {
    if (!encoding.empty()) return MapUtf8(text, mapping);
    for (char& ch : text) ch = ch >= first && ch < first + 26 ? static_cast<char>(ch + to) : ch;
    return text;
  });
}

}  // namespace

TP_OP(StringLower){
    .name = "StringLower",
    .inputs = "input: string",
    .outputs = "output: string",
    .attrs = "encoding: string = ''",
    .doc = "Letters in lower case: of ASCII, with encoding='utf-8' of Unicode.",
    .shape = shape::Unchanged,
    .kernel = [](KernelContext& c) { MapCase<'A', 32>(c, u8_tolower); },
    .no_gradient = true,
    .examples =
        "['aB' 'C1'] -> ['ab' 'c1']\n"
        "'AÉ' -> 'aé' | encoding='utf-8'",
};

TP_OP(StringUpper){
    .name = "StringUpper",
    .inputs = "input: string",
    .outputs = "output: string",
    .attrs = "encoding: string = ''",
    .doc = "Letters in upper case: of ASCII, with encoding='utf-8' of Unicode.",
    .shape = shape::Unchanged,
    .kernel = [](KernelContext& c) { MapCase<'a', -32>(c, u8_toupper); },
    .no_gradient = true,
    .examples =
        "['aB' 'c1'] -> ['AB' 'C1']\n"
        "'aé' -> 'AÉ' | encoding='utf-8'",
};

}  // namespace tp
