"""Data classes: classes whose methods follow from their annotated fields."""
import copy as _copy

__all__ = ["dataclass", "field", "Field", "FrozenInstanceError", "InitVar", "KW_ONLY", "MISSING", "fields", "asdict",
           "astuple", "make_dataclass", "replace", "is_dataclass"]


class FrozenInstanceError(AttributeError):
    pass


class _Missing:
    def __repr__(self):
        return "<dataclasses._MISSING_TYPE object>"


class _KwOnly:
    pass


MISSING = _Missing()
KW_ONLY = _KwOnly()
_FIELDS = "__dataclass_fields__"
_PARAMS = "__dataclass_params__"


class InitVar:
    def __init__(self, type):
        self.type = type

    def __class_getitem__(cls, type):
        return InitVar(type)


class Field:
    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = {} if metadata is None else metadata
        self.kw_only = kw_only
        self._field_type = None

    def __repr__(self):
        return (f"Field(name={self.name!r},type={self.type!r},default={self.default!r},"
                f"default_factory={self.default_factory!r},init={self.init!r},repr={self.repr!r},hash={self.hash!r},"
                f"compare={self.compare!r},metadata={self.metadata!r},kw_only={self.kw_only!r},"
                f"_field_type={self._field_type})")

    def __set_name__(self, owner, name):
        func = getattr(type(self.default), "__set_name__", None)
        if func:
            func(self.default, owner, name)


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None,
          kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


class _Params:
    def __init__(self, init, repr, eq, order, unsafe_hash, frozen):
        self.init, self.repr, self.eq, self.order = init, repr, eq, order
        self.unsafe_hash, self.frozen = unsafe_hash, frozen


def _is_class_var(annotation):
    if isinstance(annotation, str):
        return annotation.startswith(("ClassVar", "typing.ClassVar"))
    import typing
    return annotation is typing.ClassVar or getattr(annotation, "__origin__", None) is typing.ClassVar


def _is_init_var(annotation):
    if isinstance(annotation, str):
        return annotation.startswith(("InitVar", "dataclasses.InitVar"))
    return annotation is InitVar or type(annotation) is InitVar


def _plural(names):
    names = [repr(n) for n in names]
    if len(names) == 1:
        return names[0]
    if len(names) == 2:
        return " and ".join(names)
    return ", ".join(names[:-1]) + ", and " + names[-1]


def _make_init(cls, std_fields, kw_fields, frozen, has_post_init):
    init_fields = [f for f in std_fields if f.init]
    kw_init = [f for f in kw_fields if f.init]
    names = [f.name for f in init_fields]
    all_init = {f.name: f for f in init_fields + kw_init}
    factories = [f for f in std_fields + kw_fields if not f.init and f.default_factory is not MISSING]
    plain = not kw_init and not factories and not any(f._field_type == "initvar" for f in init_fields)
    count = len(names)
    init_vars = [f.name for f in std_fields + kw_fields if f._field_type == "initvar"]
    where = cls.__qualname__ + ".__init__()"
    put = object.__setattr__

    def bind(args, kwargs):
        if len(args) > count:
            required = sum(1 for f in init_fields if f.default is MISSING and f.default_factory is MISSING)
            takes = f"{count + 1}" if required == count else f"from {required + 1} to {count + 1}"
            raise TypeError(f"{where} takes {takes} positional argument{'s' if count + 1 != 1 else ''} but "
                            f"{len(args) + 1} were given")
        bound = dict(zip(names, args))
        for key, value in kwargs.items():
            if key not in all_init:
                raise TypeError(f"{where} got an unexpected keyword argument {key!r}")
            if key in bound:
                raise TypeError(f"{where} got multiple values for argument {key!r}")
            bound[key] = value
        for group, kind in ((init_fields, "positional"), (kw_init, "keyword-only")):
            missing = []
            for f in group:
                if f.name not in bound:
                    if f.default is not MISSING:
                        bound[f.name] = f.default
                    elif f.default_factory is not MISSING:
                        bound[f.name] = f.default_factory()
                    else:
                        missing.append(f.name)
            if missing:
                raise TypeError(f"{where} missing {len(missing)} required {kind} "
                                f"argument{'s' if len(missing) > 1 else ''}: {_plural(missing)}")
        return bound

    def __init__(self, *args, **kwargs):
        if plain and not kwargs and len(args) == count:
            for name, value in zip(names, args):
                put(self, name, value) if frozen else setattr(self, name, value)
            if has_post_init:
                self.__post_init__()
            return
        bound = bind(args, kwargs)
        for f in std_fields + kw_fields:
            if f._field_type == "initvar":
                continue
            if f.init:
                value = bound[f.name]
            elif f.default_factory is not MISSING:
                value = f.default_factory()
            else:
                continue
            put(self, f.name, value) if frozen else setattr(self, f.name, value)
        if has_post_init:
            self.__post_init__(*[bound[name] for name in init_vars])
    return __init__


def _tuple_of(names):
    if len(names) == 1:
        from operator import attrgetter
        get = attrgetter(names[0])
        return lambda self: (get(self),)
    if not names:
        return lambda self: ()
    from operator import attrgetter
    return attrgetter(*names)


def _hash_refused(cls):
    raise TypeError(f"Cannot overwrite attribute __hash__ in class {cls.__name__}")


def _process_class(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots):
    fields = {}
    any_frozen = has_bases = False
    for base in cls.__mro__[-1:0:-1]:
        base_fields = getattr(base, _FIELDS, None)
        if base_fields is not None:
            has_bases = True
            for f in base_fields.values():
                fields[f.name] = f
            if getattr(base, _PARAMS).frozen:
                any_frozen = True
    kw_only_from_here = kw_only
    own = cls.__dict__.get("__annotations__", {})
    for name, annotation in own.items():
        if annotation is KW_ONLY or annotation == "KW_ONLY" or annotation == "dataclasses.KW_ONLY":
            kw_only_from_here = True
            continue
        default = getattr(cls, name, MISSING)
        if isinstance(default, Field):
            f = default
        else:
            if type(default).__name__ == "member_descriptor":
                default = MISSING
            f = field(default=default)
        f.name, f.type = name, annotation
        f._field_type = ("classvar" if _is_class_var(annotation) else "initvar" if _is_init_var(annotation)
                         else "field")
        if f._field_type != "field" and f.default_factory is not MISSING:
            raise TypeError(f"field {f.name} cannot have a default factory")
        if f.kw_only is MISSING:
            f.kw_only = kw_only_from_here
        if f._field_type == "field" and f.default is not MISSING and f.default.__class__.__hash__ is None:
            raise ValueError(f"mutable default {type(f.default)} for field {f.name} is not allowed: "
                             f"use default_factory")
        fields[name] = f
        if isinstance(getattr(cls, name, None), Field):
            if f.default is MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, f.default)
    for name, value in cls.__dict__.items():
        if isinstance(value, Field) and name not in own:
            raise TypeError(f"{name!r} is a field but has no type annotation")
    if has_bases:
        if any_frozen and not frozen:
            raise TypeError("cannot inherit non-frozen dataclass from a frozen one")
        if not any_frozen and frozen:
            raise TypeError("cannot inherit frozen dataclass from a non-frozen one")
    setattr(cls, _FIELDS, fields)
    setattr(cls, _PARAMS, _Params(init, repr, eq, order, unsafe_hash, frozen))
    class_hash = cls.__dict__.get("__hash__", MISSING)
    has_explicit_hash = not (class_hash is MISSING or class_hash is None and "__eq__" in cls.__dict__)
    if order and not eq:
        raise ValueError("eq must be true if order is true")

    def add(name, function, overwrite_error=False):
        function.__qualname__ = f"{cls.__qualname__}.{name}"
        if name in cls.__dict__:
            if overwrite_error:
                raise TypeError(f"Cannot overwrite attribute {name} in class {cls.__name__}"
                                + ("" if name.startswith("__set") or name.startswith("__del") else
                                   ". Consider using functools.total_ordering"))
            return
        setattr(cls, name, function)

    shown = [f for f in fields.values() if f._field_type in ("field", "initvar")]
    real = [f for f in fields.values() if f._field_type == "field"]
    std = [f for f in shown if not f.kw_only]
    kws = [f for f in shown if f.kw_only]
    if init:
        seen_default = False
        for f in std:
            if f.init:
                if f.default is not MISSING or f.default_factory is not MISSING:
                    seen_default = True
                elif seen_default:
                    raise TypeError(f"non-default argument {f.name!r} follows default argument")
        method = _make_init(cls, std, kws, frozen, hasattr(cls, "__post_init__"))
        method.__annotations__ = {f.name: f.type for f in shown if f.init}
        method.__annotations__["return"] = None
        method.__qualname__ = f"{cls.__qualname__}.__init__"
        if "__init__" not in cls.__dict__ or True:
            cls.__init__ = method
    if repr:
        repr_names = [f.name for f in real if f.repr]
        busy = set()

        def __repr__(self):
            key = id(self)
            if key in busy:
                return "..."
            busy.add(key)
            try:
                return (self.__class__.__qualname__ + "("
                        + ", ".join([f"{name}={getattr(self, name)!r}" for name in repr_names]) + ")")
            finally:
                busy.discard(key)
        add("__repr__", __repr__)
    key = _tuple_of([f.name for f in real if f.compare])
    if eq:
        def __eq__(self, other):
            if other.__class__ is self.__class__:
                return key(self) == key(other)
            return NotImplemented
        add("__eq__", __eq__)
    if order:
        def __lt__(self, other):
            return key(self) < key(other) if other.__class__ is self.__class__ else NotImplemented

        def __le__(self, other):
            return key(self) <= key(other) if other.__class__ is self.__class__ else NotImplemented

        def __gt__(self, other):
            return key(self) > key(other) if other.__class__ is self.__class__ else NotImplemented

        def __ge__(self, other):
            return key(self) >= key(other) if other.__class__ is self.__class__ else NotImplemented
        for function in (__lt__, __le__, __gt__, __ge__):
            add(function.__name__, function, True)
    if frozen:
        names = {f.name for f in real}

        def __setattr__(self, name, value):
            if type(self) is cls or name in names:
                raise FrozenInstanceError(f"cannot assign to field {name!r}")
            super(cls, self).__setattr__(name, value)

        def __delattr__(self, name):
            if type(self) is cls or name in names:
                raise FrozenInstanceError(f"cannot delete field {name!r}")
            super(cls, self).__delattr__(name)
        add("__setattr__", __setattr__, True)
        add("__delattr__", __delattr__, True)
    hash_key = _tuple_of([f.name for f in real if (f.compare if f.hash is None else f.hash)])

    def __hash__(self):
        return hash(hash_key(self))
    __hash__.__qualname__ = f"{cls.__qualname__}.__hash__"
    if unsafe_hash:
        if has_explicit_hash:
            _hash_refused(cls)
        cls.__hash__ = __hash__
    elif eq and frozen:
        if not has_explicit_hash:
            cls.__hash__ = __hash__
    elif eq and not has_explicit_hash:
        cls.__hash__ = None
    if not getattr(cls, "__doc__", None):
        parts = []
        for f in std + kws:
            if f.init:
                text = f"{f.name}: {getattr(f.type, '__name__', f.type)}"
                if f.default is not MISSING:
                    text += f" = {f.default!r}"
                elif f.default_factory is not MISSING:
                    text += " = <factory>"
                parts.append(text)
        cls.__doc__ = f"{cls.__name__}({', '.join(parts)})"
    if match_args and "__match_args__" not in cls.__dict__:
        cls.__match_args__ = tuple(f.name for f in std if f.init)
    if slots:
        if "__slots__" in cls.__dict__:
            raise TypeError(f"{cls.__name__} already specifies __slots__")
        namespace = {k: v for k, v in cls.__dict__.items() if k not in ("__dict__", "__weakref__")}
        inherited = {s for base in cls.__mro__[1:-1] for s in getattr(base, "__slots__", ())}
        names = tuple(f.name for f in real)
        namespace["__slots__"] = tuple(n for n in names if n not in inherited)
        for name in names:
            namespace.pop(name, None)
        qualname = cls.__qualname__
        cls = type(cls)(cls.__name__, cls.__bases__, namespace)
        cls.__qualname__ = qualname
    return cls


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False,
              match_args=True, kw_only=False, slots=False, weakref_slot=False):
    def wrap(cls):
        return _process_class(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots)
    return wrap if cls is None else wrap(cls)


def fields(class_or_instance):
    try:
        found = getattr(class_or_instance, _FIELDS)
    except AttributeError:
        raise TypeError("must be called with a dataclass type or instance") from None
    return tuple(f for f in found.values() if f._field_type == "field")


def is_dataclass(obj):
    cls = obj if isinstance(obj, type) else type(obj)
    return hasattr(cls, _FIELDS)


def _is_instance(obj):
    return hasattr(type(obj), _FIELDS)


def asdict(obj, *, dict_factory=dict):
    if not _is_instance(obj):
        raise TypeError("asdict() should be called on dataclass instances")
    return _asdict(obj, dict_factory)


def _asdict(obj, dict_factory):
    if _is_instance(obj):
        return dict_factory([(f.name, _asdict(getattr(obj, f.name), dict_factory)) for f in fields(obj)])
    if isinstance(obj, tuple) and hasattr(obj, "_fields"):
        return type(obj)(*[_asdict(v, dict_factory) for v in obj])
    if isinstance(obj, (list, tuple)):
        return type(obj)(_asdict(v, dict_factory) for v in obj)
    if isinstance(obj, dict):
        return type(obj)((_asdict(k, dict_factory), _asdict(v, dict_factory)) for k, v in obj.items())
    return _copy.deepcopy(obj)


def astuple(obj, *, tuple_factory=tuple):
    if not _is_instance(obj):
        raise TypeError("astuple() should be called on dataclass instances")
    return _astuple(obj, tuple_factory)


def _astuple(obj, tuple_factory):
    if _is_instance(obj):
        return tuple_factory([_astuple(getattr(obj, f.name), tuple_factory) for f in fields(obj)])
    if isinstance(obj, tuple) and hasattr(obj, "_fields"):
        return type(obj)(*[_astuple(v, tuple_factory) for v in obj])
    if isinstance(obj, (list, tuple)):
        return type(obj)(_astuple(v, tuple_factory) for v in obj)
    if isinstance(obj, dict):
        return type(obj)((_astuple(k, tuple_factory), _astuple(v, tuple_factory)) for k, v in obj.items())
    return _copy.deepcopy(obj)


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, **kwargs):
    ns = dict(namespace) if namespace else {}
    annotations = {}
    for item in fields:
        if isinstance(item, str):
            annotations[item] = "typing.Any"
        elif len(item) == 2:
            annotations[item[0]] = item[1]
        else:
            annotations[item[0]] = item[1]
            ns[item[0]] = item[2]
    ns["__annotations__"] = annotations
    ns["__module__"] = "types"
    return dataclass(type(cls_name, tuple(bases), ns), **kwargs)


def replace(obj, /, **changes):
    if not _is_instance(obj):
        raise TypeError("replace() should be called on dataclass instances")
    for f in getattr(obj, _FIELDS).values():
        if f._field_type == "classvar":
            continue
        if not f.init:
            if f.name in changes:
                raise ValueError(f"field {f.name} is declared with init=False, it cannot be specified with replace()")
            continue
        if f.name not in changes:
            if f._field_type == "initvar" and f.default is MISSING:
                raise ValueError(f"InitVar {f.name!r} must be specified with replace()")
            changes[f.name] = getattr(obj, f.name)
    return obj.__class__(**changes)
