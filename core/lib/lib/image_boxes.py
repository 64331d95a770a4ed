"""tf.image: boxes (ops/image_ops_impl.py), and files of images."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.image_colour import convert_image_dtype

raw = tf.raw_ops


#: tf.image.draw_bounding_boxes
def draw_bounding_boxes(images, boxes, colors, name=None):
  if colors is None:
    return raw.DrawBoundingBoxes(images, boxes, name=name)
  return raw.DrawBoundingBoxesV2(images, boxes, colors, name=name)


#: tf.image.non_max_suppression
def non_max_suppression(boxes, scores, max_output_size, iou_threshold=0.5, score_threshold=float('-inf'), name=None):
  with op_scope(name, 'non_max_suppression'):
    iou_threshold = convert(iou_threshold, name='iou_threshold')
    score_threshold = convert(score_threshold, name='score_threshold')
    return raw.NonMaxSuppressionV3(boxes, scores, max_output_size, iou_threshold, score_threshold)


#: tf.image.non_max_suppression_with_scores
def non_max_suppression_with_scores(boxes, scores, max_output_size, iou_threshold=0.5, score_threshold=float('-inf'),
                                    soft_nms_sigma=0.0, name=None):
  with op_scope(name, 'non_max_suppression_with_scores'):
    iou_threshold = convert(iou_threshold, name='iou_threshold')
    score_threshold = convert(score_threshold, name='score_threshold')
    soft_nms_sigma = convert(soft_nms_sigma, name='soft_nms_sigma')
    indices, values, _ = raw.NonMaxSuppressionV5(boxes, scores, max_output_size, iou_threshold, score_threshold,
                                                 soft_nms_sigma, pad_to_max_output_size=False)
    return indices, values


#: tf.image.non_max_suppression_overlaps
def non_max_suppression_overlaps(overlaps, scores, max_output_size, overlap_threshold=0.5,
                                 score_threshold=float('-inf'), name=None):
  with op_scope(name, 'non_max_suppression_overlaps'):
    overlap_threshold = convert(overlap_threshold, name='overlap_threshold')
    return raw.NonMaxSuppressionWithOverlaps(overlaps, scores, max_output_size, overlap_threshold, score_threshold)


#: tf.image.combined_non_max_suppression
def combined_non_max_suppression(boxes, scores, max_output_size_per_class, max_total_size, iou_threshold=0.5,
                                 score_threshold=float('-inf'), pad_per_class=False, clip_boxes=True, name=None):
  with op_scope(name, 'combined_non_max_suppression'):
    iou_threshold = convert(iou_threshold, dtype=tf.float32, name='iou_threshold')
    score_threshold = convert(score_threshold, dtype=tf.float32, name='score_threshold')
    max_total_size = convert(max_total_size)
    return raw.CombinedNonMaxSuppression(boxes, scores, max_output_size_per_class, max_total_size, iou_threshold,
                                         score_threshold, pad_per_class, clip_boxes)


def _overlaps(a, b):
  """The shares of their unions that boxes of a and b have in common."""
  with op_scope(None, 'bbox_overlap'):
    top, left, bottom, right = tf.split(value=a, num_or_size_splits=4, axis=2)
    top_b, left_b, bottom_b, right_b = tf.split(value=b, num_or_size_splits=4, axis=2)
    first_x = tf.maximum(left, tf.transpose(left_b, [0, 2, 1]))
    last_x = tf.minimum(right, tf.transpose(right_b, [0, 2, 1]))
    first_y = tf.maximum(top, tf.transpose(top_b, [0, 2, 1]))
    last_y = tf.minimum(bottom, tf.transpose(bottom_b, [0, 2, 1]))
    both = tf.maximum(last_x - first_x, 0) * tf.maximum(last_y - first_y, 0)
    area = (bottom - top) * (right - left)
    area_b = (bottom_b - top_b) * (right_b - left_b)
    return both / (area + tf.transpose(area_b, [0, 2, 1]) - both + 1e-8)


def _suppress_itself(iou, _, total, threshold):
  """One round in which boxes that nothing overlaps clear those that they overlap."""
  batch = tf.shape(iou)[0]
  free = tf.cast(tf.reshape(tf.reduce_max(iou, 1) < threshold, [batch, -1, 1]), iou.dtype)
  left = tf.reshape(tf.cast(tf.reduce_max(free * iou, 1) < threshold, iou.dtype), [batch, -1, 1]) * iou
  new_total = tf.reduce_sum(left, [1, 2])
  return [left, tf.reduce_any(total - new_total > threshold), new_total, threshold]


def _suppress_tile(boxes, threshold, count, index, tile):
  """Boxes of one tile that neither better tiles nor better boxes of it clear."""
  with op_scope(None, 'suppression_loop_body'):
    tiles = tf.shape(boxes)[1] // tile
    batch = tf.shape(boxes)[0]

    def by_better_tile(boxes, part, threshold, inner):
      batch = tf.shape(boxes)[0]
      better = tf.slice(boxes, [0, inner * tile, 0], [batch, tile, 4])
      iou = _overlaps(better, part)
      kept = tf.expand_dims(tf.cast(tf.reduce_all(iou < threshold, [1]), part.dtype), 2) * part
      return boxes, kept, threshold, inner + 1

    part = tf.slice(boxes, [0, index * tile, 0], [batch, tile, 4])
    _, part, _, _ = tf.while_loop(lambda a, b, c, inner: inner < index, by_better_tile,
                                  [boxes, part, threshold, tf.constant(0)])
    iou = _overlaps(part, part)
    mask = tf.expand_dims(tf.reshape(tf.range(tile), [1, -1]) > tf.reshape(tf.range(tile), [-1, 1]), 0)
    iou *= tf.cast(tf.logical_and(mask, iou >= threshold), iou.dtype)
    iou, _, _, _ = tf.while_loop(lambda a, more, b, c: more, _suppress_itself,
                                 [iou, tf.constant(True), tf.reduce_sum(iou, [1, 2]), threshold])
    cleared = tf.reduce_sum(iou, 1) > 0
    part *= tf.expand_dims(1.0 - tf.cast(cleared, part.dtype), 2)
    mask = tf.reshape(tf.cast(tf.equal(tf.range(tiles), index), boxes.dtype), [1, -1, 1, 1])
    boxes = tf.tile(tf.expand_dims(part, [1]), [1, tiles, 1, 1]) * mask + tf.reshape(
        boxes, [batch, tiles, tile, 4]) * (1 - mask)
    boxes = tf.reshape(boxes, [batch, -1, 4])
    count += tf.reduce_sum(tf.cast(tf.reduce_any(part > 0, [2]), tf.int32), [1])
  return boxes, threshold, count, index + 1


@tf.function
def non_max_suppression_padded_v2(boxes, scores, max_output_size, iou_threshold=0.5, score_threshold=float('-inf'),
                                  sorted_input=False, canonicalized_coordinates=False, tile_size=512):
  batch_dims = tf.shape(boxes)[:-2]
  num_boxes = tf.shape(boxes)[-2]
  boxes = tf.reshape(boxes, [-1, num_boxes, 4])
  scores = tf.reshape(scores, [-1, num_boxes])
  batch = tf.shape(boxes)[0]
  if score_threshold != float('-inf'):
    with op_scope(None, 'filter_by_score'):
      mask = tf.cast(scores > score_threshold, scores.dtype)
      scores *= mask
      boxes *= tf.expand_dims(tf.cast(mask, boxes.dtype), 2)
  if not canonicalized_coordinates:
    with op_scope(None, 'canonicalize_coordinates'):
      y_1, x_1, y_2, x_2 = tf.split(value=boxes, num_or_size_splits=4, axis=2)
      y_in_order = tf.reduce_all(tf.less_equal(y_1[0, 0, 0], y_2[0, 0, 0]))
      y_min, y_max = tf.cond(y_in_order, lambda: (y_1, y_2), lambda: (y_2, y_1))
      x_in_order = tf.reduce_all(tf.less_equal(x_1[0, 0, 0], x_2[0, 0, 0]))
      x_min, x_max = tf.cond(x_in_order, lambda: (x_1, x_2), lambda: (x_2, x_1))
      boxes = tf.concat([y_min, x_min, y_max, x_max], axis=2)
  if not sorted_input:
    with op_scope(None, 'sort_scores_and_boxes'):
      order = tf.argsort(scores, axis=1, direction='DESCENDING')
      scores = tf.gather(scores, order, axis=1, batch_dims=1)
      boxes = tf.gather(boxes, order, axis=1, batch_dims=1)
  else:
    order = tf.zeros_like(scores, dtype=tf.int32)
  pad = tf.cast(tf.math.ceil(tf.cast(tf.maximum(num_boxes, max_output_size), tf.float32) /
                             tf.cast(tile_size, tf.float32)), tf.int32) * tile_size - num_boxes
  boxes = tf.pad(tf.cast(boxes, tf.float32), [[0, 0], [0, pad], [0, 0]])
  scores = tf.pad(tf.cast(scores, tf.float32), [[0, 0], [0, pad]])
  padded_count = num_boxes + pad
  rounds = padded_count // tile_size
  kept, _, count, _ = tf.while_loop(
      lambda a, b, count, index: tf.logical_and(tf.reduce_min(count) < max_output_size, index < rounds),
      lambda boxes, threshold, count, index: _suppress_tile(boxes, threshold, count, index, tile_size),
      [boxes, iou_threshold, tf.zeros([batch], tf.int32), tf.constant(0)],
      shape_invariants=[tf.TensorShape([None, None, 4]), tf.TensorShape([]), tf.TensorShape([None]),
                        tf.TensorShape([])])
  num_valid = tf.minimum(count, max_output_size)
  idx = padded_count - tf.cast(
      tf.nn.top_k(tf.cast(tf.reduce_any(kept > 0, [2]), tf.int32) * tf.expand_dims(tf.range(padded_count, 0, -1), 0),
                  max_output_size)[0], tf.int32)
  idx = tf.minimum(idx, num_boxes - 1)
  if not sorted_input:
    offsets = tf.range(batch) * num_boxes
    places = tf.reshape(idx + tf.expand_dims(offsets, 1), [-1])
    idx = tf.reshape(tf.gather(tf.reshape(order, [-1]), places), [batch, -1])
  nothing = tf.zeros([batch, max_output_size], dtype=tf.int32)
  place = tf.expand_dims(tf.range(max_output_size), 0)
  idx = tf.where(place < tf.expand_dims(num_valid, 1), idx, nothing)
  return idx, tf.reshape(num_valid, batch_dims)


#: tf.image.non_max_suppression_padded
def non_max_suppression_padded(boxes, scores, max_output_size, iou_threshold=0.5, score_threshold=float('-inf'),
                               pad_to_max_output_size=False, name=None, sorted_input=False,
                               canonicalized_coordinates=False, tile_size=512):
  with op_scope(name, 'non_max_suppression_padded'):
    if not pad_to_max_output_size and boxes.shape.rank is not None and boxes.shape.rank > 2:
      raise ValueError("'pad_to_max_output_size' (value %s) must be True for batched input" % pad_to_max_output_size)
    idx, num_valid = non_max_suppression_padded_v2(boxes, scores, max_output_size, iou_threshold, score_threshold,
                                                   sorted_input, canonicalized_coordinates, tile_size)
    if not pad_to_max_output_size:
      return idx[0, :num_valid], num_valid
    return tf.reshape(idx, tf.concat([tf.shape(boxes)[:-2], tf.expand_dims(max_output_size, 0)], 0)), num_valid


#: tf.image.sample_distorted_bounding_box
def sample_distorted_bounding_box(image_size, bounding_boxes, seed=0, min_object_covered=0.1, aspect_ratio_range=None,
                                  area_range=None, max_attempts=None, use_image_if_no_bounding_boxes=None, name=None):
  seed1, seed2 = tf.__internal__.get_seed(seed) if seed else (0, 0)
  with op_scope(name, 'sample_distorted_bounding_box'):
    return raw.SampleDistortedBoundingBoxV2(
        image_size, bounding_boxes, min_object_covered, seed=seed1, seed2=seed2,
        aspect_ratio_range=aspect_ratio_range or [0.75, 1.33], area_range=area_range or [0.05, 1],
        max_attempts=100 if max_attempts is None else max_attempts,
        use_image_if_no_bounding_boxes=bool(use_image_if_no_bounding_boxes), name=name)


#: tf.image.stateless_sample_distorted_bounding_box
def stateless_sample_distorted_bounding_box(image_size, bounding_boxes, seed, min_object_covered=0.1,
                                            aspect_ratio_range=None, area_range=None, max_attempts=None,
                                            use_image_if_no_bounding_boxes=None, name=None):
  with op_scope(name, 'stateless_sample_distorted_bounding_box'):
    return raw.StatelessSampleDistortedBoundingBox(
        image_size, bounding_boxes, min_object_covered, seed, aspect_ratio_range=aspect_ratio_range or [0.75, 1.33],
        area_range=area_range or [0.05, 1], max_attempts=100 if max_attempts is None else max_attempts,
        use_image_if_no_bounding_boxes=bool(use_image_if_no_bounding_boxes), name=name)


#: tf.image.extract_glimpse
def extract_glimpse(input, size, offsets, centered=True, normalized=True, noise='uniform', name=None):
  return raw.ExtractGlimpseV2(input, size, offsets, centered=centered, normalized=normalized, noise=noise,
                              uniform_noise=False, name=name)


# ---- files
#: tf.io.is_jpeg tf.image.is_jpeg
def is_jpeg(contents, name=None):
  with op_scope(name, 'is_jpeg'):
    return tf.equal(tf.strings.substr(contents, 0, 3), b'\xff\xd8\xff', name=name)


#: tf.io.encode_png tf.image.encode_png
def encode_png(image, compression=-1, name=None):
  return raw.EncodePng(convert(image), compression, name=name)


#: tf.io.decode_image tf.image.decode_image
def decode_image(contents, channels=None, dtype=tf.uint8, name=None, expand_animations=True):
  with op_scope(name, 'decode_image'):
    channels = 0 if channels is None else channels
    as_read = dtype if dtype in (tf.float32, tf.uint8, tf.uint16) else tf.uint16
    image = raw.DecodeImage(contents, channels, as_read, expand_animations)
    if as_read != dtype:
      image = convert_image_dtype(image, dtype)
    if not expand_animations:
      image.set_shape([None, None, channels if channels else None])
    return image


#: tf.io.decode_jpeg tf.image.decode_jpeg
def decode_jpeg(contents, channels=0, ratio=1, fancy_upscaling=True, try_recover_truncated=False, acceptable_fraction=1,
                dct_method='', name=None):
  return raw.DecodeJpeg(contents, channels, ratio, fancy_upscaling, try_recover_truncated, acceptable_fraction, dct_method,
                        name=name)


#: tf.io.decode_and_crop_jpeg tf.image.decode_and_crop_jpeg
def decode_and_crop_jpeg(contents, crop_window, channels=0, ratio=1, fancy_upscaling=True, try_recover_truncated=False,
                         acceptable_fraction=1, dct_method='', name=None):
  return raw.DecodeAndCropJpeg(contents, crop_window, channels, ratio, fancy_upscaling, try_recover_truncated,
                               acceptable_fraction, dct_method, name=name)


#: tf.io.encode_jpeg tf.image.encode_jpeg
def encode_jpeg(image, format='', quality=95, progressive=False, optimize_size=False, chroma_downsampling=True,
                density_unit='in', x_density=300, y_density=300, xmp_metadata='', name=None):
  return raw.EncodeJpeg(image, format, quality, progressive, optimize_size, chroma_downsampling, density_unit, x_density,
                        y_density, xmp_metadata, name=name)


#: tf.io.decode_gif tf.image.decode_gif
def decode_gif(contents, name=None):
  return raw.DecodeGif(contents, name=name)


#: tf.image.adjust_jpeg_quality
def adjust_jpeg_quality(image, jpeg_quality, dct_method='', name=None):
  with op_scope(name, 'adjust_jpeg_quality'):
    image = convert(image, name='image')
    dtype, channels = image.dtype, image.shape.as_list()[-1]
    image = convert_image_dtype(image, tf.uint8, saturate=True)
    if not tf.is_tensor(jpeg_quality):
      jpeg_quality = convert(jpeg_quality, dtype=tf.int32)
    image = raw.EncodeJpegVariableQuality(image, jpeg_quality)
    image = raw.DecodeJpeg(image, channels=channels, dct_method=dct_method)
    return convert_image_dtype(image, dtype, saturate=True)


def _check_qualities(least, most):
  if not (0 <= least <= 100 and 0 <= most <= 100):
    raise ValueError('jpeg encoding range must be between 0 and 100.')
  if least >= most:
    raise ValueError('`min_jpeg_quality` must be less than `max_jpeg_quality`.')


#: tf.image.random_jpeg_quality
def random_jpeg_quality(image, min_jpeg_quality, max_jpeg_quality, seed=None):
  _check_qualities(min_jpeg_quality, max_jpeg_quality)
  return adjust_jpeg_quality(image, tf.random.uniform([], min_jpeg_quality, max_jpeg_quality, seed=seed, dtype=tf.int32))


#: tf.image.stateless_random_jpeg_quality
def stateless_random_jpeg_quality(image, min_jpeg_quality, max_jpeg_quality, seed):
  _check_qualities(min_jpeg_quality, max_jpeg_quality)
  return adjust_jpeg_quality(image, tf.random.stateless_uniform([], seed, min_jpeg_quality, max_jpeg_quality, tf.int32))
