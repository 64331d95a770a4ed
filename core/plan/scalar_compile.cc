// From graphs to scalar code. Calls and branches are compiled in place, loops with their test at the end.
// A tensor that is no scalar may pass through loops and calls as long as nothing computes with it.
#include <algorithm>
#include <bit>

#include "core/base/hash_map.h"
#include "core/ir/expression.h"
#include "core/plan/control_flow.h"
#include "core/plan/flow.h"
#include "core/plan/scalar_builder.h"
#include "core/plan/scalar_code.h"

namespace tp {
namespace {

constexpr int kMaxNesting = 32;
// A program of more instructions than this is not worth its size (calls are copied into it).
constexpr size_t kMaxCode = 100000;

int TypeIndex(DType dtype) {
  switch (dtype) {
    case DType::kFloat32:
      return 0;
    case DType::kFloat64:
      return 1;
    case DType::kInt32:
    case DType::kBool:
      return 2;
    case DType::kInt64:
      return 3;
    default:
      return -1;
  }
}
bool IsFloat(DType dtype) { return dtype == DType::kFloat32 || dtype == DType::kFloat64; }

ScalarReg RegOf(const Tensor& scalar) {
  ScalarReg reg;
  reg.i64 = 0;
  switch (scalar.dtype()) {
    case DType::kFloat32:
      reg.f32 = scalar.scalar<float>();
      break;
    case DType::kFloat64:
      reg.f64 = scalar.scalar<double>();
      break;
    case DType::kInt32:
      reg.i32 = scalar.scalar<int32_t>();
      break;
    case DType::kBool:
      reg.i32 = scalar.scalar<bool>();
      break;
    default:
      reg.i64 = scalar.scalar<int64_t>();
  }
  return reg;
}

// Parsed expressions by op, attributes and dtypes: a program of a million equal ops parses one.
class Expressions {
 public:
  // Null where the op has no expression for these dtypes.
  const Expression* Find(const Graph& graph, NodeId id) {
    const Node& node = graph.node(id);
    uint64_t types = 1;
    SmallVector<DType, 8> dtypes;
    for (ValueId input : graph.inputs(id)) {
      dtypes.push_back(graph.dtype(input));
      types = types * 32 + static_cast<uint64_t>(dtypes.back());
    }
    if (dtypes.size() > 12) return nullptr;
    const Key key{node.op, node.attrs, types};
    if (key == last_key_) return last_;
    auto [at, fresh] = found_.try_emplace(key);
    if (fresh && !OpExpression(*node.op, *node.attrs, dtypes, &at->second).ok()) at->second.result = -1;
    last_key_ = key;
    last_ = at->second.result < 0 ? nullptr : &at->second;
    return last_;
  }

 private:
  struct Key {
    const OpInfo* op = nullptr;
    const AttrSet* attrs = nullptr;
    uint64_t types = 0;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    size_t operator()(const Key& k) const {
      return (reinterpret_cast<size_t>(k.op) * 31 + reinterpret_cast<size_t>(k.attrs)) * 31 + k.types;
    }
  };
  HashMap<Key, Expression, Hash> found_;
  Key last_key_;
  const Expression* last_ = nullptr;
};

class Compiler {
 public:
  using Reg = ScalarBuilder::Reg;
  static constexpr Reg kNoReg = ScalarBuilder::kNoReg;

  struct Val {
    Reg reg = kNoReg;
    DType dtype = DType::kInvalid;
    int32_t opaque = -1;  // not in a register: the program's input of this number
  };

  std::unique_ptr<ScalarCode> Compile(const Graph& graph, std::span<const NodeId> nodes,
                                      std::span<const ValueId> inputs, std::span<const ValueId> outputs) {
    auto code = std::make_unique<ScalarCode>();
    code->num_nodes = nodes.size();
    Env env;
    env.reserve(nodes.size() + inputs.size());
    std::vector<Reg> input_regs, output_regs;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const Val val = InputVal(graph, inputs[i], static_cast<int32_t>(i));
      env[inputs[i]] = val;
      input_regs.push_back(val.reg);
      code->inputs.push_back({.dtype = graph.dtype(inputs[i]), .used = val.reg != kNoReg});
    }
    for (NodeId id : nodes)
      if (!Node(graph, id, env, 0)) return nullptr;
    for (ValueId output : outputs) {
      const Val val = Read(graph, output, env);
      if (val.reg == kNoReg && val.opaque < 0) return nullptr;
      output_regs.push_back(val.reg);
      code->outputs.push_back({.dtype = graph.dtype(output), .forward = val.opaque});
    }
    if (!builder_.Finish(input_regs, output_regs, code.get())) return nullptr;
    return code;
  }

 private:
  using Env = HashMap<ValueId, Val>;

  Val InputVal(const Graph& graph, ValueId v, int32_t number) {
    Val val;
    val.dtype = graph.dtype(v);
    if (IsScalarCodeType(val.dtype) && graph.shape(v).IsScalar())
      val.reg = builder_.NewReg();
    else
      val.opaque = number;
    return val;
  }

  Val Number(double number, DType dtype) {
    ScalarReg reg;
    reg.i64 = 0;
    switch (dtype) {
      case DType::kFloat32:
        reg.f32 = static_cast<float>(number);
        break;
      case DType::kFloat64:
        reg.f64 = number;
        break;
      case DType::kInt64:
        reg.i64 = static_cast<int64_t>(number);
        break;
      default:
        reg.i32 = static_cast<int32_t>(number);
    }
    return {builder_.Constant(reg, IsFloat(dtype)), dtype};
  }

  // The value of v in this region; an empty Val where it is not available.
  Val Read(const Graph& graph, ValueId v, Env& env) {
    for (int i = 0; i < 1000; ++i) {
      if (const auto at = env.find(v); at != env.end()) return at->second;
      const tp::Node& node = graph.node(graph.producer(v));
      if (node.op != nullptr && IsPlainIdentity(*node.op) && node.num_inputs == 1)
        v = graph.inputs(graph.producer(v))[0];
      else
        break;
    }
    if (const Tensor* constant = graph.ConstantValue(v);
        constant && constant->rank() == 0 && IsScalarCodeType(constant->dtype()))
      return env[v] = {builder_.Constant(RegOf(*constant), IsFloat(constant->dtype())), constant->dtype()};
    return {};
  }

  // A region in place: its inputs are `arguments`; gives its outputs.
  bool Region(const Graph& graph, std::span<const Val> arguments, std::vector<Val>* outputs, int nesting) {
    if (nesting > kMaxNesting || builder_.size() > kMaxCode) return false;
    if (arguments.size() != graph.inputs_list.size() || !graph.control_outputs.empty()) return false;
    Env env;
    for (size_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i].reg != kNoReg && arguments[i].dtype != graph.dtype(graph.inputs_list[i])) return false;
      env[graph.inputs_list[i]] = arguments[i];
    }
    std::vector<bool> live(graph.num_nodes());
    for (ValueId output : graph.outputs_list) live[graph.producer(output)] = true;
    for (NodeId id = static_cast<NodeId>(graph.num_nodes()); id-- > 0;) {
      if (graph.erased(id)) continue;
      const Effect effect = graph.node(id).op->def().effect;
      if (effect != Effect::kNone && effect != Effect::kByBody) return false;
      if (live[id])
        for (ValueId input : graph.inputs(id)) live[graph.producer(input)] = true;
    }
    for (NodeId id = 0; id < graph.num_nodes(); ++id) {
      if (graph.erased(id) || !live[id]) continue;
      const tp::Node& node = graph.node(id);
      const std::string_view name = node.op->name();
      if (name == "Const" || name == "Placeholder") continue;
      if (IsPlainIdentity(*node.op)) continue;
      if (!Node(graph, id, env, nesting)) return false;
    }
    for (ValueId output : graph.outputs_list) {
      outputs->push_back(Read(graph, output, env));
      if (outputs->back().reg == kNoReg && outputs->back().opaque < 0) return false;
    }
    return true;
  }

  bool Node(const Graph& graph, NodeId id, Env& env, int nesting) {
    builder_.SetNode(graph, id);
    const tp::Node& node = graph.node(id);
    if (node.num_controls != 0) return false;
    SmallVector<Val, 8> arguments;
    for (ValueId input : graph.inputs(id)) {
      arguments.push_back(Read(graph, input, env));
      if (arguments.back().reg == kNoReg && arguments.back().opaque < 0) return false;
    }
    const Control control = ControlOf(*node.op);
    if (control != Control::kNone) {
      std::vector<Val> outputs;
      SmallVector<Graph*, 2> regions;
      if (!ControlRegions(*node.op, control, *node.attrs, &regions).ok()) return false;
      const std::span<const Val> all = arguments;
      switch (control) {
        case Control::kNone:
          return false;
        case Control::kCall:
          if (!Region(*regions[0], all, &outputs, nesting + 1)) return false;
          break;
        case Control::kIf:
          if (!If(*regions[0], *regions[1], all, &outputs, nesting)) return false;
          break;
        case Control::kWhile:
          if (!While(*regions[0], *regions[1], all, &outputs, nesting)) return false;
          break;
        case Control::kCase:
          if (!Case(regions, all, &outputs, nesting)) return false;
          break;
      }
      if (outputs.size() != node.num_outputs) return false;
      for (uint32_t i = 0; i < node.num_outputs; ++i) env[node.first_output + i] = outputs[i];
      return true;
    }
    if (!RunsExpression(*node.op) || node.num_outputs != 1) return false;
    for (const Val& argument : arguments)
      if (argument.reg == kNoReg) return false;
    const Expression* expression = expressions_.Find(graph, id);
    if (!expression) return false;
    return Elementwise(*expression, arguments, &env[node.first_output]);
  }

  bool Elementwise(const Expression& expression, std::span<const Val> arguments, Val* result) {
    SmallVector<Val, 8> values;
    for (const ExprNode& node : expression.nodes) {
      Val val;
      SmallVector<Val, 3> operands;
      for (int i = 0; i < node.num_args; ++i) operands.push_back(values[node.args[i]]);
      switch (node.kind) {
        case ExprNode::kInput:
          val = arguments[node.input];
          break;
        case ExprNode::kNumber:
          if (TypeIndex(node.dtype) < 0) return false;
          val = Number(node.number, node.dtype);
          break;
        case ExprNode::kPrim:
          if (!Primitive(node.prim, operands, &val)) return false;
          break;
        case ExprNode::kCast:
          if (!Cast(operands[0], node.dtype, &val)) return false;
          break;
      }
      values.push_back(val);
    }
    *result = values[expression.result];
    return result->reg != kNoReg;
  }

  bool Primitive(Prim prim, std::span<const Val> x, Val* out) {
    const DType dtype = x[x.size() == 3 && prim == Prim::kSelect ? 1 : 0].dtype;
    const int type = TypeIndex(dtype);
    if (type < 0) return false;
    const bool is_float = type < 2, is_bool = dtype == DType::kBool;
    out->dtype = PrimResult(prim, dtype);
    auto typed = [&](ScalarOp of_f32, const Val& a, const Val& b) {
      out->reg = builder_.Emit(Typed(of_f32, type), a.reg, b.reg);
      return true;
    };
    auto unary = [&](ScalarOp of_f32) {
      out->reg = builder_.Emit(Typed(of_f32, type), x[0].reg);
      return true;
    };
    auto pick = [&](ScalarOp f32, ScalarOp f64, ScalarOp i32, ScalarOp i64) {
      const ScalarOp ops[] = {f32, f64, i32, i64};
      out->reg = builder_.Emit(ops[type], x[0].reg, x.size() > 1 ? x[1].reg : 0);
      return true;
    };
    using enum ScalarOp;
    switch (prim) {
      case Prim::kAdd:
        return is_bool ? false : typed(kAddF32, x[0], x[1]);
      case Prim::kSub:
        return typed(kSubF32, x[0], x[1]);
      case Prim::kMul:
        return typed(kMulF32, x[0], x[1]);
      case Prim::kSquare:
        return typed(kMulF32, x[0], x[0]);
      case Prim::kSquaredDifference: {
        typed(kSubF32, x[0], x[1]);
        const Val difference = *out;
        return typed(kMulF32, difference, difference);
      }
      case Prim::kDiv:
        return pick(kDivF32, kDivF64, kDivI32, kDivI64);
      case Prim::kTruncMod:
        if (is_float) break;
        return pick(kEnd, kEnd, kModI32, kModI64);
      case Prim::kFloorDiv:
        if (!is_float) return pick(kEnd, kEnd, kFloorDivI32, kFloorDivI64);
        pick(kDivF32, kDivF64, kEnd, kEnd);
        out->reg = builder_.Emit(dtype == DType::kFloat32 ? kFloorF32 : kFloorF64, out->reg);
        return true;
      case Prim::kFloorMod:
        if (is_float) break;
        return pick(kEnd, kEnd, kFloorModI32, kFloorModI64);
      case Prim::kMax:
        return typed(kMaxF32, x[0], x[1]);
      case Prim::kMin:
        return typed(kMinF32, x[0], x[1]);
      case Prim::kRelu:
        return typed(kMaxF32, Number(0, dtype), x[0]);
      case Prim::kRelu6: {
        typed(kMaxF32, Number(0, dtype), x[0]);
        const Val positive = *out;
        return typed(kMinF32, positive, Number(6, dtype));
      }
      case Prim::kNeg:
        return unary(kNegF32);
      case Prim::kAbs:
        return unary(kAbsF32);
      case Prim::kSqrt:
        return pick(kSqrtF32, kSqrtF64, kEnd, kEnd);
      case Prim::kReciprocal:
        if (!is_float) break;
        out->reg = builder_.Emit(type == 0 ? kDivF32 : kDivF64, Number(1, dtype).reg, x[0].reg);
        return true;
      case Prim::kFloor:
        return pick(kFloorF32, kFloorF64, kEnd, kEnd);
      case Prim::kCeil:
        return pick(kCeilF32, kCeilF64, kEnd, kEnd);
      case Prim::kEq:
        return typed(kEqF32, x[0], x[1]);
      case Prim::kNe:
        return typed(kNeF32, x[0], x[1]);
      case Prim::kLt:
        return typed(kLtF32, x[0], x[1]);
      case Prim::kLe:
        return typed(kLeF32, x[0], x[1]);
      case Prim::kGt:
        return typed(kLtF32, x[1], x[0]);
      case Prim::kGe:
        return typed(kLeF32, x[1], x[0]);
      case Prim::kIsNan:
        return typed(kNeF32, x[0], x[0]);
      case Prim::kAnd:
      case Prim::kBitAnd:
        return pick(kEnd, kEnd, kAndI32, kAndI64);
      case Prim::kOr:
      case Prim::kBitOr:
        return pick(kEnd, kEnd, kOrI32, kOrI64);
      case Prim::kBitXor:
        return pick(kEnd, kEnd, kXorI32, kXorI64);
      case Prim::kNot:
        out->reg = builder_.Emit(kNot, x[0].reg);
        return true;
      case Prim::kSelect:
        out->dtype = dtype;
        out->reg = builder_.Emit(is_float ? kSelectF : kSelectI, x[0].reg, x[1].reg, x[2].reg);
        return x[1].dtype == x[2].dtype;
      default:
        break;
    }
    SmallVector<Reg, 3> args;
    for (const Val& operand : x) {
      if (operand.dtype != dtype) return false;
      args.push_back(operand.reg);
    }
    if (PrimTile(prim, dtype) == nullptr) return false;
    ScalarCall call;
    call.prim = prim;
    call.checked = GetPrim(prim).checked() && !is_float;
    call.from = dtype;
    call.to = out->dtype;
    out->reg = builder_.EmitCall(call, args);
    return true;
  }

  bool Cast(const Val& x, DType to, Val* out) {
    const int from_type = TypeIndex(x.dtype), to_type = TypeIndex(to);
    if (from_type < 0 || to_type < 0) return false;
    out->dtype = to;
    out->reg = x.reg;
    using enum ScalarOp;
    if (to == DType::kBool) {
      if (x.dtype == DType::kBool) return true;
      out->reg = builder_.Emit(Typed(kNeF32, from_type), x.reg, Number(0, x.dtype).reg);
      return true;
    }
    static constexpr ScalarOp kCasts[4][4] = {
        {kEnd, kF32ToF64, kF32ToI32, kF32ToI64},
        {kF64ToF32, kEnd, kF64ToI32, kF64ToI64},
        {kI32ToF32, kI32ToF64, kEnd, kI32ToI64},
        {kI64ToF32, kI64ToF64, kI64ToI32, kEnd},
    };
    const ScalarOp op = kCasts[from_type][to_type];
    if (op != kEnd) out->reg = builder_.Emit(op, x.reg);
    return true;
  }

  // What a condition is: a bool as it is, a number compared with 0.
  bool Condition(const Val& x, Reg* reg) {
    if (x.reg == kNoReg) return false;
    Val truth;
    if (!Cast(x, DType::kBool, &truth)) return false;
    *reg = truth.reg;
    return true;
  }

  // Outputs of branches go to common registers, or stay opaque where all branches give the same input.
  bool Branch(const Graph& region, std::span<const Val> arguments, std::vector<Val>* joined, bool first,
              int nesting) {
    const size_t body = builder_.size();
    std::vector<Val> outputs;
    if (!Region(region, arguments, &outputs, nesting + 1)) return false;
    if (first) {
      for (const Val& output : outputs) {
        Val result = output;
        if (output.reg != kNoReg) result.reg = builder_.NewReg();
        joined->push_back(result);
      }
    }
    if (joined->size() != outputs.size()) return false;
    std::vector<ScalarBuilder::Assignment> assignments;
    for (size_t i = 0; i < outputs.size(); ++i) {
      const Val& result = (*joined)[i];
      if (result.opaque != outputs[i].opaque || (result.reg == kNoReg) != (outputs[i].reg == kNoReg) ||
          (result.reg != kNoReg && result.dtype != outputs[i].dtype))
        return false;
      if (result.reg != kNoReg) assignments.push_back({result.reg, outputs[i].reg, IsFloat(result.dtype)});
    }
    builder_.AssignAll(std::move(assignments), body);
    return true;
  }

  bool If(const Graph& then_branch, const Graph& else_branch, std::span<const Val> inputs,
          std::vector<Val>* outputs, int nesting) {
    Reg condition;
    if (inputs.empty() || !Condition(inputs[0], &condition)) return false;
    const auto otherwise = builder_.NewLabel(), end = builder_.NewLabel();
    builder_.Jump(ScalarOp::kJumpIfNot, otherwise, condition);
    if (!Branch(then_branch, inputs.subspan(1), outputs, true, nesting)) return false;
    builder_.Jump(ScalarOp::kJump, end);
    builder_.Bind(otherwise);
    if (!Branch(else_branch, inputs.subspan(1), outputs, false, nesting)) return false;
    builder_.Bind(end);
    return true;
  }

  bool Case(const SmallVector<Graph*, 2>& branches, std::span<const Val> inputs, std::vector<Val>* outputs,
            int nesting) {
    if (inputs.empty() || inputs[0].reg == kNoReg || inputs[0].dtype != DType::kInt32) return false;
    const auto end = builder_.NewLabel();
    for (size_t i = 0; i < branches.size(); ++i) {
      const auto next = builder_.NewLabel();
      if (i + 1 < branches.size()) {
        const Reg number = Number(static_cast<double>(i), DType::kInt32).reg;
        builder_.Jump(ScalarOp::kJumpIfNot, next, builder_.Emit(ScalarOp::kEqI32, inputs[0].reg, number));
      }
      if (!Branch(*branches[i], inputs.subspan(1), outputs, i == 0, nesting)) return false;
      if (i + 1 < branches.size()) builder_.Jump(ScalarOp::kJump, end);
      builder_.Bind(next);
    }
    builder_.Bind(end);
    return true;
  }

  bool While(const Graph& condition, const Graph& body, std::span<const Val> inputs,
             std::vector<Val>* outputs, int nesting) {
    if (body.outputs_list.size() != inputs.size() || body.inputs_list.size() != inputs.size()) return false;
    std::vector<Val> variables(inputs.begin(), inputs.end());
    std::vector<bool> invariant(inputs.size());
    for (size_t i = 0; i < inputs.size(); ++i) {
      ValueId v = body.outputs_list[i];
      for (int hops = 0; hops < 100; ++hops) {
        const NodeId producer = body.producer(v);
        if (!IsPlainIdentity(*body.node(producer).op) || body.node(producer).num_inputs != 1) break;
        v = body.inputs(producer)[0];
      }
      invariant[i] = v == body.inputs_list[i];
      if (invariant[i]) continue;
      if (inputs[i].reg == kNoReg) return false;
      variables[i].reg = builder_.NewReg();
      builder_.EmitTo(variables[i].reg, IsFloat(inputs[i].dtype) ? ScalarOp::kMoveF : ScalarOp::kMoveI,
                      inputs[i].reg);
    }
    const auto head = builder_.NewLabel(), exit = builder_.NewLabel();
    auto test = [&](Reg* reg) {
      std::vector<Val> truth;
      const size_t before = builder_.size();
      if (!Region(condition, variables, &truth, nesting + 1) || truth.size() != 1 ||
          !Condition(truth[0], reg))
        return false;
      // A variable that is the condition has other readers: the jump may not take in what makes it.
      if (builder_.size() == before) builder_.Bind(builder_.NewLabel());
      return true;
    };
    Reg again;
    if (!test(&again)) return false;
    builder_.JumpIfNot(again, exit);
    builder_.Bind(head);
    const size_t begin = builder_.size();
    std::vector<Val> next;
    if (!Region(body, variables, &next, nesting + 1)) return false;
    std::vector<ScalarBuilder::Assignment> assignments;
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (invariant[i]) continue;
      if (next[i].reg == kNoReg || next[i].dtype != variables[i].dtype) return false;
      assignments.push_back({variables[i].reg, next[i].reg, IsFloat(next[i].dtype)});
    }
    builder_.AssignAll(std::move(assignments), begin);
    if (!test(&again)) return false;
    builder_.LoopIf(again, head, exit);
    builder_.Bind(exit);
    *outputs = std::move(variables);
    return true;
  }

  ScalarBuilder builder_;
  Expressions expressions_;
};

}  // namespace

bool IsScalarCodeType(DType dtype) { return TypeIndex(dtype) >= 0; }

bool IsScalarNode(const Graph& graph, NodeId id) {
  const Node& node = graph.node(id);
  if (node.num_controls != 0) return false;
  if (ControlOf(*node.op) != Control::kNone) {
    // One way to know: compile it.
    std::vector<ValueId> inputs, outputs;
    for (ValueId input : graph.inputs(id))
      if (std::find(inputs.begin(), inputs.end(), input) == inputs.end()) inputs.push_back(input);
    bool any = false;
    for (uint32_t o = 0; o < node.num_outputs; ++o) {
      outputs.push_back(node.first_output + o);
      any = any || (IsScalarCodeType(graph.dtype(outputs.back())) && graph.shape(outputs.back()).IsScalar());
    }
    return any && Compiler().Compile(graph, {&id, 1}, inputs, outputs) != nullptr;
  }
  if (!RunsExpression(*node.op) || node.num_outputs != 1) return false;
  for (ValueId input : graph.inputs(id))
    if (!IsScalarCodeType(graph.dtype(input)) || !graph.shape(input).IsScalar()) return false;
  return IsScalarCodeType(graph.dtype(node.first_output)) && graph.shape(node.first_output).IsScalar();
}

std::unique_ptr<ScalarCode> CompileScalar(const Graph& graph, std::span<const NodeId> nodes,
                                          std::span<const ValueId> inputs, std::span<const ValueId> outputs) {
  return Compiler().Compile(graph, nodes, inputs, outputs);
}

std::unique_ptr<ScalarCode> CompileScalarRegion(const Graph& graph) {
  std::vector<NodeId> nodes;
  std::vector<bool> live(graph.num_nodes());
  for (ValueId output : graph.outputs_list) live[graph.producer(output)] = true;
  for (NodeId id = static_cast<NodeId>(graph.num_nodes()); id-- > 0;)
    if (live[id])
      for (ValueId input : graph.inputs(id)) live[graph.producer(input)] = true;
  for (NodeId id = 0; id < graph.num_nodes(); ++id) {
    if (graph.erased(id) || !live[id]) continue;
    const std::string_view name = graph.node(id).op->name();
    if (name == "Const" || name == "Placeholder" || IsPlainIdentity(*graph.node(id).op)) continue;
    if (graph.node(id).op->stateful() && graph.node(id).op->def().effect != Effect::kByBody) return nullptr;
    nodes.push_back(id);
  }
  return Compiler().Compile(graph, nodes, graph.inputs_list, graph.outputs_list);
}

}  // namespace tp
