// Variables: resources that ops read and write through handles. VarHandleOp makes one; who holds a handle
// keeps it alive. The value is a tensor: reading shares it, assigning replaces it, adding works in place
// where nobody else holds the value.
#include "core/ir/first_values.h"
#include "core/ir/primitives.h"
#include "kernels/op.h"

namespace tp {
namespace {

// The variable that input 0 is a handle of; null (an error is set) where it is something else.
VariableResource* Variable(KernelContext& c) {
  auto* variable = dynamic_cast<VariableResource*>(c.input(0).scalar<Ref<RefCounted>>().get());
  if (variable == nullptr) FailAs(c, Code::kNotFound, "the resource handle does not refer to a variable");
  return variable;
}

// The variable, which must have a value.
VariableResource* Initialized(KernelContext& c) {
  VariableResource* variable = Variable(c);
  if (variable == nullptr || variable->value.valid()) return variable;
  FailAs(c, Code::kFailedPrecondition,
         "Could not find variable {}. This could mean that the variable has been deleted. In TF1, it can "
         "also mean the variable is uninitialized. Debug info: container=localhost, status error "
         "message=Resource localhost/{}/N10tensorflow3VarE does not exist.",
         variable->name, variable->name);
  return nullptr;
}

void VarHandle(KernelContext& c) {
  Ref<VariableResource> variable = MakeRef<VariableResource>();
  variable->name = c.Attr<std::string>("debug_name");
  if (variable->name.empty()) variable->name = c.Attr<std::string>("shared_name");
  variable->dtype = c.Attr<DType>("dtype");
  variable->shape = c.Attr<Shape>("shape", Shape::UnknownRank());
  if (Tensor* out = c.Output(0, DType::kResource, Shape())) *out->data<Ref<RefCounted>>() = variable;
}

void Read(KernelContext& c) {
  const VariableResource* variable = Initialized(c);
  if (variable == nullptr) return;
  if (const DType dtype = c.Attr<DType>("dtype", variable->dtype); dtype != variable->dtype)
    return Fail(c, "Trying to read variable with wrong dtype. Expected {} got {}", DTypeName(dtype),
                DTypeName(variable->dtype));
  c.SetOutput(0, variable->value);
}

void Assign(KernelContext& c) {
  VariableResource* variable = Variable(c);
  if (variable == nullptr) return;
  const Tensor& value = c.input(1);
  if (variable->dtype != DType::kInvalid && value.dtype() != variable->dtype)
    return Fail(c, "Trying to assign variable with wrong dtype. Expected {} got {}",
                DTypeName(variable->dtype), DTypeName(value.dtype()));
  if (!AreCompatible(variable->shape, value.shape()))
    return Fail(c, "Trying to assign to variable with tensor with wrong shape. Expected {} got {}",
                variable->shape, value.shape());
  NoteFirstValue(*variable, value);
  variable->value = value;
}

// variable = f(variable, value), in place where nobody else holds the value.
void Update(KernelContext& c, Prim prim) {
  VariableResource* variable = Initialized(c);
  if (variable == nullptr) return;
  const Tensor& by = c.input(1);
  if (by.shape() != variable->value.shape())
    return Fail(c, "Cannot update variable with shape {} using a Tensor with shape {}, shapes must be equal.",
                variable->value.shape(), by.shape());
  const TileFn f = PrimTile(prim, by.dtype());
  if (f == nullptr) return FailAs(c, Code::kUnimplemented, "{} of {}", c.op().name(), DTypeName(by.dtype()));
  Tensor to = variable->value.IsUnique() ? variable->value : Tensor::Allocate(by.dtype(), by.shape());
  if (!to.valid()) return FailAs(c, Code::kResourceExhausted, "no memory for {} bytes", by.bytes());
  const size_t size = DTypeSize(by.dtype());
  ParallelRanges(by.num_elements(), 16384, 0.4, [&](int64_t begin, int64_t end) {
    const auto at = [&](const Tensor& t) { return static_cast<char*>(t.raw_data()) + begin * size; };
    const void* in[] = {at(variable->value), at(by)};
    f(in, at(to), end - begin);
  });
  variable->value = to;
}

// What the elementwise kernel sees of an update: its output is the variable's new value.
class UpdateContext final : public KernelContext {
 public:
  UpdateContext(const KernelContext& c, std::span<const Tensor> inputs, std::span<Tensor> to)
      : KernelContext(OpRegistry::Get("_Fused"), c.attrs(), inputs, to, c.runner()), threads_(c.threads()) {}
  Tensor* Output(int, DType dtype, const Shape& shape) override {
    if (dtype == outputs_[0].dtype() && shape == outputs_[0].shape()) return &outputs_[0];
    return Fail(*this, "The update does not give the variable's shape {}", outputs_[0].shape()), nullptr;
  }
  bool may_overwrite(int) const override { return false; }
  int threads() const override { return threads_; }

 private:
  int threads_;
};

// variable = expr(variable, args), in place where nobody else holds the value.
void FusedUpdate(KernelContext& c) {
  VariableResource* variable = Initialized(c);
  if (variable == nullptr) return;
  const bool alone = variable->value.IsUnique();
  const Tensor value = variable->value;
  Tensor to = alone ? value : Tensor::Allocate(value.dtype(), value.shape());
  if (!to.valid()) return FailAs(c, Code::kResourceExhausted, "no memory for {} bytes", value.bytes());
  SmallVector<Tensor, 4> inputs(c.inputs().subspan(1));
  const auto at = static_cast<size_t>(c.Attr<int64_t>("at"));
  if (at > inputs.size()) return Fail(c, "there is no argument {}", at);
  inputs.insert(at, value);
  Shape by;  // of what is added
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (i == at && !c.Attr("reads", false)) continue;
    const std::optional<Shape> both = BroadcastShapes(by, inputs[i].shape());
    if (!both) return Fail(c, "Incompatible shapes: {} vs. {}", by, inputs[i].shape());
    by = *both;
  }
  if (by != value.shape())
    return Fail(c, "Cannot update variable with shape {} using a Tensor with shape {}, shapes must be equal.",
                value.shape(), by);
  UpdateContext update(c, inputs, {&to, 1});
  ElementwiseKernel()(update);
  if (update.failed()) return c.Error(update.status());
  variable->value = to;
}

Status HandleShape(ShapeContext& c) {
  c.Set(0, Shape());
  return {};
}

}  // namespace

TP_OP(VarHandleOp){
    .name = "VarHandleOp",
    .outputs = "resource: resource",
    .attrs =
        "container: string = '', shared_name: string = '', debug_name: string = '', dtype: type, "
        "shape: shape, allowed_devices: list(string) = []",
    .doc = "A handle of a new variable.",
    .shape = HandleShape,
    .effect = Effect::kRandom,
    .kernel = VarHandle,
    .no_gradient = true,
};

TP_OP(ReadVariableOp){
    .name = "ReadVariableOp",
    .inputs = "resource: resource",
    .outputs = "value: dtype",
    .attrs = "dtype: type",
    .doc = "The value of the variable.",
    .shape = shape::None,
    .effect = Effect::kRead,
    .kernel = Read,
    .gradient = [](GradContext& g) { g.Set(0, g.grad(0)); },
};

TP_OP(AssignVariableOp){
    .name = "AssignVariableOp",
    .inputs = "resource: resource, value: dtype",
    .attrs = "dtype: type, validate_shape: bool = false",
    .doc = "Makes the value that of the variable.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = Assign,
};

TP_OP(AssignAddVariableOp){
    .name = "AssignAddVariableOp",
    .inputs = "resource: resource, value: dtype",
    .attrs = "dtype: type",
    .doc = "Adds to the variable.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = [](KernelContext& c) { Update(c, Prim::kAdd); },
};

TP_OP(FusedUpdate){
    .name = "_FusedUpdate",
    .inputs = "resource: resource, args: Targs",
    .attrs = "Targs: list(type) >= 0, T: type, expr: string, at: int, reads: bool",
    .doc =
        "Makes the elementwise expression `expr` over x0, x1, … the variable's value, as fusion has it: the "
        "inputs, among which the value itself is x{at}. `reads`: it also takes part in what is added.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = FusedUpdate,
    .no_gradient = true,
};

TP_OP(AssignSubVariableOp){
    .name = "AssignSubVariableOp",
    .inputs = "resource: resource, value: dtype",
    .attrs = "dtype: type",
    .doc = "Subtracts from the variable.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = [](KernelContext& c) { Update(c, Prim::kSub); },
};

TP_OP(VarIsInitializedOp){
    .name = "VarIsInitializedOp",
    .inputs = "resource: resource",
    .outputs = "is_initialized: bool",
    .doc = "True where the variable has a value.",
    .shape = shape::Scalar,
    .effect = Effect::kRead,
    .kernel =
        [](KernelContext& c) {
          const VariableResource* variable = Variable(c);
          if (variable == nullptr) return;
          if (Tensor* out = c.Output(0, DType::kBool, Shape())) *out->data<bool>() = variable->value.valid();
        },
    .no_gradient = true,
};

TP_OP(VariableShape){
    .name = "VariableShape",
    .inputs = "input: resource",
    .outputs = "output: out_type",
    .attrs = "out_type: {int32,int64} = int32",
    .doc = "The shape of the variable.",
    .shape = [](ShapeContext& c) { return c.Set(0, Shape::OfRank(1)), Status(); },
    .effect = Effect::kRead,
    .kernel =
        [](KernelContext& c) {
          if (const VariableResource* variable = Initialized(c))
            c.SetOutput(0,
                        IntVector(variable->value.shape().dims(), c.Attr<DType>("out_type", DType::kInt32)));
        },
    .no_gradient = true,
};

TP_OP(DestroyResourceOp){
    .name = "DestroyResourceOp",
    .inputs = "resource: resource",
    .attrs = "ignore_lookup_error: bool = true",
    .doc = "Forgets the value of the variable.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel =
        [](KernelContext& c) {
          if (VariableResource* variable = Variable(c)) variable->value = Tensor();
        },
};

}  // namespace tp
