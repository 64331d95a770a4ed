// What AutoGraph's static analyses say about an `if`, `while` or `for`: which names and paths (`self.x`,
// `d['k']`) become outputs of its branches or variables of its loop. The same sets in the same order as
// TensorFlow 2.21 (autograph/converters/control_flow.py, _get_block_vars, over pyct/static_analysis), so that
// graphs come out with the same inputs. Computed when a function is first staged; plain runs never pay for
// it.
#pragma once

#include "core/lang/ast.h"

namespace tp::ast {

// A simple name `x`, an attribute `parent.attr`, an item `parent[key]` or, only as a key, a literal.
// Equal paths of one function are one object.
struct Path {
  enum class Kind : uint8_t { kName, kAttribute, kItem, kLiteral };
  Kind kind = Kind::kName;
  std::string_view text;                  // Python's str(): "x", "self.x", "d['k']", "a[i]"
  NameRef ref;                            // kName: as seen from the function's own scope
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

  // Directly inside: not in a nested def; break and continue not in a nested loop.
  bool has_break = false, has_continue = false, has_return = false, has_yield = false;
};

// The info of a statement of kind If, While or For (and AsyncFor). Computes that of the whole function `info`
// (the one whose body the statement stands in) at the first call. The result lives as long as the module.
const StageInfo& StageInfoOf(const Module& module, const FunctionInfo& info, const Stmt& stmt);

}  // namespace tp::ast
