// `f.__code__` and `g.gi_frame`: what names a function's text. Bytecode there is none, and what belongs to it
// is refused by name.
#include <algorithm>
#include <vector>

#include "core/interp/errors.h"
#include "core/interp/function.h"
#include "core/interp/interp.h"
#include "core/interp/type.h"

namespace tp {
namespace {

struct CodeObject : Object {
  const FunctionCode* code;
};
CodeObject* C(const Value& v) { return v.as<CodeObject>(); }
const ast::FunctionInfo& Info(Args a) { return *C(a[0])->code->info; }

template <typename Names>
Value NamesOf(const Names& names, const auto& text) {
  TupleObject* tuple = NewTuple(static_cast<int64_t>(names.size()));
  uint32_t i = 0;
  for (const auto& name : names) tuple->items[i++] = MakeStr(text(name));
  return Value::Own(tuple);
}

Value CodeName(Interp&, Args a) { return Value::Borrow(C(a[0])->code->name); }
Value CodeQualname(Interp&, Args a) { return Value::Borrow(C(a[0])->code->qualname); }
Value CodeFile(Interp&, Args a) { return MakeStr(C(a[0])->code->source->path); }
Value CodeLine(Interp&, Args a) { return Value::Int(Info(a).first_line); }
Value CodeArguments(Interp&, Args a) { return Value::Int(C(a[0])->code->num_positional); }
Value CodePosOnly(Interp&, Args a) { return Value::Int(C(a[0])->code->num_posonly); }
Value CodeKwOnly(Interp&, Args a) { return Value::Int(C(a[0])->code->num_kwonly); }
// Locals that are no cells, but for parameters.
Value CodeVarnames(Interp&, Args a) {
  return NamesOf(Info(a).locals, [](const auto* name) { return name->text; });
}
Value CodeLocals(Interp&, Args a) { return Value::Int(Info(a).num_locals()); }
// Parameters first, in their order.
Value CodeCells(Interp&, Args a) {
  std::vector<ast::CellVar> cells(Info(a).cells.begin(), Info(a).cells.end());
  std::stable_sort(cells.begin(), cells.end(),
                   [](const auto& x, const auto& y) { return x.param_slot < y.param_slot; });
  return NamesOf(cells, [](const auto& cell) { return cell.name->text; });
}
Value CodeFrees(Interp&, Args a) {
  return NamesOf(Info(a).frees, [](const auto& free) { return free.name->text; });
}
Value CodeFlags(Interp&, Args a) {
  const FunctionCode* code = C(a[0])->code;
  const bool nested = Info(a).parent && Info(a).parent->kind != ast::FunctionKind::kModule;
  return Value::Int(3 | code->has_varargs << 2 | code->has_varkw << 3 | nested << 4 |
                    code->is_generator << 5);
}
const MethodDef kCodeMethods[] = {
    {"co_name", CodeName, nullptr, nullptr, kProperty},
    {"co_qualname", CodeQualname, nullptr, nullptr, kProperty},
    {"co_filename", CodeFile, nullptr, nullptr, kProperty},
    {"co_firstlineno", CodeLine, nullptr, nullptr, kProperty},
    {"co_argcount", CodeArguments, nullptr, nullptr, kProperty},
    {"co_posonlyargcount", CodePosOnly, nullptr, nullptr, kProperty},
    {"co_kwonlyargcount", CodeKwOnly, nullptr, nullptr, kProperty},
    {"co_varnames", CodeVarnames, nullptr, nullptr, kProperty},
    {"co_nlocals", CodeLocals, nullptr, nullptr, kProperty},
    {"co_cellvars", CodeCells, nullptr, nullptr, kProperty},
    {"co_freevars", CodeFrees, nullptr, nullptr, kProperty},
    {"co_flags", CodeFlags, nullptr, nullptr, kProperty},
};

Value Refusing(const Value& self, StrObject* name, std::string_view prefix) {
  Value found = GenericGetAttr(self, name);
  if (found.is_undef() && name->view().starts_with(prefix))
    RaiseNotSupported(Format("%s of a %s object", name->data, TypeNameOf(self).c_str()).c_str());
  return found;
}
Value CodeGetAttr(const Value& self, StrObject* name) { return Refusing(self, name, "co_"); }
Value FrameGetAttr(const Value& self, StrObject* name) { return Refusing(self, name, "f_"); }
Value CodeRepr(const Value& self) {
  const FunctionCode* code = C(self)->code;
  return MakeStr(Format("<code object %s at %p, file \"%s\", line %u>", code->name->data,
                        static_cast<const void*>(code), code->source->path.c_str(), code->info->first_line));
}
int64_t CodeHash(const Value& self) { return reinterpret_cast<intptr_t>(C(self)->code); }
Value CodeCompare(const Value& self, const Value& other, ast::CmpOp op) {
  if (TypeOf(other) != TypeOf(self) || (op != ast::CmpOp::kEq && op != ast::CmpOp::kNotEq))
    return NotImplemented();
  return Value::Bool((C(self)->code == C(other)->code) == (op == ast::CmpOp::kEq));
}
constexpr TypeSpec CodeSpec() {
  TypeSpec t{.name = "code", .size = sizeof(CodeObject), .flags = kTypeNoSubclass};
  t.slots.getattr = CodeGetAttr;
  t.slots.repr = CodeRepr;
  t.slots.hash = CodeHash;
  t.slots.compare = CodeCompare;
  return t;
}
constexpr TypeSpec FrameSpec() {
  TypeSpec t{.name = "frame", .size = sizeof(CodeObject), .flags = kTypeNoSubclass};
  t.slots.getattr = FrameGetAttr;
  return t;
}

}  // namespace

static constinit TypeObject CodeType(CodeSpec());
static constinit TypeObject FrameType(FrameSpec());

namespace {

Value Make(TypeObject* type, const FunctionCode* code) {
  ReadyType(type);
  auto* object = New<CodeObject>(type);
  object->code = code;
  return Value::Own(object);
}
Value FrameCode(Interp&, Args a) { return MakeCode(C(a[0])->code); }
const MethodDef kFrameMethods[] = {{"f_code", FrameCode, nullptr, nullptr, kProperty}};
TP_REGISTER_METHODS(CodeType, kCodeMethods);
TP_REGISTER_METHODS(FrameType, kFrameMethods);

}  // namespace

TP_REGISTER_HIDDEN_TYPE(CodeType);
TP_REGISTER_HIDDEN_TYPE(FrameType);

Value MakeCode(const FunctionCode* code) { return Make(&CodeType, code); }
Value MakeFrame(const FunctionCode* code) { return Make(&FrameType, code); }

}  // namespace tp
