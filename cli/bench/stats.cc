#include "cli/bench/stats.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace tp::cli {
namespace {

constexpr int kResamples = 1000;
constexpr size_t kBlock = 3;  // neighbouring block medians that are drawn together

// Draws rows of indices 0…n-1 in moving blocks and gives the 2.5% and 97.5% quantiles of `statistic`.
Interval Bootstrap(size_t n, const std::function<double(std::span<const size_t>)>& statistic) {
  uint64_t state = 0x9e3779b97f4a7c15u;
  const auto next = [&] {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  };
  const size_t block = std::min(kBlock, n);
  std::vector<double> values;
  std::vector<size_t> rows;
  for (int i = 0; i < kResamples; ++i) {
    rows.clear();
    while (rows.size() < n) {
      const size_t start = next() % (n - block + 1);
      for (size_t k = 0; k < block && rows.size() < n; ++k) rows.push_back(start + k);
    }
    values.push_back(statistic(rows));
  }
  return {Quantile(values, 0.025), Quantile(values, 0.975)};
}

double MedianOf(std::span<const double> samples, std::span<const size_t> rows) {
  std::vector<double> drawn;
  for (size_t row : rows) drawn.push_back(samples[row]);
  return Quantile(std::move(drawn), 0.5);
}

}  // namespace

double Quantile(std::vector<double> samples, double q) {
  const double at = q * static_cast<double>(samples.size() - 1);
  const auto low = static_cast<size_t>(at);
  std::nth_element(samples.begin(), samples.begin() + static_cast<ptrdiff_t>(low), samples.end());
  const double below = samples[low];
  if (low + 1 >= samples.size()) return below;
  const double above = *std::min_element(samples.begin() + static_cast<ptrdiff_t>(low) + 1, samples.end());
  return below + (above - below) * (at - static_cast<double>(low));
}

Summary Summarize(std::span<const double> samples) {
  Summary s;
  if (samples.empty()) return s;
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  const auto at = [&](double q) { return Quantile(sorted, q); };
  s.runs = static_cast<int64_t>(sorted.size());
  s.p50 = at(0.5), s.p90 = at(0.9), s.p95 = at(0.95), s.p99 = at(0.99);
  s.min = sorted.front(), s.max = sorted.back();
  for (double x : sorted) s.mean += x / static_cast<double>(sorted.size());
  for (double x : sorted) s.sd += (x - s.mean) * (x - s.mean);
  s.sd = sorted.size() > 1 ? std::sqrt(s.sd / static_cast<double>(sorted.size() - 1)) : 0;
  const double q1 = at(0.25), q3 = at(0.75);
  s.outliers = std::count_if(sorted.begin(), sorted.end(), [&](double x) { return x > q3 + 3 * (q3 - q1); });
  return s;
}

Interval RatioInterval(std::span<const double> a, std::span<const double> b) {
  return Bootstrap(a.size(),
                   [&](std::span<const size_t> rows) { return MedianOf(b, rows) / MedianOf(a, rows); });
}

Interval MedianInterval(std::span<const double> medians) {
  return Bootstrap(medians.size(), [&](std::span<const size_t> rows) { return MedianOf(medians, rows); });
}

}  // namespace tp::cli
