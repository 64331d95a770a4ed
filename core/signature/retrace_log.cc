#include "core/signature/retrace_log.h"

#include <algorithm>

namespace tp {
namespace {

struct Difference {
  RetraceCause cause;
  std::string path;
  std::vector<int> axes;
  std::string was, now;
};

std::string ItemPath(const std::string& path, const TraceType& type, size_t i) {
  switch (type.kind()) {
    case TraceType::Kind::kDict:
      return path + "[" + LiteralRepr(type.keys()[i]) + "]";
    case TraceType::Kind::kNamedTuple:
    case TraceType::Kind::kAttrs:
      return path + "." + type.fields()[i];
    default:
      return path + "[" + std::to_string(i) + "]";
  }
}

// The object with those of its facts that are not the other's, three at most: "<Config object, n=2>".
std::string ObjectText(const ObjectKey& object, const ObjectKey& other) {
  const ObjectKey::Facts &facts = object.facts(), &others = other.facts();
  const bool named = !facts.empty() && facts[0].first.empty();
  std::string text = "<" + (named ? facts[0].second : object.Describe());
  int shown = 0;
  for (const auto& fact : facts)
    if (!fact.first.empty() && shown < 3 && std::find(others.begin(), others.end(), fact) == others.end()) {
      text += ", " + fact.first + "=" + fact.second;
      ++shown;
    }
  return text + ">";
}

void Compare(const std::string& path, const TraceType& was, const TraceType& now,
             std::vector<Difference>* found) {
  auto add = [&](RetraceCause cause, std::vector<int> axes = {}) {
    found->push_back({cause, path, std::move(axes), was.Short(), now.Short()});
  };
  if (now.IsSubtypeOf(was)) return;
  if (was.kind() != now.kind()) {
    const bool containers = !was.items().empty() && !now.items().empty();
    return add(containers ? RetraceCause::kStructure : RetraceCause::kPyType);
  }
  switch (now.kind()) {
    case TraceType::Kind::kTensor: {
      if (was.dtype() != now.dtype()) return add(RetraceCause::kDType);
      if (!was.shape().has_rank() || !now.shape().has_rank() || was.shape().rank() != now.shape().rank())
        return add(RetraceCause::kRank);
      std::vector<int> axes;
      for (int i = 0; i < now.shape().rank(); ++i)
        if (was.shape()[i] != kUnknownDim && was.shape()[i] != now.shape()[i]) axes.push_back(i);
      // Another name of a TensorSpec is another argument.
      if (axes.empty()) return add(RetraceCause::kStructure);
      return add(RetraceCause::kAxis, std::move(axes));
    }
    case TraceType::Kind::kVariable:
      return add(RetraceCause::kVariable);
    case TraceType::Kind::kLiteral: {
      // A number for a string, say, is another type of Python value; 1 and 2.5 are two values.
      const bool same = was.literal().index() == now.literal().index();
      return add(same ? RetraceCause::kPyValue : RetraceCause::kPyType);
    }
    case TraceType::Kind::kObject:
      found->push_back({RetraceCause::kObject,
                        path,
                        {},
                        ObjectText(*was.object(), *now.object()),
                        ObjectText(*now.object(), *was.object())});
      return;
    case TraceType::Kind::kCustom:
      return add(RetraceCause::kObject);
    case TraceType::Kind::kList:
    case TraceType::Kind::kTuple:
    case TraceType::Kind::kDict:
    case TraceType::Kind::kNamedTuple:
    case TraceType::Kind::kAttrs:
      break;
  }
  if (was.items().size() != now.items().size() || !std::ranges::equal(was.fields(), now.fields()))
    return add(RetraceCause::kStructure);
  for (size_t i = 0; i < now.items().size(); ++i) {
    const TraceType* partner = was.items()[i].get();
    if (now.kind() == TraceType::Kind::kDict) {
      partner = nullptr;
      for (size_t k = 0; k < was.keys().size(); ++k)
        if (LiteralEquals(was.keys()[k], now.keys()[i])) partner = was.items()[k].get();
      if (!partner) return add(RetraceCause::kStructure);
    }
    Compare(ItemPath(path, now, i), *partner, *now.items()[i], found);
  }
}

std::vector<Difference> CompareAll(const FunctionType& was, const FunctionType& now) {
  std::vector<Difference> found;
  for (const Parameter& p : now.parameters()) {
    auto same = std::find_if(was.parameters().begin(), was.parameters().end(),
                             [&](const Parameter& q) { return q.name == p.name; });
    if (same == was.parameters().end()) {
      found.push_back({RetraceCause::kStructure, p.name, {}, "-", p.type ? p.type->Short() : "-"});
    } else if (p.type && same->type) {
      Compare(p.name, *same->type, *p.type, &found);
    }
  }
  for (const Parameter& q : was.parameters())
    if (std::none_of(now.parameters().begin(), now.parameters().end(),
                     [&](const Parameter& p) { return q.name == p.name; }))
      found.push_back({RetraceCause::kStructure, q.name, {}, q.type ? q.type->Short() : "-", "-"});
  return found;
}

}  // namespace

std::string_view RetraceCauseName(RetraceCause cause) {
  switch (cause) {
    case RetraceCause::kFirst:
      return "first";
    case RetraceCause::kDType:
      return "dtype";
    case RetraceCause::kRank:
      return "rank";
    case RetraceCause::kAxis:
      return "axis";
    case RetraceCause::kPyValue:
      return "py-value";
    case RetraceCause::kPyType:
      return "py-type";
    case RetraceCause::kStructure:
      return "structure";
    case RetraceCause::kObject:
      return "object";
    case RetraceCause::kVariable:
      return "variable";
    case RetraceCause::kCapturedVariable:
      return "captured-variable";
    case RetraceCause::kContext:
      return "context";
  }
  return "";
}

RetraceRecord ExplainRetrace(const FunctionType& now, std::span<const Ref<FunctionType>> before,
                             const std::vector<bool>& context_differs) {
  RetraceRecord record;
  record.trace = static_cast<int>(before.size()) + 1;
  if (before.empty()) return record;
  std::vector<Difference> best;
  for (size_t i = 0; i < before.size(); ++i) {
    std::vector<Difference> found = CompareAll(*before[i], now);
    // A context that differs counts as one difference.
    const size_t score = found.size() + (i < context_differs.size() && context_differs[i] ? 1 : 0);
    const size_t best_score = record.nearest == 0
                                  ? SIZE_MAX
                                  : best.size() + (context_differs.size() > size_t(record.nearest - 1) &&
                                                   context_differs[record.nearest - 1]);
    if (score <= best_score) {
      best = std::move(found);
      record.nearest = static_cast<int>(i) + 1;
    }
  }
  if (best.empty()) {
    const bool context =
        context_differs.size() > size_t(record.nearest - 1) && context_differs[record.nearest - 1];
    record.cause = context ? RetraceCause::kContext : RetraceCause::kCapturedVariable;
    return record;
  }
  const Difference& first = best.front();
  record.cause = first.cause;
  record.argument = first.path;
  record.axes = first.axes;
  record.was = first.was;
  record.now = first.now;
  for (size_t i = 1; i < best.size(); ++i) record.more_arguments.push_back(best[i].path);
  return record;
}

}  // namespace tp
