"""tf.keras.optimizers.schedules (keras/src/optimizers/schedules/learning_rate_schedule.py): learning rates by the step."""
import math

from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.serialization import deserialize_keras_object, say_source, serialize_keras_object
from tensorflow_lib.keras.variable import name_scope


def _check_steps(name, steps):
  if steps <= 0:
    raise ValueError('Argument `%s` must be > 0. Received: %s=%s' % (name, name, steps))


#: tf.keras.optimizers.schedules.LearningRateSchedule
class LearningRateSchedule:
  """A learning rate for each step."""

  def __call__(self, step):
    raise NotImplementedError("Learning rate schedule '%s' must override `__call__(self, step)`." % type(self).__name__)

  def get_config(self):
    raise NotImplementedError("Learning rate schedule '%s' must override `get_config()` in order to be serializable." %
                              type(self).__name__)

  @classmethod
  def from_config(cls, config):
    return cls(**config)


class _Shown(LearningRateSchedule):
  _shown = ()

  def get_config(self):
    return {name: getattr(self, name) for name in self._shown}


class _Decay(_Shown):
  """What shrinks by a rate at each so many steps."""
  _shown = ('initial_learning_rate', 'decay_steps', 'decay_rate', 'staircase', 'name')

  def __init__(self, initial_learning_rate, decay_steps, decay_rate, staircase, name):
    self.initial_learning_rate = initial_learning_rate
    self.decay_steps = decay_steps
    self.decay_rate = decay_rate
    self.staircase = staircase
    self.name = name
    _check_steps('decay_steps', decay_steps)

  def _parts(self, step):
    """The first rate, the decay rate, and how many times it applies."""
    first = K.convert(self.initial_learning_rate)
    decay_steps = K.cast(self.decay_steps, first.dtype)
    decay_rate = K.cast(self.decay_rate, first.dtype)
    times = K.cast(step, first.dtype) / decay_steps
    return first, decay_rate, K.floor(times) if self.staircase else times


#: tf.keras.optimizers.schedules.ExponentialDecay
class ExponentialDecay(_Decay):
  def __init__(self, initial_learning_rate, decay_steps, decay_rate, staircase=False, name='ExponentialDecay'):
    super().__init__(initial_learning_rate, decay_steps, decay_rate, staircase, name)

  def __call__(self, step):
    with name_scope(self.name):
      first, decay_rate, times = self._parts(step)
      return K.multiply(first, K.power(decay_rate, times))


#: tf.keras.optimizers.schedules.InverseTimeDecay
class InverseTimeDecay(_Decay):
  def __init__(self, initial_learning_rate, decay_steps, decay_rate, staircase=False, name='InverseTimeDecay'):
    super().__init__(initial_learning_rate, decay_steps, decay_rate, staircase, name)

  def __call__(self, step):
    with name_scope(self.name):
      first, decay_rate, times = self._parts(step)
      one = K.cast(K.convert(1), first.dtype)
      return K.divide(first, K.add(one, K.multiply(decay_rate, times)))


#: tf.keras.optimizers.schedules.PiecewiseConstantDecay
class PiecewiseConstantDecay(_Shown):
  _shown = ('boundaries', 'values', 'name')

  def __init__(self, boundaries, values, name='PiecewiseConstant'):
    if len(boundaries) != len(values) - 1:
      raise ValueError('The length of boundaries should be 1 less than the length of values. Received: boundaries=%s of '
                       'length %d, and values=%s of length %d.' % (boundaries, len(boundaries), values, len(values)))
    self.boundaries = boundaries
    self.values = values
    self.name = name

  def __call__(self, step):
    with name_scope(self.name):
      boundaries = [K.convert(x) for x in self.boundaries]
      values = [K.convert(x) for x in self.values]
      step = K.convert(step)
      boundaries = [b if b.dtype == step.dtype else K.cast(b, step.dtype) for b in boundaries]
      dtype = values[0].dtype
      result = K.convert(0, dtype)
      before = K.cast(step <= boundaries[0], dtype)
      result += before * values[0]
      after = K.cast(step > boundaries[-1], dtype)
      result += after * values[-1]
      for low, high, value in zip(boundaries[:-1], boundaries[1:], values[1:-1]):
        inside = K.cast((step > low) & (step <= high), dtype)
        result += inside * value
      return result


#: tf.keras.optimizers.schedules.PolynomialDecay
class PolynomialDecay(_Shown):
  _shown = ('initial_learning_rate', 'decay_steps', 'end_learning_rate', 'power', 'cycle', 'name')

  def __init__(self, initial_learning_rate, decay_steps, end_learning_rate=0.0001, power=1.0, cycle=False,
               name='PolynomialDecay'):
    self.initial_learning_rate = initial_learning_rate
    self.decay_steps = decay_steps
    self.end_learning_rate = end_learning_rate
    self.power = power
    self.cycle = cycle
    self.name = name
    _check_steps('decay_steps', decay_steps)

  def __call__(self, step):
    with name_scope(self.name):
      first = K.convert(self.initial_learning_rate)
      last = K.cast(self.end_learning_rate, first.dtype)
      power = K.cast(self.power, first.dtype)
      step = K.cast(step, first.dtype)
      steps = K.cast(self.decay_steps, first.dtype)
      if self.cycle:
        at_start = K.equal(step, 0)
        steps = K.multiply(steps, K.where(at_start, 1.0, K.ceil(step / self.decay_steps)))
      else:
        step = K.minimum(step, steps)
      p = K.divide(step, steps)
      return K.add(K.multiply(first - last, K.power(1 - p, power)), last)


#: tf.keras.optimizers.schedules.CosineDecay
class CosineDecay(_Shown):
  _shown = ('initial_learning_rate', 'decay_steps', 'alpha', 'name', 'warmup_target', 'warmup_steps')

  def __init__(self, initial_learning_rate, decay_steps, alpha=0.0, name='CosineDecay', warmup_target=None, warmup_steps=0):
    self.initial_learning_rate = initial_learning_rate
    self.decay_steps = decay_steps
    self.alpha = alpha
    self.name = name
    self.warmup_steps = warmup_steps
    self.warmup_target = warmup_target
    _check_steps('decay_steps', decay_steps)

  def _decayed(self, step, steps, start, dtype):
    with name_scope(self.name):
      done = K.divide(step, steps)
      pi = K.convert(math.pi, dtype)
      cosine = 0.5 * (1.0 + K.cos(K.multiply(pi, done)))
      return K.multiply(start, (1 - self.alpha) * cosine + self.alpha)

  def _warmed_up(self, step, steps, target, first):
    with name_scope(self.name):
      done = step / steps
      delta = target - first
      return delta * done + first

  def __call__(self, step):
    with name_scope(self.name):
      first = K.convert(self.initial_learning_rate)
      dtype = first.dtype
      steps = K.cast(self.decay_steps, dtype)
      step = K.cast(step, dtype)
      if self.warmup_target is None:
        return self._decayed(K.minimum(step, steps), steps, first, dtype)
      target = K.cast(self.warmup_target, dtype)
      warmup = K.cast(self.warmup_steps, dtype)
      step = K.minimum(step, steps + warmup)
      return K.cond(step < warmup, lambda: self._warmed_up(step, warmup, target, first),
                    lambda: self._decayed(step - warmup, steps, target, dtype))


#: tf.keras.optimizers.schedules.CosineDecayRestarts
class CosineDecayRestarts(LearningRateSchedule):
  def __init__(self, initial_learning_rate, first_decay_steps, t_mul=2.0, m_mul=1.0, alpha=0.0, name='SGDRDecay'):
    self.initial_learning_rate = initial_learning_rate
    self.first_decay_steps = first_decay_steps
    self._t_mul = t_mul
    self._m_mul = m_mul
    self.alpha = alpha
    self.name = name
    _check_steps('first_decay_steps', first_decay_steps)

  def __call__(self, step):
    with name_scope(self.name):
      first = K.convert(self.initial_learning_rate)
      dtype = first.dtype
      steps = K.cast(self.first_decay_steps, dtype)
      alpha = K.cast(self.alpha, dtype)
      t_mul = K.cast(self._t_mul, dtype)
      m_mul = K.cast(self._m_mul, dtype)
      done = K.cast(step, dtype) / steps

      def even():
        restart = K.floor(done)
        return restart, done - restart

      def geometric():
        restart = K.floor(K.log(K.cast(1.0 - done * (1.0 - t_mul), dtype)) / K.log(t_mul))
        total = K.divide(1.0 - K.power(t_mul, restart), 1.0 - t_mul)
        return restart, K.divide(K.subtract(done, total), K.power(t_mul, restart))

      restart, left = K.cond(K.equal(t_mul, 1.0), even, geometric)
      factor = K.power(m_mul, restart)
      cosine = 0.5 * factor * (1.0 + K.cos(K.multiply(K.convert(math.pi, dtype), left)))
      return K.multiply(first, K.add(K.multiply(1 - alpha, cosine), alpha))

  def get_config(self):
    return {'initial_learning_rate': self.initial_learning_rate, 'first_decay_steps': self.first_decay_steps,
            't_mul': self._t_mul, 'm_mul': self._m_mul, 'alpha': self.alpha, 'name': self.name}


say_source(globals(), 'keras.src.optimizers.schedules.learning_rate_schedule')

_KNOWN = {c.__name__: c for c in (LearningRateSchedule, ExponentialDecay, InverseTimeDecay, PiecewiseConstantDecay,
                                  PolynomialDecay, CosineDecay, CosineDecayRestarts)}


#: tf.keras.optimizers.schedules.serialize =serialize
def serialize(learning_rate_schedule):
  """The configuration of a schedule."""
  return serialize_keras_object(learning_rate_schedule)


#: tf.keras.optimizers.schedules.deserialize =deserialize
def deserialize(config, custom_objects=None):
  """The schedule of a configuration."""
  return deserialize_keras_object(config, module_objects=_KNOWN, custom_objects=custom_objects)
