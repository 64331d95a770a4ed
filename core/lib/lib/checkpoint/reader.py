"""A checkpoint's files (training/checkpoint_utils.py, py_checkpoint_reader.py).

PREFIX.index is a text with the names of all tensors and the tree of objects; PREFIX.data-00000-of-00001 is a bundle with
the tensors.
"""
import json
import os
import zlib

import _saved
import tensorflow as tf
from tensorflow_lib.checkpoint.graph import GRAPH_KEY
from tensorflow_lib.gfile import path_error

_FORMAT = 'tracepack checkpoint 1'


def write(prefix, nodes, tensors):
  """Writes the tensors by key, and what is said of the objects."""
  keys = sorted(tensors)
  index = {'tensors': [[k, tensors[k].dtype.name, tensors[k].shape.as_list()] for k in keys], 'nodes': nodes}
  data = _saved.encode([], [(key, False, tensors[key]) for key in keys], '')
  files = [(prefix + '.data-00000-of-00001', data), (prefix + '.index', _checked(json.dumps(index).encode()))]
  path = prefix
  try:
    folder = os.path.dirname(prefix)
    if folder:
      os.makedirs(folder, exist_ok=True)
    for path, content in files:
      with open(path, 'wb') as f:
        f.write(content)
  except OSError as error:
    raise path_error(error, path) from None


def _checked(body):
  """A JSON object as the text of an index: with its format and a checksum of the rest."""
  return b'{"format": "%s", "check": "%08x", %s' % (_FORMAT.encode(), zlib.crc32(body), body[1:])


def _read_index(text):
  """The object of such a text; ValueError where it is damaged."""
  start = len(_checked(b'{'))
  body = b'{' + text[start:]
  if _checked(body) != text:
    raise ValueError('its checksum is not what it says')
  return json.loads(body)


class CheckpointReader:
  """The tensors of a checkpoint by name."""

  def __init__(self, prefix):
    self._prefix = prefix
    try:
      with open(prefix + '.index', 'rb') as f:
        text = f.read()
    except OSError:
      if os.path.isdir(prefix):
        raise tf.errors.DataLossError(
            None, None, 'Unable to open table file %s: FAILED_PRECONDITION: %s; Is a directory: perhaps your file is in a '
            'different file format and you need to use a different restore operator?' % (prefix, prefix)) from None
      raise tf.errors.NotFoundError(
          None, None, 'Unsuccessful TensorSliceReader constructor: Failed to find any matching files for %s' % prefix
      ) from None
    if not text.startswith(b'{"format": "%s"' % _FORMAT.encode()):
      raise NotImplementedError("tracepack reads the checkpoints that it wrote itself: `%s.index` is none, TensorFlow's own "
                                'checkpoints are not read' % prefix)
    try:
      index = _read_index(text)
    except ValueError as error:
      raise tf.errors.DataLossError(
          None, None, 'Unable to open table file %s.index: DATA_LOSS: %s' % (prefix, error)) from None
    self.nodes = index['nodes']
    self._tensors = {key: (tf.as_dtype(dtype), shape) for key, dtype, shape in index['tensors']}
    self._values = None

  def tensor(self, key):
    """The value as a tensor."""
    if self._values is None:
      path = self._prefix + '.data-00000-of-00001'
      try:
        with open(path, 'rb') as f:
          bundle = _saved.decode(f.read())
      except OSError as error:
        raise path_error(error, path) from None
      except ValueError as error:
        raise tf.errors.DataLossError(None, None, '%s: %s' % (path, error)) from None
      self._values = {name: value for name, _, _, _, value in _saved.variables(bundle)}
    if key not in self._values:
      raise tf.errors.NotFoundError(None, None, 'Key %s not found in checkpoint' % key)
    return self._values[key]

  def dtype(self, key):
    return self._tensors[key][0]

  def get_variable_to_shape_map(self):
    found = {key: list(shape) for key, (_, shape) in self._tensors.items()}
    found[GRAPH_KEY] = []
    return found

  def get_variable_to_dtype_map(self):
    found = {key: dtype for key, (dtype, _) in self._tensors.items()}
    found[GRAPH_KEY] = tf.string
    return found

  def has_tensor(self, tensor_str):
    return tensor_str in self._tensors or tensor_str == GRAPH_KEY

  def get_tensor(self, tensor_str):
    if tensor_str == GRAPH_KEY:
      return json.dumps(self.nodes).encode()
    return self.tensor(tensor_str).numpy()

  def debug_string(self):
    names = {'float32': 'FLOAT', 'float64': 'DOUBLE', 'float16': 'HALF'}
    lines = ['%s (DT_STRING) []\n' % GRAPH_KEY]
    lines += ['%s (DT_%s) %s\n' % (key, names.get(dtype.name, dtype.name.upper()), ','.join(map(str, shape)).join('[]'))
              for key, (dtype, shape) in self._tensors.items()]
    return ''.join(lines).encode()


CheckpointReader.__module__ = 'tensorflow.python.util._pywrap_checkpoint_reader'


#: tf.train.load_checkpoint =load_checkpoint
def load_checkpoint(ckpt_dir_or_file):
  """A reader of the checkpoint, or of the latest one in the folder."""
  ckpt_dir_or_file = os.fspath(ckpt_dir_or_file)
  prefix = ckpt_dir_or_file
  if os.path.isdir(prefix):
    prefix = tf.train.latest_checkpoint(prefix)
  if prefix is None:
    raise ValueError("Couldn't find 'checkpoint' file or checkpoints in given directory %s" % ckpt_dir_or_file)
  return CheckpointReader(prefix)


#: tf.train.load_variable =load_variable
def load_variable(ckpt_dir_or_file, name):
  """The value of one variable."""
  return load_checkpoint(ckpt_dir_or_file).get_tensor(name[:-2] if name.endswith(':0') else name)


#: tf.train.list_variables =list_variables
def list_variables(ckpt_dir_or_file):
  """The names and shapes of all tensors, sorted."""
  return sorted(load_checkpoint(ckpt_dir_or_file).get_variable_to_shape_map().items())
