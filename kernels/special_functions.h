// Special functions in double precision, by series, continued fractions and integrals that converge to the
// last digits. Where they are not defined they are NaN, as in Cephes, whose conventions TensorFlow's kernels
// follow.
#pragma once

namespace tp::special {

double Digamma(double x);
// The regularised incomplete gamma functions P and Q = 1 - P, and dP/da.
double Igamma(double a, double x);
double Igammac(double a, double x);
double IgammaGradA(double a, double x);
double RandomGammaGrad(double a, double x);  // of a number x that was drawn: where igamma(a, x) stays
// The regularised incomplete beta function.
double Betainc(double a, double b, double x);
// Hurwitz' zeta: the sum over n >= 0 of (q + n)^-x.
double Zeta(double x, double q);
double Polygamma(double n, double x);
// The inverse of the normal distribution function.
double Ndtri(double p);
// Bessel functions of order 0 and 1; I and K also times exp(-|x|), exp(x).
double BesselI0(double x);
double BesselI1(double x);
double BesselI0e(double x);
double BesselI1e(double x);
double BesselK0(double x);
double BesselK1(double x);
double BesselK0e(double x);
double BesselK1e(double x);
double BesselJ0(double x);
double BesselJ1(double x);
double BesselY0(double x);
double BesselY1(double x);
double Dawsn(double x);   // Dawson's integral
double Expint(double x);  // Ei, of positive x
double FresnelCos(double x);  // Fresnel's integrals, of cos(pi t² / 2) and sin(pi t² / 2)
double FresnelSin(double x);
double Spence(double x);  // the dilogarithm of 1 - x

}  // namespace tp::special
