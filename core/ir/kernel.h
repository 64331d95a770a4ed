// KernelContext: what a kernel sees. A kernel reads its inputs, makes its outputs and reports what is wrong;
// it neither throws nor locks nor looks at the graph.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "core/base/status.h"
#include "core/ir/attr.h"
#include "core/ir/op_def.h"
#include "core/tensor/tensor.h"

namespace tp {

class Runner;

class KernelContext {
 public:
  KernelContext(const OpInfo& op, const AttrSet& attrs, std::span<const Tensor> inputs,
                std::span<Tensor> outputs, Runner* runner)
      : op_(op), attrs_(attrs), inputs_(inputs), outputs_(outputs), runner_(runner) {}
  virtual ~KernelContext() = default;

  const OpInfo& op() const { return op_; }
  const AttrSet& attrs() const { return attrs_; }
  int num_inputs() const { return static_cast<int>(inputs_.size()); }
  int num_outputs() const { return static_cast<int>(outputs_.size()); }
  const Tensor& input(int i) const { return inputs_[i]; }
  std::span<const Tensor> inputs() const { return inputs_; }
  // A stored attribute, else the default of the op's definition, else `fallback`.
  template <class T>
  T Attr(std::string_view name, T fallback = T()) const {
    if (const AttrValue* value = attrs_.Find(name))
      if (const T* typed = value->As<T>()) return *typed;
    if (const AttrInfo* info = op_.FindAttr(name))
      if (const T* typed = info->default_value.As<T>()) return *typed;
    return fallback;
  }

  // The output's tensor with this dtype and shape, its elements not initialised: memory that the plan set
  // aside where the shape is the planned one, else new. Null (an error is set) where memory is not to be had
  // or the shape has too many elements: return at once.
  virtual Tensor* Output(int i, DType dtype, const Shape& shape);
  // Output i of the same memory as input `from` where that is allowed (nobody else holds it, as many bytes),
  // else as Output. The kernel must read element j before it writes element j.
  virtual Tensor* OutputInPlaceOf(int from, int i, DType dtype, const Shape& shape);
  // Makes a tensor the output, without a copy (Identity, Reshape, ReadVariableOp).
  void SetOutput(int i, Tensor tensor) { outputs_[i] = std::move(tensor); }
  // Scratch memory until the kernel returns. An invalid tensor (an error is set) where it is not to be had.
  virtual Tensor Scratch(DType dtype, const Shape& shape);

  void Error(Status status) {
    if (status_.ok()) status_ = std::move(status);
  }
  bool failed() const { return !status_.ok(); }
  const Status& status() const { return status_; }

  // Runs regions and knows resources; never null inside a kernel.
  Runner* runner() const { return runner_; }
  // True where the kernel may write into the elements (or the object) of input i: nobody else holds it, the
  // caller included. Eagerly the caller does hold it.
  virtual bool may_overwrite(int i) const { return inputs_[i].IsUnique(); }
  // Tells the nodes of running graphs apart, for ops that keep something between runs (random streams); 0
  // eagerly.
  virtual uint64_t node_key() const { return 0; }
  // How many threads the kernel may use (core/base/parallel.h). Results must not depend on it.
  virtual int threads() const { return 1; }

 protected:
  const OpInfo& op_;
  const AttrSet& attrs_;
  std::span<const Tensor> inputs_;
  std::span<Tensor> outputs_;
  Runner* runner_;
  Status status_;
};

}  // namespace tp
