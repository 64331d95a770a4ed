"""What functions and classes look like."""
import types as _types


class _empty:
    pass


class _Kind(int):
    def __new__(cls, value, name):
        self = int.__new__(cls, value)
        self.name = name
        return self

    def __str__(self):
        return self.name

    def __repr__(self):
        return f"<_ParameterKind.{self.name}: {int(self)}>"

    @property
    def description(self):
        return self.name.lower().replace("_", " ").replace("positional only", "positional-only").replace(
            "keyword only", "keyword-only")


_POSITIONAL_ONLY = _Kind(0, "POSITIONAL_ONLY")
_POSITIONAL_OR_KEYWORD = _Kind(1, "POSITIONAL_OR_KEYWORD")
_VAR_POSITIONAL = _Kind(2, "VAR_POSITIONAL")
_KEYWORD_ONLY = _Kind(3, "KEYWORD_ONLY")
_VAR_KEYWORD = _Kind(4, "VAR_KEYWORD")


def formatannotation(annotation, base_module=None):
    if isinstance(annotation, type):
        if annotation.__module__ in ("builtins", base_module):
            return annotation.__qualname__
        return annotation.__module__ + "." + annotation.__qualname__
    text = repr(annotation)
    return text.replace("typing.", "") if text.startswith("typing.") else text


class Parameter:
    empty = _empty
    POSITIONAL_ONLY = _POSITIONAL_ONLY
    POSITIONAL_OR_KEYWORD = _POSITIONAL_OR_KEYWORD
    VAR_POSITIONAL = _VAR_POSITIONAL
    KEYWORD_ONLY = _KEYWORD_ONLY
    VAR_KEYWORD = _VAR_KEYWORD

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        self.name, self.kind, self.default, self.annotation = name, kind, default, annotation

    def replace(self, **changes):
        values = {"name": self.name, "kind": self.kind, "default": self.default, "annotation": self.annotation}
        values.update(changes)
        return Parameter(values.pop("name"), values.pop("kind"), **values)

    def __str__(self):
        text = self.name
        if self.annotation is not _empty:
            text += ": " + formatannotation(self.annotation)
        if self.default is not _empty:
            text += (" = " if self.annotation is not _empty else "=") + repr(self.default)
        return {2: "*", 4: "**"}.get(int(self.kind), "") + text

    def __repr__(self):
        return f'<Parameter "{self}">'

    def __eq__(self, other):
        if not isinstance(other, Parameter):
            return NotImplemented
        return (self.name, self.kind, self.default, self.annotation) == (other.name, other.kind, other.default,
                                                                        other.annotation)

    def __hash__(self):
        return hash((self.name, int(self.kind)))


class BoundArguments:
    def __init__(self, signature, arguments):
        self.signature, self.arguments = signature, arguments

    @property
    def args(self):
        out = []
        for name, p in self.signature.parameters.items():
            if p.kind >= 3 or name not in self.arguments:
                break
            if p.kind == 2:
                out.extend(self.arguments[name])
            else:
                out.append(self.arguments[name])
        return tuple(out)

    @property
    def kwargs(self):
        out = {}
        positional = True
        for name, p in self.signature.parameters.items():
            if positional and p.kind < 3 and name in self.arguments:
                continue
            positional = positional and p.kind < 3 and name in self.arguments
            if name not in self.arguments:
                continue
            if p.kind == 4:
                out.update(self.arguments[name])
            elif p.kind != 2:
                out[name] = self.arguments[name]
        return out

    def apply_defaults(self):
        full = {}
        for name, p in self.signature.parameters.items():
            if name in self.arguments:
                full[name] = self.arguments[name]
            elif p.default is not _empty:
                full[name] = p.default
            elif p.kind == 2:
                full[name] = ()
            elif p.kind == 4:
                full[name] = {}
        self.arguments = full

    def __repr__(self):
        return "<BoundArguments (" + ", ".join([f"{k}={v!r}" for k, v in self.arguments.items()]) + ")>"


class Signature:
    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty):
        self.parameters = _types.MappingProxyType({p.name: p for p in parameters or ()})
        self.return_annotation = return_annotation

    @classmethod
    def from_callable(cls, obj, **kwargs):
        return signature(obj, **kwargs)

    def replace(self, *, parameters=None, return_annotation=_Kind):
        return Signature(list(self.parameters.values()) if parameters is None else parameters,
                         return_annotation=self.return_annotation if return_annotation is _Kind else return_annotation)

    def _bind(self, args, kwargs, partial):
        arguments = {}
        args = list(args)
        kwargs = dict(kwargs)
        for name, p in self.parameters.items():
            if p.kind == 2:
                if args:
                    arguments[name] = tuple(args)
                args = []
            elif p.kind == 4:
                continue
            elif p.kind < 2 and args:
                if name in kwargs and p.kind == 1:
                    raise TypeError(f"multiple values for argument {name!r}")
                arguments[name] = args.pop(0)
            elif name in kwargs and p.kind != 0:
                arguments[name] = kwargs.pop(name)
            elif p.default is _empty and not partial:
                raise TypeError(f"missing a required argument: {name!r}" if p.kind != 3 else
                                f"missing a required argument: {name!r}")
        if args:
            raise TypeError("too many positional arguments")
        if kwargs:
            for name, p in self.parameters.items():
                if p.kind == 4:
                    arguments[name] = kwargs
                    break
            else:
                raise TypeError(f"got an unexpected keyword argument {next(iter(kwargs))!r}")
        return BoundArguments(self, arguments)

    def bind(self, /, *args, **kwargs):
        return self._bind(args, kwargs, False)

    def bind_partial(self, /, *args, **kwargs):
        return self._bind(args, kwargs, True)

    def __str__(self):
        parts = []
        slash = star = False
        for p in self.parameters.values():
            if p.kind == 0:
                slash = True
            elif slash:
                parts.append("/")
                slash = False
            if p.kind == 2:
                star = True
            elif p.kind == 3 and not star:
                parts.append("*")
                star = True
            parts.append(str(p))
        if slash:
            parts.append("/")
        text = "(" + ", ".join(parts) + ")"
        if self.return_annotation is not _empty:
            text += " -> " + formatannotation(self.return_annotation)
        return text

    def __repr__(self):
        return f"<Signature {self}>"

    def __eq__(self, other):
        if not isinstance(other, Signature):
            return NotImplemented
        return dict(self.parameters) == dict(other.parameters) and self.return_annotation == other.return_annotation

    __hash__ = None


def _of_function(f):
    import _inspect
    annotations = getattr(f, "__annotations__", None) or {}
    parameters = [Parameter(name, (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD, _VAR_POSITIONAL, _KEYWORD_ONLY,
                                   _VAR_KEYWORD)[kind], default=default[0] if default else _empty,
                            annotation=annotations.get(name, _empty))
                  for name, kind, default in _inspect.parameters(f)]
    return Signature(parameters, return_annotation=annotations.get("return", _empty))


_ENUM = ([Parameter("value", _POSITIONAL_OR_KEYWORD), Parameter("names", _POSITIONAL_OR_KEYWORD, default=None)] +
         [Parameter(name, _KEYWORD_ONLY, default=default) for name, default in
          (("module", None), ("qualname", None), ("type", None), ("start", 1), ("boundary", None))])


class _Text:
    """A default that is known by its text."""

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text


def _literal(text):
    for name, value in (("None", None), ("True", True), ("False", False)):
        if text == name:
            return value
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return text[1:-1]
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            pass
    return _Text(text)


def _of_text(text):
    """The signature of a native function: "(x, /, y=None, *, key=None)"."""
    words, depth, word = [], 0, ""
    for c in text[1:-1] + ",":
        depth += (c in "([{") - (c in ")]}")
        if c == "," and not depth:
            words.append(word.strip())
            word = ""
        else:
            word += c
    parameters, kind = [], _POSITIONAL_OR_KEYWORD
    for word in words:
        name, has_default, default = word.partition("=")
        if word == "/":
            parameters = [p.replace(kind=_POSITIONAL_ONLY) for p in parameters]
        elif word == "*":
            kind = _KEYWORD_ONLY
        elif word.startswith("**"):
            parameters.append(Parameter(word[2:], _VAR_KEYWORD))
        elif word.startswith("*"):
            parameters.append(Parameter(word[1:], _VAR_POSITIONAL))
            kind = _KEYWORD_ONLY
        elif word:
            parameters.append(Parameter(name.strip(), kind, default=_literal(default.strip()) if has_default else _empty))
    return Signature(parameters)


def signature(obj, *, follow_wrapped=True, **kwargs):
    if not callable(obj):
        raise TypeError(f"{obj!r} is not a callable object")
    if follow_wrapped:
        obj = unwrap(obj)
    own = getattr(obj, "__signature__", None)
    if isinstance(own, Signature):
        return own
    if isinstance(obj, _types.MethodType):
        sig = signature(obj.__func__)
        params = list(sig.parameters.values())
        if params and params[0].kind < 2:
            params = params[1:]
        return sig.replace(parameters=params)
    if isinstance(obj, _types.FunctionType):
        return _of_function(obj)
    parts = getattr(obj, "__tf_signature__", None)
    if parts is not None and not isinstance(obj, type):
        return Signature([Parameter(p[0], (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD, _VAR_POSITIONAL, _KEYWORD_ONLY,
                                           _VAR_KEYWORD)[p[1]], default=p[2] if len(p) > 2 else _empty)
                          for p in parts])
    from functools import partial
    if isinstance(obj, partial):
        sig = signature(obj.func)
        params = list(sig.parameters.values())[len(obj.args):]
        changed, keyword_only = [], False
        for p in params:
            if p.name in obj.keywords:
                keyword_only = True
                p = p.replace(default=obj.keywords[p.name], kind=_KEYWORD_ONLY if p.kind == 1 else p.kind)
            elif keyword_only and p.kind == 1:
                p = p.replace(kind=_KEYWORD_ONLY)
            changed.append(p)
        return sig.replace(parameters=changed)
    text = getattr(obj, "__text_signature__", None)
    if isinstance(obj, _types.BuiltinFunctionType) and text:
        return _of_text(text)
    if isinstance(obj, type):
        if type(obj).__name__ == "EnumType":
            return Signature(_ENUM)
        for name in ("__init__", "__new__"):
            f = getattr(obj, name)
            if isinstance(f, _types.FunctionType):
                sig = signature(f)
                return sig.replace(parameters=list(sig.parameters.values())[1:], return_annotation=_empty)
        if obj.__init__ is object.__init__ and obj.__new__ is object.__new__:
            return Signature()
        raise ValueError(f"no signature found for builtin type {obj!r}")
    call = getattr(type(obj), "__call__", None)
    if isinstance(call, _types.FunctionType):
        sig = signature(call)
        return sig.replace(parameters=list(sig.parameters.values())[1:])
    raise ValueError(f"no signature found for builtin {obj!r}")


def unwrap(func, *, stop=None):
    while hasattr(func, "__wrapped__") and not (stop and stop(func)):
        func = func.__wrapped__
    return func


def getdoc(object):
    doc = getattr(object, "__doc__", None)
    return cleandoc(doc) if isinstance(doc, str) else None


def cleandoc(doc):
    lines = doc.expandtabs().split("\n")
    margin = None
    for line in lines[1:]:
        content = len(line.lstrip())
        if content:
            indent = len(line) - content
            margin = indent if margin is None else min(margin, indent)
    lines[0] = lines[0].lstrip()
    if margin is not None:
        lines[1:] = [line[margin:] for line in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


def isclass(object):
    return isinstance(object, type)


def isfunction(object):
    return isinstance(object, _types.FunctionType)


def ismethod(object):
    return isinstance(object, _types.MethodType)


def ismodule(object):
    return isinstance(object, _types.ModuleType)


def isbuiltin(object):
    return isinstance(object, _types.BuiltinFunctionType)


def isroutine(object):
    return isbuiltin(object) or isfunction(object) or ismethod(object) or isinstance(
        object, (_types.MethodDescriptorType, _types.WrapperDescriptorType))


def isgenerator(object):
    return isinstance(object, _types.GeneratorType)


def isgeneratorfunction(object):
    import _inspect
    return isinstance(object, _types.FunctionType) and _inspect.is_generator(object)


def iscoroutinefunction(object):
    return False


def isabstract(object):
    return isinstance(object, type) and bool(getattr(object, "__abstractmethods__", None))


def isdatadescriptor(object):
    return not isclass(object) and (hasattr(type(object), "__set__") or hasattr(type(object), "__delete__"))


def getmembers(object, predicate=None):
    out = []
    for name in dir(object):
        try:
            value = getattr(object, name)
        except AttributeError:
            continue
        if predicate is None or predicate(value):
            out.append((name, value))
    return sorted(out, key=lambda pair: pair[0])


def getmro(cls):
    return cls.__mro__


def getmodule(object):
    import sys
    return sys.modules.get(getattr(object, "__module__", None))


def getattr_static(obj, attr, default=_empty):
    for holder in (obj.__dict__ if hasattr(obj, "__dict__") else {},):
        if attr in holder:
            return holder[attr]
    for cls in (obj if isinstance(obj, type) else type(obj)).__mro__:
        if attr in cls.__dict__:
            return cls.__dict__[attr]
    if default is _empty:
        raise AttributeError(attr)
    return default


def getsource(object):
    import _inspect
    return _inspect.source(unwrap(object))


def getsourcelines(object):
    return getsource(object).splitlines(True), 0


class FullArgSpec(tuple):
    _fields = ("args", "varargs", "varkw", "defaults", "kwonlyargs", "kwonlydefaults", "annotations")
    args = property(lambda self: self[0])
    varargs = property(lambda self: self[1])
    varkw = property(lambda self: self[2])
    defaults = property(lambda self: self[3])
    kwonlyargs = property(lambda self: self[4])
    kwonlydefaults = property(lambda self: self[5])
    annotations = property(lambda self: self[6])

    def __repr__(self):
        return "FullArgSpec(" + ", ".join([f"{n}={v!r}" for n, v in zip(self._fields, self)]) + ")"


def getfullargspec(func):
    sig = signature(func, follow_wrapped=False)
    args, defaults, kwonly, kwdefaults, varargs, varkw = [], [], [], {}, None, None
    for name, p in sig.parameters.items():
        if p.kind < 2:
            args.append(name)
            if p.default is not _empty:
                defaults.append(p.default)
        elif p.kind == 2:
            varargs = name
        elif p.kind == 3:
            kwonly.append(name)
            if p.default is not _empty:
                kwdefaults[name] = p.default
        else:
            varkw = name
    if isinstance(func, _types.MethodType):
        args.insert(0, "self")
    return FullArgSpec((args, varargs, varkw, tuple(defaults) or None, kwonly, kwdefaults or None,
                        dict(getattr(func, "__annotations__", {}))))


def currentframe():
    raise NotImplementedError("inspect.currentframe is not in the spec language")


def stack(context=1):
    raise NotImplementedError("inspect.stack is not in the spec language")


(CO_OPTIMIZED, CO_NEWLOCALS, CO_VARARGS, CO_VARKEYWORDS, CO_NESTED, CO_GENERATOR, CO_NOFREE, CO_COROUTINE,
 CO_ITERABLE_COROUTINE, CO_ASYNC_GENERATOR, TPFLAGS_IS_ABSTRACT) = 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1 << 20
GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED, GEN_CLOSED = "GEN_CREATED", "GEN_RUNNING", "GEN_SUSPENDED", "GEN_CLOSED"
CORO_CREATED, CORO_RUNNING, CORO_SUSPENDED, CORO_CLOSED = "CORO_CREATED", "CORO_RUNNING", "CORO_SUSPENDED", "CORO_CLOSED"


def _named(name, fields):
    import collections
    return collections.namedtuple(name, fields, module="inspect")


def __getattr__(name):
    fields = dict(ClosureVars="nonlocals globals builtins unbound", ArgInfo="args varargs keywords locals",
                  Arguments="args varargs varkw", Attribute="name kind defining_class object",
                  Traceback="filename lineno function code_context index",
                  FrameInfo="frame filename lineno function code_context index").get(name)
    if fields:
        globals()[name] = _named(name, fields)
        return globals()[name]
    if name in ("BlockFinder findsource formatannotationrelativeto formatargvalues getargs getargvalues getblock "
                "getcoroutinelocals getcoroutinestate getframeinfo getgeneratorlocals getinnerframes getlineno getouterframes "
                "indentsize trace EndOfBlock ClassFoundException getcomments classify_class_attrs").split():
        raise NotImplementedError("inspect.%s is not in the spec language" % name)
    raise AttributeError("module 'inspect' has no attribute %r" % name)


def _never(object):
    return False


isasyncgen = isasyncgenfunction = isawaitable = iscoroutine = _never


def iscode(object):
    return isinstance(object, _types.CodeType)


def isframe(object):
    return isinstance(object, getattr(_types, "FrameType", ()))


def istraceback(object):
    return isinstance(object, _types.TracebackType)


def ismethodwrapper(object):
    return isinstance(object, _types.MethodWrapperType)


def ismemberdescriptor(object):
    return isinstance(object, _types.MemberDescriptorType)


def isgetsetdescriptor(object):
    return isinstance(object, _types.GetSetDescriptorType)


def ismethoddescriptor(object):
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    kind = type(object)
    return hasattr(kind, "__get__") and not hasattr(kind, "__set__")


def getgeneratorstate(generator):
    if generator.gi_running:
        return GEN_RUNNING
    if generator.gi_frame is None:
        return GEN_CLOSED
    return GEN_SUSPENDED if generator.gi_suspended else GEN_CREATED


def getmembers_static(object, predicate=None):
    made = [(name, getattr_static(object, name, None)) for name in dir(object)]
    return sorted([p for p in made if predicate is None or predicate(p[1])], key=lambda p: p[0])


def getmodulename(path):
    name = path.rsplit("/", 1)[-1]
    return name[:-3] if name.endswith(".py") else None


def getfile(object):
    if ismodule(object):
        if getattr(object, "__file__", None):
            return object.__file__
        raise TypeError("%r is a built-in module" % object)
    if isclass(object):
        import sys
        module = sys.modules.get(object.__module__)
        if module is not None and getattr(module, "__file__", None):
            return module.__file__
        if object.__module__ == "__main__":
            raise OSError("source code not available")
        raise TypeError("%r is a built-in class" % object)
    if ismethod(object):
        object = object.__func__
    if isfunction(object):
        object = object.__code__
    if iscode(object):
        return object.co_filename
    raise TypeError("module, class, method, function, traceback, frame, or code object was expected, got %s" %
                    type(object).__name__)


getsourcefile = getabsfile = getfile


def getcallargs(func, /, *positional, **named):
    bound = signature(func, follow_wrapped=False).bind(*positional, **named)
    bound.apply_defaults()
    # Those with a name of their own and no place come last.
    kinds = signature(func, follow_wrapped=False).parameters
    made = dict(sorted(bound.arguments.items(), key=lambda item: kinds[item[0]].kind == _KEYWORD_ONLY))
    if ismethod(func):
        made = {func.__func__.__code__.co_varnames[0]: func.__self__, **made}
    return made


def get_annotations(obj, *, globals=None, locals=None, eval_str=False):
    if eval_str:
        raise NotImplementedError("inspect.get_annotations with eval_str is not in the spec language")
    if isinstance(obj, type):
        made = obj.__dict__.get("__annotations__", None)
    elif ismodule(obj) or callable(obj):
        made = getattr(obj, "__annotations__", None)
    else:
        raise TypeError("%r is not a module, class, or callable." % obj)
    if made is None:
        return {}
    if not isinstance(made, dict):
        raise ValueError("%r.__annotations__ is neither a dict nor None" % obj)
    return dict(made)


def getclosurevars(func):
    import builtins
    if ismethod(func):
        func = func.__func__
    if not isfunction(func):
        raise TypeError("%r is not a Python function" % func)
    code = func.__code__
    nonlocals = {name: cell.cell_contents for name, cell in zip(code.co_freevars, func.__closure__ or ())}
    seen, inside, unbound = {}, {}, set()
    for name in code.co_names:
        if name in func.__globals__:
            seen[name] = func.__globals__[name]
        elif hasattr(builtins, name):
            inside[name] = getattr(builtins, name)
        else:
            unbound.add(name)
    return __getattr__("ClosureVars")(nonlocals, seen, inside, unbound)


def walktree(classes, children, parent):
    made = []
    for c in sorted(classes, key=lambda c: (c.__module__, c.__name__)):
        made.append((c, c.__bases__))
        if c in children:
            made.append(walktree(children[c], children, c))
    return made


def getclasstree(classes, unique=False):
    children, roots = {}, []
    for c in classes:
        if c.__bases__:
            for parent in c.__bases__:
                children.setdefault(parent, [])
                if c not in children[parent]:
                    children[parent].append(c)
                if unique and parent in classes:
                    break
        elif c not in roots:
            roots.append(c)
    for parent in children:
        if parent not in classes:
            roots.append(parent)
    return walktree(roots, children, None)
