// tf.Variable (ops/resource_variable_ops.py): a handle to a VariableResource. Reading applies ReadVariableOp,
// changing applies Assign…VariableOp, so that graphs and tapes see both.
#include <fmt/format.h>

#include "core/interp/errors.h"
#include "core/interp/gc.h"
#include "core/interp/interp.h"
#include "core/ir/first_values.h"
#include "core/tf/apply_op.h"
#include "core/tf/module.h"
#include "core/tf/tensor_ops.h"
#include "core/trace/call_stack.h"
#include "core/trace/errors.h"

namespace tp {

Val MakeVariableHandle(std::string name, DType dtype, const tp::Shape& shape) {
  auto resource = MakeRef<VariableResource>();
  resource->name = std::move(name);
  resource->dtype = dtype;
  resource->shape = shape;
  resource->made = CurrentStack();
  Tensor handle = Tensor::Allocate(DType::kResource, tp::Shape());
  handle.data<Ref<RefCounted>>()[0] = resource;
  return Context::Get().Eager(std::move(handle));
}

VariableResource* ResourceOf(const Val& handle) {
  if (handle.symbolic()) return nullptr;
  return dynamic_cast<VariableResource*>(handle.tensor().scalar<Ref<RefCounted>>().get());
}

VariableObject* NewVariableObject(TypeObject* type, Val handle, DType dtype, const tp::Shape& shape,
                                  std::string name, bool trainable) {
  ReadyType(type);
  auto* variable = New<VariableObject>(type);
  new (&variable->handle) Val(std::move(handle));
  new (&variable->shape) tp::Shape(shape);
  new (&variable->name) std::string(std::move(name));
  new (&variable->parent_graph) Ref<FuncGraph>();
  new (&variable->constraint) Value(Value::None());
  new (&variable->save_slice) Value(Value::None());
  variable->dtype = dtype;
  variable->trainable = trainable;
  variable->unique_id = Context::Get().NextSerial();
  variable->parent_node = kNoNode;
  GcTrack(variable);
  return variable;
}

namespace {

Value Handle(const VariableObject* v) { return MakeTensor(v->handle); }

void Traverse(Object* self, GcVisitor& visit) {
  auto* v = static_cast<VariableObject*>(self);
  visit.Attrs(&v->attrs);
  visit(v->constraint);
}
void Dealloc(Object* self) {
  auto* v = static_cast<VariableObject*>(self);
  GcUntrack(v);
  v->handle.~Val();
  v->shape.~Shape();
  v->name.~basic_string();
  v->parent_graph.~Ref<FuncGraph>();
  v->constraint.Clear();
  v->save_slice.Clear();
  FreeObject(self);
}

Value ReadValue(VariableObject* v) {
  Context& context = Context::Get();
  std::string old;
  const bool graph = !context.executing_eagerly();
  if (graph) context.EnterScope("Read", &old);
  struct Leave {
    bool graph;
    std::string* old;
    ~Leave() {
      if (graph) Context::Get().ExitScope(std::move(*old));
    }
  };
  Value value;
  {
    const Leave leave{graph, &old};
    value = MakeTensor(ReadVariable(v));
  }
  return CallOp("Identity", {value});
}

Value ReprOf(const Value& self) {
  VariableObject* v = AsVariable(self);
  const std::string head =
      fmt::format("<tf.Variable '{}' shape={} dtype={}",
                  v->parent_graph || IsExact(self, &UnreadVariableType) ? v->name : v->name + ":0",
                  v->shape.ToString(), DTypeName(v->dtype));
  const VariableResource* resource = ResourceOf(v->handle);
  if (!Context::Get().executing_eagerly() || !resource) return MakeStr(head + ">");
  if (!resource->value.valid()) return MakeStr(head + ", numpy=<unavailable>>");
  return MakeStr(fmt::format("{}, numpy={}>", head, NumpyText(resource->value, true)));
}

bool Truth(const Value& self) { return IsTrue(ReadValue(AsVariable(self))); }
int64_t HashOf(const Value& self) {
  RaiseText(&TypeErrorType,
            fmt::format("Variable is unhashable. Instead, use variable.ref() as the key. (Variable: {})",
                        Repr(self)));
}
Value IterOf(const Value& self) { return Iter(ReadValue(AsVariable(self))); }
Value IntOf(const Value& self) { return ToInt(MakeTensor(ReadVariable(AsVariable(self)))); }
Value FloatOf(const Value& self) {
  return Call(TypeValue(&FloatType), MakeTensor(ReadVariable(AsVariable(self))));
}

// `v += x` would silently make a tensor of the variable.
[[noreturn]] void RaiseInplace(std::string_view op, std::string_view method, std::string_view out) {
  RaiseText(&RuntimeErrorType,
            fmt::format(
                "`variable {}= value` with `tf.Variable`s is not supported. Use `{}` to modify the variable, "
                "or `out = variable {} value` if you need to get a new output Tensor.",
                op, method, out));
}
Value InplaceAdd(const Value&, const Value&) { RaiseInplace("+", "variable.assign_add(value)", "+"); }
Value InplaceSub(const Value&, const Value&) { RaiseInplace("-", "variable.assign_sub(value)", "-"); }
Value InplaceMul(const Value&, const Value&) { RaiseInplace("*", "var.assign(var * value)", "*"); }
Value InplaceDiv(const Value&, const Value&) { RaiseInplace("/", "var.assign(var / value)", "/"); }

}  // namespace

Value& VariableCreatorOfSpec() {
  static Value creator;
  return creator;
}

namespace {

// What a variable was told of strategies that tracepack has not: it is kept to be asked for, as
// "_aggregation".
void SetMode(const Value& variable, const char* name, const char* type, const Value& mode,
             const Value& variable_name) {
  if (mode.is_undef() || mode.is_none()) return;
  if (!IsInstanceOf(mode, LookupTf(type)) && Str(mode).find("VariableAggregation") == std::string::npos)
    RaiseText(&ValueErrorType, fmt::format("Invalid variable {} mode: {} for variable: {}", name, Str(mode),
                                           variable_name.is_undef() ? "None" : Str(variable_name)));
  SetAttr(variable, InternStr(fmt::format("_{}", name)), mode);
}

Value NewVariable(TypeObject* type, Args args) {
  Context& context = Context::Get();
  if (const Value creator = VariableCreatorOfSpec();
      !creator.is_undef() && !creator.is_none() && type == &VariableType)
    return Call(creator, args);
  if (!context.variable_creators.empty() && type == &VariableType) {
    const Context::VariableCreator creator = context.variable_creators.back();
    return creator(args);
  }
  static ArgParser parser(
      "Variable",
      "initial_value=None, trainable=None, validate_shape=True, caching_device=None, name=None, "
      "variable_def=None, dtype=None, import_scope=None, constraint=None, synchronization=None, "
      "aggregation=None, shape=None, experimental_enable_variable_lifting=True");
  Value v[13];
  parser.Parse(args, v);
  if (v[0].is_undef() || v[0].is_none())
    Raise(&ValueErrorType,
          "The `initial_value` arg to `tf.Variable` must be specified except when you are not providing a "
          "`variable_def`. You provided neither.");
  if (context.graph() && context.graph()->plain())
    Raise(&NotImplementedErrorType,
          "tf.Variable in a tf.Graph: there is no session that would initialise it. Make it outside of "
          "as_default(), or trace a tf.function.");
  const bool trainable = v[1].is_undef() || v[1].is_none() || IsTrue(v[1]);
  const std::string name = v[4].is_undef() || v[4].is_none() ? "Variable" : Str(v[4]);
  const std::string full = context.scope().empty() ? name : context.scope() + "/" + name;
  Val value;
  {
    // Variables are made outside of every graph.
    std::optional<Context::GraphScope> outside;
    if (!context.executing_eagerly()) outside.emplace(nullptr);
    Value initial = v[0];
    if (IsCallable(initial) && !IsTensor(initial) && !IsVariable(initial)) initial = Call(initial);
    value = ConvertToTensor(initial, AsDTypeOrNone(v[6]), DType::kInvalid, "initial_value");
  }
  if (value.symbolic())
    Raise(&ValueErrorType,
          "Tensor-typed variable initializers must either be wrapped in an init_scope or callable (e.g., "
          "`tf.Variable(lambda : tf.truncated_normal([10, 40]))`) when building functions. Please file a "
          "feature "
          "request if this restriction inconveniences you.");
  tp::Shape shape = value.shape();
  if (!v[11].is_undef() && !v[11].is_none()) {
    shape = AsShape(v[11]);
    if (!AreCompatible(shape, value.shape()))
      RaiseText(&ValueErrorType,
                fmt::format("In this `tf.Variable` creation, the initial value's shape ({}) is not "
                            "compatible with the explicitly supplied `shape` argument ({}).",
                            value.shape().ToString(), shape.ToString()));
  }
  Val handle = MakeVariableHandle(full, value.dtype(), shape);
  NoteFirstValue(*ResourceOf(handle), value.tensor());
  ResourceOf(handle)->value = value.tensor();
  VariableObject* variable =
      NewVariableObject(type, std::move(handle), value.dtype(), shape, full, trainable && true);
  if (!v[8].is_undef()) variable->constraint = v[8];
  const Value made = Value::Own(variable);
  SetMode(made, "synchronization", "tf.VariableSynchronization", v[9], v[4]);
  SetMode(made, "aggregation", "tf.VariableAggregation", v[10], v[4]);
  return made;
}

constinit NumberSlots variable_numbers = [] {
  NumberSlots n = TensorNumbers();
  n.to_int = IntOf;
  n.to_float = FloatOf;
  n.Inplace(ast::BinOp::kAdd) = InplaceAdd;
  n.Inplace(ast::BinOp::kSub) = InplaceSub;
  n.Inplace(ast::BinOp::kMult) = InplaceMul;
  n.Inplace(ast::BinOp::kDiv) = InplaceDiv;
  return n;
}();

constexpr TypeSpec VariableSpecOf(const char* name, TypeObject* base) {
  TypeSpec spec{.name = name,
                .base = base,
                .size = sizeof(VariableObject),
                .attrs = offsetof(VariableObject, attrs),
                .flags = kTypeGc};
  spec.slots.compare = TensorCompare;
  spec.slots.getitem = TensorGetItem;
  spec.slots.new_object = NewVariable;
  spec.slots.traverse = Traverse;
  spec.slots.dealloc = Dealloc;
  spec.slots.repr = ReprOf;
  spec.slots.hash = HashOf;
  spec.slots.truth = Truth;
  spec.slots.iter = IterOf;
  spec.slots.number = &variable_numbers;
  return spec;
}

// ---- changing
Value LazyRead(VariableObject* v, const Value& read) {
  if (!read.is_undef() && !IsTrue(read)) return Value::None();
  Context& context = Context::Get();
  if (v->trainable) context.VariableAccessed(v);
  VariableObject* result =
      NewVariableObject(&UnreadVariableType, v->handle, v->dtype, v->shape, "UnreadVariable", v->trainable);
  if (FuncGraph* graph = context.graph()) {
    result->parent_graph = Ref<FuncGraph>(graph);
    result->parent_node = static_cast<NodeId>(graph->num_nodes() - 1);
  }
  return Value::Own(result);
}

Value AssignOp(const char* method, std::string_view op, std::string_view input, Args args) {
  const std::string signature = fmt::format("self, {}, use_locking=None, name=None, read_value=True",
                                            op == "AssignVariableOp" ? "value" : "delta");
  ArgParser parser(method, signature.c_str());
  Value v[5];
  parser.Parse(args, v);
  VariableObject* variable = AsVariable(v[0]);
  const Val value = ConvertToTensor(v[1], variable->dtype);
  if (op == "AssignVariableOp" && !AreCompatible(variable->shape, value.shape()))
    RaiseText(
        &ValueErrorType,
        fmt::format("Cannot assign value to variable ' {}:0': Shape mismatch.The variable shape {}, and the "
                    "assigned value shape {} are incompatible.",
                    variable->name, variable->shape.ToString(), value.shape().ToString()));
  OpCall call(RequireOp(op));
  call.Set("resource", Handle(variable)).Set(input, MakeTensor(value));
  call.name = v[3];
  ApplyOp(call);
  return LazyRead(variable, v[4]);
}
Value Assign(Interp&, Args args) {
  return AssignOp("@BaseResourceVariable.assign", "AssignVariableOp", "value", args);
}
Value AssignAdd(Interp&, Args args) {
  return AssignOp("@BaseResourceVariable.assign_add", "AssignAddVariableOp", "value", args);
}
Value AssignSub(Interp&, Args args) {
  return AssignOp("@BaseResourceVariable.assign_sub", "AssignSubVariableOp", "value", args);
}

// scatter_add(sparse_delta, use_locking=False, name=None): by IndexedSlices.
template <const char* Op>
Value Scatter(Interp&, Args args) {
  static ArgParser parser("scatter", "self, sparse_delta, use_locking=False, name=None");
  Value v[4];
  parser.Parse(args, v);
  VariableObject* variable = AsVariable(v[0]);
  if (IsTensor(v[1]) || !v[1].is_object() || GetAttrOrUndef(v[1], "indices").is_undef())
    RaiseText(
        &TypeErrorType,
        fmt::format("Argument `sparse_delta` must be a `tf.IndexedSlices`. Received arg: {}", Str(v[1])));
  const Val updates = ConvertToTensor(GetAttr(v[1], "values"), variable->dtype);
  OpCall call(RequireOp(Op));
  call.Set("resource", Handle(variable))
      .Set("indices", GetAttr(v[1], "indices"))
      .Set("updates", MakeTensor(updates));
  call.name = v[3];
  ApplyOp(call);
  return LazyRead(variable, Value());
}
constexpr char kScatterAdd[] = "ResourceScatterAdd", kScatterSub[] = "ResourceScatterSub",
               kScatterUpdate[] = "ResourceScatterUpdate", kScatterMax[] = "ResourceScatterMax",
               kScatterMin[] = "ResourceScatterMin", kScatterMul[] = "ResourceScatterMul",
               kScatterDiv[] = "ResourceScatterDiv";
template <const char* Op>
Value ScatterNd(Interp&, Args args) {
  static ArgParser parser("scatter_nd", "self, indices, updates, name=None");
  Value v[4];
  parser.Parse(args, v);
  VariableObject* variable = AsVariable(v[0]);
  OpCall call(RequireOp(Op));
  call.Set("ref", Handle(variable))
      .Set("indices", v[1])
      .Set("updates", MakeTensor(ConvertToTensor(v[2], variable->dtype)));
  call.name = v[3];
  ApplyOp(call);
  return LazyRead(variable, Value());
}
constexpr char kNdAdd[] = "ResourceScatterNdAdd", kNdSub[] = "ResourceScatterNdSub",
               kNdUpdate[] = "ResourceScatterNdUpdate";

// assign(value, name=None), bound to (variable, begin, end, strides, the five masks, default name).
Value SliceAssign(Interp&, Args args) {
  static ArgParser parser("assign", "self, value, name=None");
  Value v[3];
  parser.Parse(args, v);
  const TupleObject* place = v[0].as<TupleObject>();
  VariableObject* variable = AsVariable(place->items[0]);
  OpCall call(RequireOp("ResourceStridedSliceAssign"));
  call.Set("ref", Handle(variable))
      .Set("begin", place->items[1])
      .Set("end", place->items[2])
      .Set("strides", place->items[3])
      .Set("value", MakeTensor(ConvertToTensor(v[1], variable->dtype)))
      .Set("begin_mask", place->items[4])
      .Set("end_mask", place->items[5])
      .Set("ellipsis_mask", place->items[6])
      .Set("new_axis_mask", place->items[7])
      .Set("shrink_axis_mask", place->items[8]);
  call.name = v[2].is_undef() || v[2].is_none() ? place->items[9] : v[2];
  ApplyOp(call);
  return LazyRead(variable, Value());
}
const MethodDef kSliceAssign = {"assign", SliceAssign, "value, name=None"};

// ---- attributes
Value GetHandle(Interp&, Args args) { return Handle(AsVariable(args[0])); }
Value GetDType(Interp&, Args args) { return MakeDType(AsVariable(args[0])->dtype); }
Value SetShape(Interp&, Args args) {
  VariableObject* variable = AsVariable(args[0]);
  const tp::Shape shape = AsShape(args[1]);
  const std::optional<tp::Shape> merged = MergeShapes(variable->shape, shape);
  if (!merged)
    RaiseText(&ValueErrorType, fmt::format("Shapes {} and {} are not compatible", variable->shape.ToString(),
                                           shape.ToString()));
  variable->shape = *merged;
  return Value::None();
}
Value GetShape(Interp&, Args args) { return MakeShape(AsVariable(args[0])->shape); }
Value GetName(Interp&, Args args) {
  const VariableObject* v = AsVariable(args[0]);
  return MakeStr(IsExact(args[0], &UnreadVariableType) ? v->name : v->name + ":0");
}
Value GetSharedName(Interp&, Args args) { return MakeStr(AsVariable(args[0])->name); }
Value GetTrainable(Interp&, Args args) { return Value::Bool(AsVariable(args[0])->trainable); }
Value SetTrainable(Interp&, Args args) {
  AsVariable(args[0])->trainable = IsTrue(args[1]);
  return Value::None();
}
Value GetUniqueId(Interp&, Args args) {
  const VariableObject* v = AsVariable(args[0]);
  return MakeStr(fmt::format("{}_{}", v->name, v->unique_id));
}
Value GetConstraint(Interp&, Args args) { return AsVariable(args[0])->constraint; }
Value GetDevice(Interp&, Args) { return MakeStr("/job:localhost/replica:0/task:0/device:CPU:0"); }
Value ReadMethod(Interp&, Args args) { return MakeTensor(ReadVariable(AsVariable(args[0]))); }
Value ReadValueMethod(Interp&, Args args) { return ReadValue(AsVariable(args[0])); }
Value Numpy(Interp&, Args args) {
  if (!Context::Get().executing_eagerly())
    Raise(&NotImplementedErrorType, "numpy() is only available when eager execution is enabled.");
  return CallMethod(ReadValue(AsVariable(args[0])), "numpy");
}
Value IsInitialized(Interp&, Args args) {
  const VariableResource* resource = ResourceOf(AsVariable(args[0])->handle);
  if (Context::Get().executing_eagerly() && resource)
    return MakeTensor(Tensor::Scalar(resource->value.valid()));
  return CallOp("VarIsInitializedOp", {Handle(AsVariable(args[0]))});
}
Value SparseRead(Interp&, Args args) {
  static ArgParser parser("sparse_read", "self, indices, name=None");
  Value v[3];
  parser.Parse(args, v);
  VariableObject* variable = AsVariable(v[0]);
  if (variable->trainable) Context::Get().VariableAccessed(variable);
  const OpScope scope(v[2], "Gather");
  const Value value = CallOp("ResourceGather", {Handle(variable), v[1]},
                             {{"dtype", MakeDType(variable->dtype)}}, scope.name());
  // A handle does not tell the op its variable's shape.
  if (const Val& rows = ValOf(value);
      rows.symbolic() && variable->shape.has_rank() && variable->shape.rank() > 0) {
    const Value indices = v[1];
    const tp::Shape lead = IsTensor(indices) ? ValOf(indices).shape() : tp::Shape::UnknownRank();
    if (lead.has_rank()) {
      tp::Shape shape = lead;
      for (int i = 1; i < variable->shape.rank(); ++i) shape.Append(variable->shape[i]);
      rows.graph()->SetShape(rows.id(), shape);
    }
  }
  return value;
}
Value GatherNdOf(Interp&, Args args) {
  static ArgParser parser("gather_nd", "self, indices, name=None");
  Value v[3];
  parser.Parse(args, v);
  return Call(LookupTf("tf.gather_nd"), v[0], v[1]);
}
// There is one device: what was asked for has no effect, and is not kept.
Value Synchronization(Interp&, Args args) {
  if (Value given = GetAttrOrUndef(args[0], "_synchronization"); !given.is_undef()) return given;
  return GetAttr(LookupTf("tf.VariableSynchronization"), InternStr("AUTO"));
}
Value Aggregation(Interp&, Args args) {
  if (Value given = GetAttrOrUndef(args[0], "_aggregation"); !given.is_undef()) return given;
  return GetAttr(LookupTf("tf.__internal__.VariableAggregation"), InternStr("NONE"));
}
Value FormatOf(Interp&, Args args) {
  CheckArgs("__format__", args, 2, 2);
  if (!StrView(args[1]).empty())
    RaiseText(&TypeErrorType,
              fmt::format("unsupported format string passed to {}.__format__", TypeNameOf(args[0])));
  return MakeStr(Str(args[0]));
}
Value RefOf(Interp&, Args args) { return Call(LookupTf("tf.__internal__.Reference"), args[0]); }
Value DeepCopy(Interp&, Args args) {
  CheckArgs("__deepcopy__", args, 2, 2);
  const VariableObject* v = AsVariable(args[0]);
  Val handle = MakeVariableHandle(v->name, v->dtype, v->shape);
  if (const VariableResource* from = ResourceOf(v->handle)) ResourceOf(handle)->value = from->value.Clone();
  return Value::Own(NewVariableObject(v->type, std::move(handle), v->dtype, v->shape, v->name, v->trainable));
}
Value TfTensor(Interp&, Args args) {
  static ArgParser parser("__tf_tensor__", "self, dtype=None, name=None");
  Value v[3];
  parser.Parse(args, v);
  return MakeTensor(ConvertToTensor(v[0], AsDTypeOrNone(v[1])));
}

const MethodDef kMethods[] = {
    {"assign", Assign, "self, value, use_locking=None, name=None, read_value=True"},
    {"assign_add", AssignAdd, "self, delta, use_locking=None, name=None, read_value=True"},
    {"assign_sub", AssignSub, "self, delta, use_locking=None, name=None, read_value=True"},
    {"scatter_add", Scatter<kScatterAdd>, "self, sparse_delta, use_locking=False, name=None"},
    {"scatter_sub", Scatter<kScatterSub>, "self, sparse_delta, use_locking=False, name=None"},
    {"scatter_update", Scatter<kScatterUpdate>, "self, sparse_delta, use_locking=False, name=None"},
    {"scatter_max", Scatter<kScatterMax>, "self, sparse_delta, use_locking=False, name=None"},
    {"scatter_min", Scatter<kScatterMin>, "self, sparse_delta, use_locking=False, name=None"},
    {"scatter_mul", Scatter<kScatterMul>, "self, sparse_delta, use_locking=False, name=None"},
    {"scatter_div", Scatter<kScatterDiv>, "self, sparse_delta, use_locking=False, name=None"},
    {"scatter_nd_add", ScatterNd<kNdAdd>, "self, indices, updates, name=None"},
    {"scatter_nd_sub", ScatterNd<kNdSub>, "self, indices, updates, name=None"},
    {"scatter_nd_update", ScatterNd<kNdUpdate>, "self, indices, updates, name=None"},
    {"handle", GetHandle, nullptr, nullptr, kProperty},
    {"dtype", GetDType, nullptr, nullptr, kProperty},
    {"shape", GetShape, nullptr, nullptr, kProperty},
    {"get_shape", GetShape, "self"},
    {"set_shape", SetShape, "self, shape"},
    {"name", GetName, nullptr, nullptr, kProperty},
    {"_shared_name", GetSharedName, nullptr, nullptr, kProperty},
    {"_unique_id", GetUniqueId, nullptr, nullptr, kProperty},
    {"trainable", GetTrainable, nullptr, nullptr, kProperty},
    {"_trainable", GetTrainable, nullptr, nullptr, kProperty, SetTrainable},
    {"constraint", GetConstraint, nullptr, nullptr, kProperty},
    {"device", GetDevice, nullptr, nullptr, kProperty},
    {"value", ReadMethod, "self"},
    {"_read_variable_op", ReadMethod, "self"},
    {"read_value", ReadValueMethod, "self"},
    {"numpy", Numpy, "self"},
    {"__array__", Numpy, "self"},
    {"is_initialized", IsInitialized, "self, name=None"},
    {"sparse_read", SparseRead, "self, indices, name=None"},
    {"gather_nd", GatherNdOf, "self, indices, name=None"},
    {"synchronization", Synchronization, nullptr, nullptr, kProperty},
    {"aggregation", Aggregation, nullptr, nullptr, kProperty},
    {"ref", RefOf, "self"},
    {"experimental_ref", RefOf, "self"},
    {"__format__", FormatOf, "self, spec"},
    {"__deepcopy__", DeepCopy, "self, memo"},
    {"__tf_tensor__", TfTensor, "self, dtype=None, name=None"},
};

}  // namespace

Value SliceAssigner(const Value& variable, const PackedSlice& slice, const Value& name) {
  return MakeNativeFunction(
      &kSliceAssign, MakeTuple({variable, slice.begin, slice.end, slice.strides, Value::Int(slice.begin_mask),
                                Value::Int(slice.end_mask), Value::Int(slice.ellipsis_mask),
                                Value::Int(slice.new_axis_mask), Value::Int(slice.shrink_axis_mask), name}));
}

constinit TypeObject VariableType(
    VariableSpecOf("tensorflow.python.ops.resource_variable_ops.ResourceVariable", nullptr));
constinit TypeObject UnreadVariableType(
    VariableSpecOf("tensorflow.python.ops.resource_variable_ops._UnreadVariable", &VariableType));
TP_REGISTER_HIDDEN_TYPE(VariableType);
TP_REGISTER_HIDDEN_TYPE(UnreadVariableType);
TP_REGISTER_METHODS(VariableType, kMethods);

namespace {
const TfObject kObjects[] = {{"tf.Variable", [] { return TypeValue(&VariableType); }}};
TP_TF_NAMES(kObjects);
}  // namespace
}  // namespace tp
