// The module operator: each operator as a function; itemgetter, attrgetter, methodcaller.
#include "core/interp/builtins/state_object.h"

namespace tp {
namespace {

using ast::BinOp;
using ast::CmpOp;
using ast::UnaryOp;

// The operators' names as functions, in place with `i` in front.
constexpr const char* NameOf(BinOp op) {
  switch (op) {
    case BinOp::kAdd:
      return "iadd";
    case BinOp::kSub:
      return "isub";
    case BinOp::kMult:
      return "imul";
    case BinOp::kMatMult:
      return "imatmul";
    case BinOp::kDiv:
      return "itruediv";
    case BinOp::kFloorDiv:
      return "ifloordiv";
    case BinOp::kMod:
      return "imod";
    case BinOp::kPow:
      return "ipow";
    case BinOp::kLShift:
      return "ilshift";
    case BinOp::kRShift:
      return "irshift";
    case BinOp::kBitAnd:
      return "iand_";
    case BinOp::kBitOr:
      return "ior_";
    default:
      return "ixor";
  }
}
constexpr const char* NameOf(CmpOp op) {
  switch (op) {
    case CmpOp::kEq:
      return "eq";
    case CmpOp::kNotEq:
      return "ne";
    case CmpOp::kLt:
      return "lt";
    case CmpOp::kLtE:
      return "le";
    case CmpOp::kGt:
      return "gt";
    case CmpOp::kGtE:
      return "ge";
    case CmpOp::kIs:
      return "is_";
    default:
      return "is_not";
  }
}

template <BinOp op>
Value BinaryFn2(Interp&, Args args) {
  CheckArgs(NameOf(op) + 1, args, 2, 2);
  return Binary(op, args[0], args[1]);
}
template <BinOp op>
Value InplaceFn2(Interp&, Args args) {
  CheckArgs(op == BinOp::kBitAnd ? "iand" : op == BinOp::kBitOr ? "ior" : NameOf(op), args, 2, 2);
  return Inplace(op, args[0], args[1]);
}
template <CmpOp op>
Value CompareFn2(Interp&, Args args) {
  CheckArgs(NameOf(op), args, 2, 2);
  return Compare(args[0], args[1], op);
}
template <UnaryOp op, bool kShort = false>
Value UnaryFn1(Interp&, Args args) {
  CheckArgs(op == UnaryOp::kUSub     ? "_operator.neg"
            : op == UnaryOp::kUAdd   ? "_operator.pos"
            : op == UnaryOp::kInvert ? (kShort ? "_operator.inv" : "_operator.invert")
                                     : "_operator.not_",
            args, 1, 1);
  return Unary(op, args[0]);
}
Value AbsFn(Interp& in, Args args) {
  CheckArgs("_operator.abs", args, 1, 1);
  return Call(ModuleGet(in.builtins(), "abs"), args);
}
// A type's subscript that is no sequence.
bool IsOfTyping(const Value& v) {
  const std::string name = TypeNameOf(v);
  return name == "types.UnionType" || name == "types.GenericAlias";
}
Value TruthFn(Interp&, Args args) {
  CheckArgs("_operator.truth", args, 1, 1);
  return Value::Bool(IsTrue(args[0]));
}
Value IndexFn(Interp&, Args args) {
  CheckArgs("_operator.index", args, 1, 1);
  return Index(args[0]);
}
Value ContainsFn(Interp&, Args args) {
  CheckArgs("contains", args, 2, 2);
  return Value::Bool(Contains(args[0], args[1]));
}
Value GetItemFn(Interp&, Args args) {
  CheckArgs("getitem", args, 2, 2);
  return GetItem(args[0], args[1]);
}
Value SetItemFn(Interp&, Args args) {
  CheckArgs("setitem", args, 3, 3);
  SetItem(args[0], args[1], args[2]);
  return Value::None();
}
Value DelItemFn(Interp&, Args args) {
  CheckArgs("delitem", args, 2, 2);
  DelItem(args[0], args[1]);
  return Value::None();
}
// `a + b` of sequences alone.
template <bool kInPlace>
Value ConcatFn(Interp&, Args args) {
  CheckArgs(kInPlace ? "iconcat" : "concat", args, 2, 2);
  const TypeObject* type = TypeOf(args[0]);
  if (!type->slots.getitem || IsDict(args[0]) || IsExact(args[0], &RangeType) || IsOfTyping(args[0]))
    Raise(&TypeErrorType, "'%s' object can't be concatenated", TypeNameOf(args[0]).c_str());
  return kInPlace ? Inplace(BinOp::kAdd, args[0], args[1]) : Binary(BinOp::kAdd, args[0], args[1]);
}
void NeedIterable(const Value& v) {
  ReadyType(TypeOf(v));
  if (!TypeOf(v)->slots.iter && (!TypeOf(v)->slots.getitem || TypeNameOf(v) == "types.UnionType"))
    Raise(&TypeErrorType, "argument of type '%s' is not iterable", TypeNameOf(v).c_str());
}
Value CountOf(Interp&, Args args) {
  CheckArgs("countOf", args, 2, 2);
  NeedIterable(args[0]);
  int64_t count = 0;
  ForEach(args[0], [&](const Value& item) { count += Equal(item, args[1]); });
  return Value::Int(count);
}
Value IndexOf(Interp&, Args args) {
  CheckArgs("indexOf", args, 2, 2);
  NeedIterable(args[0]);
  int64_t at = 0, found = -1;
  ForEach(args[0], [&](const Value& item) {
    if (found < 0 && Equal(item, args[1])) found = at;
    ++at;
  });
  if (found < 0) Raise(&ValueErrorType, "sequence.index(x): x not in sequence");
  return Value::Int(found);
}
Value LengthHintFn(Interp&, Args args) {
  CheckArgs("length_hint", args, 1, 2);
  return Value::Int(LengthHint(args[0], args.size() > 1 ? IndexInt64(args[1]) : 0));
}
Value CallFn(Interp&, Args args) {
  if (args.size() == 0) Raise(&TypeErrorType, "call expected at least 1 argument, got 0");
  return Call(args[0], args.From(1));
}

const MethodDef kOperator[] = {
    {"add", BinaryFn2<BinOp::kAdd>, "a, b, /"},
    {"sub", BinaryFn2<BinOp::kSub>, "a, b, /"},
    {"mul", BinaryFn2<BinOp::kMult>, "a, b, /"},
    {"matmul", BinaryFn2<BinOp::kMatMult>, "a, b, /"},
    {"truediv", BinaryFn2<BinOp::kDiv>, "a, b, /"},
    {"floordiv", BinaryFn2<BinOp::kFloorDiv>, "a, b, /"},
    {"mod", BinaryFn2<BinOp::kMod>, "a, b, /"},
    {"pow", BinaryFn2<BinOp::kPow>, "a, b, /"},
    {"lshift", BinaryFn2<BinOp::kLShift>, "a, b, /"},
    {"rshift", BinaryFn2<BinOp::kRShift>, "a, b, /"},
    {"and_", BinaryFn2<BinOp::kBitAnd>, "a, b, /"},
    {"or_", BinaryFn2<BinOp::kBitOr>, "a, b, /"},
    {"xor", BinaryFn2<BinOp::kBitXor>, "a, b, /"},
    {"concat", ConcatFn<false>, "a, b, /"},
    {"iadd", InplaceFn2<BinOp::kAdd>, "a, b, /"},
    {"isub", InplaceFn2<BinOp::kSub>, "a, b, /"},
    {"imul", InplaceFn2<BinOp::kMult>, "a, b, /"},
    {"itruediv", InplaceFn2<BinOp::kDiv>, "a, b, /"},
    {"ifloordiv", InplaceFn2<BinOp::kFloorDiv>, "a, b, /"},
    {"imod", InplaceFn2<BinOp::kMod>, "a, b, /"},
    {"iand", InplaceFn2<BinOp::kBitAnd>, "a, b, /"},
    {"ior", InplaceFn2<BinOp::kBitOr>, "a, b, /"},
    {"ipow", InplaceFn2<BinOp::kPow>, "a, b, /"},
    {"ilshift", InplaceFn2<BinOp::kLShift>, "a, b, /"},
    {"irshift", InplaceFn2<BinOp::kRShift>, "a, b, /"},
    {"imatmul", InplaceFn2<BinOp::kMatMult>, "a, b, /"},
    {"ixor", InplaceFn2<BinOp::kBitXor>, "a, b, /"},
    {"iconcat", ConcatFn<true>, "a, b, /"},
    {"eq", CompareFn2<CmpOp::kEq>, "a, b, /"},
    {"ne", CompareFn2<CmpOp::kNotEq>, "a, b, /"},
    {"lt", CompareFn2<CmpOp::kLt>, "a, b, /"},
    {"le", CompareFn2<CmpOp::kLtE>, "a, b, /"},
    {"gt", CompareFn2<CmpOp::kGt>, "a, b, /"},
    {"ge", CompareFn2<CmpOp::kGtE>, "a, b, /"},
    {"is_", CompareFn2<CmpOp::kIs>, "a, b, /"},
    {"is_not", CompareFn2<CmpOp::kIsNot>, "a, b, /"},
    {"neg", UnaryFn1<UnaryOp::kUSub>, "a, /"},
    {"pos", UnaryFn1<UnaryOp::kUAdd>, "a, /"},
    {"inv", UnaryFn1<UnaryOp::kInvert, true>, "a, /"},
    {"invert", UnaryFn1<UnaryOp::kInvert>, "a, /"},
    {"not_", UnaryFn1<UnaryOp::kNot>, "a, /"},
    {"abs", AbsFn, "a, /"},
    {"truth", TruthFn, "a, /"},
    {"index", IndexFn, "a, /"},
    {"contains", ContainsFn, "a, b, /"},
    {"getitem", GetItemFn, "a, b, /"},
    {"setitem", SetItemFn, "a, b, c, /"},
    {"delitem", DelItemFn, "a, b, /"},
    {"countOf", CountOf, "a, b, /"},
    {"indexOf", IndexOf, "a, b, /"},
    {"length_hint", LengthHintFn},
    {"call", CallFn},
};
static FunctionsEntry operator_functions{"operator", kOperator, sizeof(kOperator) / sizeof(kOperator[0])};

// ---- getters: v[0] a tuple of what they take

Value TupleOfArgs(Args args) { return MakeTuple(args.values, args.size()); }
std::string JoinReprs(const Value& tuple) {
  std::string out;
  for (const Value& v : *tuple.as<TupleObject>()) out += (out.empty() ? "" : ", ") + Repr(v);
  return out;
}
// f(item) for each, as itself if it is one.
template <class F>
Value OneOrTuple(const Value& tuple, F f) {
  auto* t = tuple.as<TupleObject>();
  if (t->size == 1) return f(t->items[0]);
  TupleObject* out = NewTuple(t->size);
  Value holder = Value::Own(out);
  for (int64_t i = 0; i < t->size; ++i) out->items[i] = f(t->items[i]);
  return holder;
}

Value ItemGetterNew(TypeObject* type, Args args) {
  CheckNoKeywords("itemgetter", args);
  if (args.size() == 0) Raise(&TypeErrorType, "itemgetter expected 1 argument, got 0");
  auto* s = NewState<1>(type);
  s->v[0] = TupleOfArgs(args);
  return Value::Own(s);
}
Value ItemGetterCall(const Value& self, Args args) {
  CheckArgs("itemgetter", args, 1, 1);
  const Value v = args[0];
  return OneOrTuple(self.as<StateObject<1>>()->v[0], [&](const Value& key) { return GetItem(v, key); });
}
Value ItemGetterRepr(const Value& self) {
  return MakeStr("operator.itemgetter(" + JoinReprs(self.as<StateObject<1>>()->v[0]) + ")");
}

Value AttrGetterNew(TypeObject* type, Args args) {
  CheckNoKeywords("attrgetter", args);
  if (args.size() == 0) Raise(&TypeErrorType, "attrgetter expected 1 argument, got 0");
  for (uint32_t i = 0; i < args.size(); ++i)
    if (!IsStr(args[i])) Raise(&TypeErrorType, "attribute name must be a string");
  auto* s = NewState<1>(type);
  s->v[0] = TupleOfArgs(args);
  return Value::Own(s);
}
Value AttrGetterCall(const Value& self, Args args) {
  CheckArgs("attrgetter", args, 1, 1);
  const Value v = args[0];
  return OneOrTuple(self.as<StateObject<1>>()->v[0], [&](const Value& path) {
    Value found = v;
    std::string_view names = StrView(path);
    for (;;) {
      const size_t dot = names.find('.');
      found = GetAttr(found, names.substr(0, dot));
      if (dot == names.npos) return found;
      names.remove_prefix(dot + 1);
    }
  });
}
Value AttrGetterRepr(const Value& self) {
  return MakeStr("operator.attrgetter(" + JoinReprs(self.as<StateObject<1>>()->v[0]) + ")");
}

// v[0]: the name, v[1]: positional arguments, v[2]: keyword arguments
Value MethodCallerNew(TypeObject* type, Args args) {
  if (args.size() == 0) Raise(&TypeErrorType, "methodcaller needs at least one argument, the method name");
  if (!IsStr(args[0])) Raise(&TypeErrorType, "method name must be a string");
  auto* s = NewState<3>(type);
  Value holder = Value::Own(s);
  s->v[0] = args[0];
  s->v[1] = MakeTuple(args.values + 1, args.size() - 1);
  auto keywords = ObjRef<DictObject>::Own(NewDict());
  for (uint32_t i = 0; i < args.num_kw; ++i) DictSet(keywords.get(), args.kw_names[i], args.kw(i));
  s->v[2] = std::move(keywords).ToValue();
  return holder;
}
Value MethodCallerCall(const Value& self, Args args) {
  CheckArgs("methodcaller", args, 1, 1);
  auto* s = self.as<StateObject<3>>();
  ArgList list;
  for (const Value& v : *s->v[1].as<TupleObject>()) list.Add(v);
  int64_t pos = 0;
  while (DictEntry* e = DictNext(s->v[2].as<DictObject>(), &pos))
    list.AddKeyword(InternStr(e->key), e->value);
  return Call(GetAttr(args[0], InternStr(s->v[0])), list);
}
Value MethodCallerRepr(const Value& self) {
  auto* s = self.as<StateObject<3>>();
  std::string out = "operator.methodcaller(" + Repr(s->v[0]);
  if (s->v[1].as<TupleObject>()->size) out += ", " + JoinReprs(s->v[1]);
  int64_t pos = 0;
  while (DictEntry* e = DictNext(s->v[2].as<DictObject>(), &pos))
    out += ", " + Str(e->key) + "=" + Repr(e->value);
  return MakeStr(out + ")");
}

template <int N>
constexpr TypeSpec GetterSpec(const char* name, Value (*make)(TypeObject*, Args),
                              Value (*call)(const Value&, Args), UnaryFn repr) {
  TypeSpec t = StateSpec<N>(name, nullptr, make);
  t.slots.call = call;
  t.slots.repr = repr;
  return t;
}
constinit TypeObject ItemGetterType(GetterSpec<1>("operator.itemgetter", ItemGetterNew, ItemGetterCall,
                                                  ItemGetterRepr));
constinit TypeObject AttrGetterType(GetterSpec<1>("operator.attrgetter", AttrGetterNew, AttrGetterCall,
                                                  AttrGetterRepr));
constinit TypeObject MethodCallerType(GetterSpec<3>("operator.methodcaller", MethodCallerNew,
                                                    MethodCallerCall, MethodCallerRepr));
TP_REGISTER_HIDDEN_TYPE(ItemGetterType);
TP_REGISTER_HIDDEN_TYPE(AttrGetterType);
TP_REGISTER_HIDDEN_TYPE(MethodCallerType);

void InitOperator(Interp&, ModuleObject* m) {
  ModuleSet(m, "itemgetter", TypeValue(&ItemGetterType));
  ModuleSet(m, "attrgetter", TypeValue(&AttrGetterType));
  ModuleSet(m, "methodcaller", TypeValue(&MethodCallerType));
}
TP_REGISTER_MODULE_NAMED("operator", operator_, InitOperator);

}  // namespace
}  // namespace tp
