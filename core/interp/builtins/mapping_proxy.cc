// mappingproxy: a mapping as one may read it (`C.__dict__`, types.MappingProxyType).
#include "core/interp/builtins/state_object.h"
#include "core/interp/generic.h"

namespace tp {

extern TypeObject MappingProxyType;

namespace {

const Value& Mapping(const Value& self) { return self.as<StateObject<1>>()->v[0]; }

Value New(TypeObject* type, Args args) {
  static ArgParser parser("mappingproxy", "mapping");
  Value v[1];
  parser.Parse(args, v);
  ReadyType(TypeOf(v[0]));
  if (!TypeOf(v[0])->slots.getitem || IsList(v[0]) || IsTuple(v[0]))
    Raise(&TypeErrorType, "mappingproxy() argument must be a mapping, not %s", TypeNameOf(v[0]).c_str());
  auto* s = NewState<1>(type);
  s->v[0] = v[0];
  return Value::Own(s);
}
Value ReprOf(const Value& self) { return MakeStr("mappingproxy(" + Repr(Mapping(self)) + ")"); }
Value StrOf(const Value& self) { return StrValue(Mapping(self)); }
int64_t LenOf(const Value& self) { return Len(Mapping(self)); }
Value GetItemOf(const Value& self, const Value& key) { return GetItem(Mapping(self), key); }
bool ContainsIn(const Value& self, const Value& key) { return Contains(Mapping(self), key); }
Value IterOf(const Value& self) { return Iter(Mapping(self)); }
Value CompareOf(const Value& a, const Value& b, ast::CmpOp op) { return Compare(Mapping(a), b, op); }
Value Unwrapped(const Value& v) { return IsExact(v, &MappingProxyType) ? Mapping(v) : v; }
Value Or(const Value& a, const Value& b) { return Binary(ast::BinOp::kBitOr, Unwrapped(a), Unwrapped(b)); }
Value InplaceOr(const Value&, const Value& b) {
  Raise(&TypeErrorType, "'|=' is not supported by mappingproxy; use '|' instead");
  return b;
}

constinit NumberSlots numbers = [] {
  NumberSlots n;
  n[ast::BinOp::kBitOr] = Or;
  n.Inplace(ast::BinOp::kBitOr) = InplaceOr;
  return n;
}();
constexpr TypeSpec Spec() {
  TypeSpec t = StateSpec<1>("mappingproxy", nullptr, New);
  t.flags |= kTypeMapping | kTypeNoSubclass;
  TypeSlots& s = t.slots;
  s.repr = ReprOf;
  s.str = StrOf;
  s.len = LenOf;
  s.getitem = GetItemOf;
  s.contains = ContainsIn;
  s.iter = IterOf;
  s.compare = CompareOf;
  s.number = &numbers;
  return t;
}

// A method of the mapping itself.
template <const char* const& kName>
Value Forward(Interp&, Args args) {
  return Call(GetAttr(Mapping(args[0]), kName), args.From(1));
}
#define TP_FORWARD(name)                  \
  constexpr const char* k_##name = #name; \
  Value name##_(Interp& in, Args args) { return Forward<k_##name>(in, args); }
TP_FORWARD(keys)
TP_FORWARD(values)
TP_FORWARD(items)
TP_FORWARD(copy)
TP_FORWARD(get)
#undef TP_FORWARD
constexpr const char* k_reversed = "__reversed__";
const MethodDef kMethods[] = {
    {"keys", keys_, "self, /"},
    {"values", values_, "self, /"},
    {"items", items_, "self, /"},
    {"copy", copy_, "self, /"},
    {"get", get_},
    {"__reversed__", Forward<k_reversed>, "self, /"},
};
TP_REGISTER_METHODS(MappingProxyType, kMethods);

Value Make(const Value& mapping) {
  auto* s = NewState<1>(&MappingProxyType);
  s->v[0] = mapping;
  return Value::Own(s);
}
const bool kHooked = [] {
  mapping_proxy_hook = Make;
  return true;
}();

}  // namespace

constinit TypeObject MappingProxyType(Spec());
TP_REGISTER_HIDDEN_TYPE(MappingProxyType);

}  // namespace tp
