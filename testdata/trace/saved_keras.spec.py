# Keras layers, models and optimizers in checkpoints and SavedModels; weights in files.
import re
_print = print
def print(*args, **kwargs):
  """Without addresses and numbers of functions, which differ from run to run."""
  text = re.sub(r'0x[0-9A-Fa-f]+', '0x', ' '.join(str(a) for a in args))
  _print(re.sub(r"(__inference_[A-Za-z_<>]+)_\d+", r'\1_N', text), **kwargs)
import tensorflow as tf
K = tf.keras
class Net(K.Model):
  def __init__(self):
    super().__init__()
    self.d = K.layers.Dense(2)
    self.nb = K.layers.Dense(2, use_bias=False)
    self.bn = K.layers.BatchNormalization()
    self.ln = K.layers.LayerNormalization()
    self.e = K.layers.Embedding(3, 2)
    self.dr = K.layers.Dropout(0.5)
    self.blocks = [K.layers.Dense(1), K.layers.Dense(1)]
    self.dd = {'x': K.layers.Dense(1)}
    self.seq = K.Sequential([K.layers.Dense(3, activation='relu'), K.layers.Dense(1)])
    self.own = self.add_weight(shape=(2,), name='own')
    self.tv = tf.Variable(1.)
    self.tl = [tf.Variable(2.)]
  def call(self, x, training=False):
    y = self.ln(self.bn(self.nb(self.d(x)), training=training)) + self.e(tf.constant([1]))
    y = self.dr(y, training=training)
    for b in self.blocks: y = y + b(x)
    return self.seq(y) + self.dd['x'](x)
net = Net(); net(tf.ones([1, 2]))
def names(o, **k):
  for n, s in tf.train.list_variables(tf.train.Checkpoint(o, **k).write('ck/x')): print(n, s)
print('--- net'); names(net)
print('--- layer')
class L(K.layers.Layer):
  def build(self, s):
    self.kernel = self.add_weight(shape=(s[-1], 2), initializer='ones', name='kern')
    self.scale = self.add_weight(shape=(), initializer='zeros', trainable=False)
  def call(self, x): return x @ self.kernel
l = L(); l(tf.ones([1, 3])); names(l)
print('--- conv'); c = K.layers.Conv2D(2, 3); c(tf.ones([1, 5, 5, 1])); names(c)
for opt in (K.optimizers.SGD(0.1), K.optimizers.SGD(0.1, momentum=0.9), K.optimizers.Adam()):
  v = tf.Variable([1., 2.]); opt.apply_gradients([(tf.ones([2]), v)])
  print('---', type(opt).__name__); names(opt); 
print('--- seq not built'); names(K.Sequential([K.layers.Dense(2)]))
s = K.Sequential([K.layers.Dense(2)]); s.build((None, 3)); print('--- seq built'); names(s)
s = K.Sequential([K.Input((3,)), K.layers.Dense(2)]); print('--- seq input'); names(s)
import os
K = tf.keras
def attempt(f):
  try: print(f())
  except Exception as e: print(type(e).__name__, str(e)[:700])
def mk():
  return K.Sequential([K.layers.Dense(3, activation='relu', kernel_initializer='ones'), K.layers.Dense(1, kernel_initializer='ones')])
m = mk(); x = tf.ones([2, 2]); print(m(x))
for w in m.weights: w.assign_add(tf.ones_like(w))
print(m(x))
m.save_weights('w.weights.h5'); print(os.path.exists('w.weights.h5'))
n = mk(); n(x); n.load_weights('w.weights.h5'); print(n(x))
attempt(lambda: m.save_weights('w'))
attempt(lambda: m.save_weights('w.h5'))
attempt(lambda: n.load_weights('nope'))
u = mk()
attempt(lambda: u.load_weights('w.weights.h5'))
d = K.Sequential([K.layers.Dense(3)]); d(x)
attempt(lambda: d.load_weights('w.weights.h5'))
class Net(K.Model):
  def __init__(self):
    super().__init__(); self.a = K.layers.Dense(2, kernel_initializer='ones'); self.b = [K.layers.Dense(1, kernel_initializer='ones')]
  def call(self, x): return self.b[0](self.a(x))
os.makedirs('sub'); p = Net(); p(x); p.a.kernel.assign_add(tf.ones([2, 2])); p.save_weights('sub/p.weights.h5'); q = Net(); q(x); q.load_weights('sub/p.weights.h5'); print(q(x), p(x))
# checkpoints, as in the guide
opt = K.optimizers.Adam(0.1)
net = Net()
def step(net, opt, x, y):
  with tf.GradientTape() as t:
    out = net(x); loss = tf.reduce_mean(tf.abs(out - y))
  vs = net.trainable_variables
  opt.apply_gradients(zip(t.gradient(loss, vs), vs)); return loss
ck = tf.train.Checkpoint(step=tf.Variable(1), optimizer=opt, net=net)
man = tf.train.CheckpointManager(ck, './tf_ckpts', max_to_keep=3)
def train(net, man, ck, n):
  ck.restore(man.latest_checkpoint)
  print('Restored from', man.latest_checkpoint) if man.latest_checkpoint else print('Initializing from scratch.')
  for _ in range(n):
    loss = step(net, ck.optimizer, x, tf.constant([[1.], [2.]]))
    ck.step.assign_add(1)
    if int(ck.step) % 5 == 0: print('Saved', int(ck.step), man.save(), '%.4f' % loss.numpy())
train(net, man, ck, 20)
K = tf.keras
def attempt(f):
  try: print(f())
  except Exception as e: print(type(e).__name__, str(e)[:500])
class Net(K.Model):
  def __init__(self):
    super().__init__(); self.a = K.layers.Dense(2, kernel_initializer='ones')
  def call(self, x, training=False): return self.a(x) * (2. if training else 1.)
n = Net()
attempt(lambda: tf.saved_model.save(n, 'unbuilt'))
attempt(lambda: tf.saved_model.load('unbuilt').signatures)
n(tf.ones([1, 3]))
tf.saved_model.save(n, 'net')
r = tf.saved_model.load('net')
print(r.signatures)
attempt(lambda: r.signatures['serving_default'](tf.ones([1, 3])))
attempt(lambda: r.a.kernel)
attempt(lambda: r(tf.ones([1, 3])))
class M(tf.Module):
  def __init__(self): self.net = Net()
  @tf.function(input_signature=[tf.TensorSpec([None, 3])])
  def serve(self, x): return {'y': self.net(x)}
m = M(); print(m.serve(tf.ones([2, 3])))
tf.saved_model.save(m, 'wrap')
r = tf.saved_model.load('wrap'); print(r.serve(tf.ones([2, 3])), r.signatures)
class F(K.Model):
  def __init__(self):
    super().__init__(); self.a = K.layers.Dense(2, kernel_initializer='ones')
  @tf.function(input_signature=[tf.TensorSpec([None, 3])])
  def call(self, x): return self.a(x)
  @tf.function
  def other(self, x): return self.a(x) + 1.
f = F(); f(tf.ones([1, 3])); f.other(tf.ones([1, 3]))
tf.saved_model.save(f, 'f'); r = tf.saved_model.load('f'); print(r.signatures); attempt(lambda: r.call(tf.ones([1, 3]))); attempt(lambda: r.other(tf.ones([1, 3])))
tf.saved_model.save(f, 'f2', signatures=f.call); r = tf.saved_model.load('f2'); print(r.signatures)
n.export('exp', verbose=False)
r = tf.saved_model.load('exp'); print(r.signatures, sorted(k for k in vars(r) if not k.startswith('_self'))); attempt(lambda: r.serve(tf.ones([1, 3])))
l = K.layers.Dense(2, kernel_initializer='ones'); l(tf.ones([1, 2]))
tf.saved_model.save(l, 'l'); r = tf.saved_model.load('l'); print(r.signatures)
attempt(lambda: n.save('x'))
c = tf.train.Checkpoint(l); print(c.save('ck/l')); print(tf.train.list_variables('ck/l-1'))
l2 = K.layers.Dense(2); st = tf.train.Checkpoint(l2).restore('ck/l-1'); l2(tf.ones([1, 2])); print(l2.kernel.numpy()); attempt(lambda: type(st.assert_consumed()).__name__)
s = K.Sequential([K.layers.Dense(2, kernel_initializer='ones'), K.layers.Dense(1, kernel_initializer='ones')]); s(tf.ones([1, 2])); p = tf.train.Checkpoint(s=s).write('ck/s')
s2 = K.Sequential([K.layers.Dense(2), K.layers.Dense(1)]); st = tf.train.Checkpoint(s=s2).read(p); s2(tf.ones([1, 2])); print(s2.layers[0].kernel.numpy(), s2.layers[1].kernel.numpy()); attempt(lambda: type(st.assert_consumed()).__name__)
K = tf.keras
v = tf.Variable([1., 2.])
def mk(): return K.layers.Dense(1, kernel_initializer='ones')
x = tf.ones([1, 2])
def step(net, opt):
  with tf.GradientTape() as t: loss = tf.reduce_sum(net(x) ** 2)
  vs = net.trainable_variables
  opt.apply_gradients(zip(t.gradient(loss, vs), vs))
net, opt = mk(), K.optimizers.Adam(0.1)
for _ in range(3): step(net, opt)
p = tf.train.Checkpoint(net=net, opt=opt).save('ck/a')
def show(o): print([w.numpy().tolist() for w in o.variables])
show(opt)
net2, opt2 = mk(), K.optimizers.Adam(0.1)
ck = tf.train.Checkpoint(net=net2, opt=opt2); ck.restore(p)
show(opt2)
net2(x); print(net2.kernel.numpy().flatten())
opt2.build(net2.trainable_variables)
show(opt2)
step(net2, opt2); show(opt2); print(net2.kernel.numpy().flatten())
step(net, opt); show(opt); print(net.kernel.numpy().flatten())
