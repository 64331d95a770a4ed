// One spec, one bundle: the same bytes for any number of threads, salt of the hash tables, seed of Python's
// hashes, locale, time zone, folder and place of the stack; and the same output, which real TensorFlow gave
// (NAME.out). core/base/hash_map_test.cc shows that the salt does change the order in which tables are
// walked.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace fs = std::filesystem;

namespace {

std::string ReadFile(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// Runs a command of sh; its standard output.
std::string Shell(const std::string& command) {
  std::FILE* pipe = ::popen(command.c_str(), "r");
  EXPECT_NE(pipe, nullptr);
  std::string text;
  for (int c; (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
  EXPECT_EQ(::pclose(pipe), 0) << command << "\n" << text;
  return text;
}

struct Way {
  const char* name;
  const char* environment;
  const char* flags = "";
};
constexpr Way kWays[] = {
    {"again", ""},
    {"one thread", "", "--threads 1"},
    {"two threads", "", "--threads 2"},
    {"four threads", "", "--threads 4"},
    {"salt 1", "TRACEPACK_HASH_SALT=1"},
    {"salt 2", "TRACEPACK_HASH_SALT=0x9e3779b97f4a7c15"},
    {"salt 3", "TRACEPACK_HASH_SALT=1234567890123456789", "--threads 4"},
    {"seed of Python's hashes", "PYTHONHASHSEED=12345"},
    {"no seed of Python's hashes", "PYTHONHASHSEED=random"},
    {"Turkish", "LC_ALL=tr_TR.UTF-8 LANG=tr_TR.UTF-8"},
    {"German", "LC_ALL=de_DE.UTF-8 LC_NUMERIC=de_DE.UTF-8"},
    {"C", "LC_ALL=C"},
    {"time zone", "TZ=Asia/Kathmandu"},
    {"another time zone", "TZ=America/St_Johns SOURCE_DATE_EPOCH=1"},
    {"elsewhere on the stack", "FILLER=$(head -c 50000 /dev/zero | tr '\\0' x)"},
};

class Bytes : public testing::TestWithParam<const char*> {};

TEST_P(Bytes, AreTheSame) {
  const fs::path start = fs::current_path(),
                 spec = start / "testdata" / (std::string(GetParam()) + ".spec.py");
  const std::string tracepack = (start / "cli" / "tracepack").string();
  const fs::path work = fs::path(testing::TempDir()) / (std::string("bytes_") + GetParam());
  fs::remove_all(work);
  // Two folders: names of different lengths, another depth.
  const fs::path here = work / "a", there = work / "quite" / "another folder";
  for (const fs::path& folder : {here, there}) {
    fs::create_directories(folder);
    fs::copy_file(spec, folder / spec.filename());
  }
  const auto build = [&](const fs::path& folder, const Way& way, const std::string& path) {
    const std::string bundle = (folder / "out.tpk").string();
    const std::string command = "cd '" + folder.string() + "' && env " + way.environment + " '" + tracepack +
                                "' build " + path + " -o '" + bundle + "' " + way.flags + " 2>&1 >/dev/null";
    EXPECT_EQ(Shell(command).find("error"), std::string::npos) << way.name;
    return ReadFile(bundle);
  };
  const std::string name = spec.filename().string();
  const std::string first = build(here, {"first", ""}, name);
  ASSERT_GT(first.size(), 10000u);
  for (const Way& way : kWays) EXPECT_TRUE(build(here, way, name) == first) << way.name;
  EXPECT_TRUE(build(there, {"another folder", ""}, name) == first) << "another folder";
  EXPECT_TRUE(build(there, {"absolute path", ""}, "'" + (there / name).string() + "'") == first)
      << "by its absolute path";
  EXPECT_TRUE(build(start, {"from outside", ""}, "'" + (here / name).string() + "'") == first)
      << "from another folder";
  EXPECT_EQ(Shell("'" + tracepack + "' exec '" + (here / name).string() + "' 2>/dev/null"),
            ReadFile(start / "testdata" / (std::string(GetParam()) + ".out")));
}

INSTANTIATE_TEST_SUITE_P(Specs, Bytes, testing::Values("quickstart", "bytes"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
