// tracepack verify: is this bundle whole, and would it run here?
#include "cli/bundle_io.h"
#include "cli/function_report.h"
#include "cli/report/json.h"
#include "cli/report/units.h"

namespace tp::cli {
namespace {

constexpr std::string_view kFlags[] = {"format", "no-digest"};

class Verify : public Command {
 public:
  std::string_view name() const override { return "verify"; }
  std::string_view group() const override { return "gate"; }
  std::string_view operands() const override { return "BUNDLE..."; }
  std::string_view summary() const override { return "check bundles whole"; }
  std::string_view examples() const override {
    return "tracepack verify mlp.tpk              says ok, or what is wrong and where\n"
           "tracepack verify *.tpk -q             silent where all are good";
  }
  std::string_view fields() const override {
    return "bundles[file:s ok:b functions*:i signatures*:i file_bytes*:i producer*:s]";
  }
  std::span<const std::string_view> flags() const override { return kFlags; }
  std::pair<int, int> operand_count() const override { return {1, -1}; }

  int Run(Env& env, const Arguments& arguments) override {
    int exit_code = kExitOk;
    Json bundles = Json::array(), diagnostics = Json::array();
    if (env.markdown())
      env.Out("| file | ok | functions | signatures | size |\n| --- | --- | ---: | ---: | ---: |\n");
    for (const std::string& path : arguments.files) {
      Json row = JsonObject({{"file", path}});
      try {
        const LoadedBundle loaded = LoadBundle(path, arguments);
        int64_t signatures = 0;
        for (const BundleFunction& f : loaded.contents.functions)
          signatures += static_cast<int64_t>(f.concretes.size());
        const size_t functions = loaded.contents.functions.size();
        const std::string size = FormatBytes(static_cast<int64_t>(loaded.file_bytes));
        if (env.markdown())
          env.OutF("| {} | yes | {} | {} | {} |\n", path, functions, signatures, size);
        else if (!arguments.json() && !env.quiet())
          env.OutF("{}: ok, {}, {}, {}\n", path, Count(static_cast<int64_t>(functions), "function"),
                   Count(signatures, "signature"), size);
        row.update(JsonObject({{"ok", true},
                               {"functions", functions},
                               {"signatures", signatures},
                               {"file_bytes", loaded.file_bytes},
                               {"producer", loaded.contents.producer}}));
      } catch (const CommandError& e) {
        exit_code = WorseExit(exit_code, e.exit_code);
        if (!arguments.json()) env.Error(e.message);
        if (env.markdown()) env.OutF("| {} | no | - | - | - |\n", path);
        row.update(JsonObject({{"ok", false}}));
        diagnostics.push_back(DiagnosticJson("error", e.message));
      }
      bundles.push_back(std::move(row));
    }
    if (arguments.json()) {
      Json report = ReportFrame("verify", exit_code, arguments);
      report["bundles"] = std::move(bundles);
      report["diagnostics"] = std::move(diagnostics);
      OutReport(env, arguments, report);
    }
    return exit_code;
  }
};

const RegisterCommand verify(new Verify);

}  // namespace
}  // namespace tp::cli
