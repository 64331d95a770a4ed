#include "core/trace/specs.h"

#include <fmt/format.h>

#include "core/interp/errors.h"
#include "core/interp/gc.h"
#include "core/interp/registry.h"

#pragma GCC diagnostic ignored "-Winvalid-offsetof"

namespace tp {
namespace {

TensorSpecObject* Spec(const Value& v) { return v.as<TensorSpecObject>(); }

Value SpecNew(TypeObject* type, Args args) {
  static ArgParser parser("TensorSpec", "shape, dtype=tf.float32, name=None");
  Value v[3];
  parser.Parse(args, v);
  auto* spec = New<TensorSpecObject>(type);
  Value result = Value::Own(spec);
  new (&spec->shape) tp::Shape();
  new (&spec->name) Value(v[2].is_undef() ? Value::None() : v[2]);
  spec->dtype = DType::kFloat32;
  spec->shape = AsShape(v[0]);
  if (!v[1].is_undef()) spec->dtype = AsDType(v[1]);
  GcTrack(spec);
  return result;
}

void SpecDealloc(Object* o) {
  auto* spec = static_cast<TensorSpecObject*>(o);
  GcUntrack(spec);
  spec->shape.~Shape();
  spec->name.~Value();
  FreeObject(o);
}

std::string SpecText(const Value& self) {
  return fmt::format("TensorSpec(shape={}, dtype=tf.{}, name={})", Spec(self)->shape.ToString(),
                     DTypeName(Spec(self)->dtype), Repr(Spec(self)->name));
}

Value SpecRepr(const Value& self) { return MakeStr(SpecText(self)); }

int64_t SpecHash(const Value& self) {
  size_t h = static_cast<size_t>(Spec(self)->dtype);
  for (Dim dim : Spec(self)->shape) h = h * 1000003 + static_cast<size_t>(dim);
  return static_cast<int64_t>(h >> 1);
}

Value SpecCompare(const Value& self, const Value& other, ast::CmpOp op) {
  if ((op != ast::CmpOp::kEq && op != ast::CmpOp::kNotEq)) return NotImplemented();
  const bool equal = IsTensorSpec(other) && Spec(self)->shape == Spec(other)->shape &&
                     Spec(self)->dtype == Spec(other)->dtype && Equal(Spec(self)->name, Spec(other)->name);
  return Value::Bool(equal == (op == ast::CmpOp::kEq));
}

constexpr TypeSpec MakeSpecType() {
  TypeSpec t{.name = "tensorflow.python.framework.tensor.TensorSpec",
             .size = sizeof(TensorSpecObject),
             .attrs = offsetof(TensorSpecObject, attrs),
             .flags = kTypeGc};
  t.slots.dealloc = SpecDealloc;
  t.slots.new_object = SpecNew;
  t.slots.repr = SpecRepr;
  t.slots.hash = SpecHash;
  t.slots.compare = SpecCompare;
  return t;
}

// What from_tensor, is_compatible_with and the like are given: dtype and shape of a tensor or a spec.
bool DescribedBy(const Value& v, DType* dtype, tp::Shape* shape) {
  if (IsTensorSpec(v)) {
    *dtype = Spec(v)->dtype;
    *shape = Spec(v)->shape;
  } else if (IsTensor(v)) {
    *dtype = ValOf(v).dtype();
    *shape = WithoutSymbols(ValOf(v).shape());
  } else if (IsNdarray(v)) {
    *dtype = ArrayTensor(v).dtype();
    *shape = ArrayTensor(v).shape();
  } else {
    return false;
  }
  return true;
}

Value SpecFromTensor(Interp&, Args args) {
  static ArgParser parser("from_tensor", "tensor, name=None");
  Value v[2];
  parser.Parse(args.From(1), v);
  DType dtype;
  tp::Shape shape;
  if (!DescribedBy(v[0], &dtype, &shape))
    Raise(&ValueErrorType, "`tensor` should be a tf.Tensor, but got type %s.",
          Repr(TypeValue(TypeOf(v[0]))).c_str());
  Value name = v[1].is_undef() ? Value::None() : v[1];
  if (name.is_none() && IsSymbolicTensor(v[0])) {
    const std::string full = TensorName(ValOf(v[0]));
    name = MakeStr(std::string_view(full).substr(0, full.rfind(':')));
  }
  return MakeTensorSpec(dtype, shape, name);
}

Value SpecFromSpec(Interp&, Args args) {
  static ArgParser parser("from_spec", "spec, name=None");
  Value v[2];
  parser.Parse(args.From(1), v);
  DType dtype;
  tp::Shape shape;
  if (!DescribedBy(v[0], &dtype, &shape)) Raise(&TypeErrorType, "from_spec needs a TensorSpec");
  const bool given = !v[1].is_undef() && !v[1].is_none();
  return MakeTensorSpec(dtype, shape, given ? v[1] : IsTensorSpec(v[0]) ? Spec(v[0])->name : Value::None());
}

Value SpecIsCompatible(Interp&, Args args) {
  CheckArgs("is_compatible_with", args, 2, 2);
  DType dtype;
  tp::Shape shape;
  Value other = args[1];
  if (!DescribedBy(other, &dtype, &shape)) {
    const Val converted = ConvertToTensor(other);
    dtype = converted.dtype();
    shape = converted.shape();
  }
  return Value::Bool(dtype == Spec(args[0])->dtype && AreCompatible(shape, Spec(args[0])->shape));
}

Value SpecIsSubtype(Interp&, Args args) {
  CheckArgs("is_subtype_of", args, 2, 2);
  return Value::Bool(IsTensorSpec(args[1]) && Spec(args[0])->dtype == Spec(args[1])->dtype &&
                     IsSubshape(Spec(args[0])->shape, Spec(args[1])->shape));
}

Value SpecCommonSupertype(Interp&, Args args) {
  CheckArgs("most_specific_common_supertype", args, 2, 2);
  tp::Shape shape = Spec(args[0])->shape;
  bool found = true;
  ForEach(args[1], [&](Value other) {
    if (!IsTensorSpec(other) || Spec(other)->dtype != Spec(args[0])->dtype)
      found = false;
    else
      shape = RelaxShapes(shape, Spec(other)->shape);
  });
  return found ? MakeTensorSpec(Spec(args[0])->dtype, shape, Spec(args[0])->name) : Value::None();
}

Value SpecShape(Interp&, Args args) { return MakeShape(Spec(args[0])->shape); }
Value SpecDType(Interp&, Args args) { return MakeDType(Spec(args[0])->dtype); }
Value SpecName(Interp&, Args args) { return Spec(args[0])->name; }

}  // namespace

constinit TypeObject TensorSpecType(MakeSpecType());

namespace {
const MethodDef kTensorSpecMethods[] = {
    {"shape", SpecShape, nullptr, nullptr, kProperty},
    {"dtype", SpecDType, nullptr, nullptr, kProperty},
    {"name", SpecName, nullptr, nullptr, kProperty},
    {"from_tensor", SpecFromTensor, "tensor, name=None", nullptr, kClassMethod},
    {"from_spec", SpecFromSpec, "spec, name=None", nullptr, kClassMethod},
    {"is_compatible_with", SpecIsCompatible, "self, spec_or_tensor"},
    {"is_subtype_of", SpecIsSubtype, "self, other"},
    {"most_specific_common_supertype", SpecCommonSupertype, "self, others"},
};
TP_REGISTER_METHODS(TensorSpecType, kTensorSpecMethods);
}  // namespace

Value MakeTensorSpec(DType dtype, const tp::Shape& shape, const Value& name) {
  ReadyType(&TensorSpecType);
  auto* spec = New<TensorSpecObject>(&TensorSpecType);
  new (&spec->shape) tp::Shape(shape);
  new (&spec->name) Value(name);
  spec->dtype = dtype;
  GcTrack(spec);
  return Value::Own(spec);
}

tp::Shape WithoutSymbols(const tp::Shape& shape) {
  tp::Shape plain = shape;
  if (!shape.has_rank()) return plain;
  for (int i = 0; i < shape.rank(); ++i)
    if (!IsKnown(shape[i])) plain.set_dim(i, kUnknownDim);
  return plain;
}

}  // namespace tp
