// `format % values`; see percent_format.h. Python's "printf-style String Formatting", with CPython's error
// texts.
#include "core/interp/types/percent_format.h"

#include <string>

#include "core/interp/abstract.h"
#include "core/interp/bigint.h"
#include "core/interp/bytearray.h"
#include "core/interp/number_text.h"
#include "core/interp/percent_format.h"

namespace tp {
namespace {

struct Conversion {
  bool left = false, plus = false, blank = false, alternate = false, zero = false;
  int64_t width = -1, precision = -1;
  uint32_t type = 0;
};

class PercentFormatter {
 public:
  PercentFormatter(std::string_view format, const Value& values, bool bytes)
      : s_(format), values_(values), bytes_(bytes) {
    if (IsTuple(values)) {
      count_ = values.as<TupleObject>()->size;
      next_ = 0;
    } else {
      mapping_ok_ =
          !IsStr(values) && !(bytes && IsBuffer(values)) && !LookupSpecial(values, names.getitem_).is_undef();
      container_ = values;
    }
  }

  std::string Run() {
    while (at_ < s_.size()) {
      if (s_[at_] != '%') {
        const size_t stop = std::min(s_.find('%', at_), s_.size());
        out_ += s_.substr(at_, stop - at_);
        at_ = stop;
        continue;
      }
      ++at_;
      One();
    }
    if (next_ < count_ && !mapping_ok_)
      Raise(&TypeErrorType, "not all arguments converted during %s formatting", bytes_ ? "bytes" : "string");
    return std::move(out_);
  }

 private:
  Value NextValue() {
    if (next_ >= count_) Raise(&TypeErrorType, "not enough arguments for format string");
    const int64_t index = ++next_ - 1;
    return count_ < 0 ? values_ : values_.as<TupleObject>()->items[index];
  }

  bool More() {
    if (at_ >= s_.size()) Raise(&ValueErrorType, "incomplete format");
    return true;
  }

  void One() {
    Conversion c;
    if (at_ < s_.size() && s_[at_] == '(') ReadKey();
    for (;; ++at_) {
      More();
      const char flag = s_[at_];
      if (flag == '-')
        c.left = true;
      else if (flag == '+')
        c.plus = true;
      else if (flag == ' ')
        c.blank = true;
      else if (flag == '#')
        c.alternate = true;
      else if (flag == '0')
        c.zero = true;
      else
        break;
    }
    c.width = ReadNumber(true, &c.left);
    if (at_ < s_.size() && s_[at_] == '.') {
      ++at_;
      bool negative = false;
      c.precision = std::max<int64_t>(0, ReadNumber(false, &negative));
      if (negative) c.precision = 0;
    }
    if (at_ < s_.size() && (s_[at_] == 'h' || s_[at_] == 'l' || s_[at_] == 'L')) ++at_;
    More();
    const size_t type_at = at_;
    if (bytes_)
      c.type = static_cast<unsigned char>(s_[at_++]);
    else
      c.type = DecodeUtf8(s_, &at_);
    if (c.type == '%' && type_at > 0 && s_[type_at - 1] == '%') {
      out_ += '%';
      return;
    }
    const Value v = NeedsValue(c.type) ? NextValue() : Value();
    Convert(c, v, type_at);
  }

  static bool NeedsValue(uint32_t type) { return type != 0; }

  void ReadKey() {
    if (!mapping_ok_) Raise(&TypeErrorType, "format requires a mapping");
    const size_t start = ++at_;
    int open = 1;
    for (; at_ < s_.size(); ++at_) {
      if (s_[at_] == ')' && --open == 0) break;
      if (s_[at_] == '(') ++open;
    }
    if (at_ >= s_.size()) Raise(&ValueErrorType, "incomplete format key");
    const std::string_view key = s_.substr(start, at_ - start);
    ++at_;
    values_ = GetItem(container_, bytes_ ? MakeBytes(key) : MakeStr(key));
    count_ = -1;
    next_ = -2;
  }

  // Digits or '*'; -1 if there is nothing. A negative '*' sets *negative.
  int64_t ReadNumber(bool width, bool* negative) {
    if (at_ < s_.size() && s_[at_] == '*') {
      ++at_;
      const Value v = NextValue();
      if (!IsAnyInt(v)) Raise(&TypeErrorType, "* wants int");
      const int64_t n = width ? SizeArgument(v) : IntArgument(v);
      if (n < 0) *negative = true;
      return n == INT64_MIN ? -1 : std::abs(n);
    }
    int64_t n = -1;
    while (at_ < s_.size() && s_[at_] >= '0' && s_[at_] <= '9') {
      n = std::max<int64_t>(n, 0) * 10 + (s_[at_++] - '0');
      if (n > (width ? INT64_MAX / 10 - 1 : INT32_MAX))
        Raise(&ValueErrorType, "%s too big", width ? "width" : "precision");
    }
    return n;
  }

  void Convert(const Conversion& c, const Value& v, size_t type_at) {
    switch (c.type) {
      case 's':
        return Text(c, bytes_ ? BytesOf(v) : Str(v));
      case 'r':
        return Text(c, bytes_ ? Ascii(v) : Repr(v));
      case 'a':
        return Text(c, Ascii(v));
      case 'b':
        if (bytes_) return Text(c, BytesOf(v));
        break;
      case 'c':
        return Char(c, v);
      case 'd':
      case 'i':
      case 'u':
      case 'x':
      case 'X':
      case 'o':
        return Integer(c, v);
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G': {
        if (bytes_ && !IsNumber(v))
          Raise(&TypeErrorType, "float argument required, not %s", TypeNameOf(v).c_str());
        const double d = ToDouble(v);
        Room(c.precision);
        const int precision = c.precision < 0 ? 6 : static_cast<int>(c.precision);
        return Number(
            c, "",
            FloatText(d,
                      {.type = static_cast<char>(c.type), .precision = precision, .alternate = c.alternate}));
      }
    }
    const long index = static_cast<long>(bytes_ ? type_at : CountChars(s_.substr(0, type_at)));
    Raise(&ValueErrorType, "unsupported format character '%c' (0x%x) at index %ld",
          c.type > 31 && c.type < 127 ? static_cast<char>(c.type) : '?', c.type, index);
  }

  std::string BytesOf(const Value& v) {
    if (IsBuffer(v)) return std::string(BufferView(v));
    if (Value f = LookupSpecial(v, names.bytes_); !f.is_undef()) {
      const Value b = Call(f);
      if (!IsBytes(b)) Raise(&TypeErrorType, "__bytes__ returned non-bytes (type %s)", TypeNameOf(b).c_str());
      return std::string(b.as<BytesObject>()->view());
    }
    Raise(&TypeErrorType,
          "%%b requires a bytes-like object, or an object that implements __bytes__, not '%s'",
          TypeNameOf(v).c_str());
  }

  // What will not fit fails before memory is filled.
  static void Room(int64_t chars) {
    if (chars > (1 << 20)) CheckTextRoom(chars);
  }

  void Pad(const Conversion& c, std::string_view text) {
    const int64_t length = bytes_ ? static_cast<int64_t>(text.size()) : CountChars(text);
    const int64_t padding = std::max<int64_t>(0, c.width - length);
    Room(padding);
    if (!c.left) out_.append(padding, ' ');
    out_ += text;
    if (c.left) out_.append(padding, ' ');
  }

  void Text(const Conversion& c, std::string_view text) {
    if (c.precision >= 0) {
      size_t at = 0;
      for (int64_t i = 0; i < c.precision && at < text.size(); ++i) {
        if (bytes_)
          ++at;
        else
          DecodeUtf8(text, &at);
      }
      text = text.substr(0, at);
    }
    Pad(c, text);
  }

  void Char(const Conversion& c, const Value& v) {
    std::string text;
    if (bytes_) {
      if (IsBuffer(v) && BufferView(v).size() == 1) {
        text = BufferView(v);
      } else {
        int64_t code;
        if (!IsAnyInt(v)) Raise(&TypeErrorType, "%%c requires an integer in range(256) or a single byte");
        if (!FitsInt64(v, &code) || code < 0 || code > 255)
          Raise(&OverflowErrorType, "%%c arg not in range(256)");
        text += static_cast<char>(code);
      }
    } else if (IsStr(v)) {
      if (v.as<StrObject>()->length != 1) Raise(&TypeErrorType, "%%c requires int or char");
      text = StrView(v);
    } else {
      int64_t code;
      if (!IsAnyInt(v) && LookupSpecial(v, names.index_).is_undef())
        Raise(&TypeErrorType, "%%c requires int or char");
      if (!FitsInt64(Index(v), &code) || code < 0 || code > 0x10ffff)
        Raise(&OverflowErrorType, "%%c arg not in range(0x110000)");
      AppendUtf8(&text, static_cast<uint32_t>(code));
    }
    Pad(c, text);
  }

  void Integer(const Conversion& c, const Value& v) {
    const bool decimal = c.type == 'd' || c.type == 'i' || c.type == 'u';
    const char type = static_cast<char>(c.type);
    Value number;
    try {  // a method that gives no number is as none
      if (IsAnyInt(v))
        number = v;
      else if (decimal && (IsNumber(v) || TypeOf(v)->slots.number->to_int || TypeOf(v)->slots.number->index))
        number = ToInt(v);
      else if (!decimal && !LookupSpecial(v, names.index_).is_undef())
        number = Index(v);
    } catch (PyError& e) {
      if (!e.Matches(&TypeErrorType)) throw;
    }
    if (number.is_undef()) {
      Raise(&TypeErrorType, "%%%c format: %s is required, not %s", bytes_ && type == 'i' ? 'd' : type,
            decimal ? "a real number" : "an integer", TypeNameOf(v).c_str());
    }
    const int base = decimal ? 10 : type == 'o' ? 8 : 16;
    std::string digits = IntText(number, base);
    const bool negative = digits[0] == '-';
    if (negative) digits.erase(0, 1);
    if (type == 'X')
      for (char& d : digits)
        if (d >= 'a') d -= 32;
    Room(c.precision);
    if (c.precision > static_cast<int64_t>(digits.size())) digits.insert(0, c.precision - digits.size(), '0');
    Number(c, c.alternate && !decimal ? std::string{'0', type} : "", (negative ? "-" : "") + digits);
  }

  // `text` may begin with '-'.
  void Number(const Conversion& c, const std::string& prefix, std::string_view text) {
    std::string head;
    if (text[0] == '-') {
      head = "-";
      text.remove_prefix(1);
    } else if (c.plus) {
      head = "+";
    } else if (c.blank) {
      head = " ";
    }
    head += prefix;
    const int64_t padding = std::max<int64_t>(0, c.width - static_cast<int64_t>(head.size() + text.size()));
    Room(padding);
    if (!c.left && !c.zero) out_.append(padding, ' ');
    out_ += head;
    if (!c.left && c.zero) out_.append(padding, '0');
    out_ += text;
    if (c.left) out_.append(padding, ' ');
  }

  std::string_view s_;
  Value values_;
  bool bytes_;
  // A tuple: its size and the next item. Else -1 and -2: one value, not taken yet.
  int64_t count_ = -1, next_ = -2;
  bool mapping_ok_ = false;
  Value container_;
  size_t at_ = 0;
  std::string out_;
};

}  // namespace

Value StrPercentFormat(const Value& format, const Value& values) {
  const std::string text = PercentFormatter(StrView(format), values, false).Run();
  return StrView(format).find('%') == std::string_view::npos ? format : MakeStr(text);
}

Value BytesPercentFormat(const Value& format, const Value& values) {
  const std::string text = PercentFormatter(BufferView(format), values, true).Run();
  return IsByteArray(format) ? MakeByteArray(text) : MakeBytes(text);
}

namespace {
Value BytesMod(const Value& a, const Value& b) {
  return IsBytes(a) ? BytesPercentFormat(a, b) : NotImplemented();
}
Value ByteArrayMod(const Value& a, const Value& b) {
  return IsByteArray(a) ? BytesPercentFormat(a, b) : NotImplemented();
}
const bool kHooked = [] {
  percent_format_hook = StrPercentFormat;
  (*BytesType.slots.number)[ast::BinOp::kMod] = BytesMod;
  (*ByteArrayType.slots.number)[ast::BinOp::kMod] = ByteArrayMod;
  return true;
}();
}  // namespace

}  // namespace tp
