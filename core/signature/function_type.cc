#include "core/signature/function_type.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "core/base/stable_sort.h"

namespace tp {

bool Parameter::Equals(const Parameter& other) const {
  if (name != other.name || kind != other.kind || optional != other.optional || !type != !other.type)
    return false;
  return !type || type->Equals(*other.type);
}

std::string_view ParameterKindName(Parameter::Kind kind) {
  switch (kind) {
    case Parameter::Kind::kPositionalOnly:
      return "POSITIONAL_ONLY";
    case Parameter::Kind::kPositionalOrKeyword:
      return "POSITIONAL_OR_KEYWORD";
    case Parameter::Kind::kVarPositional:
      return "VAR_POSITIONAL";
    case Parameter::Kind::kKeywordOnly:
      return "KEYWORD_ONLY";
    case Parameter::Kind::kVarKeyword:
      return "VAR_KEYWORD";
  }
  return "";
}

FunctionType::FunctionType(std::vector<Parameter> parameters) : parameters_(std::move(parameters)) {
  hash_ = parameters_.size();
  for (const Parameter& p : parameters_)
    hash_ = (hash_ ^ std::hash<std::string>()(p.name) ^ (p.type ? p.type->Hash() : 7)) * 0x9e3779b97f4a7c15u +
            (hash_ >> 30);
}

bool FunctionType::Equals(const FunctionType& other) const {
  return hash_ == other.hash_ &&
         std::ranges::equal(parameters_, other.parameters_,
                            [](const Parameter& a, const Parameter& b) { return a.Equals(b); });
}

bool FunctionType::IsServedBy(const FunctionType& traced) const {
  if (parameters_.size() != traced.parameters_.size()) return false;
  for (size_t i = 0; i < parameters_.size(); ++i) {
    const Parameter &mine = parameters_[i], &theirs = traced.parameters_[i];
    if (mine.name != theirs.name || mine.kind != theirs.kind || mine.optional != theirs.optional)
      return false;
    if (!mine.type || !theirs.type || !mine.type->IsSubtypeOf(*theirs.type)) return false;
  }
  return true;
}

Ref<FunctionType> FunctionType::Generalize(const FunctionType& other) const {
  if (parameters_.size() != other.parameters_.size()) return nullptr;
  std::vector<Parameter> parameters = parameters_;
  for (size_t i = 0; i < parameters.size(); ++i) {
    Parameter& mine = parameters[i];
    const Parameter& theirs = other.parameters_[i];
    if (mine.name != theirs.name || mine.kind != theirs.kind || mine.optional != theirs.optional)
      return nullptr;
    if (!mine.type || !theirs.type) return nullptr;
    mine.type = mine.type->CommonSupertype(std::span(&theirs.type, 1));
    if (!mine.type) return nullptr;
  }
  return MakeRef<FunctionType>(std::move(parameters));
}

std::vector<size_t> FunctionType::InputOrder() const {
  std::vector<size_t> order(parameters_.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  StableSort(&order, [&](size_t a, size_t b) {
    const bool ka = parameters_[a].kind == Parameter::Kind::kKeywordOnly,
               kb = parameters_[b].kind == Parameter::Kind::kKeywordOnly;
    if (ka != kb) return kb;
    return ka && parameters_[a].name < parameters_[b].name;
  });
  return order;
}

std::vector<TraceTypeRef> FunctionType::FlatInputs() const {
  std::vector<TraceTypeRef> flat;
  for (const size_t i : InputOrder())
    if (parameters_[i].type) parameters_[i].type->Flatten(&flat);
  return flat;
}

// Follows inspect.Signature.__str__: "/" after positional-only parameters, "*" before keyword-only ones.
std::string FunctionType::ToString() const {
  std::vector<std::string> parts;
  bool slash_due = false, star_done = false;
  for (const Parameter& p : parameters_) {
    if (p.kind == Parameter::Kind::kPositionalOnly) {
      slash_due = true;
    } else if (slash_due) {
      parts.push_back("/");
      slash_due = false;
    }
    if (p.kind == Parameter::Kind::kVarPositional) star_done = true;
    if (p.kind == Parameter::Kind::kKeywordOnly && !star_done) {
      parts.push_back("*");
      star_done = true;
    }
    std::string text = p.kind == Parameter::Kind::kVarPositional ? "*"
                       : p.kind == Parameter::Kind::kVarKeyword  ? "**"
                                                                 : "";
    text += p.name;
    if (p.type) text += ": " + p.type->Repr();
    if (p.optional) text += p.type ? " = <captured_default_value>" : "=<captured_default_value>";
    parts.push_back(std::move(text));
  }
  if (slash_due) parts.push_back("/");
  std::string text = "(";
  for (size_t i = 0; i < parts.size(); ++i) text += (i ? ", " : "") + parts[i];
  text += ")";
  if (output_) text += " -> " + output_->Repr();
  return text;
}

std::string FunctionType::Short() const {
  std::string text;
  for (const Parameter& p : parameters_) {
    if (!p.type) continue;
    if (!text.empty()) text += ' ';
    text += p.name + "=" + p.type->Short();
  }
  return text;
}

int Dispatch(const FunctionType& call, std::span<const Ref<FunctionType>> traced) {
  for (size_t i = 0; i < traced.size(); ++i)
    if (call.Equals(*traced[i])) return static_cast<int>(i);
  int best = -1;
  for (size_t i = 0; i < traced.size(); ++i)
    if (call.IsServedBy(*traced[i]) && (best < 0 || traced[i]->IsServedBy(*traced[best])))
      best = static_cast<int>(i);
  return best;
}

}  // namespace tp
