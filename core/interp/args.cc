// Binding arguments of native functions, with the messages CPython's argument clinic gives.
#include "core/interp/args.h"

#include "core/interp/abstract.h"

namespace tp {
namespace {
std::string Text(std::string_view s) { return std::string(s); }
}  // namespace

void RaiseUnexpectedKeyword(std::string_view function, std::string_view name) {
  if (function.empty()) Raise(&TypeErrorType, "Got an unexpected keyword argument '%s'", Text(name).c_str());
  Raise(&TypeErrorType, "%s() got an unexpected keyword argument '%s'", Text(function).c_str(),
        Text(name).c_str());
}

void RaiseMultipleValues(std::string_view function, std::string_view name) {
  if (function.empty()) Raise(&TypeErrorType, "Got multiple values for argument '%s'", Text(name).c_str());
  Raise(&TypeErrorType, "%s() got multiple values for argument '%s'", Text(function).c_str(),
        Text(name).c_str());
}

void RaiseMissing(std::string_view function, const char* kind, const std::vector<std::string_view>& names) {
  if (function.empty()) Raise(&TypeErrorType, "Missing required positional argument");
  std::string list;
  const size_t n = names.size();
  for (size_t i = 0; i < n; ++i)
    list += std::string(!i ? "'" : n == 2 ? " and '" : i + 1 == n ? ", and '" : ", '") + Text(names[i]) + "'";
  Raise(&TypeErrorType, "%s() missing %zu required %s argument%s: %s", Text(function).c_str(), n, kind,
        n == 1 ? "" : "s", list.c_str());
}

void RaiseTooManyPositional(std::string_view function, uint32_t min, uint32_t max, uint32_t given,
                            uint32_t keyword_only_given) {
  if (function.empty())
    Raise(&TypeErrorType, "Too many arguments were given. Expected %u but got %u.", max, given);
  std::string extra;
  if (keyword_only_given)
    extra = Format(" positional argument%s (and %u keyword-only argument%s)", given == 1 ? "" : "s",
                   keyword_only_given, keyword_only_given == 1 ? "" : "s");
  Raise(&TypeErrorType, "%s() takes %s%u positional argument%s but %u%s %s given", Text(function).c_str(),
        min < max ? Format("from %u to ", min).c_str() : "", max, min < max || max != 1 ? "s" : "", given,
        extra.c_str(), given == 1 && !keyword_only_given ? "was" : "were");
}

void RaiseKeywords(const char* function) {
  Raise(&TypeErrorType, "%s() takes no keyword arguments", function);
}

void RaiseArgCount(const char* function, Args args, uint32_t min, uint32_t max) {
  CheckNoKeywords(function, args);
  const uint32_t n = args.num_pos;
  if (min == max && min == 1)
    Raise(&TypeErrorType, "%s() takes exactly one argument (%u given)", function, n);
  if (max == 0) Raise(&TypeErrorType, "%s() takes no arguments (%u given)", function, n);
  const uint32_t bound = n < min ? min : max;
  Raise(&TypeErrorType, "%s expected %s%u argument%s, got %u", function,
        min == max ? ""
        : n < min  ? "at least "
                   : "at most ",
        bound, bound == 1 ? "" : "s", n);
}

void ArgParser::Prepare() {
  ready_ = true;
  std::string_view s = signature_;
  Param::Kind kind = Param::kPlain;
  while (!s.empty()) {
    const size_t comma = s.find(',');
    std::string_view part = s.substr(0, comma);
    // A default may hold commas inside brackets or quotes: only `=` and what is left of it matter.
    s = comma == std::string_view::npos ? std::string_view() : s.substr(comma + 1);
    while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
    while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
    if (part.empty()) continue;
    if (part == "/") {
      for (Param& p : params_) p.kind = Param::kPosOnly;
      continue;
    }
    if (part == "*") {
      kind = Param::kKwOnly;
      continue;
    }
    Param p;
    p.kind = kind;
    if (part.starts_with("**")) {
      p.kind = Param::kVarKw;
      part.remove_prefix(2);
      var_kw_ = static_cast<int>(params_.size());
    } else if (part.starts_with("*")) {
      p.kind = Param::kVarArgs;
      part.remove_prefix(1);
      kind = Param::kKwOnly;
      var_args_ = static_cast<int>(params_.size());
    }
    const size_t equal = part.find('=');
    p.optional = equal != std::string_view::npos;
    p.name = part.substr(0, equal);
    p.key = InternStr(p.name);
    params_.push_back(p);
  }
  for (const Param& p : params_) {
    if (p.kind == Param::kPosOnly) ++num_posonly_;
    if (p.kind == Param::kPosOnly || p.kind == Param::kPlain) {
      ++num_positional_;
      if (!p.optional) ++num_required_;
    }
  }
  has_self_ = !params_.empty() && (params_[0].name == "self" || params_[0].name == "cls");
}

int ArgParser::num_params() {
  if (!ready_) Prepare();
  return static_cast<int>(params_.size());
}

void ArgParser::TooMany(uint32_t given) const {
  if (python()) RaiseTooManyPositional(function_ + 1, num_required_, num_positional_, given);
  const uint32_t self = has_self_, max = num_positional_ - self,
                 min = num_required_ - std::min(num_required_, self);
  given -= self;
  bool any_kw = false;
  for (const Param& p : params_) any_kw |= p.kind == Param::kKwOnly || p.kind == Param::kPlain;
  if (!any_kw || num_posonly_ == num_positional_) {
    if (max == 0)
      Raise(&TypeErrorType, "%s() takes no %sarguments (%u given)", function_, any_kw ? "positional " : "",
            given);
    if (min == max && max == 1 && !any_kw)
      Raise(&TypeErrorType, "%s() takes exactly one argument (%u given)", function_, given);
    if (!any_kw)
      Raise(&TypeErrorType, "%s expected %s%u argument%s, got %u", function_, min == max ? "" : "at most ",
            max, max == 1 ? "" : "s", given);
  }
  if (max == 0) Raise(&TypeErrorType, "%s() takes no positional arguments", function_);
  Raise(&TypeErrorType, "%s() takes %s %u %sargument%s (%u given)", function_,
        min == max ? "exactly" : "at most", max,
        any_kw && var_kw_ < 0 && max < params_.size() - self ? "positional " : "", max == 1 ? "" : "s",
        given);
}

void ArgParser::Missing(size_t index, const Value* bound) const {
  if (python()) {
    std::vector<std::string_view> names;
    for (size_t i = index; i < num_positional_; ++i)
      if (bound[i].is_undef() && !params_[i].optional) names.push_back(params_[i].name);
    RaiseMissing(function_ + 1, "positional", names);
  }
  const Param& p = params_[index];
  bool any_kw = false;
  for (const Param& q : params_) any_kw |= q.kind == Param::kKwOnly || q.kind == Param::kPlain;
  const uint32_t self = has_self_;
  if (!any_kw) {
    const uint32_t min = num_required_ - self, max = num_positional_ - self;
    const auto given = static_cast<uint32_t>(index - self);
    if (min == max && max == 1)
      Raise(&TypeErrorType, "%s() takes exactly one argument (%u given)", function_, given);
    Raise(&TypeErrorType, "%s expected %s%u argument%s, got %u", function_, min == max ? "" : "at least ",
          min, min == 1 ? "" : "s", given);
  }
  if (p.kind == Param::kPosOnly) {
    const uint32_t min = std::min(num_posonly_, num_required_) - self;
    Raise(&TypeErrorType, "%s() takes %s %u positional argument%s (%zu given)", function_,
          min < num_positional_ - self ? "at least" : "exactly", min, min == 1 ? "" : "s", index - self);
  }
  if (p.kind == Param::kKwOnly)
    Raise(&TypeErrorType, "%s() missing required keyword-only argument: '%s'", function_, p.name.c_str());
  Raise(&TypeErrorType, "%s() missing required argument '%s' (pos %zu)", function_, p.name.c_str(),
        index + 1 - self);
}

void ArgParser::Parse(Args args, Value* out) {
  if (!ready_) Prepare();
  for (size_t i = 0; i < params_.size(); ++i) out[i].Clear();
  uint32_t plain = std::min(args.num_pos, num_positional_);
  for (uint32_t i = 0; i < plain; ++i) out[i] = args[i];
  // More arguments than there are parameters, where some are given by name.
  if (args.num_kw && var_args_ < 0 && var_kw_ < 0 && !python() && num_posonly_ < params_.size()) {
    const size_t max = params_.size() - has_self_, given = args.num_pos + args.num_kw - has_self_;
    if (given > max)
      Raise(&TypeErrorType, "%s() takes at most %zu %sargument%s (%zu given)", function_, max,
            args.num_pos == has_self_ ? "keyword " : "", max == 1 ? "" : "s", given);
  }
  if (var_args_ >= 0)
    out[var_args_] = MakeTuple(args.values + plain, args.num_pos - plain);
  else if (args.num_pos > num_positional_)
    TooMany(args.num_pos);
  DictObject* kw = nullptr;
  std::string refused;  // what stands behind a missing argument, for functions written in C
  if (var_kw_ >= 0) {
    kw = NewDict();
    out[var_kw_] = Value::Own(kw);
  }
  for (uint32_t i = 0; i < args.num_kw; ++i) {
    StrObject* name = args.kw_names[i];
    bool bound = false;
    for (size_t k = 0; k < params_.size() && !bound; ++k) {
      const Param& p = params_[k];
      if (p.key != name || p.kind == Param::kPosOnly || p.kind == Param::kVarArgs || p.kind == Param::kVarKw)
        continue;
      if (!out[k].is_undef() && python()) RaiseMultipleValues(function_ + 1, name->view());
      bound = true;
      if (out[k].is_undef())
        out[k] = args.kw(i);
      else if (refused.empty())
        refused = Format("argument for %s() given by name ('%s') and position (%zu)", function_, name->data,
                         k + 1 - has_self_);
    }
    if (bound) continue;
    if (kw) {
      DictSet(kw, name, args.kw(i));
      continue;
    }
    if (python()) RaiseUnexpectedKeyword(function_ + 1, name->view());
    bool any_kw = false;
    for (const Param& p : params_) any_kw |= p.kind == Param::kKwOnly || p.kind == Param::kPlain;
    if (!any_kw) Raise(&TypeErrorType, "%s() takes no keyword arguments", function_);
    if (refused.empty())
      refused = Format("'%s' is an invalid keyword argument for %s()", name->data, function_);
  }
  for (size_t i = 0; i < params_.size(); ++i)
    if (out[i].is_undef() && !params_[i].optional && params_[i].kind != Param::kVarArgs &&
        params_[i].kind != Param::kVarKw)
      Missing(i, out);
  if (!refused.empty()) RaiseText(&TypeErrorType, refused);
}

}  // namespace tp
