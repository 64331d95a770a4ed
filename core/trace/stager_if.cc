// Conditionals: `if`, `a if c else b`, `and`, `or`, `not`, chained comparisons, and the tail of a block
// behind a jump that only some paths take.
#include <fmt/format.h>

#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/lang/unparse.h"
#include "core/trace/errors.h"
#include "core/trace/specs.h"
#include "core/trace/stager.h"
#include "core/trace/structure.h"
#include "core/trace/user_code.h"

namespace tp {
namespace {

using ast::Block;
using ast::Hidden;
using ast::Stmt;
using ast::StmtKind;

uint32_t EndOf(const Block& block) { return block.stmts[block.stmts.size() - 1]->span.end; }

// The block that a statement stands in, and where.
struct StmtPlace {
  const Block* block = nullptr;
  size_t index = 0;
};
bool FindIn(const Block& block, const Stmt* wanted, StmtPlace* place);
bool FindInside(const Stmt* s, const Stmt* wanted, StmtPlace* place) {
  if (const auto* i = ast::As<ast::IfStmt>(s))
    return FindIn(i->body, wanted, place) || FindIn(i->orelse, wanted, place);
  if (const auto* w = ast::As<ast::WhileStmt>(s))
    return FindIn(w->body, wanted, place) || FindIn(w->orelse, wanted, place);
  if (const auto* f = ast::As<ast::ForStmt>(s))
    return FindIn(f->body, wanted, place) || FindIn(f->orelse, wanted, place);
  if (const auto* w = ast::As<ast::WithStmt>(s)) return FindIn(w->body, wanted, place);
  if (const auto* t = ast::As<ast::TryStmt>(s)) {
    if (FindIn(t->body, wanted, place) || FindIn(t->orelse, wanted, place) ||
        FindIn(t->finalbody, wanted, place))
      return true;
    for (const auto& h : t->handlers)
      if (FindIn(h.body, wanted, place)) return true;
  }
  if (const auto* m = ast::As<ast::MatchStmt>(s))
    for (const auto& c : m->cases)
      if (FindIn(c.body, wanted, place)) return true;
  return false;
}
bool FindIn(const Block& block, const Stmt* wanted, StmtPlace* place) {
  for (size_t i = 0; i < block.stmts.size(); ++i) {
    if (block.stmts[i] == wanted) {
      *place = {&block, i};
      return true;
    }
    // Only statements around the wanted one can hold it.
    const Span& span = block.stmts[i]->span;
    if (span.begin <= wanted->span.begin && wanted->span.end <= span.end &&
        FindInside(block.stmts[i], wanted, place))
      return true;
  }
  return false;
}

bool IsPlainNumber(const Value& v) {
  return v.is_bool() || v.is_int() || v.is_float() || IsStr(v) || IsNdarray(v);
}

// control_flow.py: verify_single_cond_var.
void VerifyPair(const std::string& name, const Value& body, const Value& orelse) {
  if (body.is_none())
    RaiseText(&ValueErrorType, fmt::format("'{}' is None at the end of the main branch.", name));
  if (orelse.is_none())
    RaiseText(&ValueErrorType, fmt::format("'{}' is None at the end of the else branch.", name));
  const Value a = IsPlainNumber(body) ? MakeTensor(ConvertToTensor(body)) : body,
              b = IsPlainNumber(orelse) ? MakeTensor(ConvertToTensor(orelse)) : orelse;
  if (!IsTensor(a) || !IsTensor(b)) return;
  if (ValOf(a).dtype() != ValOf(b).dtype())
    RaiseText(&TypeErrorType,
              fmt::format("'{}' has dtype {} in the main branch, but dtype {} in the else branch", name,
                          DTypeName(ValOf(a).dtype()), DTypeName(ValOf(b).dtype())));
}

void VerifyAll(const StagedState& state, const std::vector<Value>& body, const std::vector<Value>& orelse) {
  for (size_t i = 0; i < state.nouts(); ++i) {
    if (const std::string difference = StructureDifference(body[i], orelse[i]); !difference.empty())
      RaiseText(&TypeErrorType,
                fmt::format("'{}' must have the same nested structure in the main and else branches:\n\n{}",
                            state.names()[i], difference));
    std::vector<Value> a, b;
    Flatten(body[i], &a);
    Flatten(orelse[i], &b);
    for (size_t k = 0; k < a.size(); ++k) VerifyPair(state.names()[i], a[k], b[k]);
  }
}

void VerifyBranch(const StagedState& state, const std::vector<Value>& values, const char* branch) {
  for (size_t i = 0; i < state.nouts(); ++i) {
    if (!values[i].is_undef()) continue;
    if (state.is_return_value(i))
      RaiseText(&ValueErrorType, fmt::format("the {} branch must also have a return statement.", branch));
    RaiseText(&ValueErrorType,
              fmt::format("'{}' must also be initialized in the {} branch", state.names()[i], branch));
  }
}

// How Python shows a function of TensorFlow's own that a call of `outer` made; anything may lend its address.
template <typename T>
std::string Inner(const char* outer, const char* name, const T& place) {
  return fmt::format("<function {}.<locals>.{} at {:#x}>", outer, name, reinterpret_cast<uintptr_t>(&place));
}

// Both sides as branches of a conditional over the state; what comes out is written back. `own`: the text
// that runs in them.
void StageBranches(const StagedState& state, const Value& test, const std::function<void()>& then_side,
                   const std::function<void()>& else_side, Span own) {
  const Val predicate = TestTensor(test, "if statement");
  const std::vector<Value> before = state.Get();
  std::vector<Value> body_values, else_values;
  auto side = [&](const std::function<void()>& run, const char* branch, std::vector<Value>* values,
                  const std::vector<Value>* other, bool is_body) {
    return [&, run, branch, values, other, is_body]() -> Value {
      const StagedState::Inside inside(state, !is_body);
      state.PointHere();
      state.Set(before);
      try {
        run();
      } catch (const PyError& error) {
        LeavesConditional(error, own);
        throw;
      }
      state.PointHere();
      *values = state.Get();
      VerifyBranch(state, *values, branch);
      if (!other->empty() || (state.size() == 0 && !is_body))
        VerifyAll(state, is_body ? *values : *other, is_body ? *other : *values);
      // A conditional has at least one result: a 0, which AutoGraph compares, too (control_flow.py: '<unused
      // dummy>').
      if (state.nouts() == 0) {
        if (!is_body) VerifyPair("", Value::Int(0), Value::Int(0));
        return MakeTuple({Value::Int(0)});
      }
      return MakeTuple(values->data(), static_cast<int64_t>(state.nouts()));
    };
  };
  const Value merged =
      Cond(MakeTensor(predicate), side(then_side, "main", &body_values, &else_values, true),
           side(else_side, "else", &else_values, &body_values, false), "cond",
           [&](int branch) { return Inner("_tf_if_stmt", branch ? "aug_orelse" : "aug_body", state); });
  std::vector<Value> after = before;
  for (size_t i = 0; i < state.nouts(); ++i) after[i] = merged.as<TupleObject>()->items[i];
  state.Set(after);
}

}  // namespace

Completion TraceStager::StageIf(Frame* frame, const ast::IfStmt* stmt, const Value& test) {
  frame->span = &stmt->test->span;
  AnalyseWhole(frame);
  const ast::Module& module = *frame->code->source->ast;
  const ast::StageInfo& info = ast::StageInfoOf(module, *frame->code->info, *stmt);
  const StagedState state(frame, info, stmt->span);
  StagedFlow* flow = FlowOf(frame, true);
  // Where one side returns, what follows the statement belongs to the other (return_statements.py:
  // ConditionalReturnRewriter).
  const bool body_returns = DefinitelyReturns(stmt->body), else_returns = DefinitelyReturns(stmt->orelse);
  StmtPlace place;
  const bool moves = (body_returns || else_returns) && FindIn(*frame->code->body, stmt, &place) &&
                     place.index + 1 < place.block->stmts.size();
  auto run = [&](const Block& block, bool with_tail) {
    RunBranch(frame, block);
    if (!with_tail || flow->returned.is_true() || flow->broke.is_true() || flow->continued.is_true()) return;
    if (!StageTail(frame, *place.block, place.index + 1)) RunBranch(frame, *place.block, place.index + 1);
  };
  const Span own = {stmt->span.begin, moves ? EndOf(*place.block) : stmt->span.end};
  StageBranches(
      state, test, [&] { run(stmt->body, moves && !body_returns); },
      [&] { run(stmt->orelse, moves && body_returns); }, own);
  flow->rest_done = moves;
  return Completion::kNormal;
}

namespace {

// `if not continue_:` or `if not do_return:` over block[from …], where AutoGraph writes one and only some
// paths have jumped.
bool StageGuard(TraceStager* stager, Frame* frame, const Block& block, size_t from, Hidden why) {
  const StagedFlow* flow = FlowOf(frame, true);
  const bool returns = why == Hidden::kDoReturn;
  const Value jumped = returns ? flow->returned : flow->continued;
  if (!IsSymbolicTruth(jumped)) return false;
  const ast::StageInfo* info =
      ast::GuardInfoOf(*frame->code->source->ast, *frame->code->info, *block.stmts[from], why);
  if (!info) return false;
  // AutoGraph's guards have no place in the text but that of the loop or function.
  const auto* def = ast::As<ast::FunctionDefStmt>(frame->code->info->stmt);
  const StagedState state(frame, *info, info->loop ? info->loop->span : def->name_span);
  StageBranches(
      state, stager->StageNot(frame, jumped),
      [&] {
        if (!returns || !StageGuard(stager, frame, block, from, Hidden::kContinue))
          RunBranch(frame, block, from);
      },
      [] {}, {block.stmts[from]->span.begin, EndOf(block)});
  return true;
}

}  // namespace

bool TraceStager::StageTail(Frame* frame, const Block& block, size_t from) {
  return StageGuard(this, frame, block, from, Hidden::kDoReturn) ||
         StageGuard(this, frame, block, from, Hidden::kContinue);
}

Value TraceStager::StageIfExp(Frame* frame, const ast::IfExpr* expr, const Value& test) {
  const std::string text = ast::Unparse(expr->test);
  frame->span = &expr->span;
  Value if_true, if_false;
  return Cond(
      test,
      [&] {
        if_true = EvalExpr(frame, expr->body);
        return if_true;
      },
      [&] {
        if_false = EvalExpr(frame, expr->orelse);
        frame->span = &expr->span;
        VerifyPair(text, if_true, if_false);
        return if_false;
      },
      "cond", [&](int branch) { return Inner("_tf_if_exp", branch ? "false_fn" : "true_fn", text); });
}

Value TraceStager::StageBoolOp(Frame* frame, const ast::BoolOpExpr* expr, size_t index, const Value& left) {
  const bool is_and = expr->op == ast::BoolOp::kAnd;
  frame->span = &expr->span;
  // `a and b and c` is and_(a, and_(b, c)).
  std::function<Value(size_t)> rest = [&](size_t i) -> Value {
    Value v = EvalExpr(frame, expr->values[i]);
    if (i + 1 == expr->values.size()) return v;
    if (IsSymbolic(v)) return StageBoolOp(frame, expr, i, v);
    if (IsTrue(v) == is_and) return rest(i + 1);
    return v;
  };
  if (index + 1 >= expr->values.size()) return left;
  const RegionFn others = [&] { return rest(index + 1); };
  const RegionFn itself = [&] { return left; };
  return is_and ? Cond(left, others, itself) : Cond(left, itself, others);
}

Value TraceStager::StageNot(Frame*, const Value& operand) {
  try {
    return MakeTensor(Context::Get().Op("LogicalNot", {ConvertToTensor(operand)}));
  } catch (const OpError& error) {
    RaiseStatus(error.status);
  }
}

Value TraceStager::StageCompareChain(Frame* frame, const ast::CompareExpr* expr, size_t index,
                                     const Value& left, const Value&) {
  // `a < b < c` is and_(lambda: a < b, lambda: b < c): each comparison evaluates both its operands.
  Value result = left;
  for (size_t i = index; i < expr->ops.size(); ++i) {
    auto compare = [&] {
      const Value a = EvalExpr(frame, expr->comparators[i - 1]), b = EvalExpr(frame, expr->comparators[i]);
      return Compare(a, b, expr->ops[i]);
    };
    if (IsSymbolic(result)) {
      const Value held = result;
      result = Cond(held, compare, [&] { return held; });
    } else {
      if (!IsTrue(result)) return result;
      result = compare();
    }
  }
  return result;
}

void TraceStager::StageAssert(Frame* frame, const ast::AssertStmt* stmt, const Value& test) {
  frame->span = &stmt->span;
  // AutoGraph leaves `assert` to Python, which cannot test a tensor: the tensor says so.
  IsTrue(test);
}

}  // namespace tp
