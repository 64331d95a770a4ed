# Lists and dicts that are attributes of a module.
import re
_print = print
def print(*args, **kwargs):
  """Without addresses and numbers of functions, which differ from run to run."""
  text = re.sub(r'0x[0-9A-Fa-f]+', '0x', ' '.join(str(a) for a in args))
  _print(re.sub(r"(__inference_[A-Za-z_<>]+)_\d+", r'\1_N', text), **kwargs)
import tensorflow as tf, collections, copy, json
m = tf.Module()
m.l = [1, [2, 3], {'a': [4]}]
print(m.l, repr(m.l), m.l[1], m.l[2], str(m.l[2]), repr(m.l[2]))
print(m.l + [5], m.l == [1, [2, 3], {'a': [4]}], m.l[0:2], type(m.l[0:2]).__name__, len(m.l), 2 in m.l, list(m.l), tuple(m.l), [*m.l], sorted([3, 1]))
a, b, c = m.l; print(a, b, c)
print(isinstance(m.l, list), isinstance(m.l[2], dict), tf.nest.flatten(m.l), tf.nest.map_structure(lambda x: x * 2, m.l))
m.l.append([7]); print(m.l); m.l.extend([8, [9]]); print(m.l); m.l += [10]; print(m.l, type(m.l).__name__)
m.l.insert(0, 'x'); print(m.l.pop(), m.l.index(1), m.l); m.l.reverse(); print(m.l); del m.l[0]; m.l[0] = 'y'; print(m.l)
d = {'k': 1}
m.d = d; d['z'] = 2; print(m.d, m.d['z'], m.d.get('q', 3), sorted(m.d), dict(m.d), {**m.d}, m.d == {'k': 1, 'z': 2})
def kw(**k): return sorted(k.items())
print(kw(**m.d), m.d.items(), list(m.d.values()), 'k' in m.d, len(m.d)); m.d['n'] = {'i': [1]}; print(m.d, repr(m.d)); m.d.update(w=1); print(m.d.pop('w'), m.d.setdefault('s', 2)); del m.d['k']; print(m.d)
print(f'{m.d} {m.l}', '%s' % m.d, json.dumps(m.l[0:1]))
e = copy.copy(m.l); print(e, type(e).__name__)
orig = [1, 2]; m.o = orig; orig.append(3); print(m.o)
m.t = (1, 2); print(m.t, type(m.t).__name__); m.t2 = (1, [2]); print(m.t2)
P = collections.namedtuple('P', 'x y'); m.p = P(1, tf.Variable(2.)); print(m.p.y.numpy(), m.p[0], isinstance(m.p, P))
m.od = collections.OrderedDict(b=1, a=2); print(m.od, list(m.od))
m.e = []; m.f = {}; print(m.e, m.f, bool(m.e), bool(m.f))
@tf.function
def f(l): return l[0] + l[1][0], l
m.q = [tf.constant(1), [tf.constant(2)]]
print(f(m.q)[0]); print(f([tf.constant(1), [tf.constant(2)]])[0], f.experimental_get_tracing_count()); print(f(m.q)[1])
print(tf.stack([tf.constant(1), tf.constant(2)]), tf.add_n(m.q[:1]), tf.constant([1, 2]) + m.o[0:2], tf.concat([[1], [2]], 0), tf.constant(m.o))
class M(tf.Module):
  def __init__(self):
    self.ws = [tf.Variable(float(i)) for i in range(3)]
    self.count = 0
  @tf.function
  def run(self, x):
    for w in self.ws: x = x * w + 1.
    for i in tf.range(2): x += self.ws[1]
    return x
mm = M(); print(mm.run(2.), [v.numpy() for v in mm.trainable_variables], [s for s in mm.submodules])
mm.ws.append(tf.Variable(9.)); print(len(mm.variables)); mm.count += 1; print(mm.count, vars(mm).keys() >= {'ws', 'count'})
print(mm.run(2.), mm.run.experimental_get_tracing_count())
x = M()
del x.count
try: print(x.count)
except AttributeError as e: print(e)
print(M.__mro__)
class Slots(tf.Module):
  l = [1]
  @property
  def p(self): return self._p
  @p.setter
  def p(self, v): self._p = v
s = Slots(); s.p = [1, 2]; print(s.p, s.l)
