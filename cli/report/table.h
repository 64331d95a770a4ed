// Table: rows of text in columns: words left, numbers right, two spaces between, the header in lower case.
#pragma once

#include <string>
#include <vector>

#include "cli/env.h"

namespace tp::cli {

class Table {
 public:
  enum class Align { kLeft, kRight };
  struct Column {
    std::string header;
    Align align = Align::kLeft;
  };
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // As many cells as columns; "-" for what does not apply.
  void Add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  // The cell of the row added last, where the stream takes colour.
  void Mark(size_t column, Style style) { marks_.push_back({rows_.size() - 1, column, style}); }
  bool empty() const { return rows_.empty(); }
  size_t Width() const;  // of a line
  // The lines, header first (dim where the stream takes colour). The last column is not padded. Under
  // --format markdown a Markdown table and an empty line.
  std::string Render(const Env& env, bool to_err = false) const;

 private:
  std::string Markdown() const;
  std::vector<size_t> Widths() const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
  struct Marked {
    size_t row, column;
    Style style;
  };
  std::vector<Marked> marks_;
};

// Columns that a UTF-8 text takes: its code points.
size_t DisplayWidth(std::string_view text);

}  // namespace tp::cli
