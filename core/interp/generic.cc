// What is filled in by files that register more types: generic aliases (`list[int]`) and complex numbers.
#include "core/interp/generic.h"

#include "core/interp/abstract.h"
#include "core/interp/function.h"

namespace tp {

GenericAliasFn generic_alias_hook = nullptr;
MakeComplexFn make_complex_hook = nullptr;
Value (*mapping_proxy_hook)(const Value& mapping) = nullptr;

Value GenericAlias(const Value& cls, const Value& key) {
  return generic_alias_hook ? generic_alias_hook(cls, key) : Value();
}

Value MakeComplex(double real, double imag) {
  if (!make_complex_hook) RaiseNotSupported("a complex number");
  return make_complex_hook(real, imag);
}

void RefuseArguments(const MethodDef* def, Args args) {
  // The class that has the method: the one that its own types are named after.
  std::string name = def->name;
  const Value* found = TypeLookup(TypeOf(args[0]), InternStr(def->name));
  if (found && IsExact(*found, &MethodDescrType))
    name = std::string(found->as<MethodDescrObject>()->owner->name) + "." + name;
  if (args.num_kw) Raise(&TypeErrorType, "%s() takes no keyword arguments", name.c_str());
  Raise(&TypeErrorType, "%s() takes no arguments (%u given)", name.c_str(), args.num_pos - 1);
}

}  // namespace tp
