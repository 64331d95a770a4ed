# Calls raw ops with random arguments (raw_ops.py runs it): MODE SEED TRIALS OP.... Beside it, signatures.json holds
# the ops' parameters.
#   hostile  tensors of any dtype and shape, sizes up to the largest, attributes out of range; prints only counts
#   staged   the same within a tf.function whose arguments have unknown shapes, so that the kernels see them
#   gentle   small arguments that ought to fit; prints each result, to be compared with TensorFlow's
import json
import random
import sys

import tensorflow as tf

mode, seed, trials, names = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
gentle = mode == 'gentle'
with open('signatures.json') as f:
  signatures = json.load(f)

HOSTILE = [0, 1, 2, 3, -1, -2, 5, 7, 100, 1 << 31, -(1 << 31), 1 << 62, -(1 << 63), (1 << 31) - 1, 1 << 40]
SMALL = [0, 1, 2, 1, 3, 0] if gentle else [0, 1, 2, 3, -1, 4]
DTYPES = [tf.float32] * 6 + [tf.int32] * 3 + [tf.int64] * 2 + [tf.string] * 2 + [tf.bool, tf.float64, tf.uint8, tf.complex64, tf.float16]
BY_NUMBER = {1: tf.float32, 2: tf.float64, 3: tf.int32, 4: tf.uint8, 7: tf.string, 9: tf.int64, 10: tf.bool}
FLOATS = [0., 1., -1., .5, 3., 2.5, 2.] if gentle else [0., 1., -1., .5, float('nan'), float('inf'), -float('inf'), 1e30, -1e-30, 3., 100., 2.5]
TEXTS = [b'', b'a', b'1', b'ab c', b'2.5'] if gentle else [b'', b'a', b'\xff\xfe', b'1', b'abc' * 5, b'(', b'%d', b'-0x1', b'\x89PNG\r\n\x1a\n']
ATTRS = {
    'int': [0, 1, 2, 3, -1] if gentle else [0, 1, 2, 3, -1, 8, 100, 5, 4, 1 << 40, -(1 << 40)],
    'bool': [True, False],
    'float': [0., 1., .5] if gentle else [0., 1., -1., .5, float('nan'), 1e30],
    'string': ['SAME', 'VALID', 'NHWC', 'NCHW', '', 'REFLECT', 'SYMMETRIC', 'EXPLICIT', 'bilinear', 'nearest', 'a', 'MIN_COMBINED', 'LINEAR', 'UTF-8'],
    'type': DTYPES,
    'shape': [[], [1], [2, 3], [None], None, [2, None], [-1]] + ([] if gentle else [[1 << 40, 1 << 40]]),
    'list(int)': [[1, 1, 1, 1], [1, 2, 2, 1], [], [1], [0, 1], [-1], [1, 1, 1, 1, 1], [0, 0, 1, 1]] + ([] if gentle else [[1 << 40]]),
    'list(type)': [[tf.float32], [tf.int32, tf.int32], [], [tf.string, tf.float32]],
    'list(float)': [[], [1.], [1., 1.6, 1.4]],
    'list(string)': [[], ['a']],
    'list(shape)': [[], [[1]], [[2], [3]]],
    'list(bool)': [[True]],
    'tensor': [1],
    'func': [1],
}


def shape():
  sizes = [1, 2, 3, 2] if gentle else [0, 1, 2, 3, 2, 1, 4]
  return [random.choice(sizes) for _ in range(random.choice([0, 1, 1, 1, 2, 2, 3, 4] if gentle else [0, 0, 1, 1, 1, 2, 2, 3, 4, 5]))]


def tensor(dtype, dims):
  n = 1
  for d in dims:
    n *= d
  if dtype == tf.string:
    values = [random.choice(TEXTS) for _ in range(n)]
  elif dtype == tf.bool:
    values = [random.random() < .5 for _ in range(n)]
  elif dtype.is_floating or dtype.is_complex:
    values = [random.choice(FLOATS) for _ in range(n)]
  else:
    pool = HOSTILE if not gentle and random.random() < .35 else SMALL
    bits = {tf.int32: 31, tf.int64: 63}.get(dtype, 7)
    low = 0 if dtype == tf.uint8 else -(1 << bits)
    values = [max(low, min(random.choice(pool), (1 << bits) - 1)) for _ in range(n)]
  return tf.reshape(tf.constant(values, dtype), dims)


def arguments(signature, good):
  found = {}
  dtype, same = random.choice(DTYPES), shape() if random.random() < (.6 if gentle else .4) else None
  for name, has_default, is_input, is_list, number, kind in signature:
    if is_input:
      d = BY_NUMBER.get(number)
      if d is None:
        d = random.choice(good[name]) if name in good and random.random() < .7 else dtype if random.random() < .8 else random.choice(DTYPES)
      if is_list:
        found[name] = [tensor(d, same if same is not None else shape()) for _ in range(random.choice([0, 1, 2, 2, 3]))]
      else:
        found[name] = tensor(d, same if same is not None and random.random() < .7 else shape())
    elif not has_default or random.random() < .5:
      found[name] = random.choice(ATTRS.get(kind, [None]))
      if kind == 'type' and random.random() < .6:
        found[name] = dtype
  return found


def call(op, given):
  f = getattr(tf.raw_ops, op)
  if mode != 'staged':
    return f(**given)
  flat, specs = [], []
  for v in given.values():
    for t in v if isinstance(v, list) else [v]:
      if tf.is_tensor(t):
        flat.append(t)
        specs.append(tf.TensorSpec(None, t.dtype))

  def staged(*args):
    args = list(args)
    inner = {}
    for k, v in given.items():
      if isinstance(v, list) and v and tf.is_tensor(v[0]):
        inner[k] = [args.pop(0) for _ in v]
      else:
        inner[k] = args.pop(0) if tf.is_tensor(v) else v
    return f(**inner)

  return tf.function(staged, input_signature=specs, autograph=False)(*flat)


def text(result):
  if tf.is_tensor(result):
    if result.dtype in (tf.variant, tf.resource):
      return result.dtype.name
    return '%s %s %s' % (result.dtype.name, result.shape, result.numpy().tolist())
  if isinstance(result, (list, tuple)):
    return '[%s]' % ', '.join(text(r) for r in result)
  return str(result)


for op in names:
  if not hasattr(tf.raw_ops, op):
    print(op, 'absent')
    continue
  good, counts = {}, {}
  random.seed(seed)
  for trial in range(trials):
    if gentle:
      random.seed(seed * 1000003 + trial)
    given = arguments(signatures[op], good)
    if mode == 'verbose':
      print('CALL', op, given, file=sys.stderr, flush=True)
    try:
      result = call(op, given)
      shown = text(result) if gentle else None
      kind = 'ok'
    except Exception as e:
      shown, kind = None, type(e).__name__
    if gentle:
      print(op, trial, kind if shown is None else shown)
    elif kind not in ('TypeError', 'ValueError'):
      for k, v in given.items():
        if tf.is_tensor(v):
          good.setdefault(k, []).append(v.dtype)
    counts[kind] = counts.get(kind, 0) + 1
  print(op, counts, flush=True)
