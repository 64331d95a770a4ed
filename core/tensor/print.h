// Text of tensors, exactly as people know it: NumPy's array printing (what `print(t)` and `repr(t)` show),
// TensorFlow's own frame around it, and the plain form of tf.print, tf.Assert and error messages.
//
//   ArrayStr(t)          [[1. 2.]]
//   ArrayRepr(t)         array([[1., 2.]], dtype=float32)
//   TensorStr(t)         tf.Tensor([[1. 2.]], shape=(1, 2), dtype=float32)
//   TensorRepr(t)        <tf.Tensor: shape=(1, 2), dtype=float32, numpy=array([[1., 2.]], dtype=float32)>
//   SummarizeV2(t, 3)    [[1 2]]
//
// Source of the layout: numpy/_core/arrayprint.py (numpy 2.4) and tensorflow/core/framework/tensor.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/tensor/tensor.h"

namespace tp {

// np.set_printoptions. Defaults are NumPy's.
struct PrintOptions {
  int precision = 8;
  int64_t threshold = 1000;
  int64_t edgeitems = 3;
  int64_t linewidth = 75;
  bool suppress = false;
  bool fixed = false;  // floatmode='fixed'
  std::string nanstr = "nan";
  std::string infstr = "inf";
  // Not of NumPy: what the strings of the array are.
  std::string (*text)(std::string_view) = nullptr;  // nullptr: bytes objects
  std::string text_dtype = "object";
};

// np.set_printoptions: what is printed with where nothing else is said.
extern PrintOptions print_options;

// str() and repr() of an ndarray with these elements. Strings print as bytes objects (dtype=object).
std::string ArrayStr(const Tensor& tensor, const PrintOptions& options = print_options);
std::string ArrayRepr(const Tensor& tensor, const PrintOptions& options = print_options);
// np.array2string: no `array(…)` around; `separator` " " or ", ", continuation lines indented by `indent`.
std::string ArrayText(const Tensor& tensor, const PrintOptions& options, std::string_view separator,
                      size_t indent, size_t suffix = 0);

// str() of a NumPy scalar (`np.float32(0.1)` prints 0.1), and of the Python object that .item() gives
// (0.10000000149011612). REQUIRES: not resource, not variant.
std::string ScalarStr(const Tensor& tensor, int64_t element = 0);
std::string ItemRepr(const Tensor& tensor, int64_t element = 0);

// str() and repr() of an eager tf.Tensor.
std::string TensorStr(const Tensor& tensor, const PrintOptions& options = print_options);
std::string TensorRepr(const Tensor& tensor, const PrintOptions& options = print_options);
// The part of it behind "numpy=" (is_repr) or that str() shows first; begins with a new line where the text
// has several.
std::string NumpyText(const Tensor& tensor, bool is_repr, const PrintOptions& options = print_options);

// What tf.print and tf.strings.format show: `summarize` items at each end of a dim, -1 for all.
std::string SummarizeV2(const Tensor& tensor, int64_t summarize);
// What tf.Assert and tf.debugging show: the first `limit` elements, then "...".
std::string SummarizeFlat(const Tensor& tensor, int64_t limit);

// repr() of a Python bytes object: b'a\n'.
std::string BytesText(std::string_view bytes);
// repr() of a Python float.
std::string PythonFloatText(double value);

}  // namespace tp
