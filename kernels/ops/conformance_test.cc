// Every registered op passes this: its examples on each SIMD target, its shape function against the results
// (with all dims known, with each forgotten, with the rank forgotten), its gradient against finite
// differences in float64, its kernel against kernels/reference.h on generated inputs; elementwise ops also in
// place and inside a fused group, where the bits must be equal. An op that lacks what it needs fails.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "core/exec/executor.h"
#include "core/exec/float_mode.h"
#include "core/ir/expression.h"
#include "core/ir/grad.h"
#include "core/ir/kernel.h"
#include "core/ir/op_texts.h"
#include "core/ir/shape_context.h"
#include "kernels/reference.h"
#include "kernels/simd/simd.h"
#include "kernels/testing/example.h"

namespace tp {
namespace {

using testing::Difference;
using testing::Example;
using testing::ParseExamples;

// float32 results agree to 1e-5; narrower types to what they hold.
double ToleranceOf(DType dtype) {
  return dtype == DType::kFloat16 ? 2e-3 : dtype == DType::kBFloat16 ? 2e-2 : 1e-5;
}

Executor& Runner() {
  static Executor executor;
  return executor;
}

int OutputCount(const OpInfo& op, std::span<const Tensor> inputs, const AttrSet& attrs) {
  SmallVector<DType, 8> types;
  for (const Tensor& input : inputs) types.push_back(input.dtype());
  SmallVector<DType, 4> outputs;
  const Status status = op.OutputTypes(types, attrs, &outputs);
  EXPECT_TRUE(status.ok()) << op.name() << ": " << status.message();
  return static_cast<int>(outputs.size());
}

std::vector<Tensor> RunOne(const OpInfo& op, std::span<const Tensor> inputs, const AttrSet& attrs,
                           std::string* error) {
  std::vector<Tensor> outputs(OutputCount(op, inputs, attrs));
  const Status status = Runner().RunOp(op, attrs, inputs, outputs);
  *error = status.message();
  return outputs;
}

// Applies ops at once: what gradient functions are run with.
class EagerBuilder final : public OpBuilder {
 public:
  std::vector<Val> Apply(const OpInfo& op, std::span<const Val> inputs, Attrs attrs,
                         std::string_view) override {
    std::vector<Tensor> tensors;
    for (const Val& input : inputs) tensors.push_back(input.tensor());
    std::string error;
    if (!attrs) attrs = EmptyAttrs();
    std::vector<Val> result;
    for (Tensor& tensor : RunOne(op, tensors, *attrs, &error)) result.emplace_back(std::move(tensor));
    if (!error.empty()) throw OpError{InvalidArgument("{}: {}", op.name(), error)};
    return result;
  }
  Val Constant(const Tensor& value, std::string_view) override { return Val(value); }
};

// Ops that have effects, take or give handles, or only run inside a graph, have tests of their own.
bool NeedsExamples(const OpDef& def) {
  for (const auto& args : {OpRegistry::Get(def.name).inputs(), OpRegistry::Get(def.name).outputs()})
    for (const ArgInfo& arg : args)
      if (IsManaged(arg.dtype) && arg.dtype != DType::kString) return false;
  // Files of images and sounds and messages are bytes that no example can spell
  // (testdata/trace/image_boxes.spec.py, testdata/lang/files_of_ops.spec.py). Crosses have lists of types
  // that may be empty.
  static const std::set<std::string_view> kNoExamples = {
      "Const", "Placeholder", "NoOp", "_Fused", "_FusedRows", "_FusedUpdate", "ParseExampleV2",
      "ParseSequenceExampleV2", "ParseTensor", "SerializeTensor", "SerializeSparse", "SerializeManySparse",
      "DeserializeSparse", "DeserializeManySparse", "EncodeJpeg", "EncodeJpegVariableQuality",
      "ExtractJpegShape", "DecodeJpeg", "DecodeAndCropJpeg", "DecodeGif", "FusedBatchNormGradV3", "EncodePng",
      "DecodePng", "DecodeBmp", "DecodeImage", "DecodeWav", "EncodeWav", "RaggedCross", "SparseCross",
      "SparseCrossV2", "SparseCrossHashed",
      // TensorFlow has no kernels for them on a CPU.
      "FFTND", "IFFTND", "RFFTND", "IRFFTND"};
  return (def.kernel != nullptr || !def.elementwise.empty()) && def.effect == Effect::kNone &&
         !kNoExamples.count(def.name);
}

TEST(Conformance, EveryOpSaysWhatItIs) {
  for (const OpDef* def : OpRegistry::All()) {
    const OpInfo& op = OpRegistry::Get(def->name);
    EXPECT_FALSE(TextsOf(def->name).doc.empty()) << op.name() << " has no doc";
    EXPECT_TRUE(def->shape != nullptr) << op.name() << " has no shape function";
    if (NeedsExamples(*def)) {
      EXPECT_FALSE(TextsOf(def->name).examples.empty()) << op.name() << " has no example";
    }
    EXPECT_FALSE(def->gradient != nullptr && def->no_gradient) << op.name();
  }
}

TEST(Conformance, ExamplesOnEachTarget) {
  for (const std::string& target : SimdTargets()) {
    ASSERT_TRUE(ForceSimdTarget(target));
    for (const OpDef* def : OpRegistry::All()) {
      const OpInfo& op = OpRegistry::Get(def->name);
      for (const Example& example : ParseExamples(op)) {
        std::string error;
        const std::vector<Tensor> outputs = RunOne(op, example.inputs, *example.attrs, &error);
        ASSERT_EQ(error, "") << op.name() << ": " << example.text;
        ASSERT_EQ(outputs.size(), example.outputs.size()) << op.name() << ": " << example.text;
        for (size_t i = 0; i < outputs.size(); ++i)
          EXPECT_EQ(Difference(outputs[i], example.outputs[i], ToleranceOf(outputs[i].dtype())), "")
              << op.name() << ": " << example.text << " on " << target;
      }
    }
  }
  ForceSimdTarget("auto");
}

// The shapes that the op's shape function gives for these inputs.
std::vector<Shape> InferShapes(const OpInfo& op, const AttrSet& attrs,
                               const std::vector<ShapeContext::Input>& inputs, std::string* error) {
  SmallVector<DType, 8> types;
  for (const auto& input : inputs) types.push_back(input.dtype);
  SmallVector<DType, 4> output_types;
  EXPECT_TRUE(op.OutputTypes(types, attrs, &output_types).ok()) << op.name();
  ShapeContext c(op, attrs, inputs, output_types, nullptr);
  *error = op.def().shape(c).message();
  std::vector<Shape> shapes;
  for (size_t i = 0; i < output_types.size(); ++i) shapes.push_back(c.output(static_cast<int>(i)));
  return shapes;
}

TEST(Conformance, ShapeFunctionsAgreeWithResults) {
  for (const OpDef* def : OpRegistry::All()) {
    const OpInfo& op = OpRegistry::Get(def->name);
    if (def->shape == nullptr) continue;
    for (const Example& example : ParseExamples(op)) {
      std::vector<ShapeContext::Input> known;
      for (const Tensor& input : example.inputs)
        known.push_back({input.dtype(), input.shape(), &input, nullptr});
      const auto check = [&](const std::vector<ShapeContext::Input>& inputs, const char* what) {
        std::string error;
        const std::vector<Shape> shapes = InferShapes(op, *example.attrs, inputs, &error);
        ASSERT_EQ(error, "") << op.name() << ": " << example.text << ", " << what;
        for (size_t i = 0; i < shapes.size(); ++i)
          EXPECT_TRUE(IsSubshape(example.outputs[i].shape(), shapes[i]))
              << op.name() << ": " << example.text << ", " << what << ": inferred " << shapes[i].ToString();
      };
      check(known, "all known");
      for (size_t k = 0; k < known.size(); ++k) {
        std::vector<ShapeContext::Input> forgotten = known;
        forgotten[k].value = nullptr;
        check(forgotten, "a value forgotten");
        for (int d = 0; d < known[k].shape.rank(); ++d) {
          // As in TensorFlow, a last dimension that is not known is an error there.
          if (op.name() == "ApproxTopK" && d == known[k].shape.rank() - 1) continue;
          forgotten[k].shape = known[k].shape;
          forgotten[k].shape.set_dim(d, kUnknownDim);
          check(forgotten, "a dim forgotten");
        }
        forgotten[k].shape = Shape::UnknownRank();
        check(forgotten, "a rank forgotten");
      }
      std::vector<ShapeContext::Input> nothing = known;
      for (auto& input : nothing) input = {input.dtype, Shape::UnknownRank(), nullptr, nullptr};
      check(nothing, "all forgotten");
    }
  }
}

// --- gradients
// ----------------------------------------------------------------------------------------------

// The tensor in float64 where it is floating; itself otherwise.
Tensor Widen(const Tensor& x) {
  if (!IsFloating(x.dtype())) return x;
  Tensor wide = Tensor::Allocate(DType::kFloat64, x.shape());
  for (int64_t i = 0; i < x.num_elements(); ++i) wide.data<double>()[i] = ElementAsDouble(x, i);
  return wide;
}

bool AllFinite(std::span<const Tensor> tensors) {
  for (const Tensor& t : tensors)
    if (IsFloating(t.dtype()))
      for (int64_t i = 0; i < t.num_elements(); ++i)
        if (!std::isfinite(ElementAsDouble(t, i))) return false;
  return true;
}

// sum over outputs of weight * output, with weights that differ from element to element.
double Weight(int64_t i) { return 1 + 0.25 * static_cast<double>(i % 7); }
// `count`: how many outputs take part.
double Objective(std::span<const Tensor> outputs, size_t count) {
  double sum = 0;
  int64_t place = 0;
  for (const Tensor& output : outputs.first(std::min(count, outputs.size())))
    for (int64_t i = 0; output.dtype() == DType::kFloat64 && i < output.num_elements(); ++i)
      sum += Weight(place++) * output.data<double>()[i];
  return sum;
}

// Gradients that are TensorFlow's and no derivatives of what the kernel does: of one band they have no axis
// of bands, of rejected samples they are implicit, and two gradient functions of TensorFlow fail (ours with
// the same words).
bool NoDerivative(std::string_view op) {
  for (std::string_view name :
       {"BandedTriangularSolve", "StatelessRandomGammaV3", "SparseSparseMaximum", "SparseSparseMinimum",
        "QuantizeAndDequantizeV2", "QuantizeAndDequantizeV3", "QuantizeAndDequantizeV4"})
    if (op == name) return true;
  return false;
}

// Ops whose gradient looks at the gradient of the first output alone, as in TensorFlow.
bool FirstOutputOnly(std::string_view op) { return op == "CTCLoss"; }

void CheckGradient(const OpInfo& op, const Example& example) {
  if (NoDerivative(op.name())) return;
  std::vector<Tensor> inputs;
  for (const Tensor& input : example.inputs) inputs.push_back(Widen(input));
  SmallVector<DType, 8> types;
  for (const Tensor& input : inputs) types.push_back(input.dtype());
  SmallVector<DType, 4> output_types;
  if (!op.OutputTypes(types, *example.attrs, &output_types).ok()) return;  // the op has no float64
  std::string error;
  const std::vector<Tensor> outputs = RunOne(op, inputs, *example.attrs, &error);
  if (!error.empty() || !AllFinite(inputs) || !AllFinite(outputs)) return;
  const size_t taken = FirstOutputOnly(op.name()) ? 1 : outputs.size();
  EagerBuilder builder;
  std::vector<Val> in, out, grads;
  for (const Tensor& input : inputs) in.emplace_back(input);
  int64_t count = 0;
  bool any = false;
  for (const Tensor& output : outputs) {
    out.emplace_back(output);
    if (output.dtype() != DType::kFloat64 || grads.size() >= taken) {
      grads.emplace_back();
      continue;
    }
    any = true;
    Tensor grad = Tensor::Allocate(DType::kFloat64, output.shape());
    for (double& g : grad.elements<double>()) g = Weight(count++);
    grads.emplace_back(grad);
  }
  if (!any) return;
  GradContext g(builder, op, *example.attrs, in, out, grads);
  try {
    op.def().gradient(g);
  } catch (const OpError& failed) {
    if (failed.status.code() == Code::kUnimplemented) return;  // it says so
    FAIL() << op.name() << ": " << example.text << ": the gradient: " << failed.status.message();
  }
  for (size_t k = 0; k < inputs.size(); ++k) {
    if (inputs[k].dtype() != DType::kFloat64) continue;
    // The second output depends on the labels, too; TensorFlow's gradient leaves that out.
    if (op.name() == "SoftmaxCrossEntropyWithLogits" && k == 1) continue;
    // So does it for what stands beside a diagonal.
    if (op.name() == "MatrixDiagV3" && k == 4) continue;
    if (op.name() == "MatrixDiagPartV3" && k == 2) continue;
    // And for what special functions have no derivative by in TensorFlow.
    if (op.name() == "Betainc" && k < 2) continue;
    if ((op.name() == "Zeta" || op.name() == "Polygamma") && k == 0) continue;
    const Val grad = grad::Dense(builder, g.result()[k]);
    if (grad) {
      EXPECT_EQ(grad.shape().ToString(), inputs[k].shape().ToString())
          << op.name() << ": " << example.text << ", input " << k;
      if (grad.shape() != inputs[k].shape()) continue;
    }
    for (int64_t i = 0; i < inputs[k].num_elements(); ++i) {
      const auto at = [&](double by) {
        std::vector<Tensor> moved = inputs;
        moved[k] = inputs[k].Clone();
        moved[k].data<double>()[i] += by;
        return Objective(RunOne(op, moved, *example.attrs, &error), taken);
      };
      const double h = 1e-5, left = (at(0) - at(-h)) / h, right = (at(h) - at(0)) / h;
      const double want = (at(h) - at(-h)) / (2 * h);
      if (!std::isfinite(want) || std::fabs(want) > 1e4 ||
          std::fabs(left - right) > 1e-2 * (1 + std::fabs(want)))
        continue;  // a kink
      const double have = grad ? grad.tensor().data<double>()[i] : 0;
      EXPECT_NEAR(have, want, 1e-5 * (1 + std::fabs(want)))
          << op.name() << ": " << example.text << ", input " << k << "[" << i << "]";
    }
  }
}

TEST(Conformance, GradientsAgreeWithFiniteDifferences) {
  // Gradients that say "none" although the function is not flat, as TensorFlow's.
  static const std::set<std::string_view> kNotDerivatives = {"PreventGradient", "StopGradient"};
  for (const OpDef* def : OpRegistry::All()) {
    if (def->gradient == nullptr || kNotDerivatives.count(def->name)) continue;
    const OpInfo& op = OpRegistry::Get(def->name);
    for (const Example& example : ParseExamples(op)) CheckGradient(op, example);
  }
}

// --- generated inputs
// ---------------------------------------------------------------------------------------

// A tensor of values that try the edges: NaN, infinities, both zeros, large and small, positive and negative.
Tensor Generate(DType dtype, const Shape& shape, uint32_t seed) {
  static const double kEdges[] = {NAN, INFINITY, -INFINITY, 0.0, -0.0, 1, -1, 0.5, 2.5, 88, -88, 3e4};
  Tensor tensor = Tensor::Allocate(dtype, shape);
  uint32_t state = seed * 2654435761u + 12345;
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    state = state * 1664525u + 1013904223u;
    const double plain = static_cast<double>(state >> 8) / (1 << 24) * 8 - 4;
    const double value = (state >> 4) % 5 == 0 ? kEdges[(state >> 12) % std::size(kEdges)] : plain;
    DispatchNumeric(dtype, [&](auto zero) {
      using T = decltype(zero);
      if constexpr (std::is_same_v<T, bool>)
        tensor.data<T>()[i] = state >> 31;
      else if constexpr (std::is_floating_point_v<T>)
        tensor.data<T>()[i] = static_cast<T>(value);
      else if constexpr (std::is_integral_v<T>)
        tensor.data<T>()[i] = static_cast<T>(
            (state >> 16) % 41 == 0 ? std::numeric_limits<T>::max() : static_cast<int>(state >> 24) % 20 - 7);
      else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
        tensor.data<T>()[i] = T(static_cast<float>(value));
      else
        tensor.data<T>()[i] = T(static_cast<float>(plain), 0.5f);
    });
  }
  return tensor;
}

// Shapes of the inputs of an op of n inputs: empty, one, tails, broadcast.
std::vector<std::vector<Shape>> ShapesFor(size_t n) {
  std::vector<std::vector<Shape>> all;
  for (const Shape& shape : {Shape{}, Shape{0}, Shape{1}, Shape{7}, Shape{67}, Shape{3, 5}, Shape{2, 1500}})
    all.emplace_back(n, shape);
  if (n == 1) return all;
  for (const auto& [x, y] : std::vector<std::pair<Shape, Shape>>{{Shape{3, 5}, Shape{5}},
                                                                 {Shape{}, Shape{33}},
                                                                 {Shape{4, 1}, Shape{1, 6}},
                                                                 {Shape{2, 0}, Shape{1}},
                                                                 {Shape{2, 3, 1, 5}, Shape{3, 4, 1}},
                                                                 {Shape{1100}, Shape{}},
                                                                 {Shape{3, 1100}, Shape{3, 1}}}) {
    std::vector<Shape> shapes(n, y);
    shapes[0] = x;
    all.push_back(shapes);
  }
  return all;
}

// The dtypes to try for an op whose inputs share the attribute T.
std::vector<DType> TypesFor(const OpInfo& op) {
  const AttrInfo* t = op.FindAttr("T");
  if (t == nullptr || t->allowed_types.empty()) return {DType::kFloat32};
  return t->allowed_types;
}

TEST(Conformance, ElementwiseOpsAgreeWithTheReferenceInPlaceAndFused) {
  const OpInfo* fused = OpRegistry::Find("_Fused");
  ASSERT_NE(fused, nullptr);
  for (const std::string& target : SimdTargets()) {
    ASSERT_TRUE(ForceSimdTarget(target));
    for (const OpDef* def : OpRegistry::All()) {
      if (def->elementwise.empty() || def->name == "_Fused" || def->name == "Cast") continue;
      const OpInfo& op = OpRegistry::Get(def->name);
      for (DType dtype : TypesFor(op)) {
        if (dtype == DType::kString || IsManaged(dtype)) continue;
        uint32_t seed = 1;
        for (const std::vector<Shape>& shapes : ShapesFor(op.inputs().size())) {
          std::vector<Tensor> inputs;
          SmallVector<DType, 8> types;
          for (size_t i = 0; i < shapes.size(); ++i) {
            const DType fixed = op.inputs()[i].type_attr.empty() ? op.inputs()[i].dtype : dtype;
            inputs.push_back(Generate(fixed, shapes[i], seed++));
            types.push_back(fixed);
          }
          const AttrSet& attrs = *EmptyAttrs();
          std::string error;
          Expression expression;
          if (!OpExpression(op, attrs, types, &expression).ok()) continue;  // as TensorFlow: no kernel
          const std::vector<Tensor> plain = RunOne(op, inputs, attrs, &error);
          if (!error.empty()) {  // a zero divisor, a negative power
            EXPECT_TRUE(error.starts_with("Integer")) << op.name() << ": " << error;
            continue;
          }
          const Tensor want = reference::Elementwise(expression, inputs, plain[0].shape());
          EXPECT_EQ(Difference(plain[0], want, dtype == DType::kFloat32 ? 1e-5 : ToleranceOf(dtype) * 10), "")
              << op.name() << " of " << DTypeName(dtype) << " on " << target;
          // Fused: the op's expression between two more, the last of which undoes nothing (x or x).
          std::vector<std::string> names;
          for (size_t i = 0; i < inputs.size(); ++i) names.push_back("x" + std::to_string(i));
          const std::string text =
              "t = " + InlineExpression(op, attrs, types, names) + "; select(eq(t, t), t, t)";
          const Attrs with = MakeAttrs({{"T", plain[0].dtype()}, {"expr", text}});
          const std::vector<Tensor> grouped = RunOne(*fused, inputs, *with, &error);
          ASSERT_EQ(error, "") << text;
          EXPECT_TRUE(BitEqual(grouped[0], plain[0]))
              << op.name() << " fused, " << DTypeName(dtype) << " on " << target;
          // In place: an input that nobody else holds.
          std::vector<Tensor> own;
          for (const Tensor& input : inputs) own.push_back(input.Clone());
          std::vector<Tensor> in_place(1);
          const FlushDenormals flush;  // as RunOp
          KernelContext context(op, attrs, own, in_place, &Runner());
          ElementwiseKernel()(context);
          ASSERT_FALSE(context.failed()) << context.status().message();
          EXPECT_TRUE(BitEqual(in_place[0], plain[0]))
              << op.name() << " in place, " << DTypeName(dtype) << " on " << target;
        }
      }
    }
  }
  ForceSimdTarget("auto");
}

TEST(Conformance, KernelsAgreeWithTheReference) {
  for (const reference::Case& row : reference::Cases()) {
    const OpInfo& op = OpRegistry::Get(row.op);
    uint32_t seed = 3;
    for (DType dtype : {DType::kFloat32, DType::kFloat64, DType::kInt32}) {
      std::vector<Tensor> inputs;
      for (const Shape& shape : row.shapes) inputs.push_back(Generate(dtype, shape, seed++));
      if (IsFloating(dtype) && !row.edges)  // sums of infinities are no test of sums
        for (Tensor& input : inputs)
          for (int64_t i = 0; i < input.num_elements(); ++i) {
            const double v = ElementAsDouble(input, i);
            const double plain = std::isfinite(v) && std::fabs(v) < 100 ? v : 0.25;
            if (dtype == DType::kFloat32)
              input.data<float>()[i] = static_cast<float>(plain);
            else
              input.data<double>()[i] = plain;
          }
      inputs.insert(inputs.end(), row.more.begin(), row.more.end());
      const Attrs attrs = row.attrs ? row.attrs : EmptyAttrs();
      std::string error;
      const std::vector<Tensor> have = RunOne(op, inputs, *attrs, &error);
      ASSERT_EQ(error, "") << row.op;
      EXPECT_EQ(Difference(have[0], row.reference(inputs, *attrs), dtype == DType::kFloat64 ? 1e-12 : 1e-4),
                "")
          << row.op << " of " << DTypeName(dtype) << " " << row.shapes[0].ToString();
    }
  }
}

}  // namespace
}  // namespace tp
