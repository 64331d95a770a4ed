// The recursive-descent parser, inside core/lang only (users: parse.h). It accepts exactly Python's grammar
// and builds the AST; what it cannot accept it throws as SyntaxFailure, and explain.h finds CPython's words
// for it.
//
// Where what stands: parse_stmt.cc simple statements and recovery, parse_compound.cc, parse_params.cc,
// parse_pattern.cc, parse_expr.cc operators, parse_atom.cc, parse_string.cc and parse_fstring.cc literals.
#pragma once

#include <string>
#include <vector>

#include "core/base/small_vector.h"
#include "core/lang/ast.h"
#include "core/lang/parse.h"
#include "core/lang/token.h"

namespace tp::ast {

// The statement or expression cannot be parsed. With an empty message the place is tokens[token] and the
// words are explain.h's to find; else `message` is final.
struct SyntaxFailure {
  uint32_t token = 0;
  std::string message;
  Span span;
  const char* kind = "SyntaxError";
};

class Parser {
 public:
  using Exprs = SmallVector<Expr*, 8>;

  Parser(Module& module, ScanResult scan, std::vector<Diagnostic>* errors)
      : module_(module), arena_(module.arena), file_(*module.file), scan_(std::move(scan)), errors_(errors) {
    tokens_ = scan_.tokens.data();
  }

  // The whole text. Errors go to the list.
  Block ParseFile();
  Expr* ParseEval();

  // What stands between the braces of an f-string (scanned with in_brackets): as behind an opening
  // parenthesis.
  Expr* ParseBracedExpression();

  // For explain.cc, which wants the tree of a part of a statement: starts at `token`.
  void Seek(uint32_t token) { at_ = token; }
  uint32_t position() const { return at_; }
  Expr* ParseExpression();
  Expr* ParseNamedExpression();
  Expr* ParseStarExpressions();
  Expr* ParseDisjunction();
  Expr* ParseBitOr() { return ParseBinary(1); }
  Expr* ParsePrimary();

  // Adds the scanner's errors to the list, but for those that an error of the parser replaces.
  void AddScanErrors();

 private:
  friend class FStringParser;
  friend class StringParser;

  // ---- tokens
  TokenKind Kind(uint32_t ahead = 0) const { return tokens_[at_ + ahead].kind; }
  bool At(TokenKind kind) const { return tokens_[at_].kind == kind; }
  const Token& Current() const { return tokens_[at_]; }
  Span Here() const { return tokens_[at_].span; }
  uint32_t LastEnd() const { return tokens_[at_ - 1].span.end; }
  bool Accept(TokenKind kind) {
    if (!At(kind)) return false;
    ++at_;
    return true;
  }
  void Expect(TokenKind kind) {
    if (!Accept(kind)) Fail();
  }
  std::string_view Text(const Token& token) const { return file_.Text(token.span); }
  bool AtName(std::string_view text) const { return At(TokenKind::kName) && Text(Current()) == text; }
  const Name* NameOf(const Token& token);
  const Name* ExpectName();

  [[noreturn]] void Fail() { throw SyntaxFailure{at_, {}, {}}; }
  [[noreturn]] void FailWith(Span span, std::string message) {
    throw SyntaxFailure{at_, std::move(message), span};
  }

  // ---- nodes
  template <typename T>
  T* Make(uint32_t begin) {
    T* node = arena_.New<T>();
    node->kind = T::kKind;
    node->span = {begin, LastEnd()};
    return node;
  }
  template <typename T>
  T* MakeStmt(uint32_t begin) {
    return Make<T>(begin);
  }
  // Sets the height of `node` over its children and checks it.
  void Raise(Expr* node, const Expr* child) {
    if (child && child->height >= node->height) SetHeight(node, child->height + 1);
  }
  void Raise(Expr* node, List<Expr*> children) {
    for (const Expr* child : children) Raise(node, child);
  }
  void SetHeight(Expr* node, uint32_t height);
  List<Expr*> Copy(const Exprs& exprs) { return arena_.Copy(exprs.data(), exprs.size()); }

  // Counts native recursion of constructs that nest to the right.
  class Nesting {
   public:
    explicit Nesting(Parser* parser) : parser_(parser) {
      if (++parser_->nesting_ > kMaxHeight) parser_->FailTooDeep();
    }
    ~Nesting() { --parser_->nesting_; }

   private:
    Parser* parser_;
  };
  [[noreturn]] void FailTooDeep();
  // The colon of a compound statement. `forced`: Python expects it whatever else stands there.
  void ExpectColon(bool forced = false);
  // `target` cannot be assigned to (or deleted); `alone`: it is the first target of an assignment.
  [[noreturn]] void FailTarget(Expr* target, ExprContext context, bool alone);
  SyntaxFailure ExplainAssignInTest(uint32_t failed);
  bool InsideBrackets(uint32_t start, uint32_t token) const;
  bool TryEnd(uint32_t token, uint32_t* end, bool stars);

  // ---- statements (parse_stmt.cc)
  void ParseStatements(SmallVector<Stmt*, 8>* to);
  void ParseStatement(SmallVector<Stmt*, 8>* to);
  void ParseSimpleStatements(SmallVector<Stmt*, 8>* to);
  Stmt* ParseSimpleStatement();
  Stmt* ParseExpressionStatement();
  Stmt* ParseAssignment(uint32_t begin, Expr* first);
  Stmt* ParseAnnotated(uint32_t begin, Expr* target, bool parenthesized);
  Stmt* ParseReturn();
  Stmt* ParseRaise();
  Stmt* ParseDelete();
  Stmt* ParseAssert();
  Stmt* ParseImport();
  Stmt* ParseImportFrom();
  template <typename T>
  Stmt* ParseScopeStatement();
  std::string_view ParseDottedName();
  // `after` is what the block belongs to, for "expected an indented block after …": "'if' statement".
  Block ParseBlock(const char* after, uint32_t begin);
  Block MakeBlock(const SmallVector<Stmt*, 8>& stmts);
  void Recover(uint32_t start, const SyntaxFailure& failure, SmallVector<Stmt*, 8>* to);
  void SkipBehindError(uint32_t start, uint32_t failed, SmallVector<Stmt*, 8>* to);
  void Report(uint32_t start, const SyntaxFailure& failure);
  // CPython's message and place for a statement (from token `start` on) that cannot be parsed
  // (parse_errors.cc).
  SyntaxFailure Explain(uint32_t start, const SyntaxFailure& failure);
  SyntaxFailure ExplainExpression(const SyntaxFailure& failure);

  // ---- targets (parse_target.cc)
  // Checks that `expr` may be assigned to (or deleted) and sets its context. Fails else.
  void SetTarget(Expr* expr, ExprContext context, bool star_allowed = false);
  Expr* ParseTargetList();  // of `for`: star_targets

  // ---- compound statements (parse_compound.cc)
  bool AtMatchStatement() const;
  Stmt* ParseCompound();
  Stmt* ParseIf();
  Stmt* ParseWhile();
  Stmt* ParseFor(bool is_async, uint32_t begin);
  Stmt* ParseWith(bool is_async, uint32_t begin);
  bool ParseParenthesizedItems(SmallVector<WithItem, 4>* items);
  WithItem ParseWithItem();
  Stmt* ParseTry();
  Stmt* ParseFunction(bool is_async, uint32_t begin, List<Expr*> decorators);
  Stmt* ParseClass(List<Expr*> decorators);
  Stmt* ParseDecorated();
  Stmt* ParseMatch();
  Block ParseElse();
  void EndAt(Stmt* stmt, const Block& last);

  // ---- parameters (parse_params.cc)
  Parameters* ParseParameters(bool is_lambda);
  Param ParseParam(bool is_lambda, bool star_annotation);
  Expr* ParseDefault();

  // ---- patterns (parse_pattern.cc)
  Pattern* ParsePatterns();
  Pattern* ParseMaybeStarPattern();
  Pattern* ParseAsPattern();
  Pattern* ParseOrPattern();
  Pattern* ParseClosedPattern();
  Pattern* ParseGroupOrSequence();
  Pattern* ParseMappingPattern();
  Pattern* ParseClassPattern(Expr* cls);
  Pattern* ParseNamePattern();
  Expr* ParsePatternName();
  Expr* ParsePatternNumber();
  const Name* ParseCaptureName();

  // ---- expressions (parse_expr.cc)
  Expr* ParseStarExpression();
  Expr* ParseStarNamedExpression();
  Expr* ParseYieldOrStarExpressions();
  Expr* ParseYield();
  Expr* ParseLambda();
  Expr* ParseConjunction();
  Expr* ParseInversion();
  Expr* ParseComparison();
  Expr* ParseBinary(int min_precedence);
  Expr* ParseUnary();
  Expr* ParsePower();
  Expr* ParseAwait();
  bool AtComparison(CmpOp* op, int* tokens) const;
  bool AtExpressionStart() const;

  // ---- atoms (parse_atom.cc)
  Expr* ParseAtom();
  Expr* ParseNameAtom();
  Expr* ParseConstantAtom(ConstantKind kind);
  Expr* ParseParenthesized();
  Expr* ParseListDisplay();
  Expr* ParseBraces();
  Expr* ParseDictItems(uint32_t begin);
  Expr* ParseSlices();
  Expr* ParseSlice();
  Expr* ParseCall(Expr* func, uint32_t begin);
  List<Comprehension> ParseComprehensionFor();
  bool AtComprehension() const {
    return At(TokenKind::kForKeyword) || (At(TokenKind::kAsyncKeyword) && Kind(1) == TokenKind::kForKeyword);
  }
  template <typename T>
  Expr* FinishComprehension(uint32_t begin, Expr* element, Expr* value, TokenKind close);
  ConstantExpr* MakeConstant(uint32_t begin, ConstantKind kind);

  // ---- literals (parse_number.cc, parse_string.cc)
  Expr* ParseNumber();
  Expr* ParseStrings();

  Module& module_;
  Arena& arena_;
  const SourceFile& file_;
  ScanResult scan_;
  std::vector<Diagnostic>* errors_;
  const Token* tokens_ = nullptr;
  uint32_t at_ = 0;
  uint32_t nesting_ = 0;
  // The last expression that was read up to a token where parsing may fail: explains "forgot a comma".
  bool in_braces_ = false;  // the expression of an f-string: Python reads it as if in parentheses
  uint32_t last_expression_ = 0, last_expression_end_ = 0;
};

}  // namespace tp::ast
