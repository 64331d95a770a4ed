"""Names of files that match a pattern; hidden ones only where the pattern says the dot."""
import fnmatch
import os
import re

_magic = re.compile("[*?[]")


def has_magic(s):
    return _magic.search(s) is not None


def escape(pathname):
    return _magic.sub(lambda m: "[" + m[0] + "]", pathname)


def _names(folder):
    try:
        return os.listdir(folder or ".")
    except OSError:
        return []


def _below(folder):
    """All folders below, as paths relative to the folder, itself included."""
    yield ""
    for name in _names(folder):
        path = os.path.join(folder, name)
        if name[0] != "." and os.path.isdir(path):
            for rest in _below(path):
                yield os.path.join(name, rest) if rest else name


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    root = root_dir or ""
    parts = os.fspath(pathname).split("/")
    start = "/" if parts[0] == "" and len(parts) > 1 else ""
    if start:
        parts = parts[1:]

    def walk(base, i):
        if i == len(parts):
            yield base
            return
        part, last = parts[i], i + 1 == len(parts)
        folder = os.path.join(root, base)
        if part == "**" and recursive:
            for below in _below(folder):
                here = os.path.join(base, below) if below else base
                if not last:
                    yield from walk(here, i + 1)
                    continue
                yield os.path.join(here, "") if not below and base else here
                for name in _names(os.path.join(root, here)):
                    path = os.path.join(here, name)
                    if name[0] != "." and not os.path.isdir(os.path.join(root, path)):
                        yield path
        elif has_magic(part):
            for name in _names(folder):
                if fnmatch.fnmatchcase(name, part) and (include_hidden or name[0] != "." or part[0] == "."):
                    path = os.path.join(base, name)
                    if last or os.path.isdir(os.path.join(root, path)):
                        yield from walk(path, i + 1)
        else:
            path = os.path.join(base, part)
            if not last or os.path.exists(os.path.join(root, path)):
                yield from walk(path, i + 1)

    for found in walk(start, 0):
        if found:
            yield found


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    return list(iglob(pathname, root_dir=root_dir, recursive=recursive, include_hidden=include_hidden))
