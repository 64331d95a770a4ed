// FuncGraph: a graph that Python code records into: while a Function is traced, and for the branches and
// bodies of control flow. What TensorFlow keeps in python/framework/func_graph.py and ops.py: the outer
// graph, captures, the name scope, control dependencies.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/hash_map.h"
#include "core/interp/value.h"
#include "core/ir/grad.h"
#include "core/ir/graph.h"

namespace tp {

class Context;
struct GraphObject;
struct TensorObject;
struct VariableObject;

// What identifies a value for tapes and captures: an eager one by its serial, a symbolic one by its graph.
struct ValueKey {
  const Graph* graph = nullptr;
  uint64_t id = 0;
  bool operator==(const ValueKey&) const = default;
};
struct ValueKeyHash {
  size_t operator()(const ValueKey& key) const {
    return (reinterpret_cast<size_t>(key.graph) >> 4) * 0x9e3779b97f4a7c15u + key.id;
  }
};
inline ValueKey KeyOf(const Val& value) {
  return value.symbolic() ? ValueKey{value.graph().get(), value.id()} : ValueKey{nullptr, value.serial()};
}

class FuncGraph : public Graph {
 public:
  // `plain`: a tf.Graph that somebody made, not one that stands for a function: it captures nothing.
  FuncGraph(std::string name, Ref<FuncGraph> outer, bool plain = false);
  // "FuncGraph(name=f, id=140000000000016)": str() of the graph. The id is a number that no other graph has;
  // TensorFlow's is an address.
  std::string Describe() const;

  // The graph that was open when this one was made; null: eager execution.
  const Ref<FuncGraph>& outer() const { return outer_; }
  bool plain() const { return plain_; }
  // Graph.finalize() was called: no node may be added (Context::Apply refuses).
  bool finalized = false;

  // The Python objects of this graph and of its values as long as they live, so that one thing is one object.
  GraphObject* object = nullptr;
  std::vector<TensorObject*> tensor_objects;  // by ValueId; shorter than the values are many
  // A dict for what Python code keeps with the graph (collections); none before it is asked for.
  Value store;

  struct Capture {
    Val external;           // of an outer graph, or eager
    Val internal;           // what stands for it here
    bool by_value = false;  // a Const node: not among the inputs of the function
  };
  const std::vector<Capture>& captures() const { return captures_; }
  // TensorFlow's FuncGraph.capture: `value` itself where it belongs here; small eager tensors become Const
  // nodes, all else placeholders, made once a value. Tapes learn that the two are one. Throws PyError
  // (InaccessibleTensorError) for values of a graph that is not around this one.
  virtual Val CaptureValue(Context& context, const Val& value, std::string_view name = "");
  // As above, but always by a placeholder.
  Val CaptureByPlaceholder(Context& context, const Val& value, std::string_view name);
  // Declares that `internal` stands for `external` (captures that are given ahead of tracing).
  void AddCapture(Val external, Val internal, bool by_value = false);
  // The same where the graph has the input already.
  void NoteCapture(Val external, Val internal, bool by_value = false);
  const Capture* FindCapture(const Val& external) const;

  // Weak references to the trainable variables that were read while this graph was open, in order of first
  // reading.
  std::vector<Value> accessed_variables;
  void NoteAccess(VariableObject* variable);

  // What a placeholder was asked to be called, before its name was made unique; "" for other values.
  std::string_view UserNameOf(ValueId placeholder) const;
  void SetUserName(ValueId placeholder, std::string_view name) {
    user_names_.emplace_back(placeholder, name);
  }

  // Why the function may not run, and those around it; empty for most. It is found while the graph is made
  // and an error of what runs it.
  std::string refusal;
  void Refuse(std::string_view why);

  // The names of operations that tf.control_dependencies was given: their definitions say so.
  std::vector<std::string> manual_controls;

  // Called behind each node that Context::Apply appends.
  virtual void OnNode(NodeId) {}

  // ---- name scopes: "" or "a/b", without a slash at the end.
  const std::string& name_scope() const { return name_scope_; }
  void set_name_scope(std::string scope) { name_scope_ = std::move(scope); }
  // Graph.unique_name within the scope; `mark` false: only asks.
  std::string UniqueNameInScope(std::string_view wanted, bool mark = true);

  // ---- tf.control_dependencies: nodes that every node from now on waits for.
  struct ControlLevel {
    std::vector<NodeId> before = {};
    bool clears = false;              // control_dependencies(None): levels outside of it do not count
    std::vector<NodeId> inside = {};  // nodes made under this level, in order
  };
  std::vector<ControlLevel> control_stack;
  // What tf.control_dependencies was given of other graphs: the node that runs this graph waits for it.
  std::vector<std::pair<Ref<FuncGraph>, NodeId>> control_captures;
  // Opens a level of nodes; those of other graphs are noted as captures.
  void PushControls(const std::vector<std::pair<Ref<FuncGraph>, NodeId>>& nodes);
  // What a node with these inputs waits for: of each level its nodes, unless an input was made under the
  // level, which waits for them already.
  std::vector<NodeId> ControlsFor(std::span<const ValueId> inputs) const;
  // Every level takes note of a node that is new; so does the device.
  void NoteUnderControls(NodeId node);
  // ---- tf.device: what it says now, and the nodes that were made under it, in order.
  std::string device;
  std::vector<std::pair<NodeId, std::string>> devices;
  std::string_view DeviceOf(NodeId node) const;  // "" for most
  // How many random ops without a seed were made: the next one's op seed.
  int64_t next_seed = 0;

 private:
  Ref<FuncGraph> outer_;
  bool plain_ = false;
  uint64_t serial_;
  std::vector<Capture> captures_;
  std::vector<std::pair<ValueId, std::string>> user_names_;  // in order of ids
  HashMap<ValueKey, size_t, ValueKeyHash> capture_index_;
  std::string name_scope_;
};

// The FuncGraph that a symbolic value belongs to.
inline FuncGraph* GraphOf(const Val& value) { return static_cast<FuncGraph*>(value.graph().get()); }

// While it lives, new nodes of `open` wait for what the graphs that a node runs have to wait for.
class WaitsForCaptures {
 public:
  WaitsForCaptures(FuncGraph* open, std::span<const Graph* const> graphs);
  ~WaitsForCaptures() {
    if (waits_) open_->control_stack.pop_back();
  }
  WaitsForCaptures(const WaitsForCaptures&) = delete;

 private:
  FuncGraph* open_;
  bool waits_;
};

}  // namespace tp
