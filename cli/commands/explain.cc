// tracepack explain: why each function was traced again, and what to change. A proposal is printed with the
// number of traces that the changed spec makes when it is run; where that cannot be found out, none is
// printed.
#include <algorithm>
#include <map>

#include "cli/bundle_io.h"
#include "cli/function_report.h"
#include "cli/inputs.h"
#include "cli/limits.h"
#include "cli/report/units.h"
#include "cli/spec/call_text.h"
#include "cli/spec/changes.h"
#include "cli/spec/made_anew.h"
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
        run_ns_(run_ns) {
    for (std::vector<size_t>& members : MadeAnew(functions_)) {
      groups_.push_back({std::move(members), Change()});
      for (size_t i : groups_.back().members) group_[i] = groups_.size() - 1;
    }
  }

  // Functions that one piece of code made (made_anew.h).
  struct Group {
    std::vector<size_t> members;
    Change change;  // left: of all members together
  };

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
    int64_t anew = 0;  // traces of Functions that the code had made before
    for (const Group& g : groups_) {
      if (!Chosen(g)) continue;
      anew += TracesOf(g) - Traces(functions_[g.members[0]]);
      cost += CostOf(g, 1, &timed);
    }
    if (worth.empty() && !anew) {
      const int64_t functions =
          std::count_if(functions_.begin(), functions_.end(), [&](const Json& f) { return Chosen(f); });
      env_.OutF("{}, {}, no retraces\n", Count(functions, "function"), Count(traces, "trace"));
      return Gate();
    }
    StableSort(&worth, [&](size_t a, size_t b) { return Traces(functions_[a]) > Traces(functions_[b]); });
    PrintSummary(worth);
    for (const Group& g : groups_)
      if (Chosen(g)) PrintGroup(g);
    for (size_t i : worth) {
      PrintFunction(functions_[i]);
      PrintChanges(i);
    }
    env_.OutF("\n{}, ", Count(traces, "trace"));
    if (left_ >= 0)
      env_.OutF("{} after these changes", left_);
    else if (anew)
      env_.OutF("{}{} in Functions made anew", retraces ? fmt::format("{} of them retraces, ", retraces) : "",
                anew);
    else
      env_.OutF("{} of them retraces", retraces);
    env_.Out(timed ? fmt::format("; retracing cost {}\n", FormatTime(static_cast<double>(cost))) : "\n");
    return Gate();
  }

  // Runs the spec with each change of a chosen function, and then with the best of each together.
  void Try() {
    std::vector<Edit> all;
    int helped = 0;
    int64_t before = 0;
    for (const Json& f : functions_) before += Chosen(f) ? Traces(f) : 0;
    for (Group& g : groups_) {
      if (!Chosen(g)) continue;
      g.change = MadeOutside(file_, functions_[g.members[0]]);
      if (g.change.edits.empty()) continue;
      RunWith(g.change.edits, functions_[g.members[0]], &g.change);
      // The Function has another name there: what is spared is seen in the sum.
      g.change.left = g.change.total < 0 ? -1 : TracesOf(g) - (before - g.change.total);
      if (g.change.left < 1 || g.change.left >= TracesOf(g)) {
        g.change = Change();
        continue;
      }
      left_ = g.change.total;
      all.insert(all.end(), g.change.edits.begin(), g.change.edits.end());
      ++helped;
    }
    for (size_t i = 0; i < functions_.size(); ++i) {
      const Json& f = functions_[i];
      if (Traces(f) < 2 || !Chosen(f) || OnlyVariables(f) || group_.count(i)) continue;
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

  // The report's "made_anew".
  Json GroupsJson() const {
    Json list = Json::array();
    for (const Group& g : groups_) {
      if (!Chosen(g)) continue;
      const Json& f = functions_[g.members[0]];
      bool timed = true;
      const int64_t cost = CostOf(g, 0, &timed);
      Json changes = Json::array();
      if (g.change.left >= 0)
        changes.push_back(
            JsonObject({{"line", Json()}, {"text", g.change.what}, {"traces_left", g.change.left}}));
      list.push_back(JsonObject({{"id", Id(f)},
                                 {"functions", g.members.size()},
                                 {"calls", CallsOf(g)},
                                 {"traces", TracesOf(g)},
                                 {"file", f["file"]},
                                 {"line", f["line"]},
                                 {"trace_ns", timed, cost},
                                 {"changes", std::move(changes)}}));
    }
    return list;
  }

  // 1 where a function has more traces than --max-traces allows.
  int Gate(bool says = true) {
    int code = kExitOk;
    for (const std::string& given : arguments_.All("max-traces")) {
      const size_t equals = given.rfind('=');
      int64_t most = 0;
      if (equals == std::string::npos || !ParseCount(given.substr(equals + 1), &most))
        Fail(kExitUsage, "`--max-traces` takes NAME=N, not `{}`", given);
      const FunctionName named = ParseFunctionName(std::string_view(given).substr(0, equals));
      if (named.trace)
        Fail(kExitUsage, "`--max-traces {}`: the limit is of a function, not of one trace", given);
      bool found = false;
      for (size_t i = 0; i < functions_.size(); ++i) {
        const Json& f = functions_[i];
        if (!named.Names(Id(f))) continue;
        found = true;
        const auto group = group_.find(i);
        const int64_t traces = group == group_.end() ? Traces(f) : TracesOf(groups_[group->second]);
        if (traces <= most) continue;
        if (!arguments_.json() && says) env_.OutF("over  {} traces  {}  limit {}\n", Id(f), traces, most);
        code = kExitGate;
      }
      if (!found) Fail(kExitUsage, "no traced function `{}` in {}", named.name, arguments_.files[0]);
    }
    return code;
  }

  const Json& functions() const { return functions_; }
  // The function, or one trace (from 1) of it.
  bool Chosen(const Json& f, size_t trace = 0) const {
    if (!arguments_.Has("function")) return true;
    for (const std::string& given : arguments_.All("function")) {
      const FunctionName named = ParseFunctionName(given);
      const std::string id = Id(f);
      if ((named.Names(id) || named.Names(SharedName(id))) &&
          (!trace || !named.trace || named.trace == trace))
        return true;
    }
    return false;
  }
  // Throws (2) for a --function that names none.
  void CheckNames() const {
    for (const std::string& given : arguments_.All("function")) {
      const FunctionName named = ParseFunctionName(given);
      bool found = false;
      std::vector<std::string> ids;
      for (const Json& f : functions_) {
        ids.push_back(Id(f));
        ids.push_back(Id(f).substr(Id(f).rfind('.') + 1));
        if (!named.Names(Id(f))) continue;
        found = true;
        if (static_cast<int64_t>(named.trace) > Traces(f))
          Fail(kExitUsage, "`{}` has {}, not {}", Id(f), Count(Traces(f), "trace"), named.trace);
      }
      if (found) continue;
      const std::string near = Nearest(named.name, ids);
      Fail(kExitUsage, "no traced function `{}` in {}{}", named.name, arguments_.files[0],
           near.empty() ? "" : fmt::format("; did you mean `{}`?", near));
    }
  }

 private:
  bool Chosen(const Group& g) const {
    return std::any_of(g.members.begin(), g.members.end(), [&](size_t i) { return Chosen(functions_[i]); });
  }
  int64_t TracesOf(const Group& g) const {
    int64_t sum = 0;
    for (size_t i : g.members) sum += Traces(functions_[i]);
    return sum;
  }
  int64_t CallsOf(const Group& g) const {
    int64_t sum = 0;
    for (size_t i : g.members) sum += functions_[i]["calls"].get<int64_t>();
    return sum;
  }
  // What the first traces of the members from `first` on cost.
  int64_t CostOf(const Group& g, size_t first, bool* timed) const {
    int64_t sum = 0;
    for (size_t i = first; i < g.members.size(); ++i) {
      const Json& ns = functions_[g.members[i]]["concrete"][0]["trace_ns"];
      *timed &= !ns.is_null();
      if (!ns.is_null()) sum += ns.get<int64_t>();
    }
    return sum;
  }
  static std::string Id(const Json& f) { return f["id"].get<std::string>(); }
  static int64_t Traces(const Json& f) { return static_cast<int64_t>(f["concrete"].size()); }
  static bool ParseCount(const std::string& text, int64_t* n) {
    if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos)
      return false;
    *n = std::stoll(text);
    return true;
  }
  // A line a function: how often it was traced, and how often that would do.
  void PrintSummary(const std::vector<size_t>& functions) {
    for (const Group& g : groups_)
      if (Chosen(g))
        env_.OutF("{}{}  {} in {}, by {} Functions{}\n", env_.markdown() ? "- " : "",
                  Id(functions_[g.members[0]]), Count(TracesOf(g), "trace"), Count(CallsOf(g), "call"),
                  g.members.size(), g.change.left < 0 ? "" : fmt::format(", {} would do", g.change.left));
    std::vector<size_t> worth;
    for (size_t i : functions)
      if (!group_.count(i)) worth.push_back(i);
    if (worth.empty()) return;
    const bool markdown = env_.markdown();
    if (markdown) env_.Out("| function | traces | calls | would do |\n| --- | ---: | ---: | ---: |\n");
    size_t width = 0;
    for (size_t i : worth) width = std::max(width, Id(functions_[i]).size());
    for (size_t i : worth) {
      const Json& f = functions_[i];
      const Change* best = Best(i);
      const std::string left = best ? std::to_string(best->left) : "-";
      const int64_t calls = f["calls"].get<int64_t>();
      if (markdown)
        env_.OutF("| {} | {} | {} | {} |\n", Id(f), Traces(f), calls, left);
      else
        env_.OutF("{:<{}}  {} in {}{}\n", Id(f), width, Count(Traces(f), "trace"), Count(calls, "call"),
                  best ? ", " + left + " would do" : "");
    }
  }

  void PrintGroup(const Group& g) {
    const Json& f = functions_[g.members[0]];
    const Json& call = f["concrete"][0]["call"];
    bool timed = true;
    const auto cost = static_cast<double>(CostOf(g, 1, &timed));
    env_.OutF("\n{}  new-function: `{}` was made a Function {} times, each is traced anew  {}\n{}", Id(f),
              f["name"].get<std::string>(), g.members.size(), timed ? FormatTime(cost) : "-",
              Lines("text", call.is_null() || file_.text().empty() ? "" : Mark(call)));
    env_.OutF(
        "{} {}\n", Help(),
        g.change.left >= 0
            ? fmt::format("{}: {} left of {}", g.change.what, Count(g.change.left, "trace"), TracesOf(g))
            : "call `tf.function` once, outside of what runs again and again, and keep what it gives");
  }
  std::string Help() const {
    return (env_.markdown() ? "\n" : "") + env_.Styled("help:", Style::kGreen, false);
  }
  // The text at a place, with carets.
  std::string Mark(const Json& at) const {
    const auto number = [&](const char* field) { return at[field].get<uint32_t>(); };
    const std::optional<Span> span =
        SpanAt(file_, number("line"), number("column"), number("end_line"), number("end_column"));
    if (!span) return "";
    Diagnostic d;
    d.file = &file_;
    d.span = *span;
    const std::string block = Render(d, {});
    return block.substr(block.find('\n') + 1);
  }

  // Lines as they are: in Markdown between fences.
  std::string Lines(std::string_view language, const std::string& text) const {
    return env_.markdown() && !text.empty() ? fmt::format("\n```{}\n{}```\n", language, text) : text;
  }

  void PrintFunction(const Json& f) {
    std::string last;  // cause and place of the row before: a repeated one takes one line
    size_t trace = 0;
    for (const Json& c : f["concrete"]) {
      const Json& cause = c["cause"];
      if (!Chosen(f, ++trace)) continue;
      if (cause.is_null() && arguments_.Has("function") && !Chosen(f, f["concrete"].size() + 1))
        env_.OutF("\n{}  first: the function had no trace before\n", c["id"].get<std::string>());
      if (cause.is_null()) continue;
      const std::string row = fmt::format("{}  {}", c["id"].get<std::string>(), Sentence(cause));
      const std::string time = c["trace_ns"].is_null() ? "-" : FormatTime(c["trace_ns"].get<double>());
      const std::string key =
          cause["code"].get<std::string>() + DumpJson(cause["argument"]) +
          (cause.contains("line") ? DumpJson(cause["line"]) + DumpJson(cause["column"]) : "");
      const bool repeated = key == last;
      last = key;
      const bool placed = cause.contains("line") && !file_.text().empty();
      const std::string block = Lines("text", repeated || !placed ? "" : Place(f, cause));
      if (repeated && cause.contains("line"))
        env_.OutF("{}{} (line {})  {}\n", env_.markdown() ? "\n" : "", row, cause["line"].get<int64_t>(),
                  time);
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
    if (code == "context")
      return fmt::format("{}: {} was traced {}, this is {}", code, number, cause["was"].get<std::string>(),
                         cause["now"].get<std::string>());
    std::string names =
        fmt::format("`{}`", cause["argument"].is_null() ? "?" : cause["argument"].get<std::string>());
    const std::string was = cause["was"].get<std::string>(), now = cause["now"].get<std::string>();
    std::string text;
    if (code == "object" && was == now)
      text = fmt::format("{}: {} is another {} than in {}", code, names, now, number);
    else
      text = fmt::format("{}{}: {} was {} in {}, is {} here", code,
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
        if (const uint32_t line = cause["code"] == "object" ? AssignedIn(*at) : 0)
          d.labels.push_back({*at, fmt::format("made in line {}", line)});
        if (cause.contains("more_arguments"))
          for (const Json& more : cause["more_arguments"])
            if (const auto span = mark(more)) d.labels.push_back({*span, ""});
      }
    const std::string block = Render(d, {});
    const size_t first_line = block.find('\n');
    return block.substr(first_line + 1);
  }

  // The line above that gives an argument its value where that is a name: "c = Config(2)" for `c`; 0: none.
  uint32_t AssignedIn(const Span& argument) const {
    const std::string_view name = file_.Text(argument);
    if (name.empty() || !std::all_of(name.begin(), name.end(), IsNameChar)) return 0;
    for (uint32_t line = file_.At(argument.begin).line; line-- > 1;) {
      std::string_view text = file_.LineText(line);
      text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
      if (text.starts_with(name) && text.substr(name.size()).starts_with(" = ")) return line;
      if (text.starts_with(fmt::format("for {} in ", name))) return 0;
    }
    return 0;
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
    const std::string help = Help();
    if (OnlyVariables(f)) {
      env_.OutF("{} make the variables before the first call, an optimizer's with its `build`\n", help);
      return;
    }
    const Change* best = Best(function);
    if (best && best->paste.empty())
      env_.OutF("{} {}: {} left of {}\n", help, best->what, Count(best->left, "trace"), Traces(f));
    else if (best)
      env_.OutF("{} put this for line {}: {} left of {}\n{}", help, best->line, Count(best->left, "trace"),
                Traces(f), Lines("python", best->paste + "\n"));
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
  std::vector<Group> groups_;
  std::map<size_t, size_t> group_;  // of functions_ that are in one
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
           "trace_ns:n?] changes[line:i? text:s traces_left:i]] "
           "made_anew[id:s functions:i calls:i traces:i file:s? line:i? trace_ns:n? changes[line:i? text:s "
           "traces_left:i]] total{traces:i retraces:i traces_left:i?}?";
  }
  std::span<const std::string_view> flags() const override { return kFlags; }
  std::span<const std::string_view> limits() const override { return kSpecLimits; }

  int Run(Env& env, const Arguments& arguments) override {
    const std::string& path = arguments.files[0];
    if (LooksLikeBundle(path)) {
      const LoadedBundle loaded = LoadBundle(path, arguments);
      const BundleContents& contents = loaded.contents;
      const bool has = !contents.files.empty();
      Json functions = FunctionsJson(contents, {});
      AddCalls(contents, &functions);
      Explainer explainer(env, arguments, has ? contents.files[0].name : path,
                          has ? contents.files[0].text : "", std::move(functions), 0);
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
      size_t trace = 0;
      for (const Json& c : f["concrete"]) {
        const bool chosen = explainer.Chosen(f, ++trace);
        if (c["cause"].is_null()) continue;
        ++retraces;
        if (chosen)
          row["retraces"].push_back(JsonObject(
              {{"id", c["id"]}, {"short", c["short"]}, {"cause", c["cause"]}, {"trace_ns", c["trace_ns"]}}));
      }
      traces += static_cast<int64_t>(f["concrete"].size());
      report["functions"].push_back(std::move(row));
    }
    report["made_anew"] = explainer.GroupsJson();
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
