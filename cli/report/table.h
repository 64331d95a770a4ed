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
  bool empty() const { return rows_.empty(); }
  // The lines, header first (dim where the stream takes colour). The last column is not padded.
  std::string Render(const Env& env, bool to_err = false) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// Columns that a UTF-8 text takes: its code points.
size_t DisplayWidth(std::string_view text);

}  // namespace tp::cli
