"""Functions that make functions of functions."""
from _functools import partial, reduce, cmp_to_key, _lru_cache_wrapper

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__")
WRAPPER_UPDATES = ("__dict__",)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    for attr in assigned:
        try:
            value = getattr(wrapped, attr)
        except AttributeError:
            pass
        else:
            setattr(wrapper, attr, value)
    for attr in updated:
        getattr(wrapper, attr).update(getattr(wrapped, attr, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    def decorate(wrapper):
        return update_wrapper(wrapper, wrapped, assigned, updated)
    return decorate


def _from_lt(op):
    def __gt__(self, other):
        result = op(self, other)
        return result if result is NotImplemented else not result and self != other

    def __le__(self, other):
        result = op(self, other)
        return result if result is NotImplemented else result or self == other

    def __ge__(self, other):
        result = op(self, other)
        return result if result is NotImplemented else not result
    return [__gt__, __le__, __ge__]


def _from_le(op):
    def __ge__(self, other):
        result = op(self, other)
        return result if result is NotImplemented else not result or self == other

    def __lt__(self, other):
        result = op(self, other)
        return result if result is NotImplemented else result and self != other

    def __gt__(self, other):
        result = op(self, other)
        return result if result is NotImplemented else not result
    return [__ge__, __lt__, __gt__]


def _from_gt(op):
    def __lt__(self, other):
        result = op(self, other)
        return result if result is NotImplemented else not result and self != other

    def __ge__(self, other):
        result = op(self, other)
        return result if result is NotImplemented else result or self == other

    def __le__(self, other):
        result = op(self, other)
        return result if result is NotImplemented else not result
    return [__lt__, __ge__, __le__]


def _from_ge(op):
    def __le__(self, other):
        result = op(self, other)
        return result if result is NotImplemented else not result or self == other

    def __gt__(self, other):
        result = op(self, other)
        return result if result is NotImplemented else result and self != other

    def __lt__(self, other):
        result = op(self, other)
        return result if result is NotImplemented else not result
    return [__le__, __gt__, __lt__]


_ORDERINGS = {"__lt__": _from_lt, "__le__": _from_le, "__gt__": _from_gt, "__ge__": _from_ge}


def total_ordering(cls):
    roots = [op for op in ("__lt__", "__le__", "__gt__", "__ge__")
             if getattr(cls, op, None) is not getattr(object, op, None)
             and any(op in vars(base) for base in cls.__mro__[:-1])]
    if not roots:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    root = roots[0]
    for function in _ORDERINGS[root](getattr(cls, root)):
        if function.__name__ not in roots:
            setattr(cls, function.__name__, function)
    return cls


def lru_cache(maxsize=128, typed=False):
    if isinstance(maxsize, int):
        if maxsize < 0:
            maxsize = 0
    elif callable(maxsize) and isinstance(typed, bool):
        function, maxsize = maxsize, 128
        wrapper = _lru_cache_wrapper(function, maxsize, typed, CacheInfo)
        wrapper.cache_parameters = lambda: {"maxsize": maxsize, "typed": typed}
        return update_wrapper(wrapper, function)
    elif maxsize is not None:
        raise TypeError("Expected first argument to be an integer, a callable, or None")

    def decorate(function):
        wrapper = _lru_cache_wrapper(function, maxsize, typed, CacheInfo)
        wrapper.cache_parameters = lambda: {"maxsize": maxsize, "typed": typed}
        return update_wrapper(wrapper, function)
    return decorate


def CacheInfo(hits, misses, maxsize, currsize):
    global CacheInfo
    from collections import namedtuple
    CacheInfo = namedtuple("CacheInfo", ["hits", "misses", "maxsize", "currsize"])
    return CacheInfo(hits, misses, maxsize, currsize)


def cache(user_function, /):
    return lru_cache(maxsize=None)(user_function)


class cached_property:
    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        elif name != self.attrname:
            raise TypeError(
                "Cannot assign the same cached_property to two different names "
                f"({self.attrname!r} and {name!r}).")

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if self.attrname is None:
            raise TypeError("Cannot use cached_property instance without calling __set_name__ on it.")
        try:
            cache = instance.__dict__
        except AttributeError:
            raise TypeError(f"No '__dict__' attribute on {type(instance).__name__!r} "
                            f"instance to cache {self.attrname!r} property.") from None
        if self.attrname in cache:
            return cache[self.attrname]
        value = self.func(instance)
        cache[self.attrname] = value
        return value


class partialmethod:
    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        self.func, self.args, self.keywords = func, args, keywords

    def __get__(self, obj, cls=None):
        get = getattr(self.func, "__get__", None)
        if get is not None and not isinstance(self.func, partial):
            bound = get(obj, cls)
            if bound is not self.func:
                return partial(bound, *self.args, **self.keywords)

        def method(cls_or_self, /, *args, **keywords):
            return self.func(cls_or_self, *self.args, *args, **{**self.keywords, **keywords})
        return method.__get__(obj, cls)


def singledispatch(func):
    registry = {}

    def dispatch(cls):
        for base in cls.__mro__:
            if base in registry:
                return registry[base]
        for registered, function in registry.items():
            if registered is not object and issubclass(cls, registered):
                return function
        return registry[object]

    def register(cls, func=None):
        if func is None:
            if isinstance(cls, type):
                return lambda f: register(cls, f)
            annotations = getattr(cls, "__annotations__", {})
            if not annotations:
                raise TypeError(f"Invalid first argument to `register()`: {cls!r}. "
                                f"Use either `@register(some_class)` or plain `@register` on an annotated function.")
            func = cls
            name, cls = next(iter(annotations.items()))
            if not isinstance(cls, type):
                raise TypeError(f"Invalid annotation for {name!r}. {cls!r} is not a class.")
        registry[cls] = func
        return func

    @wraps(func)
    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f"{funcname} requires at least 1 positional argument")
        return dispatch(args[0].__class__)(*args, **kw)

    funcname = getattr(func, "__name__", "singledispatch function")
    registry[object] = func
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = registry
    wrapper._clear_cache = lambda: None
    return wrapper


class singledispatchmethod:
    def __init__(self, func):
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, func=method)

    def __get__(self, obj, cls=None):
        def method(*args, **kwargs):
            return self.dispatcher.dispatch(args[0].__class__).__get__(obj, cls)(*args, **kwargs)
        method.register = self.register
        return update_wrapper(method, self.func)
