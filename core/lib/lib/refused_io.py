"""Names of tf.io and its neighbours that say at once that they are not there."""


def _refuse(name):
  def refused(*args, **kwargs):
    raise NotImplementedError(name + ' is not in tracepack')
  refused.__name__ = refused.__qualname__ = name.split('.')[-1]
  return refused


#: tf.io.decode_and_crop_jpeg tf.image.decode_and_crop_jpeg
decode_and_crop_jpeg = _refuse('tf.io.decode_and_crop_jpeg')
#: tf.io.decode_jxl tf.image.decode_jxl
decode_jxl = _refuse('tf.io.decode_jxl')
#: tf.io.decode_webp tf.image.decode_webp
decode_webp = _refuse('tf.io.decode_webp')
#: tf.io.extract_jpeg_shape tf.image.extract_jpeg_shape
extract_jpeg_shape = _refuse('tf.io.extract_jpeg_shape')
#: tf.io.decode_proto
decode_proto = _refuse('tf.io.decode_proto')
#: tf.io.encode_proto
encode_proto = _refuse('tf.io.encode_proto')
#: tf.io.match_filenames_once
match_filenames_once = _refuse('tf.io.match_filenames_once')
#: tf.io.write_graph
write_graph = _refuse('tf.io.write_graph')
#: tf.audio.decode_wav
decode_wav = _refuse('tf.audio.decode_wav')
#: tf.audio.encode_wav
encode_wav = _refuse('tf.audio.encode_wav')
