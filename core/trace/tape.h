// Tape: what tf.GradientTape records, and reverse-mode differentiation over it. The order in which backward
// functions run and gradients are added up is TensorFlow's (c/eager/tape.h), so that sums are equal bit for
// bit and traced gradients have the same nodes in the same order.
#pragma once

#include <memory>
#include <vector>

#include "core/base/hash_map.h"
#include "core/trace/context.h"

namespace tp {

class Tape {
 public:
  Tape(bool persistent, bool watch_accessed_variables)
      : persistent_(persistent), watch_variables_(watch_accessed_variables) {}

  bool persistent() const { return persistent_; }
  bool watch_variables() const { return watch_variables_; }
  void Watch(const Val& value) { producer_.try_emplace(KeyOf(value), kWatched); }
  void WatchVariable(VariableObject* variable);
  // Variables that were watched, in the order of their first use.
  const std::vector<Value>& variables() const { return variables_; }
  // Would an op with these inputs be recorded?
  bool ShouldRecord(std::span<const Val> inputs) const;
  // An op of the registry: differentiated by its definition's gradient.
  void RecordOp(const OpInfo& op, const Attrs& attrs, std::span<const Val> inputs,
                std::span<const Val> outputs);
  void RecordCustom(std::string_view name, std::span<const Val> inputs, std::span<const Val> outputs,
                    std::shared_ptr<Context::Backward> backward);

  // ---- forward mode (tf.autodiff.ForwardAccumulator): with each op that is recorded, what its outputs
  // change by where its inputs change by their tangents. How that is worked out for an op in a graph.
  using JvpRule =
      std::function<std::vector<Val>(const OpInfo& op, const Attrs& attrs, std::span<const Val> inputs,
                                     std::span<const Val> outputs, std::span<const Val> tangents)>;
  // From now on this tape works so, and has no gradients.
  void SetForward(JvpRule rule);
  bool forward() const { return forward_ != nullptr; }
  void SetTangent(const Val& value, Val tangent);
  Val Tangent(const Val& value) const;  // none where nothing is known

  // Gradients of `targets` with respect to `sources`; none where they are not connected. `output_grads`: as
  // many as targets or none (ones); a none entry stands for ones. `keep`: the tape stays
  // as it is, though it is not persistent. Throws PyError (LookupError, …) and
  // OpError.
  std::vector<Val> Gradient(std::span<const Val> targets, std::span<const Val> sources,
                            std::span<const Val> output_grads, bool keep = false);

 private:
  static constexpr int64_t kWatched = -1;
  struct Entry {
    std::string name;
    const OpInfo* op = nullptr;
    Attrs attrs;
    std::vector<Val> inputs, outputs;
    std::shared_ptr<Context::Backward> backward;  // null: the op's own gradient
    std::string scope;
  };
  struct Forward;
  void Add(Entry entry);
  std::vector<Val> TangentsOf(std::span<const Val> inputs);
  template <class F>
  void RunForward(std::span<const Val> inputs, std::span<const Val> outputs, const F& rule);
  std::vector<Val> RunBackward(const Entry& entry, std::span<const Val> grads,
                               const std::vector<bool>& unneeded);

  bool persistent_, watch_variables_;
  HashMap<ValueKey, int64_t, ValueKeyHash> producer_;  // entry that made a value, or kWatched
  std::vector<std::shared_ptr<Entry>> entries_;
  std::vector<Value> variables_;
  std::shared_ptr<Forward> forward_;  // null: reverse mode
};

// True for dtypes that gradients flow through: floating, complex, resource and variant.
bool IsDifferentiable(DType dtype);

// Zeros and ones like a value, by the ops that TensorFlow uses for it.
Val ZerosLike(Context& context, const Val& value);
Val OnesLike(Context& context, const Val& value);

}  // namespace tp
