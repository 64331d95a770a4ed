"""What numpy does when floats go wrong: np.errstate and its like. float_errors.cc finds what went wrong."""
import sys
import warnings

_KINDS = 'divide', 'over', 'under', 'invalid'
_TEXTS = dict(divide='divide by zero', over='overflow', under='underflow', invalid='invalid value')
_FLAGS = dict(divide=1, over=2, under=4, invalid=8)
_MODES = 'ignore', 'warn', 'raise', 'call', 'print', 'log'
_state = dict(divide='warn', over='warn', under='ignore', invalid='warn')
_call = None


def report(kind, name):
  mode = _state[kind]
  if mode == 'ignore':
    return
  text = '%s encountered in %s' % (_TEXTS[kind], name)
  if mode == 'raise':
    raise FloatingPointError(text)
  if mode == 'warn':
    import _warnings
    level = 2
    while _warnings.caller(level)[0][:1] == '<' and level < 20:  # the library's own frames
      level += 1
    warnings.warn(text, RuntimeWarning, level)
  elif mode == 'print':
    sys.stderr.write('Warning: %s\n' % text)
  elif mode == 'call':
    if _call is None:
      raise NameError('python callback specified for %s (in  %s) but no function found.' % (_TEXTS[kind], name))
    _call(_TEXTS[kind], _FLAGS[kind])
  else:
    if _call is None:
      raise NameError('log specified for %s (in %s) but no object with write method found.' % (_TEXTS[kind], name))
    _call.write('Warning: %s\n' % text)


def geterr():
  return dict(_state)


def seterr(all=None, divide=None, over=None, under=None, invalid=None):
  old = geterr()
  for kind, mode in zip(_KINDS, (divide, over, under, invalid)):
    mode = all if mode is None else mode
    if mode is not None:
      if mode not in _MODES:
        raise ValueError('invalid error mode %r' % (mode,))
      _state[kind] = mode
  return old


def geterrcall():
  return _call


def seterrcall(func):
  global _call
  if func is not None and not callable(func) and not callable(getattr(func, 'write', None)):
    raise ValueError('Only callable can be used as callback')
  old, _call = _call, func
  return old


class errstate:
  def __init__(self, *, call=False, all=None, divide=None, over=None, under=None, invalid=None):
    self._call = call
    self._modes = all, divide, over, under, invalid

  def __enter__(self):
    global _call
    self._old = seterr(*self._modes), _call
    if self._call is not False:
      _call = self._call

  def __exit__(self, *exc):
    global _call
    modes, _call = self._old
    _state.update(modes)

  def __call__(self, function):
    import functools

    @functools.wraps(function)
    def inner(*args, **kwargs):
      with errstate(call=self._call, **dict(zip(('all',) + _KINDS, self._modes))):
        return function(*args, **kwargs)
    return inner


def getbufsize():
  return 8192


def setbufsize(size):
  raise NotImplementedError('np.setbufsize is not supported by tracepack: there are no buffers')
