# What mappings, named tuples, views and classes become that a function, a branch, tf.nest or a dataset gives back.
import collections
import dataclasses
import re
import typing

import tensorflow as tf

Point = collections.namedtuple('Point', 'x y')


class Named(typing.NamedTuple):
  a: typing.Any
  b: typing.Any = 7


class SubPoint(Point):
  def total(self):
    return self.x + self.y


class MyDict(dict):
  pass


class MyOrdered(collections.OrderedDict):
  pass


class MyDefault(collections.defaultdict):
  pass


class MyList(list):
  pass


class MyTuple(tuple):
  pass


class Init(dict):
  def __init__(self, required, *args):
    super().__init__(*args)
    self.required = required


@dataclasses.dataclass
class Plain:
  a: typing.Any


@dataclasses.dataclass
class Pair:
  a: typing.Any
  b: str

  def __tf_flatten__(self):
    return (self.b,), (self.a,)

  @classmethod
  def __tf_unflatten__(cls, metadata, components):
    return cls(components[0], metadata[0])


class MyMapping(collections.abc.Mapping):
  def __init__(self, items):
    self.d = dict(items)
  def __getitem__(self, k):
    return self.d[k]
  def __iter__(self):
    return iter(self.d)
  def __len__(self):
    return len(self.d)


class MyMutable(collections.abc.MutableMapping):
  def __init__(self, items=()):
    self.d = dict(items)
  def __getitem__(self, k):
    return self.d[k]
  def __setitem__(self, k, v):
    self.d[k] = v
  def __delitem__(self, k):
    del self.d[k]
  def __iter__(self):
    return iter(self.d)
  def __len__(self):
    return len(self.d)


def defaults(factory):
  def make(x):
    d = collections.defaultdict(factory)
    d['b'] = x
    d['a'] = [x + 1, 5]
    return d
  return make


def mydefault(x):
  d = MyDefault(list)
  d['b'] = x
  return d


def counter(x):
  c = collections.Counter()
  c['z'] = x
  c['k'] = 2
  return c


def show(v):
  if isinstance(v, tf.Tensor):
    return 'T(%s)' % v.numpy() if hasattr(v, 'numpy') else 'S(%s)' % v.dtype.name
  if isinstance(v, (collections.abc.Mapping)):
    extra = ''
    if hasattr(v, 'default_factory'):
      extra = ' factory=%s' % (v.default_factory,)
    return '%s{%s}%s' % (type(v).__name__, ', '.join('%r: %s' % (k, show(v[k])) for k in v), extra)
  if isinstance(v, (list, tuple)):
    return '%s[%s]' % (type(v).__name__, ', '.join(show(i) for i in v))
  if dataclasses.is_dataclass(v):
    return '%s<%s>' % (type(v).__name__, ', '.join(show(getattr(v, f.name)) for f in dataclasses.fields(v)))
  return '%s:%r' % (type(v).__name__, v)


makers = {
  'defaultdict': defaults(list),
  'defaultdict_none': defaults(None),
  'subclass of defaultdict': mydefault,
  'counter': counter,
  'ordered': lambda x: collections.OrderedDict([('b', x), ('a', (x, 2.5))]),
  'dict': lambda x: {'b': x, 'a': 1},
  'dict subclass': lambda x: MyDict(b=x, a=2),
  'ordered subclass': lambda x: MyOrdered([('b', x), ('a', 2)]),
  'needs argument': lambda x: Init(1, {'a': x}),
  'namedtuple': lambda x: Point(x, 3),
  'typing namedtuple': lambda x: Named(x),
  'sub namedtuple': lambda x: SubPoint(x, x),
  'list subclass': lambda x: MyList([x, 1]),
  'tuple subclass': lambda x: MyTuple((x, 1)),
  'plain dataclass': lambda x: Plain(x),
  'nest dataclass': lambda x: Pair(x, 'tag'),
  'mapping': lambda x: MyMapping([('b', x), ('a', 1)]),
  'mutable mapping': lambda x: MyMutable([('b', x), ('a', 1)]),
  'range': lambda x: range(3),
  'set': lambda x: {1},
  'keys': lambda x: {'a': x}.keys(),
  'values': lambda x: {'a': x}.values(),
  'items': lambda x: {'a': x}.items(),
  'nested': lambda x: {'p': [Point(x, defaults(int)(x))], 'n': None},
  'str': lambda x: 'text',
  'class': lambda x: Point,
}


def attempt(what, f):
  try:
    print(what, '|', f())
  except Exception as e:
    t = re.sub(' at 0x[0-9a-f]+', '', str(e))
    print(what, '|', type(e).__name__, t[-330:].replace('\n', '\\n') if len(t) > 330 else t.replace('\n', '\\n'))


for name, make in makers.items():
  print('==', name)
  attempt('function', lambda: show(tf.function(make, autograph=False)(tf.constant(3))))
  def once():
    c = tf.function(make, autograph=False).get_concrete_function(tf.TensorSpec([], tf.int32))
    return show(c(tf.constant(4))) + ' ' + re.sub(' at 0x[0-9a-f]+', '', str(c.structured_outputs))
  attempt('concrete', once)
  attempt('flatten', lambda: [show(v) for v in tf.nest.flatten(make(tf.constant(3)))])
  attempt('map', lambda: show(tf.nest.map_structure(lambda v: v, make(tf.constant(3)))))
  attempt('nested', lambda: tf.nest.is_nested(make(tf.constant(3))))
  attempt('pack', lambda: show(tf.nest.pack_sequence_as(make(tf.constant(3)), [10, 20])))
  attempt('pack1', lambda: show(tf.nest.pack_sequence_as(make(tf.constant(3)), [10])))
  def arg():
    seen = []
    @tf.function(autograph=False)
    def g(s):
      seen.append(show(s))
      return s
    r = show(g(make(tf.constant(5))))
    g(make(tf.constant(6)))
    return r, seen
  if name != 'values':
    attempt('argument', arg)
  attempt('cond', lambda: show(tf.cond(tf.constant(True), lambda: make(tf.constant(1)), lambda: make(tf.constant(2)))))
  attempt('cond fn', lambda: show(tf.function(lambda p: tf.cond(p, lambda: make(tf.constant(1)), lambda: make(tf.constant(2))), autograph=False)(tf.constant(True))))
  if name not in ('counter', 'tuple subclass'):
    attempt('dataset', lambda: [show(v) for v in tf.data.Dataset.range(1).map(lambda v: make(v))])
  attempt('same', lambda: tf.nest.assert_same_structure(make(tf.constant(1)), make(tf.constant(2))))
  attempt('same dict', lambda: tf.nest.assert_same_structure(make(tf.constant(1)), {'a': 1, 'b': 2}))
  attempt('same list', lambda: tf.nest.assert_same_structure(make(tf.constant(1)), [1, 2]))
  if name not in ('range', 'keys', 'values', 'items'):
    attempt('loop', lambda: show(tf.function(lambda p: tf.while_loop(lambda i, s: i < 2, lambda i, s: (i + 1, s), (0, make(tf.constant(1))))[1], autograph=False)(tf.constant(True))))
d = collections.deque([1, [2]])
print(tf.nest.flatten(d), tf.nest.map_structure(lambda v: v + 1, d), tf.nest.is_nested(d))
