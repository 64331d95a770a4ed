"""Weak references."""
from _weakref import ref, getweakrefcount, getweakrefs
from _collections_abc import MutableMapping as _MutableMapping, MutableSet as _MutableSet

ReferenceType = ref


class WeakMethod:
    def __init__(self, meth, callback=None):
        self._obj = ref(meth.__self__)
        self._func = meth.__func__
        self._type = type(meth)

    def __call__(self):
        obj = self._obj()
        return None if obj is None else self._type(self._func, obj)


class KeyedRef(ref):
    __slots__ = ("key",)

    def __new__(cls, ob, callback, key):
        self = ref.__new__(cls, ob, callback)
        self.key = key
        return self

    def __init__(self, ob, callback, key):
        super().__init__(ob, callback)


class WeakValueDictionary(_MutableMapping):
    def __init__(self, other=(), /, **kw):
        self.data = data = {}
        self._remove_for = lambda key: lambda wr: data.pop(key, None) if data.get(key) is wr else None
        self.update(other, **kw)

    def __getitem__(self, key):
        o = self.data[key]()
        if o is None:
            raise KeyError(key)
        return o

    def __setitem__(self, key, value):
        self.data[key] = ref(value, self._remove_for(key))

    def __delitem__(self, key):
        del self.data[key]

    def __len__(self):
        return len(self.data)

    def __contains__(self, key):
        wr = self.data.get(key)
        return wr is not None and wr() is not None

    def __iter__(self):
        for key, wr in list(self.data.items()):
            if wr() is not None:
                yield key

    def get(self, key, default=None):
        wr = self.data.get(key)
        o = None if wr is None else wr()
        return default if o is None else o

    def values(self):
        return [o for o in [wr() for wr in list(self.data.values())] if o is not None]

    def items(self):
        return [(k, o) for k, o in [(k, wr()) for k, wr in list(self.data.items())] if o is not None]

    def __repr__(self):
        return f"<{self.__class__.__name__} at {id(self):#x}>"


class WeakKeyDictionary(_MutableMapping):
    def __init__(self, dict=None):
        self.data = data = {}
        self._remove = lambda wr: data.pop(wr, None)
        if dict is not None:
            self.update(dict)

    def __getitem__(self, key):
        return self.data[ref(key)]

    def __setitem__(self, key, value):
        self.data[ref(key, self._remove)] = value

    def __delitem__(self, key):
        del self.data[ref(key)]

    def __len__(self):
        return len(self.data)

    def __contains__(self, key):
        try:
            return ref(key) in self.data
        except TypeError:
            return False

    def __iter__(self):
        for wr in list(self.data):
            obj = wr()
            if obj is not None:
                yield obj

    def get(self, key, default=None):
        return self.data.get(ref(key), default)

    def setdefault(self, key, default=None):
        return self.data.setdefault(ref(key, self._remove), default)

    def pop(self, key, *args):
        return self.data.pop(ref(key), *args)

    def items(self):
        return [(o, v) for o, v in [(wr(), v) for wr, v in list(self.data.items())] if o is not None]

    def __repr__(self):
        return f"<{self.__class__.__name__} at {id(self):#x}>"


class WeakSet(_MutableSet):
    def __init__(self, data=None):
        self.data = own = set()
        self._remove = own.discard
        if data is not None:
            self.update(data)

    def __iter__(self):
        for wr in list(self.data):
            obj = wr()
            if obj is not None:
                yield obj

    def __len__(self):
        return len(self.data)

    def __contains__(self, item):
        try:
            return ref(item) in self.data
        except TypeError:
            return False

    def add(self, item):
        self.data.add(ref(item, self._remove))

    def discard(self, item):
        self.data.discard(ref(item))

    def clear(self):
        self.data.clear()

    def update(self, other):
        for item in other:
            self.add(item)


class finalize:
    _registry = {}

    def __init__(self, obj, func, /, *args, **kwargs):
        self._info = (func, args, kwargs)
        self.atexit = True
        self._ref = ref(obj, lambda wr: self())
        finalize._registry[id(self)] = self

    def __call__(self, _=None):
        finalize._registry.pop(id(self), None)
        info, self._info = self._info, None
        if info is not None:
            func, args, kwargs = info
            return func(*args, **kwargs)

    def detach(self):
        obj = self._ref()
        finalize._registry.pop(id(self), None)
        info, self._info = self._info, None
        if info is not None and obj is not None:
            return (obj,) + info

    def peek(self):
        obj = self._ref()
        if self._info is not None and obj is not None:
            return (obj,) + self._info

    @property
    def alive(self):
        return self._info is not None


class _Proxy:
    __slots__ = ("_ref",)

    def __getattr__(self, name):
        return getattr(_target(self), name)

    def __setattr__(self, name, value):
        setattr(_target(self), name, value)

    def __delattr__(self, name):
        delattr(_target(self), name)

    def __str__(self):
        return str(_target(self))

    def __bool__(self):
        return bool(_target(self))

    def __len__(self):
        return len(_target(self))

    def __getitem__(self, key):
        return _target(self)[key]

    def __setitem__(self, key, value):
        _target(self)[key] = value

    def __contains__(self, item):
        return item in _target(self)

    def __iter__(self):
        return iter(_target(self))

    def __call__(self, *args, **kwargs):
        return _target(self)(*args, **kwargs)

    def __eq__(self, other):
        return _target(self) == other

    def __add__(self, other):
        return _target(self) + other

    __hash__ = None


def _target(p):
    obj = object.__getattribute__(p, "_ref")()
    if obj is None:
        raise ReferenceError("weakly-referenced object no longer exists")
    return obj


def proxy(obj, callback=None):
    p = object.__new__(_Proxy)
    object.__setattr__(p, "_ref", ref(obj) if callback is None else ref(obj, callback))
    return p


ProxyType = _Proxy
