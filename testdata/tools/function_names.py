#!/usr/bin/env python3
"""What TensorFlow's public functions say that they are: `PYTHON_WITH_TENSORFLOW function_names.py >core/lib/function_names.txt`.

A line for each of testdata/api_names.txt that is a function, sorted: its public name, `__qualname__` and `__module__`, and
whether errors about its arguments are its own, which show its name (`own`), or those of the dispatch in front of it
(`dispatched`)."""
import inspect
import pathlib
import types

import tensorflow as tf


def kind(function):
  """Asked by a keyword that no function has."""
  try:
    if any(p.kind is p.VAR_KEYWORD for p in inspect.signature(function).parameters.values()):
      return 'own'
    function(no_such_keyword=1)
  except TypeError as e:
    if str(e).startswith(('Missing required positional argument', 'Got an unexpected keyword argument')):
      return 'dispatched'
  except Exception:
    pass
  return 'own'


lines = []
for name in (pathlib.Path(__file__).parent.parent / 'api_names.txt').read_text().split():
  value = tf
  try:
    for part in name.split('.')[1:]:
      value = getattr(value, part)
  except AttributeError:
    continue
  if isinstance(value, types.FunctionType):
    lines.append(f'{name} {value.__qualname__} {value.__module__} {kind(value)}')
print('\n'.join(sorted(lines)))
