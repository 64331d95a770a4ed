"""Datasets in files (data/ops/save_op.py, load_op.py, snapshot_op.py, cache_op.py), and batches of other sizes
(rebatch_op.py). Records hold the elements' tensors; the files' form is tracepack's own."""
import json
import os
import time

import tensorflow as tf
from tensorflow_lib import data_structure as structure
from tensorflow_lib.base import convert
from tensorflow_lib.data import Dataset, DatasetSpec, _VariantDataset
from tensorflow_lib.data_structure import StructuredFunction
from tensorflow_lib.data_transforms import _AssertCardinalityDataset, _MapDataset, in_module
from tensorflow_lib.saved_model import coder

_SPEC = 'dataset_spec.pb'
_META = 'snapshot.metadata'
_MAGIC = 'tracepack dataset\n'


def _text(path):
  if isinstance(path, tf.Tensor):
    path = path.numpy()
  path = os.fspath(path)
  return path.decode() if isinstance(path, bytes) else path


def _record(tensors):
  return tf.io.serialize_tensor(tf.stack([tf.io.serialize_tensor(t) for t in tensors] or tf.zeros([0], tf.string)))


def _parser(spec):
  specs = structure.flat_specs(spec)

  def parse(record):
    parts = tf.io.parse_tensor(record, tf.string)
    tensors = []
    for i, s in enumerate(specs):
      tensor = tf.io.parse_tensor(parts[i], s.dtype)
      tensor.set_shape(s.shape)
      tensors.append(tensor)
    return structure.from_tensors(spec, tensors)

  return parse


def _callable(func):
  if not callable(func):
    raise ValueError('Argument `func` must be a callable. Received func=%s (of type %s)' % (func, type(func)))


# ---- save and load
class _Shards:
  """The files of a folder that elements go to, and at the end what tells of them."""

  def __init__(self, path, spec, compression):
    self._path, self._spec, self._compression = path, spec, compression
    self._run = str(time.time_ns())
    self._writers, self._count = {}, 0

  def write(self, shard, tensors):
    if shard not in self._writers:
      name = '%s/%08d.shard/00000000.snapshot' % (self._run, shard)
      os.makedirs(os.path.dirname(os.path.join(self._path, name)), exist_ok=True)
      self._writers[shard] = (name, tf.io.TFRecordWriter(os.path.join(self._path, name), self._compression))
    self._writers[shard][1].write(_record(tensors).numpy())
    self._count += 1

  def close(self):
    for _, writer in self._writers.values():
      writer.close()
    os.makedirs(self._path, exist_ok=True)
    with open(os.path.join(self._path, _SPEC), 'w') as f:
      f.write(_MAGIC + json.dumps(coder.encode(self._spec)))
    files = [self._writers[shard][0] for shard in sorted(self._writers)]
    with open(os.path.join(self._path, _META), 'w') as f:
      f.write(_MAGIC + json.dumps({'count': self._count, 'files': files, 'compression': self._compression or ''}))


def _read(path, name):
  with open(os.path.join(path, name)) as f:
    text = f.read()
  if not text.startswith(_MAGIC):
    raise NotImplementedError("tf.data.Dataset.load reads what tracepack's save wrote: `%s` is TensorFlow's own, which "
                              'tracepack does not read' % os.path.join(path, name))
  return json.loads(text[len(_MAGIC):])


def _compression(compression):
  if compression not in (None, '', 'NONE', 'GZIP', 'AUTO'):
    raise NotImplementedError('tf.data.Dataset.save with compression=%r' % (compression,))
  return 'GZIP' if compression == 'GZIP' else None


def save(dataset, path, compression, shard_func, checkpoint_args):
  """Writes all elements below the folder."""
  if not tf.executing_eagerly():
    raise NotImplementedError('tf.data.Dataset.save in a tf.function')
  if checkpoint_args is not None:
    raise NotImplementedError('tf.data.Dataset.save with checkpoint_args')
  if shard_func is not None:
    _callable(shard_func)
    shards_of = StructuredFunction(shard_func, 'save()', dataset.element_spec).structure
    if not (isinstance(shards_of, tf.TensorSpec) and shards_of.is_compatible_with(tf.TensorSpec([], tf.int64))):
      raise tf.errors.InvalidArgumentError(
          None, None, '{{function_node __wrapped__SaveDataset_Tshard_func_args_0_device_/job:localhost/replica:0/task:0/'
          'device:CPU:0}} `shard_func` must return a scalar int64. [Op:SaveDataset] name: ')
  spec = dataset.element_spec
  shards = _Shards(_text(path), spec, _compression(compression))
  args = lambda *x: x if isinstance(spec, tuple) else x[0]
  elements = dataset if shard_func is None else dataset.map(lambda *x: (args(*x), shard_func(*x)))
  for element in elements:
    shard = 0
    if shard_func is not None:
      element, shard = element
    shards.write(int(shard), structure.to_tensors(spec, element))
  shards.close()


def _interleaved(datasets):
  return datasets.interleave(lambda x: x, cycle_length=os.cpu_count() or 1)


def _loaded(path, meta, spec, compression, reader_func):
  files = [os.path.join(path, name) for name in meta['files']]
  parse = _parser(spec)
  read = lambda name: tf.data.TFRecordDataset(name, compression_type=compression).map(parse)
  if len(files) == 1 and reader_func is None:
    return read(files[0])
  return (reader_func or _interleaved)(tf.data.Dataset.from_tensor_slices(tf.constant(files, tf.string)).map(read))


@in_module('load_op')
class _LoadDataset(Dataset):
  def __init__(self, path, spec, compression, reader_func):
    self._structure = spec
    meta = _read(path, _META)
    if reader_func is not None:
      # TensorFlow traces the function, so it sees a dataset of datasets.
      user = reader_func
      self._reader = StructuredFunction(user, 'load()', DatasetSpec(DatasetSpec(spec)))
      if not isinstance(self._reader.structure, DatasetSpec) or self._reader.structure.element_spec != spec:
        raise NotImplementedError('tf.data.Dataset.load with a reader_func that gives no dataset of the elements')
      reader_func = lambda datasets: _VariantDataset(self._reader.function(datasets._variant_tensor)[0], spec)
    made = _loaded(path, meta, spec, compression, reader_func)
    if reader_func is None:
      made = _AssertCardinalityDataset(made, meta['count'])
    super().__init__(made._variant_tensor)


def load(path, element_spec, compression, reader_func, wait):
  """The dataset that `save` wrote."""
  path = _text(path)
  if reader_func is not None:
    _callable(reader_func)
  if not os.path.exists(os.path.join(path, _SPEC)):
    raise tf.errors.NotFoundError(None, None, 'tf.data snapshot element_spec file not found: %s.' %
                                  os.path.join(path, _SPEC))
  known = coder.decode(_read(path, _SPEC))
  return _LoadDataset(path, known if element_spec is None else element_spec, _compression(compression), reader_func)


# ---- datasets that are written while they are read for the first time
def _written_once(source, there, write, read, name):
  """What `read()` gives where `there()` says that the files are there; else the source, which `write()` writes."""
  spec = source.element_spec

  def elements():
    if there():
      yield from ([t.numpy() for t in structure.to_tensors(spec, x)] for x in read())
      return
    put, close = write()
    for element in source:
      tensors = structure.to_tensors(spec, element)
      put(tensors)
      yield [t.numpy() for t in tensors]
    close()

  specs = structure.flat_specs(spec)
  made = Dataset.from_generator(lambda: (tuple(x) for x in elements()), output_signature=tuple(specs))
  made = made.map(lambda *tensors: structure.from_tensors(spec, tensors))
  count = int(source.cardinality()) if tf.executing_eagerly() else -2
  return _AssertCardinalityDataset(made, count) if count >= 0 else made


@in_module('map_op')
class _MapOfSnapshot(Dataset):
  def __init__(self, source, made):
    self._structure = source.element_spec
    super().__init__(made._variant_tensor, [source])


_MapOfSnapshot.__name__ = _MapOfSnapshot.__qualname__ = '_MapDataset'


def snapshot(source, path, compression, reader_func, shard_func):
  """The source's elements, from files where they are there."""
  if reader_func is not None or shard_func is not None:
    raise NotImplementedError('tf.data.Dataset.snapshot with a reader_func or a shard_func')
  path = _text(path)
  compression = None if compression == 'AUTO' else _compression(compression)

  def write():
    shards = _Shards(path, source.element_spec, compression)
    return lambda tensors: shards.write(0, tensors), shards.close

  return _MapOfSnapshot(source, _written_once(
      source, lambda: os.path.exists(os.path.join(path, _META)), write,
      lambda: _loaded(path, _read(path, _META), source.element_spec, compression, None) if _read(path, _META)['count'] else [],
      'snapshot'))


@in_module('cache_op')
class CacheDataset(Dataset):
  """The source's elements, kept in a file once they were read to their end."""

  def __init__(self, source, filename):
    filename = _text(filename)
    self._structure = source.element_spec
    data, index = filename + '.data-00000-of-00001', filename + '.index'

    def write():
      writer = tf.io.TFRecordWriter(data)

      def close():
        writer.close()
        with open(index, 'w') as f:
          f.write(_MAGIC)

      return lambda tensors: writer.write(_record(tensors).numpy()), close

    super().__init__(_written_once(
        source, lambda: os.path.exists(index), write,
        lambda: tf.data.TFRecordDataset(data).map(_parser(source.element_spec)), 'cache')._variant_tensor, [source])
