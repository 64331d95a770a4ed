// Atoms and what follows them: names, constants, displays, comprehensions; attributes, calls, subscripts.
#include "core/lang/parser.h"
#include "core/lang/scan.h"

namespace tp::ast {

const Name* Parser::NameOf(const Token& token) {
  const std::string_view text = Text(token);
  for (char c : text)
    if (c & 0x80) return Intern(NormalizeName(text));
  return Intern(text);
}

const Name* Parser::ExpectName() {
  if (!At(TokenKind::kName)) Fail();
  return NameOf(tokens_[at_++]);
}

Expr* Parser::ParsePrimary() {
  const uint32_t begin = Here().begin;
  Expr* primary = ParseAtom();
  for (;;) {
    switch (Kind()) {
      case TokenKind::kDot: {
        ++at_;
        const Span span = Here();
        const Name* attr = ExpectName();
        auto* node = Make<AttributeExpr>(begin);
        node->value = primary;
        node->attr = node->written = attr;
        node->attr_span = span;
        Raise(node, primary);
        primary = node;
        break;
      }
      case TokenKind::kLeftParen:
        primary = ParseCall(primary, begin);
        break;
      case TokenKind::kLeftBracket: {
        ++at_;
        Expr* slice = ParseSlices();
        Expect(TokenKind::kRightBracket);
        auto* node = Make<SubscriptExpr>(begin);
        node->value = primary;
        node->slice = slice;
        Raise(node, primary);
        Raise(node, slice);
        primary = node;
        break;
      }
      default:
        return primary;
    }
  }
}

Expr* Parser::ParseAtom() {
  switch (Kind()) {
    case TokenKind::kName:
      return ParseNameAtom();
    case TokenKind::kNumber:
      return ParseNumber();
    case TokenKind::kString:
      return ParseStrings();
    case TokenKind::kTrueKeyword:
      return ParseConstantAtom(ConstantKind::kTrue);
    case TokenKind::kFalseKeyword:
      return ParseConstantAtom(ConstantKind::kFalse);
    case TokenKind::kNoneKeyword:
      return ParseConstantAtom(ConstantKind::kNone);
    case TokenKind::kEllipsis:
      return ParseConstantAtom(ConstantKind::kEllipsis);
    case TokenKind::kLeftParen:
      return ParseParenthesized();
    case TokenKind::kLeftBracket:
      return ParseListDisplay();
    case TokenKind::kLeftBrace:
      return ParseBraces();
    default:
      Fail();
  }
}

Expr* Parser::ParseNameAtom() {
  const Span span = Here();
  const Name* name = NameOf(tokens_[at_++]);
  auto* node = Make<NameExpr>(span.begin);
  node->ref.name = node->ref.written = name;
  return node;
}

ConstantExpr* Parser::MakeConstant(uint32_t begin, ConstantKind kind) {
  auto* node = Make<ConstantExpr>(begin);
  node->operand = Operand::kConstant;
  node->constant = kind;
  node->index = static_cast<uint32_t>(module_.constants.size());
  module_.constants.push_back(node);
  return node;
}

Expr* Parser::ParseConstantAtom(ConstantKind kind) {
  const uint32_t begin = Here().begin;
  ++at_;
  return MakeConstant(begin, kind);
}

// '(' is current: a group, a tuple, a yield or a generator expression.
Expr* Parser::ParseParenthesized() {
  Nesting nesting(this);
  const uint32_t begin = Here().begin;
  ++at_;
  if (Accept(TokenKind::kRightParen)) return Make<TupleExpr>(begin);
  if (At(TokenKind::kYieldKeyword)) {
    Expr* yield = ParseYield();
    Expect(TokenKind::kRightParen);
    return yield;
  }
  Expr* first = ParseStarNamedExpression();
  const bool star = first->kind == ExprKind::kStarred;
  if (!star && AtComprehension())
    return FinishComprehension<GeneratorExpr>(begin, first, nullptr, TokenKind::kRightParen);
  if (!At(TokenKind::kComma)) {
    if (star && At(TokenKind::kRightParen)) FailWith(first->span, "cannot use starred expression here");
    Expect(TokenKind::kRightParen);
    return first;
  }
  Exprs elements{first};
  while (Accept(TokenKind::kComma) && !At(TokenKind::kRightParen))
    elements.push_back(ParseStarNamedExpression());
  Expect(TokenKind::kRightParen);
  auto* tuple = Make<TupleExpr>(begin);
  tuple->elements = Copy(elements);
  Raise(tuple, tuple->elements);
  return tuple;
}

Expr* Parser::ParseBracedExpression() {
  const uint32_t begin = Here().begin;
  at_ = 0;
  in_braces_ = true;
  Expr* first;
  if (At(TokenKind::kYieldKeyword)) {
    first = ParseYield();
  } else {
    first = ParseStarNamedExpression();
    if (AtComprehension()) {
      first = FinishComprehension<GeneratorExpr>(begin, first, nullptr, TokenKind::kEnd);
      return first;
    }
    if (At(TokenKind::kComma)) {
      Exprs elements{first};
      while (Accept(TokenKind::kComma) && !At(TokenKind::kEnd))
        elements.push_back(ParseStarNamedExpression());
      auto* tuple = Make<TupleExpr>(begin);
      tuple->elements = Copy(elements);
      Raise(tuple, tuple->elements);
      first = tuple;
    } else if (first->kind == ExprKind::kStarred) {
      Fail();
    }
  }
  Expect(TokenKind::kEnd);
  return first;
}

Expr* Parser::ParseListDisplay() {
  Nesting nesting(this);
  const uint32_t begin = Here().begin;
  ++at_;
  Exprs elements;
  if (!At(TokenKind::kRightBracket)) {
    Expr* first = ParseStarNamedExpression();
    if (first->kind != ExprKind::kStarred && AtComprehension())
      return FinishComprehension<ListCompExpr>(begin, first, nullptr, TokenKind::kRightBracket);
    if (AtComprehension()) FailWith(first->span, "iterable unpacking cannot be used in comprehension");
    elements.push_back(first);
    while (Accept(TokenKind::kComma) && !At(TokenKind::kRightBracket))
      elements.push_back(ParseStarNamedExpression());
  }
  Expect(TokenKind::kRightBracket);
  auto* list = Make<ListExpr>(begin);
  list->elements = Copy(elements);
  Raise(list, list->elements);
  return list;
}

// A dict, a set or one of their comprehensions.
Expr* Parser::ParseBraces() {
  Nesting nesting(this);
  const uint32_t begin = Here().begin;
  ++at_;
  if (At(TokenKind::kRightBrace) || At(TokenKind::kDoubleStar)) return ParseDictItems(begin);
  const uint32_t start = at_;
  Expr* first = ParseStarNamedExpression();
  if (At(TokenKind::kColon)) {
    if (first->kind == ExprKind::kStarred || first->kind == ExprKind::kNamedExpr) {
      // `{(a := 1): 2}` has parentheses, `{a := 1: 2}` has not and is no dict.
      if (tokens_[start].kind != TokenKind::kLeftParen) Fail();
    }
    at_ = start;
    return ParseDictItems(begin);
  }
  if (first->kind != ExprKind::kStarred && AtComprehension())
    return FinishComprehension<SetCompExpr>(begin, first, nullptr, TokenKind::kRightBrace);
  Exprs elements{first};
  while (Accept(TokenKind::kComma) && !At(TokenKind::kRightBrace))
    elements.push_back(ParseStarNamedExpression());
  Expect(TokenKind::kRightBrace);
  auto* set = Make<SetExpr>(begin);
  set->elements = Copy(elements);
  Raise(set, set->elements);
  return set;
}

Expr* Parser::ParseDictItems(uint32_t begin) {
  Exprs keys, values;
  while (!At(TokenKind::kRightBrace)) {
    if (Accept(TokenKind::kDoubleStar)) {
      keys.push_back(nullptr);
      values.push_back(ParseBitOr());
    } else {
      Expr* key = ParseExpression();
      if (!keys.empty() && (At(TokenKind::kRightBrace) || At(TokenKind::kComma)))
        FailWith({key->span.end - 1, key->span.end}, "':' expected after dictionary key");
      Expect(TokenKind::kColon);
      if (At(TokenKind::kRightBrace) || At(TokenKind::kComma))
        FailWith(tokens_[at_ - 1].span, "expression expected after dictionary key and ':'");
      if (At(TokenKind::kStar)) FailWith(Here(), "cannot use a starred expression in a dictionary value");
      Expr* value = ParseExpression();
      if (keys.empty() && AtComprehension())
        return FinishComprehension<DictCompExpr>(begin, key, value, TokenKind::kRightBrace);
      keys.push_back(key);
      values.push_back(value);
    }
    if (!Accept(TokenKind::kComma)) break;
  }
  Expect(TokenKind::kRightBrace);
  auto* dict = Make<DictExpr>(begin);
  dict->keys = Copy(keys);
  dict->values = Copy(values);
  Raise(dict, dict->keys);
  Raise(dict, dict->values);
  return dict;
}

List<Comprehension> Parser::ParseComprehensionFor() {
  SmallVector<Comprehension, 2> clauses;
  while (AtComprehension()) {
    Comprehension clause;
    clause.is_async = Accept(TokenKind::kAsyncKeyword);
    Expect(TokenKind::kForKeyword);
    clause.target = ParseTargetList();
    Expect(TokenKind::kInKeyword);
    clause.iter = ParseDisjunction();
    Exprs ifs;
    while (Accept(TokenKind::kIfKeyword)) ifs.push_back(ParseDisjunction());
    clause.ifs = Copy(ifs);
    clauses.push_back(clause);
  }
  return arena_.Copy(clauses.data(), clauses.size());
}

template <typename T>
Expr* Parser::FinishComprehension(uint32_t begin, Expr* element, Expr* value, TokenKind close) {
  const List<Comprehension> generators = ParseComprehensionFor();
  Expect(close);
  auto* node = Make<T>(begin);
  node->element = element;
  node->value = value;
  node->generators = generators;
  Raise(node, element);
  Raise(node, value);
  for (const Comprehension& clause : generators) {
    Raise(node, clause.target);
    Raise(node, clause.iter);
    Raise(node, clause.ifs);
  }
  return node;
}

// '(' is current. Order of arguments: positional and `*x`; then `name=x` and `*x`; then `name=x` and `**x`.
Expr* Parser::ParseCall(Expr* func, uint32_t begin) {
  Nesting nesting(this);
  const uint32_t open = Here().begin;
  ++at_;
  Exprs args;
  SmallVector<Keyword, 4> keywords;
  bool has_double_star = false, has_star = false;
  while (!At(TokenKind::kRightParen)) {
    const uint32_t start = Here().begin;
    if (Accept(TokenKind::kDoubleStar)) {
      Expr* value = ParseExpression();
      keywords.push_back({nullptr, value, {start, LastEnd()}});
      has_double_star = true;
    } else if (At(TokenKind::kName) && Kind(1) == TokenKind::kEqual) {
      const Name* name = ExpectName();
      ++at_;
      Expr* value = ParseExpression();
      keywords.push_back({name, value, {start, LastEnd()}});
    } else if (At(TokenKind::kStar)) {
      if (has_double_star) FailWith(Here(), "iterable argument unpacking follows keyword argument unpacking");
      ++at_;
      Expr* value = ParseExpression();
      auto* star = Make<StarredExpr>(start);
      star->value = value;
      Raise(star, value);
      args.push_back(star);
      has_star = true;
    } else {
      Expr* value = ParseNamedExpression();
      if (At(TokenKind::kEqual)) {
        const TokenKind kind = tokens_[at_ - 1].kind;
        if (kind >= TokenKind::kFalseKeyword && kind <= TokenKind::kTrueKeyword &&
            value->span.end == LastEnd() && value->kind == ExprKind::kConstant)
          FailWith({value->span.begin, Here().end}, "cannot assign to " + std::string(TokenText(kind)));
        FailWith({value->span.begin, Here().end},
                 "expression cannot contain assignment, perhaps you meant \"==\"?");
      }
      if (!keywords.empty())
        FailWith(Here(), has_double_star ? "positional argument follows keyword argument unpacking"
                                         : "positional argument follows keyword argument");
      if (AtComprehension()) {
        if (!args.empty()) {
          ParseComprehensionFor();
          FailWith({value->span.begin, LastEnd()}, "Generator expression must be parenthesized");
        }
        const uint32_t clauses = at_;
        ParseComprehensionFor();
        if (At(TokenKind::kComma))
          FailWith({value->span.begin, LastEnd()}, "Generator expression must be parenthesized");
        at_ = clauses;
        value = FinishComprehension<GeneratorExpr>(open, value, nullptr, TokenKind::kRightParen);
        --at_;
        args.push_back(value);
        break;
      }
      args.push_back(value);
    }
    if (!Accept(TokenKind::kComma)) break;
  }
  Expect(TokenKind::kRightParen);
  auto* call = Make<CallExpr>(begin);
  call->func = func;
  call->args = Copy(args);
  call->keywords = arena_.Copy(keywords.data(), keywords.size());
  call->has_star = has_star || has_double_star;
  Raise(call, func);
  Raise(call, call->args);
  for (const Keyword& keyword : call->keywords) Raise(call, keyword.value);
  return call;
}

Expr* Parser::ParseSlices() {
  Nesting nesting(this);
  const uint32_t begin = Here().begin;
  Expr* first = At(TokenKind::kStar) ? ParseStarExpression() : ParseSlice();
  if (!At(TokenKind::kComma) && first->kind != ExprKind::kStarred) return first;
  Exprs elements{first};
  while (Accept(TokenKind::kComma) && !At(TokenKind::kRightBracket))
    elements.push_back(At(TokenKind::kStar) ? ParseStarExpression() : ParseSlice());
  auto* tuple = Make<TupleExpr>(begin);
  tuple->elements = Copy(elements);
  Raise(tuple, tuple->elements);
  return tuple;
}

Expr* Parser::ParseSlice() {
  const uint32_t begin = Here().begin;
  const auto at_part = [&] {
    return !At(TokenKind::kColon) && !At(TokenKind::kComma) && !At(TokenKind::kRightBracket);
  };
  Expr* parts[3] = {};
  if (!At(TokenKind::kColon)) {
    parts[0] = ParseNamedExpression();
    if (!At(TokenKind::kColon)) return parts[0];
    // A bare walrus cannot be a bound.
    if (parts[0]->kind == ExprKind::kNamedExpr && parts[0]->span.begin == begin) Fail();
  }
  ++at_;
  if (at_part()) parts[1] = ParseExpression();
  if (Accept(TokenKind::kColon) && at_part()) parts[2] = ParseExpression();
  auto* slice = Make<SliceExpr>(begin);
  slice->lower = parts[0];
  slice->upper = parts[1];
  slice->step = parts[2];
  for (Expr* part : parts) Raise(slice, part);
  return slice;
}

}  // namespace tp::ast
