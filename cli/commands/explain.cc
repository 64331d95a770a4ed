// tracepack explain: why each function was traced again, and what to change. A proposal is printed with the
// number of traces that the changed spec makes when it is run; where that cannot be found out, none is
// printed.
#include <algorithm>
#include <map>

#include "cli/bundle_io.h"
#include "cli/function_report.h"
#include "cli/limits.h"
#include "cli/report/table.h"
#include "cli/report/units.h"
#include "cli/spec/call_text.h"
#include "cli/spec/run_spec.h"
#include "cli/spec/trials.h"
#include "core/base/stable_sort.h"
#include "core/diag/render.h"

namespace tp::cli {
namespace {

constexpr std::string_view kFlags[] = {"function", "max-traces", "format", "no-digest"};
constexpr int64_t kMaxTrialTime = 10'000'000'000;  // a spec that runs longer is not run again
constexpr int kMaxTrials = 8;

// What is left of a function's traces where one line of the spec is another.
struct Trial {
  std::string change;  // the new line
  uint32_t line = 0;
  int64_t left = 0;
  bool whole = false;  // the new line is printed as it is
};

class Explainer {
 public:
  Explainer(Env& env, const Arguments& arguments, std::string name, std::string text, Json functions,
            int64_t run_ns)
      : env_(env),
        arguments_(arguments),
        file_(std::move(name), std::move(text)),
        functions_(std::move(functions)),
        run_ns_(run_ns) {}

  // `may_run`: the text is that of a spec which may be run again.
  int Print(bool may_run) {
    for (const Json& f : functions_)
      if (Chosen(f)) chosen_.push_back(&f);
    int64_t traces = 0, retraces = 0, cost = 0;
    bool timed = true;
    std::vector<const Json*> worth;
    for (const Json* f : chosen_) {
      traces += Traces(*f);
      bool retraced = false;
      for (const Json& c : (*f)["concrete"]) {
        if (c["cause"].is_null()) continue;
        retraced = true;
        ++retraces;
        if (c["trace_ns"].is_null())
          timed = false;
        else
          cost += c["trace_ns"].get<int64_t>();
      }
      if (retraced) worth.push_back(f);
    }
    const auto functions = static_cast<int64_t>(chosen_.size());
    if (worth.empty()) {
      env_.Out(fmt::format("{}, {}, no retraces\n", Count(functions, "function"), Count(traces, "trace")));
      return Gate();
    }
    StableSort(&worth, [](auto* a, auto* b) { return Traces(*a) > Traces(*b); });
    size_t width = 0;
    for (const Json* f : worth) width = std::max(width, Id(*f).size());
    for (const Json* f : worth)
      env_.Out(fmt::format("{:<{}}  {} in {}\n", Id(*f), width, Count(Traces(*f), "trace"),
                           Count((*f)["calls"].get<int64_t>(), "call")));
    for (const Json* f : worth) {
      PrintFunction(*f);
      if (may_run) PrintTrials(*f);
    }
    env_.Out(
        fmt::format("\n{}, {} of them retraces{}\n", Count(traces, "trace"), retraces,
                    timed ? fmt::format("; retracing cost {}", FormatTime(static_cast<double>(cost))) : ""));
    return Gate();
  }

  // 1 where a function has more traces than --max-traces allows.
  int Gate() {
    int code = kExitOk;
    for (const std::string& given : arguments_.All("max-traces")) {
      const size_t equals = given.rfind('=');
      int64_t most = 0;
      if (equals == std::string::npos || !ParseCount(given.substr(equals + 1), &most))
        Fail(kExitUsage, "`--max-traces` takes NAME=N, not `{}`", given);
      const std::string name = given.substr(0, equals);
      bool found = false;
      for (const Json& f : functions_) {
        if (Id(f) != name && !Id(f).ends_with("." + name)) continue;
        found = true;
        if (Traces(f) <= most) continue;
        if (!arguments_.json())
          env_.Out(fmt::format("over  {} traces  {}  limit {}\n", Id(f), Traces(f), most));
        code = kExitGate;
      }
      if (!found) Fail(kExitUsage, "no traced function `{}` in {}", name, arguments_.files[0]);
    }
    return code;
  }

  const Json& functions() const { return functions_; }

 private:
  static std::string Id(const Json& f) { return f["id"].get<std::string>(); }
  static int64_t Traces(const Json& f) { return static_cast<int64_t>(f["concrete"].size()); }
  static bool ParseCount(const std::string& text, int64_t* n) {
    if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos)
      return false;
    *n = std::stoll(text);
    return true;
  }
  bool Chosen(const Json& f) const {
    if (!arguments_.Has("function")) return true;
    for (const std::string& given : arguments_.All("function"))
      if (Id(f) == given || Id(f).ends_with("." + given)) return true;
    return false;
  }

  void PrintFunction(const Json& f) {
    std::string last;  // cause and place of the row before: a repeated one takes one line
    for (const Json& c : f["concrete"]) {
      const Json& cause = c["cause"];
      if (cause.is_null()) continue;
      const std::string row = fmt::format("{}  {}", c["id"].get<std::string>(), Sentence(cause));
      const std::string time = c["trace_ns"].is_null() ? "-" : FormatTime(c["trace_ns"].get<double>());
      const std::string key =
          cause["code"].get<std::string>() + DumpJson(cause["argument"]) +
          (cause.contains("line") ? DumpJson(cause["line"]) + DumpJson(cause["column"]) : "");
      const bool repeated = key == last;
      last = key;
      const bool placed = cause.contains("line") && !file_.text().empty();
      std::string block = repeated || !placed ? "" : Place(f, cause);
      if (repeated && cause.contains("line"))
        env_.Out(fmt::format("{} (line {})  {}\n", row, cause["line"].get<int64_t>(), time));
      else
        env_.Out(fmt::format("{}{}  {}\n{}", repeated ? "" : "\n", row, time, block));
    }
  }

  static std::string Sentence(const Json& cause) {
    const std::string code = cause["code"].get<std::string>();
    const std::string nearest = cause["nearest"].get<std::string>();
    const std::string number = nearest.substr(nearest.rfind('/'));
    if (code == "captured-variable")
      return fmt::format("{}: the first call made variables, so the function is traced once more without",
                         code);
    if (code == "context") return fmt::format("{}: {} was traced in another context", code, number);
    std::string names =
        fmt::format("`{}`", cause["argument"].is_null() ? "?" : cause["argument"].get<std::string>());
    const std::string was = cause["was"].get<std::string>(), now = cause["now"].get<std::string>();
    std::string text = fmt::format("{}{}: {} was {} in {}, is {} here", code,
                                   code == "dtype" ? AlsoShape(was, now) : "", names, was, number, now);
    if (cause.contains("more_arguments")) {
      std::string more;
      for (const Json& name : cause["more_arguments"])
        more += fmt::format("{}`{}`", more.empty() ? "" : ", ", name.get<std::string>());
      text += fmt::format("; {} differ{} too", more, cause["more_arguments"].size() == 1 ? "s" : "");
    }
    if (code == "py-value") text += "; each value is a trace";
    return text;
  }

  // Of another dtype the shape may differ, too: " and axis" for f32[3] and i32[2].
  static std::string_view AlsoShape(const std::string& was, const std::string& now) {
    const auto dims = [](const std::string& type) {
      return type.substr(std::min(type.find('['), type.size()));
    };
    const auto rank = [](const std::string& d) {
      return d.size() < 3 ? 0 : 1 + std::count(d.begin(), d.end(), ',');
    };
    const std::string a = dims(was), b = dims(now);
    return a == b ? "" : rank(a) == rank(b) ? " and axis" : " and rank";
  }

  // The source line with carets below the argument, or below the call where it is not found.
  std::string Place(const Json& f, const Json& cause) {
    const auto number = [&](const char* field) { return cause[field].get<uint32_t>(); };
    // A call in another file of the spec: its text is not at hand here.
    if (const auto it = cause.find("file");
        it != cause.end() && it->get<std::string>() != BaseName(file_.name()))
      return fmt::format("  --> {}:{}:{}\n", it->get<std::string>(), number("line"), number("column"));
    const std::optional<Span> call =
        SpanAt(file_, number("line"), number("column"), number("end_line"), number("end_column"));
    if (!call) return "";
    Diagnostic d;
    d.file = &file_;
    d.span = *call;
    const auto mark = [&](const Json& name) {
      return ArgumentIn(file_, *call, name.get<std::string>(), PositionOf(f, name.get<std::string>()));
    };
    if (!cause["argument"].is_null())
      if (const auto at = mark(cause["argument"])) {
        d.span = *at;
        if (cause.contains("more_arguments"))
          for (const Json& more : cause["more_arguments"])
            if (const auto span = mark(more)) d.labels.push_back({*span, ""});
      }
    const std::string block = Render(d, {});
    const size_t first_line = block.find('\n');
    return block.substr(first_line + 1);
  }

  // Where a parameter stands among the function's, from 0; -1 where that is not known. The signature of the
  // first trace begins with its parameters in order: "(x: …, lr: …) -> …".
  static int PositionOf(const Json& f, const std::string& argument) {
    const std::string name = argument.substr(0, argument.find_first_of("[."));
    const std::string short_form = f["concrete"][0]["short"].get<std::string>();
    int position = 0;
    for (const std::string& word : SplitTop(short_form, ' ')) {
      if (word.starts_with(name + "=")) return position;
      ++position;
    }
    return -1;
  }

  // The line of the decorator `@tf.function` of a function, 0 where there is no such plain line.
  uint32_t DecoratorLine(const Json& f) const {
    if (f["line"].is_null()) return 0;
    for (uint32_t line = f["line"].get<uint32_t>(); line-- > 1;) {
      std::string_view text = file_.LineText(line);
      while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
      while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
      if (text == "@tf.function" || text == "@tf.function()") return line;
      if (!text.starts_with("@")) return 0;
    }
    return 0;
  }

  std::string Changed(uint32_t line, const std::string& decorator) const {
    const std::string_view old = file_.LineText(line);
    const size_t indent = std::min(old.find_first_not_of(" \t"), old.size());
    std::string text(file_.text());
    text.replace(file_.LineStart(line), old.size(), std::string(old.substr(0, indent)) + decorator);
    return text;
  }

  void PrintTrials(const Json& f) {
    bool only_variables = true;
    for (const Json& c : f["concrete"])
      only_variables &= c["cause"].is_null() || c["cause"]["code"] == "captured-variable";
    if (only_variables) {
      env_.Out(fmt::format("{} make the variables before the first call, an optimizer's with its `build`\n",
                           env_.Styled("help:", Style::kGreen, false)));
      return;
    }
    const uint32_t line = DecoratorLine(f);
    if (line == 0 || run_ns_ > kMaxTrialTime) return;
    std::vector<std::string> changes;
    if (!f["proposal"].is_null()) changes.push_back(f["proposal"].get<std::string>());
    changes.push_back("@tf.function(reduce_retracing=True)");
    for (size_t i = 0; i < changes.size(); ++i) {
      if (trials_ >= kMaxTrials) return;
      ++trials_;
      const auto outcome =
          RunInChild(env_, arguments_, arguments_.files[0], Changed(line, changes[i]), /*quiet=*/true);
      if (!outcome || (*outcome)["exit_code"] != 0) continue;
      int64_t left = -1;
      for (const Json& g : (*outcome)["functions"])
        if (Id(g) == Id(f)) left = Traces(g);
      if (left < 0) continue;
      if (left < Traces(f))
        env_.Out(fmt::format("{} put this for line {}: {} left of {}\n    {}\n",
                             env_.Styled("help:", Style::kGreen, false), line, Count(left, "trace"),
                             Traces(f), changes[i]));
      else if (left >= Traces(f) && i + 1 == changes.size())
        env_.Out(fmt::format("  `reduce_retracing=True`: {} left, it does not help here\n", left));
    }
  }

  Env& env_;
  const Arguments& arguments_;
  SourceFile file_;
  Json functions_;
  int64_t run_ns_;
  std::vector<const Json*> chosen_;
  int trials_ = 0;
};

class Explain : public Command {
 public:
  std::string_view name() const override { return "explain"; }
  std::string_view group() const override { return "look"; }
  std::string_view operands() const override { return "SPEC|BUNDLE"; }
  std::string_view meant_flag() const override { return "-f"; }
  std::string_view summary() const override { return "why it retraced, and what to change"; }
  std::string_view examples() const override {
    return "tracepack explain mlp.spec.py                          every retrace with its cause and place\n"
           "tracepack explain mlp.tpk                              the same from a bundle's log\n"
           "tracepack explain mlp.spec.py --max-traces predict=1   exit 1 if there are more";
  }
  std::string_view details() const override {
    return "A spec is run, and once more with each proposal: `left` is what the changed spec really traces. "
           "A bundle\n"
           "runs nothing: causes only, no times.";
  }
  std::span<const std::string_view> flags() const override { return kFlags; }
  std::span<const std::string_view> limits() const override { return kSpecLimits; }

  int Run(Env& env, const Arguments& arguments) override {
    const std::string& path = arguments.files[0];
    if (LooksLikeBundle(path)) {
      const LoadedBundle loaded = LoadBundle(path, arguments);
      const BundleContents& contents = loaded.contents;
      const bool has = !contents.files.empty();
      Explainer explainer(env, arguments, has ? contents.files[0].name : path,
                          has ? contents.files[0].text : "", FunctionsJson(contents, {}), 0);
      return arguments.json() ? PrintJson(env, arguments, explainer, kExitOk, "") : explainer.Print(false);
    }
    SetLimits(arguments);
    const std::string text = ReadSpecText(path);
    const auto ran = RunInChild(env, arguments, path, text, /*quiet=*/false);
    if (!ran) throw CommandError{kExitInternal, fmt::format("the process that ran {} died", path), ""};
    Explainer explainer(env, arguments, path, text, (*ran)["functions"], (*ran)["run_ns"].get<int64_t>());
    const int code = (*ran)["exit_code"].get<int>();
    if (arguments.json())
      return PrintJson(env, arguments, explainer, code, (*ran)["error"].get<std::string>());
    if (code != kExitOk) return code;
    return explainer.Print(true);
  }

 private:
  static int PrintJson(Env& env, const Arguments& arguments, Explainer& explainer, int code,
                       const std::string& error) {
    if (code == kExitOk) code = explainer.Gate();
    Json report = ReportFrame("explain", code, arguments);
    report["functions"] = Json::array();
    for (const Json& f : explainer.functions()) {
      Json row = JsonObject({{"id", f["id"]},
                             {"calls", f["calls"]},
                             {"traces", f["concrete"].size()},
                             {"retraces", Json::array()}});
      for (const Json& c : f["concrete"])
        if (!c["cause"].is_null())
          row["retraces"].push_back(JsonObject(
              {{"id", c["id"]}, {"short", c["short"]}, {"cause", c["cause"]}, {"trace_ns", c["trace_ns"]}}));
      report["functions"].push_back(std::move(row));
    }
    report["diagnostics"] = Json::array();
    if (!error.empty()) report["diagnostics"].push_back(DiagnosticJson("error", error));
    env.Out(DumpJson(report));
    return code;
  }
};

const RegisterCommand explain(new Explain);

}  // namespace
}  // namespace tp::cli
