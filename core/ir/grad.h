// Gradients. A gradient function is written over Val and OpBuilder, so the same code runs eagerly (the tape),
// records into a graph, and is differentiated again for higher orders.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/ir/attr.h"
#include "core/ir/graph.h"
#include "core/ir/op_def.h"
#include "core/tensor/tensor.h"

namespace tp {

struct SlicesVal;

// A value while ops are applied: an eager tensor, or a value of a graph under construction. A gradient may
// also be slices (tf.IndexedSlices); ops take none, see grad::Dense.
class Val {
 public:
  Val() = default;  // none: "no gradient"
  // Not inline: a hundred gradient functions hold dozens of values each.
  Val(const Val& other);
  Val(Val&& other) noexcept;
  Val& operator=(const Val& other);
  Val& operator=(Val&& other) noexcept;
  ~Val();
  explicit Val(Tensor tensor, uint64_t serial = 0) : tensor_(std::move(tensor)), serial_(serial) {}
  Val(Ref<Graph> graph, ValueId id) : graph_(std::move(graph)), id_(id) {}
  // Rows `values` at `indices` of a tensor of `dense_shape` (a vector of integers) that is zero elsewhere.
  static Val Slices(Val values, Val indices, Val dense_shape);

  bool has_value() const { return graph_ || tensor_.valid() || slices_; }
  // Null where it is no slices; graph(), id() and tensor() are for those only.
  const SlicesVal* slices() const { return slices_.get(); }
  explicit operator bool() const { return has_value(); }
  bool symbolic() const { return static_cast<bool>(graph_); }
  const Tensor& tensor() const { return tensor_; }  // REQUIRES: !symbolic()
  const Ref<Graph>& graph() const { return graph_; }
  ValueId id() const { return id_; }
  // Tells eager values apart, also those that share elements: what tapes follow. 0: nobody asked for one.
  uint64_t serial() const { return serial_; }
  DType dtype() const;
  const Shape& shape() const;
  // The value where it is known now: eager, or a constant of the graph; else null.
  const Tensor* constant() const { return graph_ ? graph_->ConstantValue(id_) : &tensor_; }
  bool operator==(const Val& other) const {
    return graph_ == other.graph_ &&
           (graph_ ? id_ == other.id_
                   : serial_ == other.serial_ && tensor_.raw_data() == other.tensor_.raw_data());
  }

 private:
  Tensor tensor_;
  Ref<Graph> graph_;
  ValueId id_ = kNoValue;
  uint64_t serial_ = 0;
  std::shared_ptr<const SlicesVal> slices_;
};

struct SlicesVal {
  Val values, indices, dense_shape;
  Shape shape;  // as far as it is known
};

inline DType Val::dtype() const {
  if (graph_) return graph_->dtype(id_);
  return slices_ ? slices_->values.dtype() : tensor_.dtype();
}
inline const Shape& Val::shape() const {
  if (graph_) return graph_->shape(id_);
  return slices_ ? slices_->shape : tensor_.shape();
}

// Applies ops: eagerly where every input is eager and no graph is open, else into the open graph. An op that
// fails throws OpError (the tracer turns it into the exception of tf.errors, with the spec's position).
struct OpError {
  Status status;
};

// An input of an op, as gradient functions write them: `{x, grad::Neg(g, y)}`. A list of these copies no
// values.
class ValArg {
 public:
  ValArg(const Val& val) : val_(&val) {}
  const Val& get() const { return *val_; }

 private:
  const Val* val_;
};

class OpBuilder {
 public:
  virtual ~OpBuilder() = default;
  // Applies an op. `name` is the wanted node name ("" : the op's own); scopes are the implementation's.
  virtual std::vector<Val> Apply(const OpInfo& op, std::span<const Val> inputs, Attrs attrs,
                                 std::string_view name = "") = 0;
  // A constant: a Const node in a graph, the tensor itself eagerly.
  virtual Val Constant(const Tensor& value, std::string_view name = "") = 0;
  // A unique name for a node to come, with a '/' behind it: what is made before that node can be named within
  // it. Names that end in '/' are taken as they are. "" where nodes have no names (eagerly).
  virtual std::string Scope(std::string_view name);

  // The first output of an op by name.
  Val Op(std::string_view op, std::initializer_list<ValArg> inputs, Attrs attrs = {},
         std::string_view name = "");
  std::vector<Val> Ops(std::string_view op, std::span<const Val> inputs, Attrs attrs = {},
                       std::string_view name = "");
};

// What a gradient function sees: the forward op's inputs, outputs, attributes, and the gradients of its
// outputs (none where an output has no gradient). It sets the gradients of the inputs; what is not set is
// None.
class GradContext {
 public:
  GradContext(OpBuilder& builder, const OpInfo& op, const AttrSet& attrs, std::span<const Val> inputs,
              std::span<const Val> outputs, std::span<const Val> grads)
      : builder_(builder),
        op_(op),
        attrs_(attrs),
        inputs_(inputs),
        outputs_(outputs),
        grads_(grads),
        result_(inputs.size()) {}

  OpBuilder& builder() const { return builder_; }
  const OpInfo& op() const { return op_; }
  const AttrSet& attrs() const { return attrs_; }
  int num_inputs() const { return static_cast<int>(inputs_.size()); }
  int num_outputs() const { return static_cast<int>(outputs_.size()); }
  const Val& input(int i) const { return inputs_[i]; }
  const Val& output(int i) const { return outputs_[i]; }
  const Val& grad(int i) const { return grads_[i]; }
  template <class T>
  T Attr(std::string_view name, T fallback = T()) const {
    if (const AttrValue* value = attrs_.Find(name))
      if (const T* typed = value->As<T>()) return *typed;
    if (const AttrInfo* info = op_.FindAttr(name))
      if (const T* typed = info->default_value.As<T>()) return *typed;
    return fallback;
  }
  Val Op(std::string_view op, std::initializer_list<ValArg> inputs, Attrs attrs = {},
         std::string_view name = "") const;
  template <class T>
  Val Scalar(T value) const {
    return builder_.Constant(Tensor::Scalar<T>(value));
  }
  // False where nobody asks for the gradient of this input: leave it out where TensorFlow's function looks at
  // `skip_input_indices` (Add, Sub, Mul, Div, Maximum, Pow, …), so that graphs have as many nodes.
  bool Needs(int input) const { return skipped_.empty() || !skipped_[input]; }
  void set_skipped(std::vector<bool> skipped) { skipped_ = std::move(skipped); }
  void Set(int input, Val grad) { result_[input] = std::move(grad); }
  const std::vector<Val>& result() const { return result_; }

 private:
  OpBuilder& builder_;
  const OpInfo& op_;
  const AttrSet& attrs_;
  std::span<const Val> inputs_, outputs_, grads_;
  std::vector<Val> result_;
  std::vector<bool> skipped_;
};

namespace grad {

// The tensor that slices stand for (math_ops: _IndexedSlicesToTensor); any other value as it is.
Val Dense(OpBuilder& builder, const Val& grad);
// The sum of gradients of one value: AddN, or slices joined where all are (backprop.py: _aggregate_grads).
// REQUIRES: at least one.
Val AddUp(OpBuilder& builder, std::span<const Val> grads);
// True for ops whose gradient function hands slices on.
bool TakesSlices(const OpInfo& op);

}  // namespace grad

// The gradient of an op: its definition's, or the one that core/autodiff gives nodes with regions; null where
// there is none.
GradFn GradientOf(const OpInfo& op);

// Registers the gradient of an op whose definition cannot have it (core/autodiff: While, If, Case, calls).
struct RegisterGradient {
  RegisterGradient(std::string_view op, GradFn gradient);
};

}  // namespace tp
