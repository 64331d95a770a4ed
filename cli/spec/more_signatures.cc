#include "cli/spec/more_signatures.h"

#include "cli/inputs.h"
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

// One `NAME=TYPE` or `NAME=VALUE` of a signature. Python values are made once the interpreter is there.
struct Given {
  std::string name;
  DType dtype = DType::kInvalid;  // of a tensor
  tp::Shape shape;
  LiteralValue value;
};

Given ParseGiven(const std::string& signature, const std::string& word) {
  const size_t equals = word.find('=');
  if (equals == std::string::npos || equals == 0) Bad(signature, fmt::format("`{}` is not NAME=TYPE", word));
  Given given{.name = word.substr(0, equals)};
  const std::string_view text = std::string_view(word).substr(equals + 1);
  if (text.ends_with(']') && ParseType(text, kUnknownDim, &given.dtype, &given.shape)) return given;
  given.dtype = DType::kInvalid;
  if (!ParseLiteral(text, &given.value))
    Bad(signature, fmt::format("`{}` is neither a type such as `f32[?,784]` nor a Python value", text));
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
