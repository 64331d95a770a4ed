// String literals, one or several side by side: str, bytes, or with an f among them a JoinedStr.
#include "core/lang/fstring.h"
#include "core/lang/parser.h"
#include "core/lang/string_literal.h"

namespace tp::ast {

Expr* Parser::ParseStrings() {
  const uint32_t first = at_;
  const uint32_t begin = Here().begin;
  bool bytes = false, text = false, formatted = false;
  for (; At(TokenKind::kString); ++at_) {
    const StringPrefix prefix = ReadPrefix(Text(Current()));
    (prefix.bytes ? bytes : text) = true;
    formatted |= prefix.formatted;
  }
  const uint32_t last = at_;
  if (bytes && text) {
    at_ = first;
    FailWith({begin, tokens_[last - 1].span.end}, "cannot mix bytes and nonbytes literals");
  }
  if (formatted) {
    FStringParser joiner(this, begin);
    for (uint32_t i = first; i < last; ++i) joiner.Add(tokens_[i]);
    at_ = last;
    return joiner.Finish();
  }
  const auto decode = [&](const Token& token, std::string* out) {
    const std::string_view literal = Text(token);
    const StringPrefix prefix = ReadPrefix(literal);
    const std::string_view body = literal.substr(prefix.body_begin, prefix.body_end - prefix.body_begin);
    if (prefix.bytes)
      for (char c : body)
        if (c & 0x80) FailWith(token.span, "bytes can only contain ASCII literal characters");
    const std::string error = DecodeEscapes(body, prefix.raw, prefix.bytes, out);
    if (!error.empty()) FailWith(token.span, error);
  };
  ConstantExpr* node = nullptr;
  const StringPrefix prefix = ReadPrefix(Text(tokens_[first]));
  const std::string_view body =
      Text(tokens_[first]).substr(prefix.body_begin, prefix.body_end - prefix.body_begin);
  std::string value;
  bool in_place = last == first + 1 && !bytes && (prefix.raw || body.find('\\') == std::string_view::npos);
  if (!in_place)
    for (uint32_t i = first; i < last; ++i) decode(tokens_[i], &value);
  node = MakeConstant(begin, bytes ? ConstantKind::kBytes : ConstantKind::kStr);
  // Most strings are one literal without escapes: their text is the file's.
  node->text = in_place ? body : arena_.CopyText(value);
  node->is_u = prefix.unicode;
  return node;
}

}  // namespace tp::ast
