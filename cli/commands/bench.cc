// tracepack bench: is the graph faster than eager execution, by how much, and can the figure be trusted?
#include <sys/resource.h>

#include <atomic>
#include <csignal>

#include "cli/bench/profile.h"
#include "cli/bench/report.h"
#include "cli/bundle_io.h"
#include "cli/child.h"
#include "cli/inputs.h"
#include "cli/limits.h"
#include "cli/report/units.h"
#include "cli/spec/bench_cases.h"
#include "cli/spec/run_spec.h"
#include "core/base/default_seed.h"
#include "core/base/limits.h"
#include "core/base/parallel.h"
#include "core/interp/source_file.h"
#include "core/tensor/buffer.h"
#include "core/tf/runtime.h"
#include "serialize/writer.h"

namespace tp::cli {
namespace {

constexpr std::string_view kFlags[] = {"function", "input",    "dim",      "output",    "format",
                                       "threads",  "min-runs", "min-time", "max-time",  "seed",
                                       "rtol",     "atol",     "simd",     "no-digest", "profile"};

// --max-time is a row's.
constexpr std::string_view kBenchLimits[] = {"sandbox",   "max-steps",  "max-memory", "max-nodes",
                                             "max-depth", "allow-read", "allow-write"};

std::atomic<bool> stop_timing{false};

BenchLimits LimitsOf(const Arguments& arguments) {
  return {arguments.GetInt("min-runs", 10, 1), arguments.GetDuration("min-time", 500'000'000),
          arguments.GetDuration("max-time", 5'000'000'000), arguments.GetDouble("rtol", 1e-5),
          arguments.GetDouble("atol", 1e-8)};
}

// A signature that fails is said and left out. It fails the command, unless inputs that we made up may be
// why.
void FailCase(Env& env, const BenchCase& bench, const Status& status, BenchReport* report) {
  if (const std::string limit = ReachedLimit(); !limit.empty())
    throw CommandError{kExitExecution, fmt::format("{}: {}", bench.id, limit), ""};
  const std::string text = fmt::format("{}: {}", CodeName(status.code()), Printable(status.message()));
  report->diagnostics.push_back(
      DiagnosticJson(bench.made_up ? "warning" : "error", fmt::format("{}: {}", bench.id, text)));
  if (!bench.made_up) {
    report->exit_code = WorseExit(report->exit_code, kExitExecution);
    return env.Error(fmt::format("{}: {}", bench.id, text));
  }
  env.WarningF("{} is left out, it fails with random inputs: give them with `-i`\n  = {}", bench.id,
               text.substr(0, text.find('\n')));
}

// A row whose first calls do not end is stopped by the flag that an interrupt sets.
std::atomic<bool> row_overdue{false};

// Times all cases by kernel, on one thread or as many as are asked for.
void ProfileCases(Env& env, const Arguments& arguments, const std::vector<BenchCase>& cases,
                  Executor& executor, BenchReport* report) {
  const std::vector<int64_t> threads = arguments.GetInts("threads");
  if (threads.size() > 1) Fail(kExitUsage, "`--profile` takes one number of threads");
  SetThreadCount(threads.empty() ? 1 : static_cast<int>(threads[0]));
  for (const BenchCase& bench : cases) {
    if (stop_timing) break;
    SignatureProfile profile;
    const Status status = ProfileCase(env, bench, executor, LimitsOf(arguments).min_time, &profile);
    if (status.ok())
      report->profiles.push_back(std::move(profile));
    else if (status.code() != Code::kCancelled)
      FailCase(env, bench, status, report);
  }
  report->interrupted |= stop_timing.load();
}

// Times all cases for each number of threads. Nothing is printed in a timed region: progress comes between
// rows, on a terminal only.
void RunCases(Env& env, const Arguments& arguments, const std::vector<BenchCase>& cases,
              BenchReport* report) {
  const BenchLimits limits = LimitsOf(arguments);
  std::vector<int64_t> threads = arguments.GetInts("threads");
  if (threads.empty()) threads = {1};
  const auto interrupted = [] { return stop_timing.load(); };
  size_t done = 0;
  const size_t all = cases.size() * threads.size();
  const int64_t begin = env.Now();
  const bool progress = env.err_is_terminal() && !env.quiet();
  for (const BenchCase& bench : cases)
    for (int64_t t : threads) {
      if (interrupted()) break;
      if (progress) {
        const auto spent = static_cast<double>(env.Now() - begin);
        const std::string left =
            done
                ? fmt::format("  about {} left",
                              FormatTime(spent / static_cast<double>(done) * static_cast<double>(all - done)))
                : "";
        env.ErrF("\r\x1b[K{}", env.Styled(fmt::format("bench  {}/{}  {}{}", done + 1, all, bench.id, left),
                                          Style::kDim, true));
      }
      ++done;
      SetThreadCount(static_cast<int>(t));
      BenchRow row;
      row.id = bench.id;
      row.signature = bench.signature;
      row.dims = bench.dims;
      row.threads = t;
      row.trace_ns = bench.trace_ns;
      // Once it is asked for an interrupt, a row ends at --max-time by itself.
      if (arguments.Has("max-time"))
        StartTimer(10 * limits.max_time, [](int) { row_overdue = stop_timing = true; });
      Status status = RunCase(
          env, bench, limits,
          [&] {
            StopClock();
            return interrupted();
          },
          &row.result);
      StopClock();
      if (progress) env.Err("\r\x1b[K");
      if (row_overdue) {
        row_overdue = stop_timing = false;
        status = MakeStatus(Code::kDeadlineExceeded, "its first calls pass 10 times --max-time");
      }
      if (status.code() == Code::kCancelled) break;
      if (!status.ok()) {
        FailCase(env, bench, status, report);
        break;
      }
      AddPlanFigures(*bench.ir, &row);
      report->rows.push_back(std::move(row));
    }
  report->interrupted |= interrupted();
}

class Bench : public Command {
 public:
  std::string_view name() const override { return "bench"; }
  std::string_view group() const override { return "run"; }
  std::string_view operands() const override { return "SPEC|BUNDLE..."; }
  std::pair<int, int> operand_count() const override { return {1, -1}; }
  std::string_view summary() const override { return "time each signature, graph against eager"; }
  std::string_view examples() const override {
    return "tracepack bench mlp.spec.py                            every function, every signature\n"
           "tracepack bench mlp.tpk -f predict --dim 1,32,256      one function, three batch sizes\n"
           "tracepack bench mlp.tpk -f predict --profile           which kernels take the time\n"
           "tracepack bench mlp.tpk -o new.json -o new.html        keep every sample, look at them\n"
           "tracepack bench a.spec.py b.spec.py b.tpk              several files, one report";
  }
  std::string_view details() const override {
    return "timed:      one call, inputs ready; variables are put back before each block of runs\n"
           "eager:      of a spec, its Python functions with run_functions_eagerly(True); of a bundle, its "
           "graph\n"
           "            op by op, without passes and plan\n"
           "inputs:     `--input`, else what the spec passed when it traced, else random with `--seed`\n"
           "compared:   results and variables of the first call of both, before anything is timed;\n"
           "            exit 1 if they differ\n"
           "warm-up:    3 calls at least, and for 50 ms, or --max-time where that is less\n"
           "stops:      after --min-runs and --min-time, at the latest at --max-time;\n"
           "            graph and eager take turns in blocks\n"
           "±:          half of the 95% interval of the ratio of medians, by a moving-block bootstrap\n"
           "pays in:    calls after which the trace (of a spec) and the slower first call have paid off\n"
           "--profile:  instead of the rows: each signature's time by kernel, the dearest first";
  }
  std::string_view fields() const override {
    return "host{cpu:s? cores:i simd:s governor:s? load:n? build:s}? seed:i? once{parse_ns:n? "
           "run_ns:n? load_ns:n? peak_bytes:i process_peak_bytes:i}? rows[file:s id:s signature:s "
           "mode:s threads:i dims{} program_sha256:s? p50_ns:n p90_ns:n p95_ns:n p99_ns:n min_ns:n "
           "mean_ns:n sd_ns:n p50_low_ns:n p50_high_ns:n runs:i calls_per_run:i outliers:i "
           "samples_ns[n] first_call_ns:n trace_ns*:n? plan_ns*:n arena_bytes*:i load_ns*:n? "
           "speedup_ratio*:n? speedup_low_ratio*:n? speedup_high_ratio*:n? pays_in_calls*:i? "
           "partial:b] profiles*[id:s calls:i total_ns:n kernels[kernel:s source:s? nodes:i "
           "self_ns:n share_ratio:n work_flop:n? moved_bytes:n?]]";
  }
  std::span<const std::string_view> flags() const override { return kFlags; }
  std::span<const std::string_view> limits() const override { return kBenchLimits; }

  int Run(Env& env, const Arguments& arguments) override {
    SetSimd(arguments);
    SetLimits(arguments, /*takes_time=*/false);
    arguments.GetInts("threads");
    arguments.GetInts("dim");
    LimitsOf(arguments);  // says what is wrong with a flag before anything runs
    const uint64_t seed = default_seed = ParseSeed(env, arguments);
    for (const std::string& output : arguments.All("output"))
      if (OutputFormat(output).empty())
        Fail(kExitUsage, "`-o {}`: figures are written as .json, .jsonl, .csv, .md or .html", output);
      else
        CheckWritable(output);
    BenchReport report;
    report.seed = seed;
    report.load_average = LoadAverage();
    const bool several = arguments.files.size() > 1;
    if (several && arguments.Has("profile")) Fail(kExitUsage, "`--profile` takes one file");
    if (!several) ReportAtTimeLimit(arguments, kExitSpec);
    for (const std::string& file : arguments.files)
      several ? RunApart(env, arguments, file, seed, &report) : RunOn(env, arguments, file, seed, &report);
    return Finish(env, arguments, report);
  }

 private:
  // The format of a file by its name's ending; "" where it is none.
  static std::string_view OutputFormat(const std::string& output) {
    return output.ends_with(".json")    ? "json"
           : output.ends_with(".jsonl") ? "jsonl"
           : output.ends_with(".csv")   ? "csv"
           : output.ends_with(".md")    ? "markdown"
           : output.ends_with(".html")  ? "html"
                                        : "";
  }

  static void RunOn(Env& env, const Arguments& arguments, const std::string& file, uint64_t seed,
                    BenchReport* report) {
    LooksLikeBundle(file) ? RunOnBundle(env, arguments, file, seed, report)
                          : RunOnSpec(env, arguments, file, seed, report);
    report->peak_bytes = PeakBytes();
    rusage use;
    if (getrusage(RUSAGE_SELF, &use) == 0) report->process_peak_bytes = use.ru_maxrss * 1024;
  }

  // In a process of its own: one process runs one spec.
  static void RunApart(Env& env, const Arguments& arguments, const std::string& file, uint64_t seed,
                       BenchReport* report) {
    env.FlushOut();
    int code;
    const std::string rows = RunChild(
        [&](const auto& say) {
          BenchReport own;
          try {
            RunOn(env, arguments, file, seed, &own);
          } catch (const CommandError& e) {
            env.Error(e.message, e.help);
            own.exit_code = e.exit_code;
            own.diagnostics.push_back(DiagnosticJson("error", e.message));
          }
          say(DumpJson(TransferJson(own)));
          return own.exit_code;
        },
        &code);
    if (code < 0) Fail(kExitInternal, "the process that ran {} died", file);
    const Json json = Json::parse(rows, nullptr, /*allow_exceptions=*/false);
    if (!json.is_discarded()) return AddTransferred(json, file, report);
    report->exit_code = WorseExit(report->exit_code, code);  // as at its limit of time; it has said why
    report->diagnostics.push_back(DiagnosticJson("error", fmt::format("{}: the run was ended", file)));
  }

  static int Finish(Env& env, const Arguments& arguments, const BenchReport& report) {
    const bool wants_json = arguments.json() || arguments.Has("output");
    const Json json = wants_json ? BenchJson(report, arguments) : Json();
    // Where nothing could be run, an older report stays.
    const bool nothing = report.exit_code && report.rows.empty() && report.profiles.empty();
    for (const std::string& output : arguments.All("output")) {
      if (nothing) break;
      const std::string_view format = OutputFormat(output);
      const std::string text = format == "markdown" ? BenchMarkdown(report)
                               : format == "html"   ? BenchPage(report, arguments)
                                                    : FormatReport(json, format);
      if (Status status = WriteFileAtomically(output, text); !status.ok())
        throw CommandError{kExitIo, status.message(), ""};
    }
    if (!arguments.json() && arguments.Has("profile")) {
      for (const SignatureProfile& profile : report.profiles) PrintProfile(env, profile);
      if (report.profiles.empty() && report.diagnostics.empty() && !report.interrupted)
        env.Note("there is nothing to profile: no tf.function was called");
      return BenchExitCode(report);
    }
    if (!arguments.json()) return PrintBench(env, report);
    OutReport(env, arguments, json);
    return BenchExitCode(report);
  }

  static void RunOnBundle(Env& env, const Arguments& arguments, const std::string& file, uint64_t seed,
                          BenchReport* report) {
    const int64_t begin = env.Now();
    const LoadedBundle loaded = LoadBundle(file, arguments);
    Session session(loaded.contents);
    report->load_ns = env.Now() - begin;
    session.executor().set_print([](std::string_view, bool) {});
    session.executor().set_interrupt(&stop_timing);
    std::signal(SIGINT, [](int) { stop_timing = true; });
    report->programs = {ProgramHash(loaded.contents)};
    ResetPeakBytes();
    const std::vector<BenchCase> cases = BundleCases(env, arguments, file, session, seed);
    if (arguments.Has("profile"))
      ProfileCases(env, arguments, cases, session.executor(), report);
    else
      RunCases(env, arguments, cases, report);
  }

  static void RunOnSpec(Env& env, const Arguments& arguments, const std::string& file, uint64_t seed,
                        BenchReport* report) {
    const std::string text = ReadSpecText(file);
    Notes().keep_samples = true;
    RunSpecAnd(env, arguments, file, text, [&](SpecRun& run) {
      if (run.exit_code != kExitOk) {
        report->exit_code = run.exit_code;
        report->diagnostics = DiagnosticsJson(run, run.error);
        return;
      }
      Notes().keep_samples = false;
      report->run_ns = run.nanoseconds;
      report->parse_ns = parse_nanoseconds;
      const Collected collected = CollectSpec(run.path, run.text, run.globals);
      if (collected.obstacles.empty()) report->programs = {ProgramHash(collected.contents)};
      // What the functions print again while they are timed is not the spec's output.
      TheInterp().out().set_sink([](std::string_view) {});
      TheInterp().err().FlushQuietly();
      TheInterp().err().set_sink([](std::string_view) {});
      std::signal(SIGINT, [](int) { stop_timing = true; });
      ResetPeakBytes();
      const std::vector<BenchCase> cases = SpecCases(env, arguments, file, collected, seed);
      if (arguments.Has("profile"))
        ProfileCases(env, arguments, cases, TheExecutor(), report);
      else
        RunCases(env, arguments, cases, report);
      TheInterp().err().set_sink(nullptr);
    });
  }
};

const RegisterCommand bench(new Bench);

}  // namespace
}  // namespace tp::cli
