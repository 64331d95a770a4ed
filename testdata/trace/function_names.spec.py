# What public functions say that they are: names, qualified names, modules, and the names of their parameters.
import inspect
import tensorflow as tf

names = """argmax argmin assert_equal assert_greater assert_less assert_rank audio.decode_wav batch_to_space
boolean_mask case clip_by_norm config.experimental.get_memory_usage
config.experimental.get_virtual_device_configuration config.experimental.set_virtual_device_configuration
config.optimizer.get_experimental_options config.optimizer.get_jit config.optimizer.set_experimental_options
config.optimizer.set_jit cosh data.experimental.Counter data.experimental.assert_cardinality
data.experimental.at data.experimental.choose_from_datasets data.experimental.dense_to_sparse_batch
data.experimental.make_batched_features_dataset data.experimental.make_csv_dataset
data.experimental.rejection_resample data.experimental.unbatch data.experimental.unique
debugging.assert_all_finite debugging.assert_equal debugging.assert_greater debugging.assert_greater_equal
debugging.assert_integer debugging.assert_less debugging.assert_less_equal debugging.assert_near
debugging.assert_negative debugging.assert_non_negative debugging.assert_non_positive
debugging.assert_none_equal debugging.assert_positive debugging.assert_proper_iterable debugging.assert_rank
debugging.assert_rank_at_least debugging.assert_rank_in debugging.assert_scalar debugging.assert_shapes
debugging.assert_type device edit_distance expand_dims experimental.numpy.absolute experimental.numpy.append
experimental.numpy.arcsinh experimental.numpy.arctan2 experimental.numpy.average experimental.numpy.ceil
experimental.numpy.conjugate experimental.numpy.cumprod experimental.numpy.dsplit experimental.numpy.empty_like
experimental.numpy.experimental_enable_numpy_behavior experimental.numpy.full experimental.numpy.hsplit
experimental.numpy.less_equal experimental.numpy.min experimental.numpy.nanprod experimental.numpy.nansum
experimental.numpy.negative experimental.numpy.pad experimental.numpy.prod experimental.numpy.random.random
experimental.numpy.real experimental.numpy.rot90 experimental.numpy.sinh experimental.numpy.sort
experimental.numpy.std experimental.numpy.trace experimental.numpy.transpose experimental.numpy.vsplit
experimental.numpy.zeros_like foldl foldr gather gather_nd gradients guarantee_const hessians identity
image.adjust_contrast image.adjust_gamma image.convert_image_dtype image.crop_and_resize
image.draw_bounding_boxes image.extract_glimpse image.extract_patches image.hsv_to_rgb image.image_gradients
image.non_max_suppression_overlaps image.random_hue image.resize image.resize_with_crop_or_pad
image.resize_with_pad image.sample_distorted_bounding_box image.stateless_random_brightness initializers.get
io.decode_csv io.decode_jpeg io.encode_jpeg io.gfile.copy io.gfile.exists io.gfile.glob io.gfile.isdir
io.gfile.listdir io.gfile.makedirs io.gfile.mkdir io.gfile.remove io.gfile.rename io.gfile.rmtree io.gfile.stat
io.gfile.walk io.parse_example io.parse_single_example io.parse_tensor io.serialize_many_sparse
io.serialize_sparse is_symbolic_tensor keras.backend.categorical_crossentropy keras.backend.clear_session
keras.backend.constant keras.backend.exp keras.backend.get_value keras.backend.gradients
keras.backend.greater_equal keras.backend.is_float_dtype keras.backend.is_int_dtype keras.backend.min
keras.backend.not_equal keras.backend.one_hot keras.backend.ones keras.backend.ones_like
keras.backend.permute_dimensions keras.backend.pool2d keras.backend.pow keras.backend.prod
keras.backend.random_normal keras.backend.separable_conv2d keras.backend.sign keras.backend.softplus
keras.backend.std keras.backend.tanh keras.layers.average keras.layers.deserialize keras.layers.minimum
keras.layers.multiply keras.losses.KLD keras.losses.MAE keras.losses.MAPE keras.losses.MSE keras.losses.MSLE
keras.losses.ctc keras.losses.kld keras.losses.kullback_leibler_divergence keras.losses.logcosh
keras.losses.mae keras.losses.mape keras.losses.mse keras.losses.msle keras.losses.poisson keras.metrics.KLD
keras.metrics.MAE keras.metrics.MAPE keras.metrics.MSE keras.metrics.MSLE keras.metrics.binary_crossentropy
keras.metrics.kld keras.metrics.kullback_leibler_divergence keras.metrics.logcosh keras.metrics.mae
keras.metrics.mape keras.metrics.mse keras.metrics.msle keras.preprocessing.image.apply_affine_transform
keras.preprocessing.image.array_to_img keras.preprocessing.image.random_shear
keras.preprocessing.image_dataset_from_directory keras.preprocessing.sequence.pad_sequences
keras.preprocessing.text.one_hot linalg.band_part linalg.det linalg.diag linalg.diag_part linalg.eigh
linalg.eigvalsh linalg.expm linalg.inv linalg.logm linalg.lstsq linalg.lu_reconstruct linalg.norm
linalg.set_diag linalg.slogdet linalg.solve linalg.sqrtm linalg.tensor_diag linalg.triangular_solve linspace
losses.KLD losses.MAE losses.MAPE losses.MSE losses.MSLE losses.dice losses.kld
losses.kullback_leibler_divergence losses.logcosh losses.mae losses.mape losses.mse losses.msle make_ndarray
map_fn math.add_n math.approx_max_k math.argmax math.argmin math.count_nonzero math.cumprod math.divide_no_nan
math.floordiv math.floormod math.in_top_k math.is_inf math.less_equal math.log_sigmoid math.log_softmax
math.maximum math.mod math.negative math.nextafter math.reduce_all math.reduce_prod math.scalar_mul
math.segment_mean math.sinh math.softmax math.special.expint math.sqrt math.unsorted_segment_prod metrics.KLD
metrics.MAE metrics.MAPE metrics.MSE metrics.MSLE metrics.kld metrics.kullback_leibler_divergence
metrics.logcosh metrics.mae metrics.mape metrics.mse metrics.msle negative nn.avg_pool
nn.batch_norm_with_global_normalization nn.batch_normalization nn.conv1d nn.conv2d nn.conv2d_transpose
nn.conv3d nn.conv3d_transpose nn.convolution nn.crelu nn.ctc_beam_search_decoder nn.ctc_loss nn.depth_to_space
nn.depthwise_conv2d nn.dilation2d nn.dropout nn.embedding_lookup nn.embedding_lookup_sparse nn.erosion2d
nn.fractional_avg_pool nn.fractional_max_pool nn.in_top_k nn.local_response_normalization nn.log_softmax
nn.max_pool nn.max_pool_with_argmax nn.moments nn.nce_loss nn.pool nn.safe_embedding_lookup_sparse
nn.sampled_softmax_loss nn.separable_conv2d nn.sigmoid nn.sigmoid_cross_entropy_with_logits nn.silu nn.softmax
nn.softmax_cross_entropy_with_logits nn.space_to_batch nn.space_to_depth
nn.sparse_softmax_cross_entropy_with_logits nn.sufficient_statistics nn.weighted_cross_entropy_with_logits
nn.weighted_moments norm numpy_function ones_like pad print py_function ragged.map_flat_values
random.experimental.stateless_fold_in random.experimental.stateless_split random.gamma random.normal
random.poisson random.shuffle random.split random.stateless_binomial random.stateless_categorical
random.stateless_gamma random.stateless_normal random.stateless_poisson random.stateless_uniform random.uniform
realdiv reduce_min reverse reverse_sequence saved_model.load scalar_mul scan sets.difference sets.intersection
sets.size sets.union shape signal.dct signal.fftnd signal.hamming_window signal.ifftnd signal.irfft
signal.irfft2d signal.irfft3d signal.irfftnd signal.kaiser_window signal.rfft signal.rfft2d signal.rfft3d
signal.rfftnd size space_to_batch sparse.add sparse.bincount sparse.concat sparse.cross sparse.cross_hashed
sparse.expand_dims sparse.eye sparse.fill_empty_rows sparse.mask sparse.maximum sparse.minimum
sparse.reduce_max sparse.reduce_sum sparse.reorder sparse.reset_shape sparse.reshape sparse.retain
sparse.segment_mean sparse.segment_sqrt_n sparse.segment_sum sparse.slice sparse.softmax
sparse.sparse_dense_matmul sparse.split sparse.to_dense sparse.to_indicator sparse.transpose squeeze
stop_gradient strings.bytes_split strings.format strings.join strings.length strings.lower strings.reduce_join
strings.split strings.strip strings.substr strings.to_hash_bucket strings.to_hash_bucket_fast
strings.to_hash_bucket_strong strings.to_number strings.upper summary.create_file_writer
summary.experimental.get_step summary.should_record_summaries test.assert_equal_graph_def transpose truncatediv
truncatemod tuple unstack where zeros zeros_like""".split()
for name in names:
  f = tf
  for part in name.split('.'):
    f = getattr(f, part)
  print(name, f.__name__, f.__qualname__, f.__module__, list(inspect.signature(f).parameters))


@tf.function
def gather(x):
  return tf.gather(x, [0])


# What names of theirs go into.
print(tf.function(tf.argmax).get_concrete_function(tf.TensorSpec([2], tf.float32)).name.decode().rpartition('_')[0])
print(tf.function(tf.math.softmax).get_concrete_function(tf.TensorSpec([2], tf.float32)).name.decode().rpartition('_')[0])
print(repr(tf.function(tf.gather)).partition(' at 0x')[0])
r = tf.ragged.constant([[1, 2], [3]])
print(tf.gather(r, [1]).to_list(), gather(tf.constant([5, 6])).numpy())
print(tf.gather.__name__, inspect.signature(tf.gather), tf.concat.__module__, tf.reduce_sum.__qualname__)
for name in ('argmax', 'erfinv', 'gather', 'map_fn', 'no_name'):
  try:
    getattr(tf, name, getattr(tf.math, name, None))(zzz=1)
  except TypeError as e:
    print(name, e)
