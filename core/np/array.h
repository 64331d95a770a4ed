// What the files of the `numpy` module share: promotion, arithmetic through the eager ops, making arrays.
#pragma once

#include <string_view>

#include "core/tensor/print.h"
#include "core/trace/objects.h"

namespace tp {

// np.array(v, dtype): ints are int64, floats float64.
Tensor NumpyFromPython(const Value& v, DType dtype = DType::kInvalid);
// The dtype that NumPy gives to both together. A Python number counts as weak: `weak_a`, `weak_b`.
DType PromoteTypes(DType a, bool weak_a, DType b, bool weak_b);
// What failed in an op, as NumPy's errors: MemoryError, or its limit, where memory ended; else ValueError.
[[noreturn]] void RaiseRunStatus(const Status& status);
// One op on tensors, run eagerly (also while a Function is traced). Throws PyError.
Tensor RunEager(std::string_view op, std::initializer_list<Tensor> inputs, Attrs attrs = {});
// The type np.float32, … for a dtype.
TypeObject* ScalarType(DType dtype);
// np.dtype('float32')
Value MakeNumpyDType(DType dtype);
extern TypeObject NumpyDTypeType;
struct NumpyDTypeObject : Object {
  DType dtype;
  TextType text;
};
// A dtype as NumPy's functions take it: float is float64, str is text.
struct ArrayDType {
  DType dtype = DType::kInvalid;
  TextType text;
};
ArrayDType AsArrayDType(const Value& v);
// np.asarray(v, dtype), with text arrays; always a new array.
Value ArrayFromPython(const Value& v, ArrayDType dtype = {});
// An array of strings, or with `scalar` and rank 0 np.str_, …; of other dtypes as MakeArray.
Value MakeTextArray(Tensor tensor, TextType text, bool scalar);
// A new array with these elements whose strings are what `like`'s are.
Value MakeLike(const Value& like, Tensor tensor, bool scalar);
// An element of a text array as .item() gives it.
Value TextItem(const std::string& text, TextType type);
// How the array is printed.
PrintOptions OptionsFor(const Value& array);
// "<U3", "object"
std::string TextDTypeName(TextType type);
// arr[key]
Value ArrayGetItem(const Value& array, const Value& key);
void ArraySetItem(const Value& array, const Value& key, const Value& value);
Value ArrayBinary(ast::BinOp op, const Value& a, const Value& b);
Value ArrayCompare(const Value& self, const Value& other, ast::CmpOp op);

}  // namespace tp
