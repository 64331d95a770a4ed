"""Functions of tf that take composite tensors, too (util/dispatch.py). The first use of such a class puts a function that
looks at its arguments in the place of each; what has the class goes to its form, all else to the usual function."""
import _tf
import tensorflow as tf

_forms = {}  # name -> [(class, form)]


def _has(kind, args):
  for x in args:
    if isinstance(x, kind) or (type(x) in (list, tuple) and _has(kind, x)):
      return True
  return False


def _chooser(name, forms, usual):
  """`tf.name` for what has no form, form(usual, …) for the rest."""
  def call(*args, **kwargs):
    for kind, form in forms:
      if _has(kind, args) or (kwargs and _has(kind, kwargs.values())):
        return form(usual, *args, **kwargs)
    return usual(*args, **kwargs)

  call.__name__ = call.__qualname__ = name.rpartition('.')[2]
  call.__wrapped__ = usual
  return _tf.named_as(call, 'tf.' + name)


def put(name, kind, form):
  """From now on `tf.name` of arguments with a `kind` among them is form(usual, …)."""
  if name in _forms:
    _forms[name].append((kind, form))
    return
  folder, _, last = name.rpartition('.')
  module = tf
  for part in folder.split('.') if folder else ():
    module = getattr(module, part, None)
  if module is None:
    return
  forms = _forms[name] = [(kind, form)]
  _tf.wrap_when_used(module, last, lambda usual: _chooser(name, forms, usual))
