// Finds the expressions behind an op's inputs. For an operator they are its operands; for a call of a library
// function the arguments whose parameters hold the very values that the op was given.
#include "core/trace/failed_op.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "core/diag/source_stack.h"
#include "core/interp/frame.h"
#include "core/interp/interp.h"
#include "core/ir/runner.h"
#include "core/lang/walk.h"
#include "core/signature/trace_type.h"
#include "core/trace/call_stack.h"
#include "core/trace/objects.h"

namespace tp {
namespace {

struct Operand {
  DType dtype;
  tp::Shape shape;
  StackId made = kNoStack;
  int parameter = -1;  // of the library function that the spec called; -1: unknown
  std::string_view parameter_name;
};

struct FailedOp {
  std::string message;
  std::string op;
  bool transpose_a = false, transpose_b = false;
  const Source* source = nullptr;
  Span span;  // the expression of the spec that was running
  Value globals;
  std::string_view library;  // the library's function that the spec called; empty: a native one
  bool method = false;       // that one has `self`
  std::vector<Operand> operands;
};

FailedOp& Last() {
  static auto* const last = new FailedOp;
  return *last;
}

// What a value comes from: the variable that it was read from, or the value itself.
struct Origin {
  ValueKey key;
  const VariableResource* variable = nullptr;
  StackId made = kNoStack;
  bool operator==(const Origin& other) const {
    return variable || other.variable ? variable == other.variable : key == other.key;
  }
};

Origin OriginOf(Val value) {
  for (int steps = 0; value.symbolic() && steps < 100; ++steps) {
    const Graph& graph = *value.graph();
    const NodeId node = graph.producer(graph.Canonical(value.id()));
    const std::string_view op = graph.node(node).op->name();
    if (op == "ReadVariableOp" || op == "Identity") {
      value = Val(value.graph(), graph.inputs(node)[0]);
      continue;
    }
    // A capture: go on in the graph around. Small values are captured as constants.
    const auto* func_graph = dynamic_cast<const FuncGraph*>(&graph);
    const FuncGraph::Capture* capture = nullptr;
    if (func_graph && (op == "Placeholder" || op == "Const"))
      for (const FuncGraph::Capture& c : func_graph->captures())
        if (KeyOf(c.internal) == KeyOf(value)) capture = &c;
    if (!capture) return {KeyOf(value), nullptr, graph.position(node)};
    value = capture->external;
  }
  if (value.symbolic()) return {KeyOf(value)};
  if (value.dtype() == DType::kResource)
    if (const VariableResource* variable = ResourceOf(value)) return {KeyOf(value), variable, variable->made};
  return {KeyOf(value)};
}

std::optional<Origin> OriginOf(const Value& value) {
  if (IsVariable(value)) return OriginOf(AsVariable(value)->handle);
  if (IsTensor(value)) return OriginOf(ValOf(value));
  return {};
}

// The expression with that span.
class Finder : public ast::ChildVisitor {
 public:
  explicit Finder(Span span) : span_(span) {}
  void Visit(ast::Stmt* stmt) override {
    if (found || !Around(stmt->span)) return;
    if (stmt->span == span_) assignment = ast::As<ast::AugAssignStmt>(stmt);
    VisitChildren(stmt, *this);
  }
  void Visit(ast::Expr* expr) override {
    if (found) return;
    if (expr->span == span_)
      found = expr;
    else
      VisitChildren(expr, *this);
  }
  void Visit(ast::Pattern*) override {}

  ast::Expr* found = nullptr;
  const ast::AugAssignStmt* assignment = nullptr;  // where that is a whole `a += b`

 private:
  bool Around(Span s) const { return s.begin <= span_.begin && span_.end <= s.end; }
  Span span_;
};

// True for `tf.f`, `tf.a.b.f`, `keras.f`: what is reached by names from a module of TensorFlow's.
bool IsLibraryName(const FailedOp& failed, const ast::Expr* callee) {
  if (callee->kind != ast::ExprKind::kAttribute) return false;
  while (callee->kind == ast::ExprKind::kAttribute)
    callee = static_cast<const ast::AttributeExpr*>(callee)->value;
  if (callee->kind != ast::ExprKind::kName || !IsDict(failed.globals)) return false;
  const Value* root =
      DictFind(failed.globals.as<DictObject>(), static_cast<const ast::NameExpr*>(callee)->ref.name->text);
  return root && IsInstance(*root, &ModuleType) &&
         StrView(GetAttr(*root, InternStr("__name__"))).starts_with("tensorflow");
}

// The expressions of the operands; null where there is none to show.
std::vector<const ast::Expr*> Expressions(const FailedOp& failed) {
  std::vector<const ast::Expr*> expressions(failed.operands.size());
  Finder finder(failed.span);
  for (ast::Stmt* stmt : failed.source->ast->body.stmts) finder.Visit(stmt);
  if (finder.assignment && expressions.size() == 2)
    return {finder.assignment->target, finder.assignment->value};
  if (!finder.found) return expressions;
  if (const auto* binary = ast::As<ast::BinOpExpr>(finder.found); binary && expressions.size() == 2)
    return {binary->left, binary->right};
  if (const auto* compare = ast::As<ast::CompareExpr>(finder.found);
      compare && compare->ops.size() == 1 && expressions.size() == 2)
    return {compare->left, compare->comparators[0]};
  if (finder.found->kind != ast::ExprKind::kCall) return expressions;
  const auto* call = static_cast<const ast::CallExpr*>(finder.found);
  if (call->has_star) return expressions;
  // The arguments are those of the function that met the op only where the spec calls it itself.
  const std::string_view callee = failed.source->file().Text(call->func->span);
  const bool object = failed.method && failed.library == "__call__";
  if (!object && !IsLibraryName(failed, call->func)) return expressions;
  if (!object && !failed.library.empty() && !callee.ends_with("." + std::string(failed.library)))
    return expressions;
  for (size_t i = 0; i < expressions.size(); ++i) {
    const Operand& operand = failed.operands[i];
    const int position = failed.library.empty() ? static_cast<int>(i) : operand.parameter - failed.method;
    if (position >= 0 && position < static_cast<int>(call->args.size()))
      expressions[i] = call->args[position];
    for (const ast::Keyword& keyword : call->keywords)
      if (keyword.arg && !operand.parameter_name.empty() && keyword.arg->text == operand.parameter_name)
        expressions[i] = keyword.value;
  }
  return expressions;
}

std::string TypeText(const Operand& operand) {
  return TraceType::Tensor(operand.dtype, operand.shape)->Short();
}

std::string OriginText(const Operand& operand) {
  if (operand.made == kNoStack) return TypeText(operand);
  const SourceFrame frame = FrameOf(operand.made);
  const bool parameter = frame.kind == SourceFrame::Kind::kDefinition;
  return fmt::format("{}, {} {}:{}:{}", TypeText(operand), parameter ? "a parameter of" : "made at",
                     SourceName(frame.file), frame.line, frame.column);
}

// "`h` has 128 columns, `self.w2` has 64 rows"; without names for what does not fit on a line. Nothing where
// that is not what went wrong.
std::string Headline(const FailedOp& failed, const std::vector<std::string>& names) {
  const auto known = [](Dim dim) { return dim >= 0; };
  const std::vector<Operand>& o = failed.operands;
  if (failed.op == "MatMul" && o[0].shape.rank() == 2 && o[1].shape.rank() == 2) {
    const Dim inner = o[0].shape[failed.transpose_a ? 0 : 1], outer = o[1].shape[failed.transpose_b ? 1 : 0];
    if (known(inner) && known(outer) && inner != outer)
      return fmt::format("{} has {} {}, {} has {} {}", names[0], inner,
                         failed.transpose_a ? "rows (transposed)" : "columns", names[1], outer,
                         failed.transpose_b ? "columns (transposed)" : "rows");
  }
  const bool elementwise = !OpRegistry::Get(failed.op).def().elementwise.empty();
  if (elementwise && o.size() == 2 && o[0].shape.has_rank() && o[1].shape.has_rank()) {
    const int ranks[] = {o[0].shape.rank(), o[1].shape.rank()};
    for (int back = 1; back <= std::min(ranks[0], ranks[1]); ++back) {
      const Dim a = o[0].shape[ranks[0] - back], b = o[1].shape[ranks[1] - back];
      if (known(a) && known(b) && a != b && a != 1 && b != 1)
        return fmt::format("{} and {} do not broadcast: {} and {} in axis -{}", names[0], names[1], a, b,
                           back);
    }
  }
  return "";
}

}  // namespace

void NoteFailedOp(const OpInfo& op, const AttrSet& attrs, std::span<const Val> inputs, const Status& status) {
  FailedOp& failed = Last();
  failed = FailedOp();
  const Frame* inner = nullptr;  // the library's function that the spec called
  const Frame* frame = TheInterp().frame;
  for (; frame && ((frame->flags & kFrameHidden) || IsLibrarys(*frame->code)); frame = frame->back)
    inner = frame;
  if (!frame || !frame->span || inputs.empty() || inputs.size() > 4) return;
  failed.message = status.message();
  failed.op = op.name();
  if (const AttrValue* a = attrs.Find("transpose_a")) failed.transpose_a = *a->As<bool>();
  if (const AttrValue* b = attrs.Find("transpose_b")) failed.transpose_b = *b->As<bool>();
  failed.source = frame->code->source;
  failed.span = *frame->span;
  failed.globals = Value::Borrow(frame->globals);
  if (inner) {
    failed.library = inner->code->name->view();
    const auto& locals = inner->code->info->locals;
    failed.method = locals.size() > 0 && locals[0]->text == "self";
  }
  for (const Val& input : inputs) {
    const Origin origin = OriginOf(input);
    Operand operand{input.dtype(), input.shape(), origin.made};
    if (const ast::Parameters* params = inner ? inner->code->info->params : nullptr)
      for (uint32_t i = 0; i < params->positional.size() && operand.parameter < 0; ++i)
        if (const auto given = OriginOf(inner->locals[i]); given && *given == origin) {
          operand.parameter = static_cast<int>(i);
          operand.parameter_name = inner->code->info->locals[i]->text;
        }
    failed.operands.push_back(std::move(operand));
  }
}

std::optional<Diagnostic> ExplainFailedOp(std::string_view exception_text) {
  const FailedOp& failed = Last();
  if (!failed.source || failed.message.empty() ||
      exception_text.find(failed.message) == std::string_view::npos)
    return {};
  const SourceFile& file = failed.source->file();
  Diagnostic d;
  d.file = &file;
  d.span = failed.span;
  std::vector<std::string> names;
  const std::vector<const ast::Expr*> expressions = Expressions(failed);
  for (size_t i = 0; i < expressions.size(); ++i) {
    const Operand& operand = failed.operands[i];
    const std::string_view text = expressions[i] ? file.Text(expressions[i]->span) : "";
    const bool short_enough = !text.empty() && text.size() <= 40 && text.find('\n') == text.npos;
    names.push_back(short_enough ? fmt::format("`{}`", text) : fmt::format("input {}", i));
    if (!expressions[i]) {
      d.notes.push_back(fmt::format("input {}: {}", i, OriginText(operand)));
      continue;
    }
    if (d.labels.empty()) d.span = expressions[i]->span;
    d.labels.push_back({expressions[i]->span, OriginText(operand)});
  }
  d.message = Headline(failed, names);
  if (d.message.empty()) return {};
  return d;
}

}  // namespace tp
