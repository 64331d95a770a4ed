// Reports of every command against the schemas that `help schema` prints.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

std::string Output(const std::string& command) {
  std::FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
  std::string text;
  char block[4096];
  while (const size_t n = std::fread(block, 1, sizeof block, pipe)) text.append(block, n);
  pclose(pipe);
  return text;
}

bool IsA(const Json& value, const std::string& type) {
  return type == "object"    ? value.is_object()
         : type == "array"   ? value.is_array()
         : type == "string"  ? value.is_string()
         : type == "integer" ? value.is_number_integer()
         : type == "number"  ? value.is_number()
         : type == "boolean" ? value.is_boolean()
                             : value.is_null();
}

// The part of JSON Schema that these use. Fields that a schema does not name are missing from it.
void Check(const Json& schema, const Json& value, const std::string& where) {
  if (const auto type = schema.find("type"); type != schema.end()) {
    bool fits = type->is_string() && IsA(value, *type);
    if (type->is_array())
      for (const Json& one : *type) fits |= IsA(value, one);
    ASSERT_TRUE(fits) << where << " is " << value.dump() << ", not " << type->dump();
  }
  if (schema.contains("properties") && value.is_object()) {
    for (const Json& name : schema["required"])
      EXPECT_TRUE(value.contains(name.get<std::string>())) << where << "." << name << " is missing";
    for (const auto& [name, item] : value.items()) {
      ASSERT_TRUE(schema["properties"].contains(name)) << where << "." << name << " is not in the schema";
      Check(schema["properties"][name], item, where + "." + name);
    }
  }
  if (schema.contains("items"))
    for (const Json& item : value) Check(schema["items"], item, where + "[]");
}

TEST(Schema, ReportsHaveTheirFields) {
  const std::string folder = testing::TempDir(), tpk = folder + "/q.tpk", npy = folder + "/y.npy";
  const std::string spec = "testdata/quickstart.spec.py", program = "cli/tracepack ";
  const std::string commands[] = {
      "build " + spec + " -o " + tpk,
      "build " + spec + " --no-output",
      "build cli/testdata/broken.spec.py --no-output",
      "inspect " + tpk,
      "inspect " + tpk + " -f collatz --plan",
      "inspect " + tpk + " -f model.predict --sizes",
      "explain " + tpk,
      "explain " + spec,
      "verify " + tpk + " " + spec,
      "hash " + tpk + " nofile.tpk",
      "run " + tpk + " -f model.predict --dim 2 -o " + npy,
      "run " + tpk + " -f model.predict --dim 2 --seed 1 --expect " + npy,
      "run " + tpk + " -f model.predict --dim 0",
      "bench " + tpk + " -f collatz -f predict --dim 1,2 --min-time 2ms",
      "bench " + tpk + " -f predict --profile --min-time 2ms",
      "bench " + spec + " " + tpk + " -f scale --min-time 2ms",
      // Those that end early.
      "build cli/testdata/nofile.spec.py --no-output",
      "inspect " + spec,
      "explain cli/testdata/broken.spec.py",
      "explain " + tpk + " -f scale/9",
      "verify nofile.tpk",
      "run " + tpk + " -f nope",
      "bench cli/testdata/broken.spec.py",
      "bench cli/testdata/broken.spec.py " + spec + " -f collatz --min-time 2ms",
      "bench nofile.tpk",
  };
  for (const std::string& command : commands) {
    const std::string name = command.substr(0, command.find(' '));
    const Json schema = Json::parse(Output(program + "help schema " + name));
    const std::string text = Output(program + command + " --format json");
    const Json report = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    ASSERT_FALSE(report.is_discarded()) << command << ":\n" << text;
    EXPECT_EQ(report["schema"], schema["title"]);
    Check(schema, report, command);
  }
}

}  // namespace
