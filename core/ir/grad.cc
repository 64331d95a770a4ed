#include "core/ir/grad.h"

namespace tp {
namespace {

std::vector<std::pair<std::string_view, GradFn>>& Registered() {
  static std::vector<std::pair<std::string_view, GradFn>> gradients;
  return gradients;
}

}  // namespace

RegisterGradient::RegisterGradient(std::string_view op, GradFn gradient) {
  Registered().emplace_back(op, gradient);
}

GradFn GradientOf(const OpInfo& op) {
  if (op.def().gradient) return op.def().gradient;
  for (const auto& [name, gradient] : Registered())
    if (name == op.name()) return gradient;
  return nullptr;
}

Val::Val(const Val& other) = default;
Val::Val(Val&& other) noexcept = default;
Val& Val::operator=(const Val& other) = default;
Val& Val::operator=(Val&& other) noexcept = default;
Val::~Val() = default;

Val Val::Slices(Val values, Val indices, Val dense_shape) {
  auto slices = std::make_shared<SlicesVal>();
  const Tensor* dims = dense_shape.constant();
  if (dims) {
    for (int64_t i = 0; i < dims->num_elements(); ++i) slices->shape.Append(ElementAsInt(*dims, i));
  } else {
    slices->shape = Shape::UnknownRank();
  }
  slices->values = std::move(values);
  slices->indices = std::move(indices);
  slices->dense_shape = std::move(dense_shape);
  Val val;
  val.slices_ = std::move(slices);
  return val;
}

namespace grad {

Val Dense(OpBuilder& builder, const Val& grad) {
  const SlicesVal* slices = grad.slices();
  if (!slices) return grad;
  const std::string scope = builder.Scope("strided_slice");
  const Val begin = builder.Constant(Tensor::Vector<int32_t>({0}), scope.empty() ? "" : scope + "stack/");
  const Val end = builder.Constant(Tensor::Vector<int32_t>({1}), scope.empty() ? "" : scope + "stack_1/");
  const Val step = builder.Constant(Tensor::Vector<int32_t>({1}), scope.empty() ? "" : scope + "stack_2/");
  const Val rows = builder.Op("StridedSlice", {slices->dense_shape, begin, end, step},
                              MakeAttrs({{"shrink_axis_mask", int64_t{1}}}), scope);
  return builder.Op("UnsortedSegmentSum", {slices->values, slices->indices, rows});
}

Val AddUp(OpBuilder& builder, std::span<const Val> grads) {
  if (grads.size() == 1) return grads[0];
  bool all_slices = true;
  for (const Val& grad : grads) all_slices &= grad.slices() != nullptr;
  if (!all_slices) {
    std::vector<Val> dense;
    for (const Val& grad : grads) dense.push_back(Dense(builder, grad));
    return builder.Ops("AddN", dense)[0];
  }
  // Indices of several dtypes become int64.
  DType dtype = grads[0].slices()->indices.dtype();
  for (const Val& grad : grads)
    if (grad.slices()->indices.dtype() != dtype) dtype = DType::kInt64;
  std::vector<Val> values, indices;
  for (const Val& grad : grads) values.push_back(grad.slices()->values);
  for (const Val& grad : grads) {
    const Val& own = grad.slices()->indices;
    indices.push_back(own.dtype() == dtype ? own : builder.Op("Cast", {own}, MakeAttrs({{"DstT", dtype}})));
  }
  for (std::vector<Val>* parts : {&values, &indices}) parts->push_back(Val(Tensor::Scalar<int32_t>(0)));
  const Val all_values = builder.Ops("ConcatV2", values, {}, "concat")[0];
  return Val::Slices(all_values, builder.Ops("ConcatV2", indices, {}, "concat")[0],
                     grads[0].slices()->dense_shape);
}

bool TakesSlices(const OpInfo& op) {
  const std::string_view name = op.name();
  return name == "Identity" || name == "ReadVariableOp";
}

}  // namespace grad

std::string OpBuilder::Scope(std::string_view) { return ""; }

Val OpBuilder::Op(std::string_view op, std::initializer_list<ValArg> inputs, Attrs attrs,
                  std::string_view name) {
  SmallVector<Val, 4> vals;
  vals.reserve(inputs.size());
  for (const ValArg& input : inputs) vals.push_back(input.get());
  std::vector<Val> outputs = Apply(OpRegistry::Get(op), vals, std::move(attrs), name);
  return outputs.empty() ? Val() : std::move(outputs[0]);
}

Val GradContext::Op(std::string_view op, std::initializer_list<ValArg> inputs, Attrs attrs,
                    std::string_view name) const {
  return builder_.Op(op, inputs, std::move(attrs), name);
}

std::vector<Val> OpBuilder::Ops(std::string_view op, std::span<const Val> inputs, Attrs attrs,
                                std::string_view name) {
  return Apply(OpRegistry::Get(op), inputs, std::move(attrs), name);
}

}  // namespace tp
