"""The type of a linear operator: specs of its tensors and operators, and its other arguments as they are
(ops/linalg/linear_operator.py: _LinearOperatorSpec)."""
import numpy
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert
from tensorflow_lib.linalg.operator import LinearOperator

_VALIDATION = ('is_non_singular', 'is_self_adjoint', 'is_positive_definite', 'is_square')
_classes = {}


def _arguments(operator, keys):
  """What the constructor gets for these arguments."""
  result = {}
  for key in keys:
    if hasattr(operator, key):
      value = getattr(operator, key)
    elif hasattr(operator, '_' + key):
      value = getattr(operator, '_' + key)
    else:
      value = operator.parameters[key]
    if key in operator._composite_tensor_prefer_static_fields and tf.is_tensor(value):
      known = constant_value(value)
      value = value if known is None else known
    if isinstance(value, (numpy.ndarray, numpy.generic)):
      value = value.tolist()
    result[key] = value
  return result


def _is_part(x):
  return isinstance(x, (tf.Tensor, tf.Variable, LinearOperator))


def _parts(operator):
  """The arguments that are made of tensors, and the others."""
  tensors, others = {}, {}
  for key, value in _arguments(operator, sorted(set(operator._composite_tensor_fields + _VALIDATION))).items():
    leaves = tf.nest.flatten(value)
    if leaves and all(_is_part(x) for x in leaves):
      tensors[key] = value
    elif any(_is_part(x) for x in leaves):
      raise NotImplementedError('Field %s contains a mix of `Tensor` and  non-`Tensor` values.' % key)
    else:
      others[key] = value
  return tensors, others


def _leaf_spec(x):
  return spec_of(x) if isinstance(x, LinearOperator) else tf.TensorSpec(x.shape, x.dtype)


def components_of(operator):
  tensors = []
  for x in tf.nest.flatten(_parts(operator)[0]):
    tensors.extend(components_of(x) if isinstance(x, LinearOperator) else [convert(x)])
  return tensors


def spec_of(operator):
  kind = type(operator)
  if kind not in _classes:
    _classes[kind] = type(kind.__name__ + 'Spec', (LinearOperatorSpec,), {'value_type': kind})
  tensors, others = _parts(operator)
  return _classes[kind](tf.nest.map_structure(_leaf_spec, tensors), others)


class LinearOperatorSpec(tf.TypeSpec):
  """What an operator is made of."""

  _argument_scopes = None  # an operator that is an argument is made twice, nodes and all

  def __init__(self, param_specs, non_tensor_params):
    self._param_specs = param_specs
    self._non_tensor_params = non_tensor_params

  def _leaves(self):
    return tf.nest.flatten(self._param_specs)

  def __repr__(self):
    return '%s(%r, %r, %r)' % (type(self).__name__, self._param_specs, self._non_tensor_params,
                               self.value_type._composite_tensor_prefer_static_fields)

  def __eq__(self, other):
    return (type(self) is type(other) and self._param_specs == other._param_specs and
            self._non_tensor_params == other._non_tensor_params)

  def __ne__(self, other):
    return not self == other

  def __hash__(self):
    return hash((type(self).__name__, tuple(self._leaves()), str(self._non_tensor_params)))

  def is_subtype_of(self, other):
    return (type(self) is type(other) and self._non_tensor_params == other._non_tensor_params and
            len(self._leaves()) == len(other._leaves()) and
            all(a.is_subtype_of(b) for a, b in zip(self._leaves(), other._leaves())))

  def most_specific_common_supertype(self, others):
    for other in others:
      if (type(self) is not type(other) or self._non_tensor_params != other._non_tensor_params or
          len(self._leaves()) != len(other._leaves())):
        return None
    specs = []
    for i, leaf in enumerate(self._leaves()):
      spec = leaf.most_specific_common_supertype([other._leaves()[i] for other in others])
      if spec is None:
        return None
      specs.append(spec)
    return type(self)(tf.nest.pack_sequence_as(self._param_specs, specs), self._non_tensor_params)

  @property
  def _component_specs(self):
    specs = []
    for leaf in self._leaves():
      specs.extend([leaf] if isinstance(leaf, tf.TensorSpec) else leaf._component_specs)
    return specs

  def _from_components(self, components):
    components = list(components)
    values = []
    for leaf in self._leaves():
      count = 1 if isinstance(leaf, tf.TensorSpec) else len(leaf._component_specs)
      part, components = components[:count], components[count:]
      values.append(part[0] if isinstance(leaf, tf.TensorSpec) else leaf._from_components(part))
    arguments = dict(self._non_tensor_params)
    arguments.update(tf.nest.pack_sequence_as(self._param_specs, values))
    return self.value_type(**arguments)
