#!/usr/bin/env python3
"""CPython's public names, one a line: `python3.11 python_names.py >testdata/python_names.txt`.

`builtins.NAME`, `TYPE.METHOD` for the built-in types, and `MODULE:NAME` for the modules that specs use."""
import collections
import datetime
import importlib
import re
import types

TYPES = (bool, bytearray, bytes, classmethod, complex, dict, float, frozenset, int, list, memoryview, object, property, range,
         set, slice, staticmethod, str, super, tuple, type, BaseException, ImportError, OSError, StopIteration, SystemExit,
         SyntaxError, UnicodeDecodeError)
GENERATOR = type(x for x in ())
MODULES = '''abc argparse array atexit base64 bisect calendar cmath collections collections.abc contextlib contextvars copy csv
dataclasses datetime decimal difflib enum errno fnmatch fractions functools gc glob gzip hashlib heapq html importlib
inspect io itertools json keyword logging math numbers numpy numpy.linalg numpy.random numpy.testing operator os
os.path pathlib pickle platform pprint queue random re secrets shlex shutil stat statistics string struct sys tempfile
textwrap threading time timeit traceback types typing unittest unittest.mock uuid warnings weakref zlib'''.split()


def public(value):
  return [name for name in sorted(dir(value)) if not name.startswith('_')]


def of_module(name):
  module = importlib.import_module(name)
  for n in sorted(set(getattr(module, '__all__', None) or public(module))):
    if not n.startswith('_') and not isinstance(getattr(module, n, None), types.ModuleType):
      yield n


def main():
  for name in public(__builtins__):
    print('builtins:' + name)
  for t in TYPES:
    for name in public(t):
      print('type %s:%s' % (t.__name__, name))
  for t in (GENERATOR, types.FunctionType, types.MethodType, re.Pattern, re.Match, collections.OrderedDict, collections.deque,
            collections.Counter, datetime.date, datetime.datetime, datetime.timedelta):
    for name in public(t):
      print('type %s.%s:%s' % (t.__module__, t.__name__, name))
  for module in MODULES:
    for name in of_module(module):
      print('module %s:%s' % (module, name))


main()
