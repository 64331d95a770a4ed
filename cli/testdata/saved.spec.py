import tensorflow as tf
class Adder(tf.Module):
  def __init__(self):
    self.total = tf.Variable(0.0)
    self.table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(['a', 'b'], [1, 2]), -1)
  @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
  def add(self, x):
    self.total.assign_add(x)
    return self.total.read_value()
  @tf.function
  def scale(self, x, k): return x * k
  @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
  def look(self, s): return self.table.lookup(s)
m = Adder()
m.add(2.0); m.scale(tf.constant([1, 2]), 3); m.look(['a'])
tf.saved_model.save(m, "saved")
r = tf.saved_model.load("saved")
r.add(5.0); r.scale(tf.constant([1, 2]), 3); r.scale(tf.constant([1, 2]), 3); print(r.look(['a', 'b', 'c']))
m.total.assign(1.5)
tf.train.Checkpoint(m).write('ck/a')
