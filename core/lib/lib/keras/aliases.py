"""Old names of Keras' modules."""
import tensorflow as tf

#: tf.metrics
metrics = tf.keras.metrics
