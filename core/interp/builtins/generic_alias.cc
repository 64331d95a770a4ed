// `list[int]` and `int | str`: types with arguments and unions of types. They can be written, printed,
// compared, and unions be asked with isinstance; they check nothing.
#include <vector>

#include "core/interp/builtins/state_object.h"
#include "core/interp/generic.h"

namespace tp {
namespace {

extern TypeObject GenericAliasType, UnionType;

std::string NameOf(const Value& v) {
  if (v.is_object() && v.object() == &EllipsisObject) return "...";
  if (v.is_none()) return "None";
  if (IsType(v)) {
    if (AsType(v) == &NoneType) return "None";
    const std::string module = Str(GetAttr(v, "__module__")), name = Str(GetAttr(v, "__qualname__"));
    return module == "builtins" ? name : module + "." + name;
  }
  return Repr(v);
}
std::string JoinNames(TupleObject* t, const char* separator) {
  std::string out;
  for (int64_t i = 0; i < t->size; ++i) out += (i ? separator : "") + NameOf(t->items[i]);
  return out;
}

// ---- GenericAlias: v[0] the class, v[1] its arguments

Value AliasRepr(const Value& self) {
  const NativeRecursion recursion(" while getting the repr of an object");
  auto* s = self.as<StateObject<2>>();
  auto* args = s->v[1].as<TupleObject>();
  return MakeStr((s->n ? "*" : "") + NameOf(s->v[0]) + "[" + (args->size ? JoinNames(args, ", ") : "()") +
                 "]");
}
Value AliasCall(const Value& self, Args args) { return Call(self.as<StateObject<2>>()->v[0], args); }
Value AliasCompare(const Value& a, const Value& b, ast::CmpOp op) {
  if (!IsExact(b, &GenericAliasType) || (op != ast::CmpOp::kEq && op != ast::CmpOp::kNotEq))
    return NotImplemented();
  auto *x = a.as<StateObject<2>>(), *y = b.as<StateObject<2>>();
  const bool equal = x->n == y->n && Equal(x->v[0], y->v[0]) && Equal(x->v[1], y->v[1]);
  return Value::Bool(equal == (op == ast::CmpOp::kEq));
}
int64_t AliasHash(const Value& self) {
  auto* s = self.as<StateObject<2>>();
  const int64_t hash = Hash(s->v[0]) ^ Hash(s->v[1]);
  return hash == -1 ? -2 : hash;
}
Value AliasGetAttr(const Value& self, StrObject* name) {
  // All but these are the class's.
  static const char* const kOwn[] = {"__class__",
                                     "__origin__",
                                     "__args__",
                                     "__parameters__",
                                     "__mro_entries__",
                                     "__reduce_ex__",
                                     "__reduce__",
                                     "__copy__",
                                     "__deepcopy__",
                                     "__unpacked__",
                                     "__typing_unpacked_tuple_args__"};
  for (const char* own : kOwn)
    if (name->view() == own) return GenericGetAttr(self, name);
  return GetAttr(self.as<StateObject<2>>()->v[0], name);
}
Value AliasItem(const Value& self, const Value&) {
  RaiseText(&TypeErrorType, Repr(self) + " is not a generic class");
}
// Unpacked: `*list[int]`, an alias that says so.
Value AliasIter(const Value& self) {
  auto* s = NewState<2>(&GenericAliasType);
  Value starred = Value::Own(s);
  s->v[0] = self.as<StateObject<2>>()->v[0];
  s->v[1] = self.as<StateObject<2>>()->v[1];
  s->n = 1;
  return Iter(MakeTuple({starred}));
}
Value AliasOrigin(Interp&, Args args) { return args[0].as<StateObject<2>>()->v[0]; }
Value AliasArgs(Interp&, Args args) { return args[0].as<StateObject<2>>()->v[1]; }
Value AliasMroEntries(Interp&, Args args) { return MakeTuple({args[0].as<StateObject<2>>()->v[0]}); }

Value MakeUnion(const std::vector<Value>& members);
void AddMembers(const Value& v, std::vector<Value>* out) {
  if (IsExact(v, &UnionType)) {
    for (const Value& m : *v.as<StateObject<1>>()->v[0].as<TupleObject>()) AddMembers(m, out);
    return;
  }
  const Value member = v.is_none() ? TypeValue(&NoneType) : v;
  for (const Value& m : *out)
    if (Equal(m, member)) return;
  out->push_back(member);
}
Value ClassItem(Interp&, Args args) {
  CheckArgs((std::string(AsType(args[0])->name) + ".__class_getitem__").c_str(), args.From(1), 1, 1);
  return GenericAlias(args[0], args[1]);
}
const MethodDef kClassItem[] = {{"__class_getitem__", ClassItem, nullptr, nullptr, kClassMethod}};
TP_REGISTER_METHODS(ListType, kClassItem);
TP_REGISTER_METHODS(DictType, kClassItem);
TP_REGISTER_METHODS(TupleType, kClassItem);
TP_REGISTER_METHODS(SetType, kClassItem);
TP_REGISTER_METHODS(FrozenSetType, kClassItem);

bool CanUnite(const Value& v) {
  return v.is_none() || IsType(v) || IsExact(v, &GenericAliasType) || IsExact(v, &UnionType);
}
Value Unite(const Value& a, const Value& b) {
  if (!CanUnite(a) || !CanUnite(b) || (a.is_none() && b.is_none())) return NotImplemented();
  std::vector<Value> members;
  AddMembers(a, &members);
  AddMembers(b, &members);
  return members.size() == 1 ? members[0] : MakeUnion(members);
}

constinit NumberSlots union_numbers = [] {
  NumberSlots n;
  n[ast::BinOp::kBitOr] = Unite;
  return n;
}();

constexpr TypeSpec AliasSpec() {
  TypeSpec t = StateSpec<2>("types.GenericAlias");
  TypeSlots& s = t.slots;
  s.repr = AliasRepr;
  s.call = AliasCall;
  s.compare = AliasCompare;
  s.hash = AliasHash;
  s.getattr = AliasGetAttr;
  s.getitem = AliasItem;
  s.iter = AliasIter;
  s.number = &union_numbers;
  return t;
}
constinit TypeObject GenericAliasType(AliasSpec());
TP_REGISTER_HIDDEN_TYPE(GenericAliasType);
const MethodDef kAlias[] = {
    {"__origin__", AliasOrigin, nullptr, nullptr, kProperty},
    {"__args__", AliasArgs, nullptr, nullptr, kProperty},
    {"__mro_entries__", AliasMroEntries},
};
TP_REGISTER_METHODS(GenericAliasType, kAlias);

// ---- UnionType: v[0] a tuple of types

Value MakeUnion(const std::vector<Value>& members) {
  Value tuple = MakeTuple(members.data(), static_cast<int64_t>(members.size()));
  auto* s = NewState<1>(&UnionType);
  s->v[0] = std::move(tuple);
  return Value::Own(s);
}
TupleObject* Members(const Value& self) { return self.as<StateObject<1>>()->v[0].as<TupleObject>(); }
Value UnionRepr(const Value& self) { return MakeStr(JoinNames(Members(self), " | ")); }
Value UnionCompare(const Value& a, const Value& b, ast::CmpOp op) {
  if (!IsExact(b, &UnionType) || (op != ast::CmpOp::kEq && op != ast::CmpOp::kNotEq)) return NotImplemented();
  bool equal = Members(a)->size == Members(b)->size;
  for (const Value& m : *Members(a)) equal = equal && Contains(b.as<StateObject<1>>()->v[0], m);
  return Value::Bool(equal == (op == ast::CmpOp::kEq));
}
int64_t UnionHash(const Value& self) {
  int64_t hash = 0;
  for (const Value& m : *Members(self)) hash ^= Hash(m);
  return hash == -1 ? -2 : hash;
}
Value UnionArgs(Interp&, Args args) { return args[0].as<StateObject<1>>()->v[0]; }
Value UnionInstanceCheck(Interp&, Args args) {
  CheckArgs("__instancecheck__", args.From(1), 1, 1);
  return Value::Bool(IsInstanceOf(args[1], args[0].as<StateObject<1>>()->v[0]));
}
Value UnionSubclassCheck(Interp&, Args args) {
  CheckArgs("__subclasscheck__", args.From(1), 1, 1);
  return Value::Bool(IsSubclassOf(args[1], args[0].as<StateObject<1>>()->v[0]));
}
constexpr TypeSpec UnionSpec() {
  TypeSpec t = StateSpec<1>("types.UnionType");
  t.slots.repr = UnionRepr;
  t.slots.getitem = AliasItem;
  t.slots.compare = UnionCompare;
  t.slots.hash = UnionHash;
  t.slots.number = &union_numbers;
  return t;
}
constinit TypeObject UnionType(UnionSpec());
TP_REGISTER_HIDDEN_TYPE(UnionType);
const MethodDef kUnion[] = {
    {"__args__", UnionArgs, nullptr, nullptr, kProperty},
    {"__instancecheck__", UnionInstanceCheck},
    {"__subclasscheck__", UnionSubclassCheck},
};
TP_REGISTER_METHODS(UnionType, kUnion);

// ---- hooks

Value Alias(const Value& cls, const Value& key) {
  TypeObject* type = AsType(cls);
  static const char* const kGeneric[] = {"list", "dict",  "tuple",       "set",      "frozenset",
                                         "type", "deque", "defaultdict", "enumerate"};
  bool generic = false;
  for (const TypeObject* t = type; t && !generic; t = t->base) {
    const std::string_view name = t->name;
    for (const char* g : kGeneric)
      generic |= !t->is_heap() && (name == g || name == std::string("collections.") + g);
  }
  if (!generic) return Value();
  auto* s = NewState<2>(&GenericAliasType);
  s->v[0] = cls;
  s->v[1] = IsTuple(key) ? key : MakeTuple({key});
  return Value::Own(s);
}
const bool kHooked = [] {
  generic_alias_hook = Alias;
  (*TypeType.slots.number)[ast::BinOp::kBitOr] = Unite;
  return true;
}();

}  // namespace
}  // namespace tp
