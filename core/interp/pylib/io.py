"""Text and bytes in memory, and files, which are read whole and written whole."""
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
DEFAULT_BUFFER_SIZE = 8192


class UnsupportedOperation(OSError, ValueError):
    pass


class IOBase:
    closed = False

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *args):
        self.close()

    def close(self):
        self.closed = True

    def _check(self):
        if self.closed:
            raise ValueError("I/O operation on closed file")

    def flush(self):
        self._check()

    def isatty(self):
        return False

    def readable(self):
        return True

    def writable(self):
        return True

    def seekable(self):
        return True

    def fileno(self):
        raise UnsupportedOperation("fileno")

    def __iter__(self):
        self._check()
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def readlines(self, hint=-1):
        return list(self)

    def writelines(self, lines):
        for line in lines:
            self.write(line)


class RawIOBase(IOBase):
    pass


class BufferedIOBase(IOBase):
    pass


class TextIOBase(IOBase):
    pass


class _Memory:
    # The written text is kept in pieces until it is read.
    def __init__(self, initial):
        self._pieces = []
        self._text = initial
        self._pos = 0

    def _whole(self):
        if self._pieces:
            self._text += self._empty.join(self._pieces)
            self._pieces = []
        return self._text

    def _put(self, s):
        end = len(self._text) if not self._pieces else None
        if self._pieces or self._pos == end:
            # At the end: append.
            self._pieces.append(s)
            self._pos += len(s)
            return
        text = self._whole()
        if self._pos > len(text):
            text += self._zero * (self._pos - len(text))
        self._text = text[:self._pos] + s + text[self._pos + len(s):]
        self._pos += len(s)

    def getvalue(self):
        self._check()
        return self._whole()

    def read(self, size=-1):
        self._check()
        text = self._whole()
        end = len(text) if size is None or size < 0 else self._pos + size
        out = text[self._pos:end]
        self._pos += len(out)
        return out

    def readline(self, size=-1):
        self._check()
        text = self._whole()
        at = text.find(self._newline, self._pos)
        end = len(text) if at < 0 else at + 1
        if size is not None and size >= 0:
            end = min(end, self._pos + size)
        out = text[self._pos:end]
        self._pos += len(out)
        return out

    def tell(self):
        self._check()
        return self._pos

    def seek(self, pos, whence=0):
        self._check()
        text = self._whole()
        if whence == 0:
            if pos < 0:
                raise ValueError(f"Negative seek position {pos}" if self._empty == "" else f"negative seek value {pos}")
            self._pos = pos
        elif whence == 1:
            self._pos += pos
        elif whence == 2:
            self._pos = len(text) + pos
        else:
            raise ValueError(f"Invalid whence ({whence}, should be 0, 1 or 2)")
        return self._pos

    def truncate(self, size=None):
        self._check()
        size = self._pos if size is None else size
        self._text = self._whole()[:size]
        return size


class StringIO(_Memory, TextIOBase):
    _empty, _zero, _newline = "", "\0", "\n"
    encoding = None
    errors = None
    newlines = None

    def __init__(self, initial_value="", newline="\n"):
        if initial_value is None:
            initial_value = ""
        if not isinstance(initial_value, str):
            raise TypeError(f"initial_value must be str or None, not {type(initial_value).__name__}")
        _Memory.__init__(self, initial_value)

    def write(self, s):
        self._check()
        if not isinstance(s, str):
            raise TypeError(f"string argument expected, got {type(s).__name__!r}")
        self._put(s)
        return len(s)


class BytesIO(_Memory, BufferedIOBase):
    _empty, _zero, _newline = b"", b"\0", b"\n"

    def __init__(self, initial_bytes=b""):
        _Memory.__init__(self, bytes(initial_bytes))

    def write(self, b):
        self._check()
        if isinstance(b, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        b = bytes(b)
        self._put(b)
        return len(b)

    def getbuffer(self):
        return self._whole()


class _File:
    """What a file adds to text or bytes in memory: they come from it and go back to it."""

    def _begin(self, name, mode, text, readable, writable):
        type(self).__mro__[2].__init__(self, text)
        self.name, self.mode = name, mode
        self._can = readable, writable
        self._dirty = False
        if "a" in mode:
            self.seek(0, 2)
        return self

    def _check(self):
        if self.closed:
            raise ValueError("I/O operation on closed file.")

    def readable(self):
        return self._can[0]

    def writable(self):
        return self._can[1]

    def read(self, size=-1):
        self._may(0)
        return _Memory.read(self, size)

    def readline(self, size=-1):
        self._may(0)
        return _Memory.readline(self, size)

    def _may(self, what):
        self._check()
        if not self._can[what]:
            raise UnsupportedOperation("not writable" if what else "not readable" if self._empty == "" else "read")

    def _put(self, s):
        self._may(1)
        self._dirty = True
        if "a" in self.mode:
            self.seek(0, 2)
        _Memory._put(self, s)

    def truncate(self, size=None):
        self._may(1)
        self._dirty = True
        return _Memory.truncate(self, size)

    def flush(self):
        self._check()
        if self._dirty:
            self._dirty = False
            import _os
            _os.write_file(self.name, self._bytes(self._whole()), False)

    def close(self):
        if not self.closed:
            try:
                self.flush()
            finally:
                self.closed = True

    def __del__(self):
        self.close()


class TextIOWrapper(_File, StringIO):
    def _bytes(self, text):
        return text.encode(self.encoding, self.errors)

    def __repr__(self):
        return f"<_io.TextIOWrapper name={self.name!r} mode={self.mode!r} encoding={self.encoding!r}>"


class BufferedRandom(_File, BytesIO):
    def _bytes(self, data):
        return data

    def readinto(self, buffer):
        data = self.read(len(buffer))
        buffer[:len(data)] = data
        return len(data)


def open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    import _os
    import os
    if not isinstance(mode, str):
        raise TypeError(f"open() argument 'mode' must be str, not {type(mode).__name__}")
    if isinstance(file, int):
        raise NotImplementedError("open() of a file descriptor is not in the spec language")
    name = os.fspath(file)
    kinds = [c for c in mode if c in "rwax"]
    if set(mode) - set("rwax+bt") or len(set(mode)) != len(mode):
        raise ValueError(f"invalid mode: {mode!r}")
    binary = "b" in mode
    if binary and "t" in mode:
        raise ValueError("can't have text and binary mode at once")
    if len(kinds) != 1:
        raise ValueError("must have exactly one of create/read/write/append mode")
    if binary:
        for what, value in ("an encoding", encoding), ("an errors", errors), ("a newline", newline):
            if value is not None:
                raise ValueError(f"binary mode doesn't take {what} argument")
    kind = kinds[0]
    writable = kind != "r" or "+" in mode
    data = b""
    if kind == "r" or kind == "a" and os.path.exists(name):
        data = _os.read_file(name)
    if writable:
        _os.write_file(name, data, kind == "x")
    result = (BufferedRandom if binary else TextIOWrapper).__new__(BufferedRandom if binary else TextIOWrapper)
    if not binary:
        result.encoding, result.errors = encoding or "UTF-8", errors or "strict"
        data = data.decode(result.encoding, result.errors)
        if newline is None:
            data = data.replace("\r\n", "\n").replace("\r", "\n")
    return result._begin(name, mode, data, kind == "r" or "+" in mode, writable)
