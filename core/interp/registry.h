// How builtin types, methods, functions and modules come into the interpreter: each file registers what it
// has with a static object (a push onto a list: start-up costs nothing), its library is alwayslink, and the
// lists are sorted by name at first use; the same name twice is a TP_CHECK.
//
//   const MethodDef kStrMethods[] = {
//       {"split", StrSplit, "self, /, sep=None, maxsplit=-1", "Return a list of the words..."},
//       {"maketrans", StrMaketrans, nullptr, nullptr, kStaticMethod},
//   };
//   TP_REGISTER_METHODS(StrType, kStrMethods);
//   TP_REGISTER_TYPE(StrType);                                   // visible as builtins.str
//   TP_REGISTER_FUNCTIONS(builtins, kFunctions);                 // MethodDefs whose functions get no self
//   TP_REGISTER_MODULE(math, InitMath);                          // void InitMath(Interp&, ModuleObject*): on
//   import
#ifndef TP_CORE_INTERP_REGISTRY_H_
#define TP_CORE_INTERP_REGISTRY_H_

#include <cstddef>

#include "core/interp/object.h"

namespace tp {

struct ModuleObject;

enum MethodKind : uint8_t {
  kMethod,       // args[0] is the instance
  kClassMethod,  // args[0] is the type
  kStaticMethod,
  kProperty,  // `fn` is the getter: args[0] is the instance
};

struct MethodDef {
  const char* name;
  NativeFn fn;
  const char* signature = nullptr;  // documentation; ArgParser has its own
  const char* doc = nullptr;
  MethodKind kind = kMethod;
  NativeFn set = nullptr;  // kProperty: called with (instance, value), or (instance) to delete
};

// One intrusive list for each kind of registration.
struct TypeEntry {
  TypeObject* type;
  bool visible;  // in builtins (or the module before the dot of its name)
  TypeEntry* next;
  TypeEntry(TypeObject* type, bool visible);
};
struct MethodsEntry {
  TypeObject* type;
  const MethodDef* defs;
  size_t count;
  MethodsEntry* next;
  MethodsEntry(TypeObject* type, const MethodDef* defs, size_t count);
};
struct FunctionsEntry {
  const char* module;
  const MethodDef* defs;
  size_t count;
  FunctionsEntry* next;
  FunctionsEntry(const char* module, const MethodDef* defs, size_t count);
};
using ModuleInit = void (*)(Interp& in, ModuleObject* module);
struct ModuleEntry {
  const char* name;  // "os.path" for a submodule
  ModuleInit init;   // several files may fill one module: each registers an init under its name
  ModuleEntry* next;
  ModuleEntry(const char* name, ModuleInit init);
};

#define TP_REGISTER_TYPE(type) \
  static ::tp::TypeEntry tp_type_##type { &type, true }
#define TP_REGISTER_HIDDEN_TYPE(type) \
  static ::tp::TypeEntry tp_type_##type { &type, false }
#define TP_REGISTER_METHODS(type, defs) \
  static ::tp::MethodsEntry tp_methods_##type##_##defs { &type, defs, sizeof(defs) / sizeof(defs[0]) }
#define TP_REGISTER_FUNCTIONS(module, defs) \
  static ::tp::FunctionsEntry tp_functions_##module##_##defs { #module, defs, sizeof(defs) / sizeof(defs[0]) }
// `name` in quotes where it has a dot: TP_REGISTER_MODULE_NAMED("os.path", os_path, InitOsPath).
#define TP_REGISTER_MODULE(module, init) \
  static ::tp::ModuleEntry tp_module_##module##_##init { #module, init }
#define TP_REGISTER_MODULE_NAMED(name, id, init) \
  static ::tp::ModuleEntry tp_module_##id##_##init { name, init }

// Used by ReadyType and by import.
void AddRegisteredMethods(TypeObject* type);                                    // into type->dict
bool FillRegisteredModule(Interp& in, const char* name, ModuleObject* module);  // false: there is none
bool IsRegisteredModule(const char* name);  // the module itself, or a package that it stands in
void AddVisibleTypes(ModuleObject* builtins);

}  // namespace tp

#endif  // TP_CORE_INTERP_REGISTRY_H_
