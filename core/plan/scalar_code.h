// Scalar code: ops on scalars and loops of them as instructions over registers. One form, two ways to run
// it, with equal bits: the portable interpreter (core/exec/scalar_run.cc) and machine code (core/exec/jit.h).
//
// Registers are 8 bytes; a value of float32, int32 or bool (0 or 1, as an int32) stands in the low 4.
// Constants are registers that are filled before the code runs. Control flow is structured when compiled,
// jumps in the code; backward jumps are the only places where a program is interrupted.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/ir/graph.h"
#include "core/ir/primitives.h"

namespace tp {

// TP_SCALAR_OPS(X): X(name, form). The forms:
//   kBinary: d = a op b     kUnary: d = op a      kTernary: d = op(a, b, c)
//   kCompareJump: jumps to c where a op b holds; kLoop…: the same, backwards, counted
#define TP_SCALAR_TYPED(X, T)   \
  X(Add##T, kBinary)            \
  X(Sub##T, kBinary)            \
  X(Mul##T, kBinary)            \
  X(Max##T, kBinary)            \
  X(Min##T, kBinary)            \
  X(Neg##T, kUnary)             \
  X(Abs##T, kUnary)             \
  X(Lt##T, kBinary)             \
  X(Le##T, kBinary)             \
  X(Eq##T, kBinary)             \
  X(Ne##T, kBinary)             \
  X(JumpLt##T, kCompareJump)    \
  X(JumpLe##T, kCompareJump)    \
  X(JumpEq##T, kCompareJump)    \
  X(JumpNe##T, kCompareJump)    \
  X(JumpNotLt##T, kCompareJump) \
  X(JumpNotLe##T, kCompareJump) \
  X(LoopLt##T, kCompareJump)    \
  X(LoopLe##T, kCompareJump)    \
  X(LoopNe##T, kCompareJump)
#define TP_SCALAR_FLOAT(X, T)                           \
  X(Div##T, kBinary)                                    \
  X(Sqrt##T, kUnary)                                    \
  X(Floor##T, kUnary)                                   \
  X(Ceil##T, kUnary)                                    \
  X(MulAdd##T, kTernary) /* a * b + c, rounded twice */ \
  X(AddMul##T, kTernary) /* c + a * b: another NaN where several meet */
#define TP_SCALAR_INT(X, T)                                  \
  X(Div##T, kBinary) /* these four: an error where b is 0 */ \
  X(Mod##T, kBinary)                                         \
  X(FloorDiv##T, kBinary)                                    \
  X(FloorMod##T, kBinary)                                    \
  X(And##T, kBinary)                                         \
  X(Or##T, kBinary)                                          \
  X(Xor##T, kBinary)
#define TP_SCALAR_OPS(X)                                                          \
  TP_SCALAR_TYPED(X, F32)                                                         \
  TP_SCALAR_TYPED(X, F64)                                                         \
  TP_SCALAR_TYPED(X, I32)                                                         \
  TP_SCALAR_TYPED(X, I64)                                                         \
  TP_SCALAR_FLOAT(X, F32)                                                         \
  TP_SCALAR_FLOAT(X, F64)                                                         \
  TP_SCALAR_INT(X, I32)                                                           \
  TP_SCALAR_INT(X, I64)                                                           \
  X(Not, kUnary)       /* of a bool */                                            \
  X(MoveF, kUnary)     /* a register with a float */                              \
  X(MoveI, kUnary)     /* a register with an integer */                           \
  X(SelectF, kTernary) /* a ? b : c */                                            \
  X(SelectI, kTernary)                                                            \
  X(I32ToI64, kUnary)                                                             \
  X(I64ToI32, kUnary)                                                             \
  X(I32ToF32, kUnary)                                                             \
  X(I32ToF64, kUnary)                                                             \
  X(I64ToF32, kUnary)                                                             \
  X(I64ToF64, kUnary)                                                             \
  X(F32ToI32, kUnary) /* truncated; the smallest integer where it does not fit */ \
  X(F32ToI64, kUnary)                                                             \
  X(F64ToI32, kUnary)                                                             \
  X(F64ToI64, kUnary)                                                             \
  X(F32ToF64, kUnary)                                                             \
  X(F64ToF32, kUnary)                                                             \
  X(Call, kCall)   /* by ScalarCode::calls[b] */                                  \
  X(Jump, kJump)   /* to c */                                                     \
  X(JumpIf, kJump) /* to c where a is true */                                     \
  X(JumpIfNot, kJump)                                                             \
  X(LoopIf, kJump) /* JumpIf, backwards, counted */                               \
  X(Label, kLabel) /* only while a program is compiled */                         \
  X(End, kEnd)

enum class ScalarOp : uint16_t {
#define TP_SCALAR_OP(name, form) k##name,
  TP_SCALAR_OPS(TP_SCALAR_OP)
#undef TP_SCALAR_OP
};
enum class ScalarForm : uint8_t { kBinary, kUnary, kTernary, kCompareJump, kCall, kJump, kLabel, kEnd };
ScalarForm FormOf(ScalarOp op);
// The op of another type with the same meaning: Typed(kAddF32, 3) is kAddI64. Types: F32, F64, I32, I64.
inline ScalarOp Typed(ScalarOp of_f32, int type) {
  constexpr int kStride = static_cast<int>(ScalarOp::kAddF64) - static_cast<int>(ScalarOp::kAddF32);
  return static_cast<ScalarOp>(static_cast<int>(of_f32) + kStride * type);
}
const char* ScalarOpName(ScalarOp op);

struct ScalarInstr {
  ScalarOp op = ScalarOp::kEnd;
  uint16_t d = 0, a = 0, b = 0;
  uint32_t c = 0;  // third operand, or where to jump
};

union ScalarReg {
  float f32;
  double f64;
  int32_t i32;
  int64_t i64;
};

// A primitive or cast without an instruction of its own: its tile function on one element.
struct ScalarCall {
  bool is_cast = false;
  bool checked = false;  // integers may be refused: CheckPrim
  Prim prim = Prim::kAdd;
  DType from = DType::kInvalid, to = DType::kInvalid;
  uint8_t num_args = 0;
  uint16_t args[3] = {};
};

struct ScalarCode {
  struct Port {
    uint16_t reg = 0;
    DType dtype = DType::kInvalid;
    int32_t forward = -1;  // an output that is this input as it is (tensors that only pass through a loop)
    bool used = true;      // an input that the code reads
  };
  struct Constant {
    uint16_t reg;
    ScalarReg value;
  };
  // The node that an instruction which may fail belongs to.
  struct Site {
    uint32_t at;  // index into code; they are in order
    std::string node;
    StackId position;
  };
  std::vector<ScalarInstr> code;
  std::vector<Site> sites;
  std::vector<Constant> constants;
  std::vector<ScalarCall> calls;
  std::vector<Port> inputs, outputs;
  uint32_t num_registers = 0;
  bool loops = false;
  size_t num_nodes = 0;  // that it stands for

  std::string ToString() const;
};

// float32, float64, int32, int64, bool.
bool IsScalarCodeType(DType dtype);
// True where the node may be part of scalar code: every input and output is a scalar of such a dtype and the
// op is a constant, an elementwise expression, or control flow whose regions are such (checked by compiling).
bool IsScalarNode(const Graph& graph, NodeId node);

// Code for some nodes of a graph, in the given order: `inputs` become its inputs, `outputs` its outputs.
// Null where something in it cannot be compiled.
std::unique_ptr<ScalarCode> CompileScalar(const Graph& graph, std::span<const NodeId> nodes,
                                          std::span<const ValueId> inputs, std::span<const ValueId> outputs);
// Code for a whole region. Null where something in it cannot be compiled.
std::unique_ptr<ScalarCode> CompileScalarRegion(const Graph& graph);

// Most registers that code may use: they stand on the stack while it runs.
inline constexpr uint32_t kMaxScalarRegisters = 4096;

}  // namespace tp
