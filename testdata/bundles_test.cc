// `tracepack build` of each recorded spec that works with TensorFlow, then `tracepack verify`: the verifier
// takes every graph that tracing and differentiation make, once written and read.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

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
  std::vector<fs::path> files;
  for (const char* folder : {"testdata/lang", "testdata/data", "testdata/stage", "testdata/trace"})
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().string().ends_with(".spec.py")) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    const std::string name = file.filename().string();
    testing::RegisterTest(file.parent_path().filename().string().c_str(),
                          name.substr(0, name.find('.')).c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [file]() -> testing::Test* { return new Case(file); });
  }
  return RUN_ALL_TESTS();
}
