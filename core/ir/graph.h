// Graph: recorded ops. Also a region: the body of a loop, a branch, a called function are Graphs of their
// own, closed (what they use from outside comes in as inputs), held by function attributes of the node that
// runs them.
//
// Nodes have stable 32-bit ids in program order; a value is an output of a node, with an id of its own. All
// is kept in columns (vectors of small structs), so that a million nodes are cheap to make, walk, write and
// map. Passes rewrite a graph in place: ReplaceUses, Erase, then Compact.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/hash_map.h"
#include "core/base/large_alloc.h"
#include "core/base/ref.h"
#include "core/base/status.h"
#include "core/diag/source_stack.h"
#include "core/ir/attr.h"
#include "core/ir/op_def.h"
#include "core/ir/symbols.h"
#include "core/tensor/shape.h"

namespace tp {

class Runner;  // runner.h

using NodeId = uint32_t;
using ValueId = uint32_t;
inline constexpr NodeId kNoNode = ~0u;
inline constexpr ValueId kNoValue = ~0u;

struct Node {
  const OpInfo* op;         // null where erased
  const AttrSet* attrs;     // held by the graph
  uint32_t inputs_begin;    // into the graph's input pool
  uint32_t controls_begin;  // into the graph's control pool
  uint32_t num_inputs;
  uint32_t num_controls;
  uint32_t num_outputs : 24;
  uint32_t flags : 8;
  ValueId first_output;  // outputs have consecutive ids
  uint32_t name;         // into the graph's names; 0: none was given
  StackId position;      // where in the spec it was made
};

struct ValueInfo {
  NodeId node;
  uint32_t index : 24;  // which output of the node
  DType dtype : 8;
  uint32_t shape;  // into the graph's interned shapes
};

// Keeps what the executor made of a graph, so that it lives as long as the graph and is found at once. Any
// thread. A graph that is changed after it ran has to be a Clone, whose slot is empty.
class PlanSlot {
 public:
  PlanSlot() = default;
  PlanSlot(const PlanSlot&) {}
  PlanSlot& operator=(const PlanSlot&) { return *this; }
  ~PlanSlot() {
    if (RefCounted* plan = get()) plan->Release();
  }
  RefCounted* get() const { return plan_.load(std::memory_order_acquire); }
  // Keeps `plan` unless another thread came first; gives the one that is kept.
  RefCounted* SetOnce(Ref<RefCounted> plan) {
    RefCounted* kept = nullptr;
    if (!plan_.compare_exchange_strong(kept, plan.get(), std::memory_order_acq_rel)) return kept;
    return plan.release();
  }

 private:
  std::atomic<RefCounted*> plan_{nullptr};
};

class Graph : public RefCounted {
 public:
  friend class GraphLoader;  // graph_loader.h
  explicit Graph(std::string name = "");

  const std::string& name() const { return name_; }
  void set_name(std::string name) { name_ = std::move(name); }

  // --- building -------------------------------------------------------------------------------------------
  struct NewNode {
    const OpInfo* op = nullptr;
    std::span<const ValueId> inputs = {};
    Attrs attrs = {};  // null: none
    std::span<const NodeId> controls = {};
    std::span<const DType> output_types = {};
    std::span<const Shape> output_shapes = {};  // as many as output_types, or none: unknown
    std::string_view name = "";                 // used as it is; make it unique first (UniqueName)
    StackId position = kNoStack;
  };
  // Appends a node; checks nothing but its own invariants. GraphBuilder (builder.h) infers types and shapes.
  NodeId AddNode(const NewNode& node);
  // As AddNode, but the node stands before `before`, which gets the next id, as do all after it. Values keep
  // their ids: who holds values holds them still, who holds node ids does not. Linear in the graph. For
  // gradients, which give a loop that stands already another input.
  NodeId InsertNode(NodeId before, const NewNode& node);
  // Gives a node more outputs. Values that were its outputs stay valid as inputs of later nodes, but are
  // known by other ids from now on (see Canonical).
  void AppendOutputs(NodeId node, std::span<const DType> types, std::span<const Shape> shapes);
  // The id by which the graph knows a value: another one where its node got more outputs since.
  ValueId Canonical(ValueId id) const { return nodes_[values_[id].node].first_output + values_[id].index; }
  // TensorFlow's Graph.unique_name: "add", "add_1", …; compares without case. `mark` false: only asks.
  std::string UniqueName(std::string_view wanted, bool mark = true);
  void AddControl(NodeId node, NodeId before);
  // Adds an input to the end of a node's inputs (a captured value of a loop).
  void AppendInput(NodeId node, ValueId value);
  void SetAttrs(NodeId node, Attrs attrs);
  void SetShape(ValueId value, const Shape& shape);
  void SetDType(ValueId value, DType dtype) { values_[value].dtype = dtype; }

  // --- reading --------------------------------------------------------------------------------------------
  size_t num_nodes() const { return nodes_.size(); }  // erased ones included until Compact
  const Node& node(NodeId id) const { return nodes_[id]; }
  bool erased(NodeId id) const { return nodes_[id].op == nullptr; }
  std::span<const ValueId> inputs(NodeId id) const {
    return {input_pool_.data() + nodes_[id].inputs_begin, nodes_[id].num_inputs};
  }
  std::span<const NodeId> controls(NodeId id) const {
    return {control_pool_.data() + nodes_[id].controls_begin, nodes_[id].num_controls};
  }
  ValueId output(NodeId id, int index = 0) const { return nodes_[id].first_output + index; }
  const AttrSet& attrs(NodeId id) const { return *nodes_[id].attrs; }
  // The given name, or "n17" for node 17 where none was given.
  std::string node_name(NodeId id) const;
  // Where in the spec the node was made: the chain of calls that the tracer saw. Passes hand it on; what they
  // make of several nodes has the position of one of them.
  StackId position(NodeId id) const { return nodes_[id].position; }
  void set_position(NodeId id, StackId position) { nodes_[id].position = position; }

  size_t num_values() const { return values_.size(); }
  const ValueInfo& value(ValueId id) const { return values_[id]; }
  NodeId producer(ValueId id) const { return values_[id].node; }
  DType dtype(ValueId id) const { return values_[id].dtype; }
  const Shape& shape(ValueId id) const { return shapes_[values_[id].shape]; }
  // Equal shapes of a graph have equal numbers.
  uint32_t shape_number(ValueId id) const { return values_[id].shape; }
  // "add" for output 0, "split:1" for another, as TensorFlow names a tensor in node lists.
  std::string value_name(ValueId id) const;
  // The value of a Const node's output, or null.
  const Tensor* ConstantValue(ValueId id) const;

  // --- interface of the region ----------------------------------------------------------------------------
  // Parameters are outputs of Placeholder nodes, in order; captures come last.
  std::vector<ValueId> inputs_list;
  std::vector<ValueId> outputs_list;
  // Nodes that must run though no output needs them (the last effects).
  std::vector<NodeId> control_outputs;

  // --- rewriting ------------------------------------------------------------------------------------------
  void SetInput(NodeId node, int index, ValueId value) {
    input_pool_[nodes_[node].inputs_begin + index] = Canonical(value);
  }
  void ClearControls(NodeId node) { nodes_[node].num_controls = 0; }
  // Gives a node other inputs, as many as needed.
  void SetInputs(NodeId node, std::span<const ValueId> values);
  // Every use of `from`, outputs_list included, becomes `to`. Linear in the graph: for many, use ReplaceAll.
  void ReplaceUses(ValueId from, ValueId to);
  // map[v] is what v becomes (v itself to keep), followed to its end; linear in the graph, once for all.
  void ReplaceAll(std::span<const ValueId> map);
  // REQUIRES: nothing uses its outputs; control edges to it are handed on to what it waited for, by Compact.
  void Erase(NodeId node) { nodes_[node].op = nullptr; }
  // Renumbers nodes and values without the erased ones, in program order of `order` if given (a topological
  // order of the kept nodes). Ids from before are void.
  void Compact(std::span<const NodeId> order = {});
  // A copy; regions are shared.
  Ref<Graph> Clone() const;

  // The regions that a node runs, in the order of its attributes.
  SmallVector<Graph*, 2> regions(NodeId id) const;

  // --- what gradients leave behind (core/autodiff)
  // ---------------------------------------------------------- Functions that TensorFlow's library of this
  // graph still holds though no node runs them any more: those that a gradient replaced. For inspection only;
  // never written to a bundle.
  std::vector<Ref<Graph>> replaced;
  // What inspection shows in place of this graph, as TensorFlow does: once its gradient was taken, the graph
  // with accumulators of loops; for a copy, what it was copied from. Null: itself.
  Ref<Graph> shown;
  // Shapes, each with the axes behind it, whose sums have a gradient here: TensorFlow divides them once.
  std::vector<std::vector<int64_t>> reduced;
  // The graph's gradient, kept for the next call. A Clone has none.
  PlanSlot gradient;

  // --- running --------------------------------------------------------------------------------------------
  PlanSlot plan;

  // The symbols that the dims of this graph's shapes may mention; made at the first call. A region that
  // shares shapes with another graph is given that graph's.
  const Ref<Symbols>& symbols();
  void set_symbols(Ref<Symbols> symbols) { symbols_ = std::move(symbols); }
  // Null where nobody asked for symbols: shape functions then treat them as unknown dims.
  Symbols* symbols_or_null() const { return symbols_.get(); }
  // Runs ops on constants while the graph is made, so that shapes which depend on them are known. May be
  // null.
  Runner* runner() const { return runner_; }
  void set_runner(Runner* runner) { runner_ = runner; }

 private:
  uint32_t InternShape(const Shape& shape);
  const AttrSet* InternAttrs(Attrs attrs);

  std::string name_;
  LargeVector<Node> nodes_;
  LargeVector<ValueInfo> values_;
  LargeVector<ValueId> input_pool_;
  LargeVector<NodeId> control_pool_;
  std::deque<Shape> shapes_;  // what shape() refers to stays where it is while the graph grows
  HashMap<size_t, std::vector<uint32_t>> shape_index_;
  std::vector<Attrs> attr_sets_;
  HashMap<size_t, std::vector<uint32_t>> attr_index_;
  std::vector<std::string> names_;
  HashMap<std::string, int> used_names_;
  Ref<Symbols> symbols_;
  Runner* runner_ = nullptr;
};

inline FuncAttr::FuncAttr(const Ref<Graph>& graph) : held_(graph), graph_(graph.get()) {}

}  // namespace tp
