#include "core/ir/expression.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>

namespace tp {
namespace {

bool IsNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsNameChar(char c) { return IsNameStart(c) || (c >= '0' && c <= '9'); }

// An attribute as a number; nothing where it is not one.
std::optional<double> AsNumber(const AttrValue& value) {
  if (const auto* d = value.As<double>()) return *d;
  if (const auto* i = value.As<int64_t>()) return static_cast<double>(*i);
  if (const auto* b = value.As<bool>()) return *b ? 1.0 : 0.0;
  return std::nullopt;
}

class Parser {
 public:
  Parser(std::string_view text, std::span<const std::string_view> names, std::span<const DType> types,
         const OpInfo* op, const AttrSet* attrs, Expression* out)
      : text_(text), names_(names), types_(types), op_(op), attrs_(attrs), out_(out) {}

  Status Run() {
    out_->nodes.clear();
    for (;;) {
      Skip();
      const size_t start = at_;
      const std::string_view name = Name();
      Skip();
      if (!name.empty() && Take('=')) {
        const int32_t node = Expr(DType::kInvalid);
        if (node < 0) return Fail();
        bound_[std::string(name)] = node;
        if (!Take(';')) return Fail("expected `;`");
        continue;
      }
      at_ = start;
      out_->result = Expr(DType::kInvalid);
      if (out_->result < 0) return Fail();
      Skip();
      if (at_ != text_.size()) return Fail("text after the result");
      return {};
    }
  }

 private:
  Status Fail(std::string why = "") {
    if (why_.empty()) why_ = std::move(why);
    return MakeStatus(Code::kInternal, "elementwise expression `{}`: {} at {}", text_, why_, at_);
  }
  int32_t Error(std::string why) {
    if (why_.empty()) why_ = std::move(why);
    return -1;
  }
  void Skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  bool Take(char c) {
    Skip();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  std::string_view Name() {
    Skip();
    const size_t start = at_;
    if (at_ < text_.size() && IsNameStart(text_[at_]))
      while (at_ < text_.size() && IsNameChar(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }

  // Adds a node, or gives the equal one that is there.
  int32_t Add(const ExprNode& node) {
    for (size_t i = 0; i < out_->nodes.size(); ++i) {
      const ExprNode& other = out_->nodes[i];
      if (node.kind == other.kind && node.prim == other.prim && node.dtype == other.dtype &&
          node.input == other.input && std::memcmp(node.args, other.args, sizeof node.args) == 0 &&
          std::memcmp(&node.number, &other.number, sizeof node.number) == 0)
        return static_cast<int32_t>(i);
    }
    out_->nodes.push_back(node);
    return static_cast<int32_t>(out_->nodes.size()) - 1;
  }

  int32_t Number(double value, DType wanted) {
    if (wanted == DType::kInvalid) return -2;  // not known yet: the caller comes back with the dtype
    ExprNode node;
    node.kind = ExprNode::kNumber;
    node.dtype = wanted;
    node.number = value;
    return Add(node);
  }

  AttrValue Attr(std::string_view name) const {
    if (op_ == nullptr) return {};
    if (attrs_ != nullptr)
      if (const AttrValue* value = attrs_->Find(name)) return *value;
    return op_->Attr(name, types_, attrs_ ? *attrs_ : *EmptyAttrs());
  }

  // A node, -1 on an error, -2 for a number whose dtype is not known (`wanted` invalid).
  int32_t Expr(DType wanted) {
    Skip();
    if (at_ >= text_.size()) return Error("the expression ends early");
    const char c = text_[at_];
    if ((c >= '0' && c <= '9') || c == '-' || c == '.' || c == '+') {
      const std::string rest(text_.substr(at_, 64));
      char* end = nullptr;
      const double value = std::strtod(rest.c_str(), &end);
      if (end == rest.c_str()) return Error("expected a number");
      at_ += end - rest.c_str();
      return Number(value, wanted);
    }
    const std::string_view name = Name();
    if (name.empty()) return Error("expected a name");
    if (Take('(')) return name == "cast" ? Cast() : Call(name);
    if (auto it = bound_.find(std::string(name)); it != bound_.end()) return it->second;
    for (size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] != name) continue;
      ExprNode node;
      node.kind = ExprNode::kInput;
      node.input = static_cast<int32_t>(i);
      node.dtype = types_[i];
      return Add(node);
    }
    if (auto number = AsNumber(Attr(name))) return Number(*number, wanted);
    if (name == "inf") return Number(INFINITY, wanted);
    if (name == "nan") return Number(NAN, wanted);
    return Error("unknown name `" + std::string(name) + "`");
  }

  int32_t Cast() {
    ExprNode node;
    node.kind = ExprNode::kCast;
    node.num_args = 1;
    node.args[0] = Expr(DType::kInvalid);
    if (node.args[0] < 0) return Error("cast needs a typed operand");
    if (!Take(',')) return Error("expected `,`");
    const std::string_view target = Name();
    if (auto dtype = DTypeFromName(target))
      node.dtype = *dtype;
    else if (const AttrValue value = Attr(target); value.As<DType>())
      node.dtype = *value.As<DType>();
    else
      return Error("unknown dtype `" + std::string(target) + "`");
    if (!Take(')')) return Error("expected `)`");
    if (node.dtype == out_->nodes[node.args[0]].dtype) return node.args[0];
    return Add(node);
  }

  int32_t Call(std::string_view name) {
    const std::optional<Prim> prim = FindPrim(name);
    if (!prim) return Error("unknown primitive `" + std::string(name) + "`");
    const PrimInfo& info = GetPrim(*prim);
    ExprNode node;
    node.kind = ExprNode::kPrim;
    node.prim = *prim;
    node.num_args = info.arity;
    const int first = *prim == Prim::kSelect ? 1 : 0;  // the first operand that has the dtype of all
    size_t starts[3] = {};
    DType dtype = DType::kInvalid;
    for (int i = 0; i < info.arity; ++i) {
      if (i > 0 && !Take(',')) return Error("expected `,`");
      starts[i] = at_;
      node.args[i] = Expr(i < first ? DType::kBool : dtype);
      if (node.args[i] == -1) return -1;
      if (i >= first && node.args[i] >= 0 && dtype == DType::kInvalid)
        dtype = out_->nodes[node.args[i]].dtype;
    }
    if (!Take(')')) return Error("expected `)`");
    if (dtype == DType::kInvalid) return Error("no operand has a dtype");
    const size_t end = at_;
    for (int i = 0; i < info.arity; ++i) {
      if (node.args[i] == -2) {  // a number before the first typed operand
        at_ = starts[i];
        node.args[i] = Expr(dtype);
        if (node.args[i] < 0) return -1;
      }
      const DType have = out_->nodes[node.args[i]].dtype;
      if (have != (i < first ? DType::kBool : dtype))
        return Error("`" + std::string(name) + "`: operands of different dtypes");
    }
    at_ = end;
    if (!info.Accepts(dtype))
      return Error("`" + std::string(name) + "` is not defined for " + std::string(DTypeName(dtype)));
    node.dtype = PrimResult(*prim, dtype);
    return Add(node);
  }

  std::string_view text_;
  std::span<const std::string_view> names_;
  std::span<const DType> types_;
  const OpInfo* op_;
  const AttrSet* attrs_;
  Expression* out_;
  std::map<std::string, int32_t> bound_;
  size_t at_ = 0;
  std::string why_;
};

}  // namespace

Status ParseExpression(std::string_view text, std::span<const std::string_view> names,
                       std::span<const DType> types, const OpInfo* op, const AttrSet* attrs,
                       Expression* out) {
  return Parser(text, names, types, op, attrs, out).Run();
}

Status OpExpression(const OpInfo& op, const AttrSet& attrs, std::span<const DType> types, Expression* out) {
  std::vector<std::string> made;
  std::vector<std::string_view> names;
  if (op.name() == "_Fused") {
    made.reserve(types.size());
    for (size_t i = 0; i < types.size(); ++i) names.push_back(made.emplace_back(fmt::format("x{}", i)));
    return ParseExpression(attrs.Get<std::string>("expr"), names, types, nullptr, nullptr, out);
  }
  for (const ArgInfo& input : op.inputs()) names.push_back(input.name);
  return ParseExpression(op.def().elementwise, names, types, &op, &attrs, out);
}

std::string InlineExpression(const OpInfo& op, const AttrSet& attrs, std::span<const DType> types,
                             std::span<const std::string> args) {
  const std::string_view text = op.def().elementwise;
  std::string made;
  for (size_t at = 0; at < text.size();) {
    const bool in_number = at > 0 && (IsNameChar(text[at - 1]) || text[at - 1] == '.');
    if (!IsNameStart(text[at]) || in_number) {
      made += text[at++];
      continue;
    }
    size_t end = at;
    while (end < text.size() && IsNameChar(text[end])) ++end;
    const std::string_view name = text.substr(at, end - at);
    at = end;
    const int input = op.InputIndex(name);
    if (end < text.size() && text[end] == '(') {
      made += name;
    } else if (input >= 0) {
      made += args[input];
    } else if (const AttrValue value = op.Attr(name, types, attrs); const DType* dtype = value.As<DType>()) {
      made += DTypeName(*dtype);
    } else if (const std::optional<double> number = AsNumber(value)) {
      made += std::isinf(*number) ? (*number < 0 ? "-inf" : "inf") : fmt::format("{:.17g}", *number);
    } else {
      made += name;
    }
  }
  return made;
}

}  // namespace tp
