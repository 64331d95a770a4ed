"""What compiles, fits and asks a model (keras/src/trainers/trainer.py, backend/tensorflow/trainer.py)."""
import functools
import inspect
import warnings

import tensorflow as tf
from tensorflow_lib.keras import core_ops, numpy_ops as ops, serialization
from tensorflow_lib.keras.data_adapters import (EpochIterator, class_weight_to_sample_weights, train_validation_split,
                                                unpack_x_y_sample_weight)
from tensorflow_lib.keras.state import flatten, floatx, is_float_dtype, map_structure, state
from tensorflow_lib.keras.tensors import StatelessScope
from tensorflow_lib.keras.tracking import DotNotTrackScope

__name__ = 'keras.src.trainers.trainer'

_do_not_convert = tf.autograph.experimental.do_not_convert


def _callbacks():
  from tensorflow_lib.keras.callbacks import callback
  return callback


def _to_numpy(x):
  return x if isinstance(x, (tf.RaggedTensor, tf.SparseTensor)) else x.numpy()


def _concat(tensors):
  """One tensor of those of all batches."""
  first = tensors[0]
  if len(tensors) == 1:
    return first
  if isinstance(first, tf.SparseTensor):
    return tf.sparse.concat(axis=0, sp_inputs=tensors)
  if isinstance(first, tf.RaggedTensor):
    return tf.concat(tensors, axis=0)
  inner = [tuple(t.shape)[1:] for t in tensors]
  if all(shape == inner[0] for shape in inner):
    return tf.stack(tensors, axis=0) if first.shape.rank == 0 else tf.concat(tensors, axis=0)
  same = [all(shape[i] == inner[0][i] for shape in inner) for i in range(len(inner[0]))]
  constant = same[::-1].index(False)
  shape = first.shape[-constant:] if constant else None
  return tf.ragged.constant([t.numpy() for t in tensors], inner_shape=shape).merge_dims(0, 1)


class Trainer:
  def __init__(self):
    self._lock = False
    self._run_eagerly = False
    self._jit_compile = None
    self.compiled = False
    self.loss = None
    self.steps_per_execution = 1
    self._initial_epoch = None
    self._compute_loss_has_training_arg = 'training' in inspect.signature(self.compute_loss).parameters
    self._compile_loss = None
    self._compile_metrics = None
    self._loss_tracker = None
    self.train_function = None
    self.test_function = None
    self.predict_function = None
    self.unrolled_steps_per_execution = 1

  def compile(self, optimizer='rmsprop', loss=None, loss_weights=None, metrics=None, weighted_metrics=None,
              run_eagerly=False, steps_per_execution=1, jit_compile='auto', auto_scale_loss=True):
    """Says how the model is trained."""
    from tensorflow_lib.keras.compile_utils import CompileLoss, CompileMetrics
    from tensorflow_lib.keras.metric import Mean
    from tensorflow_lib.keras.optimizers import find
    with DotNotTrackScope():
      optimizer = find.get(optimizer)
      self.optimizer = optimizer
      if auto_scale_loss and self.dtype_policy.name == 'mixed_float16' and optimizer and not isinstance(
          optimizer, find.LossScaleOptimizer):
        self.optimizer = find.LossScaleOptimizer(optimizer, name='loss_scale_optimizer')
      output_names = getattr(self, 'output_names', None)
      if loss is not None:
        self._compile_loss = CompileLoss(loss, loss_weights, output_names=output_names)
        self.loss = loss
      if metrics is not None or weighted_metrics is not None:
        self._compile_metrics = CompileMetrics(metrics, weighted_metrics, output_names=output_names)
      if jit_compile == 'auto':
        jit_compile = False
      if jit_compile and run_eagerly:
        jit_compile = False
        warnings.warn('If `run_eagerly` is True, then `jit_compile` cannot also be True. Disabling `jit_compile`.',
                      stacklevel=2)
      self.jit_compile = jit_compile
      self.run_eagerly = run_eagerly
      self.stop_training = False
      self.compiled = True
      self._loss_tracker = Mean(name='loss')
      self.steps_per_execution = steps_per_execution
      self.train_function = None
      self.test_function = None
      self.predict_function = None
      self._compile_config = dict(optimizer=optimizer, loss=loss, loss_weights=loss_weights, metrics=metrics,
                                  weighted_metrics=weighted_metrics, run_eagerly=run_eagerly,
                                  steps_per_execution=steps_per_execution, jit_compile=jit_compile)

  @property
  def jit_compile(self):
    return bool(self._jit_compile)

  @jit_compile.setter
  def jit_compile(self, value):
    if value and not all(layer.supports_jit for layer in self._flatten_layers()):
      warnings.warn("Model doesn't support `jit_compile=True`. Proceeding with `jit_compile=False`.")
      value = False
    self._jit_compile = value

  @property
  def run_eagerly(self):
    return self._run_eagerly

  @run_eagerly.setter
  def run_eagerly(self, value):
    self._run_eagerly = value

  # ---- metrics and losses
  def _get_own_metrics(self):
    found = []
    if self._loss_tracker is not None:
      found.append(self._loss_tracker)
    if self._compile_metrics is not None:
      found.append(self._compile_metrics)
    if self._compile_loss is not None:
      found.extend(self._compile_loss.metrics)
    return found + list(self._metrics)

  @property
  def metrics(self):
    found = self._get_own_metrics() if self.compiled else list(self._metrics)
    for layer in self._flatten_layers(include_self=False):
      if not isinstance(layer, Trainer):
        found.extend(layer.metrics)
    return found

  metrics_names = property(lambda self: [m.name for m in self.metrics])

  def reset_metrics(self):
    for m in self.metrics:
      m.reset_state()

  def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
    """The loss that the model was compiled with, and what its layers add."""
    losses = []
    if self._compile_loss is not None:
      loss = self._compile_loss(y, y_pred, sample_weight)
      if loss is not None:
        losses.append(loss)
    for loss in self.losses:
      losses.append(self._aggregate_additional_loss(loss))
    if not losses:
      raise ValueError('No loss to compute. Provide a `loss` argument in `compile()`.')
    return losses[0] if len(losses) == 1 else ops.sum(losses)

  def _compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
    if self._compute_loss_has_training_arg:
      return self.compute_loss(x, y, y_pred, sample_weight, training=training)
    return self.compute_loss(x, y, y_pred, sample_weight)

  def _aggregate_additional_loss(self, loss):
    return ops.sum(loss if is_float_dtype(loss.dtype) else core_ops.cast(loss, dtype=floatx()))

  def stateless_compute_loss(self, trainable_variables, non_trainable_variables, metrics_variables, x=None, y=None,
                             y_pred=None, sample_weight=None, training=True):
    mapping = list(zip(self.trainable_variables, trainable_variables))
    mapping += list(zip(self.non_trainable_variables, non_trainable_variables))
    mapping += list(zip(self.metrics_variables, metrics_variables))
    with StatelessScope(state_mapping=mapping) as scope:
      loss = self._compute_loss(x, y, y_pred, sample_weight=sample_weight, training=training)
    return loss, (trainable_variables, [scope.get_current_value(v) for v in self.non_trainable_variables],
                  [scope.get_current_value(v) for v in self.metrics_variables])

  def compute_metrics(self, x, y, y_pred, sample_weight=None):
    if self._compile_metrics is not None:
      self._compile_metrics.update_state(y, y_pred, sample_weight)
    return self.get_metrics_result()

  def get_metrics_result(self):
    found = {}
    for metric in self.metrics:
      result = metric.result()
      if isinstance(result, dict):
        found.update(result)
      else:
        found[metric.name] = result
    return found

  # ---- steps
  def _predicted(self, x, training):
    return self(x, training=training) if self._call_has_training_arg else self(x)

  def _track_loss(self, loss, x):
    first = next(i for i in flatten(x) if i is not None)
    self._loss_tracker.update_state(loss, sample_weight=tf.shape(first)[0])

  def train_step(self, data):
    """One step with a batch."""
    x, y, sample_weight = unpack_x_y_sample_weight(data)
    with tf.GradientTape() as tape:
      y_pred = self._predicted(x, True)
      loss = self._compute_loss(x=x, y=y, y_pred=y_pred, sample_weight=sample_weight, training=True)
      self._track_loss(loss, x)
      if self.optimizer is not None:
        loss = self.optimizer.scale_loss(loss)
    if self.trainable_weights:
      trainable_weights = self.trainable_weights
      gradients = tape.gradient(loss, trainable_weights)
      self.optimizer.apply_gradients(zip(gradients, trainable_weights))
    else:
      warnings.warn('The model does not have any trainable weights.')
    return self.compute_metrics(x, y, y_pred, sample_weight=sample_weight)

  def test_step(self, data):
    """What a batch is like."""
    x, y, sample_weight = unpack_x_y_sample_weight(data)
    y_pred = self._predicted(x, False)
    loss = self._compute_loss(x=x, y=y, y_pred=y_pred, sample_weight=sample_weight, training=False)
    self._track_loss(loss, x)
    return self.compute_metrics(x, y, y_pred, sample_weight=sample_weight)

  def predict_step(self, data):
    """The predictions for a batch."""
    x, _, _ = unpack_x_y_sample_weight(data)
    return self._predicted(x, False)

  def _make_function(self, step_function):
    """A function of an iterator that runs a step, or several."""
    @_do_not_convert
    def one_step_on_data(data):
      return step_function(data)

    if not self.run_eagerly:
      one_step_on_data = tf.function(one_step_on_data, autograph=False, reduce_retracing=True,
                                     jit_compile=self.jit_compile)
    one_step_on_data = _without_optionals(one_step_on_data)

    @_do_not_convert
    def multi_step_on_iterator(iterator):
      return tf.experimental.Optional.from_value(one_step_on_data(iterator.get_next()))

    if not self.run_eagerly:
      multi_step_on_iterator = tf.function(multi_step_on_iterator, autograph=False, reduce_retracing=True)

    def function(iterator):
      if isinstance(iterator, tf.data.Iterator):
        if self.steps_per_execution > 1:
          outputs = None
          for _ in range(self.steps_per_execution):
            try:
              outputs = multi_step_on_iterator(iterator).get_value()
            except tf.errors.OutOfRangeError:
              break
          if outputs is None:
            raise StopIteration
          return outputs
        optional = multi_step_on_iterator(iterator)
        if not optional.has_value():
          raise StopIteration
        return optional.get_value()
      for _, data in zip(range(self.steps_per_execution), iterator):
        outputs = one_step_on_data(data)
      return outputs

    return function

  def make_train_function(self, force=False):
    if self.train_function is None or force:
      self.train_function = self._make_function(self.train_step)
    return self.train_function

  def make_test_function(self, force=False):
    if self.test_function is None or force:
      self.test_function = self._make_function(self.test_step)
    return self.test_function

  def make_predict_function(self, force=False):
    if self.predict_function is not None and not force:
      return self.predict_function

    @_do_not_convert
    def one_step_on_data(data):
      return self.predict_step(data)

    if not self.run_eagerly and self.jit_compile:
      one_step_on_data = tf.function(one_step_on_data, autograph=False, reduce_retracing=True, jit_compile=True)
    one_step_on_data = _without_optionals(one_step_on_data)

    @_do_not_convert
    def one_step_on_data_distributed(data):
      return one_step_on_data(data[0])

    @_do_not_convert
    def multi_step_on_data(data):
      outputs = one_step_on_data_distributed(data[:1])
      for single in data[1:]:
        outputs = map_structure(lambda a, b: tf.concat([a, b], axis=0), outputs, one_step_on_data_distributed([single]))
      return outputs

    predict_function = multi_step_on_data if self.steps_per_execution > 1 else one_step_on_data_distributed
    if not self.run_eagerly:
      predict_function = tf.function(predict_function, autograph=False, reduce_retracing=True)
    self.predict_function = predict_function

  # ---- loops
  def _callback_list(self, callbacks, verbose, epochs, steps, add_history=False):
    module = _callbacks()
    if isinstance(callbacks, module.CallbackList):
      return callbacks
    return module.CallbackList(callbacks, add_history=add_history, add_progbar=verbose != 0, verbose=verbose, epochs=epochs,
                               steps=steps, model=self)

  def fit(self, x=None, y=None, batch_size=None, epochs=1, verbose='auto', callbacks=None, validation_split=0.0,
          validation_data=None, shuffle=True, class_weight=None, sample_weight=None, initial_epoch=0,
          steps_per_epoch=None, validation_steps=None, validation_batch_size=None, validation_freq=1):
    """Trains the model; what the callbacks noted is returned."""
    self._assert_compile_called('fit')
    if state.max_epochs and state.max_epochs < epochs:
      warnings.warn('Limiting epochs to %d' % state.max_epochs)
      epochs = state.max_epochs
    self._eval_epoch_iterator = None
    if validation_split and validation_data is None:
      (x, y, sample_weight), validation_data = train_validation_split((x, y, sample_weight), validation_split)
    if validation_data is not None:
      val_x, val_y, val_sample_weight = unpack_x_y_sample_weight(validation_data)
    epoch_iterator = EpochIterator(x=x, y=y, sample_weight=sample_weight, batch_size=batch_size,
                                   steps_per_epoch=steps_per_epoch, shuffle=shuffle, class_weight=class_weight,
                                   steps_per_execution=self.steps_per_execution)
    epoch_iterator.reset()
    callbacks = self._callback_list(callbacks, verbose, epochs, epoch_iterator.num_batches, add_history=True)
    self.stop_training = False
    self.make_train_function()
    callbacks.on_train_begin()
    training_logs, logs = None, {}
    for epoch in range(self._initial_epoch or initial_epoch, epochs):
      self.reset_metrics()
      callbacks.on_epoch_begin(epoch)
      with epoch_iterator.catch_stop_iteration():
        for begin_step, end_step, iterator in epoch_iterator:
          callbacks.on_train_batch_begin(begin_step)
          logs = self.train_function(iterator)
          callbacks.on_train_batch_end(end_step, logs)
          if self.stop_training:
            break
      epoch_logs = dict(self._get_metrics_result_or_logs(logs))
      if validation_data is not None and self._should_eval(epoch, validation_freq):
        if getattr(self, '_eval_epoch_iterator', None) is None:
          self._eval_epoch_iterator = EpochIterator(
              x=val_x, y=val_y, sample_weight=val_sample_weight, batch_size=validation_batch_size or batch_size,
              steps_per_execution=self.steps_per_execution, steps_per_epoch=validation_steps, shuffle=False)
        val_logs = self.evaluate(x=val_x, y=val_y, sample_weight=val_sample_weight,
                                 batch_size=validation_batch_size or batch_size, steps=validation_steps,
                                 callbacks=callbacks, return_dict=True, _use_cached_eval_dataset=True)
        epoch_logs.update({'val_' + name: value for name, value in val_logs.items()})
      callbacks.on_epoch_end(epoch, epoch_logs)
      training_logs = epoch_logs
      if self.stop_training:
        break
    if self.optimizer is not None and epochs > 0:
      self.optimizer.finalize_variable_values(self.trainable_weights)
    if getattr(self, '_eval_epoch_iterator', None) is not None:
      del self._eval_epoch_iterator
    callbacks.on_train_end(logs=training_logs)
    return self.history

  def evaluate(self, x=None, y=None, batch_size=None, verbose='auto', sample_weight=None, steps=None, callbacks=None,
               return_dict=False, **kwargs):
    """The loss and the metrics over all of the data."""
    self._assert_compile_called('evaluate')
    cached = kwargs.pop('_use_cached_eval_dataset', False)
    if kwargs:
      raise ValueError('Arguments not recognized: %s' % kwargs)
    if cached:
      epoch_iterator = self._eval_epoch_iterator
    else:
      epoch_iterator = EpochIterator(x=x, y=y, sample_weight=sample_weight, batch_size=batch_size, steps_per_epoch=steps,
                                     shuffle=False, steps_per_execution=self.steps_per_execution)
    epoch_iterator.reset()
    callbacks = self._callback_list(callbacks, verbose, 1, epoch_iterator.num_batches)
    self.make_test_function()
    self.stop_evaluating = False
    callbacks.on_test_begin()
    logs = {}
    self.reset_metrics()
    with epoch_iterator.catch_stop_iteration():
      for begin_step, end_step, iterator in epoch_iterator:
        callbacks.on_test_batch_begin(begin_step)
        logs = self.test_function(iterator)
        callbacks.on_test_batch_end(end_step, logs)
        if self.stop_evaluating:
          break
    logs = _callbacks().pythonify_logs(self._get_metrics_result_or_logs(logs))
    callbacks.on_test_end(logs)
    return logs if return_dict else self._flatten_metrics_in_order(logs)

  def predict(self, x, batch_size=None, verbose='auto', steps=None, callbacks=None):
    """The predictions for all of the data, as arrays."""
    epoch_iterator = EpochIterator(x=x, batch_size=batch_size, steps_per_epoch=steps, shuffle=False,
                                   steps_per_execution=self.steps_per_execution)
    callbacks = self._callback_list(callbacks, verbose, 1, epoch_iterator.num_batches)

    def get_data(iterator):
      data = []
      for _ in range(self.steps_per_execution):
        try:
          data.append(next(iterator))
        except (StopIteration, tf.errors.OutOfRangeError):
          if not data:
            raise
          return data
      return data

    self.make_predict_function()
    self.stop_predicting = False
    callbacks.on_predict_begin()
    collected = []
    with epoch_iterator.catch_stop_iteration():
      for begin_step, end_step, iterator in epoch_iterator:
        callbacks.on_predict_batch_begin(begin_step)
        batch_outputs = self.predict_function(get_data(iterator))
        collected.append(batch_outputs)
        callbacks.on_predict_batch_end(end_step, {'outputs': batch_outputs})
        if self.stop_predicting:
          break
    callbacks.on_predict_end()
    return map_structure(lambda *parts: _to_numpy(_concat(parts)), *collected)

  def train_on_batch(self, x, y=None, sample_weight=None, class_weight=None, return_dict=False):
    """One step; the loss and metrics so far."""
    self._assert_compile_called('train_on_batch')
    if class_weight is not None:
      if sample_weight is not None:
        raise ValueError('Arguments `sample_weight` and `class_weight` cannot be specified at the same time. Received: '
                         'sample_weight=%s, class_weight=%s' % (sample_weight, class_weight))
      sample_weight = class_weight_to_sample_weights(y, class_weight)
    self.make_train_function()
    self.reset_metrics()
    return self._on_batch(self.train_function, (x, y, sample_weight), return_dict)

  def test_on_batch(self, x, y=None, sample_weight=None, return_dict=False):
    """The loss and metrics of a batch."""
    self._assert_compile_called('test_on_batch')
    self.make_test_function()
    self.reset_metrics()
    return self._on_batch(self.test_function, (x, y, sample_weight), return_dict)

  def _on_batch(self, function, batch, return_dict):
    def data():
      yield batch
    logs = _callbacks().pythonify_logs(function(data()))
    return logs if return_dict else self._flatten_metrics_in_order(logs)

  def predict_on_batch(self, x):
    """The predictions for a batch, as arrays."""
    self.make_predict_function()
    return map_structure(_to_numpy, self.predict_function([(x,)]))

  # ---- configs
  def get_compile_config(self):
    if self.compiled and hasattr(self, '_compile_config'):
      return {k: serialization.serialize_keras_object(v) for k, v in self._compile_config.items()}
    return {}

  def compile_from_config(self, config):
    if type(self).compile is not Trainer.compile:
      warnings.warn("`compile()` was not called as part of model loading because the model's `compile()` method is custom. All "
                    'subclassed Models that have `compile()` overridden should also override `get_compile_config()` and '
                    '`compile_from_config(config)`. Alternatively, you can call `compile()` manually after loading.',
                    stacklevel=2)
      return
    self.compile(**serialization.deserialize_keras_object(config))
    if hasattr(self, 'optimizer') and self.built:
      self.optimizer.build(self.trainable_variables)

  def _should_eval(self, epoch, validation_freq):
    if isinstance(validation_freq, int):
      return (epoch + 1) % validation_freq == 0
    if isinstance(validation_freq, list):
      return epoch + 1 in validation_freq
    raise ValueError('Expected `validation_freq` to be a list or int. Received: validation_freq=%s of the type %s.' %
                     (validation_freq, type(validation_freq)))

  def _get_metrics_result_or_logs(self, logs):
    metric_logs = self.get_metrics_result()
    return metric_logs if isinstance(logs, dict) and set(logs) == set(metric_logs) else logs

  def _flatten_metrics_in_order(self, logs):
    from tensorflow_lib.keras.compile_utils import CompileMetrics
    names = []
    for metric in self.metrics:
      names += [m.name for m in metric.metrics] if isinstance(metric, CompileMetrics) else [metric.name]
    results = [logs[name] for name in names if name in logs]
    results += [logs[key] for key in sorted(logs) if key not in names]
    return results[0] if len(results) == 1 else results

  def _assert_compile_called(self, method_name=None):
    if not self.compiled:
      raise ValueError('You must call `compile()` before using the model.')

  # ---- what Keras 2 had
  @property
  def compiled_metrics(self):
    trainer = self

    class Deprecated:
      def update_state(self, y, y_pred, sample_weight=None):
        from tensorflow_lib.keras.metric import Mean
        warnings.warn('`model.compiled_metrics()` is deprecated. Instead, use e.g.:\n```\nfor metric in self.metrics:\n  '
                      'metric.update_state(y, y_pred)\n```\n', stacklevel=2)
        for metric in trainer.metrics:
          if isinstance(metric, Mean):
            metric.update_state(y_pred, sample_weight=sample_weight)
          else:
            metric.update_state(y, y_pred, sample_weight=sample_weight)
    return Deprecated()

  def compiled_loss(self, y, y_pred, sample_weight=None, regularization_losses=None):
    warnings.warn('`model.compiled_loss()` is deprecated. Instead, use `model.compute_loss(x, y, y_pred, sample_weight, '
                  'training)`.')
    return self.compute_loss(x=None, y=y, y_pred=y_pred, sample_weight=sample_weight)


def _without_optionals(step):
  """The step with None for what is an empty optional."""
  @functools.wraps(step)
  def wrapper(data):
    return step(map_structure(lambda i: None if isinstance(i, tf.experimental.Optional) else i, data))
  return wrapper
