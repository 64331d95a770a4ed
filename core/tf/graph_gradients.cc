// _tf.gradients: the native part of tf.gradients (the function itself is in the library: backprop.py). The
// graph that is open is differentiated, its new nodes go to its end.
#include "core/autodiff/gradients.h"
#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/tf/apply_op.h"
#include "core/tf/module.h"
#include "core/trace/errors.h"

namespace tp {
namespace {

// Records into the open graph by the Context, so that tapes and control edges see the nodes.
class OpenGraphBuilder : public RegionBuilder {
 public:
  explicit OpenGraphBuilder(const Ref<Graph>& graph) : RegionBuilder(graph, graph) {}

  std::vector<Val> Apply(const OpInfo& op, std::span<const Val> inputs, Attrs attrs,
                         std::string_view name) override {
    return Context::Get().Apply(op, inputs, std::move(attrs), Unique(name.empty() ? op.name() : name));
  }
  Val Constant(const Tensor& value, std::string_view name) override {
    return Context::Get().Constant(value, Unique(name.empty() ? "Const" : name));
  }

 private:
  // The slash says that the name is not to be changed.
  std::string Unique(std::string_view name) {
    return name.back() == '/' ? std::string(name) : graph()->UniqueName(scope() + std::string(name)) + "/";
  }
};

// gradients(ys, xs, grad_ys, stop_gradients, zeros, scope): lists of tensors and variables.
Value GraphGradients(Interp&, Args args) {
  CheckArgs("gradients", args, 6, 6);
  Context& context = Context::Get();
  FuncGraph* open = context.graph();
  TP_CHECK(open != nullptr);
  // A value as the graph knows it; none where it plays no part in it.
  const auto inside = [&](const Value& v) -> Val {
    const Val value = IsVariable(v) ? AsVariable(v)->handle : ValOf(v);
    if (value.symbolic() && value.graph().get() == open) return value;
    const FuncGraph::Capture* capture = open->FindCapture(value);
    return capture ? capture->internal : Val();
  };
  const std::string scope = Str(args[5]);
  OpenGraphBuilder builder(Ref<Graph>{open});
  builder.set_scope(scope);
  std::vector<ValueId> ys, xs;
  std::vector<Val> grad_ys;
  Value *y, *x, *grad_y, *stop;
  int64_t num_ys, num_xs, num_grads, num_stops;
  AsSequence(args[0], &y, &num_ys);
  AsSequence(args[1], &x, &num_xs);
  AsSequence(args[2], &grad_y, &num_grads);
  AsSequence(args[3], &stop, &num_stops);
  TP_CHECK(num_grads == num_ys);
  GradientOptions options;
  options.zeros_for_unconnected = IsTrue(args[4]);
  options.identities = false;
  options.scope = scope;
  std::vector<int64_t> at(static_cast<size_t>(num_xs), -1);
  for (int64_t i = 0; i < num_xs; ++i) {
    const Val value = inside(x[i]);
    if (!value) continue;
    at[static_cast<size_t>(i)] = static_cast<int64_t>(xs.size());
    xs.push_back(value.id());
  }
  for (int64_t i = 0; i < num_stops; ++i)
    if (const Val value = inside(stop[i])) options.stops.push_back(value.id());
  ListObject* list = NewList();
  const Value result = Value::Own(list);
  try {
    for (int64_t i = 0; i < num_ys; ++i) {
      const Val value = context.Captured(ValOf(y[i]));
      ys.push_back(value.id());
      grad_ys.push_back(context.Captured(ValOf(grad_y[i])));
    }
    const std::vector<Val> grads = Gradients(Ref<Graph>{open}, ys, xs, grad_ys, builder, options);
    for (int64_t i : at)
      ListAppend(list, i < 0 ? Value::None() : GradientValue(grads[static_cast<size_t>(i)]));
  } catch (const OpError& error) {
    if (error.status.code() == Code::kUnimplemented) RaiseText(&LookupErrorType, error.status.message());
    RaiseStatus(error.status);
  }
  return result;
}

const MethodDef kFunctions[] = {
    {"gradients", GraphGradients, "ys, xs, grad_ys, stop_gradients, zeros, scope"},
};
TP_REGISTER_FUNCTIONS(_tf, kFunctions);

}  // namespace

Value GradientValue(Val grad) {
  if (!grad.has_value()) return Value::None();
  const SlicesVal* slices = grad.slices();
  if (!slices) return MakeTensor(std::move(grad));
  return Call(LookupTf("tf.IndexedSlices"), MakeTensor(slices->values), MakeTensor(slices->indices),
              MakeTensor(slices->dense_shape));
}

}  // namespace tp
