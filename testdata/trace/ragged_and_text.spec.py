# Strings, ragged and sparse tensors, extension types as arguments of functions.
import tensorflow as tf
# strings, ragged, sparse in functions
@tf.function
def a(s):
    words = tf.strings.split(s)
    return tf.strings.length(words), tf.strings.upper(s), tf.strings.join([s, '!']), tf.strings.substr(s, 0, 2), words.row_lengths() if hasattr(words, 'row_lengths') else 0
print(a(tf.constant(['a bc', 'def'])))
@tf.function
def b(r):
    print(r)
    return r * 2, tf.reduce_sum(r, axis=1), r.to_tensor(), r.row_lengths(), tf.concat([r, r], 1), r[0], r[:, :1]
rt = tf.ragged.constant([[1, 2], [3]])
for x in b(rt): print(x)
print(b.experimental_get_tracing_count(), b.pretty_printed_concrete_signatures())
b(tf.ragged.constant([[1], [3, 4]])); b(tf.ragged.constant([[1], [3], [4]])); print(b.experimental_get_tracing_count())
@tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.int32)])
def c(r):
    return tf.map_fn(tf.reduce_sum, r, fn_output_signature=tf.int32)
print(c(rt))
@tf.function
def d(s): return tf.sparse.to_dense(s), s.dense_shape
print(d(tf.SparseTensor([[0, 1]], [5.], [2, 2])))
@tf.function
def e(x):
    tf.print('x =', x, tf.strings.format('v={}', x))
    tf.print(rt, tf.SparseTensor([[0]], [1], [2]))
    return tf.strings.as_string(x, precision=2), tf.strings.to_number(['1.5', '2']), tf.strings.regex_replace('aXb', 'X', '-')
print(e(tf.constant([1.234, 5.])))
@tf.function
def f(x):
    if tf.strings.length(x) > 2: return x + '_long'
    else: return x + '_s'
print(f(tf.constant('abc')), f(tf.constant('a')), f('xyz'), f.experimental_get_tracing_count())
print(tf.strings.unicode_decode('hé', 'UTF-8'), tf.strings.reduce_join([['a', 'b']], axis=1), tf.io.decode_raw(b'\x01\x02', tf.uint8))
h = tf.constant('hello'); print(h == 'hello', h + ' w', tf.equal(h, ['hello', 'x']), h.numpy().decode())
print(rt.shape, rt.bounding_shape(), rt.values, rt.row_splits, rt.to_list(), rt + 1, rt == 2, tf.ragged.stack([rt, rt]).shape, rt.nrows(), rt.ragged_rank)
print(tf.RaggedTensor.from_row_lengths([1, 2, 3], [2, 1]), tf.ragged.range([2, 3]), tf.gather(rt, [1]), tf.expand_dims(rt, 0).shape)
for row in rt: print(row)
@tf.function
def g(r):
    s = 0
    for row in r: s += tf.reduce_sum(row)
    return s
try: print(g(rt))
except Exception as ex: print(type(ex).__name__, ex)
try: print(tf.ragged.constant([1, [2]]))
except Exception as ex: print(type(ex).__name__, ex)
class Pt(tf.experimental.ExtensionType):
    x: tf.Tensor
    y: tf.Tensor
    def norm(self): return tf.sqrt(self.x ** 2 + self.y ** 2)
@tf.function
def k(p): print('trace'); return Pt(p.y, p.x), p.norm()
print(k(Pt(3., 4.)), k(Pt(tf.constant(1.), 2.)), k.experimental_get_tracing_count())
