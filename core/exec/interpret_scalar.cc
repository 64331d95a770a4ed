// The portable form of scalar code: one handler an instruction, each jumps to the next one's.
#include <smmintrin.h>

#include <cmath>
#include <limits>

#include "core/exec/scalar_run.h"

namespace tp {
namespace {

// Loops look for an interrupt once in so many turns.
constexpr int64_t kTurnsBetweenChecks = 4096;

// As primitives.def has it: NaN if either is, the first operand where both compare equal.
template <class T>
inline T Max(T x, T y) {
  return ((x >= y) | (x != x)) ? x : y;
}
template <class T>
inline T Min(T x, T y) {
  return ((x <= y) | (x != x)) ? x : y;
}
// The machine's own rounding, with the denormal mode of now (libm's floor would not flush).
inline float FloorOf(float x) {
  asm("roundss $9, %0, %0" : "+x"(x));
  return x;
}
inline double FloorOf(double x) {
  asm("roundsd $9, %0, %0" : "+x"(x));
  return x;
}
inline float CeilOf(float x) {
  asm("roundss $10, %0, %0" : "+x"(x));
  return x;
}
inline double CeilOf(double x) {
  asm("roundsd $10, %0, %0" : "+x"(x));
  return x;
}
inline float SqrtOf(float x) { return _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(x))); }
inline double SqrtOf(double x) {
  const __m128d v = _mm_set_sd(x);
  return _mm_cvtsd_f64(_mm_sqrt_sd(v, v));
}
// Where both operands are NaN, the result is the first: as machine code and tiles have it. Plain + and *
// leave the order to the compiler.
inline float Sum(float x, float y) {
  asm("addss %1, %0" : "+x"(x) : "x"(y));
  return x;
}
inline double Sum(double x, double y) {
  asm("addsd %1, %0" : "+x"(x) : "x"(y));
  return x;
}
inline float Product(float x, float y) {
  asm("mulss %1, %0" : "+x"(x) : "x"(y));
  return x;
}
inline double Product(double x, double y) {
  asm("mulsd %1, %0" : "+x"(x) : "x"(y));
  return x;
}
template <class T>
inline T Wrapped(uint64_t x) {
  return static_cast<T>(x);
}
template <class T>
inline T Div(T x, T y) {
  return y == T(-1) ? Wrapped<T>(uint64_t{0} - static_cast<uint64_t>(x)) : static_cast<T>(x / y);
}
template <class T>
inline T Mod(T x, T y) {
  return y == T(-1) ? T(0) : static_cast<T>(x % y);
}
template <class T>
inline T FloorDiv(T x, T y) {
  if (y == T(-1)) return Div(x, y);
  const T q = x / y;
  return (x % y != 0 && (x < 0) != (y < 0)) ? q - 1 : q;
}
template <class T>
inline T FloorMod(T x, T y) {
  const T r = Mod(x, y);
  return (r != 0 && (r < 0) != (y < 0)) ? r + y : r;
}

}  // namespace

bool RunScalarCall(const ScalarCall& call, const ScalarReg* const* args, ScalarReg* result) {
  const void* in[3] = {};
  for (int i = 0; i < call.num_args; ++i) in[i] = args[i];
  if (call.checked && !CheckPrim(call.prim, call.from, in, 1).ok()) return false;
  ScalarReg made;
  made.i64 = 0;
  (call.is_cast ? CastTile(call.from, call.to) : PrimTile(call.prim, call.from))(in, &made, 1);
  *result = made;
  return true;
}

ScalarExit InterpretScalar(const ScalarCode& program, ScalarReg* r, uint32_t at, int64_t turns,
                           const std::atomic<bool>* interrupt) {
  static const void* const kHandlers[] = {
#define TP_SCALAR_OP(name, form) &&do_##name,
      TP_SCALAR_OPS(TP_SCALAR_OP)
#undef TP_SCALAR_OP
  };
  const ScalarInstr* const code = program.code.data();
  const ScalarInstr* in = code + at;
  int64_t left = kTurnsBetweenChecks;  // until the next look at the interrupt
  if (turns >= 0 && turns < left) left = turns + 1;
  int64_t spent = left;
  const int64_t limit = turns;

#define TP_GO goto* kHandlers[static_cast<int>(in->op)]
#define TP_NEXT \
  do {          \
    ++in;       \
    TP_GO;      \
  } while (0)
#define TP_BACK                   \
  do {                            \
    in = code + in->c;            \
    if (--left <= 0) [[unlikely]] \
      goto check;                 \
    TP_GO;                        \
  } while (0)
#define TP_COMPARE_JUMPS(T, f)                                  \
  do_JumpLt##T : if (r[in->a].f < r[in->b].f) goto jump;        \
  TP_NEXT;                                                      \
  do_JumpLe##T : if (r[in->a].f <= r[in->b].f) goto jump;       \
  TP_NEXT;                                                      \
  do_JumpEq##T : if (r[in->a].f == r[in->b].f) goto jump;       \
  TP_NEXT;                                                      \
  do_JumpNe##T : if (r[in->a].f != r[in->b].f) goto jump;       \
  TP_NEXT;                                                      \
  do_JumpNotLt##T : if (!(r[in->a].f < r[in->b].f)) goto jump;  \
  TP_NEXT;                                                      \
  do_JumpNotLe##T : if (!(r[in->a].f <= r[in->b].f)) goto jump; \
  TP_NEXT;                                                      \
  do_LoopLt##T : if (r[in->a].f < r[in->b].f) TP_BACK;          \
  TP_NEXT;                                                      \
  do_LoopLe##T : if (r[in->a].f <= r[in->b].f) TP_BACK;         \
  TP_NEXT;                                                      \
  do_LoopNe##T : if (r[in->a].f != r[in->b].f) TP_BACK;         \
  TP_NEXT;
#define TP_TESTS(T, f)                                \
  do_Lt##T : r[in->d].i32 = r[in->a].f < r[in->b].f;  \
  TP_NEXT;                                            \
  do_Le##T : r[in->d].i32 = r[in->a].f <= r[in->b].f; \
  TP_NEXT;                                            \
  do_Eq##T : r[in->d].i32 = r[in->a].f == r[in->b].f; \
  TP_NEXT;                                            \
  do_Ne##T : r[in->d].i32 = r[in->a].f != r[in->b].f; \
  TP_NEXT;
#define TP_FLOATS(T, f)                                                         \
  do_Add##T : r[in->d].f = Sum(r[in->a].f, r[in->b].f);                         \
  TP_NEXT;                                                                      \
  do_Sub##T : r[in->d].f = r[in->a].f - r[in->b].f;                             \
  TP_NEXT;                                                                      \
  do_Mul##T : r[in->d].f = Product(r[in->a].f, r[in->b].f);                     \
  TP_NEXT;                                                                      \
  do_Div##T : r[in->d].f = r[in->a].f / r[in->b].f;                             \
  TP_NEXT;                                                                      \
  do_MulAdd##T : r[in->d].f = Sum(Product(r[in->a].f, r[in->b].f), r[in->c].f); \
  TP_NEXT;                                                                      \
  do_AddMul##T : r[in->d].f = Sum(r[in->c].f, Product(r[in->a].f, r[in->b].f)); \
  TP_NEXT;                                                                      \
  do_Max##T : r[in->d].f = Max(r[in->a].f, r[in->b].f);                         \
  TP_NEXT;                                                                      \
  do_Min##T : r[in->d].f = Min(r[in->a].f, r[in->b].f);                         \
  TP_NEXT;                                                                      \
  do_Neg##T : r[in->d].f = -r[in->a].f;                                         \
  TP_NEXT;                                                                      \
  do_Abs##T : r[in->d].f = std::fabs(r[in->a].f);                               \
  TP_NEXT;                                                                      \
  do_Sqrt##T : r[in->d].f = SqrtOf(r[in->a].f);                                 \
  TP_NEXT;                                                                      \
  do_Floor##T : r[in->d].f = FloorOf(r[in->a].f);                               \
  TP_NEXT;                                                                      \
  do_Ceil##T : r[in->d].f = CeilOf(r[in->a].f);                                 \
  TP_NEXT;                                                                      \
  TP_TESTS(T, f) TP_COMPARE_JUMPS(T, f)
#define TP_INTS(T, f, type, u)                                                                         \
  do_Add##T : r[in->d].f = static_cast<type>(static_cast<u>(r[in->a].f) + static_cast<u>(r[in->b].f)); \
  TP_NEXT;                                                                                             \
  do_Sub##T : r[in->d].f = static_cast<type>(static_cast<u>(r[in->a].f) - static_cast<u>(r[in->b].f)); \
  TP_NEXT;                                                                                             \
  do_Mul##T : r[in->d].f = static_cast<type>(static_cast<u>(r[in->a].f) * static_cast<u>(r[in->b].f)); \
  TP_NEXT;                                                                                             \
  do_Max##T : r[in->d].f = r[in->a].f >= r[in->b].f ? r[in->a].f : r[in->b].f;                         \
  TP_NEXT;                                                                                             \
  do_Min##T : r[in->d].f = r[in->a].f <= r[in->b].f ? r[in->a].f : r[in->b].f;                         \
  TP_NEXT;                                                                                             \
  do_Neg##T : r[in->d].f = static_cast<type>(u{0} - static_cast<u>(r[in->a].f));                       \
  TP_NEXT;                                                                                             \
  do_Abs##T : r[in->d].f =                                                                             \
      r[in->a].f < 0 ? static_cast<type>(u{0} - static_cast<u>(r[in->a].f)) : r[in->a].f;              \
  TP_NEXT;                                                                                             \
  do_Div##T : if (r[in->b].f == 0) goto failed;                                                        \
  r[in->d].f = Div(r[in->a].f, r[in->b].f);                                                            \
  TP_NEXT;                                                                                             \
  do_Mod##T : if (r[in->b].f == 0) goto failed;                                                        \
  r[in->d].f = Mod(r[in->a].f, r[in->b].f);                                                            \
  TP_NEXT;                                                                                             \
  do_FloorDiv##T : if (r[in->b].f == 0) goto failed;                                                   \
  r[in->d].f = FloorDiv(r[in->a].f, r[in->b].f);                                                       \
  TP_NEXT;                                                                                             \
  do_FloorMod##T : if (r[in->b].f == 0) goto failed;                                                   \
  r[in->d].f = FloorMod(r[in->a].f, r[in->b].f);                                                       \
  TP_NEXT;                                                                                             \
  do_And##T : r[in->d].f = r[in->a].f & r[in->b].f;                                                    \
  TP_NEXT;                                                                                             \
  do_Or##T : r[in->d].f = r[in->a].f | r[in->b].f;                                                     \
  TP_NEXT;                                                                                             \
  do_Xor##T : r[in->d].f = r[in->a].f ^ r[in->b].f;                                                    \
  TP_NEXT;                                                                                             \
  TP_TESTS(T, f) TP_COMPARE_JUMPS(T, f)

  TP_GO;
  TP_FLOATS(F32, f32)
  TP_FLOATS(F64, f64)
  TP_INTS(I32, i32, int32_t, uint32_t)
  TP_INTS(I64, i64, int64_t, uint64_t)
do_Not:
  r[in->d].i32 = r[in->a].i32 == 0;
  TP_NEXT;
do_MoveF:
do_MoveI:
  r[in->d].i64 = r[in->a].i64;
  TP_NEXT;
do_SelectF:
do_SelectI:
  r[in->d].i64 = r[in->a].i32 != 0 ? r[in->b].i64 : r[in->c].i64;
  TP_NEXT;
do_I32ToI64:
  r[in->d].i64 = r[in->a].i32;
  TP_NEXT;
do_I64ToI32:
  r[in->d].i32 = static_cast<int32_t>(r[in->a].i64);
  TP_NEXT;
do_I32ToF32:
  r[in->d].f32 = static_cast<float>(r[in->a].i32);
  TP_NEXT;
do_I32ToF64:
  r[in->d].f64 = r[in->a].i32;
  TP_NEXT;
do_I64ToF32:
  r[in->d].f32 = static_cast<float>(r[in->a].i64);
  TP_NEXT;
do_I64ToF64:
  r[in->d].f64 = static_cast<double>(r[in->a].i64);
  TP_NEXT;
do_F32ToI32:
  r[in->d].i32 = _mm_cvttss_si32(_mm_set_ss(r[in->a].f32));
  TP_NEXT;
do_F32ToI64:
  r[in->d].i64 = _mm_cvttss_si64(_mm_set_ss(r[in->a].f32));
  TP_NEXT;
do_F64ToI32:
  r[in->d].i32 = _mm_cvttsd_si32(_mm_set_sd(r[in->a].f64));
  TP_NEXT;
do_F64ToI64:
  r[in->d].i64 = _mm_cvttsd_si64(_mm_set_sd(r[in->a].f64));
  TP_NEXT;
do_F32ToF64:
  r[in->d].f64 = r[in->a].f32;
  TP_NEXT;
do_F64ToF32:
  r[in->d].f32 = static_cast<float>(r[in->a].f64);
  TP_NEXT;
do_Call : {
  const ScalarCall& call = program.calls[in->b];
  const ScalarReg* args[3] = {};
  for (int i = 0; i < call.num_args; ++i) args[i] = &r[call.args[i]];
  if (!RunScalarCall(call, args, &r[in->d])) goto failed;
  TP_NEXT;
}
do_Jump:
jump:
  in = code + in->c;
  TP_GO;
do_JumpIf:
  if (r[in->a].i32 != 0) goto jump;
  TP_NEXT;
do_JumpIfNot:
  if (r[in->a].i32 == 0) goto jump;
  TP_NEXT;
do_LoopIf:
  if (r[in->a].i32 != 0) TP_BACK;
  TP_NEXT;
do_Label:
  TP_NEXT;
do_End:
  return {ScalarExit::kDone, 0, limit - turns + spent - left};
failed:
  return {ScalarExit::kFailed, static_cast<uint32_t>(in - code)};
check:
  if (interrupt != nullptr && interrupt->load(std::memory_order_relaxed))
    return {ScalarExit::kInterrupted, 0};
  if (turns >= 0 && (turns -= spent) <= 0) return {ScalarExit::kHot, static_cast<uint32_t>(in - code)};
  spent = left = turns >= 0 && turns < kTurnsBetweenChecks ? turns : kTurnsBetweenChecks;
  TP_GO;
}

}  // namespace tp
