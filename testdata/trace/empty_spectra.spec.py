# Fourier transforms of nothing: a length of zero gives no elements, forward and back.
import tensorflow as tf


def forward(x):
  return tf.signal.rfft(x)


def back(x):
  return tf.signal.irfft(x)


for f, x in ((forward, tf.zeros([0])), (forward, tf.zeros([2, 0])), (back, tf.zeros([0], tf.complex64)),
             (tf.signal.fft, tf.zeros([0], tf.complex64)), (tf.signal.fft2d, tf.zeros([0, 3], tf.complex64))):
  print(f(x).shape, tf.function(f)(x).shape)
