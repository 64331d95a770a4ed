# Which lines and marks "in user code" has: AutoGraph writes a statement on one line, and only what it calls itself
# is marked.
import tensorflow as tf, functools
def show(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print("\n".join(str(e).split("\n")[2:-4]))
def boom(*a):
    raise ValueError("boom")
class P: pass
for n in "abs float int len str repr bool round hash iter next reversed contains call format bytes index".split():
    setattr(P, "__%s__" % n, lambda *a: boom(*a))
p = P()
def gen():
    yield boom()
def key(x): return boom(x)
fs = {}
def reg(f): fs[f.__name__] = tf.function(f); return f
@reg
def a_abs(x): return abs(p)
@reg
def a_float(x): return float(p)
@reg
def a_int(x): return int(p)
@reg
def a_len(x): return len(p)
@reg
def a_str(x): return str(p)
@reg
def a_repr(x): return repr(p)
@reg
def a_bool(x): return bool(p)
@reg
def a_round(x): return round(p)
@reg
def a_hash(x): return hash(p)
@reg
def a_iter(x): return iter(p)
@reg
def a_next(x): return next(p)
@reg
def a_list(x): return list(p)
@reg
def a_listgen(x): return list(gen())
@reg
def a_tuple(x): return tuple(gen())
@reg
def a_any(x): return any(gen())
@reg
def a_all(x): return all(gen())
@reg
def a_sum(x): return sum(gen())
@reg
def a_min(x): return min(gen())
@reg
def a_max(x): return max([1,2], key=key)
@reg
def a_sorted(x): return sorted(gen())
@reg
def a_sortkey(x): return sorted([1,2], key=key)
@reg
def a_sort(x):
    l = [1,2]
    l.sort(key=key)
    return l
@reg
def a_filter(x): return list(filter(key, [1]))
@reg
def a_zip(x): return list(zip(gen()))
@reg
def a_enum(x): return list(enumerate(gen()))
@reg
def a_enumfor(x):
    for i, v in enumerate(gen()): return v
@reg
def a_zipfor(x):
    for v in zip(gen()): return v
@reg
def a_mapfor(x):
    for v in map(key, [1]): return v
@reg
def a_print(x): print(p)
@reg
def a_fstr(x): return f"{p}"
@reg
def a_format(x): return "{}".format(p)
@reg
def a_pct(x): return "%s" % p
@reg
def a_join(x): return ",".join(gen())
@reg
def a_dict(x): return dict(gen())
@reg
def a_set(x): return set(gen())
@reg
def a_reduce(x): return functools.reduce(key, [1,2])
@reg
def a_unpack(x):
    a, b = gen()
@reg
def a_in(x): return 1 in p
@reg
def a_lcomp(x): return [v for v in gen()]
@reg
def a_partial(x): return functools.partial(key, 1)()
@reg
def a_range(x): return range(p)
@reg
def a_getattr(x): return getattr(P2(), "q")
class P2:
    @property
    def q(self): return boom()
    @tf.autograph.experimental.do_not_convert
    def w(self): return boom()
@reg
def a_dnc(x): return P2().w()
@reg
def a_nested(x): return abs(key(x))
@reg
def a_isin(x): return isinstance(P2().q, int)
class D:
    def __init__(self): boom()
@reg
def a_init2(x): return D()
@reg
def a_cond(x): return tf.cond(x > 0, lambda: boom(), lambda: 1)
@reg
def a_mapfn(x): return tf.map_fn(key, tf.constant([1]))
@reg
def a_while(x): return tf.while_loop(lambda i: i < 3, key, [x])
@reg
def a_nest(x): return tf.nest.map_structure(key, [1])
for n, f in fs.items(): print("==", n); show(f, tf.constant(1))
def boom(x):
    raise ValueError("boom")
@tf.function
def multi(x):
    return (x +
            boom(x) +
            x)
show(multi, tf.constant(1))
@tf.function
def multi2(x):
    y = tf.reshape(
        x,
        [3, 7],
    )
    return y
show(multi2, tf.constant(1))
@tf.function
def multi3(x):
    z = [boom(x),
         x,
         x]
    return z
show(multi3, tf.constant(1))
@tf.function
def multi4(x):
    if x > 0:
        y = boom(
            x
        )
    else:
        y = x
    return y
show(multi4, tf.constant(1))
lam1 = tf.function(lambda x: undefined_name + x)
show(lam1, tf.constant(1))
d = {}
def keyerr():
    return tf.function(lambda k: d[k])("a")
show(keyerr)
lam2 = tf.function(lambda x:
                   boom(x))
show(lam2, tf.constant(1))

class Q:
    @property
    def prop(self): return boom(1)
    def __add__(self, o): return boom(o)
    def __getitem__(self, i): return boom(i)
    def __iter__(self): return boom(1)
    def __enter__(self): return boom(1)
    def __exit__(self, *a): pass
    def __eq__(self, o): return boom(o)
    def __getattr__(self, n):
        if n == "dyn": return boom(n)
        raise AttributeError(n)
    def meth(self, x): return boom(x)
    @staticmethod
    def st(x): return boom(x)
q = Q()
@tf.function
def f_prop(x): return q.prop
@tf.function
def f_add(x): return q + x
@tf.function
def f_get(x): return q[x]
@tf.function
def f_for(x):
    for i in q: pass
@tf.function
def f_with(x):
    with q: pass
@tf.function
def f_eq(x): return q == x
@tf.function
def f_attr(x): return q.dyn
@tf.function
def f_not(x): return not p
@tf.function
def f_meth(x): return q.meth(x)
@tf.function
def f_st(x): return q.st(x)
@tf.function
def f_gen(x):
    for g in gen(): return g
@tf.function
def f_comp(x): return [boom(i) for i in [1]]
@tf.function
def f_ret(x):
    return tf.reshape(
        x,
        [7])
for f in (f_prop, f_add, f_get, f_for, f_with, f_eq, f_attr, f_not, f_meth, f_st, f_gen, f_comp, f_ret): print("==", f.__name__); show(f, tf.constant(1))
