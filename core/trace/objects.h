// The Python objects that tracing and the `tf` and `numpy` modules share: tensors, dtypes, shapes, arrays,
// variables. Their methods and operators are registered in core/tf and core/np.
#pragma once

#include <new>
#include <string>
#include <string_view>

#include "core/interp/abstract.h"
#include "core/ir/grad.h"
#include "core/tensor/print.h"
#include "core/trace/context.h"

namespace tp {

// ---- tf.Tensor. EagerTensor and SymbolicTensor are its subclasses, as in TensorFlow; only SymbolicTensor
// has kTypeSymbolic.
struct TensorObject : GcObject {
  AttrStorage attrs;
  Val val;
};
extern TypeObject TensorType, EagerTensorType, SymbolicTensorType;
Value MakeTensor(Val val);
// A new eager value.
Value MakeTensor(Tensor tensor);
inline bool IsTensor(const Value& v) { return v.is_object() && IsInstance(v, &TensorType); }
inline const Val& ValOf(const Value& v) { return v.as<TensorObject>()->val; }
inline bool IsEagerTensor(const Value& v) { return IsTensor(v) && !ValOf(v).symbolic(); }
inline bool IsSymbolicTensor(const Value& v) { return IsTensor(v) && ValOf(v).symbolic(); }
// "x:0": the name of a symbolic value.
std::string TensorName(const Val& val);

// ---- tf.DType: one object a dtype.
struct DTypeObject : Object {
  AttrStorage attrs;  // weak references
  DType dtype;
};
extern TypeObject DTypeType;
Value MakeDType(DType dtype);
inline bool IsDType(const Value& v) { return IsExact(v, &DTypeType); }
// tf.as_dtype: a DType, a NumPy type or dtype, a name, a Python type. TypeError "Cannot convert the argument
// `type_value`: X to a TensorFlow DType."
DType AsDType(const Value& v);
// As above; kInvalid for None and kUndef.
DType AsDTypeOrNone(const Value& v);

// ---- tf.TensorShape
struct TensorShapeObject : Object {
  AttrStorage attrs;  // weak references: a trace's key refers to a shape by one
  tp::Shape shape;
  bool kept;  // a tensor's or variable's, which TensorFlow keeps as long as that lives
};
extern TypeObject TensorShapeType;
Value MakeShape(const tp::Shape& shape, bool kept = true);
inline bool IsTensorShape(const Value& v) { return IsInstance(v, &TensorShapeType); }
// tf.TensorShape(v): None, an int, a list of ints and None, a TensorShape. Raises TypeError, ValueError.
tp::Shape AsShape(const Value& v);
// A dim as Python sees it: an int or None.
inline Value DimValue(Dim dim) { return IsKnown(dim) ? Value::Int(dim) : Value::None(); }

// ---- numpy.ndarray and NumPy's scalars (types np.float32, …, which derive from np.generic).

// What the strings of an array are: bytes objects ('O', as tensors give them) or str objects ('o') in an
// array of dtype object, or NumPy's own text of `width` characters ('U': <U3, 'S': |S3).
struct TextType {
  char kind = 'O';
  int64_t width = 0;
};
struct NdarrayObject : GcObject {
  AttrStorage attrs;
  Tensor tensor;
  TextType text;
};
extern TypeObject NdarrayType, NumpyGenericType;
inline bool IsNdarray(const Value& v) {
  return v.is_object() && (IsInstance(v, &NdarrayType) || IsInstance(v, &NumpyGenericType));
}
inline const Tensor& ArrayTensor(const Value& v) { return v.as<NdarrayObject>()->tensor; }
// An ndarray; `scalar`: a NumPy scalar of that dtype instead where the rank is 0 (bytes for strings).
Value MakeArray(Tensor tensor, bool scalar);

// ---- tf.Variable: the part that tracing must know. Made by core/tf.
struct VariableObject : GcObject {
  AttrStorage attrs;
  Val handle;  // of dtype resource
  DType dtype;
  tp::Shape shape;
  std::string name;  // "Variable:0" without ":0"
  bool trainable;
  uint64_t unique_id;
  // What assign() gives (an _UnreadVariable): reads wait for this node, where its graph is open.
  Ref<FuncGraph> parent_graph;
  NodeId parent_node;
  Value constraint, save_slice;
};
extern TypeObject VariableType, UnreadVariableType;
// A variable over a handle that exists. `type`: VariableType, UnreadVariableType or a subclass.
VariableObject* NewVariableObject(TypeObject* type, Val handle, DType dtype, const tp::Shape& shape,
                                  std::string name, bool trainable);
// A new resource with no value yet, as an eager handle.
Val MakeVariableHandle(std::string name, DType dtype, const tp::Shape& shape);
// The resource behind an eager handle; null where it is of another kind.
VariableResource* ResourceOf(const Val& handle);
inline bool IsVariable(const Value& v) { return v.is_object() && IsInstance(v, &VariableType); }
inline VariableObject* AsVariable(const Value& v) { return v.as<VariableObject>(); }

// ---- conversions of Python values
// ValueError, its text behind `prefix`, where `dtype` is given and not the tensor's.
void CheckDType(const Value& tensor, DType dtype, std::string_view prefix = {});
// ops.convert_to_tensor: `dtype` kInvalid to infer it; `hint`: tried first, without an error. In a graph, new
// constants are Const nodes called `name` in the open scope. Raises TensorFlow's TypeError and ValueError.
Val ConvertToTensor(const Value& v, DType dtype = DType::kInvalid, DType hint = DType::kInvalid,
                    std::string_view name = "Const");
// The tensor that a number, string, (nested) list, array, … without tensors stands for: tf.constant's rules.
// `graph`: the texts of graph construction (make_tensor_proto) instead of those of eager execution.
Tensor TensorFromPython(const Value& v, DType dtype, bool graph);
// The value of a variable: ReadVariableOp in the open scope; tapes learn that it was accessed.
Val ReadVariable(VariableObject* variable);

// ---- a graph and an operation as Python sees them
struct GraphObject : GcObject {
  AttrStorage attrs;
  Ref<FuncGraph> graph;
};
// Of type Graph for a plain one; FuncGraph derives from it.
extern TypeObject GraphType, FuncGraphType;
Value MakeGraph(Ref<FuncGraph> graph);
struct OperationObject : Object {
  Ref<FuncGraph> graph;
  NodeId node;
};
extern TypeObject OperationType;
Value MakeOperation(Ref<FuncGraph> graph, NodeId node);

}  // namespace tp
