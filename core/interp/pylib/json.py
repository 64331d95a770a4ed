"""JSON: text of values and back."""
from _json import encode_string as _ascii, encode_string_plain as _plain, scan as _scan


class JSONDecodeError(ValueError):
    def __init__(self, msg, doc, pos):
        lineno = doc.count("\n", 0, pos) + 1
        colno = pos - doc.rfind("\n", 0, pos)
        ValueError.__init__(self, "%s: line %d column %d (char %d)" % (msg, lineno, colno, pos))
        self.msg, self.doc, self.pos, self.lineno, self.colno = msg, doc, pos, lineno, colno


class JSONEncoder:
    item_separator = ", "
    key_separator = ": "

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, sort_keys=False,
                 indent=None, separators=None, default=None):
        self.skipkeys, self.ensure_ascii, self.allow_nan, self.sort_keys = skipkeys, ensure_ascii, allow_nan, sort_keys
        self.check_circular = check_circular
        self.indent = " " * indent if isinstance(indent, int) else indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ","
        if default is not None:
            self.default = default

    def default(self, o):
        raise TypeError(f"Object of type {o.__class__.__name__} is not JSON serializable")

    def encode(self, o):
        return "".join(self.iterencode(o))

    def iterencode(self, o, _one_shot=False):
        out = []
        self._write(o, out, "\n" if self.indent is not None else None, set())
        return out

    def _string(self, s):
        return _ascii(s) if self.ensure_ascii else _plain(s)

    def _float(self, o):
        if o != o:
            text = "NaN"
        elif o == float("inf"):
            text = "Infinity"
        elif o == -float("inf"):
            text = "-Infinity"
        else:
            return float.__repr__(o)
        if not self.allow_nan:
            raise ValueError("Out of range float values are not JSON compliant")
        return text

    def _key(self, key):
        if isinstance(key, str):
            return key
        if isinstance(key, float):
            return self._float(key)
        if key is True:
            return "true"
        if key is False:
            return "false"
        if key is None:
            return "null"
        if isinstance(key, int):
            return int.__repr__(key)
        if self.skipkeys:
            return None
        raise TypeError(f"keys must be str, int, float, bool or None, not {key.__class__.__name__}")

    def _write(self, o, out, newline, busy):
        if isinstance(o, str):
            out.append(self._string(o))
        elif o is None:
            out.append("null")
        elif o is True:
            out.append("true")
        elif o is False:
            out.append("false")
        elif isinstance(o, int):
            out.append(int.__repr__(o))
        elif isinstance(o, float):
            out.append(self._float(o))
        else:
            if id(o) in busy:
                raise ValueError("Circular reference detected")
            busy.add(id(o))
            if isinstance(o, dict):
                self._write_dict(o, out, newline, busy)
            elif isinstance(o, (list, tuple)):
                self._write_list(o, out, newline, busy)
            else:
                self._write(self.default(o), out, newline, busy)
            busy.discard(id(o))

    def _write_list(self, o, out, newline, busy):
        if not o:
            out.append("[]")
            return
        inner = None if newline is None else newline + self.indent
        first = True
        for value in o:
            out.append("[" if first else self.item_separator)
            first = False
            if inner is not None:
                out.append(inner)
            self._write(value, out, inner, busy)
        if newline is not None:
            out.append(newline)
        out.append("]")

    def _write_dict(self, o, out, newline, busy):
        if not o:
            out.append("{}")
            return
        inner = None if newline is None else newline + self.indent
        items = sorted(o.items()) if self.sort_keys else o.items()
        first = True
        for key, value in items:
            key = self._key(key)
            if key is None:
                continue
            out.append("{" if first else self.item_separator)
            first = False
            if inner is not None:
                out.append(inner)
            out.append(self._string(key))
            out.append(self.key_separator)
            self._write(value, out, inner, busy)
        if first:
            out.append("{}")
            return
        if newline is not None:
            out.append(newline)
        out.append("}")


def dumps(obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None,
          separators=None, default=None, sort_keys=False, **kw):
    return (cls or JSONEncoder)(skipkeys=skipkeys, ensure_ascii=ensure_ascii, check_circular=check_circular,
                                allow_nan=allow_nan, indent=indent, separators=separators, default=default,
                                sort_keys=sort_keys, **kw).encode(obj)


def dump(obj, fp, **kw):
    fp.write(dumps(obj, **kw))


class JSONDecoder:
    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True,
                 object_pairs_hook=None):
        self._options = (object_hook, parse_float, parse_int, parse_constant, strict, object_pairs_hook)

    def decode(self, s):
        end = 0
        start = len(s) - len(s.lstrip(" \t\n\r"))
        value, end = self.raw_decode(s, start)
        rest = len(s) - len(s[end:].lstrip(" \t\n\r"))
        if rest != len(s):
            raise JSONDecodeError("Extra data", s, rest)
        return value

    def raw_decode(self, s, idx=0):
        return _scan(s, idx, JSONDecodeError, *self._options)


def loads(s, *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None,
          object_pairs_hook=None, **kw):
    if isinstance(s, str):
        if s.startswith("\ufeff"):
            raise JSONDecodeError("Unexpected UTF-8 BOM (decode using utf-8-sig)", s, 0)
    elif isinstance(s, (bytes, bytearray)):
        s = s.decode()
    else:
        raise TypeError(f"the JSON object must be str, bytes or bytearray, not {s.__class__.__name__}")
    return (cls or JSONDecoder)(object_hook=object_hook, parse_float=parse_float, parse_int=parse_int,
                                parse_constant=parse_constant, object_pairs_hook=object_pairs_hook, **kw).decode(s)


def load(fp, **kw):
    return loads(fp.read(), **kw)
