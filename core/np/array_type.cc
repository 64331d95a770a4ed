// numpy.ndarray, np.dtype and NumPy's scalar types.
#include <fmt/format.h>

#include <cmath>

#include "core/interp/bigint.h"
#include "core/interp/errors.h"
#include "core/interp/gc.h"
#include "core/interp/interp.h"
#include "core/np/array.h"
#include "core/trace/element.h"

namespace tp {

// float_errors.cc: what NumPy warns of.
void WarnOfFloats(const std::string& name, std::initializer_list<Tensor> inputs, const Tensor& output);
// from_python.cc: undefined where the list is read faster as a whole.
Value ArrayOfMixed(const Value& v, DType wanted);
namespace {

const Tensor& Of(const Value& v) { return ArrayTensor(v); }

void Dealloc(Object* self) {
  auto* array = static_cast<NdarrayObject*>(self);
  GcUntrack(array);
  array->tensor.~Tensor();
  FreeObject(self);
}
void Traverse(Object* self, GcVisitor& visit) { visit.Attrs(&static_cast<NdarrayObject*>(self)->attrs); }

Value Item(const Tensor& tensor, int64_t i, TextType text = {}) {
  switch (tensor.dtype()) {
    case DType::kString:
      return TextItem(tensor.data<std::string>()[i], text);
    case DType::kBool:
      return Value::Bool(tensor.data<bool>()[i]);
    case DType::kUint64:
      return IntFromUint64(tensor.data<uint64_t>()[i]);
    case DType::kComplex64:
    case DType::kComplex128: {
      const std::complex<double> value = ElementAsComplex(tensor, i);
      return Call(GetAttr(Value::Borrow(TheInterp().builtins()), "complex"), Value::Float(value.real()),
                  Value::Float(value.imag()));
    }
    default:
      if (IsFloating(tensor.dtype())) return Value::Float(ElementAsDouble(tensor, i));
      return Value::Int(ElementAsInt(tensor, i));
  }
}

TextType TextOf(const Value& array) { return array.as<NdarrayObject>()->text; }
}  // namespace
PrintOptions OptionsFor(const Value& array) {
  PrintOptions options = print_options;
  const TextType text = TextOf(array);
  if (text.kind == 'U' || text.kind == 'o') options.text = StrRepr;
  if (text.kind != 'O') {
    options.text_dtype = TextDTypeName(text);
    if (options.text_dtype != "object") options.text_dtype = "'" + options.text_dtype + "'";
  }
  return options;
}
namespace {
Value ReprArray(const Value& self) { return MakeStr(ArrayRepr(Of(self), OptionsFor(self))); }
Value StrArray(const Value& self) {
  const Tensor& t = Of(self);
  if (t.dtype() == DType::kString && t.rank() == 0) return MakeStr(Str(Item(t, 0, TextOf(self))));
  return MakeStr(ArrayStr(t, OptionsFor(self)));
}
Value ReprScalar(const Value& self) {
  const Tensor& t = Of(self);
  if (t.dtype() == DType::kBool) return MakeStr(t.data<bool>()[0] ? "np.True_" : "np.False_");
  std::string text = ScalarStr(t);
  if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
  return MakeStr(fmt::format("np.{}({})", DTypeName(t.dtype()), text));
}
Value StrScalar(const Value& self) { return MakeStr(ScalarStr(Of(self))); }

bool Truth(const Value& self) {
  const Tensor& t = Of(self);
  if (t.num_elements() > 1)
    Raise(&ValueErrorType,
          "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()");
  if (t.num_elements() == 0)
    Raise(&ValueErrorType,
          "The truth value of an empty array is ambiguous. Use `array.size > 0` to check that "
          "an array is not empty.");
  return IsTrue(Item(t, 0));
}
int64_t LenOf(const Value& self) {
  if (Of(self).rank() == 0) Raise(&TypeErrorType, "len() of unsized object");
  return Of(self).dim(0);
}
Value ScalarItem(const Value& self) {
  if (Of(self).rank() != 0)
    Raise(&TypeErrorType, "only 0-dimensional arrays can be converted to Python scalars");
  return Item(Of(self), 0);
}
Value IntOf(const Value& self) { return ToInt(ScalarItem(self)); }
Value FloatOf(const Value& self) { return Call(TypeValue(&FloatType), ScalarItem(self)); }
Value IndexOf(const Value& self) {
  if (Of(self).rank() != 0 || !IsInteger(Of(self).dtype()))
    Raise(&TypeErrorType, "only integer scalar arrays can be converted to a scalar index");
  return Item(Of(self), 0);
}
Value IterOf(const Value& self) {
  const Tensor& t = Of(self);
  if (t.rank() == 0) Raise(&TypeErrorType, "iteration over a 0-d array");
  ListObject* list = NewList(t.dim(0));
  const Value items = Value::Own(list);
  for (int64_t i = 0; i < t.dim(0); ++i) ListAppend(list, ArrayGetItem(self, Value::Int(i)));
  return Iter(items);
}
int64_t HashScalar(const Value& self) { return Hash(Item(Of(self), 0)); }
int64_t HashArray(const Value&) { Raise(&TypeErrorType, "unhashable type: 'numpy.ndarray'"); }
Value Negative(const Value& self) { return MakeArray(RunEager("Neg", {Of(self)}), true); }
Value Positive(const Value& self) { return self; }
Value Absolute(const Value& self) {
  const DType dtype = Of(self).dtype();
  if (dtype == DType::kBool || IsUnsigned(dtype)) return self;
  if (IsComplex(dtype))
    return MakeArray(
        RunEager("ComplexAbs", {Of(self)},
                 MakeAttrs({{"Tout", dtype == DType::kComplex64 ? DType::kFloat32 : DType::kFloat64}})),
        true);
  return MakeArray(RunEager("Abs", {Of(self)}), true);
}
Value InvertOf(const Value& self) {
  return MakeArray(RunEager(Of(self).dtype() == DType::kBool ? "LogicalNot" : "Invert", {Of(self)}), true);
}

template <ast::BinOp O>
Value Slot(const Value& a, const Value& b) {
  return ArrayBinary(O, a, b);
}

constinit NumberSlots array_numbers = [] {
  using enum ast::BinOp;
  NumberSlots n;
  n[kAdd] = Slot<kAdd>;
  n[kSub] = Slot<kSub>;
  n[kMult] = Slot<kMult>;
  n[kMatMult] = Slot<kMatMult>;
  n[kDiv] = Slot<kDiv>;
  n[kMod] = Slot<kMod>;
  n[kPow] = Slot<kPow>;
  n[kLShift] = Slot<kLShift>;
  n[kRShift] = Slot<kRShift>;
  n[kBitOr] = Slot<kBitOr>;
  n[kBitXor] = Slot<kBitXor>;
  n[kBitAnd] = Slot<kBitAnd>;
  n[kFloorDiv] = Slot<kFloorDiv>;
  n.negative = Negative;
  n.positive = Positive;
  n.absolute = Absolute;
  n.invert = InvertOf;
  n.to_int = IntOf;
  n.to_float = FloatOf;
  n.index = IndexOf;
  return n;
}();

constexpr void SetOperators(TypeSlots* slots) {
  slots->number = &array_numbers;
  slots->compare = ArrayCompare;
  slots->truth = Truth;
  slots->traverse = Traverse;
  slots->dealloc = Dealloc;
}

Value NewArray(TypeObject*, Args) { Raise(&TypeErrorType, "arrays are made by np.array, np.zeros, …"); }

// Methods that are written in the spec language stand in numpy._more.
Value ArrayGetAttr(const Value& self, StrObject* name) {
  Value found = GenericGetAttr(self, name);
  if (!found.is_undef() || (name->view().starts_with('_') && name->view() != "__array__")) return found;
  const Value methods = GetAttr(TheInterp().Import("numpy._more"), "_methods");
  if (const Value* method = DictFind(methods.as<DictObject>(), name)) return MakeMethod(*method, self);
  const Value attributes = GetAttr(TheInterp().Import("numpy._kinds"), "attributes");
  const Value* attribute = DictFind(attributes.as<DictObject>(), name);
  return attribute ? Call(*attribute, self) : Value();
}

constexpr TypeSpec ArraySpec() {
  TypeSpec spec{.name = "numpy.ndarray",
                .size = sizeof(NdarrayObject),
                .attrs = offsetof(NdarrayObject, attrs),
                .flags = kTypeGc | kTypeNoSubclass};
  SetOperators(&spec.slots);
  spec.slots.getattr = ArrayGetAttr;
  spec.slots.new_object = NewArray;
  spec.slots.repr = ReprArray;
  spec.slots.str = StrArray;
  spec.slots.len = LenOf;
  spec.slots.iter = IterOf;
  spec.slots.getitem = ArrayGetItem;
  spec.slots.setitem = ArraySetItem;
  spec.slots.hash = HashArray;
  return spec;
}

Value NewScalar(TypeObject* type, Args args);

constexpr TypeSpec ScalarSpec(const char* name, TypeObject* base) {
  TypeSpec spec{.name = name,
                .base = base,
                .size = sizeof(NdarrayObject),
                .attrs = offsetof(NdarrayObject, attrs),
                .flags = kTypeGc};
  SetOperators(&spec.slots);
  spec.slots.new_object = NewScalar;
  spec.slots.repr = ReprScalar;
  spec.slots.str = StrScalar;
  spec.slots.hash = HashScalar;
  spec.slots.getattr = ArrayGetAttr;
  return spec;
}

}  // namespace

constinit TypeObject NdarrayType(ArraySpec());
constinit TypeObject NumpyGenericType(ScalarSpec("numpy.generic", nullptr));
static constinit TypeObject NumberType(ScalarSpec("numpy.number", &NumpyGenericType));
static constinit TypeObject IntegerType(ScalarSpec("numpy.integer", &NumberType));
static constinit TypeObject SignedIntegerType(ScalarSpec("numpy.signedinteger", &IntegerType));
static constinit TypeObject UnsignedIntegerType(ScalarSpec("numpy.unsignedinteger", &IntegerType));
static constinit TypeObject InexactType(ScalarSpec("numpy.inexact", &NumberType));
static constinit TypeObject FloatingType(ScalarSpec("numpy.floating", &InexactType));
static constinit TypeObject ComplexFloatingType(ScalarSpec("numpy.complexfloating", &InexactType));
static constinit TypeObject Float16Type(ScalarSpec("numpy.float16", &FloatingType));
static constinit TypeObject Float32Type(ScalarSpec("numpy.float32", &FloatingType));
static constinit TypeObject Float64Type(ScalarSpec("numpy.float64", &FloatingType));
static constinit TypeObject BFloat16Type(ScalarSpec("ml_dtypes.bfloat16", &NumpyGenericType));
static constinit TypeObject Int8Type(ScalarSpec("numpy.int8", &SignedIntegerType));
static constinit TypeObject Int16Type(ScalarSpec("numpy.int16", &SignedIntegerType));
static constinit TypeObject Int32Type(ScalarSpec("numpy.int32", &SignedIntegerType));
static constinit TypeObject Int64Type(ScalarSpec("numpy.int64", &SignedIntegerType));
static constinit TypeObject Uint8Type(ScalarSpec("numpy.uint8", &UnsignedIntegerType));
static constinit TypeObject Uint16Type(ScalarSpec("numpy.uint16", &UnsignedIntegerType));
static constinit TypeObject Uint32Type(ScalarSpec("numpy.uint32", &UnsignedIntegerType));
static constinit TypeObject Uint64Type(ScalarSpec("numpy.uint64", &UnsignedIntegerType));
static constinit TypeObject BoolScalarType(ScalarSpec("numpy.bool", &NumpyGenericType));
static constinit TypeObject Complex64Type(ScalarSpec("numpy.complex64", &ComplexFloatingType));
static constinit TypeObject Complex128Type(ScalarSpec("numpy.complex128", &ComplexFloatingType));
static constinit TypeObject ObjectScalarType(ScalarSpec("numpy.object_", &NumpyGenericType));

TypeObject* ScalarType(DType dtype) {
  switch (dtype) {
    case DType::kFloat16:
      return &Float16Type;
    case DType::kFloat32:
      return &Float32Type;
    case DType::kFloat64:
      return &Float64Type;
    case DType::kBFloat16:
      return &BFloat16Type;
    case DType::kInt8:
      return &Int8Type;
    case DType::kInt16:
      return &Int16Type;
    case DType::kInt32:
      return &Int32Type;
    case DType::kInt64:
      return &Int64Type;
    case DType::kUint8:
      return &Uint8Type;
    case DType::kUint16:
      return &Uint16Type;
    case DType::kUint32:
      return &Uint32Type;
    case DType::kUint64:
      return &Uint64Type;
    case DType::kBool:
      return &BoolScalarType;
    case DType::kComplex64:
      return &Complex64Type;
    case DType::kComplex128:
      return &Complex128Type;
    case DType::kString:
    case DType::kInvalid:
    case DType::kResource:
    case DType::kVariant:
      return &ObjectScalarType;
  }
  return &ObjectScalarType;
}

Value MakeArray(Tensor tensor, bool scalar) {
  if (scalar && tensor.rank() == 0 && tensor.dtype() == DType::kString)
    return MakeBytes(tensor.scalar<std::string>());
  TypeObject* type = scalar && tensor.rank() == 0 ? ScalarType(tensor.dtype()) : &NdarrayType;
  ReadyType(type);
  auto* array = New<NdarrayObject>(type);
  new (&array->tensor) Tensor(std::move(tensor));
  array->text = {};
  GcTrack(array);
  return Value::Own(array);
}

namespace {

DType DTypeOfScalarType(const TypeObject* type) {
  for (int i = 1; i < 24; ++i) {
    const auto dtype = static_cast<DType>(i);
    if (DTypeSize(dtype) && ScalarType(dtype) == type) return dtype;
  }
  return DType::kInvalid;
}

Value NewScalar(TypeObject* type, Args args) {
  const DType dtype = DTypeOfScalarType(type);
  if (dtype == DType::kInvalid)
    RaiseText(&TypeErrorType, fmt::format("cannot create '{}' instances", TypeName(type)));
  CheckArgs(type->name, args, 0, 1);
  if (args.size() == 0) return MakeArray(CastTensor(Tensor::Scalar<int64_t>(0), dtype), true);
  const Value& v = args[0];
  if (IsStr(v) && dtype != DType::kString)
    return MakeArray(CastTensor(NumpyFromPython(Call(TypeValue(&FloatType), v)), dtype), true);
  return MakeArray(NumpyFromPython(IsTensor(v) ? MakeArray(ValOf(v).tensor(), false) : v, dtype), true);
}

// ---- np.dtype
DType DTypeIn(const Value& v) { return v.as<NumpyDTypeObject>()->dtype; }
TextType TextIn(const Value& v) { return v.as<NumpyDTypeObject>()->text; }
std::string NumpyName(const Value& dtype) {
  return DTypeIn(dtype) == DType::kString ? TextDTypeName(TextIn(dtype))
                                          : std::string(DTypeName(DTypeIn(dtype)));
}
bool IsTextIn(const Value& dtype) { return DTypeIn(dtype) == DType::kString && NumpyName(dtype) != "object"; }
Value ReprDType(const Value& self) {
  const std::string name = NumpyName(self);
  return MakeStr(fmt::format("dtype('{}')", name == "object" ? "O" : name));
}
Value StrDType(const Value& self) { return MakeStr(NumpyName(self)); }
int64_t HashDType(const Value& self) { return static_cast<int64_t>(DTypeIn(self)); }
Value MakeArrayDType(ArrayDType dtype) {
  const Value made = MakeNumpyDType(dtype.dtype);
  made.as<NumpyDTypeObject>()->text = dtype.text;
  return made;
}
Value CompareDType(const Value& self, const Value& other, ast::CmpOp op) {
  if (op != ast::CmpOp::kEq && op != ast::CmpOp::kNotEq) return NotImplemented();
  bool equal = false;
  try {
    if (!other.is_none()) {
      const Value with = MakeArrayDType(AsArrayDType(other));
      equal = DTypeIn(with) == DTypeIn(self) &&
              (DTypeIn(self) != DType::kString || NumpyName(with) == NumpyName(self));
    }
  } catch (PyError& error) {
    if (!error.Matches(&TypeErrorType)) throw;
  }
  return Value::Bool(equal == (op == ast::CmpOp::kEq));
}
Value NewDType(TypeObject*, Args args) {
  CheckArgs("dtype", args, 1, 1);
  const Value& v = args[0];
  if (IsExact(v, &NumpyDTypeType)) return v;
  if (v.is_none()) return MakeNumpyDType(DType::kFloat64);
  if (IsExact(v, &NdarrayType)) Raise(&TypeErrorType, "Cannot construct a dtype from an array");
  if (IsNdarray(v)) return MakeArrayDType(AsArrayDType(GetAttr(v, "dtype")));
  const bool text = IsStr(v) || IsExact(v, &BytesType);
  if (!text && !IsType(v) && v.is_object() && !IsDType(v)) {
    if (const Value dtype = GetAttrOrUndef(v, "dtype"); IsDType(dtype))
      RaiseText(&ValueErrorType, fmt::format("Could not convert {} to a NumPy dtype (via `.dtype` value {}).",
                                             Repr(v), Repr(dtype)));
  }
  if (IsAnyInt(v)) RaiseText(&TypeErrorType, fmt::format("Cannot interpret '{}' as a data type", Repr(v)));
  try {
    return MakeArrayDType(AsArrayDType(v));
  } catch (PyError& error) {
    if (!error.Matches(&TypeErrorType) || !Str(error.exception).starts_with("Cannot convert the arg")) throw;
  }
  if (IsType(v)) return MakeNumpyDType(DType::kString);  // a class of objects
  if (text) {
    const std::string name = Repr(v);
    RaiseText(&TypeErrorType, fmt::format("data type {} not understood", IsStr(v) ? name : name.substr(1)));
  }
  RaiseText(&TypeErrorType, fmt::format("Cannot interpret '{}' as a data type", Repr(v)));
}
int64_t ItemBytes(const Value& dtype) {
  const TextType text = TextIn(dtype);
  if (IsTextIn(dtype)) return text.width * (text.kind == 'U' ? 4 : 1);
  return DTypeIn(dtype) == DType::kString ? 8 : static_cast<int64_t>(DTypeSize(DTypeIn(dtype)));
}
Value DTypeNameOf(Interp&, Args args) {
  if (!IsTextIn(args[0])) return MakeStr(NumpyName(args[0]));
  return MakeStr(fmt::format("{}{}", TextIn(args[0]).kind == 'U' ? "str" : "bytes", 8 * ItemBytes(args[0])));
}
Value ItemSize(Interp&, Args args) { return Value::Int(ItemBytes(args[0])); }
Value Kind(Interp&, Args args) {
  const DType d = DTypeIn(args[0]);
  if (IsTextIn(args[0])) return MakeStr(std::string(1, TextIn(args[0]).kind));
  const char* kind = d == DType::kBool       ? "b"
                     : d == DType::kBFloat16 ? "V"  // NumPy has none: bytes without a meaning
                     : IsUnsigned(d)         ? "u"
                     : IsInteger(d)          ? "i"
                     : IsFloating(d)         ? "f"
                     : IsComplex(d)          ? "c"
                                             : "O";
  return MakeStr(kind);
}
Value TypeOfDType(Interp&, Args args) {
  if (IsTextIn(args[0]))
    return GetAttr(TheInterp().Import("numpy._more"), TextIn(args[0]).kind == 'U' ? "str_" : "bytes_");
  return TypeValue(ScalarType(DTypeIn(args[0])));
}
const MethodDef kDTypeMethods[] = {
    {"name", DTypeNameOf, nullptr, nullptr, kProperty},
    {"itemsize", ItemSize, nullptr, nullptr, kProperty},
    {"kind", Kind, nullptr, nullptr, kProperty},
    {"type", TypeOfDType, nullptr, nullptr, kProperty},
};
Value DTypeGetAttr(const Value& self, StrObject* name) {
  const Value found = GenericGetAttr(self, name);
  if (!found.is_undef() || name->view().starts_with('_')) return found;
  const Value attributes = GetAttr(TheInterp().Import("numpy._kinds"), "dtype_attributes");
  const Value* attribute = DictFind(attributes.as<DictObject>(), name);
  return attribute ? Call(*attribute, self) : Value();
}
constexpr TypeSpec NumpyDTypeSpec() {
  TypeSpec spec{.name = "numpy.dtype", .size = sizeof(NumpyDTypeObject), .flags = kTypeNoSubclass};
  spec.slots.new_object = NewDType;
  spec.slots.repr = ReprDType;
  spec.slots.str = StrDType;
  spec.slots.hash = HashDType;
  spec.slots.compare = CompareDType;
  spec.slots.getattr = DTypeGetAttr;
  return spec;
}

}  // namespace

constinit TypeObject NumpyDTypeType(NumpyDTypeSpec());

Value MakeNumpyDType(DType dtype) {
  ReadyType(&NumpyDTypeType);
  auto* object = New<NumpyDTypeObject>(&NumpyDTypeType);
  object->dtype = dtype;
  object->text = {};
  return Value::Own(object);
}

namespace {

// What the __array__ of an object of a spec's class gives; undefined where it has none, and for an array.
Value OwnArray(const Value& v) {
  if (!v.is_object() || IsType(v) || IsNdarray(v) || IsList(v) || IsTuple(v) || IsStr(v)) return {};
  static StrObject* const name = InternStr("__array__");
  const Value method = GetAttrOrUndef(v, name->view());
  return method.is_undef() ? Value() : Call(method);
}

}  // namespace

Tensor NumpyFromPython(const Value& v, DType dtype) {
  if (IsNdarray(v)) {
    if (dtype == DType::kInvalid || dtype == ArrayTensor(v).dtype()) return ArrayTensor(v).Clone();
    Tensor cast = CastTensor(ArrayTensor(v), dtype);
    if (!cast.valid()) Raise(&TypeErrorType, "cannot cast the array to this dtype");
    return cast;
  }
  if (IsTensor(v)) {
    if (ValOf(v).symbolic()) Call(GetAttr(v, "__array__"));
    return NumpyFromPython(MakeArray(ValOf(v).tensor(), false), dtype);
  }
  if (IsVariable(v)) return NumpyFromPython(MakeTensor(ReadVariable(AsVariable(v))), dtype);
  if (const Value own = OwnArray(v); !own.is_undef()) return NumpyFromPython(own, dtype);
  if (const Value mixed = ArrayOfMixed(v, dtype); !mixed.is_undef()) return ArrayTensor(mixed);
  if ((IsList(v) || IsTuple(v)) && Len(v) > 0 &&
      (IsTensor(GetItem(v, Value::Int(0))) || IsVariable(GetItem(v, Value::Int(0))) ||
       !OwnArray(GetItem(v, Value::Int(0))).is_undef())) {
    // A list of what has an array each.
    ListObject* list = NewList();
    const Value arrays = Value::Own(list);
    ForEach(v, [&](Value item) { ListAppend(list, MakeArray(NumpyFromPython(item), false)); });
    return NumpyFromPython(arrays, dtype);
  }
  Tensor tensor = TensorFromPython(v, DType::kInvalid, false);
  DType natural = tensor.dtype();
  if (natural == DType::kInt32) natural = DType::kInt64;
  const bool from_arrays = (IsList(v) || IsTuple(v)) && Len(v) > 0 && IsNdarray(GetItem(v, Value::Int(0)));
  if (from_arrays) natural = ArrayTensor(GetItem(v, Value::Int(0))).dtype();
  if (natural == DType::kFloat32 && !from_arrays) natural = DType::kFloat64;
  const DType wanted = dtype == DType::kInvalid ? natural : dtype;
  if (wanted == tensor.dtype()) return tensor;
  // Floats are read again in full precision.
  if (IsFloating(tensor.dtype()) && wanted == DType::kFloat64)
    return TensorFromPython(v, DType::kFloat64, false);
  if (IsFloating(tensor.dtype()) && wanted == DType::kComplex128)
    return CastTensor(TensorFromPython(v, DType::kFloat64, false), wanted);
  Tensor cast = CastTensor(tensor, wanted);
  if (!cast.valid()) Raise(&ValueErrorType, "could not convert the value to this dtype");
  return cast;
}

namespace {

// ---- attributes and methods of arrays and scalars
Value GetDType(Interp&, Args args) { return MakeArrayDType({Of(args[0]).dtype(), TextOf(args[0])}); }
Value GetShape(Interp&, Args args) {
  const Tensor& t = Of(args[0]);
  TupleObject* tuple = NewTuple(t.rank());
  for (int i = 0; i < t.rank(); ++i) tuple->items[i] = Value::Int(t.dim(i));
  return Value::Own(tuple);
}
Value GetNdim(Interp&, Args args) { return Value::Int(Of(args[0]).rank()); }
Value GetSize(Interp&, Args args) { return Value::Int(Of(args[0]).num_elements()); }
int64_t ItemBytesOf(const Value& array) {
  return ItemBytes(MakeArrayDType({Of(array).dtype(), TextOf(array)}));
}
Value GetItemSize(Interp&, Args args) { return Value::Int(ItemBytesOf(args[0])); }
Value GetBytes(Interp&, Args args) { return Value::Int(ItemBytesOf(args[0]) * Of(args[0]).num_elements()); }

Value ListOf(const Tensor& t, TextType text, int axis, int64_t base, int64_t stride) {
  if (axis == t.rank()) return Item(t, base, text);
  ListObject* list = NewList(t.dim(axis));
  const Value result = Value::Own(list);
  const int64_t step = t.dim(axis) == 0 ? 0 : stride / t.dim(axis);
  for (int64_t i = 0; i < t.dim(axis); ++i)
    ListAppend(list, ListOf(t, text, axis + 1, base + i * step, step));
  return result;
}
Value ToListMethod(Interp&, Args args) {
  return ListOf(Of(args[0]), TextOf(args[0]), 0, 0, Of(args[0]).num_elements());
}
Value ItemMethod(Interp&, Args args) {
  CheckArgs("item", args, 1, 2);
  const Tensor& t = Of(args[0]);
  if (args.size() == 2) return Item(t, IndexInt64(args[1]), TextOf(args[0]));
  if (t.num_elements() != 1) Raise(&ValueErrorType, "can only convert an array of size 1 to a Python scalar");
  return Item(t, 0, TextOf(args[0]));
}
Value AsType(Interp&, Args args) {
  static ArgParser parser("astype", "self, dtype, order=None, casting=None, subok=None, copy=None");
  Value v[6];
  parser.Parse(args, v);
  const ArrayDType dtype = AsArrayDType(v[1]);
  if (dtype.dtype == DType::kString || Of(v[0]).dtype() == DType::kString)
    return ArrayFromPython(v[0], dtype);
  return MakeArray(NumpyFromPython(v[0], dtype.dtype), true);
}
Value Copy(Interp&, Args args) { return MakeLike(args[0], Of(args[0]).Clone(), true); }
Value ToBytes(Interp&, Args args) {
  const Tensor& t = Of(args[0]);
  return MakeBytes({static_cast<const char*>(t.raw_data()), t.bytes()});
}
Value ReshapeMethod(Interp&, Args args) {
  const Tensor& t = Of(args[0]);
  Value dims = args.size() == 2 ? args[1] : MakeTuple(args.values + 1, args.size() - 1);
  if (IsAnyInt(dims)) dims = MakeTuple({dims});
  tp::Shape shape;
  int unknown = -1;
  int64_t known = 1;
  ForEach(dims, [&](Value dim) {
    const int64_t d = IndexInt64(dim);
    if (d < 0) unknown = shape.rank();
    if (d >= 0) known *= d;
    shape.Append(d < 0 ? 1 : d);
  });
  if (unknown >= 0 && known > 0) shape.set_dim(unknown, t.num_elements() / known);
  if (shape.num_elements() != t.num_elements())
    RaiseText(&ValueErrorType, fmt::format("cannot reshape array of size {} into shape {}", t.num_elements(),
                                           shape.ToString()));
  return MakeLike(args[0], t.Reshaped(shape), false);
}
Value Flatten(Interp&, Args args) {
  const Tensor& t = Of(args[0]);
  return MakeLike(args[0], t.Clone().Reshaped({t.num_elements()}), false);
}
Value Transpose(Interp&, Args args) {
  const Tensor& t = Of(args[0]);
  Tensor perm = Tensor::Allocate(DType::kInt32, {t.rank()});
  for (int i = 0; i < t.rank(); ++i) perm.data<int32_t>()[i] = t.rank() - 1 - i;
  return MakeLike(args[0], RunEager("Transpose", {t, perm}), false);
}

template <const char* Op>
Value Reduce(Interp&, Args args) {
  static ArgParser parser("reduce", "self, axis=None, dtype=None, out=None, keepdims=False");
  Value v[5];
  parser.Parse(args, v);
  Tensor t = Of(v[0]);
  const std::string_view op = Op;
  const bool typed = (op == "Sum" || op == "Prod" || op == "Mean") && !v[2].is_undef() && !v[2].is_none();
  if (typed) t = CastTensor(t, AsArrayDType(v[2]).dtype);
  if (op == "Mean" && !IsFloating(t.dtype()) && !IsComplex(t.dtype())) t = CastTensor(t, DType::kFloat64);
  if (!typed && (op == "Sum" || op == "Prod") &&
      (t.dtype() == DType::kBool || (IsInteger(t.dtype()) && !IsUnsigned(t.dtype()))))
    t = CastTensor(t, DType::kInt64);
  if ((op == "All" || op == "Any") && t.dtype() != DType::kBool) t = CastTensor(t, DType::kBool);
  Tensor axes;
  if (v[1].is_undef() || v[1].is_none()) {
    axes = Tensor::Allocate(DType::kInt32, {t.rank()});
    for (int i = 0; i < t.rank(); ++i) axes.data<int32_t>()[i] = i;
  } else {
    axes = TensorFromPython(v[1], DType::kInt32, false);
    for (int64_t i = 0; i < axes.num_elements(); ++i)
      if (const int64_t axis = ElementAsInt(axes, i); axis < -t.rank() || axis >= t.rank())
        Call(GetAttr(TheInterp().Import("numpy._more"), "_axis"), Value::Int(axis), Value::Int(t.rank()));
  }
  const Tensor made = RunEager(op, {t, axes}, MakeAttrs({{"keep_dims", !v[4].is_undef() && IsTrue(v[4])}}));
  if (op == "Sum" || op == "Prod" || op == "Mean") WarnOfFloats("reduce", {t}, made);
  return MakeArray(made, true);
}
constexpr char kSum[] = "Sum", kMean[] = "Mean", kMax[] = "Max", kMin[] = "Min", kProd[] = "Prod",
               kAll[] = "All", kAny[] = "Any";
Value Round(Interp&, Args args) { return Call(GetAttr(TheInterp().Import("numpy._more"), "around"), args); }
Value Format(Interp&, Args args) {
  CheckArgs("__format__", args, 2, 2);
  const Tensor& t = Of(args[0]);
  if (t.rank() == 0) return FormatValue(Item(t, 0, TextOf(args[0])), args[1]);
  if (StrView(args[1]).empty()) return StrArray(args[0]);
  Raise(&TypeErrorType, "unsupported format string passed to numpy.ndarray.__format__");
}
Value Real(Interp&, Args args) {
  const Tensor& t = Of(args[0]);
  if (!IsComplex(t.dtype())) return args[0];
  return MakeArray(RunEager("Real", {t}), true);
}
Value Imag(Interp&, Args args) {
  const Tensor& t = Of(args[0]);
  if (IsComplex(t.dtype())) return MakeArray(RunEager("Imag", {t}), true);
  const Tensor zero = CastTensor(Tensor::Scalar<int64_t>(0), t.dtype());
  return MakeArray(RunEager("BroadcastTo", {zero, Tensor::Of<int64_t>({t.rank()}, t.shape().dims())}), true);
}

// complex(x)
Value ToComplex(Interp&, Args args) {
  return Call(GetAttr(Value::Borrow(TheInterp().builtins()), "complex"), ScalarItem(args[0]));
}

const MethodDef kMethods[] = {
    {"__complex__", ToComplex, "self"},
    {"dtype", GetDType, nullptr, nullptr, kProperty},
    {"shape", GetShape, nullptr, nullptr, kProperty},
    {"ndim", GetNdim, nullptr, nullptr, kProperty},
    {"size", GetSize, nullptr, nullptr, kProperty},
    {"itemsize", GetItemSize, nullptr, nullptr, kProperty},
    {"nbytes", GetBytes, nullptr, nullptr, kProperty},
    {"T", Transpose, nullptr, nullptr, kProperty},
    {"real", Real, nullptr, nullptr, kProperty},
    {"imag", Imag, nullptr, nullptr, kProperty},
    {"tolist", ToListMethod, "self"},
    {"item", ItemMethod, "self, index=None"},
    {"astype", AsType, "self, dtype"},
    {"copy", Copy, "self"},
    {"tobytes", ToBytes, "self"},
    {"reshape", ReshapeMethod, "self, *shape"},
    {"flatten", Flatten, "self"},
    {"ravel", Flatten, "self"},
    {"sum", Reduce<kSum>, "self, axis=None, dtype=None, out=None, keepdims=False"},
    {"mean", Reduce<kMean>, "self, axis=None, dtype=None, out=None, keepdims=False"},
    {"max", Reduce<kMax>, "self, axis=None, dtype=None, out=None, keepdims=False"},
    {"min", Reduce<kMin>, "self, axis=None, dtype=None, out=None, keepdims=False"},
    {"prod", Reduce<kProd>, "self, axis=None, dtype=None, out=None, keepdims=False"},
    {"all", Reduce<kAll>, "self, axis=None, dtype=None, out=None, keepdims=False"},
    {"any", Reduce<kAny>, "self, axis=None, dtype=None, out=None, keepdims=False"},
    {"round", Round, "self, decimals=0"},
    {"__round__", Round, "self, decimals=0"},
    {"__format__", Format, "self, spec"},
    {"__copy__", Copy, "self"},
    {"__deepcopy__", Copy, "self, memo"},
};
const MethodDef kScalarMethods[] = {
    {"__complex__", ToComplex, "self"},
    {"dtype", GetDType, nullptr, nullptr, kProperty},
    {"shape", GetShape, nullptr, nullptr, kProperty},
    {"ndim", GetNdim, nullptr, nullptr, kProperty},
    {"size", GetSize, nullptr, nullptr, kProperty},
    {"real", Real, nullptr, nullptr, kProperty},
    {"imag", Imag, nullptr, nullptr, kProperty},
    {"tolist", ToListMethod, "self"},
    {"item", ItemMethod, "self"},
    {"astype", AsType, "self, dtype"},
    {"tobytes", ToBytes, "self"},
    {"reshape", ReshapeMethod, "self, *shape"},
    {"sum", Reduce<kSum>, "self, axis=None"},
    {"mean", Reduce<kMean>, "self, axis=None"},
    {"max", Reduce<kMax>, "self, axis=None"},
    {"min", Reduce<kMin>, "self, axis=None"},
    {"all", Reduce<kAll>, "self, axis=None"},
    {"any", Reduce<kAny>, "self, axis=None"},
    {"round", Round, "self, decimals=0"},
    {"__round__", Round, "self, decimals=0"},
    {"__format__", Format, "self, spec"},
    {"__copy__", Copy, "self"},
    {"__deepcopy__", Copy, "self, memo"},
};

}  // namespace

TP_REGISTER_HIDDEN_TYPE(NdarrayType);
TP_REGISTER_HIDDEN_TYPE(NumpyGenericType);
TP_REGISTER_HIDDEN_TYPE(NumpyDTypeType);
TP_REGISTER_METHODS(NdarrayType, kMethods);
TP_REGISTER_METHODS(NumpyGenericType, kScalarMethods);
TP_REGISTER_METHODS(NumpyDTypeType, kDTypeMethods);

void InitNumpyTypes(Interp&, ModuleObject* module) {
  for (int i = 1; i < 24; ++i) {
    const auto dtype = static_cast<DType>(i);
    if (!DTypeSize(dtype) || IsManaged(dtype) || dtype == DType::kBFloat16) continue;
    ModuleSet(module, DTypeName(dtype), TypeValue(ScalarType(dtype)));
  }
  ModuleSet(module, "bool_", TypeValue(&BoolScalarType));
  ModuleSet(module, "object_", TypeValue(&ObjectScalarType));
  ModuleSet(module, "bfloat16", TypeValue(&BFloat16Type));
  ModuleSet(module, "ndarray", TypeValue(&NdarrayType));
  ModuleSet(module, "generic", TypeValue(&NumpyGenericType));
  ModuleSet(module, "number", TypeValue(&NumberType));
  ModuleSet(module, "integer", TypeValue(&IntegerType));
  ModuleSet(module, "signedinteger", TypeValue(&SignedIntegerType));
  ModuleSet(module, "unsignedinteger", TypeValue(&UnsignedIntegerType));
  ModuleSet(module, "inexact", TypeValue(&InexactType));
  ModuleSet(module, "floating", TypeValue(&FloatingType));
  ModuleSet(module, "complexfloating", TypeValue(&ComplexFloatingType));
  ModuleSet(module, "dtype", TypeValue(&NumpyDTypeType));
  ModuleSet(module, "pi", Value::Float(3.141592653589793));
  ModuleSet(module, "e", Value::Float(2.718281828459045));
  ModuleSet(module, "inf", Value::Float(HUGE_VAL));
  ModuleSet(module, "nan", Value::Float(std::nan("")));
  ModuleSet(module, "newaxis", Value::None());
}
TP_REGISTER_MODULE(numpy, InitNumpyTypes);

}  // namespace tp
