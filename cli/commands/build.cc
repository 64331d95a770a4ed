// tracepack build: runs a spec and writes every signature that it traced into one file.
#include <algorithm>
#include <filesystem>

#include "cli/bundle_io.h"
#include "cli/function_report.h"
#include "cli/graph_stats.h"
#include "cli/inputs.h"
#include "cli/limits.h"
#include "cli/report/table.h"
#include "cli/report/units.h"
#include "cli/spec/collect.h"
#include "cli/spec/more_signatures.h"
#include "cli/spec/run_spec.h"
#include "core/interp/source_file.h"
#include "core/ir/first_values.h"
#include "core/ir/verifier.h"
#include "serialize/digest.h"
#include "serialize/mapped_file.h"
#include "serialize/writer.h"

namespace tp::cli {
namespace {

constexpr std::string_view kFlags[] = {"output", "no-output", "function", "spec", "with-first",
                                       "strip",  "threads",   "seed",     "simd", "format"};

class Build : public Command {
 public:
  std::string_view name() const override { return "build"; }
  std::string_view group() const override { return "make"; }
  std::string_view operands() const override { return "SPEC -o BUNDLE [-- ARG...]"; }
  std::string_view meant_flag() const override { return "-o"; }
  std::string_view summary() const override { return "trace what a spec calls, write one file"; }
  std::string_view examples() const override {
    return "tracepack build mlp.spec.py -o mlp.tpk                         one row a signature\n"
           "tracepack build mlp.spec.py --no-output --format json          count, write nothing\n"
           "tracepack build mlp.spec.py -o mlp.tpk -f collatz --spec 'n=i32[?]'   one more signature";
  }
  std::string_view details() const override {
    return "nodes:      of the graph, as `len(graph.as_graph_def().node)` has it; lib: functions of its "
           "library\n"
           "constants:  bytes of Const nodes, those of the library too\n"
           "trace:      how long the trace took, in this run\n"
           "variables:  are kept with the values that they have when the spec ends";
  }
  std::string_view fields() const override {
    return "output{file:s file_bytes:i file_sha256:s program_sha256:s}? functions[id:s name:s "
           "file:s? line:i? calls:i tracing_count:i concrete[id:s short:s signature:s traces:i "
           "nodes:i library_functions:i all_nodes:i captures:i constants_bytes:i ops{} trace_ns:n? "
           "cause{}?]] variables[name:s dtype:s shape[a]? bytes:i?] total{functions:i signatures:i "
           "retraces:i constants_bytes:i variables_bytes:i wall_ns:n}?";
  }
  std::span<const std::string_view> flags() const override { return kFlags; }
  std::span<const std::string_view> limits() const override { return kSpecLimits; }

  int Run(Env& env, const Arguments& arguments) override {
    if (!arguments.Has("output") && !arguments.Has("no-output"))
      Fail(kExitUsage, "say where the bundle goes with `-o FILE`, or `--no-output`");
    if (arguments.Has("output") && arguments.Has("no-output"))
      Fail(kExitUsage, "`-o` and `--no-output` exclude each other");
    if (arguments.All("output").size() > 1) Fail(kExitUsage, "`build` writes one bundle: give `-o` once");
    bool with_text = true;
    for (const std::string& what : arguments.All("strip")) {
      if (what != "text") Fail(kExitUsage, "`--strip` takes text, not `{}`", what);
      with_text = false;
    }
    SetLimits(arguments);
    SetMachine(env, arguments);
    CheckMore(arguments);
    const std::string target = arguments.Get("output");
    if (target == "-") Fail(kExitUsage, "`-o -`: a bundle is written to a file, not to standard output");
    // What another tool would make of that name.
    for (const std::string_view ending : {".onnx", ".pb", ".pbtxt", ".tflite", ".mlir", ".h5", ".keras",
                                          ".dot", ".json", ".html", ".npz", ".npy"})
      if (target.ends_with(ending))
        Fail(kExitUsage, "`-o {}`: `build` writes bundles (.tpk), no {} files yet", target, ending);
    const std::string text = ReadSpecText(arguments.files[0]);
    if (!target.empty()) CheckWritable(target);
    if (std::error_code error;
        !target.empty() && std::filesystem::equivalent(target, arguments.files[0], error))
      Fail(kExitUsage, "`-o {}` is the spec itself", target);
    int code = kExitOk;
    if (arguments.Has("with-first")) KeepFirstValues();
    ReportAtTimeLimit(arguments, kExitSpec);
    RunSpecAnd(env, arguments, arguments.files[0], text, [&](SpecRun& run) {
      if (run.exit_code == kExitOk) TraceMore(arguments, run.globals);
      code = Report(env, arguments, run, target, with_text);
    });
    return code;
  }

 private:
  static void SayPhase(Env& env, std::string_view phase, int64_t ns, const std::string& what) {
    env.ErrF("{:<6} {:>8}  {}\n", phase, FormatTime(static_cast<double>(ns)), what);
  }

  // --verbose: what parsing, running and each trace took, and where the trace was asked for.
  static void SayTraces(Env& env, const SpecRun& run, const BundleContents& contents,
                        const TraceTimes& times) {
    SayPhase(env, "parse", parse_nanoseconds, run.path + " and the modules that it imports");
    SayPhase(env, "run", run.nanoseconds, run.path);
    for (size_t i = 0; i < contents.functions.size(); ++i)
      for (size_t k = 0; k < contents.functions[i].concretes.size(); ++k) {
        const CallSite& call = contents.functions[i].concretes[k].retrace.call;
        std::string what = fmt::format("{}/{}", contents.functions[i].id, k + 1);
        if (call.line && call.file > 0 && call.file <= contents.files.size())
          Append(&what, " at {}:{}:{}", contents.files[call.file - 1].name, call.line, call.column);
        SayPhase(env, "trace", times[i][k], what);
      }
  }

  // What is written can be read again.
  static Status VerifyAll(const BundleContents& contents) {
    for (const BundleFunction& f : contents.functions)
      for (const BundleConcrete& c : f.concretes) TP_RETURN_IF_ERROR(Verify(*c.graph));
    return {};
  }

  static int Report(Env& env, const Arguments& arguments, const SpecRun& run, const std::string& target,
                    bool with_text) {
    Collected collected = CollectSpec(run.path, run.text, run.globals);
    const BundleContents& contents = collected.contents;
    // The first few, each cut short: a type's text may be long.
    std::string obstacles;
    constexpr size_t kShown = 3, kMost = 160;
    for (size_t i = 0; i < std::min(collected.obstacles.size(), kShown); ++i) {
      const std::string& text = collected.obstacles[i];
      size_t length = std::min(text.size(), kMost);
      while (length < text.size() && (text[length] & 0xc0) == 0x80) --length;
      Append(&obstacles, "{}{}{}", i ? "; " : "", text.substr(0, length), length < text.size() ? "…" : "");
    }
    if (collected.obstacles.size() > kShown)
      Append(&obstacles, "; and {} more", collected.obstacles.size() - kShown);
    obstacles += ", which a bundle cannot hold";
    bool partly = false;
    if (!target.empty() && collected.unwritable.size() < static_cast<size_t>(CountSignatures(contents))) {
      partly = !collected.unwritable.empty();
      DropUnwritable(&collected);
    }
    TraceTimes times;
    for (const auto& traces : collected.traces) {
      times.emplace_back();
      for (const Ref<ConcreteFunction>& c : traces) times.back().push_back(Notes().Of(c.get()).nanoseconds);
    }
    if (env.verbose()) SayTraces(env, run, contents, times);
    int code = run.exit_code;
    std::string failure = run.error;
    int64_t bytes = 0;
    const int64_t begin = env.Now();
    std::string sha, program;
    if (code == kExitOk && !target.empty()) {
      if (!collected.unwritable.empty()) {
        failure = fmt::format("{} was not written: {}", target, obstacles);
        code = kExitSpec;
      } else if (Status status = VerifyAll(contents); !status.ok()) {
        failure = "internal error: " + status.message();
        code = kExitInternal;
      } else if (Status status = WriteBundle(
                     contents, target, {.with_text = with_text, .with_first = arguments.Has("with-first")});
                 !status.ok()) {
        failure = status.message();
        code = status.code() == Code::kInvalidArgument ? kExitSpec : kExitIo;
      } else {
        Ref<MappedFile> file;
        if (Status opened = MappedFile::Open(target, &file); !opened.ok())
          throw CommandError{kExitIo, opened.message(), ""};
        if (partly) collected.warnings.push_back("left out: " + obstacles);
        for (const std::string& warning : collected.warnings) env.Warning(warning);
        bytes = static_cast<int64_t>(file->bytes().size());
        sha = Sha256Hex(file->bytes().data(), file->bytes().size());
        if (env.verbose())
          SayPhase(env, "write", env.Now() - begin,
                   fmt::format("{}, {} bytes, synced, renamed", target, bytes));
      }
      if (code != kExitOk && !arguments.json()) env.Error(failure);
    }
    if (arguments.json()) {
      if (code == kExitOk && collected.unwritable.empty()) program = ProgramHash(contents);
      ReportJson(env, arguments, contents, times, code, failure, run,
                 target.empty() || code != kExitOk ? Json()
                                                   : JsonObject({{"file", target},
                                                                 {"file_bytes", bytes},
                                                                 {"file_sha256", sha},
                                                                 {"program_sha256", program}}));
    } else {
      ReportText(env, arguments, contents, times, code, run, target, bytes);
    }
    return code;
  }

  static void ReportJson(Env& env, const Arguments& arguments, const BundleContents& contents,
                         const TraceTimes& times, int code, const std::string& failure, const SpecRun& run,
                         Json output) {
    Json report = ReportFrame("build", code, arguments);
    report["output"] = std::move(output);
    report["functions"] = FunctionsJson(contents, times);
    report["variables"] = VariablesJson(contents);
    int64_t constants = 0;
    for (const BundleFunction& f : contents.functions)
      for (const BundleConcrete& c : f.concretes) constants += StatsOf(*c.graph).constants_bytes;
    report["total"] = JsonObject({{"functions", contents.functions.size()},
                                  {"signatures", CountSignatures(contents)},
                                  {"retraces", CountRetraces(contents)},
                                  {"constants_bytes", constants},
                                  {"variables_bytes", VariablesBytes(contents)},
                                  {"wall_ns", run.nanoseconds}});
    report["diagnostics"] = DiagnosticsJson(run, failure);
    OutReport(env, arguments, report);
  }

  static void ReportText(Env& env, const Arguments& arguments, const BundleContents& contents,
                         const TraceTimes& times, int code, const SpecRun& run, const std::string& target,
                         int64_t bytes) {
    using Align = Table::Align;
    Table table({{"id"},
                 {"signature"},
                 {"traces", Align::kRight},
                 {"nodes", Align::kRight},
                 {"lib", Align::kRight},
                 {"constants", Align::kRight},
                 {"trace", Align::kRight}});
    for (size_t i = 0; i < contents.functions.size(); ++i) {
      const BundleFunction& f = contents.functions[i];
      for (size_t k = 0; k < f.concretes.size(); ++k) {
        const GraphStats stats = StatsOf(f.concretes[k]);
        table.Add({fmt::format("{}/{}", f.id, k + 1), ShortOrNone(*f.concretes[k].type), "1",
                   std::to_string(stats.nodes), std::to_string(stats.library_functions),
                   FormatBytes(stats.constants_bytes), FormatTime(static_cast<double>(times[i][k]))});
      }
    }
    if (code != kExitOk) {
      if (!target.empty() && run.exit_code != kExitOk) env.NoteF("{} was not written", target);
      return;
    }
    if (env.quiet()) return;
    if (!table.empty()) env.Out(table.Render(env));
    const std::string what =
        fmt::format("{}, {}", Count(static_cast<int64_t>(contents.functions.size()), "function"),
                    Count(CountSignatures(contents), "signature"));
    const std::string took = FormatTime(static_cast<double>(run.nanoseconds));
    if (target.empty())
      env.OutF("traced {} in {}; nothing was written\n", what, took);
    else
      env.OutF("wrote {}: {}, {}, in {}\n", target, what, FormatBytes(bytes), took);
    if (contents.functions.empty()) env.Note("no tf.function was traced");
    const int64_t retraces = CountRetraces(contents);
    if (retraces > 0)
      env.NoteF("{} of {} traces {}: `tracepack explain {}`", retraces, CountSignatures(contents),
                retraces == 1 ? "is a retrace" : "are retraces",
                target.empty() ? arguments.files[0] : target);
  }
};

const RegisterCommand build(new Build);

}  // namespace
}  // namespace tp::cli
