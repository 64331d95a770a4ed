# What random programs found (testdata/tools/differential.py).
class C:
    def __init__(self, v=1): self.v = v
    @property
    def p(self): return 1
    def __iter__(self): return None
def inner():
    class D:
        @property
        def p(self): return 1
    return D()
for f in (lambda: setattr(C(), "p", 1), lambda: setattr(inner(), "p", 1), lambda: delattr(inner(), "p"), lambda: 1 in C(), lambda: list(C())):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
class S(str): pass
class I(int): pass
for v, spec in ((S("a"), "x"), (I(1), "s"), ("a", "d")):
    try:
        print(f"{v:{spec}}")
    except ValueError as e:
        print(e)
class Slots:
    __slots__ = ("v",)
for f in (lambda: vars(Slots()), lambda: Slots().__dict__):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
print({13, -2**63, 20, 12345678901234567890}, {3, 2**64, 2**63 - 1}, {-14, -7, 2**63 - 1, 2}, {-2**63, 19, 3.14159}, {(1, -2), "a" "b", 1 + 2} == {3, (1, -2), "ab"})
# ---
# The nearest name: functions of builtins before types.
it.send(3)
# ---
# Carets below wide characters.
def f(): return [1].count(["日本", "é"], 2) + "é"
f()
# ---
x = {}
y = 1; "日本" + 1
# ---
x = {}
y = 1; x["日本"]
# ---
class L:
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
    def __iter__(self): return iter("ab")
for f in (lambda: list(L(-9)), lambda: tuple(L("x")), lambda: [*L(1)], lambda: sorted([1, 2], reverse={}), lambda: [].sort(reverse="a"), lambda: sorted([1, 2], reverse=2), lambda: int.from_bytes(True, "big"), lambda: int.from_bytes([1, 2], "big")):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
print((0, -5, 2 ** 64) is None)
# ---
def say(x):
    print("say", x)
    return x
for f in (lambda: {say(1): 2, (say({}),): say(3), say(4): 5}, lambda: {say(1), (say([]),), say(2)}, lambda: {**{1: 2}, say((1, [])): say(2)}):
    try:
        print(f())
    except TypeError as e:
        print(e)
for base in (int, bytes, tuple):
    try:
        print(type("S", (base,), {"__slots__": ("v",)}))
    except TypeError as e:
        print(e)
class Empty(int): __slots__ = ()
print(Empty(3))
print({}.pop([], 1))
try:
    {}.pop([])
except KeyError as e:
    print(repr(e))
for args in ((2, 3, ()), (2, 3, 5.0), (2.0, 3, 5), ("a", 2, 3), (2, "a", 3), (2.0, "a", 3), (2, 3, None), (2, 3, 5)):
    try:
        print(pow(*args))
    except TypeError as e:
        print(e)
print(-2 ** 63 is None)
