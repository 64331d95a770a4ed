#include "cli/report/table.h"

#include <algorithm>

namespace tp::cli {

size_t DisplayWidth(std::string_view text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string Table::Render(const Env& env, bool to_err) const {
  std::vector<size_t> widths;
  for (const Column& c : columns_) widths.push_back(DisplayWidth(c.header));
  for (const auto& row : rows_)
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], DisplayWidth(row[i]));
  auto line = [&](auto&& cell_of) {
    std::string text;
    for (size_t i = 0; i < columns_.size(); ++i) {
      const std::string& cell = cell_of(i);
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
