// bytearray, and what it has in common with bytes: both begin with the place and number of their bytes, so
// that what only reads bytes (methods of bytes, parts of operators) takes either.
#ifndef TP_CORE_INTERP_BYTEARRAY_H_
#define TP_CORE_INTERP_BYTEARRAY_H_

#include <string_view>

#include "core/interp/abstract.h"
#include "core/interp/str.h"

namespace tp {

struct ByteArrayObject : Object {
  int64_t size;  // these two as in BytesObject
  char* data;
  int64_t capacity;
  AttrStorage attrs;  // weak references; attributes of instances of subclasses

  std::string_view view() const { return {data, static_cast<size_t>(size)}; }
};

extern TypeObject ByteArrayType, ByteArrayIteratorType, StrAsciiIteratorType, LongRangeIteratorType;

inline bool IsByteArray(const Value& v) { return IsInstance(v, &ByteArrayType); }
// What CPython calls a bytes-like object.
inline bool IsBuffer(const Value& v) { return IsBytes(v) || IsByteArray(v); }
inline std::string_view BufferView(const Value& v) {
  return v.as<BytesObject>()->view();
}  // REQUIRES: IsBuffer
// The bytes of `v`, or TypeError "a bytes-like object is required, not 'X'".
std::string_view NeedBuffer(const Value& v);

Value MakeByteArray(std::string_view bytes);
// Puts `bytes` (which may be of this array) where [start, stop) was; 0 <= start <= stop <= size.
void ByteArraySplice(ByteArrayObject* array, int64_t start, int64_t stop, std::string_view bytes);
// The byte that `v` stands for: TypeError as Index, ValueError "KIND must be in range(0, 256)".
char ByteOf(const Value& v, const char* kind = "byte");

// An argument that a function of CPython takes as Py_ssize_t or as C int: OverflowError "Python int too large
// to convert to C ssize_t" (C int).
int64_t SizeArgument(const Value& v);
int IntArgument(const Value& v);

}  // namespace tp

#endif  // TP_CORE_INTERP_BYTEARRAY_H_
