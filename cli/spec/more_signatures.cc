#include "cli/spec/more_signatures.h"

#include <charconv>
#include <variant>

#include "cli/spec/collect.h"
#include "core/interp/errors.h"
#include "core/trace/specs.h"
#include "core/trace/weak_method.h"

namespace tp::cli {
namespace {

[[noreturn]] void Bad(const std::string& text, const std::string& why) {
  throw CommandError{kExitUsage, fmt::format("`--spec {}`: {}", text, why),
                     "a signature is `x=f32[?,784] n=i32[] training=False`"};
}

// "f32[?,784]"; false where it is none.
bool ParseTensorType(std::string_view text, DType* dtype, tp::Shape* shape) {
  const size_t open = text.find('[');
  if (open == std::string_view::npos || text.back() != ']') return false;
  const auto named = DTypeFromName(text.substr(0, open));
  if (!named) return false;
  *dtype = *named;
  *shape = tp::Shape();
  std::string_view dims = text.substr(open + 1, text.size() - open - 2);
  while (!dims.empty()) {
    const size_t comma = dims.find(',');
    const std::string_view dim = dims.substr(0, comma);
    int64_t n = kUnknownDim;
    if (dim != "?") {
      const auto [end, error] = std::from_chars(dim.data(), dim.data() + dim.size(), n);
      if (error != std::errc() || end != dim.data() + dim.size() || n < 0) return false;
    }
    shape->Append(n);
    if (comma == std::string_view::npos) break;
    dims.remove_prefix(comma + 1);
  }
  return true;
}

// One `NAME=TYPE` or `NAME=VALUE` of a signature. Python values are made once the interpreter is there.
struct Given {
  std::string name;
  DType dtype = DType::kInvalid;  // of a tensor
  tp::Shape shape;
  std::variant<std::monostate, bool, int64_t, double, std::string> value;  // monostate: None
};

Given ParseGiven(const std::string& signature, const std::string& word) {
  const size_t equals = word.find('=');
  if (equals == std::string::npos || equals == 0) Bad(signature, fmt::format("`{}` is not NAME=TYPE", word));
  Given given{.name = word.substr(0, equals)};
  const std::string_view text = std::string_view(word).substr(equals + 1);
  if (ParseTensorType(text, &given.dtype, &given.shape) || text == "None") return given;
  given.dtype = DType::kInvalid;
  const char* end = text.data() + text.size();
  auto number = [&](auto n) {
    const auto [at, error] = std::from_chars(text.data(), end, n);
    if (error != std::errc() || at != end) return false;
    given.value = n;
    return true;
  };
  if (text == "True" || text == "False") {
    given.value = text == "True";
  } else if (text.size() >= 2 && (text[0] == '\'' || text[0] == '"') && text.back() == text[0]) {
    given.value = std::string(text.substr(1, text.size() - 2));
  } else if (!number(int64_t{}) && !number(double{})) {
    Bad(signature, fmt::format("`{}` is neither a type such as `f32[?,784]` nor a Python value", text));
  }
  return given;
}

std::vector<Given> ParseSignature(const std::string& signature) {
  std::vector<Given> all;
  for (size_t at = 0; at < signature.size();) {
    if (signature[at] == ' ') {
      ++at;
      continue;
    }
    // Up to a space that is neither in brackets nor in quotes.
    int depth = 0;
    char quote = 0;
    size_t end = at;
    for (; end < signature.size() && (depth > 0 || quote || signature[end] != ' '); ++end) {
      const char c = signature[end];
      if (quote)
        quote = c == quote ? 0 : quote;
      else if (c == '\'' || c == '"')
        quote = c;
      else
        depth += (c == '[') - (c == ']');
    }
    all.push_back(ParseGiven(signature, signature.substr(at, end - at)));
    at = end;
  }
  return all;
}

Value ValueOf(const Given& given) {
  if (given.dtype != DType::kInvalid) return MakeTensorSpec(given.dtype, given.shape);
  switch (given.value.index()) {
    case 1:
      return Value::Bool(std::get<bool>(given.value));
    case 2:
      return Value::Int(std::get<int64_t>(given.value));
    case 3:
      return Value::Float(std::get<double>(given.value));
    case 4:
      return MakeStr(std::get<std::string>(given.value));
    default:
      return Value::None();
  }
}

// True for a method of an instance.
bool IsBound(const Function& function) {
  return IsWeakMethod(function.python_function()) || IsInstance(function.python_function(), &MethodType);
}

void TraceOne(Function& function, const std::string& id, const std::string& signature) {
  std::vector<Value> values;
  std::vector<StrObject*> names;
  for (const Given& given : ParseSignature(signature)) {
    names.push_back(InternStr(given.name));
    values.push_back(ValueOf(given));
  }
  const Args args{values.data(), 0, static_cast<uint32_t>(values.size()), names.data()};
  try {
    function.GetConcreteFunction(args);
  } catch (PyError& e) {
    std::string text = TypeNameOf(e.exception);
    try {
      text += ": " + Str(e.exception);
    } catch (PyError&) {
    }
    throw CommandError{kExitSpec, fmt::format("`{}` cannot be traced for `{}`: {}", id, signature, text), ""};
  }
}

}  // namespace

void CheckMore(const Arguments& arguments) {
  if (arguments.All("spec").size() != arguments.All("function").size())
    throw CommandError{kExitUsage,
                       arguments.Has("spec") ? "each `--spec` belongs to one `--function`"
                                             : "`build` takes `-f` with a signature to trace",
                       "`-f collatz --spec 'n=i32[?]'` traces one that the spec does not call"};
  for (const std::string& signature : arguments.All("spec")) ParseSignature(signature);
}

void TraceMore(const Arguments& arguments, DictObject* globals) {
  const auto specs = arguments.All("spec"), functions = arguments.All("function");
  if (specs.empty()) return;
  const auto named = NamedFunctions(globals);
  std::vector<std::string> ids;
  for (const auto& [id, function] : named) ids.push_back(id);
  for (size_t i = 0; i < specs.size(); ++i) {
    // `model.predict` before `Model.predict`, which wants an instance.
    std::vector<std::pair<std::string, Function*>> found;
    bool exact = false, bound = false;
    for (const auto& [id, function] : named) {
      if (id != functions[i] && !id.ends_with("." + functions[i])) continue;
      const bool better = (id == functions[i] && !exact) || (!exact && IsBound(*function) && !bound);
      if (better) found.clear();
      exact |= id == functions[i];
      bound |= IsBound(*function);
      if (better || (!exact && IsBound(*function) == bound)) found.emplace_back(id, function);
    }
    if (found.size() != 1) {
      const std::string near = Nearest(functions[i], ids);
      std::string which;
      for (const auto& [id, function] : found) Append(&which, "{}`{}`", which.empty() ? ": " : ", ", id);
      Fail(kExitUsage, "{} `{}` in {}{}{}", found.empty() ? "no function" : "more than one function",
           functions[i], arguments.files[0], which,
           near.empty() || !found.empty() ? "" : fmt::format("; did you mean `{}`?", near));
    }
    TraceOne(*found[0].second, found[0].first, specs[i]);
  }
}

}  // namespace tp::cli
