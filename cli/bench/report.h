// The report of `bench`: the table, its last lines, warnings about noise, and JSON.
#pragma once

#include "cli/bench/profile.h"
#include "cli/bench/timer.h"
#include "cli/report/json.h"

namespace tp::cli {

struct BenchRow {
  std::string id, signature;
  std::vector<std::pair<std::string, int64_t>> dims;
  int64_t threads = 1;
  int64_t trace_ns = -1;
  int64_t plan_ns = 0, arena_bytes = 0;
  BenchResult result;
  std::string file, program;  // where there are several: whose, and its program's hash
};

struct BenchReport {
  std::vector<BenchRow> rows;
  std::vector<SignatureProfile> profiles;  // with --profile, instead of rows
  int64_t run_ns = -1;                     // of the spec; -1: a bundle
  int64_t parse_ns = 0;                    // part of it
  int64_t load_ns = -1;                    // of the bundle; -1: a spec
  uint64_t seed = 0;
  double load_average = -1;           // before the first row
  int64_t peak_bytes = 0;             // of tensors
  int64_t process_peak_bytes = 0;     // of the process that ran
  std::vector<std::string> programs;  // hashes, one an input file
  // Specs and signatures that raise, as errors; signatures that raise with random inputs, as warnings.
  Json diagnostics = Json::array();
  int exit_code = kExitOk;  // of the errors among them
  bool interrupted = false;
};

// The load average of the last minute, -1 where it is not known.
double LoadAverage();
// {"cpu": …, "cores": …, "simd": …, "governor": …, "load": …, "build": …}.
Json HostJson(double load_average);

// What passes and plan of the row's graph took, and its arena.
void AddPlanFigures(Graph& graph, BenchRow* row);

// Rows for another process, and back: what a report of one file has is added to *report.
Json TransferJson(const BenchReport& report);
void AddTransferred(const Json& json, const std::string& file, BenchReport* report);

// Table and verdict on standard output, warnings on standard error. The exit code: 1 where results differ.
int PrintBench(Env& env, const BenchReport& report);
// What PrintBench writes to standard output, as Markdown.
std::string BenchMarkdown(const BenchReport& report);
// A page with tables and charts of it all, complete in itself (bench/page.html).
std::string BenchPage(const BenchReport& report, const Arguments& arguments);
Json BenchJson(const BenchReport& report, const Arguments& arguments);
int BenchExitCode(const BenchReport& report);

// How many calls it takes until tracing and the first call are paid for; -1: never, or not known.
double PaysIn(const BenchRow& row);

}  // namespace tp::cli
