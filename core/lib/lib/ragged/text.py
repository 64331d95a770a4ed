"""How ragged tensors look: as NumPy prints arrays, rows that differ in length as arrays of arrays
(ragged_tensor.py: _formatter, numpy/_core/arrayprint.py)."""
import tensorflow as tf

WIDTH = 75
EDGE = 3


class _Array:
  """An array of texts: its dims, and nested lists of that depth."""

  def __init__(self, dims, items):
    self.dims = dims
    self.items = items

  def size(self):
    count = 1
    for d in self.dims:
      count *= d
    return count


def _of_tensor(tensor):
  array = tensor.numpy()
  flat = [str(x) for x in array.reshape((-1,))]

  def nest(dims, begin, end):
    if not dims:
      return flat[begin]
    step = (end - begin) // dims[0] if dims[0] else 0
    return [nest(dims[1:], begin + i * step, begin + (i + 1) * step) for i in range(dims[0])]

  return _Array(list(array.shape), nest(list(array.shape), 0, len(flat)))


def _of_ragged(rt):
  values = _of_ragged(rt.values) if hasattr(rt, 'values') and hasattr(rt.values, 'row_splits') else _of_tensor(rt.values)
  splits = rt.row_splits.numpy().tolist()
  rows = [values.items[a:b] for a, b in zip(splits, splits[1:])]
  if not rows:
    return _Array([0, 0] + values.dims[1:], [])
  lengths = set(len(row) for row in rows)
  if len(lengths) == 1:
    return _Array([len(rows)] + [len(rows[0])] + values.dims[1:], rows)
  return _Array([len(rows)], [_text(_Array([len(row)] + values.dims[1:], row)) for row in rows])


def text_of(rt):
  return _text(_of_ragged(rt))


def _plain(items, depth):
  return '[' + ', '.join(_plain(i, depth - 1) if depth > 1 else i for i in items) + ']'


def _text(array):
  if array.size() == 0:
    return _plain(array.items, len(array.dims))
  return _block(array.items, len(array.dims), ' ', WIDTH, array.size() > 1000)


def _extend(done, line, word, width, indent):
  """Puts a word on the line, or on a new one where it does not fit."""
  words = word.split('\n')
  longest = max(len(w) for w in words)
  if len(line) + longest > width and len(line) > len(indent):
    done += line.rstrip() + '\n'
    line = indent
  elif len(words) > 1:
    indent = ' ' * len(line)
  line += words[0]
  for w in words[1:]:
    done += line.rstrip() + '\n'
    line = indent + w
  if len(words) > 1:
    line += ' ' * (longest - len(words[-1]))
  return done, line


def _block(items, depth, indent, width, cut):
  """Nested lists of texts, `depth` deep, as NumPy writes an array."""
  if depth == 0:
    return items
  texts = [_block(i, depth - 1, indent + ' ', width - 1, cut) for i in items]
  if cut and len(texts) > 2 * EDGE:
    texts = texts[:EDGE] + ['...'] + texts[-EDGE:]
  done = ''
  if depth == 1:
    line = indent
    for i, word in enumerate(texts):
      done, line = _extend(done, line, word, width - 1, indent)
      if i + 1 < len(texts):
        line += ', '
    done += line
  else:
    done = (',' + '\n' * (depth - 1)).join(indent + text for text in texts)
  return '[' + done[len(indent):] + ']'
