# Strings that hold something else: base64, packed bytes, numbers, tensors, sparse tensors, JSON.
import tensorflow as tf


def error(e):
  text = str(e)
  if text.startswith("{{"):
    text = text.split("}} ", 1)[1]
  return type(e).__name__ + ": " + text.replace("\n", " | ")[:500]


def leaf(t):
  return "%s%s %s" % (t.dtype.name, tuple(t.shape), t.numpy().tolist() if hasattr(t.numpy(), "tolist") else t.numpy()) \
      if isinstance(t, (tf.Tensor, tf.Variable)) else repr(t)


def show(name, f, *a):
  try:
    print(name, "->", " ; ".join(leaf(t) for t in tf.nest.flatten(f(*a), expand_composites=True)))
  except Exception as e:
    print(name, "!!", error(e))


def graph(name, f, *specs):
  try:
    cf = tf.function(f, autograph=False).get_concrete_function(*specs)
    print(name, "nodes", " ".join("%s=%s(%s)" % (n.name, n.op, ", ".join(n.input)) for n in cf.graph.as_graph_def().node))
    print(name, [str(getattr(t, "shape", t)) for t in cf.outputs])
    return cf
  except Exception as e:
    print(name, "!!", error(e))



import zlib, gzip
I = tf.io
S = tf.constant
for s in [b'', b'a', b'ab', b'abc', b'\xff\xfe\xfd', b'hello world?>']:
  show('enc', lambda: (I.encode_base64(s), I.encode_base64(s, pad=True)))
show('enc v', lambda: I.encode_base64([['a', 'bc'], ['', 'def']]))
for s in ['', 'YQ', 'YQ==', 'YWI', 'YWI=', 'YWJj', '__79', '/+79', 'YQ=', 'Y', 'YQ===', 'Y Q', '=', '====', 'YWJjY', 'YR', 'YQ==YQ==']:
  show('dec ' + s, lambda: I.decode_base64(s))
graph('enc', lambda s: I.decode_base64(I.encode_base64(s)), tf.TensorSpec([None, 2], tf.string))
raw = b'hello ' * 20
for kind, data in [('ZLIB', zlib.compress(raw)), ('GZIP', gzip.compress(raw, mtime=0)), ('', raw)]:
  show('dz ' + kind, lambda: I.decode_compressed([data], kind))
z = zlib.compress(raw)
show('wrong', lambda: I.decode_compressed(z, 'GZIP'))
show('wrong2', lambda: I.decode_compressed(gzip.compress(raw, mtime=0), 'ZLIB'))
show('garbage', lambda: I.decode_compressed(b'garbage!', 'ZLIB'))
show('trunc', lambda: I.decode_compressed(z[:-3], 'ZLIB'))
show('trunc2', lambda: I.decode_compressed(z[:12], 'ZLIB'))
show('trail', lambda: I.decode_compressed(z + b'xyz', 'ZLIB'))
show('two', lambda: I.decode_compressed(gzip.compress(b'ab', mtime=0) + gzip.compress(b'cd', mtime=0), 'GZIP'))
show('kind', lambda: I.decode_compressed(b'', 'LZ4'))
graph('dz', lambda s: I.decode_compressed(s, 'ZLIB'), tf.TensorSpec([3], tf.string))
# raw
D = I.decode_raw
data = bytes(range(1, 17))
for t in ['uint8', 'int8', 'int16', 'uint16', 'int32', 'int64', 'float16', 'float32', 'float64', 'complex64', 'complex128', 'bool', 'uint32', 'uint64', 'bfloat16', 'string']:
  show('raw ' + t, lambda: (D(data, getattr(tf, t)), D(data, getattr(tf, t), little_endian=False)))
show('raw v', lambda: D([b'ab', b'cd'], tf.uint8))
show('raw m', lambda: D([[b'abcd'], [b'cdef']], tf.int16))
show('raw uneven', lambda: D([b'ab', b'c'], tf.uint8))
show('raw fixed uneven', lambda: D([b'ab', b'c', b'', b'abcd'], tf.uint8, fixed_length=3))
show('raw size', lambda: D(b'abc', tf.int16))
show('raw fsize', lambda: D(b'abc', tf.int16, fixed_length=3))
show('raw f0', lambda: D(b'abc', tf.int16, fixed_length=0))
show('raw f-2', lambda: D(b'abc', tf.int16, fixed_length=-2))
show('raw empty', lambda: D(b'', tf.int16))
show('raw none', lambda: D(tf.zeros([0], tf.string), tf.int16))
show('raw two empty', lambda: D(['', ''], tf.int16))
show('raw vec len', lambda: D(b'abc', tf.uint8, fixed_length=[3]))
graph('raw', lambda s: D(s, tf.int32), tf.TensorSpec([3], tf.string))
graph('rawf', lambda s: D(s, tf.int32, fixed_length=8), tf.TensorSpec([3], tf.string))
graph('rawf2', lambda s, n: D(s, tf.int32, fixed_length=n), tf.TensorSpec([3], tf.string), tf.TensorSpec([], tf.int32))
# tensors
for t in [S(3), S([1.5, 2.5]), S([[1, 2], [3, 4]], tf.int8), S(['a', 'bc']), S('x'), S(True), S([True, False]), S(1 + 2j), tf.zeros([0, 3]), tf.zeros([], tf.bfloat16) + 1.5, S([1.5], tf.float16), S([2**63], tf.uint64), S([], tf.string)]:
  show('ser', lambda: I.serialize_tensor(t))
  show('round', lambda: I.parse_tensor(I.serialize_tensor(t), t.dtype))
show('mismatch', lambda: I.parse_tensor(I.serialize_tensor(S([1.5])), tf.int32))
show('garbage', lambda: I.parse_tensor(b'garbage', tf.int32))
show('vector', lambda: I.parse_tensor([b''], tf.int32))
P = tf.make_tensor_proto
graph('ser', lambda x: I.parse_tensor(I.serialize_tensor(x), tf.float32), tf.TensorSpec([2, 3], tf.float32))
show('ser list', lambda: I.serialize_tensor([1, 2]))
show('in fn', lambda: tf.function(lambda x: I.parse_tensor(I.serialize_tensor(x), tf.float32))(S([1.5, 2.])))
I = tf.io
S = tf.constant
sp = tf.SparseTensor([[0, 1], [1, 0], [1, 2]], [1.5, 2.5, 3.5], [3, 4])
show('ser', lambda: I.serialize_sparse(sp))
show('ser str', lambda: I.serialize_sparse(tf.SparseTensor([[0], [2]], ['a', 'b'], [3])))
show('many', lambda: I.serialize_many_sparse(sp))
show('round', lambda: I.deserialize_many_sparse(I.serialize_many_sparse(sp), tf.float32))
show('round2', lambda: I.deserialize_many_sparse([I.serialize_sparse(sp), I.serialize_sparse(sp)], tf.float32, rank=3))
show('types', lambda: I.deserialize_many_sparse([I.serialize_sparse(sp)], tf.int32))
show('rank1', lambda: I.serialize_many_sparse(tf.SparseTensor([[0], [2]], ['a', 'b'], [3])))
show('raw', lambda: tf.raw_ops.DeserializeSparse(serialized_sparse=I.serialize_sparse(sp), dtype=tf.float32))
show('raw2', lambda: tf.raw_ops.DeserializeSparse(serialized_sparse=[[I.serialize_sparse(sp)], [I.serialize_sparse(sp)]], dtype=tf.float32))
show('not sparse', lambda: I.serialize_sparse(S([1.])))
show('bad', lambda: I.deserialize_many_sparse([['a', 'b']], tf.float32))
show('bad2', lambda: I.deserialize_many_sparse([['a', 'b', 'c']], tf.float32))
show('none', lambda: I.deserialize_many_sparse(tf.zeros([0, 3], tf.string), tf.float32))
show('incons', lambda: I.deserialize_many_sparse([I.serialize_sparse(sp), I.serialize_sparse(tf.SparseTensor([[0]], [1.], [3]))], tf.float32))
show('wider', lambda: I.deserialize_many_sparse([I.serialize_sparse(sp), I.serialize_sparse(tf.SparseTensor([[4, 9]], [1.], [5, 10]))], tf.float32))
show('unsorted', lambda: I.serialize_many_sparse(tf.SparseTensor([[1, 1], [0, 0]], [1.5, 2.5], [3, 4])))
graph('g', lambda s: I.serialize_sparse(s), tf.SparseTensorSpec([None, 4], tf.float32))
graph('g2', lambda s: I.deserialize_many_sparse(I.serialize_many_sparse(s), tf.float32, rank=2), tf.SparseTensorSpec([None, 4], tf.float32))
J = tf.io.decode_json_example
def one(t): show(t, lambda: J(t))
one('{}')
one('{"features": {}}')
one('{"features": {"feature": {"k": {"int64List": {"value": [5, "6", -1, 1e2]}}}}}')
one('{"features": {"feature": {"a": {"floatList": {"value": [1, 2.5, "NaN", "Infinity", "1.5"]}}, "b": {"bytesList": {"value": ["YQ==", "YWI", "_-8="]}}}}}')
one('{"features": {"feature": {"b": {"bytes_list": {"value": ["YQ=="]}}}}}')
one('{"features": {"feature": {"b": {}}}}')
one('{"features": {"feature": {"b": {"int64List": {}}}}}')
one('{"features": null}')
one('{"features": {"feature": {"k": {"int64List": {"value": 5}}}}}')
one('{"features": {"feature": {"b": {"int64List": {"value": [1]}}, "a": {"int64List": {"value": [2]}}}}}')
show('v', lambda: J([['{}'], ['{"features": {}}']]))
show('full', lambda: tf.io.parse_single_example(J('{"features": {"feature": {"k": {"int64List": {"value": [5]}}}}}'), {'k': tf.io.FixedLenFeature([1], tf.int64)}))
