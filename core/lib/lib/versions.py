"""tf.version and tf.sysconfig: what TensorFlow 2.21 says of itself."""
import collections

from tensorflow_lib.base import refused

#: tf.version.GIT_VERSION tf.__git_version__
GIT_VERSION = 'v2.21.0-rc1-5-ga481b10260d'
#: tf.version.COMPILER_VERSION tf.__compiler_version__
COMPILER_VERSION = 'Clang 18.1.8'
#: tf.version.GRAPH_DEF_VERSION
GRAPH_DEF_VERSION = 2474
#: tf.version.GRAPH_DEF_VERSION_MIN_CONSUMER
GRAPH_DEF_VERSION_MIN_CONSUMER = 0
#: tf.version.GRAPH_DEF_VERSION_MIN_PRODUCER
GRAPH_DEF_VERSION_MIN_PRODUCER = 0
#: tf.sysconfig.CXX11_ABI_FLAG tf.__cxx11_abi_flag__
CXX11_ABI_FLAG = 1
#: tf.sysconfig.CXX_VERSION tf.__cxx_version__
CXX_VERSION = 201703
#: tf.sysconfig.MONOLITHIC_BUILD tf.__monolithic_build__
MONOLITHIC_BUILD = 0


#: tf.sysconfig.get_build_info =get_build_info
def get_build_info():
  return collections.OrderedDict([('is_cuda_build', False), ('is_rocm_build', False), ('is_tensorrt_build', False)])


_FILES = ('no headers or libraries of TensorFlow are here to build against; an op of your own is written in Python '
          '(tf.custom_gradient, tf.py_function)')
#: tf.sysconfig.get_include
get_include = refused('tf.sysconfig.get_include', _FILES)
#: tf.sysconfig.get_lib
get_lib = refused('tf.sysconfig.get_lib', _FILES)
#: tf.sysconfig.get_compile_flags
get_compile_flags = refused('tf.sysconfig.get_compile_flags', _FILES)
#: tf.sysconfig.get_link_flags
get_link_flags = refused('tf.sysconfig.get_link_flags', _FILES)
#: tf.load_library
load_library = refused('tf.load_library', _FILES)
#: tf.load_op_library
load_op_library = refused('tf.load_op_library', _FILES)
