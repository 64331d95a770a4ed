// What the resolver finds out about one piece of code with a frame of its own: a module, a class body, a
// function, a lambda, a comprehension. The evaluator makes a code object of it.
#pragma once

#include "core/lang/ast_base.h"

namespace tp::ast {

struct ConstantExpr;
struct Param;
struct Parameters;

enum class FunctionKind : uint8_t {
  kModule,
  kClass,
  kFunction,
  kLambda,
  kListComp,
  kSetComp,
  kDictComp,
  kGeneratorExp,
};

// A cell that the frame makes at its start. If `param_slot` is not kNoParam, the cell begins with the value
// of that local (which is then not used again); else it begins empty.
struct CellVar {
  static constexpr uint32_t kNoParam = UINT32_MAX;
  const Name* name = nullptr;
  uint32_t param_slot = kNoParam;
};

// A cell taken from the frame that makes the function: derefs[outer_slot] of that frame (its cells, then
// frees).
struct FreeVar {
  const Name* name = nullptr;
  uint32_t outer_slot = 0;
};

// State that a statement, block or expression keeps in a generator's frame while it is suspended. The frame
// has `resume_points.size()` integers (the step of each point) and `num_value_slots` values; the point may
// use values[first_value .. first_value + num_values).
//
// What stands in them is the evaluator's business; how many there are is this rule, the number of operand
// values that can be evaluated before a yield inside the node:
//   Block, If, While 0 · For 1 (the iterator) · With 2 an item (the manager's exit, the manager)
//   Try 2 (the exception in flight or the value to return; the exception being handled) · Match 1 (the
//   subject) BoolOp, IfExp, NamedExpr, UnaryOp, Await, Starred, FormattedValue, Lambda 1 · Yield 1 ·
//   YieldFrom 1 (the iterator) BinOp, Attribute 2 · Compare 2 · Subscript, Slice 3 · Call 1 + arguments +
//   keywords · Dict 2 an item List, Tuple, Set, JoinedStr one an element · a comprehension 1 (the outermost
//   iterator) other statements: one for each direct operand (targets count 2: object and key), plus one for
//   the value
struct ResumePoint {
  uint32_t first_value = 0;
  uint32_t num_values = 0;
};

struct FunctionInfo {
  FunctionKind kind = FunctionKind::kModule;
  const Name* name =
      nullptr;  // "<module>", "<lambda>", "<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>" or its own
  std::string_view qualname;       // "Outer.method.<locals>.inner"
  FunctionInfo* parent = nullptr;  // null for the module
  const Expr* expr = nullptr;      // the lambda or comprehension, or
  const Stmt* stmt = nullptr;      // the def or class; both null for the module
  uint32_t first_line = 1;         // co_firstlineno: of the first decorator if there is one
  Span span;                       // the whole construct

  // Null for a module or class. A comprehension has one parameter, the outermost iterator, named `.0`, slot
  // 0.
  const Parameters* params = nullptr;
  // Parameters first (positional, keyword-only, *args, **kwargs), then other locals in order of first
  // binding. For a parameter that became a cell the local still exists: arguments are bound to it, then
  // moved.
  List<const Name*> locals;
  List<CellVar> cells;
  List<FreeVar> frees;

  // Class bodies: the deref slot of the cell `__class__` which the finished class is put into, and the names
  // that are stored as cells of the class body besides (none in Python); kNoClassCell without one.
  static constexpr uint32_t kNoClassCell = UINT32_MAX;
  uint32_t class_cell = kNoClassCell;

  bool is_generator = false;  // a yield stands in it (or it is a generator expression)
  bool is_coroutine = false;  // async def, or an async comprehension
  bool uses_locals = false;   // reads a global name locals, vars, dir, eval or exec
  bool has_super = false;     // has the free variable `__class__` (reads `super` or `__class__`)
  bool has_varargs = false, has_varkw = false;
  bool has_return_value = false;  // some `return x`
  // Why AutoGraph cannot convert it, as it or a function in it holds `:=`, `match`, a loop with `else`, or as
  // there is a generator inside; null: it can.
  const char* unconvertible = nullptr;

  uint32_t num_value_slots = 0;
  List<ResumePoint> resume_points;

  const ConstantExpr* docstring = nullptr;  // of a module, class or def; its statement stays in the body

  List<FunctionInfo*> children;  // in source order

  // For the evaluator: its code object.
  mutable Scratch cache;
  // Whether core/lang/stage_info.h has computed the StageInfo of the statements inside.
  mutable bool staged = false;
  mutable const void* stage_guards = nullptr;  // its own table of GuardInfoOf

  uint32_t num_locals() const { return locals.size(); }
  uint32_t num_derefs() const { return cells.size() + frees.size(); }
};

}  // namespace tp::ast
