// ScalarBuilder: instructions over any number of virtual registers while a program is compiled. Finish()
// makes the code short (a value is made in the register that it is wanted in; compare and jump, multiply and
// add become one) and gives out the real registers.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/base/hash_map.h"
#include "core/base/small_vector.h"
#include "core/plan/scalar_code.h"

namespace tp {

class ScalarBuilder {
 public:
  using Reg = uint32_t;
  using Label = uint32_t;
  static constexpr Reg kNoReg = ~0u;

  Reg NewReg() { return num_regs_++; }
  // The instructions from here on belong to this node: it is named where one of them fails.
  void SetNode(const Graph& graph, NodeId node) {
    graph_ = &graph;
    node_ = node;
  }
  // The register of a constant; equal ones share one.
  Reg Constant(ScalarReg value, bool is_float);
  Reg Emit(ScalarOp op, Reg a, Reg b = 0, Reg c = 0) {
    const Reg d = NewReg();
    EmitTo(d, op, a, b, c);
    return d;
  }
  void EmitTo(Reg d, ScalarOp op, Reg a, Reg b = 0, Reg c = 0) {
    code_.push_back({op, d, a, b, c, graph_, node_});
  }
  Reg EmitCall(ScalarCall call, std::span<const Reg> args);
  size_t size() const { return code_.size(); }

  Label NewLabel() { return num_labels_++; }
  void Bind(Label label) { code_.push_back({ScalarOp::kLabel, label, 0, 0, 0}); }
  void Jump(ScalarOp op, Label label, Reg a = 0) { code_.push_back({op, 0, a, 0, label}); }
  // REQUIRES: nobody else reads the condition.
  void JumpIfNot(Reg condition, Label label);
  // The backward jump of a loop; `exit` is bound right behind it.
  void LoopIf(Reg condition, Label head, Label exit);

  struct Assignment {
    Reg variable, next;
    bool is_float;
  };
  // variable := next, all at once. Where `next` is made in the code since `body` (an earlier size()) and the
  // variable's old value is not read after that, it is made in the variable itself. Values of the code since
  // `body` are not mentioned again after this.
  void AssignAll(std::vector<Assignment> assignments, size_t body);

  // Fills code, constants, calls, and the registers of the ports (kNoReg: left as they are). False where more
  // registers are needed than code may have.
  bool Finish(std::span<const Reg> input_regs, std::span<const Reg> output_regs, ScalarCode* code);

 private:
  static constexpr Reg kRemoved = 1;  // in `a` of a label: an instruction that was taken into another
  struct Instr {
    ScalarOp op;
    Reg d, a, b, c;
    const Graph* graph = nullptr;
    NodeId node = kNoNode;
  };
  struct ConstantReg {
    Reg reg;
    ScalarReg value;
  };
  template <class F>
  void ForEachRead(Instr& instr, F&& f);
  void Fuse();

  std::vector<Instr> code_;
  std::vector<ScalarCall> calls_;
  std::vector<SmallVector<Reg, 3>> call_args_;
  std::vector<ConstantReg> constants_;
  HashMap<uint64_t, Reg> constant_index_[2];
  std::vector<Reg> kept_;
  const Graph* graph_ = nullptr;
  NodeId node_ = kNoNode;
  uint32_t num_regs_ = 0, num_labels_ = 0;
};

}  // namespace tp
