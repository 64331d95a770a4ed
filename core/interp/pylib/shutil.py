"""Copies, moves and removes files and folders, as far as a spec may touch them."""
import collections
import os


class Error(OSError):
    pass


class SameFileError(Error):
    pass


def copyfileobj(fsrc, fdst, length=0):
    fdst.write(fsrc.read())


def copyfile(src, dst, *, follow_symlinks=True):
    if os.path.exists(dst) and os.path.abspath(src) == os.path.abspath(dst):
        raise SameFileError("{!r} and {!r} are the same file".format(src, dst))
    with open(src, "rb") as source:
        data = source.read()
    with open(dst, "wb") as out:
        out.write(data)
    return dst


def copy(src, dst, *, follow_symlinks=True):
    if os.path.isdir(dst):
        dst = os.path.join(dst, os.path.basename(src))
    return copyfile(src, dst)


copy2 = copy


def ignore_patterns(*patterns):
    import fnmatch
    return lambda path, names: {n for p in patterns for n in fnmatch.filter(names, p)}


def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2, ignore_dangling_symlinks=False,
             dirs_exist_ok=False):
    names = os.listdir(src)
    left_out = ignore(os.fspath(src), names) if ignore else ()
    os.makedirs(dst, exist_ok=dirs_exist_ok)
    for name in names:
        if name in left_out:
            continue
        source, target = os.path.join(src, name), os.path.join(dst, name)
        if os.path.isdir(source):
            copytree(source, target, symlinks, ignore, copy_function, dirs_exist_ok=dirs_exist_ok)
        else:
            copy_function(source, target)
    return dst


def rmtree(path, ignore_errors=False, onerror=None):
    try:
        for folder, _, files in os.walk(path, topdown=False):
            for name in files:
                os.remove(os.path.join(folder, name))
            os.rmdir(folder)
    except OSError:
        if not ignore_errors:
            raise


def move(src, dst, copy_function=copy2):
    target = dst
    if os.path.isdir(dst):
        target = os.path.join(dst, os.path.basename(os.fspath(src).rstrip("/")))
        if os.path.exists(target):
            raise Error("Destination path '%s' already exists" % target)
    os.rename(src, target)
    return target


def which(cmd, mode=1, path=None):
    return None


def _refuse(name):
    def refused(*args, **kwargs):
        raise NotImplementedError("shutil.%s is not in the spec language" % name)
    return refused


for _n in ("disk_usage chown make_archive unpack_archive copymode copystat get_archive_formats "
           "get_unpack_formats register_archive_format register_unpack_format unregister_archive_format "
           "unregister_unpack_format").split():
    globals()[_n] = _refuse(_n)


class _TerminalSize(collections.namedtuple("terminal_size", ["columns", "lines"])):
    def __repr__(self):
        return "os.terminal_size(columns={}, lines={})".format(*self)


def get_terminal_size(fallback=(80, 24)):
    """By COLUMNS and LINES; no terminal is asked."""
    sizes = []
    for name, size in zip(("COLUMNS", "LINES"), fallback):
        text = os.environ.get(name, "")
        sizes.append(int(text) if text.isdigit() and int(text) > 0 else size)
    return _TerminalSize(*sizes)


class ExecError(OSError):
    pass


class SpecialFileError(OSError):
    pass
