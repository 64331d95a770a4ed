"""Bytes, states, orders and children of numpy.random's generators; `self` is the generator."""
import numpy as np
from numpy import random as _random

_fill = _random._fill


def bytes(self, length):
  import struct
  words = [self._next32() for _ in range((length - 1) // 4 + 1)]
  return struct.pack('<%dI' % len(words), *words)[:length]


def get_state(self, legacy=True):
  _, words, _ = self._twister.getstate()
  key, at = np.array(words[:-1], np.uint32), words[-1]
  kept = self._kept
  if legacy:
    return 'MT19937', key, at, int(kept is not None), 0.0 if kept is None else kept
  return {'bit_generator': 'MT19937', 'state': {'key': key, 'pos': at}, 'has_gauss': int(kept is not None),
          'gauss': 0.0 if kept is None else kept}


def set_state(self, state):
  if isinstance(state, dict):
    name, inner = state['bit_generator'], state['state']
    key, at, has, kept = inner['key'], inner['pos'], state.get('has_gauss', 0), state.get('gauss', 0.0)
  else:
    if not isinstance(state, (tuple, list)):
      raise TypeError('state must be a dict or a tuple.')
    name, key, at = state[:3]
    has, kept = state[3:5] if len(state) > 3 else (0, 0.0)
  if name != 'MT19937':
    raise ValueError('set_state can only be used with legacy MT19937 state instances.')
  self._twister.setstate((3, tuple(int(k) for k in np.ravel(key).tolist()) + (int(at),), None))
  self._kept = kept if has else None


def tomaxint(self, size=None):
  return _fill(size, lambda: self._next64() >> 1, np.int64)


def random_integers(self, low, high=None, size=None):
  import warnings
  if high is None:
    warnings.warn('This function is deprecated. Please call randint(1, %d + 1) instead' % low, DeprecationWarning, 2)
    low, high = 1, low
  else:
    warnings.warn('This function is deprecated. Please call randint(%d, %d + 1) instead' % (low, high), DeprecationWarning, 2)
  return self.randint(low, int(high) + 1, size)


def permuted(self, x, *, axis=None, out=None):
  x = np.array(x)
  if axis is None:
    flat = x.ravel()
    _order(self, flat)
    made = flat.reshape(x.shape)
  else:
    last = np.moveaxis(x, axis, -1)
    rows = last.reshape((-1, last.shape[-1]))
    made = []
    for row in rows:
      row = np.array(row)
      _order(self, row)
      made.append(row)
    made = np.moveaxis(np.stack(made).reshape(last.shape), -1, axis)
  if out is not None:
    out[...] = made
    return out
  return made


def _order(self, row):
  items = row.tolist()
  for i in range(len(items) - 1, 0, -1):
    j = self._masked(i)
    items[i], items[j] = items[j], items[i]
  row[...] = np.array(items, row.dtype)


def spawn(self, n_children):
  seeds = self.bit_generator.seed_seq.spawn(n_children)
  return [type(self)(type(self.bit_generator)(s)) for s in seeds]
