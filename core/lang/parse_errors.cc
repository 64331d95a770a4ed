// From a SyntaxFailure to the Diagnostic that Python would give, and which errors of the scanner are shown.
#include "core/lang/parser.h"
#include "core/lang/target.h"

namespace tp::ast {
namespace {

// What Python's rule for "cannot assign to … here" takes: operands, but no display, True, False or None.
bool IsOperand(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kList:
    case ExprKind::kTuple:
    case ExprKind::kGeneratorExp:
    case ExprKind::kStarred:
    case ExprKind::kLambda:
    case ExprKind::kIfExp:
    case ExprKind::kBoolOp:
    case ExprKind::kCompare:
    case ExprKind::kYield:
    case ExprKind::kYieldFrom:
      return false;
    case ExprKind::kUnaryOp:
      return Cast<UnaryOpExpr>(expr)->op != UnaryOp::kNot;
    case ExprKind::kConstant: {
      const ConstantKind kind = Cast<ConstantExpr>(expr)->constant;
      return kind != ConstantKind::kTrue && kind != ConstantKind::kFalse && kind != ConstantKind::kNone;
    }
    default:
      return true;
  }
}

bool AtStartOfExpression(TokenKind kind) {
  switch (kind) {
    case TokenKind::kName:
    case TokenKind::kNumber:
    case TokenKind::kString:
    case TokenKind::kFalseKeyword:
    case TokenKind::kNoneKeyword:
    case TokenKind::kTrueKeyword:
    case TokenKind::kAwaitKeyword:
    case TokenKind::kLambdaKeyword:
    case TokenKind::kNotKeyword:
    case TokenKind::kLeftParen:
    case TokenKind::kLeftBracket:
    case TokenKind::kLeftBrace:
    case TokenKind::kEllipsis:
    case TokenKind::kTilde:
      return true;
    default:
      return false;
  }
}

}  // namespace

void Parser::Report(uint32_t start, const SyntaxFailure& failure) {
  // An error token explains the failure already, unless it is a bracket that was never closed and the parser
  // stumbles in the bracket's own line: then Python speaks of what stands there.
  uint32_t end = std::max(start, failure.token);
  while (tokens_[end].kind != TokenKind::kNewline && tokens_[end].kind != TokenKind::kEnd &&
         tokens_[end].kind != TokenKind::kError)
    ++end;
  if (failure.message.empty() && tokens_[end].kind == TokenKind::kError) {
    for (ScanError& error : scan_.errors) {
      if (error.token != end) continue;
      if (end == failure.token || !error.is_open_bracket) return;
      if (file_.Line(tokens_[failure.token].span.begin) > file_.Line(error.diagnostic.span.begin)) return;
      error.token = UINT32_MAX;  // not shown
    }
  }
  SyntaxFailure final = failure.message.empty() ? Explain(start, failure) : failure;
  Diagnostic diagnostic;
  diagnostic.kind = final.kind;
  diagnostic.message = std::move(final.message);
  diagnostic.file = &file_;
  diagnostic.span = final.span;
  errors_->push_back(std::move(diagnostic));
}

void Parser::AddScanErrors() {
  for (ScanError& error : scan_.errors)
    if (error.token != UINT32_MAX) errors_->push_back(std::move(error.diagnostic));
}

void Parser::ExpectColon(bool forced) {
  if (Accept(TokenKind::kColon)) return;
  if (forced || At(TokenKind::kNewline)) FailWith(Here(), "expected ':'");
  Fail();
}

void Parser::FailTarget(Expr* target, ExprContext context, bool alone) {
  const bool is_del = context == ExprContext::kDel;
  const Expr* bad = InvalidTarget(target, is_del);
  if (!bad) Fail();
  // `f() = 1`: a single target that is an operand, and one value behind it.
  if (alone && bad == target && IsOperand(target)) {
    const uint32_t failed = at_;
    uint32_t end;
    if (TryEnd(at_ + 1, &end, true)) {
      const bool more = tokens_[at_].kind == TokenKind::kEqual;
      at_ = failed;
      if (!more)
        FailWith(target->span, std::string("cannot assign to ") + ExprName(target) +
                                   " here. Maybe you meant '==' instead of '='?");
    }
    at_ = failed;
  }
  if (bad->kind == ExprKind::kYield || bad->kind == ExprKind::kYieldFrom)
    FailWith(bad->span, "assignment to yield expression not possible");
  FailWith(bad->span, std::string(is_del ? "cannot delete " : "cannot assign to ") + ExprName(bad));
}

// Tries to parse an expression at `token`; on success `end` is where it ends and the position stands behind
// it.
bool Parser::TryEnd(uint32_t token, uint32_t* end, bool stars) {
  const uint32_t before = at_;
  at_ = token;
  try {
    stars ? ParseStarExpressions() : ParseExpression();
    *end = LastEnd();
    return true;
  } catch (const SyntaxFailure&) {
    at_ = before;
    return false;
  }
}

bool Parser::InsideBrackets(uint32_t start, uint32_t token) const {
  int depth = 0;
  for (uint32_t i = start; i < token; ++i) {
    switch (tokens_[i].kind) {
      case TokenKind::kLeftParen:
      case TokenKind::kLeftBracket:
      case TokenKind::kLeftBrace:
        ++depth;
        break;
      case TokenKind::kRightParen:
      case TokenKind::kRightBracket:
      case TokenKind::kRightBrace:
        --depth;
        break;
      default:
        break;
    }
  }
  return depth > 0;
}

SyntaxFailure Parser::Explain(uint32_t start, const SyntaxFailure& failure) {
  SyntaxFailure out = failure;
  const uint32_t failed = failure.token;
  const Token& token = tokens_[failed];
  out.span = token.span;
  if (token.kind == TokenKind::kIndent || token.kind == TokenKind::kDedent) {
    out.kind = "IndentationError";
    out.message = token.kind == TokenKind::kIndent ? "unexpected indent" : "unexpected unindent";
    // Python points at the last column of the indentation.
    if (token.kind == TokenKind::kIndent && token.span.begin > 0)
      out.span = {token.span.begin - 1, token.span.begin};
    return out;
  }
  out.message = "invalid syntax";
  if (last_expression_end_ != failed || last_expression_ >= failed || failed <= start) return out;
  const Token& first = tokens_[last_expression_];
  const std::string_view word = first.kind == TokenKind::kName ? Text(first) : std::string_view();
  const uint32_t saved = last_expression_;
  uint32_t end = 0;
  if (token.kind == TokenKind::kEqual) {
    const SyntaxFailure assigned = ExplainAssignInTest(failed);
    if (!assigned.message.empty()) return assigned;
  } else if ((word == "print" || word == "exec") && failed == saved + 1 &&
             token.kind != TokenKind::kLeftParen) {
    if (TryEnd(failed, &end, true)) {
      out.span = {first.span.begin, end};
      out.message = "Missing parentheses in call to '" + std::string(word) + "'. Did you mean " +
                    std::string(word) + "(...)?";
    }
  } else if (token.kind != TokenKind::kMinus && token.kind != TokenKind::kPlus &&
             AtStartOfExpression(token.kind) && word != "match" && word != "case" && word != "_" &&
             !(first.kind == TokenKind::kName && tokens_[saved + 1].kind == TokenKind::kString)) {
    if (TryEnd(failed, &end, false) && (in_braces_ || InsideBrackets(start, at_))) {
      out.span = {first.span.begin, end};
      out.message = "invalid syntax. Perhaps you forgot a comma?";
    }
  }
  at_ = failed;
  return out;
}

// `=` behind an expression where only a test may stand: `if x = 1:`, `(x.y = 1)`.
SyntaxFailure Parser::ExplainAssignInTest(uint32_t failed) {
  SyntaxFailure out{failed, {}, {}};
  const uint32_t first = last_expression_;
  try {
    at_ = first;
    const Expr* left = ParseBitOr();
    if (at_ != failed) return out;
    ++at_;
    ParseBitOr();
    const uint32_t end = LastEnd();
    if (At(TokenKind::kEqual) || At(TokenKind::kColonEqual)) return out;
    if (left->kind == ExprKind::kName && failed == first + 1) {
      out.span = {left->span.begin, end};
      out.message = "invalid syntax. Maybe you meant '==' or ':=' instead of '='?";
    } else if (IsOperand(left)) {
      out.span = left->span;
      out.message =
          std::string("cannot assign to ") + ExprName(left) + " here. Maybe you meant '==' instead of '='?";
    }
  } catch (const SyntaxFailure&) {
  }
  at_ = failed;
  return out;
}

SyntaxFailure Parser::ExplainExpression(const SyntaxFailure& failure) { return Explain(0, failure); }

}  // namespace tp::ast
