"""Regular expressions: over RE2, and by trying one way after the other what it cannot match."""
import enum as _enum
import _re
from _itertools import size as _size


class RegexFlag(_enum.IntFlag):
    NOFLAG = 0
    ASCII = A = 256
    IGNORECASE = I = 2
    LOCALE = L = 4
    UNICODE = U = 32
    MULTILINE = M = 8
    DOTALL = S = 16
    VERBOSE = X = 64
    TEMPLATE = T = 1
    DEBUG = 128

    def __repr__(self):
        names = [n for v, n in ((2, "IGNORECASE"), (4, "LOCALE"), (8, "MULTILINE"), (16, "DOTALL"), (32, "UNICODE"),
                                (64, "VERBOSE"), (128, "DEBUG"), (256, "ASCII")) if self._value_ & v]
        return "|".join("re." + n for n in names) or "re.NOFLAG"

    __str__ = object.__str__


NOFLAG = RegexFlag.NOFLAG
A = ASCII = RegexFlag.ASCII
I = IGNORECASE = RegexFlag.IGNORECASE
L = LOCALE = RegexFlag.LOCALE
U = UNICODE = RegexFlag.UNICODE
M = MULTILINE = RegexFlag.MULTILINE
S = DOTALL = RegexFlag.DOTALL
X = VERBOSE = RegexFlag.VERBOSE
DEBUG = RegexFlag.DEBUG


class error(Exception):
    def __init__(self, msg, pattern=None, pos=None):
        self.msg = msg
        self.pattern = pattern
        self.pos = pos
        if pattern is not None and pos is not None:
            msg = f"{msg} at position {pos}"
            newline = "\n" if isinstance(pattern, str) else b"\n"
            self.lineno = pattern.count(newline, 0, pos) + 1
            self.colno = pos - pattern.rfind(newline, 0, pos)
            if newline in pattern:
                msg = f"{msg} (line {self.lineno}, column {self.colno})"
        else:
            self.lineno = self.colno = None
        super().__init__(msg)


error.__module__ = "re"
_BIG = 2 ** 62


class Match:
    __slots__ = ("re", "string", "pos", "endpos", "_spans")

    def __init__(self, pattern, string, pos, endpos, spans):
        self.re, self.string, self.pos, self.endpos, self._spans = pattern, string, pos, endpos, spans

    def _index(self, group):
        if isinstance(group, int):
            if 0 <= group <= self.re.groups:
                return group
        elif group in self.re.groupindex:
            return self.re.groupindex[group]
        raise IndexError("no such group")

    def _group(self, index, default=None):
        start = self._spans[2 * index]
        if start < 0:
            return default
        part = self.string[start:self._spans[2 * index + 1]]
        return bytes(part) if isinstance(part, bytearray) else part

    def group(self, *groups):
        if not groups:
            return self._group(0)
        if len(groups) == 1:
            return self._group(self._index(groups[0]))
        return tuple([self._group(self._index(g)) for g in groups])

    def __getitem__(self, group):
        return self._group(self._index(group))

    def groups(self, default=None):
        return tuple([self._group(i, default) for i in range(1, self.re.groups + 1)])

    def groupdict(self, default=None):
        return {name: self._group(i, default) for name, i in self.re.groupindex.items()}

    def start(self, group=0):
        return self._spans[2 * self._index(group)]

    def end(self, group=0):
        return self._spans[2 * self._index(group) + 1]

    def span(self, group=0):
        i = self._index(group)
        return self._spans[2 * i], self._spans[2 * i + 1]

    @property
    def regs(self):
        return tuple([self.span(i) for i in range(self.re.groups + 1)])

    @property
    def lastindex(self):
        last, end = None, -1
        for i in range(1, self.re.groups + 1):
            if self._spans[2 * i + 1] > end:
                last, end = i, self._spans[2 * i + 1]
        return last

    @property
    def lastgroup(self):
        last = self.lastindex
        for name, i in self.re.groupindex.items():
            if i == last:
                return name
        return None

    def expand(self, template):
        return "".join([p if isinstance(p, str) else self._group(p, "") for p in _template(self.re, template)])

    def __bool__(self):
        return True

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __repr__(self):
        return f"<re.Match object; span={self.span()!r}, match={self.group()!r}>"


Match.__module__ = "re"
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a", "b": "\b", "\\": "\\"}


def _template(pattern, template):
    """The replacement as a list of texts and group numbers."""
    parts = []
    i, n = 0, len(template)
    while i < n:
        j = template.find("\\", i)
        if j < 0:
            parts.append(template[i:])
            break
        if j > i:
            parts.append(template[i:j])
        i = j + 1
        if i >= n:
            raise error("bad escape (end of pattern)", template, j)
        c = template[i]
        if c == "g":
            if template[i + 1:i + 2] != "<":
                raise error("missing <", template, i + 1)
            end = template.find(">", i)
            if end < 0:
                raise error("missing >, unterminated name", template, i + 2)
            name = template[i + 2:end]
            if not name:
                raise error("missing group name", template, i + 2)
            if name.isdigit():
                index = int(name)
                if index > pattern.groups:
                    raise error(f"invalid group reference {index}", template, i + 2)
            elif not name.isidentifier():
                raise error(f"bad character in group name {name!r}", template, i + 2)
            elif name in pattern.groupindex:
                index = pattern.groupindex[name]
            else:
                raise IndexError(f"unknown group name {name!r}")
            parts.append(index)
            i = end + 1
        elif c == "0":
            k = i + 1
            while k < n and k < i + 3 and template[k] in "01234567":
                k += 1
            parts.append(chr(int(template[i:k], 8) & 0xff))
            i = k
        elif c in "123456789":
            k = i + 1
            if template[k:k + 1].isdigit():
                if c in "0123" and template[k] in "01234567" and template[k + 1:k + 2] in tuple("01234567"):
                    parts.append(chr(int(template[i:k + 2], 8)))
                    i = k + 2
                    continue
                k += 1
            index = int(template[i:k])
            if index > pattern.groups:
                raise error(f"invalid group reference {index}", template, i)
            parts.append(index)
            i = k
        elif c in _ESCAPES:
            parts.append(_ESCAPES[c])
            i += 1
        elif c.isascii() and c.isalpha():
            raise error(f"bad escape \\{c}", template, j)
        else:
            parts.append("\\" + c)
            i += 1
    return parts


class Pattern:
    # What __init__ sets; here so that the class has the names, too.
    pattern = flags = groups = groupindex = None

    def __init__(self, pattern, flags):
        self.pattern = pattern
        try:
            self._regex = _re.compile(pattern, int(flags), error)
        except NotImplementedError:
            from _backtrack import Program
            self._regex = Program(pattern, int(flags), error)
        self._exec = self._regex.exec
        self.flags = self._regex.flags | (32 if isinstance(pattern, str) and not self._regex.flags & 256 else 0)
        self.groups = self._regex.groups
        self.groupindex = self._regex.groupindex

    def _check(self, string):
        """That the subject is text of the pattern's kind."""
        self._exec(string, 0, 0, 0)
        return bytes(string) if isinstance(string, bytearray) else string

    def search(self, string, pos=0, endpos=_BIG):
        spans = self._exec(string, pos, endpos, 0)
        return None if spans is None else Match(self, string, max(pos, 0), min(endpos, len(string)), spans)

    def match(self, string, pos=0, endpos=_BIG):
        spans = self._exec(string, pos, endpos, 1)
        return None if spans is None else Match(self, string, max(pos, 0), min(endpos, len(string)), spans)

    def fullmatch(self, string, pos=0, endpos=_BIG):
        spans = self._exec(string, pos, endpos, 2)
        return None if spans is None else Match(self, string, max(pos, 0), min(endpos, len(string)), spans)

    def _all(self, string, pos=0, endpos=_BIG):
        """The places of all matches: an empty one may touch the one before it, not repeat it."""
        run = self._exec
        end = min(endpos, len(string))
        last_empty = -1
        while pos <= end:
            spans = run(string, pos, endpos, 0)
            if spans is None:
                return
            if spans[0] == spans[1] == last_empty:
                pos += 1
                last_empty = -1
                continue
            yield spans
            pos = spans[1]
            last_empty = pos if spans[0] == pos else -1

    def finditer(self, string, pos=0, endpos=_BIG):
        self._check(string)
        return self._matches(string, pos, endpos)

    def _matches(self, string, pos, endpos):
        end = min(endpos, len(string))
        for spans in self._all(string, pos, endpos):
            yield Match(self, string, pos, end, spans)

    def findall(self, string, pos=0, endpos=_BIG):
        string = self._check(string)
        groups = self.groups
        empty = string[:0]
        if groups == 0:
            return [string[s[0]:s[1]] for s in self._all(string, pos, endpos)]
        if groups == 1:
            return [string[s[2]:s[3]] if s[2] >= 0 else empty for s in self._all(string, pos, endpos)]
        return [tuple([string[s[i]:s[i + 1]] if s[i] >= 0 else empty for i in range(2, 2 * groups + 2, 2)])
                for s in self._all(string, pos, endpos)]

    def split(self, string, maxsplit=0):
        string, maxsplit = self._check(string), _size(maxsplit)
        out = []
        last = 0
        for s in self._all(string):
            if maxsplit and len(out) >= maxsplit * (self.groups + 1):
                break
            out.append(string[last:s[0]])
            for i in range(2, 2 * self.groups + 2, 2):
                out.append(string[s[i]:s[i + 1]] if s[i] >= 0 else None)
            last = s[1]
        out.append(string[last:])
        return out

    def subn(self, repl, string, count=0):
        if callable(repl):
            parts = None
        elif isinstance(repl, (bytes, bytearray)):
            parts = [p.encode("latin-1") if isinstance(p, str) else p
                     for p in _template(self, repl.decode("latin-1"))]
        else:
            parts = _template(self, repl if isinstance(repl, str) else str(repl, "latin1"))
        string, count = self._check(string), _size(count)
        out = []
        last = n = 0
        for s in self._all(string):
            if count and n >= count:
                break
            if last < s[0]:
                out.append(string[last:s[0]])
            if parts is None:
                made = repl(Match(self, string, 0, len(string), s))
                if made is not None:
                    out.append(made)
            else:
                for p in parts:
                    if isinstance(p, int):
                        if s[2 * p] >= 0:
                            out.append(string[s[2 * p]:s[2 * p + 1]])
                    else:
                        out.append(p)
            last = s[1]
            n += 1
        if n == 0 and type(string) in (str, bytes):
            return string, 0
        if last < len(string):
            out.append(string[last:])
        return string[:0].join(out), n

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def __repr__(self):
        names = [n for v, n in ((2, "IGNORECASE"), (4, "LOCALE"), (8, "MULTILINE"), (16, "DOTALL"), (64, "VERBOSE"),
                                (128, "DEBUG"), (256, "ASCII")) if self.flags & v]
        text = repr(self.pattern)[:200]
        return f"re.compile({text}" + (", " + "|".join("re." + n for n in names) if names else "") + ")"

    def __eq__(self, other):
        if not isinstance(other, Pattern):
            return NotImplemented
        return (self.pattern, self.flags) == (other.pattern, other.flags)

    def __hash__(self):
        return hash((self.pattern, self.flags))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


Pattern.__module__ = "re"
_cache = {}


def compile(pattern, flags=0):
    flags = int(flags)
    key = (type(pattern), pattern, flags)
    found = _cache.get(key)
    if found is not None:
        return found
    if isinstance(pattern, Pattern):
        if flags:
            raise ValueError("cannot process flags argument with a compiled pattern")
        return pattern
    if not isinstance(pattern, (str, bytes)):
        raise TypeError("first argument must be string or compiled pattern")
    if len(_cache) >= 512:
        _cache.clear()
    made = _cache[key] = Pattern(pattern, flags)
    return made


def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)


def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)


def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)


def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)


def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)


def purge():
    _cache.clear()


_SPECIAL = {i: "\\" + chr(i) for i in b"()[]{}?*+-|^$\\.&~# \t\n\r\v\f"}


def escape(pattern):
    if isinstance(pattern, str):
        return pattern.translate(_SPECIAL)
    return str(pattern, "latin1").translate(_SPECIAL).encode("latin1")
