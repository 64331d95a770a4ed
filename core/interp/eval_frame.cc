// Functions and frames: making functions, binding arguments, running bodies.
#include "core/interp/eval-inl.h"
#include "core/interp/gc.h"
#include "core/interp/stager.h"
#include "core/interp/traceback.h"
#include "core/interp/type.h"

namespace tp {

using namespace ast;

const ast::Param* FunctionCode::ParamAt(uint32_t i) const {
  const Parameters* p = info->params;
  return i < num_positional ? &p->positional[i] : &p->kwonly[i - num_positional];
}
StrObject* FunctionCode::ParamName(uint32_t i) const { return NameStr(ParamAt(i)->name); }

const FunctionCode* CodeOf(const Source* source, const FunctionInfo* info) {
  if (info->cache.word[0]) return static_cast<const FunctionCode*>(info->cache.word[0]);
  auto* code = new FunctionCode();
  code->info = info;
  code->source = source;
  code->name = NameStr(info->name);
  code->qualname = InternStr(info->qualname);
  code->num_locals = info->num_locals();
  code->num_cells = info->cells.size();
  code->num_derefs = info->num_derefs();
  code->num_values = info->num_value_slots;
  code->num_resume = info->resume_points.size();
  if (const Parameters* p = info->params) {
    code->num_positional = p->positional.size();
    code->num_posonly = p->num_posonly;
    code->num_kwonly = p->kwonly.size();
    code->has_varargs = p->vararg;
    code->has_varkw = p->kwarg;
  } else if (info->num_locals() && info->kind >= FunctionKind::kListComp) {
    code->num_positional = 1;
  }
  code->is_generator = info->is_generator;
  code->simple_params = !code->num_kwonly && !code->has_varargs && !code->has_varkw;
  if (info->stmt) {
    code->body = info->kind == FunctionKind::kClass ? &static_cast<const ClassDefStmt*>(info->stmt)->body
                                                    : &static_cast<const FunctionDefStmt*>(info->stmt)->body;
    // A body that is one `return x` is run like a lambda.
    List<Stmt*> stmts = code->body->stmts;
    if (info->docstring && stmts.size()) stmts = {stmts.items + 1, stmts.count - 1};
    if (!info->is_generator && info->kind == FunctionKind::kFunction && stmts.size() == 1)
      if (const auto* r = As<ReturnStmt>(stmts[0]); r && r->value) code->expr = r->value;
  } else if (info->kind == FunctionKind::kLambda) {
    code->expr = static_cast<const LambdaExpr*>(info->expr)->body;
  } else if (info->kind == FunctionKind::kModule) {
    code->body = &source->ast->body;
  }
  info->cache.word[0] = code;
  return code;
}

// ---- making functions

namespace {

Value EvalDefaults(const Parameters* params, Frame* f, DictObject** kwdefaults) {
  std::vector<Value> defaults;
  if (!params) return {};
  for (const Param& p : params->positional)
    if (p.default_value) defaults.push_back(Eval(p.default_value, f));
  for (const Param& p : params->kwonly) {
    if (!p.default_value) continue;
    if (!*kwdefaults) *kwdefaults = NewDict();
    DictSet(*kwdefaults, NameStr(p.name), Eval(p.default_value, f));
  }
  return defaults.empty() ? Value() : MakeTuple(defaults.data(), defaults.size());
}

DictObject* EvalAnnotations(const Parameters* params, const Expr* returns, Frame* f) {
  DictObject* d = nullptr;
  const bool text = f->code->source->ast->future_annotations;
  const auto add = [&](const Name* name, const Expr* annotation) {
    if (!annotation) return;
    if (!d) d = NewDict();
    DictSet(d, NameStr(name),
            text ? MakeStr(f->code->source->file().Text(annotation->span)) : Eval(annotation, f));
  };
  if (params) {
    for (const Param& p : params->positional) add(p.name, p.annotation);
    if (params->vararg) add(params->vararg->name, params->vararg->annotation);
    for (const Param& p : params->kwonly) add(p.name, p.annotation);
    if (params->kwarg) add(params->kwarg->name, params->kwarg->annotation);
  }
  add(Intern("return"), returns);
  return d;
}

}  // namespace

Value MakeFunctionObject(const FunctionInfo* info, Frame* f, Value defaults, DictObject* kwdefaults,
                         DictObject* annotations) {
  const FunctionCode* code = CodeOf(f->code->source, info);
  auto* fn = New<FunctionObject>(&PyFunctionType);
  fn->code = code;
  fn->globals = f->globals;
  IncRef(f->globals);
  fn->name = code->name;
  const bool converted = (f->flags & kFrameConverted) && TheInterp().stager;
  fn->qualname = converted ? TheInterp().stager->ConvertedQualname(f, info) : code->qualname;
  if (defaults.is_object()) fn->defaults = static_cast<TupleObject*>(defaults.Release());
  fn->kwdefaults = kwdefaults;
  fn->annotations = annotations;
  fn->in_converted = f->flags & kFrameConverted;
  const uint32_t frees = code->num_derefs - code->num_cells;
  if (frees) {
    fn->closure = static_cast<Value*>(AllocBytes(frees * sizeof(Value)));
    for (uint32_t i = 0; i < frees; ++i) new (&fn->closure[i]) Value(f->derefs[info->frees[i].outer_slot]);
  }
  static StrObject* const module_name = names.name_;
  if (Value* m = DictFind(f->globals, module_name)) fn->module = *m;
  if (info->docstring) fn->doc = *ConstantValue(info->docstring);
  GcTrack(fn);
  return Value::Own(fn);
}

Value MakeFunction(const FunctionInfo* info, const Parameters* params, Frame* f) {
  DictObject* kwdefaults = nullptr;
  Value defaults = EvalDefaults(params, f, &kwdefaults);
  return MakeFunctionObject(info, f, std::move(defaults), kwdefaults, nullptr);
}

void ExecFunctionDef(const FunctionDefStmt* s, Frame* f) {
  std::vector<Value> decorators;
  for (const Expr* d : s->decorators) decorators.push_back(Eval(d, f));
  DictObject* kwdefaults = nullptr;
  Value defaults = EvalDefaults(s->params, f, &kwdefaults);
  DictObject* annotations = EvalAnnotations(s->params, s->returns, f);
  Value fn = MakeFunctionObject(s->info, f, std::move(defaults), kwdefaults, annotations);
  for (size_t i = decorators.size(); i-- > 0;) {
    f->span = &s->decorators[i]->span;
    fn = Call(decorators[i], fn);
  }
  StoreName(s->target, f, std::move(fn));
}

// ---- binding arguments

namespace {

bool IsConverted(const Interp& in, const FunctionObject* fn, uint32_t caller_flags) {
  return ((caller_flags & (kFrameConverted | kFrameForceConverted)) || fn->in_converted) && in.stager &&
         !fn->code->is_generator && ((caller_flags & kFrameForceConverted) || in.stager->ConvertsCallee(fn));
}

// AutoGraph makes a converted function inside two functions of its own; what is inside it is converted with
// it.
std::string_view ConvertedQualname(const FunctionObject* fn) {
  static std::string* const name = new std::string;
  constexpr std::string_view kLocals = ".<locals>.";
  const std::string_view whole = fn->qualname->view();
  if (whole.starts_with("outer_factory.")) return whole;
  // The function that is being converted around it.
  const ast::FunctionInfo* root = fn->code->info;
  for (const Frame* f = fn->in_converted ? TheInterp().frame : nullptr; f; f = f->back)
    for (const ast::FunctionInfo* outer = root->parent; outer && (f->flags & kFrameRoot);
         outer = outer->parent)
      if (outer == f->code->info) root = outer;
  size_t begin = whole.rfind('.') + 1;  // 0 where there is none
  for (const ast::FunctionInfo* at = fn->code->info; at != root && begin > kLocals.size(); at = at->parent)
    begin = whole.rfind('.', begin - kLocals.size() - 1) + 1;
  *name = "outer_factory.<locals>.inner_factory.<locals>.";
  if (whole.substr(begin, 1) != "<") *name += "tf__";
  *name += whole.substr(begin);
  return *name;
}

// What `fn` is called in errors about its arguments (args.h).
std::string_view ErrorName(const FunctionObject* fn, uint32_t caller_flags) {
  if (IsConverted(TheInterp(), fn, caller_flags)) return ConvertedQualname(fn);
  return argument_error_name ? argument_error_name(fn) : fn->qualname->view();
}

[[noreturn]] void RaiseTooMany(const FunctionObject* fn, const Value* locals, uint32_t given,
                               uint32_t caller_flags) {
  const FunctionCode* code = fn->code;
  const uint32_t max = code->num_positional;
  const uint32_t defaults = fn->defaults ? static_cast<uint32_t>(fn->defaults->size) : 0;
  uint32_t kwonly_given = 0;
  for (uint32_t i = 0; i < code->num_kwonly; ++i)
    if (!locals[code->ParamAt(max + i)->slot].is_undef()) ++kwonly_given;
  RaiseTooManyPositional(ErrorName(fn, caller_flags), max - defaults, max, given, kwonly_given);
}

// The same for an error about a keyword: dispatch counts the positional ones before it looks at keywords.
std::string_view KeywordErrorName(const FunctionObject* fn, const Value* locals, Args args,
                                  uint32_t caller_flags) {
  const std::string_view name = ErrorName(fn, caller_flags);
  if (name.empty() && args.num_pos > fn->code->num_positional)
    RaiseTooMany(fn, locals, args.num_pos, caller_flags);
  return name;
}

}  // namespace

std::string_view (*argument_error_name)(const FunctionObject* fn) = nullptr;

void BindArguments(FunctionObject* fn, Value* locals, Args args, uint32_t caller_flags) {
  const FunctionCode* code = fn->code;
  const uint32_t max = code->num_positional;
  const uint32_t plain = std::min(args.num_pos, max);
  // Positional parameters have the slots 0, 1, …
  for (uint32_t i = 0; i < plain; ++i) locals[i] = args[i];
  if (code->has_varargs) {
    locals[code->info->params->vararg->slot] = MakeTuple(args.values + plain, args.num_pos - plain);
  }
  DictObject* kw = nullptr;
  if (code->has_varkw) {
    kw = NewDict();
    locals[code->info->params->kwarg->slot] = Value::Own(kw);
  }
  const uint32_t named = max + code->num_kwonly;
  for (uint32_t k = 0; k < args.num_kw; ++k) {
    StrObject* name = args.kw_names[k];
    uint32_t i = code->num_posonly;
    while (i < named && code->ParamName(i) != name) ++i;
    if (i < named) {
      Value& to = locals[code->ParamAt(i)->slot];
      if (!to.is_undef()) RaiseMultipleValues(KeywordErrorName(fn, locals, args, caller_flags), name->view());
      to = args.kw(k);
      continue;
    }
    if (kw) {
      DictSet(kw, name, args.kw(k));
      continue;
    }
    std::vector<std::string> posonly;
    for (uint32_t p = 0; p < code->num_posonly; ++p)
      for (uint32_t j = 0; j < args.num_kw; ++j)
        if (args.kw_names[j] == code->ParamName(p)) posonly.push_back(code->ParamName(p)->data);
    if (!posonly.empty()) {
      std::string list;
      for (size_t j = 0; j < posonly.size(); ++j) list += (j ? ", " : "") + posonly[j];
      Raise(&TypeErrorType, "%s() got some positional-only arguments passed as keyword arguments: '%s'",
            fn->qualname->data, list.c_str());
    }
    RaiseUnexpectedKeyword(KeywordErrorName(fn, locals, args, caller_flags), name->view());
  }
  if (args.num_pos > max && !code->has_varargs) RaiseTooMany(fn, locals, args.num_pos, caller_flags);
  const uint32_t defaults = fn->defaults ? static_cast<uint32_t>(fn->defaults->size) : 0;
  std::vector<std::string_view> missing;
  for (uint32_t i = plain; i < max; ++i) {
    if (!locals[i].is_undef()) continue;
    if (i + defaults >= max)
      locals[i] = fn->defaults->items[i + defaults - max];
    else
      missing.push_back(code->ParamName(i)->view());
  }
  if (!missing.empty()) RaiseMissing(ErrorName(fn, caller_flags), "positional", missing);
  for (uint32_t i = max; i < named; ++i) {
    Value& to = locals[code->ParamAt(i)->slot];
    if (!to.is_undef()) continue;
    Value* d = fn->kwdefaults ? DictFind(fn->kwdefaults, code->ParamName(i)) : nullptr;
    if (d)
      to = *d;
    else
      missing.push_back(code->ParamName(i)->view());
  }
  if (!missing.empty()) RaiseMissing(ErrorName(fn, caller_flags), "keyword-only", missing);
}

// ---- running

namespace {

constexpr int64_t kStackMargin = 256;

void MakeCells(Frame* f, const Value* closure) {
  const FunctionCode* code = f->code;
  for (uint32_t i = 0; i < code->num_cells; ++i) {
    const CellVar& cell = code->info->cells[i];
    Value v;
    if (cell.param_slot != CellVar::kNoParam) v = std::move(f->locals[cell.param_slot]);
    new (&f->derefs[i]) Value(Value::Own(NewCell(std::move(v))));
  }
  for (uint32_t i = code->num_cells; i < code->num_derefs; ++i)
    new (&f->derefs[i]) Value(closure[i - code->num_cells]);
}

}  // namespace

namespace {
// Inlined where calls are made: each level of native depth costs recursive specs.
[[gnu::always_inline]] inline Value RunBody(Interp& in, Frame* f) {
  FrameEntry scope(in, f);
  in.Tick();
  const FunctionCode* code = f->code;
  if (!code->expr) {
    const Completion c = ExecBlock(*code->body, f);
    if (c == Completion::kRaise) return Value::Raised();
    scope.Done();
    if (c == Completion::kReturn) return std::move(f->result);
    return f->flow ? ResultAtEnd(f) : Value::None();
  }
  Value v = TryEval(code->expr, f);
  if (!v.is_raised()) scope.Done();
  return v;
}
}  // namespace

Value CallOnStack(FunctionObject* fn, Value* base, uint32_t num_pos, uint32_t num_kw,
                  StrObject* const* kw_names, uint32_t caller_flags) {
  Interp& in = TheInterp();
  const FunctionCode* code = fn->code;
  StackGuard guard(in, base);
  Value* locals = base;
  const uint32_t num_args = num_pos + num_kw;
  if (__builtin_expect(in.stack_end - in.sp < code->num_locals + code->num_derefs + kStackMargin, 0))
    in.OnRecursion("");
  if (code->simple_params && num_kw == 0 && num_pos <= code->num_positional) {
    if (num_pos < code->num_positional) {
      const uint32_t defaults = fn->defaults ? static_cast<uint32_t>(fn->defaults->size) : 0;
      if (num_pos + defaults < code->num_positional) {
        Value* fresh = in.sp;
        for (uint32_t i = 0; i < code->num_locals; ++i) new (in.sp++) Value();
        BindArguments(fn, fresh, Args{base, num_pos, 0, nullptr}, caller_flags);  // raises
      }
      for (uint32_t i = num_pos; i < code->num_positional; ++i)
        new (in.sp++) Value(fn->defaults->items[i + defaults - code->num_positional]);
    }
    for (uint32_t i = code->num_positional; i < code->num_locals; ++i) new (in.sp++) Value();
  } else {
    // Bind into fresh locals above the arguments, then the arguments go with the frame.
    locals = in.sp;
    for (uint32_t i = 0; i < code->num_locals; ++i) new (in.sp++) Value();
    (void)num_args;
    BindArguments(fn, locals, Args{base, num_pos, num_kw, kw_names}, caller_flags);
  }
  Frame frame;
  frame.locals = locals;
  frame.derefs = in.sp;
  frame.code = code;
  frame.globals = fn->globals;
  frame.span = nullptr;
  frame.flags = 0;
  frame.names = nullptr;
  frame.function = fn;
  frame.flow = nullptr;
  frame.gen = nullptr;
  if (code->num_derefs) {
    MakeCells(&frame, fn->closure);
    in.sp += code->num_derefs;
  }
  if (__builtin_expect((caller_flags & (kFrameConverted | kFrameForceConverted)) | fn->in_converted, 0) &&
      IsConverted(in, fn, caller_flags))
    frame.flags |= fn->in_converted ? uint32_t{kFrameConverted} : kFrameConverted | kFrameRoot;
  if (__builtin_expect(code->is_generator, 0)) return MakeGenerator(fn, &frame);
  return RunBody(in, &frame);
}

Value TryCallFunction(FunctionObject* fn, Args args) {
  Interp& in = TheInterp();
  const uint32_t n = args.num_pos + args.num_kw;
  if (in.stack_end - in.sp < n + kStackMargin) in.OnRecursion("");
  Value* base = in.sp;
  for (uint32_t i = 0; i < n; ++i) new (in.sp++) Value(args.values[i]);
  // The caller may drop its reference while the function runs.
  ObjRef<FunctionObject> keep(fn);
  return CallOnStack(fn, base, args.num_pos, args.num_kw, args.kw_names, std::exchange(in.call_flags, 0));
}

Value TryCallFunction(FunctionObject* fn, const Value& self, const Value* a, const Value* b) {
  Interp& in = TheInterp();
  if (in.stack_end - in.sp < 3 + kStackMargin) in.OnRecursion("");
  Value* base = in.sp;
  new (in.sp++) Value(self);
  if (a) new (in.sp++) Value(*a);
  if (b) new (in.sp++) Value(*b);
  ObjRef<FunctionObject> keep(fn);
  return CallOnStack(fn, base, static_cast<uint32_t>(in.sp - base), 0, nullptr,
                     std::exchange(in.call_flags, 0));
}

Value CallConverted(const Value& function, Args args, bool converted) {
  Interp& in = TheInterp();
  if (!IsExact(function, &PyFunctionType)) return Call(function, args);
  const uint32_t n = args.num_pos + args.num_kw;
  if (in.stack_end - in.sp < n + kStackMargin) in.OnRecursion("");
  Value* base = in.sp;
  for (uint32_t i = 0; i < n; ++i) new (in.sp++) Value(args.values[i]);
  Value keep = function;
  return OrThrow(CallOnStack(function.as<FunctionObject>(), base, args.num_pos, args.num_kw, args.kw_names,
                             converted ? uint32_t{kFrameForceConverted} : 0u));
}

Value RunCode(const FunctionCode* code, DictObject* globals, DictObject* ns, Value* closure) {
  Interp& in = TheInterp();
  if (in.stack_end - in.sp < code->num_locals + code->num_derefs + kStackMargin) in.OnRecursion("");
  Value* base = in.sp;
  StackGuard guard(in, base);
  Frame frame;
  frame.locals = base;
  for (uint32_t i = 0; i < code->num_locals; ++i) new (in.sp++) Value();
  frame.derefs = in.sp;
  frame.code = code;
  frame.globals = globals;
  frame.span = nullptr;
  frame.flags = 0;
  frame.names = ns;
  frame.function = nullptr;
  frame.flow = nullptr;
  frame.gen = nullptr;
  if (code->num_derefs) {
    MakeCells(&frame, closure);
    in.sp += code->num_derefs;
  }
  Value result = OrThrow(RunBody(in, &frame));
  // A class body gives the cell `__class__`, which the class is put into.
  const uint32_t cell = code->info->class_cell;
  if (cell != FunctionInfo::kNoClassCell) return frame.derefs[cell];
  return result;
}

void FindSuperArguments(Value* start, Value* self) {
  Frame* f = TheInterp().frame;
  if (!f || !f->code) Raise(&RuntimeErrorType, "super(): no current frame");
  const FunctionInfo* info = f->code->info;
  if (!f->code->num_positional && !f->code->has_varargs) Raise(&RuntimeErrorType, "super(): no arguments");
  // The first argument may have moved into a cell.
  Value first = f->locals[0];
  for (uint32_t i = 0; i < info->cells.size(); ++i)
    if (info->cells[i].param_slot == 0) first = *Deref(f, i);
  for (uint32_t i = 0; i < info->frees.size(); ++i) {
    if (NameStr(info->frees[i].name) != names.class_) continue;
    *start = *Deref(f, static_cast<uint32_t>(info->cells.size() + i));
    if (start->is_undef()) Raise(&RuntimeErrorType, "super(): empty __class__ cell");
    if (first.is_undef()) Raise(&RuntimeErrorType, "super(): arg[0] deleted");
    *self = first;
    return;
  }
  Raise(&RuntimeErrorType, "super(): __class__ cell not found");
}

}  // namespace tp
