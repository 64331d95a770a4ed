# tf.debugging.enable_check_numerics
import re
import tensorflow as tf


def show(tag, fn):
    try:
        print(tag, fn())
    except Exception as e:
        print('=====', tag, type(e).__name__)
        text = re.sub(r'(__inference_[^ ]*?)_\d+', r'\1_N', str(e))
        print(re.sub(r'    \+ \.\.\..*\n    \|   \n', '', text))


tf.debugging.enable_check_numerics()
show('log', lambda: tf.math.log(tf.constant(-1.0)))
show('div', lambda: tf.constant([1.0, -2., 3.]) / tf.constant([0., 0., 1.]))


@tf.function
def f(x):
    y = x * 2
    return tf.math.log(y)


show('graph', lambda: f(tf.constant(-1.0)))
print([(n.name, n.op) for n in f.get_concrete_function(tf.constant(1.)).graph.as_graph_def().node])
show('fine', lambda: f(tf.constant(1.0)))
show('constant', lambda: tf.constant([1., float('nan')]))
show('identity', lambda: tf.identity(tf.constant([1., float('nan')])))
show('cast', lambda: tf.cast(tf.constant([1., float('inf')]), tf.float64))
tf.debugging.disable_check_numerics()
show('off', lambda: tf.math.log(tf.constant(-1.0)))
