// tf.TensorShape (framework/tensor_shape.py): dims are ints and None.
#include <fmt/format.h>

#include "core/interp/bigint.h"
#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/tf/module.h"
#include "core/trace/objects.h"

namespace tp {
namespace {

tp::Shape& Of(const Value& v) { return v.as<TensorShapeObject>()->shape; }

// The shape without symbols: a symbol is an unknown dim to Python.
Value ShapeTuple(const tp::Shape& shape) {
  TupleObject* tuple = NewTuple(shape.rank());
  for (int i = 0; i < shape.rank(); ++i) tuple->items[i] = DimValue(shape[i]);
  return Value::Own(tuple);
}

std::string ListText(const tp::Shape& shape) {
  std::string text = "[";
  for (int i = 0; i < shape.rank(); ++i)
    text += fmt::format("{}{}", i ? ", " : "", IsKnown(shape[i]) ? std::to_string(shape[i]) : "None");
  return text + "]";
}

Value NewShape(TypeObject*, Args args) {
  static ArgParser parser("TensorShape", "dims");
  Value v[1];
  parser.Parse(args, v);
  return MakeShape(AsShape(v[0]), /*kept=*/false);
}

void Dealloc(Object* self) {
  static_cast<TensorShapeObject*>(self)->shape.~Shape();
  FreeObject(self);
}

Value ReprOf(const Value& self) {
  const tp::Shape& shape = Of(self);
  return MakeStr(shape.has_rank() ? "TensorShape(" + ListText(shape) + ")" : "TensorShape(None)");
}
Value StrOf(const Value& self) { return MakeStr(Of(self).ToString()); }
bool Truth(const Value& self) { return Of(self).has_rank(); }
int64_t HashOf(const Value& self) { return Of(self).has_rank() ? Hash(ShapeTuple(Of(self))) : 0; }

int64_t LenOf(const Value& self) {
  if (!Of(self).has_rank()) Raise(&ValueErrorType, "Cannot take the length of shape with unknown rank.");
  return Of(self).rank();
}

Value IterOf(const Value& self) {
  if (!Of(self).has_rank()) Raise(&ValueErrorType, "Cannot iterate over a shape with unknown rank.");
  return Iter(ShapeTuple(Of(self)));
}

// Dims are equal where both are known and equal, or both unknown: as TensorFlow compares them.
bool SameShape(const tp::Shape& a, const tp::Shape& b) {
  if (a.has_rank() != b.has_rank()) return false;
  if (!a.has_rank()) return true;
  if (a.rank() != b.rank()) return false;
  for (int i = 0; i < a.rank(); ++i)
    if (std::max<Dim>(a[i], kUnknownDim) != std::max<Dim>(b[i], kUnknownDim)) return false;
  return true;
}

Value CompareOf(const Value& self, const Value& other, ast::CmpOp op) {
  if (op != ast::CmpOp::kEq && op != ast::CmpOp::kNotEq) return NotImplemented();
  const bool wants_equal = op == ast::CmpOp::kEq;
  tp::Shape shape;
  try {
    shape = AsShape(other);
  } catch (PyError& error) {
    if (!error.Matches(&TypeErrorType)) {
      if (!error.Matches(&ValueErrorType)) throw;
    }
    return wants_equal ? NotImplemented() : Value::Bool(true);
  }
  return Value::Bool(SameShape(Of(self), shape) == wants_equal);
}

Value GetItemOf(const Value& self, const Value& key) {
  const tp::Shape& shape = Of(self);
  if (IsInstance(key, &SliceType)) {
    if (!shape.has_rank()) {
      const auto* slice = key.as<SliceObject>();
      const int64_t start = slice->start.is_none() ? 0 : IndexInt64(slice->start);
      if (slice->stop.is_none() || !slice->step.is_none())
        return MakeShape(tp::Shape::UnknownRank(), /*kept=*/false);
      const int64_t stop = IndexInt64(slice->stop);
      if (start < 0 || stop < start) return MakeShape(tp::Shape::UnknownRank(), /*kept=*/false);
      return MakeShape(tp::Shape::OfRank(static_cast<int>(stop - start)), /*kept=*/false);
    }
    int64_t start = 0, stop = 0, step = 1;
    const int64_t count = SliceIndices(key.as<SliceObject>(), shape.rank(), &start, &stop, &step);
    tp::Shape result;
    for (int64_t i = 0; i < count; ++i) result.Append(shape[static_cast<int>(start + i * step)]);
    return MakeShape(result, /*kept=*/false);
  }
  const int64_t index = IndexInt64(key);
  if (!shape.has_rank()) return Value::None();
  const int64_t rank = shape.rank();
  if (index >= rank || index < -rank) Raise(&IndexErrorType, "list index out of range");
  return DimValue(shape[static_cast<int>(index < 0 ? index + rank : index)]);
}

Value Concatenate(const tp::Shape& a, const tp::Shape& b) {
  if (!a.has_rank() || !b.has_rank()) return MakeShape(tp::Shape::UnknownRank(), /*kept=*/false);
  tp::Shape result = a;
  for (Dim dim : b) result.Append(dim);
  return MakeShape(result, /*kept=*/false);
}
Value AddOf(const Value& a, const Value& b) { return Concatenate(AsShape(a), AsShape(b)); }

Value GetRank(Interp&, Args args) {
  return Of(args[0]).has_rank() ? Value::Int(Of(args[0]).rank()) : Value::None();
}
Value GetDims(Interp&, Args args) {
  if (!Of(args[0]).has_rank()) return Value::None();
  const Value dimension = LookupTf("tf.compat.v1.Dimension");
  ListObject* dims = NewList();
  for (const Dim dim : Of(args[0])) ListAppend(dims, Call(dimension, DimValue(dim)));
  return Value::Own(dims);
}
Value AsList(Interp&, Args args) {
  if (!Of(args[0]).has_rank()) Raise(&ValueErrorType, "as_list() is not defined on an unknown TensorShape.");
  return ToList(ShapeTuple(Of(args[0])));
}
Value NumElements(Interp&, Args args) {
  return Of(args[0]).IsFullyKnown() ? Value::Int(Of(args[0]).num_elements()) : Value::None();
}
Value IsFullyDefined(Interp&, Args args) { return Value::Bool(Of(args[0]).IsFullyKnown()); }
Value IsCompatible(Interp&, Args args) {
  CheckArgs("is_compatible_with", args, 2, 2);
  return Value::Bool(AreCompatible(Of(args[0]), AsShape(args[1])));
}
[[noreturn]] void RaiseIncompatible(const Value& a, const Value& b) {
  RaiseText(&ValueErrorType, fmt::format("Shapes {} and {} are incompatible", Str(a), Str(b)));
}
Value MergeWith(Interp&, Args args) {
  CheckArgs("merge_with", args, 2, 2);
  const tp::Shape other = AsShape(args[1]);
  const auto merged = MergeShapes(Of(args[0]), other);
  if (!merged)
    RaiseText(&ValueErrorType,
              fmt::format("Shapes {} and {} are not compatible", Str(args[0]), other.ToString()));
  return MakeShape(*merged, /*kept=*/false);
}
Value ConcatenateWith(Interp&, Args args) {
  CheckArgs("concatenate", args, 2, 2);
  return Concatenate(Of(args[0]), AsShape(args[1]));
}
Value AssertCompatible(Interp&, Args args) {
  CheckArgs("assert_is_compatible_with", args, 2, 2);
  const tp::Shape other = AsShape(args[1]);
  if (!AreCompatible(Of(args[0]), other)) RaiseIncompatible(args[0], args[1]);
  return Value::None();
}
Value AssertHasRank(Interp&, Args args) {
  CheckArgs("assert_has_rank", args, 2, 2);
  const tp::Shape& shape = Of(args[0]);
  if (shape.has_rank() && shape.rank() != IndexInt64(args[1]))
    RaiseText(&ValueErrorType, fmt::format("Shape {} must have rank {}", shape.ToString(), Str(args[1])));
  return Value::None();
}
Value AssertFullyDefined(Interp&, Args args) {
  if (!Of(args[0]).IsFullyKnown())
    RaiseText(&ValueErrorType, fmt::format("Shape {} is not fully defined", Of(args[0]).ToString()));
  return Value::None();
}
Value WithRank(Interp&, Args args) {
  CheckArgs("with_rank", args, 2, 2);
  const int rank = static_cast<int>(IndexInt64(args[1]));
  const auto merged = MergeShapes(Of(args[0]), tp::Shape::OfRank(rank));
  if (!merged)
    RaiseText(&ValueErrorType, fmt::format("Shape {} must have rank {}", Of(args[0]).ToString(), rank));
  return MakeShape(*merged, /*kept=*/false);
}
Value WithRankAtLeast(Interp&, Args args) {
  CheckArgs("with_rank_at_least", args, 2, 2);
  if (Of(args[0]).has_rank() && Of(args[0]).rank() < IndexInt64(args[1]))
    RaiseText(&ValueErrorType,
              fmt::format("Shape {} must have rank at least {}", Of(args[0]).ToString(), Str(args[1])));
  return args[0];
}
Value WithRankAtMost(Interp&, Args args) {
  CheckArgs("with_rank_at_most", args, 2, 2);
  if (Of(args[0]).has_rank() && Of(args[0]).rank() > IndexInt64(args[1]))
    RaiseText(&ValueErrorType,
              fmt::format("Shape {} must have rank at most {}", Of(args[0]).ToString(), Str(args[1])));
  return args[0];
}
Value MostSpecificCompatible(Interp&, Args args) {
  CheckArgs("most_specific_compatible_shape", args, 2, 2);
  return MakeShape(RelaxShapes(Of(args[0]), AsShape(args[1])), /*kept=*/false);
}
Value IsSubtypeOf(Interp&, Args args) {
  CheckArgs("is_subtype_of", args, 2, 2);
  return Value::Bool(IsTensorShape(args[1]) && IsSubshape(Of(args[0]), Of(args[1])));
}

const MethodDef kMethods[] = {
    {"rank", GetRank, nullptr, "The number of dims, or None.", kProperty},
    {"ndims", GetRank, nullptr, nullptr, kProperty},
    {"dims", GetDims, nullptr, nullptr, kProperty},
    {"as_list", AsList, "self"},
    {"num_elements", NumElements, "self"},
    {"is_fully_defined", IsFullyDefined, "self"},
    {"is_compatible_with", IsCompatible, "self, other"},
    {"is_subtype_of", IsSubtypeOf, "self, other"},
    {"merge_with", MergeWith, "self, other"},
    {"concatenate", ConcatenateWith, "self, other"},
    {"assert_is_compatible_with", AssertCompatible, "self, other"},
    {"assert_has_rank", AssertHasRank, "self, rank"},
    {"assert_is_fully_defined", AssertFullyDefined, "self"},
    {"with_rank", WithRank, "self, rank"},
    {"with_rank_at_least", WithRankAtLeast, "self, rank"},
    {"with_rank_at_most", WithRankAtMost, "self, rank"},
    {"most_specific_compatible_shape", MostSpecificCompatible, "self, other"},
};

constinit NumberSlots shape_numbers = [] {
  NumberSlots n;
  n[ast::BinOp::kAdd] = AddOf;
  return n;
}();

constexpr TypeSpec ShapeSpec() {
  TypeSpec spec{.name = "tensorflow.python.framework.tensor_shape.TensorShape",
                .size = sizeof(TensorShapeObject),
                .attrs = offsetof(TensorShapeObject, attrs),
                .flags = kTypeNoSubclass | kTypeSequence | kTypeNoInstanceDict};
  spec.slots.new_object = NewShape;
  spec.slots.dealloc = Dealloc;
  spec.slots.repr = ReprOf;
  spec.slots.str = StrOf;
  spec.slots.hash = HashOf;
  spec.slots.compare = CompareOf;
  spec.slots.truth = Truth;
  spec.slots.iter = IterOf;
  spec.slots.len = LenOf;
  spec.slots.getitem = GetItemOf;
  spec.slots.number = &shape_numbers;
  return spec;
}

}  // namespace

constinit TypeObject TensorShapeType(ShapeSpec());
TP_REGISTER_HIDDEN_TYPE(TensorShapeType);
TP_REGISTER_METHODS(TensorShapeType, kMethods);

namespace {
const TfObject kObjects[] = {{"tf.TensorShape", [] { return TypeValue(&TensorShapeType); }}};
TP_TF_NAMES(kObjects);
}  // namespace
}  // namespace tp
