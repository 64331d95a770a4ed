"""Names, paths, files of the spec and a private copy of the environment; no processes."""
import sys
import _os
from _os import getcwd, getpid, rename, stat_kind as _kind
import posixpath as path

sys.modules["os.path"] = path
name = "posix"
sep, altsep, extsep, pathsep, linesep, devnull = "/", None, ".", ":", "\n", "/dev/null"
curdir, pardir = ".", ".."
error = OSError
PathLike = path.PathLike
fspath = path.fspath


class _Environ(dict):
    def __setitem__(self, key, value):
        if not isinstance(key, str):
            raise TypeError("str expected, not %s" % type(key).__name__)
        if not isinstance(value, str):
            raise TypeError("str expected, not %s" % type(value).__name__)
        dict.__setitem__(self, key, value)

    def __repr__(self):
        return "environ(" + dict.__repr__(self) + ")"


environ = _Environ(_os.environ())


def getenv(key, default=None):
    return environ.get(key, default)


def putenv(key, value):
    environ[key] = value


def unsetenv(key):
    environ.pop(key, None)


def cpu_count():
    return _os.cpu_count()


def listdir(path="."):
    return _os.listdir(fspath(path))


def mkdir(path, mode=0o777):
    _os.mkdir(fspath(path))


def makedirs(name, mode=0o777, exist_ok=False):
    name = fspath(name)
    head = path.dirname(name.rstrip("/"))
    # The current folder is there, seen or not.
    if head and path.normpath(head) != curdir and not path.exists(head):
        makedirs(head, exist_ok=True)
    if not (exist_ok and path.isdir(name)):
        mkdir(name)


def remove(path):
    _os.remove(fspath(path), False)


unlink = remove


def rmdir(path):
    _os.remove(fspath(path), True)


def replace(src, dst):
    _os.rename(fspath(src), fspath(dst))


def walk(top, topdown=True):
    names = listdir(top)
    folders = [n for n in names if path.isdir(path.join(top, n))]
    row = top, folders, [n for n in names if n not in folders]
    if topdown:
        yield row
    for n in folders:
        yield from walk(path.join(top, n), topdown)
    if not topdown:
        yield row


class stat_result:
    """Size, mode and the time of the last change; what else a file system knows is not there."""

    def __init__(self, size, changed, mode):
        self.st_size, self.st_mtime_ns, self.st_mtime, self.st_mode = size, changed, changed / 10**9, mode

    def __repr__(self):
        return "os.stat_result(st_mode=%d, st_size=%d, st_mtime=%d)" % (self.st_mode, self.st_size, self.st_mtime)


def stat(path):
    return stat_result(*_os.stat(fspath(path)))


def urandom(n):
    raise NotImplementedError("os.urandom is not in the spec language")


def _refuse(what):
    def refused(*args, **kwargs):
        raise NotImplementedError(f"os.{what} is not in the spec language")
    refused.__name__ = what
    return refused


for _n in ("system popen fork forkpty execv execve execvp execl spawnv kill killpg abort _exit wait waitpid pipe dup dup2 "
           "open close read write chdir chmod chown link symlink mkfifo setuid nice times uname getlogin umask "
           "startfile scandir removedirs lstat "
           "access truncate utime").split():
    globals()[_n] = _refuse(_n)
