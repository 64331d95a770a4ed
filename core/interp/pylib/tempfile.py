"""Names in a folder of this run, which goes with the process."""
import os
import _os

tempdir = None
_count = 0


def gettempdir():
    return tempdir or _os.scratch()


def _name(suffix, prefix, dir):
    global _count
    _count += 1
    return os.path.join(dir or gettempdir(), f"{prefix or 'tmp'}{_count:04}{suffix or ''}")


def mktemp(suffix="", prefix="tmp", dir=None):
    return _name(suffix, prefix, dir)


def mkdtemp(suffix=None, prefix=None, dir=None):
    name = _name(suffix, prefix, dir)
    os.mkdir(name)
    return name


def _clear(name):
    for folder, folders, files in os.walk(name, topdown=False):
        for n in files:
            os.remove(os.path.join(folder, n))
        os.rmdir(folder)


class TemporaryDirectory:
    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False):
        self.name = mkdtemp(suffix, prefix, dir)

    def __enter__(self):
        return self.name

    def __exit__(self, *args):
        self.cleanup()

    def cleanup(self):
        if os.path.exists(self.name):
            _clear(self.name)


def NamedTemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None,
                       delete=True, *, errors=None):
    return open(_name(suffix, prefix, dir), mode, buffering, encoding, errors, newline)


TemporaryFile = NamedTemporaryFile


template, TMP_MAX = "tmp", 10000


def gettempprefix():
    return "tmp"


def gettempprefixb():
    return b"tmp"


def gettempdirb():
    return os.fsencode(gettempdir())


def mkstemp(suffix=None, prefix=None, dir=None, text=False):
    raise NotImplementedError("tempfile.mkstemp is not in the spec language: files have no numbers there. Use "
                              "tempfile.NamedTemporaryFile")


class SpooledTemporaryFile:
    """A file in memory; fileno and rollover make no other of it."""

    def __init__(self, max_size=0, mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None,
                 *, errors=None):
        import io
        self._file = io.BytesIO() if "b" in mode else io.StringIO(newline=newline) if newline else io.StringIO()
        self._mode, self._max_size, self._rolled = mode, max_size, False
        self._encoding = None if "b" in mode else encoding or "utf-8"

    def _check(self):
        if self._max_size and self._file.tell() > self._max_size:
            self._rolled = True

    def rollover(self):
        self._rolled = True

    def write(self, data):
        made = self._file.write(data)
        self._check()
        return made

    def writelines(self, lines):
        for line in lines:
            self._file.write(line)
        self._check()

    mode = property(lambda self: self._mode)
    name = property(lambda self: None)
    encoding = property(lambda self: self._encoding)
    closed = property(lambda self: self._file.closed)

    def __enter__(self):
        if self._file.closed:
            raise ValueError("Cannot enter context with closed file")
        return self

    def __exit__(self, *exc):
        self._file.close()

    def __iter__(self):
        return iter(self._file)

    def __getattr__(self, name):
        return getattr(self._file, name)
