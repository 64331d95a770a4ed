// math.gamma and math.lgamma to CPython's last digit.
#pragma once

namespace tp {

// The gamma function and the logarithm of its absolute value; poles and overflow give infinities.
double GammaOf(double x);
double LogGammaOf(double x);

}  // namespace tp
