"""tf.keras.Model and tf.keras.Sequential (keras/src/models): layers of layers; training loops are the caller's."""
import _tf
import tensorflow as tf
from tensorflow_lib.keras.base import unique_name
from tensorflow_lib.keras.layer import Layer, call_for_shapes


#: tf.keras.Model tf.keras.models.Model
class Model(Layer):
  """A layer that is subclassed; compile, fit and the functional form are not there."""

  def __init__(self, *args, **kwargs):
    if args or 'inputs' in kwargs or 'outputs' in kwargs:
      raise NotImplementedError('tf.keras.Model of inputs and outputs')
    super().__init__(**kwargs)

  @property
  def layers(self):
    return self._layers()

  def save_weights(self, filepath, overwrite=True):
    """Writes the values of all weights to a file."""
    from tensorflow_lib.keras import saving
    saving.save_weights(self, filepath, overwrite)

  def load_weights(self, filepath, skip_mismatch=False, **kwargs):
    """Gives the weights the values that `save_weights` wrote."""
    from tensorflow_lib.keras import saving
    saving.load_weights(self, filepath, skip_mismatch)

  def save(self, filepath, overwrite=True, **kwargs):
    from tensorflow_lib.keras import saving
    saving.save(self, filepath)

  def export(self, filepath, format='tf_saved_model', verbose=None, input_signature=None, **kwargs):
    """Writes a SavedModel with an endpoint `serve`."""
    from tensorflow_lib.keras import saving
    saving.export(self, filepath, format, verbose, input_signature, **kwargs)

  def compile(self, *args, **kwargs):
    raise NotImplementedError('tf.keras.Model.compile')

  def fit(self, *args, **kwargs):
    raise NotImplementedError('tf.keras.Model.fit')

  def predict(self, *args, **kwargs):
    raise NotImplementedError('tf.keras.Model.predict')

  def evaluate(self, *args, **kwargs):
    raise NotImplementedError('tf.keras.Model.evaluate')


#: tf.keras.Input tf.keras.layers.Input
class Input:
  """The shape of what a Sequential is given, as its first item."""

  def __init__(self, shape=None, batch_size=None, dtype=None, name=None, batch_shape=None):
    self.batch_shape = tuple(batch_shape) if batch_shape is not None else (batch_size,) + tuple(shape)
    self.dtype = tf.as_dtype(dtype or tf.float32)
    self.name = name or 'keras_tensor'


class _InputLayer:
  """The first of a Functional's operations."""

  def _trackable_children(self, save_type='checkpoint', **kwargs):
    return {}


class _Functional:
  """What Keras makes of a Sequential that is built, and what has its layers in checkpoints."""

  def __init__(self, layers):
    self._operations = [_InputLayer()] + layers

  def _trackable_children(self, save_type='checkpoint', **kwargs):
    return {'_operations': self._operations}


#: tf.keras.Sequential tf.keras.models.Sequential
class Sequential(Model):
  """Layers, each called with the result of the one before."""

  def __init__(self, layers=None, trainable=True, name=None):
    super().__init__(trainable=trainable, name=unique_name('sequential') if name is None else name)
    self._input = None
    for layer in layers or []:
      self.add(layer)

  def add(self, layer, rebuild=True):
    if isinstance(layer, Input):
      if self._tracked:
        raise ValueError('Sequential model %s has already been configured to use input shape %s.' %
                         (self.name, self._input))
      self._input = layer.batch_shape
      return
    if not isinstance(layer, Layer):
      raise ValueError('Only instances of `keras.Layer` can be added to a Sequential model. Received: %s (of type %s)' %
                       (layer, type(layer)))
    if any(layer.name == other.name for other in self._layers()):
      raise ValueError("All layers added to a Sequential model should have unique names. Name '%s' is already the name of "
                       'a layer in this model. Update the `name` argument to pass a unique name.' % layer.name)
    self._tracked.append(layer)
    if self._input is not None:
      self.built = False
      self.build(self._input)

  def pop(self, rebuild=True):
    return self._tracked.pop()

  def build(self, input_shape=None):
    """Makes the weights of all layers, for inputs of this shape."""
    if input_shape is None:
      input_shape = self._input
    if input_shape is None:
      raise ValueError('You must provide the `input_shape` argument.')
    layers = self._layers()
    if not layers:
      raise ValueError('Sequential model %s cannot be built because it has no layers. Call `model.add(layer)`.' % self.name)
    shape = tuple(input_shape)
    for layer in layers:
      if not layer.built:
        with tf.name_scope(layer.name):
          layer.build(shape)
        layer.built = True
      if layer is not layers[-1]:
        shape = call_for_shapes(layer, tf.TensorSpec(shape, layer._dtype))
    self.built = True
    if self._input_spec_of_build is None:
      object.__setattr__(self, '_input_spec_of_build', tf.TensorSpec(tuple(input_shape), self._dtype))
    # What checkpoints wait for below it is there.
    functional = _Functional(layers)
    object.__setattr__(self, '_functional', functional)
    _tf.assigned(self, '_functional', functional)

  def call(self, inputs, training=None, mask=None):
    for layer in self._layers():
      inputs = layer(inputs)
    return inputs
