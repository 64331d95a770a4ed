"""Functions of tf that take ragged tensors, too: each with its ragged form (ops/ragged/ragged_dispatch.py)."""
from tensorflow_lib.dispatch import put

# Elementwise functions of one argument; what else they are given goes on as it is.
UNARY = '''
abs acos acosh asin asinh atan atan cos cosh exp negative round sigmoid sign sin sinh sqrt square tan tanh cast identity
saturate_cast zeros_like ones_like math.abs math.acos math.acosh math.angle math.asin math.asinh math.atan math.atanh
math.ceil math.conj math.cos math.cosh math.digamma math.erf math.erfc math.erfinv math.exp
math.expm1 math.floor math.imag math.is_finite math.is_inf math.is_nan math.lgamma math.log math.log1p math.log_sigmoid
math.logical_not math.negative math.nextafter math.real math.reciprocal math.reciprocal_no_nan math.rint math.round
math.rsqrt math.sigmoid math.sign math.sin math.sinh math.softplus math.softsign math.sqrt math.square math.tan math.tanh
nn.elu nn.gelu nn.leaky_relu nn.relu nn.relu6 nn.selu nn.sigmoid nn.silu nn.softplus nn.softsign nn.tanh floor
math.logical_not logical_not bitwise.invert clip_by_value debugging.check_numerics stop_gradient bitcast
strings.as_string strings.length strings.lower strings.regex_full_match strings.regex_replace strings.strip strings.substr
strings.to_hash_bucket strings.to_hash_bucket_fast strings.to_hash_bucket_strong strings.to_number
strings.unicode_script strings.unicode_transcode strings.upper dtypes.cast dtypes.saturate_cast
math.ndtri math.erfcinv math.bessel_i0 math.bessel_i0e math.bessel_i1 math.bessel_i1e math.special.bessel_i0
math.special.bessel_i0e math.special.bessel_i1 math.special.bessel_i1e math.special.bessel_j0 math.special.bessel_j1
math.special.bessel_k0 math.special.bessel_k0e math.special.bessel_k1 math.special.bessel_k1e math.special.bessel_y0
math.special.bessel_y1 math.special.dawsn math.special.expint math.special.fresnel_cos math.special.fresnel_sin
math.special.spence nn.swish as_string io.decode_base64 io.encode_base64 io.decode_compressed
image.adjust_brightness image.adjust_gamma image.convert_image_dtype image.random_brightness
image.stateless_random_brightness'''

# Elementwise functions of two arguments.
BINARY = '''
add subtract multiply divide maximum minimum pow equal not_equal less less_equal greater greater_equal logical_and
logical_or truediv atan2 complex truncatediv truncatemod math.add math.subtract math.multiply math.divide
math.maximum math.minimum math.pow math.equal math.not_equal math.less math.less_equal math.greater math.greater_equal
math.logical_and math.logical_or math.logical_xor math.truediv math.floordiv math.floormod math.mod math.atan2
math.divide_no_nan math.multiply_no_nan math.squared_difference math.xdivy math.xlogy bitwise.bitwise_and
bitwise.bitwise_or bitwise.bitwise_xor bitwise.left_shift bitwise.right_shift math.xlog1py math.zeta realdiv scalar_mul
math.scalar_mul nn.sigmoid_cross_entropy_with_logits'''

# Names, and the module and function of the ragged form.
OTHERS = '''
concat=arrays.concat stack=arrays.stack gather=arrays.gather gather_nd=arrays.gather_nd tile=arrays.tile
expand_dims=arrays.expand_dims size=arrays.size rank=arrays.rank one_hot=arrays.one_hot reverse=arrays.reverse
squeeze=arrays.squeeze where=arrays.where reduce_sum=math.reduce_sum reduce_prod=math.reduce_prod
reduce_min=math.reduce_min reduce_max=math.reduce_max reduce_mean=math.reduce_mean reduce_all=math.reduce_all
reduce_any=math.reduce_any math.reduce_sum=math.reduce_sum math.reduce_prod=math.reduce_prod
math.reduce_min=math.reduce_min math.reduce_max=math.reduce_max math.reduce_mean=math.reduce_mean
math.reduce_all=math.reduce_all math.reduce_any=math.reduce_any math.reduce_variance=math.reduce_variance
math.reduce_std=math.reduce_std nn.softmax=math.softmax math.softmax=math.softmax add_n=math.add_n math.add_n=math.add_n nn.dropout=math.dropout
cumsum=math.cumsum math.cumsum=math.cumsum math.unsorted_segment_mean=math.segment_mean
math.unsorted_segment_sqrt_n=math.segment_sqrt_n strings.reduce_join=math.reduce_join strings.join=strings.join
strings.format=strings.format reshape=arrays.reshape map_fn=functional.map_fn
sparse.bincount=counts.sparse_bincount nn.embedding_lookup=arrays.embedding_lookup'''


def _unary(usual, *args, **kwargs):
  from tensorflow_lib.ragged import functional
  if not args:
    key = list(kwargs)[0]
    args = (kwargs.pop(key),)
  x, rest = args[0], args[1:]
  if not isinstance(x, _ragged_type):
    return usual(x, *rest, **kwargs)
  return functional.unary(lambda values: _again(usual, values, rest, kwargs), x)


def _again(usual, values, rest, kwargs):
  if isinstance(values, _ragged_type):
    return values.with_values(_again(usual, values.values, rest, kwargs))
  return usual(values, *rest, **kwargs)


def _binary(usual, *args, **kwargs):
  from tensorflow_lib.ragged import functional
  args = list(args)
  for key in ('x', 'y', 'a', 'b'):
    if len(args) < 2 and key in kwargs:
      args.append(kwargs.pop(key))
  name = kwargs.get('name', args[2] if len(args) > 2 else None)
  more = {} if name is None else {'name': name}
  return functional.binary(lambda x, y: usual(x, y, **more), args[0], args[1])


def _form(place):
  module, _, function = place.partition('.')

  def call(usual, *args, **kwargs):
    from tensorflow_lib.ragged import arrays, counts, functional, math, strings
    modules = {'arrays': arrays, 'counts': counts, 'functional': functional, 'math': math, 'strings': strings}
    return getattr(modules[module], function)(*args, **kwargs)

  return call


def _segment(kind, scope):

  def call(usual, *args, **kwargs):
    from tensorflow_lib.ragged import math
    return math.segment(kind, scope)(*args, **kwargs)

  return call


_ragged_type = None


def install():
  global _ragged_type
  from tensorflow_lib.ragged.tensor import RaggedTensor
  _ragged_type = RaggedTensor
  for names, form in ((UNARY, _unary), (BINARY, _binary)):
    for name in names.split():
      put(name, RaggedTensor, form)
  for entry in OTHERS.split():
    name, _, place = entry.partition('=')
    put(name, RaggedTensor, _form(place))
  for kind, scope in (('sum', 'Sum'), ('prod', 'Prod'), ('min', 'Min'), ('max', 'Max')):
    put('math.unsorted_segment_' + kind, RaggedTensor, _segment(kind, 'RaggedSegment' + scope))
