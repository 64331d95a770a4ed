// The source tree keeps its own rules: who may include whom (the table of docs/internals.md) and how long a
// file may be. Reads the checkout itself, through the link that a runfile is.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

// Folder -> folders whose headers it may include besides its own. Every folder with C++ code has a row.
const std::map<std::string, std::set<std::string>> kMayInclude = {
    {"core/base", {}},
    {"core/diag", {"core/base"}},
    {"core/tensor", {"core/base", "core/diag"}},
    {"core/ir", {"core/base", "core/diag", "core/tensor"}},
    {"core/signature", {"core/base", "core/diag", "core/tensor"}},
    {"core/autodiff", {"core/base", "core/diag", "core/tensor", "core/ir"}},
    {"core/passes", {"core/base", "core/diag", "core/tensor", "core/ir"}},
    {"core/plan", {"core/base", "core/diag", "core/tensor", "core/ir"}},
    {"core/exec", {"core/base", "core/diag", "core/tensor", "core/ir", "core/plan"}},
    {"core/lang", {"core/base", "core/diag"}},
    {"core/interp", {"core/base", "core/diag", "core/lang"}},
    {"core/trace",
     {"core/base", "core/diag", "core/tensor", "core/ir", "core/signature", "core/lang", "core/interp",
      "core/autodiff", "core/passes"}},
    {"core/np",
     {"core/base", "core/diag", "core/tensor", "core/ir", "core/signature", "core/lang", "core/interp",
      "core/autodiff", "core/passes", "core/trace", "core/plan", "core/exec"}},
    {"core/tf",
     {"core/base", "core/diag", "core/tensor", "core/ir", "core/signature", "core/lang", "core/interp",
      "core/autodiff", "core/passes", "core/trace", "core/plan", "core/exec", "core/lib", "core/np"}},
    {"core/saved",
     {"core/base", "core/diag", "core/tensor", "core/ir", "core/signature", "core/lang", "core/interp",
      "core/trace", "core/tf", "serialize"}},
    {"core/lib", {"core/base"}},
    {"kernels", {"core/base", "core/diag", "core/tensor", "core/ir"}},
    {"serialize", {"core/base", "core/diag", "core/tensor", "core/ir", "core/signature"}},
    {"api",
     {"serialize", "core/exec", "core/plan", "core/passes", "core/signature", "core/ir", "core/tensor",
      "core/diag", "core/base", "core/autodiff"}},
};
// These may include everything.
const std::set<std::string> kFree = {"cli", "export", "benchmarks", "fuzz", "testdata"};
constexpr int kMaxLines = 800;

fs::path Root() { return fs::canonical("WORKSPACE").parent_path(); }

// The row of the table that a path (relative to the root) belongs to: the longest folder that is a key.
std::string FolderOf(const std::string& path) {
  std::string best;
  for (const auto& [folder, unused] : kMayInclude)
    if (path.rfind(folder + "/", 0) == 0 && folder.size() > best.size()) best = folder;
  return best;
}

std::vector<fs::path> Sources() {
  std::vector<fs::path> found;
  for (fs::recursive_directory_iterator it(Root()), end; it != end; ++it) {
    const std::string name = it->path().filename().string();
    if (it->is_directory() && (name[0] == '.' || name.rfind("bazel-", 0) == 0 || it->is_symlink()))
      it.disable_recursion_pending();
    else if (it->is_regular_file() && (name.ends_with(".cc") || name.ends_with(".h")))
      found.push_back(it->path());
  }
  return found;
}

TEST(Tree, IncludesKeepTheTable) {
  const std::regex include(R"re(^\s*#\s*include\s+"([^"]+)")re");
  int seen = 0;
  for (const fs::path& file : Sources()) {
    const std::string path = fs::relative(file, Root()).string();
    const std::string top = path.substr(0, path.find('/'));
    if (kFree.count(top)) continue;
    const std::string folder = FolderOf(path);
    ASSERT_FALSE(folder.empty()) << path << ": its folder has no row in the table of who may include whom";
    const bool is_test =
        path.find("_test.cc") != std::string::npos || path.find("/testing/") != std::string::npos;
    std::ifstream in(file);
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
      std::smatch match;
      if (!std::regex_search(line, match, include)) continue;
      const std::string target = FolderOf(match[1].str());
      if (target.empty() || target == folder || is_test) continue;
      ++seen;
      EXPECT_TRUE(kMayInclude.at(folder).count(target))
          << path << ":" << number << ": " << folder << " may not include " << match[1];
    }
  }
  EXPECT_GE(seen, 0);
}

// Hash tables have a salt (core/base/hash_map.h), so that a test can change the order in which they are
// walked.
TEST(Tree, HashTablesAreSalted) {
  for (const fs::path& file : Sources()) {
    const std::string path = fs::relative(file, Root()).string();
    if (kFree.count(path.substr(0, path.find('/'))) != 0 && path.rfind("cli/", 0) != 0) continue;
    if (path == "core/base/hash_map.h" || path.find("_test.cc") != std::string::npos) continue;
    std::ifstream in(file);
    std::string line;
    for (int number = 1; std::getline(in, line); ++number)
      EXPECT_EQ(line.find("std::unordered_"), std::string::npos)
          << path << ":" << number << ": use HashMap or HashSet";
  }
}

TEST(Tree, FilesStayShort) {
  for (const fs::path& file : Sources()) {
    std::ifstream in(file);
    std::string line, head;
    int lines = 0;
    for (; std::getline(in, line); ++lines)
      if (lines < 10) head += line;
    // A file that has a reason to be longer says so in its first ten lines.
    if (head.find("long file:") == std::string::npos) {
      EXPECT_LE(lines, kMaxLines) << fs::relative(file, Root()).string() << " has " << lines << " lines";
    }
  }
}

}  // namespace
