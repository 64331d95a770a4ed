// tf.Tensor, EagerTensor and SymbolicTensor: attributes, methods and conversions (framework/tensor.py,
// framework/ops.py). Operators and indexing are in tensor_ops.cc and tensor_index.cc.
#include <fmt/format.h>

#include "core/interp/errors.h"
#include "core/interp/gc.h"
#include "core/interp/interp.h"
#include "core/tf/apply_op.h"
#include "core/tf/module.h"
#include "core/tf/tensor_ops.h"
#include "core/trace/element.h"
#include "core/trace/errors.h"

namespace tp {

Value ItemOf(const Tensor& tensor, int64_t i) {
  switch (tensor.dtype()) {
    case DType::kString:
      return MakeBytes(tensor.data<std::string>()[i]);
    case DType::kBool:
      return Value::Bool(tensor.data<bool>()[i]);
    case DType::kFloat16:
    case DType::kBFloat16:
    case DType::kFloat32:
    case DType::kFloat64:
      return Value::Float(ElementAsDouble(tensor, i));
    case DType::kUint64: {
      const uint64_t value = tensor.data<uint64_t>()[i];
      if (value <= static_cast<uint64_t>(INT64_MAX)) return Value::Int(static_cast<int64_t>(value));
      return Binary(ast::BinOp::kAdd, Value::Int(INT64_MAX),
                    Value::Int(static_cast<int64_t>(value - static_cast<uint64_t>(INT64_MAX))));
    }
    case DType::kComplex64:
    case DType::kComplex128: {
      const std::complex<double> value = ElementAsComplex(tensor, i);
      return Call(GetAttr(Value::Borrow(TheInterp().builtins()), "complex"), Value::Float(value.real()),
                  Value::Float(value.imag()));
    }
    default:
      return Value::Int(ElementAsInt(tensor, i));
  }
}

namespace {

const Tensor& EagerOf(const Value& v) { return ValOf(v).tensor(); }

void Traverse(Object* self, GcVisitor& visit) { visit.Attrs(&static_cast<TensorObject*>(self)->attrs); }
void Dealloc(Object* self) {
  auto* tensor = static_cast<TensorObject*>(self);
  GcUntrack(tensor);
  if (tensor->val.symbolic()) GraphOf(tensor->val)->tensor_objects[tensor->val.id()] = nullptr;
  tensor->val.~Val();
  FreeObject(self);
}

int64_t HashOf(const Value&) {
  Raise(&TypeErrorType, "Tensor is unhashable. Instead, use tensor.ref() as the key.");
}

Value NewTensor(TypeObject*, Args) {
  Raise(&TypeErrorType,
        "Tensor cannot be created by calling its class: use tf.constant or tf.convert_to_tensor");
}

// ---- eager tensors
Value EagerRepr(const Value& self) { return MakeStr(TensorRepr(EagerOf(self))); }
Value EagerStr(const Value& self) { return MakeStr(TensorStr(EagerOf(self))); }

bool EagerTruth(const Value& self) {
  const Tensor& tensor = EagerOf(self);
  if (tensor.rank() == 0) return IsTrue(ItemOf(tensor));
  if (tensor.num_elements() == 0) return false;
  if (tensor.num_elements() > 1)
    Raise(&ValueErrorType,
          "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()");
  return IsTrue(ItemOf(tensor));
}

int64_t EagerLen(const Value& self) {
  if (EagerOf(self).rank() == 0) Raise(&TypeErrorType, "Scalar tensor has no `len()`");
  return EagerOf(self).dim(0);
}

Value ScalarItem(const Value& self) {
  const Tensor& tensor = EagerOf(self);
  if (tensor.rank() != 0)
    Raise(&TypeErrorType, "only 0-dimensional arrays can be converted to Python scalars");
  return ItemOf(tensor);
}
Value EagerInt(const Value& self) { return ToInt(ScalarItem(self)); }
Value EagerFloat(const Value& self) {
  const Value item = ScalarItem(self);
  return Call(TypeValue(&FloatType), item);
}
Value EagerIndex(const Value& self) {
  const Tensor& tensor = EagerOf(self);
  if (tensor.rank() != 0 || !IsInteger(tensor.dtype()))
    Raise(&TypeErrorType, "only integer scalar arrays can be converted to a scalar index");
  return ItemOf(tensor);
}

struct TensorIterator : Object {
  Value tensor;
  int64_t next, size;
};
Value TensorNext(const Value& self) {
  auto* it = self.as<TensorIterator>();
  if (it->next >= it->size) return Value::Stop();
  return TensorGetItem(it->tensor, Value::Int(it->next++));
}
Value SelfOf(const Value& self) { return self; }
void IteratorDealloc(Object* self) {
  static_cast<TensorIterator*>(self)->tensor.Clear();
  FreeObject(self);
}
constexpr TypeSpec IteratorSpec() {
  TypeSpec spec{.name = "_TensorIterator", .size = sizeof(TensorIterator), .flags = kTypeNoSubclass};
  spec.slots.dealloc = IteratorDealloc;
  spec.slots.iter = SelfOf;
  spec.slots.next = TensorNext;
  return spec;
}

}  // namespace

constinit TypeObject TensorIteratorType(IteratorSpec());

namespace {

Value TensorIter(const Value& self) {
  if (!Context::Get().executing_eagerly()) RaiseNotAllowedInGraph("Iterating over a symbolic `tf.Tensor`");
  const tp::Shape& shape = ValOf(self).shape();
  if (!shape.has_rank()) Raise(&TypeErrorType, "Cannot iterate over a tensor with unknown shape.");
  if (shape.rank() == 0) Raise(&TypeErrorType, "Cannot iterate over a scalar tensor.");
  if (!IsKnown(shape[0])) Raise(&TypeErrorType, "Cannot iterate over a tensor with unknown first dimension.");
  ReadyType(&TensorIteratorType);
  auto* it = New<TensorIterator>(&TensorIteratorType);
  it->tensor = self;
  it->size = shape[0];
  return Value::Own(it);
}

// ---- symbolic tensors
Value SymbolicRepr(const Value& self) {
  const Val& val = ValOf(self);
  return MakeStr(fmt::format("<tf.Tensor '{}' shape={} dtype={}>", TensorName(val), val.shape().ToString(),
                             DTypeName(val.dtype())));
}
Value SymbolicStr(const Value& self) {
  const Val& val = ValOf(self);
  const std::string shape = val.shape().has_rank() ? ", shape=" + val.shape().ToString() : "";
  const std::string_view device = GraphOf(val)->DeviceOf(val.graph()->producer(val.id()));
  return MakeStr(fmt::format("Tensor(\"{}\"{}, dtype={}{}{})", TensorName(val), shape, DTypeName(val.dtype()),
                             device.empty() ? "" : ", device=", device));
}
bool SymbolicTruth(const Value&) {
  RaiseNotAllowedInGraph("Using a symbolic `tf.Tensor` as a Python `bool`");
}
int64_t SymbolicLen(const Value& self) {
  RaiseText(&TypeErrorType,
            fmt::format("len is not well defined for a symbolic Tensor ({}). Please call `x.shape` "
                        "rather than `len(x)` for shape information.",
                        TensorName(ValOf(self))));
}

constinit NumberSlots tensor_numbers = TensorNumbers();
constinit NumberSlots eager_numbers = [] {
  NumberSlots n = TensorNumbers();
  n.to_int = EagerInt;
  n.to_float = EagerFloat;
  n.index = EagerIndex;
  return n;
}();

constexpr TypeSpec TensorSpecOf(const char* name, TypeObject* base, uint32_t flags) {
  TypeSpec spec{.name = name,
                .base = base,
                .size = sizeof(TensorObject),
                .attrs = offsetof(TensorObject, attrs),
                .flags = kTypeGc | flags};
  spec.slots.new_object = NewTensor;
  spec.slots.traverse = Traverse;
  spec.slots.dealloc = Dealloc;
  spec.slots.hash = HashOf;
  spec.slots.iter = TensorIter;
  spec.slots.compare = TensorCompare;
  spec.slots.getitem = TensorGetItem;
  spec.slots.number = &tensor_numbers;
  return spec;
}
constexpr TypeSpec EagerSpec() {
  TypeSpec spec = TensorSpecOf("tensorflow.python.framework.ops.EagerTensor", &TensorType, kTypeNoSubclass);
  spec.slots.repr = EagerRepr;
  spec.slots.str = EagerStr;
  spec.slots.truth = EagerTruth;
  spec.slots.len = EagerLen;
  spec.slots.number = &eager_numbers;
  return spec;
}
constexpr TypeSpec SymbolicSpec() {
  TypeSpec spec = TensorSpecOf("tensorflow.python.framework.ops.SymbolicTensor", &TensorType,
                               kTypeNoSubclass | kTypeSymbolic);
  spec.slots.repr = SymbolicRepr;
  spec.slots.str = SymbolicStr;
  spec.slots.truth = SymbolicTruth;
  spec.slots.len = SymbolicLen;
  return spec;
}

// ---- attributes of all tensors
Value GetDType(Interp&, Args args) { return MakeDType(ValOf(args[0]).dtype()); }
Value GetShape(Interp&, Args args) { return MakeShape(ValOf(args[0]).shape()); }
// As the C API has it: -1 where it is unknown.
Value GetNumDims(Interp&, Args args) {
  const tp::Shape& shape = ValOf(args[0]).shape();
  return Value::Int(shape.has_rank() ? shape.rank() : -1);
}
Value ShapeTuple(Interp&, Args args) {
  const tp::Shape& shape = ValOf(args[0]).shape();
  return shape.has_rank() ? ToTuple(MakeShape(shape)) : Value::None();
}
Value ShapeList(Interp&, Args args) {
  const tp::Shape& shape = ValOf(args[0]).shape();
  return shape.has_rank() ? ToList(MakeShape(shape)) : Value::None();
}
Value RefOf(Interp&, Args args) { return Call(LookupTf("tf.__internal__.Reference"), args[0]); }
Value TfTensor(Interp&, Args args) {
  static ArgParser parser("__tf_tensor__", "self, dtype=None, name=None");
  Value v[3];
  parser.Parse(args, v);
  return MakeTensor(ConvertToTensor(v[0], AsDTypeOrNone(v[1])));
}
Value SetShape(Interp&, Args args) {
  CheckArgs("set_shape", args, 2, 2);
  const Val& val = ValOf(args[0]);
  const tp::Shape shape = AsShape(args[1]);
  if (!val.symbolic()) {
    if (!AreCompatible(val.shape(), shape))
      RaiseText(&ValueErrorType, fmt::format("Tensor's shape {} is not compatible with supplied shape {}.",
                                             val.shape().ToString(), Str(args[1])));
    return Value::None();
  }
  const auto merged = MergeShapes(val.shape(), shape);
  if (!merged) {
    const bool ranks = val.shape().has_rank() && shape.has_rank() && val.shape().rank() != shape.rank();
    if (ranks)
      RaiseText(&ValueErrorType, fmt::format("Shapes must be equal rank, but are {} and {}",
                                             val.shape().rank(), shape.rank()));
    int i = 0;
    while (!(IsKnown(val.shape()[i]) && IsKnown(shape[i]) && val.shape()[i] != shape[i])) ++i;
    RaiseText(
        &ValueErrorType,
        fmt::format("Dimension {} in both shapes must be equal, but are {} and {}. Shapes are {} and {}.", i,
                    val.shape()[i], shape[i], val.shape().ToBracketString(), shape.ToBracketString()));
  }
  val.graph()->SetShape(val.id(), *merged);
  return Value::None();
}

// What NumPy's arrays have and tensors do not: named so that the error can say more.
constexpr const char* kNumpyNames[] = {"T",    "astype", "ravel",  "transpose", "reshape",
                                       "clip", "size",   "tolist", "data"};
template <int i>
Value NumpyName(Interp&, Args args) {
  const std::string type = TypeNameOf(args[0]);
  RaiseText(
      &AttributeErrorType,
      fmt::format("{} object has no attribute '{}'. \n        If you are looking for numpy-related methods, "
                  "please run the following:\n        "
                  "tf.experimental.numpy.experimental_enable_numpy_behavior()\n      ",
                  type.substr(type.rfind('.') + 1), kNumpyNames[i]));
}

const MethodDef kTensorMethods[] = {
    {kNumpyNames[0], NumpyName<0>, nullptr, nullptr, kProperty},
    {kNumpyNames[1], NumpyName<1>, nullptr, nullptr, kProperty},
    {kNumpyNames[2], NumpyName<2>, nullptr, nullptr, kProperty},
    {kNumpyNames[3], NumpyName<3>, nullptr, nullptr, kProperty},
    {kNumpyNames[4], NumpyName<4>, nullptr, nullptr, kProperty},
    {kNumpyNames[5], NumpyName<5>, nullptr, nullptr, kProperty},
    {kNumpyNames[6], NumpyName<6>, nullptr, nullptr, kProperty},
    {kNumpyNames[7], NumpyName<7>, nullptr, nullptr, kProperty},
    {kNumpyNames[8], NumpyName<8>, nullptr, nullptr, kProperty},
    {"__round__", NumpyName<1>, "self, ndigits=0"},  // it calls astype
    {"dtype", GetDType, nullptr, "The DType of the elements.", kProperty},
    {"shape", GetShape, nullptr, "The TensorShape.", kProperty},
    {"ndim", GetNumDims, nullptr, nullptr, kProperty},
    {"get_shape", GetShape, "self"},
    {"set_shape", SetShape, "self, shape"},
    {"ref", RefOf, "self", "A hashable reference, to use as a key."},
    {"experimental_ref", RefOf, "self"},
    {"_shape_tuple", ShapeTuple, "self"},
    {"_shape_as_list", ShapeList, "self"},
    {"_rank", GetNumDims, "self"},
    {"__tf_tensor__", TfTensor, "self, dtype=None, name=None"},
};

// ---- of eager ones
Value Numpy(Interp&, Args args) {
  const Tensor& tensor = EagerOf(args[0]);
  if (tensor.dtype() == DType::kResource || tensor.dtype() == DType::kVariant) {
    const Value cls = ErrorClass("InvalidArgumentError");
    RaiseException(Call(cls, Value::None(), Value::None(),
                        MakeStr(fmt::format("Cannot convert a Tensor of dtype {} to a NumPy array.",
                                            DTypeName(tensor.dtype())))));
  }
  return MakeArray(tensor.rank() == 0 ? tensor : tensor.Clone(), true);
}
Value Device(Interp&, Args) { return MakeStr("/job:localhost/replica:0/task:0/device:CPU:0"); }
Value SelfValue(Interp&, Args args) { return args[0]; }
Value NumElements(Interp&, Args args) { return Value::Int(EagerOf(args[0]).num_elements()); }
Value IdOf(Interp&, Args args) { return Value::Int(static_cast<int64_t>(ValOf(args[0]).serial())); }
Value FormatOf(Interp&, Args args) {
  CheckArgs("__format__", args, 2, 2);
  const Tensor& tensor = EagerOf(args[0]);
  if (tensor.rank() == 0) return FormatValue(ItemOf(tensor), args[1]);
  if (StrView(args[1]).empty()) return MakeStr(ArrayStr(tensor));
  Raise(&TypeErrorType, "unsupported format string passed to numpy.ndarray.__format__");
}
template <char const* Text>
Value UndefinedWhenEager(Interp&, Args) {
  RaiseText(&AttributeErrorType,
            fmt::format("Tensor.{} is undefined when eager execution is enabled.", Text));
}
constexpr char kOp[] = "op", kGraph[] = "graph", kName[] = "name", kValueIndex[] = "value_index";

const MethodDef kEagerMethods[] = {
    {"numpy", Numpy, "self", "A copy as a NumPy array or scalar."},
    {"_numpy", Numpy, "self"},
    {"device", Device, nullptr, nullptr, kProperty},
    {"backing_device", Device, nullptr, nullptr, kProperty},
    {"op", UndefinedWhenEager<kOp>, nullptr, nullptr, kProperty},
    {"graph", UndefinedWhenEager<kGraph>, nullptr, nullptr, kProperty},
    {"name", UndefinedWhenEager<kName>, nullptr, nullptr, kProperty},
    {"value_index", UndefinedWhenEager<kValueIndex>, nullptr, nullptr, kProperty},
    {"cpu", SelfValue, "self"},
    {"_num_elements", NumElements, "self"},
    {"_id", IdOf, nullptr, nullptr, kProperty},
    {"__array__", Numpy, "self"},
    {"__format__", FormatOf, "self, spec"},
    {"__copy__", SelfValue, "self"},
    {"__deepcopy__", SelfValue, "self, memo"},
};

// ---- of symbolic ones
Value SymbolicName(Interp&, Args args) { return MakeStr(TensorName(ValOf(args[0]))); }
Value SymbolicOp(Interp&, Args args) {
  const Val& val = ValOf(args[0]);
  return MakeOperation(Ref<FuncGraph>(GraphOf(val)), val.graph()->producer(val.id()));
}
Value SymbolicGraph(Interp&, Args args) { return MakeGraph(Ref<FuncGraph>(GraphOf(ValOf(args[0])))); }
Value SymbolicIndex(Interp&, Args args) {
  const Val& val = ValOf(args[0]);
  return Value::Int(val.graph()->value(val.id()).index);
}
// The operations that take the tensor, in the order in which they were made.
Value Consumers(Interp&, Args args) {
  const Val& val = ValOf(args[0]);
  const FuncGraph& graph = *GraphOf(val);
  const ValueId wanted = graph.Canonical(val.id());
  Value list = MakeList({});
  for (NodeId node = 0; node < graph.num_nodes(); ++node) {
    if (graph.erased(node)) continue;
    const std::span<const ValueId> inputs = graph.inputs(node);
    if (std::any_of(inputs.begin(), inputs.end(), [&](ValueId id) { return graph.Canonical(id) == wanted; }))
      ListAppend(list.as<ListObject>(), MakeOperation(Ref<FuncGraph>(GraphOf(val)), node));
  }
  return list;
}
Value SymbolicDevice(Interp&, Args args) {
  const Val& val = ValOf(args[0]);
  return MakeStr(GraphOf(val)->DeviceOf(val.graph()->producer(val.id())));
}
Value SymbolicArray(Interp&, Args args) {
  RaiseText(
      &NotImplementedErrorType,
      fmt::format("Cannot convert a symbolic tf.Tensor ({}) to a numpy array. This error may indicate that "
                  "you're trying to pass a Tensor to a NumPy call, which is not supported.",
                  TensorName(ValOf(args[0]))));
}
Value SymbolicId(Interp&, Args args) { return Value::Int(ValOf(args[0]).id()); }

const MethodDef kSymbolicMethods[] = {
    {"name", SymbolicName, nullptr, nullptr, kProperty},
    {"op", SymbolicOp, nullptr, "The Operation that makes the tensor.", kProperty},
    {"graph", SymbolicGraph, nullptr, nullptr, kProperty},
    {"value_index", SymbolicIndex, nullptr, nullptr, kProperty},
    {"consumers", Consumers, "self"},
    {"device", SymbolicDevice, nullptr, nullptr, kProperty},
    {"_id", SymbolicId, nullptr, nullptr, kProperty},
    {"__array__", SymbolicArray, "self"},
};

}  // namespace

void AllowUnaryPlus() { tensor_numbers.positive = eager_numbers.positive = SelfOf; }

constinit TypeObject TensorType(TensorSpecOf("tensorflow.python.framework.tensor.Tensor", nullptr, 0));
constinit TypeObject EagerTensorType(EagerSpec());
constinit TypeObject SymbolicTensorType(SymbolicSpec());
TP_REGISTER_HIDDEN_TYPE(TensorType);
TP_REGISTER_HIDDEN_TYPE(EagerTensorType);
TP_REGISTER_HIDDEN_TYPE(SymbolicTensorType);
TP_REGISTER_METHODS(TensorType, kTensorMethods);
TP_REGISTER_METHODS(EagerTensorType, kEagerMethods);
TP_REGISTER_METHODS(SymbolicTensorType, kSymbolicMethods);

namespace {
const TfObject kObjects[] = {
    {"tf.Tensor", [] { return TypeValue(&TensorType); }},
    {"tf.__internal__.EagerTensor", [] { return TypeValue(&EagerTensorType); }},
    {"tf.newaxis", [] { return Value::None(); }},
};
TP_TF_NAMES(kObjects);
}  // namespace
}  // namespace tp
