"""Which of TensorFlow's public names are there: prints docs/ops.md (docs/ops_test.sh holds it against this)."""
import os
import textwrap

import tensorflow as tf


def is_there(name):
  value = tf
  try:
    for part in name.split('.')[1:]:
      value = getattr(value, part)
  except (AttributeError, NotImplementedError, ImportError):
    return False
  # A name that only says that it is not there.
  return not getattr(value, '__not_implemented__', False)


def family(name):
  parts = name.split('.')
  if len(parts) == 2:
    return 'tf'
  return '.'.join(parts[:3] if parts[1] in ('keras', 'data') and len(parts) > 3 else parts[:2])


def print_names(label, names):
  print(textwrap.fill('%s: %s.' % (label, ' '.join(names) or 'none'), 120, break_on_hyphens=False))


with open(os.path.join(os.path.dirname(__file__), 'api_names.txt')) as file:
  names = file.read().split()
families = {}
for name in names:
  families.setdefault(family(name), []).append((name, is_there(name)))
count = sum(there for members in families.values() for _, there in members)

print('# Names of the `tf` module')
print()
print('Made by `sh docs/ops_test.sh --update`.')
print('TensorFlow 2.21 has %d public names outside of `tf.compat`, `tf.distribute`, `tf.dtensor`, `tf.feature_column`,' % len(names))
print('`tf.lite`, `tf.mlir`, `tf.raw_ops`, `tf.tpu` and `tf.xla`; %d of them are here. A spec that asks for another one is told' % count)
print('its name, its line, and that it is not there.')
for name in sorted(families):
  members = families[name]
  missing = [n for n, there in members if not there]
  print()
  print('## %s: %d of %d' % (name, len(members) - len(missing), len(members)))
  print_names('There', [n[len(name) + 1:] for n, there in members if there])
  if missing:
    print()
    print_names('Missing', [n[len(name) + 1:] for n in missing])
