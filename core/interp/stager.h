// The hook for symbolic values: how AutoGraph comes into the evaluator without rewriting code. While a
// converted function runs, the evaluator asks the stager wherever plain Python would need the truth value,
// the items or the length of a value whose type has kTypeSymbolic. On the plain path nothing is asked: the
// test is behind the check that a condition is a heap object of such a type, in a frame with kFrameConverted.
//
// A stager evaluates each branch or body once, into a region of a graph, by calling back: it saves the
// variables that the statement assigns (StageInfo's paths), runs the block, reads what came out, and writes
// merged values back. `break`, `continue` and `return` inside staged code are the hidden slots of a
// StagedFlow: concrete in most programs, symbolic where only some paths leave. A statement that leaves one
// symbolic ends normally, and what follows it in its block is staged under `not continue_` or `not do_return`
// (StageTail), where AutoGraph would write such a guard.
#ifndef TP_CORE_INTERP_STAGER_H_
#define TP_CORE_INTERP_STAGER_H_

#include "core/interp/interp.h"
#include "core/lang/ast.h"

namespace tp {

// The hidden variables of lowered break, continue and return, while a function is being staged. Values are
// False, True or symbolic booleans; `value` is what `return` gave (kUndef: nothing yet).
struct StagedFlow {
  Value broke = Value::Bool(false);
  Value continued = Value::Bool(false);
  Value returned = Value::Bool(false);
  Value value;
  // What stands behind the `if` that just ended is done: AutoGraph moves it into the side that does not
  // return.
  bool rest_done = false;
};

class Stager {
 public:
  virtual ~Stager() = default;

  // ---- statements: called when the test (or iterable) turned out to be symbolic. The result is how the
  // statement ended as far as plain control flow goes; symbolic ends are left in frame flow (FlowOf).
  virtual Completion StageIf(Frame* frame, const ast::IfStmt* stmt, const Value& test) = 0;
  // Loops of converted functions, symbolic or not; `first_test` is kUndef: the stager evaluates the test
  // itself.
  virtual Completion StageWhile(Frame* frame, const ast::WhileStmt* stmt, const Value& first_test) = 0;
  virtual Completion StageFor(Frame* frame, const ast::ForStmt* stmt, const Value& iterable) = 0;
  virtual void StageAssert(Frame* frame, const ast::AssertStmt* stmt, const Value& test) = 0;
  // What remains of a block from statement `from` on, after a symbolic break, continue or return. False where
  // AutoGraph has no guard there, as the statement before holds no jump: the block runs on.
  virtual bool StageTail(Frame* frame, const ast::Block& block, size_t from) = 0;

  // ---- expressions
  virtual Value StageIfExp(Frame* frame, const ast::IfExpr* expr, const Value& test) = 0;
  // `a and b and …` from operand `index` on, whose value `left` is symbolic.
  virtual Value StageBoolOp(Frame* frame, const ast::BoolOpExpr* expr, size_t index, const Value& left) = 0;
  virtual Value StageNot(Frame* frame, const Value& operand) = 0;
  // Chained comparisons: (a < b) and (b < c) where the first part is symbolic; `index` is the next operator.
  virtual Value StageCompareChain(Frame* frame, const ast::CompareExpr* expr, size_t index, const Value& left,
                                  const Value& operand) = 0;

  // ---- calls in converted code. Gives the replacement's result for builtins that AutoGraph overrides
  // (range, len, int, float, abs, print, enumerate, zip, map, filter, sorted, any, all, sum, max, min, next,
  // super, …) when an argument is symbolic, and decides whether a callee is converted itself. kUndef: call as
  // usual.
  virtual Value StageCall(Frame* frame, const ast::CallExpr* expr, const Value& callee, Args args) = 0;
  // Is an unbound name one that AutoGraph has made Undefined where `read` stands?
  virtual bool IsUndefined(const Frame* frame, const ast::NameExpr* read) = 0;
  // What a function or class that converted code makes is called; interned.
  virtual StrObject* ConvertedQualname(const Frame* frame, const ast::FunctionInfo* info) = 0;
  // Is the callee's frame converted? (functions marked do_not_convert, of the library, … are not)
  virtual bool ConvertsCallee(const FunctionObject* function) = 0;
};

// Truth-testing: is this a value that only a stager can test?
inline bool IsSymbolic(const Value& v) { return v.is_object() && v.object()->type->has(kTypeSymbolic); }
inline bool AsksStager(const Frame* frame, const Value& v) {
  return IsSymbolic(v) && (frame->flags & kFrameConverted) && TheInterp().stager;
}

// ---- what a stager calls back

// Runs block[from …] in `frame`, staging the tail where a symbolic end comes up (StageTail).
Completion ExecBlockFrom(Frame* frame, const ast::Block& block, size_t from);
Value EvalExpr(Frame* frame, const ast::Expr* expr);
// Binds a `for` target, as an assignment to it.
void AssignTarget(Frame* frame, const ast::Expr* target, const Value& value);
// The hidden slots of `frame`, made at first use; null if it never staged anything.
StagedFlow* FlowOf(Frame* frame, bool create);
// What a function gives whose body ran to its end: None, or what a `return` in staged code left.
Value ResultAtEnd(Frame* frame);

// A name as the frame sees it: kUndef if unbound. WriteName with kUndef unbinds.
Value ReadName(Frame* frame, const ast::NameRef& ref);
void WriteName(Frame* frame, const ast::NameRef& ref, const Value& value);

// The variables of a frame (locals and cells' contents), to run a branch and go back.
class FrameSnapshot {
 public:
  explicit FrameSnapshot(Frame* frame);
  void Restore();
  const std::vector<Value>& locals() const { return locals_; }

 private:
  Frame* frame_;
  std::vector<Value> locals_, cells_;
};

// Calls a spec function with its frame marked as converted (or not), whatever the caller is.
Value CallConverted(const Value& function, Args args, bool converted);

}  // namespace tp

#endif  // TP_CORE_INTERP_STAGER_H_
