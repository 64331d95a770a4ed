"""A function that makes as much as it is asked for, and one that does not end."""
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
def large(n):
    return tf.reduce_sum(tf.ones([n, n]) @ tf.ones([n, 1]))


@tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
def endless(n):
    while n > 0:
        n = n % 7 + 1
    return n


large.get_concrete_function()
endless.get_concrete_function()
