#include "cli/report/json.h"

#include <cmath>

namespace tp::cli {

Json ReportFrame(std::string_view name, int exit_code, const Arguments& arguments) {
  Json json;
  json["schema"] = fmt::format("tracepack.{}", name);
  json["schema_version"] = 1;
  json["tool"] = Json{{"name", "tracepack"}, {"version", std::string(kVersion)}};
  json["ok"] = exit_code == 0;
  json["exit_code"] = exit_code;
  json["command"] = arguments.command;
  return json;
}

Json DiagnosticJson(std::string_view severity, std::string_view message) {
  return Json{{"severity", std::string(severity)}, {"message", std::string(message)}};
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
