"""Keras' settings: the dtype of floats and the smallest number that is added to divisors (backend/config.py)."""


class _Settings:
  floatx = 'float32'
  epsilon = 1e-7


def floatx():
  """The name of the dtype of weights and of what has no dtype of its own."""
  return _Settings.floatx


def set_floatx(value):
  """Makes 'float16', 'bfloat16', 'float32' or 'float64' the dtype of floats."""
  accepted = {'bfloat16', 'float16', 'float32', 'float64'}
  if value not in accepted:
    raise ValueError('Unknown `floatx` value: %s. Expected one of %s' % (value, accepted))
  _Settings.floatx = str(value)


def epsilon():
  """The smallest number that Keras adds to divisors and clips probabilities to."""
  return _Settings.epsilon


def set_epsilon(value):
  """Makes `value` the number that epsilon() gives."""
  _Settings.epsilon = value
