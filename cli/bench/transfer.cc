// A report's rows from the process that timed a file to the one that prints them all.
#include "cli/bench/report.h"

namespace tp::cli {
namespace {

Json Raw(const Timing& t) { return Json{t.samples, t.block_medians, t.calls_per_run, t.first_call}; }

Timing TimingOf(const Json& json) {
  Timing t;
  t.samples = json[0].get<std::vector<double>>();
  t.block_medians = json[1].get<std::vector<double>>();
  t.calls_per_run = json[2].get<int64_t>();
  t.first_call = json[3].get<double>();
  if (!t.samples.empty()) t.summary = Summarize(t.samples);
  return t;
}

}  // namespace

Json TransferJson(const BenchReport& report) {
  Json rows = Json::array();
  for (const BenchRow& row : report.rows)
    rows.push_back(JsonObject({{"id", row.id},
                               {"signature", row.signature},
                               {"dims", row.dims},
                               {"threads", row.threads},
                               {"trace_ns", row.trace_ns},
                               {"plan_ns", row.plan_ns},
                               {"arena_bytes", row.arena_bytes},
                               {"graph", Raw(row.result.graph)},
                               {"eager", Raw(row.result.eager)},
                               {"mismatch", row.result.mismatch},
                               {"eager_error", row.result.eager_error},
                               {"partial", row.result.partial},
                               {"program", report.programs.empty() ? "" : report.programs[0]}}));
  return JsonObject({{"rows", std::move(rows)},
                     {"diagnostics", report.diagnostics},
                     {"exit_code", report.exit_code},
                     {"interrupted", report.interrupted},
                     {"run_ns", report.run_ns},
                     {"parse_ns", report.parse_ns},
                     {"load_ns", report.load_ns},
                     {"peak_bytes", report.peak_bytes},
                     {"process_peak_bytes", report.process_peak_bytes}});
}

void AddTransferred(const Json& json, const std::string& file, BenchReport* report) {
  for (const Json& from : json["rows"]) {
    BenchRow row;
    row.file = file;
    row.id = from["id"].get<std::string>();
    row.signature = from["signature"].get<std::string>();
    row.dims = from["dims"].get<std::vector<std::pair<std::string, int64_t>>>();
    row.threads = from["threads"].get<int64_t>();
    row.trace_ns = from["trace_ns"].get<int64_t>();
    row.plan_ns = from["plan_ns"].get<int64_t>();
    row.arena_bytes = from["arena_bytes"].get<int64_t>();
    row.program = from["program"].get<std::string>();
    BenchResult& r = row.result;
    r.graph = TimingOf(from["graph"]);
    r.eager = TimingOf(from["eager"]);
    r.mismatch = from["mismatch"].get<std::string>();
    r.eager_error = from["eager_error"].get<std::string>();
    r.partial = from["partial"].get<bool>();
    if (!r.graph.block_medians.empty() && r.graph.block_medians.size() == r.eager.block_medians.size())
      r.speedup = RatioInterval(r.graph.block_medians, r.eager.block_medians);
    report->rows.push_back(std::move(row));
  }
  for (const Json& diagnostic : json["diagnostics"]) {
    Json& added = report->diagnostics.emplace_back(diagnostic);
    if (!added.contains("file")) added["file"] = file;
  }
  report->exit_code = WorseExit(report->exit_code, json["exit_code"].get<int>());
  report->interrupted |= json["interrupted"].get<bool>();
  const auto add = [&](const char* field, int64_t* sum) {
    if (const int64_t n = json[field].get<int64_t>(); n >= 0) *sum = std::max<int64_t>(*sum, 0) + n;
  };
  add("run_ns", &report->run_ns);
  add("parse_ns", &report->parse_ns);
  add("load_ns", &report->load_ns);
  const auto most = [&](const char* field, int64_t* most) {
    *most = std::max(*most, json[field].get<int64_t>());
  };
  most("peak_bytes", &report->peak_bytes);
  most("process_peak_bytes", &report->process_peak_bytes);
}

}  // namespace tp::cli
