#include "cli/report/table.h"

#include <algorithm>

namespace tp::cli {

size_t DisplayWidth(std::string_view text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

namespace {

// At most `width` columns: "x=f32[32,784]...rate=0.1".
std::string WithoutMiddle(const std::string& text, size_t width) {
  if (DisplayWidth(text) <= width || width < 4) return text;
  const auto inside = [&](size_t at) { return (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80; };
  size_t head = (width - 3) / 2, tail = text.size() - (width - 3 - head);
  while (head > 0 && inside(head)) --head;
  while (tail < text.size() && inside(tail)) ++tail;
  return text.substr(0, head) + "..." + text.substr(tail);
}

}  // namespace

std::string Table::Markdown() const {
  std::string text;
  const auto line = [&](auto&& cell_of) {
    for (size_t i = 0; i < columns_.size(); ++i) {
      text += "| ";
      for (const char c : cell_of(i)) {
        if (c == '|') text += '\\';
        text += c;
      }
      text += ' ';
    }
    text += "|\n";
  };
  line([&](size_t i) -> std::string_view { return columns_[i].header; });
  line([&](size_t i) -> std::string_view { return columns_[i].align == Align::kRight ? "---:" : "---"; });
  for (const auto& row : rows_) line([&](size_t i) -> std::string_view { return row[i]; });
  return text + "\n";
}

std::vector<size_t> Table::Widths() const {
  std::vector<size_t> widths;
  for (const Column& c : columns_) widths.push_back(DisplayWidth(c.header));
  for (const auto& row : rows_)
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], DisplayWidth(row[i]));
  return widths;
}

size_t Table::Width() const {
  size_t total = 2 * (columns_.size() - 1);
  for (size_t width : Widths()) total += width;
  return total;
}

std::string Table::Render(const Env& env, bool to_err) const {
  if (env.markdown() && !to_err) return Markdown();
  std::vector<size_t> widths = Widths();
  // On a terminal that is too narrow the signatures lose their middle.
  const size_t total = Width();
  const auto room = static_cast<size_t>(std::max(env.width(), 40));
  if (total > room && (to_err ? env.err_is_terminal() : env.out_is_terminal()))
    for (size_t i = 0; i < columns_.size(); ++i)
      if (columns_[i].header == "signature")
        widths[i] = std::max<size_t>(widths[i] - std::min(widths[i], total - room), 20);
  constexpr size_t kHeader = SIZE_MAX;
  const auto line = [&](size_t row) {
    std::string text;
    for (size_t i = 0; i < columns_.size(); ++i) {
      std::string cell = WithoutMiddle(row == kHeader ? columns_[i].header : rows_[row][i], widths[i]);
      const std::string pad(widths[i] - DisplayWidth(cell), ' ');
      const bool last = i + 1 == columns_.size();
      for (const Marked& mark : marks_)
        if (mark.row == row && mark.column == i) cell = env.Styled(cell, mark.style, to_err);
      if (columns_[i].align == Align::kRight)
        text += pad + cell;
      else
        text += last ? cell : cell + pad;
      if (!last) text += "  ";
    }
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
  };
  std::string text = env.Styled(line(kHeader), Style::kDim, to_err) + "\n";
  for (size_t row = 0; row < rows_.size(); ++row) text += line(row) + "\n";
  return text;
}

}  // namespace tp::cli
