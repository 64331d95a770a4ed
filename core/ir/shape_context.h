// ShapeContext: what a shape function sees: dtypes and shapes of the inputs (dims may be unknown or symbols),
// values of inputs where they are known, attributes; it sets the shapes of the outputs. Their dtypes have
// been set before from the op's definition.
#pragma once

#include <fmt/format.h>

#include <span>
#include <string_view>

#include "core/base/status.h"
#include "core/ir/attr.h"
#include "core/ir/op_def.h"
#include "core/ir/symbols.h"
#include "core/tensor/tensor.h"

namespace tp {

class ShapeContext {
 public:
  struct Input {
    DType dtype = DType::kInvalid;
    Shape shape = Shape::UnknownRank();
    const Tensor* value = nullptr;  // where known while the graph is made
    const Shape* value_as_shape =
        nullptr;  // an int vector of which some elements are known (tf.shape(x), Pack of dims)
  };
  ShapeContext(const OpInfo& op, const AttrSet& attrs, std::span<const Input> inputs,
               std::span<const DType> output_types, Symbols* symbols)
      : op_(op),
        attrs_(attrs),
        inputs_(inputs),
        symbols_(symbols),
        outputs_(output_types.size(), Shape::UnknownRank()) {}

  const OpInfo& op() const { return op_; }
  const AttrSet& attrs() const { return attrs_; }
  int num_inputs() const { return static_cast<int>(inputs_.size()); }
  int num_outputs() const { return static_cast<int>(outputs_.size()); }
  const Shape& input(int i) const { return inputs_[i].shape; }
  DType dtype(int i) const { return inputs_[i].dtype; }
  // The value of input i, or null where it is not known yet.
  const Tensor* value(int i) const {
    asked_value_.push_back(static_cast<uint8_t>(i));
    return inputs_[i].value;
  }
  // Input i, an int vector, read as a shape: known elements as dims, others unknown; unknown rank where not
  // even its length is known. An element of -1 is an unknown dim.
  Shape ValueAsShape(int i) const;
  template <class T>
  T Attr(std::string_view name, T fallback = T()) const {
    if (const AttrValue* value = attrs_.Find(name))
      if (const T* typed = value->As<T>()) return *typed;
    if (const AttrInfo* info = op_.FindAttr(name))
      if (const T* typed = info->default_value.As<T>()) return *typed;
    return fallback;
  }

  void Set(int i, Shape shape) { outputs_[i] = std::move(shape); }
  const Shape& output(int i) const { return outputs_[i]; }

  // Dim arithmetic on known, unknown and symbolic dims; symbols are hash-consed, so equal sums are equal
  // dims.
  Dim Add(Dim a, Dim b);
  Dim Subtract(Dim a, Dim b);
  Dim Multiply(Dim a, Dim b);
  Dim Divide(Dim a, int64_t by, bool round_up = false);
  // One dim that both are; an error "Dimensions must be equal, but are 2 and 3" where they are known to
  // differ.
  Status Merge(Dim a, Dim b, Dim* merged);
  Status Merge(const Shape& a, const Shape& b, Shape* merged);
  // Errors with TensorFlow's text: "Shape must be rank 2 but is rank 1".
  Status WithRank(int i, int rank, Shape* shape);
  Status WithRankAtLeast(int i, int rank, Shape* shape);
  Status WithRankAtMost(int i, int rank, Shape* shape);

  // Which inputs' values the shape function asked for, as tensors or as shapes: error texts tell them.
  bool asked_value(int i) const { return Contains(asked_value_, i); }
  bool asked_shape(int i) const { return Contains(asked_shape_, i); }

 private:
  static bool Contains(const SmallVector<uint8_t, 8>& list, int i) {
    for (uint8_t item : list)
      if (item == i) return true;
    return false;
  }
  const OpInfo& op_;
  const AttrSet& attrs_;
  std::span<const Input> inputs_;
  Symbols* symbols_;  // null: symbols count as unknown
  SmallVector<Shape, 2> outputs_;
  mutable SmallVector<uint8_t, 8> asked_value_, asked_shape_;
};

// Shape functions that many ops share.
namespace shape {
Status Unchanged(ShapeContext& c);     // output 0 has the shape of input 0
Status Broadcast(ShapeContext& c);     // output 0: inputs 0 and 1 broadcast against each other
Status BroadcastAll(ShapeContext& c);  // output 0: all inputs broadcast against each other
Status Scalar(ShapeContext& c);        // every output is a scalar
Status None(ShapeContext& c);          // no outputs, or nothing is known
}  // namespace shape

}  // namespace tp
