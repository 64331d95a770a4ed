// Scalar code as machine code for x86-64 with AVX. Each pair (register, kind of value) of the code is a
// virtual register of asmjit's compiler, which gives out the real ones. The function is entered at the start
// or at the head of a loop; it loads everything it works with from the registers in memory, and writes back
// what the caller reads: outputs at the end, operands of a refused instruction.
#include "core/exec/jit.h"

#include <vector>

#include "core/exec/scalar_run.h"

#if defined(__x86_64__)
#include <asmjit/asmjit.h>
#endif

namespace tp {

#if defined(__x86_64__)
namespace {

using asmjit::imm;
using asmjit::Label;
using asmjit::x86::Gp;
using asmjit::x86::Mem;
using asmjit::x86::Xmm;
namespace x86 = asmjit::x86;

// What the function returns: the kind in the low byte, `at` above.
using Entry = uint64_t (*)(ScalarReg* registers, uint32_t at, const void* interrupt);

// More registers than this are not worth machine code.
constexpr uint32_t kMaxRegisters = 512;
constexpr size_t kMaxInstructions = 4096;

asmjit::JitRuntime& Runtime() {
  static auto* const runtime = new asmjit::JitRuntime;  // code may run while the process ends
  return *runtime;
}

class MachineCode final : public JitCode {
 public:
  explicit MachineCode(Entry entry) : entry_(entry) {}
  ~MachineCode() override { Runtime().release(entry_); }
  ScalarExit Run(ScalarReg* registers, uint32_t at, const std::atomic<bool>* interrupt) const override {
    static const std::atomic<bool> never{false};
    const uint64_t exit = entry_(registers, at, interrupt ? interrupt : &never);
    return {static_cast<ScalarExit::Kind>(exit & 0xff), static_cast<uint32_t>(exit >> 8)};
  }

 private:
  Entry entry_;
};

class Failed final : public asmjit::ErrorHandler {
 public:
  void handleError(asmjit::Error, const char*, asmjit::BaseEmitter*) override { failed = true; }
  bool failed = false;
};

int CallFromCode(const ScalarCall* call, ScalarReg* registers, uint32_t d) {
  const ScalarReg* args[3] = {};
  for (int i = 0; i < call->num_args; ++i) args[i] = &registers[call->args[i]];
  return RunScalarCall(*call, args, &registers[d]);
}

bool IsFloat(DType dtype) { return dtype == DType::kFloat32 || dtype == DType::kFloat64; }

// cmpss predicates.
constexpr int kGreaterEqual = 29, kLessEqual = 18, kUnordered = 3;

class Generator {
 public:
  Generator(const ScalarCode& program, x86::Compiler& cc) : program_(program), cc_(cc) {}

  void Run() {
    using asmjit::FuncSignatureT;
    asmjit::FuncNode* function =
        cc_.addFunc(FuncSignatureT<uint64_t, void*, uint32_t, const void*>(asmjit::CallConvId::kHost));
    function->frame().setAvxEnabled();
    registers_ = cc_.newIntPtr();
    Gp at = cc_.newUInt32();
    interrupt_ = cc_.newIntPtr();
    function->setArg(0, registers_);
    function->setArg(1, at);
    function->setArg(2, interrupt_);
    floats_.resize(program_.num_registers);
    ints_.resize(program_.num_registers);
    has_float_.resize(program_.num_registers);
    has_int_.resize(program_.num_registers);
    interrupted_ = cc_.newLabel();

    labels_.resize(program_.code.size());
    std::vector<bool> target(program_.code.size()), head(program_.code.size());
    for (size_t i = 0; i < program_.code.size(); ++i) {
      const ScalarInstr& in = program_.code[i];
      FindKinds(in);
      const ScalarForm form = FormOf(in.op);
      if (form != ScalarForm::kJump && form != ScalarForm::kCompareJump) continue;
      target[in.c] = true;
      if (in.c <= i) head[in.c] = true;
    }
    for (size_t i = 0; i < program_.code.size(); ++i)
      if (target[i]) labels_[i] = cc_.newLabel();
    for (uint32_t r = 0; r < program_.num_registers; ++r) {
      if (has_float_[r]) cc_.vmovsd(floats_[r] = cc_.newXmm(), x86::qword_ptr(registers_, 8 * r));
      if (has_int_[r]) cc_.mov(ints_[r] = cc_.newInt64(), x86::qword_ptr(registers_, 8 * r));
    }
    for (uint32_t i = 0; i < program_.code.size(); ++i)
      if (head[i]) {
        cc_.cmp(at, i);
        // `at` is 0 for a run from the start, where a loop's head cannot be.
        if (i > 0) cc_.je(labels_[i]);
      }
    for (uint32_t i = 0; i < program_.code.size(); ++i) {
      if (target[i]) {
        if (head[i]) cc_.align(asmjit::AlignMode::kCode, 16);
        cc_.bind(labels_[i]);
      }
      Emit(program_.code[i], i);
    }
    cc_.bind(interrupted_);
    Return(ScalarExit::kInterrupted, 0);
    for (const Refusal& refusal : refusals_) {
      cc_.bind(refusal.label);
      const ScalarInstr& in = program_.code[refusal.at];
      if (in.op != ScalarOp::kCall) {  // a call's operands are in memory already
        StoreInt(in.a);
        StoreInt(in.b);
      }
      Return(ScalarExit::kFailed, refusal.at);
    }
    cc_.endFunc();
  }

 private:
  struct Refusal {
    Label label;
    uint32_t at;
  };

  void FindKinds(const ScalarInstr& in) {
    using enum ScalarOp;
    const auto f = [&](uint32_t r) { has_float_[r] = true; };
    const auto i = [&](uint32_t r) { has_int_[r] = true; };
    const int type = static_cast<int>(in.op) / kStride;  // of the ops for all four types
    switch (FormOf(in.op)) {
      case ScalarForm::kCall: {
        const ScalarCall& call = program_.calls[in.b];
        for (int k = 0; k < call.num_args; ++k) IsFloat(call.from) ? f(call.args[k]) : i(call.args[k]);
        IsFloat(call.to) ? f(in.d) : i(in.d);
        return;
      }
      case ScalarForm::kJump:
        if (in.op != kJump) i(in.a);
        return;
      case ScalarForm::kCompareJump:
        type < 2 ? (f(in.a), f(in.b)) : (i(in.a), i(in.b));
        return;
      case ScalarForm::kLabel:
      case ScalarForm::kEnd:
        return;
      case ScalarForm::kBinary:
      case ScalarForm::kUnary:
      case ScalarForm::kTernary:
        break;
    }
    if (type < 4) {
      const int op = static_cast<int>(in.op) % kStride;
      const bool test = op >= static_cast<int>(kLtF32) && op <= static_cast<int>(kNeF32);
      const bool binary = FormOf(in.op) == ScalarForm::kBinary;
      type < 2 ? f(in.a) : i(in.a);
      if (binary) type < 2 ? f(in.b) : i(in.b);
      type < 2 && !test ? f(in.d) : i(in.d);
      return;
    }
    switch (in.op) {
      case kSelectF:
        i(in.a), f(in.b), f(in.c), f(in.d);
        return;
      case kSelectI:
        i(in.a), i(in.b), i(in.c), i(in.d);
        return;
      case kNot:
      case kMoveI:
      case kI32ToI64:
      case kI64ToI32:
        i(in.a), i(in.d);
        return;
      case kI32ToF32:
      case kI32ToF64:
      case kI64ToF32:
      case kI64ToF64:
        i(in.a), f(in.d);
        return;
      case kF32ToI32:
      case kF32ToI64:
      case kF64ToI32:
      case kF64ToI64:
        f(in.a), i(in.d);
        return;
      case kMoveF:
      case kF32ToF64:
      case kF64ToF32:
        f(in.a), f(in.d);
        return;
      default:
        break;
    }
    // Of one type, by name: Div … AddMul of floats, Div … Xor of integers.
    const bool is_float =
        (in.op >= kDivF32 && in.op <= kAddMulF32) || (in.op >= kDivF64 && in.op <= kAddMulF64);
    const auto mark = [&](uint32_t r) { is_float ? f(r) : i(r); };
    mark(in.a);
    mark(in.d);
    if (FormOf(in.op) != ScalarForm::kUnary) mark(in.b);
    if (FormOf(in.op) == ScalarForm::kTernary) mark(in.c);
  }

  Xmm F(uint32_t r) { return floats_[r]; }
  Gp L(uint32_t r) { return ints_[r]; }
  Gp I(uint32_t r) { return ints_[r].r32(); }
  Gp Int(uint32_t r, bool wide) { return wide ? L(r) : I(r); }

  void StoreInt(uint32_t r) {
    if (has_int_[r]) cc_.mov(x86::qword_ptr(registers_, 8 * static_cast<int>(r)), L(r));
  }
  void StoreFloat(uint32_t r) {
    if (has_float_[r]) cc_.vmovsd(x86::qword_ptr(registers_, 8 * static_cast<int>(r)), F(r));
  }

  void Return(ScalarExit::Kind kind, uint32_t at) {
    Gp value = cc_.newUInt64();
    cc_.mov(value, static_cast<uint64_t>(at) << 8 | kind);
    cc_.ret(value);
  }

  Label Refuse(uint32_t at) {
    refusals_.push_back({cc_.newLabel(), at});
    return refusals_.back().label;
  }

  void CheckInterrupt() {
    cc_.cmp(x86::byte_ptr(interrupt_), 0);
    cc_.jne(interrupted_);
  }

  Mem Mask(uint64_t bits) {
    const uint64_t both[2] = {bits, bits};
    return cc_.newConst(asmjit::ConstPoolScope::kLocal, both, sizeof both);
  }

  // d = a op b for an instruction that works in place.
  template <class Op>
  void InPlace(const ScalarInstr& in, bool wide, Op&& op) {
    Gp d = Int(in.d, wide), a = Int(in.a, wide), b = Int(in.b, wide);
    if (in.d == in.a) {
      op(d, b);
    } else if (in.d != in.b) {
      cc_.mov(d, a);
      op(d, b);
    } else {
      Gp t = wide ? cc_.newInt64() : cc_.newInt32();
      cc_.mov(t, a);
      op(t, b);
      cc_.mov(d, t);
    }
  }

  enum Test { kLess, kLessOrEqual, kEqual, kNotEqual, kNotLess, kNotLessOrEqual };

  // Jumps to `label` where a op b holds.
  void JumpWhere(Test test, int type, const ScalarInstr& in, Label label) {
    if (type >= 2) {
      cc_.cmp(Int(in.a, type == 3), Int(in.b, type == 3));
      switch (test) {
        case kLess:
          cc_.jl(label);
          break;
        case kLessOrEqual:
          cc_.jle(label);
          break;
        case kEqual:
          cc_.je(label);
          break;
        case kNotEqual:
          cc_.jne(label);
          break;
        case kNotLess:
          cc_.jge(label);
          break;
        case kNotLessOrEqual:
          cc_.jg(label);
          break;
      }
      return;
    }
    const auto compare = [&](uint32_t x, uint32_t y) {
      type == 0 ? cc_.vucomiss(F(x), F(y)) : cc_.vucomisd(F(x), F(y));
    };
    switch (test) {
      case kLess:  // b above a; unordered sets the carry
        compare(in.b, in.a);
        cc_.ja(label);
        break;
      case kLessOrEqual:
        compare(in.b, in.a);
        cc_.jae(label);
        break;
      case kNotLess:
        compare(in.b, in.a);
        cc_.jbe(label);
        break;
      case kNotLessOrEqual:
        compare(in.b, in.a);
        cc_.jb(label);
        break;
      case kEqual: {
        Label no = cc_.newLabel();
        compare(in.a, in.b);
        cc_.jp(no);
        cc_.je(label);
        cc_.bind(no);
        break;
      }
      case kNotEqual:
        compare(in.a, in.b);
        cc_.jp(label);
        cc_.jne(label);
        break;
    }
  }

  void SetWhere(Test test, int type, const ScalarInstr& in) {
    Gp t = cc_.newInt32();
    cc_.xor_(t, t);
    if (type >= 2) {
      cc_.cmp(Int(in.a, type == 3), Int(in.b, type == 3));
      test == kLess          ? cc_.setl(t.r8())
      : test == kLessOrEqual ? cc_.setle(t.r8())
      : test == kEqual       ? cc_.sete(t.r8())
                             : cc_.setne(t.r8());
    } else if (test == kLess || test == kLessOrEqual) {
      type == 0 ? cc_.vucomiss(F(in.b), F(in.a)) : cc_.vucomisd(F(in.b), F(in.a));
      test == kLess ? cc_.seta(t.r8()) : cc_.setae(t.r8());
    } else {
      Gp p = cc_.newInt32();
      cc_.xor_(p, p);
      type == 0 ? cc_.vucomiss(F(in.a), F(in.b)) : cc_.vucomisd(F(in.a), F(in.b));
      if (test == kEqual) {
        cc_.setnp(p.r8());
        cc_.sete(t.r8());
        cc_.and_(t, p);
      } else {
        cc_.setp(p.r8());
        cc_.setne(t.r8());
        cc_.or_(t, p);
      }
    }
    cc_.mov(I(in.d), t);
  }

  void FloatOp(const ScalarInstr& in, ScalarOp op, bool wide) {
    using enum ScalarOp;
    Xmm d = F(in.d), a = F(in.a), b = F(in.b);
    switch (op) {
      case kAddF32:
        wide ? cc_.vaddsd(d, a, b) : cc_.vaddss(d, a, b);
        break;
      case kSubF32:
        wide ? cc_.vsubsd(d, a, b) : cc_.vsubss(d, a, b);
        break;
      case kMulF32:
        wide ? cc_.vmulsd(d, a, b) : cc_.vmulss(d, a, b);
        break;
      case kDivF32:
        wide ? cc_.vdivsd(d, a, b) : cc_.vdivss(d, a, b);
        break;
      case kMulAddF32: {
        Xmm t = cc_.newXmm();
        wide ? cc_.vmulsd(t, a, b) : cc_.vmulss(t, a, b);
        wide ? cc_.vaddsd(d, t, F(in.c)) : cc_.vaddss(d, t, F(in.c));
        break;
      }
      case kAddMulF32: {
        Xmm t = cc_.newXmm();
        wide ? cc_.vmulsd(t, a, b) : cc_.vmulss(t, a, b);
        wide ? cc_.vaddsd(d, F(in.c), t) : cc_.vaddss(d, F(in.c), t);
        break;
      }
      case kMaxF32:
      case kMinF32: {
        // a where it compares well or is NaN, else b.
        const int predicate = op == kMaxF32 ? kGreaterEqual : kLessEqual;
        Xmm m = cc_.newXmm(), nan = cc_.newXmm();
        wide ? cc_.vcmpsd(m, a, b, imm(predicate)) : cc_.vcmpss(m, a, b, imm(predicate));
        wide ? cc_.vcmpsd(nan, a, a, imm(kUnordered)) : cc_.vcmpss(nan, a, a, imm(kUnordered));
        cc_.vorps(m, m, nan);
        wide ? cc_.vblendvpd(d, b, a, m) : cc_.vblendvps(d, b, a, m);
        break;
      }
      case kNegF32:
        cc_.vxorps(d, a, Mask(wide ? uint64_t{1} << 63 : 0x80000000u));
        break;
      case kAbsF32:
        cc_.vandps(d, a, Mask(wide ? ~(uint64_t{1} << 63) : 0x7fffffffu));
        break;
      case kSqrtF32:
        wide ? cc_.vsqrtsd(d, a, a) : cc_.vsqrtss(d, a, a);
        break;
      case kFloorF32:
        wide ? cc_.vroundsd(d, a, a, imm(9)) : cc_.vroundss(d, a, a, imm(9));
        break;
      default:
        wide ? cc_.vroundsd(d, a, a, imm(10)) : cc_.vroundss(d, a, a, imm(10));
    }
  }

  void IntDivision(const ScalarInstr& in, uint32_t at, ScalarOp op, bool wide) {
    using enum ScalarOp;
    const bool quotient = op == kDivI32 || op == kFloorDivI32;
    const bool floors = op == kFloorDivI32 || op == kFloorModI32;
    const auto fresh = [&] { return wide ? cc_.newInt64() : cc_.newInt32(); };
    Gp a = Int(in.a, wide), b = Int(in.b, wide), low = fresh(), high = fresh(), result = fresh();
    Label go = cc_.newLabel(), end = cc_.newLabel();
    cc_.test(b, b);
    cc_.jz(Refuse(at));
    cc_.cmp(b, -1);
    cc_.jne(go);
    if (quotient) {
      cc_.mov(result, a);
      cc_.neg(result);
    } else {
      cc_.xor_(result, result);
    }
    cc_.jmp(end);
    cc_.bind(go);
    cc_.mov(low, a);
    wide ? cc_.cqo(high, low) : cc_.cdq(high, low);
    cc_.idiv(high, low, b);
    cc_.mov(result, quotient ? low : high);
    if (floors) {
      cc_.test(high, high);
      cc_.jz(end);
      cc_.xor_(high, b);
      cc_.jns(end);
      quotient ? cc_.sub(result, 1) : cc_.add(result, b);
    }
    cc_.bind(end);
    cc_.mov(Int(in.d, wide), result);
  }

  void IntOp(const ScalarInstr& in, ScalarOp op, bool wide) {
    using enum ScalarOp;
    Gp a = Int(in.a, wide), d = Int(in.d, wide);
    switch (op) {
      case kAddI32:
        InPlace(in, wide, [&](Gp x, Gp y) { cc_.add(x, y); });
        break;
      case kSubI32:
        InPlace(in, wide, [&](Gp x, Gp y) { cc_.sub(x, y); });
        break;
      case kMulI32:
        InPlace(in, wide, [&](Gp x, Gp y) { cc_.imul(x, y); });
        break;
      case kAndI32:
        InPlace(in, wide, [&](Gp x, Gp y) { cc_.and_(x, y); });
        break;
      case kOrI32:
        InPlace(in, wide, [&](Gp x, Gp y) { cc_.or_(x, y); });
        break;
      case kXorI32:
        InPlace(in, wide, [&](Gp x, Gp y) { cc_.xor_(x, y); });
        break;
      case kMaxI32:
      case kMinI32: {
        Gp t = wide ? cc_.newInt64() : cc_.newInt32();
        cc_.mov(t, Int(in.b, wide));
        cc_.cmp(a, Int(in.b, wide));
        op == kMaxI32 ? cc_.cmovge(t, a) : cc_.cmovle(t, a);
        cc_.mov(d, t);
        break;
      }
      case kAbsI32: {
        Gp t = wide ? cc_.newInt64() : cc_.newInt32();
        cc_.mov(t, a);
        cc_.neg(t);
        cc_.cmovs(t, a);
        cc_.mov(d, t);
        break;
      }
      default: {  // kNegI32
        if (in.d != in.a) cc_.mov(d, a);
        cc_.neg(d);
      }
    }
  }

  void Emit(const ScalarInstr& in, uint32_t at) {
    using enum ScalarOp;
    const int type = static_cast<int>(in.op) / kStride;
    if (type < 4) return EmitTyped(in, static_cast<ScalarOp>(static_cast<int>(in.op) % kStride), type);
    if (in.op >= kDivF32 && in.op <= kAddMulF32) return FloatOp(in, in.op, false);
    if (in.op >= kDivF64 && in.op <= kAddMulF64)
      return FloatOp(in,
                     static_cast<ScalarOp>(static_cast<int>(in.op) - static_cast<int>(kDivF64) +
                                           static_cast<int>(kDivF32)),
                     true);
    if (in.op >= kDivI32 && in.op <= kXorI64) {
      const bool wide = in.op >= kDivI64;
      const auto op = static_cast<ScalarOp>(static_cast<int>(in.op) -
                                            (wide ? static_cast<int>(kDivI64) : static_cast<int>(kDivI32)) +
                                            static_cast<int>(kDivI32));
      return op <= kFloorModI32 ? IntDivision(in, at, op, wide) : IntOp(in, op, wide);
    }
    switch (in.op) {
      case kNot: {
        Gp t = cc_.newInt32();
        cc_.xor_(t, t);
        cc_.test(I(in.a), I(in.a));
        cc_.sete(t.r8());
        cc_.mov(I(in.d), t);
        break;
      }
      case kMoveF:
        cc_.vmovaps(F(in.d), F(in.a));
        break;
      case kMoveI:
        cc_.mov(L(in.d), L(in.a));
        break;
      case kSelectF: {
        Xmm m = cc_.newXmm(), zero = cc_.newXmm();
        Gp t = cc_.newInt64();
        cc_.mov(t.r32(), I(in.a));
        cc_.vmovq(m, t);
        cc_.vxorps(zero, zero, zero);
        cc_.vpcmpeqq(m, m, zero);
        cc_.vblendvpd(F(in.d), F(in.b), F(in.c), m);
        break;
      }
      case kSelectI: {
        Gp t = cc_.newInt64();
        cc_.mov(t, L(in.c));
        cc_.test(I(in.a), I(in.a));
        cc_.cmovnz(t, L(in.b));
        cc_.mov(L(in.d), t);
        break;
      }
      case kI32ToI64:
        cc_.movsxd(L(in.d), I(in.a));
        break;
      case kI64ToI32:
        cc_.mov(I(in.d), I(in.a));
        break;
      case kI32ToF32:
        cc_.vxorps(F(in.d), F(in.d), F(in.d));
        cc_.vcvtsi2ss(F(in.d), F(in.d), I(in.a));
        break;
      case kI32ToF64:
        cc_.vxorps(F(in.d), F(in.d), F(in.d));
        cc_.vcvtsi2sd(F(in.d), F(in.d), I(in.a));
        break;
      case kI64ToF32:
        cc_.vxorps(F(in.d), F(in.d), F(in.d));
        cc_.vcvtsi2ss(F(in.d), F(in.d), L(in.a));
        break;
      case kI64ToF64:
        cc_.vxorps(F(in.d), F(in.d), F(in.d));
        cc_.vcvtsi2sd(F(in.d), F(in.d), L(in.a));
        break;
      case kF32ToI32:
        cc_.vcvttss2si(I(in.d), F(in.a));
        break;
      case kF32ToI64:
        cc_.vcvttss2si(L(in.d), F(in.a));
        break;
      case kF64ToI32:
        cc_.vcvttsd2si(I(in.d), F(in.a));
        break;
      case kF64ToI64:
        cc_.vcvttsd2si(L(in.d), F(in.a));
        break;
      case kF32ToF64:
        cc_.vcvtss2sd(F(in.d), F(in.a), F(in.a));
        break;
      case kF64ToF32:
        cc_.vcvtsd2ss(F(in.d), F(in.a), F(in.a));
        break;
      case kCall:
        Call(in, at);
        break;
      case kJump:
        cc_.jmp(labels_[in.c]);
        break;
      case kJumpIf:
      case kJumpIfNot:
        cc_.test(I(in.a), I(in.a));
        in.op == kJumpIf ? cc_.jnz(labels_[in.c]) : cc_.jz(labels_[in.c]);
        break;
      case kLoopIf:
        CheckInterrupt();
        cc_.test(I(in.a), I(in.a));
        cc_.jnz(labels_[in.c]);
        break;
      case kEnd:
        for (const ScalarCode::Port& port : program_.outputs)
          if (port.forward < 0) IsFloat(port.dtype) ? StoreFloat(port.reg) : StoreInt(port.reg);
        Return(ScalarExit::kDone, 0);
        break;
      default:
        break;
    }
  }

  void EmitTyped(const ScalarInstr& in, ScalarOp op, int type) {
    using enum ScalarOp;
    switch (op) {
      case kLtF32:
        return SetWhere(kLess, type, in);
      case kLeF32:
        return SetWhere(kLessOrEqual, type, in);
      case kEqF32:
        return SetWhere(kEqual, type, in);
      case kNeF32:
        return SetWhere(kNotEqual, type, in);
      case kJumpLtF32:
        return JumpWhere(kLess, type, in, labels_[in.c]);
      case kJumpLeF32:
        return JumpWhere(kLessOrEqual, type, in, labels_[in.c]);
      case kJumpEqF32:
        return JumpWhere(kEqual, type, in, labels_[in.c]);
      case kJumpNeF32:
        return JumpWhere(kNotEqual, type, in, labels_[in.c]);
      case kJumpNotLtF32:
        return JumpWhere(kNotLess, type, in, labels_[in.c]);
      case kJumpNotLeF32:
        return JumpWhere(kNotLessOrEqual, type, in, labels_[in.c]);
      case kLoopLtF32:
        CheckInterrupt();
        return JumpWhere(kLess, type, in, labels_[in.c]);
      case kLoopLeF32:
        CheckInterrupt();
        return JumpWhere(kLessOrEqual, type, in, labels_[in.c]);
      case kLoopNeF32:
        CheckInterrupt();
        return JumpWhere(kNotEqual, type, in, labels_[in.c]);
      default:
        break;
    }
    if (type < 2) return FloatOp(in, op, type == 1);
    const ScalarOp of_i32 = Typed(op, 2);
    IntOp(in, of_i32, type == 3);
  }

  void Call(const ScalarInstr& in, uint32_t at) {
    const ScalarCall& call = program_.calls[in.b];
    for (int i = 0; i < call.num_args; ++i)
      IsFloat(call.from) ? StoreFloat(call.args[i]) : StoreInt(call.args[i]);
    asmjit::InvokeNode* node;
    cc_.invoke(&node, imm(reinterpret_cast<void*>(&CallFromCode)),
               asmjit::FuncSignatureT<int, const void*, void*, uint32_t>(asmjit::CallConvId::kHost));
    Gp ok = cc_.newInt32();
    node->setArg(0, imm(&call));
    node->setArg(1, registers_);
    node->setArg(2, imm(in.d));
    node->setRet(0, ok);
    if (call.checked) {
      cc_.test(ok, ok);
      cc_.jz(Refuse(at));
    }
    const Mem place = x86::qword_ptr(registers_, 8 * in.d);
    IsFloat(call.to) ? cc_.vmovsd(F(in.d), place) : cc_.mov(L(in.d), place);
  }

  static constexpr int kStride = static_cast<int>(ScalarOp::kAddF64) - static_cast<int>(ScalarOp::kAddF32);

  const ScalarCode& program_;
  x86::Compiler& cc_;
  Gp registers_, interrupt_;
  std::vector<Xmm> floats_;
  std::vector<Gp> ints_;
  std::vector<bool> has_float_, has_int_;
  std::vector<Label> labels_;
  std::vector<Refusal> refusals_;
  Label interrupted_;
};

}  // namespace

std::unique_ptr<JitCode> CompileJit(const ScalarCode& program) {
  if (program.num_registers > kMaxRegisters || program.code.size() > kMaxInstructions) return nullptr;
  if (!asmjit::CpuInfo::host().features().x86().hasAVX()) return nullptr;
  asmjit::CodeHolder code;
  Failed failed;
  if (code.init(Runtime().environment()) != asmjit::kErrorOk) return nullptr;
  code.setErrorHandler(&failed);
  x86::Compiler cc(&code);
  Generator(program, cc).Run();
  Entry entry = nullptr;
  if (cc.finalize() != asmjit::kErrorOk || failed.failed || Runtime().add(&entry, &code) != asmjit::kErrorOk)
    return nullptr;
  return std::make_unique<MachineCode>(entry);
}

#else

std::unique_ptr<JitCode> CompileJit(const ScalarCode&) { return nullptr; }

#endif

}  // namespace tp
