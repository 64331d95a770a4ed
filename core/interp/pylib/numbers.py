"""The tower of numeric abstract base classes."""
from _abc import ABCMeta


class Number(metaclass=ABCMeta):
    __slots__ = ()
    __hash__ = None


class Complex(Number):
    __slots__ = ()


class Real(Complex):
    __slots__ = ()


class Rational(Real):
    __slots__ = ()


class Integral(Rational):
    __slots__ = ()


Complex.register(complex)
Real.register(float)
Integral.register(int)

# NumPy's scalars are numbers, too.
import numpy as _numpy

Number.register(_numpy.number)
Complex.register(_numpy.inexact)
Real.register(_numpy.floating)
Integral.register(_numpy.integer)
