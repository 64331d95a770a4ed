// The evaluator's functions, shared by the eval_*.cc files: a tree walker over the resolved AST. Expressions
// give Values, statements give Completions. What a Python exception leaves gives Value::Raised() or
// Completion::kRaise (errors.h); C++ exceptions become that at each call.
#ifndef TP_CORE_INTERP_EVAL_H_
#define TP_CORE_INTERP_EVAL_H_

#include "core/interp/frame.h"
#include "core/interp/interp.h"
#include "core/interp/traceback.h"

namespace tp {

// Evaluates an expression: a call through a table by kind, made where the value is wanted (each place has its
// own branch prediction and no frame in between: native depth costs recursive specs). Values come back in
// registers.
using EvalFn = RawValue (*)(const ast::Expr* e, Frame* f);
constexpr size_t kNumExprKinds = 0
#define TP_EXPR(Kind) +1
#include "core/lang/ast.def"
    ;
struct EvalTable {
  EvalFn by_kind[kNumExprKinds];
};
extern const EvalTable eval_table;
Value EvalWithYield(const ast::Expr* e, Frame* f);  // an expression with a yield inside
inline Value TryEval(const ast::Expr* e, Frame* f) {
  if (__builtin_expect(e->resume != ast::kNoResume, 0)) return EvalWithYield(e, f);
  return Value::Adopt(eval_table.by_kind[static_cast<size_t>(e->kind)](e, f));
}
// The same, where an exception is thrown.
inline Value Eval(const ast::Expr* e, Frame* f) { return OrThrow(TryEval(e, f)); }
// The truth of a condition, or kTestRaised; `symbolic` (may be null: then it is never asked) gets a value
// that only a stager can test, and the result is then -1.
constexpr int kTestRaised = -2;
int EvalTest(const ast::Expr* e, Frame* f, Value* symbolic);
// Runs a statement, through a table as Eval.
using ExecFn = Completion (*)(const ast::Stmt* s, Frame* f);
constexpr size_t kNumStmtKinds = 0
#define TP_STMT(Kind) +1
#include "core/lang/ast.def"
    ;
struct ExecTable {
  ExecFn by_kind[kNumStmtKinds];
};
extern const ExecTable exec_table;
Completion ExecWithYield(const ast::Stmt* s, Frame* f);  // a statement with a yield inside
inline Completion Exec(const ast::Stmt* s, Frame* f) {
  if (__builtin_expect(s->resume != ast::kNoResume, 0)) return ExecWithYield(s, f);
  return exec_table.by_kind[static_cast<size_t>(s->kind)](s, f);
}
Completion ExecBlock(const ast::Block& block, Frame* f);
Completion ExecBlockAt(const ast::Block& block, Frame* f, size_t from);

// ---- expressions by kind (the larger ones): all may give Value::Raised()
RawValue EvalCall(const ast::Expr* e, Frame* f);  // of a CallExpr
Value EvalCompareChain(const ast::CompareExpr* e, Frame* f);
Value EvalComprehension(const ast::ComprehensionExpr* e, Frame* f);
Value EvalFString(const ast::JoinedStrExpr* e, Frame* f);
Value LoadAttr(const ast::AttributeExpr* e, Frame* f, const Value& object);
void StoreAttr(const ast::AttributeExpr* e, Frame* f, const Value& object, const Value& value);
Value LoadName(const ast::NameExpr* e, Frame* f);
Value EvalSubscript(const Value& object, const Value& key);

// ---- names
void StoreName(const ast::NameRef& ref, Frame* f, Value value);
void DeleteName(const ast::NameRef& ref, Frame* f);
// False: raised, by value.
[[nodiscard]] bool Assign(const ast::Expr* target, Frame* f, Value value);
void DeleteTarget(const ast::Expr* target, Frame* f);

// ---- statements by kind
Completion ExecFor(const ast::ForStmt* s, Frame* f);
Completion ExecWhile(const ast::WhileStmt* s, Frame* f);
Completion ExecTry(const ast::TryStmt* s, Frame* f);
Completion ExecWith(const ast::WithStmt* s, Frame* f);
Completion ExecMatch(const ast::MatchStmt* s, Frame* f);
void ExecClass(const ast::ClassDefStmt* s, Frame* f);
void ExecImport(const ast::ImportStmt* s, Frame* f);
void ExecImportFrom(const ast::ImportFromStmt* s, Frame* f);

// ---- functions
Value MakeFunction(const ast::FunctionInfo* info, const ast::Parameters* params, Frame* f);
void ExecFunctionDef(const ast::FunctionDefStmt* s, Frame* f);
// Calls with arguments anywhere (copied to the value stack).
Value TryCallFunction(FunctionObject* fn, Args args);
// The same with self and up to two arguments (null: not given): what operators call.
Value TryCallFunction(FunctionObject* fn, const Value& self, const Value* a, const Value* b);
// Calls with arguments that already lie at the top of the value stack, in[base …]: they become the frame's
// locals. Takes them over. May give Value::Raised().
Value CallOnStack(FunctionObject* fn, Value* base, uint32_t num_pos, uint32_t num_kw,
                  StrObject* const* kw_names, uint32_t caller_flags);
// Binds arguments to parameters in locals[0 …]; errors in CPython's words.
// `caller_flags`: the caller's Frame::flags.
void BindArguments(FunctionObject* fn, Value* locals, Args args, uint32_t caller_flags);
Value RunCode(const FunctionCode* code, DictObject* globals, DictObject* ns,
              Value* closure);  // modules and class bodies
Value MakeGenerator(FunctionObject* fn, Frame* f);

// Enters a frame and leaves it, whatever happens: an exception that passes gets the frame into its traceback.
class FrameEntry {
 public:
  FrameEntry(Interp& in, Frame* frame) : in_(in), frame_(frame) {
    frame->back = in.frame;
    in.frame = frame;
    if (__builtin_expect(++in.depth > in.depth_limit, 0)) {
      --in.depth;
      in.frame = frame->back;
      in.OnRecursion("");
    }
  }
  ~FrameEntry() {
    if (__builtin_expect(!done_, 0) && in_.raising) {
      if (in_.recorded != frame_) AddTraceback(in_.raising, frame_);
      in_.recorded = nullptr;
    }
    in_.frame = frame_->back;
    --in_.depth;
  }
  void Done() { done_ = true; }

 private:
  Interp& in_;
  Frame* frame_;
  bool done_ = false;
};

// Everything on the value stack from `base` on is dropped when this goes out of scope.
class StackGuard {
 public:
  StackGuard(Interp& in, Value* base) : in_(in), base_(base) {}
  ~StackGuard() {
    // What dies may run code, which must not touch what is still to go.
    Value* p = in_.sp;
    while (p > base_) {
      --p;
      if (!p->is_object()) continue;
      Object* o = p->object();
      if (__builtin_expect(--o->refs != 0, 1)) continue;
      in_.sp = p;
      DeallocObject(o);
    }
    in_.sp = base_;
  }

 private:
  Interp& in_;
  Value* base_;
};

void PrepareConstants(const ast::Module& module);  // makes the values of all constants of a text

inline Value* Deref(Frame* f, uint32_t slot) { return &f->derefs[slot].as<CellObject>()->value; }

}  // namespace tp

#endif  // TP_CORE_INTERP_EVAL_H_
