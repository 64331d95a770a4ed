"""tf.debugging: checks of values, ranks, dtypes and shapes (ops/check_ops.py, ops/numerics.py)."""
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, op_scope, with_dependencies

raw = tf.raw_ops


def _pretty(item, summarize):
  if isinstance(item, tf.Tensor):
    array = item.numpy()
    if not item.shape.rank:
      return str(array)
    flat = array.reshape((-1,))
    items = [str(x) for x in flat[:summarize]]
    if len(items) < flat.size:
      items.append('...')
    return str(items)
  return str(item)


def _message_data(sym, x, y, summarize, test):
  data = ['Condition x %s y did not hold.' % sym]
  if summarize > 0:
    if x.shape == y.shape and x.shape.as_list():
      mask = tf.logical_not(test)
      indices = tf.where(mask).numpy()
      xs, ys = tf.boolean_mask(x, mask), tf.boolean_mask(y, mask)
      count = min(summarize, indices.shape[0])
      data.append('Indices of first %d different values:' % count)
      data.append(indices[:count])
      data.append('Corresponding x values:')
      data.append(xs.numpy().reshape((-1,))[:count])
      data.append('Corresponding y values:')
      data.append(ys.numpy().reshape((-1,))[:count])
    x_flat = tf.reshape(x, [-1]).numpy()
    y_flat = tf.reshape(y, [-1]).numpy()
    x_count, y_count = min(x_flat.size, summarize), min(y_flat.size, summarize)
    data.append('First %d elements of x:' % x_count)
    data.append(x_flat[:x_count])
    data.append('First %d elements of y:' % y_count)
    data.append(y_flat[:y_count])
  return data


def _static_text(x):
  if not isinstance(x, tf.Tensor):
    return str(x)
  value = constant_value(x)
  return str(value) if value is not None else str(x)


def _binary(sym, opname, op, x, y, data, summarize, message, name):
  with op_scope(name, opname):
    x = convert(x, name='x')
    y = convert(y, name='y')
    if tf.executing_eagerly():
      test = op(x, y)
      if tf.reduce_all(test):
        return None
      summarize = 3 if summarize is None else 10 ** 9 if summarize < 0 else summarize
      if data is None:
        data = _message_data(sym, x, y, summarize, test)
      if message is not None:
        data = [message] + list(data)
      raise tf.errors.InvalidArgumentError(None, None, '\n'.join(_pretty(d, summarize) for d in data))
    if data is None:
      data = ['Condition x %s y did not hold element-wise:' % sym, 'x (%s) = ' % x.name, x, 'y (%s) = ' % y.name, y]
    if message is not None:
      data = [message] + list(data)
    condition = tf.reduce_all(op(x, y))
    x_static, y_static = constant_value(x), constant_value(y)
    if x_static is not None and y_static is not None:
      with tf.init_scope():
        holds = bool(tf.reduce_all(op(tf.constant(x_static), tf.constant(y_static))))
      if not holds:
        raise tf.errors.InvalidArgumentError(None, None, '\n'.join(_static_text(d) for d in data))
    return tf.debugging.Assert(condition, data, summarize=summarize)


#: tf.debugging.assert_equal tf.assert_equal
def assert_equal(x, y, message=None, summarize=None, name=None):
  return assert_equal_or_say(x, y, None, summarize, message, name)


def assert_equal_or_say(x, y, data, summarize=None, message=None, name=None):
  """assert_equal that prints `data` where they differ."""
  # TensorFlow opens the scope once for this test: the comparison is then `assert_equal_1`.
  with op_scope(name, 'assert_equal'):
    if x is y:
      return None if tf.executing_eagerly() else raw.NoOp()
  return _binary('==', 'assert_equal', tf.equal, x, y, data, summarize, message, name)


#: tf.debugging.assert_none_equal
def assert_none_equal(x, y, summarize=None, message=None, name=None):
  return _binary('!=', 'assert_none_equal', tf.not_equal, x, y, None, summarize, message, name)


#: tf.debugging.assert_less tf.assert_less
def assert_less(x, y, message=None, summarize=None, name=None):
  return _binary('<', 'assert_less', tf.less, x, y, None, summarize, message, name)


#: tf.debugging.assert_less_equal
def assert_less_equal(x, y, message=None, summarize=None, name=None):
  return _binary('<=', 'assert_less_equal', tf.less_equal, x, y, None, summarize, message, name)


#: tf.debugging.assert_greater tf.assert_greater
def assert_greater(x, y, message=None, summarize=None, name=None):
  return _binary('>', 'assert_greater', tf.greater, x, y, None, summarize, message, name)


#: tf.debugging.assert_greater_equal
def assert_greater_equal(x, y, message=None, summarize=None, name=None):
  return _binary('>=', 'assert_greater_equal', tf.greater_equal, x, y, None, summarize, message, name)


def _prefix(message):
  return message + '.  ' if message else ''


def _sign(opname, text, op, op_name, sym, x, message, summarize, name, zero_first, gap=True, data=None):
  with op_scope(name, opname):
    x = convert(x, name='x')
    label = 'shape=%s dtype=%s' % (x.shape, x.dtype.name) if tf.executing_eagerly() else x.name
    if data is None:
      data = [_prefix(message), 'Condition x %s 0 did not hold element-wise:' % text, 'x (%s) = ' % label, x]
    if not gap:
      data[1:3] = [data[1] + data[2]]
    zero = convert(0, dtype=x.dtype)
    a, b = (zero, x) if zero_first else (x, zero)
    return _binary(sym, op_name, op, a, b, data, summarize, None, None)


#: tf.debugging.assert_positive
def assert_positive(x, message=None, summarize=None, name=None):
  return _sign('assert_positive', '>', tf.less, 'assert_less', '<', x, message, summarize, name, True)


def assert_all_positive(x, data):
  """assert_positive in its older form, which says `data` and nothing else."""
  return _sign('assert_positive', '>', tf.less, 'assert_less', '<', x, None, None, None, True, data=data)


#: tf.debugging.assert_negative
def assert_negative(x, message=None, summarize=None, name=None):
  return _sign('assert_negative', '<', tf.less, 'assert_less', '<', x, message, summarize, name, False)


#: tf.debugging.assert_non_negative
def assert_non_negative(x, message=None, summarize=None, name=None):
  return _sign('assert_non_negative', '>=', tf.less_equal, 'assert_less_equal', '<=', x, message, summarize, name, True)


#: tf.debugging.assert_non_positive
def assert_non_positive(x, message=None, summarize=None, name=None):
  return _sign('assert_non_positive', '<=', tf.less_equal, 'assert_less_equal', '<=', x, message, summarize, name,
               False, gap=False)  # TensorFlow has these two texts in one


#: tf.debugging.assert_near
def assert_near(x, y, rtol=None, atol=None, message=None, summarize=None, name=None):
  prefix = _prefix(message)
  with op_scope(name, 'assert_near'):
    x = convert(x, name='x')
    y = convert(y, name='y', dtype=x.dtype)
    dtype = x.dtype.real_dtype if x.dtype.is_complex else x.dtype
    eps = {tf.float16: 0.000977, tf.float32: 1.1920929e-07, tf.float64: 2.220446049250313e-16}.get(dtype, 0.0078125)
    rtol = convert(10 * eps if rtol is None else rtol, name='rtol', dtype=dtype)
    atol = convert(10 * eps if atol is None else atol, name='atol', dtype=dtype)
    if tf.executing_eagerly():
      x_name = 'shape=%s dtype=%s' % (x.shape, x.dtype.name)
      y_name = 'shape=%s dtype=%s' % (y.shape, y.dtype.name)
    else:
      x_name, y_name = x.name, y.name
    data = [prefix, 'x and y not equal to tolerance rtol = %s, atol = %s' % (rtol, atol), 'x (%s) = ' % x_name, x,
            'y (%s) = ' % y_name, y]
    tol = atol + rtol * tf.abs(y)
    diff = tf.abs(x - y)
    return tf.debugging.Assert(tf.reduce_all(tf.less(diff, tol)), data, summarize=summarize)


def _rank_check(opname, text, x, ranks, holds, condition, message, name, several=False,
                data=None):
  """`holds(rank, known ranks)` decides where all is known, `condition(rank tensor, ranks)` at run time."""
  prefix = _prefix(message)
  with op_scope(name, opname):
    x = convert(x, name='x')
    ranks = [convert(rank, name='rank') for rank in ranks]
    label = '' if tf.executing_eagerly() else x.name
    if data is None:
      data = [prefix, 'Tensor %s must have %s' % (label, text)] + ranks + ['Received shape: ', tf.shape(x)]
    for rank in ranks:
      assert_type(rank, tf.int32)
    known = [constant_value(rank) for rank in ranks]
    if all(rank is not None for rank in known):
      if any(rank.shape.ndims != 0 for rank in ranks):
        raise ValueError('Rank must be a scalar.')
      known = [int(rank) for rank in known]
      if x.shape.ndims is not None:
        if not holds(x.shape.ndims, known):
          wanted = tuple(known) if several else known[0]
          raise ValueError('%sTensor %s must have %s %s.  Received rank %d, shape %s' %
                           (prefix, label, text, wanted, x.shape.ndims, x.shape))
        return None if tf.executing_eagerly() else tf.no_op(name='static_checks_determined_all_ok')
    result = condition(tf.rank(x), ranks)
    for rank in ranks:
      if constant_value(rank) is None:
        check = _rank_check('assert_rank', 'rank', rank, [0], _equals, _equal, None, None,
                            data=['Rank must be a scalar. Received rank: ', rank])
        result = with_dependencies([check], result)
    return tf.debugging.Assert(result, data)


def _equals(own, ranks):
  return own == ranks[0]


def _equal(own, ranks):
  return tf.equal(own, ranks[0])


#: tf.debugging.assert_rank tf.assert_rank
def assert_rank(x, rank, message=None, name=None):
  return _rank_check('assert_rank', 'rank', x, [rank], _equals, _equal, message, name)


#: tf.debugging.assert_rank_at_least
def assert_rank_at_least(x, rank, message=None, name=None):
  return _rank_check('assert_rank_at_least', 'rank at least', x, [rank], lambda own, ranks: own >= ranks[0],
                     lambda own, ranks: tf.greater_equal(own, ranks[0]), message, name)


def _is_one_of(own, ranks):
  result = tf.equal(ranks[0], own) if ranks else tf.constant(False)
  for rank in ranks[1:]:
    result = tf.logical_or(result, tf.equal(rank, own))
  return result


#: tf.debugging.assert_rank_in
def assert_rank_in(x, ranks, message=None, name=None):
  return _rank_check('assert_rank_in', 'rank in', x, list(ranks), lambda own, known: own in known, _is_one_of, message,
                     name, several=True)


#: tf.debugging.assert_scalar
def assert_scalar(tensor, message=None, name=None):
  with op_scope(name, 'assert_scalar') as scope:
    tensor = convert(tensor, name=scope)
    if tensor.shape.ndims != 0:
      label = '' if tf.executing_eagerly() else ' for %s' % tensor.name
      raise ValueError('%sExpected scalar shape%s, saw shape: %s.' % (_prefix(message), label, tensor.shape))
    return None


#: tf.debugging.assert_type
def assert_type(tensor, tf_type, message=None, name=None):
  tf_type = tf.as_dtype(tf_type)
  prefix = _prefix(message)
  with op_scope(name, 'assert_type'):
    tensor = convert(tensor, name='tensor')
    if tensor.dtype != tf_type:
      label = 'tensor' if tf.executing_eagerly() else tensor.name
      raise TypeError('%s%s must be of type %r; got %r' % (prefix, label, tf_type, tensor.dtype))
    if not tf.executing_eagerly():
      raw.NoOp(name='statically_determined_correct_type')


#: tf.debugging.assert_integer
def assert_integer(x, message=None, name=None):
  integer_check(x, message, name)


def integer_check(x, message=None, name=None):
  """assert_integer as composites call it: with its NoOp in a graph."""
  with op_scope(name, 'assert_integer'):
    x = convert(x, name='x')
    if not x.dtype.is_integer:
      label = 'tensor' if tf.executing_eagerly() else x.name
      raise TypeError('%sExpected "x" to be integer type.  Found: %s of dtype %s' % (_prefix(message), label, x.dtype))
    return None if tf.executing_eagerly() else tf.no_op('statically_determined_was_integer')


#: tf.debugging.assert_same_float_dtype
def assert_same_float_dtype(tensors=None, dtype=None):
  """The dtype that all of `tensors` have; it has to be a floating one."""
  first = None
  for item in tensors or []:
    if item is None:
      continue
    if not dtype:
      dtype, first = item.dtype, item
    elif item.dtype != dtype:
      raise ValueError('%s, type=%s, must be of the same type (%s)%s.' %
                       (_name_or_text(item), item.dtype, dtype,
                        '' if first is None else ' as %s' % _name_or_text(first)))
  dtype = dtype or tf.float32
  if not dtype.is_floating:
    raise ValueError('Expected floating point type, got %s.' % dtype)
  return dtype


def _name_or_text(item):
  return item.name if hasattr(item, 'name') else str(item)


#: tf.debugging.assert_proper_iterable
def assert_proper_iterable(values):
  """Raises TypeError for what is not iterable, and for single tensors, arrays and texts."""
  import numpy
  if isinstance(values, (tf.Tensor, numpy.ndarray, bytes, str)) or getattr(values, '_tf_sparse', False):
    raise TypeError('Expected argument "values" to be a "proper" iterable.  Found: %s' % type(values))
  if not hasattr(values, '__iter__'):
    raise TypeError('Expected argument "values" to be iterable.  Found: %s' % type(values))


#: tf.debugging.is_numeric_tensor =is_numeric_tensor
def is_numeric_tensor(tensor):
  return isinstance(tensor, tf.Tensor) and tensor.dtype.is_numeric


#: tf.debugging.check_numerics =check_numerics
def check_numerics(tensor, message, name=None):
  return raw.CheckNumerics(tensor, message, name=name)


#: tf.debugging.assert_all_finite
def assert_all_finite(x, message, name=None):
  with op_scope(name, 'VerifyFinite'):
    x = convert(x, name='x')
    return with_dependencies([raw.CheckNumerics(x, message)], x)


def _dimension_sizes(x):
  """Sizes as ints where they are known, else as tensors; a scalar has one dimension of 1."""
  dynamic = tf.shape(x)
  if x.shape.rank == 0:
    return (1,)
  if x.shape.rank is not None:
    return [dynamic[i] if size is None else size for i, size in enumerate(x.shape.as_list())]
  return tf.cond(raw.Equal(tf.rank(x), 0), lambda: tf.constant([1]), lambda: dynamic)


def _known(size):
  try:
    int(size)
  except (ValueError, TypeError):
    return False
  return True


def _shape_parts(prefix, x, symbols, label):
  """(whether further dimensions may come first, actual sizes, specified sizes)"""
  if not (hasattr(symbols, '__iter__') or hasattr(symbols, '__getitem__')):
    raise ValueError('%sTensor %s.  Specified shape must be an iterable.  An iterable has the attribute `__iter__` or '
                     '`__getitem__`.  Received specified shape: %s' % (prefix, label(x), symbols))
  symbols = tuple(symbols)
  for i, symbol in enumerate(symbols):
    if symbol in (Ellipsis, '*') and i != 0:
      raise ValueError('%sTensor %s specified shape index %d.  Symbol `...` or `*` for a variable number of unspecified '
                       'dimensions is only allowed as the first entry' % (prefix, label(x), i))
  more = bool(symbols) and symbols[0] in (Ellipsis, '*')
  return more, _dimension_sizes(x), (symbols[1:] if more else symbols) or (1,)


#: tf.debugging.assert_shapes
def assert_shapes(shapes, data=None, summarize=None, message=None, name=None):
  """Checks shapes such as {x: ('N', 3)}: equal names stand for equal sizes."""
  prefix = _prefix(message)
  items = list(shapes.items()) if isinstance(shapes, dict) else list(shapes)
  with op_scope(name, 'assert_shapes'):

    def label(x):
      return 'shape=%s dtype=%s' % (x.shape, x.dtype.name) if tf.executing_eagerly() else x.name

    items = [(convert(x.deref() if hasattr(x, 'deref') else x), symbols) for x, symbols in items if symbols is not None]
    parts = [(x,) + _shape_parts(prefix, x, symbols, label) for x, symbols in items]
    ranks = []
    for x, more, _, symbols in parts:
      if len(symbols) > 1:
        check = assert_rank_at_least if more else assert_rank
        ranks.append(check(x, len(symbols), message=message, name=name))
      elif not more:
        ranks.append(assert_rank_in(x, [0, 1], message=message, name=name))
    ranks = [op for op in ranks if op is not None]
    sizes, found = [], {}
    for x, more, actual, symbols in parts:
      for i, symbol in enumerate(symbols):
        if symbol in (None, '.'):
          continue
        dim = i - len(symbols) if more else i
        if symbol not in found and not _known(symbol):
          with tf.control_dependencies(ranks):
            found[symbol] = actual[dim], x, dim
          continue
        if _known(symbol):
          wanted, by = int(symbol), 'Specified explicitly'
        else:
          wanted, y, at = found[symbol]
          by = 'Specified by tensor %s dimension %d' % (label(y), at)
        # No size is taken before the rank is known to suffice.
        with tf.control_dependencies(ranks):
          size = actual[dim]
        if _known(size) and _known(wanted):
          if int(size) != int(wanted):
            raise ValueError('%s%s.  Tensor %s dimension %s must have size %d.  Received size %d, shape %s' %
                             (prefix, by, label(x), dim, wanted, size, x.shape))
          continue
        condition = raw.Equal(convert(size), convert(wanted))
        told = [prefix, by, 'Tensor %s dimension' % label(x), dim, 'must have size', wanted, 'Received shape: ',
                tf.shape(x)] if data is None else data
        sizes.append(tf.debugging.Assert(condition, told, summarize=summarize))
  with tf.control_dependencies(ranks):
    tf.group(*[op for op in sizes if op is not None])
