# Arguments whose ranks, sizes or lengths do not fit, and what datasets do with them.
import re

import tensorflow as tf

R = tf.raw_ops
S = tf.constant


def I(x):
  return tf.constant(x, tf.int64)


def attempt(f):
  for call in (f, tf.function(f)):
    try:
      print(re.sub('<TensorList>|<unprintable>', 'list', str(call())))
    except Exception as e:
      lines = re.sub(r'_\d+}}', '_N}}', str(e)).split('\n')
      print(type(e).__name__, [l for l in lines if 'Error: ' in l][-1:] or lines[0][:300])


attempt(lambda: R.ScatterNd(indices=S([3,0,4]),updates=S([1]),shape=S([[1,2]])))
attempt(lambda: R.ScatterNd(indices=S([3,0,4]),updates=S([1]),shape=S(3)))
attempt(lambda: R.ScatterNd(indices=S([3,0,4]),updates=S([1]),shape=S([],tf.int32)))
attempt(lambda: R.ScatterNd(indices=S([3,0,4]),updates=S([1]),shape=S([1,2])))
attempt(lambda: R.ScatterNd(indices=S([[3]]),updates=S([1]),shape=S([0])))
attempt(lambda: R.ScatterNd(indices=S([[0]]),updates=S([[1]]),shape=S([4])))
attempt(lambda: R.ScatterNd(indices=S(0),updates=S([[1]]),shape=S([4])))
attempt(lambda: R.ScatterNd(indices=S([[0]]),updates=S(1),shape=S([4])))
attempt(lambda: R.ScatterNd(indices=S([[]],tf.int32),updates=S([[1]]),shape=S([1])))
attempt(lambda: R.ScatterNd(indices=S([[0,0,0]]),updates=S([1]),shape=S([1,2])))
attempt(lambda: R.ScatterNd(indices=S([[0]]),updates=S([1]),shape=S([-1])))
attempt(lambda: R.ScatterNd(indices=I([[0]]),updates=S([1]),shape=I([1<<40,1<<40])))
attempt(lambda: R.ScatterNd(indices=S([[0]]),updates=S([1]),shape=S([1]),bad_indices_policy='x'))
attempt(lambda: R.ScatterNd(indices=S([[5],[1]]),updates=S([1,2]),shape=S([3]),bad_indices_policy='IGNORE'))
attempt(lambda: R.ScatterNd(indices=S([[5],[1]]),updates=S([1,2]),shape=S([3]),bad_indices_policy='ERROR'))
attempt(lambda: R.TensorScatterUpdate(tensor=S([1,2,3]),indices=S([[0,0,0]]),updates=S([1])))
attempt(lambda: R.TensorScatterUpdate(tensor=S(1),indices=S([[0]]),updates=S([1])))
attempt(lambda: R.CTCBeamSearchDecoder(inputs=tf.zeros([1,1,3]),sequence_length=S([1]),beam_width=100,top_paths=200))
attempt(lambda: R.TensorListReserve(element_shape=S([1]),num_elements=S([1]),element_dtype=tf.int32))
attempt(lambda: R.TensorListReserve(element_shape=S([1]),num_elements=S(-1),element_dtype=tf.int32))
attempt(lambda: R.TensorListScatterV2(tensor=S([[1]]),indices=S([0]),element_shape=S([1]),num_elements=S(-5)))
attempt(lambda: R.TensorListScatterV2(tensor=S([[1]]),indices=S([0]),element_shape=S([1]),num_elements=S([1])))
attempt(lambda: R.TensorListScatterV2(tensor=S([[1]]),indices=S([0]),element_shape=S([2]),num_elements=S(1)))
attempt(lambda: R.EmptyTensorList(element_shape=S([1]),max_num_elements=S([3]),element_dtype=tf.int32))
attempt(lambda: R.EmptyTensorList(element_shape=S([1]),max_num_elements=S([],tf.int32),element_dtype=tf.int32))
attempt(lambda: R.TensorListReserve(element_shape=S([1]),num_elements=S([],tf.int32),element_dtype=tf.int32))
attempt(lambda: R.TensorListScatterV2(tensor=S([[1]]),indices=S([5]),element_shape=S([1]),num_elements=S(1)))
attempt(lambda: R.TensorListGetItem(input_handle=R.TensorListReserve(element_shape=S([1]),num_elements=S(1),element_dtype=tf.int32),index=S([0]),element_shape=S([1]),element_dtype=tf.int32))
attempt(lambda: R.PrefetchDataset(input_dataset=tf.data.Dataset.range(3)._variant_tensor,buffer_size=I(-5),output_types=[tf.int64],output_shapes=[[]]))
attempt(lambda: R.DynamicPartition(data=S([1]),partitions=S([0]),num_partitions=1<<31))
attempt(lambda: R.ArgMax(input=S([[1,2]]),dimension=S([0]),output_type=tf.int64))
attempt(lambda: R.ConcatV2(values=[S([1]),S([2])],axis=S([0])))
attempt(lambda: R.ConcatV2(values=[S([1]),S([2])],axis=S([0,1])))
attempt(lambda: R.Tile(input=S([1,2]),multiples=S([[2]])))
attempt(lambda: R.Tile(input=S([1,2]),multiples=S(2)))
attempt(lambda: R.Tile(input=S(1),multiples=S(2)))
attempt(lambda: R.PadV2(input=S([1]),paddings=S([[0,1]]),constant_values=S([2])))
attempt(lambda: R.PadV2(input=S([1]),paddings=S([0,1]),constant_values=S(2)))
attempt(lambda: R.ReverseV2(tensor=S([1,2]),axis=S([[0]])))
attempt(lambda: R.ReverseV2(tensor=S([1,2]),axis=S(0)))
attempt(lambda: R.ReverseV2(tensor=S([[1,2]]),axis=S([[0],[1]])))
attempt(lambda: R.OneHot(indices=S([1]),depth=S(2),on_value=S([1]),off_value=S(0)))
attempt(lambda: R.OneHot(indices=S([1]),depth=S(2),on_value=S(1),off_value=S([0])))
attempt(lambda: R.OneHot(indices=S([1]),depth=S(-2),on_value=S(1),off_value=S(0)))
attempt(lambda: R.BroadcastTo(input=S([1]),shape=S([[2]])))
attempt(lambda: R.BroadcastTo(input=S([1]),shape=S(2)))
attempt(lambda: R.BroadcastArgs(s0=S([[1]]),s1=S([1])))
attempt(lambda: R.BroadcastArgs(s0=S([1]),s1=S(1)))
attempt(lambda: R.Fill(dims=S([[1]]),value=S(1)))
attempt(lambda: R.Fill(dims=S(1),value=S(1)))
attempt(lambda: R.Fill(dims=S([1]),value=S([1])))
attempt(lambda: R.Cumsum(x=S([1]),axis=S([0])))
attempt(lambda: R.GatherV2(params=S([1]),indices=S([0]),axis=S([0])))
attempt(lambda: R.ExpandDims(input=S([1]),axis=S([0])))
attempt(lambda: R.ExpandDims(input=S([1]),axis=S([0,1])))
attempt(lambda: R.Reshape(tensor=S([1]),shape=S([[1]])))
attempt(lambda: R.Transpose(x=S([1]),perm=S([[0]])))
attempt(lambda: R.Sum(input=S([[1]]),axis=S([[0]])))
T = {'output_types': [tf.int64], 'output_shapes': [[]]}
numbers = tf.data.Dataset.range(4)._variant_tensor
for x in (I([]), I([1]), I(-3)):
  attempt(lambda: R.BatchDatasetV2(input_dataset=numbers, batch_size=x, drop_remainder=S(True), **T))
  attempt(lambda: R.WindowDataset(input_dataset=numbers, size=x, shift=I(1), stride=I(1), drop_remainder=S(True), **T))
  attempt(lambda: R.WindowDataset(input_dataset=numbers, size=I(1), shift=I(1), stride=x, drop_remainder=S(True), **T))
  attempt(lambda: R.ShardDataset(input_dataset=numbers, num_shards=x, index=I(0), **T))
  attempt(lambda: R.PrefetchDataset(input_dataset=numbers, buffer_size=x, **T))
  attempt(lambda: R.TextLineDataset(filenames=S('x'), compression_type=S(''), buffer_size=x))
  attempt(lambda: R.FixedLengthRecordDatasetV2(filenames=S('x'), header_bytes=x, record_bytes=I(1), footer_bytes=I(0), buffer_size=I(0), compression_type=S('')))
attempt(lambda: R.TextLineDataset(filenames=S('x'), compression_type=S(['']), buffer_size=I(1)))
attempt(lambda: R.TextLineDataset(filenames=S([['x']]), compression_type=S(''), buffer_size=I(1)))
attempt(lambda: R.TFRecordDataset(filenames=S('x'), compression_type=S([''], tf.string), buffer_size=I(1)))
