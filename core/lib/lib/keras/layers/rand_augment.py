"""tf.keras.layers: RandAugment, AugMix (keras/src/layers/preprocessing/image_preprocessing/rand_augment.py, aug_mix.py)."""
import random

from tensorflow_lib.keras.layers.image_layer import BaseImagePreprocessingLayer
from tensorflow_lib.keras.layers.random_affine import RandomRotation, RandomShear, RandomTranslation
from tensorflow_lib.keras.layers.random_colour import (AutoContrast, RandomColorDegeneration, RandomPosterization,
                                                       RandomSharpness, Solarization)
from tensorflow_lib.keras.layers.random_erasing import Equalization
from tensorflow_lib.keras.layers.random_image import RandomBrightness, RandomContrast
from tensorflow_lib.keras.layers.support import SeedGenerator, cast, ops
from tensorflow_lib.keras.numpy_more import copy
from tensorflow_lib.keras.random import beta, gamma, randint

__name__ = 'keras.src.layers.preprocessing.image_preprocessing.rand_augment'


class _Mixture(BaseImagePreprocessingLayer):
  """A layer made of others, of which chance takes some."""
  _USE_BASE_FACTOR = False
  _FACTOR_BOUNDS = (0, 1)

  def _set_common(self, value_range, factor, interpolation, seed):
    self.value_range = value_range
    self._set_factor(factor)
    self.interpolation = interpolation
    self.seed = seed
    self.generator = SeedGenerator(seed)

  def _make(self, name, data_format, kwargs):
    factor = self.factor
    common = {'data_format': data_format, **kwargs}
    moved = {'interpolation': self.interpolation, 'seed': self.seed, **common}
    coloured = {'value_range': self.value_range, 'seed': self.seed, **common}
    if name == 'random_shear':
      return RandomShear(x_factor=factor, y_factor=factor, **moved)
    if name == 'random_translation':
      return RandomTranslation(height_factor=factor, width_factor=factor, **moved)
    if name == 'random_rotation':
      return RandomRotation(factor=factor, **moved)
    if name == 'random_posterization':
      return RandomPosterization(factor=max(1, int(8 * factor[1])), **coloured)
    if name == 'solarization':
      return Solarization(addition_factor=factor, threshold_factor=factor, **coloured)
    if name in ('auto_contrast', 'equalization'):
      return (AutoContrast if name == 'auto_contrast' else Equalization)(value_range=self.value_range, **common)
    kinds = {'random_brightness': RandomBrightness, 'random_color_degeneration': RandomColorDegeneration,
             'random_contrast': RandomContrast, 'random_sharpness': RandomSharpness}
    return kinds[name](factor=factor, **coloured)

  def _names(self):
    return self._AUGMENT_LAYERS

  def build(self, input_shape):
    for name in self._names():
      getattr(self, name).build(input_shape)

  def _config(self, *names):
    return {**BaseImagePreprocessingLayer.get_config(self), **{name: getattr(self, name) for name in names}}


#: tf.keras.layers.RandAugment
class RandAugment(_Mixture):
  _AUGMENT_LAYERS = ['random_shear', 'random_translation', 'random_rotation', 'random_brightness',
                     'random_color_degeneration', 'random_contrast', 'random_sharpness', 'random_posterization',
                     'solarization', 'auto_contrast', 'equalization']
  # The order in which they are made, which their names follow.
  _MADE = ['random_shear', 'random_translation', 'random_rotation', 'random_brightness', 'random_color_degeneration',
           'random_contrast', 'random_sharpness', 'solarization', 'random_posterization', 'auto_contrast', 'equalization']

  def __init__(self, value_range=(0, 255), num_ops=2, factor=0.5, interpolation='bilinear', seed=None, data_format=None,
               **kwargs):
    super().__init__(data_format=data_format, **kwargs)
    self.num_ops = num_ops
    self._set_common(value_range, factor, interpolation, seed)
    for name in self._MADE:
      setattr(self, name, self._make(name, data_format, kwargs))

  def get_random_transformation(self, data, training=True, seed=None):
    if not training:
      return None
    chosen = randint((self.num_ops,), 0, len(self._AUGMENT_LAYERS), seed=self._get_seed_generator())
    transforms = {}
    for name in self._AUGMENT_LAYERS:
      transforms[name] = getattr(self, name).get_random_transformation(data, training=training,
                                                                       seed=self._get_seed_generator())
    return {'transforms': transforms, 'layer_idxes': chosen}

  def _each(self, x, transformation, method):
    chosen = transformation['layer_idxes']
    for i in range(self.num_ops):
      for index, (name, value) in enumerate(transformation['transforms'].items()):
        x = ops.where(chosen[i] == index, getattr(getattr(self, name), method)(x, value), x)
    return x

  def transform_images(self, images, transformation, training=True):
    if training:
      images = self._each(cast(images, self.compute_dtype), transformation, 'transform_images')
    return cast(images, self.compute_dtype)

  def transform_segmentation_masks(self, segmentation_masks, transformation, training=True):
    if not training:
      return segmentation_masks
    return self._each(segmentation_masks, transformation, 'transform_segmentation_masks')

  def get_config(self):
    return self._config('value_range', 'num_ops', 'factor', 'interpolation', 'seed')


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.aug_mix'


#: tf.keras.layers.AugMix
class AugMix(_Mixture):
  _AUGMENT_LAYERS = ['random_shear', 'random_translation', 'random_rotation', 'random_posterization', 'solarization',
                     'auto_contrast', 'equalization']
  _ALL = _AUGMENT_LAYERS + ['random_brightness', 'random_color_degeneration', 'random_contrast', 'random_sharpness']
  _MADE = ['random_shear', 'random_translation', 'random_rotation', 'solarization', 'random_posterization',
           'auto_contrast', 'equalization', 'random_brightness', 'random_color_degeneration', 'random_contrast',
           'random_sharpness']

  def __init__(self, value_range=(0, 255), num_chains=3, chain_depth=3, factor=0.3, alpha=1.0, all_ops=True,
               interpolation='bilinear', seed=None, data_format=None, **kwargs):
    super().__init__(data_format=data_format, **kwargs)
    self.num_chains = num_chains
    self.chain_depth = chain_depth
    self.alpha = alpha
    self.all_ops = all_ops
    self._set_common(value_range, factor, interpolation, seed)
    for name in self._MADE:
      if name in self._names():
        setattr(self, name, self._make(name, data_format, kwargs))

  def _names(self):
    return self._ALL if self.all_ops else self._AUGMENT_LAYERS

  def get_random_transformation(self, data, training=True, seed=None):
    if not training:
      return None
    seed = seed or self._get_seed_generator()
    weights = gamma(shape=[self.num_chains], alpha=self.alpha, seed=seed)
    weights = weights / ops.sum(weights, axis=-1, keepdims=True)
    weight = beta(shape=(), alpha=self.alpha, beta=self.alpha, seed=seed)
    chains = []
    for _ in range(self.num_chains):
      chain = []
      for _ in range(self.chain_depth):
        name = random.choice(self._names() + [None])
        if name is not None:
          transformation = getattr(self, name).get_random_transformation(data, seed=self._get_seed_generator())
          chain.append({'layer_name': name, 'transformation': transformation})
      chains.append(chain)
    return {'chain_mixing_weights': weights, 'weight_sample': weight, 'chain_transforms': chains}

  def _mixed(self, x, transformation, method):
    """x and the sum of what the chains make of it."""
    weights = cast(transformation['chain_mixing_weights'], dtype=self.compute_dtype)
    weight = cast(transformation['weight_sample'], dtype=self.compute_dtype)
    total = ops.zeros_like(x)
    for i, chain in enumerate(transformation['chain_transforms']):
      changed = copy(x)
      for step in chain:
        changed = getattr(getattr(self, step['layer_name']), method)(changed, step['transformation'])
      total += changed * weights[i]
    return weight * x + (1 - weight) * total

  def transform_images(self, images, transformation, training=True):
    if training:
      images = self._mixed(cast(images, self.compute_dtype), transformation, 'transform_images')
      images = ops.clip(images, self.value_range[0], self.value_range[1])
    return cast(images, self.compute_dtype)

  def transform_segmentation_masks(self, segmentation_masks, transformation, training=True):
    return self._mixed(segmentation_masks, transformation, 'transform_segmentation_masks') if training else segmentation_masks

  def transform_bounding_boxes(self, bounding_boxes, transformation, training=True):
    return bounding_boxes

  def get_config(self):
    return self._config('value_range', 'num_chains', 'chain_depth', 'factor', 'alpha', 'all_ops', 'interpolation', 'seed')
