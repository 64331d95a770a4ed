// The native part of functools: partial, reduce, cmp_to_key and the cache behind lru_cache.
#include "core/interp/builtins/state_object.h"

namespace tp {
namespace {

// ---- partial

struct PartialObject : GcObject {
  AttrStorage attrs;
  Value func, args, keywords;  // args: tuple, keywords: dict
};
void PartialDealloc(Object* o) {
  auto* p = static_cast<PartialObject*>(o);
  GcUntrack(p);
  ClearWeakRefs(o);
  p->func.Clear();
  p->args.Clear();
  p->keywords.Clear();
  FreeObject(o);
}
void PartialTraverse(Object* o, GcVisitor& visit) {
  auto* p = static_cast<PartialObject*>(o);
  visit(p->func);
  visit(p->args);
  visit(p->keywords);
}
void PartialClear(Object* o) {
  auto* p = static_cast<PartialObject*>(o);
  p->func = p->args = p->keywords = Value::None();
}
extern TypeObject PartialType;

Value PartialNew(TypeObject* type, Args args) {
  if (args.size() < 1) Raise(&TypeErrorType, "type 'partial' takes at least one argument");
  if (!IsCallable(args[0])) Raise(&TypeErrorType, "the first argument must be callable");
  auto* p = New<PartialObject>(type);
  Value result = Value::Own(p);
  p->func = args[0];
  auto keywords = ObjRef<DictObject>::Own(NewDict());
  // A partial of a partial is one partial.
  if (IsExact(args[0], &PartialType) && IsExact(result, &PartialType)) {
    auto* inner = args[0].as<PartialObject>();
    p->func = inner->func;
    p->args = Binary(ast::BinOp::kAdd, inner->args, MakeTuple(args.values + 1, args.size() - 1));
    keywords = DictCopy(inner->keywords.as<DictObject>());
  } else {
    p->args = MakeTuple(args.values + 1, args.size() - 1);
  }
  for (uint32_t i = 0; i < args.num_kw; ++i) DictSet(keywords.get(), args.kw_names[i], args.kw(i));
  p->keywords = std::move(keywords).ToValue();
  GcTrack(p);
  return result;
}
Value PartialCall(const Value& self, Args args) {
  auto* p = self.as<PartialObject>();
  const Value func = p->func, bound = p->args, bound_keywords = p->keywords;
  ArgList list;
  for (const Value& v : *bound.as<TupleObject>()) list.Add(v);
  for (uint32_t i = 0; i < args.size(); ++i) list.Add(args[i]);
  auto* keywords = bound_keywords.as<DictObject>();
  int64_t pos = 0;
  while (DictEntry* e = DictNext(keywords, &pos)) {
    const Value* v = &e->value;
    StrObject* name = InternStr(e->key);
    for (uint32_t i = 0; i < args.num_kw; ++i)
      if (args.kw_names[i] == name) v = &args.kw(i);
    list.AddKeyword(name, *v);
  }
  for (uint32_t i = 0; i < args.num_kw; ++i)
    if (!DictFind(keywords, args.kw_names[i])) list.AddKeyword(args.kw_names[i], args.kw(i));
  return Call(func, list);
}
Value PartialRepr(const Value& self) {
  ReprGuard guard(self.object());
  if (!guard.entered()) return MakeStr("...");
  auto* p = self.as<PartialObject>();
  std::string out = "functools.partial(" + Repr(p->func);
  for (const Value& v : *p->args.as<TupleObject>()) out += ", " + Repr(v);
  int64_t pos = 0;
  while (DictEntry* e = DictNext(p->keywords.as<DictObject>(), &pos))
    out += ", " + Str(e->key) + "=" + Repr(e->value);
  return MakeStr(out + ")");
}
Value PartialFunc(Interp&, Args args) { return args[0].as<PartialObject>()->func; }
Value PartialArgs(Interp&, Args args) { return args[0].as<PartialObject>()->args; }
Value PartialKeywords(Interp&, Args args) { return args[0].as<PartialObject>()->keywords; }
constexpr TypeSpec PartialSpec() {
  TypeSpec t{.name = "functools.partial",
             .size = sizeof(PartialObject),
             .attrs = offsetof(PartialObject, attrs),
             .flags = kTypeGc};
  t.slots.dealloc = PartialDealloc;
  t.slots.traverse = PartialTraverse;
  t.slots.clear = PartialClear;
  t.slots.new_object = PartialNew;
  t.slots.call = PartialCall;
  t.slots.repr = PartialRepr;
  return t;
}
constinit TypeObject PartialType(PartialSpec());
TP_REGISTER_HIDDEN_TYPE(PartialType);
const MethodDef kPartial[] = {
    {"func", PartialFunc, nullptr, nullptr, kProperty},
    {"args", PartialArgs, nullptr, nullptr, kProperty},
    {"keywords", PartialKeywords, nullptr, nullptr, kProperty},
};
TP_REGISTER_METHODS(PartialType, kPartial);

// ---- reduce

Value Reduce(Interp&, Args args) {
  CheckArgs("reduce", args, 2, 3);
  Value it;
  try {
    it = Iter(args[1]);
  } catch (PyError& e) {
    if (!e.Matches(&TypeErrorType)) throw;
    Raise(&TypeErrorType, "reduce() arg 2 must support iteration");
  }
  Value total = args.size() > 2 ? args[2] : Next(it);
  if (total.is_stop()) Raise(&TypeErrorType, "reduce() of empty iterable with no initial value");
  for (;;) {
    Value item = Next(it);
    if (item.is_stop()) return total;
    total = Call(args[0], total, item);
  }
}

// ---- cmp_to_key: v[0] the function, v[1] the object

extern TypeObject KeyType;
Value KeyCompare(const Value& a, const Value& b, ast::CmpOp op) {
  if (!IsExact(b, &KeyType)) Raise(&TypeErrorType, "other argument must be K instance");
  auto *x = a.as<StateObject<2>>(), *y = b.as<StateObject<2>>();
  return Compare(Call(x->v[0], x->v[1], y->v[1]), Value::Int(0), op);
}
Value KeyCall(const Value& self, Args args) {
  static ArgParser parser("K", "obj");
  Value v[1];
  parser.Parse(args, v);
  auto* s = NewState<2>(&KeyType);
  s->v[0] = self.as<StateObject<2>>()->v[0];
  s->v[1] = v[0];
  return Value::Own(s);
}
constexpr TypeSpec KeySpec() {
  TypeSpec t = StateSpec<2>("functools.KeyWrapper");
  t.slots.compare = KeyCompare;
  t.slots.call = KeyCall;
  return t;
}
constinit TypeObject KeyType(KeySpec());
TP_REGISTER_HIDDEN_TYPE(KeyType);
Value CmpToKey(Interp&, Args args) {
  static ArgParser parser("cmp_to_key", "mycmp");
  Value v[1];
  parser.Parse(args, v);
  auto* s = NewState<2>(&KeyType);
  s->v[0] = v[0];
  return Value::Own(s);
}

// ---- lru_cache: a dict in order of use, the oldest first

struct CacheObject : GcObject {
  AttrStorage attrs;
  Value func, maxsize, make_info;
  DictObject* entries;
  int64_t hits, misses;
  bool typed;
};
void CacheDealloc(Object* o) {
  auto* c = static_cast<CacheObject*>(o);
  GcUntrack(c);
  ClearWeakRefs(o);
  c->func.Clear();
  c->maxsize.Clear();
  c->make_info.Clear();
  if (c->entries) DecRef(c->entries);
  FreeObject(o);
}
void CacheTraverse(Object* o, GcVisitor& visit) {
  auto* c = static_cast<CacheObject*>(o);
  visit(c->func);
  visit(c->make_info);
  if (c->entries) visit(c->entries);
}
void CacheClear(Object* o) {
  auto* c = static_cast<CacheObject*>(o);
  if (c->entries) DictClear(c->entries);
}

// What a call is found by: its one plain argument, or a tuple of all, with names and types where they count.
Value CacheKey(Args args, bool typed) {
  if (args.num_kw == 0 && args.size() == 1 && !typed && (args[0].is_int() || IsExact(args[0], &StrType)))
    return args[0];
  auto list = ObjRef<ListObject>::Own(NewList());
  for (uint32_t i = 0; i < args.size(); ++i) ListAppend(list.get(), args[i]);
  if (args.num_kw) ListAppend(list.get(), Ellipsis());
  for (uint32_t i = 0; i < args.num_kw; ++i) {
    ListAppend(list.get(), Value::Borrow(args.kw_names[i]));
    ListAppend(list.get(), args.kw(i));
  }
  if (typed)
    for (uint32_t i = 0; i < args.size() + args.num_kw; ++i)
      ListAppend(list.get(), TypeValue(TypeOf(args.values[i])));
  return MakeTuple(list->items, list->size);
}
Value CacheCall(const Value& self, Args args) {
  auto* c = self.as<CacheObject>();
  const int64_t maxsize = c->maxsize.is_none() ? INT64_MAX : IndexInt64(c->maxsize);
  if (maxsize == 0) {
    ++c->misses;
    return Call(c->func, args);
  }
  const Value key = CacheKey(args, c->typed);
  const int64_t hash = Hash(key);
  if (Value* found = DictFindHashed(c->entries, key, hash)) {
    ++c->hits;
    Value result = *found;
    if (maxsize != INT64_MAX) {  // it becomes the youngest
      DictErase(c->entries, key);
      DictSetHashed(c->entries, key, hash, result);
    }
    return result;
  }
  ++c->misses;
  Value result = Call(c->func, args);
  if (!DictFindHashed(c->entries, key, hash)) {
    if (c->entries->used >= maxsize) {
      int64_t pos = 0;
      if (DictEntry* oldest = DictNext(c->entries, &pos)) {
        const Value old_key = oldest->key;
        DictErase(c->entries, old_key);
      }
    }
    DictSetHashed(c->entries, key, hash, result);
  }
  return result;
}
Value CacheDescrGet(const Value& self, const Value& instance, TypeObject*) {
  return instance.is_undef() ? self : MakeMethod(self, instance);
}
Value CacheNew(TypeObject* type, Args args) {
  CheckArgs("_lru_cache_wrapper", args, 4, 4);
  if (!IsCallable(args[0])) Raise(&TypeErrorType, "the first argument must be callable");
  auto* c = New<CacheObject>(type);
  c->func = args[0];
  c->maxsize = args[1];
  c->typed = IsTrue(args[2]);
  c->make_info = args[3];
  c->entries = NewDict();
  GcTrack(c);
  return Value::Own(c);
}
Value CacheRepr(const Value& self) {
  const Value name = GetAttrOrUndef(self, "__qualname__");
  return MakeStr("<functools._lru_cache_wrapper object" + (name.is_undef() ? "" : " " + Str(name)) + ">");
}
Value CacheInfo(Interp&, Args args) {
  auto* c = args[0].as<CacheObject>();
  return Call(c->make_info,
              ArgList{Value::Int(c->hits), Value::Int(c->misses), c->maxsize, Value::Int(c->entries->used)});
}
Value CacheReset(Interp&, Args args) {
  auto* c = args[0].as<CacheObject>();
  DictClear(c->entries);
  c->hits = c->misses = 0;
  return Value::None();
}
constexpr TypeSpec CacheSpec() {
  TypeSpec t{.name = "functools._lru_cache_wrapper",
             .size = sizeof(CacheObject),
             .attrs = offsetof(CacheObject, attrs),
             .flags = kTypeGc};
  t.slots.dealloc = CacheDealloc;
  t.slots.traverse = CacheTraverse;
  t.slots.clear = CacheClear;
  t.slots.new_object = CacheNew;
  t.slots.call = CacheCall;
  t.slots.repr = CacheRepr;
  t.slots.descr_get = CacheDescrGet;
  return t;
}
constinit TypeObject LruCacheType(CacheSpec());
TP_REGISTER_HIDDEN_TYPE(LruCacheType);
const MethodDef kCache[] = {{"cache_info", CacheInfo}, {"cache_clear", CacheReset}};
TP_REGISTER_METHODS(LruCacheType, kCache);

const MethodDef kFunctions[] = {{"reduce", Reduce}, {"cmp_to_key", CmpToKey, "mycmp"}};
TP_REGISTER_FUNCTIONS(_functools, kFunctions);

void InitFunctools(Interp&, ModuleObject* m) {
  ModuleSet(m, "partial", TypeValue(&PartialType));
  ModuleSet(m, "_lru_cache_wrapper", TypeValue(&LruCacheType));
}
TP_REGISTER_MODULE(_functools, InitFunctools);

}  // namespace
}  // namespace tp
