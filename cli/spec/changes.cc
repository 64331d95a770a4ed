#include "cli/spec/changes.h"

#include <algorithm>

#include "cli/spec/call_text.h"
#include "core/tensor/dtype.h"

namespace tp::cli {
namespace {

constexpr size_t kLongest = 88;  // columns of a line to paste

// The line of the decorator `@tf.function` of a function, 0 where there is no such plain line.
uint32_t DecoratorLine(const SourceFile& file, const Json& f) {
  if (f["line"].is_null()) return 0;
  for (uint32_t line = f["line"].get<uint32_t>(); line-- > 1;) {
    std::string_view text = file.LineText(line);
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
    if (text == "@tf.function" || text == "@tf.function()") return line;
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
      if (c["call"].is_null()) continue;
      const Json& at = c["call"];
      const auto place = [&](const char* field) { return at[field].get<uint32_t>(); };
      const auto call = SpanAt(file, place("line"), place("column"), place("end_line"), place("end_column"));
      const auto span = call ? ArgumentIn(file, *call, argument, PositionOf(f, argument)) : std::nullopt;
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
    ++position;
  }
  return -1;
}

std::vector<Change> ChangesFor(const SourceFile& file, const Json& f) {
  std::vector<Change> changes;
  const uint32_t line = DecoratorLine(file, f);
  if (line && !f["specs"].is_null()) changes.push_back(Decorator(file, line, f["specs"]));
  Change calls = AtCalls(file, f);
  if (!calls.edits.empty()) changes.push_back(calls);
  if (line) {
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

}  // namespace tp::cli
