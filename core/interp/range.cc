// slice, range and cells.
#include <algorithm>

#include "core/interp/abstract.h"
#include "core/interp/bigint.h"
#include "core/interp/bytearray.h"
#include "core/interp/function.h"
#include "core/interp/gc.h"
#include "core/interp/hash.h"

namespace tp {

using ast::BinOp;
using ast::CmpOp;

// ---- slice

Value MakeSlice(const Value& start, const Value& stop, const Value& step) {
  auto* s = New<SliceObject>(&SliceType);
  s->start = start;
  s->stop = stop;
  s->step = step;
  GcTrack(s);
  return Value::Own(s);
}

namespace {

int64_t SliceIndex(const Value& v) {
  if (v.is_int()) return v.as_int();
  if (!v.is_bool() && !IsAnyInt(v) && !TypeOf(v)->slots.number->index)
    Raise(&TypeErrorType, "slice indices must be integers or None or have an __index__ method");
  return IndexInt64(v, nullptr);
}

}  // namespace

int64_t SliceIndices(const SliceObject* s, int64_t length, int64_t* start, int64_t* stop, int64_t* step) {
  *step = s->step.is_none() ? 1 : SliceIndex(s->step);
  if (*step == 0) Raise(&ValueErrorType, "slice step cannot be zero");
  if (*step < -INT64_MAX) *step = -INT64_MAX;
  const int64_t low = *step < 0 ? -1 : 0, high = *step < 0 ? length - 1 : length;
  const auto clip = [&](const Value& v, int64_t otherwise) {
    if (v.is_none()) return otherwise;
    int64_t i = SliceIndex(v);
    if (i < 0) return std::max(i + length, low);
    return std::min(i, high);
  };
  *start = clip(s->start, *step < 0 ? high : low);
  *stop = clip(s->stop, *step < 0 ? low : high);
  if (*step > 0) return *start < *stop ? (*stop - *start - 1) / *step + 1 : 0;
  return *stop < *start ? (*start - *stop - 1) / -*step + 1 : 0;
}

namespace {

void SliceDealloc(Object* o) {
  auto* s = static_cast<SliceObject*>(o);
  s->start.Clear();
  s->stop.Clear();
  s->step.Clear();
  FreeObject(o);
}
void SliceTraverse(Object* o, GcVisitor& visit) {
  auto* s = static_cast<SliceObject*>(o);
  visit(s->start);
  visit(s->stop);
  visit(s->step);
}
Value SliceNew(TypeObject*, Args args) {
  CheckNoKeywords("slice", args);
  CheckArgs("slice", args, 1, 3);
  if (args.size() == 1) return MakeSlice(Value::None(), args[0], Value::None());
  return MakeSlice(args[0], args[1], args.size() == 3 ? args[2] : Value::None());
}
Value SliceRepr(const Value& v) {
  const NativeRecursion recursion(" while getting the repr of an object");
  auto* s = v.as<SliceObject>();
  return MakeStr("slice(" + Repr(s->start) + ", " + Repr(s->stop) + ", " + Repr(s->step) + ")");
}
Value SliceCompare(const Value& a, const Value& b, CmpOp op) {
  if (!IsExact(b, &SliceType)) return NotImplemented();
  auto *x = a.as<SliceObject>(), *y = b.as<SliceObject>();
  return Compare(MakeTuple({x->start, x->stop, x->step}), MakeTuple({y->start, y->stop, y->step}), op);
}

// ---- range

RangeObject* R(const Value& v) { return v.as<RangeObject>(); }

void RangeDealloc(Object* o) {
  auto* r = static_cast<RangeObject*>(o);
  for (Value* v : {&r->start, &r->stop, &r->step, &r->length}) v->Clear();
  FreeObject(o);
}
Value RangeNew(TypeObject*, Args args) {
  CheckNoKeywords("range", args);
  if (args.size() == 0) Raise(&TypeErrorType, "range expected at least 1 argument, got 0");
  if (args.size() > 3) Raise(&TypeErrorType, "range expected at most 3 arguments, got %u", args.size());
  if (args.size() == 1) return MakeRange(Value::Int(0), Index(args[0]), Value::Int(1));
  Value start = Index(args[0]), stop = Index(args[1]);
  Value step = args.size() == 3 ? Index(args[2]) : Value::Int(1);
  return MakeRange(start, stop, step);
}
Value RangeRepr(const Value& v) {
  std::string s = "range(" + Repr(R(v)->start) + ", " + Repr(R(v)->stop);
  if (!R(v)->step.Is(Value::Int(1))) s += ", " + Repr(R(v)->step);
  return MakeStr(s + ")");
}
bool RangeTruth(const Value& v) { return !R(v)->length.Is(Value::Int(0)); }
int64_t RangeLen(const Value& v) {
  if (!R(v)->length.is_int()) Raise(&OverflowErrorType, "Python int too large to convert to C ssize_t");
  return R(v)->length.as_int();
}
Value RangeAt(const RangeObject* r, const Value& index) {
  return IntBinary(BinOp::kAdd, r->start, IntBinary(BinOp::kMult, index, r->step));
}
// A slice of a range that is longer than 64 bits can count.
Value SliceOfHuge(const RangeObject* r, const SliceObject* s) {
  const auto index = [](const Value& v) {
    if (!IsAnyInt(v) && !TypeOf(v)->slots.number->index)
      Raise(&TypeErrorType, "slice indices must be integers or None or have an __index__ method");
    return Index(v);
  };
  const Value step = s->step.is_none() ? Value::Int(1) : index(s->step);
  if (IntSign(step) == 0) Raise(&ValueErrorType, "slice step cannot be zero");
  const bool down = IntSign(step) < 0;
  const Value one = Value::Int(1), low = Value::Int(down ? -1 : 0),
              high = down ? IntBinary(BinOp::kSub, r->length, one) : r->length;
  const auto clip = [&](const Value& v, const Value& otherwise) {
    if (v.is_none()) return otherwise;
    Value i = index(v);
    if (IntSign(i) < 0) {
      i = IntBinary(BinOp::kAdd, i, r->length);
      return IntCompare(i, low) < 0 ? low : i;
    }
    return IntCompare(i, high) > 0 ? high : i;
  };
  const Value start = clip(s->start, down ? high : low), stop = clip(s->stop, down ? low : high);
  return MakeRange(RangeAt(r, start), RangeAt(r, stop), IntBinary(BinOp::kMult, r->step, step));
}
Value RangeGetItem(const Value& self, const Value& key) {
  auto* r = R(self);
  if (IsExact(key, &SliceType)) {
    const auto* slice = key.as<SliceObject>();
    const auto small = [](const Value& v) { return v.is_none() || v.is_int(); };
    if (!r->length.is_int() || !small(slice->start) || !small(slice->stop) || !small(slice->step))
      return SliceOfHuge(r, slice);
    int64_t start, stop, step;
    SliceIndices(key.as<SliceObject>(), RangeLen(self), &start, &stop, &step);
    return MakeRange(RangeAt(r, Value::Int(start)), RangeAt(r, Value::Int(stop)),
                     IntBinary(BinOp::kMult, r->step, Value::Int(step)));
  }
  if (!IsAnyInt(key) && !TypeOf(key)->slots.number->index)
    Raise(&TypeErrorType, "range indices must be integers or slices, not %s", TypeNameOf(key).c_str());
  Value i = Index(key);
  if (IntSign(i) < 0) i = IntBinary(BinOp::kAdd, i, r->length);
  if (IntSign(i) < 0 || IntCompare(i, r->length) >= 0)
    return RaiseValue(&IndexErrorType, "range object index out of range");
  return RangeAt(r, i);
}
bool RangeContains(const Value& self, const Value& item) {
  auto* r = R(self);
  if (!item.is_int() && !item.is_bool() && !IsExact(item, &IntType)) {
    bool found = false;
    Value it = Iter(self);
    for (Value v = Next(it); !v.is_stop() && !found; v = Next(it)) found = Equal(v, item);
    return found;
  }
  const bool up = IntSign(r->step) > 0;
  if (up ? IntCompare(item, r->start) < 0 || IntCompare(item, r->stop) >= 0
         : IntCompare(item, r->start) > 0 || IntCompare(item, r->stop) <= 0)
    return false;
  return IntSign(IntBinary(BinOp::kMod, IntBinary(BinOp::kSub, item, r->start), r->step)) == 0;
}
Value RangeKey(const RangeObject* r) {
  if (r->length.Is(Value::Int(0))) return MakeTuple({r->length, Value::None(), Value::None()});
  if (r->length.Is(Value::Int(1))) return MakeTuple({r->length, r->start, Value::None()});
  return MakeTuple({r->length, r->start, r->step});
}
int64_t RangeHash(const Value& v) { return Hash(RangeKey(R(v))); }
Value RangeCompare(const Value& a, const Value& b, CmpOp op) {
  if (!IsExact(b, &RangeType) || (op != CmpOp::kEq && op != CmpOp::kNotEq)) return NotImplemented();
  return Compare(RangeKey(R(a)), RangeKey(R(b)), op);
}
Value LongRangeNext(const Value& self) {
  auto* it = self.as<IndexIterator>();
  if (it->container.is_undef()) return Value::Stop();
  const auto* r = R(it->container);
  const Value index = Value::Int(it->index);
  if (IntCompare(index, r->length) >= 0) {
    it->container.Clear();
    return Value::Stop();
  }
  ++it->index;
  return RangeAt(r, index);
}
Value RangeIter(const Value& self) {
  auto* r = R(self);
  if (!r->small) {
    auto* it = New<IndexIterator>(&LongRangeIteratorType);
    it->container = self;
    GcTrack(it);
    return Value::Own(it);
  }
  auto* it = New<RangeIterator>(&RangeIteratorType);
  it->next = r->start.as_int();
  it->step = r->step.as_int();
  it->left = r->length.as_int();
  return Value::Own(it);
}
Value RangeNext(const Value& self) {
  auto* it = self.as<RangeIterator>();
  if (it->left <= 0) return Value::Stop();
  const int64_t v = it->next;
  --it->left;
  it->next = static_cast<int64_t>(static_cast<uint64_t>(v) + static_cast<uint64_t>(it->step));
  return Value::Int(v);
}

// ---- cell

void CellDealloc(Object* o) {
  static_cast<CellObject*>(o)->value.Clear();
  FreeObject(o);
}
void CellTraverse(Object* o, GcVisitor& visit) { visit(static_cast<CellObject*>(o)->value); }
void CellClear(Object* o) { static_cast<CellObject*>(o)->value.Clear(); }

constexpr TypeSpec SliceSpec() {
  TypeSpec t{.name = "slice", .size = sizeof(SliceObject), .flags = kTypeGc | kTypeNoSubclass};
  t.slots.dealloc = SliceDealloc;
  t.slots.traverse = SliceTraverse;
  t.slots.new_object = SliceNew;
  t.slots.repr = SliceRepr;
  t.slots.compare = SliceCompare;
  return t;
}
constexpr TypeSpec RangeSpec() {
  TypeSpec t{.name = "range", .size = sizeof(RangeObject), .flags = kTypeNoSubclass | kTypeSequence};
  TypeSlots& s = t.slots;
  s.dealloc = RangeDealloc;
  s.new_object = RangeNew;
  s.repr = RangeRepr;
  s.truth = RangeTruth;
  s.len = RangeLen;
  s.getitem = RangeGetItem;
  s.contains = RangeContains;
  s.hash = RangeHash;
  s.compare = RangeCompare;
  s.iter = RangeIter;
  return t;
}
constexpr TypeSpec RangeIteratorSpec() {
  TypeSpec t{.name = "range_iterator", .size = sizeof(RangeIterator)};
  t.slots.dealloc = FreeObject;
  t.slots.iter = SelfIter;
  t.slots.next = RangeNext;
  return t;
}
constexpr TypeSpec CellSpec() {
  TypeSpec t{.name = "cell", .size = sizeof(CellObject), .flags = kTypeGc | kTypeNoSubclass};
  t.slots.dealloc = CellDealloc;
  t.slots.traverse = CellTraverse;
  t.slots.clear = CellClear;
  return t;
}

}  // namespace

Value MakeRange(const Value& start, const Value& stop, const Value& step) {
  if (IntSign(step) == 0) Raise(&ValueErrorType, "range() arg 3 must not be zero");
  auto* r = New<RangeObject>(&RangeType);
  Value result = Value::Own(r);
  r->start = start;
  r->stop = stop;
  r->step = step;
  const bool up = IntSign(step) > 0;
  const Value low = up ? start : stop, high = up ? stop : start;
  if (IntCompare(low, high) >= 0) {
    r->length = Value::Int(0);
  } else {
    const Value size = up ? step : IntNegate(step);
    const Value span = IntBinary(BinOp::kSub, IntBinary(BinOp::kSub, high, low), Value::Int(1));
    r->length = IntBinary(BinOp::kAdd, IntBinary(BinOp::kFloorDiv, span, size), Value::Int(1));
  }
  r->small = start.is_int() && stop.is_int() && step.is_int() && r->length.is_int();
  return result;
}

CellObject* NewCell(Value value) {
  auto* c = static_cast<CellObject*>(AllocBytes(sizeof(CellObject)));
  c->refs = 1;
  c->flags = 0;
  c->type = &CellType;
  new (&c->value) Value(std::move(value));
  GcTrack(c);
  return c;
}

namespace {
Value CellContents(Interp&, Args args) {
  const Value& value = args[0].as<CellObject>()->value;
  if (value.is_undef()) Raise(&ValueErrorType, "Cell is empty");
  return value;
}
Value SetCellContents(Interp&, Args args) {
  args[0].as<CellObject>()->value = args.size() > 1 ? args[1] : Value();
  return Value::None();
}
const MethodDef kCellMethods[] = {
    {"cell_contents", CellContents, nullptr, nullptr, kProperty, SetCellContents}};
}  // namespace

constinit TypeObject SliceType(SliceSpec());
constinit TypeObject RangeType(RangeSpec());
constinit TypeObject RangeIteratorType(RangeIteratorSpec());
constinit TypeObject LongRangeIteratorType(IndexIteratorSpec("longrange_iterator", LongRangeNext));
constinit TypeObject CellType(CellSpec());
TP_REGISTER_TYPE(SliceType);
TP_REGISTER_TYPE(RangeType);
TP_REGISTER_HIDDEN_TYPE(CellType);
TP_REGISTER_METHODS(CellType, kCellMethods);

}  // namespace tp
