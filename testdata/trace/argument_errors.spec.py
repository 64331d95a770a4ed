# What calls with wrong arguments say: functions that TensorFlow generates, those that its dispatch stands in front of,
# and plain ones.
import tensorflow as tf

NAMES = '''abs add add_n argmax argsort as_dtype bitcast boolean_mask broadcast_to case cast clip_by_value concat cond constant
convert_to_tensor cumsum custom_gradient device dynamic_partition equal exp expand_dims eye fill floor foldl gather
gather_nd get_static_value gradients greater identity identity_n is_tensor linspace logical_and make_ndarray map_fn matmul
maximum meshgrid multiply negative norm not_equal one_hot ones ones_like pad pow range rank realdiv reduce_max reduce_mean
reduce_sum repeat reshape reverse roll round scan shape size slice sort split sqrt square squeeze stack stop_gradient
subtract switch_case tensor_scatter_nd_add tensor_scatter_nd_update tensordot tile transpose truediv truncatediv unique
unstack vectorized_map where while_loop zeros zeros_like linalg.band_part linalg.diag linalg.matvec math.floormod
math.l2_normalize math.log math.nextafter math.segment_sum math.top_k nest.flatten nest.pack_sequence_as nn.conv2d
nn.dropout nn.max_pool2d nn.moments nn.relu nn.softmax nn.sparse_softmax_cross_entropy_with_logits random.normal
random.set_seed random.uniform strings.join strings.lower strings.split debugging.assert_equal debugging.check_numerics
sparse.to_dense RaggedTensor.from_row_splits TensorSpec.from_tensor raw_ops.AddV2'''.split()


def show(label, f):
  try:
    print(label, f())
  except Exception as e:
    print(label, type(e).__name__, e)


for name in NAMES:
  f = tf
  for part in name.split('.'):
    f = getattr(f, part)
  show(name + '()', lambda: f() if name not in ('meshgrid', 'math.l2_normalize', 'custom_gradient') else 0)
  show(name + '(foo=1)', lambda: f(foo=1))
  if name not in ('meshgrid', 'add_n', 'math.l2_normalize', 'nest.flatten', 'tensor_scatter_nd_add'):
    show(name + '(0, ...)', lambda: f(*range(18)))
    show(name + '(0, name=1, foo=2)', lambda: f(0, name=1, foo=2))

show('add(1, 2, x=3)', lambda: tf.add(1, 2, x=3))
show('reduce_sum([1], axis=0, input_tensor=[2])', lambda: tf.reduce_sum([1], axis=0, input_tensor=[2]))
show('sin(1, x=2)', lambda: tf.sin(1, x=2))
show('constant(1, value=2)', lambda: tf.constant(1, value=2))
