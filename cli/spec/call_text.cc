#include "cli/spec/call_text.h"

namespace tp::cli {
namespace {

// Follows brackets and quotes through a text, one character at a time.
class Nesting {
 public:
  // True where `c` stands outside of quotes.
  bool Step(char c) {
    if (quote_) {
      if (escaped_)
        escaped_ = false;
      else if (c == '\\')
        escaped_ = true;
      else if (c == quote_)
        quote_ = 0;
      return false;
    }
    if (c == '\'' || c == '"') {
      quote_ = c;
      return false;
    }
    depth_ += c == '(' || c == '[' || c == '{';
    depth_ -= c == ')' || c == ']' || c == '}';
    return true;
  }
  int depth() const { return depth_; }

 private:
  char quote_ = 0;
  bool escaped_ = false;
  int depth_ = 0;
};

Span Trimmed(std::string_view text, Span span) {
  const auto space = [&](uint32_t at) { return text[at] == ' ' || text[at] == '\n' || text[at] == '\t'; };
  while (span.begin < span.end && space(span.begin)) ++span.begin;
  while (span.begin < span.end && space(span.end - 1)) --span.end;
  return span;
}

}  // namespace

bool IsNameChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (c & 0x80);
}

std::optional<Span> SpanAt(const SourceFile& file, uint32_t line, uint32_t column, uint32_t end_line,
                           uint32_t end_column) {
  const auto offset = [&](uint32_t l, uint32_t c) -> std::optional<uint32_t> {
    if (l < 1 || l > file.num_lines() || c < 1) return std::nullopt;
    uint32_t at = file.LineStart(l);
    for (uint32_t skipped = 1; skipped < c && at < file.text().size(); ++skipped) {
      ++at;
      while (at < file.text().size() && (static_cast<unsigned char>(file.text()[at]) & 0xc0) == 0x80) ++at;
    }
    return at;
  };
  const auto begin = offset(line, column), end = offset(end_line, end_column);
  if (!begin || !end || *end <= *begin) return std::nullopt;
  return Span{*begin, *end};
}

std::optional<Span> ArgumentIn(const SourceFile& file, Span call, const std::string& parameter,
                               int position) {
  const std::string name = parameter.substr(0, parameter.find_first_of("[."));
  const std::string_view text = file.text();
  // The last bracket that opens at depth 0 is the call's.
  Nesting nesting;
  uint32_t open = call.end;
  for (uint32_t i = call.begin; i < call.end; ++i) {
    const int before = nesting.depth();
    if (nesting.Step(text[i]) && text[i] == '(' && before == 0) open = i;
  }
  if (open >= call.end) return std::nullopt;
  std::vector<Span> items;
  Nesting inside;
  uint32_t begin = open + 1;
  for (uint32_t i = begin; i < call.end; ++i) {
    const bool plain = inside.Step(text[i]);
    if ((plain && inside.depth() == 0 && text[i] == ',') || i + 1 == call.end) {
      items.push_back(Trimmed(text, {begin, i}));
      begin = i + 1;
    }
  }
  int index = 0;
  for (const Span& item : items) {
    if (item.empty()) continue;
    const std::string_view words = file.Text(item);
    if (words.starts_with("*")) return std::nullopt;
    size_t end = 0;
    while (end < words.size() && IsNameChar(words[end])) ++end;
    size_t equals = end;
    while (equals < words.size() && words[equals] == ' ') ++equals;
    const bool keyword =
        end > 0 && equals < words.size() && words[equals] == '=' && words.substr(equals, 2) != "==";
    if (keyword ? words.substr(0, end) == name : index == position) {
      if (!keyword) return item;
      return Trimmed(text, {item.begin + static_cast<uint32_t>(equals) + 1, item.end});
    }
    ++index;
  }
  return std::nullopt;
}

std::vector<std::string> SplitTop(std::string_view text, char separator) {
  std::vector<std::string> parts;
  Nesting nesting;
  std::string part;
  for (char c : text) {
    const bool plain = nesting.Step(c);
    if (plain && nesting.depth() == 0 && c == separator) {
      if (!part.empty()) parts.push_back(std::move(part));
      part.clear();
    } else {
      part += c;
    }
  }
  if (!part.empty()) parts.push_back(std::move(part));
  return parts;
}

}  // namespace tp::cli
