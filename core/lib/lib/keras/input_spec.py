"""What inputs a layer takes (keras/src/layers/input_spec.py)."""
from tensorflow_lib.keras.state import flatten, standardize_dtype, standardize_shape

__name__ = 'keras.src.layers.input_spec'


#: tf.keras.InputSpec tf.keras.layers.InputSpec
class InputSpec:
  def __init__(self, dtype=None, shape=None, ndim=None, max_ndim=None, min_ndim=None, axes=None,
               allow_last_axis_squeeze=False, name=None, optional=False):
    self.dtype = standardize_dtype(dtype) if dtype is not None else None
    self.shape = standardize_shape(shape) if shape is not None else None
    self.ndim = len(shape) if shape is not None else ndim
    self.max_ndim = max_ndim
    self.min_ndim = min_ndim
    self.name = name
    self.optional = optional
    self.allow_last_axis_squeeze = allow_last_axis_squeeze
    try:
      axes = axes or {}
      self.axes = {int(k): axes[k] for k in axes}
    except (ValueError, TypeError):
      raise TypeError('Argument `axes` must be a dict with integer keys. Received: axes=%s' % (axes,))
    if self.axes and (self.ndim is not None or self.max_ndim is not None):
      most = (self.ndim if self.ndim else self.max_ndim) - 1
      if max(self.axes) > most:
        raise ValueError('Axis %s is greater than the maximum allowed value: %s' % (max(self.axes), most))

  def __repr__(self):
    parts = ['%s=%s' % (k, v) for k, v in (('dtype', self.dtype), ('shape', self.shape), ('ndim', self.ndim),
                                           ('max_ndim', self.max_ndim), ('min_ndim', self.min_ndim),
                                           ('axes', self.axes)) if v]
    return 'InputSpec(%s)' % ', '.join(parts)

  def get_config(self):
    return {'dtype': self.dtype, 'shape': self.shape, 'ndim': self.ndim, 'max_ndim': self.max_ndim,
            'min_ndim': self.min_ndim, 'axes': self.axes, 'optional': self.optional}

  @classmethod
  def from_config(cls, config):
    return cls(**config)


def assert_input_compatibility(input_spec, inputs, layer_name):
  """Raises for inputs that do not fit the specs."""
  if not input_spec:
    return
  specs = flatten(input_spec)
  if isinstance(inputs, dict):
    names = [spec.name for spec in specs]
    if all(names):
      for name in names:
        if name not in inputs:
          raise ValueError('Missing data for input "%s". You passed a data dictionary with keys %s. Expected the following '
                           'keys: %s' % (name, list(inputs.keys()), names))
      inputs = [inputs[name] for name in names]
  inputs = flatten(inputs)
  if len(inputs) != len(specs):
    names = [spec.name for spec in specs if spec is not None]
    if len(names) == len(specs) and all(names):
      raise ValueError('Layer "%s" expects %d named input(s) with keys %s, but it received %d input tensors. Pass inputs as '
                       'a dict, e.g. `layer({%s})`.' % (layer_name, len(specs), names, len(inputs),
                                                       ', '.join("'%s': ..." % n for n in names)))
    raise ValueError('Layer "%s" expects %d input(s), but it received %d input tensors. Inputs received: %s' %
                     (layer_name, len(specs), len(inputs), inputs))
  for i, (x, spec) in enumerate(zip(inputs, specs)):
    if spec is None or x is None and spec.optional:
      continue
    if not hasattr(x, 'shape'):
      raise ValueError("Inputs to a layer should be tensors. Got '%s' (of type %s) as input for layer '%s'." %
                       (x, type(x), layer_name))
    _check(i, x, spec, layer_name)


def _check(i, x, spec, layer_name):
  shape = standardize_shape(x.shape)
  ndim = len(shape)
  start = "Input %d with name '%s' of layer '%s' is incompatible with the layer: " % (i, spec.name, layer_name)
  if spec.ndim is not None and not spec.allow_last_axis_squeeze and ndim != spec.ndim:
    raise ValueError('%sexpected ndim=%s, found ndim=%d. Full shape received: %s' % (start, spec.ndim, ndim, shape))
  if spec.max_ndim is not None and ndim > spec.max_ndim:
    raise ValueError('%sexpected max_ndim=%s, found ndim=%d' % (start, spec.max_ndim, ndim))
  if spec.min_ndim is not None and ndim < spec.min_ndim:
    raise ValueError('%sexpected min_ndim=%s, found ndim=%d. Full shape received: %s' % (start, spec.min_ndim, ndim, shape))
  if spec.dtype is not None and standardize_dtype(x.dtype) != spec.dtype:
    raise ValueError('%sexpected dtype=%s, found dtype=%s' % (start, spec.dtype, standardize_dtype(x.dtype)))
  for axis, value in spec.axes.items():
    if value is not None and shape[axis] is not None and shape[axis] != value:
      raise ValueError('%sexpected axis %s of input shape to have value %s, but received input with shape %s' %
                       (start, axis, value, shape))
  if spec.shape is not None:
    wanted = spec.shape
    if spec.allow_last_axis_squeeze:
      if shape and shape[-1] == 1:
        shape = shape[:-1]
      if wanted and wanted[-1] == 1:
        wanted = wanted[:-1]
    for a, b in zip(wanted, shape):
      if a is not None and b is not None and a != b:
        raise ValueError('%sexpected shape=%s, found shape=%s' % (start, spec.shape, shape))
