// Methods that only bytearray has: those that change it. The others are those of bytes.
#include <algorithm>

#include "core/interp/bytearray.h"
#include "core/interp/interp.h"
#include "core/interp/registry.h"

namespace tp {
namespace {

ByteArrayObject* Self(Args args) { return args[0].as<ByteArrayObject>(); }

Value Append(Interp&, Args args) {
  CheckArgs("bytearray.append", args.From(1), 1, 1);
  const char byte = ByteOf(args[1]);
  ByteArraySplice(Self(args), Self(args)->size, Self(args)->size, {&byte, 1});
  return Value::None();
}
Value Extend(Interp&, Args args) {
  CheckArgs("bytearray.extend", args.From(1), 1, 1);
  std::string bytes;
  if (IsBuffer(args[1])) {
    bytes = BufferView(args[1]);
  } else {
    TypeObject* type = TypeOf(args[1]);
    ReadyType(type);
    if (!type->slots.iter && !type->slots.getitem)
      Raise(&TypeErrorType, "can't extend bytearray with %s", TypeName(type).c_str());
    ForEach(args[1], [&](const Value& item) { bytes += ByteOf(item); });
  }
  ByteArraySplice(Self(args), Self(args)->size, Self(args)->size, bytes);
  return Value::None();
}
Value Insert(Interp&, Args args) {
  CheckArgs("insert", args.From(1), 2, 2);
  int64_t i = SizeArgument(args[1]);
  const char byte = ByteOf(args[2]);
  const int64_t size = Self(args)->size;
  i = std::clamp<int64_t>(i < 0 ? i + size : i, 0, size);
  ByteArraySplice(Self(args), i, i, {&byte, 1});
  return Value::None();
}
Value Pop(Interp&, Args args) {
  CheckArgs("pop", args.From(1), 0, 1);
  int64_t i = args.size() > 1 ? SizeArgument(args[1]) : -1;
  const int64_t size = Self(args)->size;
  if (size == 0) Raise(&IndexErrorType, "pop from empty bytearray");
  if (i < 0) i += size;
  if (i < 0 || i >= size) Raise(&IndexErrorType, "pop index out of range");
  const auto byte = static_cast<uint8_t>(Self(args)->data[i]);
  ByteArraySplice(Self(args), i, i + 1, "");
  return Value::Int(byte);
}
Value Remove(Interp&, Args args) {
  CheckArgs("bytearray.remove", args.From(1), 1, 1);
  const size_t at = Self(args)->view().find(ByteOf(args[1]));
  if (at == std::string_view::npos) Raise(&ValueErrorType, "value not found in bytearray");
  ByteArraySplice(Self(args), static_cast<int64_t>(at), static_cast<int64_t>(at) + 1, "");
  return Value::None();
}
Value Clear(Interp&, Args args) {
  ByteArraySplice(Self(args), 0, Self(args)->size, "");
  return Value::None();
}
Value Reverse(Interp&, Args args) {
  std::reverse(Self(args)->data, Self(args)->data + Self(args)->size);
  return Value::None();
}
Value Copy(Interp&, Args args) { return MakeByteArray(Self(args)->view()); }

Value Alloc(Interp&, Args args) { return Value::Int(Self(args)->size + 1); }

const MethodDef kByteArray[] = {
    {"__alloc__", Alloc, "self, /"},
    {"append", Append, "self, item, /"},
    {"extend", Extend, "self, iterable_of_ints, /"},
    {"insert", Insert, "self, index, item, /"},
    {"pop", Pop, "self, index=-1, /"},
    {"remove", Remove, "self, value, /"},
    {"clear", Clear, "self, /"},
    {"reverse", Reverse, "self, /"},
    {"copy", Copy, "self, /"},
};
TP_REGISTER_METHODS(ByteArrayType, kByteArray);

}  // namespace
}  // namespace tp
