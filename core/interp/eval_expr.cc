// Expressions. One switch over the kinds; operands that are locals or constants are read in place, ints and
// floats are handled here, everything else goes to abstract.h. `f->span` is set before anything that can
// raise.
#include <cstring>

#include "core/base/small_vector.h"
#include "core/interp/bigint.h"
#include "core/interp/eval-inl.h"
#include "core/interp/eval_attr.h"
#include "core/interp/generic.h"
#include "core/interp/stager.h"

namespace tp {

using namespace ast;

void RaiseUnbound(const NameExpr* e, Frame* f) {
  f->span = &e->span;
  const bool is_free = e->ref.scope == Scope::kFree;
  if ((f->flags & kFrameConverted) && TheInterp().stager && TheInterp().stager->IsUndefined(f, e))
    Raise(&UnboundLocalErrorType, "'%s' is used before assignment", std::string(e->ref.name->text).c_str());
  RaiseNameError(NameStr(e->ref.name), !is_free, is_free);
}

const Value* GlobalSlow(const NameExpr* e, Frame* f) {
  f->span = &e->span;
  StrObject* name = NameStr(e->ref.name);
  int64_t place = DictFindEntry(f->globals, name);
  if (place >= 0) {
    e->cache.word[0] = reinterpret_cast<void*>(static_cast<uint64_t>(DictKeysVersion(f->globals)) |
                                               static_cast<uint64_t>(place) << 32);
    e->cache.word[1] = nullptr;
    return &f->globals->entries[place].value;
  }
  place = DictFindEntry(the_builtins, name);
  if (place < 0) {
    NameErrorValue(name, false);
    return nullptr;
  }
  e->cache.word[0] = reinterpret_cast<void*>(static_cast<uint64_t>(DictKeysVersion(f->globals)));
  e->cache.word[1] = reinterpret_cast<void*>(static_cast<uint64_t>(DictKeysVersion(the_builtins)) |
                                             static_cast<uint64_t>(place) << 32);
  return &the_builtins->entries[place].value;
}

Value LoadName(const NameExpr* e, Frame* f) {
  switch (e->ref.scope) {
    case Scope::kLocal: {
      const Value& v = f->locals[e->ref.slot];
      if (v.is_undef()) RaiseUnbound(e, f);
      return v;
    }
    case Scope::kCell:
    case Scope::kFree: {
      const Value& v = *Deref(f, e->ref.slot);
      if (v.is_undef()) RaiseUnbound(e, f);
      return v;
    }
    case Scope::kGlobalExplicit:
    case Scope::kGlobalImplicit:
      if (const Value* v = GlobalInPlace(e, f)) return *v;
      return Value::Raised();
    case Scope::kClassName:
    case Scope::kClassDeref: {
      f->span = &e->span;
      StrObject* name = NameStr(e->ref.name);
      if (IsExact(Value::Borrow(f->names), &DictType)) {
        if (Value* v = DictFind(f->names, name)) return *v;
      } else {
        try {
          return GetItem(Value::Borrow(f->names), Value::Borrow(name));
        } catch (PyError& err) {
          if (!err.Matches(&KeyErrorType)) throw;
        }
      }
      if (e->ref.scope == Scope::kClassDeref) {
        const Value& v = *Deref(f, e->ref.slot);
        if (!v.is_undef()) return v;
        return NameErrorValue(name, false, true);
      }
      if (Value* v = DictFind(f->globals, name)) return *v;
      if (Value* v = DictFind(the_builtins, name)) return *v;
      return NameErrorValue(name, false);
    }
    case Scope::kUnresolved:
      break;
  }
  RaiseNotSupported("a name outside of any scope");
}

namespace {

Value EvalBinOp(const BinOpExpr* e, Frame* f) {
  Value ta, tb;
  const Value *pa, *pb;
  if (e->right->operand != Operand::kOther) {
    pa = PeekOrEval(e->left, f, &ta);
    pb = Peek(e->right, f);
  } else {
    ta = TryEval(e->left, f);
    if (__builtin_expect(ta.is_raised(), 0)) return ta;
    tb = TryEval(e->right, f);
    pa = &ta;
    pb = &tb;
  }
  Value out;
  if (FastBinary(e->op, *pa, *pb, &out)) return out;
  if (pa->is_raised() || pb->is_raised()) return Value::Raised();
  f->span = &e->span;
  return TryBinary(e->op, *pa, *pb);
}

constexpr uint32_t OrderBits(CmpOp op, uint32_t bits) { return bits << (static_cast<uint32_t>(op) * 3); }

// a op b where they are no ints, as CompareOnce.
[[gnu::noinline]] int CompareValues(const CompareExpr* e, Frame* f, const Value& a, const Value& b,
                                    Value* out) {
  if (__builtin_expect(a.is_raised() || b.is_raised(), 0)) {
    *out = Value::Raised();
    return -1;
  }
  const CmpOp op = e->ops[0];
  const int fast = FastCompare(op, a, b);
  if (fast >= 0) return fast;
  f->span = &e->span;
  if ((op == CmpOp::kIn || op == CmpOp::kNotIn) && b.is_object()) {
    const TypeObject* type = b.object()->type;
    if (type == &DictType) return (DictFind(b.as<DictObject>(), a) != nullptr) == (op == CmpOp::kIn);
    if (type == &SetType && (IsExact(a, &TupleType) || IsExact(a, &StrType) || a.is_int()))
      return SetContains(b.as<SetObject>(), a) == (op == CmpOp::kIn);
    if (type == &StrType && IsExact(a, &StrType)) {
      const std::string_view part = a.as<StrObject>()->view(), text = b.as<StrObject>()->view();
      const bool found = part.size() == 1 ? std::memchr(text.data(), part[0], text.size()) != nullptr
                                          : text.find(part) != text.npos;
      return found == (op == CmpOp::kIn);
    }
  }
  *out = TryCompare(a, b, op);
  return out->is_bool() ? out->as_int() != 0 : -1;
}

// x op y for one of the first six operators, without a jump: a bit for below, the same, above.
[[gnu::always_inline]] inline int IntOrder(CmpOp op, int64_t x, int64_t y) {
  constexpr uint32_t kBits = OrderBits(CmpOp::kEq, 0b010) | OrderBits(CmpOp::kNotEq, 0b101) |
                             OrderBits(CmpOp::kLt, 0b001) | OrderBits(CmpOp::kLtE, 0b011) |
                             OrderBits(CmpOp::kGt, 0b100) | OrderBits(CmpOp::kGtE, 0b110);
  return kBits >> (static_cast<uint32_t>(op) * 3 + static_cast<uint32_t>(1 + (x > y) - (x < y))) & 1;
}

[[gnu::always_inline]] inline int CompareInline(const CompareExpr* e, Frame* f, const Value& a,
                                                const Value& b, Value* out) {
  if (a.is_int() && b.is_int() && e->ops[0] <= CmpOp::kGtE)
    return IntOrder(e->ops[0], a.as_int(), b.as_int());
  return CompareValues(e, f, a, b, out);
}

// The first comparison of a Compare node: 1, 0, or -1 with the result (not a bool, or Value::Raised()) in
// *out.
int CompareOnce(const CompareExpr* e, Frame* f, Value* out) {
  const Expr* right = e->comparators[0];
  if (right->operand != Operand::kOther) {
    if (const Value* a = Peek(e->left, f)) return CompareInline(e, f, *a, *Peek(right, f), out);
    const Value a = TryEval(e->left, f);
    if (__builtin_expect(a.is_raised(), 0)) return *out = Value::Raised(), -1;
    return CompareInline(e, f, a, *Peek(right, f), out);
  }
  const Value a = TryEval(e->left, f);
  if (__builtin_expect(a.is_raised(), 0)) return *out = Value::Raised(), -1;
  const Value b = TryEval(right, f);
  return CompareInline(e, f, a, b, out);
}

Value EvalBoolOp(const BoolOpExpr* e, Frame* f) {
  const bool is_and = e->op == BoolOp::kAnd;
  const uint32_t n = e->values.size();
  for (uint32_t i = 0; i < n; ++i) {
    Value v = TryEval(e->values[i], f);
    if (i + 1 == n || v.is_raised()) return v;
    if (IsSymbolic(v) && AsksStager(f, v)) return TheInterp().stager->StageBoolOp(f, e, i, v);
    f->span = &e->values[i]->span;
    if (IsTrue(v) != is_and) return v;
  }
  return {};
}

Value EvalSlice(const SliceExpr* e, Frame* f) {
  Value lower = e->lower ? Eval(e->lower, f) : Value::None();
  Value upper = e->upper ? Eval(e->upper, f) : Value::None();
  Value step = e->step ? Eval(e->step, f) : Value::None();
  return MakeSlice(lower, upper, step);
}

[[gnu::noinline]] Value EvalTuple(const TupleExpr* e, Frame* f) {
  if (e->is_constant) {
    auto* cached = reinterpret_cast<Value*>(&e->cache);
    if (!cached->is_undef()) return *cached;
  }
  const uint32_t n = e->elements.size();
  bool starred = false;
  for (const Expr* x : e->elements) starred |= x->kind == ExprKind::kStarred;
  if (starred) {
    Value list = Value::Own(NewList());
    for (const Expr* x : e->elements) {
      if (const auto* star = As<StarredExpr>(x)) {
        Value v = Eval(star->value, f);
        f->span = &e->span;
        if (!TypeOf(v)->slots.iter && !TypeOf(v)->slots.getitem)
          Raise(&TypeErrorType, "Value after * must be an iterable, not %s", TypeNameOf(v).c_str());
        ListExtend(list.as<ListObject>(), v);
      } else {
        ListAppend(list.as<ListObject>(), Eval(x, f));
      }
    }
    return ToTuple(list);
  }
  TupleObject* t = NewTuple(n);
  Value result = Value::Own(t);
  for (uint32_t i = 0; i < n; ++i) {
    const Expr* x = e->elements[i];
    if (const Value* v = Peek(x, f)) {
      new (&t->items[i]) Value(*v);
    } else {
      Value made = TryEval(x, f);
      if (__builtin_expect(made.is_raised(), 0)) return made;
      new (&t->items[i]) Value(std::move(made));
    }
  }
  if (e->is_constant) {
    auto* cached = reinterpret_cast<Value*>(&e->cache);
    *cached = result;
  }
  return result;
}

Value EvalList(const ListExpr* e, Frame* f) {
  ListObject* list = NewList(e->elements.size());
  Value result = Value::Own(list);
  for (const Expr* x : e->elements) {
    if (const auto* star = As<StarredExpr>(x)) {
      Value v = Eval(star->value, f);
      f->span = &e->span;
      if (!TypeOf(v)->slots.iter && !TypeOf(v)->slots.getitem)
        Raise(&TypeErrorType, "Value after * must be an iterable, not %s", TypeNameOf(v).c_str());
      ListExtend(list, v);
    } else {
      Value v = TryEval(x, f);
      if (__builtin_expect(v.is_raised(), 0)) return v;
      ListAppend(list, std::move(v));
    }
  }
  return result;
}

// What CPython's compiler makes one constant of.
bool Folds(const Expr* e) {
  if (e->kind == ExprKind::kConstant) return true;
  if (const auto* unary = As<UnaryOpExpr>(e)) return Folds(unary->value);
  if (const auto* binary = As<BinOpExpr>(e)) return Folds(binary->left) && Folds(binary->right);
  const auto* tuple = As<TupleExpr>(e);
  return tuple && std::all_of(tuple->elements.begin(), tuple->elements.end(), Folds);
}

Value EvalSet(const SetExpr* e, Frame* f) {
  bool constants = e->elements.size() >= 3;
  for (const Expr* x : e->elements) constants &= Folds(x);
  SetObject* s = NewSet();
  Value result = Value::Own(s);
  // Up to 30 elements in front of a star are evaluated before the first one is hashed.
  const bool small = e->elements.size() <= 30;
  SmallVector<Value, 8> waiting;
  const auto add_waiting = [&] {
    f->span = &e->span;
    for (const Value& v : waiting) SetAdd(s, v);
    waiting.clear();
  };
  bool starred = false;
  for (const Expr* x : e->elements) {
    if (const auto* star = As<StarredExpr>(x)) {
      add_waiting();
      starred = true;
      Value v = Eval(star->value, f);
      f->span = &e->span;
      SetUpdate(s, v);
    } else {
      waiting.push_back(Eval(x, f));
      if (starred || !small) add_waiting();
    }
  }
  add_waiting();
  if (!constants) return result;
  // CPython makes a frozen set of a display of constants, makes it anew from its items when constants are
  // merged, and copies that: another table, so another order. Once more where it puts the one it knows in the
  // place of a string: a letter of those that it has as names from the start.
  bool known = false;
  ForEach(result, [&](const Value& item) {
    known |=
        IsStr(item) && StrView(item).size() == 1 &&
        std::string_view("abcdefhijklmnopqrstvwxyBCLST_").find(StrView(item)[0]) != std::string_view::npos;
  });
  for (int i = 0; i < (known ? 2 : 1); ++i) {
    auto merged = ObjRef<SetObject>::Own(NewSet());
    ForEach(result, [&](const Value& item) { SetAdd(merged.get(), item); });
    result = std::move(merged).ToValue();
  }
  return SetCopy(result.as<SetObject>(), &SetType).ToValue();
}

Value EvalDict(const DictExpr* e, Frame* f) {
  DictObject* d = NewDict();
  Value result = Value::Own(d);
  // A run of up to 15 items is evaluated before its first key is hashed.
  SmallVector<Value, 8> waiting;
  const auto set_waiting = [&] {
    f->span = &e->span;
    for (size_t k = 0; k < waiting.size(); k += 2) DictSet(d, waiting[k], std::move(waiting[k + 1]));
    waiting.clear();
  };
  uint32_t run_end = 0;
  bool small = false;
  for (uint32_t i = 0; i < e->keys.size(); ++i) {
    if (!e->keys[i]) {
      set_waiting();
      Value v = Eval(e->values[i], f);
      f->span = &e->span;
      if (!IsDict(v) && GetAttrOrUndef(v, "keys").is_undef())
        Raise(&TypeErrorType, "'%s' object is not a mapping", TypeNameOf(v).c_str());
      DictMerge(d, v);
      continue;
    }
    if (i >= run_end) {
      for (run_end = i; run_end < e->keys.size() && e->keys[run_end];) ++run_end;
      small = run_end - i <= 15;
    }
    Value key = TryEval(e->keys[i], f);
    if (__builtin_expect(key.is_raised(), 0)) return key;
    Value value = TryEval(e->values[i], f);
    if (__builtin_expect(value.is_raised(), 0)) return value;
    waiting.push_back(std::move(key));
    waiting.push_back(std::move(value));
    if (!small) set_waiting();
  }
  set_waiting();
  return result;
}

[[gnu::always_inline]] inline Value ItemOf(const SubscriptExpr* e, Frame* f, const Value& object,
                                           const Value& key) {
  if (object.is_object()) {
    TypeObject* type = object.object()->type;
    if (key.is_int() && type == &ListType) {
      auto* l = object.as<ListObject>();
      int64_t i = key.as_int();
      if (i < 0) i += l->size;
      if (static_cast<uint64_t>(i) < static_cast<uint64_t>(l->size)) return l->items[i];
    } else if (key.is_int() && type == &TupleType) {
      auto* t = object.as<TupleObject>();
      int64_t i = key.as_int();
      if (i < 0) i += t->size;
      if (static_cast<uint64_t>(i) < static_cast<uint64_t>(t->size)) return t->items[i];
    } else if (type == &DictType) {
      f->span = &e->span;
      if (Value* v = DictFind(object.as<DictObject>(), key)) return *v;
    }
  }
  f->span = &e->span;
  return TryGetItem(object, key);
}

// Where something has to be evaluated first.
[[gnu::noinline]] Value SubscriptAround(const SubscriptExpr* e, Frame* f) {
  Value near;
  if (const Value* object = Peek(e->value, f); object && NearbyIndex(e->slice, f, &near))
    return ItemOf(e, f, *object, near);
  const Value object = TryEval(e->value, f);
  if (__builtin_expect(object.is_raised(), 0)) return Value::Raised();
  if (const Value* key = Peek(e->slice, f)) return ItemOf(e, f, object, *key);
  const Value key = TryEval(e->slice, f);
  if (__builtin_expect(key.is_raised(), 0)) return Value::Raised();
  return ItemOf(e, f, object, key);
}

Value EvalSubscriptExpr(const SubscriptExpr* e, Frame* f) {
  if (e->slice->operand != Operand::kOther)
    if (const Value* object = Peek(e->value, f)) return ItemOf(e, f, *object, *Peek(e->slice, f));
  return SubscriptAround(e, f);
}

Value EvalLambda(const LambdaExpr* e, Frame* f) { return MakeFunction(e->info, e->params, f); }

Value MakeConstant(const ConstantExpr* e) {
  switch (e->constant) {
    case ConstantKind::kNone:
      return Value::None();
    case ConstantKind::kTrue:
      return Value::Bool(true);
    case ConstantKind::kFalse:
      return Value::Bool(false);
    case ConstantKind::kEllipsis:
      return Ellipsis();
    case ConstantKind::kInt:
      return Value::Int(e->int_value);
    case ConstantKind::kFloat:
      return Value::Float(e->float_value);
    case ConstantKind::kImaginary:
      return MakeComplex(0, e->float_value);
    case ConstantKind::kBigInt: {
      Value v;
      ParseInt(e->text, 0, &v);
      return v;
    }
    case ConstantKind::kStr:
      return e->text.size() <= 40 ? Value::Borrow(InternStr(e->text)) : MakeStr(e->text);
    case ConstantKind::kBytes:
      return MakeBytes(e->text);
  }
  return {};
}

}  // namespace

void PrepareConstants(const Module& module) {
  for (const ConstantExpr* e : module.constants) {
    auto* v = reinterpret_cast<Value*>(&e->cache);
    if (v->is_undef() && (e->constant != ConstantKind::kImaginary || make_complex_hook)) *v = MakeConstant(e);
  }
}

Value EvalCompareChain(const CompareExpr* e, Frame* f) {
  Value left = TryEval(e->left, f);
  if (left.is_raised()) return left;
  for (uint32_t i = 0;; ++i) {
    Value right = TryEval(e->comparators[i], f);
    if (right.is_raised()) return right;
    f->span = &e->span;
    Value r = TryCompare(left, right, e->ops[i]);
    if (i + 1 == e->ops.size() || r.is_raised()) return r;
    if (IsSymbolic(r) && AsksStager(f, r))
      return TheInterp().stager->StageCompareChain(f, e, i + 1, r, right);
    if (!IsTrue(r)) return r;
    left = std::move(right);
  }
}

static int EvalTestSlow(const Expr* e, Frame* f, Value* symbolic);
// What is in place and quick to tell, -1 where it is not.
[[gnu::always_inline]] static inline int QuickTest(const Expr* e, Frame* f) {
  if (e->kind == ExprKind::kCompare) {
    const auto* c = static_cast<const CompareExpr*>(e);
    if (c->ops.size() != 1 || c->ops[0] > CmpOp::kGtE || c->comparators[0]->operand == Operand::kOther)
      return -1;
    const Value* a = Peek(c->left, f);
    if (!a || !a->is_int()) return -1;
    const Value* b = Peek(c->comparators[0], f);
    return b->is_int() ? IntOrder(c->ops[0], a->as_int(), b->as_int()) : -1;
  }
  if (const Value* p = Peek(e, f)) {
    if (p->is_bool() || p->is_int()) return p->as_int() != 0;
    if (IsExact(*p, &ListType)) return p->as<ListObject>()->size != 0;
  }
  return -1;
}

int EvalTest(const Expr* e, Frame* f, Value* symbolic) {
  const int quick = QuickTest(e, f);
  return quick >= 0 ? quick : EvalTestSlow(e, f, symbolic);
}

[[gnu::noinline]] static int EvalTestSlow(const Expr* e, Frame* f, Value* symbolic) {
  Value v;
  switch (e->kind) {
    case ExprKind::kCompare: {
      const auto* c = Cast<CompareExpr>(e);
      if (c->ops.size() == 1 && e->resume == kNoResume) {
        const int r = CompareOnce(c, f, &v);
        if (r >= 0) return r;
      } else {
        v = TryEval(e, f);
      }
      break;
    }
    case ExprKind::kUnaryOp:
      if (Cast<UnaryOpExpr>(e)->op == UnaryOp::kNot && e->resume == kNoResume &&
          !(f->flags & kFrameConverted)) {
        const int t = EvalTest(Cast<UnaryOpExpr>(e)->value, f, nullptr);
        return t < 0 ? t : !t;
      }
      v = TryEval(e, f);
      break;
    case ExprKind::kBoolOp:
      if (e->resume == kNoResume && !(f->flags & kFrameConverted)) {
        const auto* b = Cast<BoolOpExpr>(e);
        const bool is_and = b->op == BoolOp::kAnd;
        for (const Expr* x : b->values) {
          const int t = EvalTest(x, f, nullptr);
          if (t < 0) return t;
          if ((t != 0) != is_and) return !is_and;
        }
        return is_and;
      }
      v = TryEval(e, f);
      break;
    default:
      if (const Value* p = Peek(e, f)) {
        if (p->is_bool() || p->is_int()) return p->as_int() != 0;
        v = *p;
      } else {
        v = TryEval(e, f);
      }
  }
  if (v.is_bool() || v.is_int()) return v.as_int() != 0;
  if (__builtin_expect(v.is_raised(), 0)) return kTestRaised;
  if (symbolic && IsSymbolic(v) && AsksStager(f, v)) {
    *symbolic = std::move(v);
    return -1;
  }
  f->span = &e->span;
  return IsTrue(v);
}

namespace {

Value EvalConstant(const ConstantExpr* e, Frame*) {
  const Value* v = ConstantValue(e);
  return __builtin_expect(v->is_undef(), 0) ? MakeConstant(e) : *v;
}

Value EvalAttribute(const AttributeExpr* e, Frame* f) {
  if (const Value* object = Peek(e->value, f)) {
    if (const Value* v = AttrInPlace(e, *object)) return *v;
    return LoadAttr(e, f, *object);
  }
  Value temp = TryEval(e->value, f);
  return __builtin_expect(temp.is_raised(), 0) ? temp : LoadAttr(e, f, temp);
}

Value EvalCompare(const CompareExpr* e, Frame* f) {
  Value out;
  const int r = CompareOnce(e, f, &out);
  return r >= 0 ? Value::Bool(r) : out;
}

Value EvalUnaryOp(const UnaryOpExpr* e, Frame* f) {
  Value temp;
  const Value* v = PeekOrEval(e->value, f, &temp);
  if (__builtin_expect(v->is_raised(), 0)) return Value::Raised();
  if (e->op == UnaryOp::kNot) {
    if (v->is_bool()) return Value::Bool(!v->as_int());
    if (IsSymbolic(*v) && AsksStager(f, *v)) {
      f->span = &e->span;
      return TheInterp().stager->StageNot(f, *v);
    }
  } else if (e->op == UnaryOp::kUSub) {
    if (v->is_int() && v->as_int() != INT64_MIN) return Value::Int(-v->as_int());
    if (v->is_float()) return Value::Float(-v->as_float());
  }
  f->span = &e->span;
  return Unary(e->op, *v);
}

Value EvalIfExp(const IfExpr* e, Frame* f) {
  Value symbolic;
  const int t = EvalTest(e->test, f, &symbolic);
  if (t < 0) return t == kTestRaised ? Value::Raised() : TheInterp().stager->StageIfExp(f, e, symbolic);
  return TryEval(t ? e->body : e->orelse, f);
}

Value EvalNamed(const NamedExpr* e, Frame* f) {
  Value v = TryEval(e->value, f);
  return v.is_raised() || Assign(e->target, f, v) ? v : Value::Raised();
}

Value EvalComparison(const CompareExpr* e, Frame* f) {
  return e->ops.size() > 1 ? EvalCompareChain(e, f) : EvalCompare(e, f);
}

RawValue NotSupported(const Expr* e, Frame* f) {
  f->span = &e->span;
  RaiseNotSupported(KindName(e->kind));
}

// A pair of what has to be evaluated.
[[gnu::noinline]] RawValue PairAround(const TupleExpr* e, Frame* f) {
  const Value* v = Peek(e->elements[0], f);
  Value first = v ? *v : TryEval(e->elements[0], f);
  if (__builtin_expect(first.is_raised(), 0)) return std::move(first).Hand();
  v = Peek(e->elements[1], f);
  Value second = v ? *v : TryEval(e->elements[1], f);
  if (__builtin_expect(second.is_raised(), 0)) return std::move(second).Hand();
  return MakePair(std::move(first).Hand(), std::move(second).Hand());
}

RawValue EvalTupleOrPair(const Expr* x, Frame* f) {
  const auto* e = static_cast<const TupleExpr*>(x);
  if (e->elements.size() != 2 || e->is_constant || e->elements[0]->kind == ExprKind::kStarred ||
      e->elements[1]->kind == ExprKind::kStarred || limits.items != 0)
    return EvalTuple(e, f).Hand();
  const Value* first = Peek(e->elements[0], f);
  const Value* second = first ? Peek(e->elements[1], f) : nullptr;
  return second ? MakePair(Value(*first).Hand(), Value(*second).Hand()) : PairAround(e, f);
}

RawValue EvalName(const Expr* e, Frame* f) {
  const auto* name = static_cast<const NameExpr*>(e);
  if (name->ref.scope == Scope::kLocal)
    if (const Value& v = f->locals[name->ref.slot]; !v.is_undef()) return Value(v).Hand();
  return LoadName(name, f).Hand();
}

template <class Node, Value (*F)(const Node*, Frame*)>
RawValue Of(const Expr* e, Frame* f) {
  return F(static_cast<const Node*>(e), f).Hand();
}

constexpr EvalTable MakeTable() {
  EvalTable t{};
  for (EvalFn& f : t.by_kind) f = NotSupported;
  const auto set = [&t](ExprKind kind, EvalFn f) { t.by_kind[static_cast<size_t>(kind)] = f; };
  set(ExprKind::kName, EvalName);
  set(ExprKind::kConstant, Of<ConstantExpr, EvalConstant>);
  set(ExprKind::kBinOp, Of<BinOpExpr, EvalBinOp>);
  set(ExprKind::kCall, EvalCall);
  set(ExprKind::kAttribute, Of<AttributeExpr, EvalAttribute>);
  set(ExprKind::kSubscript, Of<SubscriptExpr, EvalSubscriptExpr>);
  set(ExprKind::kCompare, Of<CompareExpr, EvalComparison>);
  set(ExprKind::kBoolOp, Of<BoolOpExpr, EvalBoolOp>);
  set(ExprKind::kUnaryOp, Of<UnaryOpExpr, EvalUnaryOp>);
  set(ExprKind::kIfExp, Of<IfExpr, EvalIfExp>);
  set(ExprKind::kNamedExpr, Of<NamedExpr, EvalNamed>);
  set(ExprKind::kTuple, EvalTupleOrPair);
  set(ExprKind::kList, Of<ListExpr, EvalList>);
  set(ExprKind::kDict, Of<DictExpr, EvalDict>);
  set(ExprKind::kSet, Of<SetExpr, EvalSet>);
  set(ExprKind::kSlice, Of<SliceExpr, EvalSlice>);
  set(ExprKind::kLambda, Of<LambdaExpr, EvalLambda>);
  for (ExprKind kind :
       {ExprKind::kListComp, ExprKind::kSetComp, ExprKind::kDictComp, ExprKind::kGeneratorExp})
    set(kind, Of<ComprehensionExpr, EvalComprehension>);
  set(ExprKind::kJoinedStr, Of<JoinedStrExpr, EvalFString>);
  return t;
}

}  // namespace

constinit const EvalTable eval_table = MakeTable();

Value EvalFString(const JoinedStrExpr* e, Frame* f) {
  std::string out;
  for (const Expr* part : e->values) {
    if (const auto* text = As<ConstantExpr>(part)) {
      out += text->text;
      continue;
    }
    const auto* field = Cast<FormattedValueExpr>(part);
    Value v = TryEval(field->value, f);
    if (__builtin_expect(v.is_raised(), 0)) return v;
    f->span = &part->span;
    if (field->conversion == 's') v = StrValue(v);
    if (field->conversion == 'r') v = ReprValue(v);
    if (field->conversion == 'a') v = MakeStr(Ascii(v));
    Value spec;
    if (field->format_spec) {
      // Usually it is one piece of text.
      const auto* joined = As<JoinedStrExpr>(field->format_spec);
      const auto* text = joined && joined->values.size() == 1 ? As<ConstantExpr>(joined->values[0]) : nullptr;
      spec = text && !ConstantValue(text)->is_undef() ? *ConstantValue(text) : Eval(field->format_spec, f);
    }
    f->span = &part->span;
    if (spec.is_undef() && IsExact(v, &StrType)) {
      out += StrView(v);
    } else {
      out += StrView(FormatValue(v, spec));
    }
  }
  return MakeStr(out);
}

}  // namespace tp
