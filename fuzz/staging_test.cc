// The staging probe: random programs run under tf.function and plainly give equal results, bit for bit, or
// raise the same exception. What fails is printed as a minimised program that runs by hand under `tracepack
// exec` and under TensorFlow alike.
//
//   TP_STAGING_PROGRAMS=100000   how many programs (10000)
//   TP_STAGING_SEED=17           this one alone
//   TP_STAGING_WRITE=DIR         nothing is run: the programs are written to DIR/staging_N.spec.py, 100 a
//   file, with
//                                the values of the plain runs printed. `python DIR/staging_0.spec.py` under
//                                TensorFlow says whether the programs are legal there, and its output should
//                                be that of `tracepack exec` but for the last digits of floats.
// e.g. bazel test //fuzz:staging_test --test_env=TP_STAGING_SEED=17 --test_output=all
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "fuzz/staging_generator.h"

namespace tp::staging {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kBatch = 250;

uint64_t Number(const char* variable, uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

fs::path Folder() {
  const char* folder = std::getenv("TEST_TMPDIR");
  return folder ? fs::path(folder) : fs::temp_directory_path();
}

struct Result {
  int status = 0;
  std::string out, err;
};

// `seconds` of CPU: a smaller program may never end.
Result Execute(const std::vector<Program>& programs, int seconds) {
  const std::string path = (Folder() / ("staging_" + std::to_string(getpid()))).string();
  std::ofstream(path + ".spec.py") << ToSpec(programs, false);
  const int status = std::system(("ulimit -t " + std::to_string(seconds) + "; exec cli/tracepack exec " +
                                  path + ".spec.py > " + path + ".out 2> " + path + ".err")
                                     .c_str());
  const auto read = [&](const char* ending) {
    std::stringstream text;
    text << std::ifstream(path + ending).rdbuf();
    return text.str();
  };
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read(".out"), read(".err")};
}

// How a program fails, without the values: what a smaller one has to show, too. Empty: it does not.
std::string Failure(const Result& run) {
  if (run.status)
    return "exit status " + std::to_string(run.status) + " " + run.err.substr(0, run.err.find('\n'));
  std::stringstream lines(run.out);
  std::string line, plain, staged;
  std::getline(lines, line);
  if (!line.starts_with("BAD")) return "";
  std::getline(lines, plain);
  std::getline(lines, staged);
  const auto error = [](const std::string& text) {
    if (text.find("Error") == std::string::npos) return std::string("a value");
    return std::regex_replace(text.substr(9), std::regex("[0-9a-fx]+"), "N");
  };
  return error(plain) + " / " + error(staged);
}

// A container is replaced as a whole in a branch or loop in which its items are variables: AutoGraph writes
// paths before the names that they rest on, so that TensorFlow refuses some of these programs, and in these
// words.
bool IsRefusedByAutoGraph(const Program& program) {
  const std::string text = ToText(program);
  if (text.find("        l = [") == text.npos && text.find("        d = {") == text.npos) return false;
  const std::string out = Execute({program}, 20).out;
  return (out.find(" in true_fn is accessed from false_fn.") != out.npos ||
          (out.find("staged InaccessibleTensorError") != out.npos &&
           out.find("which is out of scope.") != out.npos));
}

void Report(const Program& program) {
  const std::string failure = Failure(Execute({program}, 20));
  if (failure.empty()) {
    ADD_FAILURE() << "program " << program.seed << " fails only behind others";
    return;
  }
  const Program small = Minimise(
      program, [&](const Program& candidate) { return Failure(Execute({candidate}, 3)) == failure; });
  const Result run = Execute({small}, 3);
  ADD_FAILURE() << "program " << program.seed << ", " << program.size() << " lines, minimised:\n"
                << ToText(small) << "\n"
                << run.out << run.err;
}

class Staging : public testing::TestWithParam<uint64_t> {};

TEST_P(Staging, StagedEqualsPlain) {
  const uint64_t count = Number("TP_STAGING_PROGRAMS", 10000), one = Number("TP_STAGING_SEED", 0);
  const uint64_t first = one ? one : GetParam() * kBatch + 1;
  const uint64_t last = one ? one : std::min(first + kBatch - 1, count);
  std::vector<Program> programs;
  for (uint64_t seed = first; seed <= last; ++seed) programs.push_back(Generate(seed));
  int reported = 0;
  while (!programs.empty()) {
    const Result run = Execute(programs, 300);
    std::set<uint64_t> good, bad;
    std::stringstream lines(run.out);
    for (std::string word, line; std::getline(lines, line);) {
      std::stringstream words(line);
      uint64_t seed = 0;
      if (words >> word >> seed) (word == "ok" ? good : bad).insert(seed);
    }
    // The first without an answer ended the process.
    size_t done = 0;
    while (done < programs.size() && (good.count(programs[done].seed) || bad.count(programs[done].seed)))
      ++done;
    if (done < programs.size()) bad.insert(programs[done].seed);
    for (const Program& program : programs)
      if (bad.count(program.seed) && !IsRefusedByAutoGraph(program) && ++reported <= 3) Report(program);
    programs.erase(programs.begin(),
                   programs.begin() + static_cast<std::ptrdiff_t>(std::min(done + 1, programs.size())));
  }
  EXPECT_EQ(reported, 0) << "programs of this batch fail";
}

std::vector<uint64_t> Batches() {
  const uint64_t count = Number("TP_STAGING_SEED", 0) || std::getenv("TP_STAGING_WRITE")
                             ? 1
                             : (Number("TP_STAGING_PROGRAMS", 10000) + kBatch - 1) / kBatch;
  std::vector<uint64_t> batches;
  for (uint64_t i = 0; i < count; ++i) batches.push_back(i);
  return batches;
}

INSTANTIATE_TEST_SUITE_P(Programs, Staging, testing::ValuesIn(Batches()));

void WriteSpecs(const fs::path& folder) {
  fs::create_directories(folder);
  const uint64_t count = Number("TP_STAGING_PROGRAMS", 10000), one = Number("TP_STAGING_SEED", 0);
  std::vector<Program> programs;
  for (uint64_t seed = one ? one : 1; seed <= (one ? one : count); ++seed) {
    programs.push_back(Generate(seed));
    if (seed % 100 && seed != count && seed != one) continue;
    std::ofstream(folder / ("staging_" + std::to_string((seed - 1) / 100) + ".spec.py"))
        << ToSpec(programs, true);
    programs.clear();
  }
}

}  // namespace
}  // namespace tp::staging

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (const char* folder = std::getenv("TP_STAGING_WRITE")) {
    tp::staging::WriteSpecs(folder);
    return 0;
  }
  return RUN_ALL_TESTS();
}
