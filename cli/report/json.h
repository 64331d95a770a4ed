// The frame of every JSON report: schema, tool, ok, exit_code, command first, in this order (UX: "JSON").
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "cli/command.h"

namespace tp::cli {

using Json = nlohmann::ordered_json;

// A key and its value, which lives as long as the expression. Reports are long lists of them: a Json for
// each, made and destroyed where the list stands, would be most of the code.
class JsonField {
 public:
  template <std::integral T>
  JsonField(const char* key, T value) : key_(key) {
    if constexpr (std::same_as<T, bool>)
      kind_ = kBool, bool_ = value;
    else if constexpr (std::signed_integral<T>)
      kind_ = kInt, int_ = value;
    else
      kind_ = kUint, uint_ = value;
  }
  JsonField(const char* key, double value) : key_(key), kind_(kDouble), double_(value) {}
  JsonField(const char* key, std::string_view value) : key_(key), kind_(kText), text_(value) {}
  JsonField(const char* key, const std::string& value) : JsonField(key, std::string_view(value)) {}
  JsonField(const char* key, const char* value) : JsonField(key, std::string_view(value)) {}
  JsonField(const char* key, const Json& value) : key_(key), kind_(kJson), json_(&value) {}
  // The value where it is there, else null.
  template <class T>
  JsonField(const char* key, bool there, const T& value) : JsonField(key, value) {
    if (!there) kind_ = kNull;
  }

 private:
  friend Json JsonObject(std::initializer_list<JsonField> fields);

  const char* key_;
  enum : uint8_t { kNull, kBool, kInt, kUint, kDouble, kText, kJson } kind_;
  union {
    bool bool_;
    int64_t int_;
    uint64_t uint_;
    double double_;
    std::string_view text_;
    const Json* json_;
  };
};

Json JsonObject(std::initializer_list<JsonField> fields);

// {"schema": "tracepack.NAME", "schema_version": 1, "tool": …, "ok": …, "exit_code": …, "command": […]}
Json ReportFrame(std::string_view name, int exit_code, const Arguments& arguments);
// One entry of "diagnostics".
Json DiagnosticJson(std::string_view severity, std::string_view message);
// What a command prints for --format json, jsonl or csv: the report; its rows, a line each, with its schema;
// their columns. Where only rows are printed, what is wrong is said on standard error.
void OutReport(Env& env, const Arguments& arguments, const Json& report);
// The text of that.
std::string FormatReport(const Json& report, std::string_view format);

// The report's text, two spaces deep, with a final line end; not valid UTF-8 is replaced, never thrown at.
std::string DumpJson(const Json& json);
// A float for JSON: NaN and infinities are strings.
Json JsonNumber(double value);

}  // namespace tp::cli
