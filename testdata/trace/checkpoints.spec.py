# tf.train.Checkpoint: keys, readers, errors, status objects.
import re
_print = print
def print(*args, **kwargs):
  """Without addresses and numbers of functions, which differ from run to run."""
  text = re.sub(r'0x[0-9A-Fa-f]+', '0x', ' '.join(str(a) for a in args))
  _print(re.sub(r"(__inference_[A-Za-z_<>]+)_\d+", r'\1_N', text), **kwargs)
import tensorflow as tf, os
v = tf.Variable([1., 2.], name='vv')
m = tf.Module()
m.v = v
m.d = {'a/b': tf.Variable(1), 'c.d': tf.Variable(2)}
m.l = [tf.Variable(3), [tf.Variable(4)]]
ck = tf.train.Checkpoint(m=m, step=tf.Variable(5, dtype=tf.int64), s=tf.Variable('hi'))
p = ck.write('x/a')
print(repr(p))
print(tf.train.list_variables(p))
r = tf.train.load_checkpoint(p)
print(type(r))
print(sorted(r.get_variable_to_shape_map().items()))
print(sorted(r.get_variable_to_dtype_map().items()))
t = r.get_tensor('m/v/.ATTRIBUTES/VARIABLE_VALUE'); print(type(t), t, t.dtype)
t = r.get_tensor('step/.ATTRIBUTES/VARIABLE_VALUE'); print(type(t), t, repr(t))
t = r.get_tensor('s/.ATTRIBUTES/VARIABLE_VALUE'); print(type(t), t, repr(t))
print(r.has_tensor('nope'), r.has_tensor('m/v/.ATTRIBUTES/VARIABLE_VALUE'))
for f in (lambda: r.get_tensor('nope'), lambda: tf.train.load_checkpoint('nope'), lambda: tf.train.list_variables('x'), lambda: tf.train.load_variable(p, 'zz'),
  lambda: ck.restore('x/b'), lambda: ck.read('x/b'), lambda: tf.train.Checkpoint(3), lambda: tf.train.Checkpoint(a=3), lambda: tf.train.Checkpoint(m, v=tf.Variable(1)), lambda: ck.restore(None).assert_consumed(),
  lambda: tf.train.CheckpointManager(ck, 'x', 0), lambda: tf.train.latest_checkpoint('nodir'), lambda: ck.restore('x')):
  try: print(f())
  except Exception as e: print(type(e).__module__, type(e).__name__, str(e))
# shape / dtype mismatch
def attempt(f):
  try: print(f())
  except Exception as e: print(type(e).__name__, str(e)[:3000])
tf.train.Checkpoint(v=tf.Variable([1.,2.,3.], name='three')).write('x/s')
attempt(lambda: tf.train.Checkpoint(v=tf.Variable([1.,2.], name='two')).read('x/s'))
attempt(lambda: tf.train.Checkpoint(v=tf.Variable([1,2,3], name='ints')).read('x/s'))
attempt(lambda: tf.train.Checkpoint(v=tf.Variable([1.,2.,3.]), w=tf.Variable(1.)).read('x/s').assert_consumed())
attempt(lambda: tf.train.Checkpoint(v=tf.Variable([1.,2.,3.]), w=tf.Variable(1.)).read('x/s').assert_existing_objects_matched())
attempt(lambda: tf.train.Checkpoint(w=tf.Variable(1.)).read('x/s').assert_nontrivial_match())
attempt(lambda: tf.train.Checkpoint().read('x/s').assert_nontrivial_match())
attempt(lambda: tf.train.Checkpoint().read('x/s').assert_consumed())
attempt(lambda: tf.train.Checkpoint(v=tf.Module()).read('x/s').assert_consumed())
attempt(lambda: tf.train.Checkpoint(v=tf.Variable([0.,0.,0.])).restore('x/s').assert_consumed())
c = tf.train.Checkpoint(v=tf.Variable([0.,0.,0.]))
st = c.read('x/s'); print(type(st), st.assert_consumed() is st, st.expect_partial() is st, c.v.numpy())
print(c.save_counter)
print(ck.save('x/k/n'), ck.save('x/k/n'), ck.save_counter.numpy())
print(open('x/k/checkpoint').read())
print(sorted(os.listdir('x/k')), tf.train.latest_checkpoint('x/k'))
print(tf.train.get_checkpoint_state('x/k'))
print(type(ck), ck)
print([k for k in dir(ck) if not k.startswith('_')])
def in_fn():
  @tf.function(autograph=False)
  def f(): return ck.save('x/q')
  f()
attempt(in_fn)
