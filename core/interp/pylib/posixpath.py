"""Paths as text."""
from _os import stat_kind as _kind, getcwd as _getcwd

sep, altsep, extsep, pathsep, curdir, pardir, defpath, devnull = "/", None, ".", ":", ".", "..", "/bin:/usr/bin", "/dev/null"


class PathLike:
    def __fspath__(self):
        raise NotImplementedError


def fspath(path):
    if isinstance(path, (str, bytes)):
        return path
    method = getattr(type(path), "__fspath__", None)
    if method is None:
        raise TypeError("expected str, bytes or os.PathLike object, not " + type(path).__name__)
    return method(path)


def _plain(paths):
    for p in paths:
        if not isinstance(p, str):
            return False
    return True


def _or_bytes(of_text):
    """The function of text, for bytes too."""
    def function(*paths):
        if _plain(paths):
            return of_text(*paths)
        paths = [fspath(p) for p in paths]
        if _plain(paths):
            return of_text(*paths)
        if not all(isinstance(p, bytes) for p in paths):
            raise TypeError("Can't mix strings and bytes in path components")
        result = of_text(*[p.decode("latin-1") for p in paths])
        if isinstance(result, tuple):
            return tuple(part.encode("latin-1") for part in result)
        return result.encode("latin-1") if isinstance(result, str) else result

    function.__name__ = function.__qualname__ = of_text.__name__
    return function


def _text(path):
    path = fspath(path)
    return path.decode() if isinstance(path, bytes) else path


@_or_bytes
def isabs(s):
    return fspath(s).startswith("/")


@_or_bytes
def join(a, *p):
    path = fspath(a)
    for b in map(fspath, p):
        if b.startswith("/"):
            path = b
        elif not path or path.endswith("/"):
            path += b
        else:
            path += "/" + b
    return path


@_or_bytes
def split(p):
    p = fspath(p)
    i = p.rfind("/") + 1
    head, tail = p[:i], p[i:]
    if head and head != "/" * len(head):
        head = head.rstrip("/")
    return head, tail


@_or_bytes
def splitext(p):
    p = fspath(p)
    slash = p.rfind("/")
    dot = p.rfind(".")
    if dot > slash:
        i = slash + 1
        while i < dot:
            if p[i] != ".":
                return p[:dot], p[dot:]
            i += 1
    return p, p[:0]


@_or_bytes
def splitdrive(p):
    p = fspath(p)
    return p[:0], p


@_or_bytes
def basename(p):
    return split(p)[1]


@_or_bytes
def dirname(p):
    return split(p)[0]


@_or_bytes
def normpath(path):
    path = fspath(path)
    if not path:
        return "."
    initial = 2 if path.startswith("//") and not path.startswith("///") else 1 if path.startswith("/") else 0
    parts = []
    for part in path.split("/"):
        if part in ("", "."):
            continue
        if part != ".." or not initial and not parts or parts and parts[-1] == "..":
            parts.append(part)
        elif parts:
            parts.pop()
    return "/" * initial + "/".join(parts) or "."


@_or_bytes
def abspath(path):
    path = fspath(path)
    return normpath(path if isabs(path) else join(_getcwd(), path))


realpath = abspath


def normcase(s):
    return fspath(s)


def commonprefix(m):
    if not m:
        return ""
    low, high = min(m), max(m)
    for i, c in enumerate(low):
        if c != high[i]:
            return low[:i]
    return low


def commonpath(paths):
    paths = list(map(fspath, paths))
    if not paths:
        raise ValueError("commonpath() arg is an empty sequence")
    absolute = {p.startswith("/") for p in paths}
    if len(absolute) > 1:
        raise ValueError("Can't mix absolute and relative paths")
    split_paths = [[c for c in p.split("/") if c and c != "."] for p in paths]
    low, high = min(split_paths), max(split_paths)
    common = low
    for i, c in enumerate(low):
        if c != high[i:i + 1][0] if i < len(high) else True:
            common = low[:i]
            break
    return ("/" if absolute.pop() else "") + "/".join(common)


def relpath(path, start=None):
    if not path:
        raise ValueError("no path specified")
    start_parts = [x for x in abspath("." if start is None else start).split("/") if x]
    path_parts = [x for x in abspath(path).split("/") if x]
    i = len(commonprefix([start_parts, path_parts]))
    return join(*([".."] * (len(start_parts) - i) + path_parts[i:])) if start_parts[i:] or path_parts[i:] else "."


def expanduser(path):
    return fspath(path)


def expandvars(path):
    from os import environ
    import re
    return re.sub(r"\$(\w+|\{[^}]*\})", lambda m: environ.get(m.group(1).strip("{}"), m.group(0)), fspath(path))


def exists(path):
    return _kind(_text(path)) != ""


lexists = exists


def getsize(path):
    import _os
    return _os.stat(_text(path))[0]


def getmtime(path):
    import _os
    return _os.stat(_text(path))[1] / 10**9


def isfile(path):
    return _kind(_text(path)) == "file"


def isdir(path):
    return _kind(_text(path)) == "dir"


def islink(path):
    return False


def ismount(path):
    return False
