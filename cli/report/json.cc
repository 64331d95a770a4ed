#include "cli/report/json.h"

#include <cmath>

namespace tp::cli {

Json JsonObject(std::initializer_list<JsonField> fields) {
  Json object = Json::object();
  for (const JsonField& field : fields) {
    Json& value = object[field.key_];
    switch (field.kind_) {
      case JsonField::kNull:
        break;
      case JsonField::kBool:
        value = field.bool_;
        break;
      case JsonField::kInt:
        value = field.int_;
        break;
      case JsonField::kUint:
        value = field.uint_;
        break;
      case JsonField::kDouble:
        value = field.double_;
        break;
      case JsonField::kText:
        value = field.text_;
        break;
      case JsonField::kJson:
        value = *field.json_;
        break;
    }
  }
  return object;
}

Json ReportFrame(std::string_view name, int exit_code, const Arguments& arguments) {
  Json json;
  json["schema"] = fmt::format("tracepack.{}", name);
  json["schema_version"] = 1;
  json["tool"] = JsonObject({{"name", "tracepack"}, {"version", std::string(kVersion)}});
  json["ok"] = exit_code == 0;
  json["exit_code"] = exit_code;
  json["command"] = arguments.command;
  return json;
}

Json DiagnosticJson(std::string_view severity, std::string_view message) {
  return JsonObject({{"severity", std::string(severity)}, {"message", std::string(message)}});
}

std::string DumpJson(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json JsonNumber(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

}  // namespace tp::cli
