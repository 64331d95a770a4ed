import functools
import math
import sys

WAYS = {
    'replace': lambda: 'ab'.replace('a', 'x' * 10**8) * 100,
    'replaced': lambda: ('a' * 10**6).replace('', 'x' * 10**6),
    'ljust': lambda: 'a'.ljust(10**10),
    'center': lambda: 'a'.center(10**9, 'é'),
    'zfill': lambda: '1'.zfill(10**9),
    'width': lambda: f'{1:1000000000}',
    'percent': lambda: '%1000000000d' % 1,
    'precision': lambda: '%.1000000000d' % 1,
    'join': lambda: ''.join(['a' * 10**6] * 1000),
    'pow': lambda: (5).__pow__(10**9),
    'tower': lambda: 10**10**8,
    'shift': lambda: 1 << 10**9,
    'product': lambda: functools.reduce(lambda a, b: a * b, [1 << 10**7] * 10),
    'comb': lambda: math.comb(10**9, 10**8),
    'perm': lambda: math.perm(10**9, 10**8),
    'factorial': lambda: math.factorial(10**7),
    'doubled': lambda: functools.reduce(lambda a, b: a + a, range(40), [1]),
    'tuple': lambda: (0,) * 10**9,
    'dict': lambda: {i: i for i in range(3 * 10**6)},
    'set': lambda: set(range(3 * 10**6)),
    'message': lambda: exec_('\x1b]0;evil\x07' + 'é' * 10000),
    'recursion': lambda: even(10**9),
}


def exec_(text):
  raise ValueError(text)


def even(n):
  return odd(n - 1)


def odd(n):
  return even(n - 1)


WAYS[sys.argv[1]]()
