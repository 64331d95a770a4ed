"""Names of tf.io and its neighbours that say at once that they are not there."""
from tensorflow_lib.base import refused

#: tf.io.decode_jxl tf.image.decode_jxl
decode_jxl = refused('tf.io.decode_jxl')
#: tf.io.decode_webp tf.image.decode_webp
decode_webp = refused('tf.io.decode_webp')
#: tf.io.decode_proto
decode_proto = refused('tf.io.decode_proto')
#: tf.io.encode_proto
encode_proto = refused('tf.io.encode_proto')
#: tf.io.match_filenames_once
match_filenames_once = refused('tf.io.match_filenames_once')
#: tf.io.write_graph
write_graph = refused('tf.io.write_graph')
