// Calls in converted code: Python's builtins on tensors, and which functions are converted themselves.
#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/trace/errors.h"
#include "core/trace/function.h"
#include "core/trace/loop_options.h"
#include "core/trace/specs.h"
#include "core/trace/stager.h"

namespace tp {
namespace {

LoopOptions next_options;
bool (*is_staged_iterable)(const Value&) = nullptr;
DatasetLoopFn dataset_loop = nullptr;

Value Tf(std::string_view name) { return GetAttr(TheInterp().Import("tensorflow"), name); }

bool AnySymbolic(Args args) {
  for (uint32_t i = 0; i < args.num_pos + args.num_kw; ++i)
    if (IsSymbolic(args.values[i])) return true;
  return false;
}

// py_builtins.py: _tf_tensor_len.
Value LengthOf(const Value& v) {
  const tp::Shape& shape = ValOf(v).shape();
  if (shape.has_rank() && shape.rank() > 0 && IsKnown(shape[0]) && shape[0] != 0) return Value::Int(shape[0]);
  if (shape.has_rank() && shape.rank() == 0)
    RaiseText(&ValueErrorType,
              "len requires a non-scalar tensor, got one of shape " + Str(Call(Tf("shape"), v)));
  return GetItem(Call(Tf("shape"), v), Value::Int(0));
}

Value CastTo(const Value& v, DType dtype) { return Call(Tf("cast"), v, MakeDType(dtype)); }

}  // namespace

namespace {
bool reading_directives = false;
}

bool ReadingLoopDirectives() { return reading_directives; }

void ReadLoopDirectives(Frame* frame, const ast::Block& body) {
  for (const ast::Stmt* s : body.stmts) {
    const auto* expression = ast::As<ast::ExprStmt>(s);
    const auto* call = expression ? ast::As<ast::CallExpr>(expression->value) : nullptr;
    if (!call || !frame->code->source->file().Text(call->func->span).ends_with("set_loop_options")) continue;
    reading_directives = true;
    struct Done {
      ~Done() { reading_directives = false; }
    } done;
    EvalExpr(frame, call);
  }
}

void SetLoopOptions(LoopOptions options) { next_options = std::move(options); }
LoopOptions TakeLoopOptions() { return std::exchange(next_options, LoopOptions()); }
void SetDatasetLoop(bool (*is_staged)(const Value&), DatasetLoopFn loop) {
  is_staged_iterable = is_staged;
  dataset_loop = loop;
}
bool IsStagedIterable(const Value& v) { return is_staged_iterable && is_staged_iterable(v); }
void StageDatasetLoop(const Value& iterable, const StagedState& state,
                      const std::function<void(const Value& item)>& body,
                      const std::function<Value()>& extra_test) {
  dataset_loop(iterable, state, body, extra_test);
}

Value TraceStager::StageCall(Frame*, const ast::CallExpr*, const Value& callee, Args args) {
  if (callee.is_object() && callee.object()->type == &NativeFunctionType &&
      std::string_view(callee.as<NativeFunctionObject>()->def->name) == "set_loop_options")
    return ReadingLoopDirectives() ? Value() : Value::None();
  if (!callee.is_object() || !AnySymbolic(args)) return {};
  if (callee.object() == &RangeType) return Call(Tf("range"), args);
  if (callee.object() == &IntType && args.num_pos == 1 && args.num_kw == 0)
    return CastTo(args[0], DType::kInt32);
  if (callee.object() == &FloatType && args.num_pos == 1 && args.num_kw == 0)
    return CastTo(args[0], DType::kFloat32);
  if (callee.object()->type != &NativeFunctionType) return {};
  const auto* native = callee.as<NativeFunctionObject>();
  if (native->module == nullptr || native->module->view() != "builtins" || !native->self.is_undef())
    return {};
  const std::string_view name = native->def->name;
  if (name == "len" && args.num_pos == 1) return LengthOf(args[0]);
  if (name == "abs" && args.num_pos == 1) return Call(Tf("abs"), args[0]);
  return {};
}

bool TraceStager::IsUndefined(const Frame* frame, const ast::NameExpr* read) {
  // The function that the name belongs to, from the one that reads it outwards.
  const ast::Module& module = *frame->code->source->ast;
  for (const ast::FunctionInfo* info = frame->code->info; info; info = info->parent)
    if (ast::IsUndefinedAt(module, *info, read->ref.name, read->span.begin)) return true;
  return false;
}

bool TraceStager::ConvertsCallee(const FunctionObject* function) {
  // The library's own code is not converted, nor what was marked so.
  const std::string& path = function->code->source->path;
  if (!path.empty() && path[0] == '<') return false;
  static StrObject* const mark = InternStr("__ag_do_not_convert__");
  if (function->attrs.shape || function->attrs.dict)
    return OwnAttr(const_cast<FunctionObject*>(function), mark) == nullptr;
  return true;
}

void InstallStager() {
  static TraceStager* const stager = new TraceStager;
  TheInterp().stager = stager;
}

}  // namespace tp
