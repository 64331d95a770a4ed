"""tf.py_function and tf.numpy_function (ops/script_ops.py): calls of Python functions from graphs."""
import functools

import _tf
import tensorflow as tf


def _decorator(script_op, op_name, func, inp, Tout, **kwargs):
  """The decorator that is meant where no function is given; else None, after the checks."""
  if Tout is None:
    raise TypeError("Missing required argument: 'Tout'\n  If using %s as a decorator, set `Tout`\n  **by name** above "
                    'the function:\n  `@%s(Tout=tout)`' % (op_name, op_name))
  if func is None:
    if inp is not None:
      raise TypeError("Don't set the `inp` argument when using %s as a decorator (`func=None`)." % op_name)

    def decorate(fun):
      @functools.wraps(fun)
      def wrapper(*args):
        return script_op(fun, inp=args, Tout=Tout, **kwargs)

      return wrapper

    return decorate
  if inp is None:
    raise TypeError('Missing argument `inp`:\n  You must set the `inp` argument (the list of arguments to the\n  '
                    'function), unless you use `%s` as a decorator(`func=None`).' % op_name)
  return None


def _call(func, inp, Tout, name, arrays):
  if not callable(func):
    raise ValueError('Expected func to be callable. Received func=%s of type %s.' % (func, type(func)))
  many = isinstance(Tout, (list, tuple))
  outputs = _tf.host_function(func, list(inp), list(Tout) if many else [Tout], name, arrays)
  return outputs if many else outputs[0]


#: tf.py_function
def py_function(func=None, inp=None, Tout=None, name=None):
  decorator = _decorator(py_function, 'tf.py_function', func, inp, Tout, name=name)
  return decorator if decorator is not None else _call(func, inp, Tout, name, False)


#: tf.numpy_function
def numpy_function(func=None, inp=None, Tout=None, stateful=True, name=None):
  decorator = _decorator(numpy_function, 'tf.numpy_function', func, inp, Tout, stateful=stateful, name=name)
  if decorator is not None:
    return decorator
  if not tf.executing_eagerly():
    return _call(func, inp, Tout, name, True)
  import numpy as np
  result = tf.nest.flatten(func(*[np.array(x) for x in inp]))
  result = [x if x is None else tf.convert_to_tensor(x) for x in result]
  return result[0] if len(result) == 1 else result
