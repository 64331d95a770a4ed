// What AutoGraph's static analyses say about an `if`, `while` or `for`: which names and paths (`self.x`,
// `d['k']`) become outputs of its branches or variables of its loop. The same sets in the same order as
// TensorFlow 2.21 (autograph/converters/control_flow.py, _get_block_vars, over pyct/static_analysis), so that
// graphs come out with the same inputs. Computed when a function is first staged; plain runs never pay for
// it.
#pragma once

#include <string>

#include "core/lang/ast.h"

namespace tp::ast {

// The variables that AutoGraph's lowering of jumps adds.
enum class Hidden : uint8_t { kNone, kBreak, kContinue, kDoReturn, kReturnValue };

// A simple name `x`, an attribute `parent.attr`, an item `parent[key]` or, only as a key, a literal.
// Equal paths of one function are one object.
struct Path {
  enum class Kind : uint8_t { kName, kAttribute, kItem, kLiteral };
  Kind kind = Kind::kName;
  std::string_view text;                  // Python's str(): "x", "self.x", "d['k']", "a[i]"
  const Name* name = nullptr;             // kName
  Hidden hidden = Hidden::kNone;          // kName: a variable of the lowering, which no frame has
  const Stmt* loop = nullptr;             // of a hidden break_ or continue_: its loop
  const Path* parent = nullptr;           // kAttribute, kItem
  const Name* attr = nullptr;             // kAttribute
  const Path* key = nullptr;              // kItem: a path or a literal
  const ConstantExpr* literal = nullptr;  // kLiteral

  bool is_composite() const { return kind == Kind::kAttribute || kind == Kind::kItem; }
};

struct StageInfo {
  // Outputs first, then the variables that are only read (`nouts` says where they begin), each part sorted by
  // text. Hidden variables of lowered break, continue and return stand among them: `break_`, `continue_`,
  // `do_return`, `retval_`; their NameRef is unresolved and `hidden` tells which they are.
  List<const Path*> scope_vars;
  uint32_t nouts = 0;
  // Names that are assigned inside but not defined before: AutoGraph makes them Undefined first.
  List<const Path*> undefined;

  List<const Path*> modified;  // bound in the body or the branches, sorted
  List<const Path*> read;      // read in them or in the test, sorted
  List<const Path*> live_in, live_out;

  // Names that the function of the body or of the `else` has to itself: bound in it, not in a block inside of
  // it, and no scope_vars.
  List<const Path*> own_body, own_orelse;

  // Directly inside: not in a nested def; break and continue not in a nested loop.
  bool has_break = false, has_continue = false, has_return = false, has_yield = false;
  // Of a loop: AutoGraph tests `not do_return` before each turn. For a return inside, and for one before the
  // loop in the block around it.
  bool tests_return = false;
  const Stmt* loop = nullptr;  // of a guard of continue_: the loop that goes on
};

// The info of a statement of kind If, While or For. Computes that of the whole function `info` (the one whose
// body the statement stands in) and of the defs in it at the first call. The result lives as long as the
// module. REQUIRES: info.kind is kFunction.
const StageInfo& StageInfoOf(const Module& module, const FunctionInfo& info, const Stmt& stmt);

// Analyses `root`, a function that is converted, and all in it together, as AutoGraph does: hidden variables
// are numbered through it. What is analysed already stays.
void StageWithin(const Module& module, const FunctionInfo& root);

// AutoGraph puts what follows a statement that may have jumped under `if not continue_:`, `if not
// do_return:`. The info of that hidden `if`, whose body is `first` and the rest of its block; null if there
// is none.
const StageInfo* GuardInfoOf(const Module& module, const FunctionInfo& info, const Stmt& first, Hidden why);

// Does every path through the block end in `return`? As AutoGraph sees it (return_statements.py).
bool DefinitelyReturns(const Block& block);

// Is an unbound `name` that is read at a place in the text one that AutoGraph holds as Undefined there:
// assigned in a branch or loop above, or deleted?
bool IsUndefinedAt(const Module& module, const FunctionInfo& info, const Name* name, uint32_t position);

// For tests: the statements of a def in the order in which AutoGraph writes them (blocks before their
// statement), a line each: `if (a, self.x) 1; undefined b`.
std::string DumpStages(const Module& module, const FunctionInfo& info);

}  // namespace tp::ast
