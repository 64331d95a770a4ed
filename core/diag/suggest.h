// "Did you mean": the nearest of some known words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tp {

// The number of single letters put in, taken out, changed or swapped with a neighbour that makes `b` of `a`;
// `limit + 1` if it is more than `limit`.
size_t EditDistance(std::string_view a, std::string_view b, size_t limit);

// The word of `known` that `word` is most likely a slip of (first in order among equals), or empty: at most a
// third of its letters may differ; upper and lower case differ by less than other letters.
std::string Suggest(std::string_view word, const std::vector<std::string>& known);

}  // namespace tp
