// Calls. Callee, self and arguments are evaluated straight onto the value stack; for a function of the spec
// the arguments become its locals where they lie, native functions get a view of them.
#include <cstring>

#include "core/interp/eval-inl.h"
#include "core/interp/eval_attr.h"
#include "core/interp/gc.h"
#include "core/interp/generic.h"
#include "core/interp/stager.h"
#include "core/interp/type.h"

namespace tp {

using namespace ast;

namespace {

constexpr uint32_t kSmallKeywords = 16;

// See Interp::call_flags; a call that raises on its way, or that reaches no function, leaves none behind.
class PassFlags {
 public:
  PassFlags(Interp& in, const Frame* f, const Value& callee) : in_(in) {
    if (!(f->flags & kFrameConverted) || !callee.is_object()) return;
    const TypeObject* type = callee.object()->type;
    const bool passes = type == &PyFunctionType || type == &MethodType ||
                        (type->is_heap() && !IsType(callee)) ||
                        std::string_view(type->name).ends_with("partial");
    if (passes) in.call_flags = kFrameConverted;
  }
  ~PassFlags() { in_.call_flags = 0; }

 private:
  Interp& in_;
};

// A native function's call. `Args` is written in words as wide as it is copied in: a processor that reads
// together what was just written in parts has to wait for it.
[[gnu::always_inline]] inline Value CallNative(Interp& in, NativeFn fn, const Value* args, uint32_t n,
                                               uint32_t nk, StrObject* const* names_kw) {
  typedef uint64_t Pair __attribute__((vector_size(16)));
  const Pair pair = {reinterpret_cast<uint64_t>(args), n | static_cast<uint64_t>(nk) << 32};
  static_assert(offsetof(Args, num_pos) == 8 && offsetof(Args, num_kw) == 12);
  Args view;
  std::memcpy(static_cast<void*>(&view), &pair, sizeof pair);
  view.kw_names = names_kw;
  return fn(in, view);
}

// Calls `callee` with `n` positional and `nk` keyword arguments at `args` (top of the stack), which it takes
// over.
// *(args - 1) is a free slot that may be overwritten. May give Value::Raised(), as everything here.
Value Dispatch(Interp& in, Frame* f, const Value& callee, Value* args, uint32_t n, uint32_t nk,
               StrObject* const* names_kw) {
  if (!callee.is_object())
    return RaiseValue(&TypeErrorType, "'%s' object is not callable", TypeNameOf(callee).c_str());
  Object* o = callee.object();
  TypeObject* type = o->type;
  if (type == &PyFunctionType)
    return CallOnStack(static_cast<FunctionObject*>(o), args, n, nk, names_kw, f->flags);
  StackGuard guard(in, args);
  const Args view{args, n, nk, names_kw};
  if (type == &NativeFunctionType) {
    auto* nf = static_cast<NativeFunctionObject*>(o);
    if (nf->self.is_undef()) return CallNative(in, nf->fn, args, n, nk, names_kw);
    args[-1] = nf->self;
    if ((n || nk) && TakesSelfOnly(nf->def)) RefuseArguments(nf->def, Args{args - 1, n + 1, nk, names_kw});
    return CallNative(in, nf->fn, args - 1, n + 1, nk, names_kw);
  }
  if (type == &MethodDescrType) return type->slots.call(callee, view);  // it checks its first argument
  if (type == &MethodType) {
    auto* m = static_cast<MethodObject*>(o);
    args[-1] = m->self;
    const PassFlags passes(in, f, callee);
    if (IsExact(m->func, &PyFunctionType))
      return TryCallFunction(m->func.as<FunctionObject>(), Args{args - 1, n + 1, nk, names_kw});
    Value func = m->func;
    return TryCall(func, Args{args - 1, n + 1, nk, names_kw});
  }
  const PassFlags passes(in, f, callee);
  return TryCall(callee, view);
}

// Instances of plain classes and exceptions of the spec: allocate, then __init__ on the stack.
bool NewInstance(TypeObject* type, Value* args, uint32_t n, uint32_t nk, StrObject* const* names_kw,
                 Value* out) {
  if (type->type != &TypeType || !type->is_heap() || type->has(kTypeAbstract)) return false;
  const bool plain = type->slots.new_object == ObjectType.slots.new_object;
  if (!plain && type->slots.new_object != BaseExceptionType.slots.new_object) return false;
  const Value* init = TypeLookup(type, names.init_);
  if (!init || !IsExact(*init, &PyFunctionType)) return false;
  Value own = *init;
  if (plain) {
    Object* o = AllocObject(type);
    GcTrack(static_cast<GcObject*>(o));
    *out = Value::Own(o);
  } else {
    *out = type->slots.new_object(type, Args{args, n, nk, names_kw});
  }
  args[-1] = *out;
  Value r = CallOnStack(own.as<FunctionObject>(), args - 1, n + 1, nk, names_kw, 0);
  if (r.is_none()) return true;
  if (r.is_raised())
    *out = std::move(r);
  else
    *out = RaiseValue(&TypeErrorType, "__init__() should return None, not '%s'", TypeNameOf(r).c_str());
  return true;
}

[[noreturn]] void NotAfterStar(const Value& callee, const Value& v, bool mapping) {
  std::string name = "object";
  if (Value q = GetAttrOrUndef(callee, names.qualname_); IsStr(q)) {
    name = Str(q);
    if (Value m = GetAttrOrUndef(callee, names.module_); IsStr(m) && StrView(m) != "builtins")
      name = Str(m) + "." + name;
  }
  Raise(&TypeErrorType, "%s() argument after %s must be %s, not %s", name.c_str(), mapping ? "**" : "*",
        mapping ? "a mapping" : "an iterable", TypeNameOf(v).c_str());
}

// f(*a, **k): through lists.
Value CallWithStars(const CallExpr* e, Frame* f) {
  Value callee = Eval(e->func, f);
  ArgList list;
  for (const Expr* x : e->args) {
    if (const auto* star = As<StarredExpr>(x)) {
      Value v = Eval(star->value, f);
      f->span = &e->span;
      if (!TypeOf(v)->slots.iter && !TypeOf(v)->slots.getitem) {
        // Several arguments are gathered in a list, which knows nothing of the call.
        if (e->args.size() > 1)
          Raise(&TypeErrorType, "Value after * must be an iterable, not %s", TypeNameOf(v).c_str());
        NotAfterStar(callee, v, false);
      }
      if (TypeOf(v)->is_heap()) v = ToTuple(v);  // its __len__ is asked, and may fail
      ForEach(v, [&](Value item) { list.Add(std::move(item)); });
    } else {
      list.Add(Eval(x, f));
    }
  }
  std::vector<StrObject*> seen;
  const auto add = [&](StrObject* name, Value v) {
    for (StrObject* s : seen)
      if (s == name) {
        f->span = &e->span;
        std::string fn = "function";
        if (Value q = GetAttrOrUndef(callee, names.qualname_); IsStr(q)) fn = Str(q);
        if (Value m = GetAttrOrUndef(callee, names.module_); IsStr(m) && StrView(m) != "builtins")
          fn = Str(m) + "." + fn;
        Raise(&TypeErrorType, "%s() got multiple values for keyword argument '%s'", fn.c_str(), name->data);
      }
    seen.push_back(name);
    list.AddKeyword(name, std::move(v));
  };
  for (const Keyword& k : e->keywords) {
    if (k.arg) {
      add(NameStr(k.arg), Eval(k.value, f));
      continue;
    }
    Value v = Eval(k.value, f);
    f->span = &e->span;
    Value dict = v;
    if (!IsDict(v)) {
      if (GetAttrOrUndef(v, "keys").is_undef()) NotAfterStar(callee, v, true);
      dict = Value::Own(NewDict());
      DictMerge(dict.as<DictObject>(), v);
    }
    int64_t pos = 0;
    while (DictEntry* entry = DictNext(dict.as<DictObject>(), &pos)) {
      if (!IsStr(entry->key)) Raise(&TypeErrorType, "keywords must be strings");
      add(InternStr(entry->key), entry->value);
    }
  }
  f->span = &e->span;
  const Args view = list;
  if (__builtin_expect(f->flags & kFrameConverted, 0) && TheInterp().stager) {
    Value r = TheInterp().stager->StageCall(f, e, callee, view);
    if (!r.is_undef()) return r;
  }
  const PassFlags passes(*the_interp, f, callee);
  return TryCall(callee, view);
}

// Names of keywords; nothing where a call has none, so that plain calls, which recurse, take little stack.
template <bool Any>
struct KeywordNames {
  StrObject* small[kSmallKeywords];
  std::vector<StrObject*> large;
  StrObject** Room(uint32_t n) {
    if (n <= kSmallKeywords) return small;
    large.resize(n);
    return large.data();
  }
};
template <>
struct KeywordNames<false> {
  StrObject** Room(uint32_t) { return nullptr; }
};

// A native type whose calls are its new_object alone.
[[gnu::always_inline]] inline bool IsPlainNative(const TypeObject* type) {
  return (type->type_flags & (kTypeHeap | kTypeReady)) == kTypeReady && type->slots.new_object &&
         type->slots.new_object != ObjectType.slots.new_object && type->slots.init == ObjectType.slots.init;
}

// Puts the positional arguments of a call on the value stack. False: one raised.
[[gnu::always_inline]] inline bool PushArguments(Interp& in, const CallExpr* e, Frame* f) {
  Value* sp = in.sp;
  for (const Expr* x : e->args) {
    if (x->operand == Operand::kLocal && f->locals[static_cast<const NameExpr*>(x)->ref.slot].is_undef())
      in.sp = sp;  // what is there already goes when Peek raises
    if (const Value* v = Peek(x, f)) {
      new (sp) Value(*v);
    } else {
      in.sp = sp;
      Value v2 = TryEval(x, f);
      if (__builtin_expect(v2.is_raised(), 0)) return false;
      new (sp) Value(std::move(v2));
    }
    ++sp;
  }
  in.sp = sp;
  return true;
}

// What is called: how the callee and self come to the stack.
enum class Callee { kAny, kMethod, kGlobal, kFound };

// `self`, of a method: what stands in front of the dot; of a function that was found: what comes first.
template <bool HasKeywords, Callee kCallee>
[[gnu::always_inline]] inline Value CallPlain(const CallExpr* e, Frame* f, Value self, const Value* found) {
  Interp& in = *the_interp;
  const uint32_t n = e->args.size(), nk = HasKeywords ? e->keywords.size() : 0;
  // base[0] is the callee, base[1] self or free, the arguments follow.
  Value* base = in.sp;
  if (__builtin_expect(in.stack_end - base < n + nk + 4, 0)) in.OnRecursion("");
  bool with_self = false;
  if constexpr (kCallee == Callee::kMethod) {
    const auto* a = static_cast<const AttributeExpr*>(e->func);
    if (const AttrCache* method = MethodInPlace(a, self)) {
      with_self = true;
      new (&base[0]) Value(*method->found);
    } else {
      Value callee = LoadMethod(a, f, self, &with_self);
      if (__builtin_expect(callee.is_raised(), 0)) return callee;
      if (!with_self) self.Clear();
      new (&base[0]) Value(std::move(callee));
    }
    new (&base[1]) Value(std::move(self));
  } else if constexpr (kCallee == Callee::kFound) {
    with_self = true;
    new (&base[0]) Value(*found);
    new (&base[1]) Value(std::move(self));
  } else if constexpr (kCallee == Callee::kGlobal) {
    const Value* callee = GlobalInPlace(static_cast<const NameExpr*>(e->func), f);
    if (__builtin_expect(!callee, 0)) return Value::Raised();
    new (&base[0]) Value(*callee);
    new (&base[1]) Value();
  } else {
    Value callee = TryEval(e->func, f);
    if (__builtin_expect(callee.is_raised(), 0)) return callee;
    new (&base[0]) Value(std::move(callee));
    new (&base[1]) Value();
  }
  in.sp = base + 2;
  StackGuard guard(in, base);
  if (__builtin_expect(!PushArguments(in, e, f), 0)) return Value::Raised();
  KeywordNames<HasKeywords> names_of;
  StrObject** const kw_names = names_of.Room(nk);
  for (uint32_t i = 0; i < nk; ++i) {
    kw_names[i] = NameStr(e->keywords[i].arg);
    Value v = TryEval(e->keywords[i].value, f);
    if (__builtin_expect(v.is_raised(), 0)) return v;
    new (in.sp) Value(std::move(v));
    ++in.sp;
  }
  f->span = &e->span;
  Value* args = base + 2;
  uint32_t num = n;
  if (with_self) {
    --args;
    ++num;
  }
  if (__builtin_expect(f->flags & kFrameConverted, 0) && in.stager) {
    Value r = in.stager->StageCall(f, e, base[0], Args{args, num, nk, kw_names});
    if (!r.is_undef()) return r;
  }
  // The callee's own reference keeps it alive: base[0] stays below the arguments.
  if (IsExact(base[0], &PyFunctionType))
    return CallOnStack(base[0].as<FunctionObject>(), args, num, nk, kw_names, f->flags);
  if (with_self) {
    StackGuard inner(in, args);
    const MethodDef* def = base[0].as<MethodDescrObject>()->def;
    if ((num != 1 || nk) && TakesSelfOnly(def)) RefuseArguments(def, Args{args, num, nk, kw_names});
    return CallNative(in, def->fn, args, num, nk, kw_names);
  }
  if (base[0].is_object() && base[0].object()->type == &TypeType) {
    Value instance;
    ReadyType(base[0].as<TypeObject>());
    if (NewInstance(base[0].as<TypeObject>(), args, num, nk, kw_names, &instance)) return instance;
  }
  return Dispatch(in, f, base[0], args, num, nk, kw_names);
}

template <bool HasKeywords, Callee kCallee>
[[gnu::noinline]] RawValue CallGuarded(const CallExpr* e, Frame* f, RawValue self,
                                       const Value* found = nullptr) {
  try {
    return CallPlain<HasKeywords, kCallee>(e, f, Value::Adopt(self), found).Hand();
  } catch (PyError& error) {
    return HoldError(error).Hand();
  }
}

[[gnu::noinline]] RawValue CallStarred(const CallExpr* e, Frame* f) {
  try {
    return CallWithStars(e, f).Hand();
  } catch (PyError& error) {
    return HoldError(error).Hand();
  }
}

// Native code with plain arguments, which are all that is kept meanwhile. `self`: kUndef, or what comes
// first.
template <class Call>
[[gnu::always_inline]] inline RawValue CallNativePlain(const CallExpr* e, Frame* f, RawValue self,
                                                       Call call) {
  try {
    Interp& in = *the_interp;
    const uint32_t n = e->args.size();
    Value first = Value::Adopt(self);
    Value* base = in.sp;
    if (__builtin_expect(in.stack_end - base < n + 4, 0)) in.OnRecursion("");
    const uint32_t before = first.is_undef() ? 0 : 1;
    if (before != 0) {
      new (base) Value(std::move(first));
      in.sp = base + 1;
    }
    StackGuard guard(in, base);
    if (__builtin_expect(!PushArguments(in, e, f), 0)) return Value::Raised().Hand();
    f->span = &e->span;
    return call(in, base, n + before).Hand();
  } catch (PyError& error) {
    return HoldError(error).Hand();
  }
}

[[gnu::noinline]] RawValue CallNativeMethod(const CallExpr* e, Frame* f, RawValue self, const MethodDef* def,
                                            bool refused) {
  return CallNativePlain(e, f, self, [=](Interp& in, Value* args, uint32_t n) {
    if (__builtin_expect(refused, 0)) RefuseArguments(def, Args{args, n, 0, nullptr});
    return CallNative(in, def->fn, args, n, 0, nullptr);
  });
}

[[gnu::noinline]] RawValue CallNativeFunction(const CallExpr* e, Frame* f, NativeFn fn) {
  return CallNativePlain(e, f, Value().Hand(), [=](Interp& in, Value* args, uint32_t n) {
    return CallNative(in, fn, args, n, 0, nullptr);
  });
}

[[gnu::noinline]] RawValue CallNativeType(const CallExpr* e, Frame* f, TypeObject* type) {
  return CallNativePlain(e, f, Value().Hand(), [=](Interp&, Value* args, uint32_t n) {
    return type->slots.new_object(type, Args{args, n, 0, nullptr});
  });
}

// The most frequent of all methods has no need of arguments.
[[gnu::noinline]] RawValue CallAppend(const CallExpr* e, Frame* f, RawValue self) {
  try {
    const Value list = Value::Adopt(self);
    const Value* v = Peek(e->args[0], f);
    Value item = v ? *v : TryEval(e->args[0], f);
    if (__builtin_expect(item.is_raised(), 0)) return std::move(item).Hand();
    f->span = &e->span;
    ListAppend(list.as<ListObject>(), std::move(item));
    return Value::None().Hand();
  } catch (PyError& error) {
    return HoldError(error).Hand();
  }
}

// len(x)
[[gnu::noinline]] RawValue CallLen(const CallExpr* e, Frame* f) {
  try {
    const Value* in_place = Peek(e->args[0], f);
    const Value v = in_place ? *in_place : TryEval(e->args[0], f);
    if (__builtin_expect(v.is_raised(), 0)) return Value::Raised().Hand();
    if (IsExact(v, &ListType)) return Value::Int(v.as<ListObject>()->size).Hand();
    f->span = &e->span;
    return Value::Int(Len(v)).Hand();
  } catch (PyError& error) {
    return HoldError(error).Hand();
  }
}

// `self`: what stands in front of the dot.
[[gnu::always_inline]] inline RawValue CallMethodOf(const CallExpr* e, Frame* f, Value self) {
  const AttrCache* method = MethodInPlace(static_cast<const AttributeExpr*>(e->func), self);
  const RawValue raw = std::move(self).Hand();
  if (!method || !method->def || (f->flags & kFrameConverted))
    return CallGuarded<false, Callee::kMethod>(e, f, raw);
  const uint32_t n = e->args.size();
  if (method->appends && n == 1) return CallAppend(e, f, raw);
  return CallNativeMethod(e, f, raw, method->def, n != 0 && method->self_only);
}

bool IsGlobalName(const Expr* e) {
  return e->kind == ExprKind::kName && static_cast<const NameExpr*>(e)->ref.scope == Scope::kGlobalImplicit;
}

// The function that a call of `super().name` reaches, without a super object; null: it is no such call, or
// not so simple a one.
const Value* SuperFunction(const AttributeExpr* a, Frame* f, Value* self) {
  const auto* call = As<CallExpr>(a->value);
  if (!call || call->args.size() != 0 || call->keywords.size() != 0 || call->has_star ||
      !IsGlobalName(call->func) || (f->flags & kFrameConverted))
    return nullptr;
  const Value* callee = GlobalInPlace(static_cast<const NameExpr*>(call->func), f);
  if (!callee) DropHeld(&NameErrorType);
  if (!callee || !callee->is_object() || callee->object() != &SuperType) return nullptr;
  f->span = &call->span;
  return FindSuperFunction(NameStr(a->attr), self);
}

[[gnu::noinline]] RawValue CallMethodAround(const CallExpr* e, Frame* f) {
  Value instance;
  if (const Value* found = SuperFunction(static_cast<const AttributeExpr*>(e->func), f, &instance))
    return CallGuarded<false, Callee::kFound>(e, f, std::move(instance).Hand(), found);
  Value self = TryEval(static_cast<const AttributeExpr*>(e->func)->value, f);
  if (__builtin_expect(self.is_raised(), 0)) return std::move(self).Hand();
  return CallMethodOf(e, f, std::move(self));
}

RawValue CallGlobal(const CallExpr* e, Frame* f) {
  const Value* callee = GlobalInPlace(static_cast<const NameExpr*>(e->func), f);
  if (__builtin_expect(!callee, 0)) return Value::Raised().Hand();
  if (callee->is_object() && !(f->flags & kFrameConverted)) {
    Object* o = callee->object();
    if (o->type == &NativeFunctionType && static_cast<NativeFunctionObject*>(o)->self.is_undef()) {
      const NativeFn fn = static_cast<NativeFunctionObject*>(o)->fn;
      return fn == LenFunction && e->args.size() == 1 ? CallLen(e, f) : CallNativeFunction(e, f, fn);
    }
    if (o->type == &TypeType && IsPlainNative(static_cast<TypeObject*>(o)))
      return CallNativeType(e, f, static_cast<TypeObject*>(o));
  }
  return CallGuarded<false, Callee::kGlobal>(e, f, Value().Hand());
}

// With keywords.
[[gnu::noinline]] RawValue CallNamed(const CallExpr* e, Frame* f) {
  if (e->func->kind == ExprKind::kAttribute) {
    const auto* a = static_cast<const AttributeExpr*>(e->func);
    Value self;
    if (const Value* found = SuperFunction(a, f, &self))
      return CallGuarded<true, Callee::kFound>(e, f, std::move(self).Hand(), found);
    self = TryEval(a->value, f);
    if (__builtin_expect(self.is_raised(), 0)) return std::move(self).Hand();
    return CallGuarded<true, Callee::kMethod>(e, f, std::move(self).Hand());
  }
  if (IsGlobalName(e->func)) return CallGuarded<true, Callee::kGlobal>(e, f, Value().Hand());
  return CallGuarded<true, Callee::kAny>(e, f, Value().Hand());
}

}  // namespace

// One function for each kind of call: each takes only the native stack that it needs, and leaves what it does
// not need to the next in its own place.
RawValue EvalCall(const Expr* x, Frame* f) {
  const auto* e = static_cast<const CallExpr*>(x);
  if (__builtin_expect(e->has_star, 0)) return CallStarred(e, f);
  if (e->keywords.size()) return CallNamed(e, f);
  if (e->func->kind == ExprKind::kAttribute) {
    const Value* self = Peek(static_cast<const AttributeExpr*>(e->func)->value, f);
    return self ? CallMethodOf(e, f, *self) : CallMethodAround(e, f);
  }
  if (IsGlobalName(e->func)) return CallGlobal(e, f);
  return CallGuarded<false, Callee::kAny>(e, f, Value().Hand());
}

}  // namespace tp
