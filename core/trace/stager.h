// TraceStager: AutoGraph without rewriting. The evaluator hands it the statements and expressions whose
// condition or iterable is symbolic; it evaluates each branch or body once into a region, over the variables
// that StageInfo names (TensorFlow: autograph/operators/control_flow.py and its siblings).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/interp/stager.h"
#include "core/lang/stage_info.h"
#include "core/trace/control_flow.h"

namespace tp {

class TraceStager : public Stager {
 public:
  Completion StageIf(Frame* frame, const ast::IfStmt* stmt, const Value& test) override;
  Completion StageWhile(Frame* frame, const ast::WhileStmt* stmt, const Value& first_test) override;
  Completion StageFor(Frame* frame, const ast::ForStmt* stmt, const Value& iterable) override;
  void StageAssert(Frame* frame, const ast::AssertStmt* stmt, const Value& test) override;
  bool StageTail(Frame* frame, const ast::Block& block, size_t from) override;
  Value StageIfExp(Frame* frame, const ast::IfExpr* expr, const Value& test) override;
  Value StageBoolOp(Frame* frame, const ast::BoolOpExpr* expr, size_t index, const Value& left) override;
  Value StageNot(Frame* frame, const Value& operand) override;
  Value StageCompareChain(Frame* frame, const ast::CompareExpr* expr, size_t index, const Value& left,
                          const Value& operand) override;
  Value StageCall(Frame* frame, const ast::CallExpr* expr, const Value& callee, Args args) override;
  bool IsUndefined(const Frame* frame, const ast::NameExpr* read) override;
  StrObject* ConvertedQualname(const Frame* frame, const ast::FunctionInfo* info) override;
  bool ConvertsCallee(const FunctionObject* function) override;
};

// Makes the stager that of the interpreter; called once, when the first Function is made.
void InstallStager();

// ---- the parts of staging that its files share (stager_state.cc)

// The variables of a staged statement in a frame.
class StagedState {
 public:
  // `span`: of the statement; what is found wrong with its variables is reported there.
  StagedState(Frame* frame, const ast::StageInfo& info, const Span& span);
  void PointHere() const { frame_->span = &span_; }
  const Span& span() const { return span_; }
  size_t size() const { return paths_.size(); }
  size_t nouts() const { return nouts_; }
  const std::vector<std::string>& names() const { return names_; }
  bool is_return_value(size_t i) const { return paths_[i]->hidden == ast::Hidden::kReturnValue; }
  bool has_hidden(ast::Hidden hidden) const;
  // What each variable is now; kUndef: undefined.
  std::vector<Value> Get() const;
  // Assigns them in order. Attributes and items that are undefined become objects that say so, as AutoGraph's
  // do.
  void Set(const std::vector<Value>& values) const;

  // While it lives a branch or body runs: the names that it alone binds, as nobody reads them later, are
  // undefined at its beginning and then again what they were: in AutoGraph's code they are variables of the
  // branch's own function.
  class Inside {
   public:
    explicit Inside(const StagedState& state, bool orelse = false);
    ~Inside();
    Inside(const Inside&) = delete;

   private:
    Frame* frame_;
    const std::vector<const ast::Path*>& own_;
    std::vector<Value> before_;
  };

 private:
  Frame* frame_;
  const Span& span_;
  std::vector<const ast::Path*> paths_;
  std::vector<std::string> names_;
  std::vector<const ast::Path*> own_[2];  // of the body and the `else`
  size_t nouts_;
};

// The condition of an `if` or `while` as a scalar tensor: ValueError "condition of … expected to be `tf.bool`
// scalar".
Val TestTensor(const Value& test, const char* tag);
// py_builtins.py: _tf_tensor_len, of a tensor or variable: ValueError for a scalar.
Value LengthOf(const Value& v);
// The outermost function around `info` that is being converted, which the frame runs; where none is, the
// outermost one. Null in modules and classes.
const ast::FunctionInfo* ConversionRoot(const Frame* frame, const ast::FunctionInfo* info);
// Has AutoGraph's analyses done for the whole function that is converted, if they are not.
void AnalyseWhole(const Frame* frame);
// Runs a block and keeps how it ended in the frame's flow (break, continue, return).
void RunBranch(Frame* frame, const ast::Block& block, size_t from = 0);
inline bool IsSymbolicTruth(const Value& v) { return v.is_object(); }

// control_flow.py: verify_loop_init_vars, for loops that cannot try an iteration: every variable is defined.
void VerifyDefined(const StagedState& state, const std::vector<Value>& init);
// control_flow.py: _verify_tf_loop_vars: what the variables were at first, in front of an iteration and
// behind it. `invariants`: of each variable, undefined for none; without `shapes` shapes may differ.
void VerifyIteration(const std::vector<std::string>& names, const std::vector<Value>& init,
                     const std::vector<Value>& entry, const std::vector<Value>& exit,
                     const std::vector<Value>& invariants, bool shapes);

// One loop as a While: `test` and `body` work on the frame through `state`.
// `iterate`: the variable of this name is the first extra one while it is undefined.
void StageLoop(const StagedState& state, const std::function<Value()>& test,
               const std::function<void()>& body, std::vector<std::string> extra_names,
               std::vector<Value>* extra, std::string_view iterate = {});

}  // namespace tp
