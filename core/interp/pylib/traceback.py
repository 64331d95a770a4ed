"""Tracebacks as objects; what prints them is native."""
import sys


class StackSummary(list):
    @classmethod
    def extract(klass, frame_gen, *, limit=None, lookup_lines=True, capture_locals=False):
        raise NotImplementedError("traceback.StackSummary.extract is not in the spec language: frames have no lines there. "
                                  "Use traceback.extract_tb")

    @classmethod
    def from_list(klass, a_list):
        return klass(f if isinstance(f, FrameSummary) else FrameSummary(f[0], f[1], f[2], line=f[3]) for f in a_list)

    def format(self):
        return [self.format_frame_summary(f) for f in self]

    def format_frame_summary(self, frame_summary):
        if frame_summary._text is not None:
            return frame_summary._text  # with its marks below
        filename, lineno, name, line = frame_summary
        row = '  File "%s", line %s, in %s\n' % (filename, lineno, name)
        return row + "    %s\n" % line.strip() if line else row


class FrameSummary:
    """One row of a traceback: file, line, function, text."""

    def __init__(self, filename, lineno, name, *, lookup_line=True, locals=None, line=None, end_lineno=None, colno=None,
                 end_colno=None, _text=None):
        self.filename, self.lineno, self.name, self._line, self._text = filename, lineno, name, line, _text
        self.locals, self.end_lineno, self.colno, self.end_colno = locals, end_lineno, colno, end_colno

    @property
    def line(self):
        return None if self._line is None else self._line.strip()

    def __eq__(self, other):
        return tuple(self) == tuple(other) if isinstance(other, (FrameSummary, tuple)) else NotImplemented

    def __getitem__(self, pos):
        return (self.filename, self.lineno, self.name, self.line)[pos]

    def __iter__(self):
        return iter((self.filename, self.lineno, self.name, self.line))

    def __len__(self):
        return 4

    def __repr__(self):
        return "<FrameSummary file %s, line %s in %s>" % (self.filename, self.lineno, self.name)


def extract_tb(tb, limit=None):
    texts = format_tb(tb, limit)
    return StackSummary(FrameSummary(row[0], row[1], row[2], line=row[3], _text=text)
                        for row, text in zip(_extract(tb, limit), texts))


def format_list(extracted_list):
    return StackSummary.from_list(extracted_list).format()


def print_list(extracted_list, file=None):
    for item in format_list(extracted_list):
        print(item, file=sys.stderr if file is None else file, end="")


def walk_tb(tb):
    raise NotImplementedError("traceback.walk_tb is not in the spec language: frames are not kept. Use traceback.extract_tb")


def walk_stack(f):
    raise NotImplementedError("traceback.walk_stack is not in the spec language")


def clear_frames(tb):
    pass


def print_last(limit=None, file=None, chain=True):
    if not hasattr(sys, "last_type"):
        raise ValueError("no last exception")
    print_exception(sys.last_type, sys.last_value, sys.last_traceback, limit, file, chain)


class TracebackException:
    """An exception with its chain, made ready to be printed later."""

    def __init__(self, exc_type, exc_value, exc_traceback, *, limit=None, lookup_lines=True, capture_locals=False,
                 compact=False, max_group_width=15, max_group_depth=10, _seen=None):
        if capture_locals:
            raise NotImplementedError("traceback.TracebackException with capture_locals is not in the spec language")
        seen = (_seen or []) + [exc_value]
        self.exc_type, self._value, self._traceback, self._limit = exc_type, exc_value, exc_traceback, limit
        self._str = str(exc_value) if exc_value is not None else ""
        self.stack = extract_tb(exc_traceback, limit)
        again = lambda e: None if e is None or any(e is s for s in seen) else TracebackException(
            type(e), e, e.__traceback__, limit=limit, _seen=seen)
        self.__cause__ = again(exc_value.__cause__) if exc_value is not None else None
        self.__suppress_context__ = exc_value is not None and exc_value.__suppress_context__
        self.__context__ = again(exc_value.__context__) if exc_value is not None else None
        self.__notes__ = getattr(exc_value, "__notes__", None)
        self._whole = format_exception(exc_type, exc_value, exc_traceback, limit)
        self._alone = format_exception(exc_type, exc_value, exc_traceback, limit, False)
        self._only = format_exception_only(exc_type, exc_value)

    @classmethod
    def from_exception(cls, exc, *args, **kwargs):
        return cls(type(exc), exc, exc.__traceback__, *args, **kwargs)

    def __eq__(self, other):
        return self.__dict__ == other.__dict__ if isinstance(other, TracebackException) else NotImplemented

    def __str__(self):
        return self._str

    def format_exception_only(self):
        yield from self._only

    def format(self, *, chain=True, _ctx=None):
        yield from self._whole if chain else self._alone

    def print(self, *, file=None, chain=True):
        for line in self.format(chain=chain):
            print(line, file=sys.stderr if file is None else file, end="")


StackSummary.__module__ = TracebackException.__module__ = "traceback"
