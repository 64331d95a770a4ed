// RegionBuilder: records into a region, and takes values from outside in: what an op mentions of another
// graph becomes a parameter of the region (a capture). The node that will run the region passes the captured
// values.
//
// While a gradient is made, one of those outside graphs is the forward region that is differentiated; its
// subclasses decide how a value from there is kept (branch_grad.cc, while_grad.cc, call_grad.cc).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ir/builder.h"

namespace tp {

class RegionBuilder : public GraphBuilder {
 public:
  // `source` is the forward region; null: there is none.
  RegionBuilder(Ref<Graph> region, Ref<Graph> source)
      : GraphBuilder(std::move(region)), source_(std::move(source)) {}

  std::vector<Val> Apply(const OpInfo& op, std::span<const Val> inputs, Attrs attrs,
                         std::string_view name = "") override;
  Val Constant(const Tensor& value, std::string_view name = "") override;

  std::string Scope(std::string_view name) override;
  Val Adopt(const Val& input, const std::string& name) override;

  // The value as this region sees it. Constants are copied, others captured, once each. `scope`: before the
  // name of the parameter; "": the builder's own.
  Val Local(const Val& value, const std::string& scope = "");
  // A parameter that stands for `external`.
  Val Capture(const Val& external, const std::string& scope = "");
  // False: constants are captured as all else is (TensorFlow: in the backward functions of calls).
  void set_copy_constants(bool copy) { copy_constants_ = copy; }

  // Put before the names of new nodes: "gradients/mul_grad/".
  void set_scope(std::string scope) { scope_ = std::move(scope); }
  const std::string& scope() const { return scope_; }

  struct Captured {
    Val external, internal;
  };
  const std::vector<Captured>& captures() const { return captures_; }
  const Ref<Graph>& source() const { return source_; }

 protected:
  // A value of the forward region, neither a constant nor seen before.
  virtual Val CaptureForward(const Val& value, const std::string& scope) { return Capture(value, scope); }

 private:
  std::string InScope(std::string_view name) const;

  using Key = std::pair<const Graph*, ValueId>;
  static Key KeyOf(const Val& value) { return {value.graph().get(), value.graph()->Canonical(value.id())}; }

  Ref<Graph> source_;
  std::string scope_;
  bool copy_constants_ = true;
  std::vector<Captured> captures_;
  std::map<Key, Val> local_;
};

// `value` seen through Identity nodes.
Val ThroughIdentity(const Val& value);

}  // namespace tp
