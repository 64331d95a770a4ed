#!/usr/bin/env python3
"""What TensorFlow's public functions say that they are: `PYTHON_WITH_TENSORFLOW function_names.py >core/lib/function_names.txt`.

A line for each of testdata/api_names.txt that is a function, sorted: its public name, `__qualname__` and `__module__`."""
import pathlib
import types

import tensorflow as tf

lines = []
for name in (pathlib.Path(__file__).parent.parent / 'api_names.txt').read_text().split():
  value = tf
  try:
    for part in name.split('.')[1:]:
      value = getattr(value, part)
  except AttributeError:
    continue
  if isinstance(value, types.FunctionType):
    lines.append(f'{name} {value.__qualname__} {value.__module__}')
print('\n'.join(sorted(lines)))
