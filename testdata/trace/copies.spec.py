# copy.copy and copy.deepcopy of tensors, variables, functions, modules and arrays.
import tensorflow as tf, copy
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e))
fn = tf.function(lambda x: x + 1); fn(1)
v = tf.Variable([1., 2.], name='vv'); c = tf.constant([1, 2])
class M(tf.Module):
    def __init__(self): super().__init__(name='m'); self.v = tf.Variable(1.0); self.l = [tf.Variable(2.0)]
    @tf.function
    def __call__(self, x): return x * self.v
m = M(); m(2.0)
m2 = copy.deepcopy(m)
m2.v.assign(5.)
t(lambda: (m(2.0), m2(2.0), m2.v is m.v, m2.l[0] is m.l[0]))
t(lambda: copy.copy(fn)(1))
t(lambda: copy.copy(v)); t(lambda: copy.deepcopy(v)); t(lambda: copy.deepcopy(v) is v)
t(lambda: copy.copy(c)); t(lambda: copy.deepcopy(c)); t(lambda: copy.copy(tf.TensorShape([1, 2]))); t(lambda: copy.deepcopy(tf.TensorShape([1])))
t(lambda: copy.copy(tf.float32)); t(lambda: copy.deepcopy(tf.float32)); t(lambda: copy.copy(tf.TensorSpec([1])))
t(lambda: type(copy.copy(fn.get_concrete_function(1.0))).__name__)
t(lambda: type(copy.copy(tf.GradientTape())).__name__)
t(lambda: copy.copy(tf.Module()).name)
import numpy as np
t(lambda: copy.copy(np.array([1, 2]))); t(lambda: copy.deepcopy(np.array([1, 2]))); t(lambda: copy.copy(np.float32(1)))
t(lambda: copy.copy(range(3))); t(lambda: copy.deepcopy({'a': v})['a'] is v)
t(lambda: copy.copy(len)); t(lambda: copy.copy(tf.add) is tf.add); t(lambda: copy.copy(tf) is tf)
