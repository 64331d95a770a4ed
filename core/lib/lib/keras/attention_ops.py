"""keras.ops.dot_product_attention, and masks of attention (keras/src/backend/tensorflow/nn.py)."""
import tensorflow as tf
from tensorflow_lib.keras import numpy_ops as ops
from tensorflow_lib.keras.operation import symbolic
from tensorflow_lib.keras.state import result_type
from tensorflow_lib.keras.tensors import cast, convert_to_tensor
from tensorflow_lib.keras.tensors import shape as shape_of


def _apply_masks(logits, mask, is_causal):
  if mask is None and not is_causal:
    return logits
  combined = tf.ones_like(logits, dtype='bool')
  if mask is not None:
    combined = tf.logical_and(combined, mask)
  if is_causal:
    shape = tf.shape(logits)
    causal = tf.linalg.band_part(tf.ones((shape[2], shape[3]), 'bool'), -1, 0)
    combined = tf.logical_and(combined, causal[None, None, :, :])
  lowest = 65500.0 if logits.dtype == tf.float16 else 3.38953e38
  return tf.where(combined, logits, tf.constant(lowest * -0.7, dtype=logits.dtype))


#: tf.keras.ops.dot_product_attention tf.keras.ops.nn.dot_product_attention =dot_product_attention
@symbolic('DotProductAttention', 'keras.src.ops.nn')
def dot_product_attention(query, key, value, bias=None, mask=None, scale=None, is_causal=False, flash_attention=None,
                          attn_logits_soft_cap=None):
  """softmax(query . key) . value for tensors (batch, time, heads, size)."""
  if flash_attention:
    raise ValueError('Flash attention is not supported in tensorflow backend.')
  query, key, value = convert_to_tensor(query), convert_to_tensor(key), convert_to_tensor(value)
  if len(query.shape) != 4:
    raise ValueError('`dot_product_attention` only supports 4D inputs. Received: query.shape=%s, key.shape=%s, '
                     'value.shape=%s.' % (query.shape, key.shape, value.shape))
  dtype = result_type(query.dtype, key.dtype, value.dtype)
  query, key, value = cast(query, dtype), cast(key, dtype), cast(value, dtype)
  heads, kv_heads = query.shape[2], key.shape[2]
  if heads is not None and kv_heads is not None and heads > kv_heads > 1:
    key = tf.repeat(key, repeats=heads // kv_heads, axis=2)
    value = tf.repeat(value, repeats=heads // kv_heads, axis=2)
  if bias is not None:
    bias = convert_to_tensor(bias, dtype=dtype)
  size = tf.shape(key)[-1]
  if scale is None:
    scale = 1.0 / tf.sqrt(tf.cast(size, 'float32'))
  logits = tf.cast(tf.einsum('BTNH,BSNH->BNTS', query, key), result_type(dtype, 'float32'))
  logits = tf.multiply(logits, tf.cast(scale, logits.dtype))
  if bias is not None:
    logits = tf.add(logits, tf.cast(bias, logits.dtype))
  logits = _apply_masks(logits, mask, is_causal)
  weights = tf.cast(tf.nn.softmax(logits, axis=-1), key.dtype)
  return tf.einsum('BNTS,BSNH->BTNH', weights, value)


def causal_mask(rows, columns):
  """True (1, rows, columns) where a row is not before the column."""
  ones = ops.ones((1, rows, columns), dtype='int32')
  row = ops.cumsum(ones, axis=-2)
  column = ops.cumsum(ones, axis=-1)
  return ops.greater_equal(row, column)


def window_mask(rows, columns, window):
  """True (1, rows, columns) where row and column are less than `window` apart."""
  row = ops.reshape(ops.arange(rows, dtype='int32'), (1, rows, 1))
  column = ops.reshape(ops.arange(columns, dtype='int32'), (1, 1, columns))
  return ops.less(ops.absolute(row - column), window)


def expand_mask(mask, rank, axes=1):
  """The mask with axes for heads, until it has this rank."""
  for _ in range(rank - len(mask.shape)):
    mask = ops.expand_dims(mask, axis=-axes * 2 - 1)
  return mask


class HeadsAttention:
  """What attention with several heads has in common: masks, and the attention of projected tensors."""

  def _sublayer_options(self, initializers, others):
    """Options of a projection: new initializers, as each would give the same values again."""
    options = dict(others)
    for name, initializer in initializers.items():
      options[name] = type(initializer).from_config(initializer.get_config())
    return options

  def _compute_causal_mask(self, query, value=None):
    rows = shape_of(query)[1]
    return causal_mask(rows, rows if value is None else shape_of(value)[1])

  def _compute_sliding_window_mask(self, query, value=None):
    rows = shape_of(query)[1]
    return window_mask(rows, rows if value is None else shape_of(value)[1], self._window())

  def _auto_mask(self, query, value, query_mask, value_mask, key_mask, use_causal_mask):
    """The masks of the inputs, the causal one and the window's in one, or None."""
    masks = []
    if query_mask is not None:
      masks.append(ops.expand_dims(cast(query_mask, 'bool'), -1))
    for mask in (value_mask, key_mask):
      if mask is not None:
        masks.append(ops.expand_dims(cast(mask, 'bool'), -2))
        if len(masks) > 1:
          masks = [masks[0] & masks[1]]
    if use_causal_mask:
      masks.append(self._compute_causal_mask(query, value))
      if len(masks) > 1:
        masks = [masks[0] & masks[1]]
    if self._window() is not None:
      masks.append(self._compute_sliding_window_mask(query, value))
      if len(masks) > 1:
        masks = [masks[0] & masks[1]]
    return masks[0] if masks else None

  def _attend(self, query, key, value, attention_mask, training, return_attention_scores, use_causal_mask, dropout,
              scale, dot):
    """Attention and scores (None where one op computes all); `dot` gives the scores of query and key."""
    if self._flash_attention and return_attention_scores:
      raise ValueError('Returning attention scores is not supported when flash attention is enabled. Please disable flash '
                       'attention to access attention scores.')
    if not (dropout > 0.0 or return_attention_scores or len(query.shape) != 4):
      if attention_mask is not None:
        attention_mask = cast(expand_mask(attention_mask, 4, self._mask_axes()), 'bool')
      output = dot_product_attention(query=query, key=key, value=value, bias=None, mask=attention_mask, scale=scale,
                                     is_causal=use_causal_mask, flash_attention=self._flash_attention)
      return output, None
    if use_causal_mask:
      mask = self._compute_causal_mask(query, value)
      attention_mask = mask if attention_mask is None else ops.logical_and(cast(attention_mask, 'bool'), mask)
    query = ops.multiply(query, cast(scale, query.dtype))
    scores = self._masked_softmax(dot(query, key), attention_mask)
    dropped = self._dropout_layer(scores, training=training) if dropout > 0.0 else scores
    return self._combine(dropped, value), scores

  def _masked_softmax(self, attention_scores, attention_mask=None):
    if attention_mask is not None:
      attention_mask = expand_mask(attention_mask, len(attention_scores.shape), self._mask_axes())
    return self._softmax(attention_scores, mask=attention_mask)
