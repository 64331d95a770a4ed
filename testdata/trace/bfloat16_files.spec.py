"""What NumPy's files hold of a bfloat16: two bytes without a meaning, as it has no such type."""
import io

import numpy as np
import tensorflow as tf

x = tf.constant([1.5, 2.0, -3.0], tf.bfloat16).numpy()
print(x.dtype.kind, x.dtype.itemsize)
file = io.BytesIO()
np.save(file, x)
data = file.getvalue()
print(data[10:], len(data), data[-6:])
