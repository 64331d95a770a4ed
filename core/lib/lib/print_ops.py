"""tf.print, tf.Assert, tf.debugging (ops/logging_ops.py, ops/check_ops.py)."""
import sys

import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, op_scope

raw = tf.raw_ops


def _placeholder(template):
  import random
  placeholder = '{}'
  rng = random.Random(5)
  while placeholder in template:
    placeholder = placeholder + str(rng.randint(0, 9))
  return placeholder


#: tf.print
def print(*inputs, **kwargs):
  """Prints tensors and Python values, at run time also inside of functions."""
  output_stream = kwargs.pop('output_stream', sys.stderr)
  name = kwargs.pop('name', None)
  summarize = kwargs.pop('summarize', 3)
  sep = kwargs.pop('sep', ' ')
  end = kwargs.pop('end', '\n')
  if kwargs:
    raise ValueError('Unrecognized keyword arguments for tf.print: %s' % kwargs)
  if isinstance(output_stream, str) and output_stream.startswith('file://'):
    stream = output_stream
  elif output_stream is sys.stdout:
    stream = 'stdout'
  elif output_stream is sys.stderr:
    stream = 'stderr'
  else:
    raise ValueError('Unsupported output stream, logging level, or file.' + str(output_stream) +
                     '. Supported streams are sys.stdout, sys.stderr, tf.logging.info, tf.logging.warning, '
                     "tf.logging.error. File needs to be in the form of 'file://<filepath>'.")
  if len(inputs) == 1 and tf.is_tensor(inputs[0]) and inputs[0].shape.ndims == 0 and inputs[0].dtype == tf.string:
    text = inputs[0]
  else:
    plain = tf.nest.map_structure(lambda x: '' if tf.is_tensor(x) else x, list(inputs))
    placeholder = _placeholder(' '.join(repr(x) for x in plain))
    templates, tensors = [], []
    for item in inputs:
      places = []
      for x in tf.nest.flatten(item):
        if getattr(x, '_tf_sparse', False):
          tensors.extend([x.indices, x.values, x.dense_shape])
          places.append('SparseTensor(indices=%s, values=%s, shape=%s)' % ((placeholder,) * 3))
        elif tf.is_tensor(x):
          tensors.append(x)
          places.append(placeholder)
        else:
          places.append(x)
      if isinstance(item, str):
        templates.append(item)
      else:
        templates.append(_pformat(tf.nest.pack_sequence_as(item, places)))
    template = sep.join(templates).replace("'" + placeholder + "'", placeholder)
    text = tf.strings.format(template, tensors, placeholder=placeholder, summarize=summarize,
                             name=name + '_format' if name else None)
  return raw.PrintV2(text, output_stream=stream, end=end, name=name)


def _pformat(x):
  """pprint.pformat for what fits in a line; dict keys are sorted."""
  if isinstance(x, dict) and type(x) is dict:
    return '{' + ', '.join('%s: %s' % (repr(k), _pformat(x[k])) for k in sorted(x, key=lambda k: (str(type(k)), k))) + '}'
  if type(x) is list:
    return '[' + ', '.join(_pformat(i) for i in x) + ']'
  if type(x) is tuple:
    return '(' + ', '.join(_pformat(i) for i in x) + (',)' if len(x) == 1 else ')')
  return repr(x)


#: tf.strings.format
def string_format(template, inputs, placeholder='{}', summarize=3, name=None):
  if tf.is_tensor(inputs):
    inputs = [inputs]
  if template.count(placeholder) != len(inputs):
    raise ValueError('The template expects %d tensors, but the inputs only has %d. Please ensure the number of '
                     'placeholders in template matches inputs length.' % (template.count(placeholder), len(inputs)))
  return raw.StringFormat([convert(x) if not tf.is_tensor(x) else x for x in inputs], template=template,
                          placeholder=placeholder, summarize=summarize, name=name)


def _summary(tensor, summarize):
  summarize = 3 if summarize is None else summarize
  if tensor.shape.rank:
    flat = tensor.numpy().reshape((-1,))
    count = flat.size if summarize < 0 else summarize
    items = [str(x) for x in flat[:count]]
    if len(items) < flat.size:
      items.append('...')
    return ', '.join(items)
  return str(tensor.numpy()) if summarize != 0 else ''


#: tf.debugging.Assert tf.Assert
def Assert(condition, data, summarize=None, name=None):
  """Raises InvalidArgumentError with `data` where `condition` is false."""
  if tf.executing_eagerly():
    if not condition:
      lines = [_summary(convert(x), summarize) for x in data]
      raise tf.errors.InvalidArgumentError(None, None, "Expected '%s' to be true. Summarized data: %s" %
                                           (condition, '\n'.join(lines)))
    return None
  with op_scope(name, 'Assert') as name:
    xs = [convert(x, name='data_%d' % i) if not tf.is_tensor(x) else x for i, x in enumerate(data)]
    if all(x.dtype in (tf.string, tf.int32) for x in xs):
      return raw.Assert(condition, data, summarize=3 if summarize is None else summarize, name='Assert')
    condition = convert(condition, name='Condition')
    guarded = tf.cond(condition, lambda: tf.no_op(),
                      lambda: raw.Assert(condition, data, summarize=3 if summarize is None else summarize,
                                         name='Assert'), name='AssertGuard')
    return getattr(guarded, 'op', guarded)


#: tf.no_op
def no_op(name=None):
  return raw.NoOp(name=name)


#: tf.group
def group(*inputs, **kwargs):
  if tf.executing_eagerly():
    return None
  with tf.control_dependencies([x for x in tf.nest.flatten(list(inputs)) if x is not None]):
    return raw.NoOp(name=kwargs.get('name'))


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
    return Assert(condition, data, summarize=summarize)


#: tf.debugging.assert_equal tf.assert_equal
def assert_equal(x, y, message=None, summarize=None, name=None):
  # TensorFlow opens the scope once for this test: the comparison is then `assert_equal_1`.
  with op_scope(name, 'assert_equal'):
    if x is y:
      return None if tf.executing_eagerly() else raw.NoOp()
  return _binary('==', 'assert_equal', tf.equal, x, y, None, summarize, message, name)


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


def _sign(opname, text, op, op_name, sym, x, message, summarize, name, zero_first):
  message = message or ''
  prefix = message + '.  ' if message else ''
  with op_scope(name, opname):
    x = convert(x, name='x')
    label = 'shape=%s dtype=%s' % (x.shape, x.dtype.name) if tf.executing_eagerly() else x.name
    data = [prefix, 'Condition x %s 0 did not hold element-wise:' % text, 'x (%s) = ' % label, x]
    zero = convert(0, dtype=x.dtype)
    a, b = (zero, x) if zero_first else (x, zero)
    return _binary(sym, op_name, op, a, b, data, summarize, None, None)


#: tf.debugging.assert_positive
def assert_positive(x, message=None, summarize=None, name=None):
  return _sign('assert_positive', '>', tf.less, 'assert_less', '<', x, message, summarize, name, True)


#: tf.debugging.assert_negative
def assert_negative(x, message=None, summarize=None, name=None):
  return _sign('assert_negative', '<', tf.less, 'assert_less', '<', x, message, summarize, name, False)


#: tf.debugging.assert_non_negative
def assert_non_negative(x, message=None, summarize=None, name=None):
  return _sign('assert_non_negative', '>=', tf.less_equal, 'assert_less_equal', '<=', x, message, summarize, name, True)


#: tf.debugging.assert_non_positive
def assert_non_positive(x, message=None, summarize=None, name=None):
  return _sign('assert_non_positive', '<=', tf.less_equal, 'assert_less_equal', '<=', x, message, summarize, name, False)


#: tf.debugging.assert_near
def assert_near(x, y, rtol=None, atol=None, message=None, summarize=None, name=None):
  prefix = message + '.  ' if message else ''
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
    return Assert(tf.reduce_all(tf.less(diff, tol)), data, summarize=summarize)


#: tf.debugging.assert_rank tf.assert_rank
def assert_rank(x, rank, message=None, name=None):
  prefix = message + '.  ' if message else ''
  with op_scope(name, 'assert_rank'):
    x = convert(x, name='x')
    rank = convert(rank, name='rank')
    label = '' if tf.executing_eagerly() else x.name
    known = constant_value(rank)
    if known is not None and x.shape.ndims is not None:
      if x.shape.ndims != int(known):
        raise ValueError('%sTensor %s must have rank %d.  Received rank %d, shape %s' %
                         (prefix, label, int(known), x.shape.ndims, x.shape))
      return None if tf.executing_eagerly() else raw.NoOp(name='static_checks_determined_all_ok')
    data = [prefix, 'Tensor %s must have rank' % label, rank, 'Received shape: ', tf.shape(x)]
    return Assert(tf.equal(tf.rank(x), rank), data)


#: tf.debugging.assert_rank_at_least
def assert_rank_at_least(x, rank, message=None, name=None):
  prefix = message + '.  ' if message else ''
  with op_scope(name, 'assert_rank_at_least'):
    x = convert(x, name='x')
    rank = convert(rank, name='rank')
    label = '' if tf.executing_eagerly() else x.name
    known = constant_value(rank)
    if known is not None and x.shape.ndims is not None:
      if x.shape.ndims < int(known):
        raise ValueError('%sTensor %s must have rank at least %d.  Received rank %d, shape %s' %
                         (prefix, label, int(known), x.shape.ndims, x.shape))
      return None if tf.executing_eagerly() else raw.NoOp(name='static_checks_determined_all_ok')
    data = [prefix, 'Tensor %s must have rank at least' % label, rank, 'Received shape: ', tf.shape(x)]
    return Assert(tf.greater_equal(tf.rank(x), rank), data)


#: tf.debugging.assert_scalar
def assert_scalar(tensor, message=None, name=None):
  prefix = message + '.  ' if message else ''
  with op_scope(name, 'assert_scalar'):
    tensor = convert(tensor, name='tensor')
    if tensor.shape.ndims is not None and tensor.shape.ndims != 0:
      if tf.executing_eagerly():
        raise ValueError('%sExpected scalar shape, saw shape: %s.' % (prefix, tensor.shape))
      raise ValueError('%sExpected scalar shape for %s, saw shape: %s.' % (prefix, tensor.name, tensor.shape))
    return tensor


#: tf.debugging.assert_type
def assert_type(tensor, tf_type, message=None, name=None):
  tf_type = tf.as_dtype(tf_type)
  prefix = message + '.  ' if message else ''
  with op_scope(name, 'assert_type'):
    tensor = convert(tensor, name='tensor')
    if tensor.dtype != tf_type:
      label = 'tensor' if tf.executing_eagerly() else tensor.name
      raise TypeError('%s%s must be of type %r; got %r' % (prefix, label, tf_type, tensor.dtype))
    return None if tf.executing_eagerly() else raw.NoOp(name='statically_determined_correct_type')


#: tf.debugging.assert_integer
def assert_integer(x, message=None, name=None):
  prefix = message + '.  ' if message else ''
  with op_scope(name, 'assert_integer'):
    x = convert(x, name='x')
    if not x.dtype.is_integer:
      label = 'tensor' if tf.executing_eagerly() else x.name
      raise TypeError('%sExpected "x" to be integer type.  Found: %r' % (prefix, x.dtype)
                      if tf.executing_eagerly() else '%sExpected %s to be integer type' % (prefix, label))
    return None if tf.executing_eagerly() else raw.NoOp(name='statically_determined_was_integer')


#: tf.debugging.is_numeric_tensor
def is_numeric_tensor(tensor):
  return isinstance(tensor, tf.Tensor) and tensor.dtype.is_numeric


#: tf.debugging.check_numerics
def check_numerics(tensor, message, name=None):
  return raw.CheckNumerics(tensor, message, name=name)


#: tf.debugging.assert_all_finite
def assert_all_finite(x, message, name=None):
  with op_scope(name, 'VerifyFinite'):
    x = convert(x, name='x')
    with tf.control_dependencies([raw.CheckNumerics(x, message)]):
      return tf.identity(x)


#: tf.debugging.assert_shapes
def assert_shapes(shapes, data=None, summarize=None, message=None, name=None):
  """Checks shapes such as {x: ('N', 3)}: equal names stand for equal sizes."""
  prefix = message + '.  ' if message else ''
  items = list(shapes.items()) if isinstance(shapes, dict) else list(shapes)
  if not items:
    return None
  sizes, origin = {}, {}
  with op_scope(name, 'assert_shapes'):
    for x, symbols in items:
      if hasattr(x, 'deref'):
        x = x.deref()
      x = convert(x)
      label = 'shape=%s dtype=%s' % (x.shape, x.dtype.name) if tf.executing_eagerly() else x.name
      if isinstance(symbols, (int, str)) or symbols is None:
        symbols = (symbols,)
      symbols = list(symbols)
      actual = x.shape.as_list() if x.shape.rank is not None else None
      if actual is None:
        continue
      if Ellipsis in symbols or '*' in symbols and len(symbols) == 1:
        if symbols and symbols[0] in (Ellipsis, '*'):
          symbols = symbols[1:]
          actual = actual[len(actual) - len(symbols):]
        else:
          symbols = symbols[:symbols.index(Ellipsis)]
          actual = actual[:len(symbols)]
      elif len(symbols) != len(actual):
        raise ValueError('%s.  Tensor %s must have rank %d.  Received rank %d, shape %s' %
                         (prefix.rstrip('. '), label, len(symbols), len(actual), x.shape))
      for i, (symbol, size) in enumerate(zip(symbols, actual)):
        if symbol in (None, '.') or size is None:
          continue
        if isinstance(symbol, int):
          if symbol != size:
            raise ValueError('%sSpecified explicitly.  Tensor %s dimension %d must have size %d.  Received size %d, '
                             'shape %s' % (prefix, label, i, symbol, size, x.shape))
        elif symbol in sizes and sizes[symbol] != size:
          raise ValueError('%sSpecified by tensor %s dimension %d.  Tensor %s dimension %d must have size %d.  Received '
                           'size %d, shape %s' % (prefix, origin[symbol][0], origin[symbol][1], label, i, sizes[symbol],
                                                  size, x.shape))
        else:
          sizes[symbol] = size
          origin[symbol] = (label, i)
  return None
