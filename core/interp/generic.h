// Hooks of types that live in files of their own (types/, builtins/): set by their registration.
#ifndef TP_CORE_INTERP_GENERIC_H_
#define TP_CORE_INTERP_GENERIC_H_

#include "core/interp/value.h"

namespace tp {

using GenericAliasFn = Value (*)(const Value& cls, const Value& key);  // kUndef: the class is not generic
using MakeComplexFn = Value (*)(double real, double imag);
extern GenericAliasFn generic_alias_hook;
extern MakeComplexFn make_complex_hook;

}  // namespace tp

#endif  // TP_CORE_INTERP_GENERIC_H_
