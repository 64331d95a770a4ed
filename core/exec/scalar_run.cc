#include "core/exec/scalar_run.h"

#include <alloca.h>

#include <algorithm>
#include <cstring>

#include "core/exec/run.h"

namespace tp {
namespace {

bool jit_on = true;
int64_t hot_turns = kTurnsUntilHot;

void Load(ScalarReg& reg, DType dtype, const void* from) {
  if (dtype == DType::kBool)
    reg.i32 = *static_cast<const bool*>(from);
  else if (DTypeSize(dtype) == 4)
    std::memcpy(&reg, from, 4);
  else
    std::memcpy(&reg, from, 8);
}

void Store(void* to, DType dtype, const ScalarReg& reg) {
  if (dtype == DType::kBool)
    *static_cast<bool*>(to) = reg.i32 != 0;
  else if (DTypeSize(dtype) == 4)
    std::memcpy(to, &reg, 4);
  else
    std::memcpy(to, &reg, 8);
}

}  // namespace

void SetScalarJit(bool on, int64_t turns_until_hot) {
  jit_on = on;
  hot_turns = turns_until_hot;
}

Status ScalarRunner::Run(std::span<const Tensor> inputs, void* const* outputs,
                         const std::atomic<bool>* interrupt) {
  auto* registers = static_cast<ScalarReg*>(alloca((code_.num_registers + 1) * sizeof(ScalarReg)));
  if (code_.loops) std::memset(static_cast<void*>(registers), 0, code_.num_registers * sizeof(ScalarReg));
  for (const ScalarCode::Constant& constant : code_.constants) registers[constant.reg] = constant.value;
  for (size_t i = 0; i < code_.inputs.size(); ++i)
    if (code_.inputs[i].used) {
      if (inputs[i].dtype() != code_.inputs[i].dtype || inputs[i].num_elements() != 1)
        return InvalidArgument("expected a scalar of {}, got {} {}", DTypeName(code_.inputs[i].dtype),
                               DTypeName(inputs[i].dtype()), inputs[i].shape().ToBracketString());
      Load(registers[code_.inputs[i].reg], code_.inputs[i].dtype, inputs[i].raw_data());
    }
  const bool may_jit = jit_on && (code_.loops || hot_turns == 0) && !no_jit_.load(std::memory_order_relaxed);
  const JitCode* jit = may_jit ? jit_.load(std::memory_order_acquire) : nullptr;
  const int64_t turns =
      may_jit ? std::max<int64_t>(hot_turns - turned_.load(std::memory_order_relaxed), 0) : -1;
  ScalarExit exit;
  if (jit) {
    exit = jit->Run(registers, 0, interrupt);
  } else if (turns == 0) {
    exit.kind = ScalarExit::kHot;
  } else {
    exit = InterpretScalar(code_, registers, 0, turns, interrupt);
    if (may_jit) turned_.fetch_add(exit.turns, std::memory_order_relaxed);
  }
  if (exit.kind == ScalarExit::kHot) {
    {
      std::lock_guard lock(mutex_);
      if (!jit_owner_ && !no_jit_.load()) {
        jit_owner_ = CompileJit(code_);
        jit_.store(jit_owner_.get(), std::memory_order_release);
        no_jit_ = jit_owner_ == nullptr;
      }
      jit = jit_owner_.get();
    }
    exit = jit ? jit->Run(registers, exit.at, interrupt)
               : InterpretScalar(code_, registers, exit.at, -1, interrupt);
  }
  if (exit.kind == ScalarExit::kInterrupted) return MakeStatus(Code::kCancelled, "interrupted");
  if (exit.kind == ScalarExit::kFailed) return ErrorAt(registers, exit.at);
  for (size_t i = 0; i < code_.outputs.size(); ++i)
    if (outputs[i] != nullptr) Store(outputs[i], code_.outputs[i].dtype, registers[code_.outputs[i].reg]);
  return {};
}

Status ScalarRunner::ErrorAt(const ScalarReg* registers, uint32_t at) const {
  const ScalarInstr& in = code_.code[at];
  const void* args[3] = {&registers[in.a], &registers[in.b], nullptr};
  Prim prim = Prim::kDiv;
  DType dtype = DType::kInt32;
  switch (in.op) {
    case ScalarOp::kCall: {
      const ScalarCall& call = code_.calls[in.b];
      for (int i = 0; i < call.num_args; ++i) args[i] = &registers[call.args[i]];
      prim = call.prim;
      dtype = call.from;
      break;
    }
    case ScalarOp::kDivI64:
    case ScalarOp::kModI64:
    case ScalarOp::kFloorDivI64:
    case ScalarOp::kFloorModI64:
      dtype = DType::kInt64;
      [[fallthrough]];
    default:
      prim = in.op == ScalarOp::kModI32 || in.op == ScalarOp::kModI64             ? Prim::kTruncMod
             : in.op == ScalarOp::kFloorDivI32 || in.op == ScalarOp::kFloorDivI64 ? Prim::kFloorDiv
             : in.op == ScalarOp::kFloorModI32 || in.op == ScalarOp::kFloorModI64 ? Prim::kFloorMod
                                                                                  : Prim::kDiv;
  }
  Status status = CheckPrim(prim, dtype, args, 1);
  TP_CHECK(!status.ok(), "scalar code stopped at {} without a reason", ScalarOpName(in.op));
  for (const ScalarCode::Site& site : code_.sites)
    if (site.at == at) return AtNode(status, site.node, site.position);
  return status;
}

}  // namespace tp
