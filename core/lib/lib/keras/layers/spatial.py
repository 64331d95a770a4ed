"""tf.keras.layers: padding, cropping, upsampling, repetition (keras/src/layers/reshaping)."""
from tensorflow_lib.keras.image_transform import resize
from tensorflow_lib.keras.layers.support import (InputSpec, Layer, ops, shape_of, standardize_data_format,
                                                 standardize_tuple)


def _pairs(value, n, name, words, allow_negative=True):
  """The (before, after) of each of n axes: from one number, or from n numbers or pairs."""
  if isinstance(value, int):
    if value < 0 and not allow_negative:
      raise ValueError('`%s` cannot be negative. Received: %s=%s.' % (name, name, value))
    return ((value, value),) * n
  if not hasattr(value, '__len__'):
    raise ValueError(words % (value,))
  if len(value) != n:
    raise ValueError('`%s` should have %s elements. Received: %s.' % (
        name, 'two' if n == 2 else n, value if n == 3 else '%s=%s' % (name, value)))
  ordinals = ('1st', '2nd', '3rd')
  return tuple(standardize_tuple(pair, 2, '%s entry of %s' % (ordinals[i], name), allow_zero=True)
               for i, pair in enumerate(value))


class _Spatial(Layer):
  """A layer of n axes between batch and channels, wherever channels are."""

  def _set_format(self, data_format, n):
    self.data_format = standardize_data_format(data_format)
    self.input_spec = InputSpec(ndim=n + 2)

  def _first(self):
    """The first of the axes."""
    return 2 if self.data_format == 'channels_first' else 1

  def _with_axes(self, shape, dims):
    """The shape with these dims in place of the axes."""
    first = self._first()
    return (*shape[:first], *dims, *shape[first + len(dims):])

  def _dims(self, shape, n):
    return shape[self._first():self._first() + n]


class _ZeroPadding(_Spatial):

  def compute_output_shape(self, input_shape):
    pairs = self._pairs()
    dims = self._dims(input_shape, len(pairs))
    return self._with_axes(input_shape, [None if d is None else d + a + b for d, (a, b) in zip(dims, pairs)])

  def _pairs(self):
    return self.padding

  def call(self, inputs):
    pairs = self._pairs()
    return ops.pad(inputs, self._with_axes(((0, 0),) * len(inputs.shape), pairs))

  def get_config(self):
    return {**super().get_config(), 'padding': self.padding, 'data_format': self.data_format}


__name__ = 'keras.src.layers.reshaping.zero_padding1d'


#: tf.keras.layers.ZeroPadding1D
class ZeroPadding1D(_ZeroPadding):

  def __init__(self, padding=1, data_format=None, **kwargs):
    super().__init__(**kwargs)
    self._set_format(data_format, 1)
    self.padding = standardize_tuple(padding, 2, 'padding', allow_zero=True)

  def _pairs(self):
    return (self.padding,)


__name__ = 'keras.src.layers.reshaping.zero_padding2d'


#: tf.keras.layers.ZeroPadding2D
class ZeroPadding2D(_ZeroPadding):

  def __init__(self, padding=(1, 1), data_format=None, **kwargs):
    super().__init__(**kwargs)
    self._set_format(data_format, 2)
    self.padding = _pairs(
        padding, 2, 'padding',
        '`padding` should be either an int, a tuple of 2 ints (symmetric_height_crop, symmetric_width_crop), or a tuple of '
        '2 tuples of 2 ints ((top_crop, bottom_crop), (left_crop, right_crop)). Received: padding=%s.')


__name__ = 'keras.src.layers.reshaping.zero_padding3d'


#: tf.keras.layers.ZeroPadding3D
class ZeroPadding3D(_ZeroPadding):

  def __init__(self, padding=((1, 1), (1, 1), (1, 1)), data_format=None, **kwargs):
    super().__init__(**kwargs)
    self._set_format(data_format, 3)
    self.padding = _pairs(
        padding, 3, 'padding',
        '`padding` should be either an int, a tuple of 3 ints (symmetric_dim1_pad, symmetric_dim2_pad, '
        'symmetric_dim3_pad), or a tuple of 3 tuples of 2 ints ((left_dim1_pad, right_dim1_pad), (left_dim2_pad, '
        'right_dim2_pad), (left_dim3_pad, right_dim2_pad)). Received: padding=%s.')


__name__ = 'keras.src.layers.reshaping.cropping1d'


def _cut(pair):
  """The slice that leaves out so many at the beginning and at the end."""
  return slice(pair[0], -pair[1] if pair[1] else None)


#: tf.keras.layers.Cropping1D
class Cropping1D(Layer):

  def __init__(self, cropping=(1, 1), **kwargs):
    super().__init__(**kwargs)
    self.cropping = standardize_tuple(cropping, 2, 'cropping', allow_zero=True)
    self.input_spec = InputSpec(ndim=3)

  def _check(self, shape, name):
    if shape[1] is not None and sum(self.cropping) >= shape[1]:
      raise ValueError('`cropping` parameter of `Cropping1D` layer must be smaller than the input length. Received: %s=%s, '
                       'cropping=%s' % (name, shape, self.cropping))

  def compute_output_shape(self, input_shape):
    self._check(input_shape, 'input_shape')
    length = None if input_shape[1] is None else input_shape[1] - sum(self.cropping)
    return (input_shape[0], length, input_shape[2])

  def call(self, inputs):
    self._check(inputs.shape, 'inputs.shape')
    return inputs[:, _cut(self.cropping), :]

  def get_config(self):
    return {**super().get_config(), 'cropping': self.cropping}


class _Cropping(_Spatial):

  def _check(self, shape, name):
    for d, pair in zip(self._dims(shape, len(self.cropping)), self.cropping):
      if d is not None and sum(pair) >= d:
        raise ValueError('Values in `cropping` argument should be smaller than the corresponding spatial dimension of the '
                         'input. Received: %s=%s, cropping=%s' % (name, shape, self.cropping))

  def compute_output_shape(self, input_shape):
    self._check(input_shape, 'input_shape')
    dims = self._dims(input_shape, len(self.cropping))
    return self._with_axes(input_shape, [None if d is None else d - sum(pair) for d, pair in zip(dims, self.cropping)])

  def call(self, inputs):
    self._check(inputs.shape, 'inputs.shape')
    return inputs[self._with_axes((slice(None),) * len(inputs.shape), [_cut(pair) for pair in self.cropping])]

  def get_config(self):
    return {**super().get_config(), 'cropping': self.cropping, 'data_format': self.data_format}


__name__ = 'keras.src.layers.reshaping.cropping2d'


#: tf.keras.layers.Cropping2D
class Cropping2D(_Cropping):

  def __init__(self, cropping=((0, 0), (0, 0)), data_format=None, **kwargs):
    super().__init__(**kwargs)
    self._set_format(data_format, 2)
    self.cropping = _pairs(
        cropping, 2, 'cropping',
        '`cropping` should be either an int, a tuple of 2 ints (symmetric_height_crop, symmetric_width_crop), or a tuple of '
        '2 tuples of 2 ints ((top_crop, bottom_crop), (left_crop, right_crop)). Received: cropping=%s.',
        allow_negative=False)


__name__ = 'keras.src.layers.reshaping.cropping3d'


#: tf.keras.layers.Cropping3D
class Cropping3D(_Cropping):

  def __init__(self, cropping=((1, 1), (1, 1), (1, 1)), data_format=None, **kwargs):
    super().__init__(**kwargs)
    self._set_format(data_format, 3)
    self.cropping = _pairs(
        cropping, 3, 'cropping',
        '`cropping` should be either an int, a tuple of 3 ints (symmetric_dim1_crop, symmetric_dim2_crop, '
        'symmetric_dim3_crop), or a tuple of 3 tuples of 2 ints ((left_dim1_crop, right_dim1_crop), (left_dim2_crop, '
        'right_dim2_crop), (left_dim3_crop, right_dim2_crop)). Received: %s.', allow_negative=False)


__name__ = 'keras.src.layers.reshaping.up_sampling1d'


#: tf.keras.layers.UpSampling1D
class UpSampling1D(Layer):

  def __init__(self, size=2, **kwargs):
    super().__init__(**kwargs)
    if not isinstance(size, int) or isinstance(size, bool):
      raise TypeError('Expected an integer value for `size`, got %s.' % type(size))
    if size <= 0:
      raise ValueError('Argument `size` should be a positive integer. Received: size=%s' % size)
    self.size = size
    self.input_spec = InputSpec(ndim=3)

  def compute_output_shape(self, input_shape):
    return [input_shape[0], None if input_shape[1] is None else self.size * input_shape[1], input_shape[2]]

  def call(self, inputs):
    return ops.repeat(x=inputs, repeats=self.size, axis=1)

  def get_config(self):
    return {**super().get_config(), 'size': self.size}


class _UpSampling(_Spatial):

  def compute_output_shape(self, input_shape):
    dims = self._dims(input_shape, len(self.size))
    return self._with_axes(input_shape, [None if d is None else d * n for d, n in zip(dims, self.size)])

  def get_config(self):
    return {**super().get_config(), 'size': self.size, 'data_format': self.data_format}


__name__ = 'keras.src.layers.reshaping.up_sampling2d'


#: tf.keras.layers.UpSampling2D
class UpSampling2D(_UpSampling):

  def __init__(self, size=(2, 2), data_format=None, interpolation='nearest', **kwargs):
    super().__init__(**kwargs)
    self._set_format(data_format, 2)
    self.size = standardize_tuple(size, 2, 'size')
    self.interpolation = interpolation.lower()

  def call(self, inputs):
    first = self.data_format == 'channels_first'
    x = ops.transpose(inputs, [0, 2, 3, 1]) if first else inputs
    if self.interpolation == 'nearest':
      x = ops.repeat(x, self.size[0], axis=1)
      x = ops.repeat(x, self.size[1], axis=2)
    else:
      shape = shape_of(x)
      x = resize(x, (shape[1] * self.size[0], shape[2] * self.size[1]), data_format='channels_last',
                 interpolation=self.interpolation)
    return ops.transpose(x, [0, 3, 1, 2]) if first else x

  def get_config(self):
    return {**super().get_config(), 'interpolation': self.interpolation}


__name__ = 'keras.src.layers.reshaping.up_sampling3d'


#: tf.keras.layers.UpSampling3D
class UpSampling3D(_UpSampling):

  def __init__(self, size=(2, 2, 2), data_format=None, **kwargs):
    super().__init__(**kwargs)
    self._set_format(data_format, 3)
    self.size = standardize_tuple(size, 3, 'size')

  def call(self, inputs):
    for i, n in enumerate(self.size):
      inputs = ops.repeat(inputs, n, axis=self._first() + i)
    return inputs


__name__ = 'keras.src.layers.reshaping.repeat_vector'


#: tf.keras.layers.RepeatVector
class RepeatVector(Layer):
  """(batch, size) as (batch, n, size)."""

  def __init__(self, n, **kwargs):
    super().__init__(**kwargs)
    if not isinstance(n, int) or isinstance(n, bool):
      raise TypeError('Expected an integer value for `n`, got %s.' % type(n))
    if n <= 0:
      raise ValueError('Argument `n` should be a positive integer. Received: n=%s' % n)
    self.n = n
    self.input_spec = InputSpec(ndim=2)

  def compute_output_shape(self, input_shape):
    return (input_shape[0], self.n, input_shape[1])

  def call(self, inputs):
    shape = shape_of(inputs)
    return ops.repeat(ops.reshape(inputs, (shape[0], 1, shape[1])), self.n, axis=1)

  def get_config(self):
    return {**super().get_config(), 'n': self.n}
