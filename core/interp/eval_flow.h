// A generator's body as a row of steps. Walking down the tree to where a generator stopped costs as much as
// what it does then; a step number does not. What has no yield inside stays a tree and is run whole; blocks,
// if, while and for around a yield become tests and jumps; a yield that is a statement, or all that is
// assigned, becomes a place to go on from. A yield in a larger expression, in try, with or match is left
// inside one step, which goes down as eval_yield.cc says.
#ifndef TP_CORE_INTERP_EVAL_FLOW_H_
#define TP_CORE_INTERP_EVAL_FLOW_H_

#include <vector>

#include "core/interp/eval.h"

namespace tp {

struct FlowStep {
  enum Op : uint8_t {
    kRun,      // stmt, without a yield
    kInside,   // stmt, with a yield somewhere inside
    kTest,     // expr; to `to` where it is false
    kTick,     // a trip of a while loop begins
    kJump,     // to `to`
    kIter,     // the iterator of the `for` that stmt is, into values[slot]
    kNext,     // its next item to its target; to `to` at the end
    kDrop,     // the iterator is let go: the loop is left
    kYield,    // expr, a YieldExpr, is evaluated and given out
    kReceive,  // what was sent comes to where stmt, an assignment, has it; stmt null: nowhere
    kFrom,     // expr, a YieldFromExpr: its iterator into values[slot]
    kForward,  // asks it for what is next and gives that out; at its end as kReceive
    kEnd,
  };
  Op op;
  uint32_t to = 0;
  uint32_t on_break = 0, on_continue = 0;  // kRun, kInside: where these go on
  uint32_t slot = 0;
  uint32_t point = 0;  // kFrom, kForward: the resume point, for gi_yieldfrom
  const ast::Stmt* stmt = nullptr;
  const ast::Expr* expr = nullptr;
};

struct FlowCode {
  std::vector<FlowStep> steps;
};

// The steps of a generator function's body, made once.
const FlowCode* FlowOf(const FunctionCode* code);
// Runs a generator's frame from gen->at on. kYield: f->result has what it gives, gen->at where it goes on.
Completion RunFlow(const FlowCode* flow, Frame* f);

// What `yield from` does at each resumption (eval_yield.cc): passes what was sent on to `it` and gives what
// it yields, or Stop with its value in *result.
Value ForwardTo(const Value& it, Frame* f, Value* result);

}  // namespace tp

#endif  // TP_CORE_INTERP_EVAL_FLOW_H_
