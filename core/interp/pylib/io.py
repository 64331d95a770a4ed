"""Text and bytes in memory."""
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


def open(*args, **kwargs):
    import builtins
    return builtins.open(*args, **kwargs)
