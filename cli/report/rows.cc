// A report as rows, for --format jsonl and csv: a row of bench, a signature of build and inspect, a retrace
// of explain, a file of verify and hash, a kernel of bench --profile, a size of inspect --sizes.
#include <algorithm>

#include "cli/report/json.h"

namespace tp::cli {
namespace {

// A function's rows have its name and place with them.
void AddRows(const Json& function, Json* rows) {
  for (const char* list : {"concrete", "retraces", "kernels"}) {
    const auto found = function.find(list);
    if (found == function.end()) continue;
    for (const Json& from : *found) {
      Json row = from;
      for (auto it = function.begin(); it != function.end(); ++it)
        if (it->is_primitive() && it.key() != "traces") row[it.key() == "id" ? "function" : it.key()] = *it;
      rows->push_back(std::move(row));
    }
  }
}

Json RowsOf(const Json& report) {
  Json rows = Json::array();
  const auto add_all = [&](const char* list) {
    if (const auto found = report.find(list); found != report.end())
      for (const Json& entry : *found) AddRows(entry, &rows);
  };
  add_all("profiles");
  if (!rows.empty()) return rows;
  for (const char* list : {"sizes", "rows", "bundles"})
    if (const auto found = report.find(list); found != report.end()) return *found;
  add_all("functions");
  return rows;
}

// What a row has that is one value: name and text in turn; objects as "cause.code". Lists are left to the
// other formats.
void AddCells(const std::string& name, const Json& value, std::vector<std::string>* cells) {
  if (value.is_object()) {
    for (auto it = value.begin(); it != value.end(); ++it)
      AddCells(name.empty() ? it.key() : name + "." + it.key(), it.value(), cells);
  } else if (value.is_primitive()) {
    cells->push_back(name);
    cells->push_back(value.is_null()     ? ""
                     : value.is_string() ? value.get_ref<const std::string&>()
                                         : value.dump());
  }
}

std::string CsvCell(std::string text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  for (size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) text.insert(at, 1, '"');
  return '"' + text + '"';
}

std::string Csv(const Json& rows) {
  std::vector<std::string> columns, cells;
  for (const Json& row : rows) AddCells("", row, &cells);
  for (size_t i = 0; i < cells.size(); i += 2)
    if (std::find(columns.begin(), columns.end(), cells[i]) == columns.end()) columns.push_back(cells[i]);
  std::string text;
  for (const std::string& name : columns) text += (text.empty() ? "" : ",") + CsvCell(name);
  text += columns.empty() ? "" : "\n";
  for (const Json& row : rows) {
    cells.clear();
    AddCells("", row, &cells);
    for (const std::string& name : columns) {
      for (size_t k = 0; k < cells.size(); k += 2)
        if (cells[k] == name) text += CsvCell(cells[k + 1]);
      text += ',';
    }
    text.back() = '\n';
  }
  return text;
}

}  // namespace

std::string FormatReport(const Json& report, std::string_view format) {
  if (format == "json") return DumpJson(report);
  const Json rows = RowsOf(report);
  if (format == "csv") return Csv(rows);
  std::string text;
  for (const Json& row : rows) {
    const std::string line = row.dump(-1, ' ', false, Json::error_handler_t::replace);
    Append(&text, "{{\"schema\":{},{}\n", report["schema"].dump(), std::string_view(line).substr(1));
  }
  return text;
}

void OutReport(Env& env, const Arguments& arguments, const Json& report) {
  const std::string format = arguments.Get("format");
  env.Out(FormatReport(report, format));
  if (format == "json") return;
  if (const auto found = report.find("diagnostics"); found != report.end())
    for (const Json& d : *found) env.Error(d["message"].get<std::string>());
}

}  // namespace tp::cli
