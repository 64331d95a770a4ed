// Operations on any value, part one: calls, tests, comparisons, operators, items, iteration. Conversions to
// text and numbers are in convert.cc, attributes in attr.cc.
#include "core/interp/abstract.h"

#include <algorithm>
#include <cstring>

#include "core/interp/bigint.h"
#include "core/interp/bytearray.h"
#include "core/interp/function.h"
#include "core/interp/hash.h"
#include "core/interp/interp.h"
#include "core/interp/number.h"
#include "core/interp/type.h"

namespace tp {

using ast::BinOp;
using ast::CmpOp;

SpecialNames names;

void InitSpecialNames() {
#define TP_NAME(name) names.name##_ = InternStr("__" #name "__");
  TP_SPECIAL_NAMES(TP_NAME)
#undef TP_NAME
  names.metaclass = InternStr("metaclass");
}

// ---- calls

Value Call(const Value& callee, Args args) { return OrThrow(TryCall(callee, args)); }
Value TryCall(const Value& callee, Args args) {
  TypeObject* type = TypeOf(callee);
  ReadyType(type);
  if (!type->slots.call)
    return RaiseValue(&TypeErrorType, "'%s' object is not callable", TypeName(type).c_str());
  return type->slots.call(callee, args);
}
Value Call(const Value& callee) { return Call(callee, Args()); }
Value Call(const Value& callee, const Value& a) { return Call(callee, Args{&a, 1, 0, nullptr}); }
Value Call(const Value& callee, const Value& a, const Value& b) {
  const Value v[] = {a, b};
  return Call(callee, Args{v, 2, 0, nullptr});
}
Value Call(const Value& callee, const Value& a, const Value& b, const Value& c) {
  const Value v[] = {a, b, c};
  return Call(callee, Args{v, 3, 0, nullptr});
}
Value CallMethod(const Value& v, std::string_view name, std::initializer_list<Value> args) {
  return Call(GetAttr(v, name), Args{args.begin(), static_cast<uint32_t>(args.size()), 0, nullptr});
}
bool IsCallable(const Value& v) {
  ReadyType(TypeOf(v));
  return TypeOf(v)->slots.call != nullptr;
}

// ---- tests

bool IsTrue(const Value& v) {
  switch (v.tag()) {
    case Tag::kBool:
    case Tag::kInt:
      return v.as_int() != 0;
    case Tag::kFloat:
      return v.as_float() != 0;
    case Tag::kObject:
      break;
    default:
      return false;
  }
  TypeObject* type = v.object()->type;
  ReadyType(type);
  if (type->slots.truth) return type->slots.truth(v);
  if (type->slots.len) return type->slots.len(v) != 0;
  return true;
}

[[noreturn]] static void RaiseNoClass(const char* function, const char* what, const Value& given) {
  if (std::strcmp(TypeOf(given)->name, "GenericAlias") == 0)
    Raise(&TypeErrorType, "%s() argument 2 cannot be a parameterized generic", function);
  Raise(&TypeErrorType, "%s() arg 2 must be a %s, a tuple of %s%s, or a union", function, what, what,
        *what == 'c' ? "es" : "s");
}

bool IsInstanceOf(const Value& v, const Value& cls) {
  if (IsTuple(cls)) {
    const NativeRecursion recursion(" in __instancecheck__");
    for (const Value& c : *cls.as<TupleObject>())
      if (IsInstanceOf(v, c)) return true;
    return false;
  }
  if (IsType(cls)) {
    if (TypeOf(v) == AsType(cls)) return true;
    if (TypeOf(cls) != &TypeType) {
      Value check = LookupSpecial(cls, names.instancecheck_);
      if (!check.is_undef()) return IsTrue(Call(check, v));
    }
    if (IsInstance(v, AsType(cls))) return true;
    // An object that claims another class.
    return false;
  }
  Value check = LookupSpecial(cls, names.instancecheck_);
  if (!check.is_undef()) return IsTrue(Call(check, v));
  GetAttrOrUndef(cls, "__bases__");  // what has some might be a class
  RaiseNoClass("isinstance", "type", cls);
}

bool IsSubclassOf(const Value& cls, const Value& base) {
  if (IsTuple(base)) {
    const NativeRecursion recursion(" in __subclasscheck__");
    for (const Value& b : *base.as<TupleObject>())
      if (IsSubclassOf(cls, b)) return true;
    return false;
  }
  if (!IsType(cls)) {
    if (TypeNameOf(base) == "types.GenericAlias") RaiseNoClass("issubclass", "class", base);
    // What has bases, as list[int] has, might be one.
    const Value bases = GetAttrOrUndef(cls, "__bases__");
    if (!IsTuple(bases)) Raise(&TypeErrorType, "issubclass() arg 1 must be a class");
    if (!IsType(base) && !IsTuple(GetAttrOrUndef(base, "__bases__")))
      RaiseNoClass("issubclass", "class", base);
    for (const Value& one : *bases.as<TupleObject>())
      if (one.Is(base) || (IsType(one) && IsSubclassOf(one, base))) return true;
    return cls.Is(base);
  }
  if (TypeOf(base) != &TypeType || !IsType(base)) {
    Value check = LookupSpecial(base, names.subclasscheck_);
    if (!check.is_undef()) return IsTrue(Call(check, cls));
    if (!IsType(base)) RaiseNoClass("issubclass", "class", base);
  }
  ReadyType(AsType(cls));
  return IsSubtype(AsType(cls), AsType(base));
}

// ---- comparisons

namespace {

CmpOp Swapped(CmpOp op) {
  switch (op) {
    case CmpOp::kLt:
      return CmpOp::kGt;
    case CmpOp::kLtE:
      return CmpOp::kGtE;
    case CmpOp::kGt:
      return CmpOp::kLt;
    case CmpOp::kGtE:
      return CmpOp::kLtE;
    default:
      return op;
  }
}

// object's own __ne__: not __eq__.
Value CompareBy(TypeObject* type, const Value& a, const Value& b, CmpOp op) {
  if (!type->slots.compare) return NotImplemented();
  return type->slots.compare(a, b, op);
}

}  // namespace

Value Compare(const Value& a, const Value& b, CmpOp op) { return OrThrow(TryCompare(a, b, op)); }
Value TryCompare(const Value& a, const Value& b, CmpOp op) {
  switch (op) {
    case CmpOp::kIs:
      return Value::Bool(a.Is(b));
    case CmpOp::kIsNot:
      return Value::Bool(!a.Is(b));
    case CmpOp::kIn:
      return Value::Bool(Contains(b, a));
    case CmpOp::kNotIn:
      return Value::Bool(!Contains(b, a));
    default:
      break;
  }
  TypeObject *ta = TypeOf(a), *tb = TypeOf(b);
  ReadyType(ta);
  ReadyType(tb);
  bool tried = false;
  if (ta != tb && tb->slots.compare && IsSubtype(tb, ta)) {
    tried = true;
    Value r = CompareBy(tb, b, a, Swapped(op));
    if (!IsNotImplemented(r)) return r;
  }
  Value r = CompareBy(ta, a, b, op);
  if (!IsNotImplemented(r)) return r;
  if (!tried) {
    r = CompareBy(tb, b, a, Swapped(op));
    if (!IsNotImplemented(r)) return r;
  }
  if (op == CmpOp::kEq) return Value::Bool(a.Is(b));
  if (op == CmpOp::kNotEq) return Value::Bool(!a.Is(b));
  return RaiseValue(&TypeErrorType, "'%s' not supported between instances of '%s' and '%s'", ast::OpText(op),
                    TypeName(ta).c_str(), TypeName(tb).c_str());
}

bool CompareTrue(const Value& a, const Value& b, CmpOp op) {
  if (a.is_int() && b.is_int()) {
    const int64_t x = a.as_int(), y = b.as_int();
    switch (op) {
      case CmpOp::kEq:
        return x == y;
      case CmpOp::kNotEq:
        return x != y;
      case CmpOp::kLt:
        return x < y;
      case CmpOp::kLtE:
        return x <= y;
      case CmpOp::kGt:
        return x > y;
      case CmpOp::kGtE:
        return x >= y;
      default:
        break;
    }
  }
  Value r = Compare(a, b, op);
  return r.is_bool() ? r.as_int() != 0 : IsTrue(r);
}

bool Equal(const Value& a, const Value& b) {
  if (a.Is(b)) return true;  // also a NaN, as for items of containers
  if (a.is_int() && b.is_int()) return a.as_int() == b.as_int();
  if (IsExact(a, &StrType) && IsExact(b, &StrType)) {
    const auto *x = a.as<StrObject>(), *y = b.as<StrObject>();
    return x->bytes == y->bytes && std::memcmp(x->data, y->data, x->bytes) == 0;
  }
  if (IsExact(a, &TupleType))
    if (const int equal = EqualAtOnce(a, b); equal >= 0) return equal;
  return CompareTrue(a, b, CmpOp::kEq);
}

int64_t HashSlow(const Value& v) {
  if (v.is_int()) return HashInt(v.as_int());
  TypeObject* type = TypeOf(v);
  ReadyType(type);
  if (!type->slots.hash || type->has(kTypeHashDisabled))
    Raise(&TypeErrorType, "unhashable type: '%s'", TypeName(type).c_str());
  if (__builtin_expect(StackIsLow(), 0)) TheInterp().OnRecursion(" while calling a Python object");
  return type->slots.hash(v);
}

bool Contains(const Value& container, const Value& item) {
  TypeObject* type = TypeOf(container);
  ReadyType(type);
  if (type->slots.contains) return type->slots.contains(container, item);
  if (!type->slots.iter && !type->slots.getitem)
    Raise(&TypeErrorType, "argument of type '%s' is not iterable", TypeName(type).c_str());
  Value it;
  try {
    it = Iter(container);
  } catch (PyError& error) {
    if (!error.Matches(&TypeErrorType)) throw;
    Raise(&TypeErrorType, "argument of type '%s' is not iterable", TypeName(type).c_str());
  }
  for (;;) {
    Value v = Next(it);
    if (v.is_stop()) return false;
    if (Equal(v, item)) return true;
  }
}

// ---- operators

namespace {

bool IsSequence(const Value& v) { return IsStr(v) || IsBuffer(v) || IsList(v) || IsTuple(v); }

const char* const kInplaceText[] = {
    "+=", "-=", "*=", "@=", "/=", "%=", "**=", "<<=", ">>=", "|=", "^=", "&=", "//="};

Value Unsupported(const char* op, const Value& a, const Value& b) {
  return RaiseValue(&TypeErrorType, "unsupported operand type(s) for %s: '%s' and '%s'", op,
                    TypeNameOf(a).c_str(), TypeNameOf(b).c_str());
}

// A type that CPython gives the slots of a sequence: for `*=` what stands right of it is no sequence then.
bool HasSequenceSlots(const Value& v) {
  const TypeObject* type = TypeOf(v);
  return type->is_heap() || IsDict(v) || IsAnySet(v) || type == &RangeType || type == &DictKeysType ||
         type == &DictValuesType || type == &DictItemsType;
}

[[gnu::cold]] Value BinaryFailed(BinOp op, const Value& a, const Value& b, bool inplace) {
  if (op == BinOp::kAdd && IsSequence(a)) {
    if (IsBuffer(a))
      return RaiseValue(&TypeErrorType, "can't concat %s to %s", TypeNameOf(b).c_str(),
                        TypeNameOf(a).c_str());
    const char* type = IsStr(a) ? "str" : IsList(a) ? "list" : "tuple";
    return RaiseValue(&TypeErrorType, "can only concatenate %s (not \"%s\") to %s", type,
                      TypeNameOf(b).c_str(), type);
  }
  if (op == BinOp::kMult && (IsSequence(a) || (IsSequence(b) && !(inplace && HasSequenceSlots(a)))))
    return RaiseValue(&TypeErrorType, "can't multiply sequence by non-int of type '%s'",
                      TypeNameOf(IsSequence(a) ? b : a).c_str());
  if (inplace) return Unsupported(kInplaceText[static_cast<int>(op)], a, b);
  if (op == BinOp::kPow) return Unsupported("** or pow()", a, b);
  return Unsupported(ast::OpText(op), a, b);
}

// Joining and repeating sequences is no arithmetic: what the other operand's type makes of it comes first.
bool Joins(BinOp op, const Value& a) {
  return (op == BinOp::kAdd || op == BinOp::kMult) && IsSequence(a) && !TypeOf(a)->is_heap();
}

Value BinaryOfTypes(BinOp op, const Value& a, const Value& b) {
  const int i = static_cast<int>(op);
  TypeObject *ta = TypeOf(a), *tb = TypeOf(b);
  ReadyType(ta);
  ReadyType(tb);
  BinaryFn left = ta->slots.number->binary[i];
  BinaryFn right = ta == tb ? nullptr : tb->slots.number->binary[i];
  if (left == right) right = nullptr;
  if (left) {
    if (right && (Joins(op, a) || IsSubtype(tb, ta))) {
      Value r = right(a, b);
      if (!IsNotImplemented(r)) return r;
      right = nullptr;
    }
    Value r = left(a, b);
    if (!IsNotImplemented(r)) return r;
  }
  return right ? right(a, b) : NotImplemented();
}

}  // namespace

Value Binary(BinOp op, const Value& a, const Value& b) { return OrThrow(TryBinary(op, a, b)); }
Value TryBinary(BinOp op, const Value& a, const Value& b) {
  Value r = BinaryOfTypes(op, a, b);
  return __builtin_expect(IsNotImplemented(r), 0) ? BinaryFailed(op, a, b, false) : r;
}

Value Inplace(BinOp op, const Value& a, const Value& b) { return OrThrow(TryInplace(op, a, b)); }
Value TryInplace(BinOp op, const Value& a, const Value& b) {
  TypeObject* type = TypeOf(a);
  ReadyType(type);
  if (auto f = type->slots.number->inplace[static_cast<int>(op)]) {
    if (Joins(op, a) && !Joins(op, b) && TypeOf(b) != type) {
      ReadyType(TypeOf(b));
      if (auto right = TypeOf(b)->slots.number->binary[static_cast<int>(op)]) {
        Value r = right(a, b);
        if (!IsNotImplemented(r)) return r;
      }
    }
    Value r = f(a, b);
    if (!IsNotImplemented(r)) return r;
  }
  Value r;
  if (op == BinOp::kMult && !IsSequence(a) && IsSequence(b) && !TypeOf(b)->is_heap() && HasSequenceSlots(a)) {
    const BinaryFn left = type->slots.number->binary[static_cast<int>(op)];
    r = left ? left(a, b) : NotImplemented();
  } else {
    r = BinaryOfTypes(op, a, b);
  }
  return __builtin_expect(IsNotImplemented(r), 0) ? BinaryFailed(op, a, b, true) : r;
}

Value Unary(ast::UnaryOp op, const Value& v) {
  TypeObject* type = TypeOf(v);
  ReadyType(type);
  UnaryFn f = nullptr;
  switch (op) {
    case ast::UnaryOp::kNot:
      return Value::Bool(!IsTrue(v));
    case ast::UnaryOp::kUSub:
      f = type->slots.number->negative;
      break;
    case ast::UnaryOp::kUAdd:
      f = type->slots.number->positive;
      break;
    case ast::UnaryOp::kInvert:
      f = type->slots.number->invert;
      break;
  }
  if (!f)
    Raise(&TypeErrorType, "bad operand type for unary %s: '%s'", ast::OpText(op), TypeName(type).c_str());
  return f(v);
}

Value PowerWithModulus(TypeObject* owner, const Value& a, const Value& b, const Value& mod) {
  const Value* method = TypeLookup(owner, names.pow_);
  if (owner->is_heap() && !(method && IsExact(*method, &SlotWrapperType))) {
    if (TypeOf(a) != owner) return NotImplemented();
    Value bound = LookupSpecial(a, names.pow_);
    if (bound.is_undef()) RaiseWith(&AttributeErrorType, Value::Borrow(names.pow_));
    return Call(bound, b, mod);
  }
  if (IsSubtype(owner, &IntType))
    return IsAnyInt(a) && IsAnyInt(b) && IsAnyInt(mod) ? IntPowMod(a, b, mod) : NotImplemented();
  if (IsSubtype(owner, &FloatType))
    Raise(&TypeErrorType, "pow() 3rd argument not allowed unless all arguments are integers");
  const auto is_complex = [](const TypeObject* type) {
    while (type && std::strcmp(type->name, "complex") != 0) type = type->base;
    return type != nullptr;
  };
  if (is_complex(owner) && (IsNumber(a) || is_complex(TypeOf(a))) && (IsNumber(b) || is_complex(TypeOf(b))))
    Raise(&ValueErrorType, "complex modulo");
  return NotImplemented();
}

Value Power(const Value& a, const Value& b, const Value& mod) {
  if (mod.is_none() || mod.is_undef()) return Binary(BinOp::kPow, a, b);
  // The type of the second operand comes first where it is a subclass, that of the modulus last.
  TypeObject *ta = TypeOf(a), *tb = TypeOf(b), *order[3] = {ta, tb, TypeOf(mod)};
  if (ta != tb && IsSubtype(tb, ta)) std::swap(order[0], order[1]);
  BinaryFn done[3] = {};
  for (int i = 0; i < 3; ++i) {
    ReadyType(order[i]);
    BinaryFn slot = order[i]->slots.number->binary[static_cast<int>(BinOp::kPow)];
    if (!slot || std::find(done, done + i, slot) != done + i) continue;
    done[i] = slot;
    Value r = PowerWithModulus(order[i], a, b, mod);
    if (!IsNotImplemented(r)) return r;
  }
  Raise(&TypeErrorType, "unsupported operand type(s) for ** or pow(): '%s', '%s', '%s'",
        TypeNameOf(a).c_str(), TypeNameOf(b).c_str(), TypeNameOf(mod).c_str());
}

// ---- items

Value GetItem(const Value& v, const Value& key) { return OrThrow(TryGetItem(v, key)); }
Value TryGetItem(const Value& v, const Value& key) {
  TypeObject* type = TypeOf(v);
  ReadyType(type);
  if (type->slots.getitem) return type->slots.getitem(v, key);
  if (IsType(v)) {
    Value f = GetAttrOrUndef(v, names.class_getitem_);
    if (!f.is_undef()) return TryCall(f, Args{&key, 1, 0, nullptr});
    if (Value generic = GenericAlias(v, key); !generic.is_undef()) return generic;
    return RaiseValue(&TypeErrorType, "type '%s' is not subscriptable", AsType(v)->name);
  }
  return RaiseValue(&TypeErrorType, "'%s' object is not subscriptable", TypeName(type).c_str());
}

void SetItem(const Value& v, const Value& key, const Value& value) {
  TypeObject* type = TypeOf(v);
  ReadyType(type);
  if (!type->slots.setitem) {
    if ((IsSequence(v) || HasSequenceSlots(v)) && TypeOf(key)->slots.number->index)
      IndexInt64(key, &IndexErrorType);
    Raise(&TypeErrorType, "'%s' object does not support item assignment", TypeName(type).c_str());
  }
  type->slots.setitem(v, key, value);
}
void DelItem(const Value& v, const Value& key) {
  TypeObject* type = TypeOf(v);
  ReadyType(type);
  if (!type->slots.setitem) {
    const bool sequence =
        IsSequence(v) || HasSequenceSlots(v) || (type->slots.getitem && type->has(kTypeSequence));
    const bool index = sequence && TypeOf(key)->slots.number->index;
    if (index) IndexInt64(key, &IndexErrorType);
    Raise(&TypeErrorType, "'%s' object %s support item deletion", TypeName(type).c_str(),
          index ? "doesn't" : "does not");
  }
  type->slots.setitem(v, key, Value());
}

int64_t Len(const Value& v) {
  TypeObject* type = TypeOf(v);
  ReadyType(type);
  if (!type->slots.len) Raise(&TypeErrorType, "object of type '%s' has no len()", TypeName(type).c_str());
  return type->slots.len(v);
}

int64_t LengthHint(const Value& v, int64_t otherwise) {
  TypeObject* type = TypeOf(v);
  ReadyType(type);
  if (type->slots.len) return type->slots.len(v);
  Value hint = LookupSpecial(v, names.length_hint_);
  if (hint.is_undef()) return otherwise;
  Value r = Call(hint);
  return IsNotImplemented(r) ? otherwise : IndexInt64(r);
}

// ---- iteration

Value Iter(const Value& v) {
  TypeObject* type = TypeOf(v);
  ReadyType(type);
  if (type->slots.iter) return OrThrow(type->slots.iter(v));
  // A union has items to say that it is not generic.
  if (type->slots.getitem && !IsType(v) && std::strcmp(type->name, "UnionType") != 0) {
    auto* it = New<IndexIterator>(&SequenceIteratorType);
    it->container = v;
    GcTrack(it);
    return Value::Own(it);
  }
  Raise(&TypeErrorType, "'%s' object is not iterable", TypeName(type).c_str());
}

Value Next(const Value& it) { return OrThrow(TryNext(it)); }
Value TryNext(const Value& it) {
  TypeObject* type = TypeOf(it);
  if (!type->slots.next) {
    ReadyType(type);
    if (!type->slots.next)
      return RaiseValue(&TypeErrorType, "'%s' object is not an iterator", TypeName(type).c_str());
  }
  return type->slots.next(it);
}

namespace {
Value SequenceNext(const Value& self) {
  auto* it = self.as<IndexIterator>();
  if (it->container.is_undef()) return Value::Stop();
  Value container = it->container;
  Value item = Held([&] { return TryGetItem(container, Value::Int(it->index)); });
  if (!item.is_raised()) {
    ++it->index;
    return item;
  }
  if (!DropHeld(&IndexErrorType) && !DropHeld(&StopIterationType)) return item;
  it->container.Clear();
  return Value::Stop();
}
}  // namespace
constinit TypeObject SequenceIteratorType(IndexIteratorSpec("iterator", SequenceNext));

// ---- guards

NativeRecursion::NativeRecursion(const char* where) {
  Interp& in = TheInterp();
  if (++in.depth > in.depth_limit) {
    --in.depth;
    in.OnRecursion(where);
  }
}
NativeRecursion::~NativeRecursion() { --TheInterp().depth; }

namespace {
std::vector<Object*>& Printing() {
  static std::vector<Object*> list;
  return list;
}
}  // namespace
ReprGuard::ReprGuard(Object* o) : object_(o), entered_(true) {
  for (Object* other : Printing())
    if (other == o) entered_ = false;
  if (entered_) {
    Interp& in = TheInterp();
    if (in.depth + 1 > in.depth_limit) in.OnRecursion(" while getting the repr of an object");
    ++in.depth;
    Printing().push_back(o);
  }
}
ReprGuard::~ReprGuard() {
  if (!entered_) return;
  --TheInterp().depth;
  Printing().pop_back();
}

}  // namespace tp
