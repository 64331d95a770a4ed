"""tf.train.ExponentialMovingAverage (training/moving_averages.py)."""
import tensorflow as tf
from tensorflow_lib.base import op_scope


def _assign_moving_average(variable, value, decay):
  with op_scope(None, 'AssignMovingAvg'):
    decay = tf.convert_to_tensor(1.0 - decay, name='decay')
    if decay.dtype != variable.dtype:
      decay = tf.cast(decay, variable.dtype)
    return variable.assign_sub((variable - value) * decay)


_names = {}


def _free_name(name):
  """The name, with a number behind it where an average has it already."""
  count = _names[name] = _names.get(name, -1) + 1
  return '%s_%d' % (name, count) if count else name


#: tf.train.ExponentialMovingAverage
class ExponentialMovingAverage:
  """Averages of variables over time, in variables of their own."""

  def __init__(self, decay, num_updates=None, zero_debias=False, name='ExponentialMovingAverage'):
    self._decay = decay
    self._num_updates = num_updates
    self._zero_debias = zero_debias
    self._name = name
    self._averages = {}

  name = property(lambda self: self._name)

  def apply(self, var_list=None):
    """Moves the average of each variable towards its value."""
    var_list = [] if var_list is None else var_list
    for v in var_list:
      if isinstance(v, tf.Tensor):
        raise TypeError('tf.train.ExponentialMovingAverage does not support non-Variable tensors when eager execution is '
                        'enabled.')
    for var in var_list:
      if not var.dtype.is_floating:
        raise TypeError('The variables must be half, float, or double: %s' % var.name)
      if var.ref() not in self._averages:
        with tf.init_scope():
          self._averages[var.ref()] = tf.Variable(var.read_value(), trainable=False, dtype=var.dtype,
                                                  name=_free_name('%s/%s' % (var.name[:-2], self._name)))
    with op_scope(self._name, None) as scope:
      decay = tf.convert_to_tensor(self._decay, dtype=tf.float32, name='decay')
      if self._num_updates is not None:
        updates = tf.cast(self._num_updates, tf.float32, name='num_updates')
        decay = tf.minimum(decay, (1.0 + updates) / (10.0 + updates))
      updates = [_assign_moving_average(self._averages[var.ref()], var, decay) for var in var_list]
      return tf.group(*updates, name=scope)

  def average(self, var):
    """The variable that holds the average of `var`; None where there is none."""
    return self._averages.get(var.ref(), None)

  def average_name(self, var):
    if var.ref() in self._averages:
      return self._averages[var.ref()].name[:-len(':0')]
    return var.name[:-len(':0')] + '/' + self._name

  def variables_to_restore(self, moving_avg_variables=None):
    return {self.average_name(v): v for v in moving_avg_variables or []}


ExponentialMovingAverage.__module__ = 'tensorflow.python.training.moving_averages'
