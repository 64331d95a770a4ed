#include "core/lang/unparse.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace tp::ast {
namespace {

Level LevelOf(BinOp op) {
  switch (op) {
    case BinOp::kAdd:
    case BinOp::kSub:
      return Level::kArith;
    case BinOp::kMult:
    case BinOp::kMatMult:
    case BinOp::kDiv:
    case BinOp::kMod:
    case BinOp::kFloorDiv:
      return Level::kTerm;
    case BinOp::kPow:
      return Level::kPower;
    case BinOp::kLShift:
    case BinOp::kRShift:
      return Level::kShift;
    case BinOp::kBitOr:
      return Level::kBitOr;
    case BinOp::kBitXor:
      return Level::kBitXor;
    case BinOp::kBitAnd:
      return Level::kBitAnd;
  }
  return Level::kAtom;
}

// Parentheses around what is written while it lives, where they are needed.
class Parens {
 public:
  Parens(std::string* text, bool needed) : text_(needed ? text : nullptr) {
    if (text_) *text_ += '(';
  }
  ~Parens() {
    if (text_) *text_ += ')';
  }

 private:
  std::string* text_;
};

std::string FloatText(double value) {
  // Python's repr: the shortest digits, exponents from 1e16 and below 1e-4. What overflows reads back so.
  if (value > 1.7976931348623157e308) return "1e309";
  std::string text = fmt::format("{}", value);
  if (const size_t e = text.find('e'); e != std::string::npos) return text;
  return text.find_first_of(".n") == std::string::npos ? text + ".0" : text;
}

// repr() of a string or of bytes.
std::string QuotedText(std::string_view text, bool bytes) {
  const bool use_double = text.find('\'') != text.npos && text.find('"') == text.npos;
  const char quote = use_double ? '"' : '\'';
  std::string out = bytes ? "b" : "";
  out += quote;
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (c == quote || c == '\\')
      out += {'\\', c};
    else if (c == '\n')
      out += "\\n";
    else if (c == '\r')
      out += "\\r";
    else if (c == '\t')
      out += "\\t";
    else if (u < 0x20 || u == 0x7f || (bytes && u >= 0x80))
      out += fmt::format("\\x{:02x}", u);
    else
      out += c;
  }
  return out + quote;
}

constexpr std::array<std::string_view, 4> kAllQuotes = {"'", "\"", "\"\"\"", "'''"};

// A literal with as few escapes as possible; `quotes` are those that may be used, the best first, and become
// those that are left. False where none is.
bool EscapeFor(std::string_view text, bool escape_space, std::vector<std::string_view>* quotes,
               std::string* out) {
  out->clear();
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if ((c == '\n' || c == '\t') && !escape_space)
      *out += c;
    else if (c == '\\')
      *out += "\\\\";
    else if (c == '\n')
      *out += "\\n";
    else if (c == '\t')
      *out += "\\t";
    else if (c == '\r')
      *out += "\\r";
    else if (u < 0x20 || u == 0x7f)
      *out += fmt::format("\\x{:02x}", u);
    else
      *out += c;
  }
  const bool lines = out->find('\n') != std::string::npos;
  std::erase_if(*quotes, [&](std::string_view q) {
    return (lines && q.size() == 1) || out->find(q) != std::string::npos;
  });
  if (quotes->empty()) return false;
  if (out->empty()) return true;
  std::stable_sort(quotes->begin(), quotes->end(), [&](std::string_view a, std::string_view b) {
    return (a[0] == out->back()) < (b[0] == out->back());
  });
  if ((*quotes)[0][0] == out->back()) out->insert(out->size() - 1, "\\");
  return true;
}

bool IsIntLiteral(const Expr* expr) {
  const auto* constant = As<ConstantExpr>(expr);
  return constant &&
         (constant->constant == ConstantKind::kInt || constant->constant == ConstantKind::kBigInt ||
          constant->constant == ConstantKind::kTrue || constant->constant == ConstantKind::kFalse);
}

}  // namespace

// ---- expressions

void Unparser::Items(const List<Expr*>& items) {
  Separated(items, [&](const Expr* item) { Write(item); });
  if (items.size() == 1) text_ += ",";
}

void Unparser::Args(const CallExpr* call) {
  bool first = true;
  const auto next = [&] {
    if (!first) text_ += ", ";
    first = false;
  };
  for (const Expr* arg : call->args) {
    next();
    Write(arg);
  }
  for (const Keyword& keyword : call->keywords) {
    next();
    text_ += keyword.arg ? std::string(keyword.arg->text) + "=" : "**";
    Write(keyword.value);
  }
}

void Unparser::Comprehension(const ComprehensionExpr* expr, char open, char close) {
  text_ += open;
  Write(expr->element);
  if (expr->value) {
    text_ += ": ";
    Write(expr->value);
  }
  for (const tp::ast::Comprehension& part : expr->generators) {
    text_ += part.is_async ? " async for " : " for ";
    Write(part.target, Level::kTuple);
    text_ += " in ";
    Write(part.iter, Next(Level::kTest));
    for (const Expr* test : part.ifs) {
      text_ += " if ";
      Write(test, Next(Level::kTest));
    }
  }
  text_ += close;
}

void Unparser::Operator(const Expr* expr, Level level) {
  if (const auto* node = As<BoolOpExpr>(expr)) {
    // Each operand binds more strongly than the one before: `a and (b and c)` keeps its parentheses.
    Level at = node->op == BoolOp::kAnd ? Level::kAnd : Level::kOr;
    const Parens parens(&text_, level > at);
    bool first = true;
    for (const Expr* value : node->values) {
      if (!first) text_ += node->op == BoolOp::kAnd ? " and " : " or ";
      first = false;
      at = Next(at);
      Write(value, at);
    }
  } else if (const auto* node = As<BinOpExpr>(expr)) {
    const Level own = LevelOf(node->op);
    const bool right = node->op == BinOp::kPow;
    const Parens parens(&text_, level > own);
    Write(node->left, right ? Next(own) : own);
    text_ += fmt::format(" {} ", OpText(node->op));
    Write(node->right, right ? own : Next(own));
  } else if (const auto* node = As<UnaryOpExpr>(expr)) {
    const bool is_not = node->op == UnaryOp::kNot;
    const Level own = is_not ? Level::kNot : Level::kFactor;
    const Parens parens(&text_, level > own);
    text_ += OpText(node->op);
    if (is_not) text_ += " ";
    Write(node->value, own);
  } else if (const auto* node = As<CompareExpr>(expr)) {
    const Parens parens(&text_, level > Level::kCompare);
    Write(node->left, Next(Level::kCompare));
    for (size_t i = 0; i < node->ops.size(); ++i) {
      text_ += fmt::format(" {} ", OpText(node->ops[i]));
      Write(node->comparators[i], Next(Level::kCompare));
    }
  }
}

void Unparser::Constant(const ConstantExpr* c) {
  switch (c->constant) {
    case ConstantKind::kNone:
      text_ += "None";
      return;
    case ConstantKind::kTrue:
      text_ += "True";
      return;
    case ConstantKind::kFalse:
      text_ += "False";
      return;
    case ConstantKind::kEllipsis:
      text_ += "...";
      return;
    case ConstantKind::kInt:
      text_ += std::to_string(c->int_value);
      return;
    case ConstantKind::kBigInt:
      text_ += c->text;
      return;
    case ConstantKind::kFloat:
      text_ += FloatText(c->float_value);
      return;
    case ConstantKind::kImaginary: {
      std::string text = FloatText(c->float_value);
      if (text.ends_with(".0")) text.resize(text.size() - 2);
      text_ += text + "j";
      return;
    }
    case ConstantKind::kBytes:
      text_ += QuotedText(c->text, true);
      return;
    case ConstantKind::kStr:
      break;
  }
  if (c->is_u) text_ += "u";
  std::vector<std::string_view> quotes(kAllQuotes.begin(), kAllQuotes.end());
  std::string escaped;
  if (avoid_backslashes_ && EscapeFor(c->text, false, &quotes, &escaped))
    text_ += fmt::format("{}{}{}", quotes[0], escaped, quotes[0]);
  else
    text_ += QuotedText(c->text, false);
}

void Unparser::FStringPart(const Expr* part) {
  if (const auto* constant = As<ConstantExpr>(part)) {
    for (const char c : constant->text) text_.append(c == '{' || c == '}' ? 2 : 1, c);
  } else if (const auto* joined = As<JoinedStrExpr>(part)) {
    for (const Expr* value : joined->values) FStringPart(value);
  } else if (const auto* value = As<FormattedValueExpr>(part)) {
    const bool before = avoid_backslashes_;
    avoid_backslashes_ = true;
    const std::string inner = Text(value->value, Next(Level::kTest));
    avoid_backslashes_ = before;
    text_ += inner.starts_with("{") ? "{ " : "{";
    text_ += inner;
    if (value->conversion) text_ += {'!', value->conversion};
    if (value->format_spec) {
      text_ += ":";
      FStringPart(value->format_spec);
    }
    text_ += "}";
  }
}

void Unparser::FString(const JoinedStrExpr* expr) {
  std::vector<std::string_view> quotes(kAllQuotes.begin(), kAllQuotes.end());
  std::string body;
  for (const Expr* value : expr->values) {
    std::string before = std::move(text_), escaped;
    text_.clear();
    FStringPart(value);
    const std::string part = std::exchange(text_, std::move(before));
    const bool constant = value->kind == ExprKind::kConstant && !avoid_backslashes_;
    if (!EscapeFor(part, constant, &quotes, &escaped)) {
      quotes = {"'''"};
      escaped = part;
    }
    body += escaped;
  }
  text_ += fmt::format("f{}{}{}", quotes[0], body, quotes[0]);
}

void Unparser::Write(const Expr* expr, Level level) {
  switch (expr->kind) {
    case ExprKind::kBoolOp:
    case ExprKind::kBinOp:
    case ExprKind::kUnaryOp:
    case ExprKind::kCompare:
      return Operator(expr, level);
    case ExprKind::kNamedExpr: {
      const auto* node = Cast<NamedExpr>(expr);
      const Parens parens(&text_, level > Level::kNamedExpr);
      Write(node->target, Level::kAtom);
      text_ += " := ";
      Write(node->value, Level::kAtom);
      return;
    }
    case ExprKind::kLambda: {
      const auto* node = Cast<LambdaExpr>(expr);
      const Parens parens(&text_, level > Level::kTest);
      text_ += "lambda";
      const size_t before = text_.size();
      Write(*node->params);
      if (text_.size() > before) text_.insert(before, " ");
      text_ += ": ";
      Write(node->body, Level::kTest);
      return;
    }
    case ExprKind::kIfExp: {
      const auto* node = Cast<IfExpr>(expr);
      const Parens parens(&text_, level > Level::kTest);
      Write(node->body, Next(Level::kTest));
      text_ += " if ";
      Write(node->test, Next(Level::kTest));
      text_ += " else ";
      Write(node->orelse, Level::kTest);
      return;
    }
    case ExprKind::kDict: {
      const auto* node = Cast<DictExpr>(expr);
      text_ += "{";
      for (size_t i = 0; i < node->keys.size(); ++i) {
        if (i) text_ += ", ";
        if (node->keys[i]) {
          Write(node->keys[i]);
          text_ += ": ";
          Write(node->values[i]);
        } else {
          text_ += "**";
          Write(node->values[i], Level::kBitOr);
        }
      }
      text_ += "}";
      return;
    }
    case ExprKind::kSet: {
      text_ += "{";
      Separated(Cast<SetExpr>(expr)->elements, [&](const Expr* e) { Write(e); });
      text_ += "}";
      return;
    }
    case ExprKind::kListComp:
      return Comprehension(static_cast<const ComprehensionExpr*>(expr), '[', ']');
    case ExprKind::kGeneratorExp:
      return Comprehension(static_cast<const ComprehensionExpr*>(expr), '(', ')');
    case ExprKind::kSetComp:
    case ExprKind::kDictComp:
      return Comprehension(static_cast<const ComprehensionExpr*>(expr), '{', '}');
    case ExprKind::kAwait: {
      const Parens parens(&text_, level > Level::kAwait);
      text_ += "await ";
      return Write(Cast<AwaitExpr>(expr)->value, Level::kAtom);
    }
    case ExprKind::kYield: {
      const Parens parens(&text_, level > Level::kYield);
      text_ += "yield";
      if (const Expr* value = Cast<YieldExpr>(expr)->value) {
        text_ += " ";
        Write(value, Level::kAtom);
      }
      return;
    }
    case ExprKind::kYieldFrom: {
      const Parens parens(&text_, level > Level::kYield);
      text_ += "yield from ";
      return Write(Cast<YieldFromExpr>(expr)->value, Level::kAtom);
    }
    case ExprKind::kCall: {
      const auto* node = Cast<CallExpr>(expr);
      Write(node->func, Level::kAtom);
      text_ += "(";
      Args(node);
      text_ += ")";
      return;
    }
    case ExprKind::kFormattedValue:
      return FStringPart(expr);
    case ExprKind::kJoinedStr:
      return FString(Cast<JoinedStrExpr>(expr));
    case ExprKind::kConstant:
      return Constant(Cast<ConstantExpr>(expr));
    case ExprKind::kAttribute: {
      const auto* node = Cast<AttributeExpr>(expr);
      Write(node->value, Level::kAtom);
      if (IsIntLiteral(node->value)) text_ += " ";
      text_ += fmt::format(".{}", node->written->text);
      return;
    }
    case ExprKind::kSubscript: {
      const auto* node = Cast<SubscriptExpr>(expr);
      Write(node->value, Level::kAtom);
      text_ += "[";
      const auto* tuple = As<TupleExpr>(node->slice);
      if (tuple && tuple->elements.size() > 0)
        Items(tuple->elements);
      else
        Write(node->slice);
      text_ += "]";
      return;
    }
    case ExprKind::kStarred:
      text_ += "*";
      return Write(Cast<StarredExpr>(expr)->value, Level::kBitOr);
    case ExprKind::kName:
      text_ += Cast<NameExpr>(expr)->ref.written->text;
      return;
    case ExprKind::kList:
      text_ += "[";
      Separated(Cast<ListExpr>(expr)->elements, [&](const Expr* e) { Write(e); });
      text_ += "]";
      return;
    case ExprKind::kTuple: {
      const auto* node = Cast<TupleExpr>(expr);
      const Parens parens(&text_, node->elements.size() == 0 || level > Level::kTuple);
      Items(node->elements);
      return;
    }
    case ExprKind::kSlice: {
      const auto* node = Cast<SliceExpr>(expr);
      if (node->lower) Write(node->lower);
      text_ += ":";
      if (node->upper) Write(node->upper);
      if (node->step) {
        text_ += ":";
        Write(node->step);
      }
      return;
    }
  }
}

void Unparser::Write(const Parameters& params, bool annotations) {
  bool first = true;
  const auto next = [&] {
    if (!first) text_ += ", ";
    first = false;
  };
  const auto annotated = [&](const Param& p) {
    text_ += p.written->text;
    if (annotations && p.annotation) {
      text_ += ": ";
      Write(p.annotation);
    }
  };
  const auto full = [&](const Param& p) {
    annotated(p);
    if (p.default_value) {
      text_ += "=";
      Write(p.default_value);
    }
  };
  for (size_t i = 0; i < params.positional.size(); ++i) {
    next();
    full(params.positional[i]);
    if (i + 1 == params.num_posonly) text_ += ", /";
  }
  if (params.vararg || params.kwonly.size() > 0) {
    next();
    text_ += "*";
    if (params.vararg) annotated(*params.vararg);
  }
  for (const Param& p : params.kwonly) {
    text_ += ", ";
    full(p);
  }
  if (params.kwarg) {
    next();
    text_ += "**";
    annotated(*params.kwarg);
  }
}

std::string Unparser::Text(const Expr* expr, Level level) {
  std::string before = std::exchange(text_, {});
  Write(expr, level);
  return std::exchange(text_, std::move(before));
}

std::string Unparse(const Expr* expr) {
  Unparser unparser;
  unparser.Write(expr);
  return unparser.text();
}

}  // namespace tp::ast
