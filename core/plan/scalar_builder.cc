#include "core/plan/scalar_builder.h"

#include <algorithm>
#include <queue>

#include "core/base/check.h"

namespace tp {
namespace {

constexpr size_t kNever = ~0u;
// How far back an instruction looks for one that it can take in.
constexpr size_t kFuseWindow = 8;

bool Writes(ScalarOp op) {
  switch (FormOf(op)) {
    case ScalarForm::kBinary:
    case ScalarForm::kUnary:
    case ScalarForm::kTernary:
    case ScalarForm::kCall:
      return true;
    case ScalarForm::kCompareJump:
    case ScalarForm::kJump:
    case ScalarForm::kLabel:
    case ScalarForm::kEnd:
      return false;
  }
  return false;
}

bool IsLoop(ScalarOp op) {
  const int type = (static_cast<int>(op) - static_cast<int>(ScalarOp::kAddF32)) /
                   (static_cast<int>(ScalarOp::kAddF64) - static_cast<int>(ScalarOp::kAddF32));
  if (op == ScalarOp::kLoopIf) return true;
  return type < 4 && (op == Typed(ScalarOp::kLoopLtF32, type) || op == Typed(ScalarOp::kLoopLeF32, type) ||
                      op == Typed(ScalarOp::kLoopNeF32, type));
}

// Integer division, and primitives that are called.
bool MayFail(ScalarOp op) {
  switch (op) {
    case ScalarOp::kCall:
    case ScalarOp::kDivI32:
    case ScalarOp::kDivI64:
    case ScalarOp::kModI32:
    case ScalarOp::kModI64:
    case ScalarOp::kFloorDivI32:
    case ScalarOp::kFloorDivI64:
    case ScalarOp::kFloorModI32:
    case ScalarOp::kFloorModI64:
      return true;
    default:
      return false;
  }
}

// The compare-and-jump that a jump on the result of a comparison becomes; kEnd where there is none.
ScalarOp FusedJump(ScalarOp jump, ScalarOp compare) {
  for (int type = 0; type < 4; ++type) {
    const auto is = [&](ScalarOp of_f32) { return compare == Typed(of_f32, type); };
    const auto give = [&](ScalarOp of_f32) { return Typed(of_f32, type); };
    if (is(ScalarOp::kLtF32)) {
      if (jump == ScalarOp::kJumpIf) return give(ScalarOp::kJumpLtF32);
      if (jump == ScalarOp::kJumpIfNot) return give(ScalarOp::kJumpNotLtF32);
      return give(ScalarOp::kLoopLtF32);
    }
    if (is(ScalarOp::kLeF32)) {
      if (jump == ScalarOp::kJumpIf) return give(ScalarOp::kJumpLeF32);
      if (jump == ScalarOp::kJumpIfNot) return give(ScalarOp::kJumpNotLeF32);
      return give(ScalarOp::kLoopLeF32);
    }
    if (is(ScalarOp::kEqF32)) {
      if (jump == ScalarOp::kJumpIf) return give(ScalarOp::kJumpEqF32);
      if (jump == ScalarOp::kJumpIfNot) return give(ScalarOp::kJumpNeF32);
      return ScalarOp::kEnd;
    }
    if (is(ScalarOp::kNeF32)) {
      if (jump == ScalarOp::kJumpIf) return give(ScalarOp::kJumpNeF32);
      if (jump == ScalarOp::kJumpIfNot) return give(ScalarOp::kJumpEqF32);
      return give(ScalarOp::kLoopNeF32);
    }
  }
  return ScalarOp::kEnd;
}

}  // namespace

template <class F>
void ScalarBuilder::ForEachRead(Instr& instr, F&& f) {
  switch (FormOf(instr.op)) {
    case ScalarForm::kTernary:
      f(instr.c);
      [[fallthrough]];
    case ScalarForm::kBinary:
    case ScalarForm::kCompareJump:
      f(instr.b);
      [[fallthrough]];
    case ScalarForm::kUnary:
      f(instr.a);
      break;
    case ScalarForm::kCall:
      for (Reg& arg : call_args_[instr.b]) f(arg);
      break;
    case ScalarForm::kJump:
      if (instr.op != ScalarOp::kJump) f(instr.a);
      break;
    case ScalarForm::kLabel:
    case ScalarForm::kEnd:
      break;
  }
}

ScalarBuilder::Reg ScalarBuilder::Constant(ScalarReg value, bool is_float) {
  const auto [at, fresh] = constant_index_[is_float].try_emplace(static_cast<uint64_t>(value.i64), num_regs_);
  if (fresh) constants_.push_back({NewReg(), value});
  return at->second;
}

ScalarBuilder::Reg ScalarBuilder::EmitCall(ScalarCall call, std::span<const Reg> args) {
  const Reg d = NewReg();
  call.num_args = static_cast<uint8_t>(args.size());
  code_.push_back({ScalarOp::kCall, d, 0, static_cast<Reg>(calls_.size()), 0, graph_, node_});
  calls_.push_back(call);
  call_args_.emplace_back(args);
  return d;
}

void ScalarBuilder::AssignAll(std::vector<Assignment> assignments, size_t body) {
  std::erase_if(assignments, [](const Assignment& x) { return x.variable == x.next; });
  // `next` becomes the variable itself where it is made in the body, and nobody wants the old value later.
  std::vector<Reg> made;
  for (size_t i = 0; i < assignments.size(); ++i) {
    const Reg variable = assignments[i].variable, next = assignments[i].next;
    size_t first = kNever;
    bool free = std::find(made.begin(), made.end(), next) == made.end();
    for (size_t p = body; p < code_.size() && free; ++p) {
      ForEachRead(code_[p], [&](Reg& r) {
        if (r == variable && first != kNever) free = false;
        if (r == next && first == kNever) free = false;  // it comes from before
      });
      if (first == kNever && Writes(code_[p].op) && code_[p].d == next) first = p;
      if (Writes(code_[p].op) && code_[p].d == variable) free = false;
    }
    for (size_t j = 0; j < assignments.size(); ++j)
      if (j != i && assignments[j].next == variable) free = false;
    if (!free || first == kNever) continue;
    for (size_t p = first; p < code_.size(); ++p) {
      ForEachRead(code_[p], [&](Reg& r) {
        if (r == next) r = variable;
      });
      if (Writes(code_[p].op) && code_[p].d == next) code_[p].d = variable;
    }
    for (Assignment& other : assignments)
      if (other.next == next) other.next = variable;
    made.push_back(variable);
    assignments.erase(assignments.begin() + i--);
  }
  // The rest are moves: first those whose target nobody still reads; a ring goes through one more register.
  while (!assignments.empty()) {
    const auto ready = std::find_if(assignments.begin(), assignments.end(), [&](const Assignment& x) {
      return std::none_of(assignments.begin(), assignments.end(),
                          [&](const Assignment& y) { return &y != &x && y.next == x.variable; });
    });
    if (ready != assignments.end()) {
      EmitTo(ready->variable, ready->is_float ? ScalarOp::kMoveF : ScalarOp::kMoveI, ready->next);
      assignments.erase(ready);
      continue;
    }
    const Reg variable = assignments[0].variable;
    const Reg kept = Emit(assignments[0].is_float ? ScalarOp::kMoveF : ScalarOp::kMoveI, variable);
    for (Assignment& other : assignments)
      if (other.next == variable) other.next = kept;
  }
}

// Takes single-use comparisons into the jumps behind them, and products into the sums.
void ScalarBuilder::Fuse() {
  std::vector<uint32_t> reads(num_regs_), writes(num_regs_);
  for (Instr& instr : code_) {
    ForEachRead(instr, [&](Reg& r) { ++reads[r]; });
    if (Writes(instr.op)) ++writes[instr.d];
  }
  for (Reg r : kept_)
    if (r != kNoReg) ++reads[r];
  // The instruction before `at` that alone makes `r` for its only reader, where its operands still have
  // their values; null where there is none.
  auto maker = [&](size_t at, Reg r) -> Instr* {
    if (reads[r] != 1 || writes[r] != 1) return nullptr;
    for (size_t p = at; p-- > 0 && at - p <= kFuseWindow;) {
      const ScalarForm form = FormOf(code_[p].op);
      if (form == ScalarForm::kLabel) {
        if (code_[p].a != kRemoved) return nullptr;
        continue;
      }
      if (!Writes(code_[p].op)) continue;  // a jump away: what follows is still reached only through here
      if (code_[p].d != r) continue;
      if (form != ScalarForm::kBinary) return nullptr;
      for (size_t q = p + 1; q < at; ++q)
        if (Writes(code_[q].op) && (code_[q].d == code_[p].a || code_[q].d == code_[p].b)) return nullptr;
      return &code_[p];
    }
    return nullptr;
  };
  auto remove = [&](Instr* instr) { *instr = {ScalarOp::kLabel, 0, kRemoved, 0, 0}; };
  for (size_t i = 0; i < code_.size(); ++i) {
    Instr& in = code_[i];
    if (in.op == ScalarOp::kAddF32 || in.op == ScalarOp::kAddF64) {
      const bool is_32 = in.op == ScalarOp::kAddF32;
      for (const bool swap : {false, true}) {
        const Reg t = swap ? in.b : in.a, other = swap ? in.a : in.b;
        Instr* mul = maker(i, t);
        if (!mul || mul->op != (is_32 ? ScalarOp::kMulF32 : ScalarOp::kMulF64)) continue;
        const ScalarOp of_32 = swap ? ScalarOp::kAddMulF32 : ScalarOp::kMulAddF32;
        const ScalarOp of_64 = swap ? ScalarOp::kAddMulF64 : ScalarOp::kMulAddF64;
        in = {is_32 ? of_32 : of_64, in.d, mul->a, mul->b, other};
        remove(mul);
        break;
      }
    } else if (in.op == ScalarOp::kJumpIf || in.op == ScalarOp::kJumpIfNot || in.op == ScalarOp::kLoopIf) {
      Instr* compare = maker(i, in.a);
      const ScalarOp fused = compare ? FusedJump(in.op, compare->op) : ScalarOp::kEnd;
      if (fused == ScalarOp::kEnd) continue;
      in = {fused, 0, compare->a, compare->b, in.c};
      remove(compare);
    }
  }
  std::erase_if(code_, [](const Instr& x) { return x.op == ScalarOp::kLabel && x.a == kRemoved; });
}

void ScalarBuilder::JumpIfNot(Reg condition, Label label) {
  // `a and b` jumps twice: no value is made.
  if (!code_.empty() && code_.back().op == ScalarOp::kAndI32 && code_.back().d == condition) {
    const Instr both = code_.back();
    code_.pop_back();
    Jump(ScalarOp::kJumpIfNot, label, both.a);
    Jump(ScalarOp::kJumpIfNot, label, both.b);
    return;
  }
  Jump(ScalarOp::kJumpIfNot, label, condition);
}

void ScalarBuilder::LoopIf(Reg condition, Label head, Label exit) {
  if (!code_.empty() && code_.back().op == ScalarOp::kAndI32 && code_.back().d == condition) {
    const Instr both = code_.back();
    code_.pop_back();
    Jump(ScalarOp::kJumpIfNot, exit, both.a);
    condition = both.b;
  }
  Jump(ScalarOp::kLoopIf, head, condition);
}

bool ScalarBuilder::Finish(std::span<const Reg> input_regs, std::span<const Reg> output_regs,
                           ScalarCode* out) {
  kept_.assign(output_regs.begin(), output_regs.end());
  Fuse();
  code_.push_back({ScalarOp::kEnd, 0, 0, 0, 0});

  // Positions, without labels and moves onto themselves.
  std::vector<Instr> flat;
  flat.reserve(code_.size());
  std::vector<uint32_t> at(num_labels_);
  for (const Instr& instr : code_) {
    if (instr.op == ScalarOp::kLabel) {
      at[instr.d] = static_cast<uint32_t>(flat.size());
      continue;
    }
    if ((instr.op == ScalarOp::kMoveF || instr.op == ScalarOp::kMoveI) && instr.d == instr.a) continue;
    flat.push_back(instr);
  }
  code_ = std::move(flat);
  struct Loop {
    uint32_t head, end;
  };
  std::vector<Loop> loops;
  for (uint32_t p = 0; p < code_.size(); ++p) {
    const ScalarForm form = FormOf(code_[p].op);
    if (form != ScalarForm::kJump && form != ScalarForm::kCompareJump) continue;
    code_[p].c = at[code_[p].c];
    if (IsLoop(code_[p].op)) loops.push_back({code_[p].c, p});
  }
  std::sort(loops.begin(), loops.end(),
            [](const Loop& x, const Loop& y) { return x.head != y.head ? x.head < y.head : x.end > y.end; });

  // Lives: from the first write (or the start) to the last read, or to the end of the outermost loop that
  // reads a value from before it.
  std::vector<uint32_t> first(num_regs_, ~0u), last(num_regs_, 0);
  for (Reg r : input_regs)
    if (r != kNoReg) first[r] = 0;
  std::vector<bool> read(num_regs_);
  for (const ConstantReg& c : constants_) first[c.reg] = 0;
  std::vector<Loop> open;
  size_t next_loop = 0;
  for (uint32_t p = 0; p < code_.size(); ++p) {
    while (next_loop < loops.size() && loops[next_loop].head <= p) open.push_back(loops[next_loop++]);
    std::erase_if(open, [&](const Loop& loop) { return loop.end < p; });
    // Positions count from 1 where written, so that inputs (0) are older than everything.
    auto use = [&](Reg r) {
      uint32_t until = p + 1;
      for (const Loop& loop : open)
        if (first[r] <= loop.head) until = std::max(until, loop.end + 1);
      last[r] = std::max(last[r], until);
      read[r] = true;
    };
    ForEachRead(code_[p], use);
    if (Writes(code_[p].op)) {
      const Reg d = code_[p].d;
      if (first[d] == kNever) first[d] = p + 1;
      last[d] = std::max(last[d], p + 1);
      // Written again in a loop: what was there before is needed on the way to the read.
      for (const Loop& loop : open)
        if (first[d] <= loop.head) last[d] = std::max(last[d], loop.end + 1);
    }
  }
  const uint32_t end = static_cast<uint32_t>(code_.size()) + 1;
  for (Reg r : output_regs)
    if (r != kNoReg) {
      last[r] = end;
      read[r] = true;
    }

  std::vector<Reg> order;
  for (Reg r = 0; r < num_regs_; ++r)
    if (first[r] != kNever && (read[r] || first[r] > 0)) order.push_back(r);
  std::stable_sort(order.begin(), order.end(), [&](Reg x, Reg y) { return first[x] < first[y]; });
  std::vector<uint16_t> real(num_regs_, 0);
  using Busy = std::pair<uint32_t, uint16_t>;  // until, real register
  std::priority_queue<Busy, std::vector<Busy>, std::greater<>> busy;
  std::vector<uint16_t> free;
  uint32_t count = 0;
  for (Reg r : order) {
    while (!busy.empty() && busy.top().first <= first[r] && first[r] > 0) {
      free.push_back(busy.top().second);
      busy.pop();
    }
    if (free.empty()) {
      if (count >= kMaxScalarRegisters) return false;
      free.push_back(static_cast<uint16_t>(count++));
    }
    real[r] = free.back();
    free.pop_back();
    busy.push({last[r], real[r]});
  }

  out->num_registers = count;
  out->loops = !loops.empty();
  for (const ConstantReg& c : constants_)
    if (read[c.reg]) out->constants.push_back({real[c.reg], c.value});
  for (size_t i = 0; i < input_regs.size(); ++i)
    if (input_regs[i] != kNoReg) {
      out->inputs[i].reg = real[input_regs[i]];
      out->inputs[i].used = read[input_regs[i]];
    }
  for (size_t i = 0; i < output_regs.size(); ++i)
    if (output_regs[i] != kNoReg) out->outputs[i].reg = real[output_regs[i]];
  out->calls = calls_;
  for (size_t i = 0; i < calls_.size(); ++i)
    for (size_t k = 0; k < call_args_[i].size(); ++k) out->calls[i].args[k] = real[call_args_[i][k]];
  out->code.reserve(code_.size());
  for (const Instr& in : code_) {
    ScalarInstr real_instr{in.op, 0, 0, 0, in.c};
    if (Writes(in.op)) real_instr.d = real[in.d];
    switch (FormOf(in.op)) {
      case ScalarForm::kTernary:
        real_instr.c = real[in.c];
        [[fallthrough]];
      case ScalarForm::kBinary:
      case ScalarForm::kCompareJump:
        real_instr.b = real[in.b];
        [[fallthrough]];
      case ScalarForm::kUnary:
        real_instr.a = real[in.a];
        break;
      case ScalarForm::kCall:
        if (in.b > 0xffff) return false;
        real_instr.b = static_cast<uint16_t>(in.b);
        break;
      case ScalarForm::kJump:
        if (in.op != ScalarOp::kJump) real_instr.a = real[in.a];
        break;
      case ScalarForm::kLabel:
      case ScalarForm::kEnd:
        break;
    }
    if (MayFail(in.op) && in.graph != nullptr)
      out->sites.push_back({static_cast<uint32_t>(out->code.size()), in.graph->node_name(in.node),
                            in.graph->position(in.node)});
    out->code.push_back(real_instr);
  }
  return true;
}

}  // namespace tp
