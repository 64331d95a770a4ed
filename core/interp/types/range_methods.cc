// Methods of range and slice.
#include "core/interp/bigint.h"
#include "core/interp/interp.h"
#include "core/interp/registry.h"

namespace tp {
namespace {

RangeObject* Self(Args args) { return args[0].as<RangeObject>(); }

Value Start(Interp&, Args args) { return Self(args)->start; }
Value Stop(Interp&, Args args) { return Self(args)->stop; }
Value Step(Interp&, Args args) { return Self(args)->step; }

// The place of `v` in the range, or kUndef.
Value PlaceOf(RangeObject* r, const Value& v) {
  if (IsAnyInt(v)) {
    const Value offset = Binary(ast::BinOp::kSub, PlainInt(v), r->start);
    if (IntSign(Binary(ast::BinOp::kMod, offset, r->step)) != 0) return {};
    Value place = Binary(ast::BinOp::kFloorDiv, offset, r->step);
    if (IntSign(place) < 0 || IntCompare(place, r->length) >= 0) return {};
    return place;
  }
  int64_t index = 0;
  Value found;
  const Value range = Value::Borrow(r);
  ForEach(range, [&](const Value& item) {
    if (found.is_undef() && Equal(item, v)) found = Value::Int(index);
    ++index;
  });
  return found;
}
Value IndexOf(Interp&, Args args) {
  CheckArgs("range.index", args.From(1), 1, 1);
  Value place = PlaceOf(Self(args), args[1]);
  if (place.is_undef()) {
    if (!IsAnyInt(args[1])) Raise(&ValueErrorType, "sequence.index(x): x not in sequence");
    RaiseText(&ValueErrorType, Repr(args[1]) + " is not in range");
  }
  return place;
}
Value Count(Interp&, Args args) {
  CheckArgs("range.count", args.From(1), 1, 1);
  if (IsAnyInt(args[1])) return Value::Int(!PlaceOf(Self(args), args[1]).is_undef());
  int64_t count = 0;
  ForEach(args[0], [&](const Value& item) { count += Equal(item, args[1]); });
  return Value::Int(count);
}
Value Reversed(Interp& in, Args args) { return Call(ModuleGet(in.builtins(), "reversed"), args[0]); }

const MethodDef kRange[] = {
    {"start", Start, nullptr, nullptr, kProperty},
    {"stop", Stop, nullptr, nullptr, kProperty},
    {"step", Step, nullptr, nullptr, kProperty},
    {"index", IndexOf},
    {"count", Count},
    {"__reversed__", Reversed, "self, /"},
};
TP_REGISTER_METHODS(RangeType, kRange);

Value SliceStart(Interp&, Args args) { return args[0].as<SliceObject>()->start; }
Value SliceStop(Interp&, Args args) { return args[0].as<SliceObject>()->stop; }
Value SliceStep(Interp&, Args args) { return args[0].as<SliceObject>()->step; }
Value Indices(Interp&, Args args) {
  CheckArgs("slice.indices", args.From(1), 1, 1);
  const Value whole = Index(args[1]);
  if (IntSign(whole) < 0) Raise(&ValueErrorType, "length should not be negative");
  int64_t length;
  if (!FitsInt64(whole, &length)) {
    // What a range of that length makes of it.
    const Value range = MakeRange(Value::Int(0), whole, Value::Int(1));
    const Value part = GetItem(range, args[0]);
    const auto* r = part.as<RangeObject>();
    return MakeTuple({r->start, r->stop, r->step});
  }
  int64_t start, stop, step;
  SliceIndices(args[0].as<SliceObject>(), length, &start, &stop, &step);
  return MakeTuple({Value::Int(start), Value::Int(stop), Value::Int(step)});
}
const MethodDef kSlice[] = {
    {"start", SliceStart, nullptr, nullptr, kProperty},
    {"stop", SliceStop, nullptr, nullptr, kProperty},
    {"step", SliceStep, nullptr, nullptr, kProperty},
    {"indices", Indices, "self, length, /"},
};
TP_REGISTER_METHODS(SliceType, kSlice);

}  // namespace
}  // namespace tp
