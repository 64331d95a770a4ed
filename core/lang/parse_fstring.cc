// The insides of f-strings, as CPython 3.11 reads them (string_parser.c): literal text with doubled braces,
// fields `{expression = !r :spec}`, format specs that hold fields again, two levels deep.
#include "core/lang/fstring.h"
#include "core/lang/string_literal.h"

namespace tp::ast {

void FStringParser::Fail(uint32_t, uint32_t, std::string message) {
  parser_->FailWith(token_, std::move(message));
}

void FStringParser::Add(const Token& token) {
  const std::string_view literal = parser_->Text(token);
  const StringPrefix prefix = ReadPrefix(literal);
  token_ = token.span;
  if (first_) is_u_ = prefix.unicode;
  first_ = false;
  const uint32_t at = token.span.begin + static_cast<uint32_t>(prefix.body_begin);
  const uint32_t end = token.span.begin + static_cast<uint32_t>(prefix.body_end);
  if (prefix.formatted) {
    ParseBody(at, end, prefix.raw, 0, &parts_, &literal_);
    return;
  }
  const std::string error =
      DecodeEscapes(parser_->file_.text().substr(at, end - at), prefix.raw, false, &literal_);
  if (!error.empty()) Fail(at, end, error);
}

Expr* FStringParser::Finish() {
  Flush(&parts_, &literal_);
  auto* node = parser_->Make<JoinedStrExpr>(begin_);
  for (Expr* part : parts_) part->span = node->span;
  node->values = parser_->Copy(parts_);
  parser_->Raise(node, node->values);
  return node;
}

void FStringParser::Flush(Parser::Exprs* parts, std::string* literal) {
  if (literal->empty()) return;
  ConstantExpr* node = parser_->MakeConstant(begin_, ConstantKind::kStr);
  node->text = parser_->arena_.CopyText(*literal);
  node->is_u = is_u_;
  parts->push_back(node);
  literal->clear();
}

uint32_t FStringParser::ParseBody(uint32_t at, uint32_t end, bool raw, int depth, Parser::Exprs* parts,
                                  std::string* literal) {
  for (;;) {
    at = ParseLiteral(at, end, raw, depth, literal);
    if (at >= end || At(at) == '}') return at;
    at = ParseField(at, end, raw, depth, parts, literal);
  }
}

// Reads up to a '{' that begins a field, a '}' that ends a format spec, or the end.
uint32_t FStringParser::ParseLiteral(uint32_t at, uint32_t end, bool raw, int depth, std::string* literal) {
  uint32_t from = at;
  const auto take = [&](uint32_t to) {
    const std::string_view body = parser_->file_.text().substr(from, to - from);
    const std::string error = DecodeEscapes(body, raw, false, literal);
    if (!error.empty()) Fail(from, to, error);
  };
  while (at < end) {
    const char c = At(at);
    if (!raw && c == '\\' && at + 1 < end) {
      if (At(at + 1) == 'N' && at + 2 < end && At(at + 2) == '{') {
        for (at += 3; at < end && At(at) != '}';) ++at;
        if (at < end) ++at;
      } else {
        // A backslash before a brace stands for itself; the brace keeps its meaning.
        at += At(at + 1) == '{' || At(at + 1) == '}' ? 1 : 2;
      }
      continue;
    }
    if (c != '{' && c != '}') {
      ++at;
      continue;
    }
    if (depth == 0) {
      if (at + 1 < end && At(at + 1) == c) {
        take(at + 1);
        at += 2;
        from = at;
        continue;
      }
      if (c == '}') Fail(at, at + 1, "f-string: single '}' is not allowed");
    }
    break;
  }
  take(at);
  return at;
}

// '{' is at `at`. Returns the place behind the field's '}'.
uint32_t FStringParser::ParseField(uint32_t at, uint32_t end, bool raw, int depth, Parser::Exprs* parts,
                                   std::string* literal) {
  if (depth >= 2) Fail(at, at + 1, "f-string: expressions nested too deeply");
  const uint32_t begin = at + 1;
  const uint32_t expr_end = FindExpressionEnd(begin, end);
  if (expr_end >= end) Fail(begin, end, "f-string: expecting '}'");
  Expr* value = ParseExpression(begin, expr_end);
  at = expr_end;
  bool self_documenting = false;
  if (At(at) == '=') {
    self_documenting = true;
    ++at;
    while (at < end && (At(at) == ' ' || (At(at) >= '\t' && At(at) <= '\r'))) ++at;
    literal->append(parser_->file_.text().substr(begin, at - begin));
    if (at >= end) Fail(begin, end, "f-string: expecting '}'");
  }
  char conversion = 0;
  if (At(at) == '!') {
    if (++at >= end) Fail(begin, end, "f-string: expecting '}'");
    conversion = At(at++);
    if (conversion != 's' && conversion != 'r' && conversion != 'a')
      Fail(at - 1, at, "f-string: invalid conversion character: expected 's', 'r', or 'a'");
    if (at >= end) Fail(begin, end, "f-string: expecting '}'");
  }
  Expr* spec = nullptr;
  if (At(at) == ':') {
    Parser::Exprs spec_parts;
    std::string spec_literal;
    at = ParseBody(at + 1, end, raw, depth + 1, &spec_parts, &spec_literal);
    Flush(&spec_parts, &spec_literal);
    auto* joined = parser_->Make<JoinedStrExpr>(begin_);
    joined->values = parser_->Copy(spec_parts);
    parser_->Raise(joined, joined->values);
    spec = joined;
  }
  if (at >= end || At(at) != '}') Fail(at, at + 1, "f-string: expecting '}'");
  if (self_documenting && !spec && !conversion) conversion = 'r';
  Flush(parts, literal);
  auto* field = parser_->Make<FormattedValueExpr>(begin_);
  field->value = value;
  field->conversion = conversion;
  field->format_spec = spec;
  parser_->Raise(field, value);
  parser_->Raise(field, spec);
  parts->push_back(field);
  return at + 1;
}

// Where the expression ends: at `!`, `:`, `=` or `}` outside of brackets and strings.
uint32_t FStringParser::FindExpressionEnd(uint32_t at, uint32_t end) {
  std::string brackets;
  char quote = 0;
  bool triple = false;
  const auto triple_at = [&](uint32_t i) { return i + 2 < end && At(i + 1) == At(i) && At(i + 2) == At(i); };
  for (; at < end; ++at) {
    const char c = At(at);
    if (c == '\\') Fail(at, at + 1, "f-string expression part cannot include a backslash");
    if (quote) {
      if (c != quote) continue;
      if (triple) {
        if (!triple_at(at)) continue;
        at += 2;
      }
      quote = 0;
      continue;
    }
    if (c == '\'' || c == '"') {
      quote = c;
      triple = triple_at(at);
      if (triple) at += 2;
    } else if (c == '(' || c == '[' || c == '{') {
      if (brackets.size() >= 200) Fail(at, at + 1, "f-string: too many nested parenthesis");
      brackets += c;
    } else if (c == '#') {
      Fail(at, at + 1, "f-string expression part cannot include '#'");
    } else if (brackets.empty() && (c == '!' || c == ':' || c == '}' || c == '=' || c == '<' || c == '>')) {
      if (at + 1 < end && At(at + 1) == '=' && c != ':' && c != '}') {
        ++at;
        continue;
      }
      if (c == '<' || c == '>') continue;
      break;
    } else if (c == ')' || c == ']' || c == '}') {
      if (brackets.empty()) Fail(at, at + 1, std::string("f-string: unmatched '") + c + "'");
      const char open = brackets.back();
      brackets.pop_back();
      if ((open == '(') != (c == ')') || (open == '[') != (c == ']'))
        Fail(at, at + 1,
             std::string("f-string: closing parenthesis '") + c + "' does not match opening parenthesis '" +
                 open + "'");
    }
  }
  if (quote) Fail(at, at, "f-string: unterminated string");
  if (!brackets.empty()) Fail(at, at, std::string("f-string: unmatched '") + brackets.back() + "'");
  return at;
}

Expr* FStringParser::ParseExpression(uint32_t begin, uint32_t end) {
  const std::string_view text = parser_->file_.text().substr(begin, end - begin);
  if (text.find_first_not_of(" \t\n\f\r") == std::string_view::npos)
    Fail(begin, end, "f-string: empty expression not allowed");
  ScanResult scan = Scan(parser_->file_, {begin, end}, true);
  if (!scan.errors.empty()) {
    const Diagnostic& error = scan.errors.front().diagnostic;
    parser_->FailWith(error.span, "f-string: " + error.message);
  }
  Parser inner(parser_->module_, std::move(scan), parser_->errors_);
  inner.nesting_ = parser_->nesting_ + 1;
  try {
    return inner.ParseBracedExpression();
  } catch (SyntaxFailure& failure) {
    if (!failure.message.empty()) {
      if (!failure.message.starts_with("f-string: ") && failure.kind == std::string_view("SyntaxError"))
        failure.message = "f-string: " + failure.message;
    } else {
      failure = inner.ExplainExpression(failure);
      failure.message = "f-string: " + failure.message;
    }
    failure.token = parser_->at_;
    throw;
  }
}

}  // namespace tp::ast
