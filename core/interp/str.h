// str and bytes objects. A str is UTF-8 (lone surrogates as three bytes each) with its number of code points,
// so that C++ code gets text as it is; indexing is direct for ASCII and remembers its last place otherwise.
// Names of attributes and variables are interned: one StrObject a text, compared by address.
#ifndef TP_CORE_INTERP_STR_H_
#define TP_CORE_INTERP_STR_H_

#include <string>
#include <string_view>

#include "core/interp/object.h"

namespace tp {

struct StrObject : Object {
  int64_t length;  // code points
  int64_t bytes;
  char* data;        // followed by a zero byte; behind the struct, except in instances of subclasses
  int64_t hash;      // -1: not computed
  const Name* name;  // set if interned
  mutable int64_t last_index, last_offset;  // a code point and its byte, for non-ASCII indexing

  std::string_view view() const { return {data, static_cast<size_t>(bytes)}; }
  bool is_ascii() const { return length == bytes; }
  bool interned() const { return name != nullptr; }
  // The byte offset of code point `index`, 0 <= index <= length.
  int64_t Offset(int64_t index) const;
};

struct BytesObject : Object {
  int64_t size;
  char* data;
  int64_t hash;

  std::string_view view() const { return {data, static_cast<size_t>(size)}; }
};

extern TypeObject StrType, BytesType;

inline bool IsStr(const Value& v) {
  return v.is_object() && (v.object()->type == &StrType || IsSubtype(v.object()->type, &StrType));
}
inline bool IsBytes(const Value& v) { return IsInstance(v, &BytesType); }
inline std::string_view StrView(const Value& v) { return v.as<StrObject>()->view(); }  // REQUIRES: IsStr

Value MakeStr(std::string_view utf8);
Value MakeStrOfType(TypeObject* type, std::string_view utf8);  // subclass instances
Value MakeBytes(std::string_view bytes);
Value MakeBytesOfType(TypeObject* type, std::string_view bytes);
// A str of `bytes` bytes and `length` code points whose data the caller fills at once.
StrObject* NewStr(int64_t bytes, int64_t length);
Value CharStr(uint32_t code_point);  // cached for ASCII

StrObject* InternStr(std::string_view text);  // borrowed: interned strings live forever
StrObject* InternStr(const Value& str);       // REQUIRES: IsStr
inline StrObject* NameStr(const Name* name) {
  return name->object ? static_cast<StrObject*>(name->object) : InternStr(name->text);
}
inline Value NameValue(const Name* name) { return Value::Borrow(NameStr(name)); }
inline Value InternedValue(std::string_view text) { return Value::Borrow(InternStr(text)); }

int64_t StrHashSlow(StrObject* s);
inline int64_t StrHash(StrObject* s) { return __builtin_expect(s->hash == -1, 0) ? StrHashSlow(s) : s->hash; }
inline bool StrEqual(const StrObject* a, const StrObject* b) {
  return a == b || (a->bytes == b->bytes && a->view() == b->view() && !(a->interned() && b->interned()));
}
Value StrConcat(const Value& a, const Value& b);
// For what CPython takes as a C string: a ValueError where a zero stands inside, a UnicodeEncodeError where
// it is no UTF-8.
void CheckCString(std::string_view text);
// `*s += tail` for plain strings where nobody else has *s and there is room behind it; false: make a new one.
bool StrAppend(Value* s, const Value& tail);
Value StrSlice(StrObject* s, int64_t start, int64_t stop);  // code points, 0 <= start <= stop <= length
uint32_t StrAt(const StrObject* s, int64_t index);          // code point; 0 <= index < length

// Decoding: the code point at *at, which moves behind it. Broken bytes come out as themselves.
uint32_t DecodeUtf8(std::string_view text, size_t* at);
void AppendUtf8(std::string* out, uint32_t code_point);
int64_t CountChars(std::string_view utf8);

// Python's repr of a str or bytes, with the quotes it would choose.
std::string StrRepr(std::string_view utf8);
std::string BytesRepr(std::string_view bytes);

}  // namespace tp

#endif  // TP_CORE_INTERP_STR_H_
