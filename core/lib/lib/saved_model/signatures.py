"""The signatures of a SavedModel (saved_model/signature_serialization.py)."""
import collections.abc
import re

import _saved
import tensorflow as tf
from tensorflow_lib.checkpoint.graph import FUNCTIONS

#: tf.saved_model.DEFAULT_SERVING_SIGNATURE_DEF_KEY
DEFAULT_KEY = 'serving_default'


class SignatureMap(collections.abc.Mapping):
  """The signatures by name; it cannot be changed."""
  __module__ = 'tensorflow.python.saved_model.signature_serialization'

  def __init__(self, signatures=()):
    self._signatures = dict(signatures)

  def __getitem__(self, key):
    return self._signatures[key]

  def __iter__(self):
    return iter(self._signatures)

  def __len__(self):
    return len(self._signatures)

  def __repr__(self):
    return '_SignatureMap(%s)' % (self._signatures,)

  def _trackable_children(self, save_type='checkpoint', **kwargs):
    return dict(self._signatures) if save_type == 'savedmodel' else {}


SignatureMap.__name__ = SignatureMap.__qualname__ = '_SignatureMap'


def _concrete_of(function):
  """The concrete function that a signature is made of, or None."""
  if isinstance(function, tf.types.experimental.PolymorphicFunction) and function.input_signature is not None:
    function = function.get_concrete_function()
  return function if isinstance(function, tf.types.experimental.ConcreteFunction) else None


def _check_inputs(concrete):
  if any(isinstance(x, tf.__internal__.VariableSpec) for x in tf.nest.flatten(concrete.structured_input_signature)):
    raise ValueError("Unable to serialize concrete_function '%s'with tf.Variable input. Functions that expect tf.Variable "
                     'inputs cannot be exported as signatures.' % concrete.name)


def _as_text(name):
  return name.decode() if isinstance(name, bytes) else name


def _normalized(outputs, function_name, key):
  """What a function returns as a dict of tensors."""
  if not isinstance(outputs, collections.abc.Mapping):
    if hasattr(outputs, '_asdict'):
      outputs = outputs._asdict()
    else:
      if not isinstance(outputs, (list, tuple)):
        outputs = [outputs]
      outputs = {'output_%d' % i: output for i, output in enumerate(outputs)}
  for name, value in outputs.items():
    if not isinstance(name, (str, bytes)):
      raise ValueError('Got a dictionary with a non-string key %r in the output of the function %s used to generate the '
                       'SavedModel signature %r.' % (name, _as_text(function_name), key))
    if not tf.is_tensor(value):
      raise ValueError('Got a non-Tensor value %r for key %r in the output of the function %s used to generate the '
                       'SavedModel signature %r. Outputs for functions used as signatures must be a single Tensor, a '
                       'sequence of Tensors, or a dictionary from string to Tensor.' %
                       (value, name, _as_text(function_name), key))
  return outputs


def find_function(view):
  """The only function of the root that can be a signature, or None."""
  found = []
  for name, child in view.children(view.root).items():
    if not isinstance(child, FUNCTIONS):
      continue
    if name == '_default_save_signature':
      return child
    concrete = _concrete_of(child)
    if concrete is None or not concrete.outputs:
      continue
    try:
      _check_inputs(concrete)
      _normalized(concrete.structured_outputs, 'unused', 'unused')
    except ValueError:
      continue
    found.append(concrete)
  return found[0] if len(found) == 1 else None


def _wrap(function, concrete, key):
  """A concrete function that takes tensors by name and returns a dict of tensors."""
  def signature_wrapper(**kwargs):
    return _normalized(concrete(**kwargs), concrete.name, key)

  if hasattr(function, '__name__'):
    signature_wrapper.__name__ = 'signature_wrapper_' + function.__name__
  specs = [x for x in tf.nest.flatten(concrete.structured_input_signature, expand_composites=True)
           if isinstance(x, tf.TensorSpec)]
  named = {name: tf.TensorSpec(spec.shape, spec.dtype, name=name) for name, spec in zip(concrete._arg_keywords, specs)}
  wrapped = tf.function(signature_wrapper).get_concrete_function(**named)
  for name in wrapped._arg_keywords:
    if not re.match(r'[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*$', name):
      raise ValueError(
          "Got non-flat/non-unique argument names for SavedModel signature '%s': more than one argument to '%s' was named "
          "'%s'. Signatures have one Tensor per named input, so to have predictable names Python functions used to generate "
          'these signatures should avoid *args and Tensors in nested structures unless unique names are specified for each. '
          'Use tf.TensorSpec(..., name=...) to provide a name for a Tensor input.' % (key, _as_text(wrapped.name), name))
  # Names have no order: only a single argument may go without.
  _saved.set_max_positional(wrapped, 1 if len(wrapped._arg_keywords) == 1 else 0)
  return wrapped


def canonicalize(signatures):
  """{name: concrete function} of what `signatures=` may be."""
  if signatures is None:
    return {}
  if not isinstance(signatures, collections.abc.Mapping):
    signatures = {DEFAULT_KEY: signatures}
  found = {}
  for key, function in signatures.items():
    concrete = _concrete_of(function)
    if concrete is None:
      raise ValueError('Expected a TensorFlow function for which to generate a signature, but got %s. Only `tf.functions` '
                       'with an input signature or concrete functions can be used as a signature.' % (function,))
    _check_inputs(concrete)
    found[key] = _wrap(function, concrete, key)
  return found
