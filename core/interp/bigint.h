// Integers of any size. Those that fit int64 are inline Values; larger ones, and instances of subclasses of
// int (bool apart), are IntObjects that hold a GMP number. Arithmetic here takes any mix of them (bools too),
// tries int64 first and gives back the smallest form: two Values that are equal ints of type int have equal
// form.
#ifndef TP_CORE_INTERP_BIGINT_H_
#define TP_CORE_INTERP_BIGINT_H_

#include <gmp.h>

#include <string>
#include <string_view>

#include "core/interp/object.h"

namespace tp {

struct IntObject : Object {
  mpz_t number;
};

// Is it an int: inline, big, bool, or of a subclass?
inline bool IsAnyInt(const Value& v) {
  return v.is_int() || v.is_bool() || (v.is_object() && IsInstance(v, &IntType));
}
// Does it fit int64? Then *out is it. REQUIRES: IsAnyInt.
bool FitsInt64(const Value& v, int64_t* out);
// A plain int for any int: of subclasses, too. REQUIRES: IsAnyInt.
Value PlainInt(const Value& v);

// A GMP number that lives on the stack.
class BigInt {
 public:
  BigInt() { mpz_init(number_); }
  explicit BigInt(int64_t i) { mpz_init_set_si(number_, i); }
  explicit BigInt(const Value& v);  // REQUIRES: IsAnyInt
  BigInt(const BigInt&) = delete;
  BigInt& operator=(const BigInt&) = delete;
  ~BigInt() { mpz_clear(number_); }
  mpz_ptr get() { return number_; }
  mpz_srcptr get() const { return number_; }
  Value ToValue() const;

 private:
  mpz_t number_;
};
Value IntFromMpz(mpz_srcptr number);
// Throws where an integer of about so many bits passes a limit: before it is made.
void CheckIntBits(double bits);
Value IntFromUint64(uint64_t u);
// An instance of a subclass of int.
Value MakeIntOfType(TypeObject* type, const Value& v);

// a op b for ints, any operator: ZeroDivisionError and ValueError as Python's; int / int and int ** -int are
// floats. Operands that are no ints: NotImplemented.
Value IntBinary(ast::BinOp op, const Value& a, const Value& b);
// What it says of a division by zero; null: `op` is no division.
const char* ZeroDivisionText(ast::BinOp op);
Value IntNegate(const Value& v);
Value IntInvert(const Value& v);
Value IntAbs(const Value& v);
Value IntDivMod(const Value& a, const Value& b);  // a tuple
Value IntPowMod(const Value& a, const Value& b, const Value& mod);
int IntCompare(const Value& a, const Value& b);  // -1, 0, 1
int CompareIntFloat(const Value& i, double d);   // exactly; REQUIRES: d is no NaN
int64_t IntHash(const Value& v);
int IntSign(const Value& v);

double IntToDouble(const Value& v);  // rounded to even; OverflowError "int too large to convert to float"
Value IntFromDouble(double d);       // towards zero; OverflowError, ValueError for infinities and NaN

std::string IntText(const Value& v, int base = 10);  // ValueError beyond 4300 decimal digits
// format(v, spec); `type_name` is for messages.
std::string FormatInt(const Value& v, std::string_view spec, std::string_view type_name = "int");
// int(text, base) of text without white space around it; false if it is no such literal.
bool ParseInt(std::string_view text, int base, Value* out);

}  // namespace tp

#endif  // TP_CORE_INTERP_BIGINT_H_
