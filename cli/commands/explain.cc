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
#include "cli/spec/changes.h"
#include "cli/spec/run_spec.h"
#include "cli/spec/trials.h"
#include "core/base/stable_sort.h"
#include "core/diag/render.h"

namespace tp::cli {
namespace {

constexpr std::string_view kFlags[] = {"function", "max-traces", "format", "no-digest"};
constexpr int64_t kMaxTrialsTime = 30'000'000'000;  // all runs of changed specs together
constexpr int kMaxTrials = 12;

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
    Gate(/*says=*/false);  // what is wrong with --max-traces is said first
    if (env_.quiet() && arguments_.Has("max-traces")) return Gate();
    if (may_run) Try();
    int64_t traces = 0, retraces = 0, cost = 0;
    bool timed = true;
    std::vector<size_t> worth;
    for (size_t i = 0; i < functions_.size(); ++i) {
      const Json& f = functions_[i];
      if (!Chosen(f)) continue;
      traces += Traces(f);
      for (const Json& c : f["concrete"]) {
        if (c["cause"].is_null()) continue;
        if (worth.empty() || worth.back() != i) worth.push_back(i);
        ++retraces;
        if (c["trace_ns"].is_null())
          timed = false;
        else
          cost += c["trace_ns"].get<int64_t>();
      }
    }
    if (worth.empty()) {
      const int64_t functions =
          std::count_if(functions_.begin(), functions_.end(), [&](const Json& f) { return Chosen(f); });
      env_.OutF("{}, {}, no retraces\n", Count(functions, "function"), Count(traces, "trace"));
      return Gate();
    }
    StableSort(&worth, [&](size_t a, size_t b) { return Traces(functions_[a]) > Traces(functions_[b]); });
    size_t width = 0;
    for (size_t i : worth) width = std::max(width, Id(functions_[i]).size());
    for (size_t i : worth) {
      const Json& f = functions_[i];
      env_.OutF("{:<{}}  {} in {}", Id(f), width, Count(Traces(f), "trace"),
                Count(f["calls"].get<int64_t>(), "call"));
      if (const Change* best = Best(i)) env_.OutF(", {} would do", best->left);
      env_.Out("\n");
    }
    for (size_t i : worth) {
      PrintFunction(functions_[i]);
      PrintChanges(i);
    }
    env_.OutF("\n{}, {}", Count(traces, "trace"),
              left_ < 0 ? fmt::format("{} of them retraces", retraces)
                        : fmt::format("{} after these changes", left_));
    env_.Out(timed ? fmt::format("; retracing cost {}\n", FormatTime(static_cast<double>(cost))) : "\n");
    return Gate();
  }

  // Runs the spec with each change of a chosen function, and then with the best of each together.
  void Try() {
    std::vector<Edit> all;
    int helped = 0;
    for (size_t i = 0; i < functions_.size(); ++i) {
      const Json& f = functions_[i];
      if (Traces(f) < 2 || !Chosen(f) || OnlyVariables(f)) continue;
      for (Change& change : ChangesFor(file_, f)) {
        const Change* so_far = Best(i);
        if (change.combined && so_far && so_far->left == 1) continue;
        RunWith(change.edits, f, &change);
        if (change.combined && change.left >= (so_far ? so_far->left : Traces(f))) continue;
        if (change.left >= 0) changes_[i].push_back(std::move(change));
      }
      const Change* best = Best(i);
      if (!best) continue;
      left_ = best->total;
      all.insert(all.end(), best->edits.begin(), best->edits.end());
      ++helped;
    }
    if (helped < 2) return;
    Change together;
    RunWith(all, functions_[0], &together);
    left_ = together.total;
  }

  // What each retrace has, for programs: null where nothing was tried.
  Json ChangesJson(size_t function) const {
    Json list = Json::array();
    const auto found = changes_.find(function);
    if (found != changes_.end())
      for (const Change& change : found->second)
        list.push_back(JsonObject({{"line", change.line ? Json(change.line) : Json()},
                                   {"text", change.paste.empty() ? change.what : change.paste},
                                   {"traces_left", change.left}}));
    return list;
  }
  int64_t left() const { return left_; }

  // 1 where a function has more traces than --max-traces allows.
  int Gate(bool says = true) {
    int code = kExitOk;
    for (const std::string& given : arguments_.All("max-traces")) {
      const size_t equals = given.rfind('=');
      int64_t most = 0;
      if (equals == std::string::npos || !ParseCount(given.substr(equals + 1), &most))
        Fail(kExitUsage, "`--max-traces` takes NAME=N, not `{}`", given);
      const std::string name = given.substr(0, equals);
      bool found = false;
      for (const Json& f : functions_) {
        if (!Named(f, name)) continue;
        found = true;
        if (Traces(f) <= most) continue;
        if (!arguments_.json() && says) env_.OutF("over  {} traces  {}  limit {}\n", Id(f), Traces(f), most);
        code = kExitGate;
      }
      if (!found) Fail(kExitUsage, "no traced function `{}` in {}", name, arguments_.files[0]);
    }
    return code;
  }

  const Json& functions() const { return functions_; }
  bool Chosen(const Json& f) const {
    if (!arguments_.Has("function")) return true;
    for (const std::string& given : arguments_.All("function"))
      if (Named(f, given)) return true;
    return false;
  }
  // Throws (2) for a --function that names none.
  void CheckNames() const {
    for (const std::string& given : arguments_.All("function"))
      if (std::none_of(functions_.begin(), functions_.end(),
                       [&](const Json& f) { return Named(f, given); })) {
        std::vector<std::string> ids;
        for (const Json& f : functions_) {
          ids.push_back(Id(f));
          ids.push_back(Id(f).substr(Id(f).rfind('.') + 1));
        }
        const std::string near = Nearest(given, ids);
        Fail(kExitUsage, "no traced function `{}` in {}{}", given, arguments_.files[0],
             near.empty() ? "" : fmt::format("; did you mean `{}`?", near));
      }
  }

 private:
  static bool Named(const Json& f, const std::string& name) {
    const std::string id = name.substr(0, name.find('/'));  // all traces of a function, whichever is named
    return Id(f) == id || Id(f).ends_with("." + id);
  }
  static std::string Id(const Json& f) { return f["id"].get<std::string>(); }
  static int64_t Traces(const Json& f) { return static_cast<int64_t>(f["concrete"].size()); }
  static bool ParseCount(const std::string& text, int64_t* n) {
    if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos)
      return false;
    *n = std::stoll(text);
    return true;
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
        env_.OutF("{} (line {})  {}\n", row, cause["line"].get<int64_t>(), time);
      else
        env_.OutF("{}{}  {}\n{}", repeated ? "" : "\n", row, time, block);
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
        Append(&more, "{}`{}`", more.empty() ? "" : ", ", name.get<std::string>());
      Append(&text, "; {} differ{} too", more, cause["more_arguments"].size() == 1 ? "s" : "");
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

  static bool OnlyVariables(const Json& f) {
    bool only = true;
    for (const Json& c : f["concrete"])
      only &= c["cause"].is_null() || c["cause"]["code"] == "captured-variable";
    return only;
  }

  // Of the changes that leave fewer traces, the first of those that leave the fewest.
  const Change* Best(size_t function) const {
    const Change* best = nullptr;
    const auto found = changes_.find(function);
    if (found != changes_.end())
      for (const Change& change : found->second)
        if (change.left < (best ? best->left : Traces(functions_[function]))) best = &change;
    return best;
  }

  void RunWith(const std::vector<Edit>& edits, const Json& f, Change* change) {
    if (trials_ >= kMaxTrials || (trials_ + 1) * run_ns_ > kMaxTrialsTime) return;
    ++trials_;
    const auto outcome =
        RunInChild(env_, arguments_, arguments_.files[0], Changed(file_.text(), edits), /*quiet=*/true);
    if (!outcome || (*outcome)["exit_code"] != 0) return;
    change->total = 0;
    for (const Json& g : (*outcome)["functions"]) {
      if (Chosen(g)) change->total += Traces(g);
      if (Id(g) == Id(f)) change->left = Traces(g);
    }
  }

  void PrintChanges(size_t function) {
    const Json& f = functions_[function];
    const std::string help = env_.Styled("help:", Style::kGreen, false);
    if (OnlyVariables(f)) {
      env_.OutF("{} make the variables before the first call, an optimizer's with its `build`\n", help);
      return;
    }
    const Change* best = Best(function);
    if (best && best->paste.empty())
      env_.OutF("{} {}: {} left of {}\n", help, best->what, Count(best->left, "trace"), Traces(f));
    else if (best)
      env_.OutF("{} put this for line {}: {} left of {}\n{}\n", help, best->line, Count(best->left, "trace"),
                Traces(f), best->paste);
    std::string others;
    for (const Change& change : changes_[function])
      if (&change != best && !change.what.empty())
        Append(&others, "{}{}: {} left{}", others.empty() ? (best ? "  or " : help + " ") : "; ", change.what,
               change.left, change.left < Traces(f) ? "" : ", it does not help here");
    if (!others.empty()) env_.Out(others + "\n");
  }

  Env& env_;
  const Arguments& arguments_;
  SourceFile file_;
  Json functions_;
  int64_t run_ns_;
  std::map<size_t, std::vector<Change>> changes_;  // by function, those that could be run
  int64_t left_ = -1;                              // traces of all with the best change of each
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
    return "A spec is run, and once more with each proposal: `left` is what the changed spec really traces.\n"
           "A bundle runs nothing: causes only, no times.";
  }
  std::string_view fields() const override {
    return "functions[id:s calls:i traces:i retraces[id:s short:s cause{code:s nearest:s argument:s? axis:i? "
           "was:s now:s axes*[i] more_arguments*[s] file*:s line*:i column*:i end_line*:i end_column*:i} "
           "trace_ns:n?] changes[line:i? text:s traces_left:i]] total{traces:i retraces:i traces_left:i?}";
  }
  std::span<const std::string_view> flags() const override { return kFlags; }
  std::string_view formats() const override { return "text,json,jsonl,csv"; }
  std::span<const std::string_view> limits() const override { return kSpecLimits; }

  int Run(Env& env, const Arguments& arguments) override {
    const std::string& path = arguments.files[0];
    if (LooksLikeBundle(path)) {
      const LoadedBundle loaded = LoadBundle(path, arguments);
      const BundleContents& contents = loaded.contents;
      const bool has = !contents.files.empty();
      Explainer explainer(env, arguments, has ? contents.files[0].name : path,
                          has ? contents.files[0].text : "", FunctionsJson(contents, {}), 0);
      explainer.CheckNames();
      return arguments.json() ? PrintJson(env, arguments, explainer, kExitOk, Json::array())
                              : explainer.Print(false);
    }
    SetLimits(arguments);
    const std::string text = ReadSpecText(path);
    const auto ran = RunInChild(env, arguments, path, text, /*quiet=*/false);
    if (!ran) throw CommandError{kExitInternal, fmt::format("the process that ran {} died", path), ""};
    Explainer explainer(env, arguments, path, text, (*ran)["functions"], (*ran)["run_ns"].get<int64_t>());
    const int code = (*ran)["exit_code"].get<int>();
    if (code == kExitOk) explainer.CheckNames();
    if (code == kExitOk && arguments.json()) explainer.Try();
    if (arguments.json())
      return PrintJson(env, arguments, explainer, code, ran->value("diagnostics", Json::array()));
    if (code != kExitOk) return code;
    return explainer.Print(true);
  }

 private:
  static int PrintJson(Env& env, const Arguments& arguments, Explainer& explainer, int code,
                       const Json& diagnostics) {
    if (code == kExitOk) code = explainer.Gate();
    const Json& functions = explainer.functions();
    int64_t traces = 0, retraces = 0;
    Json report = ReportFrame("explain", code, arguments);
    report["functions"] = Json::array();
    for (size_t i = 0; i < functions.size(); ++i) {
      const Json& f = functions[i];
      if (!explainer.Chosen(f)) continue;
      Json row = JsonObject({{"id", f["id"]},
                             {"calls", f["calls"]},
                             {"traces", f["concrete"].size()},
                             {"retraces", Json::array()},
                             {"changes", explainer.ChangesJson(i)}});
      for (const Json& c : f["concrete"])
        if (!c["cause"].is_null())
          row["retraces"].push_back(JsonObject(
              {{"id", c["id"]}, {"short", c["short"]}, {"cause", c["cause"]}, {"trace_ns", c["trace_ns"]}}));
      traces += static_cast<int64_t>(f["concrete"].size());
      retraces += static_cast<int64_t>(row["retraces"].size());
      report["functions"].push_back(std::move(row));
    }
    report["total"] = JsonObject({{"traces", traces},
                                  {"retraces", retraces},
                                  {"traces_left", explainer.left() >= 0, explainer.left()}});
    report["diagnostics"] = diagnostics;
    OutReport(env, arguments, report);
    return code;
  }
};

const RegisterCommand explain(new Explain);

}  // namespace
}  // namespace tp::cli
