// A source text and places in it. A Span is two byte offsets (eight bytes, so that every node can carry one);
// the SourceFile turns an offset into line and column, in bytes and in code points, when somebody asks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tp {

// Half-open range of byte offsets into SourceFile::text().
struct Span {
  uint32_t begin = 0, end = 0;

  bool empty() const { return begin == end; }
  friend bool operator==(const Span&, const Span&) = default;
};

// From the first byte of `first` to the last of `last`.
inline Span Join(Span first, Span last) { return {first.begin, last.end}; }

// A place in a text. Lines count from 1; columns from 0, as in Python's `ast` (messages add one).
struct Place {
  uint32_t line = 1;
  uint32_t byte_column = 0;  // `col_offset` of Python's ast
  uint32_t char_column = 0;  // code points: what editors, tracebacks and carets count
};

class SourceFile {
 public:
  // `name` as the user typed it: it stands in every message. `text` is what the file held, any bytes, shorter
  // than 4 GiB; the parser brings it to UTF-8 with '\n' line ends (see DecodeSource in core/lang/decode.h).
  SourceFile(std::string name, std::string text);

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }
  uint32_t num_lines() const { return static_cast<uint32_t>(line_starts_.size()); }

  // The line that holds `offset`, from 1. Offsets past the end belong to the last line.
  uint32_t Line(uint32_t offset) const;
  Place At(uint32_t offset) const;
  // The text of a line without its line end; empty if there is no such line.
  std::string_view LineText(uint32_t line) const;
  uint32_t LineStart(uint32_t line) const { return line_starts_[line - 1]; }
  std::string_view Text(Span span) const { return text().substr(span.begin, span.end - span.begin); }

 private:
  std::string name_, text_;
  std::vector<uint32_t> line_starts_;
};

// The number of code points in UTF-8 `text`; a broken byte counts as one.
uint32_t CountCodePoints(std::string_view text);

}  // namespace tp
