"""tf.keras.Input and InputLayer (keras/src/layers/core/input_layer.py): where symbolic tensors begin."""
import warnings

from tensorflow_lib.keras.layer import Layer
from tensorflow_lib.keras.operation import Node
from tensorflow_lib.keras.state import standardize_dtype, standardize_shape
from tensorflow_lib.keras.tensors import KerasTensor

__name__ = 'keras.src.layers.core.input_layer'


#: tf.keras.layers.InputLayer
class InputLayer(Layer):
  def __init__(self, shape=None, batch_size=None, dtype=None, sparse=None, ragged=None, batch_shape=None,
               input_tensor=None, optional=False, name=None, **kwargs):
    super().__init__(name=name)
    if 'input_shape' in kwargs:
      warnings.warn('Argument `input_shape` is deprecated. Use `shape` instead.')
      shape = kwargs.pop('input_shape')
    if 'batch_input_shape' in kwargs:
      batch_shape = kwargs.pop('batch_input_shape')
    if input_tensor is not None:
      if not isinstance(input_tensor, KerasTensor):
        raise ValueError('Argument `input_tensor` must be a KerasTensor. Received invalid type: input_tensor=%s (of type %s)' %
                         (input_tensor, type(input_tensor)))
      fits = [('batch_size', batch_size is None or input_tensor.shape[:1] == (batch_size,)),
              ('shape', shape is None or tuple(shape) == input_tensor.shape[1:]),
              ('batch_shape', batch_shape is None or batch_shape == input_tensor.shape),
              ('dtype', dtype is None or input_tensor.dtype == dtype),
              ('sparse', sparse is None or input_tensor.sparse == sparse)]
      for what, good in fits:
        if not good:
          raise ValueError('When providing the `input_tensor` argument, you cannot provide an incompatible `%s` argument.' %
                           what)
      batch_shape, dtype, sparse = input_tensor.shape, input_tensor.dtype, input_tensor.sparse
    else:
      if shape is not None and batch_shape is not None:
        raise ValueError('You cannot pass both `shape` and `batch_shape` at the same time.')
      if batch_size is not None and batch_shape is not None:
        raise ValueError('You cannot pass both `batch_size` and `batch_shape` at the same time.')
      if shape is None and batch_shape is None:
        raise ValueError('You must pass a `shape` argument.')
      if shape is not None:
        batch_shape = (batch_size,) + standardize_shape(shape)
    self._batch_shape = standardize_shape(batch_shape)
    self._dtype = standardize_dtype(dtype)
    self.sparse = bool(sparse)
    self.ragged = bool(ragged)
    if input_tensor is None:
      input_tensor = KerasTensor(shape=batch_shape, dtype=self._dtype, sparse=sparse, ragged=ragged, name=name)
    self._input_tensor = input_tensor
    Node(self, (), {}, input_tensor)
    self.built = True
    self.optional = optional

  def call(self):
    return

  batch_shape = property(lambda self: self._batch_shape)
  dtype = property(lambda self: self._dtype)

  def get_config(self):
    return {'batch_shape': self.batch_shape, 'dtype': self.dtype, 'sparse': self.sparse, 'ragged': self.ragged,
            'name': self.name, 'optional': self.optional}


#: tf.keras.Input tf.keras.layers.Input =Input
def Input(shape=None, batch_size=None, dtype=None, sparse=None, ragged=None, batch_shape=None, name=None, tensor=None,
          optional=False):
  layer = InputLayer(shape=shape, batch_size=batch_size, dtype=dtype, sparse=sparse, ragged=ragged,
                     batch_shape=batch_shape, name=name, input_tensor=tensor, optional=optional)
  return layer.output
