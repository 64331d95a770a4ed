# What cannot be saved or loaded, and bare concrete functions.
import re
_print = print
def print(*args, **kwargs):
  """Without addresses and numbers of functions, which differ from run to run."""
  text = re.sub(r'0x[0-9A-Fa-f]+', '0x', ' '.join(str(a) for a in args))
  _print(re.sub(r"(__inference_[A-Za-z_<>]+)_\d+", r'\1_N', text), **kwargs)
import tensorflow as tf
def attempt(f):
  try: print(f())
  except Exception as e: print(type(e).__name__, str(e).split('\n')[0][:700])
for bad in (3, 'x', None, [1], {'a': 1}, lambda x: x, tf.constant(1.)):
  attempt(lambda: tf.saved_model.save(bad, 'a'))
v = tf.Variable(1.)
m = tf.Module()
m.f = tf.function(lambda x: x + v)
attempt(lambda: tf.saved_model.save(m, 'b'))
attempt(lambda: m.f(1.))
try: tf.saved_model.save(m, 'b')
except KeyError as e: print('KeyError', 'which is unsupported or not reachable from root' in str(e))
m2 = tf.Module()
m2.f = tf.function(lambda x: x + v, input_signature=[tf.TensorSpec([], tf.float32)])
attempt(lambda: tf.saved_model.save(m2, 'b'))
@tf.function
def inside():
  tf.saved_model.save(tf.Module(), 'c')
attempt(inside)
attempt(lambda: tf.saved_model.load('nope'))
attempt(lambda: tf.saved_model.load('b', tags=['x']))
m3 = tf.Module(); m3.v = v
m3.f = tf.function(lambda x: x + v)
tf.saved_model.save(m3, 'd')
r = tf.saved_model.load('d')
attempt(lambda: r.f(1.))
print(r.v is not v, r.v)
attempt(lambda: tf.saved_model.load('d', tags='serve').v.numpy())
attempt(lambda: tf.saved_model.load('d', tags=['serve', 'x']).v.numpy())
attempt(lambda: tf.saved_model.load('d', tags={'serve'}).v.numpy())
m4 = tf.Module()
m4.d = {1: tf.Variable(1.)}
attempt(lambda: tf.saved_model.save(m4, 'e'))
m5 = tf.Module()
m5.l = [tf.Variable(1.), tf.Variable(2.)]
m5.l[0] = tf.Variable(3.)
attempt(lambda: tf.saved_model.save(m5, 'e'))
class Obj: pass
m6 = tf.Module()
m6.f = tf.function(lambda x, o: x)
m6.f(1., Obj())
tf.saved_model.save(m6, 'f')
attempt(lambda: tf.saved_model.load('f').f(1., 2))
attempt(lambda: tf.saved_model.load('f').f)
class S(tf.Module):
  @tf.function
  def f(self, x): return x
attempt(lambda: S.f.get_concrete_function(1, 2.))
m7 = tf.Module(); m7.f = S.f
attempt(lambda: tf.saved_model.save(m7, 'g'))
m8 = tf.Module()
m8.f = tf.function(lambda x: tf.py_function(lambda y: y, [x], tf.float32))
m8.f(1.)
m9 = tf.Module()
m9.c = tf.function(lambda x: x + 1).get_concrete_function(tf.TensorSpec([None], tf.float32))
tf.saved_model.save(m9, 'h')
r = tf.saved_model.load('h')
print(type(r.c), r.c.structured_input_signature, r.c.structured_outputs)
attempt(lambda: r.c(tf.constant([1., 2.])))
attempt(lambda: r.c(x=tf.constant([1., 2.])))
attempt(lambda: r.c([1., 2.]))
attempt(lambda: r.c())
attempt(lambda: r.c(tf.constant([1., 2.]), tf.constant(1.)))
print(r.c)
print(r.signatures)
