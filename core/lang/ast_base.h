// What all nodes of the AST have in common: kinds, headers, scopes of names, blocks. Nodes are plain structs
// in the arena of their Module and are never destroyed one by one. ast.h has the nodes themselves.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/arena.h"
#include "core/diag/source.h"
#include "core/lang/name.h"

namespace tp::ast {

enum class StmtKind : uint8_t {
#define TP_STMT(Kind) k##Kind,
#include "core/lang/ast.def"
};
enum class ExprKind : uint8_t {
#define TP_EXPR(Kind) k##Kind,
#include "core/lang/ast.def"
};
enum class PatternKind : uint8_t {
#define TP_PATTERN(Kind) k##Kind,
#include "core/lang/ast.def"
};
enum class BinOp : uint8_t {
#define TP_BINOP(Kind, text) k##Kind,
#include "core/lang/ast.def"
};
enum class UnaryOp : uint8_t {
#define TP_UNARYOP(Kind, text) k##Kind,
#include "core/lang/ast.def"
};
enum class CmpOp : uint8_t {
#define TP_CMPOP(Kind, text) k##Kind,
#include "core/lang/ast.def"
};
enum class BoolOp : uint8_t { kAnd, kOr };

// "FunctionDef", "BinOp", …: Python's names of the nodes; "+", "not in": the operators as written.
const char* KindName(StmtKind kind);
const char* KindName(ExprKind kind);
const char* KindName(PatternKind kind);
const char* OpText(BinOp op);
const char* OpText(UnaryOp op);
const char* OpText(CmpOp op);

// How a name is reached. Set by Resolve; before that every name is kUnresolved.
//
// A frame has locals[0 .. num_locals) and derefs[0 .. cells + frees): the cells that the frame makes, then
// the cells it got from its closure, in the order of FunctionInfo::cells and ::frees.
enum class Scope : uint8_t {
  kUnresolved,
  kLocal,           // locals[slot]
  kCell,            // *derefs[slot]; the frame itself made the cell
  kFree,            // *derefs[slot]; the cell came with the closure
  kGlobalExplicit,  // the module's dict; a `global` statement says so
  kGlobalImplicit,  // the module's dict, then the builtins
  kClassName,       // in a class body: the class's namespace, then the module's dict, then the builtins
  kClassDeref,      // in a class body: the class's namespace, then *derefs[slot] (only loads)
};

// A name that is read or bound. `name` is what is looked up: Resolve applies the mangling of `__x` in
// classes; `written` stays as the source has it. `slot` means what Scope says (0 where there is none).
struct NameRef {
  const Name* name = nullptr;
  const Name* written = nullptr;
  Scope scope = Scope::kUnresolved;
  uint32_t slot = 0;
};

// Two words for the evaluator's inline caches; zero at first, nobody else touches them.
struct Scratch {
  void* word[2] = {nullptr, nullptr};
};

inline constexpr uint32_t kNoResume = UINT32_MAX;

enum class ExprContext : uint8_t { kLoad, kStore, kDel };

// What an operand is, so that an evaluator can read it in place with one test. Set by Resolve.
enum class Operand : uint8_t {
  kOther,
  kLocal,     // NameExpr, context kLoad, scope kLocal
  kConstant,  // ConstantExpr
};

// CPython 3.11 compiles expressions and `elif` chains of up to this many levels.
inline constexpr uint16_t kMaxHeight = 2989;

struct Expr {
  ExprKind kind;
  Operand operand = Operand::kOther;
  // Levels of expressions from here down: 1 for a leaf, at most kMaxHeight, so that walkers may recurse.
  uint16_t height = 1;
  // Index into FunctionInfo::resume_points where a `yield` or `await` stands inside, else kNoResume.
  uint32_t resume = kNoResume;
  Span span;
};

struct Stmt {
  StmtKind kind;
  uint32_t resume = kNoResume;  // as in Expr
  Span span;
};

struct Pattern {
  PatternKind kind;
  Span span;
};

// The statements of a body. `resume` as in Expr: the step is then the index of the statement that yielded.
struct Block {
  List<Stmt*> stmts;
  uint32_t resume = kNoResume;

  bool empty() const { return stmts.empty(); }
  Stmt** begin() const { return stmts.begin(); }
  Stmt** end() const { return stmts.end(); }
};

}  // namespace tp::ast
