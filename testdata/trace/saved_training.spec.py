# A model that is trained, kept, taken up again and exported; signatures as people write them.
import re
_print = print
def print(*args, **kwargs):
  """Without addresses and numbers of functions, which differ from run to run."""
  text = re.sub(r'0x[0-9A-Fa-f]+', '0x', ' '.join(str(a) for a in args))
  _print(re.sub(r"(__inference_[A-Za-z_<>]+)_\d+", r'\1_N', text), **kwargs)
# users' programs: checkpoint guide pieces, training with tf.Module, resume
import tensorflow as tf, os, numpy as np
class Linear(tf.Module):
  def __init__(self, i, o, name=None):
    super().__init__(name)
    self.w = tf.Variable(tf.ones([i, o]) * 0.1, name='w'); self.b = tf.Variable(tf.zeros([o]), name='b')
  def __call__(self, x): return x @ self.w + self.b
class Model(tf.Module):
  def __init__(self):
    super().__init__('model')
    with self.name_scope:
      self.layers = [Linear(3, 4, 'l0'), Linear(4, 1, 'l1')]
      self.step = tf.Variable(0, trainable=False, dtype=tf.int64, name='step')
  @tf.function
  def __call__(self, x, training=False):
    for i, l in enumerate(self.layers):
      x = l(x)
      if i == 0: x = tf.nn.relu(x)
    return x * 0.5 if training else x
  @tf.function(input_signature=[tf.TensorSpec([None, 3]), tf.TensorSpec([None, 1]), tf.TensorSpec([], tf.float32)])
  def train(self, x, y, lr):
    with tf.GradientTape() as t:
      loss = tf.reduce_mean((self(x, training=True) - y) ** 2)
    for v, g in zip(self.trainable_variables, t.gradient(loss, self.trainable_variables)): v.assign_sub(lr * g)
    self.step.assign_add(1)
    return loss
x = tf.reshape(tf.range(6, dtype=tf.float32), [2, 3]) / 10; y = tf.constant([[1.], [2.]])
m = Model()
ck = tf.train.Checkpoint(model=m)
man = tf.train.CheckpointManager(ck, 'ckpts', max_to_keep=2, step_counter=m.step, checkpoint_interval=2)
for _ in range(5):
  loss = m.train(x, y, 0.1); print('%.6f' % loss, man.save())
print(man.checkpoints, man.latest_checkpoint)
m2 = Model(); ck2 = tf.train.Checkpoint(model=m2); st = ck2.restore(tf.train.latest_checkpoint('ckpts')); st.assert_consumed()
print(int(m2.step), np.allclose(m2.layers[0].w.numpy(), m.layers[0].w.numpy()))
print('%.6f' % m2.train(x, y, 0.1), int(ck2.save_counter))
tf.saved_model.save(m, 'export/1', signatures={'serving_default': m.__call__.get_concrete_function(tf.TensorSpec([None, 3], tf.float32, name='features')), 'train': m.train})
r = tf.saved_model.load('export/1')
print(sorted(r.signatures.keys()))
print({k: v.numpy().tolist() for k, v in r.signatures['serving_default'](features=x).items()})
print({k: '%.6f' % v for k, v in r.signatures['train'](x=x, y=y, lr=tf.constant(0.1)).items()}, int(r.step), int(m.step))
print(r(x).shape, r(x, training=True).numpy().tolist() == (r(x).numpy() * 0.5).tolist())
for v in (r.layers[0].w, r.layers[1].b, r.step): print(v.name, v.shape, v.dtype.name, v.trainable)
print([(k, s) for k, s in tf.train.list_variables('export/1/variables/variables')])
print('%.6f' % r.train(x, y, 0.1), '%.6f' % r.train(x, y, tf.constant(0.1)))
try: r.train(x, y)
except TypeError as e: print(e)
try: r.train(x, x, 0.1)
except TypeError as e: print(str(e)[:200])
try: r(tf.ones([2, 2]))
except ValueError as e: print(str(e))
reader = tf.train.load_checkpoint('ckpts'); print(sorted(reader.get_variable_to_shape_map().items())[:3], reader.get_tensor('model/step/.ATTRIBUTES/VARIABLE_VALUE'))
print(sorted(os.listdir('export/1')), sorted(os.listdir('ckpts')))
def attempt(f):
  try: print(f())
  except Exception as e: print(type(e).__name__, str(e).split('\n')[0][:300])
# the reports that people make: shape of signature, None dims, default args, missing trace
class M(tf.Module):
  @tf.function(input_signature=[tf.TensorSpec([None, None, 3], tf.uint8, name='image')])
  def resize(self, image): return {'resized': tf.image.resize(tf.cast(image, tf.float32), [2, 2]), 'shape': tf.shape(image)}
  @tf.function
  def untraced(self, x): return x
  @tf.function(input_signature=[tf.TensorSpec([], tf.string)])
  def greet(self, name='x'): return tf.strings.join(['hi ', name])
  @tf.function(input_signature=[tf.TensorSpec([], tf.int32), tf.TensorSpec([], tf.int32)])
  def opt(self, a, b=tf.constant(5)): return a * b
  @tf.function(input_signature=(tf.TensorSpec([None], tf.float32),), jit_compile=False)
  def t(self, x): return tf.reduce_sum(x)
  @tf.function(input_signature=[])
  def zero(self): return tf.constant(3)
m = M()
tf.saved_model.save(m, 's')
r = tf.saved_model.load('s')
print(sorted(k for k in vars(r) if not k.startswith('_')))
attempt(lambda: {k: v.shape for k, v in sorted(r.resize(tf.zeros([4, 5, 3], tf.uint8)).items())})
attempt(lambda: r.resize(tf.zeros([4, 5, 3])))
attempt(lambda: r.resize(image=tf.zeros([4, 5, 3], tf.uint8))['shape'].numpy())
attempt(lambda: r.resize(tf.zeros([4, 5], tf.uint8)))
attempt(lambda: r.untraced(1.)); attempt(lambda: r.untraced)
attempt(lambda: r.greet('you')); attempt(lambda: r.greet()); attempt(lambda: r.greet(name='me')); attempt(lambda: r.opt(2)); attempt(lambda: r.opt(2, 3)); attempt(lambda: r.opt(b=2, a=4)); attempt(lambda: r.t([1., 2.])); attempt(lambda: r.zero()); attempt(lambda: r.zero(1))
attempt(lambda: r.signatures)
tf.saved_model.save(m, 's2', signatures={'r': m.resize, 'z': m.zero, 'o': m.opt, 'g': m.greet}); r = tf.saved_model.load('s2')
for k in sorted(r.signatures): print(k, r.signatures[k].pretty_printed_signature(False) if k != 'r' else sorted(r.signatures[k].structured_outputs.items()))
attempt(lambda: r.signatures['z']()); attempt(lambda: r.signatures['g'](name=tf.constant('q'))); attempt(lambda: r.signatures['g'](tf.constant('q'))); attempt(lambda: r.signatures['o'](a=tf.constant(2), b=tf.constant(4))); attempt(lambda: r.signatures['o'](a=tf.constant(2)))
attempt(lambda: r.signatures['r'](image=tf.zeros([4, 5, 3]))); attempt(lambda: r.signatures['r'](tf.zeros([1, 1, 3], tf.uint8))['shape'])
for name, f in sorted(r.signatures.items()): print(name, f.output_shapes if name != 'r' else '', [i.name for i in f.inputs])
# functions nested, recursion of saves, plain functions as attributes
@tf.function
def helper(x): return x + 1
m = tf.Module(); m.h = helper; m.g = tf.function(lambda x: helper(x) * 2)
m.g(tf.constant(1)); tf.saved_model.save(m, 'n'); r = tf.saved_model.load('n'); print(r.g(tf.constant(4)), r.h(tf.constant(4)))
print(helper.experimental_get_tracing_count(), m.g.experimental_get_tracing_count())
attempt(lambda: r.g(tf.constant(4.)))
for i in range(3):
  tf.saved_model.save(r, 'n%d' % i); r = tf.saved_model.load('n%d' % i)
print(r.g(tf.constant(1)), r.h(tf.constant(1)))
c = r.g.get_concrete_function(tf.TensorSpec([], tf.int32)); print(c(tf.constant(5)), c.structured_outputs)
attempt(lambda: r.g.get_concrete_function(tf.TensorSpec([None], tf.int32)))
m = tf.Module(); m.a = tf.Variable(1.); m.b = m.a; m.c = [m.a]; tf.saved_model.save(m, 'sh'); r = tf.saved_model.load('sh'); print(r.a is r.b, r.c[0] is r.a)
m = tf.Module(); m.me = m; m.v = tf.Variable(2.); m.f = tf.function(lambda: m.v * 2., input_signature=[]); tf.saved_model.save(m, 'cyc'); r = tf.saved_model.load('cyc'); print(r.me is r, r.me.f())
