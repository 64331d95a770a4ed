// A stable sort whose code exists once, not once for each type: for lists that are short or rare.
//   StableSort(&errors, [](const Diagnostic& a, const Diagnostic& b) { return a.line < b.line; });
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tp {

// The numbers 0 to n - 1 sorted by less(ctx, i, j); equal ones stay in order.
std::vector<uint32_t> StableOrder(size_t n, bool (*less)(const void* ctx, uint32_t i, uint32_t j),
                                  const void* ctx);

// `list` is a vector or the like, of fewer than 2^32 things that can be moved; less(a, b) compares two.
template <class List, class Less>
void StableSort(List* list, const Less& less) {
  const auto before = [&](uint32_t i, uint32_t j) -> bool { return less((*list)[i], (*list)[j]); };
  using Before = decltype(before);
  const std::vector<uint32_t> order = StableOrder(
      list->size(),
      [](const void* ctx, uint32_t i, uint32_t j) { return (*static_cast<Before*>(ctx))(i, j); }, &before);
  std::vector<typename List::value_type> sorted;
  sorted.reserve(order.size());
  for (const uint32_t i : order) sorted.push_back(std::move((*list)[i]));
  std::move(sorted.begin(), sorted.end(), list->begin());
}

}  // namespace tp
