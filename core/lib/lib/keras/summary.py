"""model.summary() (keras/src/utils/summary_utils.py): a table of the layers, laid out as the `rich` library does it."""
import math
import re
import shutil

from tensorflow_lib.keras import state as settings
from tensorflow_lib.keras.state import dtype_size, flatten, map_structure, standardize_dtype

_WORD = re.compile(r'\s*\S+\s*')


# ---- tables
def _breaks(text, width, fold):
  """Where to cut a text so that its parts are at most so wide: before words, and with `fold` inside of long words."""
  found, used = [], 0
  for match in _WORD.finditer(text):
    start, word = match.start(), match.group(0)
    length = len(word.rstrip())
    if width - used >= length:
      used += len(word)
    elif length > width:
      parts = [word[i:i + width] for i in range(0, len(word), width)] if fold else [word]
      for part in parts:
        if start:
          found.append(start)
        used = len(part)
        start += len(part)
    elif used and start:
      found.append(start)
      used = len(word)
  return found


def wrapped(text, width, fold=False):
  """The lines of a text that is that wide; words that do not fit are folded, or end in an ellipsis."""
  lines = []
  for line in text.split('\n'):
    start = 0
    for end in _breaks(line, width, fold) + [len(line)]:
      part = line[start:end].rstrip()
      lines.append(part if len(part) <= width else part[:width - 1] + '…')
      start = end
  return lines


def _reduced(widths, excess):
  """The widths less the excess, which all share."""
  shares, out = len(widths), []
  for width in widths:
    taken = min(width, round(excess / shares))
    out.append(width - taken)
    excess -= taken
    shares -= 1
  return out


def _aligned(line, width, how):
  if how == 'right':
    return ' ' * (width - len(line)) + line
  if how == 'center':
    left = (width - len(line)) // 2
    return ' ' * left + line + ' ' * (width - len(line) - left)
  return line + ' ' * (width - len(line))


def table(header, alignment, column_widths, rows, width):
  """The lines of a table with borders."""
  widths = [w + 2 for w in column_widths]
  excess = sum(widths) - (width - len(widths) - 1)
  if excess > 0:
    widths = _reduced(widths, excess)
  rule = lambda parts: parts[0] + parts[2].join(parts[1] * w for w in widths) + parts[3]

  def row(cells, edge, at_bottom=False):
    lines = [wrapped(cell, w - 2) for cell, w in zip(cells, widths)]
    height = max(len(x) for x in lines)
    if at_bottom:
      lines = [[''] * (height - len(x)) + x for x in lines]
    out = []
    for i in range(height):
      shown = [' ' + _aligned(x[i] if i < len(x) else '', w - 2, how) + ' ' for x, w, how in zip(lines, widths, alignment)]
      out.append(edge + edge.join(shown) + edge)
    return out

  out = [rule('┏━┳┓')] + row(header, '┃', True) + [rule('┡━╇┩')]
  for i, cells in enumerate(rows):
    if i > 0:
      out.append(rule('├─┼┤'))
    out += row(cells, '│')
  return out + [rule('└─┴┘')]


# ---- counts
def count_params(weights):
  if hasattr(weights, 'shape'):
    return math.prod(weights.shape)
  return int(sum(math.prod(v.shape) for v in weights))


def _memory(weights):
  unique = {id(w): w for w in weights}.values()
  size = sum(math.prod(w.shape) * dtype_size(standardize_dtype(w.dtype)) for w in unique) / 8
  units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']
  for unit in units:
    if size / 1024 < 1:
      return size, unit
    size /= 1024
  return size, units[-1]


def _output_shape(layer):
  """The shape that the layer gives, as text."""
  if not layer._inbound_nodes and not getattr(layer, '_build_shapes_dict', None):
    return '?'
  show = lambda shape: '(%s)' % ', '.join(str(d) for d in shape)
  if layer._inbound_nodes:
    shapes = map_structure(lambda x: show(x.shape), layer._inbound_nodes[-1].output_tensors)
  else:
    try:
      if hasattr(layer, 'output_shape'):
        shapes = show(layer.output_shape)
      else:
        shapes = settings.map_shapes(show, layer.compute_output_shape(**layer._build_shapes_dict))
    except NotImplementedError:
      return '?'
  flat = flatten(shapes)
  return flat[0] if len(flat) == 1 else str(shapes).replace("'", '')


def _layout(model):
  """(the layers, do they follow one another?, the nodes of the model)."""
  if not hasattr(model, '_nodes_by_depth'):
    return model.layers, True, None
  by_depth = list(model._nodes_by_depth.values())
  relevant = [node for nodes in by_depth for node in nodes]
  nodes = []
  for same_depth in by_depth:
    if len(same_depth) > 1 or len(same_depth) == 1 and len(flatten(same_depth[0].input_tensors)) > 1:
      return model._operations, False, relevant
    nodes += same_depth
  for layer in model.layers:
    if sum(any(node is n for n in nodes) for node in layer._inbound_nodes) > 1:
      return model._operations, False, relevant
  return model._operations, True, relevant


def _connections(layer, relevant):
  found = []
  for node in layer._inbound_nodes:
    if relevant and not any(node is n for n in relevant):
      continue
    for x in node.input_tensors:
      history = x._keras_history
      found.append('%s[%d][%d]' % (history.operation.name, history.node_index, history.tensor_index))
  return ', '.join(found) or '-'


def _range(layers, layer_range):
  if layer_range is None:
    return 0, len(layers)
  if len(layer_range) != 2:
    raise ValueError('layer_range must be a list or tuple of length 2. Received: layer_range = %s of length %d' %
                     (layer_range, len(layer_range)))
  if not isinstance(layer_range[0], str) or not isinstance(layer_range[1], str):
    raise ValueError('layer_range should contain string type only. Received: %s' % (layer_range,))
  first, last = [[i for i, layer in enumerate(layers) if re.match(name, layer.name)] for name in layer_range]
  if not first or not last:
    raise ValueError('Passed layer_names do not match the layer names in the model. Received: %s' % (layer_range,))
  if min(first) > max(last):
    return min(last), max(first) + 1
  return min(first), max(last) + 1


def print_summary(model, line_length=None, positions=None, print_fn=None, expand_nested=False, show_trainable=False,
                  layer_range=None):
  """Prints the layers of a model, their shapes and how many weights they have."""
  layers, sequential, relevant = _layout(model)
  if sequential:
    length, positions = 88, positions or [0.45, 0.80, 1.0]
    header, alignment = ['Layer (type)', 'Output Shape', 'Param #'], ['left', 'left', 'right']
  else:
    length, positions = 108, positions or [0.3, 0.56, 0.74, 1.0]
    header = ['Layer (type)', 'Output Shape', 'Param #', 'Connected to']
    alignment = ['left', 'left', 'right', 'left']
  if show_trainable:
    length += 12
    positions = [p * 0.9 for p in positions] + [1.0]
    header.append('Trainable')
    alignment.append('center')
  line_length = line_length or min(length, shutil.get_terminal_size()[0] - 4)
  widths, used = [], 0
  for position in positions:
    width = int(position * line_length) - used
    if width < 4:
      raise ValueError('Insufficient console width to print summary.')
    widths.append(width)
    used += width

  def fields(layer, prefix):
    if not hasattr(layer, 'built'):
      params = '0'
    else:
      params = '{:,}'.format(layer.count_params()) if layer.built else '0 (unbuilt)'
    out = ['%s%s (%s)' % (prefix, layer.name, type(layer).__name__), _output_shape(layer), params]
    if not sequential:
      out.append(_connections(layer, relevant))
    if show_trainable:
      out.append(('Y' if layer.trainable else 'N') if getattr(layer, 'weights', None) else '-')
    return out

  rows = []

  def add(layer, level):
    rows.append(fields(layer, '   ' * level + '└ ' if level else ''))
    if expand_nested:
      for inner in getattr(layer, 'layers', None) or []:
        add(inner, level + 1)

  first, last = _range(layers, layer_range)
  for layer in layers[first:last]:
    add(layer, 0)
  groups = [(' Trainable params: ', model.trainable_weights), (' Non-trainable params: ', model.non_trainable_weights)]
  total = list(model.trainable_weights) + list(model.non_trainable_weights)
  count = sum(count_params(weights) for _, weights in groups)
  if model.compiled and model.optimizer and model.optimizer.built:
    groups.append((' Optimizer params: ', model.optimizer.variables))
    count += count_params(model.optimizer.variables)
    total += list(model.optimizer.variables)
  columns = shutil.get_terminal_size()[0]
  lines = wrapped('Model: "%s"' % model.name, columns, True)
  lines += [line[:columns] for line in table(header, alignment, widths, rows, line_length)]
  lines.append(' Total params: %s (%.2f %s)' % (('{:,}'.format(count),) + _memory(total)))
  for label, weights in groups:
    lines.append('%s%s (%.2f %s)' % ((label, '{:,}'.format(count_params(weights))) + _memory(weights)))
  text = '\n'.join(lines) + '\n'
  if print_fn:
    print_fn(text)
  else:
    print(text, end='')
