"""tf.lookup: tables from keys to values (ops/lookup_ops.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope

raw = tf.raw_ops


#: tf.lookup.KeyValueTensorInitializer
class KeyValueTensorInitializer:
  """A table's contents as tensors."""

  def __init__(self, keys, values, key_dtype=None, value_dtype=None, name=None):
    with tf.init_scope():
      self._keys = convert(keys, dtype=key_dtype, name='keys')
      self._values = convert(values, dtype=value_dtype, name='values')

  key_dtype = property(lambda self: self._keys.dtype)
  value_dtype = property(lambda self: self._values.dtype)

  def _contents(self):
    return self._keys, self._values


#: tf.lookup.TextFileIndex
class TextFileIndex:
  WHOLE_LINE = -2
  LINE_NUMBER = -1


#: tf.lookup.TextFileInitializer
class TextFileInitializer:
  """A table's contents from the lines of a file."""

  def __init__(self, filename, key_dtype, key_index, value_dtype, value_index, vocab_size=None, delimiter='\t', name=None,
               value_index_offset=0):
    if not isinstance(filename, tf.Tensor) and not filename:
      raise ValueError('`filename` argument required for tf.lookup.TextFileInitializer')
    self._filename = filename.numpy().decode() if isinstance(filename, tf.Tensor) else filename
    self.key_dtype, self.value_dtype = tf.as_dtype(key_dtype), tf.as_dtype(value_dtype)
    self._indices = key_index, value_index
    self._vocab_size = vocab_size
    self._delimiter = delimiter
    self._offset = value_index_offset

  def _contents(self):
    with open(self._filename) as f:
      lines = f.read().split('\n')
    if lines and lines[-1] == '':
      lines.pop()
    if self._vocab_size is not None:
      lines = lines[:self._vocab_size]

    def column(index, dtype):
      if index == TextFileIndex.LINE_NUMBER:
        return tf.constant([i + self._offset for i in range(len(lines))], dtype)
      cells = [line if index == TextFileIndex.WHOLE_LINE else line.split(self._delimiter)[index] for line in lines]
      if dtype == tf.string:
        return tf.constant(cells, tf.string)
      return tf.constant([float(x) if dtype.is_floating else int(x) for x in cells], dtype)

    return column(self._indices[0], self.key_dtype), column(self._indices[1], self.value_dtype)


def _values(keys):
  """The tensor of keys, and what makes the result of the values."""
  if isinstance(keys, tf.SparseTensor):
    return keys.values, lambda values: tf.SparseTensor(keys.indices, values, keys.dense_shape)
  if isinstance(keys, tf.RaggedTensor):
    return keys.flat_values, keys.with_flat_values
  return keys, lambda values: values


class _Table:
  """What all tables have."""

  def __init__(self, key_dtype, value_dtype, default_value, name):
    self._key_dtype, self._value_dtype = tf.as_dtype(key_dtype), tf.as_dtype(value_dtype)
    self._name = name
    with tf.init_scope():
      self._default_value = convert(default_value, dtype=self._value_dtype)

  key_dtype = property(lambda self: self._key_dtype)
  value_dtype = property(lambda self: self._value_dtype)
  name = property(lambda self: self._name)
  resource_handle = property(lambda self: self._handle)

  def _scope(self, name, what):
    return op_scope(name, '%s_%s' % (self._name, what))

  def size(self, name=None):
    with self._scope(name, 'Size'):
      return raw.LookupTableSizeV2(self._handle)

  def __getitem__(self, keys):
    return self.lookup(keys)

  def _trackable_children(self, save_type='checkpoint', **kwargs):
    return {}

  def _saved_table(self):
    """What a SavedModel keeps of the table."""
    from tensorflow_lib.saved_model.coder import encode_tensor
    keys, values = self.export()
    return {'type': type(self).__name__, 'name': self._name, 'default': encode_tensor(self._default_value),
            'keys': encode_tensor(keys), 'values': encode_tensor(values)}


def restore_table(data):
  """The table that `_saved_table` described."""
  from tensorflow_lib.saved_model.coder import decode_tensor
  keys, values, default = [decode_tensor(data[name]) for name in ('keys', 'values', 'default')]
  if data['type'] == 'StaticHashTable':
    return StaticHashTable(KeyValueTensorInitializer(keys, values), default, name=data['name'])
  table = MutableHashTable(keys.dtype, values.dtype, default, name=data['name'])
  table.insert(keys, values)
  return table


#: tf.lookup.StaticHashTable
class StaticHashTable(_Table):
  """A table that is filled when it is made."""

  def __init__(self, initializer, default_value, name=None, experimental_is_anonymous=False):
    super().__init__(initializer.key_dtype, initializer.value_dtype, default_value, name)
    self._initializer = initializer
    with tf.init_scope():
      self._handle = raw.HashTableV2(key_dtype=self._key_dtype, value_dtype=self._value_dtype)
      keys, values = initializer._contents()
      raw.LookupTableImportV2(self._handle, keys, values)

  default_value = property(lambda self: self._default_value)

  def lookup(self, keys, name=None):
    flat, wrap = _values(keys)
    if flat.dtype != self._key_dtype:
      raise TypeError('Dtype of argument `keys` must be %s, received: %s' % (self._key_dtype, keys.dtype))
    with self._scope(name, 'Lookup'):
      values = raw.LookupTableFindV2(self._handle, flat, self._default_value)
    if not tf.executing_eagerly():
      values.set_shape(flat.shape)
    return wrap(values)

  def export(self, name=None):
    with self._scope(name, 'Export'):
      keys, values = raw.LookupTableExportV2(self._handle, Tkeys=self._key_dtype, Tvalues=self._value_dtype)
      return keys, values


#: tf.lookup.experimental.MutableHashTable
class MutableHashTable(_Table):

  def __init__(self, key_dtype, value_dtype, default_value, name=None, checkpoint=True,
               experimental_is_anonymous=False):
    super().__init__(key_dtype, value_dtype, default_value, name)
    with tf.init_scope():
      shape = self._default_value.shape
      if shape.rank:
        self._handle = raw.MutableHashTableOfTensorsV2(key_dtype=self._key_dtype, value_dtype=self._value_dtype,
                                                       value_shape=shape)
      else:
        self._handle = raw.MutableHashTableV2(key_dtype=self._key_dtype, value_dtype=self._value_dtype)

  def lookup(self, keys, dynamic_default_values=None, name=None):
    with op_scope(name, '%s_lookup_table_find' % self._name):
      flat, wrap = _values(keys)
      flat = convert(flat, dtype=self._key_dtype, name='keys')
      default = self._default_value if dynamic_default_values is None else dynamic_default_values
      return wrap(raw.LookupTableFindV2(self._handle, flat, default))

  def insert(self, keys, values, name=None):
    with op_scope(name, '%s_lookup_table_insert' % self._name):
      keys = convert(keys, self._key_dtype, name='keys')
      values = convert(values, self._value_dtype, name='values')
      return raw.LookupTableInsertV2(self._handle, keys, values)

  def remove(self, keys, name=None):
    if keys.dtype != self._key_dtype:
      raise TypeError('Dtype of argument `keys` must be %s, received: %s' % (self._key_dtype, keys.dtype))
    with op_scope(name, '%s_lookup_table_remove' % self._name):
      return raw.LookupTableRemoveV2(self._handle, keys)

  def export(self, name=None):
    with op_scope(name, '%s_lookup_table_export_values' % self._name):
      keys, values = raw.LookupTableExportV2(self._handle, Tkeys=self._key_dtype, Tvalues=self._value_dtype)
      return keys, values

  def _checkpoint_values(self):
    keys, values = self.export()
    return {'table-keys': keys, 'table-values': values}

  def _restore_values(self, tensors):
    raw.LookupTableImportV2(self._handle, tensors['table-keys'], tensors['table-values'])


#: tf.lookup.StaticVocabularyTable
class StaticVocabularyTable:
  """Ids from a table, and for other keys one of num_oov_buckets behind them."""

  def __init__(self, initializer, num_oov_buckets, lookup_key_dtype=None, name=None, experimental_is_anonymous=False):
    if num_oov_buckets <= 0:
      raise ValueError('`num_oov_buckets` must be > 0; use StaticHashTable.')
    self._num_oov_buckets = num_oov_buckets
    self._table = None
    if initializer is not None:
      if initializer.value_dtype != tf.int64:
        raise TypeError('Invalid `value_dtype`, expected %s but got %s.' % (tf.int64, initializer.value_dtype))
      self._table = StaticHashTable(initializer, default_value=-1)
      name = name or self._table.name
    elif lookup_key_dtype is None:
      raise ValueError('lookup_key_dtype must be specified when initializer is None.')
    self.key_dtype = tf.as_dtype(lookup_key_dtype or initializer.key_dtype)
    self.value_dtype = tf.int64
    self._name = name

  name = property(lambda self: self._name)

  def _trackable_children(self, save_type='checkpoint', **kwargs):
    return {'_table': self._table} if self._table is not None else {}

  def size(self, name=None):
    with op_scope(name, '%s_Size' % self._name):
      size = self._table.size() if self._table else tf.constant(0, tf.int64)
      return size + self._num_oov_buckets

  def lookup(self, keys, name=None):
    flat, wrap = _values(keys)
    if flat.dtype != self.key_dtype:
      raise TypeError('Dtype of argument `keys` must be %s, received: %s' % (self.key_dtype, keys.dtype))
    if self._table and self._table.key_dtype == tf.int64:
      flat = tf.cast(flat, tf.int64)
    with op_scope(name, '%s_Lookup' % self._name):
      text = flat if flat.dtype == tf.string else tf.strings.as_string(flat)
      ids = tf.strings.to_hash_bucket_fast(text, num_buckets=self._num_oov_buckets, name='hash_bucket')
      if self._table:
        buckets = ids
        ids = self._table.lookup(flat)
        buckets = tf.add(buckets, self._table.size())
        known = tf.not_equal(ids, self._table.default_value)
        ids = tf.where(known, ids, buckets)
    return wrap(ids)

  def __getitem__(self, keys):
    return self.lookup(keys)
