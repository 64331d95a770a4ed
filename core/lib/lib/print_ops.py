"""tf.print, tf.strings.format, tf.Assert (ops/logging_ops.py, ops/control_flow_assert.py); checks of values and
shapes, which end in Assert, are in check_ops.py."""
import sys

import tensorflow as tf
from tensorflow_lib.base import convert, op_scope

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
      if isinstance(item, range):
        item = list(item)
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
    xs = [convert(x) for x in data]
    if all(x.dtype in (tf.string, tf.int32) for x in xs):
      return raw.Assert(condition, data, summarize=3 if summarize is None else summarize, name='Assert')
    condition = convert(condition, name='Condition')
    guarded = tf.cond(condition, lambda: tf.no_op(),
                      lambda: raw.Assert(condition, data, summarize=3 if summarize is None else summarize,
                                         name='Assert'), name='AssertGuard')
    return getattr(guarded, 'op', guarded)


#: tf.no_op =no_op
def no_op(name=None):
  return raw.NoOp(name=name)
