// Bundles go out and come back the same; damaged ones are refused. What a hostile writer makes:
// hostile_test.cc.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <random>

#include "serialize/test_bundle.h"

namespace tp {
namespace {

TEST(Bundle, ComesBackTheSame) {
  const BundleContents contents = Sample();
  const std::string bytes = EncodeBundle(contents, {.with_text = true, .with_first = true});
  Aligned aligned(bytes);
  LoadedBundle loaded;
  const Status status = ReadBundle(aligned.view(), nullptr, {}, &loaded);
  ASSERT_TRUE(status.ok()) << status.message();
  const BundleConcrete& was = contents.functions[0].concretes[0];
  const BundleConcrete& now = loaded.contents.functions[0].concretes[0];
  EXPECT_EQ(ToText(*now.graph), ToText(*was.graph));
  EXPECT_EQ(now.type->ToString(), was.type->ToString());
  EXPECT_TRUE(now.type->Equals(*was.type));
  EXPECT_TRUE(BitEqual(now.captures[0].value, was.captures[0].value));
  EXPECT_EQ(loaded.contents.variables[0].name, "model.w");
  EXPECT_TRUE(BitEqual(loaded.contents.variables[0].first, contents.variables[0].first));
  EXPECT_EQ(loaded.contents.files[0].text, "x = 1\n");
  EXPECT_EQ(now.retrace.call.column, 4u);
  // What was read writes the same bytes: nothing is lost, and the order is canonical.
  EXPECT_EQ(EncodeBundle(loaded.contents, {.with_text = true, .with_first = true}), bytes);
  EXPECT_EQ(ProgramHash(loaded.contents), ProgramHash(contents));
}

TEST(Bundle, ProgramHashKnowsNoNames) {
  BundleContents contents = Sample(), renamed = Sample(), changed = Sample();
  renamed.functions[0].id = "other";
  renamed.files[0].text = "# moved\n";
  changed.functions[0].concretes[0].captures[0].value = Tensor::Vector<float>({4, 5, 7});
  EXPECT_EQ(ProgramHash(contents), ProgramHash(renamed));
  EXPECT_NE(ProgramHash(contents), ProgramHash(changed));
}

TEST(Bundle, EveryCutIsRefused) {
  const std::string bytes = EncodeBundle(Sample());
  LoadedBundle loaded;
  for (size_t n = 0; n < bytes.size(); ++n) {
    const Status status = Read(bytes.substr(0, n), &loaded);
    ASSERT_EQ(status.code(), Code::kDataLoss) << n << " bytes";
  }
  EXPECT_EQ(Read(bytes.substr(0, 7), &loaded).message(), "not a tracepack bundle (7 bytes)");
  EXPECT_EQ(Read(bytes.substr(0, 100), &loaded).message(),
            fmt::format("the header says {} bytes, the file has 100", bytes.size()));
  EXPECT_EQ(Read(bytes + "junk", &loaded).message().substr(0, 19), "4 unexplained bytes");
}

TEST(Bundle, EveryFlippedBitIsRefused) {
  const std::string bytes = EncodeBundle(Sample());
  LoadedBundle loaded;
  ASSERT_TRUE(Read(bytes, &loaded).ok());
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    std::string damaged = bytes;
    const size_t bit = random() % (bytes.size() * 8);
    damaged[bit / 8] ^= static_cast<char>(1 << bit % 8);
    ASSERT_EQ(Read(damaged, &loaded).code(), Code::kDataLoss) << "bit " << bit;
  }
}

// Flips that the checksums cannot see: the structure's digest is made to fit, so that only the checks of what
// is inside stand between the flip and the reader's user.
TEST(Bundle, FlipsWithFittingChecksumsAreRefusedOrHarmless) {
  const std::string bytes = EncodeBundle(Sample());
  BundleHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  std::mt19937 random(2);
  LoadedBundle loaded;
  int refused = 0;
  for (int i = 0; i < 4000; ++i) {
    std::string damaged = bytes;
    const size_t bit = random() % (header.structure_size * 8);
    damaged[kHeaderBytes + bit / 8] ^= static_cast<char>(1 << bit % 8);
    RefitDigests(&damaged);
    const Status status = Read(damaged, &loaded, {.digests = false});
    if (!status.ok()) {
      ++refused;
      ASSERT_EQ(status.code(), Code::kDataLoss) << status.message();
    }
  }
  EXPECT_GT(refused, 1000);
}

TEST(Bundle, OtherVersionsAreNamed) {
  std::string bytes = EncodeBundle(Sample());
  bytes[8] = 2;
  LoadedBundle loaded;
  EXPECT_EQ(Read(bytes, &loaded).message(), "bundle format 2.0, this tracepack reads 1.0");
}

TEST(AtomicFile, LeavesTheOldFileWhereItCannotWrite) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / "atomic";
  fs::create_directories(folder);
  const std::string path = (folder / "a.tpk").string();
  ASSERT_TRUE(WriteFileAtomically(path, "first").ok());
  ASSERT_TRUE(WriteFileAtomically(path, "second").ok());
  EXPECT_EQ(fs::file_size(path), 6u);
  EXPECT_EQ(WriteFileAtomically((folder / "none" / "b.tpk").string(), "x").code(), Code::kNotFound);
  EXPECT_FALSE(WriteFileAtomically(folder.string(), "x").ok());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
}

TEST(AtomicFile, ASignalTakesTheUnfinishedFileAway) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / "signal";
  fs::create_directories(folder);
  const std::string path = (folder / "a.tpk").string();
  const pid_t child = fork();
  if (child == 0) {
    const std::string bytes(size_t{32} << 20, 'x');
    for (;;) (void)WriteFileAtomically(path, bytes);
  }
  while (!fs::exists(fmt::format("{}.tmp.{}", path, child))) usleep(100);
  kill(child, SIGTERM);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
  EXPECT_FALSE(fs::exists(fmt::format("{}.tmp.{}", path, child)));
}

}  // namespace
}  // namespace tp
