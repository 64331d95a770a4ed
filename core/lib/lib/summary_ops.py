"""tf.summary: events for TensorBoard (ops/summary_ops_v2.py, and TensorBoard's plugins/*/summary_v2.py)."""
import functools
import os
import re

import tensorflow as tf
from tensorflow_lib.base import convert, op_scope, refused
from tensorflow_lib.train_example import _field

raw = tf.raw_ops


class _State:
  """What is set for now: the writer, the step, and whether is recorded."""
  writer = None
  step = None
  recording = None


class _AsDefault:

  def __init__(self, writer, step):
    self._writer = writer
    self._step = step

  def __enter__(self):
    self._old_writer = _State.writer
    _State.writer = self._writer
    if self._step is not None:
      self._old_step = _State.step
      _State.step = self._step
    return self._writer

  def __exit__(self, *exc):
    _State.writer.flush()
    _State.writer = self._old_writer
    if self._step is not None:
      _State.step = self._old_step
    return False


def _ops_module(cls):
  cls.__module__ = 'tensorflow.python.ops.summary_ops_v2'
  return cls


#: tf.summary.SummaryWriter
@_ops_module
class SummaryWriter:
  """Where summaries go."""

  def set_as_default(self, step=None):
    self.as_default(step).__enter__()

  def as_default(self, step=None):
    return _AsDefault(self, step)

  def init(self):
    raise NotImplementedError()

  def flush(self):
    raise NotImplementedError()

  def close(self):
    raise NotImplementedError()


@_ops_module
class _ResourceSummaryWriter(SummaryWriter):

  def __init__(self, logdir, max_queue, flush_millis, filename_suffix):
    self._resource = raw.SummaryWriter()
    raw.CreateSummaryFileWriter(self._resource, logdir, max_queue, flush_millis, filename_suffix)
    self._closed = False

  def _check_open(self):
    if tf.executing_eagerly() and self._closed:
      raise RuntimeError('SummaryWriter %r is already closed' % self)

  def set_as_default(self, step=None):
    self._check_open()
    super().set_as_default(step)

  def as_default(self, step=None):
    self._check_open()
    return super().as_default(step)

  def init(self):
    self._check_open()
    return None

  def flush(self):
    if tf.executing_eagerly() and self._closed:
      return None
    with tf.device('cpu:0'):
      return raw.FlushSummaryWriter(self._resource)

  def close(self):
    if tf.executing_eagerly() and self._closed:
      return None
    try:
      with tf.control_dependencies([self.flush()]):
        with tf.device('cpu:0'):
          return raw.CloseSummaryWriter(self._resource)
    finally:
      if tf.executing_eagerly():
        self._closed = True


@_ops_module
class _NoopSummaryWriter(SummaryWriter):

  def set_as_default(self, step=None):
    pass

  def as_default(self, step=None):
    return self

  def __enter__(self):
    return None

  def __exit__(self, *exc):
    return False

  def init(self):
    pass

  def flush(self):
    pass

  def close(self):
    pass


#: tf.summary.create_file_writer =create_file_writer_v2
def create_file_writer_v2(logdir, max_queue=None, flush_millis=None, filename_suffix=None, name=None,
                          experimental_trackable=False, experimental_mesh=None):
  """A writer with a new file of events in `logdir`."""
  if logdir is None:
    raise ValueError('Argument `logdir` cannot be None')
  if experimental_mesh is not None:
    raise NotImplementedError('tf.summary.create_file_writer: experimental_mesh is not in tracepack; leave it out')
  inside_function = tf.inside_function()
  with op_scope(name, 'create_file_writer'), tf.init_scope():
    for arg_name, arg in (('logdir', logdir), ('max_queue', max_queue), ('flush_millis', flush_millis),
                          ('filename_suffix', filename_suffix)):
      if tf.is_symbolic_tensor(arg):
        tail = ('to create_file_writer() inside an @tf.function. The create call will be lifted into the outer eager '
                'execution context, so it cannot consume graph tensors defined inside the function body.'
                if inside_function else 'to eagerly executed create_file_writer().')
        raise ValueError("Invalid graph Tensor argument '%s=%s' %s" % (arg_name, arg, tail))
    if hasattr(logdir, '__fspath__'):
      logdir = os.fspath(logdir)
    return _ResourceSummaryWriter(convert(logdir, dtype=tf.string), 10 if max_queue is None else max_queue,
                                  2 * 60 * 1000 if flush_millis is None else flush_millis,
                                  '.v2' if filename_suffix is None else filename_suffix)


#: tf.summary.create_noop_writer =create_noop_writer
def create_noop_writer():
  return _NoopSummaryWriter()


# ---- what is recorded
def _should_record():
  """(a tensor, its value where it is known now)."""
  if _State.writer is None:
    return tf.constant(False), False
  recording = _State.recording
  if not callable(recording):
    known = tf.get_static_value(recording) if tf.is_tensor(recording) else recording
    if known is not None and not known:
      return tf.constant(False), False
  else:
    recording = recording()
  if recording is None:
    recording = True
  if isinstance(recording, tf.Variable):
    recording = tf.convert_to_tensor(recording)
  known = tf.get_static_value(recording) if tf.is_tensor(recording) else bool(recording)
  both = tf.logical_and(True, recording)
  if tf.executing_eagerly():
    known = bool(both)
  return both, known


#: tf.summary.should_record_summaries =should_record_summaries
def should_record_summaries():
  return _should_record()[0]


#: tf.summary.record_if =record_if
class record_if:
  """Summaries are written inside of it where the condition holds."""

  def __init__(self, condition):
    self._condition = condition

  def __enter__(self):
    self._old = _State.recording
    _State.recording = self._condition

  def __exit__(self, *exc):
    _State.recording = self._old
    return False


#: tf.summary.experimental.get_step =get_step
def get_step():
  return _State.step


#: tf.summary.experimental.set_step =set_step
def set_step(step):
  _State.step = step


#: tf.summary.experimental.summary_scope =summary_scope
class summary_scope:
  """Gives (tag, scope): the name below the scopes around, and a scope of its own."""

  def __init__(self, name, default_name='summary', values=None):
    self._name = name or default_name
    self._default = default_name

  def __enter__(self):
    around = tf.get_current_name_scope()
    tag = around + '/' + self._name if around else self._name
    name = re.sub('[^-_/.A-Za-z0-9]', '', self._name) or None
    self._scope = tf.name_scope(self._default if name is None else name)
    return tag, self._scope.__enter__()

  def __exit__(self, *exc):
    return self._scope.__exit__(*exc)


def _check_step(step):
  step = convert(step, tf.int64)
  if step.shape.num_elements() != 1:
    raise ValueError('Argument `step` must be a scalar. Received step with shape %s.' % (step.shape,))


_NO_STEP = ('No step set. Please specify one either through the `step` argument or through '
            'tf.summary.experimental.set_step()')


def _if_recording(record):
  condition, known = _should_record()
  if known is None:
    return tf.cond(condition, record, lambda: tf.constant(False), name='summary_cond')
  return record() if known else tf.constant(False)


#: tf.summary.write =write
def write(tag, tensor, step=None, metadata=None, name=None):
  """An event with a tensor (or what a callable gives, which is called where it is recorded)."""
  if step is not None:
    _check_step(step)
  with op_scope(name, 'write_summary') as scope:
    if _State.writer is None:
      return tf.constant(False)
    if step is None:
      step = get_step()
    if metadata is None:
      metadata = b''
    elif hasattr(metadata, 'SerializeToString'):
      metadata = metadata.SerializeToString()

    def record():
      if step is None:
        raise ValueError(_NO_STEP)
      with tf.device('cpu:0'):
        value = tensor() if callable(tensor) and not tf.is_tensor(tensor) else tf.identity(tensor)
        op = raw.WriteSummary(_State.writer._resource, step, value, tag, metadata, name=scope)
        with tf.control_dependencies([] if op is None else [op]):
          return tf.constant(True)

    return _if_recording(record)


#: tf.summary.experimental.write_raw_pb =write_raw_pb
def write_raw_pb(tensor, step=None, name=None):
  """An event with a summary that is a serialized message already."""
  if step is not None:
    _check_step(step)
  with op_scope(name, 'write_raw_pb') as scope:
    if _State.writer is None:
      return tf.constant(False)
    if step is None:
      step = get_step()
      if step is None:
        raise ValueError(_NO_STEP)

    def record():
      with tf.device('cpu:0'):
        op = raw.WriteRawProtoSummary(_State.writer._resource, step, tf.identity(tensor), name=scope)
        with tf.control_dependencies([] if op is None else [op]):
          return tf.constant(True)

    with tf.device('cpu:0'):
      return _if_recording(record)


#: tf.summary.flush =flush
def flush(writer=None, name=None):
  writer = _State.writer if writer is None else writer
  if writer is None:
    return tf.no_op()
  if isinstance(writer, SummaryWriter):
    return writer.flush()
  raise ValueError('Invalid argument to flush(): %r' % (writer,))


#: tf.summary.graph =graph
def graph(graph_data):
  """An event with a graph."""
  if not tf.executing_eagerly():
    raise ValueError('graph() cannot be invoked inside a graph context.')
  writer = _State.writer
  if writer is None or not should_record_summaries():
    return tf.constant(False)
  graph_def = graph_data.as_graph_def(add_shapes=True) if hasattr(graph_data, 'as_graph_def') else graph_data
  if not isinstance(graph_def, tf.__internal__.GraphDef):
    raise ValueError("Argument 'graph_data' is not tf.Graph or tf.compat.v1.GraphDef. Received graph_data=%s of type %s."
                     % (graph_data, type(graph_data).__name__))
  raw.WriteGraphSummary(writer._resource, 0, graph_def.SerializeToString())
  return tf.constant(True)


#: tf.summary.trace_on
trace_on = refused('tf.summary.trace_on', 'graphs and profiles are not written for TensorBoard; look at graphs with '
                   '`tracepack inspect` and at times with `tracepack bench --profile`')


#: tf.summary.trace_export =trace_export
def trace_export(name, step=None, profiler_outdir=None):
  raise ValueError('Must enable trace before export through tf.summary.trace_on.')


#: tf.summary.trace_off =trace_off
def trace_off():
  return None


# ---- what TensorBoard shows
def _metadata(plugin, description, content=b''):
  """SummaryMetadata{1: PluginData{1: name, 2: content}, 3: description}."""
  data = _field(1, plugin.encode()) + (_field(2, content) if content else b'')
  if isinstance(description, str):
    description = description.encode()
  return _field(1, data) + (_field(3, description) if description else b'')


#: tf.summary.scalar =scalar
def scalar(name, data, step=None, description=None):
  with summary_scope(name, 'scalar_summary', values=[data, step]) as (tag, _):
    tf.debugging.assert_scalar(data)
    return write(tag=tag, tensor=tf.cast(data, tf.float32), step=step, metadata=_metadata('scalars', description))


#: tf.summary.text =text
def text(name, data, step=None, description=None):
  with summary_scope(name, 'text_summary', values=[data, step]) as (tag, _):
    tf.debugging.assert_type(data, tf.string)
    return write(tag=tag, tensor=data, step=step, metadata=_metadata('text', description))


#: tf.summary.image =image
def image(name, data, step=None, max_outputs=3, description=None):
  with summary_scope(name, 'image_summary', values=[data, max_outputs, step]) as (tag, _):

    def encoded():
      tf.debugging.assert_rank(data, 4)
      tf.debugging.assert_non_negative(max_outputs)
      images = tf.image.convert_image_dtype(data, tf.uint8, saturate=True)
      encoded_images = tf.image.encode_png(images[:max_outputs])
      shape = tf.shape(images)
      dimensions = tf.stack([tf.strings.as_string(shape[2], name='width'),
                             tf.strings.as_string(shape[1], name='height')], name='dimensions')
      return tf.concat([dimensions, encoded_images], axis=0)

    return write(tag=tag, tensor=encoded, step=step, metadata=_metadata('images', description))


#: tf.summary.audio =audio
def audio(name, data, sample_rate, step=None, max_outputs=3, encoding=None, description=None):
  if encoding not in (None, 'wav'):
    raise ValueError('Unknown encoding: %r' % encoding)
  with summary_scope(name, 'audio_summary', values=[data, sample_rate, max_outputs, step]) as (tag, _):

    def encoded():
      tf.debugging.assert_rank(data, 3)
      tf.debugging.assert_non_negative(max_outputs)
      limited = data[:max_outputs]
      sounds = tf.map_fn(functools.partial(tf.audio.encode_wav, sample_rate=sample_rate), limited, dtype=tf.string,
                         name='encode_each_audio')
      sounds = tf.cond(tf.shape(sounds)[0] > 0, lambda: sounds, lambda: tf.constant([], tf.string))
      labels = tf.tile([''], tf.shape(limited)[:1])
      return tf.transpose(tf.stack([sounds, labels]))

    return write(tag=tag, tensor=encoded, step=step, metadata=_metadata('audio', description, b'\x10\x0b'))


#: tf.summary.histogram =histogram
def histogram(name, data, step=None, buckets=None, description=None):
  data = tf.stop_gradient(data)
  with summary_scope(name, 'histogram_summary', values=[data, buckets, step]) as (tag, _):
    return write(tag=tag, tensor=lambda: _buckets(data, buckets), step=step,
                 metadata=_metadata('histograms', description))


def _buckets(data, bucket_count=None):
  """Rows of (left edge, right edge, count)."""
  if bucket_count is None:
    bucket_count = 30
  with tf.name_scope('buckets'):
    tf.debugging.assert_scalar(bucket_count)
    tf.debugging.assert_type(bucket_count, tf.int32)
    bucket_count = tf.math.maximum(0, bucket_count)
    data = tf.cast(tf.reshape(data, shape=[-1]), tf.float64)
    data_size = tf.size(data)
    is_empty = tf.logical_or(tf.equal(data_size, 0), tf.less_equal(bucket_count, 0))

    def when_empty():
      return tf.zeros((bucket_count, 3), dtype=tf.float64)

    def when_nonempty():
      min_, max_ = tf.reduce_min(data), tf.reduce_max(data)
      range_ = max_ - min_
      single = tf.equal(range_, 0)

      def when_several():
        width = range_ / tf.cast(bucket_count, tf.float64)
        offsets = data - min_
        indices = tf.cast(tf.floor(offsets / width), dtype=tf.int32)
        one_hots = tf.one_hot(tf.minimum(indices, bucket_count - 1), depth=bucket_count, dtype=tf.float64)
        counts = tf.cast(tf.reduce_sum(one_hots, axis=0), dtype=tf.float64)
        edges = tf.linspace(min_, max_, bucket_count + 1)
        edges = tf.concat([edges[:-1], [max_]], 0)
        return tf.transpose(tf.stack([edges[:-1], edges[1:], counts]))

      def when_single():
        edges = tf.fill([bucket_count], max_)
        zeroes = tf.fill([bucket_count], 0)
        counts = tf.cast(tf.concat([zeroes[:-1], [data_size]], 0)[:bucket_count], dtype=tf.float64)
        return tf.transpose(tf.stack([edges, edges, counts]))

      return tf.cond(single, when_single, when_several)

    return tf.cond(is_empty, when_empty, when_nonempty)
