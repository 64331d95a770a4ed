// Edit distance (Damerau, adjacent swaps) by rows.
#include "core/diag/suggest.h"

#include <algorithm>
#include <cctype>

namespace tp {

size_t EditDistance(std::string_view a, std::string_view b, size_t limit) {
  if (a.size() > b.size() + limit || b.size() > a.size() + limit) return limit + 1;
  std::vector<size_t> two_back(b.size() + 1), back(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) back[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    size_t best = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({back[j] + 1, row[j - 1] + 1, back[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], two_back[j - 2] + 1);
      best = std::min(best, row[j]);
    }
    if (best > limit) return limit + 1;
    std::swap(two_back, back);
    std::swap(back, row);
  }
  return std::min(back[b.size()], limit + 1);
}

std::string Suggest(std::string_view word, const std::vector<std::string>& known) {
  const auto lower = [](std::string_view text) {
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
  };
  const std::string low = lower(word);
  std::string best;
  size_t best_cost = SIZE_MAX;
  for (const std::string& candidate : known) {
    const size_t limit = (std::max(word.size(), candidate.size()) + 2) / 3;
    const size_t distance = EditDistance(low, lower(candidate), limit);
    if (distance > limit) continue;
    const size_t cost = 2 * distance + (candidate != word);
    if (cost < best_cost) best_cost = cost, best = candidate;
  }
  return best;
}

}  // namespace tp
