# Which trace a call of a loaded function finds: defaults, keywords, training flags.
import re
_print = print
def print(*args, **kwargs):
  """Without addresses and numbers of functions, which differ from run to run."""
  text = re.sub(r'0x[0-9A-Fa-f]+', '0x', ' '.join(str(a) for a in args))
  _print(re.sub(r"(__inference_[A-Za-z_<>]+)_\d+", r'\1_N', text), **kwargs)
import tensorflow as tf
class M(tf.Module):
  def __init__(self):
    super().__init__(name='mm')
    self.w = tf.Variable(tf.ones([2, 2]), name='w')
  @tf.function
  def __call__(self, x, training=False):
    print('call', training)
    y = x @ self.w
    if training: y = y * 0.5
    return y
  @tf.function
  def kw(self, x, *, flag=True, rate=0.5): return x * rate if flag else x
  @tf.function
  def var(self, *args): return tf.add_n(list(args))
  @tf.function
  def kwargs(self, x, **kw): return x + kw['a'] - kw['b']
  @tf.function(input_signature=[tf.TensorSpec([None, 2])])
  def sig(self, x): return self(x, training=True)
  @tf.function(input_signature=[tf.TensorSpec([], tf.float32)] * 3)
  def vsig(self, *xs): return xs[0] + xs[1] * xs[2]
m = M()
x = tf.ones([1, 2])
m(x); m(x, training=True); m(x, True); m.kw(x); m.kw(x, flag=False); m.var(x, x); m.var(x); m.kwargs(x, a=1., b=2.)
tf.saved_model.save(m, 's')
r = tf.saved_model.load('s')
def attempt(f):
  try: print(f())
  except Exception as e: print(type(e).__name__, re.sub('File ".*/', 'File "', str(e))[:1200])
attempt(lambda: r(x)); attempt(lambda: r(x, training=True)); attempt(lambda: r(x, True)); attempt(lambda: r(x, False)); attempt(lambda: r(x, 1)); attempt(lambda: r(x, training=None))
attempt(lambda: r(tf.ones([3, 2])))
attempt(lambda: r.kw(x)); attempt(lambda: r.kw(x, flag=False)); attempt(lambda: r.kw(x, False))
attempt(lambda: r.var(x, x)); attempt(lambda: r.var(x)); attempt(lambda: r.var(x, x, x)); attempt(lambda: r.var())
attempt(lambda: r.kwargs(x, a=1., b=2.)); attempt(lambda: r.kwargs(x, b=2., a=1.)); attempt(lambda: len(r.kwargs.concrete_functions))
attempt(lambda: r.sig(x)); attempt(lambda: r.sig([[1., 2.]])); attempt(lambda: r.sig(tf.ones([5, 2]))); attempt(lambda: r.sig(tf.ones([5, 3]))); attempt(lambda: r.sig(1)); attempt(lambda: r.sig(tf.ones([1, 2], tf.int32)))
attempt(lambda: r.vsig(1., 2., 3.)); attempt(lambda: r.vsig(1., 2.))
attempt(lambda: r.sig.input_signature); attempt(lambda: r.sig.function_type); attempt(lambda: r.__call__.function_type)
attempt(lambda: r.__call__.pretty_printed_concrete_signatures())
attempt(lambda: r.nope)
attempt(lambda: callable(r)); attempt(lambda: r.signatures)
for f in (r.__call__, r.kw, r.sig): attempt(lambda: f.experimental_get_tracing_count())
@tf.function
def use(x, training): return r(x, training=training)
attempt(lambda: use(x, True)); attempt(lambda: use(x, False)); attempt(lambda: use(tf.ones([7, 2]), False))
attempt(lambda: use(x, tf.constant(True)))
