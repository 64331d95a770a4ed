"""tf.keras.layers: SpectralNormalization (keras/src/layers/normalization/spectral_normalization.py)."""
import tensorflow as tf
from tensorflow_lib.keras.layers.support import InputSpec, cast, cond, initializers, nn, ops, stop_gradient

__name__ = 'keras.src.layers.normalization.spectral_normalization'


#: tf.keras.layers.SpectralNormalization
class SpectralNormalization(tf.keras.layers.Wrapper):
  """Divides a layer's kernel by its largest singular value, as powers of it estimate that."""

  def __init__(self, layer, power_iterations=1, **kwargs):
    super().__init__(layer, **kwargs)
    if power_iterations <= 0:
      raise ValueError('`power_iterations` should be greater than zero. Received: `power_iterations=%s`' %
                       power_iterations)
    self.power_iterations = power_iterations

  def build(self, input_shape):
    super().build(input_shape)
    self.input_spec = InputSpec(min_ndim=1, axes={-1: input_shape[-1]})
    if hasattr(self.layer, 'kernel'):
      self.kernel = self.layer.kernel
    elif hasattr(self.layer, 'embeddings'):
      self.kernel = self.layer.embeddings
    else:
      raise ValueError("%s object has no attribute 'kernel' nor 'embeddings'" % type(self.layer).__name__)
    self.kernel_shape = self.kernel.shape
    self.vector_u = self.add_weight(shape=(1, self.kernel_shape[-1]), initializer=initializers.TruncatedNormal(stddev=0.02),
                                    trainable=False, name='vector_u', dtype=self.kernel.dtype)

  def call(self, inputs, training=False):
    if training:
      vector_u, kernel = cond(ops.all(ops.equal(self.kernel.value, 0)), lambda: (self.vector_u.value, self.kernel.value),
                              self.normalized_weights)
      self.vector_u.assign(vector_u)
      self.kernel.assign(kernel)
    return cast(self.layer(inputs), inputs.dtype)

  def compute_output_shape(self, input_shape):
    return self.layer.compute_output_shape(input_shape)

  def normalized_weights(self):
    """The new vector and the kernel divided."""
    weights = ops.reshape(self.kernel, [-1, self.kernel_shape[-1]])
    vector_u = self.vector_u.value
    for _ in range(self.power_iterations):
      vector_v = nn.normalize(ops.matmul(vector_u, ops.transpose(weights)), axis=None)
      vector_u = nn.normalize(ops.matmul(vector_v, weights), axis=None)
    vector_u, vector_v = stop_gradient(vector_u), stop_gradient(vector_v)
    sigma = ops.matmul(ops.matmul(vector_v, weights), ops.transpose(vector_u))
    kernel = ops.reshape(ops.divide(self.kernel, sigma), self.kernel_shape)
    return cast(vector_u, self.vector_u.dtype), cast(kernel, self.kernel.dtype)

  def get_config(self):
    return {**super().get_config(), 'power_iterations': self.power_iterations}
