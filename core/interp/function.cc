// Functions of a spec, native functions, bound methods and modules as objects.
#include "core/interp/function.h"

#include "core/interp/abstract.h"
#include "core/interp/eval.h"
#include "core/interp/gc.h"
#include "core/interp/generic.h"
#include "core/interp/interp.h"
#include "core/interp/type.h"

namespace tp {

namespace {

FunctionObject* F(const Value& v) { return v.as<FunctionObject>(); }

// ---- functions of a spec

void FunctionDealloc(Object* o) {
  auto* f = static_cast<FunctionObject*>(o);
  const uint32_t frees = f->code->num_derefs - f->code->num_cells;
  for (uint32_t i = 0; i < frees; ++i) f->closure[i].~Value();
  if (f->closure) FreeBytes(f->closure, frees * sizeof(Value));
  if (f->defaults) DecRef(f->defaults);
  if (f->kwdefaults) DecRef(f->kwdefaults);
  if (f->annotations) DecRef(f->annotations);
  f->doc.Clear();
  f->module.Clear();
  DictObject* globals = f->globals;
  FreeObject(o);
  DecRef(globals);
}
void FunctionTraverse(Object* o, GcVisitor& visit) {
  auto* f = static_cast<FunctionObject*>(o);
  const uint32_t frees = f->code->num_derefs - f->code->num_cells;
  for (uint32_t i = 0; i < frees; ++i) visit(f->closure[i]);
  visit(f->defaults);
  visit(f->kwdefaults);
  visit(f->annotations);
  visit(f->globals);
  visit(f->doc);
}
void FunctionClear(Object* o) {
  auto* f = static_cast<FunctionObject*>(o);
  const uint32_t frees = f->code->num_derefs - f->code->num_cells;
  // Cells stay in place: a frame may still run this code. What they hold is cleared by the cells' own clear.
  (void)frees;
  if (f->defaults) {
    TupleObject* d = f->defaults;
    f->defaults = nullptr;
    DecRef(d);
  }
}
Value FunctionRepr(const Value& self) {
  return MakeStr(Format("<function %s at %p>", F(self)->qualname->data, static_cast<void*>(self.object())));
}
Value FunctionGet(const Value& self, const Value& instance, TypeObject*) {
  return instance.is_undef() ? self : MakeMethod(self, instance);
}
Value FunctionCall(const Value& self, Args args) { return TryCallFunction(F(self), args); }

Value GetName(Interp&, Args a) { return Value::Borrow(F(a[0])->name); }
Value SetName(Interp&, Args a) {
  if (a.size() < 2 || !IsStr(a[1])) Raise(&TypeErrorType, "__name__ must be set to a string object");
  F(a[0])->name = InternStr(a[1]);
  return Value::None();
}
Value GetQualname(Interp&, Args a) { return Value::Borrow(F(a[0])->qualname); }
Value SetQualname(Interp&, Args a) {
  if (a.size() < 2 || !IsStr(a[1])) Raise(&TypeErrorType, "__qualname__ must be set to a string object");
  F(a[0])->qualname = InternStr(a[1]);
  return Value::None();
}
Value GetDoc(Interp&, Args a) { return F(a[0])->doc.is_undef() ? Value::None() : F(a[0])->doc; }
Value SetDoc(Interp&, Args a) {
  F(a[0])->doc = a.size() > 1 ? a[1] : Value::None();
  return Value::None();
}
Value GetModule(Interp&, Args a) { return F(a[0])->module.is_undef() ? Value::None() : F(a[0])->module; }
Value SetModule(Interp&, Args a) {
  F(a[0])->module = a.size() > 1 ? a[1] : Value::None();
  return Value::None();
}
Value GetDefaults(Interp&, Args a) {
  return F(a[0])->defaults ? Value::Borrow(F(a[0])->defaults) : Value::None();
}
Value SetDefaults(Interp&, Args a) {
  FunctionObject* f = F(a[0]);
  Value v = a.size() > 1 ? a[1] : Value::None();
  if (!v.is_none() && !IsTuple(v)) Raise(&TypeErrorType, "__defaults__ must be set to a tuple object");
  if (f->defaults) DecRef(f->defaults);
  f->defaults = v.is_none() ? nullptr : static_cast<TupleObject*>(v.Release());
  return Value::None();
}
Value GetKwDefaults(Interp&, Args a) {
  return F(a[0])->kwdefaults ? Value::Borrow(F(a[0])->kwdefaults) : Value::None();
}
Value GetAnnotations(Interp&, Args a) {
  FunctionObject* f = F(a[0]);
  if (!f->annotations) f->annotations = NewDict();
  return Value::Borrow(f->annotations);
}
Value SetAnnotations(Interp&, Args a) {
  FunctionObject* f = F(a[0]);
  Value v = a.size() > 1 ? a[1] : Value::None();
  if (f->annotations) DecRef(f->annotations);
  f->annotations = v.is_none() ? nullptr : static_cast<DictObject*>(v.Release());
  return Value::None();
}
Value GetClosure(Interp&, Args a) {
  FunctionObject* f = F(a[0]);
  const uint32_t frees = f->code->num_derefs - f->code->num_cells;
  return frees ? MakeTuple(f->closure, frees) : Value::None();
}
Value GetCode(Interp&, Args a) { return MakeCode(F(a[0])->code); }
Value GetGlobals(Interp&, Args a) { return Value::Borrow(F(a[0])->globals); }

const MethodDef kFunctionMethods[] = {
    {"__name__", GetName, nullptr, nullptr, kProperty, SetName},
    {"__qualname__", GetQualname, nullptr, nullptr, kProperty, SetQualname},
    {"__doc__", GetDoc, nullptr, nullptr, kProperty, SetDoc},
    {"__module__", GetModule, nullptr, nullptr, kProperty, SetModule},
    {"__defaults__", GetDefaults, nullptr, nullptr, kProperty, SetDefaults},
    {"__kwdefaults__", GetKwDefaults, nullptr, nullptr, kProperty},
    {"__annotations__", GetAnnotations, nullptr, nullptr, kProperty, SetAnnotations},
    {"__closure__", GetClosure, nullptr, nullptr, kProperty},
    {"__code__", GetCode, nullptr, nullptr, kProperty},
    {"__globals__", GetGlobals, nullptr, nullptr, kProperty},
};
TP_REGISTER_METHODS(PyFunctionType, kFunctionMethods);

// ---- native functions

NativeFunctionObject* N(const Value& v) { return v.as<NativeFunctionObject>(); }

void NativeDealloc(Object* o) {
  static_cast<NativeFunctionObject*>(o)->self.Clear();
  FreeObject(o);
}
void NativeTraverse(Object* o, GcVisitor& visit) { visit(static_cast<NativeFunctionObject*>(o)->self); }
Value NativeRepr(const Value& self) {
  if (N(self)->self.is_undef()) return MakeStr(Format("<built-in function %s>", N(self)->def->name));
  return MakeStr(Format("<built-in method %s of %s object at %p>", N(self)->def->name,
                        TypeNameOf(N(self)->self).c_str(), static_cast<void*>(self.object())));
}
Value NativeCall(const Value& self, Args args) {
  NativeFunctionObject* f = N(self);
  if (f->self.is_undef()) return f->fn(TheInterp(), args);
  Value small[8];
  const uint32_t n = args.num_pos + args.num_kw;
  std::vector<Value> large;
  Value* v = small;
  if (n + 1 > 8) {
    large.resize(n + 1);
    v = large.data();
  }
  v[0] = f->self;
  for (uint32_t i = 0; i < n; ++i) v[i + 1] = args.values[i];
  const Args all{v, args.num_pos + 1, args.num_kw, args.kw_names};
  CheckMethodArgs(f->def, all);
  return f->fn(TheInterp(), all);
}
Value NativeName(Interp&, Args a) { return MakeStr(N(a[0])->def->name); }
Value NativeQualname(Interp&, Args a) {
  const Value& self = N(a[0])->self;
  if (self.is_undef()) return MakeStr(N(a[0])->def->name);
  return MakeStr(std::string((IsType(self) ? AsType(self) : TypeOf(self))->name) + "." + N(a[0])->def->name);
}
Value NativeDoc(Interp&, Args a) { return N(a[0])->def->doc ? MakeStr(N(a[0])->def->doc) : Value::None(); }
Value NativeModule(Interp&, Args a) {
  return N(a[0])->module ? Value::Borrow(N(a[0])->module) : Value::None();
}
Value NativeSelf(Interp&, Args a) { return N(a[0])->self.is_undef() ? Value::None() : N(a[0])->self; }
Value NativeSignature(Interp&, Args a) {
  return N(a[0])->def->signature ? MakeStr(Format("(%s)", N(a[0])->def->signature)) : Value::None();
}
const MethodDef kNativeMethods[] = {
    {"__name__", NativeName, nullptr, nullptr, kProperty},
    {"__qualname__", NativeQualname, nullptr, nullptr, kProperty},
    {"__doc__", NativeDoc, nullptr, nullptr, kProperty},
    {"__module__", NativeModule, nullptr, nullptr, kProperty},
    {"__self__", NativeSelf, nullptr, nullptr, kProperty},
    {"__text_signature__", NativeSignature, nullptr, nullptr, kProperty},
};
TP_REGISTER_METHODS(NativeFunctionType, kNativeMethods);

// ---- bound methods

MethodObject* M(const Value& v) { return v.as<MethodObject>(); }

void MethodDealloc(Object* o) {
  auto* m = static_cast<MethodObject*>(o);
  m->func.~Value();
  m->self.~Value();
  FreeBytes(m, sizeof(MethodObject));
}
void MethodTraverse(Object* o, GcVisitor& visit) {
  visit(static_cast<MethodObject*>(o)->func);
  visit(static_cast<MethodObject*>(o)->self);
}
Value MethodRepr(const Value& self) {
  Value name = GetAttrOrUndef(M(self)->func, names.qualname_);
  return MakeStr("<bound method " + (IsStr(name) ? Str(name) : "?") + " of " + Repr(M(self)->self) + ">");
}
int64_t MethodHash(const Value& self) {
  const Value& s = M(self)->self;
  const int64_t h = reinterpret_cast<int64_t>(s.is_object() ? s.object() : nullptr) ^ Hash(M(self)->func);
  return h == -1 ? -2 : h;
}
Value MethodCompare(const Value& a, const Value& b, ast::CmpOp op) {
  if (!IsExact(b, &MethodType) || (op != ast::CmpOp::kEq && op != ast::CmpOp::kNotEq))
    return NotImplemented();
  const bool same = M(a)->self.Is(M(b)->self) && Equal(M(a)->func, M(b)->func);
  return Value::Bool(same == (op == ast::CmpOp::kEq));
}
Value MethodCall(const Value& self, Args args) {
  MethodObject* m = M(self);
  Value small[8];
  const uint32_t n = args.num_pos + args.num_kw;
  std::vector<Value> large;
  Value* v = small;
  if (n + 1 > 8) {
    large.resize(n + 1);
    v = large.data();
  }
  v[0] = m->self;
  for (uint32_t i = 0; i < n; ++i) v[i + 1] = args.values[i];
  Value func = m->func;
  return TryCall(func, Args{v, args.num_pos + 1, args.num_kw, args.kw_names});
}
// What a method does not have itself, its function has.
Value MethodGetAttr(const Value& self, StrObject* name) {
  if (const Value* found = TypeLookup(TypeOf(self), name)) {
    Value own = *found;
    return TryBindDescriptor(own, self, TypeOf(self));
  }
  return TryGetAttrOrUndef(M(self)->func, name);
}
Value MethodNew(TypeObject*, Args args) {
  CheckArgs("method", args, 2, 2);
  if (!IsCallable(args[0])) Raise(&TypeErrorType, "first argument must be callable");
  if (args[1].is_none()) Raise(&TypeErrorType, "self must not be None");
  return MakeMethod(args[0], args[1]);
}
Value MethodFunc(Interp&, Args a) { return M(a[0])->func; }
Value MethodSelf(Interp&, Args a) { return M(a[0])->self; }
Value MethodDoc(Interp&, Args a) { return GetAttr(M(a[0])->func, names.doc_); }
const MethodDef kMethodMethods[] = {{"__func__", MethodFunc, nullptr, nullptr, kProperty},
                                    {"__self__", MethodSelf, nullptr, nullptr, kProperty},
                                    {"__doc__", MethodDoc, nullptr, nullptr, kProperty}};
TP_REGISTER_METHODS(MethodType, kMethodMethods);

// ---- modules

ModuleObject* Mod(const Value& v) { return v.as<ModuleObject>(); }

void ModuleDealloc(Object* o) {
  DictObject* d = static_cast<ModuleObject*>(o)->dict;
  FreeObject(o);
  if (d) DecRef(d);
}
void ModuleTraverse(Object* o, GcVisitor& visit) { visit(static_cast<ModuleObject*>(o)->dict); }
void ModuleClear(Object* o) {
  if (auto* d = static_cast<ModuleObject*>(o)->dict) DictClear(d);
}
Value ModuleNew(TypeObject* type, Args args) {
  static ArgParser parser("module", "name, doc=None");
  Value v[2];
  parser.Parse(args, v);
  if (!IsStr(v[0]))
    Raise(&TypeErrorType, "module() argument 'name' must be str, not %s", GivenType(v[0]).c_str());
  auto* m = New<ModuleObject>(type);
  m->dict = NewDict();
  m->name = InternStr(v[0]);
  DictSet(m->dict, names.name_, v[0]);
  DictSet(m->dict, names.doc_, v[1].is_undef() ? Value::None() : v[1]);
  GcTrack(m);
  return Value::Own(m);
}
Value ModuleRepr(const Value& self) {
  Value* file = DictFind(Mod(self)->dict, names.file_);
  const std::string name(Mod(self)->name->view());
  return MakeStr("<module '" + name + "'" + (file && IsStr(*file) ? " from " + Repr(*file) : " (built-in)") +
                 ">");
}
Value ModuleGetAttr(const Value& self, StrObject* name) {
  ModuleObject* m = Mod(self);
  if (Value* v = DictFind(m->dict, name)) return *v;
  Value r = GenericGetAttr(self, name);
  if (!r.is_undef()) return r;
  if (name == names.dict_) return Value::Borrow(m->dict);
  if (Value* f = DictFind(m->dict, names.getattr_)) {
    Value own = *f;
    const Value name_value = Value::Borrow(name);
    return TryCall(own, Args{&name_value, 1, 0, nullptr});
  }
  return {};
}
void ModuleSetAttr(const Value& self, StrObject* name, const Value& value) {
  if (!value.is_undef())
    DictSet(Mod(self)->dict, name, value);
  else if (!DictErase(Mod(self)->dict, name))
    RaiseAttributeError(self, name);
}
void ModuleInitSlot(const Value&, Args) {}

constexpr TypeSpec FunctionSpec() {
  TypeSpec t{.name = "function",
             .size = sizeof(FunctionObject),
             .attrs = offsetof(FunctionObject, attrs),
             .flags = kTypeGc | kTypeNoSubclass | kTypeMethodLike};
  t.slots.dealloc = FunctionDealloc;
  t.slots.traverse = FunctionTraverse;
  t.slots.clear = FunctionClear;
  t.slots.repr = FunctionRepr;
  t.slots.descr_get = FunctionGet;
  t.slots.call = FunctionCall;
  return t;
}
constexpr TypeSpec NativeSpec() {
  TypeSpec t{.name = "builtin_function_or_method",
             .size = sizeof(NativeFunctionObject),
             .flags = kTypeGc | kTypeNoSubclass};
  t.slots.dealloc = NativeDealloc;
  t.slots.traverse = NativeTraverse;
  t.slots.repr = NativeRepr;
  t.slots.call = NativeCall;
  return t;
}
constexpr TypeSpec MethodSpec() {
  TypeSpec t{.name = "method", .size = sizeof(MethodObject), .flags = kTypeGc | kTypeNoSubclass};
  t.slots.dealloc = MethodDealloc;
  t.slots.traverse = MethodTraverse;
  t.slots.new_object = MethodNew;
  t.slots.repr = MethodRepr;
  t.slots.hash = MethodHash;
  t.slots.compare = MethodCompare;
  t.slots.call = MethodCall;
  t.slots.getattr = MethodGetAttr;
  return t;
}
constexpr TypeSpec ModuleSpec() {
  TypeSpec t{.name = "module",
             .size = sizeof(ModuleObject),
             .attrs = offsetof(ModuleObject, attrs),
             .flags = kTypeGc | kTypeNoInstanceDict};
  t.slots.dealloc = ModuleDealloc;
  t.slots.traverse = ModuleTraverse;
  t.slots.clear = ModuleClear;
  t.slots.new_object = ModuleNew;
  t.slots.init = ModuleInitSlot;
  t.slots.repr = ModuleRepr;
  t.slots.getattr = ModuleGetAttr;
  t.slots.setattr = ModuleSetAttr;
  return t;
}

}  // namespace

Value MakeNativeFunction(const MethodDef* def, const Value& self, StrObject* module) {
  auto* f = New<NativeFunctionObject>(&NativeFunctionType);
  f->def = def;
  f->fn = def->fn;
  f->self = self;
  f->module = module;
  if (self.is_object()) GcTrack(f);
  return Value::Own(f);
}

Value MakeMethod(const Value& func, const Value& self) {
  auto* m = static_cast<MethodObject*>(AllocBytes(sizeof(MethodObject)));
  m->refs = 1;
  m->flags = 0;
  m->type = &MethodType;
  new (&m->func) Value(func);
  new (&m->self) Value(self);
  m->unused = nullptr;
  m->weak_refs = nullptr;
  GcTrack(m);
  return Value::Own(m);
}

ModuleObject* NewModule(std::string_view name) {
  auto* m = New<ModuleObject>(&ModuleType);
  m->dict = NewDict();
  m->name = InternStr(name);
  DictSet(m->dict, names.name_, Value::Borrow(m->name));
  DictSet(m->dict, names.doc_, Value::None());
  GcTrack(m);
  return m;
}
void ModuleSet(ModuleObject* m, std::string_view name, Value value) {
  DictSet(m->dict, name, std::move(value));
}
Value ModuleGet(ModuleObject* m, std::string_view name) {
  Value* v = DictFind(m->dict, name);
  return v ? *v : Value();
}

constinit TypeObject PyFunctionType(FunctionSpec());
constinit TypeObject NativeFunctionType(NativeSpec());
constinit TypeObject MethodType(MethodSpec());
constinit TypeObject ModuleType(ModuleSpec());

}  // namespace tp
