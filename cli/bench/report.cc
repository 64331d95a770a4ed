#include "cli/bench/report.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <set>

#include "cli/function_report.h"
#include "cli/report/table.h"
#include "cli/report/units.h"
#include "core/base/packed_text.h"
#include "core/exec/prepared.h"
#include "kernels/simd/simd.h"

namespace tp::cli {

extern const PackedText kBenchPage;

namespace {

std::string FirstLine(const char* path, std::string_view key = "") {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    if (key.empty()) return line;
    if (!line.starts_with(key)) continue;
    const size_t colon = line.find(':');
    return colon == std::string::npos ? "" : line.substr(std::min(colon + 2, line.size()));
  }
  return "";
}

std::string Governor() { return FirstLine("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"); }

bool Optimised() {
#ifdef __OPTIMIZE__
  return true;
#else
  return false;
#endif
}

// "114 ±3", "1.14 ±0.02": the ratio and half of its interval, with as many decimals as the ratio has.
std::string SpeedUp(const BenchResult& r) {
  const double ratio = r.eager.summary.p50 / r.graph.summary.p50, half = (r.speedup.high - r.speedup.low) / 2;
  const int decimals = ratio >= 99.95 ? 0 : ratio >= 9.995 ? 1 : 2;
  return fmt::format("{:.{}f} {}{:.{}f}", ratio, decimals, Utf8() ? "±" : "+-", half, decimals);
}

// The spread of a row: the standard deviation of its blocks' medians by their median.
double Spread(const Timing& t) {
  if (t.block_medians.size() < 2) return 0;
  const Summary s = Summarize(t.block_medians);
  return s.p50 > 0 ? s.sd / s.p50 : 0;
}

bool Timed(const BenchRow& row) { return row.result.mismatch.empty(); }
bool BothTimed(const BenchRow& row) { return Timed(row) && row.result.eager_error.empty(); }

// What may disturb the figures; the first says how much they vary. Empty where nothing does.
std::vector<std::string> Disturbances(const BenchReport& report) {
  std::vector<std::string> notes = {"what may disturb these figures"};
  const int64_t cores = sysconf(_SC_NPROCESSORS_ONLN);
  if (report.load_average > 0.5 * static_cast<double>(cores))
    notes.push_back(
        fmt::format("load average was {:.2f} on {} cores before the first row: another program is running",
                    report.load_average, cores));
  if (const std::string governor = Governor(); !governor.empty() && governor != "performance")
    notes.push_back(
        fmt::format("CPU governor is `{}`, try `cpupower frequency-set -g performance`", governor));
  if (!Optimised()) notes.push_back("this is a debug build, its times mean nothing: build with `-c opt`");
  int64_t noisy = 0;
  double worst = 0;
  const BenchRow* worst_row = nullptr;
  for (const BenchRow& row : report.rows) {
    if (!Timed(row)) continue;
    const double spread = std::max(Spread(row.result.graph), Spread(row.result.eager));
    noisy += spread > 0.05;
    if (spread > worst) {
      worst = spread;
      worst_row = &row;
    }
    for (const Timing* t : {&row.result.graph, &row.result.eager})
      if (t->summary.outliers * 20 > t->summary.runs)
        notes.push_back(
            fmt::format("{}{}: {} of {} runs are outliers, up to {:.1f}x the median; they are kept", row.id,
                        t == &row.result.eager ? " eager" : "", t->summary.outliers, t->summary.runs,
                        t->summary.max / t->summary.p50));
  }
  if (noisy > 0)
    notes[0] = fmt::format("{} of {} rows {} by more than 5%, worst {} with {}", noisy, report.rows.size(),
                           noisy == 1 ? "varies" : "vary", worst_row->id, FormatPercent(worst));
  else if (notes.size() == 1)
    notes.clear();
  return notes;
}

std::string Verdict(const BenchReport& report) {
  std::set<int64_t> threads;
  int64_t faster = 0, slower = 0, both = 0, mismatches = 0;
  double low = 0, high = 0;
  for (const BenchRow& row : report.rows) {
    threads.insert(row.threads);
    mismatches += !Timed(row);
    if (!BothTimed(row)) continue;
    const double ratio = row.result.eager.summary.p50 / row.result.graph.summary.p50;
    low = both ? std::min(low, ratio) : ratio;
    high = std::max(high, ratio);
    ++both;
    faster += row.result.speedup.low > 1;
    slower += row.result.speedup.high < 1;
  }
  std::string counts;
  for (int64_t t : threads) counts += (counts.empty() ? "" : " and ") + std::to_string(t);
  const std::string head =
      fmt::format("{}, {} thread{}, {}", Count(static_cast<int64_t>(report.rows.size()), "row"), counts,
                  threads.size() == 1 && *threads.begin() == 1 ? "" : "s", SimdTargets()[0]);
  if (mismatches > 0) return fmt::format("{}: {} of them with other results than eager", head, mismatches);
  if (both == 0) return fmt::format("{}: nothing to hold the graph against", head);
  const std::string range =
      low == high ? FormatRatio(low) : fmt::format("from {} to {}", FormatRatio(low), FormatRatio(high));
  if (faster == both) return fmt::format("{}: same results as eager, all faster, {}", head, range);
  return fmt::format("{}: same results as eager, {} faster, {} slower, {} not to be told apart, {}", head,
                     faster, slower, both - faster - slower, range);
}

Json TimingJson(const Timing& t) {
  const Summary& s = t.summary;
  const Interval p50 = MedianInterval(t.block_medians);
  return JsonObject({{"p50_ns", s.p50},
                     {"p90_ns", s.p90},
                     {"p95_ns", s.p95},
                     {"p99_ns", s.p99},
                     {"min_ns", s.min},
                     {"mean_ns", s.mean},
                     {"sd_ns", s.sd},
                     {"p50_low_ns", p50.low},
                     {"p50_high_ns", p50.high},
                     {"runs", s.runs},
                     {"calls_per_run", t.calls_per_run},
                     {"outliers", s.outliers},
                     {"samples_ns", t.samples},
                     {"first_call_ns", t.first_call}});
}

}  // namespace

void AddPlanFigures(Graph& graph, BenchRow* row) {
  const PlanFigures figures = FiguresOf(graph);
  row->plan_ns = figures.nanoseconds;
  row->arena_bytes = figures.arena_bytes;
}

double LoadAverage() {
  double load = -1;
  return getloadavg(&load, 1) == 1 ? load : -1;
}

Json HostJson(double load_average) {
  const std::string governor = Governor(), cpu = FirstLine("/proc/cpuinfo", "model name");
  return JsonObject({{"cpu", !cpu.empty(), cpu},
                     {"cores", sysconf(_SC_NPROCESSORS_ONLN)},
                     {"simd", SimdTargets()[0]},
                     {"governor", !governor.empty(), governor},
                     {"load", load_average >= 0, load_average},
                     {"build", Optimised() ? "opt" : "debug"}});
}

double PaysIn(const BenchRow& row) {
  if (!BothTimed(row)) return -1;
  const double gain = row.result.eager.summary.p50 - row.result.graph.summary.p50;
  if (gain <= 0) return -1;
  const double once = std::max<double>(0, static_cast<double>(std::max<int64_t>(row.trace_ns, 0))) +
                      std::max(0.0, row.result.graph.first_call - row.result.graph.summary.p50);
  return std::max(1.0, std::ceil(once / gain));
}

int BenchExitCode(const BenchReport& report) {
  if (report.exit_code) return report.exit_code;
  for (const BenchRow& row : report.rows)
    if (!Timed(row)) return kExitGate;
  for (const BenchRow& row : report.rows)
    if (row.result.partial) return kExitInterrupted;
  if (report.interrupted) return kExitInterrupted;
  // Nothing was asked for that could not be done, but nothing was done.
  return report.rows.empty() && report.profiles.empty() && !report.diagnostics.empty() ? kExitExecution
                                                                                       : kExitOk;
}

int PrintBench(Env& env, const BenchReport& report) {
  using Align = Table::Align;
  std::set<int64_t> threads;
  for (const BenchRow& row : report.rows) threads.insert(row.threads);
  const bool files = !report.rows.empty() && !report.rows[0].file.empty();
  std::vector<Table::Column> columns = {{"id"}, {"signature"}};
  if (files) columns.insert(columns.begin(), {"file"});
  if (threads.size() > 1) columns.push_back({"t", Align::kRight});
  for (const char* c : {"graph", "p99", "eager", "speed-up", "pays in"})
    columns.push_back({c, Align::kRight});
  Table table(columns);
  // "12" instead of "12 calls" where the lines would be too long.
  for (const bool narrow : {false, true}) {
    if (narrow && table.Width() <= static_cast<size_t>(env.width())) break;
    if (narrow) columns.back().header = "pays";
    table = Table(columns);
    for (const BenchRow& row : report.rows) {
      std::vector<std::string> cells = {row.id, row.signature};
      if (files) cells.insert(cells.begin(), row.file);
      if (threads.size() > 1) cells.push_back(std::to_string(row.threads));
      const BenchResult& r = row.result;
      if (!Timed(row)) {
        for (const char* c : {"-", "-", "-", "mismatch", "-"}) cells.push_back(c);
      } else {
        cells.push_back(FormatTime(r.graph.summary.p50));
        cells.push_back(FormatTime(r.graph.summary.p99));
        cells.push_back(BothTimed(row) ? FormatTime(r.eager.summary.p50) : "-");
        cells.push_back(BothTimed(row) ? SpeedUp(r) : "-");
        const double pays = PaysIn(row);
        cells.push_back(!BothTimed(row) ? "-"
                        : pays < 0      ? "never"
                        : narrow        ? fmt::format("{:.0f}", pays)
                                        : Count(static_cast<int64_t>(pays), "call"));
        if (r.partial) cells[files] += " (partial)";
      }
      table.Add(std::move(cells));
      if (!Timed(row))
        table.Mark(columns.size() - 2, Style::kRed);
      else if (BothTimed(row) && (r.speedup.low > 1 || r.speedup.high < 1))
        table.Mark(columns.size() - 2, r.speedup.low > 1 ? Style::kGreen : Style::kRed);
    }
  }
  if (!table.empty()) env.Out(table.Render(env));
  for (const BenchRow& row : report.rows) {
    if (!row.result.mismatch.empty()) env.OutF("mismatch: {}: {}\n", row.id, row.result.mismatch);
    if (!row.result.eager_error.empty())
      env.NoteF("{} has no eager figure: {}", row.id, row.result.eager_error);
  }
  if (env.verbose())
    for (const BenchRow& row : report.rows)
      for (const Timing* t : {&row.result.graph, &row.result.eager}) {
        const Summary& s = t->summary;
        if (s.runs)
          env.ErrF("{} {}: min {}, mean {}, sd {}, p90 {}, p95 {}, first call {}, {} runs of {}\n", row.id,
                   t == &row.result.graph ? "graph" : "eager", FormatTime(s.min), FormatTime(s.mean),
                   FormatTime(s.sd), FormatTime(s.p90), FormatTime(s.p95), FormatTime(t->first_call), s.runs,
                   Count(t->calls_per_run, "call"));
      }
  if (report.rows.empty()) {
    if (report.diagnostics.empty() && !report.interrupted)
      env.Note("there is nothing to time: no tf.function was called, or none that `-f` names");
    return BenchExitCode(report);
  }
  double trace = 0, first = 0, plan = 0;
  int64_t arena = 0;
  for (const BenchRow& row : report.rows) {
    trace += static_cast<double>(std::max<int64_t>(row.trace_ns, 0));
    first += row.result.graph.first_call;
    plan += static_cast<double>(row.plan_ns);
    arena = std::max(arena, row.arena_bytes);
  }
  if (!env.quiet()) {
    const auto time = [](int64_t ns) { return FormatTime(static_cast<double>(ns)); };
    std::string once;
    if (report.run_ns >= 0)
      once = fmt::format("parse {}, run {} (trace {}), ", time(report.parse_ns), time(report.run_ns),
                         FormatTime(trace));
    if (report.load_ns >= 0) Append(&once, "load {}, ", time(report.load_ns));
    env.OutF("once: {}plan {}, first calls {}\nmemory: arena {}, tensors {}, process {} at most\n", once,
             FormatTime(plan), FormatTime(first), FormatBytes(arena), FormatBytes(report.peak_bytes),
             FormatBytes(report.process_peak_bytes));
  }
  const std::vector<std::string> notes = Disturbances(report);
  for (size_t i = 0; i < notes.size() && !env.quiet(); ++i)
    i == 0 ? env.Warning(notes[0]) : env.Err("  = " + notes[i] + "\n");
  env.Out(Verdict(report) + "\n");
  return BenchExitCode(report);
}

std::string BenchMarkdown(const BenchReport& report) {
  class Page : public Env {
   public:
    void Out(std::string_view text) override { text_ += text; }
    void Err(std::string_view) override {}
    int FlushOut() override { return 0; }
    bool out_is_terminal() const override { return false; }
    bool err_is_terminal() const override { return false; }
    int width() const override { return 100; }
    int64_t Now() const override { return 0; }
    std::string text_;

   protected:
    bool TakesColor(bool) const override { return false; }
  } page;
  page.set_markdown(true);
  if (!report.profiles.empty())
    for (const SignatureProfile& profile : report.profiles) PrintProfile(page, profile);
  else
    PrintBench(page, report);
  return page.text_;
}

Json BenchJson(const BenchReport& report, const Arguments& arguments) {
  Json json = ReportFrame("bench", BenchExitCode(report), arguments);
  json["host"] = HostJson(report.load_average);
  json["seed"] = report.seed;
  json["once"] = JsonObject({{"parse_ns", report.run_ns >= 0, report.parse_ns},
                             {"run_ns", report.run_ns >= 0, report.run_ns},
                             {"load_ns", report.load_ns >= 0, report.load_ns},
                             {"peak_bytes", report.peak_bytes},
                             {"process_peak_bytes", report.process_peak_bytes}});
  json["rows"] = Json::array();
  for (const BenchRow& row : report.rows) {
    Json dims = Json::object();
    for (const auto& [name, size] : row.dims) dims[name] = size;
    const BenchResult& r = row.result;
    for (const bool graph : {true, false}) {
      const Timing& t = graph ? r.graph : r.eager;
      if (t.samples.empty()) continue;
      Json entry =
          JsonObject({{"file", row.file.empty() && !arguments.files.empty() ? arguments.files[0] : row.file},
                      {"id", row.id},
                      {"signature", row.signature},
                      {"mode", graph ? "graph" : "eager"},
                      {"threads", row.threads},
                      {"dims", dims},
                      {"program_sha256", !row.program.empty()          ? Json(row.program)
                                         : report.programs.size() == 1 ? Json(report.programs[0])
                                                                       : Json()}});
      entry.update(TimingJson(t));
      if (graph) {
        entry["trace_ns"] = row.trace_ns < 0 ? Json() : Json(row.trace_ns);
        entry["plan_ns"] = row.plan_ns;
        entry["arena_bytes"] = row.arena_bytes;
        entry["load_ns"] = report.load_ns < 0 ? Json() : Json(report.load_ns);
        const bool both = BothTimed(row);
        entry["speedup_ratio"] = both ? Json(r.eager.summary.p50 / r.graph.summary.p50) : Json();
        entry["speedup_low_ratio"] = both ? Json(r.speedup.low) : Json();
        entry["speedup_high_ratio"] = both ? Json(r.speedup.high) : Json();
        const double pays = PaysIn(row);
        entry["pays_in_calls"] = pays < 0 ? Json() : Json(static_cast<int64_t>(pays));
      }
      entry["partial"] = r.partial;
      json["rows"].push_back(std::move(entry));
    }
  }
  if (!report.profiles.empty()) json["profiles"] = Json::array();
  for (const SignatureProfile& profile : report.profiles) json["profiles"].push_back(ProfileJson(profile));
  json["diagnostics"] = report.diagnostics;
  for (const BenchRow& row : report.rows)
    if (!row.result.mismatch.empty())
      json["diagnostics"].push_back(
          DiagnosticJson("error", fmt::format("{}: {}", row.id, row.result.mismatch)));
  return json;
}

std::string BenchPage(const BenchReport& report, const Arguments& arguments) {
  Json json = BenchJson(report, arguments);
  json["several"] = arguments.files.size() > 1;
  json["verdict"] = report.rows.empty() ? "Time by kernel" : Verdict(report);
  json["notes"] = Disturbances(report);
  std::string data = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  for (size_t at = 0; (at = data.find('<', at)) != std::string::npos; at += 6) data.replace(at, 1, "\\u003c");
  std::string page(UnpackedText(kBenchPage));
  constexpr std::string_view kPlace = "@DATA@";
  return page.replace(page.find(kPlace), kPlace.size(), data);
}

}  // namespace tp::cli
