// The salt: it comes from the environment, and it changes the order in which tables are walked.
#include "core/base/hash_map.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

namespace tp {
namespace {

std::string Order() {
  HashMap<std::string, int> words;
  HashMap<int, int> numbers;
  for (int i = 0; i < 100; ++i) {
    words["word" + std::to_string(i)] = i;
    numbers[i] = i;
  }
  std::string order;
  for (const auto& [word, number] : words) order += word + " ";
  for (const auto& [number, same] : numbers) order += std::to_string(number) + " ";
  return order;
}

// What Order gives in a process of its own, with that salt in its environment.
std::string OrderWith(const char* salt) {
  const std::string self = std::filesystem::canonical("/proc/self/exe").string();
  const std::string command = std::string("TRACEPACK_HASH_SALT=") + salt + " '" + self + "' --order";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  std::string text;
  for (int c; pipe && (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
  if (pipe) ::pclose(pipe);
  return text;
}

TEST(HashMap, TheSaltChangesTheOrder) {
  const std::string plain = Order();
  EXPECT_EQ(OrderWith("0"), plain);
  std::set<std::string> orders = {plain};
  for (const char* salt : {"1", "77", "0x9e3779b97f4a7c15"}) {
    EXPECT_EQ(OrderWith(salt), OrderWith(salt));
    orders.insert(OrderWith(salt));
  }
  EXPECT_EQ(orders.size(), 4u);
}

}  // namespace
}  // namespace tp

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "--order") {
    std::fputs(tp::Order().c_str(), stdout);
    return 0;
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
