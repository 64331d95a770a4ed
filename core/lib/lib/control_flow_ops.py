"""tf.case: the first of several conditions that holds; tf.group, tf.tuple (ops/control_flow_case.py,
ops/control_flow_ops.py)."""
import _tf
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope, with_dependencies


def _pairs(pred_fn_pairs, exclusive):
  """The pairs in order, checked."""
  if not isinstance(pred_fn_pairs, (list, tuple, dict)):
    raise TypeError("'pred_fn_pairs' must be a list, tuple, or dict. Received: %s" % type(pred_fn_pairs))
  if isinstance(pred_fn_pairs, dict):
    if tf.executing_eagerly():
      if not exclusive:
        raise ValueError("Unordered dictionaries are not supported for the 'pred_fn_pairs' argument when "
                         '`exclusive=False` and eager mode is enabled.')
      pred_fn_pairs = list(pred_fn_pairs.items())
    else:
      pred_fn_pairs = sorted(pred_fn_pairs.items(), key=lambda item: item[0].name)
  for pair in pred_fn_pairs:
    if not isinstance(pair, tuple) or len(pair) != 2:
      raise TypeError('Each entry in \'pred_fn_pairs\' must be a 2-tuple. Received %s.' % (pair,))
    pred, fn = pair
    if not isinstance(pred, tf.Tensor):
      raise TypeError('pred must be a Tensor, got: %s' % (pred,))
    if pred.dtype != tf.bool:
      raise TypeError('pred must be Tensor of type bool: %s' % pred.name)
    if not callable(fn):
      raise TypeError('fn for pred %s must be callable.' % pred.name)
  return list(pred_fn_pairs)


def _at_most(n, predicates, message):
  """Asserts that no more than n of the predicates hold."""
  stacked = tf.stack(predicates, name='preds_c')
  count = tf.reduce_sum(tf.cast(stacked, tf.int32), name='num_true_conds')
  names = ', '.join(getattr(p, 'name', '?') for p in predicates)
  return tf.debugging.Assert(tf.less_equal(count, tf.constant(n, name='n_true_conds')),
                             ['%s: more than %d conditions (%s) evaluated as True:' % (message, n, names), stacked],
                             summarize=len(predicates))


#: tf.case
def case(pred_fn_pairs, default=None, exclusive=False, strict=False, name='case'):
  """What the function of the first condition that holds gives: conditionals inside each other."""
  pairs = _pairs(pred_fn_pairs, exclusive)
  all_predicates, _ = zip(*pairs)
  with op_scope(name, 'case'):
    chosen = default
    if default is None:
      # The last one stands for all that is left, and checks that its condition holds.
      last, action = pairs.pop()
      others = [pred for pred, _ in pairs]

      def chosen():
        text = ['Input error: None of conditions evaluated as True:', tf.stack(all_predicates, name='preds_c')]
        checks = [_at_most(0, others, 'Implementation error: selected default action #%d was called, but some of '
                           'other predicates are True: ' % len(others)),
                  tf.debugging.Assert(last, text)]
        with tf.control_dependencies([check for check in checks if check is not None]):
          return action()
    elif not callable(default):
      raise TypeError('default must be callable.')

    def nested(number):
      if number == len(pairs):
        return chosen()
      pred, fn = pairs[number]
      return tf.cond(pred, fn, lambda: nested(number + 1))

    if not exclusive:
      return nested(0)
    check = _at_most(1, [pred for pred, _ in pairs], 'Input error: exclusive=True')
    with tf.control_dependencies([] if check is None else [check]):
      return nested(0)


#: tf.group
def group(*inputs, **kwargs):
  """An operation that has run when all of `inputs` have."""
  if tf.executing_eagerly():
    return None
  name = kwargs.pop('name', None)
  if kwargs:
    raise ValueError('Unknown keyword arguments: ' + ', '.join(kwargs.keys()))
  with op_scope(name, 'group_deps') as name:
    items = tf.nest.flatten(inputs, expand_composites=True)
    for item in items:
      if not hasattr(item, 'device'):
        raise TypeError("'inputs' should be zero or more (nested) Tensors. Received '%s' with type '%s'." %
                        (item, type(item)))
    with tf.control_dependencies(items):
      return tf.no_op(name=name)


#: tf.tuple
def tuple_v2(tensors, control_inputs=None, name=None):
  """The tensors, each behind all of them and `control_inputs`."""
  if tf.executing_eagerly():
    return tensors
  with op_scope(name, 'tuple') as name:
    tensors = [t if t is None or isinstance(t, (tf.Tensor, tf.Operation)) else convert(t) for t in tensors]
    gates = [t if isinstance(t, tf.Operation) else t.op for t in tensors if t is not None]
    for c in control_inputs or []:
      if not tf.is_tensor(c) and not isinstance(c, tf.Operation):
        raise TypeError("'control_inputs' must only contain Operation or Tensor. Received: %s" % type(c))
      gates.append(c.op if tf.is_tensor(c) else c)
    if not gates:
      raise ValueError("'tensors' must have at least one Tensor. Received: %s." % (tensors,))
    gate = group(*[t for i, t in enumerate(gates) if t not in gates[:i]])
    result = []
    for t in tensors:
      if isinstance(t, tf.Operation):
        with tf.control_dependencies([gate]):
          t = group(t)
      result.append(t if t is None or isinstance(t, tf.Operation) else with_dependencies([gate], t))
    return result


#: tf.autograph.to_graph =to_graph
def to_graph(entity, recursive=True, experimental_optional_features=None):
  """A function that does what `entity` does: what is staged is decided where it is called. What AutoGraph cannot
  convert is refused here."""
  from tensorflow_lib.autograph import convert
  convert.check(entity, recursive, experimental_optional_features)
  function = getattr(entity, '__func__', entity)  # a method's wants its self

  def converted(*args, **kwargs):
    return _tf.call_converted(True, function, *args, **kwargs)
  name = function.__name__
  converted.__name__ = name if name == '<lambda>' else 'tf__' + name
  converted.__qualname__ = 'outer_factory.<locals>.inner_factory.<locals>.' + converted.__name__
  convert.mark(converted, function)
  return converted
