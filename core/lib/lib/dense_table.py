"""tf.lookup.experimental.DenseHashTable (ops/lookup_ops.py)."""
import numpy as np
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.lookup_ops import MutableHashTable

raw = tf.raw_ops


#: tf.lookup.experimental.DenseHashTable
class DenseHashTable(MutableHashTable):
  """A table that changes, with two keys that it never holds."""

  def __init__(self, key_dtype, value_dtype, default_value, empty_key, deleted_key, initial_num_buckets=None,
               name='MutableDenseHashTable', checkpoint=True, experimental_is_anonymous=False):
    super().__init__(key_dtype, value_dtype, default_value, name)
    with tf.init_scope():
      empty = convert(empty_key, dtype=self._key_dtype)
      deleted = convert(deleted_key, dtype=self._key_dtype)
      self._never = [('empty_key', empty.numpy()), ('deleted_key', deleted.numpy())]
      if bool(tf.reduce_all(tf.equal(empty, deleted))):
        raise tf.errors.InvalidArgumentError(
            None, None, '{{function_node __wrapped__MutableDenseHashTableV2_device_/job:localhost/replica:0/task:0/device:'
            'CPU:0}} Empty and deleted keys cannot be equal [Op:MutableDenseHashTableV2] name: %s' % name)

  name = property(lambda self: None)

  def _check(self, keys, op):
    """Keys that are known must not be those that mark empty places."""
    if tf.executing_eagerly():
      rows = keys.shape[0] if keys.shape.rank else 1
      if keys.shape.num_elements() != rows:
        raise tf.errors.InvalidArgumentError(
            None, None, '{{function_node __wrapped__%s_device_/job:localhost/replica:0/task:0/device:CPU:0}} Expected key '
            'shape [%d] got %s [Op:%s] name: ' % (op, rows, str(keys.shape.as_list()).replace(' ', ''), op))
      for what, never in self._never:
        if np.any(keys.numpy() == never):
          raise tf.errors.InvalidArgumentError(
              None, None, '{{function_node __wrapped__%s_device_/job:localhost/replica:0/task:0/device:CPU:0}} Using the '
              '%s as a table key is not allowed [Op:%s] name: ' % (op, what, op))

  def lookup(self, keys, name=None):
    with op_scope(name, 'None_lookup_table_find'):
      keys = convert(keys, dtype=self._key_dtype, name='keys')
      self._check(keys, 'LookupTableFindV2')
      return raw.LookupTableFindV2(self._handle, keys, self._default_value)

  def insert_or_assign(self, keys, values, name=None):
    with op_scope(name, 'None_lookup_table_insert'):
      keys = convert(keys, self._key_dtype, name='keys')
      values = convert(values, self._value_dtype, name='values')
      self._check(keys, 'LookupTableInsertV2')
      return raw.LookupTableInsertV2(self._handle, keys, values)

  def insert(self, keys, values, name=None):
    return self.insert_or_assign(keys, values, name)

  def erase(self, keys, name=None):
    if keys.dtype != self._key_dtype:
      raise TypeError('Signature mismatch. Keys must be dtype %s, got %s.' % (self._key_dtype, keys.dtype))
    with op_scope(name, 'None_lookup_table_remove'):
      self._check(keys, 'LookupTableRemoveV2')
      return raw.LookupTableRemoveV2(self._handle, keys)

  def remove(self, keys, name=None):
    return self.erase(keys, name)

  def _scope(self, name, what):
    return op_scope(name, 'None_%s' % what)

  def export(self, name=None):
    raise NotImplementedError("DenseHashTable.export: TensorFlow gives all places of its table, empty ones too, in its "
                              "hashes' order; tracepack keeps keys alone: tf.lookup.experimental.MutableHashTable "
                              "exports them")


DenseHashTable.__module__ = 'tensorflow.python.ops.lookup_ops'
