// Calls in converted code: Python's builtins on tensors, and which functions are converted themselves.
#include <algorithm>
#include <map>
#include <utility>

#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/lang/blocks.h"
#include "core/lang/converted_names.h"
#include "core/lang/walk.h"
#include "core/trace/errors.h"
#include "core/trace/function.h"
#include "core/trace/loop_options.h"
#include "core/trace/runs_as_is.h"
#include "core/trace/specs.h"
#include "core/trace/stager.h"

namespace tp {
namespace {

Value Tf(std::string_view name) { return GetAttr(TheInterp().Import("tensorflow"), name); }

// tensor_util.is_tf_type
bool IsTfType(const Value& v) { return IsTensor(v) || IsVariable(v); }

// Python's builtins on datasets (autograph/operators/py_builtins.py): the dataset's own form, or kUndef.
Value CallOnDataset(const Value& callee, Args args) {
  std::string_view name;
  if (callee.object()->type == &TypeType) {
    if (callee.as<TypeObject>()->is_heap()) return {};
    name = callee.as<TypeObject>()->name;
    if (name != "enumerate" && name != "zip" && name != "map" && name != "filter") return {};
  } else if (callee.object()->type == &NativeFunctionType) {
    const auto* native = callee.as<NativeFunctionObject>();
    name = native->def->name;
    if (native->module == nullptr || native->module->view() != "builtins") return {};
    if (name != "len" && name != "abs" && name != "any" && name != "all") return {};
  } else {
    return {};
  }
  const uint32_t at = name == "map" || name == "filter" ? 1 : 0;
  if (args.num_pos <= at) return {};
  // Of several iterables all must be datasets.
  for (uint32_t i = at; i < args.num_pos && (i == at || name == "zip" || name == "map"); ++i)
    if (!args[i].is_object() || !args[i].object()->type->is_heap() ||
        GetAttrOrUndef(args[i], "_staged_builtin").is_undef())
      return {};
  ArgList all;
  all.Add(MakeStr(name));
  for (uint32_t i = 0; i < args.num_pos; ++i) all.Add(args[i]);
  for (uint32_t i = 0; i < args.num_kw; ++i) all.AddKeyword(args.kw_names[i], args.kw(i));
  return Call(GetAttr(args[at], "_staged_builtin"), all);
}

}  // namespace

Value LengthOf(const Value& v) {
  const tp::Shape shape = IsVariable(v) ? AsVariable(v)->shape : ValOf(v).shape();
  if (shape.has_rank() && shape.rank() > 0 && IsKnown(shape[0]) && shape[0] != 0) return Value::Int(shape[0]);
  if (shape.has_rank() && shape.rank() == 0)
    RaiseText(&ValueErrorType,
              "len requires a non-scalar tensor, got one of shape " + Str(Call(Tf("shape"), v)));
  return GetItem(Call(Tf("shape"), v), Value::Int(0));
}

namespace {

// Whether do_not_convert stands above a function that is converted with the one around it: what it holds is
// staged, but what it calls is called as it is.
bool CallsAsItIs(const Frame* frame) {
  for (const ast::FunctionInfo* info = frame->code->info; info; info = info->parent) {
    const auto* def = info->stmt ? ast::As<ast::FunctionDefStmt>(info->stmt) : nullptr;
    if (!def) continue;
    for (const ast::Expr* decorator : def->decorators)
      if (frame->code->source->file().Text(decorator->span).ends_with("do_not_convert")) return true;
  }
  return false;
}

}  // namespace

Value TraceStager::StageCall(Frame* frame, const ast::CallExpr*, const Value& callee, Args args) {
  if (callee.is_object() && callee.object()->type == &NativeFunctionType &&
      std::string_view(callee.as<NativeFunctionObject>()->def->name) == "set_loop_options")
    return Value::None();
  if (!callee.is_object() || CallsAsItIs(frame)) return {};
  if (Value staged = CallOnDataset(callee, args); !staged.is_undef()) return staged;
  // The first argument decides; of range any one does.
  if (args.num_pos == 0) return {};
  bool tensors = IsTfType(args[0]);
  const char* name = nullptr;
  if (callee.object() == &RangeType) {
    for (uint32_t i = 1; i < args.num_pos; ++i) tensors |= IsTfType(args[i]);
    name = "range";
  } else if (callee.object() == &IntType || callee.object() == &FloatType) {
    name = callee.object() == &IntType ? "int" : "float";
  } else if (callee.object()->type == &NativeFunctionType) {
    const auto* native = callee.as<NativeFunctionObject>();
    if (native->module == nullptr || native->module->view() != "builtins" || !native->self.is_undef())
      return {};
    name = native->def->name;
  }
  if (!tensors || !name || !Context::Get().graph()) return {};
  if (name == std::string_view("len") && args.num_pos == 1) return LengthOf(args[0]);
  static constexpr std::string_view kOverloads[] = {"abs", "float", "int", "range", "sorted"};
  if (std::find(std::begin(kOverloads), std::end(kOverloads), name) == std::end(kOverloads)) return {};
  return Call(GetAttr(Tf("__internal__"), std::string("autograph_") + name), args);
}

namespace {

// The staged statement of a span.
class StmtFinder : public ast::ChildVisitor {
 public:
  explicit StmtFinder(Span span) : span_(span) {}
  void Visit(ast::Stmt* stmt) override {
    if (stmt->span.begin > span_.begin || span_.end > stmt->span.end) return;
    if (stmt->span == span_ &&
        (ast::As<ast::IfStmt>(stmt) || ast::As<ast::WhileStmt>(stmt) || ast::As<ast::ForStmt>(stmt)))
      found = stmt;
    else
      ast::VisitChildren(stmt, *this);
  }
  void Visit(ast::Expr*) override {}
  void Visit(ast::Pattern*) override {}
  const ast::Stmt* found = nullptr;

 private:
  Span span_;
};

// Whether a local name of the function is a free one in AutoGraph's code, where blocks are functions: unless
// the innermost block has a variable of that name to itself.
bool IsFreeInBlock(const Frame* frame, const ast::NameExpr* read) {
  const ast::FunctionInfo& info = *frame->code->info;
  std::vector<Span> blocks = ast::BlocksAround(info, read->span);
  // The arguments of set_loop_options stand outside of their loop.
  if (ReadingLoopDirectives() && !blocks.empty()) blocks.pop_back();
  if (blocks.empty()) return false;
  if (info.kind != ast::FunctionKind::kFunction) return true;
  StmtFinder finder(blocks.back());
  for (ast::Stmt* stmt : frame->code->body->stmts) finder.Visit(stmt);
  if (!finder.found) return true;
  if (const auto* loop = ast::As<ast::WhileStmt>(finder.found);
      loop && loop->test->span.begin <= read->span.begin && read->span.end <= loop->test->span.end)
    return true;
  const ast::StageInfo& stage = ast::StageInfoOf(*frame->code->source->ast, info, *finder.found);
  const auto has = [&](const List<const ast::Path*>& paths) {
    return std::any_of(paths.begin(), paths.end(), [&](const ast::Path* path) {
      return path->kind == ast::Path::Kind::kName && path->name == read->ref.name;
    });
  };
  return !has(stage.own_body) && !has(stage.own_orelse);
}

}  // namespace

bool TraceStager::IsUndefined(const Frame* frame, const ast::NameExpr* read) {
  // The function that the name belongs to, from the one that reads it outwards.
  const ast::Module& module = *frame->code->source->ast;
  for (const ast::FunctionInfo* info = frame->code->info; info; info = info->parent) {
    if (ast::IsUndefinedAt(module, *info, read->ref.name, read->span.begin)) return true;
    if (read->ref.scope != ast::Scope::kFree) break;  // a local name, whatever others are called outside
    if (std::any_of(info->cells.begin(), info->cells.end(),
                    [&](const ast::CellVar& cell) { return cell.name == read->ref.name; }))
      break;
  }
  if (read->ref.scope != ast::Scope::kFree && IsFreeInBlock(frame, read))
    RaiseNameError(NameStr(read->ref.name), false, /*free_variable=*/true);
  return false;
}

const ast::FunctionInfo* ConversionRoot(const Frame* frame, const ast::FunctionInfo* info) {
  const ast::FunctionInfo* root = nullptr;
  for (const Frame* f = frame; f; f = f->back)
    for (const ast::FunctionInfo* outer = info->parent; outer && (f->flags & kFrameRoot);
         outer = outer->parent)
      if (outer == f->code->info) root = outer;
  for (const ast::FunctionInfo* outer = root ? nullptr : info->parent;
       outer && outer->kind != ast::FunctionKind::kModule && outer->kind != ast::FunctionKind::kClass;
       outer = outer->parent)
    root = outer;
  return root;
}

void AnalyseWhole(const Frame* frame) {
  const ast::FunctionInfo* info = frame->code->info;
  if (info->staged || (frame->flags & kFrameRoot)) return;
  if (const ast::FunctionInfo* root = ConversionRoot(frame, info))
    ast::StageWithin(*frame->code->source->ast, *root);
}

StrObject* TraceStager::ConvertedQualname(const Frame* frame, const ast::FunctionInfo* info) {
  const ast::FunctionInfo* root = ConversionRoot(frame, info);
  if (!root || root->unconvertible) return InternStr(info->qualname);
  static auto* const known =
      new std::map<std::pair<const ast::FunctionInfo*, const ast::FunctionInfo*>, StrObject*>;
  StrObject*& name = (*known)[{info, root}];
  if (!name) name = InternStr(ast::ConvertedName(*frame->code->source->ast, *info, *root));
  return name;
}

bool TraceStager::ConvertsCallee(const FunctionObject* function) {
  // What converted code made may be called when nothing is traced: it runs as Python does.
  if (!Context::Get().graph()) return false;
  // The library's own code is not converted (but Python's functools, which calls what it wraps), nor what was
  // marked so.
  const std::string& path = function->code->source->path;
  if (!path.empty() && path[0] == '<') return path == "<frozen functools>";
  const Frame* caller = TheInterp().frame;
  if (!function->in_converted && caller && (caller->flags & kFrameConverted) && CallsAsItIs(caller))
    return false;
  if (RunsAsIs(function)) return false;
  static StrObject* const mark = InternStr("__ag_do_not_convert__");
  if (!function->in_converted && (function->attrs.shape || function->attrs.dict))
    return OwnAttr(const_cast<FunctionObject*>(function), mark) == nullptr;
  return true;
}

void InstallStager() {
  static TraceStager* const stager = new TraceStager;
  TheInterp().stager = stager;
}

}  // namespace tp
