"""tf.keras.layers: ContrastLimitedAdaptiveHistogramEqualization, MaxNumBoundingBoxes
(keras/src/layers/preprocessing/image_preprocessing/clahe.py, max_num_bounding_box.py)."""
from tensorflow_lib.keras.layers.image_layer import BaseImagePreprocessingLayer
from tensorflow_lib.keras.layers.support import cast, nn, ops, shape_of
from tensorflow_lib.keras.state import standardize_data_format

__name__ = 'keras.src.layers.preprocessing.image_preprocessing.clahe'


#: tf.keras.layers.ContrastLimitedAdaptiveHistogramEqualization
class ContrastLimitedAdaptiveHistogramEqualization(BaseImagePreprocessingLayer):
  """Each tile's values are spread over the whole range; between tiles' centers the results are interpolated."""

  def __init__(self, value_range=(0, 255), clip_limit=4.0, tile_grid_size=(8, 8), data_format=None, **kwargs):
    super().__init__(**kwargs)
    self.value_range = value_range
    self.clip_limit = clip_limit
    self.tile_grid_size = tile_grid_size
    self.data_format = standardize_data_format(data_format)

  def transform_images(self, images, transformation=None, training=True):
    first = self.data_format == 'channels_first'
    batched = len(images.shape) == 4
    if first:
      images = ops.transpose(images, (0, 2, 3, 1) if batched else (1, 2, 0))
    dtype = images.dtype
    images = self._transform_value_range(images, self.value_range, (0, 255), dtype='float32')
    images = self._clahe(images) if batched else ops.squeeze(self._clahe(ops.expand_dims(images, axis=0)), axis=0)
    images = cast(self._transform_value_range(images, (0, 255), self.value_range, dtype='float32'), dtype)
    return ops.transpose(images, (0, 3, 1, 2) if batched else (2, 0, 1)) if first else images

  def _padded(self, images, height, width, channels, pad_h, pad_w):
    """Images whose sizes are those of whole tiles."""
    if isinstance(pad_h, int) and isinstance(pad_w, int) and pad_h == 0 and pad_w == 0:
      return images
    planes = ops.reshape(ops.transpose(images, (0, 3, 1, 2)), (-1, height, width))
    planes = ops.pad(planes, [[0, 0], [0, pad_h], [0, pad_w]], mode='symmetric')
    planes = ops.reshape(planes, (-1, channels, height + pad_h, width + pad_w))
    return ops.transpose(planes, (0, 2, 3, 1))

  def _maps(self, images, batch_size, tile_h, tile_w, channels):
    """What each value becomes, for each tile and channel."""
    grid_h, grid_w = self.tile_grid_size
    tiles = ops.reshape(images, (batch_size, grid_h, tile_h, grid_w, tile_w, channels))
    tiles = ops.transpose(tiles, (0, 1, 3, 5, 2, 4))
    tiles = ops.reshape(tiles, (batch_size, grid_h, grid_w, channels, tile_h * tile_w))
    tiles = ops.clip(cast(tiles, 'int32'), 0, 255)
    counts = ops.sum(nn.one_hot(tiles, 256), axis=-2)
    if self.clip_limit > 0:
      limit = cast(self.clip_limit * (tile_h * tile_w) / 256.0, counts.dtype)
      clipped = ops.clip(counts, 0, limit)
      excess = ops.sum(counts - clipped, axis=-1, keepdims=True)
      counts = clipped + excess / 256.0
    total = ops.cumsum(counts, axis=-1)
    least = ops.min(total, axis=-1, keepdims=True)
    numerator = (total - least) * 255.0
    denominator = cast(tile_h * tile_w, total.dtype) - least
    denominator = ops.where(denominator == 0, ops.ones_like(denominator), denominator)
    maps = ops.clip(numerator / denominator, 0, 255)
    maps = ops.concatenate([maps[:, 0:1, :, :, :], maps, maps[:, -1:, :, :, :]], axis=1)
    return ops.concatenate([maps[:, :, 0:1, :, :], maps, maps[:, :, -1:, :, :]], axis=2)

  def _clahe(self, images):
    shape = shape_of(images)
    batch_size, height, width, channels = shape
    grid_h, grid_w = self.tile_grid_size
    tile_h = (height + grid_h - 1) // grid_h
    tile_w = (width + grid_w - 1) // grid_w
    padded = self._padded(images, height, width, channels, tile_h * grid_h - height, tile_w * grid_w - width)
    maps = self._maps(padded, batch_size, tile_h, tile_w, channels)

    def places(tile, grid):
      """For each row or column: the tile before its center, the one behind it, and how near that is."""
      at = (ops.arange(tile * grid, dtype='float32') - (tile / 2.0)) / tile
      return at + 1.0

    y_grid, x_grid = places(tile_h, grid_h), places(tile_w, grid_w)
    y0, x0 = ops.floor(y_grid), ops.floor(x_grid)
    y1, x1 = y0 + 1.0, x0 + 1.0
    wy, wx = y_grid - y0, x_grid - x0
    y0, y1 = ops.clip(y0, 0, grid_h + 1), ops.clip(y1, 0, grid_h + 1)
    x0, x1 = ops.clip(x0, 0, grid_w + 1), ops.clip(x1, 0, grid_w + 1)
    y0, y1, x0, x1 = [cast(v, 'int32') for v in (y0, y1, x0, x1)]
    stride_x = 256 * channels
    stride_y = stride_x * (grid_w + 2)
    stride_b = stride_y * (grid_h + 2)
    flat = ops.reshape(maps, (-1,))
    pixels = cast(ops.clip(padded, 0, 255), 'int32')
    batch = ops.arange(batch_size, dtype='int32')[:, None, None, None]
    channel = ops.arange(channels, dtype='int32')[None, None, None, :]
    y0, y1, wy = [v[None, :, None, None] for v in (y0, y1, wy)]
    x0, x1, wx = [v[None, None, :, None] for v in (x0, x1, wx)]
    base = batch * stride_b + channel * 256 + pixels
    value = lambda y, x: ops.take(flat, base + y * stride_y + x * stride_x)
    upper_left, upper_right, lower_left, lower_right = value(y0, x0), value(y0, x1), value(y1, x0), value(y1, x1)
    upper = upper_left * (1.0 - wx) + upper_right * wx
    lower = lower_left * (1.0 - wx) + lower_right * wx
    result = upper * (1.0 - wy) + lower * wy
    return result[:, :height, :width, :]

  def transform_segmentation_masks(self, segmentation_masks, transformation=None, training=True):
    return segmentation_masks

  def transform_bounding_boxes(self, bounding_boxes, transformation=None, training=True):
    return bounding_boxes

  def get_config(self):
    return {**super().get_config(), 'value_range': self.value_range, 'clip_limit': self.clip_limit,
            'tile_grid_size': self.tile_grid_size, 'data_format': self.data_format}


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.max_num_bounding_box'


#: tf.keras.layers.MaxNumBoundingBoxes
class MaxNumBoundingBoxes(BaseImagePreprocessingLayer):
  """As many boxes for each image: cut off, or filled up."""

  def __init__(self, max_number, fill_value=-1, **kwargs):
    super().__init__(**kwargs)
    self.max_number = int(max_number)
    self.fill_value = int(fill_value)

  def transform_images(self, images, transformation=None, training=True):
    return images

  def transform_labels(self, labels, transformation=None, training=True):
    return labels

  def transform_bounding_boxes(self, bounding_boxes, transformation, training=True):
    boxes, labels = bounding_boxes['boxes'], bounding_boxes['labels']
    shape = shape_of(boxes)
    more = ops.maximum(ops.subtract(self.max_number, shape[1]), 0)
    boxes = ops.pad(boxes[:, :self.max_number, ...], [[0, 0], [0, more], [0, 0]], constant_values=self.fill_value)
    labels = ops.pad(labels[:, :self.max_number], [[0, 0], [0, more]], constant_values=self.fill_value)
    return {**bounding_boxes, 'boxes': ops.reshape(boxes, [shape[0], self.max_number, 4]),
            'labels': ops.reshape(labels, [shape[0], self.max_number])}

  def transform_segmentation_masks(self, segmentation_masks, transformation=None, training=True):
    return self.transform_images(segmentation_masks)

  def compute_output_shape(self, input_shape):
    if isinstance(input_shape, dict) and 'bounding_boxes' in input_shape:
      boxes = input_shape['bounding_boxes']
      extra = set(boxes.keys()) - {'boxes', 'labels'}
      if extra:
        raise KeyError('There are unsupported keys in `bounding_boxes`: %s. Only `boxes` and `labels` are supported.' %
                       list(extra))
      for name in ('boxes', 'labels'):
        dims = list(boxes[name])
        dims[1] = self.max_number
        boxes[name] = dims
    return input_shape

  def get_config(self):
    return {**super().get_config(), 'max_number': self.max_number}
