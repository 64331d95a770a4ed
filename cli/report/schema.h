// What a report of --format json looks like, as JSON Schema. Commands name their fields in a short form:
//
//   file:s line:i? rows[id:s p50_ns:n dims{} samples_ns[n]] profiles*[…]
//
// s a string, i an integer, n a number, b true or false, N a number or "nan", "inf", "-inf", a anything; `?`
// may be null, `*` may be missing; {} any object, {…} these fields, […] a list of such objects, [s] of
// strings. More fields may come, which is what the schema says, too.
#pragma once

#include <string>
#include <string_view>

#include "cli/report/json.h"

namespace tp::cli {

// The schema of the report `tracepack.NAME` with these fields beyond those that every report has.
std::string ReportSchema(std::string_view name, std::string_view fields);

// Gives a report that ends early what it lacks of these fields: lists are empty, all else is null. The
// diagnostics stay the last field.
void AddFields(std::string_view fields, Json* report);

}  // namespace tp::cli
