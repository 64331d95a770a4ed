"""Shallow and deep copies."""


class Error(Exception):
    pass


error = Error
_ATOMIC = (int, float, bool, complex, str, bytes, type, range, slice, type(None), type(Ellipsis), type(NotImplemented),
           type(len), type(lambda: 0), property, type(int | str), type(list[int]))


# Builtin classes, by name, whose instances never change, and those that a copy shares everything with.
_CONSTANT = ("TensorShape", "DType")
_SHARED = ("Function", "ConcreteFunction", "ResourceVariable")


def _instance(x, deep, memo):
    cls = type(x)
    if cls.__name__ in _CONSTANT or not deep and cls.__name__ in _SHARED:
        return x
    if isinstance(x, BaseException):
        y = cls.__new__(cls, *x.args)
    elif isinstance(x, bytearray):
        y = cls.__new__(cls)
        y += x
    elif isinstance(x, (int, float, str, bytes)):
        y = cls.__new__(cls, x)
    elif isinstance(x, (tuple, frozenset)):
        y = cls.__new__(cls, [deepcopy(v, memo) for v in x] if deep else x)
    else:
        try:
            y = cls.__new__(cls)
        except TypeError:
            raise TypeError(f"cannot pickle {cls.__name__!r} object") from None
    if deep:
        memo[id(x)] = y
    if isinstance(x, dict):
        for k, v in x.items():
            dict.__setitem__(y, deepcopy(k, memo) if deep else k, deepcopy(v, memo) if deep else v)
    elif isinstance(x, list):
        list.extend(y, [deepcopy(v, memo) for v in x] if deep else x)
    elif isinstance(x, set):
        set.update(y, [deepcopy(v, memo) for v in x] if deep else x)
    getstate = getattr(cls, "__getstate__", None)
    setstate = getattr(y, "__setstate__", None)
    state = getattr(x, "__dict__", None)
    if getstate is not None and getstate is not getattr(object, "__getstate__", None):
        state = x.__getstate__()
    if setstate is not None and state is not None:
        setstate(deepcopy(state, memo) if deep else state)
    elif state is not None:
        for k, v in list(state.items()):
            y.__dict__[k] = deepcopy(v, memo) if deep else v
    for c in cls.__mro__:
        slots = c.__dict__.get("__slots__", ())
        for name in ((slots,) if isinstance(slots, str) else slots):
            if hasattr(x, name) and name not in ("__dict__", "__weakref__"):
                v = getattr(x, name)
                object.__setattr__(y, name, deepcopy(v, memo) if deep else v)
    return y


def _by_reduce(x, cls, deep=False, memo=None):
    reduce = cls.__dict__.get("__reduce__")
    if reduce is None:
        return None
    parts = x.__reduce__()
    if isinstance(parts, str):
        return x
    y = parts[0](*[deepcopy(v, memo) for v in parts[1]] if deep else parts[1])
    if cls.__module__ == "builtins" and len(parts) > 2:
        y.__setstate__(parts[2])
    return y


def copy(x):
    cls = type(x)
    if cls in _ATOMIC or cls is tuple or cls is frozenset:
        return x
    if cls is list or cls is dict or cls is set or cls is bytearray:
        return x.copy()
    if issubclass(cls, type):
        return x
    method = getattr(cls, "__copy__", None)
    if method is not None:
        return method(x)
    made = _by_reduce(x, cls)
    if made is not None:
        return made
    return _instance(x, False, None)


def deepcopy(x, memo=None, _nil=[]):
    cls = type(x)
    if cls in _ATOMIC:
        return x
    if memo is None:
        memo = {}
    key = id(x)
    y = memo.get(key, _nil)
    if y is not _nil:
        return y
    if cls is list:
        y = []
        memo[key] = y
        for v in x:
            y.append(deepcopy(v, memo))
    elif cls is dict:
        y = {}
        memo[key] = y
        for k, v in x.items():
            y[deepcopy(k, memo)] = deepcopy(v, memo)
    elif cls is tuple:
        items = [deepcopy(v, memo) for v in x]
        if key in memo:
            return memo[key]
        y = x if all(a is b for a, b in zip(items, x)) else tuple(items)
    elif cls is set:
        y = {deepcopy(v, memo) for v in x}
    elif cls is frozenset:
        y = frozenset([deepcopy(v, memo) for v in x])
    elif issubclass(cls, type):
        return x
    elif cls is bytearray:
        y = x.copy()
    else:
        method = getattr(x, "__deepcopy__", None)
        if method is not None:
            y = method(memo)
        elif cls.__name__ == "method":
            y = cls(x.__func__, deepcopy(x.__self__, memo))
        else:
            y = _by_reduce(x, cls, True, memo)
            if y is None:
                y = _instance(x, True, memo)
    if y is not x:
        memo[key] = y
        memo.setdefault(id(memo), []).append(x)
    return y
