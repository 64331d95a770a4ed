"""Names of the interpreter's own types."""


def _f():
    pass


def _g():
    yield 1


class _C:
    def _m(self):
        pass


FunctionType = type(_f)
LambdaType = FunctionType
GeneratorType = type(_g())
MethodType = type(_C()._m)
BuiltinFunctionType = type(len)
BuiltinMethodType = type([].append)
MethodDescriptorType = type(str.join)
WrapperDescriptorType = type(object.__init__)
MappingProxyType = type(type.__dict__)
ModuleType = type(__import__("sys"))
NoneType = type(None)
NotImplementedType = type(NotImplemented)
EllipsisType = type(...)
try:
    raise TypeError
except TypeError as _e:
    TracebackType = type(_e.__traceback__)


class SimpleNamespace:
    def __init__(self, /, **kwargs):
        self.__dict__.update(kwargs)

    def __repr__(self):
        return "namespace(" + ", ".join([f"{k}={v!r}" for k, v in self.__dict__.items()]) + ")"

    def __eq__(self, other):
        if isinstance(other, SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented

    __hash__ = None


class DynamicClassAttribute(property):
    pass


def new_class(name, bases=(), kwds=None, exec_body=None):
    kwds = dict(kwds or {})
    meta = kwds.pop("metaclass", type(bases[0]) if bases else type)
    ns = meta.__prepare__(name, bases, **kwds) if hasattr(meta, "__prepare__") else {}
    if exec_body is not None:
        exec_body(ns)
    return meta(name, bases, ns, **kwds)


def coroutine(func):
    raise NotImplementedError("types.coroutine is not in the spec language")


class _Slots:
    __slots__ = ("a",)


CodeType, CellType = type(_f.__code__), None
GenericAlias, UnionType = type(list[int]), type(int | str)
MethodWrapperType = type(object().__str__)
MemberDescriptorType = type(_Slots.a)


def _cell():
    x = 1

    def inner():
        return x
    return inner


try:
    CellType = type(_cell().__closure__[0])
except (TypeError, NotImplementedError):
    del CellType
try:
    FrameType = type(_g().gi_frame)
except (AttributeError, NotImplementedError):
    pass
GetSetDescriptorType = type(FunctionType.__dict__.get("__code__", type.__dict__.get("__mro__")))
ClassMethodDescriptorType = type(dict.__dict__["fromkeys"])


def resolve_bases(bases):
    made, changed = [], False
    for base in bases:
        if not isinstance(base, type) and hasattr(base, "__mro_entries__"):
            made += base.__mro_entries__(bases)
            changed = True
        else:
            made.append(base)
    return tuple(made) if changed else bases


def prepare_class(name, bases=(), kwds=None):
    kwds = dict(kwds or {})
    meta = kwds.pop("metaclass", type(bases[0]) if bases else type)
    if isinstance(meta, type):
        for base in bases:
            if issubclass(type(base), meta):
                meta = type(base)
    namespace = meta.__prepare__(name, bases, **kwds) if hasattr(meta, "__prepare__") else {}
    return meta, namespace, kwds


def get_original_bases(cls, /):
    return cls.__dict__.get("__orig_bases__", cls.__bases__)
