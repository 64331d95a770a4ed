// Runs the programs of testdata/lang, data, stage and trace through `tracepack exec` and compares standard
// output, standard error (tracebacks with their carets) and exit status with what CPython gave, with TensorFlow
// but for lang/ (NAME.out, written by record.py).
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "testdata/recorded_specs.h"

namespace fs = std::filesystem;

namespace {

struct Expected {
  int exit_code = 0;
  std::string out, err;
  bool only_out = false;  // the .out is standard output alone, of the file as one program
};

std::vector<std::string> Programs(const std::string& text) {
  std::vector<std::string> programs(1);
  std::stringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line == "# ---")
      programs.emplace_back();
    else
      programs.back() += line + "\n";
  }
  return programs;
}

std::vector<Expected> Expectations(const std::string& text) {
  std::vector<Expected> all;
  std::string* into = nullptr;
  std::stringstream lines(text);
  static const std::regex kHead("=== [0-9]+ exit (-?[0-9]+)");
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, match, kHead)) {
      all.emplace_back();
      all.back().exit_code = std::stoi(match[1]);
      into = &all.back().out;
    } else if (line == "--- stderr") {
      into = &all.back().err;
    } else if (into) {
      *into += line + "\n";
    }
  }
  return all;
}

// Addresses differ from run to run; paths are the test's own (a long one may have lost its beginning).
std::string Clean(std::string text, const std::string& path) {
  if (path != "case.py")
    for (size_t at; (at = text.find(path)) != std::string::npos;) text.replace(at, path.size(), "case.py");
  text = std::regex_replace(text, std::regex(R"(\.\.\.\S*/case\.py)"), "case.py");
  return std::regex_replace(text, std::regex("0x[0-9a-f]{6,}"), "0xADDRESS");
}

class Case : public testing::Test {
 public:
  Case(std::string program, Expected expected)
      : program_(std::move(program)), expected_(std::move(expected)) {}

  void TestBody() override {
    const fs::path folder = fs::path(std::getenv("TEST_TMPDIR") ? std::getenv("TEST_TMPDIR") : "/tmp") /
                            ("lang_" + std::to_string(getpid()));
    fs::create_directories(folder);
    const std::string path = (folder / "case.py").string();
    std::ofstream(path) << program_;
    const std::string command =
        "cli/tracepack exec -q " + path + " >" + (folder / "out").string() + " 2>" + (folder / "err").string();
    const int status = std::system(command.c_str());
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(Clean(ReadFile(folder / "out"), path), expected_.out);
    if (expected_.only_out) {
      // Recorded of a program that ran to its end.
      EXPECT_EQ(WEXITSTATUS(status), 0) << ReadFile(folder / "err");
      return;
    }
    EXPECT_EQ(Clean(ReadFile(folder / "err"), path), expected_.err);
    // An uncaught exception ends CPython with 1 and tracepack with 3; sys.exit passes.
    const bool uncaught = expected_.exit_code == 1 && expected_.err.find("Traceback") != std::string::npos;
    EXPECT_EQ(WEXITSTATUS(status), uncaught ? 3 : expected_.exit_code);
  }

 private:
  std::string program_;
  Expected expected_;
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (const fs::path& file : RecordedSpecs()) {
    const std::string stem = SpecName(file);
    const std::string folder = file.parent_path().filename().string();
    const std::string suite = folder == "lang" ? stem : folder + "_" + stem;
    std::vector<std::string> programs = Programs(ReadFile(file));
    const std::string recorded = ReadFile(file.parent_path() / (stem + ".out"));
    std::vector<Expected> expected;
    if (recorded.starts_with("=== 0 exit")) {
      expected = Expectations(recorded);
    } else {
      programs = {ReadFile(file)};
      expected = {Expected{0, Clean(recorded, "case.py"), "", true}};
    }
    for (size_t i = 0; i < programs.size(); ++i) {
      const std::string program = programs[i];
      const Expected want = i < expected.size() ? expected[i] : Expected{-1, "not recorded", ""};
      testing::RegisterTest(suite.c_str(), ("Program" + std::to_string(i)).c_str(), nullptr, nullptr,
                            __FILE__, __LINE__,
                            [program, want]() -> testing::Test* { return new Case(program, want); });
    }
  }
  return RUN_ALL_TESTS();
}
