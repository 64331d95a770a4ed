// np.add and its like: a plain call goes to the function at once, what else they can (out=, where=, reduce,
// outer, at, …) is in numpy._ufunc.
#include "core/interp/gc.h"
#include "core/interp/interp.h"
#include "core/np/array.h"

namespace tp {
namespace {

struct UfuncObject : GcObject {
  Value name, function;
  uint32_t inputs;
};

void Dealloc(Object* self) {
  auto* ufunc = static_cast<UfuncObject*>(self);
  GcUntrack(ufunc);
  ufunc->name.Clear();
  ufunc->function.Clear();
  FreeObject(self);
}
void Traverse(Object* self, GcVisitor& visit) { visit(static_cast<UfuncObject*>(self)->function); }

Value InPython(const char* name) { return GetAttr(TheInterp().Import("numpy._ufunc"), name); }

Value CallUfunc(const Value& self, Args args) {
  const auto* ufunc = self.as<UfuncObject>();
  if (args.num_kw == 0 && args.size() == ufunc->inputs) return Call(ufunc->function, args);
  ArgList list;
  list.Add(self);
  for (uint32_t i = 0; i < args.size(); ++i) list.Add(args[i]);
  for (uint32_t i = 0; i < args.num_kw; ++i) list.AddKeyword(args.kw_names[i], args.kw(i));
  return Call(InPython("call"), list);
}

Value Attribute(const Value& self, StrObject* name) {
  const auto* ufunc = self.as<UfuncObject>();
  const std::string_view text = name->view();
  if (text == "__name__") return ufunc->name;
  if (text == "nin") return Value::Int(ufunc->inputs);
  if (text == "_function") return ufunc->function;
  const Value found = GenericGetAttr(self, name);
  if (!found.is_undef() || text.starts_with('_')) return found;
  const Value attributes = InPython("attributes");
  const Value* made = DictFind(attributes.as<DictObject>(), name);
  return made ? Call(*made, self) : Value();
}

Value Repr(const Value& self) { return MakeStr("<ufunc '" + Str(self.as<UfuncObject>()->name) + "'>"); }

constexpr TypeSpec Spec() {
  TypeSpec spec{.name = "numpy.ufunc", .size = sizeof(UfuncObject), .flags = kTypeGc | kTypeNoSubclass};
  spec.slots.dealloc = Dealloc;
  spec.slots.traverse = Traverse;
  spec.slots.call = CallUfunc;
  spec.slots.getattr = Attribute;
  spec.slots.repr = Repr;
  return spec;
}
constinit TypeObject UfuncType(Spec());
TP_REGISTER_HIDDEN_TYPE(UfuncType);

Value MakeUfunc(Value name, Value function, uint32_t inputs) {
  ReadyType(&UfuncType);
  auto* ufunc = New<UfuncObject>(&UfuncType);
  ufunc->name = std::move(name);
  ufunc->function = std::move(function);
  ufunc->inputs = inputs;
  GcTrack(ufunc);
  return Value::Own(ufunc);
}

// _ufunc_of(name, inputs, function)
Value UfuncOf(Interp&, Args args) {
  CheckArgs("_ufunc_of", args, 3, 3);
  return MakeUfunc(args[0], args[2], static_cast<uint32_t>(IndexInt64(args[1])));
}
const MethodDef kFunctions[] = {{"_ufunc_of", UfuncOf, "name, inputs, function"}};
TP_REGISTER_FUNCTIONS(numpy, kFunctions);

// The native functions that are ufuncs.
void InitUfuncs(Interp&, ModuleObject* module) {
  const auto wrap = [&](const char* name, const char* shown, uint32_t inputs) {
    const Value* function = DictFind(module->dict, name);
    const Value made = MakeUfunc(MakeStr(shown), *function, inputs);
    ModuleSet(module, name, made);
  };
  for (const char* name : {"sqrt", "exp", "log", "log1p", "expm1", "sin", "cos", "tan", "tanh", "floor",
                           "ceil", "isnan", "isinf", "isfinite", "absolute"})
    wrap(name, name, 1);
  for (const char* name : {"add", "subtract", "multiply", "divide", "matmul", "power"}) wrap(name, name, 2);
  ModuleSet(module, "abs", *DictFind(module->dict, "absolute"));
  ModuleSet(module, "ufunc", TypeValue(&UfuncType));
}
TP_REGISTER_MODULE(numpy, InitUfuncs);

}  // namespace
}  // namespace tp
