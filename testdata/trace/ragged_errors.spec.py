# Ragged tensors where tensors are wanted.
import tensorflow as tf
rt=tf.ragged.constant([[1,2],[],[3]])
for f in [lambda: len(rt), lambda: rt.__len__(), lambda: tf.argmax(rt,1), lambda: tf.convert_to_tensor(rt), lambda: tf.constant(rt), lambda: tf.convert_to_tensor([rt]), lambda: hasattr(rt,'__len__'), lambda: tf.sort(rt), lambda: tf.transpose(rt)]:
  try: print(f())
  except Exception as e: print(type(e).__name__, repr(str(e)[:200]))
