// Floats as objects and their arithmetic by Python's rules; ints are in bigint.h, numbers as text in
// number_text.h.
#ifndef TP_CORE_INTERP_NUMBER_H_
#define TP_CORE_INTERP_NUMBER_H_

#include <string_view>

#include "core/interp/bigint.h"

namespace tp {

// An instance of a subclass of float; floats themselves are inline.
struct FloatObject : Object {
  double value;
};
inline bool IsAnyFloat(const Value& v) {
  return v.is_float() || (v.is_object() && IsSubtype(v.object()->type, &FloatType));
}
inline double FloatOf(const Value& v) { return v.is_float() ? v.as_float() : v.as<FloatObject>()->value; }
Value MakeFloatOfType(TypeObject* type, double d);

// The divisor's sign, and ZeroDivisionError, as Python has them.
double FloatFloorDiv(double a, double b);
double FloatMod(double a, double b);
Value FloatPow(double a, double b);
// pow(a, b, mod) as the type `owner` of one of them does it: `owner.__pow__(a, b, mod)`, NotImplemented where
// it does not know what they are.
Value PowerWithModulus(TypeObject* owner, const Value& a, const Value& b, const Value& mod);

// Warns of what the running line does: DeprecationWarning.
void WarnDeprecated(const std::string& text);

// int(v); may give Value::Raised().
Value TryToInt(const Value& v);

// Without ASCII white space around it.
std::string_view StripSpace(std::string_view text);

}  // namespace tp

#endif  // TP_CORE_INTERP_NUMBER_H_
