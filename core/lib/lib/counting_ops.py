"""Counts: bincount, confusion matrices, histograms (ops/bincount_ops.py, confusion_matrix.py, histogram_ops.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope, with_dependencies

raw = tf.raw_ops


#: tf.math.bincount
def bincount(arr, weights=None, minlength=None, maxlength=None, dtype=tf.int32, name=None, axis=None,
             binary_output=False):
  """How often each number below a bound occurs, or the sums of its weights; with `axis=-1` row by row."""
  with op_scope(name, 'bincount'):
    arr = convert(arr, name='arr')
    if not arr.dtype.is_integer:
      arr = tf.cast(arr, tf.int32)
    if weights is not None:
      weights = convert(weights, name='weights')
      dtype = weights.dtype
    if axis not in (None, 0, -1):
      raise ValueError('Unsupported value for argument axis=%s. Only 0 and -1 are currently supported.' % axis)
    nonempty = tf.size(arr) > 0
    output_size = tf.cast(nonempty, arr.dtype) * (tf.reduce_max(arr) + 1)
    if minlength is not None:
      minlength = convert(minlength, dtype=arr.dtype, name='minlength')
      output_size = raw.Maximum(minlength, output_size)
    if maxlength is not None:
      maxlength = convert(maxlength, dtype=arr.dtype, name='maxlength')
      output_size = raw.Minimum(maxlength, output_size)
    if axis in (None, 0):
      if weights is not None:
        weights = tf.reshape(weights, [-1])
      arr = tf.reshape(arr, [-1])
    if weights is None:
      weights = tf.constant([], dtype)
    return raw.DenseBincount(input=arr, size=output_size, weights=weights, binary_output=binary_output)


def _of_same_rank(labels, predictions):
  """Both, without the last dim of the one that has one dim of 1 more."""
  with op_scope(None, 'remove_squeezable_dimensions'):
    ranks = labels.shape.rank, predictions.shape.rank
    single = lambda x: x.shape.rank is None or (x.shape.rank > 0 and x.shape[-1] in (None, 1))
    if None not in ranks:
      if ranks[1] - ranks[0] == 1 and single(predictions):
        predictions = tf.squeeze(predictions, [-1])
      elif ranks[0] - ranks[1] == 1 and single(labels):
        labels = tf.squeeze(labels, [-1])
      return labels, predictions
    diff = tf.rank(predictions) - tf.rank(labels)
    if single(predictions):
      whole = predictions
      predictions = tf.cond(tf.equal(1, diff), lambda: tf.squeeze(whole, [-1]), lambda: whole)
    if single(labels):
      all_labels = labels
      labels = tf.cond(tf.equal(-1, diff), lambda: tf.squeeze(all_labels, [-1]), lambda: all_labels)
    return labels, predictions


#: tf.math.confusion_matrix
def confusion_matrix(labels, predictions, num_classes=None, weights=None, dtype=tf.int32, name=None):
  """Element [i, j]: how often the label is i and the prediction j."""
  with op_scope(name, 'confusion_matrix') as name:
    labels, predictions = convert(labels, name='labels'), convert(predictions, name='predictions')
    labels, predictions = _of_same_rank(labels, predictions)
    predictions, labels = tf.cast(predictions, tf.int64), tf.cast(labels, tf.int64)
    check = tf.debugging.assert_non_negative(labels, message='`labels` contains negative values')
    labels = with_dependencies([check], labels)
    check = tf.debugging.assert_non_negative(predictions, message='`predictions` contains negative values')
    predictions = with_dependencies([check], predictions)
    if num_classes is None:
      num_classes = raw.Maximum(tf.reduce_max(predictions), tf.reduce_max(labels)) + 1
    else:
      classes = tf.cast(num_classes, tf.int64)
      labels = with_dependencies([tf.debugging.assert_less(labels, classes, message='`labels` out of bound')], labels)
      check = tf.debugging.assert_less(predictions, classes, message='`predictions` out of bound')
      predictions = with_dependencies([check], predictions)
    if weights is not None:
      weights = convert(weights, name='weights')
      predictions.shape.assert_is_compatible_with(weights.shape)
      weights = tf.cast(weights, dtype)
    shape = tf.stack([num_classes, num_classes])
    indices = tf.stack([labels, predictions], axis=1)
    values = tf.__internal__.ones_like_filled(predictions, dtype) if weights is None else weights
    return raw.ScatterNd(indices, values, tf.cast(shape, tf.int64))


#: tf.histogram_fixed_width_bins
def histogram_fixed_width_bins(values, value_range, nbins=100, dtype=tf.int32, name=None):
  """The bin of each value."""
  with op_scope(name, 'histogram_fixed_width_bins'):
    values = convert(values, name='values')
    shape = tf.shape(values)
    values = tf.reshape(values, [-1])
    value_range = convert(value_range, name='value_range')
    nbins = convert(nbins, dtype=tf.int32, name='nbins')
    check = tf.debugging.Assert(nbins > 0, ['nbins %s must > 0' % nbins])
    nbins = with_dependencies([check], nbins)
    nbins_float = tf.cast(nbins, values.dtype)
    scaled = tf.truediv(values - value_range[0], value_range[1] - value_range[0], name='scaled_values')
    indices = tf.floor(nbins_float * scaled, name='indices')
    indices = tf.cast(tf.clip_by_value(indices, 0, nbins_float - 1), tf.int32)
    return tf.reshape(indices, shape)


#: tf.histogram_fixed_width
def histogram_fixed_width(values, value_range, nbins=100, dtype=tf.int32, name=None):
  """How many values fall into each of `nbins` parts of the range."""
  with op_scope(name, 'histogram_fixed_width') as name:
    return raw.HistogramFixedWidth(values, value_range, nbins, dtype, name=name)
