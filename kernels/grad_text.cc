#include "kernels/grad_text.h"

#include <cstdlib>
#include <optional>
#include <span>
#include <string>

#include "core/base/check.h"
#include "kernels/grad_util.h"
#include "kernels/move.h"
#include "kernels/op.h"

namespace tp::grad {
namespace {

class Interpreter {
 public:
  Interpreter(GradContext& g, const char* text, std::initializer_list<int64_t> numbers)
      : g_(g), at_(text), numbers_(numbers) {}

  void Run() {
    while (*at_ != 0) {
      const std::string_view name = Word();
      Expect('=');
      Val value = Expression();
      if (name.size() == 2 && name[0] == 'd')
        g_.Set(name[1] - '0', std::move(value));
      else
        named_.push_back({name, std::move(value), std::move(outputs_)});
      Skip();
      if (*at_ == ';') ++at_;
      Skip();
    }
  }

 private:
  void Skip() {
    while (*at_ == ' ') ++at_;
  }
  bool Take(char c) {
    Skip();
    if (*at_ != c) return false;
    ++at_;
    return true;
  }
  void Expect(char c) { TP_CHECK(Take(c)); }
  std::string_view Word() {
    Skip();
    const char* const begin = at_;
    while (*at_ == '_' || *at_ == '/' || (*at_ >= '0' && *at_ <= '9') || (*at_ >= 'A' && *at_ <= 'Z') ||
           (*at_ >= 'a' && *at_ <= 'z'))
      ++at_;
    return {begin, static_cast<size_t>(at_ - begin)};
  }
  double Number() {
    Skip();
    if (*at_ == '#') {
      const int64_t number = numbers_.begin()[at_[1] - '0'];
      at_ += 2;
      return static_cast<double>(number);
    }
    char* end;
    const double number = std::strtod(at_, &end);
    TP_CHECK(end != at_);
    at_ = end;
    return number;
  }

  Val Expression() {
    Skip();
    if (*at_ == '#' || *at_ == '-' || (*at_ >= '0' && *at_ <= '9'))
      return Const(g_, g_.input(0).dtype(), Number());
    const std::string_view word = Word();
    if (*at_ == '(' || *at_ == ':') return Call(word);
    if (word.size() == 2 && word[1] <= '9') {
      const int i = word[1] - '0';
      if (word[0] == 'x') return g_.input(i);
      if (word[0] == 'y') return g_.output(i);
      if (word[0] == 'g') return g_.grad(i);
      if (word[0] == 'd') return g_.result()[i];
    }
    for (size_t i = named_.size(); i-- > 0;) {
      if (named_[i].name != word) continue;
      if (*at_ != '.') return named_[i].value;
      at_ += 2;
      return named_[i].outputs[at_[-1] - '0'];
    }
    TP_CHECK(false);
    return {};
  }

  // i32, i64, or the real or complex type of x0; nothing (and nothing read) where no type stands here.
  std::optional<DType> NamedType() {
    Skip();
    const char* const begin = at_;
    const std::string_view word = Word();
    const DType own = g_.input(0).dtype();
    const bool wide = own == DType::kFloat64 || own == DType::kComplex128;
    if (word == "i32") return DType::kInt32;
    if (word == "i64") return DType::kInt64;
    if (word == "real") return wide ? DType::kFloat64 : DType::kFloat32;
    if (word == "complex") return wide ? DType::kComplex128 : DType::kComplex64;
    at_ = begin;
    return std::nullopt;
  }

  Val Call(std::string_view function) {
    std::string_view name;
    if (Take(':')) name = Word();
    Expect('(');
    if (function == "ints" || function == "longs" || function == "int" || function == "long" ||
        function == "blank" || function == "full") {
      std::vector<int64_t> values;
      do values.push_back(static_cast<int64_t>(Number()));
      while (Take(','));
      Expect(')');
      if (function == "ints") return Ints(g_, values);
      if (function == "longs") return g_.builder().Constant(IntVector(values, DType::kInt64), name);
      if (function == "blank" || function == "full") {
        const bool ones = function == "full";
        const Val element = Const(g_, g_.input(0).dtype(), ones);
        Tensor filled = Tensor::Allocate(element.dtype(), Shape(values));
        Mover(element.dtype()).Fill(&filled, element.tensor());
        return g_.builder().Constant(filled, ones ? "ones" : "zeros");
      }
      return Const(g_, function == "int" ? DType::kInt32 : DType::kInt64, static_cast<double>(values[0]));
    }
    std::vector<Val> args;
    std::vector<std::pair<size_t, std::vector<Val>>> lists;  // arguments that are packed
    bool adjoint[2] = {};
    if (function == "num" || function == "const") {
      const double number = Number();
      const DType dtype = Take(',') ? *NamedType() : g_.input(0).dtype();
      Expect(')');
      return function == "num" ? Const(g_, dtype, number) : ConstNode(g_, dtype, number);
    }
    if (function == "at") {
      const Val x = Expression();
      Expect(',');
      const auto index = static_cast<int64_t>(Number());
      Expect(')');
      return ElementAt(g_, x, index);
    }
    DType dtype = DType::kInvalid;  // that a cast names
    do {
      if (const auto named = NamedType()) {
        dtype = *named;
        break;
      }
      if (Take('[')) {
        lists.push_back({args.size(), {}});
        do lists.back().second.push_back(Expression());
        while (Take(','));
        Expect(']');
        args.emplace_back();
        continue;
      }
      args.push_back(Expression());
      if (Take('\'')) adjoint[args.size() - 1] = true;
    } while (Take(','));
    Expect(')');
    if (dtype == DType::kInvalid && args.size() > 1) dtype = args[1].dtype();
    if (function == "add") return Add(g_, args[0], args[1]);
    if (function == "sub") return Sub(g_, args[0], args[1]);
    if (function == "mul") return Mul(g_, args[0], args[1]);
    if (function == "neg") return Neg(g_, args[0]);
    if (function == "div") return Div(g_, args[0], args[1]);
    if (function == "conj") return Conj(g_, args[0]);
    if (function == "sum") return Sum(g_, args[0], args[1]);
    if (function == "shape") return ShapeOf(g_, args[0], dtype == DType::kInvalid ? DType::kInt32 : dtype);
    if (function == "reduced_shape") return ReducedShape(g_, args[0], args[1]);
    if (function == "rank") return RankOf(g_, args[0]);
    if (function == "size") return SizeOf(g_, args[0]);
    if (function == "prod") return ProdAll(g_, args[0]);
    if (function == "ones") return Ones(g_, args[0], dtype);
    if (function == "range") return RangeTo(g_, args[0], args[1]);
    if (function == "stack") return Stack(g_, args);
    if (function == "zeros") return ZerosLike(g_, args[0]);
    if (function == "cast") return Cast(g_, args[0], dtype);
    if (function == "reshape") return Reshape(g_, args[0], args[1]);
    if (function == "mm") return Product(args[0], args[1], adjoint[0], adjoint[1]);
    if (function == "adj") return Adjoint(args[0]);
    std::string scope;
    if (!lists.empty()) scope = g_.builder().Scope(name.empty() ? function : name);
    for (const auto& [at, values] : lists) {
      const std::string input = OpRegistry::Get(function).InputName(at, args.size());
      args[at] = Packed(g_, values, scope.empty() ? "" : scope + input + "/");
    }
    outputs_ = g_.builder().Ops(function, args, Attributes(), scope.empty() ? name : scope);
    return outputs_[0];
  }

  Attrs Attributes() {
    std::vector<AttrSet::Item> items;
    if (!Take('{')) return {};
    do {
      const std::string name(Word());
      if (!Take('=')) {
        items.push_back({name, true});
      } else if (Take('@')) {
        if (const AttrValue* value = g_.attrs().Find(name)) items.push_back({name, *value});
      } else if (Take('\'')) {
        items.push_back({name, std::string(Word())});
        Expect('\'');
      } else if (Take('[')) {
        std::vector<int64_t> values;
        do values.push_back(static_cast<int64_t>(Number()));
        while (Take(','));
        Expect(']');
        items.push_back({name, std::move(values)});
      } else if (const auto dtype = NamedType()) {
        items.push_back({name, *dtype});
      } else if (*at_ == 'f') {
        Word();
        items.push_back({name, false});
      } else {
        items.push_back({name, static_cast<int64_t>(Number())});
      }
    } while (Take(','));
    Expect('}');
    return MakeAttrs(std::move(items));
  }

  Val Product(const Val& a, const Val& b, bool adjoint_a, bool adjoint_b) {
    const auto matrix = [](const Val& v) { return v.shape().has_rank() && v.shape().rank() == 2; };
    if (matrix(a) && matrix(b))
      return g_.Op("MatMul", {adjoint_a ? Conj(g_, a) : a, adjoint_b ? Conj(g_, b) : b},
                   MakeAttrs({{"transpose_a", adjoint_a}, {"transpose_b", adjoint_b}}));
    return g_.Op("BatchMatMulV2", {a, b}, MakeAttrs({{"adj_x", adjoint_a}, {"adj_y", adjoint_b}}), "MatMul");
  }

  Val Adjoint(const Val& a) {
    if (!a.shape().has_rank())
      throw OpError{
          MakeStatus(Code::kUnimplemented, "the gradient of {} with an unknown rank", g_.op().name())};
    const int rank = a.shape().rank();
    std::vector<int64_t> perm(static_cast<size_t>(rank));
    for (int i = 0; i < rank; ++i) perm[i] = i;
    std::swap(perm[rank - 2], perm[rank - 1]);
    return g_.Op(IsComplex(a.dtype()) ? "ConjugateTranspose" : "Transpose", {a, Ints(g_, perm)}, {},
                 "adjoint/transpose");
  }

  GradContext& g_;
  const char* at_;
  std::initializer_list<int64_t> numbers_;
  struct Named {
    std::string_view name;
    Val value;
    std::vector<Val> outputs;
  };
  std::vector<Named> named_;
  std::vector<Val> outputs_;  // of the last op
};

}  // namespace

std::string Columns(std::string_view x, Dim begin, Dim end) {
  const bool open = !IsKnown(end);
  return fmt::format(
      "StridedSlice:strided_slice({}, ints(0, 0, {}), ints(0, 0, {}), ints(1, 1, 1))"
      "{{ellipsis_mask=1, begin_mask={}, end_mask={}}}",
      x, begin, open ? 0 : end, begin == 0 ? 6 : 2, open ? 6 : 2);
}

void Run(GradContext& g, const char* text, std::initializer_list<int64_t> numbers) {
  Interpreter(g, text, numbers).Run();
}

}  // namespace tp::grad
