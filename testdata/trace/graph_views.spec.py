"""tf.Graph, operations, definitions of ops and types of functions, looked at."""
import tensorflow as tf
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).split('Please see')[0].split('0x')[0][:400])
def t2(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).split("(graphs are")[0])
g, h = tf.Graph(), tf.Graph()
e = tf.constant(1.0)
with g.as_default():
    a = tf.constant(1.0, name="a")
    t(lambda: a + e)
    t(lambda: a + 1)
    t(lambda: tf.inside_function())
    t(lambda: tf.compat.v1.get_default_graph().building_function)
    with tf.init_scope():
        print(tf.executing_eagerly(), tf.compat.v1.get_default_graph() is g)
    t(lambda: bool(a > 0))
    t(lambda: [x for x in a])
    t(lambda: float(a))
    t(lambda: tf.gradients(a * a, a))
    with tf.control_dependencies([a]):
        b = tf.identity(a, name="b")
    print(b.op.control_inputs)
    t(lambda: tf.cond(a > 0, lambda: a, lambda: -a))
with h.as_default():
    c = tf.constant(2.0)
    t2(lambda: a + c)
    t2(lambda: c + a)
    t(lambda: tf.identity(a))
    with g.as_default():
        d = tf.constant(3.0)
        print(d.graph is g, tf.compat.v1.get_default_graph() is g)
    print(tf.compat.v1.get_default_graph() is h)
    @tf.function
    def f(x):
        return x + c
    t(lambda: f(c))
    t(lambda: f(2.0))
print([o.name for o in g.get_operations()])
print([o.name for o in h.get_operations()])
print(type(g).__name__, isinstance(f.get_concrete_function(tf.constant(1.0)).graph, tf.Graph), g == g, g == h, hash(g) == hash(g))
g.finalize()
print(g.finalized)
def add():
    with g.as_default():
        return tf.constant(1.0)
t(add)
t(lambda: g.get_operation_by_name("zz"))
t(lambda: g.as_graph_element(c))
t(lambda: g.as_graph_element(c.op))
t(lambda: g.as_graph_element("a:0", allow_tensor=False))
t(lambda: g.as_graph_element("a", allow_operation=False))
t(lambda: g.as_graph_element("q", allow_operation=False))
t(lambda: g.as_graph_element(a.op, allow_operation=False))
t(lambda: g.as_graph_element("a:x"))
t(lambda: g.as_graph_element(a) is a)
t(lambda: g.add_to_collection("k", 1))
i = tf.Graph()
i.add_to_collection("k", 1); i.add_to_collections(["k", "l"], 2)
print(i.get_collection("k"), i.get_collection("l"), i.get_all_collection_keys(), i.get_collection_ref("m"), i.collections)
i.clear_collection("k"); print(i.get_collection("k"))
with i.as_default():
    with i.name_scope("s") as sc:
        print(sc, i.get_name_scope())
        z = tf.constant(1, name="z")
    with i.control_dependencies([z]):
        y = tf.constant(2, name="y")
    if True:
        w = tf.constant(2, name="w")
    tf.compat.v1.add_to_collection("q", z)
    print(tf.compat.v1.get_collection("q"), y.op.control_inputs, z.op.name)
print(i.get_operation_by_name("w").values(), i.get_operation_by_name("w").colocation_groups())
print(i.get_operations()[0].outputs[0] is z, z.graph is i, z.op == i.get_operations()[0])
print(i.is_feedable(z), i.prevent_feeding(z), i.is_feedable(z), i.is_fetchable(z), i.prevent_fetching(z.op), i.is_fetchable(z.op))
print(i.graph_def_versions.producer > 1000)
print(tf.compat.v1.get_default_graph() is tf.compat.v1.get_default_graph(), tf.compat.v1.get_default_graph().get_operations())
t(lambda: tf.compat.v1.placeholder(tf.float32))
print(i.as_graph_def().ByteSize(), len(i.as_graph_def().SerializeToString()), h.as_graph_def().ByteSize() > 10)
@tf.function
def r(x):
    tf.compat.v1.add_to_collection("losses", x)
    print(tf.compat.v1.get_collection("losses"))
    g = tf.compat.v1.get_default_graph()
    print(g is x.graph, g.outer_graph is tf.compat.v1.get_default_graph(), g.get_collection("losses")[0] is x)
    return x.consumers()[0].outputs[0] if x.consumers() else x * 2
t(lambda: r(e))
t(lambda: r.get_concrete_function(e).graph.outer_graph is tf.compat.v1.get_default_graph())


@tf.function
def f(x, y):
    """Doc."""
    z = x + y
    w = tf.nn.relu(z)
    tf.print("hi")
    return w * z

c = f.get_concrete_function(tf.TensorSpec([None, 2], tf.float32), tf.TensorSpec([], tf.float32))
g = c.graph
x = g.inputs[0]
print([o.name for o in x.consumers()])
op = g.get_operation_by_name("add")
print(op.name, op.type, op.op_def.name, [a.name for a in op.op_def.input_arg], [a.name for a in op.op_def.output_arg], [a.name for a in op.op_def.attr])
print(op.node_def)
print(g.as_graph_element("add:0").name, g.as_graph_element("add").name)
try:
    g.as_graph_element("nope:0")
except Exception as e:
    print(type(e).__name__, e)
try:
    g.as_graph_element("nope")
except Exception as e:
    print(type(e).__name__, e)
try:
    g.as_graph_element("add:3")
except Exception as e:
    print(type(e).__name__, e)
try:
    g.as_graph_element(3)
except Exception as e:
    print(type(e).__name__, e)
print(g.get_all_collection_keys())
print(g.as_graph_def().ByteSize())
print([n.attr.get("_user_specified_name") for n in g.as_graph_def().node if n.op == "Placeholder"])
print(g.get_tensor_by_name("add:0"), g.get_tensor_by_name("x:0"))
print(op.inputs, op.outputs, op.control_inputs, op.device)
print(op.graph is g, op.values(), op.get_attr("T"), op.colocation_groups())
print(g.is_feedable(x), g.is_fetchable(x))
print([t.name for t in g.get_operation_by_name("Relu").inputs[0].consumers()])
print(g.outer_graph is not None, g.structured_input_signature, g.structured_outputs)
print(g.unique_name("add"), g.unique_name("add", mark_as_used=False), g.unique_name("fresh"))
print(repr(op), str(op)[:200])
print(x.op.type, x.op.outputs[0] is x, x.graph is g, x.value_index, x.device, x.name)
print(len(f._list_all_concrete_functions()), f.pretty_printed_concrete_signatures())

@tf.function(input_signature=[tf.TensorSpec([], tf.float32, name="inp"), tf.TensorSpec([2])])
def g(a, b=3):
    return a + b
@tf.function
def f(x, y, z=2.0, *args, k=None, **kw):
    return x + y
s = g.function_spec
print(s.fullargspec, s.input_signature, s.flat_input_signature, s.arg_names, s.default_values, s.is_pure, s.jit_compile)
print(s.function_type, s.signature_summary())
s = f.function_spec
print(s.fullargspec, s.input_signature, s.flat_input_signature, s.arg_names, s.default_values, s.is_pure, s.jit_compile)
print(s.function_type, s.signature_summary(), s.signature_summary(default_values=True))
for t in f.function_type, g.function_type:
    for n, p in t.parameters.items(): print(n, p, p.kind, p.optional, p.type_constraint, p.default)
    print(t.output, t.captures, len(t.parameters), list(t.parameters))
class M(tf.Module):
    @tf.function
    def __call__(self, x, training=False):
        return x
m = M()
print(m.__call__.function_spec.fullargspec.args, m.__call__.function_type)
c = m.__call__.get_concrete_function(tf.constant(1.), training=True)
print(c.function_type, c.function_type.parameters["training"].type_constraint, type(c.function_type.parameters["x"].type_constraint), repr(c.function_type))
print(c.function_type.parameters["x"].type_constraint == tf.TensorSpec([], tf.float32), c.function_type.flat_inputs, c.function_type.flat_outputs if hasattr(c.function_type, "flat_outputs") else None)
try: print(f.bogus)
except AttributeError as e: print(e)
try: print(c.graph.bogus)
except AttributeError as e: print(e)
