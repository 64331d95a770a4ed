# Keras: images blurred and warped at random, mixtures of random layers, local equalization, bounding boxes.
import numpy as np, tensorflow as tf
L = tf.keras.layers; K = tf.keras
def show(n, *ys):
  for y in tf.nest.flatten(ys):
    if tf.is_tensor(y): print(n, y.dtype.name, tuple(y.shape), np.round(np.array(y, 'float64').ravel()[:8], 1).tolist())
    else: print(n, y)
def err(n, f):
  try: show(n, f())
  except Exception as e: print(n, type(e).__name__, str(e).split('\n')[0][:400], '|', str(e)[-0:][:600])
x = tf.reshape(tf.range(2 * 6 * 5 * 3, dtype='float32') * 7 % 251, (2, 6, 5, 3))
for kw in ({}, {'kernel_size': 5, 'sigma': .5}, {'factor': (.3, .6), 'kernel_size': (3, 5), 'sigma': (.2, .9)}, {'data_format': 'channels_first'}):
  l = L.RandomGaussianBlur(seed=3, **kw)
  err('blur', lambda: l(x)); err('blur1', lambda: l(x[0])); err('blurn', lambda: l(x, training=False)); print(l.get_config())
for f in (lambda: L.RandomGaussianBlur(factor=2.), lambda: L.RandomGaussianBlur(kernel_size=4), lambda: L.RandomGaussianBlur(kernel_size=(3, 4)), lambda: L.RandomGaussianBlur(kernel_size=(3,)), lambda: L.RandomGaussianBlur(sigma=2), lambda: L.RandomGaussianBlur(sigma='a'), lambda: L.RandomPerspective(scale=2.), lambda: L.RandomPerspective(interpolation='x'), lambda: L.RandomElasticTransform(scale=2.), lambda: L.RandomElasticTransform(interpolation='x')): err('e', lambda: f() and None)
for kw in ({}, {'scale': .3}, {'factor': .5, 'interpolation': 'nearest', 'fill_value': 3.}, {'data_format': 'channels_first', 'scale': .2}):
  l = L.RandomPerspective(seed=5, **kw); err('persp', lambda: l(x)); err('persp1', lambda: l(x[0])); print(l.get_config())
  err('masks', lambda: l({'images': x, 'segmentation_masks': tf.cast(x, 'int32')[..., :1]}) and None)
b = tf.tile(x, (1, 4, 4, 1))
for kw in ({}, {'scale': .5}, {'factor': .8, 'interpolation': 'nearest'}, {'fill_mode': 'constant', 'fill_value': 9.}, {'fill_mode': 'wrap', 'scale': (.3, .9)}, {'fill_mode': 'nearest'}, {'fill_mode': 'mirror'}, {'scale': 0}):
  l = L.RandomElasticTransform(seed=7, **kw); err('elast', lambda: l(b)); err('elast1', lambda: l(b[0])); print(l.get_config())
for kw in ({}, {'num_ops': 3, 'factor': .3}, {'value_range': (0, 1)}):
  l = L.RandAugment(seed=2, **kw); err('rand', lambda: l(x)); err('rand', lambda: l(x[0])); print(l.get_config()); err('n', lambda: l(x, training=False))
  print([s.name for s in l._layers])
for kw in ({}, {'num_chains': 2, 'chain_depth': 2, 'all_ops': False}, {'alpha': .5, 'factor': .6}):
  K.utils.set_random_seed(4)
  l = L.AugMix(seed=2, **kw); err('mix', lambda: l(x)); err('mix', lambda: l(x[0])); print(l.get_config()); err('n', lambda: l(x, training=False))
for kw in ({}, {'clip_limit': 2., 'tile_grid_size': (2, 3)}, {'clip_limit': 0, 'tile_grid_size': (3, 2)}, {'value_range': (0, 1)}):
  l = L.ContrastLimitedAdaptiveHistogramEqualization(**kw); err('clahe', lambda: l(b)); err('clahe', lambda: l(x[0])); print(l.get_config())
  err('c', lambda: l(tf.cast(b, 'uint8')))
l = L.MaxNumBoundingBoxes(3, bounding_box_format='xyxy'); print(l.get_config())
err('box', lambda: l({'images': x, 'bounding_boxes': {'boxes': tf.ones((2, 1, 4)), 'labels': tf.ones((2, 1))}})['bounding_boxes'])
err('box', lambda: l({'images': x, 'bounding_boxes': {'boxes': tf.ones((2, 5, 4)), 'labels': tf.ones((2, 5))}})['bounding_boxes'])
print(l.compute_output_shape({'bounding_boxes': {'boxes': (2, 5, 4), 'labels': (2, 5)}})); err('k', lambda: l.compute_output_shape({'bounding_boxes': {'x': 1}}))
i = K.ops.image
err('mc', lambda: i.map_coordinates(x[0, :, :, 0], tf.constant([[[.5, 1.2], [7., -1.5]], [[0., 2.5], [1., 9.]]]), 1))
for m in ('constant', 'nearest', 'wrap', 'mirror', 'reflect'):
  for o in (0, 1): err('mc' + m, lambda: i.map_coordinates(x[0, :, :, 0], tf.constant([[.5, 1.2, 7., -1.5], [0., 2.5, 1., 9.]]), o, fill_mode=m))
err('mc', lambda: i.map_coordinates(x, tf.constant([[.5]]), 0)); err('mc', lambda: i.map_coordinates(x[0, 0, :, 0], tf.constant([.5]), 0)); err('mc', lambda: i.map_coordinates(x[0, 0], tf.constant([[.5], [1.]]), 2)); err('mc', lambda: i.map_coordinates(tf.range(9), tf.constant([[.5, 3.7]]), 1))
err('gb', lambda: i.gaussian_blur(x)); err('gb', lambda: i.gaussian_blur(x[0], (5, 3), (.5, 2.))); err('gb', lambda: i.gaussian_blur(x[0, 0]))
err('pt', lambda: i.perspective_transform(x[0], [[0., 0.], [4., 0.], [0., 5.], [4., 5.]], [[1., 1.], [3., 0.], [0., 5.], [4., 4.]])); err('pt', lambda: i.perspective_transform(x[0], [[0., 0.]], [[0., 0.]]))
err('sob', lambda: i.sobel_edges(x)); err('sob', lambda: i.sobel_edges(x, data_format='channels_first'))
for l in (L.RandomGaussianBlur(seed=3), L.RandomPerspective(seed=3), L.ContrastLimitedAdaptiveHistogramEqualization(tile_grid_size=(2, 2)), L.RandomElasticTransform(seed=3)):
  @tf.function
  def f(a): return l(a)
  err('graph', lambda: [f(x)])
ds = tf.data.Dataset.from_tensors(x).map(L.RandomPerspective(seed=3)).map(L.RandomGaussianBlur(seed=3))
for d in ds: show('ds', d)
