// The frame of every JSON report: schema, tool, ok, exit_code, command first, in this order (UX: "JSON").
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/command.h"

namespace tp::cli {

using Json = nlohmann::ordered_json;

// {"schema": "tracepack.NAME", "schema_version": 1, "tool": …, "ok": …, "exit_code": …, "command": […]}
Json ReportFrame(std::string_view name, int exit_code, const Arguments& arguments);
// One entry of "diagnostics".
Json DiagnosticJson(std::string_view severity, std::string_view message);
// The report's text, two spaces deep, with a final line end; not valid UTF-8 is replaced, never thrown at.
std::string DumpJson(const Json& json);
// A float for JSON: NaN and infinities are strings.
Json JsonNumber(double value);

}  // namespace tp::cli
