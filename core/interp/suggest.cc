// Levenshtein distance with CPython's costs: a move costs 2, a change of case 1; at most a third of the
// letters wrong.
#include "core/interp/suggest.h"

#include <algorithm>
#include <cctype>

namespace tp {
namespace {

constexpr size_t kMoveCost = 2, kCaseCost = 1, kMaxSize = 40, kMaxCandidates = 750;

size_t Substitution(char a, char b) {
  if (a == b) return 0;
  if (std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b)))
    return kCaseCost;
  return kMoveCost;
}

size_t Distance(std::string_view a, std::string_view b, size_t max_cost) {
  while (!a.empty() && !b.empty() && a.front() == b.front()) a.remove_prefix(1), b.remove_prefix(1);
  while (!a.empty() && !b.empty() && a.back() == b.back()) a.remove_suffix(1), b.remove_suffix(1);
  if (a.empty() || b.empty()) return (a.size() + b.size()) * kMoveCost;
  if (a.size() > kMaxSize || b.size() > kMaxSize) return max_cost + 1;
  if (b.size() < a.size()) std::swap(a, b);
  if ((b.size() - a.size()) * kMoveCost > max_cost) return max_cost + 1;
  std::vector<size_t> row(a.size());
  for (size_t i = 0; i < a.size(); ++i) row[i] = (i + 1) * kMoveCost;
  size_t result = 0;
  for (size_t j = 0; j < b.size(); ++j) {
    size_t distance = result = j * kMoveCost, minimum = SIZE_MAX;
    for (size_t i = 0; i < a.size(); ++i) {
      const size_t substitute = distance + Substitution(b[j], a[i]);
      distance = row[i];
      const size_t move = std::min(result, distance) + kMoveCost;
      result = std::min(move, substitute);
      row[i] = result;
      minimum = std::min(minimum, result);
    }
    if (minimum > max_cost) return max_cost + 1;
  }
  return result;
}

}  // namespace

std::string NearestName(std::string_view name, const std::vector<std::string>& candidates) {
  if (candidates.size() >= kMaxCandidates) return "";
  size_t best = SIZE_MAX;
  std::string found;
  for (const std::string& c : candidates) {
    if (c == name) continue;
    size_t max_cost = (name.size() + c.size() + 3) * kMoveCost / 6;
    max_cost = std::min(max_cost, best - 1);
    const size_t d = Distance(name, c, max_cost);
    if (d <= max_cost && (found.empty() || d < best)) {
      best = d;
      found = c;
    }
  }
  return found;
}

}  // namespace tp
