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
