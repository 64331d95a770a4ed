// Things that are called, and what they live in: code, functions of a spec, native functions, bound methods,
// properties, modules, generators, weak references.
#ifndef TP_CORE_INTERP_FUNCTION_H_
#define TP_CORE_INTERP_FUNCTION_H_

#include <memory>
#include <vector>

#include "core/interp/containers.h"
#include "core/interp/registry.h"

namespace tp {

struct Frame;

// A parsed text that is being run: lives until the interpreter ends, because functions point into its AST.
struct Source {
  std::unique_ptr<ast::Module> ast;
  std::string path;  // as tracebacks print it
  const SourceFile& file() const { return *ast->file; }
};

// What the evaluator needs of a FunctionInfo, made at first use; lives as long as its Source.
struct FunctionCode {
  const ast::FunctionInfo* info;
  const Source* source;
  StrObject* name;
  StrObject* qualname;
  uint32_t num_locals, num_cells, num_derefs, num_values, num_resume;
  uint32_t num_positional, num_posonly, num_kwonly;
  bool simple_params;  // only positional parameters, none of them a cell
  bool is_generator, has_varargs, has_varkw;
  const ast::Block* body;                         // null: `expr`
  const ast::Expr* expr;                          // lambda's
  mutable const struct FlowCode* flow = nullptr;  // a generator's, once it has run (eval_flow.h)
  const ast::Param* ParamAt(uint32_t i) const;    // positional, then keyword-only
  StrObject* ParamName(uint32_t i) const;
};
const FunctionCode* CodeOf(const Source* source, const ast::FunctionInfo* info);
// `f.__code__`, `g.gi_frame`: their names, lines and files alone.
Value MakeCode(const FunctionCode* code);
Value MakeFrame(const FunctionCode* code);

struct FunctionObject : GcObject {
  AttrStorage attrs;
  const FunctionCode* code;
  DictObject* globals;
  Value* closure;          // code->num_derefs - num_cells cells
  TupleObject* defaults;   // may be null
  DictObject* kwdefaults;  // may be null
  StrObject* name;
  StrObject* qualname;
  Value doc, module;
  DictObject* annotations;  // may be null: none
  void* extension;          // for core/trace: what it remembers about this function (not owned)
  bool in_converted;        // made by converted code, and so converted whoever calls it
};
extern TypeObject PyFunctionType;
// Set by core/tf: what a function is called in errors about its arguments; empty: as args.h says.
extern std::string_view (*argument_error_name)(const FunctionObject* fn);

struct NativeFunctionObject : GcObject {
  const MethodDef* def;
  Value self;  // kUndef, or what is put in front of the arguments
  StrObject* module;
  NativeFn fn;
};
extern TypeObject NativeFunctionType;
// A function object; `def` lives on. With `self` it is a bound builtin method.
Value MakeNativeFunction(const MethodDef* def, const Value& self = {}, StrObject* module = nullptr);

// A builtin type's method in the type's dict: binds to instances.
struct MethodDescrObject : GcObject {
  const MethodDef* def;
  TypeObject* owner;
};
extern TypeObject MethodDescrType, GetSetDescrType, MemberDescrType, SlotWrapperType, ClassMethodDescrType;
// `__slots__`: a place in the instance.
struct MemberDescrObject : GcObject {
  TypeObject* owner;
  StrObject* name;
  uint32_t offset;  // of a Value
};

struct MethodObject : GcObject {
  Value func, self;
  AttrStorage* unused;
  Object* weak_refs;
};
extern TypeObject MethodType;
Value MakeMethod(const Value& func, const Value& self);

struct PropertyObject : GcObject {
  AttrStorage attrs;
  Value get, set, del, doc;
};
struct StaticMethodObject : GcObject {  // classmethod, too
  AttrStorage attrs;
  Value func;
};
extern TypeObject PropertyType, StaticMethodType, ClassMethodType, SuperType;

struct ModuleObject : GcObject {
  AttrStorage attrs;  // weak references; attributes are in `dict`
  DictObject* dict;
  StrObject* name;
};
extern TypeObject ModuleType;
ModuleObject* NewModule(std::string_view name);
void ModuleSet(ModuleObject* m, std::string_view name, Value value);
Value ModuleGet(ModuleObject* m, std::string_view name);  // kUndef if missing

// An instance of a class of the spec (whose builtin base is object).
struct InstanceObject : GcObject {
  AttrStorage attrs;
};

struct GeneratorObject : GcObject {
  AttrStorage attrs;  // weak references
  Frame* frame;       // null when finished; owned
  StrObject* name;
  StrObject* qualname;
  bool running;
};
extern TypeObject GeneratorType;
enum class ResumeKind : uint8_t { kNext, kSend, kThrow, kClose };
// Runs the generator to its next yield: its value, or Value::Stop() with the return value in *result, or
// Value::Raised().
Value TryResumeGenerator(GeneratorObject* g, ResumeKind kind, const Value& sent, Value* result);

struct WeakRefObject : Object {
  Object* target;  // null when dead
  Value callback;
  WeakRefObject* next;
  WeakRefObject* prev;
  int64_t hash;
};
extern TypeObject WeakRefType;
bool SupportsWeakRefs(Object* o);
Object** WeakListOf(Object* o);  // null if unsupported
// weakref.ref(o, callback): an existing one without callback is shared. TypeError "cannot create weak
// reference to 'X' object".
Value MakeWeakRef(const Value& v, const Value& callback = {});
inline Value WeakRefGet(const WeakRefObject* r) {
  return r->target ? Value::Borrow(r->target) : Value::None();
}
void ClearWeakRefs(Object* o);  // before `o` dies: clears all, then calls the callbacks

}  // namespace tp

#endif  // TP_CORE_INTERP_FUNCTION_H_
