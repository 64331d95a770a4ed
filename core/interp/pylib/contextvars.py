"""Variables of a context, and contexts that keep their values."""

__all__ = ["Context", "ContextVar", "Token", "copy_context"]
_MISSING = object()


class Token:
    MISSING = "<Token.MISSING>"

    def __init__(self, var, old):
        self.var, self._old, self._used = var, old, False

    @property
    def old_value(self):
        return Token.MISSING if self._old is _MISSING else self._old

    def __repr__(self):
        return "<Token%s var=%r at %#x>" % (" used" if self._used else "", self.var, id(self))


class _Missing:
    def __repr__(self):
        return "<Token.MISSING>"


Token.MISSING = _Missing()


class ContextVar:
    def __init__(self, name, *, default=_MISSING):
        if not isinstance(name, str):
            raise TypeError("context variable name must be a str")
        self.name, self._default = name, default

    def get(self, default=_MISSING, /):
        values = _contexts[-1]._values
        if self in values:
            return values[self]
        if default is not _MISSING:
            return default
        if self._default is not _MISSING:
            return self._default
        raise LookupError(self)

    def set(self, value, /):
        values = _contexts[-1]._values
        token = Token(self, values.get(self, _MISSING))
        values[self] = value
        return token

    def reset(self, token, /):
        if not isinstance(token, Token):
            raise TypeError("expected an instance of Token, got %r" % (token,))
        if token._used:
            raise RuntimeError("%r has already been used once" % token)
        if token.var is not self:
            raise ValueError("%r was created by a different ContextVar" % token)
        token._used = True
        if token._old is _MISSING:
            _contexts[-1]._values.pop(self, None)
        else:
            _contexts[-1]._values[self] = token._old

    def __repr__(self):
        shown = "" if self._default is _MISSING else " default=%r" % (self._default,)
        return "<ContextVar name=%r%s at %#x>" % (self.name, shown, id(self))

    def __class_getitem__(cls, item):
        return cls


class Context:
    def __init__(self):
        self._values = {}

    def run(self, callable, /, *args, **kwargs):
        if any(c is self for c in _contexts):
            raise RuntimeError("cannot enter context: %r is already entered" % self)
        _contexts.append(self)
        try:
            return callable(*args, **kwargs)
        finally:
            _contexts.pop()

    def copy(self):
        made = Context()
        made._values = dict(self._values)
        return made

    def __getitem__(self, var):
        if not isinstance(var, ContextVar):
            raise TypeError("a ContextVar key was expected, got %r" % (var,))
        return self._values[var]

    def __contains__(self, var):
        return var in self._values

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def get(self, var, default=None, /):
        return self._values.get(var, default)

    def keys(self):
        return self._values.keys()

    def values(self):
        return self._values.values()

    def items(self):
        return self._values.items()


_contexts = [Context()]


def copy_context():
    return _contexts[-1].copy()
