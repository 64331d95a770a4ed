// Memory that ends at any allocation and files that fail at any call, while a small spec is built and its
// bundle run (fail_nth.cc): an exit code of ours with a message, never a signal, and no file but whole ones.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace fs = std::filesystem;

namespace {

constexpr const char* kSpec =
    "import tensorflow as tf\n"
    "v = tf.Variable([1.0, 2.0])\n"
    "@tf.function\n"
    "def f(x):\n"
    "  for i in range(3): x = tf.tanh(x * v + float(i))\n"
    "  v.assign_add(x)\n"
    "  return x\n"
    "print(f(tf.constant([1.0, 2.0])))\n";

std::string ReadAll(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class Faults : public testing::Test {
 protected:
  void SetUp() override {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "a sanitizer has an allocator of its own";
#endif
    const fs::path start = fs::current_path();
    folder_ = fs::path(testing::TempDir()) / "faults";
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    std::ofstream(folder_ / "small.spec.py") << kSpec;
    program_ = (start / "cli").string();
    preload_ = (start / "cli/fail_nth.so").string();
  }

  // The exit code; 128 + n for signal n.
  int Run(const std::string& command, char mode, long n) {
    const std::string line =
        fmt::format("cd '{}' && FAIL_MODE={} FAIL_N={} FAIL_COUNT=count LD_PRELOAD='{}' '{}'/{} > out 2> err",
                    folder_.string(), mode, n, preload_, program_, command);
    const int status = std::system(line.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  // Lets each `step`-th call of a kind fail in turn.
  void FailEach(const std::string& command, char mode, long step, const std::set<int>& allowed) {
    ASSERT_EQ(Run(command, mode, 1 << 30), 0) << command;
    const std::string good = ReadAll(folder_ / "small.tpk");
    const long count = std::atol(ReadAll(folder_ / "count").c_str());
    ASSERT_GT(count, 0) << mode;
    for (long n = 1; n <= count; n += step) {
      const int code = Run(command, mode, n);
      const std::string said = ReadAll(folder_ / "err");
      // glibc itself ends a process that cannot note what a thread's end shall destroy.
      if (said.find("failed to register TLS destructor") != std::string::npos) continue;
      ASSERT_TRUE(allowed.contains(code))
          << command << ", call " << n << " of kind " << mode << ": " << code << "\n"
          << said.substr(0, 2000);
      if (code != 0) {
        ASSERT_FALSE(said.empty()) << n;
      }
      ASSERT_EQ(ReadAll(folder_ / "small.tpk"), good) << n;
    }
    for (const auto& entry : fs::directory_iterator(folder_))
      EXPECT_EQ(entry.path().string().find(".tmp"), std::string::npos) << entry.path();
  }

  fs::path folder_;
  std::string program_, preload_;
};

// 3: the spec's own MemoryError; 5: of a bundle's function; 6: the process's.
TEST_F(Faults, Build) {
  const std::string command = "tracepack build small.spec.py -o small.tpk";
  for (const char mode : {'w', 'f', 'n', 'c', 'p'}) FailEach(command, mode, 1, {0, 6});
  FailEach(command, 'm', 17, {0, 3, 6});
}

TEST_F(Faults, Run) {
  ASSERT_EQ(Run("tracepack build small.spec.py -o small.tpk", 'm', 0), 0);
  const std::string arguments = " small.tpk -f f -i x=f32[2]:1,2 -o y.npy --save next.tpk";
  for (const char mode : {'w', 'f', 'n', 'c', 'p'}) FailEach("tracepack run" + arguments, mode, 1, {0, 6});
  FailEach("tracepack run" + arguments, 'm', 17, {0, 5, 6});
  FailEach("tracepack-run" + arguments, 'm', 17, {0, 5, 6});
}

}  // namespace
