// Literals: Python's == and hash over None, bool, int, float, str, bytes, and repr.
#include <charconv>
#include <cmath>
#include <cstring>
#include <functional>

#include "core/signature/trace_type.h"

namespace tp {
namespace {

// Numbers compare across bool, int and float.
struct Number {
  bool is_float = false;
  int64_t i = 0;
  double d = 0;
};

std::optional<Number> AsNumber(const LiteralValue& value) {
  if (const bool* b = std::get_if<bool>(&value)) return Number{false, *b, static_cast<double>(*b)};
  if (const int64_t* i = std::get_if<int64_t>(&value)) return Number{false, *i, static_cast<double>(*i)};
  if (const double* d = std::get_if<double>(&value)) {
    // A float that is an integer is that integer.
    if (*d == std::floor(*d) && std::abs(*d) < 0x1p63) return Number{false, static_cast<int64_t>(*d), *d};
    return Number{true, 0, *d};
  }
  return std::nullopt;
}

std::string FloatRepr(double d) {
  if (std::isnan(d)) return "nan";
  if (std::isinf(d)) return d > 0 ? "inf" : "-inf";
  char buffer[40];
  const double magnitude = std::abs(d);
  // Python's repr: shortest digits that read back, plain for exponents from -4 to 15.
  const bool plain = d == 0 || (magnitude >= 1e-4 && magnitude < 1e16);
  auto end = std::to_chars(buffer, buffer + sizeof buffer, d,
                           plain ? std::chars_format::fixed : std::chars_format::scientific)
                 .ptr;
  std::string text(buffer, end);
  if (plain && text.find('.') == std::string::npos) text += ".0";
  return text;
}

std::string Quoted(const std::string& s, bool bytes) {
  const char quote = s.find('\'') != std::string::npos && s.find('"') == std::string::npos ? '"' : '\'';
  std::string text(1, quote);
  for (unsigned char c : s) {
    if (c == quote || c == '\\')
      (text += '\\') += static_cast<char>(c);
    else if (c == '\n')
      text += "\\n";
    else if (c == '\r')
      text += "\\r";
    else if (c == '\t')
      text += "\\t";
    else if (c < 0x20 || c == 0x7f || (bytes && c >= 0x80)) {
      char hex[8];
      std::snprintf(hex, sizeof hex, "\\x%02x", c);
      text += hex;
    } else {
      text += static_cast<char>(c);
    }
  }
  return text + quote;
}

}  // namespace

bool LiteralEquals(const LiteralValue& a, const LiteralValue& b) {
  const auto x = AsNumber(a), y = AsNumber(b);
  if (x && y) {
    if (x->is_float != y->is_float) return false;
    return x->is_float ? x->d == y->d || (std::isnan(x->d) && std::isnan(y->d)) : x->i == y->i;
  }
  return a == b;
}

size_t LiteralHash(const LiteralValue& value) {
  if (const auto n = AsNumber(value)) {
    if (!n->is_float) return std::hash<int64_t>()(n->i);
    return std::isnan(n->d) ? 0x7ff8 : std::hash<double>()(n->d);
  }
  if (const auto* s = std::get_if<std::string>(&value)) return std::hash<std::string>()(*s);
  if (const auto* s = std::get_if<LiteralBytes>(&value)) return std::hash<std::string>()(s->bytes) + 1;
  if (const auto* s = std::get_if<LiteralOther>(&value))
    return std::hash<std::string>()(s->tag + '\0' + s->text);
  return 0;
}

std::string LiteralRepr(const LiteralValue& value) {
  struct Visitor {
    std::string operator()(std::monostate) { return "None"; }
    std::string operator()(bool b) { return b ? "True" : "False"; }
    std::string operator()(int64_t i) { return std::to_string(i); }
    std::string operator()(double d) { return FloatRepr(d); }
    std::string operator()(const std::string& s) { return Quoted(s, false); }
    std::string operator()(const LiteralBytes& b) { return "b" + Quoted(b.bytes, true); }
    std::string operator()(const LiteralOther& o) { return o.text; }
  };
  return std::visit(Visitor(), value);
}

}  // namespace tp
