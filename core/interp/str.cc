// str: making, interning, indexing, comparing, repr, and the slots of the type. Methods (split, join, …) are
// in types/.
#include "core/interp/str.h"

#include <cstring>

#include "core/interp/abstract.h"
#include "core/interp/bytearray.h"
#include "core/interp/function.h"
#include "core/interp/gc.h"
#include "core/interp/hash.h"
#include "core/interp/percent_format.h"
#include "core/lang/scan.h"

namespace tp {

// ---- UTF-8

uint32_t DecodeUtf8(std::string_view s, size_t* at) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(s[i]); };
  const size_t i = *at;
  const uint8_t b = byte(i);
  const int more = b < 0x80 ? 0 : b >= 0xf0 ? 3 : b >= 0xe0 ? 2 : b >= 0xc0 ? 1 : 0;
  if (more == 0 || i + more >= s.size()) {
    ++*at;
    return b;
  }
  uint32_t c = b & (0x3f >> more);
  for (int k = 1; k <= more; ++k) c = (c << 6) | (byte(i + k) & 0x3f);
  *at += more + 1;
  return c;
}

void AppendUtf8(std::string* out, uint32_t c) {
  if (c < 0x80) {
    out->push_back(static_cast<char>(c));
  } else if (c < 0x800) {
    out->push_back(static_cast<char>(0xc0 | (c >> 6)));
    out->push_back(static_cast<char>(0x80 | (c & 0x3f)));
  } else if (c < 0x10000) {
    out->push_back(static_cast<char>(0xe0 | (c >> 12)));
    out->push_back(static_cast<char>(0x80 | ((c >> 6) & 0x3f)));
    out->push_back(static_cast<char>(0x80 | (c & 0x3f)));
  } else {
    out->push_back(static_cast<char>(0xf0 | (c >> 18)));
    out->push_back(static_cast<char>(0x80 | ((c >> 12) & 0x3f)));
    out->push_back(static_cast<char>(0x80 | ((c >> 6) & 0x3f)));
    out->push_back(static_cast<char>(0x80 | (c & 0x3f)));
  }
}

int64_t CountChars(std::string_view s) {
  // Plain ASCII, as most text is, eight bytes at a time.
  size_t at = 0;
  for (uint64_t word; at + 8 <= s.size(); at += 8) {
    std::memcpy(&word, s.data() + at, 8);
    if (word & 0x8080808080808080u) break;
  }
  auto n = static_cast<int64_t>(at);
  for (char c : s.substr(at)) n += (static_cast<uint8_t>(c) & 0xc0) != 0x80;
  return n;
}

// ---- objects

StrObject* NewStr(int64_t bytes, int64_t length) {
  if (bytes > (1 << 20)) CheckTextRoom(bytes);
  const size_t size = sizeof(StrObject) + bytes + 1;
  auto* s = static_cast<StrObject*>(AllocBytes(size));
  s->refs = 1;
  s->flags = 0;
  s->type = &StrType;
  s->length = length;
  s->bytes = bytes;
  s->data = reinterpret_cast<char*>(s + 1);
  s->hash = -1;
  s->name = nullptr;
  s->last_index = s->last_offset = 0;
  s->data[bytes] = 0;
  return s;
}

Value MakeStr(std::string_view text) {
  if (text.size() == 1 && static_cast<uint8_t>(text[0]) < 0x80) return CharStr(static_cast<uint8_t>(text[0]));
  StrObject* s = NewStr(text.size(), CountChars(text));
  text.copy(s->data, text.size());
  return Value::Own(s);
}

Value MakeStrOfType(TypeObject* type, std::string_view text) {
  if (type == &StrType) return MakeStr(text);
  auto* s = New<StrObject>(type);
  s->length = CountChars(text);
  s->bytes = text.size();
  s->data = static_cast<char*>(AllocBytes(text.size() + 1));
  text.copy(s->data, text.size());
  s->data[text.size()] = 0;
  s->hash = -1;
  return Value::Own(s);
}

Value CharStr(uint32_t c) {
  static StrObject* chars[128];
  if (c < 128) {
    if (!chars[c]) {
      const char text = static_cast<char>(c);
      chars[c] = InternStr(std::string_view(&text, 1));
    }
    return Value::Borrow(chars[c]);
  }
  std::string text;
  AppendUtf8(&text, c);
  StrObject* s = NewStr(text.size(), 1);
  text.copy(s->data, text.size());
  return Value::Own(s);
}

StrObject* InternStr(std::string_view text) {
  const Name* name = Intern(text);
  if (!name->object) {
    StrObject* s = NewStr(text.size(), CountChars(text));
    text.copy(s->data, text.size());
    s->refs = kImmortal;
    s->name = name;
    name->object = s;
  }
  return static_cast<StrObject*>(name->object);
}

StrObject* InternStr(const Value& v) {
  auto* s = v.as<StrObject>();
  return s->interned() ? s : InternStr(s->view());
}

int64_t StrHashSlow(StrObject* s) {
  s->hash = HashText(s->view(), s->is_ascii());
  return s->hash;
}

int64_t StrObject::Offset(int64_t index) const {
  if (is_ascii() || index == 0) return index;
  if (index == length) return bytes;
  int64_t i = 0, at = 0;
  if (last_index <= index) i = last_index, at = last_offset;
  while (i < index) {
    ++at;
    while ((static_cast<uint8_t>(data[at]) & 0xc0) == 0x80) ++at;
    ++i;
  }
  last_index = i;
  last_offset = at;
  return at;
}

uint32_t StrAt(const StrObject* s, int64_t index) {
  size_t at = s->Offset(index);
  return DecodeUtf8(s->view(), &at);
}

Value StrSlice(StrObject* s, int64_t start, int64_t stop) {
  if (start == 0 && stop == s->length && s->type == &StrType) return Value::Borrow(s);
  if (stop <= start) return InternedValue("");
  const int64_t from = s->Offset(start), to = s->Offset(stop);
  return MakeStr(s->view().substr(from, to - from));
}

Value StrConcat(const Value& a, const Value& b) {
  auto *x = a.as<StrObject>(), *y = b.as<StrObject>();
  if (x->bytes == 0 && y->type == &StrType) return b;
  if (y->bytes == 0 && x->type == &StrType) return a;
  StrObject* s = NewStr(x->bytes + y->bytes, x->length + y->length);
  std::memcpy(s->data, x->data, x->bytes);
  std::memcpy(s->data + x->bytes, y->data, y->bytes);
  return Value::Own(s);
}

bool StrAppend(Value* s, const Value& tail) {
  if (!IsExact(*s, &StrType) || !IsExact(tail, &StrType)) return false;
  auto *x = s->as<StrObject>(), *y = tail.as<StrObject>();
  if (x->refs != 1 || x->flags != 0 || x->interned() || x == y || y->bytes == 0) return false;
  const int64_t bytes = x->bytes + y->bytes;
  if (bytes > (1 << 20)) CheckTextRoom(bytes);
  void* grown = GrowBytes(x, sizeof(StrObject) + x->bytes + 1, sizeof(StrObject) + bytes + 1);
  if (!grown) return false;
  if (grown != x) {
    s->Release();
    x = static_cast<StrObject*>(grown);
    *s = Value::Own(x);
    x->data = reinterpret_cast<char*>(x + 1);
  }
  std::memcpy(x->data + x->bytes, y->data, y->bytes);
  x->data[bytes] = 0;
  x->bytes = bytes;
  x->length += y->length;
  x->hash = -1;
  return true;
}

void CheckCString(std::string_view text) {
  if (text.find('\xed') != text.npos)
    Call(GetAttr(MakeStr(text), "encode"));  // raises for half a pair of surrogates
  if (text.find('\0') != text.npos) Raise(&ValueErrorType, "embedded null character");
}

// ---- repr

std::string StrRepr(std::string_view text) {
  const bool single = text.find('\'') != std::string_view::npos,
             dbl = text.find('"') != std::string_view::npos;
  const char quote = single && !dbl ? '"' : '\'';
  std::string out(1, quote);
  for (size_t at = 0; at < text.size();) {
    const uint32_t c = DecodeUtf8(text, &at);
    if (c == static_cast<uint32_t>(quote) || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c < 0x20 || c == 0x7f) {
      out += Format("\\x%02x", c);
    } else if (c < 0x7f || ast::IsPrintable(c)) {
      AppendUtf8(&out, c);
    } else {
      out += c <= 0xff ? Format("\\x%02x", c) : c <= 0xffff ? Format("\\u%04x", c) : Format("\\U%08x", c);
    }
  }
  return out + quote;
}

std::string BytesRepr(std::string_view bytes) {
  const bool single = bytes.find('\'') != std::string_view::npos,
             dbl = bytes.find('"') != std::string_view::npos;
  const char quote = single && !dbl ? '"' : '\'';
  std::string out = "b";
  out += quote;
  for (char ch : bytes) {
    const auto c = static_cast<uint8_t>(ch);
    if (ch == quote || ch == '\\') {
      out += '\\';
      out += ch;
    } else if (ch == '\n') {
      out += "\\n";
    } else if (ch == '\r') {
      out += "\\r";
    } else if (ch == '\t') {
      out += "\\t";
    } else if (c < 0x20 || c >= 0x7f) {
      out += Format("\\x%02x", c);
    } else {
      out += ch;
    }
  }
  return out + quote;
}

// ---- slots

namespace {

void StrDealloc(Object* o) {
  auto* s = static_cast<StrObject*>(o);
  if (s->type == &StrType) {
    FreeBytes(s, sizeof(StrObject) + s->bytes + 1);
    return;
  }
  FreeBytes(s->data, s->bytes + 1);
  FreeObject(o);
}

Value StrNew(TypeObject* type, Args args) {
  if (type == &StrType && args.num_pos == 1 && args.num_kw == 0) return StrValue(args[0]);
  static ArgParser parser("str", "object='', encoding='utf-8', errors='strict'");
  Value v[3];
  parser.Parse(args, v);
  if (v[0].is_undef()) return MakeStrOfType(type, "");
  if (!v[1].is_undef() || !v[2].is_undef()) {
    for (int i = 1; i < 3; ++i) {
      if (v[i].is_undef()) continue;
      if (!IsStr(v[i]))
        Raise(&TypeErrorType, "str() argument '%s' must be str, not %s", i == 1 ? "encoding" : "errors",
              GivenType(v[i]).c_str());
      CheckCString(StrView(v[i]));
    }
    if (IsBuffer(v[0])) {
      ArgList arguments{v[1].is_undef() ? MakeStr("utf-8") : v[1]};
      if (!v[2].is_undef()) arguments.Add(v[2]);
      const Value text = Call(GetAttr(v[0], InternStr("decode")), arguments);
      return type == &StrType ? text : MakeStrOfType(type, StrView(text));
    }
    if (IsStr(v[0])) Raise(&TypeErrorType, "decoding str is not supported");
    Raise(&TypeErrorType, "decoding to str: need a bytes-like object, %s found", TypeNameOf(v[0]).c_str());
  }
  Value s = StrValue(v[0]);
  return type == &StrType ? s : MakeStrOfType(type, StrView(s));
}

Value StrReprSlot(const Value& self) { return MakeStr(StrRepr(StrView(self))); }
Value StrStrSlot(const Value& self) { return IsExact(self, &StrType) ? self : MakeStr(StrView(self)); }
int64_t StrHashSlot(const Value& self) { return StrHash(self.as<StrObject>()); }
bool StrTruth(const Value& self) { return self.as<StrObject>()->bytes != 0; }
int64_t StrLen(const Value& self) { return self.as<StrObject>()->length; }

// A comparison from the order of its sides: `c` is below, at or above 0.
Value OfOrder(int c, ast::CmpOp op) {
  switch (op) {
    case ast::CmpOp::kEq:
      return Value::Bool(c == 0);
    case ast::CmpOp::kNotEq:
      return Value::Bool(c != 0);
    case ast::CmpOp::kLt:
      return Value::Bool(c < 0);
    case ast::CmpOp::kLtE:
      return Value::Bool(c <= 0);
    case ast::CmpOp::kGt:
      return Value::Bool(c > 0);
    default:
      return Value::Bool(c >= 0);
  }
}

Value StrCompare(const Value& a, const Value& b, ast::CmpOp op) {
  if (!IsStr(b)) return NotImplemented();
  auto *x = a.as<StrObject>(), *y = b.as<StrObject>();
  // UTF-8 sorts like code points.
  const int c = op == ast::CmpOp::kEq || op == ast::CmpOp::kNotEq ? !(x->view() == y->view())
                                                                  : x->view().compare(y->view());
  return OfOrder(c, op);
}

Value StrGetItem(const Value& self, const Value& key) {
  auto* s = self.as<StrObject>();
  if (IsExact(key, &SliceType)) {
    int64_t start, stop, step;
    const int64_t n = SliceIndices(key.as<SliceObject>(), s->length, &start, &stop, &step);
    if (step == 1) return StrSlice(s, start, start + n);
    std::string out;
    for (int64_t i = 0; i < n; ++i) AppendUtf8(&out, StrAt(s, start + i * step));
    return MakeStr(out);
  }
  if (!key.is_int() && !key.is_bool() && LookupSpecial(key, names.index_).is_undef() &&
      !IsInstance(key, &IntType))
    Raise(&TypeErrorType, "string indices must be integers, not '%s'", TypeNameOf(key).c_str());
  int64_t i = IndexInt64(key, &IndexErrorType);
  if (i < 0) i += s->length;
  if (i < 0 || i >= s->length) return RaiseValue(&IndexErrorType, "string index out of range");
  return CharStr(StrAt(s, i));
}

bool StrContains(const Value& self, const Value& item) {
  if (!IsStr(item))
    Raise(&TypeErrorType, "'in <string>' requires string as left operand, not %s", TypeNameOf(item).c_str());
  return StrView(self).find(StrView(item)) != std::string_view::npos;
}

Value StrAdd(const Value& a, const Value& b) {
  return IsStr(a) && IsStr(b) ? StrConcat(a, b) : NotImplemented();
}

bool IsIndexable(const Value& v) {
  return v.is_int() || v.is_bool() || IsInstance(v, &IntType) || TypeOf(v)->slots.number->index;
}

Value StrMul(const Value& a, const Value& b) {
  const Value& s = IsStr(a) ? a : b;
  const Value& n = IsStr(a) ? b : a;
  if (!IsIndexable(n)) return NotImplemented();
  const int64_t times = std::max<int64_t>(0, IndexInt64(n));
  auto* x = s.as<StrObject>();
  if (times == 1 && x->type == &StrType) return s;
  int64_t total;
  if (__builtin_mul_overflow(times, x->length, &total))
    Raise(&OverflowErrorType, "repeated string is too long");
  if (__builtin_mul_overflow(times, x->bytes, &total) || total > (int64_t{1} << 40)) RaiseMemoryLimit();
  StrObject* r = NewStr(total, times * x->length);
  for (int64_t i = 0; i < times; ++i) std::memcpy(r->data + i * x->bytes, x->data, x->bytes);
  return Value::Own(r);
}

Value StrIter(const Value& self) {
  auto* it = New<IndexIterator>(self.as<StrObject>()->is_ascii() ? &StrAsciiIteratorType : &StrIteratorType);
  it->container = self;
  GcTrack(it);
  return Value::Own(it);
}

Value StrIterNext(const Value& self) {
  auto* it = self.as<IndexIterator>();
  if (it->container.is_undef()) return Value::Stop();
  auto* s = it->container.as<StrObject>();
  size_t at = it->index;
  if (at >= static_cast<size_t>(s->bytes)) {
    it->container.Clear();
    return Value::Stop();
  }
  const uint32_t c = DecodeUtf8(s->view(), &at);
  it->index = at;
  return CharStr(c);
}

Value StrMod(const Value& a, const Value& b) {
  if (!IsStr(a)) return NotImplemented();
  return PercentFormat(a, b);
}

// ---- bytes

void BytesDealloc(Object* o) {
  auto* s = static_cast<BytesObject*>(o);
  if (s->type == &BytesType) {
    FreeBytes(s, sizeof(BytesObject) + s->size + 1);
    return;
  }
  FreeBytes(s->data, s->size + 1);
  FreeObject(o);
}

Value BytesNew(TypeObject* type, Args args) {
  static ArgParser parser("bytes", "source=b'', encoding='utf-8', errors='strict'");
  Value v[3];
  parser.Parse(args, v);
  for (int i = 1; i < 3; ++i) {
    if (v[i].is_undef()) continue;
    if (!IsStr(v[i]))
      Raise(&TypeErrorType, "bytes() argument '%s' must be str, not %s", i == 1 ? "encoding" : "errors",
            GivenType(v[i]).c_str());
    CheckCString(StrView(v[i]));
  }
  if (v[0].is_undef() && v[1].is_undef() && v[2].is_undef()) return MakeBytesOfType(type, "");
  if (IsStr(v[0])) {
    if (v[1].is_undef()) Raise(&TypeErrorType, "string argument without an encoding");
    ArgList arguments{v[1]};
    if (!v[2].is_undef()) arguments.Add(v[2]);
    const Value encoded = Call(GetAttr(v[0], InternStr("encode")), arguments);
    return MakeBytesOfType(type, encoded.as<BytesObject>()->view());
  }
  if (!v[1].is_undef() || !v[2].is_undef())
    Raise(&TypeErrorType, "%s without a string argument", v[1].is_undef() ? "errors" : "encoding");
  if (Value f = IsExact(v[0], &BytesType) ? Value() : LookupSpecial(v[0], names.bytes_); !f.is_undef()) {
    const Value made = Call(f);
    if (!IsBytes(made))
      Raise(&TypeErrorType, "__bytes__ returned non-bytes (type %s)", TypeNameOf(made).c_str());
    return type == &BytesType ? made : MakeBytesOfType(type, BufferView(made));
  }
  if (IsBuffer(v[0]))
    return type == &BytesType && IsExact(v[0], type) ? v[0] : MakeBytesOfType(type, BufferView(v[0]));
  if (IsIndexable(v[0])) {
    const int64_t n = IndexInt64(v[0]);
    if (n < 0) Raise(&ValueErrorType, "negative count");
    if (n > int64_t{1} << 36) RaiseMemoryLimit();
    return MakeBytesOfType(type, std::string(n, '\0'));
  }
  std::string out;
  if (!TypeOf(v[0])->slots.iter && !TypeOf(v[0])->slots.getitem)
    Raise(&TypeErrorType, "cannot convert '%s' object to bytes", TypeNameOf(v[0]).c_str());
  ForEach(v[0], [&](Value item) { out += ByteOf(item, "bytes"); });
  return MakeBytesOfType(type, out);
}

Value BytesReprSlot(const Value& self) { return MakeStr(BytesRepr(self.as<BytesObject>()->view())); }
int64_t BytesHash(const Value& self) {
  auto* b = self.as<BytesObject>();
  if (b->hash == -1) b->hash = HashBytes(b->view());
  return b->hash;
}
bool BytesTruth(const Value& self) { return self.as<BytesObject>()->size != 0; }
int64_t BytesLen(const Value& self) { return self.as<BytesObject>()->size; }
Value BytesCompare(const Value& a, const Value& b, ast::CmpOp op) {
  if (!IsBytes(b)) return NotImplemented();  // a bytearray compares itself
  const int c = BufferView(a).compare(BufferView(b));
  return OfOrder(c, op);
}
Value BytesGetItem(const Value& self, const Value& key) {
  auto* s = self.as<BytesObject>();
  if (IsExact(key, &SliceType)) {
    int64_t start, stop, step;
    const int64_t n = SliceIndices(key.as<SliceObject>(), s->size, &start, &stop, &step);
    if (step == 1) return MakeBytes(s->view().substr(start, n));
    std::string out;
    for (int64_t i = 0; i < n; ++i) out.push_back(s->data[start + i * step]);
    return MakeBytes(out);
  }
  if (!IsIndexable(key))
    Raise(&TypeErrorType, "byte indices must be integers or slices, not %s", TypeNameOf(key).c_str());
  int64_t i = IndexInt64(key, &IndexErrorType);
  if (i < 0) i += s->size;
  if (i < 0 || i >= s->size) return RaiseValue(&IndexErrorType, "index out of range");
  return Value::Int(static_cast<uint8_t>(s->data[i]));
}
bool BytesContains(const Value& self, const Value& item) {
  const auto view = self.as<BytesObject>()->view();
  if (!IsIndexable(item)) return view.find(NeedBuffer(item)) != std::string_view::npos;
  return view.find(ByteOf(item)) != std::string_view::npos;
}
Value BytesAdd(const Value& a, const Value& b) {
  if (!IsBytes(a) || !IsBuffer(b)) return NotImplemented();
  return MakeBytes(std::string(BufferView(a)).append(BufferView(b)));
}
Value BytesMul(const Value& a, const Value& b) {
  const Value& s = IsBytes(a) ? a : b;
  const Value& n = IsBytes(a) ? b : a;
  if (!IsIndexable(n)) return NotImplemented();
  const int64_t times = std::max<int64_t>(0, IndexInt64(n));
  const auto view = s.as<BytesObject>()->view();
  int64_t total;
  if (__builtin_mul_overflow(times, static_cast<int64_t>(view.size()), &total))
    Raise(&OverflowErrorType, "repeated bytes are too long");
  if (total > (int64_t{1} << 40)) RaiseMemoryLimit();
  std::string out;
  out.reserve(total);
  for (int64_t i = 0; i < times; ++i) out += view;
  return MakeBytes(out);
}
Value BytesIter(const Value& self) {
  auto* it = New<IndexIterator>(&BytesIteratorType);
  it->container = self;
  GcTrack(it);
  return Value::Own(it);
}
Value BytesIterNext(const Value& self) {
  auto* it = self.as<IndexIterator>();
  if (it->container.is_undef()) return Value::Stop();
  auto* s = it->container.as<BytesObject>();
  if (it->index < s->size) return Value::Int(static_cast<uint8_t>(s->data[it->index++]));
  it->container.Clear();
  return Value::Stop();
}

}  // namespace

Value MakeBytes(std::string_view bytes) {
  auto* b = static_cast<BytesObject*>(AllocBytes(sizeof(BytesObject) + bytes.size() + 1));
  b->refs = 1;
  b->flags = 0;
  b->type = &BytesType;
  b->size = bytes.size();
  b->data = reinterpret_cast<char*>(b + 1);
  b->hash = -1;
  bytes.copy(b->data, bytes.size());
  b->data[bytes.size()] = 0;
  return Value::Own(b);
}

Value MakeBytesOfType(TypeObject* type, std::string_view bytes) {
  if (type == &BytesType) return MakeBytes(bytes);
  auto* b = New<BytesObject>(type);
  b->size = bytes.size();
  b->data = static_cast<char*>(AllocBytes(bytes.size() + 1));
  bytes.copy(b->data, bytes.size());
  b->data[bytes.size()] = 0;
  b->hash = -1;
  return Value::Own(b);
}

namespace {
constinit NumberSlots str_numbers = [] {
  NumberSlots n;
  n[ast::BinOp::kAdd] = StrAdd;
  n[ast::BinOp::kMult] = StrMul;
  n[ast::BinOp::kMod] = StrMod;
  return n;
}();

constexpr TypeSpec StrSpec() {
  TypeSpec t{.name = "str", .size = sizeof(StrObject)};
  TypeSlots& s = t.slots;
  s.dealloc = StrDealloc;
  s.new_object = StrNew;
  s.repr = StrReprSlot;
  s.str = StrStrSlot;
  s.hash = StrHashSlot;
  s.compare = StrCompare;
  s.truth = StrTruth;
  s.iter = StrIter;
  s.len = StrLen;
  s.getitem = StrGetItem;
  s.contains = StrContains;
  s.number = &str_numbers;
  return t;
}
constinit NumberSlots bytes_numbers = [] {
  NumberSlots n;
  n[ast::BinOp::kAdd] = BytesAdd;
  n[ast::BinOp::kMult] = BytesMul;
  return n;
}();

constexpr TypeSpec BytesSpec() {
  TypeSpec t{.name = "bytes", .size = sizeof(BytesObject)};
  TypeSlots& s = t.slots;
  s.dealloc = BytesDealloc;
  s.new_object = BytesNew;
  s.repr = BytesReprSlot;
  s.hash = BytesHash;
  s.compare = BytesCompare;
  s.truth = BytesTruth;
  s.iter = BytesIter;
  s.len = BytesLen;
  s.getitem = BytesGetItem;
  s.contains = BytesContains;
  s.number = &bytes_numbers;
  return t;
}
}  // namespace

constinit TypeObject StrType(StrSpec());
constinit TypeObject BytesType(BytesSpec());
TP_REGISTER_TYPE(StrType);
TP_REGISTER_TYPE(BytesType);

void IndexIteratorDealloc(Object* o) {
  static_cast<IndexIterator*>(o)->container.Clear();
  FreeObject(o);
}
void IndexIteratorTraverse(Object* o, GcVisitor& visit) { visit(static_cast<IndexIterator*>(o)->container); }
void IndexIteratorClear(Object* o) { static_cast<IndexIterator*>(o)->container.Clear(); }
constinit TypeObject StrIteratorType(IndexIteratorSpec("str_iterator", StrIterNext));
constinit TypeObject StrAsciiIteratorType(IndexIteratorSpec("str_ascii_iterator", StrIterNext));
constinit TypeObject BytesIteratorType(IndexIteratorSpec("bytes_iterator", BytesIterNext));

}  // namespace tp
