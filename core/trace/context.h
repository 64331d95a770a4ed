// Context: where every op that Python code asks for goes. It is applied at once through the Runner, or
// recorded into the open graph with TensorFlow's names, scopes, captures and control edges; either way the
// active tapes learn of it.
//
//   Context& context = Context::Get();
//   std::vector<Val> y = context.Apply(OpRegistry::Get("Tanh"), {&x, 1}, {}, "Tanh");   // throws PyError
//
// One thread: the interpreter's.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/interp/args.h"
#include "core/ir/grad.h"
#include "core/ir/runner.h"
#include "core/trace/func_graph.h"

namespace tp {

class Tape;
struct VariableObject;

class Context : public OpBuilder {
 public:
  static Context& Get();

  // Set once by the program, before anything runs.
  void set_runner(Runner* runner) { runner_ = runner; }
  Runner& runner();

  // ---- which graph is open
  FuncGraph* graph() const { return stack_.empty() ? nullptr : stack_.back().get(); }
  bool executing_eagerly() const { return graph() == nullptr; }
  // Some graph of a function is open around here, also where tf.init_scope runs eagerly.
  bool inside_function() const;
  // What tf.init_scope lifts ops into: the tf.Graph that functions are traced in, or null (eager execution).
  Ref<FuncGraph> OutsideOfFunctions() const;
  // Opens a graph (null: eager execution, as tf.init_scope) until the scope ends.
  class GraphScope {
   public:
    explicit GraphScope(Ref<FuncGraph> graph);
    ~GraphScope();
    GraphScope(const GraphScope&) = delete;
  };
  void PushGraph(Ref<FuncGraph> graph) { stack_.push_back(std::move(graph)); }
  void PopGraph() { stack_.pop_back(); }

  // ---- applying ops
  // Throws OpError with the plain status. Inputs are captured into the open graph. `name`: "" for the op's
  // own name, "scope/add/" for exactly that name, else made unique within the scope.
  std::vector<Val> Apply(const OpInfo& op, std::span<const Val> inputs, Attrs attrs,
                         std::string_view name = "") override;
  // A Const node in a graph; eagerly the tensor itself.
  Val Constant(const Tensor& value, std::string_view name = "") override;
  std::string Scope(std::string_view name) override;
  // The value as the open graph sees it.
  Val Captured(const Val& value, std::string_view name = "");
  // A new eager value of this tensor.
  Val Eager(Tensor tensor) { return Val(std::move(tensor), ++last_serial_); }
  uint64_t NextSerial() { return ++last_serial_; }
  uint64_t last_serial() const { return last_serial_; }
  // A Placeholder node in `graph`.
  Val Placeholder(FuncGraph& graph, DType dtype, const Shape& shape, std::string_view name);

  // ---- name scopes. Enters `name` in the open graph ("" resets, "a/" enters exactly that) and returns the
  // scope with its slash; eager execution keeps a plain path. `*old` is what ExitScope wants.
  std::string EnterScope(std::string_view name, std::string* old);
  void ExitScope(std::string old);
  const std::string& scope() const { return graph() ? graph()->name_scope() : eager_scope_; }

  // ---- tapes
  void PushTape(Tape* tape) { tapes_.push_back(tape); }
  void RemoveTape(Tape* tape);
  const std::vector<Tape*>& tapes() const { return tapes_; }
  bool recording() const { return recording_stopped_ == 0 && !tapes_.empty(); }
  // tape.stop_recording(): counts.
  void StopRecording() { ++recording_stopped_; }
  void ResumeRecording() { --recording_stopped_; }
  // What a backward function gets and gives: gradients of outputs (none where there is none) → of inputs.
  using Backward = std::function<std::vector<Val>(std::span<const Val> output_grads)>;
  // Tells the tapes that `outputs` came from `inputs` by something that is not one op.
  void RecordCustom(std::string_view name, std::span<const Val> inputs, std::span<const Val> outputs,
                    Backward backward);
  // A trainable variable was read: tapes that watch accessed variables watch its handle.
  void VariableAccessed(VariableObject* variable);
  // Lists that take down the variables that are read, recording or not (tf.custom_gradient).
  std::vector<std::vector<Value>> variable_watchers;

  // Called behind each op, constant and placeholder (tf.debugging.enable_check_numerics); null: nothing is.
  void (*after_op)(const OpInfo& op, std::span<const Val> inputs, std::span<const Val> outputs) = nullptr;

  // ---- while a Function is traced, it makes the variables: called with the arguments of tf.Variable.
  using VariableCreator = std::function<Value(Args args)>;
  std::vector<VariableCreator> variable_creators;

 private:
  std::vector<Val> ApplyEagerly(const OpInfo& op, std::span<const Val> inputs, const Attrs& attrs);
  std::vector<Val> ApplyInGraph(FuncGraph& graph, const OpInfo& op, std::span<const Val> inputs, Attrs attrs,
                                std::string_view name);

  Runner* runner_ = nullptr;
  std::vector<Ref<FuncGraph>> stack_;
  std::vector<Tape*> tapes_;
  int recording_stopped_ = 0;
  uint64_t last_serial_ = 0;
  std::string eager_scope_;
};

// Stops the tapes for a while.
class NoRecording {
 public:
  NoRecording() { Context::Get().StopRecording(); }
  ~NoRecording() { Context::Get().ResumeRecording(); }
  NoRecording(const NoRecording&) = delete;
};

}  // namespace tp
