# Arguments that raw ops do not take: lists too short or of different lengths, wrong ranks, values out of range.
import re

import tensorflow as tf

R = tf.raw_ops


def attempt(f, eagerly=True):
  for call in (f, tf.function(f))[0 if eagerly else 1:]:
    try:
      print(call())
    except Exception as e:
      lines = re.sub(r'_\d+}}', '_N}}', str(e)).split('\n')
      print(type(e).__name__, [l for l in lines if 'Error: ' in l][-1:] or lines[0][:300])


attempt(lambda: R.AddN(inputs=[]), eagerly=False)
attempt(lambda: R.DynamicStitch(indices=[], data=[tf.constant([1.]), tf.constant([2.])]))
attempt(lambda: R.DynamicStitch(indices=[], data=[]), eagerly=False)
attempt(lambda: R.DynamicStitch(indices=[[0, 1]], data=[tf.constant([1.])]))
attempt(lambda: R.DynamicStitch(indices=[[0], [1]], data=[tf.constant([1.]), tf.constant([[1.]])]))
attempt(lambda: R.ConcatV2(values=[], axis=0), eagerly=False)
attempt(lambda: R.Pack(values=[], axis=0), eagerly=False)
attempt(lambda: R.IdentityN(input=[]))
attempt(lambda: R.RaggedTensorToSparse(rt_nested_splits=[], rt_dense_values=tf.constant([1.])))
attempt(lambda: R.SparseConcat(indices=[], values=[], shapes=[tf.constant([2], tf.int64), tf.constant([2], tf.int64)], concat_dim=0), eagerly=False)
attempt(lambda: R.TensorSliceDataset(components=[], output_shapes=[[1]]))
attempt(lambda: R.DepthToSpace(input=tf.zeros([0, 1, 3, 2]), block_size=1 << 20))
attempt(lambda: R.SpaceToDepth(input=tf.zeros([1, 2, 2, 1]), block_size=2))
attempt(lambda: R.ListDiff(x=tf.constant([[1., 2.]]), y=tf.constant([1.])))
attempt(lambda: R.ListDiff(x=tf.constant([1., 2., 1.5, float('nan'), -0.]), y=tf.constant([1., float('nan'), 0.])))
attempt(lambda: R.ListDiff(x=tf.constant(['a', 'b']), y=tf.constant(['a'])))
attempt(lambda: R.ListDiff(x=tf.constant([1, 2, 3, 2], tf.int8), y=tf.constant([2], tf.int8), out_idx=tf.int64))
attempt(lambda: R.FixedUnigramCandidateSampler(true_classes=tf.constant([[1]], tf.int64), num_true=1, num_sampled=3, unique=False, range_max=3, num_reserved_ids=5, unigrams=[], vocab_file=''))
attempt(lambda: R.FixedUnigramCandidateSampler(true_classes=tf.constant([[1]], tf.int64), num_true=1, num_sampled=3, unique=False, range_max=3, num_reserved_ids=5, unigrams=[1.], vocab_file=''))
attempt(lambda: R.ReadFile(filename=''))
for indices, values, shapes in (([[[0, 0]]], [], [[1, 1]]), ([[[0, 0]]], [['a'], ['b']], [[1, 1]]), ([], [['a']], []), ([[[0, 0]], [[0, 0]]], [['a'], ['b']], [[1, 1]])):
  attempt(lambda: R.SparseCrossV2(indices=[tf.constant(i, tf.int64) for i in indices], values=[tf.constant(v) for v in values],
                                  shapes=[tf.constant(s, tf.int64) for s in shapes], dense_inputs=[], sep='_'))
