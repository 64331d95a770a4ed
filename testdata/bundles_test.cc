// `tracepack build` of each recorded spec that works with TensorFlow, then `tracepack verify`: the verifier
// takes every graph that tracing and differentiation make, once written and read.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "testdata/recorded_specs.h"

namespace fs = std::filesystem;

namespace {

class Case : public testing::Test {
 public:
  explicit Case(fs::path spec) : spec_(std::move(spec)) {}

  void TestBody() override {
    const char* folder = std::getenv("TEST_TMPDIR");
    const std::string stem = std::string(folder ? folder : "/tmp") + "/" + spec_.filename().string();
    const std::string bundle = stem + ".tpk", text = stem + ".txt";
    const auto run = [&](const std::string& words) {
      const int status = std::system(("cli/tracepack " + words + " >/dev/null 2>" + text).c_str());
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    };
    const int built = run("build -q " + spec_.string() + " -o " + bundle);
    // What raises by itself, and what holds nothing but functions that a bundle cannot hold, is no bundle.
    if (built == 3 && !fs::exists(bundle)) return;
    ASSERT_EQ(built, 0) << ReadFile(text);
    ASSERT_TRUE(fs::exists(bundle));
    EXPECT_EQ(run("verify " + bundle), 0) << ReadFile(text);
  }

 private:
  fs::path spec_;
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (const fs::path& file : RecordedSpecs())
    testing::RegisterTest(file.parent_path().filename().string().c_str(), SpecName(file).c_str(), nullptr,
                          nullptr, __FILE__, __LINE__, [file]() -> testing::Test* { return new Case(file); });
  return RUN_ALL_TESTS();
}
