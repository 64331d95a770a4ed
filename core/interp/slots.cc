// Slots and dunder methods are two sides of one thing. For a builtin type, the slots are given and the
// methods
// (`int.__add__`) are made from them. For a class of a spec, the methods are given and the slots call them.
// Both come from one table.
#include <cstring>

#include "core/interp/abstract.h"
#include "core/interp/bigint.h"
#include "core/interp/bytearray.h"
#include "core/interp/eval.h"
#include "core/interp/gc.h"
#include "core/interp/interp.h"
#include "core/interp/number.h"
#include "core/interp/type.h"

namespace tp {

using ast::BinOp;
using ast::CmpOp;

namespace {

// ---- calling dunder methods of classes of the spec

// The method `name` of type(self), ready to be called with self in front unless it is bound: *bound tells.
Value FindMethod(const Value& self, StrObject* name) {
  const Value* found = TypeLookup(TypeOf(self), name);
  return found ? *found : Value();
}

Value TryCallFound(const Value& method, const Value& self, const Value* a, const Value* b) {
  if (IsExact(method, &PyFunctionType)) return TryCallFunction(method.as<FunctionObject>(), self, a, b);
  if (IsExact(method, &SlotWrapperType) || IsExact(method, &MethodDescrType)) {
    Value args[3] = {self, a ? *a : Value(), b ? *b : Value()};
    return TryCall(method, Args{args, 1u + (a != nullptr) + (b != nullptr), 0, nullptr});
  }
  Value bound = TryBindDescriptor(method, self, TypeOf(self));
  if (bound.is_raised()) return bound;
  Value args[2] = {a ? *a : Value(), b ? *b : Value()};
  return TryCall(bound, Args{args, 0u + (a != nullptr) + (b != nullptr), 0, nullptr});
}
Value CallFound(const Value& method, const Value& self, const Value* a, const Value* b) {
  return OrThrow(TryCallFound(method, self, a, b));
}

Value TryCallDunder(const Value& self, StrObject* name, const Value* a = nullptr, const Value* b = nullptr) {
  Value method = FindMethod(self, name);
  return method.is_undef() ? AttributeErrorValue(self, name) : TryCallFound(method, self, a, b);
}
Value CallDunder(const Value& self, StrObject* name, const Value* a = nullptr, const Value* b = nullptr) {
  return OrThrow(TryCallDunder(self, name, a, b));
}

// ---- slots of classes of the spec

Value SlotRepr(const Value& self) {
  Value r = CallDunder(self, names.repr_);
  if (!IsStr(r)) Raise(&TypeErrorType, "__repr__ returned non-string (type %s)", TypeNameOf(r).c_str());
  return r;
}
Value SlotStr(const Value& self) {
  Value r = CallDunder(self, names.str_);
  if (!IsStr(r)) Raise(&TypeErrorType, "__str__ returned non-string (type %s)", TypeNameOf(r).c_str());
  return r;
}
int64_t SlotHash(const Value& self) {
  Value r = CallDunder(self, names.hash_);
  if (!IsAnyInt(r)) Raise(&TypeErrorType, "__hash__ method should return an integer");
  int64_t h;
  if (!FitsInt64(r, &h)) h = IntHash(r);
  return h == -1 ? -2 : h;
}
Value SlotCompare(const Value& self, const Value& other, CmpOp op) {
  StrObject* const by_op[] = {names.eq_, names.ne_, names.lt_, names.le_, names.gt_, names.ge_};
  Value method = FindMethod(self, by_op[static_cast<int>(op)]);
  if (method.is_undef()) return NotImplemented();
  return TryCallFound(method, self, &other, nullptr);
}
bool SlotTruth(const Value& self) {
  Value r = CallDunder(self, names.bool_);
  if (!r.is_bool()) Raise(&TypeErrorType, "__bool__ should return bool, returned %s", TypeNameOf(r).c_str());
  return r.is_true();
}
Value SlotIter(const Value& self) {
  Value method = FindMethod(self, names.iter_);
  if (method.is_none()) Raise(&TypeErrorType, "'%s' object is not iterable", TypeNameOf(self).c_str());
  Value r = TryCallFound(method, self, nullptr, nullptr);
  if (r.is_raised()) return r;
  if (!TypeOf(r)->slots.next)
    Raise(&TypeErrorType, "iter() returned non-iterator of type '%s'", TypeNameOf(r).c_str());
  return r;
}
Value SlotNext(const Value& self) {
  Value r = Held([&] { return TryCallDunder(self, names.next_); });
  return r.is_raised() && DropHeld(&StopIterationType) ? Value::Stop() : r;
}
int64_t SlotLen(const Value& self) {
  Value r = CallDunder(self, names.len_);
  Value i = Index(r);
  int64_t n;
  if (IntSign(i) < 0) Raise(&ValueErrorType, "__len__() should return >= 0");
  if (!FitsInt64(i, &n)) Raise(&OverflowErrorType, "cannot fit 'int' into an index-sized integer");
  return n;
}
Value SlotGetItem(const Value& self, const Value& key) { return TryCallDunder(self, names.getitem_, &key); }
void SlotSetItem(const Value& self, const Value& key, const Value& value) {
  StrObject* name = value.is_undef() ? names.delitem_ : names.setitem_;
  Value method = FindMethod(self, name);
  if (method.is_undef()) RaiseWith(&AttributeErrorType, Value::Borrow(name));
  CallFound(method, self, &key, value.is_undef() ? nullptr : &value);
}
bool SlotContains(const Value& self, const Value& item) {
  Value method = FindMethod(self, names.contains_);
  if (method.is_none()) Raise(&TypeErrorType, "'%s' object is not a container", TypeNameOf(self).c_str());
  return IsTrue(CallFound(method, self, &item, nullptr));
}
Value SlotCall(const Value& self, Args args) {
  const NativeRecursion recursion(
      " while calling a Python object");  // `__call__` may be an object like this one
  Value method = FindMethod(self, names.call_);
  Value bound = TryBindDescriptor(method, self, TypeOf(self));
  return bound.is_raised() ? bound : TryCall(bound, args);
}
Value SlotGetAttr(const Value& self, StrObject* name) {
  // __getattribute__, then __getattr__.
  Value attribute_method = FindMethod(self, names.getattribute_), fallback = FindMethod(self, names.getattr_);
  const Value name_value = Value::Borrow(name);
  const bool plain = attribute_method.is_undef() ||
                     (IsExact(attribute_method, &SlotWrapperType) &&
                      attribute_method.as<SlotWrapperObject>()->owner->slots.getattr == GenericGetAttr);
  if (fallback.is_undef()) {
    if (plain) return GenericGetAttr(self, name);
    return TryCallFound(attribute_method, self, &name_value, nullptr);
  }
  Value r = Held([&] {  // a property may have raised AttributeError
    return plain ? GenericGetAttr(self, name) : TryCallFound(attribute_method, self, &name_value, nullptr);
  });
  const bool none = r.is_undef() || (r.is_raised() && DropHeld(&AttributeErrorType));
  return none ? TryCallFound(fallback, self, &name_value, nullptr) : r;
}
void SlotSetAttr(const Value& self, StrObject* name, const Value& value) {
  const Value name_value = Value::Borrow(name);
  if (value.is_undef())
    CallDunder(self, names.delattr_, &name_value);
  else
    CallDunder(self, names.setattr_, &name_value, &value);
}
Value SlotDescrGet(const Value& self, const Value& instance, TypeObject* owner) {
  Value method = FindMethod(self, names.get_);
  if (method.is_undef()) return self;
  const Value inst = instance.is_undef() ? Value::None() : instance, type = TypeValue(owner);
  return TryCallFound(method, self, &inst, &type);
}
void SlotDescrSet(const Value& self, const Value& instance, const Value& value) {
  StrObject* name = value.is_undef() ? names.delete_ : names.set_;
  Value method = FindMethod(self, name);
  if (method.is_undef()) RaiseWith(&AttributeErrorType, Value::Borrow(name));
  CallFound(method, self, &instance, value.is_undef() ? nullptr : &value);
}
Value SlotNew(TypeObject* type, Args args) {
  Value method = FindMethodOfType(type, names.new_);
  ArgList list;
  list.Add(TypeValue(type));
  for (uint32_t i = 0; i < args.num_pos; ++i) list.Add(args[i]);
  for (uint32_t i = 0; i < args.num_kw; ++i) list.AddKeyword(args.kw_names[i], args.kw(i));
  return Call(BindDescriptor(method, Value(), type), list);
}
void SlotInit(const Value& self, Args args) {
  Value method = FindMethod(self, names.init_);
  Value r;
  if (IsExact(method, &PyFunctionType)) {
    ArgList list;
    list.Add(self);
    for (uint32_t i = 0; i < args.num_pos; ++i) list.Add(args[i]);
    for (uint32_t i = 0; i < args.num_kw; ++i) list.AddKeyword(args.kw_names[i], args.kw(i));
    r = Call(method, list);
  } else {
    r = Call(BindDescriptor(method, self, TypeOf(self)), args);
  }
  if (!r.is_none()) Raise(&TypeErrorType, "__init__() should return None, not '%s'", TypeNameOf(r).c_str());
}
void SlotFinalize(const Value& self) { CallDunder(self, names.del_); }

// Unary slots by name.
template <StrObject* SpecialNames::*name>
Value SlotUnary(const Value& self) {
  return CallDunder(self, names.*name);
}
Value SlotToInt(const Value& self) {
  Value r = CallDunder(self, names.int_);
  if (!IsAnyInt(r)) Raise(&TypeErrorType, "__int__ returned non-int (type %s)", TypeNameOf(r).c_str());
  return r;
}
Value SlotToFloat(const Value& self) {
  Value r = CallDunder(self, names.float_);
  if (!IsInstance(r, &FloatType))
    Raise(&TypeErrorType, "%s.__float__ returned non-float (type %s)", TypeNameOf(self).c_str(),
          TypeNameOf(r).c_str());
  return r;
}
Value SlotIndex(const Value& self) {
  Value r = CallDunder(self, names.index_);
  if (!IsAnyInt(r)) Raise(&TypeErrorType, "__index__ returned non-int (type %s)", TypeNameOf(r).c_str());
  return r;
}

// a op b where at least one is of a class of the spec: CPython's order of __op__ and __rop__.
template <int op, StrObject* SpecialNames::*forward, StrObject* SpecialNames::*reverse>
Value SlotBinary(const Value& a, const Value& b) {
  TypeObject *ta = TypeOf(a), *tb = TypeOf(b);
  BinaryFn const self = &SlotBinary<op, forward, reverse>;
  const bool left = ta->slots.number->binary[op] == self;
  bool right = ta != tb && tb->slots.number->binary[op] == self;
  const auto call_reverse = [&]() -> Value {
    Value method = FindMethod(b, names.*reverse);
    if (method.is_undef()) return NotImplemented();
    return TryCallFound(method, b, &a, nullptr);
  };
  if (left) {
    if (right && IsSubtype(tb, ta)) {
      const Value *own = TypeLookup(tb, names.*reverse), *base = TypeLookup(ta, names.*reverse);
      if (own && (!base || !own->Is(*base))) {
        Value r = call_reverse();
        if (!IsNotImplemented(r)) return r;
        right = false;
      }
    }
    Value method = FindMethod(a, names.*forward);
    if (!method.is_undef()) {
      Value r = TryCallFound(method, a, &b, nullptr);
      if (!IsNotImplemented(r) || ta == tb) return r;
    }
  }
  return right ? call_reverse() : NotImplemented();
}
template <StrObject* SpecialNames::*name>
Value SlotInplace(const Value& a, const Value& b) {
  Value method = FindMethod(a, names.*name);
  if (method.is_undef()) return NotImplemented();
  return TryCallFound(method, a, &b, nullptr);
}

// ---- methods of builtin types

constexpr int kOp(BinOp op) { return static_cast<int>(op); }

void Need(const SlotDef*, const char* name, Args args, uint32_t n) {
  if (args.num_pos != n + 1 || args.num_kw) {
    if (args.num_kw) Raise(&TypeErrorType, "wrapper %s() takes no keyword arguments", name);
    Raise(&TypeErrorType, "expected %u argument%s, got %u", n, n == 1 ? "" : "s",
          args.num_pos ? args.num_pos - 1 : 0);
  }
}
#define TP_NEED(n) Need(nullptr, "", args, n)
// CPython unpacks the arguments of some wrappers under an empty name.
void NeedUnpacked(Args args, uint32_t n) {
  if (args.num_pos != n + 1 && !args.num_kw)
    Raise(&TypeErrorType, " expected %u argument%s, got %u", n, n == 1 ? "" : "s", args.num_pos - 1);
  TP_NEED(n);
}

template <UnaryFn TypeSlots::*slot>
Value WrapUnary(TypeObject* owner, Args args) {
  TP_NEED(0);
  return (owner->slots.*slot)(args[0]);
}
template <UnaryFn NumberSlots::*slot>
Value WrapNumber(TypeObject* owner, Args args) {
  TP_NEED(0);
  return (owner->slots.number->*slot)(args[0]);
}
Value WrapHash(TypeObject* owner, Args args) {
  TP_NEED(0);
  return Value::Int(owner->slots.hash(args[0]));
}
template <CmpOp op>
Value WrapCompare(TypeObject* owner, Args args) {
  TP_NEED(1);
  return owner->slots.compare(args[0], args[1], op);
}
Value WrapTruth(TypeObject* owner, Args args) {
  TP_NEED(0);
  return Value::Bool(owner->slots.truth(args[0]));
}
Value WrapNext(TypeObject* owner, Args args) {
  TP_NEED(0);
  Value r = owner->slots.next(args[0]);
  return r.is_stop() ? RaiseValue(MakeException(&StopIterationType, ArgList())) : r;
}
Value WrapLen(TypeObject* owner, Args args) {
  TP_NEED(0);
  return Value::Int(owner->slots.len(args[0]));
}
Value WrapGetItem(TypeObject* owner, Args args) {
  TP_NEED(1);
  return owner->slots.getitem(args[0], args[1]);
}
Value WrapSetItem(TypeObject* owner, Args args) {
  NeedUnpacked(args, 2);
  owner->slots.setitem(args[0], args[1], args[2]);
  return Value::None();
}
Value WrapDelItem(TypeObject* owner, Args args) {
  TP_NEED(1);
  owner->slots.setitem(args[0], args[1], Value());
  return Value::None();
}
Value WrapContains(TypeObject* owner, Args args) {
  TP_NEED(1);
  return Value::Bool(owner->slots.contains(args[0], args[1]));
}
Value WrapCall(TypeObject* owner, Args args) { return owner->slots.call(args[0], args.From(1)); }
StrObject* NameArgument(const Value& v) {
  if (!IsStr(v)) Raise(&TypeErrorType, "attribute name must be string, not '%s'", TypeNameOf(v).c_str());
  return InternStr(v);
}
Value WrapGetAttr(TypeObject* owner, Args args) {
  TP_NEED(1);
  StrObject* name = NameArgument(args[1]);
  Value r = owner->slots.getattr(args[0], name);
  return r.is_undef() ? AttributeErrorValue(args[0], name) : r;
}
Value WrapSetAttr(TypeObject* owner, Args args) {
  NeedUnpacked(args, 2);
  owner->slots.setattr(args[0], NameArgument(args[1]), args[2]);
  return Value::None();
}
Value WrapDelAttr(TypeObject* owner, Args args) {
  TP_NEED(1);
  owner->slots.setattr(args[0], NameArgument(args[1]), Value());
  return Value::None();
}
Value WrapDescrGet(TypeObject* owner, Args args) {
  if (args.num_pos < 2 || args.num_pos > 3) TP_NEED(1);
  const Value instance = args[1].is_none() ? Value() : args[1];
  TypeObject* type = args.num_pos == 3 && IsType(args[2]) ? AsType(args[2]) : TypeOf(args[1]);
  return owner->slots.descr_get(args[0], instance, type);
}
Value WrapDescrSet(TypeObject* owner, Args args) {
  TP_NEED(2);
  owner->slots.descr_set(args[0], args[1], args[2]);
  return Value::None();
}
Value WrapInit(TypeObject* owner, Args args) {
  owner->slots.init(args[0], args.From(1));
  return Value::None();
}
Value WrapDescrDelete(TypeObject* owner, Args args) {
  TP_NEED(1);
  owner->slots.descr_set(args[0], args[1], Value());
  return Value::None();
}
// `+` and `*` of sequences are no operators of numbers: what does not fit is refused at once. `**` takes a
// modulus.
bool IsSequenceType(const TypeObject* type) {
  return IsSubtype(type, &TupleType) || IsSubtype(type, &ListType) || IsSubtype(type, &StrType) ||
         IsSubtype(type, &BytesType) || IsSubtype(type, &ByteArrayType);
}
template <int op>
void NeedOperand(const TypeObject* owner, Args args) {
  if (op == kOp(BinOp::kMult) && IsSequenceType(owner)) NeedUnpacked(args, 1);
  if (op == kOp(BinOp::kPow) && !args.num_kw && (args.num_pos < 2 || args.num_pos > 3))
    Raise(&TypeErrorType, " expected at %s argument%s, got %u", args.num_pos < 2 ? "least 1" : "most 2",
          args.num_pos < 2 ? "" : "s", args.num_pos - 1);
  if (op != kOp(BinOp::kPow) || args.num_kw) TP_NEED(1);
}
template <int op>
Value WrapBinary(TypeObject* owner, Args args) {
  NeedOperand<op>(owner, args);
  if (args.num_pos == 3 && !args[2].is_none()) return PowerWithModulus(owner, args[0], args[1], args[2]);
  if (op == kOp(BinOp::kMult) && IsSequenceType(owner)) return Binary(BinOp::kMult, args[0], Index(args[1]));
  Value r = owner->slots.number->binary[op](args[0], args[1]);
  if (op == kOp(BinOp::kAdd) && IsNotImplemented(r) && IsSequenceType(owner))
    return Binary(BinOp::kAdd, args[0], args[1]);
  return r;
}
template <int op>
Value WrapReverse(TypeObject* owner, Args args) {
  NeedOperand<op>(owner, args);
  if (args.num_pos == 3 && !args[2].is_none()) return PowerWithModulus(owner, args[1], args[0], args[2]);
  if (op == kOp(BinOp::kMult) && IsSequenceType(owner)) return Binary(BinOp::kMult, args[0], Index(args[1]));
  return owner->slots.number->binary[op](args[1], args[0]);
}
template <int op>
Value WrapInplace(TypeObject* owner, Args args) {
  if (op == kOp(BinOp::kMult) && IsSequenceType(owner)) {
    NeedUnpacked(args, 1);
    return owner->slots.number->inplace[op](args[0], Index(args[1]));
  }
  TP_NEED(1);
  return owner->slots.number->inplace[op](args[0], args[1]);
}

// ---- the table

#define TP_OFF(field) static_cast<uint16_t>(offsetof(TypeSlots, field))
// Offsets behind those of TypeSlots are NumberSlots'.
constexpr size_t kNumberOffset = sizeof(TypeSlots);
#define TP_NUMBER_OFF(field) static_cast<uint16_t>(kNumberOffset + offsetof(NumberSlots, field))
#define TP_FN(f) reinterpret_cast<void*>(f)
#define TP_BINARY(Op, fwd, rev, in)                                                                          \
  {"__" #fwd "__",                                                                                           \
   static_cast<uint16_t>(kNumberOffset + offsetof(NumberSlots, binary) + sizeof(BinaryFn) * kOp(BinOp::Op)), \
   TP_FN((&SlotBinary<kOp(BinOp::Op), &SpecialNames::fwd##_, &SpecialNames::rev##_>)),                       \
   WrapBinary<kOp(BinOp::Op)>, nullptr},                                                                     \
      {"__" #rev "__",                                                                                       \
       static_cast<uint16_t>(kNumberOffset + offsetof(NumberSlots, binary) +                                 \
                             sizeof(BinaryFn) * kOp(BinOp::Op)),                                             \
       TP_FN((&SlotBinary<kOp(BinOp::Op), &SpecialNames::fwd##_, &SpecialNames::rev##_>)),                   \
       WrapReverse<kOp(BinOp::Op)>, nullptr},                                                                \
  {                                                                                                          \
    "__" #in "__",                                                                                           \
        static_cast<uint16_t>(kNumberOffset + offsetof(NumberSlots, inplace) +                               \
                              sizeof(BinaryFn) * kOp(BinOp::Op)),                                            \
        TP_FN((&SlotInplace<&SpecialNames::in##_>)), WrapInplace<kOp(BinOp::Op)>, nullptr                    \
  }

SlotDef slot_defs[] = {
    {"__repr__", TP_OFF(repr), TP_FN(SlotRepr), WrapUnary<&TypeSlots::repr>, nullptr},
    {"__str__", TP_OFF(str), TP_FN(SlotStr), WrapUnary<&TypeSlots::str>, nullptr},
    {"__hash__", TP_OFF(hash), TP_FN(SlotHash), WrapHash, nullptr},
    {"__eq__", TP_OFF(compare), TP_FN(SlotCompare), WrapCompare<CmpOp::kEq>, nullptr},
    {"__ne__", TP_OFF(compare), TP_FN(SlotCompare), WrapCompare<CmpOp::kNotEq>, nullptr},
    {"__lt__", TP_OFF(compare), TP_FN(SlotCompare), WrapCompare<CmpOp::kLt>, nullptr},
    {"__le__", TP_OFF(compare), TP_FN(SlotCompare), WrapCompare<CmpOp::kLtE>, nullptr},
    {"__gt__", TP_OFF(compare), TP_FN(SlotCompare), WrapCompare<CmpOp::kGt>, nullptr},
    {"__ge__", TP_OFF(compare), TP_FN(SlotCompare), WrapCompare<CmpOp::kGtE>, nullptr},
    {"__bool__", TP_OFF(truth), TP_FN(SlotTruth), WrapTruth, nullptr},
    {"__iter__", TP_OFF(iter), TP_FN(SlotIter), WrapUnary<&TypeSlots::iter>, nullptr},
    {"__next__", TP_OFF(next), TP_FN(SlotNext), WrapNext, nullptr},
    {"__len__", TP_OFF(len), TP_FN(SlotLen), WrapLen, nullptr},
    {"__getitem__", TP_OFF(getitem), TP_FN(SlotGetItem), WrapGetItem, nullptr},
    {"__setitem__", TP_OFF(setitem), TP_FN(SlotSetItem), WrapSetItem, nullptr},
    {"__delitem__", TP_OFF(setitem), TP_FN(SlotSetItem), WrapDelItem, nullptr},
    {"__contains__", TP_OFF(contains), TP_FN(SlotContains), WrapContains, nullptr},
    {"__call__", TP_OFF(call), TP_FN(SlotCall), WrapCall, nullptr},
    {"__getattribute__", TP_OFF(getattr), TP_FN(SlotGetAttr), WrapGetAttr, nullptr},
    {"__getattr__", TP_OFF(getattr), TP_FN(SlotGetAttr), nullptr, nullptr},
    {"__setattr__", TP_OFF(setattr), TP_FN(SlotSetAttr), WrapSetAttr, nullptr},
    {"__delattr__", TP_OFF(setattr), TP_FN(SlotSetAttr), WrapDelAttr, nullptr},
    {"__get__", TP_OFF(descr_get), TP_FN(SlotDescrGet), WrapDescrGet, nullptr},
    {"__set__", TP_OFF(descr_set), TP_FN(SlotDescrSet), WrapDescrSet, nullptr},
    {"__delete__", TP_OFF(descr_set), TP_FN(SlotDescrSet), WrapDescrDelete, nullptr},
    {"__new__", TP_OFF(new_object), TP_FN(SlotNew), nullptr, nullptr},
    {"__init__", TP_OFF(init), TP_FN(SlotInit), WrapInit, nullptr},
    {"__del__", TP_OFF(finalize), TP_FN(SlotFinalize), nullptr, nullptr},
    {"__neg__", TP_NUMBER_OFF(negative), TP_FN((&SlotUnary<&SpecialNames::neg_>)),
     WrapNumber<&NumberSlots::negative>, nullptr},
    {"__pos__", TP_NUMBER_OFF(positive), TP_FN((&SlotUnary<&SpecialNames::pos_>)),
     WrapNumber<&NumberSlots::positive>, nullptr},
    {"__invert__", TP_NUMBER_OFF(invert), TP_FN((&SlotUnary<&SpecialNames::invert_>)),
     WrapNumber<&NumberSlots::invert>, nullptr},
    {"__abs__", TP_NUMBER_OFF(absolute), TP_FN((&SlotUnary<&SpecialNames::abs_>)),
     WrapNumber<&NumberSlots::absolute>, nullptr},
    {"__int__", TP_NUMBER_OFF(to_int), TP_FN(SlotToInt), WrapNumber<&NumberSlots::to_int>, nullptr},
    {"__float__", TP_NUMBER_OFF(to_float), TP_FN(SlotToFloat), WrapNumber<&NumberSlots::to_float>, nullptr},
    {"__index__", TP_NUMBER_OFF(index), TP_FN(SlotIndex), WrapNumber<&NumberSlots::index>, nullptr},
    TP_BINARY(kAdd, add, radd, iadd),
    TP_BINARY(kSub, sub, rsub, isub),
    TP_BINARY(kMult, mul, rmul, imul),
    TP_BINARY(kMatMult, matmul, rmatmul, imatmul),
    TP_BINARY(kDiv, truediv, rtruediv, itruediv),
    TP_BINARY(kMod, mod, rmod, imod),
    TP_BINARY(kPow, pow, rpow, ipow),
    TP_BINARY(kLShift, lshift, rlshift, ilshift),
    TP_BINARY(kRShift, rshift, rrshift, irshift),
    TP_BINARY(kBitOr, or, ror, ior),
    TP_BINARY(kBitXor, xor, rxor, ixor),
    TP_BINARY(kBitAnd, and, rand, iand),
    TP_BINARY(kFloorDiv, floordiv, rfloordiv, ifloordiv),
};

void*& SlotAt(TypeSlots* slots, uint16_t offset) {
  char* base = offset < kNumberOffset ? reinterpret_cast<char*>(slots)
                                      : reinterpret_cast<char*>(slots->number) - kNumberOffset;
  return *reinterpret_cast<void**>(base + offset);
}

void PrepareKeys() {
  if (slot_defs[0].key) return;
  for (SlotDef& def : slot_defs) def.key = InternStr(def.name);
}

// `T.__new__` of a builtin type: args[0] is T itself, args[1] the class to make.
Value NewWrapper(Interp&, Args args) {
  TypeObject* owner = AsType(args[0]);
  if (args.num_pos < 2) Raise(&TypeErrorType, "%s.__new__(): not enough arguments", owner->name);
  if (!IsType(args[1]))
    Raise(&TypeErrorType, "%s.__new__(X): X is not a type object (%s)", owner->name,
          TypeNameOf(args[1]).c_str());
  TypeObject* type = AsType(args[1]);
  if (!IsSubtype(type, owner))
    Raise(&TypeErrorType, "%s.__new__(%s): %s is not a subtype of %s", owner->name, type->name, type->name,
          owner->name);
  for (uint32_t i = 0; i < type->mro_size; ++i) {
    const TypeObject* builtin = type->mro[i];
    if (builtin->is_heap()) continue;
    if (builtin->slots.new_object != owner->slots.new_object)
      Raise(&TypeErrorType, "%s.__new__(%s) is not safe, use %s.__new__()", owner->name, type->name,
            builtin->name);
    break;
  }
  return owner->slots.new_object(type, args.From(2));
}
const MethodDef kNewDef = {"__new__", NewWrapper, nullptr, nullptr, kMethod};

// Operators that sequences have as concatenation and repetition have no reversed form for `+`.
bool HasReverse(const TypeObject* type, const SlotDef& def) {
  return !IsSequenceType(type) || std::strcmp(def.name, "__radd__") != 0;
}
// Only numbers say by a method whether they are true, and ranges.
bool IsSlotOfMethod(const TypeObject* type, const SlotDef& def) {
  return def.key != names.bool_ || !type->slots.len || type == &RangeType;
}

void FixSlot(TypeObject* type, size_t first) {
  // All rows of one slot: the first dunder method that is found decides.
  const uint16_t offset = slot_defs[first].offset;
  void* chosen = nullptr;
  bool conflict = false, none_hash = false;
  for (size_t i = 0; i < std::size(slot_defs); ++i) {
    SlotDef& def = slot_defs[i];
    if (def.offset != offset) continue;
    const Value* found = TypeLookup(type, def.key);
    if (!found) continue;
    void* want;
    if (found->is_none() && def.key == names.hash_) {
      none_hash = true;
      continue;
    }
    if (IsExact(*found, &SlotWrapperType) && found->as<SlotWrapperObject>()->def->offset == offset) {
      want = SlotAt(&found->as<SlotWrapperObject>()->owner->slots, offset);
    } else if (IsExact(*found, &MethodDescrType) &&
               SlotAt(&found->as<MethodDescrObject>()->owner->slots, offset)) {
      // A method beside the slot (`dict.__getitem__`).
      want = SlotAt(&found->as<MethodDescrObject>()->owner->slots, offset);
    } else if (def.key == names.new_ && IsExact(*found, &NativeFunctionType) &&
               found->as<NativeFunctionObject>()->def == &kNewDef) {
      want = TP_FN(AsType(found->as<NativeFunctionObject>()->self)->slots.new_object);
    } else {
      want = def.dispatcher;
    }
    if (!chosen)
      chosen = want;
    else if (chosen != want)
      conflict = true;
  }
  if (conflict) chosen = slot_defs[first].dispatcher;
  if (offset == TP_OFF(hash)) {
    if (none_hash)
      type->type_flags |= kTypeHashDisabled;
    else
      type->type_flags &= ~kTypeHashDisabled;
  }
  SlotAt(&type->slots, offset) = chosen;
}

}  // namespace

Value FindMethodOfType(TypeObject* type, StrObject* name) {
  const Value* found = TypeLookup(type, name);
  return found ? *found : Value();
}

void AddSlotWrappers(TypeObject* type) {
  PrepareKeys();
  type->type_flags |= kTypeWrapped;
  for (SlotDef& def : slot_defs) {
    if (!def.wrap || !SlotAt(&type->slots, def.offset) || DictFind(type->dict, def.key)) continue;
    // Only what the type has of its own.
    if (type->base && SlotAt(&type->base->slots, def.offset) == SlotAt(&type->slots, def.offset)) continue;
    if (!HasReverse(type, def) || !IsSlotOfMethod(type, def)) continue;
    auto* w = New<SlotWrapperObject>(&SlotWrapperType);
    w->def = &def;
    w->owner = type;
    DictSet(type->dict, def.key, Value::Own(w));
  }
  if (type->slots.new_object && (!type->base || type->base->slots.new_object != type->slots.new_object) &&
      !DictFind(type->dict, names.new_))
    DictSet(type->dict, names.new_, MakeNativeFunction(&kNewDef, Value::Borrow(type)));
  if (type->has(kTypeHashDisabled) && (!type->base || !type->base->has(kTypeHashDisabled)))
    DictSet(type->dict, names.hash_, Value::None());
  if (!DictFind(type->dict, names.doc_))
    DictSet(type->dict, names.doc_, type->doc ? MakeStr(type->doc) : Value::None());
}

void FixSlots(TypeObject* type) {
  PrepareKeys();
  uint64_t done[((sizeof(TypeSlots) + sizeof(NumberSlots)) / 8 + 63) / 64] = {};
  for (size_t i = 0; i < std::size(slot_defs); ++i) {
    const size_t k = slot_defs[i].offset / 8;
    if (done[k / 64] >> (k % 64) & 1) continue;
    done[k / 64] |= uint64_t{1} << (k % 64);
    FixSlot(type, i);
  }
}

void FixSlotsAfterChange(TypeObject* type, StrObject* name) {
  if (!(name->bytes > 4 && name->data[0] == '_' && name->data[1] == '_')) return;
  PrepareKeys();
  for (size_t i = 0; i < std::size(slot_defs); ++i) {
    if (slot_defs[i].key != name) continue;
    size_t first = 0;
    while (slot_defs[first].offset != slot_defs[i].offset) ++first;
    FixSlot(type, first);
    for (TypeObject* sub : SubclassesOf(type)) FixSlotsAfterChange(sub, name);
    return;
  }
}

}  // namespace tp
