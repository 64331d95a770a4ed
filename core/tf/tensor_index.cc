// tensor[key]: StridedSlice (ops/array_ops.py: _slice_helper), and boolean masks.
#include <fmt/format.h>

#include "core/interp/bigint.h"
#include "core/interp/errors.h"
#include "core/tf/apply_op.h"
#include "core/tf/module.h"
#include "core/tf/tensor_ops.h"

namespace tp {
namespace {

DType KeyDType(const Value& v) {
  if (IsTensor(v)) return ValOf(v).dtype();
  if (IsVariable(v)) return AsVariable(v)->dtype;
  if (IsNdarray(v)) return ArrayTensor(v).dtype();
  return DType::kInvalid;
}

void CheckIndex(const Value& v) {
  if (IsAnyInt(v)) return;
  const DType dtype = KeyDType(v);
  const bool integer = dtype == DType::kInt16 || dtype == DType::kInt32 || dtype == DType::kInt64 ||
                       (IsNdarray(v) && IsInteger(dtype) && ArrayTensor(v).rank() == 0);
  bool vector = false;
  if (IsTensor(v)) vector = ValOf(v).shape().has_rank() && ValOf(v).shape().rank() == 1;
  if (IsVariable(v)) vector = AsVariable(v)->shape.has_rank() && AsVariable(v)->shape.rank() == 1;
  if (IsNdarray(v)) vector = ArrayTensor(v).rank() == 1;
  if (integer && !vector) return;
  RaiseText(&TypeErrorType,
            fmt::format("Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar "
                        "tf.int32/tf.int64 tensors are valid indices, got {}",
                        Repr(v)));
}

bool IsMask(const Value& key) {
  if (key.is_bool()) return true;
  return KeyDType(key) == DType::kBool;
}

// array_ops.stack of a list of numbers and scalars.
Value Stack(const std::vector<Value>& values) {
  const Value list = MakeTuple(values.data(), static_cast<int64_t>(values.size()));
  bool constant = true;
  for (const Value& v : values) constant &= IsAnyInt(v) || IsNdarray(v);
  if (constant) return MakeTensor(ConvertToTensor(list, DType::kInvalid, DType::kInvalid, "stack"));
  return MakeTensor(ConvertToTensor(ToList(list), DType::kInvalid, DType::kInvalid, "stack"));
}

Value CastTo(const Value& v, DType dtype) {
  if (ValOf(v).dtype() == dtype) return v;
  return CallOp("Cast", {v}, {{"DstT", MakeDType(dtype)}});
}

// A key as it is written, with the masks in `masks`.
struct SliceSpec {
  std::vector<Value> begin, end, strides;
  PackedSlice masks;
};

SliceSpec ParseSlice(const Value& key) {
  SliceSpec spec;
  Value* items = nullptr;
  int64_t size = 0;
  Value single = key;
  if (!AsSequence(key, &items, &size)) {
    items = &single;
    size = 1;
  }
  for (int64_t i = 0; i < size; ++i) {
    const Value& item = items[i];
    const int64_t bit = int64_t{1} << i;
    if (IsInstance(item, &SliceType)) {
      const auto* slice = item.as<SliceObject>();
      // Where a part is a tensor, what is left out is one too, of the widest dtype.
      DType dtype = DType::kInvalid;
      for (const Value& v : {slice->start, slice->stop, slice->step}) {
        if (!IsTensor(v)) continue;
        const DType own = ValOf(v).dtype();
        if (own == DType::kInt64 || (own == DType::kInt32 && dtype != DType::kInt64) ||
            (own == DType::kInt16 && dtype == DType::kInvalid))
          dtype = own;
      }
      const auto part = [dtype](const Value& v, std::vector<Value>* to, int64_t otherwise, int64_t* mask,
                                int64_t set) {
        if (v.is_none()) {
          const Value left_out = Value::Int(otherwise);
          to->push_back(dtype == DType::kInvalid ? left_out : MakeTensor(ConvertToTensor(left_out, dtype)));
          if (mask) *mask |= set;
          return;
        }
        CheckIndex(v);
        to->push_back(v);
      };
      part(slice->start, &spec.begin, 0, &spec.masks.begin_mask, bit);
      part(slice->stop, &spec.end, 0, &spec.masks.end_mask, bit);
      part(slice->step, &spec.strides, 1, nullptr, 0);
    } else if (item.is_none() || item.Is(Ellipsis())) {
      spec.begin.push_back(Value::Int(0));
      spec.end.push_back(Value::Int(0));
      spec.strides.push_back(Value::Int(1));
      (item.is_none() ? spec.masks.new_axis_mask : spec.masks.ellipsis_mask) |= bit;
    } else {
      CheckIndex(item);
      spec.begin.push_back(item);
      spec.end.push_back(Binary(ast::BinOp::kAdd, item, Value::Int(1)));
      const DType dtype = KeyDType(item);
      if (IsTensor(item) && (dtype == DType::kInt16 || dtype == DType::kInt64))
        spec.strides.push_back(MakeTensor(ConvertToTensor(Value::Int(1), dtype)));
      else
        spec.strides.push_back(Value::Int(1));
      spec.masks.shrink_axis_mask |= bit;
    }
  }
  return spec;
}

PackedSlice PackSlice(const SliceSpec& spec) {
  PackedSlice packed = spec.masks;
  if (spec.begin.empty()) {
    packed.begin = packed.end = packed.strides =
        MakeTensor(ConvertToTensor(Value::Own(NewList()), DType::kInt32));
    return packed;
  }
  packed.begin = Stack(spec.begin);
  packed.end = Stack(spec.end);
  packed.strides = Stack(spec.strides);
  for (const DType wide : {DType::kInt64, DType::kInt16}) {
    if (ValOf(packed.begin).dtype() != wide && ValOf(packed.end).dtype() != wide &&
        ValOf(packed.strides).dtype() != wide)
      continue;
    packed.begin = CastTo(packed.begin, wide);
    packed.end = CastTo(packed.end, wide);
    packed.strides = CastTo(packed.strides, wide);
    break;
  }
  return packed;
}

}  // namespace

Value TensorGetItem(const Value& self, const Value& key) {
  const Value tensor = IsVariable(self) ? MakeTensor(ReadVariable(AsVariable(self))) : self;
  if (const Value& getitem = TheNumpyStyle().getitem; !getitem.is_undef() && !IsVariable(self))
    return Call(getitem, tensor, key);
  if (IsMask(key)) return Call(LookupTf("tf.boolean_mask"), tensor, key);
  const SliceSpec spec = ParseSlice(key);
  Context& context = Context::Get();
  std::string old;
  const std::string scope = context.EnterScope("strided_slice", &old);
  struct Leave {
    std::string* old;
    ~Leave() { Context::Get().ExitScope(std::move(*old)); }
  } leave{&old};
  const PackedSlice packed = PackSlice(spec);
  Value slice = CallOp("StridedSlice", {tensor, packed.begin, packed.end, packed.strides},
                       {{"begin_mask", Value::Int(packed.begin_mask)},
                        {"end_mask", Value::Int(packed.end_mask)},
                        {"ellipsis_mask", Value::Int(packed.ellipsis_mask)},
                        {"new_axis_mask", Value::Int(packed.new_axis_mask)},
                        {"shrink_axis_mask", Value::Int(packed.shrink_axis_mask)}},
                       MakeStr(scope));
  // v[key].assign(value) changes the variable.
  if (IsVariable(self))
    SetAttr(slice, InternStr("assign"), SliceAssigner(self, packed, MakeStr(scope + "_assign")));
  return slice;
}

}  // namespace tp
