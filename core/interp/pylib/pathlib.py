"""pathlib: POSIX paths, and files as far as `open` and os may reach them."""
import fnmatch
import os
import posixpath


class PurePath:
    def __new__(cls, *args):
        self = object.__new__(cls)
        text = posixpath.join(*map(os.fspath, args)) if args else "."
        root = "/" if text.startswith("/") else ""
        self._parts = ([root] if root else []) + [p for p in text.split("/") if p not in ("", ".")]
        return self

    def __init__(self, *args):
        pass

    @property
    def parts(self):
        return tuple(self._parts)

    @property
    def root(self):
        return "/" if self.is_absolute() else ""

    anchor = root
    drive = ""

    def __str__(self):
        if self._parts and self._parts[0] == "/":
            return "/" + "/".join(self._parts[1:])
        return "/".join(self._parts) or "."

    __fspath__ = as_posix = __str__

    def __repr__(self):
        return "%s(%r)" % (type(self).__name__, str(self))

    def __eq__(self, other):
        return self._parts == other._parts if isinstance(other, PurePath) else NotImplemented

    def __lt__(self, other):
        return self._parts < other._parts if isinstance(other, PurePath) else NotImplemented

    def __le__(self, other):
        return self._parts <= other._parts if isinstance(other, PurePath) else NotImplemented

    def __hash__(self):
        return hash(self.parts)

    def __truediv__(self, other):
        try:
            return type(self)(self, other)
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, other):
        return type(self)(other, self)

    def joinpath(self, *others):
        return type(self)(self, *others)

    @property
    def name(self):
        names = self._parts[1:] if self.is_absolute() else self._parts
        return names[-1] if names else ""

    @property
    def suffix(self):
        dot = self.name.rfind(".")
        return self.name[dot:] if 0 < dot < len(self.name) - 1 else ""

    @property
    def suffixes(self):
        name = self.name.lstrip(".")
        return [] if self.name.endswith(".") else ["." + s for s in name.split(".")[1:]]

    @property
    def stem(self):
        return self.name[:len(self.name) - len(self.suffix)]

    @property
    def parent(self):
        return self._made(self._parts[:-1] if len(self._parts) > self.is_absolute() else self._parts)

    @property
    def parents(self):
        found = []
        while (parent := (found[-1] if found else self).parent) != (found[-1] if found else self):
            found.append(parent)
        return tuple(found)

    def _made(self, parts):
        path = type(self)()
        path._parts = list(parts)
        return path

    def is_absolute(self):
        return self._parts[:1] == ["/"]

    def with_name(self, name):
        if not self.name:
            raise ValueError("%r has an empty name" % (self,))
        return self._made(self._parts[:-1] + [name])

    def with_suffix(self, suffix):
        if suffix and (not suffix.startswith(".") or suffix == "."):
            raise ValueError("Invalid suffix %r" % (suffix,))
        return self.with_name(self.stem + suffix)

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)

    def relative_to(self, *other):
        other = type(self)(*other)
        n = len(other._parts)
        if self._parts[:n] != other._parts:
            raise ValueError("%r is not in the subpath of %r OR one path is relative and the other is absolute." %
                             (str(self), str(other)))
        return self._made(self._parts[n:])

    def is_relative_to(self, *other):
        other = type(self)(*other)
        return self._parts[:len(other._parts)] == other._parts

    def match(self, pattern):
        return fnmatch.fnmatch(self.name, pattern)


PurePosixPath = PurePath


class Path(PurePath):
    @classmethod
    def cwd(cls):
        return cls(os.getcwd())

    def absolute(self):
        return self if self.is_absolute() else self.cwd() / self

    def resolve(self, strict=False):
        return type(self)(posixpath.normpath(str(self.absolute())))

    def exists(self):
        return posixpath.exists(str(self))

    def is_file(self):
        return posixpath.isfile(str(self))

    def stat(self):
        return os.stat(self)

    def is_dir(self):
        return posixpath.isdir(str(self))

    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        return open(str(self), mode, encoding=encoding)

    def read_text(self, encoding=None, errors=None):
        with self.open("r", encoding=encoding) as file:
            return file.read()

    def read_bytes(self):
        with self.open("rb") as file:
            return file.read()

    def write_text(self, data, encoding=None, errors=None, newline=None):
        with self.open("w", encoding=encoding) as file:
            return file.write(data)

    def write_bytes(self, data):
        with self.open("wb") as file:
            return file.write(data)

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        if parents:
            os.makedirs(str(self), exist_ok=exist_ok)
        elif not (exist_ok and self.is_dir()):
            os.mkdir(str(self))

    def unlink(self, missing_ok=False):
        if not missing_ok or self.exists():
            os.remove(str(self))

    def rmdir(self):
        os.rmdir(str(self))

    def rename(self, target):
        os.rename(str(self), str(target))
        return type(self)(target)

    replace = rename

    def touch(self, mode=0o666, exist_ok=True):
        if self.exists() and not exist_ok:
            raise FileExistsError(17, "File exists", str(self))
        self.open("a").close()

    def iterdir(self):
        for name in os.listdir(str(self)):
            yield self / name

    def glob(self, pattern):
        if "/" in pattern or "**" in pattern:
            raise NotImplementedError("Path.glob of several folders is not supported by tracepack")
        for path in self.iterdir():
            if fnmatch.fnmatch(path.name, pattern):
                yield path


PosixPath = Path
Path.__name__ = Path.__qualname__ = "PosixPath"
