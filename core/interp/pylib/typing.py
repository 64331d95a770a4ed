"""Type hints: forms that can be written, printed and compared, and that check nothing."""
import collections.abc as _abc
from collections import namedtuple as _namedtuple, OrderedDict as _OrderedDict, defaultdict as _defaultdict
from collections import deque as _deque, Counter as _Counter, ChainMap as _ChainMap

TYPE_CHECKING = False


def _name(t):
    if t is Ellipsis:
        return "..."
    if t is type(None):
        return "NoneType"
    if isinstance(t, type) and not isinstance(t, _Alias):
        module = t.__module__
        return t.__qualname__ if module == "builtins" else f"{module}.{t.__qualname__}"
    if isinstance(t, (list, tuple)):
        return "[" + ", ".join(map(_name, t)) + "]"
    return repr(t)


class _Form:
    """Any, Union, ClassVar and so on."""

    def __init__(self, name, getitem=None):
        self._name = name
        self._getitem = getitem

    def __repr__(self):
        return "typing." + self._name

    def __getitem__(self, params):
        if self._getitem is None:
            raise TypeError(f"{self!r} is not subscriptable")
        return self._getitem(self, params)

    def __call__(self, *args, **kwds):
        raise TypeError(f"Cannot instantiate {self!r}")

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass {self!r}")


class _Alias:
    """List[int], Union[int, str]: an origin with its arguments."""

    def __init__(self, origin, args, name=None, real=None):
        self.__origin__ = real if real is not None else origin
        self.__args__ = args
        self._name = name if name is not None else repr(origin)
        self.__parameters__ = tuple(dict.fromkeys(a for a in args if isinstance(a, TypeVar)))

    def __repr__(self):
        if self.__origin__ is Union:
            args = self.__args__
            if len(args) == 2 and type(None) in args:
                other = args[0] if args[1] is type(None) else args[1]
                return f"typing.Optional[{_name(other)}]"
        if self.__origin__ is _abc.Callable and len(self.__args__) >= 1:
            *params, result = self.__args__
            if params == [Ellipsis]:
                return f"{self._name}[..., {_name(result)}]"
            return f"{self._name}[[{', '.join(map(_name, params))}], {_name(result)}]"
        if self.__origin__ is Literal:
            return f"{self._name}[{', '.join(map(repr, self.__args__))}]"
        return f"{self._name}[{', '.join(map(_name, self.__args__)) or '()'}]"

    def __eq__(self, other):
        if not isinstance(other, _Alias):
            return NotImplemented
        if self.__origin__ is Union and other.__origin__ is Union:
            return set(self.__args__) == set(other.__args__)
        return self.__origin__ == other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        return hash((self.__origin__, self.__args__ if self.__origin__ is not Union else frozenset(self.__args__)))

    def __call__(self, *args, **kwds):
        return self.__origin__(*args, **kwds)

    def __getitem__(self, params):
        params = params if isinstance(params, tuple) else (params,)
        mapping = dict(zip(self.__parameters__, params))
        return _Alias(self.__origin__, tuple(mapping.get(a, a) if isinstance(a, TypeVar) else a for a in self.__args__),
                      self._name)

    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return getattr(self.__origin__, name)

    def __mro_entries__(self, bases):
        if self.__origin__ is Generic:
            return (Generic,)
        origin = self.__origin__
        return (origin,) if isinstance(origin, type) else ()

    def __instancecheck__(self, obj):
        if self.__origin__ is Union:
            return isinstance(obj, tuple(a for a in self.__args__))
        raise TypeError("Subscripted generics cannot be used with class and instance checks")

    def __subclasscheck__(self, cls):
        if self.__origin__ is Union:
            return issubclass(cls, tuple(a for a in self.__args__))
        raise TypeError("Subscripted generics cannot be used with class and instance checks")

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


class _Generic:
    """List, Dict and so on without arguments."""

    def __init__(self, origin, name):
        self.__origin__ = origin
        self._name = name

    def __repr__(self):
        return "typing." + self._name

    def __getitem__(self, params):
        params = params if isinstance(params, tuple) else (params,)
        if self._name == "Callable":
            args = params[0]
            args = list(args) if isinstance(args, (list, tuple)) else [args]
            params = tuple(args) + tuple(params[1:])
        return _Alias(self, tuple(type(None) if p is None else p for p in params), "typing." + self._name,
                      self.__origin__)

    def __call__(self, *args, **kwds):
        raise TypeError(f"Type {self._name} cannot be instantiated; use {self.__origin__.__name__}() instead")

    def __mro_entries__(self, bases):
        return (self.__origin__,)

    def __instancecheck__(self, obj):
        return isinstance(obj, self.__origin__)

    def __subclasscheck__(self, cls):
        return issubclass(cls, self.__origin__)

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


class _AnyMeta(type):
    def __repr__(self):
        return "typing.Any" if self is Any else type.__repr__(self)

    def __instancecheck__(self, obj):
        if self is Any:
            raise TypeError("typing.Any cannot be used with isinstance()")
        return type.__instancecheck__(self, obj)


def _any_new(cls, *args, **kwargs):
    if cls is Any:
        raise TypeError("Any cannot be instantiated")
    return object.__new__(cls)


Any = _AnyMeta("Any", (), {"__new__": _any_new, "__module__": "typing"})


def _union(form, params):
    if params == ():
        raise TypeError("Cannot take a Union of no types.")
    params = params if isinstance(params, tuple) else (params,)
    flat = []
    for p in params:
        if p is None:
            p = type(None)
        for q in (p.__args__ if isinstance(p, _Alias) and p.__origin__ is Union else (p,)):
            if q not in flat:
                flat.append(q)
    return flat[0] if len(flat) == 1 else _Alias(Union, tuple(flat), "typing.Union")


def _optional(form, param):
    return Union[param, type(None)]


def _single(form, param):
    params = param if isinstance(param, tuple) else (param,)
    return _Alias(form, params, "typing." + form._name)


def _annotated(form, params):
    alias = _Alias(form, (params[0],), "typing.Annotated")
    alias.__metadata__ = tuple(params[1:])
    return alias


Union = _Form("Union", _union)
Optional = _Form("Optional", _optional)
ClassVar = _Form("ClassVar", _single)
Final = _Form("Final", _single)
Literal = _Form("Literal", _single)
Annotated = _Form("Annotated", _annotated)
Concatenate = _Form("Concatenate", _single)
TypeGuard = _Form("TypeGuard", _single)
Required = _Form("Required", _single)
NotRequired = _Form("NotRequired", _single)
Unpack = _Form("Unpack", _single)
NoReturn = _Form("NoReturn")
Never = _Form("Never")
Self = _Form("Self")
LiteralString = _Form("LiteralString")
TypeAlias = _Form("TypeAlias")

List = _Generic(list, "List")
Dict = _Generic(dict, "Dict")
Set = _Generic(set, "Set")
FrozenSet = _Generic(frozenset, "FrozenSet")
Tuple = _Generic(tuple, "Tuple")
Type = _Generic(type, "Type")
DefaultDict = _Generic(_defaultdict, "DefaultDict")
OrderedDict = _Generic(_OrderedDict, "OrderedDict")
Counter = _Generic(_Counter, "Counter")
ChainMap = _Generic(_ChainMap, "ChainMap")
Deque = _Generic(_deque, "Deque")
Callable = _Generic(_abc.Callable, "Callable")
Iterable = _Generic(_abc.Iterable, "Iterable")
Iterator = _Generic(_abc.Iterator, "Iterator")
Generator = _Generic(_abc.Generator, "Generator")
Sequence = _Generic(_abc.Sequence, "Sequence")
MutableSequence = _Generic(_abc.MutableSequence, "MutableSequence")
Mapping = _Generic(_abc.Mapping, "Mapping")
MutableMapping = _Generic(_abc.MutableMapping, "MutableMapping")
MappingView = _Generic(_abc.MappingView, "MappingView")
KeysView = _Generic(_abc.KeysView, "KeysView")
ItemsView = _Generic(_abc.ItemsView, "ItemsView")
ValuesView = _Generic(_abc.ValuesView, "ValuesView")
AbstractSet = _Generic(_abc.Set, "AbstractSet")
MutableSet = _Generic(_abc.MutableSet, "MutableSet")
Collection = _Generic(_abc.Collection, "Collection")
Container = _Generic(_abc.Container, "Container")
Reversible = _Generic(_abc.Reversible, "Reversible")
Hashable = _Generic(_abc.Hashable, "Hashable")
Sized = _Generic(_abc.Sized, "Sized")
Text = str
Awaitable = _Form("Awaitable", _single)
Coroutine = _Form("Coroutine", _single)
Pattern = _Form("Pattern", _single)
Match = _Form("Match", _single)
IO = _Form("IO", _single)
AsyncContextManager = _Form("AsyncContextManager", _single)
AsyncGenerator = _Form("AsyncGenerator", _single)
AsyncIterable = _Form("AsyncIterable", _single)
AsyncIterator = _Form("AsyncIterator", _single)
ByteString = _Generic(_abc.ByteString, "ByteString")


class TextIO:
    """The type of text files in annotations."""


class BinaryIO:
    """The type of files of bytes in annotations."""

ContextManager = _Form("ContextManager", _single)


class TypeVar:
    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        self.__name__ = name
        self.__constraints__ = constraints
        self.__bound__ = bound
        self.__covariant__ = covariant
        self.__contravariant__ = contravariant

    def __repr__(self):
        return ("+" if self.__covariant__ else "-" if self.__contravariant__ else "~") + self.__name__

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


class ParamSpec(TypeVar):
    pass


class TypeVarTuple(TypeVar):
    def __iter__(self):
        yield self


class ForwardRef:
    def __init__(self, arg):
        self.__forward_arg__ = arg

    def __repr__(self):
        return f"ForwardRef({self.__forward_arg__!r})"


AnyStr = TypeVar("AnyStr", bytes, str)
T = TypeVar("T")
KT = TypeVar("KT")
VT = TypeVar("VT")


class Generic:
    __slots__ = ()

    def __class_getitem__(cls, params):
        params = params if isinstance(params, tuple) else (params,)
        return _Alias(cls, params, _name(cls) if cls is not Generic else "typing.Generic")


class Protocol(Generic):
    __slots__ = ()
    _is_protocol = True


def runtime_checkable(cls):
    names = [n for n in cls.__dict__ if not n.startswith("_") or n in ("__call__", "__len__", "__iter__", "__getitem__",
                                                                      "__contains__", "__enter__", "__exit__")]

    def instancecheck(obj):
        return all(hasattr(obj, n) for n in names)
    _PROTOCOLS[cls] = instancecheck
    return cls


_PROTOCOLS = {}


class SupportsInt(Protocol):
    def __int__(self):
        pass


class SupportsFloat(Protocol):
    def __float__(self):
        pass


class SupportsIndex(Protocol):
    def __index__(self):
        pass


class SupportsAbs(Protocol):
    def __abs__(self):
        pass


class SupportsBytes(Protocol):
    def __bytes__(self):
        pass


class SupportsComplex(Protocol):
    def __complex__(self):
        pass


class SupportsRound(Protocol):
    def __round__(self, ndigits=0):
        pass


def NewType(name, tp):
    def new_type(x):
        return x
    new_type.__name__ = new_type.__qualname__ = name
    new_type.__supertype__ = tp
    return new_type


def cast(typ, val):
    return val


_overloads = {}


def get_overloads(func):
    return list(_overloads.get((func.__module__, func.__qualname__), ()))


def clear_overloads():
    _overloads.clear()


def dataclass_transform(*, eq_default=True, order_default=False, kw_only_default=False, field_specifiers=(), **kwargs):
    def decorator(cls_or_fn):
        cls_or_fn.__dataclass_transform__ = {
            "eq_default": eq_default, "order_default": order_default, "kw_only_default": kw_only_default,
            "field_specifiers": field_specifiers, "kwargs": kwargs}
        return cls_or_fn
    return decorator


def overload(func):
    plain = getattr(func, "__func__", func)
    if hasattr(plain, "__qualname__"):
        _overloads.setdefault((plain.__module__, plain.__qualname__), []).append(func)

    def refused(*args, **kwds):
        raise NotImplementedError("You should not call an overloaded function. A series of @overload-decorated "
                                  "functions outside a stub module should always be followed by an implementation "
                                  "that is not @overload-ed.")
    return refused


def final(f):
    try:
        f.__final__ = True
    except (AttributeError, TypeError):
        pass
    return f


def no_type_check(arg):
    return arg


def no_type_check_decorator(decorator):
    return lambda *args, **kwds: no_type_check(decorator(*args, **kwds))


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    hints = {}
    if isinstance(obj, type):
        for base in reversed(obj.__mro__):
            hints.update(base.__dict__.get("__annotations__", {}))
    else:
        hints.update(getattr(obj, "__annotations__", {}))
    return {k: type(None) if v is None else v for k, v in hints.items()}


def get_origin(tp):
    if isinstance(tp, (_Alias, _Generic)):
        return tp.__origin__
    if tp is Generic:
        return Generic
    return getattr(tp, "__origin__", None)


def get_args(tp):
    if isinstance(tp, _Alias):
        if tp.__origin__ is _abc.Callable and not (tp.__args__ and tp.__args__[0] is Ellipsis):
            return (list(tp.__args__[:-1]), tp.__args__[-1])
        return tp.__args__
    return getattr(tp, "__args__", ())


def is_typeddict(tp):
    return hasattr(tp, "__required_keys__")


def assert_never(arg):
    raise AssertionError(f"Expected code to be unreachable, but got: {arg!r}")


def assert_type(val, typ):
    return val


def reveal_type(obj):
    return obj


class _NamedTupleMeta(type):
    def __new__(cls, typename, bases, ns):
        types = ns.get("__annotations__", {})
        defaults = []
        for name in types:
            if name in ns:
                defaults.append(ns[name])
            elif defaults:
                raise TypeError(f"Non-default namedtuple field {name} cannot follow default field"
                                f"{'s' if len(defaults) > 1 else ''} "
                                f"{', '.join([n for n in types if n in ns][:len(defaults)])}")
        made = _namedtuple(typename, types, defaults=defaults, module=ns.get("__module__"))
        made.__annotations__ = dict(types)
        made.__qualname__ = ns.get("__qualname__", typename)
        for key in ns:
            if key in ("__new__", "__init__", "__slots__", "__getnewargs__", "_fields", "_field_defaults", "_make",
                       "_replace", "_asdict", "_source"):
                raise AttributeError("Cannot overwrite NamedTuple attribute " + key)
            if key not in ("__module__", "__name__", "__annotations__", "__qualname__") and key not in made._fields:
                setattr(made, key, ns[key])
        return made


_NamedTuple = type.__new__(_NamedTupleMeta, "NamedTuple", (), {})


class _NamedTupleForm:
    def __call__(self, typename, fields=None, /, **kwargs):
        if fields is None:
            fields = kwargs.items()
        types = {n: t for n, t in fields}
        made = _namedtuple(typename, types)
        made.__annotations__ = types
        return made

    def __mro_entries__(self, bases):
        return (_NamedTuple,)

    def __repr__(self):
        return "<function NamedTuple>"


NamedTuple = _NamedTupleForm()


class _TypedDictMeta(type):
    def __new__(cls, name, bases, ns, total=True):
        made = type.__new__(_TypedDictMeta, name, (dict,), ns)
        annotations = {}
        for base in bases:
            annotations.update(base.__dict__.get("__annotations__", {}))
        annotations.update(ns.get("__annotations__", {}))
        made.__annotations__ = annotations
        made.__total__ = total
        made.__required_keys__ = frozenset(annotations) if total else frozenset()
        made.__optional_keys__ = frozenset() if total else frozenset(annotations)
        return made

    def __call__(cls, *args, **kwargs):
        return dict(*args, **kwargs)

    def __instancecheck__(cls, instance):
        raise TypeError("TypedDict does not support instance and class checks")


_TypedDict = type.__new__(_TypedDictMeta, "TypedDict", (), {})


class _TypedDictForm:
    def __call__(self, typename, fields=None, /, *, total=True, **kwargs):
        ns = {"__annotations__": dict(fields if fields is not None else kwargs)}
        return _TypedDictMeta(typename, (), ns, total=total)

    def __mro_entries__(self, bases):
        return (_TypedDict,)


TypedDict = _TypedDictForm()
