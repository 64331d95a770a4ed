"""Models of all kinds as SavedModels: what they give when they are loaded, their signatures, ExportArchive, TFSMLayer."""
import os
import re
import tempfile

import numpy as np
import tensorflow as tf
import keras

keras.utils.set_random_seed(4)
folder = tempfile.mkdtemp()
number = 0


def path():
  global number
  number += 1
  return os.path.join(folder, 'm%d' % number)


def show(f):
  try:
    print(f())
  except Exception as e:
    print(type(e).__name__, re.sub('0x[0-9a-f]+', 'ADDRESS', str(e).replace(folder, 'FOLDER')))


def ordered(x):
  # TensorFlow's order of the names in a saved structure changes from run to run.
  return dict(sorted(x.items())) if isinstance(x, dict) else x


x = np.arange(8, dtype='float32').reshape(2, 4) / 8
weights = keras.initializers.Constant(0.25)
sequential = keras.Sequential([keras.Input((4,)), keras.layers.Dense(2, activation='relu', kernel_initializer=weights)])
a, b = keras.Input((4,), name='a'), keras.Input((4,), name='b')
functional = keras.Model(a, keras.layers.Dense(3, name='out', kernel_initializer=weights)(a))
named = keras.Model({'a': a, 'b': b}, {'sum': a + b, 'dense': keras.layers.Dense(1, kernel_initializer=weights)(a)})
listed = keras.Model([a, b], [a + b, a * b])


class Subclassed(keras.Model):
  def __init__(self):
    super().__init__()
    self.d = keras.layers.Dense(2, kernel_initializer=weights)

  def call(self, x):
    print('called with', x)
    return self.d(x)


called = Subclassed()
called(x)
for model, given in ((sequential, x), (functional, x), (named, {'a': x, 'b': x}), (listed, [x, x]), (called, x)):
  where = path()
  model.export(where, verbose=False)
  loaded = tf.saved_model.load(where)
  print(ordered(loaded.serve(given)))
  signature = loaded.signatures['serving_default']
  print(list(loaded.signatures), ordered(signature.structured_input_signature[1]), ordered(signature.structured_outputs))
  print(len(loaded.variables), len(loaded.trainable_variables), len(loaded.non_trainable_variables))
for model in (sequential, functional, called):
  where = path()
  tf.saved_model.save(model, where)
  signature = tf.saved_model.load(where).signatures['serving_default']
  print(signature.structured_input_signature, signature.structured_outputs, signature(tf.constant(x)))
show(lambda: Subclassed().export(path()))
show(lambda: sequential.export(path(), format='nope'))
archive = keras.export.ExportArchive()
archive.track(sequential)
archive.add_endpoint('call', sequential.call, [tf.TensorSpec((None, 4), tf.float32)])
archive.add_endpoint('twice', lambda x: 2 * sequential(x), [keras.InputSpec(shape=(None, 4), dtype='float32')])
archive.add_variable_collection('kernels', [sequential.layers[0].kernel])
show(lambda: archive.add_endpoint('call', sequential.call))
show(lambda: archive.add_endpoint('other', sequential.call))
show(lambda: archive.add_endpoint('other', tf.function(sequential.call)))
show(lambda: archive.track(3))
show(lambda: archive.track(keras.layers.Dense(1)))
show(lambda: archive.add_variable_collection('x', 3))
show(lambda: keras.export.ExportArchive().write_out(path()))
where = path()
archive.write_out(where, verbose=False)
loaded = tf.saved_model.load(where)
print(loaded.call(x), loaded.twice(x), sorted(loaded.signatures), [v.shape for v in loaded.kernels])
layer = keras.layers.TFSMLayer(where, call_endpoint='twice')
print(layer(x), [w.path for w in layer.weights], layer.trainable)
show(lambda: keras.layers.TFSMLayer(where))
words = keras.Sequential([keras.Input((1,), dtype='string'), keras.layers.StringLookup(vocabulary=['a', 'b'])])
where = path()
words.export(where, verbose=False)
print(tf.saved_model.load(where).serve(tf.constant([['b'], ['z']])))
