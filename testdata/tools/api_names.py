#!/usr/bin/env python3
"""TensorFlow's public names, one a line: `PYTHON_WITH_TENSORFLOW api_names.py >testdata/api_names.txt`.

Without what belongs to other machines or other programs: tf.compat, tf.distribute, tf.dtensor, tf.estimator,
tf.feature_column, tf.lite, tf.mlir, tf.raw_ops, tf.tpu, tf.xla, tf.experimental.dtensor and tf.experimental.tensorrt."""
import types

import tensorflow as tf

SKIPPED = ('compat', 'distribute', 'dtensor', 'estimator', 'feature_column', 'lite', 'mlir', 'raw_ops', 'tensorrt', 'tpu', 'xla')


def names_of(module, prefix, depth=0):
  for name in sorted(dir(module)):
    if name.startswith('_') or (prefix in ('tf', 'tf.experimental') and name in SKIPPED):
      continue
    try:
      value = getattr(module, name)
    except Exception:
      continue
    if isinstance(value, types.ModuleType):
      if depth < 4 and ('._api.v2' in value.__name__ or value.__name__.startswith(
          ('tensorflow.experimental', 'keras.api', 'keras._tf_keras'))):
        yield from names_of(value, f'{prefix}.{name}', depth + 1)
    else:
      yield f'{prefix}.{name}'


print('\n'.join(sorted(set(names_of(tf, 'tf')))))
