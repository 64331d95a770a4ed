// TensorFromPython: the tensor that Python values without tensors in them stand for. Eager execution and
// graph construction differ in texts and in a few rules (python_tensor/pyseq_tensor.cc, tensor_util.py); both
// are here.
#include <fmt/format.h>

#include <limits>

#include "core/interp/bigint.h"
#include "core/interp/errors.h"
#include "core/tensor/plain_type_name.h"
#include "core/trace/element.h"
#include "core/trace/errors.h"
#include "core/trace/objects.h"
#include "core/trace/structure.h"

namespace tp {
namespace {

// What a leaf is; the order is that of widening.
enum class Kind { kBool, kInt, kFloat, kComplex, kText, kOther };

struct Leaves {
  std::vector<Value> values;
  std::vector<Dim> dims;
};

bool IsSequence(const Value& v) {
  return IsInstance(v, &ListType) || IsInstance(v, &TupleType) || IsInstance(v, &RangeType);
}

Kind KindOf(const Value& v) {
  if (v.is_bool()) return Kind::kBool;
  if (IsAnyInt(v)) return Kind::kInt;
  if (v.is_float() || IsInstance(v, &FloatType)) return Kind::kFloat;
  if (IsStr(v) || IsBytes(v)) return Kind::kText;
  if (IsNdarray(v)) {
    const DType dtype = ArrayTensor(v).dtype();
    if (dtype == DType::kBool) return Kind::kBool;
    if (IsInteger(dtype)) return Kind::kInt;
    if (IsFloating(dtype)) return Kind::kFloat;
    if (IsComplex(dtype)) return Kind::kComplex;
    if (dtype == DType::kString) return Kind::kText;
  }
  if (v.is_object() && std::string_view(v.object()->type->name) == "complex") return Kind::kComplex;
  return Kind::kOther;
}

[[noreturn]] void RaiseUnsupported(const Value& v) {
  // To CPython, what has __getitem__ is a sequence.
  if (v.is_object() && TypeOf(v)->is_heap() && !LookupSpecial(v, InternStr("__getitem__")).is_undef() &&
      LookupSpecial(v, InternStr("__len__")).is_undef())
    RaiseText(&ValueErrorType, fmt::format("TypeError: object of type '{}' has no len()\n", TypeNameOf(v)));
  RaiseText(&ValueErrorType,
            fmt::format("Attempt to convert a value ({}) with an unsupported type ({}) to a Tensor.", Repr(v),
                        Repr(TypeValue(TypeOf(v)))));
}
[[noreturn]] void RaiseMixed() {
  Raise(&ValueErrorType, "Can't convert Python sequence with mixed types to Tensor.");
}
[[noreturn]] void RaiseNotRectangular() {
  Raise(&ValueErrorType, "Can't convert non-rectangular Python sequence to Tensor.");
}
[[noreturn]] void RaiseInhomogeneous(const Leaves& leaves, size_t depth) {
  tp::Shape known;
  for (size_t i = 0; i < depth; ++i) known.Append(leaves.dims[i]);
  RaiseText(&ValueErrorType,
            fmt::format("setting an array element with a sequence. The requested array has an "
                        "inhomogeneous shape after {} dimensions. The detected shape was {} + "
                        "inhomogeneous part.",
                        depth, known.ToString()));
}
[[noreturn]] void RaiseElements(const Value& v) {
  RaiseText(
      &TypeErrorType,
      fmt::format("Failed to convert elements of {} to Tensor. Consider casting elements to a supported "
                  "type. See https://www.tensorflow.org/api_docs/python/tf/dtypes for supported TF dtypes.",
                  Str(v)));
}

// The shape, from the first item at each level.
void FindDims(const Value& v, Leaves* leaves) {
  Value at = v;
  for (;;) {
    if (IsTensorShape(at)) {
      leaves->dims.push_back(Len(at));
      return;
    }
    if (IsNdarray(at)) {
      for (Dim dim : ArrayTensor(at).shape()) leaves->dims.push_back(dim);
      return;
    }
    if (!IsSequence(at)) return;
    if (leaves->dims.size() == static_cast<size_t>(tp::kMaxRank))
      RaiseText(&ValueErrorType, fmt::format("Too many dimensions (limit {}).", kMaxRank));
    const int64_t length = Len(at);
    leaves->dims.push_back(length);
    if (length == 0) return;
    at = GetItem(at, Value::Int(0));
  }
}

Value ScalarOf(const Tensor& tensor, int64_t i) {
  Tensor scalar = Tensor::Allocate(tensor.dtype(), tp::Shape());
  const size_t size = DTypeSize(tensor.dtype());
  if (tensor.dtype() == DType::kString) return MakeBytes(tensor.data<std::string>()[i]);
  std::copy_n(static_cast<const char*>(tensor.raw_data()) + i * size, size,
              static_cast<char*>(scalar.raw_data()));
  return MakeArray(std::move(scalar), true);
}

// The number of a tf.compat.v1.Dimension that is known; all else as it is.
Value NumberOf(const Value& v) {
  static StrObject* const dimension = InternStr("_tf_dimension");
  if (!v.is_object() || GetAttrOrUndef(v, dimension).is_undef()) return v;
  const Value number = GetAttr(v, "value");
  return number.is_none() ? v : number;
}

// All leaves in order; checks that the items of each level have the shape of the first one.
void Collect(const Value& v, size_t depth, bool graph, Leaves* leaves) {
  const bool leaf_level = depth == leaves->dims.size();
  if (IsNdarray(v) && ArrayTensor(v).rank() > 0) {
    const Tensor& array = ArrayTensor(v);
    bool same = depth + array.rank() == leaves->dims.size();
    for (int i = 0; same && i < array.rank(); ++i) same = array.dim(i) == leaves->dims[depth + i];
    if (!same) graph ? RaiseInhomogeneous(*leaves, depth) : RaiseNotRectangular();
    for (int64_t i = 0; i < array.num_elements(); ++i) leaves->values.push_back(ScalarOf(array, i));
    return;
  }
  const bool sequence = IsSequence(v) || IsTensorShape(v);
  if (!sequence) {
    if (!leaf_level) graph ? RaiseInhomogeneous(*leaves, depth) : RaiseNotRectangular();
    leaves->values.push_back(KindOf(v) == Kind::kOther ? NumberOf(v) : v);
    return;
  }
  if (leaf_level) graph ? RaiseInhomogeneous(*leaves, depth) : RaiseMixed();
  const int64_t length = Len(v);
  if (length != leaves->dims[depth]) graph ? RaiseInhomogeneous(*leaves, depth) : RaiseNotRectangular();
  Value* items = nullptr;
  int64_t size = 0;
  if (AsSequence(v, &items, &size)) {
    for (int64_t i = 0; i < size; ++i) Collect(items[i], depth + 1, graph, leaves);
  } else {
    ForEach(v, [&](Value item) { Collect(item, depth + 1, graph, leaves); });
  }
}

// The dtype that a leaf has by itself; ints that need it are int64.
DType OwnDType(const Value& v, Kind kind) {
  if (IsNdarray(v)) {
    const DType dtype = ArrayTensor(v).dtype();
    return dtype == DType::kInt64 ? DType::kInt32 : dtype;
  }
  switch (kind) {
    case Kind::kBool:
      return DType::kBool;
    case Kind::kInt: {
      int64_t value = 0;
      if (!FitsInt64(v, &value)) return DType::kInvalid;
      const bool small =
          value >= std::numeric_limits<int32_t>::min() && value <= std::numeric_limits<int32_t>::max();
      return small ? DType::kInt32 : DType::kInt64;
    }
    case Kind::kFloat:
      return DType::kFloat32;
    case Kind::kComplex:
      return DType::kComplex128;
    case Kind::kText:
      return DType::kString;
    case Kind::kOther:
      return DType::kInvalid;
  }
  return DType::kInvalid;
}

[[noreturn]] void RaiseOutOfRange() {
  Raise(&ValueErrorType, "Can't convert Python sequence with out-of-range integer to Tensor.");
}

// The dtype of all leaves together.
DType InferDType(const Value& whole, const Leaves& leaves, bool graph) {
  if (leaves.values.empty()) return DType::kFloat32;
  Kind widest = KindOf(leaves.values[0]);
  DType dtype = OwnDType(leaves.values[0], widest);
  if (widest == Kind::kOther) graph ? RaiseElements(whole) : RaiseUnsupported(leaves.values[0]);
  if (dtype == DType::kInvalid) graph ? RaiseElements(whole) : RaiseOutOfRange();
  for (size_t i = 1; i < leaves.values.size(); ++i) {
    const Value& v = leaves.values[i];
    const Kind kind = KindOf(v);
    if (kind == Kind::kOther || (kind == Kind::kText) != (widest == Kind::kText))
      graph ? RaiseElements(whole) : RaiseMixed();
    if (!graph && ((widest == Kind::kBool && kind != Kind::kBool) ||
                   (kind == Kind::kComplex && widest != Kind::kComplex)))
      RaiseMixed();
    const DType own = OwnDType(v, kind);
    if (kind > widest) {
      widest = kind;
      dtype = own;
    } else if (kind == widest && own == DType::kInt64) {
      dtype = own;
    } else if (own == DType::kInvalid && widest == Kind::kInt) {
      graph ? RaiseElements(whole) : RaiseOutOfRange();
    }
  }
  return dtype;
}

bool MayStore(Kind kind, DType dtype);

[[noreturn]] void RaiseCannotConvert(const Value& whole, const Value& leaf, DType dtype, bool graph) {
  if (graph && ContainerOf(leaf) != Container::kLeaf) {  // of a dict the item that does not fit
    std::vector<Value> parts;
    Flatten(leaf, &parts);
    for (const Value& part : parts)
      if (!MayStore(KindOf(part), dtype)) RaiseCannotConvert(whole, part, dtype, graph);
  }
  if (graph)
    RaiseText(&TypeErrorType, fmt::format("Expected {}, but got {} of type '{}'.", DTypeName(dtype),
                                          Str(leaf), TypeOf(leaf)->name));
  RaiseText(&TypeErrorType,
            fmt::format("Cannot convert {} to EagerTensor of dtype {}", Repr(whole), PlainTypeName(dtype)));
}

bool MayStore(Kind kind, DType dtype) {
  switch (kind) {
    case Kind::kBool:
      return dtype == DType::kBool || IsNumeric(dtype);
    case Kind::kInt:
      return IsNumeric(dtype);
    case Kind::kFloat:
      return IsFloating(dtype) || IsComplex(dtype);
    case Kind::kComplex:
      return IsComplex(dtype);
    case Kind::kText:
      return dtype == DType::kString;
    case Kind::kOther:
      return false;
  }
  return false;
}

// Eagerly. Leaves of some dtypes are made by themselves and cast then, so they have to be of one kind, and
// bools are not cast; where the first leaf is a bool all have to be, if one does not fit.
void CheckKinds(const Value& whole, const Leaves& leaves, DType dtype) {
  if (leaves.values.empty()) return;
  constexpr DType kCast[] = {DType::kInt8,   DType::kUint8,    DType::kInt16,    DType::kUint16,
                             DType::kUint32, DType::kBFloat16, DType::kComplex64};
  const bool is_cast = std::find(std::begin(kCast), std::end(kCast), dtype) != std::end(kCast);
  if (is_cast && leaves.values.size() > 1) InferDType(whole, leaves, false);
  if (KindOf(leaves.values[0]) != Kind::kBool || IsNdarray(leaves.values[0])) return;
  bool all = true, stored = !is_cast;
  for (const Value& leaf : leaves.values) {
    all &= KindOf(leaf) == Kind::kBool;
    stored &= MayStore(KindOf(leaf), dtype);
  }
  if (!stored) all ? RaiseCannotConvert(whole, whole, dtype, false) : RaiseMixed();
}

void StoreLeaf(const Value& v, Kind kind, Tensor& result, int64_t i) {
  if (kind == Kind::kText) {
    std::string& out = result.data<std::string>()[i];
    if (IsNdarray(v))
      out = ArrayTensor(v).scalar<std::string>();
    else
      out = IsStr(v) ? std::string(StrView(v)) : std::string(v.as<BytesObject>()->view());
    return;
  }
  if (IsNdarray(v)) {
    const Tensor& array = ArrayTensor(v);
    if (IsComplex(array.dtype()))
      StoreComplex(result, i, ElementAsComplex(array, 0));
    else if (IsFloating(array.dtype()))
      StoreDouble(result, i, ElementAsDouble(array, 0));
    else
      StoreInt(result, i, ElementAsInt(array, 0));
    return;
  }
  if (kind == Kind::kComplex) {
    StoreComplex(result, i, {ToDouble(GetAttr(v, "real")), ToDouble(GetAttr(v, "imag"))});
    return;
  }
  if (kind == Kind::kFloat) {
    StoreDouble(result, i, ToDouble(v));
    return;
  }
  int64_t small = 0;
  if (FitsInt64(v, &small)) {
    if (IsFloating(result.dtype()) || IsComplex(result.dtype()))
      StoreDouble(result, i, static_cast<double>(small));
    else
      StoreInt(result, i, small);
    return;
  }
  if (IsInteger(result.dtype())) {
    const BigInt number(v);
    if (result.dtype() == DType::kUint64 && mpz_sgn(number.get()) >= 0 &&
        mpz_sizeinbase(number.get(), 2) <= 64)
      result.data<uint64_t>()[i] = mpz_get_ui(number.get());
    else
      RaiseOutOfRange();
    return;
  }
  StoreDouble(result, i, IntToDouble(v));
}

Tensor FromArray(const Value& v, DType dtype, bool graph) {
  const Tensor& array = ArrayTensor(v);
  if (dtype == DType::kInvalid || dtype == array.dtype()) return array.Clone();
  Tensor cast = CastTensor(array, dtype);
  if (!cast.valid()) RaiseCannotConvert(v, v, dtype, graph);
  return cast;
}

}  // namespace

Tensor TensorFromPython(const Value& v, DType dtype, bool graph) {
  if (IsNdarray(v)) return FromArray(v, dtype, graph);
  // tf.constant takes a variable through NumPy.
  if (IsVariable(v)) return TensorFromPython(CallMethod(v, "numpy"), dtype, graph);
  if (IsTensor(v)) {
    if (graph && !ValOf(v).symbolic()) return FromArray(MakeArray(ValOf(v).tensor(), false), dtype, graph);
    Raise(&TypeErrorType, "Expected any non-tensor type, but got a tensor instead.");
  }
  if (graph && v.is_none()) Raise(&ValueErrorType, "None values not supported.");
  if (graph && dtype == DType::kInvalid && ContainerOf(v) != Container::kLeaf) {
    std::vector<Value> parts;
    Flatten(v, &parts);
    for (const Value& part : parts)
      if (IsSymbolicTensor(part))
        Raise(&TypeErrorType, "Expected any non-tensor type, but got a tensor instead.");
  }
  Leaves leaves;
  FindDims(v, &leaves);
  Collect(v, 0, graph, &leaves);
  const bool asked = dtype != DType::kInvalid;
  if (!asked) {
    dtype = InferDType(v, leaves, graph);
  } else if (!graph && leaves.values.size() > 1) {
    const bool text = KindOf(leaves.values[0]) == Kind::kText;
    for (const Value& leaf : leaves.values) {
      const Kind kind = KindOf(leaf);
      if (kind == Kind::kOther || (kind == Kind::kText) != text) RaiseMixed();
    }
  }
  if (asked && !graph) CheckKinds(v, leaves, dtype);
  Tensor result = Tensor::Allocate(dtype, tp::Shape(leaves.dims));
  if (!result.valid()) RaiseMemoryLimit();
  for (size_t i = 0; i < leaves.values.size(); ++i) {
    const Value& leaf = leaves.values[i];
    const Kind kind = KindOf(leaf);
    if (kind == Kind::kOther && !graph) RaiseUnsupported(leaf);
    if (!MayStore(kind, dtype)) {
      if (asked && !graph) InferDType(v, leaves, false);  // may say that kinds are mixed
      RaiseCannotConvert(v, leaf, dtype, graph);
    }
    StoreLeaf(leaf, kind, result, static_cast<int64_t>(i));
  }
  return result;
}

}  // namespace tp
