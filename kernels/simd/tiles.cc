// One table of tile functions a SIMD target, made at first use, given to core/ir.
#include "kernels/simd/tiles.h"

#include <atomic>
#include <mutex>

namespace tp::tiles {
namespace {

constexpr int kTargets = 3;  // SimdTargetIndex
std::atomic<const TileTable*> tables[kTargets];
TileTable storage[kTargets];
std::mutex making;

const TileTable& Make(int target) {
  const std::lock_guard<std::mutex> lock(making);
  if (const TileTable* table = tables[target].load()) return *table;
  TileTable* table = &storage[target];
  FillPlain(table);
  FillLibm(table);
  FillCasts(table);
  FillFast(table);
  FillMath(table);
  FillHalf(table);
  tables[target].store(table, std::memory_order_release);
  return *table;
}

const RegisterTiles kRegister(Current);

}  // namespace

const TileTable& Current() {
  const int target = SimdTargetIndex();
  if (const TileTable* table = tables[target].load(std::memory_order_acquire)) return *table;
  return Make(target);
}

}  // namespace tp::tiles
