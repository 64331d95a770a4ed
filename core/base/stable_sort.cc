#include "core/base/stable_sort.h"

#include <numeric>

namespace tp {

std::vector<uint32_t> StableOrder(size_t n, bool (*less)(const void* ctx, uint32_t i, uint32_t j),
                                  const void* ctx) {
  std::vector<uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [=](uint32_t i, uint32_t j) { return less(ctx, i, j); });
  return order;
}

}  // namespace tp
