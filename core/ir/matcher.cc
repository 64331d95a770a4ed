#include "core/ir/matcher.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "core/base/check.h"

namespace tp {

Pattern::Pattern(std::string_view text) {
  size_t at = 0;
  root_ = Parse(text, &at);
  TP_CHECK(at == text.size(), "pattern `{}`: text after it", text);
}

Pattern::Part Pattern::Parse(std::string_view text, size_t* at) {
  const auto skip = [&] {
    while (*at < text.size() && text[*at] == ' ') ++*at;
  };
  skip();
  const size_t begin = *at;
  while (*at < text.size() && (std::isalnum(static_cast<unsigned char>(text[*at])) || text[*at] == '_' ||
                               text[*at] == '|' || text[*at] == '.' || text[*at] == '-'))
    ++*at;
  Part part;
  part.text = text.substr(begin, *at - begin);
  TP_CHECK(!part.text.empty(), "pattern `{}`: a word expected at {}", text, begin);
  const char first = part.text[0];
  const bool hidden_op = first == '_' && part.text.size() > 1;
  if (part.text == "_") {
    part.kind = Part::kAny;
  } else if (std::isdigit(static_cast<unsigned char>(first)) || first == '-') {
    part.kind = Part::kNumber;
    part.number = std::strtod(part.text.c_str(), nullptr);
  } else if (std::isupper(static_cast<unsigned char>(first)) || hidden_op) {
    part.kind = Part::kOp;
    for (size_t from = 0; from <= part.text.size();) {
      const size_t bar = std::min(part.text.find('|', from), part.text.size());
      part.ops.push_back(part.text.substr(from, bar - from));
      from = bar + 1;
    }
    skip();
    TP_CHECK(*at < text.size() && text[*at] == '(', "pattern `{}`: `(` expected at {}", text, *at);
    ++*at;
    skip();
    while (text[*at] != ')') {
      part.args.push_back(Parse(text, at));
      skip();
      TP_CHECK(*at < text.size() && (text[*at] == ',' || text[*at] == ')'),
               "pattern `{}`: `)` expected at {}", text, *at);
      if (text[*at] == ',') ++*at;
    }
    ++*at;
  } else {
    part.kind = Part::kWord;
  }
  return part;
}

bool Pattern::Find(const Graph& graph, ValueId value, Match* match) const {
  match->nodes.clear();
  match->words.clear();
  return Fits(root_, graph, value, match);
}

bool Pattern::Fits(const Part& part, const Graph& graph, ValueId value, Match* match) {
  switch (part.kind) {
    case Part::kAny:
      return true;
    case Part::kNumber: {
      const Tensor* constant = graph.ConstantValue(value);
      return constant && IsAll(*constant, part.number);
    }
    case Part::kWord:
      for (const auto& [word, bound] : match->words)
        if (word == part.text) return bound == value;
      match->words.emplace_back(part.text, value);
      return true;
    case Part::kOp: {
      const NodeId node = graph.producer(value);
      if (graph.erased(node) || graph.value(value).index != 0) return false;
      if (std::find(part.ops.begin(), part.ops.end(), graph.node(node).op->name()) == part.ops.end())
        return false;
      const auto inputs = graph.inputs(node);
      if (inputs.size() != part.args.size()) return false;
      match->nodes.push_back(node);
      for (size_t i = 0; i < inputs.size(); ++i)
        if (!Fits(part.args[i], graph, inputs[i], match)) return false;
      return true;
    }
  }
  return false;
}

ValueId Pattern::Match::operator[](std::string_view word) const {
  for (const auto& [name, value] : words)
    if (name == word) return value;
  TP_CHECK(false, "the pattern has no `{}`", word);
  return kNoValue;
}

bool IsAll(const Tensor& tensor, double number) {
  if (tensor.num_elements() == 0) return false;
  bool equal = true;
  const bool numeric = DispatchNumeric(tensor.dtype(), [&](auto zero) {
    using T = decltype(zero);
    for (const T& v : tensor.elements<T>()) {
      if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
        equal &= static_cast<float>(v) == number;
      else if constexpr (std::is_arithmetic_v<T>)
        equal &= static_cast<double>(v) == number;
      else
        equal &= v.imag() == 0 && v.real() == number;
    }
  });
  return numeric && equal;
}

std::vector<uint32_t> CountUses(const Graph& graph) {
  std::vector<uint32_t> uses(graph.num_values());
  for (NodeId id = 0; id < graph.num_nodes(); ++id)
    if (!graph.erased(id))
      for (ValueId input : graph.inputs(id)) ++uses[input];
  for (ValueId output : graph.outputs_list) ++uses[output];
  return uses;
}

}  // namespace tp
