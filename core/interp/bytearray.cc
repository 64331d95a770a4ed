// The type bytearray: its object, slots and iterator. Its methods are in types/.
#include "core/interp/bytearray.h"

#include <algorithm>
#include <climits>
#include <cstring>

#include "core/interp/bigint.h"
#include "core/interp/gc.h"
#include "core/interp/registry.h"

namespace tp {

using ast::BinOp;
using ast::CmpOp;

std::string_view NeedBuffer(const Value& v) {
  if (!IsBuffer(v)) Raise(&TypeErrorType, "a bytes-like object is required, not '%s'", TypeNameOf(v).c_str());
  return BufferView(v);
}

char ByteOf(const Value& v, const char* kind) {
  int64_t byte;
  if (!FitsInt64(Index(v), &byte) || byte < 0 || byte > 255)
    Raise(&ValueErrorType, "%s must be in range(0, 256)", kind);
  return static_cast<char>(byte);
}

int64_t SizeArgument(const Value& v) {
  int64_t size;
  if (!FitsInt64(Index(v), &size)) Raise(&OverflowErrorType, "Python int too large to convert to C ssize_t");
  return size;
}

int IntArgument(const Value& v) {
  int64_t i;
  if (!FitsInt64(Index(v), &i) || i < INT_MIN || i > INT_MAX)
    Raise(&OverflowErrorType, "Python int too large to convert to C int");
  return static_cast<int>(i);
}

void ByteArraySplice(ByteArrayObject* array, int64_t start, int64_t stop, std::string_view bytes) {
  const std::string copy(bytes);  // it may be a part of what moves
  const auto count = static_cast<int64_t>(copy.size());
  const int64_t size = array->size - (stop - start) + count;
  if (size > array->capacity) {
    if (size > int64_t{1} << 40) RaiseMemoryLimit();
    const int64_t capacity = std::max(size, array->capacity + array->capacity / 8 + 16);
    auto* data = static_cast<char*>(AllocBytes(capacity));
    if (array->data) {
      std::memcpy(data, array->data, array->size);
      FreeBytes(array->data, array->capacity);
    }
    array->data = data;
    array->capacity = capacity;
  }
  if (array->size > stop) std::memmove(array->data + start + count, array->data + stop, array->size - stop);
  copy.copy(array->data + start, copy.size());
  array->size = size;
}

Value MakeByteArray(std::string_view bytes) {
  auto* array = New<ByteArrayObject>(&ByteArrayType);
  Value result = Value::Own(array);
  ByteArraySplice(array, 0, 0, bytes);
  return result;
}

namespace {

ByteArrayObject* A(const Value& v) { return v.as<ByteArrayObject>(); }

bool HasIndex(const Value& v) {
  return v.is_int() || v.is_bool() || IsInstance(v, &IntType) || TypeOf(v)->slots.number->index;
}

void Dealloc(Object* o) {
  auto* array = static_cast<ByteArrayObject*>(o);
  if (array->data) FreeBytes(array->data, array->capacity);
  FreeObject(o);
}

Value ByteArrayNew(TypeObject* type, Args) { return Value::Own(New<ByteArrayObject>(type)); }

void ByteArrayInit(const Value& self, Args args) {
  static ArgParser parser("bytearray", "source=b'', encoding='utf-8', errors='strict'");
  Value v[3];
  parser.Parse(args, v);
  for (int i = 1; i < 3; ++i) {
    if (v[i].is_undef()) continue;
    if (!IsStr(v[i]))
      Raise(&TypeErrorType, "bytearray() argument '%s' must be str, not %s", i == 1 ? "encoding" : "errors",
            GivenType(v[i]).c_str());
    CheckCString(StrView(v[i]));
  }
  ByteArraySplice(A(self), 0, A(self)->size, "");
  const Value& source = v[0];
  if (IsStr(source)) {
    if (v[1].is_undef()) Raise(&TypeErrorType, "string argument without an encoding");
    ArgList arguments{v[1]};
    if (!v[2].is_undef()) arguments.Add(v[2]);
    const Value encoded = Call(GetAttr(source, InternStr("encode")), arguments);
    return ByteArraySplice(A(self), 0, 0, BufferView(encoded));
  }
  if (!v[1].is_undef() || !v[2].is_undef())
    Raise(&TypeErrorType, "%s without a string argument", v[1].is_undef() ? "errors" : "encoding");
  if (source.is_undef()) return;
  if (HasIndex(source)) {
    const int64_t n = IndexInt64(source);
    if (n < 0) Raise(&ValueErrorType, "negative count");
    if (n > int64_t{1} << 36) RaiseMemoryLimit();
    return ByteArraySplice(A(self), 0, 0, std::string(n, '\0'));
  }
  if (IsBuffer(source)) return ByteArraySplice(A(self), 0, 0, BufferView(source));
  ReadyType(TypeOf(source));
  if (!TypeOf(source)->slots.iter && !TypeOf(source)->slots.getitem)
    Raise(&TypeErrorType, "cannot convert '%s' object to bytearray", TypeNameOf(source).c_str());
  std::string bytes;
  ForEach(source, [&](const Value& item) { bytes += ByteOf(item); });
  ByteArraySplice(A(self), 0, 0, bytes);
}

// As CPython: an apostrophe is escaped in quotes of either kind.
Value ByteArrayRepr(const Value& self) {
  const std::string_view view = A(self)->view();
  const char quote = view.find('\'') != view.npos && view.find('"') == view.npos ? '"' : '\'';
  std::string out = TypeNameOf(self) + "(b" + quote;
  for (const char c : view) {
    if (c == '\'' || c == '\\')
      (out += '\\') += c;
    else if (c == '\t' || c == '\n' || c == '\r')
      out += c == '\t' ? "\\t" : c == '\n' ? "\\n" : "\\r";
    else if (c < ' ' || c >= 0x7f)
      out += Format("\\x%02x", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return MakeStr(out + quote + ")");
}

bool ByteArrayTruth(const Value& self) { return A(self)->size != 0; }
int64_t ByteArrayLen(const Value& self) { return A(self)->size; }

Value ByteArrayCompare(const Value& a, const Value& b, CmpOp op) {
  if (!IsBuffer(b)) return NotImplemented();
  const int c = BufferView(a).compare(BufferView(b));
  switch (op) {
    case CmpOp::kEq:
      return Value::Bool(c == 0);
    case CmpOp::kNotEq:
      return Value::Bool(c != 0);
    case CmpOp::kLt:
      return Value::Bool(c < 0);
    case CmpOp::kLtE:
      return Value::Bool(c <= 0);
    case CmpOp::kGt:
      return Value::Bool(c > 0);
    default:
      return Value::Bool(c >= 0);
  }
}

[[noreturn]] void BadKey(const Value& key) {
  Raise(&TypeErrorType, "bytearray indices must be integers or slices, not %s", TypeNameOf(key).c_str());
}
int64_t Place(const Value& self, int64_t i) {
  if (i < 0) i += A(self)->size;
  if (i < 0 || i >= A(self)->size) Raise(&IndexErrorType, "bytearray index out of range");
  return i;
}

Value ByteArrayGetItem(const Value& self, const Value& key) {
  if (IsExact(key, &SliceType)) {
    int64_t start, stop, step;
    const int64_t n = SliceIndices(key.as<SliceObject>(), A(self)->size, &start, &stop, &step);
    if (step == 1) return MakeByteArray(A(self)->view().substr(start, n));
    std::string out;
    for (int64_t i = 0; i < n; ++i) out += A(self)->data[start + i * step];
    return MakeByteArray(out);
  }
  if (!HasIndex(key)) BadKey(key);
  return Value::Int(static_cast<uint8_t>(A(self)->data[Place(self, IndexInt64(key, &IndexErrorType))]));
}

void SetSlice(const Value& self, const Value& key, const Value& value) {
  const auto* slice = key.as<SliceObject>();
  int64_t start, stop, step;
  SliceIndices(slice, A(self)->size, &start, &stop, &step);
  std::string bytes;
  if (!value.is_undef() && IsByteArray(value)) {
    bytes = BufferView(value);
  } else if (!value.is_undef()) {
    const NumberSlots* number = TypeOf(value)->slots.number;
    if (IsStr(value) || number->index || number->to_int || number->to_float || IsNumber(value) ||
        std::strcmp(TypeOf(value)->name, "complex") == 0)
      Raise(&TypeErrorType, "can assign only bytes, buffers, or iterables of ints in range(0, 256)");
    bytes = BufferView(Call(TypeValue(&ByteArrayType), value));
  }
  ByteArrayObject* array = A(self);
  const int64_t n = SliceIndices(slice, array->size, &start, &stop, &step);
  if (step == 1) return ByteArraySplice(array, start, std::max(start, stop), bytes);
  if (bytes.empty()) {  // deletes, also what an empty value is assigned to
    std::string left;
    const int64_t low = step < 0 ? start + (n - 1) * step : start, width = std::abs(step);
    for (int64_t i = 0; i < array->size; ++i)
      if (n == 0 || i < low || i > low + (n - 1) * width || (i - low) % width) left += array->data[i];
    return ByteArraySplice(array, 0, array->size, left);
  }
  const auto given = static_cast<int64_t>(bytes.size());
  if (given != n)
    Raise(&ValueErrorType, "attempt to assign bytes of size %ld to extended slice of size %ld",
          static_cast<long>(given), static_cast<long>(n));
  for (int64_t i = 0; i < n; ++i) array->data[start + i * step] = bytes[i];
}

void ByteArraySetItem(const Value& self, const Value& key, const Value& value) {
  if (IsExact(key, &SliceType)) return SetSlice(self, key, value);
  if (!HasIndex(key)) BadKey(key);
  const int64_t i = IndexInt64(key, &IndexErrorType);
  if (value.is_undef()) return ByteArraySplice(A(self), Place(self, i), Place(self, i) + 1, "");
  const char byte = ByteOf(value);
  A(self)->data[Place(self, i)] = byte;
}

bool ByteArrayContains(const Value& self, const Value& item) {
  if (!HasIndex(item)) return A(self)->view().find(NeedBuffer(item)) != std::string_view::npos;
  return A(self)->view().find(ByteOf(item)) != std::string_view::npos;
}

Value ByteArrayAdd(const Value& a, const Value& b) {
  if (!IsByteArray(a) || !IsBuffer(b)) return NotImplemented();
  return MakeByteArray(std::string(BufferView(a)).append(BufferView(b)));
}
Value ByteArrayInplaceAdd(const Value& a, const Value& b) {
  if (!IsBuffer(b))
    Raise(&TypeErrorType, "can't concat %s to %s", TypeNameOf(b).c_str(), TypeNameOf(a).c_str());
  ByteArraySplice(A(a), A(a)->size, A(a)->size, BufferView(b));
  return a;
}
std::string Repeated(std::string_view bytes, const Value& n) {
  const int64_t times = std::max<int64_t>(0, IndexInt64(n));
  int64_t total;
  if (__builtin_mul_overflow(times, static_cast<int64_t>(bytes.size()), &total) || total > (int64_t{1} << 40))
    RaiseMemoryLimit();
  std::string out;
  out.reserve(total);
  if (!bytes.empty())
    for (int64_t i = 0; i < times; ++i) out += bytes;
  return out;
}
Value ByteArrayMul(const Value& a, const Value& b) {
  const bool left = IsByteArray(a);
  if (!HasIndex(left ? b : a)) return NotImplemented();
  return MakeByteArray(Repeated(BufferView(left ? a : b), left ? b : a));
}
Value ByteArrayInplaceMul(const Value& a, const Value& b) {
  if (!HasIndex(b)) return NotImplemented();
  ByteArraySplice(A(a), 0, A(a)->size, Repeated(A(a)->view(), b));
  return a;
}

Value ByteArrayIter(const Value& self) {
  auto* it = New<IndexIterator>(&ByteArrayIteratorType);
  it->container = self;
  GcTrack(it);
  return Value::Own(it);
}
Value ByteArrayIterNext(const Value& self) {
  auto* it = self.as<IndexIterator>();
  if (it->container.is_undef()) return Value::Stop();
  auto* array = A(it->container);
  if (it->index < array->size) return Value::Int(static_cast<uint8_t>(array->data[it->index++]));
  it->container.Clear();
  return Value::Stop();
}

constinit NumberSlots byte_array_numbers = [] {
  NumberSlots n;
  n[BinOp::kAdd] = ByteArrayAdd;
  n[BinOp::kMult] = ByteArrayMul;
  n.Inplace(BinOp::kAdd) = ByteArrayInplaceAdd;
  n.Inplace(BinOp::kMult) = ByteArrayInplaceMul;
  return n;
}();

constexpr TypeSpec ByteArraySpec() {
  TypeSpec t{.name = "bytearray",
             .size = sizeof(ByteArrayObject),
             .attrs = offsetof(ByteArrayObject, attrs),
             .flags = kTypeNoInstanceDict | kTypeHashDisabled};
  TypeSlots& s = t.slots;
  s.dealloc = Dealloc;
  s.new_object = ByteArrayNew;
  s.init = ByteArrayInit;
  s.repr = ByteArrayRepr;
  s.compare = ByteArrayCompare;
  s.truth = ByteArrayTruth;
  s.iter = ByteArrayIter;
  s.len = ByteArrayLen;
  s.getitem = ByteArrayGetItem;
  s.setitem = ByteArraySetItem;
  s.contains = ByteArrayContains;
  s.number = &byte_array_numbers;
  return t;
}

}  // namespace

constinit TypeObject ByteArrayType(ByteArraySpec());
constinit TypeObject ByteArrayIteratorType(IndexIteratorSpec("bytearray_iterator", ByteArrayIterNext));
TP_REGISTER_TYPE(ByteArrayType);

}  // namespace tp
