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

std::string Table::Render(const Env& env, bool to_err) const {
  std::vector<size_t> widths;
  for (const Column& c : columns_) widths.push_back(DisplayWidth(c.header));
  for (const auto& row : rows_)
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], DisplayWidth(row[i]));
  // On a terminal that is too narrow the signatures lose their middle.
  size_t total = 2 * (columns_.size() - 1);
  for (size_t width : widths) total += width;
  const auto room = static_cast<size_t>(std::max(env.width(), 40));
  if (total > room && (to_err ? env.err_is_terminal() : env.out_is_terminal()))
    for (size_t i = 0; i < columns_.size(); ++i)
      if (columns_[i].header == "signature")
        widths[i] = std::max<size_t>(widths[i] - std::min(widths[i], total - room), 20);
  auto line = [&](auto&& cell_of) {
    std::string text;
    for (size_t i = 0; i < columns_.size(); ++i) {
      const std::string cell = WithoutMiddle(cell_of(i), widths[i]);
      const std::string pad(widths[i] - DisplayWidth(cell), ' ');
      const bool last = i + 1 == columns_.size();
      if (columns_[i].align == Align::kRight)
        text += pad + cell;
      else
        text += last ? cell : cell + pad;
      if (!last) text += "  ";
    }
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
  };
  std::string text = env.Styled(line([&](size_t i) -> const std::string& { return columns_[i].header; }),
                                Style::kDim, to_err) +
                     "\n";
  for (const auto& row : rows_) text += line([&](size_t i) -> const std::string& { return row[i]; }) + "\n";
  return text;
}

}  // namespace tp::cli
