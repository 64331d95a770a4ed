"""unittest.mock's patch, mock_open, create_autospec and seal."""
import functools
import importlib
import inspect
import sys

_mock = sys.modules["unittest.mock"]
DEFAULT, MagicMock, NonCallableMock, NonCallableMagicMock = (_mock.DEFAULT, _mock.MagicMock, _mock.NonCallableMock,
                                                             _mock.NonCallableMagicMock)
_missing = object()


def _import(target):
    parts = target.split(".")
    made = importlib.import_module(parts[0]) if parts[0] != "__main__" else sys.modules["__main__"]
    path = parts[0]
    for part in parts[1:]:
        path += "." + part
        try:
            made = getattr(made, part)
        except AttributeError:
            importlib.import_module(path)
            made = getattr(made, part)
    return made


class _patch:
    def __init__(self, getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs):
        if new_callable is not None:
            if new is not DEFAULT:
                raise ValueError("Cannot use 'new' and 'new_callable' together")
            if autospec is not None:
                raise ValueError("Cannot use 'autospec' and 'new_callable' together")
        self.getter, self.attribute, self.new, self.new_callable, self.spec = getter, attribute, new, new_callable, spec
        self.create, self.spec_set, self.autospec, self.kwargs = create, spec_set, autospec, kwargs
        self.attribute_name, self.additional_patchers, self.has_local = None, [], False

    def copy(self):
        made = _patch(self.getter, self.attribute, self.new, self.spec, self.create, self.spec_set, self.autospec,
                      self.new_callable, self.kwargs)
        made.attribute_name = self.attribute_name
        made.additional_patchers = [p.copy() for p in self.additional_patchers]
        return made

    def __call__(self, func):
        if isinstance(func, type):
            for attr in dir(func):
                if attr.startswith(patch.TEST_PREFIX) and callable(getattr(func, attr)):
                    setattr(func, attr, self.copy()(getattr(func, attr)))
            return func
        if hasattr(func, "patchings"):
            func.patchings.append(self)
            return func

        @functools.wraps(func)
        def patched(*args, **keywargs):
            import contextlib
            with contextlib.ExitStack() as stack:
                extra = []
                for patching in patched.patchings:
                    made = stack.enter_context(patching)
                    if patching.attribute_name is not None:
                        keywargs.update(made)
                    elif patching.new is DEFAULT:
                        extra.append(made)
                return func(*(args + tuple(extra)), **keywargs)
        patched.patchings = [self]
        return patched

    def get_original(self):
        target, name = self.getter(), self.attribute
        original, local = DEFAULT, False
        if name in getattr(target, "__dict__", {}):
            original, local = target.__dict__[name], True
        else:
            original = getattr(target, name, DEFAULT)
        if not self.create and original is DEFAULT:
            raise AttributeError("%s does not have the attribute %r" % (target, name))
        return original, local

    def __enter__(self):
        new, spec, spec_set, autospec, kwargs = self.new, self.spec, self.spec_set, self.autospec, self.kwargs
        self.target = self.getter()
        original, local = self.get_original()
        if spec is True:
            spec = original
        if spec_set is True:
            spec_set, spec = original, None
        if new is DEFAULT and autospec is None:
            make = self.new_callable or MagicMock
            given = {}
            if spec is not None:
                given["spec"] = spec
            if spec_set is not None:
                given["spec_set"] = spec_set
            if isinstance(make, type) and issubclass(make, NonCallableMock) and self.attribute:
                given["name"] = self.attribute
            given.update(kwargs)
            new = make(**given)
            if spec is not None and isinstance(spec, type) and isinstance(new, NonCallableMock):
                new.return_value = make(spec=spec, _new_parent=new, _new_name="()")
        elif autospec is not None:
            if new is not DEFAULT:
                raise TypeError("autospec creates the mock for you. Can't specify autospec and new.")
            new = create_autospec(original if autospec is True else autospec, spec_set=bool(spec_set), _name=self.attribute, **kwargs)
        elif kwargs:
            raise TypeError("Can't pass kwargs to a mock we aren't creating")
        made = new
        self.temp_original, self.is_local = original, local
        setattr(self.target, self.attribute, made)
        if self.attribute_name is not None:
            extra = {self.attribute_name: made} if self.new is DEFAULT else {}
            for patching in self.additional_patchers:
                value = patching.__enter__()
                if patching.new is DEFAULT:
                    extra.update(value)
            return extra
        return made

    def __exit__(self, *exc_info):
        for patching in reversed(self.additional_patchers):
            patching.__exit__(*exc_info)
        if self.is_local and self.temp_original is not DEFAULT:
            setattr(self.target, self.attribute, self.temp_original)
        else:
            delattr(self.target, self.attribute)
            if not self.create and not hasattr(self.target, self.attribute):
                setattr(self.target, self.attribute, self.temp_original)
        return False

    def start(self):
        made = self.__enter__()
        _active.append(self)
        return made

    def stop(self):
        if not any(p is self for p in _active):
            return None
        _active[:] = [p for p in _active if p is not self]
        return self.__exit__(None, None, None)


_active = []


def _target(text):
    try:
        target, attribute = text.rsplit(".", 1)
    except (TypeError, ValueError, AttributeError):
        raise TypeError("Need a valid target to patch. You supplied: %r" % (text,))
    return lambda: _import(target), attribute


def patch(target, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *, unsafe=False, **kwargs):
    getter, attribute = _target(target)
    return _patch(getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs)


def _object(target, attribute, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *,
            unsafe=False, **kwargs):
    if isinstance(target, str):
        raise TypeError("%r must be the actual object to be patched, not a str" % target)
    return _patch(lambda: target, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs)


def _multiple(target, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
    getter = (lambda: _import(target)) if isinstance(target, str) else lambda: target
    if not kwargs:
        raise ValueError("Must supply at least one keyword argument with patch.multiple")
    items = list(kwargs.items())
    first = None
    for attribute, new in items:
        one = _patch(getter, attribute, new, spec, create, spec_set, autospec, new_callable, {})
        one.attribute_name = attribute
        if first is None:
            first = one
        else:
            first.additional_patchers.append(one)
    return first


class _patch_dict:
    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self.in_dict, self.values, self.clear = in_dict, dict(values), clear
        self.values.update(kwargs)

    def __call__(self, f):
        if isinstance(f, type):
            for attr in dir(f):
                if attr.startswith(patch.TEST_PREFIX) and callable(getattr(f, attr)):
                    setattr(f, attr, _patch_dict(self.in_dict, self.values, self.clear)(getattr(f, attr)))
            return f

        @functools.wraps(f)
        def inner(*args, **kw):
            with self:
                return f(*args, **kw)
        return inner

    def __enter__(self):
        if isinstance(self.in_dict, str):
            self.in_dict = _import(self.in_dict)
        self._original = {key: self.in_dict[key] for key in self.in_dict}
        if self.clear:
            self._empty()
        for key in self.values:
            self.in_dict[key] = self.values[key]
        return self.in_dict

    def _empty(self):
        for key in list(self.in_dict):
            del self.in_dict[key]

    def __exit__(self, *args):
        self._empty()
        for key, value in self._original.items():
            self.in_dict[key] = value
        return False

    def start(self):
        made = self.__enter__()
        _active.append(self)
        return made

    def stop(self):
        _active[:] = [p for p in _active if p is not self]
        return self.__exit__(None, None, None)


def _stopall():
    for p in reversed(list(_active)):
        p.stop()


patch.object, patch.dict, patch.multiple, patch.stopall, patch.TEST_PREFIX = _object, _patch_dict, _multiple, _stopall, "test"


def create_autospec(spec, spec_set=False, instance=False, _parent=None, _name=None, *, unsafe=False, **kwargs):
    """A mock of what `spec` is, whose calls must fit its signature."""
    is_class = isinstance(spec, type)
    given = {"spec_set" if spec_set else "spec": spec}
    make = MagicMock if callable(spec) and not (instance and not hasattr(spec, "__call__")) else NonCallableMagicMock
    made = make(parent=_parent, _new_parent=_parent, _new_name="" if _parent is None else _name, name=_name, **given)
    try:
        signature = inspect.signature(spec.__init__ if is_class and not instance else spec.__call__ if instance and is_class else spec)
        if is_class:
            parameters = list(signature.parameters.values())[1:]
            signature = signature.replace(parameters=parameters)
    except (TypeError, ValueError, AttributeError):
        signature = None
    made.__dict__["_spec_signature"] = signature
    made.configure_mock(**kwargs)
    if inspect.isfunction(spec):
        return made
    if is_class and not instance and "return_value" not in kwargs:
        made.return_value = create_autospec(spec, spec_set, True, _parent=made, _name="()")
    for entry in dir(spec):
        if entry.startswith("__"):
            continue
        try:
            original = getattr(spec, entry)
        except AttributeError:
            continue
        if inspect.isfunction(original) or inspect.ismethod(original) or inspect.isbuiltin(original):
            child = MagicMock(parent=made, name=entry, _new_name=entry, _new_parent=made)
            try:
                signature = inspect.signature(original)
                if inspect.isfunction(original) and is_class and instance:
                    signature = signature.replace(parameters=list(signature.parameters.values())[1:])
                child.__dict__["_spec_signature"] = signature
            except (TypeError, ValueError):
                pass
            made._mock_children[entry] = child
    return made


def mock_open(mock=None, read_data=""):
    """A mock that stands for open()."""
    import io
    state = {}

    def fresh(*args, **kwargs):
        state["data"] = io.BytesIO(read_data) if isinstance(read_data, bytes) else io.StringIO(read_data)
        return DEFAULT
    handle = MagicMock(name="open")
    mock = MagicMock(name="open") if mock is None else mock
    handle = MagicMock()
    handle.write.return_value = None
    fresh()
    handle.read.side_effect = lambda *args: state["data"].read(*args)
    handle.readline.side_effect = lambda *args: state["data"].readline(*args)
    handle.readlines.side_effect = lambda *args: state["data"].readlines(*args)
    handle.__iter__.side_effect = lambda: iter(state["data"].readlines())
    handle.__enter__.return_value = handle
    mock.side_effect = fresh
    mock.return_value = handle
    return mock


def seal(mock):
    mock.__dict__["_mock_sealed"] = True
    for child in list(mock._mock_children.values()):
        if isinstance(child, NonCallableMock) and child._mock_new_parent is mock:
            seal(child)
