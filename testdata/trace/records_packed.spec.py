# TFRecord files, packed or not.
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



import os, tempfile
d = tempfile.mkdtemp()
p = lambda n: os.path.join(d, n)
O = tf.io.TFRecordOptions
def write(name, options=None, n=3):
  with tf.io.TFRecordWriter(p(name), options) as w:
    for i in range(n): w.write(b'record %d ' % i * (i + 1))
for name, o in [('a', None), ('z', 'ZLIB'), ('g', 'GZIP'), ('oz', O('ZLIB')), ('og', O(compression_type='GZIP')), ('on', O()), ('oe', O('')), ('e', '')]:
  try:
    write(name, o)
    data = open(p(name), 'rb').read()
    print(name, len(data), data[:40].hex())
  except Exception as e: print(name, error(e))
  kind = {'z': 'ZLIB', 'g': 'GZIP', 'oz': 'ZLIB', 'og': 'GZIP'}.get(name)
  show('read', lambda: [x for x in tf.data.TFRecordDataset(p(name), compression_type=kind)])
write('l9', O('ZLIB', compression_level=9)); print(len(open(p('l9'), 'rb').read()))
write('l0', O('ZLIB', compression_level=0)); print(len(open(p('l0'), 'rb').read()))
show('bad kind', lambda: O('LZ'))
show('bad kind2', lambda: tf.io.TFRecordWriter(p('q'), 'LZ'))
show('wrong read', lambda: [x for x in tf.data.TFRecordDataset(p('a'), compression_type='GZIP')])
show('wrong read2', lambda: [x for x in tf.data.TFRecordDataset(p('z'))])
show('two files', lambda: [x for x in tf.data.TFRecordDataset([p('a'), p('on')])])
show('par', lambda: [x for x in tf.data.TFRecordDataset([p('a'), p('on')], num_parallel_reads=2)])
show('par auto', lambda: len([x for x in tf.data.TFRecordDataset([p('a'), p('on')], num_parallel_reads=tf.data.AUTOTUNE)]))
show('par mixed', lambda: [x for x in tf.data.TFRecordDataset([p('z'), p('oz')], compression_type='ZLIB', num_parallel_reads=2)])
open(p('t'), 'wb').write(open(p('a'), 'rb').read()[:-5])
show('trunc', lambda: [x for x in tf.data.TFRecordDataset(p('t'))])
open(p('tz'), 'wb').write(open(p('z'), 'rb').read()[:-12])
show('truncz', lambda: [x for x in tf.data.TFRecordDataset(p('tz'), compression_type='ZLIB')])
open(p('text'), 'w').write('this is some text file, no record')
show('text', lambda: [x for x in tf.data.TFRecordDataset(p('text'))])
w = tf.io.TFRecordWriter(p('c'))
w.write(b'x')
w.flush()
print(len(open(p('c'), 'rb').read()))
w.close()
show('closed', lambda: w.write(b'y'))
show('closed2', lambda: w.close())
show('str', lambda: tf.io.TFRecordWriter(p('s')).write('text'))
show('get', lambda: (O('GZIP').compression_type, O().compression_type, O.get_compression_type_string('ZLIB'), O.get_compression_type_string(O('GZIP')), O.get_compression_type_string(None)))
g = tf.data.TextLineDataset
import gzip, zlib
open(p('tg'), 'wb').write(gzip.compress(b'a\nb\n', mtime=0))
show('text gz', lambda: [x for x in g(p('tg'), compression_type='GZIP')])
with gzip.open(p('pg'), 'wb') as f: f.write(b'one\ntwo')
show('gz.open', lambda: [x for x in g(p('pg'), 'GZIP')])
show('gz read', lambda: S if False else gzip.open(p('pg'), 'rt').read())
show('ds spec', lambda: str(tf.data.TFRecordDataset(p('a')).element_spec))
