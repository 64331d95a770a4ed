"""Arguments that TensorFlow keeps for old programs: l2_normalize(dim=), make_tensor_proto(allow_broadcast=)."""
import tensorflow as tf

x = tf.constant([[3., 4.], [6., 8.]])


def calls(*functions):
  for function in functions:
    try:
      print(repr(function()))
    except Exception as error:
      print(type(error).__name__, error)


def array(*args, **kwargs):
  return tf.make_ndarray(tf.make_tensor_proto(*args, **kwargs))


calls(lambda: tf.nn.l2_normalize(x, dim=1), lambda: tf.nn.l2_normalize(x, 0, dim=1), lambda: tf.linalg.l2_normalize(x, dim=None))
calls(lambda: array([1, 2], shape=[2, 2], allow_broadcast=True), lambda: array(3, shape=[2, 2], allow_broadcast=True),
      lambda: array(3, shape=[2, 2]), lambda: array([3], shape=[2, 2], allow_broadcast=True),
      lambda: array([3, 4], shape=[3, 2], allow_broadcast=True), lambda: array([3, 4], shape=[2, 1]),
      lambda: array([1], shape=[1], verify_shape=True, allow_broadcast=True), lambda: array([3, 4], shape=[3, 2]),
      lambda: array([1, 2], shape=[2, 1], verify_shape=True), lambda: array([1, 2, 3], shape=[2]),
      lambda: array(['a', 'b'], shape=[3]))
