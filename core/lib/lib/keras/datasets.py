"""tf.keras.datasets, and files of the net: nothing is loaded from there (keras/src/datasets, utils/file_utils.py)."""


def _refuse(name):
  def refused(*args, **kwargs):
    raise NotImplementedError('%s is not in tracepack, which loads nothing from the net: read arrays that are there with '
                              '`np.load` (`--allow-read DIR`)' % name)

  refused.__name__ = refused.__qualname__ = name.split('.')[-1]
  return refused


#: tf.keras.utils.get_file
get_file = _refuse('tf.keras.utils.get_file')
#: tf.keras.datasets.mnist.load_data =mnist
mnist = _refuse('tf.keras.datasets.mnist.load_data')
#: tf.keras.datasets.fashion_mnist.load_data =fashion_mnist
fashion_mnist = _refuse('tf.keras.datasets.fashion_mnist.load_data')
#: tf.keras.datasets.cifar10.load_data =cifar10
cifar10 = _refuse('tf.keras.datasets.cifar10.load_data')
#: tf.keras.datasets.cifar100.load_data =cifar100
cifar100 = _refuse('tf.keras.datasets.cifar100.load_data')
#: tf.keras.datasets.imdb.load_data =imdb
imdb = _refuse('tf.keras.datasets.imdb.load_data')
#: tf.keras.datasets.imdb.get_word_index =imdb_words
imdb_words = _refuse('tf.keras.datasets.imdb.get_word_index')
#: tf.keras.datasets.reuters.load_data =reuters
reuters = _refuse('tf.keras.datasets.reuters.load_data')
#: tf.keras.datasets.reuters.get_word_index =reuters_words
reuters_words = _refuse('tf.keras.datasets.reuters.get_word_index')
#: tf.keras.datasets.boston_housing.load_data =boston_housing
boston_housing = _refuse('tf.keras.datasets.boston_housing.load_data')
#: tf.keras.datasets.california_housing.load_data =california_housing
california_housing = _refuse('tf.keras.datasets.california_housing.load_data')


#: tf.keras.utils.FeatureSpace
class FeatureSpace:
  def __init__(self, *args, **kwargs):
    raise NotImplementedError('tf.keras.utils.FeatureSpace is not in tracepack: take the layers StringLookup, IntegerLookup, '
                              'Normalization, Discretization, HashedCrossing and Concatenate')
