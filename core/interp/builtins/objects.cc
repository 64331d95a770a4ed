// Builtin functions on any object: len, hash, id, repr, isinstance, getattr, dir, vars, …; and those that the
// spec language refuses by name.
#include <set>
#include <string>

#include "core/interp/generic.h"
#include "core/interp/interp.h"
#include "core/interp/registry.h"

namespace tp {

Value LenFunction(Interp&, Args args) {
  CheckArgs("len", args, 1, 1);
  if (IsExact(args[0], &ListType)) return Value::Int(args[0].as<ListObject>()->size);
  return Value::Int(Len(args[0]));
}

namespace {

Value HashFunction(Interp&, Args args) {
  CheckArgs("hash", args, 1, 1);
  return Value::Int(Hash(args[0]));
}
// Inline values have no address: a number made of what they are.
Value Id(Interp&, Args args) {
  CheckArgs("id", args, 1, 1);
  const Value& v = args[0];
  if (v.is_object()) return Value::Int(reinterpret_cast<int64_t>(v.object()));
  const int64_t mixed = v.as_int() * 32 + static_cast<int64_t>(v.tag());
  return Value::Int((mixed & 0x7fffffffffffLL) + 0x500000000000LL);
}
Value ReprFunction(Interp&, Args args) {
  CheckArgs("repr", args, 1, 1);
  return ReprValue(args[0]);
}
Value AsciiFunction(Interp&, Args args) {
  CheckArgs("ascii", args, 1, 1);
  return MakeStr(Ascii(args[0]));
}
Value FormatFunction(Interp&, Args args) {
  CheckArgs("format", args, 1, 2);
  if (args.size() > 1 && !IsStr(args[1]))
    Raise(&TypeErrorType, "format() argument 2 must be str, not %s", GivenType(args[1]).c_str());
  return FormatValue(args[0], args.size() > 1 ? args[1] : MakeStr(""));
}
Value IsInstanceFunction(Interp&, Args args) {
  CheckArgs("isinstance", args, 2, 2);
  return Value::Bool(IsInstanceOf(args[0], args[1]));
}
Value IsSubclassFunction(Interp&, Args args) {
  CheckArgs("issubclass", args, 2, 2);
  return Value::Bool(IsSubclassOf(args[0], args[1]));
}
Value CallableFunction(Interp&, Args args) {
  CheckArgs("callable", args, 1, 1);
  return Value::Bool(IsCallable(args[0]));
}

StrObject* AttrName(const Value& v) {
  if (!IsStr(v)) Raise(&TypeErrorType, "attribute name must be string, not '%s'", TypeNameOf(v).c_str());
  return InternStr(v);
}
Value GetAttrFunction(Interp&, Args args) {
  CheckArgs("getattr", args, 2, 3);
  StrObject* name = AttrName(args[1]);
  if (args.size() == 2) return TryGetAttr(args[0], name);
  Value v = TryGetAttrOrUndef(args[0], name);
  return v.is_undef() ? args[2] : v;
}
Value HasAttrFunction(Interp&, Args args) {
  CheckArgs("hasattr", args, 2, 2);
  Value v = TryGetAttrOrUndef(args[0], AttrName(args[1]));
  return v.is_raised() ? v : Value::Bool(!v.is_undef());
}
Value SetAttrFunction(Interp&, Args args) {
  CheckArgs("setattr", args, 3, 3);
  SetAttr(args[0], AttrName(args[1]), args[2]);
  return Value::None();
}
Value DelAttrFunction(Interp&, Args args) {
  CheckArgs("delattr", args, 2, 2);
  DelAttr(args[0], AttrName(args[1]));
  return Value::None();
}

// ---- namespaces

// The names of the running function as a new dict; of a module or class body, its own.
Value LocalsOf(Frame* frame) {
  if (!frame) return Value::Own(NewDict());
  if (frame->names) return Value::Borrow(frame->names);
  if (!frame->function) return Value::Borrow(frame->globals);
  auto found = ObjRef<DictObject>::Own(NewDict());
  const FunctionCode* code = frame->code;
  const auto add = [&](const Name* name, const Value& value) {
    if (!value.is_undef()) DictSet(found.get(), NameStr(name), value);
  };
  const auto cell = [&](uint32_t i) { return frame->derefs[i].as<CellObject>()->value; };
  for (uint32_t i = 0; i < code->num_locals; ++i) {
    Value value = frame->locals[i];
    for (uint32_t k = 0; k < code->num_cells; ++k)
      if (code->info->cells[k].param_slot == i) value = cell(k);
    add(code->info->locals[i], value);
  }
  for (uint32_t k = 0; k < code->num_cells; ++k)
    if (code->info->cells[k].param_slot == ast::CellVar::kNoParam) add(code->info->cells[k].name, cell(k));
  for (uint32_t k = code->num_cells; k < code->num_derefs; ++k)
    add(code->info->frees[k - code->num_cells].name, cell(k));
  return std::move(found).ToValue();
}
Value Globals(Interp& in, Args args) {
  CheckArgs("globals", args, 0, 0);
  return in.frame ? Value::Borrow(in.frame->globals) : Value::Own(NewDict());
}
Value Locals(Interp& in, Args args) {
  CheckArgs("locals", args, 0, 0);
  return LocalsOf(in.frame);
}
Value Vars(Interp& in, Args args) {
  CheckArgs("vars", args, 0, 1);
  if (args.size() == 0) return Locals(in, args);
  Value v = GetAttrOrUndef(args[0], names.dict_);
  if (v.is_undef()) Raise(&TypeErrorType, "vars() argument must have __dict__ attribute");
  return v;
}

void AddKeys(DictObject* d, std::set<std::string>* out) {
  int64_t pos = 0;
  while (DictEntry* e = DictNext(d, &pos))
    if (IsStr(e->key)) out->emplace(StrView(e->key));
}
void AddTypeNames(TypeObject* type, std::set<std::string>* out) {
  ReadyType(type);
  TypeLookup(type, names.class_);  // has the dunder methods made from slots put in
  for (uint32_t i = 0; i < type->mro_size; ++i) {
    TypeObject* t = type->mro[i];
    ReadyType(t);
    if (t->dict) AddKeys(t->dict, out);
    if (t == &BaseExceptionType || t == &PyFunctionType || t == &StaticMethodType || t == &ClassMethodType)
      out->emplace("__dict__");
    if (!t->is_heap() || t->has(kTypeNoInstanceDict)) continue;
    out->emplace("__dict__");
    if (!IsSubtype(t, &IntType) && !IsSubtype(t, &TupleType) && !IsSubtype(t, &BytesType))
      out->emplace("__weakref__");
  }
}
Value Dir(Interp& in, Args args) {
  CheckArgs("dir", args, 0, 1);
  std::set<std::string> found;
  if (args.size() == 0) {
    const Value locals = Locals(in, args);
    AddKeys(locals.as<DictObject>(), &found);
  } else {
    const Value& v = args[0];
    const Value* own = TypeLookup(TypeOf(v), names.dir_);
    const bool modules_own = IsInstance(v, &ModuleType) && TypeOf(v) != &ModuleType;
    if (own && (TypeOf(v)->is_heap() || modules_own) && !IsType(v)) {
      const Value f = LookupSpecial(v, names.dir_);
      if (IsExact(f, &MethodType) || modules_own) {
        Value list = ToList(Call(f));
        return Call(ModuleGet(in.builtins(), "sorted"), list);
      }
    }
    if (IsType(v)) {
      AddTypeNames(AsType(v), &found);
    } else if (IsInstance(v, &ModuleType)) {
      AddKeys(v.as<ModuleObject>()->dict, &found);
    } else {
      if (v.is_object())
        ForEachAttr(v.object(), [&](StrObject* name, const Value&) { found.emplace(name->view()); });
      AddTypeNames(TypeOf(v), &found);
    }
  }
  auto list = ObjRef<ListObject>::Own(NewList(static_cast<int64_t>(found.size())));
  for (const std::string& name : found) ListAppend(list.get(), MakeStr(name));
  return std::move(list).ToValue();
}
// ---- refused by name

Value NoInput(Interp&, Args) { RaiseNotSupported("input()"); }
Value NoEval(Interp&, Args) { RaiseNotSupported("eval()"); }
Value NoExec(Interp&, Args) { RaiseNotSupported("exec()"); }
Value NoCompile(Interp&, Args) { RaiseNotSupported("compile()"); }
Value NoBreakpoint(Interp&, Args) { RaiseNotSupported("breakpoint()"); }
Value NoMemoryView(Interp&, Args) { RaiseNotSupported("memoryview()"); }
Value NoHelp(Interp&, Args) { RaiseNotSupported("help()"); }
Value ExitFunction(Interp&, Args args) { RaiseException(MakeException(&SystemExitType, args)); }
Value ImportFunction(Interp& in, Args args) {
  static ArgParser parser("__import__", "name, globals=None, locals=None, fromlist=(), level=0");
  Value v[5];
  parser.Parse(args, v);
  if (!IsStr(v[0])) Raise(&TypeErrorType, "module name must be a string");
  const std::string_view name = StrView(v[0]);
  Value module = in.Import(name);
  const size_t dot = name.find('.');
  if (dot == name.npos || (!v[3].is_undef() && IsTrue(v[3]))) return module;
  return in.Import(name.substr(0, dot));
}

const MethodDef kFunctions[] = {
    {"len", LenFunction, "obj, /", "Return the number of items in a container."},
    {"hash", HashFunction, "obj, /"},
    {"id", Id, "obj, /"},
    {"repr", ReprFunction, "obj, /"},
    {"ascii", AsciiFunction, "obj, /"},
    {"format", FormatFunction, "value, format_spec='', /"},
    {"isinstance", IsInstanceFunction, "obj, class_or_tuple, /"},
    {"issubclass", IsSubclassFunction, "cls, class_or_tuple, /"},
    {"callable", CallableFunction, "obj, /"},
    {"getattr", GetAttrFunction},
    {"hasattr", HasAttrFunction, "obj, name, /"},
    {"setattr", SetAttrFunction, "obj, name, value, /"},
    {"delattr", DelAttrFunction, "obj, name, /"},
    {"globals", Globals, ""},
    {"locals", Locals, ""},
    {"vars", Vars},
    {"dir", Dir},
    {"input", NoInput},
    {"eval", NoEval},
    {"exec", NoExec},
    {"compile", NoCompile},
    {"breakpoint", NoBreakpoint},
    {"memoryview", NoMemoryView},
    {"help", NoHelp},
    {"exit", ExitFunction},
    {"quit", ExitFunction},
    {"__import__", ImportFunction},
};
TP_REGISTER_FUNCTIONS(builtins, kFunctions);

}  // namespace
}  // namespace tp
