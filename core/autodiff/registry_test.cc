// Every op of the registry that has a gradient: what the tape computes eagerly and what the backward function
// of a graph computes are equal bit for bit, on the examples of the op's own block. (That both are right is
// checked against finite differences by the ops' conformance test.)
#include <gtest/gtest.h>

#include <cstring>

#include "core/autodiff/gradients.h"
#include "core/exec/executor.h"
#include "core/ir/builder.h"
#include "core/ir/kernel.h"
#include "core/ir/text.h"
#include "core/ir/verifier.h"
#include "kernels/testing/example.h"

namespace tp {
namespace {

using testing::Example;
using testing::ParseExamples;

Executor& Runner() {
  static Executor executor;
  return executor;
}

// Applies ops at once, as a tape does.
class EagerBuilder final : public OpBuilder {
 public:
  std::vector<Val> Apply(const OpInfo& op, std::span<const Val> inputs, Attrs attrs,
                         std::string_view) override {
    std::vector<Tensor> tensors;
    SmallVector<DType, 8> types;
    for (const Val& input : inputs) {
      tensors.push_back(input.tensor());
      types.push_back(input.dtype());
    }
    if (!attrs) attrs = EmptyAttrs();
    SmallVector<DType, 4> output_types;
    Status status = op.OutputTypes(types, *attrs, &output_types);
    std::vector<Tensor> outputs(output_types.size());
    if (status.ok()) status = Runner().RunOp(op, *attrs, tensors, outputs);
    if (!status.ok()) throw OpError{status};
    std::vector<Val> result;
    for (Tensor& output : outputs) result.emplace_back(std::move(output));
    return result;
  }
  Val Constant(const Tensor& value, std::string_view) override { return Val(value); }
};

// Ones, in the shape of a value.
Tensor Ones(DType dtype, const Shape& shape) {
  Tensor ones = Tensor::Allocate(dtype, shape);
  for (int64_t i = 0; i < ones.num_elements(); ++i) {
    if (dtype == DType::kFloat32) ones.data<float>()[i] = 1 + 0.25f * static_cast<float>(i % 7);
    if (dtype == DType::kFloat64) ones.data<double>()[i] = 1 + 0.25 * static_cast<double>(i % 7);
  }
  return ones;
}

bool Differentiable(DType dtype) { return dtype == DType::kFloat32 || dtype == DType::kFloat64; }

// False where the op has no gradient here and says so.
bool TapeGradients(const OpInfo& op, const Example& example, std::vector<Tensor>* grads) {
  EagerBuilder builder;
  std::vector<Val> in, out, given;
  for (const Tensor& input : example.inputs) in.emplace_back(input);
  try {
    out = builder.Apply(op, in, example.attrs, "");
    for (const Val& output : out)
      given.push_back(Differentiable(output.dtype()) ? Val(Ones(output.dtype(), output.shape())) : Val());
    GradContext g(builder, op, *example.attrs, in, out, given);
    op.def().gradient(g);
    for (const Val& grad : g.result())
      grads->push_back(grad ? grad::Dense(builder, grad).tensor() : Tensor());
  } catch (const OpError& error) {
    if (error.status.code() == Code::kUnimplemented) return false;
    ADD_FAILURE() << op.name() << ": " << example.text << ": " << error.status.message();
    return false;
  }
  return true;
}

// Gradients that TensorFlow's own gradient functions refuse, and ours with their words.
bool Refused(std::string_view op) { return op == "SparseSparseMaximum" || op == "SparseSparseMinimum"; }

void Compare(const OpInfo& op, const Example& example) {
  if (Refused(op.name())) return;
  bool any = false;
  for (const Tensor& output : example.outputs) any |= Differentiable(output.dtype());
  for (const Tensor& output : example.outputs)
    any &= Differentiable(output.dtype()) || !IsFloating(output.dtype());
  if (!any) return;
  std::vector<Tensor> eager;
  if (!TapeGradients(op, example, &eager)) return;
  // The op as a function: floating inputs are parameters, all others constants.
  GraphBuilder builder(MakeRef<Graph>("f"));
  std::vector<Val> inputs;
  std::vector<Tensor> arguments;
  std::vector<size_t> parameters;
  for (size_t i = 0; i < example.inputs.size(); ++i) {
    const Tensor& input = example.inputs[i];
    if (IsFloating(input.dtype()) || IsComplex(input.dtype())) {
      inputs.push_back(builder.Input(input.dtype(), input.shape()));
      arguments.push_back(input);
      parameters.push_back(i);
    } else {
      inputs.push_back(builder.Constant(input));
    }
  }
  for (const Val& output : builder.Ops(op.name(), inputs, example.attrs)) builder.Output(output);
  Ref<FunctionGradient> gradient;
  try {
    gradient = GradientOfFunction(*builder.graph());
  } catch (const OpError& error) {
    if (error.status.code() != Code::kUnimplemented)
      ADD_FAILURE() << op.name() << ": " << example.text << ": " << error.status.message();
    return;
  }
  ASSERT_TRUE(Verify(*gradient->forward).ok()) << op.name();
  const Status valid = Verify(*gradient->backward);
  ASSERT_TRUE(valid.ok()) << op.name() << ": " << valid.message() << "\n" << ToText(*gradient->backward);
  std::vector<Tensor> outputs(gradient->forward->outputs_list.size());
  Status status = Runner().RunGraph(*gradient->forward, arguments, outputs);
  ASSERT_TRUE(status.ok()) << op.name() << ": " << example.text << ": " << status.message();
  std::vector<Tensor> given;
  for (int i : gradient->takes) given.push_back(Ones(outputs[i].dtype(), outputs[i].shape()));
  for (int i : gradient->captures) given.push_back(outputs[i]);
  std::vector<Tensor> grads(gradient->backward->outputs_list.size());
  status = Runner().RunGraph(*gradient->backward, given, grads);
  ASSERT_TRUE(status.ok()) << op.name() << ": " << example.text << ": " << status.message() << "\n"
                           << ToText(*gradient->backward);
  EagerBuilder dense;
  std::vector<Val> values;
  for (const Tensor& grad : grads) values.emplace_back(grad);
  const std::vector<Val> by_input = GivenGradients(*gradient, values, parameters.size());
  for (size_t p = 0; p < parameters.size(); ++p) {
    const Tensor& want = eager[parameters[p]];
    const Val& have = by_input[p];
    ASSERT_EQ(have.has_value(), want.valid())
        << op.name() << ": " << example.text << ": input " << parameters[p];
    if (!want.valid()) continue;
    const Tensor grad = grad::Dense(dense, have).tensor();
    EXPECT_EQ(grad.shape(), want.shape()) << op.name() << ": " << example.text;
    if (grad.shape() != want.shape()) continue;
    EXPECT_TRUE(want.bytes() == 0 || std::memcmp(grad.raw_data(), want.raw_data(), want.bytes()) == 0)
        << op.name() << ": " << example.text << ": input " << parameters[p] << ": "
        << testing::Difference(grad, want, 0);
  }
}

TEST(RegistryGradients, GraphsAndTapesAgreeBitForBit) {
  int compared = 0;
  for (const OpDef* def : OpRegistry::All()) {
    if (def->gradient == nullptr) continue;
    const OpInfo& op = OpRegistry::Get(def->name);
    for (const Example& example : ParseExamples(op)) {
      Compare(op, example);
      ++compared;
    }
  }
  EXPECT_GT(compared, 150);
}

}  // namespace
}  // namespace tp
