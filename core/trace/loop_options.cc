#include "core/trace/loop_options.h"

#include <fmt/format.h>

#include "core/interp/errors.h"
#include "core/interp/interp.h"

namespace tp {
namespace {

LoopOptions next_options;
bool reading_directives = false;

constexpr std::string_view kNames[] = {"parallel_iterations", "swap_memory", "maximum_iterations",
                                       "shape_invariants"};

// A call of set_loop_options as a statement; null: it is none.
const ast::CallExpr* AsLoopOptions(const Frame* frame, const ast::Stmt* stmt) {
  const auto* expression = ast::As<ast::ExprStmt>(stmt);
  const auto* call = expression ? ast::As<ast::CallExpr>(expression->value) : nullptr;
  return call && frame->code->source->file().Text(call->func->span).ends_with("set_loop_options") ? call
                                                                                                  : nullptr;
}

// What unpacking into two gives.
std::pair<Value, Value> Unpacked(const Value& v) {
  std::vector<Value> items;
  if (!v.is_object() || (!IsList(v) && !IsTuple(v) && GetAttrOrUndef(v, "__iter__").is_undef()))
    RaiseText(&TypeErrorType, fmt::format("cannot unpack non-iterable {} object", TypeOf(v)->name));
  ForEach(v, [&](Value item) { items.push_back(std::move(item)); });
  if (items.size() > 2) Raise(&ValueErrorType, "too many values to unpack (expected 2)");
  if (items.size() < 2)
    Raise(&ValueErrorType, "not enough values to unpack (expected 2, got %zu)", items.size());
  return {items[0], items[1]};
}

}  // namespace

LoopOptions::Pairs LoopOptions::Invariants() const {
  Pairs pairs;
  if (!shape_invariants.is_undef())
    ForEach(shape_invariants, [&](const Value& pair) { pairs.push_back(Unpacked(pair)); });
  return pairs;
}

Value LoopOptions::InvariantOf(const Pairs& pairs, const Value& v) {
  for (auto it = pairs.rbegin(); it != pairs.rend(); ++it)
    if (it->first.Is(v)) return it->second;
  return {};
}

WhileOptions LoopOptions::ForWhile() const {
  WhileOptions options;
  if (!unknown.empty())
    RaiseText(&TypeErrorType, fmt::format("while_loop() got an unexpected keyword argument '{}'", unknown));
  if (!parallel_iterations.is_undef()) {
    // A tensor does not say.
    if (IsTrue(Compare(parallel_iterations, Value::Int(1), ast::CmpOp::kLt)))
      Raise(&TypeErrorType, "'parallel_iterations' must be a positive integer.");
    if (parallel_iterations.is_int()) options.parallel_iterations = parallel_iterations.as_int();
  }
  if (!maximum_iterations.is_none()) options.maximum_iterations = maximum_iterations;
  return options;
}

LoopOptions ReadLoopOptions(Frame* frame, const ast::Block& body, const Span& loop) {
  LoopOptions options;
  for (const ast::Stmt* stmt : body.stmts) {
    const ast::CallExpr* call = AsLoopOptions(frame, stmt);
    if (!call) continue;
    options = LoopOptions();
    const bool outer = std::exchange(reading_directives, true);
    struct Done {
      bool outer;
      ~Done() { reading_directives = outer; }
    } done{outer};
    const auto read = [&](std::string_view name, const ast::Expr* expr) {
      Value value;
      try {
        value = EvalExpr(frame, expr);
      } catch (const PyError&) {
        frame->span = &loop;
        throw;
      }
      if (name == kNames[0])
        options.parallel_iterations = std::move(value);
      else if (name == kNames[2])
        options.maximum_iterations = std::move(value);
      else if (name == kNames[3])
        options.shape_invariants = std::move(value);
      else if (name != kNames[1] && options.unknown.empty())
        options.unknown = name;
    };
    // Names first; what stands by position goes to the names that are left, as many as there are.
    for (const ast::Keyword& keyword : call->keywords)
      if (keyword.arg) read(keyword.arg->text, keyword.value);
    size_t next = 0;
    for (const std::string_view name : kNames) {
      bool named = false;
      for (const ast::Keyword& keyword : call->keywords) named |= keyword.arg && keyword.arg->text == name;
      if (!named && next < call->args.size()) read(name, call->args[next++]);
    }
  }
  return options;
}

bool ReadingLoopDirectives() { return reading_directives; }

size_t LoopStart(const Frame* frame, const ast::Block& body) {
  return AsLoopOptions(frame, body.stmts[0]) ? 1 : 0;
}

void SetLoopOptions(LoopOptions options) { next_options = std::move(options); }
LoopOptions TakeLoopOptions() { return std::exchange(next_options, LoopOptions()); }

}  // namespace tp
