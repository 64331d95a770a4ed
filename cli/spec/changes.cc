#include "cli/spec/changes.h"

#include <algorithm>

#include "cli/spec/call_text.h"
#include "core/diag/source_stack.h"
#include "core/tensor/dtype.h"

namespace tp::cli {
namespace {

constexpr std::string_view kRelaxed = "@tf.function(reduce_retracing=True)";
constexpr size_t kLongest = 88;  // columns of a line to paste

// The line of the decorator `@tf.function` of a function, 0 where there is no such plain line.
uint32_t DecoratorLine(const SourceFile& file, const Json& f) {
  if (f["line"].is_null()) return 0;
  for (uint32_t line = f["line"].get<uint32_t>(); line-- > 1;) {
    std::string_view text = file.LineText(line);
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
    if (text == "@tf.function" || text == "@tf.function()" || text == kRelaxed) return line;
    if (!text.starts_with("@")) return 0;
  }
  return 0;
}

// The decorator `@tf.function(ARGUMENTS)`; as lines to paste where it is long.
Change Decorator(const SourceFile& file, uint32_t line, const Json& specs) {
  const std::string_view old = file.LineText(line);
  const std::string indent(old.substr(0, std::min(old.find_first_not_of(" \t"), old.size())));
  Change change;
  change.line = line;
  const auto decorator = [&](const std::string& separator) {
    std::string text = indent + "@tf.function(input_signature=[";
    bool first = true;
    for (const Json& spec : specs) {
      if (!first || separator.size() > 2) text += std::string_view(separator).substr(first ? 1 : 0);
      text += spec.get_ref<const std::string&>();
      first = false;
    }
    return text + "])";
  };
  change.paste = decorator(", ");
  const uint32_t begin = file.LineStart(line);
  change.edits.push_back({{begin, begin + static_cast<uint32_t>(old.size())}, change.paste});
  if (change.paste.size() > kLongest) change.paste = decorator(",\n" + indent + "    ");
  return change;
}

// "f32" of a trace's parameter, "" where it is no tensor.
std::string DTypeOf(const Json& concrete, const std::string& argument) {
  for (const std::string& word : SplitTop(concrete["short"].get<std::string>(), ' '))
    if (word.starts_with(argument + "=")) {
      const size_t bracket = word.find('[');
      const std::string name = word.substr(argument.size() + 1, bracket - argument.size() - 1);
      if (bracket != std::string::npos && DTypeFromName(name)) return name;
    }
  return "";
}

// ", tf.float32" where some traces have a float for this argument and others, maybe, an int.
std::string NumberDType(const Json& f, const std::string& argument) {
  bool ints = false, floats = false;
  for (const Json& c : f["concrete"])
    for (const std::string& word : SplitTop(c["short"].get<std::string>(), ' '))
      if (word.starts_with(argument + "="))
        (word.find_first_of(".en", argument.size() + 1) == std::string::npos ? ints : floats) = true;
  return ints && floats ? ", tf.float32" : "";
}

// The dtype that an argument of several dtypes is cast to: the widest.
DType Widest(const Json& f, const std::string& argument) {
  DType widest = DType::kInvalid;
  const auto rank = [](DType d) { return DTypeSize(d) + (IsFloating(d) ? 100 : IsComplex(d) ? 200 : 0); };
  for (const Json& c : f["concrete"]) {
    const auto dtype = DTypeFromName(DTypeOf(c, argument));
    if (!dtype || *dtype == DType::kString || *dtype == DType::kBool) return DType::kInvalid;
    if (widest == DType::kInvalid || rank(*dtype) > rank(widest)) widest = *dtype;
  }
  return widest;
}

// What the call that asked for a trace gives for an argument; nothing where that is not in the text.
std::optional<Span> GivenFor(const SourceFile& file, const Json& f, const Json& concrete,
                             const std::string& argument) {
  const Json& at = concrete["call"];
  if (at.is_null()) return std::nullopt;
  const auto place = [&](const char* field) { return at[field].get<uint32_t>(); };
  const auto call = SpanAt(file, place("line"), place("column"), place("end_line"), place("end_column"));
  return call ? ArgumentIn(file, *call, argument, PositionOf(f, argument)) : std::nullopt;
}

// Tensors of one dtype in place of Python numbers and of other dtypes, where traces were asked for.
Change AtCalls(const SourceFile& file, const Json& f) {
  Change change;
  size_t shown = 0;
  std::vector<std::string> arguments;
  bool casts = false;
  for (const Json& c : f["concrete"]) {
    const Json& cause = c["cause"];
    if (cause.is_null() || cause["argument"].is_null()) continue;
    const std::string code = cause["code"].get<std::string>();
    if (code != "py-value" && code != "dtype") continue;
    casts |= code == "dtype";
    const std::string argument = cause["argument"].get<std::string>();
    if (std::find(arguments.begin(), arguments.end(), argument) == arguments.end())
      arguments.push_back(argument);
  }
  for (const std::string& argument : arguments) {
    const DType widest = casts ? Widest(f, argument) : DType::kInvalid;
    const std::string number = NumberDType(f, argument);
    for (const Json& c : f["concrete"]) {
      const std::optional<Span> span = GivenFor(file, f, c, argument);
      const std::string was = DTypeOf(c, argument);
      if (!span || (widest != DType::kInvalid && DTypeFromName(was) == widest)) continue;
      const std::string_view old = file.Text(*span);
      if (was.empty() ? old.starts_with("'") || old.starts_with('"') : widest == DType::kInvalid) continue;
      Edit edit{*span, was.empty() ? fmt::format("tf.constant({}{})", old, number)
                                   : fmt::format("tf.cast({}, tf.{})", old, DTypeName(widest))};
      const auto same = [&](const Edit& e) { return e.span == edit.span; };
      if (std::any_of(change.edits.begin(), change.edits.end(), same)) continue;
      if (change.what.size() < 40 && shown == change.edits.size()) {
        ++shown;
        Append(&change.what, "{}`{}` in line {}", change.what.empty() ? "" : ", ",
               edit.text.size() > 40 ? edit.text.substr(0, 37) + "..." : edit.text,
               file.At(span->begin).line);
      }
      change.edits.push_back(std::move(edit));
    }
  }
  if (change.edits.size() > shown) Append(&change.what, " and {} more", change.edits.size() - shown);
  return change;
}

// Columns that a line is indented by; nothing for a line that begins no statement.
std::optional<size_t> IndentOf(std::string_view line) {
  const size_t indent = line.find_first_not_of(" \t");
  if (indent == line.npos || std::string_view("#)]}").find(line[indent]) != line.npos) return std::nullopt;
  return indent;
}

bool Begins(std::string_view line, std::string_view word) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.starts_with(word) && line.size() > word.size() && !IsNameChar(line[word.size()]);
}

// The line in front of which something can be made once for a call: that of the outermost loop around it in
// its function, or, outside of all functions, of the whole statement at the module's level.
uint32_t OnceLine(const SourceFile& file, uint32_t call_line, bool outside) {
  uint32_t line = call_line;
  std::optional<size_t> indent = IndentOf(file.LineText(line));
  if (!indent) return 0;
  for (uint32_t above = call_line; above-- > 1 && *indent > 0;) {
    const std::string_view text = file.LineText(above);
    const std::optional<size_t> less = IndentOf(text);
    if (!less || *less >= *indent) continue;
    if (!outside && (Begins(text, "def") || Begins(text, "class"))) break;
    indent = less;
    if (outside || Begins(text, "for") || Begins(text, "while")) line = above;
  }
  while (outside && line > 1 && file.LineText(line - 1).starts_with('@')) --line;
  return line;
}

// True where a line gives values to the expression's names: as a loop's or function's, or by assignment.
bool Binds(std::string_view line, std::string_view expression) {
  size_t end = std::min(line.find(" = "), line.size());
  if (Begins(line, "for")) end = std::min(line.find(" in "), line.size());
  if (Begins(line, "def") || Begins(line, "with"))
    end = line.size();
  else if (end == line.size())
    return false;
  line = line.substr(0, end);
  for (size_t at = 0; at < expression.size();) {
    size_t to = at;
    while (to < expression.size() && IsNameChar(expression[to])) ++to;
    const std::string_view name = expression.substr(at, to - at);
    for (size_t found = 0; !name.empty() && (found = line.find(name, found)) != line.npos;
         found += name.size()) {
      const size_t behind = found + name.size();
      if ((found == 0 || !IsNameChar(line[found - 1])) &&
          (behind == line.size() || !IsNameChar(line[behind])))
        return true;
    }
    at = to + 1;
  }
  return false;
}

// True where an expression only names something: "f", "tf.nn.relu", "model.step". The last may be a method,
// and so another object each time.
bool IsDotted(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c == '.' || IsNameChar(c); });
}

// An object that is made anew in each call, made once in front of them; not where its expression has other
// values there.
Change MadeOnce(const SourceFile& file, const Json& f, const std::string& argument, bool outside) {
  Change change;
  change.combined = true;
  std::vector<std::pair<std::string, std::string>> names;  // of the expressions
  std::vector<std::string> seen;
  for (const Json& c : f["concrete"]) {
    const std::optional<Span> span = GivenFor(file, f, c, argument);
    if (!span) continue;
    const std::string text(file.Text(*span));
    const bool again = std::find(seen.begin(), seen.end(), text) != seen.end();
    seen.push_back(text);
    if (text.find('\n') != text.npos || (IsDotted(text) && (!again || text.find('.') == text.npos))) continue;
    auto known = std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.first == text; });
    if (known == names.end()) {
      const uint32_t call_line = file.At(span->begin).line, line = OnceLine(file, call_line, outside);
      bool bound = !line;
      for (uint32_t l = line; l && l < call_line; ++l) bound |= Binds(file.LineText(l), text);
      if (bound) continue;
      std::string name = argument + "_once";
      if (!names.empty()) name += std::to_string(names.size() + 1);
      if (file.text().find(name) != std::string_view::npos) continue;
      const uint32_t begin = file.LineStart(line);
      const size_t indent = IndentOf(file.LineText(line)).value_or(0);
      const std::string made = fmt::format("{} = {}", name, text);
      change.edits.push_back({{begin, begin}, std::string(indent, ' ') + made + "\n"});
      Append(&change.what, "{}`{}` before line {}", names.empty() ? "" : ", ", made, line);
      known = names.insert(names.end(), {text, std::move(name)});
    }
    if (std::none_of(change.edits.begin(), change.edits.end(),
                     [&](const Edit& e) { return e.span == *span; }))
      change.edits.push_back({*span, known->second});
  }
  if (names.empty()) return {};
  Append(&change.what, ", then pass {}", names.size() == 1 ? fmt::format("`{}`", names[0].second) : "these");
  return change;
}

// `__eq__` and `__hash__` for the class of "<Config object, n=2>", where the spec has it.
Change ComparedByAttributes(const SourceFile& file, std::string_view object) {
  object.remove_prefix(1);
  const size_t end = object.find(" object");
  if (end == object.npos) return {};
  const std::string_view name = object.substr(0, end);
  for (uint32_t line = 1; line < file.num_lines(); ++line) {
    const std::string_view text = file.LineText(line), body = file.LineText(line + 1);
    const size_t at = text.find(name);
    if (!Begins(text, "class") || at == text.npos || at != text.find("class") + 6) continue;
    if (at + name.size() >= text.size() || IsNameChar(text[at + name.size()]) || text.back() != ':') continue;
    const std::string indent(IndentOf(body).value_or(0), ' ');
    if (indent.empty()) return {};
    Change change;
    change.combined = true;
    const uint32_t begin = file.LineStart(line + 1);
    change.edits.push_back(
        {{begin, begin},
         fmt::format("{0}def __eq__(self, other):\n{0}    return type(self) is type(other) and vars(self) == "
                     "vars(other)\n{0}def __hash__(self):\n{0}    return hash(tuple(vars(self).items()))\n",
                     indent)});
    change.what = fmt::format("`__eq__` and `__hash__` of `{}` by its attributes", name);
    return change;
  }
  return {};
}

// For arguments that are compared as objects.
void AddForObjects(const SourceFile& file, const Json& f, std::vector<Change>* changes) {
  for (const Json& c : f["concrete"]) {
    const Json& cause = c["cause"];
    if (cause.is_null() || cause["code"] != "object" || cause["argument"].is_null()) continue;
    std::string argument = cause["argument"].get<std::string>();
    argument.resize(std::min(argument.find_first_of("[."), argument.size()));  // the whole of a structure
    Change once = MadeOnce(file, f, argument, true);
    Change inside = MadeOnce(file, f, argument, false);
    const bool same = once.what == inside.what;
    for (Change* change : {&once, &inside})
      if (!change->edits.empty() && !(same && change == &inside)) changes->push_back(std::move(*change));
    Change equal = ComparedByAttributes(file, cause["now"].get<std::string>());
    if (!equal.edits.empty()) changes->push_back(std::move(equal));
    return;
  }
}

// The names in a piece of text.
std::vector<std::string> NamesIn(std::string_view text) {
  std::vector<std::string> names;
  for (size_t at = 0, to; at < text.size(); at = to + 1) {
    for (to = at; to < text.size() && IsNameChar(text[to]);) ++to;
    std::string name(text.substr(at, to - at));
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  }
  return names;
}

// True where lines [first, last) bind a name that [begin, end) uses and does not bind itself.
bool BindsForBlock(const SourceFile& file, uint32_t first, uint32_t last, uint32_t begin, uint32_t end) {
  for (const std::string& name : NamesIn(file.Text({file.LineStart(begin), file.LineStart(end)}))) {
    const auto binds = [&](uint32_t from, uint32_t to) {
      for (uint32_t line = from; line < to; ++line)
        if (Binds(file.LineText(line), name)) return true;
      return false;
    };
    if (!binds(begin, end) && binds(first, last)) return true;
  }
  return false;
}

}  // namespace

std::string Changed(std::string_view text, std::vector<Edit> edits) {
  std::sort(edits.begin(), edits.end(),
            [](const Edit& a, const Edit& b) { return a.span.begin < b.span.begin; });
  std::string changed;
  uint32_t at = 0;
  for (const Edit& edit : edits) {
    if (edit.span.begin < at) continue;
    changed += text.substr(at, edit.span.begin - at);
    changed += edit.text;
    at = edit.span.end;
  }
  return changed + std::string(text.substr(at));
}

int PositionOf(const Json& f, const std::string& argument) {
  // The short form of a trace begins with the parameters in order: "x=f32[2] lr=0.1".
  const std::string name = argument.substr(0, argument.find_first_of("[."));
  int position = 0;
  for (const std::string& word : SplitTop(f["concrete"][0]["short"].get<std::string>(), ' ')) {
    if (word.starts_with(name + "=")) return position;
    position +=
        word.find('=') < word.find_first_of("<'\"([{");  // else more of an object: "f=<function object>"
  }
  return -1;
}

std::vector<Change> ChangesFor(const SourceFile& file, const Json& f) {
  std::vector<Change> changes;
  AddForObjects(file, f, &changes);
  const uint32_t line = DecoratorLine(file, f);
  if (line && !f["specs"].is_null()) changes.push_back(Decorator(file, line, f["specs"]));
  Change calls = AtCalls(file, f);
  if (!calls.edits.empty()) changes.push_back(calls);
  if (line && !file.LineText(line).ends_with(kRelaxed)) {
    Change relax = Decorator(file, line, Json::array());
    relax.paste.clear();
    relax.what = "`reduce_retracing=True`";
    std::string& text = relax.edits[0].text;
    text = text.substr(0, text.find('(')) + "(reduce_retracing=True)";
    if (!calls.edits.empty()) {
      calls.what += " with `reduce_retracing=True`";
      calls.edits.push_back(relax.edits[0]);
      calls.combined = true;
    }
    changes.push_back(std::move(relax));
    if (!calls.edits.empty()) changes.push_back(std::move(calls));
  }
  return changes;
}

Change MadeOutside(const SourceFile& file, const Json& f) {
  Change change;
  uint32_t begin = f["line"].get<uint32_t>();
  const size_t indent = IndentOf(file.LineText(begin)).value_or(0);
  if (f["file"].is_null() || f["file"] != BaseName(file.name())) return change;
  const std::string_view above = file.LineText(begin - (begin > 1));
  if (Begins(file.LineText(begin), "def") &&
      above.substr(IndentOf(above).value_or(0)).starts_with("@tf.function")) {
    uint32_t end = begin + 1;
    while (end <= file.num_lines() &&
           (file.LineText(end).find_first_not_of(" \t\r") == std::string_view::npos ||
            IndentOf(file.LineText(end)).value_or(indent + 1) > indent))
      ++end;
    while (file.LineText(end - 1).find_first_not_of(" \t\r") == std::string_view::npos) --end;
    --begin;
    const uint32_t line = OnceLine(file, begin, true);
    if (!indent || !line || line >= begin || end > file.num_lines() ||
        BindsForBlock(file, line, begin, begin, end))
      return change;
    std::string block;
    for (uint32_t l = begin; l < end; ++l) {
      const std::string_view text = file.LineText(l);
      Append(&block, "{}\n", text.substr(std::min(indent, text.size())));
    }
    change.edits.push_back({{file.LineStart(line), file.LineStart(line)}, std::move(block)});
    change.edits.push_back({{file.LineStart(begin), file.LineStart(end)}, ""});
    change.what = fmt::format("move lines {}-{} before line {}", begin, end - 1, line);
    return change;
  }
  const Json& at = f["concrete"][0]["call"];
  if (at.is_null()) return change;
  const auto place = [&](const char* field) { return at[field].get<uint32_t>(); };
  const auto call = SpanAt(file, place("line"), place("column"), place("end_line"), place("end_column"));
  const std::string_view text = call ? file.Text(*call) : std::string_view();
  constexpr std::string_view kMaker = "tf.function(";
  if (!text.starts_with(kMaker)) return change;
  size_t to = kMaker.size();
  for (int open = 1; open && to < text.size(); ++to) open += text[to] == '(' ? 1 : text[to] == ')' ? -1 : 0;
  const std::string_view made = text.substr(0, to);
  const uint32_t line = OnceLine(file, place("line"), true);
  std::string name = f["name"].get<std::string>();
  name = (std::all_of(name.begin(), name.end(), IsNameChar) ? name : "function") + "_once";
  bool bound = !line || line >= place("line") || file.text().find(name) != std::string_view::npos;
  for (uint32_t l = line; !bound && l < place("line"); ++l) bound = Binds(file.LineText(l), made);
  if (bound) return change;
  change.what = fmt::format("`{} = {}` before line {}, then call `{}`", name, made, line, name);
  change.edits.push_back(
      {{file.LineStart(line), file.LineStart(line)}, fmt::format("{} = {}\n", name, made)});
  change.edits.push_back({{call->begin, call->begin + static_cast<uint32_t>(made.size())}, name});
  return change;
}

}  // namespace tp::cli
