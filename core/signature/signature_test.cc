#include <gtest/gtest.h>

#include <cmath>

#include "core/signature/retrace_log.h"

namespace tp {
namespace {

TraceTypeRef F32(std::initializer_list<Dim> dims) { return TraceType::Tensor(DType::kFloat32, Shape(dims)); }
TraceTypeRef Lit(LiteralValue v) { return TraceType::Literal(std::move(v)); }
Ref<FunctionType> Type(std::vector<std::pair<std::string, TraceTypeRef>> arguments) {
  std::vector<Parameter> parameters;
  for (auto& [name, type] : arguments)
    parameters.push_back({name, Parameter::Kind::kPositionalOrKeyword, false, type});
  return MakeRef<FunctionType>(std::move(parameters));
}

TEST(Literal, EqualAsInPython) {
  EXPECT_TRUE(LiteralEquals(int64_t{1}, true));
  EXPECT_TRUE(LiteralEquals(int64_t{1}, 1.0));
  EXPECT_EQ(LiteralHash(int64_t{1}), LiteralHash(1.0));
  EXPECT_TRUE(LiteralEquals(std::nan(""), -std::nan("1")));
  EXPECT_TRUE(LiteralEquals(0.0, -0.0));
  EXPECT_FALSE(LiteralEquals(std::string("a"), LiteralBytes{"a"}));
  EXPECT_FALSE(LiteralEquals(std::monostate(), int64_t{0}));
}

TEST(Literal, Repr) {
  EXPECT_EQ(LiteralRepr(0.1), "0.1");
  EXPECT_EQ(LiteralRepr(1e16), "1e+16");
  EXPECT_EQ(LiteralRepr(-2.0), "-2.0");
  EXPECT_EQ(LiteralRepr(std::string("it's")), "\"it's\"");
  EXPECT_EQ(LiteralRepr(LiteralBytes{std::string("\x00\xff", 2)}), "b'\\x00\\xff'");
}

TEST(TraceType, SubtypeAndSupertype) {
  EXPECT_TRUE(F32({2, 3})->IsSubtypeOf(*F32({kUnknownDim, 3})));
  EXPECT_FALSE(F32({kUnknownDim, 3})->IsSubtypeOf(*F32({2, 3})));
  TraceTypeRef a = TraceType::Dict({std::string("a"), std::string("b")}, {F32({2}), Lit(int64_t{1})});
  TraceTypeRef b = TraceType::Dict({std::string("b"), std::string("a")}, {Lit(true), F32({2})});
  EXPECT_TRUE(a->Equals(*b));
  EXPECT_EQ(a->Hash(), b->Hash());
  TraceTypeRef other = F32({5});
  EXPECT_EQ(F32({4})->CommonSupertype(std::span(&other, 1))->Short(), "f32[?]");
  TraceTypeRef list = TraceType::List({F32({2})});
  EXPECT_EQ(TraceType::Tuple({F32({2})})->CommonSupertype(std::span(&list, 1)), nullptr);
}

TEST(TraceType, ReprIsTensorFlows) {
  EXPECT_EQ(F32({kUnknownDim})->Repr(), "TensorSpec(shape=(None,), dtype=tf.float32, name=None)");
  EXPECT_EQ(TraceType::Tuple({Lit(int64_t{2}), Lit(std::string("x"))})->Repr(),
            "Tuple[Literal[2], Literal['x']]");
  EXPECT_EQ(TraceType::Dict({std::string("k")}, {Lit(0.5)})->Repr(), "Dict[['k', Literal[0.5]]]");
}

TEST(Dispatch, MostSpecificThenEarliest) {
  std::vector<Ref<FunctionType>> traced = {
      Type({{"x", TraceType::Tensor(DType::kFloat32, Shape::UnknownRank())}}),
      Type({{"x", F32({kUnknownDim, kUnknownDim})}}), Type({{"x", F32({kUnknownDim, 3})}})};
  EXPECT_EQ(Dispatch(*Type({{"x", F32({2, 3})}}), traced), 2);
  EXPECT_EQ(Dispatch(*Type({{"x", F32({2, 4})}}), traced), 1);
  EXPECT_EQ(Dispatch(*Type({{"x", F32({2})}}), traced), 0);
  EXPECT_EQ(Dispatch(*Type({{"x", Lit(int64_t{2})}}), traced), -1);
}

TEST(FunctionType, TextAndOrder) {
  FunctionType type({{"x", Parameter::Kind::kPositionalOnly, false, F32({2})},
                     {"b", Parameter::Kind::kKeywordOnly, false, F32({3})},
                     {"a", Parameter::Kind::kKeywordOnly, true, Lit(int64_t{1})}});
  EXPECT_EQ(type.ToString(),
            "(x: TensorSpec(shape=(2,), dtype=tf.float32, name=None), /, *, b: TensorSpec(shape=(3,), "
            "dtype=tf.float32, name=None), a: Literal[1] = <captured_default_value>)");
  EXPECT_EQ(type.FlatInputs().size(), 2u);
  EXPECT_EQ(type.Short(), "x=f32[2] b=f32[3] a=1");
}

TEST(Retrace, NamesTheCause) {
  std::vector<Ref<FunctionType>> before = {Type({{"x", F32({32, 784})}, {"rate", Lit(0.1)}}),
                                           Type({{"x", F32({17, 784})}, {"rate", Lit(0.1)}})};
  RetraceRecord r = ExplainRetrace(*Type({{"x", F32({32, 784})}, {"rate", Lit(0.5)}}), before, {});
  EXPECT_EQ(r.cause, RetraceCause::kPyValue);
  EXPECT_EQ(r.nearest, 1);
  EXPECT_EQ(r.argument, "rate");
  EXPECT_EQ(r.was + " " + r.now, "0.1 0.5");
  r = ExplainRetrace(*Type({{"x", F32({5, 784})}, {"rate", Lit(0.1)}}), before, {});
  EXPECT_EQ(r.cause, RetraceCause::kAxis);
  EXPECT_EQ(r.nearest, 2);
  EXPECT_EQ(r.axes, std::vector<int>{0});
  r = ExplainRetrace(*Type({{"x", TraceType::Tuple({F32({32, 784})})}, {"rate", Lit(0.1)}}), before, {});
  EXPECT_EQ(r.cause, RetraceCause::kPyType);
  r = ExplainRetrace(*before[0], std::span(before.data(), 1), {true});
  EXPECT_EQ(r.cause, RetraceCause::kContext);
}

}  // namespace
}  // namespace tp
