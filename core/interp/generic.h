// Hooks of types that live in files of their own (types/, builtins/): set by their registration.
#ifndef TP_CORE_INTERP_GENERIC_H_
#define TP_CORE_INTERP_GENERIC_H_

#include "core/interp/registry.h"

namespace tp {

using GenericAliasFn = Value (*)(const Value& cls, const Value& key);  // kUndef: the class is not generic
using MakeComplexFn = Value (*)(double real, double imag);
extern GenericAliasFn generic_alias_hook;
extern MakeComplexFn make_complex_hook;
extern Value (*mapping_proxy_hook)(const Value& mapping);  // `C.__dict__`

// A method whose signature is "self, /" was given arguments: raises "TYPE.NAME() takes no arguments (1
// given)". Others check theirs on their own.
[[noreturn, gnu::cold]] void RefuseArguments(const MethodDef* def, Args args);
inline bool TakesSelfOnly(const MethodDef* def) {
  const char* s = def->signature;
  return s && s[0] == 's' && s[1] == 'e' && s[2] == 'l' && s[3] == 'f' && s[4] == ',' && s[5] == ' ' &&
         s[6] == '/' && !s[7];
}
inline void CheckMethodArgs(const MethodDef* def, Args args) {
  if (args.num_pos == 1 && !args.num_kw) return;
  if (TakesSelfOnly(def)) RefuseArguments(def, args);
}

// len(), which the evaluator knows (builtins/objects.cc).
Value LenFunction(Interp& in, Args args);

}  // namespace tp

#endif  // TP_CORE_INTERP_GENERIC_H_
