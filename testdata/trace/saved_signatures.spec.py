# Signatures of SavedModels: what they are made of, how they are called, what is refused.
import re
_print = print
def print(*args, **kwargs):
  """Without addresses and numbers of functions, which differ from run to run."""
  text = re.sub(r'0x[0-9A-Fa-f]+', '0x', ' '.join(str(a) for a in args))
  _print(re.sub(r"(__inference_[A-Za-z_<>]+)_\d+", r'\1_N', text), **kwargs)
import tensorflow as tf
class M(tf.Module):
  def __init__(self):
    self.v = tf.Variable(2.0, name='scale')
  @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
  def one(self, x):
    print('trace one')
    return x * self.v
  @tf.function
  def free(self, x, y=2.0, training=False):
    print('trace free', training)
    return x + y if training else x - y
  @tf.function(input_signature=[tf.TensorSpec([], tf.float32, name='a'), tf.TensorSpec([2], tf.int32, name='b')])
  def two(self, x, y):
    print('trace two')
    return [x, y]
def show(r):
  print('signatures', list(r.signatures.keys()), len(r.signatures))
  for k, s in sorted(r.signatures.items()):
    print(k, sorted(s.structured_input_signature[1].items()), sorted(s.structured_outputs.items()))
    print(s.pretty_printed_signature(verbose=False).split('->')[0])
    print(s.name[:30], [i.name for i in s.inputs], sorted(s.output_dtypes.items()), sorted(s.output_shapes.items(), key=str))
    print([n.op for n in s.graph.as_graph_def().node])
def attempt(f):
  try: print(f())
  except Exception as e: print(type(e).__name__, str(e).split('\n')[0][:500])
m = M()
tf.saved_model.save(m, 'a')
show(tf.saved_model.load('a'))
tf.saved_model.save(m, 'b', signatures=m.one)
r = tf.saved_model.load('b'); show(r)
s = r.signatures['serving_default']
print(s(x=tf.constant([1., 2.])))
print(s(tf.constant([1., 2.])))
attempt(lambda: s([1., 2.]))
attempt(lambda: s(x=[1., 2.]))
attempt(lambda: s())
attempt(lambda: s(y=tf.constant([1.])))
attempt(lambda: s(tf.constant([1.]), tf.constant([1.])))
attempt(lambda: s(tf.constant([1])))
attempt(lambda: s(x=tf.constant([[1.]])))
tf.saved_model.save(m, 'c', signatures=m.free.get_concrete_function(tf.TensorSpec([], tf.float32), tf.TensorSpec([], tf.float32), training=True))
r = tf.saved_model.load('c'); show(r)
print(r.signatures['serving_default'](x=tf.constant(1.), y=tf.constant(2.)))
attempt(lambda: r.signatures['serving_default'](tf.constant(1.), tf.constant(2.)))
attempt(lambda: r.signatures['serving_default'](x=tf.constant(1.)))
attempt(lambda: r.signatures['nope'])
tf.saved_model.save(m, 'd', signatures={'t': m.two, 'o': m.one})
r = tf.saved_model.load('d'); show(r)
attempt(lambda: sorted(r.signatures['t'](a=tf.constant(1.), b=tf.constant([1, 2])).items()))
attempt(lambda: tf.saved_model.save(m, 'e', signatures=m.free))
attempt(lambda: tf.saved_model.save(m, 'e', signatures={'x': lambda x: x}))
attempt(lambda: tf.saved_model.save(m, 'e', signatures=3))
@tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
def named(x): return {'p': x, 'q': {'z': x}}
@tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
def nonstr(x): return {1: x}
@tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
def tup(x): return x, (x, x)
@tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
def none(x): return None
for f in (named, nonstr, tup, none):
  attempt(lambda: tf.saved_model.save(m, 'e', signatures=f))
@tf.function(input_signature=[{'u': tf.TensorSpec([], tf.float32), 'w': [tf.TensorSpec([], tf.int32)]}])
def nested(d): return d['u'] + tf.cast(d['w'][0], tf.float32)
attempt(lambda: tf.saved_model.save(m, 'f', signatures=nested))
attempt(lambda: show(tf.saved_model.load('f')))
m.signatures = {'a': 1}
attempt(lambda: tf.saved_model.save(m, 'g'))
n = tf.Module()
tf.saved_model.save(n, 'h')
show(tf.saved_model.load('h'))
@tf.function(input_signature=[tf.TensorSpec([], tf.float32, name='b c')])
def odd(x): return x
attempt(lambda: tf.saved_model.save(n, 'i', signatures=odd))
m = tf.Module(); m.f = tf.function(lambda x, b=b'q': x); m.f(1.)
attempt(lambda: tf.saved_model.save(m, 'i'))
