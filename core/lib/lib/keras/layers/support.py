"""What the layers for sequences, attention and data preparation take from elsewhere."""
from tensorflow_lib.keras import initializers
from tensorflow_lib.keras import nn_ops as nn
from tensorflow_lib.keras import numpy_ops as ops
from tensorflow_lib.keras.core_ops import cond, stop_gradient
from tensorflow_lib.keras.input_spec import InputSpec
from tensorflow_lib.keras.layer import Layer
from tensorflow_lib.keras.layers import common
from tensorflow_lib.keras.layers.common import standardize_padding, standardize_tuple
from tensorflow_lib.keras.layers.common import take_parts as take
from tensorflow_lib.keras.random import SeedGenerator, dropout, normal, uniform
from tensorflow_lib.keras.serialization import deserialize_keras_object as deserialize_object
from tensorflow_lib.keras.serialization import serialize_keras_object as serialize_object
from tensorflow_lib.keras.state import map_shapes, name_scope, standardize_data_format
from tensorflow_lib.keras.tensors import (KerasTensor, Variable, cast, compute_output_spec, convert_to_tensor,
                                          get_keras_mask, set_keras_mask)
from tensorflow_lib.keras.tensors import shape as shape_of

softmax = nn.softmax


def config_of(layer, names):
  """The attributes of these names as a config, in this order."""
  return common.config_of(layer, {}, *names.split())


def forget_bias(layer, units):
  """The first bias of an LSTM: ones for the gate that forgets, so that it keeps all at first."""
  def initializer(_, *args, **kwargs):
    parts = [layer.bias_initializer((units,), *args, **kwargs), initializers.get('ones')((units,), *args, **kwargs),
             layer.bias_initializer((units * 2,), *args, **kwargs)]
    return ops.concatenate(parts)
  return initializer
