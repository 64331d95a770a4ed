// The native part of json: strings in quotes, and the reader. (nlohmann's reader gives no positions as
// CPython has them, and keeps neither big integers nor the order of repeated keys.)
#include <string>

#include "core/interp/bigint.h"
#include "core/interp/interp.h"
#include "core/interp/number_text.h"
#include "core/interp/registry.h"

namespace tp {
namespace {

std::string Quoted(std::string_view text, bool ascii) {
  std::string out = "\"";
  for (size_t at = 0; at < text.size();) {
    const size_t start = at;
    const uint32_t c = DecodeUtf8(text, &at);
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
        break;
      default:
        if (c < 0x20 || (ascii && c >= 0x7f && c < 0x10000))
          out += Format("\\u%04x", c);
        else if (ascii && c >= 0x10000)
          out += Format("\\u%04x\\u%04x", 0xd800 + ((c - 0x10000) >> 10), 0xdc00 + ((c - 0x10000) & 0x3ff));
        else
          out += text.substr(start, at - start);
    }
  }
  return out + "\"";
}
Value EncodeString(Interp&, Args args) {
  CheckArgs("encode_string", args, 1, 1);
  return MakeStr(Quoted(StrView(args[0]), true));
}
Value EncodeStringPlain(Interp&, Args args) {
  CheckArgs("encode_string_plain", args, 1, 1);
  return MakeStr(Quoted(StrView(args[0]), false));
}

struct Options {
  Value error, object_hook, parse_float, parse_int, parse_constant, pairs_hook;
  bool strict;
};

class Reader {
 public:
  Reader(const Value& document, size_t at, const Options& options)
      : document_(document), s_(StrView(document)), at_(at), options_(options) {}

  Value Read() { return One(0); }
  size_t at() const { return at_; }

 private:
  [[noreturn]] void Fail(const char* text, size_t at) {
    RaiseException(Call(options_.error, MakeStr(text), document_, Value::Int(CountChars(s_.substr(0, at)))));
  }
  void Space() {
    while (at_ < s_.size() && (s_[at_] == ' ' || s_[at_] == '\t' || s_[at_] == '\n' || s_[at_] == '\r'))
      ++at_;
  }
  bool Word(std::string_view word) {
    if (s_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  Value Constant(const char* text, double value) {
    return options_.parse_constant.is_none() ? Value::Float(value)
                                             : Call(options_.parse_constant, MakeStr(text));
  }

  Value One(int depth) {
    NativeRecursion guard(" while decoding a JSON value");
    if (at_ >= s_.size()) Fail("Expecting value", at_);
    switch (s_[at_]) {
      case '"':
        ++at_;
        return MakeStr(String());
      case '{':
        return Object(depth);
      case '[':
        return Array(depth);
      case 'n':
        if (Word("null")) return Value::None();
        break;
      case 't':
        if (Word("true")) return Value::Bool(true);
        break;
      case 'f':
        if (Word("false")) return Value::Bool(false);
        break;
      case 'N':
        if (Word("NaN")) return Constant("NaN", __builtin_nan(""));
        break;
      case 'I':
        if (Word("Infinity")) return Constant("Infinity", __builtin_inf());
        break;
      case '-':
        if (Word("-Infinity")) return Constant("-Infinity", -__builtin_inf());
        break;
    }
    return Number();
  }

  Value Number() {
    const size_t start = at_;
    size_t i = at_;
    auto digit = [&](size_t k) { return k < s_.size() && s_[k] >= '0' && s_[k] <= '9'; };
    if (i < s_.size() && s_[i] == '-') ++i;
    if (!digit(i)) Fail("Expecting value", start);
    if (s_[i] == '0')
      ++i;
    else
      while (digit(i)) ++i;
    bool whole = true;
    if (i < s_.size() && s_[i] == '.' && digit(i + 1)) {
      whole = false;
      for (++i; digit(i);) ++i;
    }
    if (i < s_.size() && (s_[i] | 32) == 'e') {
      size_t k = i + 1;
      if (k < s_.size() && (s_[k] == '+' || s_[k] == '-')) ++k;
      if (digit(k)) {
        whole = false;
        while (digit(k)) ++k;
        i = k;
      }
    }
    at_ = i;
    const std::string_view text = s_.substr(start, i - start);
    if (whole) {
      if (!options_.parse_int.is_none()) return Call(options_.parse_int, MakeStr(text));
      Value v;
      ParseInt(text, 10, &v);
      return v;
    }
    if (!options_.parse_float.is_none()) return Call(options_.parse_float, MakeStr(text));
    double d = 0;
    ParseFloat(text, &d);
    return Value::Float(d);
  }

  // The four digits of \uXXXX at at_.
  uint32_t Hex(size_t escape) {
    uint32_t c = 0;
    for (int k = 0; k < 4; ++k) {
      const char h = at_ + k < s_.size() ? s_[at_ + k] : ' ';
      if (!std::isxdigit(static_cast<unsigned char>(h))) Fail("Invalid \\uXXXX escape", escape + 1);
      c = c * 16 + static_cast<uint32_t>(h <= '9' ? h - '0' : (h | 32) - 'a' + 10);
    }
    at_ += 4;
    return c;
  }

  // Behind the opening quote.
  std::string String() {
    const size_t begin = at_ - 1;
    std::string out;
    for (;;) {
      if (at_ >= s_.size()) Fail("Unterminated string starting at", begin);
      const char c = s_[at_];
      if (c == '"') {
        ++at_;
        return out;
      }
      if (static_cast<unsigned char>(c) < 0x20 && options_.strict) Fail("Invalid control character at", at_);
      if (c != '\\') {
        out += c;
        ++at_;
        continue;
      }
      const size_t escape = at_++;
      if (at_ >= s_.size()) Fail("Unterminated string starting at", begin);
      const char e = s_[at_++];
      static constexpr std::string_view kFrom = "\"\\/bfnrt", kTo = "\"\\/\b\f\n\r\t";
      const size_t k = kFrom.find(e);
      if (k != kFrom.npos) {
        out += kTo[k];
      } else if (e == 'u') {
        uint32_t code = Hex(escape);
        if (code >= 0xd800 && code < 0xdc00 && s_.substr(at_, 2) == "\\u") {
          const size_t back = at_;
          at_ += 2;
          const uint32_t low = Hex(back);
          if (low >= 0xdc00 && low < 0xe000)
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
          else
            at_ = back;
        }
        AppendUtf8(&out, code);
      } else {
        Fail("Invalid \\escape", escape);
      }
    }
  }

  Value Array(int depth) {
    ++at_;
    auto list = ObjRef<ListObject>::Own(NewList());
    Space();
    if (at_ < s_.size() && s_[at_] == ']') {
      ++at_;
      return std::move(list).ToValue();
    }
    for (;;) {
      ListAppend(list.get(), One(depth + 1));
      Space();
      if (at_ < s_.size() && s_[at_] == ']') {
        ++at_;
        return std::move(list).ToValue();
      }
      if (at_ >= s_.size() || s_[at_] != ',') Fail("Expecting ',' delimiter", at_);
      ++at_;
      Space();
    }
  }

  Value Object(int depth) {
    ++at_;
    auto dict = ObjRef<DictObject>::Own(NewDict());
    auto pairs = ObjRef<ListObject>::Own(NewList());
    const bool keep_pairs = !options_.pairs_hook.is_none();
    Space();
    if (at_ < s_.size() && s_[at_] == '}') {
      ++at_;
    } else {
      for (;;) {
        if (at_ >= s_.size() || s_[at_] != '"')
          Fail("Expecting property name enclosed in double quotes", at_);
        ++at_;
        Value key = MakeStr(String());
        Space();
        if (at_ >= s_.size() || s_[at_] != ':') Fail("Expecting ':' delimiter", at_);
        ++at_;
        Space();
        Value v = One(depth + 1);
        if (keep_pairs)
          ListAppend(pairs.get(), MakeTuple({key, v}));
        else
          DictSet(dict.get(), key, v);
        Space();
        if (at_ < s_.size() && s_[at_] == '}') {
          ++at_;
          break;
        }
        if (at_ >= s_.size() || s_[at_] != ',') Fail("Expecting ',' delimiter", at_);
        ++at_;
        Space();
      }
    }
    if (keep_pairs) return Call(options_.pairs_hook, pairs.ToValue());
    if (!options_.object_hook.is_none()) return Call(options_.object_hook, dict.ToValue());
    return std::move(dict).ToValue();
  }

  const Value& document_;
  std::string_view s_;
  size_t at_;
  const Options& options_;
};

// scan(document, index, error, object_hook, parse_float, parse_int, parse_constant, strict, pairs_hook):
// (value, end)
Value Scan(Interp&, Args args) {
  CheckArgs("scan", args, 9, 9);
  auto* s = args[0].as<StrObject>();
  const int64_t index = IndexInt64(args[1]);
  const Options options{args[2], args[3], args[4], args[5], args[6], args[8], IsTrue(args[7])};
  Reader reader(args[0], index <= s->length ? s->Offset(index) : s->bytes, options);
  Value v = reader.Read();
  return MakeTuple({std::move(v), Value::Int(CountChars(s->view().substr(0, reader.at())))});
}

const MethodDef kJson[] = {
    {"encode_string", EncodeString, "s, /"},
    {"encode_string_plain", EncodeStringPlain, "s, /"},
    {"scan", Scan},
};
TP_REGISTER_FUNCTIONS(_json, kJson);

}  // namespace
}  // namespace tp
