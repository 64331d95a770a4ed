// Simple statements, blocks, and how parsing goes on behind an error.
#include "core/lang/parser.h"
#include "core/lang/target.h"

namespace tp::ast {

Block Parser::MakeBlock(const SmallVector<Stmt*, 8>& stmts) {
  return {arena_.Copy(stmts.data(), stmts.size()), kNoResume};
}

Block Parser::ParseFile() {
  SmallVector<Stmt*, 8> stmts;
  while (!At(TokenKind::kEnd)) {
    ParseStatements(&stmts);
    // Only a stray Dedent, left by an error, can stand here.
    if (!At(TokenKind::kEnd)) ++at_;
  }
  return MakeBlock(stmts);
}

Expr* Parser::ParseEval() {
  try {
    Expr* expr = ParseStarExpressions();
    while (Accept(TokenKind::kNewline)) {
    }
    if (!At(TokenKind::kEnd)) Fail();
    return expr;
  } catch (const SyntaxFailure& failure) {
    Report(0, failure);
    return nullptr;
  }
}

// Statements up to a Dedent or the end.
void Parser::ParseStatements(SmallVector<Stmt*, 8>* to) {
  while (!At(TokenKind::kDedent) && !At(TokenKind::kEnd)) {
    const uint32_t start = at_;
    try {
      ParseStatement(to);
    } catch (const SyntaxFailure& failure) {
      nesting_ = 0;
      Recover(start, failure, to);
    }
  }
}

void Parser::ParseStatement(SmallVector<Stmt*, 8>* to) {
  switch (Kind()) {
    case TokenKind::kIfKeyword:
    case TokenKind::kWhileKeyword:
    case TokenKind::kForKeyword:
    case TokenKind::kWithKeyword:
    case TokenKind::kTryKeyword:
    case TokenKind::kDefKeyword:
    case TokenKind::kClassKeyword:
    case TokenKind::kAt:
    case TokenKind::kAsyncKeyword:
      to->push_back(ParseCompound());
      return;
    case TokenKind::kName:
      if (AtMatchStatement()) {
        to->push_back(ParseMatch());
        return;
      }
      [[fallthrough]];
    default:
      ParseSimpleStatements(to);
  }
}

void Parser::ParseSimpleStatements(SmallVector<Stmt*, 8>* to) {
  const size_t size_before = to->size();
  try {
    do {
      to->push_back(ParseSimpleStatement());
    } while (Accept(TokenKind::kSemicolon) && !At(TokenKind::kNewline));
    Expect(TokenKind::kNewline);
  } catch (const SyntaxFailure&) {
    to->resize(size_before);
    throw;
  }
}

Block Parser::ParseBlock(const char* after, uint32_t begin) {
  SmallVector<Stmt*, 8> stmts;
  if (!Accept(TokenKind::kNewline)) {
    ParseSimpleStatements(&stmts);
    return MakeBlock(stmts);
  }
  while (At(TokenKind::kError)) ++at_;  // of the indentation: reported already
  if (!At(TokenKind::kIndent)) {
    SyntaxFailure failure{at_,
                          std::string("expected an indented block after ") + after + " on line " +
                              std::to_string(file_.Line(begin)),
                          Here(), "IndentationError"};
    throw failure;
  }
  ++at_;
  ParseStatements(&stmts);
  Expect(TokenKind::kDedent);
  return MakeBlock(stmts);
}

Stmt* Parser::ParseSimpleStatement() {
  const uint32_t begin = Here().begin;
  switch (Kind()) {
    case TokenKind::kReturnKeyword:
      return ParseReturn();
    case TokenKind::kImportKeyword:
      return ParseImport();
    case TokenKind::kFromKeyword:
      return ParseImportFrom();
    case TokenKind::kRaiseKeyword:
      return ParseRaise();
    case TokenKind::kPassKeyword:
      ++at_;
      return MakeStmt<PassStmt>(begin);
    case TokenKind::kBreakKeyword:
      ++at_;
      return MakeStmt<BreakStmt>(begin);
    case TokenKind::kContinueKeyword:
      ++at_;
      return MakeStmt<ContinueStmt>(begin);
    case TokenKind::kDelKeyword:
      return ParseDelete();
    case TokenKind::kAssertKeyword:
      return ParseAssert();
    case TokenKind::kGlobalKeyword:
      return ParseScopeStatement<GlobalStmt>();
    case TokenKind::kNonlocalKeyword:
      return ParseScopeStatement<NonlocalStmt>();
    default:
      return ParseExpressionStatement();
  }
}

Stmt* Parser::ParseExpressionStatement() {
  const uint32_t begin = Here().begin;
  const bool parenthesized = At(TokenKind::kLeftParen);
  Expr* first = ParseYieldOrStarExpressions();
  const TokenKind kind = Kind();
  if (kind == TokenKind::kEqual) return ParseAssignment(begin, first);
  if (kind == TokenKind::kColon) return ParseAnnotated(begin, first, parenthesized);
  if (kind >= TokenKind::kPlusEqual && kind <= TokenKind::kDoubleSlashEqual) {
    if (first->kind != ExprKind::kName && first->kind != ExprKind::kAttribute &&
        first->kind != ExprKind::kSubscript)
      FailWith(first->span,
               std::string("'") + ExprName(first) + "' is an illegal expression for augmented assignment");
    SetTarget(first, ExprContext::kStore);
    ++at_;
    Expr* value = ParseYieldOrStarExpressions();
    auto* stmt = MakeStmt<AugAssignStmt>(begin);
    stmt->op = static_cast<BinOp>(static_cast<int>(kind) - static_cast<int>(TokenKind::kPlusEqual));
    stmt->target = first;
    stmt->value = value;
    return stmt;
  }
  auto* stmt = MakeStmt<ExprStmt>(begin);
  stmt->value = first;
  return stmt;
}

Stmt* Parser::ParseAssignment(uint32_t begin, Expr* first) {
  Exprs targets;
  Expr* value = first;
  while (At(TokenKind::kEqual)) {
    if (!IsTarget(value, true)) FailTarget(value, ExprContext::kStore, targets.empty());
    SetTarget(value, ExprContext::kStore, true);
    targets.push_back(value);
    ++at_;
    value = ParseYieldOrStarExpressions();
  }
  auto* stmt = MakeStmt<AssignStmt>(begin);
  stmt->targets = Copy(targets);
  stmt->value = value;
  return stmt;
}

Stmt* Parser::ParseAnnotated(uint32_t begin, Expr* target, bool parenthesized) {
  if (target->kind == ExprKind::kTuple || target->kind == ExprKind::kList) {
    // Without parentheses Python points at the first element.
    const bool bare = target->kind == ExprKind::kTuple && !parenthesized;
    FailWith(bare ? Cast<TupleExpr>(target)->elements[0]->span : target->span,
             std::string("only single target (not ") + ExprName(target) + ") can be annotated");
  }
  if (!IsTarget(target, false)) {
    uint32_t end;
    // `else:` and the like are not annotations.
    if (TryEnd(at_ + 1, &end, false)) FailWith(target->span, "illegal target for annotation");
    Fail();
  }
  SetTarget(target, ExprContext::kStore);
  Expect(TokenKind::kColon);
  Expr* annotation = ParseExpression();
  Expr* value = Accept(TokenKind::kEqual) ? ParseYieldOrStarExpressions() : nullptr;
  auto* stmt = MakeStmt<AnnAssignStmt>(begin);
  // Parentheses around the whole target make it an expression; those inside `(a).b` do not matter here.
  stmt->simple = target->kind == ExprKind::kName && !parenthesized;
  stmt->target = target;
  stmt->annotation = annotation;
  stmt->value = value;
  return stmt;
}

Stmt* Parser::ParseReturn() {
  const uint32_t begin = Here().begin;
  ++at_;
  Expr* value = AtExpressionStart() ? ParseStarExpressions() : nullptr;
  auto* stmt = MakeStmt<ReturnStmt>(begin);
  stmt->value = value;
  return stmt;
}

Stmt* Parser::ParseRaise() {
  const uint32_t begin = Here().begin;
  ++at_;
  Expr* exc = AtExpressionStart() && !At(TokenKind::kStar) ? ParseExpression() : nullptr;
  Expr* cause = exc && Accept(TokenKind::kFromKeyword) ? ParseExpression() : nullptr;
  auto* stmt = MakeStmt<RaiseStmt>(begin);
  stmt->exc = exc;
  stmt->cause = cause;
  return stmt;
}

Stmt* Parser::ParseDelete() {
  const uint32_t begin = Here().begin;
  ++at_;
  Exprs targets;
  do {
    targets.push_back(ParseStarExpression());
    if (!IsTarget(targets.back(), false)) FailTarget(targets.back(), ExprContext::kDel, false);
    SetTarget(targets.back(), ExprContext::kDel);
  } while (Accept(TokenKind::kComma) && AtExpressionStart());
  if (!At(TokenKind::kSemicolon) && !At(TokenKind::kNewline)) Fail();
  auto* stmt = MakeStmt<DeleteStmt>(begin);
  stmt->targets = Copy(targets);
  return stmt;
}

Stmt* Parser::ParseAssert() {
  const uint32_t begin = Here().begin;
  ++at_;
  Expr* test = ParseExpression();
  Expr* message = Accept(TokenKind::kComma) ? ParseExpression() : nullptr;
  auto* stmt = MakeStmt<AssertStmt>(begin);
  stmt->test = test;
  stmt->message = message;
  return stmt;
}

template <typename T>
Stmt* Parser::ParseScopeStatement() {
  const uint32_t begin = Here().begin;
  ++at_;
  SmallVector<const Name*, 4> names;
  do names.push_back(ExpectName());
  while (Accept(TokenKind::kComma));
  auto* stmt = MakeStmt<T>(begin);
  stmt->names = arena_.Copy(names.data(), names.size());
  return stmt;
}

std::string_view Parser::ParseDottedName() {
  const uint32_t first = at_;
  std::string path(ExpectName()->text);
  while (Accept(TokenKind::kDot)) path += "." + std::string(ExpectName()->text);
  const std::string_view written = file_.text().substr(tokens_[first].span.begin, path.size());
  return written == path ? written : arena_.CopyText(path);
}

Stmt* Parser::ParseImport() {
  const uint32_t begin = Here().begin;
  ++at_;
  SmallVector<Alias, 4> names;
  do {
    Alias alias;
    const uint32_t start = Here().begin;
    alias.path = ParseDottedName();
    if (Accept(TokenKind::kAsKeyword)) alias.asname = ExpectName();
    alias.span = {start, LastEnd()};
    const Name* bound = alias.asname ? alias.asname : Intern(alias.path.substr(0, alias.path.find('.')));
    alias.target.name = alias.target.written = bound;
    names.push_back(alias);
  } while (Accept(TokenKind::kComma));
  auto* stmt = MakeStmt<ImportStmt>(begin);
  stmt->names = arena_.Copy(names.data(), names.size());
  return stmt;
}

Stmt* Parser::ParseImportFrom() {
  const uint32_t begin = Here().begin;
  ++at_;
  uint32_t level = 0;
  for (;;) {
    if (Accept(TokenKind::kDot))
      level += 1;
    else if (Accept(TokenKind::kEllipsis))
      level += 3;
    else
      break;
  }
  std::string_view module;
  if (level == 0 || At(TokenKind::kName)) module = ParseDottedName();
  Expect(TokenKind::kImportKeyword);
  SmallVector<Alias, 4> names;
  if (At(TokenKind::kStar)) {
    Alias alias;
    alias.path = "*";
    alias.span = Here();
    ++at_;
    names.push_back(alias);
  } else {
    const bool parentheses = Accept(TokenKind::kLeftParen);
    for (;;) {
      Alias alias;
      const uint32_t start = Here().begin;
      const Name* name = ExpectName();
      alias.path = name->text;
      if (Accept(TokenKind::kAsKeyword)) alias.asname = ExpectName();
      alias.span = {start, LastEnd()};
      alias.target.name = alias.target.written = alias.asname ? alias.asname : name;
      names.push_back(alias);
      if (!Accept(TokenKind::kComma)) break;
      if (parentheses && At(TokenKind::kRightParen)) break;
      if (!parentheses && At(TokenKind::kNewline))
        FailWith(Here(), "trailing comma not allowed without surrounding parentheses");
    }
    if (parentheses) Expect(TokenKind::kRightParen);
  }
  auto* stmt = MakeStmt<ImportFromStmt>(begin);
  stmt->module = module;
  stmt->level = level;
  stmt->names = arena_.Copy(names.data(), names.size());
  return stmt;
}

// ---- errors
// ----------------------------------------------------------------------------------------------------

void Parser::Recover(uint32_t start, const SyntaxFailure& failure, SmallVector<Stmt*, 8>* to) {
  Report(start, failure);
  SkipBehindError(start, failure.token, to);
}

// Goes to the next statement. A block that belongs to the broken statement is parsed, to find the errors in
// it, and so are the blocks of `else` and the like behind it.
void Parser::SkipBehindError(uint32_t start, uint32_t failed, SmallVector<Stmt*, 8>* to) {
  at_ = std::max(start, failed);
  const auto at_line_start = [&] {
    return at_ > start &&
           (tokens_[at_ - 1].kind == TokenKind::kNewline || tokens_[at_ - 1].kind == TokenKind::kDedent);
  };
  if (!at_line_start() || At(TokenKind::kIndent)) {
    while (!At(TokenKind::kNewline) && !At(TokenKind::kEnd) && !At(TokenKind::kIndent) &&
           !At(TokenKind::kDedent))
      ++at_;
    Accept(TokenKind::kNewline);
  }
  for (;;) {
    while (At(TokenKind::kError) && Kind(1) == TokenKind::kIndent) ++at_;
    if (Accept(TokenKind::kIndent)) {
      ParseStatements(to);
      Accept(TokenKind::kDedent);
    }
    switch (Kind()) {
      case TokenKind::kElifKeyword:
      case TokenKind::kElseKeyword:
      case TokenKind::kExceptKeyword:
      case TokenKind::kFinallyKeyword:
        while (!At(TokenKind::kNewline) && !At(TokenKind::kEnd)) ++at_;
        Accept(TokenKind::kNewline);
        continue;
      default:
        return;
    }
  }
}

}  // namespace tp::ast
