"""numpy.random: the legacy functions and RandomState (MT19937) and default_rng (PCG64), with NumPy's own streams."""
import math
import operator
import random as _python

import numpy as np

_M32 = 0xffffffff
_M64 = 0xffffffffffffffff
_M128 = (1 << 128) - 1


def _shape(size):
  return (size,) if isinstance(size, (int, np.integer)) else tuple(size)


def _fill(size, draw, dtype=None):
  """One drawn value, or an array of them."""
  if size is None:
    return draw()
  shape = _shape(size)
  return np.array([draw() for _ in range(math.prod(shape))], dtype=dtype or np.float64).reshape(shape)


def _broadcast(size, draw, *parameters):
  """draw(*parameters), elementwise where parameters are arrays."""
  if all(isinstance(p, (int, float, np.generic)) for p in parameters):
    return _fill(size, lambda: draw(*parameters))
  whole = np.zeros(() if size is None else _shape(size))
  for p in parameters:
    whole = whole + np.asarray(p, dtype=np.float64)
  if size is not None and whole.shape != _shape(size):
    raise ValueError('shape mismatch: objects cannot be broadcast to a single shape')
  columns = [(np.asarray(p, dtype=np.float64) + np.zeros(whole.shape)).ravel().tolist() for p in parameters]
  return np.array([draw(*row) for row in zip(*columns)]).reshape(whole.shape)


def _swap(x, i, j):
  if isinstance(x, np.ndarray) and x.ndim > 1:
    kept = x[i].copy()
    x[i] = x[j]
    x[j] = kept
  else:
    x[i], x[j] = x[j], x[i]


class _Source:
  """Draws that both kinds of generators share: `_next32`, `_next64`, `_double`, `_gauss` are the generator's."""

  def __getattr__(self, name):
    # What is drawn less often stands in a module of its own.
    from numpy import _distributions, _states
    function = None if name[:1] == '_' else getattr(_distributions, name, None) or getattr(_states, name, None)
    if not callable(function) or name in ('get_state', 'set_state', 'random_integers', 'tomaxint') and not isinstance(
        self, RandomState) or name in ('permuted', 'spawn') and isinstance(self, RandomState):
      raise AttributeError('%r object has no attribute %r' % (type(self).__name__, name))
    import types
    return types.MethodType(function, self)

  def _masked(self, top):
    """A number up to `top`, by rejection of masked bits."""
    mask = (1 << top.bit_length()) - 1
    draw = self._next32 if top <= _M32 else self._next64
    while (value := draw() & mask) > top:
      pass
    return value

  def random(self, size=None):
    return _fill(size, self._double)

  def uniform(self, low=0.0, high=1.0, size=None):
    return _broadcast(size, lambda a, b: a + (b - a) * self._double(), low, high)

  def standard_normal(self, size=None):
    return _fill(size, self._gauss)

  def normal(self, loc=0.0, scale=1.0, size=None):
    if np.any(np.asarray(scale) < 0):
      raise ValueError('scale < 0')
    return _broadcast(size, lambda a, b: a + b * self._gauss(), loc, scale)

  def shuffle(self, x):
    for i in range(len(x) - 1, 0, -1):
      j = self._masked(i)
      if i != j:
        _swap(x, i, j)

  def permutation(self, x):
    if isinstance(x, (int, np.integer)):
      x = np.arange(x)
    else:
      x = np.array(x)
    if x.ndim == 1:
      self.shuffle(x)
      return x
    order = np.arange(x.shape[0])
    self.shuffle(order)
    return x[order]

  def _population(self, a):
    if isinstance(a, (int, np.integer)):
      if a <= 0:
        raise ValueError('a must be greater than 0 unless no samples are taken')
      return None, int(a)
    a = np.array(a)
    if a.ndim != 1 and not isinstance(self, Generator):
      raise ValueError('a must be 1-dimensional')
    return a, a.shape[0]

  def _weighted(self, p, n, size, replace):
    p = np.array(p, dtype=np.float64)
    if p.size != n:
      raise ValueError("'a' and 'p' must have same size" if not isinstance(self, Generator) else
                       'a and p must have same size')
    if np.any(p < 0):
      raise ValueError('probabilities are not non-negative' if not isinstance(self, Generator) else
                       'Probabilities are not non-negative')
    if abs(float(p.sum()) - 1.0) > 1e-8:
      raise ValueError('probabilities do not sum to 1' if not isinstance(self, Generator) else
                       'Probabilities do not sum to 1. See Notes section of docstring for more information.')
    count = 1 if size is None else math.prod(_shape(size))
    if replace:
      return self._search(p.tolist(), count)
    if int((np.asarray(p) > 0).sum()) < count:
      raise ValueError('Fewer non-zero entries in p than size')
    p, found = p.tolist(), []
    while len(found) < count:
      draws = [self._double() for _ in range(count - len(found))]
      for i in found:
        p[i] = 0.0
      new = []
      for i in self._search(p, draws):
        if i not in new:
          new.append(i)
      found += new
    return found

  def _search(self, p, draws):
    if isinstance(draws, int):
      draws = [self._double() for _ in range(draws)]
    sums, total = [], 0.0
    for value in p:
      total += value
      sums.append(total)
    sums = [s / total for s in sums]
    indices = []
    for draw in draws:
      low, high = 0, len(sums)
      while low < high:
        middle = (low + high) // 2
        if draw < sums[middle]:
          high = middle
        else:
          low = middle + 1
      indices.append(low)
    return indices

  def _picked(self, a, indices, size):
    if size is None:
      index = indices[0]
      return index if a is None else a[index]
    index = np.array(indices, dtype=np.int64).reshape(_shape(size))
    return index if a is None else a[index]


class RandomState(_Source):
  """MT19937 with the distributions of NumPy 1.16 and before, which np.random's functions have, too."""

  def __init__(self, seed=None):
    self._twister = _python.Random()
    self.seed(seed)

  def seed(self, seed=None):
    self._kept = None
    if seed is None:
      self._twister.seed()
      return
    try:
      seed = operator.index(seed)
    except TypeError:
      key = [int(k) for k in np.asarray(seed).ravel().tolist()]
      if not key:
        raise ValueError('Seed must be non-empty') from None
      if min(key) < 0 or max(key) > _M32:
        raise ValueError('Seed must be between 0 and 2**32 - 1') from None
      self._twister.setstate((3, (*_by_array(key), 624), None))
      return
    if not 0 <= seed <= _M32:
      raise ValueError('Seed must be between 0 and 2**32 - 1')
    self._twister.setstate((3, (*_from_word(seed), 624), None))

  def _next32(self):
    return self._twister.getrandbits(32)

  def _next64(self):
    high = self._twister.getrandbits(32)
    return high << 32 | self._twister.getrandbits(32)

  def _double(self):
    return self._twister.random()

  def _gauss(self):
    if self._kept is not None:
      value, self._kept = self._kept, None
      return value
    while True:
      a = 2.0 * self._twister.random() - 1.0
      b = 2.0 * self._twister.random() - 1.0
      r = a * a + b * b
      if r < 1.0 and r != 0.0:
        break
    f = math.sqrt(-2.0 * math.log(r) / r)
    self._kept = f * a
    return f * b

  random_sample = sample = ranf = _Source.random

  def rand(self, *shape):
    return self.random(shape if shape else None)

  def randn(self, *shape):
    return self.standard_normal(shape if shape else None)

  def randint(self, low, high=None, size=None, dtype=int):
    if high is None:
      low, high = 0, low
    low, high = int(low), int(high)
    if low >= high:
      raise ValueError('high <= 0' if low == 0 else 'low >= high')
    top, kind = high - 1 - low, np.dtype(np.int64 if dtype is int else np.bool_ if dtype is bool else dtype)
    width = 8 * kind.itemsize if kind != np.bool_ else 1
    if width >= 32:
      draw = lambda: low + (self._masked(top) if top else 0)
    else:
      draw = self._pieces(width, low, top)
    if size is None:
      return int(draw()) if dtype is int else bool(draw()) if dtype is bool else kind.type(draw())
    return _fill(size, draw, kind)

  def _pieces(self, width, low, top):
    """Small integers are pieces of one 32 bit number, the lowest first."""
    state = [0, 0]
    mask = (1 << top.bit_length()) - 1

    def draw():
      while top:
        if not state[1]:
          state[:] = self._next32(), 32 // width
        value = state[0] & mask
        state[0] >>= width
        state[1] -= 1
        if value <= top:
          return low + value
      return low
    return draw

  def choice(self, a, size=None, replace=True, p=None):
    a, n = self._population(a)
    count = 1 if size is None else math.prod(_shape(size))
    if not replace and count > n:
      raise ValueError("Cannot take a larger sample than population when 'replace=False'")
    if p is not None:
      indices = self._weighted(p, n, size, replace)
    elif replace:
      indices = [self.randint(0, n) for _ in range(count)]
    else:
      indices = self.permutation(n)[:count].tolist()
    return self._picked(a, indices, size)


def _from_word(seed):
  key = []
  for i in range(624):
    key.append(seed)
    seed = (1812433253 * (seed ^ seed >> 30) + i + 1) & _M32
  return key


def _by_array(init):
  key = _from_word(19650218)
  i = 1
  for k in range(max(624, len(init))):
    j = k % len(init)
    key[i] = ((key[i] ^ (key[i - 1] ^ key[i - 1] >> 30) * 1664525) + init[j] + j) & _M32
    i += 1
    if i >= 624:
      key[0] = key[623]
      i = 1
  for _ in range(623):
    key[i] = ((key[i] ^ (key[i - 1] ^ key[i - 1] >> 30) * 1566083941) - i) & _M32
    i += 1
    if i >= 624:
      key[0] = key[623]
      i = 1
  key[0] = 0x80000000
  return key


class SeedSequence:
  """Spreads a seed over as many words as are asked for."""

  def __init__(self, entropy=None, *, spawn_key=(), pool_size=4, n_children_spawned=0):
    self.entropy = _python.getrandbits(128) if entropy is None else entropy
    self.spawn_key, self.pool_size, self.n_children_spawned = tuple(spawn_key), pool_size, n_children_spawned
    words = []
    numbers = [self.entropy] if isinstance(self.entropy, (int, np.integer)) else list(self.entropy)
    for number in numbers + [None] * bool(spawn_key) + list(spawn_key):
      if number is None:
        words += [0] * (4 - len(words))  # so that a key is never taken for entropy
        continue
      number = int(number)
      if number < 0:
        raise ValueError('expected non-negative integer')
      words.append(number & _M32)
      while number := number >> 32:
        words.append(number & _M32)
    self._constant = 0x43b0d7e5
    pool = [self._hash(words[i] if i < len(words) else 0) for i in range(4)]
    for source in range(4):
      for to in range(4):
        if source != to:
          pool[to] = self._mix(pool[to], self._hash(pool[source]))
    for word in words[4:]:
      for to in range(4):
        pool[to] = self._mix(pool[to], self._hash(word))
    self.pool = pool

  def _hash(self, value):
    value ^= self._constant
    self._constant = self._constant * 0x931e8875 & _M32
    value = value * self._constant & _M32
    return value ^ value >> 16

  def _mix(self, x, y):
    value = (0xca01f9dd * x - 0x4973f715 * y) & _M32
    return value ^ value >> 16

  def spawn(self, n_children):
    first = self.n_children_spawned
    self.n_children_spawned += n_children
    return [SeedSequence(self.entropy, spawn_key=self.spawn_key + (i,)) for i in range(first, first + n_children)]

  def __repr__(self):
    key = '    spawn_key=%r,\n' % (self.spawn_key,) if self.spawn_key else ''
    count = '    n_children_spawned=%d,\n' % self.n_children_spawned if self.n_children_spawned else ''
    return 'SeedSequence(\n    entropy=%r,\n%s%s)' % (self.entropy, key, count)

  def generate_state(self, n_words, dtype=np.uint32):
    words = self._words(n_words if np.dtype(dtype) == np.uint32 else 2 * n_words)
    if np.dtype(dtype) != np.uint32:
      words = [low | high << 32 for low, high in zip(words[::2], words[1::2])]
    return np.array(words, dtype)

  def _words(self, n_words):
    constant, words = 0x8b51f9dd, []
    for i in range(n_words):
      value = self.pool[i % 4] ^ constant
      constant = constant * 0x58f38ded & _M32
      value = value * constant & _M32
      words.append(value ^ value >> 16)
    return words


_STEP = 2549297995355413924 << 64 | 4865540595714422341


class PCG64:
  """PCG XSL RR 128/64."""

  def __init__(self, seed=None):
    self.seed_seq = seed if isinstance(seed, SeedSequence) else SeedSequence(seed)
    w = self.seed_seq._words(8)
    seed = (w[1] << 32 | w[0]) << 64 | w[3] << 32 | w[2]
    self._increment = ((w[5] << 32 | w[4]) << 65 | (w[7] << 32 | w[6]) << 1 | 1) & _M128
    self._state = ((self._increment + seed) * _STEP + self._increment) & _M128
    self._half, self._word = None, 0

  @property
  def state(self):
    return {'bit_generator': 'PCG64', 'state': {'state': self._state, 'inc': self._increment},
            'has_uint32': int(self._half is not None), 'uinteger': self._word}

  @state.setter
  def state(self, value):
    if not isinstance(value, dict):
      raise TypeError('state must be a dict')
    if value.get('bit_generator') != 'PCG64':
      raise ValueError('state must be for a PCG64 RNG')
    self._state, self._increment = value['state']['state'], value['state']['inc']
    self._word = value['uinteger']
    self._half = self._word if value['has_uint32'] else None

  def random_raw(self, size=None, output=True):
    return _fill(size, self.next64, np.uint64)

  def next64(self):
    s = self._state = (self._state * _STEP + self._increment) & _M128
    value = (s >> 64 ^ s) & _M64
    turn = s >> 122
    return (value >> turn | value << 64 - turn) & _M64

  def next32(self):
    if self._half is not None:
      value, self._half = self._half, None
      return value
    value = self.next64()
    self._half = self._word = value >> 32
    return value & _M32


_R = 3.6541528853610087963519472518
# How far, in units of the last place, NumPy's table is from what _tables computes.
_OFF = [-11, 305, 95, 70, 57] + [ord(c) - 48 for c in (
    '`XVP====<<<:8865443455643343433334555545434444322223444555544331111223332222222233333344444344333222'
    '11111000000000000000000000000000000000000112233322344555567776667889:;;;::98877666666333333333322111'
    '111111111001111112333333333322111111121221222222210')]
_zig = []


def _tables():
  """Widths, bounds of the inside and heights of the 256 layers under the normal curve."""
  height = lambda x: math.exp(-0.5 * x * x)
  area = _R * height(_R) + math.sqrt(math.pi / 2) * math.erfc(_R / math.sqrt(2))
  x = [0.0] * 257
  x[255] = _R
  x[256] = area / height(_R)
  for i in range(254, 0, -1):
    x[i] = math.sqrt(-2 * math.log(area / x[i + 1] + height(x[i + 1])))
  x[0] = x.pop()
  x = [w + d * math.ulp(w) for w, d in zip(x, _OFF)]
  inside = [int(2.0**52 * _R / x[0]), 0] + [int(2.0**52 * (x[i - 1] / x[i])) for i in range(2, 256)]
  _zig.extend([[w / 2.0**52 for w in x], inside, [1.0] + [height(w) for w in x[1:]]])


class Generator(_Source):
  """What default_rng gives."""

  def __init__(self, bit_generator):
    self.bit_generator = bit_generator
    self._next32 = bit_generator.next32
    self._next64 = bit_generator.next64

  def _double(self):
    return (self._next64() >> 11) * (1.0 / 9007199254740992.0)

  def _below(self, top):
    """A number up to `top`, by multiplication."""
    if top == 0:
      return 0
    bits, draw = (32, self._next32) if top <= _M32 else (64, self._next64)
    whole = 1 << bits
    if top == whole - 1:
      return draw()
    product = draw() * (top + 1)
    if product % whole < top + 1:
      threshold = (whole - 1 - top) % (top + 1)
      while product % whole < threshold:
        product = draw() * (top + 1)
    return product >> bits

  def _small(self, width, low, top):
    """Numbers of 8 and 16 bits are made of pieces of one of 32 bits, the lowest first."""
    whole, state = 1 << width, [0, 0]

    def piece():
      if not state[1]:
        state[:] = self._next32(), 32 // width
      value = state[0] & whole - 1
      state[0] >>= width
      state[1] -= 1
      return value

    def draw():
      if top == 0:
        return low
      if top == whole - 1:
        return low + piece()
      product = piece() * (top + 1)
      if product % whole < top + 1:
        threshold = (whole - 1 - top) % (top + 1)
        while product % whole < threshold:
          product = piece() * (top + 1)
      return low + (product >> width)
    return draw

  def _gauss(self):
    if not _zig:
      _tables()
    widths, inside, heights = _zig[:3]
    while True:
      r = self._next64()
      layer = r & 255
      size = r >> 9 & 0xfffffffffffff
      x = size * widths[layer]
      if r & 256:
        x = -x
      if size < inside[layer]:
        return x
      if layer == 0:
        while True:
          a = -(1.0 / _R) * math.log1p(-self._double())
          b = -math.log1p(-self._double())
          if b + b > a * a:
            return -(_R + a) if size >> 8 & 1 else _R + a
      if (heights[layer - 1] - heights[layer]) * self._double() + heights[layer] < math.exp(-0.5 * x * x):
        return x

  def random(self, size=None, dtype=np.float64):
    if np.dtype(dtype) == np.float32:
      drawn = _fill(size, lambda: (self._next32() >> 8) * (1.0 / 16777216.0), np.float32)
      return drawn if size is not None else np.float32(drawn)
    return _fill(size, self._double)

  def _float(self):
    return (self._next32() >> 8) * (1.0 / 16777216.0)

  def _gauss32(self):
    """The same layers with 23 bits."""
    if not _zig:
      _tables()
    if len(_zig) == 3:
      single = lambda v: float(np.float32(v))
      _zig.extend([[single(w * 2.0**29) for w in _zig[0]], [round(k / 2**29) for k in _zig[1]], [single(h) for h in _zig[2]]])
    widths, inside, heights = _zig[3:]
    f = lambda v: float(np.float32(v))
    while True:
      r = self._next32()
      layer = r & 255
      size = r >> 9 & 0x7fffff
      x = f(size * widths[layer])
      if r & 256:
        x = -x
      if size < inside[layer]:
        return x
      if layer == 0:
        while True:
          a = f(f(-0.27366123732975828) * f(math.log1p(-self._float())))
          b = f(-math.log1p(-self._float()))
          if f(b + b) > f(a * a):
            return -f(f(_R) + a) if size >> 8 & 1 else f(f(_R) + a)
      if f(f(f(heights[layer - 1] - heights[layer]) * self._float()) + heights[layer]) < math.exp(-0.5 * x * x):
        return x

  def standard_normal(self, size=None, dtype=np.float64, out=None):
    if np.dtype(dtype) == np.float32:
      drawn = _fill(size, self._gauss32, np.float32)
      return float(drawn) if size is None else drawn
    if np.dtype(dtype) != np.float64:
      raise TypeError('Unsupported dtype %r for standard_normal' % np.dtype(dtype))
    return _fill(size, self._gauss)

  def integers(self, low, high=None, size=None, dtype=np.int64, endpoint=False):
    if high is None:
      low, high = 0, low
    low, high = int(low), int(high) - (0 if endpoint else 1)
    if low > high:
      raise ValueError('high <= 0' if low == 0 else 'low >= high' if not endpoint else 'low > high')
    kind = np.dtype(np.int64 if dtype is int else dtype)
    if kind.itemsize < 4:
      draw = self._small(1 if kind == np.bool_ else 8 * kind.itemsize, low, high - low)
    else:
      draw = lambda: low + self._below(high - low)
    return kind.type(draw()) if size is None else _fill(size, draw, kind)

  def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
    a, n = self._population(a)
    count = 1 if size is None else math.prod(_shape(size))
    if not replace and count > n:
      raise ValueError('Cannot take a larger sample than population when replace is False')
    if p is not None:
      indices = self._weighted(p, n, size, replace)
    elif replace:
      indices = [self._below(n - 1) for _ in range(count)]
    elif n > 10000 and count > n // (50 if shuffle else 20):
      indices = list(range(n))
      for i in range(n - 1, max(n - count, 1) - 1, -1):
        _swap(indices, i, self._below(i))
      indices = indices[n - count:]
    else:
      indices, seen = [], set()
      for j in range(n - count, n):
        value = self._below(j)
        indices.append(j if value in seen else value)
        seen.add(indices[-1])
      if shuffle:
        for i in range(count - 1, 0, -1):
          _swap(indices, i, self._below(i))
    return self._picked(a, indices, size)


def default_rng(seed=None):
  if isinstance(seed, Generator):
    return seed
  return Generator(seed if isinstance(seed, PCG64) else PCG64(seed))


_rand = RandomState()
seed = _rand.seed
rand, randn, randint = _rand.rand, _rand.randn, _rand.randint
random = random_sample = sample = ranf = _rand.random
uniform, normal, standard_normal = _rand.uniform, _rand.normal, _rand.standard_normal
_drawn = ('beta binomial bytes chisquare dirichlet exponential f gamma geometric get_state gumbel hypergeometric laplace '
          'logistic lognormal logseries multinomial multivariate_normal negative_binomial noncentral_chisquare '
          'noncentral_f pareto poisson power random_integers rayleigh set_state standard_cauchy standard_exponential '
          'standard_gamma standard_t triangular vonmises wald weibull zipf').split()
shuffle, permutation, choice = _rand.shuffle, _rand.permutation, _rand.choice


def __getattr__(name):
  if name in _drawn:
    return getattr(_rand, name)
  if name in ('MT19937', 'PCG64DXSM', 'Philox', 'SFC64', 'BitGenerator', 'get_bit_generator', 'set_bit_generator'):
    raise NotImplementedError('numpy.random.%s is not supported by tracepack: RandomState has MT19937, default_rng PCG64' % name)
  raise AttributeError("module 'numpy.random' has no attribute %r" % name)
