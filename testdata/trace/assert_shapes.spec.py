# tf.debugging.assert_shapes of known and unknown shapes.
import tensorflow as tf
def show(name, f):
    try: print(name, f())
    except Exception as e: print(name, type(e).__name__, [l for l in str(e).strip().split('\n') if 'node' not in l][-1].strip())
A = tf.debugging.assert_shapes
for args in [[(tf.ones([2, 3]), ('a', 'b')), (tf.ones([3]), ('b',))], [(tf.ones([2, 3]), ('a', 'b')), (tf.ones([4]), ('b',))],
             [(tf.ones([2, 3]), ('a',))], [(tf.ones([2, 3]), (2, 4))], [(tf.ones([2, 3]), (..., 3))], [(tf.ones([2, 3]), ('*', 3, 3))],
             [(tf.ones([2, 3]), ('a', ...))], [(tf.ones([]), ())], [(tf.ones([]), ('a',)), (tf.ones([1]), 'a')], [(tf.ones([2, 2]), 'NN')],
             [(tf.ones([2, 2]), 3)], [(tf.ones([2, 2]), None)], [(tf.ones([2, 3]), (None, '.'))], {}, [(tf.ones([2, 3, 4]), (..., 'a', 'b')), (tf.ones([4, 3]), ('b', 'a'))]]:
    show(str(len(args)), lambda: A(args) and None)
    show('message', lambda: A(args, message='hm') and None)
def unk(x, y):
    A([(x, ('a', 'b')), (y, ('b',))])
    return x
U = [tf.TensorSpec(None), tf.TensorSpec(None)]
g = tf.function(unk, input_signature=U)
show('ok', lambda: g(tf.ones([2, 3]), tf.ones([3])).shape)
show('size', lambda: g(tf.ones([2, 3]), tf.ones([4])).shape)
show('rank', lambda: g(tf.ones([2, 3]), tf.ones([3, 3])).shape)
print([n.name for n in g.get_concrete_function().graph.as_graph_def().node])
def part(x, y):
    A({'x': 1} and [(x, (2, 'N')), (y, (..., 'N'))], message='m')
    return x
h = tf.function(part, input_signature=[tf.TensorSpec([None, None]), tf.TensorSpec([2, None])])
show('ok', lambda: h(tf.ones([2, 3]), tf.ones([2, 3])).shape)
show('size', lambda: h(tf.ones([3, 3]), tf.ones([2, 3])).shape)
show('size', lambda: h(tf.ones([2, 3]), tf.ones([2, 4])).shape)
print([n.name for n in h.get_concrete_function().graph.as_graph_def().node])
