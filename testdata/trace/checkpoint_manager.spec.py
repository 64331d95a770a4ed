# tf.train.CheckpointManager, the state file, tables, generators and iterators in checkpoints.
import re
_print = print
def print(*args, **kwargs):
  """Without addresses and numbers of functions, which differ from run to run."""
  text = re.sub(r'0x[0-9A-Fa-f]+', '0x', ' '.join(str(a) for a in args))
  _print(re.sub(r"(__inference_[A-Za-z_<>]+)_\d+", r'\1_N', text), **kwargs)
import tensorflow as tf, os
def attempt(f):
  try: print(f())
  except Exception as e: print(type(e).__name__, str(e)[:900])
v = tf.Variable(0.); step = tf.Variable(0)
ck = tf.train.Checkpoint(v=v, step=step)
m = tf.train.CheckpointManager(ck, './tf_ckpts', max_to_keep=2)
print(m.latest_checkpoint, m.checkpoints, m.directory, m.checkpoint is ck, m.checkpoint_interval)
print(m.restore_or_initialize())
for i in range(4):
  v.assign_add(1.); step.assign_add(10)
  print(m.save(), m.checkpoints, m.latest_checkpoint)
print(sorted(os.listdir('tf_ckpts')))
print(open('tf_ckpts/checkpoint').read().split('all_model_checkpoint_timestamps')[0])
v.assign(100.)
ck.restore(m.checkpoints[0]); print(v.numpy(), step.numpy(), int(ck.save_counter))
ck.restore(m.latest_checkpoint); print(v.numpy())
m2 = tf.train.CheckpointManager(tf.train.Checkpoint(v=v, step=step), './tf_ckpts', max_to_keep=3, checkpoint_name='other')
print(m2.checkpoints, m2.latest_checkpoint)
print(m2.restore_or_initialize(), v.numpy())
print(m2.save(), m2.checkpoints)
print(m2.save(checkpoint_number=77), m2.checkpoints, m2.save(step), m2.checkpoints)
print(sorted(os.listdir('tf_ckpts')))
m3 = tf.train.CheckpointManager(ck, 'iv', max_to_keep=None, step_counter=step, checkpoint_interval=5)
for s in (0, 3, 5, 7, 9, 10, 20):
  step.assign(s); print(s, m3.save())
print(m3.save(check_interval=False), m3.checkpoints)
attempt(lambda: tf.train.CheckpointManager(ck, 'iv', 1, checkpoint_interval=5))
attempt(lambda: tf.train.CheckpointManager(ck, 'iv', -1))
called = []
m4 = tf.train.CheckpointManager(ck, 'init', 1, init_fn=lambda: called.append(1)); print(m4.restore_or_initialize(), called)
print(tf.train.latest_checkpoint('tf_ckpts'), tf.train.latest_checkpoint('init'))
st = tf.train.get_checkpoint_state('tf_ckpts'); print(st.model_checkpoint_path, list(st.all_model_checkpoint_paths), len(st.all_model_checkpoint_timestamps))
print(tf.train.get_checkpoint_state('nodir'))
os.remove(tf.train.latest_checkpoint('tf_ckpts') + '.index'); print(tf.train.latest_checkpoint('tf_ckpts'))
r = tf.train.load_checkpoint('iv'); print(r.get_tensor('v/.ATTRIBUTES/VARIABLE_VALUE'), sorted(r.get_variable_to_shape_map()))
print(r.debug_string().decode())
ck.save('tf_ckpts/x'); print(tf.train.latest_checkpoint('tf_ckpts'))
o = tf.train.CheckpointOptions(experimental_write_callbacks=[lambda p: print('written', p), lambda: print('done')])
print(ck.write('cb/a', options=o), ck.save('cb/b', options=o))
attempt(lambda: tf.train.CheckpointOptions(experimental_write_callbacks=[3]))
# tables, generator, iterator
t = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
t.insert(['a', 'b'], [1, 2])
g = tf.random.Generator.from_seed(3); g.normal([2])
c = tf.train.Checkpoint(t=t, g=g)
p = c.write('tab'); print([x for x in tf.train.list_variables(p)])
t.insert(['c'], [3]); x = g.normal([2])
c.read(p).assert_consumed(); print(t.lookup(['a', 'c']).numpy(), t.size().numpy(), (x == g.normal([2])).numpy())
ds = tf.data.Dataset.range(10).map(lambda x: x * 2).batch(2)
it = iter(ds); print(next(it), next(it))
ck = tf.train.Checkpoint(it=it, step=tf.Variable(1))
p = ck.save('ck/a')
print([k for k, _ in tf.train.list_variables(p)])
print(next(it), next(it))
ck.restore(p); print(next(it))
it2 = iter(tf.data.Dataset.range(10).map(lambda x: x * 2).batch(2)); c2 = tf.train.Checkpoint(it=it2, step=tf.Variable(1)); c2.restore(p).assert_consumed(); print([x.numpy().tolist() for x in it2])
@tf.function
def f(i):
  s = tf.constant(0, tf.int64)
  for _ in tf.range(2): s += tf.reduce_sum(next(i))
  return s
it3 = iter(ds); print(f(it3)); c3 = tf.train.Checkpoint(it=it3); q = c3.write('ck/b'); print(next(it3)); c3.read(q); print(next(it3))
dz = tf.data.Dataset.zip((tf.data.Dataset.range(6).shuffle(6, seed=1, reshuffle_each_iteration=False), tf.data.Dataset.from_tensor_slices([1, 2, 3, 4, 5, 6]))).repeat(2)
i = iter(dz); a = [next(i) for _ in range(4)]; c = tf.train.Checkpoint(i=i); p = c.write('z'); x = [int(next(i)[0]) for _ in range(5)]; c.read(p); print(x == [int(next(i)[0]) for _ in range(5)])
