"""Which of CPython's public names are there: prints docs/python.md (docs/ops_test.sh holds it against this)."""
import collections
import datetime
import importlib
import os
import re
import textwrap
import types


def here(kind, owner, name):
  try:
    if kind == 'builtins':
      return name in dir(importlib.import_module('builtins')) and not refused(name)
    value = TYPES[owner] if kind == 'type' else importlib.import_module(owner)
    code = getattr(getattr(value, name), '__code__', None)
    return getattr(code, 'co_name', '') != 'refused'  # what only says that it is not there
  except (AttributeError, NotImplementedError, ImportError):
    return False


def refused(name):
  return name in ('eval', 'exec', 'compile', 'input', 'memoryview', 'breakpoint', 'help', 'aiter', 'anext')


TYPES = {t.__name__: t for t in (bool, bytearray, bytes, classmethod, complex, dict, float, frozenset, int, list, object, property,
                                 range, set, slice, staticmethod, str, super, tuple, type, BaseException, ImportError, OSError,
                                 StopIteration, SystemExit, SyntaxError, UnicodeDecodeError)}
TYPES.update({'%s.%s' % (t.__module__, t.__name__): t
              for t in (type(x for x in ()), types.FunctionType, types.MethodType, re.Pattern, re.Match, collections.OrderedDict,
                        collections.deque, collections.Counter, datetime.date, datetime.datetime, datetime.timedelta)})


def module_is_there(name):
  try:
    importlib.import_module(name)
  except ImportError:
    return False
  return True


groups = {}
with open(os.path.join(os.path.dirname(__file__), 'python_names.txt')) as file:
  for line in file.read().splitlines():
    group, name = line.split(':')
    kind, _, owner = group.partition(' ')
    if kind != 'module' or module_is_there(owner):
      if kind != 'type' or owner in TYPES:
        groups.setdefault(group, []).append((name, here(kind, owner, name)))
    else:
      groups[group] = None

print('# Names of Python')
print()
print('Made by `sh docs/ops_test.sh --update`: the public names of CPython 3.11\'s built-in types and of the modules that specs')
print('use (and of NumPy 2), and which of them are here.')
absent = [group.partition(' ')[2] for group, members in groups.items() if members is None]
print()
print(textwrap.fill('Modules that are not here: %s, and all that have no heading below.' % ' '.join(absent), 120,
                    break_on_hyphens=False))
for group, members in groups.items():
  if members is None:
    continue
  missing = [name for name, there in members if not there]
  print()
  print('## %s: %d of %d' % (group, len(members) - len(missing), len(members)))
  if missing:
    print(textwrap.fill('Missing: %s.' % ' '.join(missing), 120, break_on_hyphens=False))
  else:
    print('All.')
