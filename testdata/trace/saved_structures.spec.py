# Arguments and results of loaded functions: nested, ragged, sparse, literals.
import re
_print = print
def print(*args, **kwargs):
  """Without addresses and numbers of functions, which differ from run to run."""
  text = re.sub(r'0x[0-9A-Fa-f]+', '0x', ' '.join(str(a) for a in args))
  _print(re.sub(r"(__inference_[A-Za-z_<>]+)_\d+", r'\1_N', text), **kwargs)
import tensorflow as tf, collections
P = collections.namedtuple('P', ['a', 'b'])
class M(tf.Module):
  @tf.function
  def f(self, x): return {'z': x, 'a': [x + 1, (x, None)]}
  @tf.function
  def p(self, x, y): return P(a=x, b=P(y, x))
  @tf.function
  def inp(self, d): return d['a'] + d['b'][0] * d['b'][1]
  @tf.function
  def inp2(self, p, n): return p.a * n
  @tf.function
  def rag(self, r): return r * 2.0
  @tf.function
  def ragout(self, x): return tf.RaggedTensor.from_row_lengths(x, [1, 2])
  @tf.function
  def sp(self, s): return tf.sparse.to_dense(s), s
  @tf.function
  def nothing(self, x): tf.print('side', x, output_stream='file://log.txt')
  @tf.function
  def s(self, x): return tf.strings.join([x, '!'])
  @tf.function
  def dt(self, x, d): return tf.cast(x, d)
  @tf.function
  def lit(self, x, name='n', k=None, t=(1, 2)): return x
m = M()
x = tf.constant([1., 2., 3.])
print(m.f(x)); print(m.p(x, 1.)); print(m.inp({'a': x, 'b': [x, 2.]})); print(m.inp2(P(x, 1), 3))
print(m.rag(tf.ragged.constant([[1.], [2., 3.]]))); print(m.ragout(x)); 
s = tf.sparse.from_dense([[1., 0.], [0., 2.]])
print(m.sp(s)[0])
m.nothing(x); print(m.s('a')); print(m.dt(x, tf.int32)); print(m.lit(x), m.lit(x, 'z', k=3))
tf.saved_model.save(m, 's')
r = tf.saved_model.load('s')
def attempt(f):
  try: print(f())
  except Exception as e: print(type(e).__name__, str(e)[:1500])
attempt(lambda: sorted(r.f(x).items())); 
attempt(lambda: r.p(x, 1.))
attempt(lambda: r.p(x, 2.))
attempt(lambda: type(r.p(x, 1.)))
attempt(lambda: r.inp({'a': x, 'b': [x, 2.]}))
attempt(lambda: r.inp({'a': x, 'b': [x, 3.]}))
attempt(lambda: r.inp({'a': x, 'b': (x, 2.)}))
attempt(lambda: r.inp2(P(x, 1), 3))
attempt(lambda: r.inp2(P(x, 1), 4))
attempt(lambda: r.rag(tf.ragged.constant([[1.], [2., 3.]])))
attempt(lambda: r.ragout(x))
attempt(lambda: r.sp(s)[0])
attempt(lambda: r.nothing(x))
attempt(lambda: r.s('a')); attempt(lambda: r.s(tf.constant(['a', 'b'])))
attempt(lambda: r.dt(x, tf.int32)); attempt(lambda: r.dt(x, tf.int64))
attempt(lambda: r.lit(x)); attempt(lambda: r.lit(x, k=3, name='z')); attempt(lambda: r.lit(x, k=3)); attempt(lambda: r.lit(x, 'n', None, (1, 2))); attempt(lambda: r.lit(x, t=(1, 3)))
attempt(lambda: r.lit(x, 1, 2, 3, 4, 5)); attempt(lambda: r.lit(x, zz=5))
for n in ('p', 'inp2', 'rag', 'ragout', 'sp', 'nothing', 's', 'dt', 'lit'):
  for c in getattr(r, n).concrete_functions:
    print(n, c.structured_input_signature, c.structured_outputs)
    print(c.pretty_printed_signature(False))
