"""Which of TensorFlow's public names are there: prints docs/ops.md (docs/ops_test.sh holds it against this)."""
import os
import re
import textwrap

import tensorflow as tf


def is_there(name):
  value = tf
  try:
    for part in name.split('.')[1:]:
      value = getattr(value, part)
  except (AttributeError, NotImplementedError, ImportError):
    return False
  # A name that only says that it is not there.
  return not getattr(value, '__not_implemented__', False)


# What it would take to have what is missing, by what its name holds; the first that fits.
TAKES = (
    (r'q(u?)int\d+$|QUANTIZED_DTYPES|quantize$|quantized_concat',
     'Tensors of quantized integers with their range: a dtype and its text (`core/tensor/dtype`), and the ops that take '
     'them (`QuantizeV2`, `Dequantize`, `QuantizedConcat` and the quantized matrix products), each a block of '
     '`kernels/ops`.'),
    (r'float8|float4|\bu?int[24]$',
     'Elements of 4 and 8 bits: dtypes, packing in buffers, casts from and to every other dtype in TensorFlow\'s rounding; '
     'TensorFlow has hardly an op but `cast` for them.'),
    (r'quantization\.experimental|keras\.Quantizer',
     'Quantization of whole models: the quantizer that works on SavedModels, or Keras\' on weights; first the quantized dtypes.'),
    (r'dispatch_for|unregister_dispatch',
     'A table of handlers by annotated signature that the dispatch in front of every public function asks '
     '(`core/lib/lib/dispatch.py`), for functions of C++ too.'),
    (r'BatchableExtensionType|ExtensionTypeBatchEncoder',
     'Datasets, `map_fn` and `vectorized_map` that batch and unbatch an ExtensionType through its encoder.'),
    (r'RowPartition|DynamicRaggedShape|StructuredTensor',
     'The public classes above what RaggedTensor is made of here (`core/lib/lib/ragged`): files of the spec language.'),
    (r'jxl|webp', 'libjxl and libwebp, and a decoder of each beside the others (`kernels/image_codecs.cc`).'),
    (r'encode_proto|decode_proto', 'Messages by descriptors that come at run time: a reader of `FileDescriptorSet`.'),
    (r'import_graph_def|write_graph', 'Nodes made from a GraphDef: its text and wire form read back, each node through its op\'s definition.'),
    (r'load_library|load_op_library|register_filesystem', 'Native code of others, which a process without TensorFlow cannot load.'),
    (r'ragged_fill_empty_rows', 'Two ops of `kernels/ops`, beside `SparseFillEmptyRows`.'),
    (r'sysconfig', 'Headers and a library to compile ops against, which this program has none of.'),
    (r'experimental_connect|create_local_cluster|ClusterDef|JobDef|ServerDef|Coordinator|data\.experimental\.service|'
     r'distributed_save|Shard|function_executor|async_',
     'Several processes, or threads of the spec: a run is one process here, and one thread runs a spec.'),
    (r'profiler|trace_on|dump_debug', 'Profiles in TensorBoard\'s form; `tracepack bench` measures a run.'),
    (r'Benchmark|benchmark_config', '`tracepack bench` measures; the class would be a small file of the spec language.'),
    (r'JaxLayer|FlaxLayer|TorchModuleWrapper', 'Another framework in the process.'),
    (r'Remat|remat', 'Recomputation of layers under Keras\' names; `tf.recompute_grad` is there.'),
    (r'keras\.device', 'Devices by name for Keras; `tf.device` is there.'),
    (r'RNNCell.*Wrapper', 'Three small classes of `tf.nn` over cells; Keras\' cells are there.'),
    (r'dlpack', 'Memory shared with another library in the process.'),
    (r'conv$|conv2d_backprop', 'Public forms of convolutions whose ops are there (`Conv`, and the gradients of `Conv2D`).'),
    (r'RegisterGradient|nondifferentiable_batch', 'Gradients that a spec gives to ops by name: the tape asks the op\'s block alone (`core/trace/tape.h`).'),
    (r'SqlDataset', 'libsqlite3, and a dataset over its rows.'),
    (r'get_model_proto|make_saveable|strict_mode|match_filenames', 'What belongs to TensorFlow\'s own runtime or to version 1.'),
    (r'bounding_box_proposals', 'One op of `kernels/ops/image*`.'),
    (r'saved_model|Fingerprint|Asset|TrackableResource', 'SavedModels in TensorFlow\'s own form; `tf.saved_model` writes bundles here.'),
    (r'check_pinned', 'Pinned memory of a device, which there is none of.'),
)


def family(name):
  parts = name.split('.')
  if len(parts) == 2:
    return 'tf'
  return '.'.join(parts[:3] if parts[1] in ('keras', 'data') and len(parts) > 3 else parts[:2])


def print_names(label, names):
  print(textwrap.fill('%s: %s.' % (label, ' '.join(names) or 'none'), 120, break_on_hyphens=False))


with open(os.path.join(os.path.dirname(__file__), 'api_names.txt')) as file:
  names = file.read().split()
families = {}
for name in names:
  families.setdefault(family(name), []).append((name, is_there(name)))
count = sum(there for members in families.values() for _, there in members)

print('# Names of the `tf` module')
print()
print('Made by `sh docs/ops_test.sh --update`.')
print('TensorFlow 2.21 has %d public names outside of `tf.compat`, `tf.distribute`, `tf.dtensor`, `tf.feature_column`,' % len(names))
print('`tf.lite`, `tf.mlir`, `tf.raw_ops`, `tf.tpu` and `tf.xla`; %d of them are here. A spec that asks for another one is told' % count)
print('its name, its line, and that it is not there.')
for name in sorted(families):
  members = families[name]
  missing = [n for n, there in members if not there]
  print()
  print('## %s: %d of %d' % (name, len(members) - len(missing), len(members)))
  print_names('There', [n[len(name) + 1:] for n, there in members if there])
  if missing:
    print()
    print_names('Missing', [n[len(name) + 1:] for n in missing])

print()
print('## What the missing names would take')
groups = {}
for members in families.values():
  for name, there in members:
    if not there:
      groups.setdefault(next((text for pattern, text in TAKES if re.search(pattern, name)), 'Nobody has looked.'), []).append(name)
for text, members in groups.items():
  print()
  print(textwrap.fill('%s %s' % (' '.join('`%s`' % name for name in members) + ':', text), 120, break_on_hyphens=False))
print()
print(textwrap.fill('Of `tf.raw_ops`, some 800 ops that no public function needs are missing: those of TPUs, XLA and clusters, CSR matrices, '
                    'boosted trees, the optimizers\' `ResourceApply…` and `SparseApply…`, and older versions. Each would be a block in the '
                    'file of its family (`kernels/ops`).', 120, break_on_hyphens=False))
