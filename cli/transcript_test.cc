// Sessions at the terminal, as files: each testdata/*.transcript holds commands, what they print (both
// streams, as a terminal shows them) and exit codes that are not 0. Lines:
//
//   $ tracepack …        a command, run by sh in an empty folder of its own that keeps what earlier ones made
//   text                 what it prints
//   [exit 2]             its exit code
//   # text               for readers, at the beginning of the file; "Not under a sanitizer" there says
//                        so, as memory that there is not ends the program then instead of being an error
//
// `{time}`, `{size}`, `{number}` and `{hash}` in an expected line stand for a figure that differs from run to
// run. `bazel run //cli:transcript_test -- --update` writes the files anew: read the difference.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

bool update = false;
fs::path start;  // the runfiles' root

std::string ReadAll(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// What a command prints and returns, in a folder.
std::vector<std::string> RunCommand(const std::string& command, const fs::path& folder) {
  const std::string full =
      fmt::format("cd '{}' && export PATH='{}':$PATH LC_ALL=C.UTF-8 COLUMNS=100 && {{ {}\n}} 2>&1",
                  folder.string(), (start / "cli").string(), command);
  std::FILE* pipe = popen(full.c_str(), "r");
  std::string text;
  char block[4096];
  while (const size_t n = std::fread(block, 1, sizeof block, pipe)) text.append(block, n);
  const int status = pclose(pipe);
  std::vector<std::string> lines = Lines(text);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (code != 0) lines.push_back(fmt::format("[exit {}]", code));
  return lines;
}

// A figure that differs from run to run in place of what stands there, so that the lines compare.
std::string Generalised(const std::string& line) {
  static const std::pair<std::regex, const char*> kRules[] = {
      {std::regex("[0-9a-f]{64}"), "{hash}"},
      {std::regex("0x[0-9a-f]{6,}"), "{address}"},
      {std::regex("\\b[0-9]+(\\.[0-9]+)? (ns|µs|ms|s)\\b"), "{time}"},
      {std::regex(" +\\{time\\}"), " {time}"},
      {std::regex(" +trace$"), " trace"},  // the heading of a column of times is as far right as the widest one
  };
  std::string text = line;
  for (const auto& [rule, with] : kRules) text = std::regex_replace(text, rule, with);
  return text;
}

class Transcript : public testing::Test {
 public:
  explicit Transcript(fs::path path) : path_(std::move(path)) {}

  void TestBody() override {
    const fs::path folder = fs::path(testing::TempDir()) / (path_.stem().string() + ".session");
    fs::remove_all(folder);
    fs::create_directories(folder);
    for (const auto& entry : fs::directory_iterator(start / "testdata"))
      if (entry.is_regular_file()) fs::copy_file(entry.path(), folder / entry.path().filename());
    for (const auto& entry : fs::directory_iterator(start / "cli/testdata"))
      if (entry.path().extension() == ".py") fs::copy_file(entry.path(), folder / entry.path().filename());
    const std::vector<std::string> lines = Lines(ReadAll(path_));
    std::string anew;
    size_t at = 0;
    for (; at < lines.size() && !lines[at].starts_with("$ "); ++at) anew += lines[at] + "\n";
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    if (anew.find("Not under a sanitizer") != std::string::npos) GTEST_SKIP();
#endif
    while (at < lines.size()) {
      const std::string command = lines[at].substr(2);
      const size_t line = ++at;
      std::vector<std::string> expected;
      for (; at < lines.size() && !lines[at].starts_with("$ "); ++at) expected.push_back(lines[at]);
      const std::vector<std::string> got = RunCommand(command, folder);
      anew += "$ " + command + "\n";
      std::string want, have;
      for (const std::string& l : got) {
        anew += Generalised(l) + "\n";
        have += Generalised(l) + "\n";
      }
      for (const std::string& l : expected) want += Generalised(l) + "\n";
      if (!update) {
        EXPECT_EQ(have, want) << path_.filename() << ":" << line << ": $ " << command;
      }
    }
    if (update) std::ofstream(fs::canonical(path_)) << anew;
  }

 private:
  fs::path path_;
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) update |= std::string(argv[i]) == "--update";
  start = fs::current_path();
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator("cli/testdata"))
    if (entry.path().extension() == ".transcript") files.push_back(start / entry.path());
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files)
    testing::RegisterTest("Transcript", file.stem().c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [file]() -> testing::Test* { return new Transcript(file); });
  return RUN_ALL_TESTS();
}
