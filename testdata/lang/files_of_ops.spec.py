# Files through tf.io and tf.data, written and read back: whole files, lines, records, comma-separated values.
import tensorflow as tf


def show(f):
  try:
    print(f())
  except Exception as e:
    print(type(e).__name__, '|', str(e).split('}} ', 1)[-1].split(' [Op:')[0])


tf.io.write_file('files_of_ops.txt', 'x\r\ny\rz\n\nlast')
show(lambda: tf.io.read_file('files_of_ops.txt'))
show(lambda: tf.io.read_file('no_such_file'))
show(lambda: tf.io.read_file(['a', 'b']))
show(lambda: list(tf.data.TextLineDataset('files_of_ops.txt').as_numpy_iterator()))
show(lambda: list(tf.data.TextLineDataset('no_such_file').as_numpy_iterator()))
show(lambda: list(tf.data.TextLineDataset(['files_of_ops.txt', 'files_of_ops.txt']).skip(1).as_numpy_iterator()))
show(lambda: list(tf.data.TextLineDataset(
    tf.data.Dataset.from_tensor_slices(['files_of_ops.txt'])).as_numpy_iterator()))
show(lambda: tf.data.TextLineDataset('files_of_ops.txt'))
show(lambda: tf.data.TextLineDataset('files_of_ops.txt').cardinality())

with tf.io.TFRecordWriter('files_of_ops.tfrecord') as w:
  w.write(b'abc')
  w.write('de')
show(lambda: list(tf.data.TFRecordDataset('files_of_ops.tfrecord').as_numpy_iterator()))
show(lambda: list(tf.data.TFRecordDataset('no_such_file').as_numpy_iterator()))
data = tf.io.read_file('files_of_ops.tfrecord').numpy()
print(data)


def damaged(bytes_):
  tf.io.write_file('files_of_ops.bad', bytes_)
  show(lambda: list(tf.data.TFRecordDataset('files_of_ops.bad').as_numpy_iterator()))


damaged(data[:10])
damaged(data[:14])
damaged(data[:9] + b'xx' + data[11:])
damaged(data[:13] + b'xx' + data[15:])
damaged(data[:22] + b'qq' + data[24:])


def csv(text, *args, **kwargs):
  tf.io.write_file('files_of_ops.csv', text)
  show(lambda: [tuple(v.numpy().tolist() if v.dtype != tf.string else v.numpy() for v in x)
                for x in tf.data.experimental.CsvDataset('files_of_ops.csv', *args, **kwargs)])


csv('1,2.5,a\n4,,"x,y"\n', [tf.int32, 0.5, ''])
csv('1\nx\n', [tf.int32])
csv('1,2\n', [tf.int32])
csv('1\n', [tf.int32, tf.int32])
csv('1,,3\n', [tf.int32, tf.int32, tf.int32])
csv('"a""b",c\r\n"multi\nline",d', [tf.string, tf.string])
csv('a"b,c\n', [tf.string, tf.string])
csv('"a"b"\n', [tf.string])
csv('"abc\n', [tf.string])
csv('h1,h2\n1,2\n', [tf.int32, tf.int32], header=True)
csv('1;2;NA\n', [tf.int32, tf.constant([8])], select_cols=[0, 2], field_delim=';', na_value='NA')
csv('\n1\n', [tf.int32])
csv('1.5e3, 2\n', [tf.float64, tf.int64])
csv('1,2\n3,4\n', [tf.int32], exclude_cols=[0])
csv('1,\n', [tf.int32, 'z'])
csv(',', ['p', 'q'])
csv('a\rb\n', [tf.string])
csv('"a"b,c\n', [tf.string, tf.string], use_quote_delim=False)
show(lambda: tf.data.experimental.CsvDataset('files_of_ops.csv', [tf.int32, '']))

for record in ['a""b,c', '"a""b",c', '"a"b,c', '"ab', 'a,', 'a\n,b', '"a"']:
  show(lambda: [x.numpy() for x in tf.io.decode_csv(record, [['p'], ['q']])])
show(lambda: tf.io.decode_csv('1.5x', [[0.0]]))
show(lambda: tf.io.decode_csv('1,2', [[0], [0]], field_delim='ab'))
show(lambda: tf.io.decode_csv('1,2', [[0]], select_cols=[0, 1]))
show(lambda: tf.io.decode_csv('1,2', [[0], [0]], select_cols=[1, 0]))

tf.print('a', 1, output_stream='file://files_of_ops.print')
tf.print([1.5, 2.0], output_stream='file://files_of_ops.print')
print(tf.io.read_file('files_of_ops.print').numpy())


@tf.function
def total(name):
  lines = tf.data.TextLineDataset(name)
  count = tf.constant(0)
  for line in lines:
    count += tf.strings.length(line)
  return count


print(total(tf.constant('files_of_ops.txt')).numpy())
