"""What the compiler warns of, where nothing is wrong yet."""
x = 3
if x is 3: print("a")
if x is not "s": print("b")
print("\d")
assert (x, 'm')
try:
    a = [1 (2, 3)]
except TypeError as e: print(e)
try:
    a = [(1, 2) (3, 4)]
except TypeError as e: print(e)
try:
    b = [1, 2]["a"]
except TypeError as e: print(e)
try:
    "abc"()
except TypeError as e: print(e)
() is ()
# ---
x = 3
y = x is 3 or x is 3
y = x is 3 is 4
while x is 3:
    break
try:
    pass
finally:
    assert (x, 1)
y = not x is 3
y = [x for x in (1, 2) if x is 3]
if x is -1: pass
if x is 1+2: pass
def f(a=x is 5):
    """doc"""
    return a is "s"
f = lambda: x is 7
y = x is ()
y = x is (1, y)
y = x is None or x is True or x is ...
y = (1
   is x)
try: 1.5[2]
except TypeError: pass
try: {1, 2}[2]
except TypeError: pass
try: f"{x}"["a"]
except TypeError: pass
try: None()
except TypeError: pass
class A:
    if x is b'z': pass
# ---
"""A hook of one's own for what nobody catches."""
import sys


def hook(kind, value, traceback):
    print("Traceback of my own:", kind.__name__, value, traceback.tb_lineno, file=sys.stderr)


print(sys.excepthook is sys.__excepthook__)
sys.excepthook = hook
raise ValueError("mine")
# ---
import sys


def hook(kind, value, traceback):
    raise KeyError(kind.__name__)


sys.excepthook = hook
{}["a"]
# ---
import sys


def hook(kind, value, traceback):
    print("first")
    sys.__excepthook__(kind, value, traceback)


sys.excepthook = hook
[].pop()
# ---
import sys

sys.excepthook = print
sys.exit(3)
