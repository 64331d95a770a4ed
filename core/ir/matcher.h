// Pattern: a tree of ops that a pass looks for, written as text.
//
//   static const Pattern kPattern("Relu(BiasAdd(MatMul(a, b), bias))");
//   Pattern::Match m;
//   if (kPattern.Find(graph, value, &m)) … m["a"] … m.node(1) is the BiasAdd …
//
// Lower-case words bind values (the same word twice: the same value), `_` matches any value, `1.5` a constant
// all of whose elements are that number. A word with a capital first letter is an op. `A|B(…)` is one of two
// ops. The op's value is its output 0.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ir/graph.h"

namespace tp {

class Pattern {
 public:
  // REQUIRES: well-formed text (TP_CHECK).
  explicit Pattern(std::string_view text);

  // Holds views of the pattern's words: the pattern has to outlive it.
  struct Match {
    // The value that a word is bound to. REQUIRES: the pattern has that word.
    ValueId operator[](std::string_view word) const;
    // Node of op number i of the pattern, in the order of the text: 0 is the root.
    NodeId node(int i) const { return nodes[i]; }

    std::vector<NodeId> nodes;
    std::vector<std::pair<std::string_view, ValueId>> words;
  };
  // True where `value` is the root of such a tree. Commutative ops are tried as written only.
  bool Find(const Graph& graph, ValueId value, Match* match) const;

 private:
  struct Part {
    enum Kind { kOp, kWord, kAny, kNumber } kind = kAny;
    std::string text;
    std::vector<std::string> ops;
    double number = 0;
    std::vector<Part> args;
  };
  static Part Parse(std::string_view text, size_t* at);
  static bool Fits(const Part& part, const Graph& graph, ValueId value, Match* match);

  Part root_;
};

// True where every element of a numeric constant is `number` (not for NaN); false for none at all.
bool IsAll(const Tensor& tensor, double number);

// How often each value is used, results of the graph included.
std::vector<uint32_t> CountUses(const Graph& graph);

}  // namespace tp
