// tracepack's side of benchmarks/peers/matrix.py: reads "CASE SECONDS" lines, answers each with the shortest
// time of the case's runs within that budget, in seconds.
//   matrix_peer THREADS
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>

#include "core/base/parallel.h"
#include "kernels/gemm/conv2d.h"
#include "kernels/gemm/gemm.h"

namespace tp {
namespace {

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

float* Values(int64_t count) {  // kept to the end
  auto* data = static_cast<float*>(std::aligned_alloc(4096, (count * sizeof(float) + 4095) / 4096 * 4096));
  for (int64_t i = 0; i < count; ++i) data[i] = static_cast<float>(i * 7919 % 1000) * 0.001f - 0.5f;
  return data;
}

std::map<std::string, std::function<void()>> Cases() {
  std::map<std::string, std::function<void()>> cases;
  for (int64_t n : {256, 512, 1024, 2048}) {
    float *a = Values(n * n), *b = Values(n * n), *c = Values(n * n);
    cases["matmul" + std::to_string(n)] = [=] { Gemm(n, n, n, a, n, false, b, n, false, c, n); };
  }
  for (int64_t m : {1, 64}) {  // a layer's weights are constant, and packed ahead
    const int64_t n = 512, k = 784;
    float *a = Values(m * k), *b = Values(k * n), *c = Values(m * n);
    float* packed = Values(static_cast<int64_t>(PackedSizeB(k, n, b) / sizeof(float)));
    PackB(k, n, b, n, false, packed);
    cases["dense" + std::to_string(m)] = [=] { GemmPrepacked(m, n, k, a, k, false, packed, c, n); };
  }
  const Conv2DShape shape{.batch = 1,
                          .in_h = 200,
                          .in_w = 200,
                          .in_c = 100,
                          .filter_h = 3,
                          .filter_w = 3,
                          .out_c = 100,
                          .out_h = 198,
                          .out_w = 198};
  float *image = Values(200 * 200 * 100), *filter = Values(900 * 100), *out = Values(198 * 198 * 100);
  cases["conv"] = [=] { Conv2D(shape, image, filter, out); };
  return cases;
}

int Main(int threads) {
  SetThreadCount(threads);
  const auto cases = Cases();
  for (const auto& [name, run] : cases) run();
  std::puts("ready");
  std::fflush(stdout);
  std::string name;
  for (double budget; std::cin >> name >> budget;) {
    const auto found = cases.find(name);
    if (found == cases.end()) return 2;
    double best = 1e30;
    const double end = Now() + budget;
    for (int count = 0; count < 3 || Now() < end; ++count) {
      const double start = Now();
      found->second();
      best = std::min(best, Now() - start);
    }
    std::printf("%.9g\n", best);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace tp

int main(int argc, char** argv) { return tp::Main(argc > 1 ? std::atoi(argv[1]) : 1); }
