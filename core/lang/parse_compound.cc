// Compound statements. A span ends where the last statement of the last block ends.
#include "core/lang/parser.h"
#include "core/lang/target.h"

namespace tp::ast {

void Parser::EndAt(Stmt* stmt, const Block& last) {
  if (!last.empty()) stmt->span.end = last.stmts.back()->span.end;
}

// `match` is a keyword only where its line ends with a colon and cases follow.
bool Parser::AtMatchStatement() const {
  if (!AtName("match")) return false;
  switch (Kind(1)) {
    case TokenKind::kEqual:
    case TokenKind::kDot:
    case TokenKind::kNewline:
    case TokenKind::kComma:
    case TokenKind::kColon:
      return false;
    default:
      break;
  }
  uint32_t i = at_ + 1;
  while (tokens_[i].kind != TokenKind::kNewline && tokens_[i].kind != TokenKind::kEnd) ++i;
  return tokens_[i].kind == TokenKind::kNewline && tokens_[i - 1].kind == TokenKind::kColon &&
         tokens_[i + 1].kind == TokenKind::kIndent;
}

Stmt* Parser::ParseCompound() {
  const uint32_t begin = Here().begin;
  switch (Kind()) {
    case TokenKind::kIfKeyword:
      return ParseIf();
    case TokenKind::kWhileKeyword:
      return ParseWhile();
    case TokenKind::kForKeyword:
      return ParseFor(false, begin);
    case TokenKind::kWithKeyword:
      return ParseWith(false, begin);
    case TokenKind::kTryKeyword:
      return ParseTry();
    case TokenKind::kDefKeyword:
      return ParseFunction(false, begin, {});
    case TokenKind::kClassKeyword:
      return ParseClass({});
    case TokenKind::kAt:
      return ParseDecorated();
    case TokenKind::kAsyncKeyword:
      ++at_;
      if (At(TokenKind::kDefKeyword)) return ParseFunction(true, begin, {});
      if (At(TokenKind::kForKeyword)) return ParseFor(true, begin);
      if (At(TokenKind::kWithKeyword)) return ParseWith(true, begin);
      Fail();
    default:
      Fail();
  }
}

// A loop over the `elif`s, so that a long chain needs no stack.
Stmt* Parser::ParseIf() {
  SmallVector<IfStmt*, 8> chain;
  Block orelse;
  do {
    const uint32_t begin = Here().begin;
    if (chain.size() >= kMaxHeight) FailTooDeep();
    ++at_;
    Expr* test = ParseNamedExpression();
    ExpectColon();
    const Block body = ParseBlock(chain.empty() ? "'if' statement" : "'elif' statement", begin);
    auto* stmt = MakeStmt<IfStmt>(begin);
    stmt->test = test;
    stmt->body = body;
    EndAt(stmt, body);
    chain.push_back(stmt);
  } while (At(TokenKind::kElifKeyword));
  orelse = ParseElse();
  for (size_t i = chain.size(); i-- > 0;) {
    chain[i]->orelse = orelse;
    chain[i]->orelse_is_elif = i + 1 < chain.size();
    EndAt(chain[i], orelse);
    Stmt* stmt = chain[i];
    orelse = {arena_.Copy(&stmt, 1), kNoResume};
  }
  return chain[0];
}

Block Parser::ParseElse() {
  const uint32_t begin = Here().begin;
  if (!Accept(TokenKind::kElseKeyword)) return {};
  ExpectColon(true);
  return ParseBlock("'else' statement", begin);
}

Stmt* Parser::ParseWhile() {
  const uint32_t begin = Here().begin;
  ++at_;
  Expr* test = ParseNamedExpression();
  ExpectColon();
  const Block body = ParseBlock("'while' statement", begin);
  auto* stmt = MakeStmt<WhileStmt>(begin);
  stmt->test = test;
  stmt->body = body;
  EndAt(stmt, body);
  stmt->orelse = ParseElse();
  EndAt(stmt, stmt->orelse);
  return stmt;
}

Stmt* Parser::ParseFor(bool is_async, uint32_t begin) {
  Expect(TokenKind::kForKeyword);
  Expr* target = ParseTargetList();
  Expect(TokenKind::kInKeyword);
  Expr* iter = ParseStarExpressions();
  ExpectColon();
  const Block body = ParseBlock("'for' statement", begin);
  auto* stmt = is_async ? MakeStmt<AsyncForStmt>(begin) : MakeStmt<ForStmt>(begin);
  if (is_async) stmt->kind = StmtKind::kAsyncFor;
  stmt->target = target;
  stmt->iter = iter;
  stmt->body = body;
  EndAt(stmt, body);
  stmt->orelse = ParseElse();
  EndAt(stmt, stmt->orelse);
  return stmt;
}

Stmt* Parser::ParseWith(bool is_async, uint32_t begin) {
  Expect(TokenKind::kWithKeyword);
  SmallVector<WithItem, 4> items;
  if (!At(TokenKind::kLeftParen) || !ParseParenthesizedItems(&items)) {
    do items.push_back(ParseWithItem());
    while (Accept(TokenKind::kComma));
    ExpectColon();
  }
  const Block body = ParseBlock("'with' statement", begin);
  auto* stmt = MakeStmt<WithStmt>(begin);
  if (is_async) stmt->kind = StmtKind::kAsyncWith;
  stmt->items = arena_.Copy(items.data(), items.size());
  stmt->body = body;
  EndAt(stmt, body);
  return stmt;
}

// `with (a as b, c):`. Python tries this first; false if the parentheses belong to an expression.
bool Parser::ParseParenthesizedItems(SmallVector<WithItem, 4>* items) {
  const uint32_t start = at_, nesting = nesting_;
  const size_t constants = module_.constants.size();
  uint32_t close = start;
  for (int depth = 0;; ++close) {
    const TokenKind kind = tokens_[close].kind;
    if (kind == TokenKind::kLeftParen || kind == TokenKind::kLeftBracket || kind == TokenKind::kLeftBrace)
      ++depth;
    if (kind == TokenKind::kRightParen || kind == TokenKind::kRightBracket || kind == TokenKind::kRightBrace)
      --depth;
    if (depth == 0 || kind == TokenKind::kNewline || kind == TokenKind::kEnd) break;
  }
  if (tokens_[close].kind != TokenKind::kRightParen || tokens_[close + 1].kind != TokenKind::kColon)
    return false;
  try {
    ++at_;
    do items->push_back(ParseWithItem());
    while (Accept(TokenKind::kComma) && !At(TokenKind::kRightParen));
    Expect(TokenKind::kRightParen);
    Expect(TokenKind::kColon);
    return true;
  } catch (const SyntaxFailure&) {
    at_ = start;
    nesting_ = nesting;
    module_.constants.resize(constants);
    items->clear();
    return false;
  }
}

WithItem Parser::ParseWithItem() {
  WithItem item;
  item.context = ParseExpression();
  if (!Accept(TokenKind::kAsKeyword)) return item;
  item.target = At(TokenKind::kStar) ? ParseStarExpression() : ParsePrimary();
  if (!IsTarget(item.target, true)) FailTarget(item.target, ExprContext::kStore, false);
  SetTarget(item.target, ExprContext::kStore, true);
  if (!At(TokenKind::kComma) && !At(TokenKind::kRightParen) && !At(TokenKind::kColon)) Fail();
  return item;
}

Stmt* Parser::ParseTry() {
  const uint32_t begin = Here().begin;
  ++at_;
  ExpectColon(true);
  auto* stmt = MakeStmt<TryStmt>(begin);
  stmt->body = ParseBlock("'try' statement", begin);
  SmallVector<ExceptHandler, 4> handlers;
  bool star = false;
  while (At(TokenKind::kExceptKeyword)) {
    ExceptHandler handler;
    const uint32_t start = Here().begin;
    ++at_;
    if (handlers.empty() ? At(TokenKind::kStar) : star) {
      star = true;
      Expect(TokenKind::kStar);
    }
    if (!At(TokenKind::kColon) || star) {
      handler.type = ParseExpression();
      if (At(TokenKind::kComma)) {
        uint32_t end = 0;
        const uint32_t type_begin = handler.type->span.begin;
        if (TryEnd(at_ + 1, &end, true))
          FailWith({type_begin, end}, "multiple exception types must be parenthesized");
      }
      if (Accept(TokenKind::kAsKeyword)) handler.target.name = handler.target.written = ExpectName();
    }
    ExpectColon();
    handler.body = ParseBlock(star ? "'except*' statement" : "'except' statement", start);
    handler.span = {start, handler.body.empty() ? LastEnd() : handler.body.stmts.back()->span.end};
    handlers.push_back(handler);
  }
  EndAt(stmt, stmt->body);
  if (star) stmt->kind = StmtKind::kTryStar;
  stmt->handlers = arena_.Copy(handlers.data(), handlers.size());
  if (!handlers.empty()) {
    stmt->span.end = handlers.back().span.end;
    stmt->orelse = ParseElse();
    EndAt(stmt, stmt->orelse);
  }
  const uint32_t finally = Here().begin;
  if (Accept(TokenKind::kFinallyKeyword)) {
    ExpectColon(true);
    stmt->finalbody = ParseBlock("'finally' statement", finally);
    EndAt(stmt, stmt->finalbody);
  } else if (handlers.empty()) {
    FailWith(Here(), "expected 'except' or 'finally' block");
  }
  return stmt;
}

Stmt* Parser::ParseFunction(bool is_async, uint32_t begin, List<Expr*> decorators) {
  Expect(TokenKind::kDefKeyword);
  const Span name_span = Here();
  const Name* name = ExpectName();
  if (!At(TokenKind::kLeftParen)) FailWith(Here(), "expected '('");
  ++at_;
  Parameters* params = ParseParameters(false);
  Expect(TokenKind::kRightParen);
  Expr* returns = Accept(TokenKind::kArrow) ? ParseExpression() : nullptr;
  ExpectColon(true);
  const Block body = ParseBlock("function definition", begin);
  auto* stmt = MakeStmt<FunctionDefStmt>(begin);
  if (is_async) stmt->kind = StmtKind::kAsyncFunctionDef;
  stmt->target.name = stmt->target.written = name;
  stmt->name_span = name_span;
  stmt->params = params;
  stmt->returns = returns;
  stmt->decorators = decorators;
  stmt->body = body;
  EndAt(stmt, body);
  return stmt;
}

Stmt* Parser::ParseClass(List<Expr*> decorators) {
  const uint32_t begin = Here().begin;
  Expect(TokenKind::kClassKeyword);
  const Span name_span = Here();
  const Name* name = ExpectName();
  CallExpr* header = nullptr;
  // The parentheses hold what a call's hold.
  if (At(TokenKind::kLeftParen)) header = Cast<CallExpr>(ParseCall(nullptr, begin));
  ExpectColon();
  const Block body = ParseBlock("class definition", begin);
  auto* stmt = MakeStmt<ClassDefStmt>(begin);
  stmt->target.name = stmt->target.written = name;
  stmt->name_span = name_span;
  if (header) {
    stmt->bases = header->args;
    stmt->keywords = header->keywords;
  }
  stmt->decorators = decorators;
  stmt->body = body;
  EndAt(stmt, body);
  return stmt;
}

Stmt* Parser::ParseDecorated() {
  Exprs decorators;
  while (Accept(TokenKind::kAt)) {
    decorators.push_back(ParseNamedExpression());
    Expect(TokenKind::kNewline);
  }
  const List<Expr*> list = Copy(decorators);
  if (At(TokenKind::kClassKeyword)) return ParseClass(list);
  const uint32_t begin = Here().begin;
  const bool is_async = Accept(TokenKind::kAsyncKeyword);
  return ParseFunction(is_async, begin, list);
}

}  // namespace tp::ast
