// The lists that registrations go to, and what is made of them: sorted by name, so that nothing depends on
// the order in which the linker put the files.
#include "core/interp/registry.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "core/base/check.h"
#include "core/interp/function.h"

namespace tp {
namespace {

TypeEntry* all_types = nullptr;
MethodsEntry* all_methods = nullptr;
FunctionsEntry* all_functions = nullptr;
ModuleEntry* all_modules = nullptr;

Value MakeDescriptor(TypeObject* type, const MethodDef* def) {
  switch (def->kind) {
    case kMethod: {
      auto* d = New<MethodDescrObject>(&MethodDescrType);
      d->def = def;
      d->owner = type;
      return Value::Own(d);
    }
    case kProperty: {
      auto* d = New<MethodDescrObject>(&GetSetDescrType);
      d->def = def;
      d->owner = type;
      return Value::Own(d);
    }
    case kClassMethod: {
      auto* d = New<MethodDescrObject>(&ClassMethodDescrType);
      d->def = def;
      d->owner = type;
      return Value::Own(d);
    }
    case kStaticMethod:
      break;
  }
  return MakeNativeFunction(def);
}

}  // namespace

TypeEntry::TypeEntry(TypeObject* type, bool visible) : type(type), visible(visible), next(all_types) {
  all_types = this;
}
MethodsEntry::MethodsEntry(TypeObject* type, const MethodDef* defs, size_t count)
    : type(type), defs(defs), count(count), next(all_methods) {
  all_methods = this;
}
FunctionsEntry::FunctionsEntry(const char* module, const MethodDef* defs, size_t count)
    : module(module), defs(defs), count(count), next(all_functions) {
  all_functions = this;
}
ModuleEntry::ModuleEntry(const char* name, ModuleInit init) : name(name), init(init), next(all_modules) {
  all_modules = this;
}

void AddRegisteredMethods(TypeObject* type) {
  std::vector<const MethodDef*> defs;
  for (MethodsEntry* e = all_methods; e; e = e->next)
    if (e->type == type)
      for (size_t i = 0; i < e->count; ++i) defs.push_back(&e->defs[i]);
  std::sort(defs.begin(), defs.end(), [](auto* a, auto* b) { return std::strcmp(a->name, b->name) < 0; });
  for (size_t i = 0; i < defs.size(); ++i) {
    TP_CHECK(i == 0 || std::strcmp(defs[i]->name, defs[i - 1]->name) != 0, "{}.{} is registered twice",
             type->name, defs[i]->name);
    DictSet(type->dict, InternStr(defs[i]->name), MakeDescriptor(type, defs[i]));
  }
}

bool IsRegisteredModule(const char* name) {
  const size_t length = std::strlen(name);
  const auto matches = [&](const char* other) {
    return std::strncmp(other, name, length) == 0 && (other[length] == 0 || other[length] == '.');
  };
  for (ModuleEntry* e = all_modules; e; e = e->next)
    if (matches(e->name)) return true;
  for (FunctionsEntry* e = all_functions; e; e = e->next)
    if (matches(e->module)) return true;
  return false;
}

bool FillRegisteredModule(Interp& in, const char* name, ModuleObject* module) {
  bool any = IsRegisteredModule(name);
  std::vector<const MethodDef*> defs;
  for (FunctionsEntry* e = all_functions; e; e = e->next)
    if (std::strcmp(e->module, name) == 0)
      for (size_t i = 0; i < e->count; ++i) defs.push_back(&e->defs[i]);
  std::sort(defs.begin(), defs.end(), [](auto* a, auto* b) { return std::strcmp(a->name, b->name) < 0; });
  for (size_t i = 0; i < defs.size(); ++i) {
    TP_CHECK(i == 0 || std::strcmp(defs[i]->name, defs[i - 1]->name) != 0, "{}.{} is registered twice", name,
             defs[i]->name);
    DictSet(module->dict, InternStr(defs[i]->name), MakeNativeFunction(defs[i], {}, module->name));
  }
  std::vector<TypeObject*> types;
  const std::string prefix = std::string(name) + ".";
  for (TypeEntry* e = all_types; e; e = e->next)
    if (e->visible && ((std::strncmp(e->type->name, prefix.c_str(), prefix.size()) == 0 &&
                        !std::strchr(e->type->name + prefix.size(), '.')) ||
                       std::strcmp(e->type->module, name) == 0))
      types.push_back(e->type);
  for (TypeObject* type : types) {
    any = true;
    ReadyType(type);
  }
  std::sort(types.begin(), types.end(), [](auto* a, auto* b) { return std::strcmp(a->name, b->name) < 0; });
  for (TypeObject* type : types)
    if (std::strcmp(type->module, name) == 0) DictSet(module->dict, type->name, Value::Borrow(type));
  std::vector<ModuleEntry*> inits;
  for (ModuleEntry* e = all_modules; e; e = e->next)
    if (std::strcmp(e->name, name) == 0) inits.insert(inits.begin(), e);
  for (ModuleEntry* e : inits) e->init(in, module);
  return any;
}

// Types are put into the dict without being made ready: that happens at first use.
void AddVisibleTypes(ModuleObject* builtins) {
  std::vector<TypeObject*> types;
  for (TypeEntry* e = all_types; e; e = e->next)
    if (e->visible && !std::strchr(e->type->name, '.') && std::strcmp(e->type->module, "builtins") == 0)
      types.push_back(e->type);
  std::sort(types.begin(), types.end(), [](auto* a, auto* b) { return std::strcmp(a->name, b->name) < 0; });
  for (size_t i = 0; i < types.size(); ++i) {
    TP_CHECK(i == 0 || std::strcmp(types[i]->name, types[i - 1]->name) != 0, "{} is registered twice",
             types[i]->name);
    DictSet(builtins->dict, types[i]->name, Value::Borrow(types[i]));
  }
}

}  // namespace tp
