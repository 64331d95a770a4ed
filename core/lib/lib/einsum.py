"""tf.einsum (ops/special_math_ops.py): checks of the equation, and products of more than two operands, which are taken
two at a time in the order that opt_einsum (arXiv:1807.09241) would choose. An ellipsis is the label '0' here."""
import re

import tensorflow as tf
from tensorflow_lib.base import convert, op_scope, is_tensor

raw = tf.raw_ops


#: tf.einsum tf.linalg.einsum
def einsum(equation, *inputs, **kwargs):
  name = kwargs.pop('name', None)
  optimize = kwargs.pop('optimize', 'greedy')
  if kwargs:
    raise TypeError('Invalid keyword arguments for einsum: %s. Valid arguments: name, optimize, greedy.' %
                    ', '.join(kwargs))
  for x in inputs:
    x.shape  # a list has none, which is TensorFlow's error for it
  with op_scope(name, 'einsum'):
    first = next((x.dtype for x in inputs if is_tensor(x)), None)
    inputs = [convert(x, hint=first) for x in inputs]
    labels, output = _parse(equation, len(inputs))
    if len(inputs) <= 2:
      return raw.Einsum(inputs, _joined(labels, output))
    sizes = _sizes(labels, [x.shape for x in inputs], equation)
    for positions, parts, result in _steps(labels, output, sizes, optimize):
      operands = [inputs.pop(i) for i in positions]
      inputs.append(raw.Einsum(operands, _joined(parts, result)))
    return inputs[0]


def _joined(labels, output):
  return (','.join(labels) + '->' + output).replace('0', '...')


def _parse(equation, count):
  """The labels of each input and of the output."""
  text = equation.replace(' ', '')
  dots = '...' in equation
  if dots:
    if '0' in text:
      raise ValueError('Invalid character "0" in equation: %s.' % equation)
    text = text.replace('...', '0')
  allowed = 'a-zA-Z0' if dots else 'a-zA-Z'
  match = re.match('^([%s,]*)(->[%s]*)?$' % (allowed, allowed), text)
  if not match:
    raise ValueError('Subscripts have incorrect format: ' + text)
  left = match.group(1)
  labels = left.split(',')
  if count != len(labels):
    raise ValueError('Got %d inputs for equation "%s", expecting %d' % (count, equation, len(labels)))
  if match.group(2):
    output = match.group(2)[2:]
  else:
    output = ''.join(x for x in sorted(set(left)) if x != ',' and left.count(x) == 1)
  if len(set(output)) != len(output):
    raise ValueError('Output subscripts contain a label appearing more than once: ' + equation)
  for label in output:
    if label != '0' and label not in left:
      raise ValueError('Output subscripts contain the label %s not present in the input subscripts.' % label)
  return labels, output


def _sizes(labels, shapes, equation):
  """What each label is taken to be as large as: unknown dims count as 1, an ellipsis as the product of its dims."""
  sizes = {}
  for i, (own, shape) in enumerate(zip(labels, shapes)):
    if shape.rank is None or (shape.rank == 0 and not own):
      continue
    dims = shape.as_list()
    start = own.find('0')
    if start >= 0:
      if own.count('0') > 1:
        raise ValueError('Too many ellipses in input label %s.' % own.replace('0', '...'))
      if len(own) > len(dims) + 1:
        raise ValueError('Too many named labels in %dth subscript string of equation %s for input shape %s ' %
                         (i, equation, dims))
      end = start + len(dims) + 1 - len(own)
      product = 1
      for dim in dims[start:end]:
        product *= dim or 1
      dims[start:end] = [product]
    elif len(own) != len(dims):
      raise ValueError('Number of named labels in input #%d of equation %s must be equal to the number of dimensions in '
                       'shape %s' % (i, equation, dims))
    for label, dim in zip(own, dims):
      sizes[label] = max(sizes.get(label, 1), dim or 1)
  return sizes


def _steps(labels, output, sizes, optimize):
  """(positions of the operands, their labels, the labels of the result) for each product."""
  sets = [frozenset(x) for x in labels]
  if optimize == 'greedy':
    path = _linear(_greedy(sets, frozenset(output), sizes))
  elif optimize == 'optimal' or (optimize in (True, 'auto') and len(labels) <= 4):
    path = _linear(_optimal(sets, frozenset(output), sizes))
  elif isinstance(optimize, (list, tuple)):
    path = [tuple(x) for x in optimize if x != 'einsum_path']
  else:
    raise NotImplementedError('tf.einsum with optimize=%r for %d operands' % (optimize, len(labels)))
  labels = list(labels)
  steps = []
  for number, pair in enumerate(path):
    positions = sorted(pair, reverse=True)
    parts = [labels.pop(i) for i in positions]
    result = output
    if number + 1 < len(path):
      needed = set(output).union(*labels)
      everything = ''.join(parts)
      result = ''.join(sorted(set(everything) & needed, key=everything.find))
    labels.append(result)
    steps.append((positions, parts, result))
  return steps


def _size(labels, sizes):
  size = 1
  for label in labels:
    size *= sizes.get(label, 1)
  return size


def _linear(path):
  """Pairs of numbers that are given once (operands first, results after them) as positions in the shrinking list."""
  ids = list(range(len(path) + 1))
  following = len(ids)
  positions = []
  for pair in path:
    at = sorted(ids.index(i) for i in pair)
    for i in reversed(at):
      ids.pop(i)
    ids.append(following)
    following += 1
    positions.append(tuple(at))
  return positions


def _greedy(sets, output, sizes):
  """Operands with equal labels first; then always the pair whose product is the smallest, measured against its
  operands; then outer products, the smallest ones first."""
  common = sets[0]
  for s in sets[1:]:
    common = common & s
  output = output | common
  path = []
  following = len(sets)
  remaining = {}  # labels: number
  for number, key in enumerate(sets):
    if key in remaining:
      path.append((remaining[key], number))
      remaining[key] = following
      following += 1
    else:
      remaining[key] = number

  def users(label):
    return [key for key in remaining if label in key]

  # In how many operands a label is; labels of the output are never contracted.
  def counted(at_least):
    inner = set().union(*remaining) - output
    return frozenset(label for label in inner if len(users(label)) >= at_least)

  often = {2: counted(2), 3: counted(3)}

  def candidate(k1, k2):
    either, two = k1 | k2, k1 & k2
    k12 = (either & output) | (two & often[3]) | ((either - two) & often[2])
    cost = _size(k12, sizes) - _size(k1, sizes) - _size(k2, sizes)
    if remaining[k1] > remaining[k2]:
      k1, k2 = k2, k1
    return (cost, remaining[k2], remaining[k1]), k1, k2, k12

  queue = []

  def push(k1, others):
    queue.append(min([candidate(k1, k2) for k2 in others], key=lambda c: c[0]))

  for label in sorted(set().union(*sets) - output):
    keys = sorted(users(label), key=lambda key: remaining[key])
    for i, key in enumerate(keys[:-1]):
      push(key, keys[i + 1:])
  while queue:
    best = min(queue, key=lambda c: c[0])
    queue.remove(best)
    _, k1, k2, k12 = best
    if k1 not in remaining or k2 not in remaining:
      continue
    path.append((remaining.pop(k1), remaining.pop(k2)))
    if k12 in remaining:
      path.append((remaining[k12], following))
      following += 1
    remaining[k12] = following
    following += 1
    often = {2: counted(2), 3: counted(3)}
    others = [key for key in remaining if key != k12 and (key & k12) - output]
    if others:
      push(k12, others)
  final = sorted((_size(key & output, sizes), number, key) for key, number in remaining.items())
  _, id1, k1 = final.pop(0)
  while final:
    _, id2, k2 = final.pop(0)
    path.append((min(id1, id2), max(id1, id2)))
    k12 = (k1 | k2) & output
    final = sorted(final + [(_size(k12, sizes), following, k12)], key=lambda f: f[:2])
    following += 1
    _, id1, k1 = final.pop(0)
  return path


def _optimal(sets, output, sizes):
  """The order with the fewest operations, found by trying all. As in opt_einsum, what a pair gives is kept for all
  orders, though it depends on what else is left."""
  best = [None, None]
  known = {}

  def search(path, operands, remaining, cost):
    if len(remaining) == 1:
      best[:] = [cost, path]
      return
    for at, i in enumerate(remaining):
      for j in remaining[at + 1:]:
        rest = [k for k in remaining if k not in (i, j)]
        pair = operands[i], operands[j]
        if pair not in known:
          either = pair[0] | pair[1]
          k12 = either & output.union(*[operands[k] for k in rest])
          known[pair] = k12, _size(either, sizes) * (2 if (pair[0] & pair[1]) - k12 else 1)
        k12, operations = known[pair]
        total = cost + operations
        if best[0] is None or total < best[0]:
          search(path + [(i, j)], operands + [k12], sorted(rest + [len(operands)]), total)

  search([], list(sets), list(range(len(sets))), 0)
  return best[1]
