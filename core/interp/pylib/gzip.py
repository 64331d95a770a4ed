"""Files and bytes that gzip packed."""
import io
import os
import _binary
import zlib
from binascii import _plain


class BadGzipFile(OSError):
    pass


def compress(data, compresslevel=9, *, mtime=None):
    import time
    packed = zlib.compress(data, compresslevel, wbits=31)
    if mtime == 0:
        return packed
    stamp = int(time.time() if mtime is None else mtime)
    flags = {9: b"\x02", 1: b"\x04"}.get(compresslevel, b"\x00")
    return packed[:4] + stamp.to_bytes(4, "little") + flags + b"\xff" + packed[10:]


def decompress(data):
    data = _plain(data)
    if not data:
        return b""
    if data[:2] != b"\x1f\x8b":
        raise BadGzipFile("Not a gzipped file (%r)" % data[:2])
    made, wrong, used, whole = _binary.inflate(data, 31, True)
    if wrong:
        raise zlib.error(wrong)
    if not whole:
        raise EOFError("Compressed file ended before the end-of-stream marker was reached")
    return made


class GzipFile(io.BytesIO):
    """A packed file, unpacked when it is opened or packed when it is closed."""

    def __init__(self, filename=None, mode=None, compresslevel=9, fileobj=None, mtime=None):
        self.mode = (mode or "rb").replace("t", "")
        self.name = "" if filename is None else os.fspath(filename)
        self._level, self._mtime, self._file = compresslevel, mtime, fileobj
        if self._file is None:
            self._file = io.open(self.name, self.mode if "b" in self.mode else self.mode + "b")
        self._mine = fileobj is None
        super().__init__(b"" if self.writable() else decompress(self._file.read()))

    def readable(self):
        return "r" in self.mode

    def writable(self):
        return "r" not in self.mode

    def write(self, data):
        if not self.writable():
            raise OSError(9, "write() on read-only GzipFile object")
        return super().write(data)

    def close(self):
        if self.closed:
            return
        if self.writable():
            self._file.write(compress(self.getvalue(), self._level, mtime=self._mtime))
        super().close()
        if self._mine:
            self._file.close()


class _Text(io.StringIO):
    """What is written becomes bytes of the file at its end."""

    def __init__(self, file, encoding, errors):
        self._to, self.encoding, self.errors = file, encoding, errors
        super().__init__("" if file.writable() else file.read().decode(encoding, errors).replace("\r\n", "\n"))

    def close(self):
        if not self.closed:
            if self._to.writable():
                self._to.write(self.getvalue().encode(self.encoding, self.errors))
            super().close()
            self._to.close()


def open(filename, mode="rb", compresslevel=9, encoding=None, errors=None, newline=None):
    if "t" in mode and "b" in mode:
        raise ValueError("Invalid mode: %r" % (mode,))
    given = not isinstance(filename, (str, bytes)) and not hasattr(filename, "__fspath__")
    file = GzipFile(None if given else filename, mode.replace("t", ""), compresslevel, filename if given else None)
    return _Text(file, encoding or "utf-8", errors or "strict") if "t" in mode else file
