# What concrete functions say of arguments that do not fit, what they take all the same, names of their inputs.
import collections
import re
import tensorflow as tf


def show(tag, fn):
    try: print(tag, fn())
    except Exception as e:
        print('=====', tag, type(e).__name__)
        print(re.sub(r'0x[0-9a-f]+', '0xA', re.sub(r'(__inference_[^ ]*?)_\d+', r'\1_N', str(e))))
@tf.function(reduce_retracing=True)
def f(x):
    print('trace', x)
    return x * 2
cf = f.get_concrete_function(tf.TensorSpec([2], tf.float32, name='inp'))
print(cf); print(cf.structured_input_signature, cf.inputs)
cf2 = f.get_concrete_function(tf.TensorSpec([3], tf.float32, name='inp'))
print(cf2); print(cf2.structured_input_signature, cf2.inputs)
cf3 = f.get_concrete_function(tf.TensorSpec([2, 2], tf.float32, name='other'))
print(cf3); print(cf3.structured_input_signature, cf3.inputs)
cf4 = f.get_concrete_function(tf.TensorSpec([5], tf.float32))
print(cf4 is cf2, cf4)
f(tf.constant([1.] * 7))
f(tf.constant([1, 2]))
f(tf.constant([1, 2, 3]))
print(f.experimental_get_tracing_count())
@tf.function(reduce_retracing=True)
def g(x, y=1, *, z=2.0):
    print('trace', x, y, z)
    return x * y
c = g.get_concrete_function(tf.TensorSpec([None, 3], tf.float32, name='alpha'), tf.TensorSpec([], tf.float32, 'beta'), z=tf.TensorSpec([1], name='gamma'))
print(c); print(c.structured_input_signature, [t.name for t in c.inputs], c._arg_keywords)
c = g.get_concrete_function(tf.TensorSpec([4, 3], tf.float32, name='alpha'), tf.TensorSpec([], tf.float32, 'beta'), z=tf.TensorSpec([1], name='gamma'))
print(c); print(c.structured_input_signature, [t.name for t in c.inputs])
c = g.get_concrete_function(tf.TensorSpec([4], tf.float32, name='alpha'), tf.TensorSpec([], tf.float32, 'beta'), z=tf.TensorSpec([1], name='gamma'))
print(c); print(c.structured_input_signature, [t.name for t in c.inputs])
c = g.get_concrete_function(tf.TensorSpec([4], tf.float32))
print(c); print(c.structured_input_signature, [t.name for t in c.inputs])
c = g.get_concrete_function(tf.TensorSpec([5], tf.float32))
print(c); print(c.structured_input_signature, [t.name for t in c.inputs])
@tf.function
def h(x, y):
    return x + y
c = h.get_concrete_function(tf.TensorSpec([2], name='p'), tf.TensorSpec([2], name='q'))
print(c, c._arg_keywords)
one = tf.constant([1., 2.])
show('a', lambda: c(one, one))
show('kw', lambda: c(x=one, y=one))
show('kw flat', lambda: c(p=one, q=one))
show('mix', lambda: c(one, q=one))
show('mix2', lambda: c(one, y=one))
show('compat unknown', lambda: c(tf.constant([1., 2., 3.]), one))
show('both 3', lambda: c(tf.constant([1., 2., 3.]), tf.constant([1., 2., 3.])))
show('both 3 kw', lambda: c(x=tf.constant([1., 2., 3.]), y=tf.constant([1., 2., 3.])))
show('both 3 flatkw', lambda: c(p=tf.constant([1., 2., 3.]), q=tf.constant([1., 2., 3.])))
show('rank2', lambda: c(tf.ones([2, 2]), tf.ones([2, 2])))
show('rank0', lambda: c(tf.constant(1.), tf.constant(2.)))
show('dtype', lambda: c(tf.constant([1, 2]), one))
show('dtype kw', lambda: c(x=tf.constant([1, 2]), y=one))
show('dtype flat', lambda: c(p=tf.constant([1, 2]), q=one))
show('np', lambda: c(one.numpy(), one))
show('np64', lambda: c(one.numpy().astype('float64'), one))
show('list', lambda: c([1, 2], one))
show('liststr', lambda: c(['a', 'b'], one))
show('none', lambda: c(None, one))
show('var', lambda: c(tf.Variable([1., 2.]), one))
show('varshape', lambda: c(tf.Variable([1., 2., 3.]), one))
show('missing', lambda: c())
show('missing1', lambda: c(one))
show('many', lambda: c(one, one, one))
show('unexp', lambda: c(one, one, k=3))
show('dup', lambda: c(one, one, x=one))
show('dupflat', lambda: c(one, one, p=one))
show('spec', lambda: c(tf.TensorSpec([2]), one))
show('dict', lambda: c({'a': one}, one))
show('tuple', lambda: c((one, one)))
show('bool', lambda: c(True, one))
show('int', lambda: c(3, one))
@tf.function
def k(x, n, s='hi', *, flag=True, opt=None):
    return x * n
c = k.get_concrete_function(tf.TensorSpec([]), 3, flag=False)
print(c)
two = tf.constant(2.)
show('ok', lambda: c(two, 3, flag=False))
show('only x', lambda: c(two))
show('x kw', lambda: c(x=two))
show('3 4', lambda: c(two, 4))
show('4 False', lambda: c(two, 4, flag=False))
show('3', lambda: c(two, 3))
show('3 true', lambda: c(two, 3, flag=True))
show('s', lambda: c(two, 3, 'ho', flag=False))
show('s ok', lambda: c(two, 3, 'hi', flag=False, opt=None))
show('opt', lambda: c(two, 3, 'hi', flag=False, opt=1))
show('3.0', lambda: c(two, 3.0, flag=False))
show('n tensor', lambda: c(two, tf.constant(3), flag=False))
show('n tensor f', lambda: c(two, tf.constant(3.), flag=False))
class O: 
    def __repr__(self): return 'O()'
@tf.function
def m(x, o): return x
o1, o2 = O(), O()
c = m.get_concrete_function(tf.TensorSpec([]), o1)
show('o1', lambda: c(two, o1))
show('o none', lambda: c(two))
v1 = tf.Variable(1.); v2 = tf.Variable(2.); v3 = tf.Variable([1.])
@tf.function
def n(x, v): return x + v
c = n.get_concrete_function(tf.TensorSpec([]), v1)
print(re.sub(r'alias_id=\d+', 'A', str(c)))
show('v1', lambda: c(two, v1))
show('v2', lambda: c(two, v2))
show('v3', lambda: c(two, v3))
show('no v', lambda: c(two))
show('tensor for v', lambda: c(two, two))
show('float for v', lambda: c(two, 3.))
@tf.function
def q(x):
    return {'o': x['a'] + x['b'][0], 'p': x['b'][1]}
c = q.get_concrete_function({'a': tf.TensorSpec([None]), 'b': [tf.TensorSpec([]), tf.TensorSpec([], tf.int32)]})
print(c, c._arg_keywords)
show('q', lambda: c({'a': one, 'b': [two, tf.constant(1)]}))
show('q order', lambda: c({'b': [two, tf.constant(1)], 'a': one}))
show('q flat', lambda: c(one, two, tf.constant(1)))
show('q tuple', lambda: c({'a': one, 'b': (two, tf.constant(1))}))
show('q missing', lambda: c({'a': one}))
show('q len', lambda: c({'a': one, 'b': [two]}))
show('q extra', lambda: c({'a': one, 'b': [two, tf.constant(1)], 'c': 1}))
show('q dt', lambda: c({'a': one, 'b': [two, two]}))
show('q rank', lambda: c({'a': two, 'b': [two, tf.constant(1)]}))
show('q num', lambda: c({'a': [1, 2, 3], 'b': [2, 1]}))
show('q list', lambda: c([1]))
@tf.function
def va(*args, **kw): return args[0] + kw['z']
c = va.get_concrete_function(tf.TensorSpec([], name='first'), 5, z=tf.TensorSpec([]), a=1)
print(c, c._arg_keywords)
show('va', lambda: c(two, 5, z=two, a=1))
show('va no a', lambda: c(two, 5, z=two))
show('va no 5', lambda: c(two, z=two, a=1))
show('va no z', lambda: c(two, 5, a=1))
show('va more', lambda: c(two, 5, 6, z=two, a=1))
show('va flat', lambda: c(two, two))
show('va flatk', lambda: c(first=two, z=two))
@tf.function(input_signature=[tf.TensorSpec([None], tf.float32), tf.TensorSpec([], tf.int32, name='num')])
def s(x, n): return x * tf.cast(n, tf.float32)
show('s1', lambda: s(one, 2))
show('s2', lambda: s([1, 2], 2))
show('s3', lambda: s(two, 2))
show('s4', lambda: s(one, 2.5))
show('s5', lambda: s(one))
show('s6', lambda: s(one, 2, 3))
show('s7', lambda: s(one, n=2))
show('s8', lambda: s(one, m=2))
show('s9', lambda: s(tf.constant([1, 2]), 2))
show('s10', lambda: s('a', 2))
show('s11', lambda: s(None, 2))
c = s.get_concrete_function()
show('c', lambda: c(one, 2))
show('c1', lambda: c(one, tf.constant(2)))
show('c2', lambda: c(x=one, num=tf.constant(2)))
show('c3', lambda: c(two, tf.constant(2)))
print(c.pretty_printed_signature()); print(c.pretty_printed_signature(verbose=False)); print(c.name[:14]); print(s.pretty_printed_concrete_signatures())
show('gcf', lambda: s.get_concrete_function(tf.TensorSpec([2]), tf.TensorSpec([], tf.int32)) is c)
show('gcf2', lambda: s.get_concrete_function(tf.TensorSpec([2, 2]), tf.TensorSpec([], tf.int32)))
show('gcf3', lambda: s.get_concrete_function(tf.TensorSpec([2], tf.int32), tf.TensorSpec([], tf.int32)))
show('gcf4', lambda: s.get_concrete_function(one, 3) is c)


P = collections.namedtuple('P', 'Left b')
@tf.function
def f(X, _y, d, *Args, kW, **rest): return X
c = f.get_concrete_function(tf.TensorSpec([1]), tf.TensorSpec([1], name='Given'), {'K a': tf.TensorSpec([2]), 'z': [tf.TensorSpec([3]), (tf.TensorSpec([4], name='inn'), 5)], 3: 1} if 0 else {'K a': tf.TensorSpec([2]), 'z': [tf.TensorSpec([3]), (tf.TensorSpec([4], name='inn'), 5)]}, P(tf.TensorSpec([1]), 2), tf.TensorSpec([9]), kW=[tf.TensorSpec([1])], Zz=tf.TensorSpec([]))
print(c.structured_input_signature)
print(c._arg_keywords, [t.name for t in c.inputs])
print(c is f.get_concrete_function(tf.TensorSpec([1]), tf.TensorSpec([1], name='Given'), {'K a': tf.TensorSpec([2]), 'z': [tf.TensorSpec([3]), (tf.TensorSpec([4], name='inn'), 5)]}, P(tf.TensorSpec([1]), 2), tf.TensorSpec([9]), kW=[tf.TensorSpec([1])], Zz=tf.TensorSpec([])))


@tf.function
def f(*, kW, **rest): return kW - rest['Zz']
print(f(kW=tf.constant(5.), Zz=tf.constant(1.)), f(Zz=tf.constant(1.), kW=tf.constant(5.)))
c = f.get_concrete_function(kW=tf.TensorSpec([]), Zz=tf.TensorSpec([]))
print(c(kW=tf.constant(5.), Zz=tf.constant(1.)), c(Zz=tf.constant(1.), kW=tf.constant(5.)), c(tf.constant(5.), tf.constant(1.)))
@tf.function
def g(*, b, a): return b - a
print(g(b=tf.constant(5.), a=tf.constant(1.)))
c = g.get_concrete_function(b=tf.TensorSpec([]), a=tf.TensorSpec([]))
print(c(b=tf.constant(5.), a=tf.constant(1.)), c._arg_keywords, c(tf.constant(5.), tf.constant(1.)))
@tf.function
def h(x, *, b, a=3., **k): return b - a
print(h(1, b=tf.constant(5.), a=tf.constant(1.), Z=tf.constant(3.)))
c = h.get_concrete_function(1, b=tf.TensorSpec([]), a=tf.TensorSpec([]), Z=tf.TensorSpec([]))
print(c._arg_keywords, c(1, b=tf.constant(5.), a=tf.constant(1.), Z=tf.constant(3.)), [i.name for i in c.inputs])
both = tf.Variable([1.0])
cv = va.get_concrete_function(tf.TensorSpec([]), {'q': [v1, both]}, z=both, y=v1)
print(cv.structured_input_signature)
