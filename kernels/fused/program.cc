#include "kernels/fused/program.h"

#include <algorithm>
#include <memory>

#include "kernels/fused/broadcast.h"

namespace tp::fused {

Program::Program(const Expression& expression, int inputs) : num_inputs(inputs), table(&Tiles()) {
  const std::vector<ExprNode>& nodes = expression.nodes;
  result = nodes[expression.result].dtype;
  // Nodes that the result needs, and the last instruction that reads each.
  std::vector<int> last_use(nodes.size(), -1);
  last_use[expression.result] = static_cast<int>(nodes.size());
  for (int i = static_cast<int>(nodes.size()) - 1; i >= 0; --i) {
    if (last_use[i] < 0) continue;
    for (int k = 0; k < nodes[i].num_args; ++k) {
      int& last = last_use[nodes[i].args[k]];
      last = std::max(last, i);
    }
  }
  std::vector<uint16_t> slot(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (last_use[i] < 0) continue;
    width = std::max(width, DTypeSize(nodes[i].dtype));
    if (nodes[i].kind == ExprNode::kInput) slot[i] = static_cast<uint16_t>(nodes[i].input);
    if (nodes[i].kind == ExprNode::kNumber) {
      slot[i] = static_cast<uint16_t>(num_inputs + numbers.size());
      numbers.push_back({nodes[i].dtype, nodes[i].number});
    }
  }
  const int first_temp = num_inputs + static_cast<int>(numbers.size());
  std::vector<uint16_t> free;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const ExprNode& node = nodes[i];
    if (last_use[i] < 0 || node.kind == ExprNode::kInput || node.kind == ExprNode::kNumber) continue;
    Instruction step;
    step.num_args = node.num_args;
    for (int k = 0; k < node.num_args; ++k) step.args[k] = slot[node.args[k]];
    step.dtype = nodes[node.args[node.num_args - 1]].dtype;
    if (node.kind == ExprNode::kCast) {
      step.fn = CastTile(step.dtype, node.dtype);
      item_ns += 0.5;
    } else {
      step.prim = node.prim;
      step.fn = PrimTile(node.prim, step.dtype);
      step.checked = GetPrim(node.prim).checked() && IsInteger(step.dtype);
      item_ns += GetPrim(node.prim).direct() ? 0.3 : 4;
    }
    TP_CHECK(step.fn != nullptr, "no tile function of {} for {}", GetPrim(node.prim).name,
             DTypeName(step.dtype));
    // A temporary is free for others after its last use; not for this instruction's own result, whose
    // elements may be wider.
    if (static_cast<int>(i) != expression.result) {
      if (free.empty()) free.push_back(static_cast<uint16_t>(first_temp + num_temps++));
      slot[i] = step.out = free.back();
      free.pop_back();
    }
    for (int k = 0; k < node.num_args; ++k) {
      const int arg = node.args[k];
      const bool again = std::find(node.args, node.args + k, arg) != node.args + k;
      if (!again && slot[arg] >= first_temp && last_use[arg] == static_cast<int>(i))
        free.push_back(slot[arg]);
    }
    code.push_back(step);
  }
  if (code.empty()) {  // the result is an input or a number: a copy
    Instruction copy;
    copy.num_args = 1;
    copy.args[0] = slot[expression.result];
    copy.dtype = result;
    copy.fn = CastTile(result, result);
    copy.copies = nodes[expression.result].kind == ExprNode::kInput;
    TP_CHECK(copy.fn != nullptr || copy.copies, "no copy of {}", DTypeName(result));
    code.push_back(copy);
    item_ns += 0.3;
  }
}

void Program::Number::Fill(void* out, int64_t n) const {
  DispatchNumeric(dtype, [&](auto zero) {
    decltype(zero) element{};
    const void* in[] = {&value};
    CastTile(DType::kFloat64, dtype)(in, &element, 1);
    Broadcast::Fill(sizeof element, &element, n, out);
  });
}

// Grown to what the largest program so far needed.
char* Scratch(size_t bytes) {
  static thread_local std::unique_ptr<char[]> memory;
  static thread_local size_t size = 0;
  if (size < bytes + 64) {
    size = std::max<size_t>(bytes, 48 * 1024) + 64;
    memory.reset(new char[size]);
  }
  return reinterpret_cast<char*>((reinterpret_cast<uintptr_t>(memory.get()) + 63) & ~uintptr_t{63});
}

}  // namespace tp::fused
