"""Objects that stand for others and remember how they were used."""
import builtins
import functools
import importlib
import inspect

__all__ = ["Mock", "MagicMock", "patch", "sentinel", "DEFAULT", "ANY", "call", "create_autospec", "AsyncMock",
           "FILTER_DIR", "NonCallableMock", "NonCallableMagicMock", "mock_open", "PropertyMock", "seal"]
FILTER_DIR = True


class InvalidSpecError(Exception):
    pass


class _SentinelObject:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return "sentinel.%s" % self.name


class _Sentinel:
    def __init__(self):
        self._sentinels = {}

    def __getattr__(self, name):
        if name == "__bases__":
            raise AttributeError
        return self._sentinels.setdefault(name, _SentinelObject(name))


sentinel = _Sentinel()
DEFAULT = sentinel.DEFAULT
_missing, _deleted = sentinel.MISSING, sentinel.DELETED


class _ANY:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __repr__(self):
        return "<ANY>"


ANY = _ANY()


def _call_text(name, args, kwargs):
    parts = [repr(a) for a in args] + ["%s=%r" % item for item in kwargs.items()]
    return "%s(%s)" % (name, ", ".join(parts))


class _Call(tuple):
    """A call: (name, args, kwargs), equal to the shorter forms of itself."""

    def __new__(cls, value=(), name="", parent=None, two=False, from_kall=True):
        args, kwargs = (), {}
        if len(value) == 3:
            name, args, kwargs = value
        elif len(value) == 2:
            first, second = value
            if isinstance(first, str):
                name = first
                args, kwargs = (second, {}) if isinstance(second, tuple) else ((), second)
            else:
                args, kwargs = first, second
        elif len(value) == 1:
            value = value[0]
            if isinstance(value, str):
                name = value
            elif isinstance(value, tuple):
                args = value
            else:
                kwargs = value
        return tuple.__new__(cls, (args, kwargs) if two else (name, args, kwargs))

    def __init__(self, value=(), name=None, parent=None, two=False, from_kall=True):
        self._mock_name, self._mock_parent, self._mock_from_kall = name, parent, from_kall

    def __eq__(self, other):
        try:
            size = len(other)
        except TypeError:
            return NotImplemented
        mine = ("",) + tuple(self) if len(self) == 2 else tuple(self)
        name, args, kwargs = mine
        other_name, other_args, other_kwargs = "", (), {}
        if size == 0:
            pass
        elif size == 3:
            other_name, other_args, other_kwargs = other
        elif size == 2:
            first, second = other
            if isinstance(first, str):
                other_name = first
                if isinstance(second, tuple):
                    other_args = second
                else:
                    other_kwargs = second
            else:
                other_args, other_kwargs = first, second
        elif size == 1:
            value = other[0]
            if isinstance(value, tuple):
                other_args = value
            elif isinstance(value, str):
                other_name = value
            else:
                other_kwargs = value
        else:
            return False
        if name and other_name != name:
            return False
        return (other_args, other_kwargs) == (args, kwargs)

    def __ne__(self, other):
        made = self.__eq__(other)
        return made if made is NotImplemented else not made

    __hash__ = None

    def __call__(self, *args, **kwargs):
        if self._mock_name is None:
            return _Call(("", args, kwargs), name="()")
        return _Call((self._mock_name, args, kwargs), name=self._mock_name + "()", parent=self)

    def __getattr__(self, attr):
        if attr.startswith("__"):
            raise AttributeError(attr)
        if self._mock_name is None:
            return _Call(name=attr, from_kall=False)
        return _Call(name="%s.%s" % (self._mock_name, attr), parent=self, from_kall=False)

    @property
    def args(self):
        return self[0] if len(self) == 2 else self[1]

    @property
    def kwargs(self):
        return self[1] if len(self) == 2 else self[2]

    def __repr__(self):
        if not self._mock_from_kall:
            name = self._mock_name or "call"
            return "call" + name if name.startswith("()") else name
        name, args, kwargs = ("",) + tuple(self) if len(self) == 2 else tuple(self)
        if not name:
            name = "call"
        elif not name.startswith("()"):
            name = "call." + name
        else:
            name = "call" + name
        return _call_text(name, args, kwargs)

    def call_list(self):
        calls, one = [], self
        while one is not None:
            if one._mock_from_kall:
                calls.append(one)
            one = one._mock_parent
        return _CallList(reversed(calls))


call = _Call(from_kall=False)


class _CallList(list):
    def __contains__(self, value):
        if not isinstance(value, list):
            return list.__contains__(self, value)
        n = len(value)
        return any(list.__eq__(self[i:i + n], value) for i in range(len(self) - n + 1)) if n <= len(self) else False

    def __repr__(self):
        import pprint
        return pprint.pformat(list(self))


_PLAIN = ("return_value side_effect _mock_children _mock_parent _mock_name _mock_new_name _mock_new_parent _spec_class "
          "_spec_set _mock_methods _mock_return_value _mock_side_effect _mock_wraps _mock_sealed called call_count call_args "
          "call_args_list mock_calls method_calls _spec_signature").split()


def _is_above(value, mock):
    """Whether `value` is the mock or one that it hangs on: a child of itself would never end."""
    while mock is not None:
        if mock is value:
            return True
        mock = mock._mock_new_parent
    return False


class NonCallableMock:
    def __new__(cls, *args, **kwargs):
        # A class of its own, which special methods can be put into.
        return object.__new__(type(cls.__name__, (cls,), {"__doc__": cls.__doc__, "__module__": cls.__module__}))

    def __init__(self, spec=None, wraps=None, name=None, spec_set=None, parent=None, _spec_state=None, _new_name="",
                 _new_parent=None, _spec_as_instance=False, _eat_self=None, unsafe=False, **kwargs):
        d = self.__dict__
        if spec_set is not None:
            spec = spec_set
        d["_mock_parent"], d["_mock_name"], d["_mock_new_name"] = parent, name, _new_name
        d["_mock_new_parent"] = parent if _new_parent is None else _new_parent
        d["_mock_sealed"], d["_mock_unsafe"], d["_mock_children"], d["_mock_wraps"] = False, unsafe, {}, wraps
        d["_spec_set"] = spec_set is not None
        d["_mock_return_value"], d["_mock_side_effect"] = DEFAULT, None
        d["_spec_class"] = d["_mock_methods"] = d["_spec_signature"] = None
        d["called"], d["call_count"], d["call_args"] = False, 0, None
        d["call_args_list"], d["mock_calls"], d["method_calls"] = _CallList(), _CallList(), _CallList()
        if spec is not None:
            if isinstance(spec, NonCallableMock):
                raise InvalidSpecError("Cannot spec a Mock object. [object=%r]" % (spec,))
            if isinstance(spec, (list, tuple)) and all(isinstance(s, str) for s in spec):
                d["_mock_methods"] = list(spec)
            else:
                d["_spec_class"] = spec if isinstance(spec, type) else type(spec)
                d["_mock_methods"] = dir(spec)
        if kwargs:
            self.configure_mock(**kwargs)

    @property
    def __class__(self):
        return type(self) if self._spec_class is None else self._spec_class

    # ---- names
    def _name(self):
        parts, dot, one, last = [], ".", self, None
        if self.__dict__["_mock_new_name"] == "()":
            dot = ""
        names = [self.__dict__["_mock_new_name"]]
        parent, dot = self.__dict__["_mock_new_parent"], dot
        text = [self.__dict__["_mock_new_name"]] if self.__dict__["_mock_new_name"] else []
        joined = dot
        while parent is not None:
            last = parent
            text.append(parent.__dict__["_mock_new_name"] + joined)
            joined = "" if parent.__dict__["_mock_new_name"] == "()" else "."
            parent = parent.__dict__["_mock_new_parent"]
        text = list(reversed(text))
        first = (last.__dict__["_mock_name"] if last is not None else self.__dict__["_mock_name"]) or "mock"
        if len(text) > 1 and text[1] not in ("()", "()."):
            first += "."
        if not text:
            return self.__dict__["_mock_name"] or "mock"
        text[0] = first
        if last is None:
            return self.__dict__["_mock_name"] or self.__dict__["_mock_new_name"] or "mock"
        return "".join(text)

    def _extract_mock_name(self):
        return self._name()

    def __repr__(self):
        shown = self._name()
        name = "" if shown in ("mock", "mock.") else " name=%r" % shown
        spec = ""
        if self._spec_class is not None:
            spec = " %s=%r" % ("spec_set" if self._spec_set else "spec", self._spec_class.__name__)
        return "<%s%s%s id='%s'>" % (type(self).__name__, name, spec, id(self))

    def __dir__(self):
        extras = list(self._mock_methods or [])
        return sorted(set(extras + [n for n in dir(type(self)) if not n.startswith("_")] + list(self._mock_children)))

    # ---- attributes
    def __getattr__(self, name):
        if name in ("_mock_methods", "_mock_unsafe", "_mock_children"):
            raise AttributeError(name)
        if self._mock_methods is not None:
            if name not in self._mock_methods or name in _MAGIC_NAMES:
                raise AttributeError("Mock object has no attribute %r" % name)
        elif name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        if not self._mock_unsafe and (not self._mock_methods or name not in self._mock_methods):
            if name.startswith(("assert", "assret", "asert", "aseert", "assrt")):
                raise AttributeError("%r is not a valid assertion. Use a spec for the mock if %r is meant to be an attribute."
                                     % (name, name))
        made = self._mock_children.get(name)
        if made is _deleted:
            raise AttributeError(name)
        if made is None:
            if self._mock_sealed:
                raise AttributeError("%s.%s" % (self._name(), name))
            wraps = getattr(self._mock_wraps, name) if self._mock_wraps is not None else None
            made = self._get_child_mock(parent=self, name=name, wraps=wraps, _new_name=name, _new_parent=self)
            self._mock_children[name] = made
        return made

    def __setattr__(self, name, value):
        d = self.__dict__
        if name in ("return_value", "side_effect"):
            (self._set_return if name == "return_value" else self._set_effect)(value)
        elif name in _PLAIN or name in ("_mock_unsafe", "__class__"):
            d[name] = value
        elif self._spec_set and self._mock_methods is not None and name not in self._mock_methods:
            raise AttributeError("Mock object has no attribute '%s'" % name)
        elif name in _MAGIC_NAMES:
            _set_magic(self, name, value)
        else:
            if self._mock_sealed and not hasattr(self, name):
                raise AttributeError("Cannot set %s.%s" % (self._name(), name))
            if isinstance(value, NonCallableMock) and value._mock_parent is None and value._mock_name is None and (
                    value._mock_new_name == "" and not _is_above(value, self)):
                value._mock_parent, value._mock_new_parent, value._mock_name, value._mock_new_name = self, self, name, name
                self._mock_children[name] = value
            d[name] = value

    def __delattr__(self, name):
        if name in _MAGIC_NAMES and name in type(self).__dict__:
            delattr(type(self), name)
            return
        there = self._mock_children.get(name, _missing)
        if name in self.__dict__:
            del self.__dict__[name]
        elif there is _deleted:
            raise AttributeError(name)
        self._mock_children[name] = _deleted

    @property
    def return_value(self):
        if self._mock_return_value is DEFAULT:
            if self._mock_wraps is not None:
                return DEFAULT
            self.__dict__["_mock_return_value"] = self._get_child_mock(_new_parent=self, _new_name="()")
        return self._mock_return_value

    def _set_return(self, value):
        self.__dict__["_mock_return_value"] = value
        if isinstance(value, NonCallableMock) and value._mock_new_parent is None and value._mock_name is None and (
                value._mock_new_name == "" and not _is_above(value, self)):
            value._mock_new_parent, value._mock_new_name = self, "()"

    @property
    def side_effect(self):
        return self._mock_side_effect

    def _set_effect(self, value):
        if value is not None and not isinstance(value, BaseException) and not isinstance(value, type) and not callable(value):
            value = iter(value)
        self.__dict__["_mock_side_effect"] = value

    def _get_child_mock(self, /, **kw):
        kind = next(c for c in type(self).__mro__ if c in _KINDS)
        kind = {NonCallableMagicMock: MagicMock, NonCallableMock: Mock}.get(kind, kind)
        return kind(**kw)

    def attach_mock(self, mock, attribute):
        mock._mock_parent = mock._mock_new_parent = None
        mock._mock_name, mock._mock_new_name = None, ""
        setattr(self, attribute, mock)

    def mock_add_spec(self, spec, spec_set=False):
        d = self.__dict__
        d["_spec_set"] = spec_set
        if isinstance(spec, (list, tuple)):
            d["_mock_methods"] = list(spec)
        else:
            d["_spec_class"], d["_mock_methods"] = spec if isinstance(spec, type) else type(spec), dir(spec)

    def configure_mock(self, /, **kwargs):
        for arg, value in sorted(kwargs.items(), key=lambda entry: entry[0].count(".")):
            *path, final = arg.split(".")
            one = self
            for entry in path:
                one = getattr(one, entry)
            setattr(one, final, value)

    def reset_mock(self, visited=None, *, return_value=False, side_effect=False):
        visited = [] if visited is None else visited
        if any(v is self for v in visited):
            return
        visited.append(self)
        d = self.__dict__
        d["called"], d["call_count"], d["call_args"] = False, 0, None
        d["call_args_list"], d["mock_calls"], d["method_calls"] = _CallList(), _CallList(), _CallList()
        if return_value:
            d["_mock_return_value"] = DEFAULT
        if side_effect:
            d["_mock_side_effect"] = None
        for child in self._mock_children.values():
            if isinstance(child, NonCallableMock):
                child.reset_mock(visited, return_value=return_value, side_effect=side_effect)
        made = d["_mock_return_value"]
        if isinstance(made, NonCallableMock) and made is not self:
            made.reset_mock(visited)

    # ---- assertions
    def _shown(self):
        return self._mock_name or "mock"

    def _calls_repr(self, prefix="Calls"):
        return "\n%s: %s%s" % (prefix, _safe(self.mock_calls), "." if prefix == "Calls" else "") if self.mock_calls else ""

    def assert_not_called(self):
        if self.call_count:
            raise AssertionError("Expected %r to not have been called. Called %s times.%s" % (
                self._shown(), self.call_count, self._calls_repr()))

    def assert_called(self):
        if not self.call_count:
            raise AssertionError("Expected '%s' to have been called." % self._shown())

    def assert_called_once(self):
        if self.call_count != 1:
            raise AssertionError("Expected '%s' to have been called once. Called %s times.%s" % (
                self._shown(), self.call_count, self._calls_repr()))

    def assert_called_with(self, /, *args, **kwargs):
        expected = _Call((args, kwargs), two=True)
        if self.call_args is None:
            raise AssertionError("expected call not found.\nExpected: %s\n  Actual: %s" % (
                _call_text(self._shown(), args, kwargs), "not called."))
        if self._normal(self.call_args) != self._normal(expected):
            raise AssertionError("expected call not found.\nExpected: %s\n  Actual: %s" % (
                _call_text(self._shown(), args, kwargs), _call_text(self._shown(), *self.call_args)))

    def assert_called_once_with(self, /, *args, **kwargs):
        if self.call_count != 1:
            raise AssertionError("Expected '%s' to be called once. Called %s times.%s" % (
                self._shown(), self.call_count, self._calls_repr()))
        return self.assert_called_with(*args, **kwargs)

    def assert_has_calls(self, calls, any_order=False):
        calls = list(calls)
        actual = [c for c in self.mock_calls]
        if not any_order:
            if calls not in _CallList(actual):
                raise AssertionError("Calls not found.\nExpected: %s%s" % (_safe(_CallList(calls)), self._calls_repr("  Actual")))
            return
        missing = []
        for one in calls:
            for i, other in enumerate(actual):
                if other == one:
                    del actual[i]
                    break
            else:
                missing.append(one)
        if missing:
            raise AssertionError("%r does not contain all of %r in its call list, found %r instead" % (
                self._shown(), tuple(missing), self.mock_calls))

    def assert_any_call(self, /, *args, **kwargs):
        expected = self._normal(_Call((args, kwargs), two=True))
        if not any(self._normal(c) == expected for c in self.call_args_list):
            raise AssertionError("%s call not found" % _call_text(self._shown(), args, kwargs))

    def _normal(self, one):
        """With a signature, positional and keyword arguments of the same meaning are equal."""
        if self._spec_signature is None:
            return one
        try:
            bound = self._spec_signature.bind(*one.args, **one.kwargs)
        except TypeError:
            return one
        return _Call((bound.args, bound.kwargs), two=True)


def _safe(calls):
    return repr(calls)


class _Callable:
    def __call__(self, /, *args, **kwargs):
        self._mock_check_sig(*args, **kwargs)
        d = self.__dict__
        d["called"] = True
        d["call_count"] += 1
        one = _Call((args, kwargs), two=True)
        d["call_args"] = one
        self.call_args_list.append(one)
        # Everybody above hears of it, under the name that they know.
        name, method = self._mock_new_name, self._mock_name
        is_method = self._mock_parent is not None
        self.mock_calls.append(_Call(("", args, kwargs)))
        parent, is_call = self._mock_new_parent, name == "()"
        while parent is not None:
            if is_method:
                parent.method_calls.append(_Call((method, args, kwargs)))
                is_method = parent._mock_parent is not None
                if is_method:
                    method = parent._mock_name + "." + method
            parent.mock_calls.append(_Call((name, args, kwargs)))
            if parent._mock_new_name:
                dot = "" if is_call else "."
                is_call = parent._mock_new_name == "()"
                name = parent._mock_new_name + dot + name
            parent = parent._mock_new_parent
        effect = self._mock_side_effect
        if effect is not None:
            if isinstance(effect, BaseException) or isinstance(effect, type) and issubclass(effect, BaseException):
                raise effect
            if not callable(effect):
                made = next(effect)
                if isinstance(made, BaseException) or isinstance(made, type) and issubclass(made, BaseException):
                    raise made
                if made is DEFAULT:
                    made = self.return_value
                return made
            made = effect(*args, **kwargs)
            if made is not DEFAULT:
                return made
        if self._mock_return_value is not DEFAULT:
            return self.return_value
        if self._mock_wraps is not None:
            return self._mock_wraps(*args, **kwargs)
        return self.return_value

    def _mock_check_sig(self, /, *args, **kwargs):
        if self._spec_signature is not None:
            self._spec_signature.bind(*args, **kwargs)


class Mock(_Callable, NonCallableMock):
    def __init__(self, spec=None, side_effect=None, return_value=DEFAULT, wraps=None, name=None, spec_set=None, parent=None,
                 _new_name="", _new_parent=None, unsafe=False, **kwargs):
        NonCallableMock.__init__(self, spec, wraps, name, spec_set, parent, None, _new_name, _new_parent, unsafe=unsafe)
        if return_value is not DEFAULT:
            self.return_value = return_value
        if side_effect is not None:
            self.side_effect = side_effect
        if kwargs:
            self.configure_mock(**kwargs)


_BINARY = "add sub mul matmul truediv floordiv mod lshift rshift and xor or pow divmod"
_MAGIC_NAMES = set("__%s__" % n for n in (
    "lt gt le ge eq ne getitem setitem delitem len contains str sizeof enter exit round trunc floor ceil bool next iter hash "
    "int float complex index neg pos abs invert fspath missing reversed call dir format get set delete "
    + _BINARY + " " + " ".join("i" + n + " r" + n for n in _BINARY.split())).split()) - {"__call__", "__dir__", "__get__",
                                                                                        "__set__", "__delete__"}
_RETURNS = {"__hash__": lambda self: object.__hash__(self), "__str__": repr,
            "__sizeof__": lambda self: 48, "__fspath__": lambda self: "%s/%s/%d" % (
                type(self).__name__, self._name(), id(self))}
_CONSTANTS = {"__int__": 1, "__contains__": False, "__len__": 0, "__exit__": False, "__complex__": 1j, "__float__": 1.0,
              "__bool__": True, "__index__": 1, "__lt__": NotImplemented, "__gt__": NotImplemented,
              "__le__": NotImplemented, "__ge__": NotImplemented}
_UNSUPPORTED = {"__missing__", "__reversed__", "__fspath__", "__get__", "__set__", "__delete__", "__format__", "__next__"}


def _set_magic(mock, name, value):
    if not isinstance(value, NonCallableMock):
        if callable(value):
            setattr(type(mock), name, lambda self, *args, **kw: value(self, *args, **kw))
        else:
            setattr(type(mock), name, value)
        mock.__dict__.setdefault("_mock_magic", {})[name] = value
        mock._mock_children[name] = value
        return
    value._mock_parent = value._mock_new_parent = mock
    value._mock_name = value._mock_new_name = name
    mock._mock_children[name] = value
    setattr(type(mock), name, _Magic(name))


class _Magic:
    """A special method of a mock: a mock that is made when it is first used."""

    def __init__(self, name):
        self.name = name

    def __get__(self, obj, _type=None):
        if obj is None:
            return self
        return _magic_of(obj, self.name)


def _magic_of(obj, name):
    made = obj._mock_children.get(name)
    if made is None:
        made = MagicMock(parent=obj, name=name, _new_name=name, _new_parent=obj)
        obj._mock_children[name] = made
        if name in _CONSTANTS:
            made.return_value = _CONSTANTS[name]
        elif name in _RETURNS:
            made.return_value = _RETURNS[name](obj)
        elif name == "__eq__":
            made.side_effect = lambda other: True if made._mock_return_value is DEFAULT and obj is other else (
                NotImplemented if made._mock_return_value is DEFAULT else made._mock_return_value)
        elif name == "__ne__":
            made.side_effect = lambda other: DEFAULT if made._mock_return_value is not DEFAULT else (
                False if obj is other else NotImplemented)
        elif name == "__iter__":
            made.side_effect = lambda: iter([]) if made._mock_return_value is DEFAULT else iter(made._mock_return_value)
    return made


def _magics():
    names = _MAGIC_NAMES - _UNSUPPORTED - {"__r%s__" % n for n in _BINARY.split()} - {"__str__", "__hash__", "__sizeof__"}

    def method(name):
        return lambda self, *args, **kwargs: _magic_of(self, name)(*args, **kwargs)

    class MagicMixin:
        pass
    for name in sorted(names):
        setattr(MagicMixin, name, method(name))
    MagicMixin.__str__ = method("__str__")
    MagicMixin.__hash__ = method("__hash__")
    return MagicMixin


_MagicMixin = _magics()


class _MagicBase(_MagicMixin):
    def __getattr__(self, name):
        if name in _MAGIC_NAMES:
            return _magic_of(self, name)
        return NonCallableMock.__getattr__(self, name)

    def __getattribute__(self, name):
        if name[:2] == "__" and name in _MAGIC_NAMES and name not in ("__str__", "__hash__"):
            children = object.__getattribute__(self, "__dict__").get("_mock_children")
            if children is not None:
                return _magic_of(self, name)
        return object.__getattribute__(self, name)


class NonCallableMagicMock(_MagicBase, NonCallableMock):
    pass


class MagicMock(_MagicBase, Mock):
    pass


_KINDS = (MagicMock, NonCallableMagicMock, Mock, NonCallableMock)


class PropertyMock(Mock):
    def _get_child_mock(self, /, **kwargs):
        return MagicMock(**kwargs)

    def __get__(self, obj, obj_type=None):
        return self()

    def __set__(self, obj, val):
        self(val)


def AsyncMock(*args, **kwargs):
    raise NotImplementedError("unittest.mock.AsyncMock is not in the spec language: there is no async")


from _mock_patch import create_autospec, mock_open, patch, seal
