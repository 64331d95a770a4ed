from decimal import *
from fractions import Fraction
import math
def t(*fs):
  for f in fs:
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
D = Decimal
t(lambda: D('1.1') + D('2.2'), lambda: D(1) / 3, lambda: D('0.1') * 3, lambda: D(0.1), lambda: D('1e10'), lambda: D('1E-10'), lambda: D('-0'), lambda: D('Infinity'), lambda: D('nan'), lambda: D('123.4500').normalize(), lambda: D('100').normalize())
t(lambda: D('2.675').quantize(D('0.01')), lambda: D('2.665').quantize(D('.01'), rounding=ROUND_HALF_UP), lambda: D('7.325').quantize(D('.01'), ROUND_DOWN), lambda: D('7.325').quantize(D('1.'), ROUND_UP), lambda: D('-7.5').to_integral_value(ROUND_CEILING))
t(lambda: D(2).sqrt(), lambda: D(4).sqrt(), lambda: D('0.25').sqrt(), lambda: D(1).exp(), lambda: D('2.5').exp(), lambda: D(-10).exp(), lambda: D(10).ln(), lambda: D('0.5').ln(), lambda: D(2).log10(), lambda: D(1000).log10(), lambda: D('1.0000001').ln())
t(lambda: D(2) ** 10, lambda: D(2) ** -1, lambda: D(2) ** D('0.5'), lambda: D(4) ** D('0.5'), lambda: D('1.05') ** 100, lambda: D(-8) ** 3, lambda: D(-8) ** D('0.5'), lambda: D(0) ** 0)
t(lambda: D(7) // 2, lambda: D(-7) // 2, lambda: D(-7) % 3, lambda: divmod(D('7.5'), 2), lambda: D(1) / 0, lambda: D(0) / 0, lambda: D('x'), lambda: D(5) % 0)
t(lambda: D('1.5') == 1.5, lambda: D('0.1') == 0.1, lambda: D(3) > 2.5, lambda: hash(D('1.5')) == hash(1.5), lambda: hash(D(7)) == hash(7), lambda: int(D('-3.7')), lambda: float(D('0.1')), lambda: round(D('2.5')), lambda: round(D('2.345'), 2), lambda: math.floor(D('-2.5')), lambda: math.ceil(D('2.1')), lambda: abs(D('-3.20')), lambda: -D('3'), lambda: max(D(1), D(2)), lambda: sum([D('0.1')] * 10), lambda: sorted([D(3), D(1), 2]))
t(lambda: D('3.14').as_tuple(), lambda: D((1, (3, 1, 4), -2)), lambda: D('3.14').as_integer_ratio(), lambda: D('1E+3').to_eng_string(), lambda: D('123456').adjusted(), lambda: D('1E5'), lambda: D('1E5') + 0, lambda: str(D('0.0000001')), lambda: D('12').compare(D(3)), lambda: D('1.20').same_quantum(D('0.01')), lambda: D('1.1').is_signed(), lambda: D('sNaN').is_snan(), lambda: D('1').number_class())
for s in ('', '.2f', '10.3f', '<10', '^12.1e', ',', ',.2f', '+.3g', '08.2f', '.0%', 'e', '.3E', 'g', '010,.1f', '>+8'):
  print(repr(format(D('1234.5678'), s)), repr(format(D('-0.000012'), s)), repr(format(D('0'), s)), repr(format(D('1E+5'), s)))
with localcontext() as c:
  c.prec = 5
  print(D(1) / 3, D('1.23456789') + 0, D(2).sqrt())
with localcontext(prec=40, rounding=ROUND_UP): print(D(1) / 7)
print(getcontext())
c = Context(prec=3, traps=[]); print(c.divide(D(1), D(0)), c.create_decimal('3.14159'), c.flags[DivisionByZero], c.sqrt(D(2)))
getcontext().prec = 50; print(D(2).sqrt(), D(1).exp(), D(3).ln(), D('1e-5') ** D('1.5')); getcontext().prec = 28
F = Fraction
t(lambda: F(3, 6), lambda: F('3/7'), lambda: F('-1.25'), lambda: F('1e-3'), lambda: F(0.5), lambda: F(D('1.1')), lambda: F(1, 3) + F(1, 6), lambda: F(1, 3) * 3, lambda: F(1, 3) + 0.5, lambda: 1 - F(1, 3), lambda: F(7, 2) // 2, lambda: F(-7, 2) % 2, lambda: divmod(F(7, 2), F(1, 2)), lambda: F(2, 3) ** 2, lambda: F(2, 3) ** -2, lambda: F(4, 9) ** 0.5, lambda: 2 ** F(1, 2), lambda: F(1, 0), lambda: F('x'), lambda: F(1.5, 2), lambda: F(math.pi).limit_denominator(100), lambda: float(F(1, 3)), lambda: int(F(-7, 2)), lambda: round(F(7, 2)), lambda: round(F(22, 7), 2), lambda: math.floor(F(-1, 2)), lambda: math.ceil(F(1, 2)), lambda: hash(F(1, 2)) == hash(0.5), lambda: F(1, 2) == 0.5, lambda: F(1, 2) < F(2, 3), lambda: F(1, 2) > 0.25, lambda: str(F(4, 2)), lambda: F(1, 2).as_integer_ratio(), lambda: abs(F(-1, 2)), lambda: sum([F(1, 3)] * 3), lambda: F(True, 2), lambda: F(1, 2) + 1j, lambda: F(1, 2) / 0, lambda: bool(F(0)))
