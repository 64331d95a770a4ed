#include "core/plan/place.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <queue>
#include <set>

namespace tp {
namespace {

constexpr size_t kGreedyLimit = 1500;

uint64_t Rounded(uint64_t bytes) { return (bytes + 63) & ~uint64_t{63}; }

uint64_t PlaceGreedy(std::span<const BufferLife> buffers, std::vector<uint64_t>& offsets) {
  std::vector<uint32_t> order(buffers.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return buffers[a].bytes > buffers[b].bytes; });
  std::vector<uint32_t> placed;  // sorted by offset
  uint64_t size = 0;
  for (uint32_t b : order) {
    const uint64_t bytes = Rounded(buffers[b].bytes);
    if (bytes == 0) continue;
    uint64_t end = 0, best = ~uint64_t{0}, best_gap = ~uint64_t{0};
    for (uint32_t p : placed) {
      if (buffers[p].last < buffers[b].first || buffers[b].last < buffers[p].first) continue;
      if (offsets[p] > end) {
        const uint64_t gap = offsets[p] - end;
        if (gap >= bytes && gap < best_gap) best = end, best_gap = gap;
      }
      end = std::max(end, offsets[p] + Rounded(buffers[p].bytes));
    }
    offsets[b] = best != ~uint64_t{0} ? best : end;
    size = std::max(size, offsets[b] + bytes);
    placed.insert(std::upper_bound(placed.begin(), placed.end(), b,
                                   [&](uint32_t x, uint32_t y) { return offsets[x] < offsets[y]; }),
                  b);
  }
  return size;
}

// Free gaps of the arena during the sweep, by size and by offset.
class Gaps {
 public:
  uint64_t Take(uint64_t bytes) {
    const auto fit = by_size_.lower_bound({bytes, 0});
    if (fit == by_size_.end()) {
      // The last gap grows where it ends the arena.
      uint64_t at = size_;
      if (!by_offset_.empty()) {
        const auto [offset, gap] = *by_offset_.rbegin();
        if (offset + gap == size_) {
          Remove(offset, gap);
          at = offset;
        }
      }
      size_ = at + bytes;
      return at;
    }
    const auto [gap, offset] = *fit;
    Remove(offset, gap);
    if (gap > bytes) Add(offset + bytes, gap - bytes);
    return offset;
  }
  void Give(uint64_t offset, uint64_t bytes) {
    const auto next = by_offset_.lower_bound(offset);
    if (next != by_offset_.end() && next->first == offset + bytes) {
      const auto [o, s] = *next;
      bytes += s;
      Remove(o, s);
    }
    auto before = by_offset_.lower_bound(offset);
    if (before != by_offset_.begin()) {
      --before;
      const auto [o, s] = *before;
      if (o + s == offset) {
        Remove(o, s);
        offset = o;
        bytes += s;
      }
    }
    Add(offset, bytes);
  }
  uint64_t size() const { return size_; }

 private:
  void Add(uint64_t offset, uint64_t bytes) {
    by_offset_[offset] = bytes;
    by_size_.insert({bytes, offset});
  }
  void Remove(uint64_t offset, uint64_t bytes) {
    by_offset_.erase(offset);
    by_size_.erase({bytes, offset});
  }
  std::map<uint64_t, uint64_t> by_offset_;
  std::set<std::pair<uint64_t, uint64_t>> by_size_;
  uint64_t size_ = 0;
};

uint64_t PlaceSweep(std::span<const BufferLife> buffers, std::vector<uint64_t>& offsets) {
  std::vector<uint32_t> order(buffers.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return buffers[a].first < buffers[b].first; });
  using Ending = std::pair<uint32_t, uint32_t>;  // last step, buffer
  std::priority_queue<Ending, std::vector<Ending>, std::greater<>> live;
  Gaps gaps;
  for (uint32_t b : order) {
    while (!live.empty() && live.top().first < buffers[b].first) {
      const uint32_t done = live.top().second;
      live.pop();
      gaps.Give(offsets[done], Rounded(buffers[done].bytes));
    }
    const uint64_t bytes = Rounded(buffers[b].bytes);
    if (bytes == 0) continue;
    offsets[b] = gaps.Take(bytes);
    live.push({buffers[b].last, b});
  }
  return gaps.size();
}

}  // namespace

uint64_t PlaceBuffers(std::span<const BufferLife> buffers, std::vector<uint64_t>* offsets) {
  offsets->assign(buffers.size(), 0);
  return buffers.size() <= kGreedyLimit ? PlaceGreedy(buffers, *offsets) : PlaceSweep(buffers, *offsets);
}

}  // namespace tp
