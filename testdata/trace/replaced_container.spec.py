# A list or dict is replaced as a whole in a branch or loop that assigns its items, too: AutoGraph's code writes the items
# before the name, and TensorFlow refuses what comes of it.
import re

import tensorflow as tf


class Box:
    def __init__(self, x, y): self.x=x; self.y=y
@tf.function
def in_a_branch(x, y, n, vec):
    a = y
    b = y - 3
    f = x
    g = x * 0.5
    k = 2
    m = 3
    flag = False
    v = vec * 2.0
    d = {'k': y, 'f': x, 's': 1}
    l = [y, y + 1, n]
    if (not f == 0.25):
        for i3 in tf.range(n):
            l[2] = ((i3 if l[0] <= y else a) * l[0])
        l = [tf.cast(flag, tf.int32), l[0], (b - a)]
    return vec, a, g, k, v, (d['k'] + m), d['f'], sum([a * z for z in range(3)])
@tf.function
def in_a_loop(x, y, n, vec):
    a = y
    f = x
    k = 2
    q = 0.25
    flag = True
    d = {'k': y, 'f': x, 's': 1}
    i1 = 0
    while i1 < tf.constant(2):
        d['s'] = (k - i1) % 5 // 2
        d = {'k': a, 'f': tf.where(flag, d['f'], x), 's': d['s']}
        return (x if flag else f), vec, a, f, (k if flag else i1), q, flag, d['f']
@tf.function
def before_a_return(x, y, n, vec):
    a = y
    b = y - 3
    f = x
    g = x * 0.5
    q = 0.25
    flag = x > 0.5
    p = (y, x)
    o = Box(y, x)
    l = [y, y + 1, n]
    q = (-(q) if (x == f or False) else 0.0)
    if flag:
        for i3 in tf.stack([tf.minimum(vec, g), vec]):
            l[2] = a
        l = [(o.x * 1), l[0], y // 7]
        return a, b, f, flag, p, o.x, o.y, l[0], l[2]
    return a, b, f, flag, p, o.x, o.y, l[0], l[2]


@tf.function
def replaced(x):
  items = [x, x + 1, x + 2]
  if not x == 7:
    for i in tf.range(2):
      items[2] = i
    items = [x + 5, items[2], x]
  return x


for f, given in ((in_a_branch, 4), (in_a_loop, 4), (before_a_return, 4), (replaced, 1)):
  arguments = [tf.constant(-1.75), tf.constant(5), tf.constant(3), tf.constant([-2.75, 2.75, 3.50])]
  try:
    print([t.numpy() for t in tf.nest.flatten(f(*(arguments if given > 1 else arguments[1:2])))])
  except Exception as error:
    print(type(error).__name__, re.sub(r'id=\d+', 'id=ID', str(error)).splitlines()[-2:])
