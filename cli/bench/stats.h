// Statistics of timings: percentiles, outliers, and intervals by a moving-block bootstrap, because runs that
// follow each other are not independent.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tp::cli {

struct Summary {
  int64_t runs = 0, outliers = 0;  // outliers: more than 3 interquartile ranges above the third quartile
  double p50 = 0, p90 = 0, p95 = 0, p99 = 0, min = 0, max = 0, mean = 0, sd = 0;
};
Summary Summarize(std::span<const double> samples);

// The q-quantile (0…1), between two samples linearly. REQUIRES: not empty.
double Quantile(std::vector<double> samples, double q);

struct Interval {
  double low = 0, high = 0;
};
// 95% interval of median(b) / median(a), where a[i] and b[i] are the medians of neighbouring blocks. Seeded:
// the same medians give the same interval.
Interval RatioInterval(std::span<const double> a, std::span<const double> b);
// 95% interval of the median.
Interval MedianInterval(std::span<const double> block_medians);

}  // namespace tp::cli
