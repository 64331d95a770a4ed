// The nodes: one struct for each row of ast.def, with the fields of Python's `ast` under Python's names.
// Absent children are null. `cache` words belong to the evaluator; NameRefs and FunctionInfos are filled by
// Resolve (resolve.h), StageInfos by StageInfoOf (stage_info.h).
//
//   switch (expr->kind) {            // no default: the compiler lists what is missing
//     case ExprKind::kBinOp: {
//       const auto* node = Cast<BinOpExpr>(expr);
#pragma once

#include <memory>

#include "core/lang/ast_base.h"
#include "core/lang/function_info.h"

namespace tp::ast {

struct StageInfo;

// The node as what its kind says it is. REQUIRES: node->kind == T::kKind.
template <typename T, typename Base>
T* Cast(Base* node) {
  return static_cast<T*>(node);
}
template <typename T, typename Base>
const T* Cast(const Base* node) {
  return static_cast<const T*>(node);
}
// The same, or null if it is of another kind.
template <typename T, typename Base>
T* As(Base* node) {
  return node && node->kind == T::kKind ? static_cast<T*>(node) : nullptr;
}
template <typename T, typename Base>
const T* As(const Base* node) {
  return node && node->kind == T::kKind ? static_cast<const T*>(node) : nullptr;
}

// ---- parts
// -----------------------------------------------------------------------------------------------------

struct Param {
  const Name* written = nullptr;
  const Name* name = nullptr;  // mangled
  Expr* annotation = nullptr;
  Expr* default_value = nullptr;  // null: required
  uint32_t slot = 0;              // its local
  Span span;
};

struct Parameters {
  List<Param> positional;  // the first `num_posonly` are positional-only
  uint32_t num_posonly = 0;
  List<Param> kwonly;
  Param* vararg = nullptr;
  Param* kwarg = nullptr;
  Span span;
};

// `name=value` of a call or class header; `**value` where arg is null.
struct Keyword {
  const Name* arg = nullptr;
  Expr* value = nullptr;
  Span span;
};

// `a.b.c as d` of an import; `name as d` of a from-import.
struct Alias {
  std::string_view path;         // "a.b.c"; "*" for a star import
  const Name* asname = nullptr;  // null without `as`
  NameRef target;                // what is bound: asname, or the first part of the path; name null for "*"
  Span span;
};

struct WithItem {
  Expr* context = nullptr;
  Expr* target = nullptr;
};

struct ExceptHandler {
  Expr* type = nullptr;  // null: catches all
  NameRef target;        // name null without `as`; unbound again at the handler's end
  Block body;
  Span span;
};

struct MatchCase {
  Pattern* pattern = nullptr;
  Expr* guard = nullptr;
  Block body;
};

// `for target in iter if … if …` of a comprehension.
struct Comprehension {
  Expr* target = nullptr;
  Expr* iter = nullptr;
  List<Expr*> ifs;
  bool is_async = false;
};

// ---- expressions
// -----------------------------------------------------------------------------------------------

#define TP_NODE(Base, Kind_) static constexpr Base##Kind kKind = Base##Kind::k##Kind_

struct BoolOpExpr : Expr {
  TP_NODE(Expr, BoolOp);
  BoolOp op;
  List<Expr*> values;
};

struct NamedExpr : Expr {
  TP_NODE(Expr, NamedExpr);
  Expr* target = nullptr;  // a NameExpr
  Expr* value = nullptr;
};

struct BinOpExpr : Expr {
  TP_NODE(Expr, BinOp);
  BinOp op;
  Expr* left = nullptr;
  Expr* right = nullptr;
  mutable Scratch cache;
};

struct UnaryOpExpr : Expr {
  TP_NODE(Expr, UnaryOp);
  UnaryOp op;
  Expr* value = nullptr;
  mutable Scratch cache;
};

struct LambdaExpr : Expr {
  TP_NODE(Expr, Lambda);
  Parameters* params = nullptr;
  Expr* body = nullptr;
  FunctionInfo* info = nullptr;
};

struct IfExpr : Expr {
  TP_NODE(Expr, IfExp);
  Expr* test = nullptr;
  Expr* body = nullptr;
  Expr* orelse = nullptr;
  mutable Scratch cache;
};

// keys[i] is null for `**values[i]`.
struct DictExpr : Expr {
  TP_NODE(Expr, Dict);
  List<Expr*> keys, values;
};

struct SetExpr : Expr {
  TP_NODE(Expr, Set);
  List<Expr*> elements;
};

// ListComp, SetComp and GeneratorExp; DictComp has `value` too. The first iterator is evaluated in the
// enclosing frame and passed as `.0`; the rest is the body of `info`.
struct ComprehensionExpr : Expr {
  Expr* element = nullptr;  // DictComp: the key
  Expr* value = nullptr;    // DictComp only
  List<Comprehension> generators;
  FunctionInfo* info = nullptr;
};
struct ListCompExpr : ComprehensionExpr {
  TP_NODE(Expr, ListComp);
};
struct SetCompExpr : ComprehensionExpr {
  TP_NODE(Expr, SetComp);
};
struct DictCompExpr : ComprehensionExpr {
  TP_NODE(Expr, DictComp);
};
struct GeneratorExpr : ComprehensionExpr {
  TP_NODE(Expr, GeneratorExp);
};

struct AwaitExpr : Expr {
  TP_NODE(Expr, Await);
  Expr* value = nullptr;
};

struct YieldExpr : Expr {
  TP_NODE(Expr, Yield);
  Expr* value = nullptr;  // may be null
};

struct YieldFromExpr : Expr {
  TP_NODE(Expr, YieldFrom);
  Expr* value = nullptr;
};

// left ops[0] comparators[0] ops[1] comparators[1] …
struct CompareExpr : Expr {
  TP_NODE(Expr, Compare);
  Expr* left = nullptr;
  List<CmpOp> ops;
  List<Expr*> comparators;
  mutable Scratch cache;
};

struct CallExpr : Expr {
  TP_NODE(Expr, Call);
  bool has_star = false;  // some argument is Starred or some keyword `**x`
  Expr* func = nullptr;
  List<Expr*> args;  // `*x` is a StarredExpr
  List<Keyword> keywords;
  mutable Scratch cache;
};

// `{value!r:spec}` of an f-string.
struct FormattedValueExpr : Expr {
  TP_NODE(Expr, FormattedValue);
  char conversion = 0;  // 0, 's', 'r' or 'a'
  Expr* value = nullptr;
  Expr* format_spec = nullptr;  // a JoinedStrExpr, or null
};

// Parts are ConstantExprs (str) and FormattedValueExprs.
struct JoinedStrExpr : Expr {
  TP_NODE(Expr, JoinedStr);
  List<Expr*> values;
};

enum class ConstantKind : uint8_t {
  kNone,
  kTrue,
  kFalse,
  kEllipsis,
  kInt,
  kBigInt,
  kFloat,
  kImaginary,
  kStr,
  kBytes
};

struct ConstantExpr : Expr {
  TP_NODE(Expr, Constant);
  ConstantKind constant;
  bool is_u = false;  // u"…": Python's ast keeps it as `kind`
  union {
    int64_t int_value = 0;  // kInt
    double float_value;     // kFloat, kImaginary
  };
  // kStr: UTF-8, lone surrogates as three bytes each (as Python's "surrogatepass"); kBytes: the bytes;
  // kBigInt: the digits without underscores, "0x", "0o" or "0b" in front, lower case.
  std::string_view text;
  uint32_t index = 0;  // in Module::constants
  mutable Scratch cache;
};

struct AttributeExpr : Expr {
  TP_NODE(Expr, Attribute);
  ExprContext context = ExprContext::kLoad;
  Expr* value = nullptr;
  const Name* attr = nullptr;  // mangled by Resolve
  const Name* written = nullptr;
  Span attr_span;  // of the name behind the dot
  mutable Scratch cache;
};

struct SubscriptExpr : Expr {
  TP_NODE(Expr, Subscript);
  ExprContext context = ExprContext::kLoad;
  Expr* value = nullptr;
  Expr* slice = nullptr;
  mutable Scratch cache;
};

struct StarredExpr : Expr {
  TP_NODE(Expr, Starred);
  ExprContext context = ExprContext::kLoad;
  Expr* value = nullptr;
};

struct NameExpr : Expr {
  TP_NODE(Expr, Name);
  ExprContext context = ExprContext::kLoad;
  NameRef ref;
  mutable Scratch cache;
};

struct ListExpr : Expr {
  TP_NODE(Expr, List);
  ExprContext context = ExprContext::kLoad;
  List<Expr*> elements;
};

struct TupleExpr : Expr {
  TP_NODE(Expr, Tuple);
  ExprContext context = ExprContext::kLoad;
  // Every element is a constant or such a tuple: Python makes one object of it at compile time.
  bool is_constant = false;
  List<Expr*> elements;
  mutable Scratch cache;
};

struct SliceExpr : Expr {
  TP_NODE(Expr, Slice);
  Expr* lower = nullptr;
  Expr* upper = nullptr;
  Expr* step = nullptr;
};

// ---- statements
// ------------------------------------------------------------------------------------------------

struct FunctionDefStmt : Stmt {
  TP_NODE(Stmt, FunctionDef);  // AsyncFunctionDef has the same struct
  NameRef target;
  Span name_span;
  Parameters* params = nullptr;
  Expr* returns = nullptr;
  List<Expr*> decorators;
  Block body;
  FunctionInfo* info = nullptr;
};
struct AsyncFunctionDefStmt : FunctionDefStmt {
  TP_NODE(Stmt, AsyncFunctionDef);
};

struct ClassDefStmt : Stmt {
  TP_NODE(Stmt, ClassDef);
  NameRef target;
  Span name_span;
  List<Expr*> bases;
  List<Keyword> keywords;
  List<Expr*> decorators;
  Block body;
  FunctionInfo* info = nullptr;
};

struct ReturnStmt : Stmt {
  TP_NODE(Stmt, Return);
  Expr* value = nullptr;
};

struct DeleteStmt : Stmt {
  TP_NODE(Stmt, Delete);
  List<Expr*> targets;
};

// targets[0] = targets[1] = … = value
struct AssignStmt : Stmt {
  TP_NODE(Stmt, Assign);
  List<Expr*> targets;
  Expr* value = nullptr;
};

struct AugAssignStmt : Stmt {
  TP_NODE(Stmt, AugAssign);
  BinOp op;
  Expr* target = nullptr;  // context kStore
  Expr* value = nullptr;
  mutable Scratch cache;
};

struct AnnAssignStmt : Stmt {
  TP_NODE(Stmt, AnnAssign);
  bool simple = false;  // the target is a name without parentheses
  Expr* target = nullptr;
  Expr* annotation = nullptr;
  Expr* value = nullptr;  // may be null
};

struct ForStmt : Stmt {
  TP_NODE(Stmt, For);  // AsyncFor has the same struct
  Expr* target = nullptr;
  Expr* iter = nullptr;
  Block body, orelse;
  mutable const StageInfo* stage = nullptr;
  mutable Scratch cache;
};
struct AsyncForStmt : ForStmt {
  TP_NODE(Stmt, AsyncFor);
};

struct WhileStmt : Stmt {
  TP_NODE(Stmt, While);
  Expr* test = nullptr;
  Block body, orelse;
  mutable const StageInfo* stage = nullptr;
  mutable Scratch cache;
};

struct IfStmt : Stmt {
  TP_NODE(Stmt, If);
  // `orelse` is one IfStmt written `elif`. An evaluator that loops over chains needs no depth for them.
  bool orelse_is_elif = false;
  Expr* test = nullptr;
  Block body, orelse;
  mutable const StageInfo* stage = nullptr;
  mutable Scratch cache;
};

struct WithStmt : Stmt {
  TP_NODE(Stmt, With);  // AsyncWith has the same struct
  List<WithItem> items;
  Block body;
};
struct AsyncWithStmt : WithStmt {
  TP_NODE(Stmt, AsyncWith);
};

struct MatchStmt : Stmt {
  TP_NODE(Stmt, Match);
  Expr* subject = nullptr;
  List<MatchCase> cases;
};

struct RaiseStmt : Stmt {
  TP_NODE(Stmt, Raise);
  Expr* exc = nullptr;
  Expr* cause = nullptr;
};

struct TryStmt : Stmt {
  TP_NODE(Stmt, Try);  // TryStar (`except*`) has the same struct
  Block body;
  List<ExceptHandler> handlers;
  Block orelse, finalbody;
};
struct TryStarStmt : TryStmt {
  TP_NODE(Stmt, TryStar);
};

struct AssertStmt : Stmt {
  TP_NODE(Stmt, Assert);
  Expr* test = nullptr;
  Expr* message = nullptr;
};

struct ImportStmt : Stmt {
  TP_NODE(Stmt, Import);
  List<Alias> names;
};

struct ImportFromStmt : Stmt {
  TP_NODE(Stmt, ImportFrom);
  std::string_view module;  // "a.b"; empty for `from . import x`
  uint32_t level = 0;       // the number of dots
  List<Alias> names;
};

struct GlobalStmt : Stmt {
  TP_NODE(Stmt, Global);
  List<const Name*> names;
};

struct NonlocalStmt : Stmt {
  TP_NODE(Stmt, Nonlocal);
  List<const Name*> names;
};

struct ExprStmt : Stmt {
  TP_NODE(Stmt, Expr);
  Expr* value = nullptr;
};

struct PassStmt : Stmt {
  TP_NODE(Stmt, Pass);
};

struct BreakStmt : Stmt {
  TP_NODE(Stmt, Break);
};

struct ContinueStmt : Stmt {
  TP_NODE(Stmt, Continue);
};

// ---- patterns
// --------------------------------------------------------------------------------------------------

struct MatchValuePattern : Pattern {
  TP_NODE(Pattern, MatchValue);
  Expr* value = nullptr;
};

struct MatchSingletonPattern : Pattern {
  TP_NODE(Pattern, MatchSingleton);
  ConstantKind value = ConstantKind::kNone;  // kNone, kTrue or kFalse
};

struct MatchSequencePattern : Pattern {
  TP_NODE(Pattern, MatchSequence);
  List<Pattern*> patterns;
};

struct MatchMappingPattern : Pattern {
  TP_NODE(Pattern, MatchMapping);
  List<Expr*> keys;
  List<Pattern*> patterns;
  NameRef rest;  // name null without `**rest`
};

struct MatchClassPattern : Pattern {
  TP_NODE(Pattern, MatchClass);
  Expr* cls = nullptr;
  List<Pattern*> patterns;
  List<const Name*> kwd_attrs;
  List<Pattern*> kwd_patterns;
};

struct MatchStarPattern : Pattern {
  TP_NODE(Pattern, MatchStar);
  NameRef target;  // name null for `*_`
};

// `pattern as target`, a capture (pattern null) or the wildcard `_` (both null).
struct MatchAsPattern : Pattern {
  TP_NODE(Pattern, MatchAs);
  Pattern* pattern = nullptr;
  NameRef target;
};

struct MatchOrPattern : Pattern {
  TP_NODE(Pattern, MatchOr);
  List<Pattern*> patterns;
};

#undef TP_NODE

// ---- module
// ----------------------------------------------------------------------------------------------------

// One parsed text. Owns the text and all nodes; everything dies at once, without recursion.
struct Module {
  Arena arena;
  std::unique_ptr<SourceFile> file;
  Block body;                            // of a file; for ParseMode::kExpression one ExprStmt
  FunctionInfo* info = nullptr;          // set by Resolve
  std::vector<ConstantExpr*> constants;  // all that stand in the text, by ConstantExpr::index
  bool future_annotations = false;       // from __future__ import annotations
  // For the evaluator: what it hangs to the module, let go by calling `release_cache`.
  mutable void* cache = nullptr;
  mutable void (*release_cache)(const Module&) = nullptr;

  Module() = default;
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  ~Module() {
    if (release_cache) release_cache(*this);
  }
};

}  // namespace tp::ast
