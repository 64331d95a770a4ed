# Options, aliases, tags; loaded objects inside of others; training them.
import re
_print = print
def print(*args, **kwargs):
  """Without addresses and numbers of functions, which differ from run to run."""
  text = re.sub(r'0x[0-9A-Fa-f]+', '0x', ' '.join(str(a) for a in args))
  _print(re.sub(r"(__inference_[A-Za-z_<>]+)_\d+", r'\1_N', text), **kwargs)
import tensorflow as tf
# options, aliases, paths, bundles and reports
def attempt(f):
  try: print(f())
  except Exception as e: print(type(e).__name__, str(e).split('\n')[0][:400])
import pathlib, os
m = tf.Module(); m.v = tf.Variable(2.)
m.f = tf.function(lambda x: x * m.v)
m.g = tf.function(lambda x: x + m.v, input_signature=[tf.TensorSpec([], tf.float32)])
m.f(1.); m.f(tf.constant([1.]))
o = tf.saved_model.SaveOptions(function_aliases={'ff': m.f, 'gg': m.g})
tf.saved_model.save(m, pathlib.Path('p') / 'q', options=o)
print(os.path.exists('p/q/saved_model.pb'), tf.saved_model.contains_saved_model(pathlib.Path('p/q')), tf.saved_model.contains_saved_model('p'))
r = tf.saved_model.load(pathlib.Path('p/q'), options=tf.saved_model.LoadOptions(experimental_load_function_aliases=True))
print(sorted(r.function_aliases), [type(x).__name__ for x in (r.function_aliases['ff'], r.function_aliases['gg'])])
attempt(lambda: hasattr(tf.saved_model.load('p/q'), 'function_aliases'))
attempt(lambda: tf.saved_model.SaveOptions(namespace_whitelist=[3]))
attempt(lambda: tf.saved_model.SaveOptions(namespace_whitelist=['a']).namespace_whitelist)
tf.saved_model.save(m, 'p/q', options=tf.saved_model.SaveOptions(extra_tags={'more'}))
r = tf.saved_model.load('p/q', tags=['serve', 'more']); print(r.g(1.), r.f(tf.constant([3.])))
m.v.assign(7.)
print(tf.saved_model.load('p/q').v.numpy())
tf.saved_model.save(m, 'p/q'); print(tf.saved_model.load('p/q').v.numpy())
print(tf.saved_model.DEFAULT_SERVING_SIGNATURE_DEF_KEY)
# restoring a checkpoint over a SavedModel's variables
ck = tf.train.Checkpoint(v=tf.Variable(0.)); attempt(lambda: type(ck.restore('p/q').expect_partial()).__name__); print(ck.v.numpy())
attempt(lambda: ck.restore('p/q/variables/variables').expect_partial() and ck.v.numpy())
# a loaded object in another module
n = tf.Module(); n.inner = tf.saved_model.load('p/q'); n.w = tf.Variable(1.)
n.h = tf.function(lambda x: n.inner.g(x) + n.w, input_signature=[tf.TensorSpec([], tf.float32)])
print(n.h(1.), [v.name for v in n.variables], [v.name for v in n.trainable_variables])
tf.saved_model.save(n, 'n'); k = tf.saved_model.load('n'); print(k.h(1.), k.inner.g(1.), k.inner.v.numpy())
k.inner.v.assign(0.); print(k.h(1.))
@tf.function
def train(x):
  with tf.GradientTape() as t:
    loss = k.h(x) ** 2
  g = t.gradient(loss, [k.inner.v, k.w])
  for v, d in zip([k.inner.v, k.w], g): v.assign_sub(0.1 * d)
  return loss
for _ in range(3): print(train(tf.constant(1.)))
print(train.experimental_get_tracing_count(), k.h.experimental_get_tracing_count())
print(k.h.get_concrete_function().structured_input_signature, k.h.get_concrete_function().captured_inputs[0].dtype)
print(tf.function(lambda x: k.h(x)).get_concrete_function(tf.TensorSpec([], tf.float32)).pretty_printed_signature(False))
tf.config.run_functions_eagerly(True); print(k.h(1.), n.h(1.)); tf.config.run_functions_eagerly(False)
q = tf.function(k.f if hasattr(k, 'f') else k.h); print(q(2.))
class C(tf.Module):
  def __init__(self): self.calls = 0
  @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
  def f(self, x):
    self.calls += 1
    print('python', self.calls)
    return x
c = C(); c.f(1.); tf.saved_model.save(c, 'c'); tf.saved_model.save(c, 'c'); print(c.calls); tf.saved_model.load('c').f; c.f(2.)
print(c.f.experimental_get_tracing_count())
