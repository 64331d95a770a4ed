// Damaged bundles of real specs: every cut is refused; a flipped bit is refused or harmless, with digests
// that show it and with digests made to fit, for the library in this process and for the programs.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>

#include "api/exercise.h"
#include "serialize/test_bytes.h"

namespace tp {
namespace {

namespace fs = std::filesystem;

// Runs a command in the runfiles' root; its exit code, 128 + n for signal n.
int RunShell(const std::string& command) {
  const int status = std::system((command + " >/dev/null 2>&1").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string Build(const std::string& spec) {
  const fs::path path = fs::path(testing::TempDir()) / "good.tpk";
  EXPECT_EQ(RunShell("cli/tracepack build " + spec + " -o " + path.string()), 0) << spec;
  std::stringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

std::string Flip(std::string bytes, uint64_t begin, uint64_t end, std::mt19937& random, bool refit) {
  const uint64_t bit = begin * 8 + random() % ((end - begin) * 8);
  bytes[bit / 8] ^= static_cast<char>(1 << bit % 8);
  if (refit) RefitDigests(&bytes);
  return bytes;
}

class Damaged : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    bytes_ = Build(GetParam());
    ASSERT_GT(bytes_.size(), kHeaderBytes);
    std::memcpy(&header_, bytes_.data(), sizeof header_);
  }
  std::string bytes_;
  BundleHeader header_;
};

TEST_P(Damaged, EveryCutIsRefused) {
  const size_t step = std::max<size_t>(1, bytes_.size() / 2000);
  for (size_t n = 0; n < bytes_.size(); n += n < 4096 ? 1 : step) {
    const Aligned cut(std::string_view(bytes_).substr(0, n));
    ASSERT_EQ(Exercise(cut.view(), {}).code(), Code::kDataLoss) << n << " bytes";
  }
}

TEST_P(Damaged, EveryFlippedBitIsRefused) {
  std::mt19937 random(3);
  for (int i = 0; i < 1000; ++i) {
    const Aligned damaged(Flip(bytes_, 0, bytes_.size(), random, false));
    ASSERT_EQ(Exercise(damaged.view(), {}).code(), Code::kDataLoss) << i;
  }
}

TEST_P(Damaged, FlipsThatDigestsFitAreRefusedOrHarmless) {
  const Aligned good(bytes_);
  ASSERT_TRUE(Exercise(good.view(), {}).ok());
  std::mt19937 random(4);
  int opened = 0;
  for (int i = 0; i < 1000; ++i) {
    // Most of them in the structure, some in the data.
    const bool in_data = i % 10 == 9 && header_.segments_offset < bytes_.size();
    const Aligned damaged(Flip(bytes_, in_data ? header_.segments_offset : kHeaderBytes,
                               in_data ? bytes_.size() : kHeaderBytes + header_.structure_size, random,
                               true));
    const Status status = Exercise(damaged.view(), {.digests = false});
    if (status.ok())
      ++opened;
    else
      ASSERT_EQ(status.code(), Code::kDataLoss) << i << ": " << status.message();
  }
  EXPECT_GT(opened, 10);
  EXPECT_LT(opened, 990);
}

// The programs: an answer or one of their exit codes, never a signal.
TEST_P(Damaged, TheProgramsAnswer) {
  const std::string path = (fs::path(testing::TempDir()) / "damaged.tpk").string();
  std::mt19937 random(5);
  for (int i = 0; i < 12; ++i) {
    std::ofstream(path, std::ios::binary)
        << Flip(bytes_, kHeaderBytes, kHeaderBytes + header_.structure_size, random, true);
    for (const char* command : {"cli/tracepack verify ", "cli/tracepack inspect ", "cli/tracepack explain ",
                                "cli/tracepack hash ", "cli/tracepack-run "}) {
      const int code = RunShell("timeout 20 " + (command + path) + " --no-digest");
      EXPECT_LE(code, 6) << command << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Specs, Damaged,
                         testing::Values("testdata/quickstart.spec.py", "cli/testdata/hostile.spec.py"),
                         [](const auto& info) { return info.index == 0 ? "quickstart" : "hostile"; });

}  // namespace
}  // namespace tp
