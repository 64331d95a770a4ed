# The attributes of nodes and the functions of a library, as as_graph_def gives them.
import tensorflow as tf

v = tf.Variable([1., 2.])


@tf.function
def f(x, n):
    s = tf.reshape(x, [-1, 2])
    c = tf.constant([[1.5, 2.], [3., 4.]])
    e = tf.constant(2, tf.int64)
    b = tf.constant([True, False])
    t = tf.constant(["a", "b\n\"q"])
    u = tf.split(s, 2, axis=1)
    if n > 0:
        s = s + v
    while tf.reduce_sum(s) < 10.:
        s = s * 2.
    d = tf.cast(tf.constant(1.5, tf.float64), tf.float16)
    k = tf.constant(3 + 4j)
    h = tf.constant([1, 2], tf.uint8)
    return s, u, tf.strings.join([t, t], separator='-'), c[1:], e, b, d, k, h, tf.nn.dropout(c, .25)


graph = f.get_concrete_function(tf.TensorSpec([None, 2]), tf.TensorSpec([], tf.int32)).graph.as_graph_def()
for n in graph.node:
    for key in sorted(n.attr):
        if key.startswith('_') or key in ('cond', 'body', 'then_branch', 'else_branch'):
            continue
        a = n.attr[key]
        print(n.name, n.op, key, a.WhichOneof('value'), str(a).replace('\n', ' '))
nodes = {n.name: n for n in graph.node}
print(nodes['Reshape'], nodes['split'], nodes['Const'], sep='')
a = nodes['split'].attr
print(a['num_split'].i, a['T'].type, a['T'].type == tf.float32.as_datatype_enum, a['missing'].WhichOneof('value'))
print([d.size for d in nodes['x'].attr['shape'].shape.dim], nodes['x'].attr['shape'].shape.unknown_rank)
print(nodes['cond'].attr['Tin'].list.type, nodes['Const_1'].attr['value'].tensor.int64_val)
print(nodes['cond'].attr['then_branch'].func.name.split('_')[:2], tf.make_ndarray(nodes['Const'].attr['value'].tensor))
for function in sorted(graph.library.function, key=lambda g: g.signature.name):
    print(function.signature.name.rsplit('_', 1)[0])
    print([(a.name, a.type) for a in function.signature.output_arg])
    if function.signature.name.startswith('while'):
        print([(a.name, a.type) for a in function.signature.input_arg])
        print([(n.name, n.op, list(n.input)) for n in function.node_def])
    print(sorted(function.ret.items()), sorted(function.control_ret.items()))
