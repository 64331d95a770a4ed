// What is filled in by files that register more types: generic aliases (`list[int]`) and complex numbers.
#include "core/interp/generic.h"

#include "core/interp/abstract.h"

namespace tp {

GenericAliasFn generic_alias_hook = nullptr;
MakeComplexFn make_complex_hook = nullptr;

Value GenericAlias(const Value& cls, const Value& key) {
  return generic_alias_hook ? generic_alias_hook(cls, key) : Value();
}

Value MakeComplex(double real, double imag) {
  if (!make_complex_hook) RaiseNotSupported("a complex number");
  return make_complex_hook(real, imag);
}

}  // namespace tp
