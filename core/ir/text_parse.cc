// ParseText: a recursive-descent reader of the form that text.h shows. Everything is checked: the text may
// come from anywhere.
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <optional>

#include "core/base/hash_map.h"
#include "core/ir/builder.h"
#include "core/ir/text.h"

namespace tp {
namespace {

constexpr int kMaxDepth = 64;

// Thrown inside the parser, caught by ParseText.
struct Bad {
  size_t at;
  std::string message;
};

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Ref<Graph> Parse() {
    Ref<Graph> graph = ParseGraph();
    Skip();
    if (at_ != text_.size()) Fail("text after the graph");
    return graph;
  }

 private:
  template <class... A>
  [[noreturn]] void Fail(fmt::format_string<A...> format, A&&... args) {
    throw Bad{at_, fmt::format(format, std::forward<A>(args)...)};
  }

  // --- words ----------------------------------------------------------------------------------------------
  void Skip() {
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(text_[at_]))) {
        ++at_;
      } else if (text_[at_] == '#' && (at_ == 0 || text_[at_ - 1] == '\n' || text_[at_ - 1] == ' ')) {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;  // a comment
      } else {
        return;
      }
    }
  }
  bool Peek(std::string_view word) {
    Skip();
    return text_.substr(at_).starts_with(word);
  }
  bool Take(std::string_view word) {
    if (!Peek(word)) return false;
    at_ += word.size();
    return true;
  }
  void Expect(std::string_view word) {
    if (!Take(word)) Fail("`{}` expected", word);
  }
  std::string_view Word() {
    Skip();
    const size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_'))
      ++at_;
    if (at_ == begin) Fail("a word expected");
    return text_.substr(begin, at_ - begin);
  }
  int64_t Int() {
    Skip();
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc()) Fail("a number expected");
    at_ = end - text_.data();
    return value;
  }
  // A number's text: digits, sign, point, exponent, inf, nan.
  std::string NumberText() {
    Skip();
    std::string number;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '.' ||
                                  text_[at_] == '-' || text_[at_] == '+'))
      number += text_[at_++];
    if (number.empty()) Fail("a number expected");
    return number;
  }
  double ToDouble(const std::string& number) {
    char* end = nullptr;
    const double value = std::strtod(number.c_str(), &end);
    if (end != number.c_str() + number.size()) Fail("`{}` is no number", number);
    return value;
  }
  int HexDigit() {
    if (at_ >= text_.size() || !std::isxdigit(static_cast<unsigned char>(text_[at_])))
      Fail("a hex digit expected");
    const char c = text_[at_++];
    return std::isdigit(static_cast<unsigned char>(c)) ? c - '0' : std::tolower(c) - 'a' + 10;
  }
  std::string Quoted() {
    Expect("\"");
    std::string value;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] != '\\') {
        value += text_[at_++];
        continue;
      }
      ++at_;
      if (at_ < text_.size() && text_[at_] == 'x') {
        ++at_;
        const int high = HexDigit();
        value += static_cast<char>(16 * high + HexDigit());
      } else if (at_ < text_.size()) {
        value += text_[at_++];
      }
    }
    if (at_ >= text_.size()) Fail("the string does not end");
    ++at_;
    return value;
  }
  DType ParseDType() {
    const std::string_view word = Word();
    const std::optional<DType> dtype = DTypeFromName(word);
    if (!dtype) Fail("`{}` is no dtype", word);
    return *dtype;
  }

  // --- names of nodes and values --------------------------------------------------------------------------
  // "%name" without the mark; `named` is false for a number.
  std::string NodeName(bool* named) {
    Expect("%");
    *named = true;
    if (at_ < text_.size() && text_[at_] == '"') return Quoted();
    const size_t begin = at_;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '.' && c != '/' && c != '-') break;
      ++at_;
    }
    if (at_ == begin) Fail("a name expected");
    *named = !std::isdigit(static_cast<unsigned char>(text_[begin]));
    return std::string(text_.substr(begin, at_ - begin));
  }
  struct Scope {
    Ref<Graph> graph;
    HashMap<std::string, NodeId> nodes;
    Symbols* symbols = nullptr;
    HashMap<int64_t, Dim> variables;
    // Control edges to nodes that come later.
    std::vector<std::pair<NodeId, std::string>> later;
  };
  static std::string Key(const std::string& name, bool named) { return (named ? "n" : "#") + name; }
  NodeId Node(Scope& scope) {
    bool named;
    const std::string name = NodeName(&named);
    const auto it = scope.nodes.find(Key(name, named));
    if (it == scope.nodes.end()) Fail("no node %{} before this", name);
    return it->second;
  }
  ValueId Value(Scope& scope) {
    const NodeId node = Node(scope);
    const int64_t index = at_ < text_.size() && text_[at_] == ':' ? (++at_, Int()) : 0;
    if (index < 0 || index >= scope.graph->node(node).num_outputs)
      Fail("`{}` has no output {}", scope.graph->node_name(node), index);
    return scope.graph->output(node, static_cast<int>(index));
  }

  // --- shapes ---------------------------------------------------------------------------------------------
  Dim ParseDim(Scope& scope, int depth = 0) {
    if (depth > kMaxDepth) Fail("the dim is nested too deeply");
    if (Take("?")) return kUnknownDim;
    if (Take("s")) {
      const int64_t number = Int();
      if (number < 0 || number > 1000000) Fail("no such symbol");
      if (!scope.symbols) scope.symbols = scope.graph->symbols().get();
      while (scope.symbols->num_variables() <= number) {
        const int64_t next = scope.symbols->num_variables();
        scope.variables[next] = scope.symbols->Fresh();
      }
      return scope.variables[number];
    }
    if (!Take("(")) {
      const int64_t dim = Int();
      if (dim < 0) Fail("a dim is not negative");
      return dim;
    }
    const Dim a = ParseDim(scope, depth + 1);
    const bool sum = Take("+"), product = !sum && Take("*"), up = !sum && !product && Take("^");
    if (!sum && !product) Expect("/");
    const Dim b = ParseDim(scope, depth + 1);
    Expect(")");
    if (!scope.symbols) Fail("an expression without symbols");
    if (sum) return scope.symbols->Add(a, b);
    if (product) return scope.symbols->Multiply(a, b);
    if (b <= 0) Fail("a dim is divided by a number");
    return scope.symbols->Divide(a, b, up);
  }
  Shape ParseDims(Scope& scope, std::string_view open, std::string_view close) {
    Expect(open);
    if (Take("*")) {
      Expect(close);
      return Shape::UnknownRank();
    }
    Shape shape;
    if (Take(close)) return shape;
    do {
      shape.Append(ParseDim(scope));
      if (shape.rank() > kMaxRank) Fail("more than {} dims", kMaxRank);
    } while (Take(","));
    Expect(close);
    return shape;
  }

  // --- attributes -----------------------------------------------------------------------------------------
  AttrValue ParseAttr(Scope& scope) {
    Skip();
    if (at_ >= text_.size()) Fail("a value expected");
    const char c = text_[at_];
    if (c == '"') return AttrValue(Quoted());
    if (c == '<') return AttrValue(ParseDims(scope, "<", ">"));
    if (c == '[') return ParseList(scope);
    if (Peek("graph")) return AttrValue(ParseFunc());
    if (c == '-' || std::isdigit(static_cast<unsigned char>(c))) return Number();
    const size_t begin = at_;
    const std::string_view word = Word();
    if (word == "true") return AttrValue(true);
    if (word == "false") return AttrValue(false);
    if (word == "none") return AttrValue();
    if (word == "invalid") return AttrValue(Tensor());
    if (word == "inf" || word == "nan") return AttrValue(ToDouble(std::string(word)));
    at_ = begin;
    const DType dtype = ParseDType();
    if (at_ < text_.size() && text_[at_] == '[') return AttrValue(ParseTensor(dtype));
    return AttrValue(dtype);
  }
  AttrValue Number() {
    const std::string number = NumberText();
    if (number.find_first_of(".einf") != std::string::npos) return AttrValue(ToDouble(number));
    int64_t value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error != std::errc() || end != number.data() + number.size()) Fail("`{}` is no number", number);
    return AttrValue(value);
  }
  FuncAttr ParseFunc() {
    if (Take("graph none")) return FuncAttr();
    return FuncAttr(ParseGraph());
  }
  template <class T>
  AttrValue FinishList(Scope& scope, AttrValue first) {
    std::vector<T> list;
    while (true) {
      const T* item = first.As<T>();
      if (!item) Fail("the items of a list have one type");
      list.push_back(*item);
      if (!Take(",")) break;
      first = ParseAttr(scope);
    }
    Expect("]");
    return AttrValue(std::move(list));
  }
  AttrValue ParseList(Scope& scope) {
    Expect("[");
    if (Take("]")) {
      const std::string_view of = Word();
      if (of == "bool") return AttrValue(std::vector<bool>());
      if (of == "int") return AttrValue(std::vector<int64_t>());
      if (of == "float") return AttrValue(std::vector<double>());
      if (of == "string") return AttrValue(std::vector<std::string>());
      if (of == "type") return AttrValue(std::vector<DType>());
      if (of == "shape") return AttrValue(std::vector<Shape>());
      if (of == "func") return AttrValue(std::vector<FuncAttr>());
      Fail("`{}` is no type of an empty list", of);
    }
    if (Peek("[")) Fail("lists are not nested");
    AttrValue first = ParseAttr(scope);
    if (first.As<bool>()) return FinishList<bool>(scope, first);
    if (first.As<int64_t>()) return FinishList<int64_t>(scope, first);
    if (first.As<double>()) return FinishList<double>(scope, first);
    if (first.As<std::string>()) return FinishList<std::string>(scope, first);
    if (first.As<DType>()) return FinishList<DType>(scope, first);
    if (first.As<Shape>()) return FinishList<Shape>(scope, first);
    if (first.As<FuncAttr>()) return FinishList<FuncAttr>(scope, first);
    Fail("a list cannot hold this");
  }
  Tensor ParseTensor(DType dtype) {
    Expect("[");
    Shape shape;
    if (!Take("]")) {
      do {
        const int64_t dim = Int();
        if (dim < 0 || shape.rank() >= kMaxRank) Fail("the tensor's shape is not possible");
        shape.Append(dim);
      } while (Take(","));
      Expect("]");
    }
    Expect("{");
    const std::optional<int64_t> count = CheckedNumElements(shape);
    // Each element takes at least one character: no memory for what the text cannot hold.
    if (!count || *count > static_cast<int64_t>(text_.size() - at_)) Fail("the tensor has too few elements");
    if (dtype == DType::kResource || dtype == DType::kVariant) Fail("handles do not parse");
    Tensor tensor = Tensor::Allocate(dtype, shape);
    if (!tensor.valid()) Fail("no memory for the tensor");
    if (Take("0x")) {
      if (dtype == DType::kString) Fail("strings are not given as bytes");
      auto* bytes = static_cast<unsigned char*>(tensor.raw_data());
      for (size_t i = 0; i < tensor.bytes(); ++i) {
        const int high = HexDigit();
        bytes[i] = static_cast<unsigned char>(16 * high + HexDigit());
      }
    } else {
      for (int64_t i = 0; i < *count; ++i) {
        if (i) Expect(",");
        ParseElement(&tensor, i);
      }
    }
    Expect("}");
    return tensor;
  }
  void ParseElement(Tensor* tensor, int64_t i) {
    if (tensor->dtype() == DType::kString) {
      tensor->data<std::string>()[i] = Quoted();
      return;
    }
    DispatchNumeric(tensor->dtype(), [&](auto zero) {
      using T = decltype(zero);
      T& v = tensor->data<T>()[i];
      if constexpr (std::is_same_v<T, bool>) {
        v = Take("true");
        if (!v) Expect("false");
      } else if constexpr (std::is_integral_v<T>) {
        const std::string number = NumberText();
        const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), v);
        if (error != std::errc() || end != number.data() + number.size()) Fail("`{}` does not fit", number);
      } else if constexpr (std::is_same_v<T, float>) {
        v = std::strtof(NumberText().c_str(), nullptr);
      } else if constexpr (std::is_same_v<T, double>) {
        v = ToDouble(NumberText());
      } else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
        v = T(std::strtof(NumberText().c_str(), nullptr));
      } else {
        Expect("(");
        const double real = ToDouble(NumberText());
        Expect(",");
        const double imag = ToDouble(NumberText());
        Expect(")");
        v = T(static_cast<typename T::value_type>(real), static_cast<typename T::value_type>(imag));
      }
    });
  }

  // --- graphs ---------------------------------------------------------------------------------------------
  Ref<Graph> ParseGraph() {
    if (++depth_ > kMaxDepth) Fail("regions are nested too deeply");
    Expect("graph");
    int64_t number = 0;
    if (at_ < text_.size() && text_[at_] == '#') {
      ++at_;
      number = Int();
      if (const auto it = shared_.find(number); it != shared_.end()) {
        --depth_;
        return it->second;
      }
    }
    Scope scope;
    scope.graph = MakeRef<Graph>(Quoted());
    Expect("(");
    std::vector<std::pair<std::string, bool>> inputs;
    while (!Take(")")) {
      if (!inputs.empty()) Expect(",");
      bool named;
      std::string name = NodeName(&named);
      inputs.emplace_back(std::move(name), named);
    }
    Expect("{");
    while (Peek("%")) ParseNode(scope);
    for (const auto& [name, named] : inputs) {
      const auto it = scope.nodes.find(Key(name, named));
      if (it == scope.nodes.end() || scope.graph->node(it->second).num_outputs != 1)
        Fail("the parameter %{} is no node with one output", name);
      scope.graph->inputs_list.push_back(scope.graph->output(it->second));
    }
    for (const auto& [node, key] : scope.later) {
      const auto it = scope.nodes.find(key);
      if (it == scope.nodes.end()) Fail("no node %{}", key.substr(1));
      scope.graph->AddControl(node, it->second);
    }
    if (Take("return")) {
      do scope.graph->outputs_list.push_back(Value(scope));
      while (Take(","));
    }
    if (Take("after")) {
      do scope.graph->control_outputs.push_back(Node(scope));
      while (Take(","));
    }
    Expect("}");
    if (number != 0) shared_[number] = scope.graph;
    --depth_;
    return scope.graph;
  }

  void ParseNode(Scope& scope) {
    bool named;
    const std::string name = NodeName(&named);
    const size_t start = at_;
    Expect("=");
    const std::string_view op_name = Word();
    const OpInfo* op = OpRegistry::Find(op_name);
    if (!op) Fail("no op `{}`", op_name);
    Expect("(");
    std::vector<ValueId> inputs;
    std::vector<std::string> controls;
    for (bool first = true; !Take(")"); first = false) {
      if (!first) Expect(",");
      if (Take("^")) {
        bool control_named;
        const std::string control = NodeName(&control_named);
        controls.push_back(Key(control, control_named));
      } else {
        inputs.push_back(Value(scope));
      }
    }
    std::vector<AttrSet::Item> attrs;
    if (Take("{")) {
      while (!Take("}")) {
        if (!attrs.empty()) Expect(",");
        std::string attr(Word());
        for (const auto& item : attrs)
          if (item.first == attr) Fail("the attribute `{}` stands twice", attr);
        Expect("=");
        AttrValue value = ParseAttr(scope);
        attrs.emplace_back(std::move(attr), std::move(value));
      }
    }
    const Attrs attr_set = MakeAttrs(std::move(attrs));
    SmallVector<DType, 4> types;
    std::vector<Shape> shapes;
    if (Take(":")) {
      do {
        types.push_back(ParseDType());
        shapes.push_back(ParseDims(scope, "[", "]"));
      } while (Take(","));
    } else {
      const Status status = InferNode(*scope.graph, *op, *attr_set, inputs, name, &types, &shapes);
      if (!status.ok()) {
        at_ = start;
        Fail("{}", status.message());
      }
    }
    StackId position = kNoStack;
    if (Take("@")) {
      SourceFrame frame;
      frame.file = SourceNameId(Quoted());
      Expect(":");
      frame.line = static_cast<uint32_t>(Int());
      Expect(":");
      frame.column = static_cast<uint32_t>(Int());
      position = InternFrame(kNoStack, frame);
    }
    const NodeId node = scope.graph->AddNode({.op = op,
                                              .inputs = inputs,
                                              .attrs = attr_set,
                                              .output_types = types,
                                              .output_shapes = shapes,
                                              .name = named ? name : "",
                                              .position = position});
    if (named) scope.graph->UniqueName(name);
    if (!scope.nodes.emplace(Key(name, named), node).second) Fail("%{} stands twice", name);
    for (const std::string& control : controls) {
      const auto it = scope.nodes.find(control);
      if (it != scope.nodes.end() && it->second != node)
        scope.graph->AddControl(node, it->second);
      else
        scope.later.emplace_back(node, control);
    }
  }

  std::string_view text_;
  size_t at_ = 0;
  int depth_ = 0;
  HashMap<int64_t, Ref<Graph>> shared_;
};

}  // namespace

Status ParseText(std::string_view text, Ref<Graph>* graph) {
  try {
    *graph = Parser(text).Parse();
    return {};
  } catch (const Bad& bad) {
    int line = 1, column = 1;
    for (char c : text.substr(0, bad.at)) {
      ++column;
      if (c == '\n') ++line, column = 1;
    }
    return InvalidArgument("line {}, column {}: {}", line, column, bad.message);
  }
}

}  // namespace tp
