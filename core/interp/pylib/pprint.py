"""Values over several lines."""


def _safe_key(x):
    return (str(type(x)), id(x))


def _sorted(items):
    items = list(items)
    try:
        return sorted(items)
    except TypeError:
        return sorted(items, key=lambda x: (str(type(x)), repr(x)))


def _sorted_items(d):
    try:
        return sorted(d.items())
    except TypeError:
        return sorted(d.items(), key=lambda kv: (str(type(kv[0])), repr(kv[0])))


class PrettyPrinter:
    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True,
                 underscore_numbers=False):
        self._indent, self._width, self._depth, self._stream = indent, width, depth, stream
        self._compact, self._sort, self._underscore = compact, sort_dicts, underscore_numbers

    def pformat(self, object):
        out = []
        self._format(object, out, 0, 0, set(), 0)
        return "".join(out)

    def pprint(self, object):
        import sys
        (self._stream or sys.stdout).write(self.pformat(object) + "\n")

    def _repr(self, o, busy, level):
        t = type(o)
        if t is int and self._underscore:
            return f"{o:_d}"
        if t not in (dict, list, tuple):
            return repr(o)
        if not o:
            return repr(o)
        if self._depth and level >= self._depth:
            return "{...}" if t is dict else "[...]" if t is list else "(...)"
        if id(o) in busy:
            return f"<Recursion on {t.__name__} with id={id(o)}>"
        busy.add(id(o))
        if t is dict:
            items = _sorted_items(o) if self._sort else o.items()
            text = "{" + ", ".join([f"{self._repr(k, busy, level + 1)}: {self._repr(v, busy, level + 1)}"
                                    for k, v in items]) + "}"
        else:
            text = ", ".join([self._repr(v, busy, level + 1) for v in o])
            text = f"[{text}]" if t is list else f"({text},)" if len(o) == 1 else f"({text})"
        busy.discard(id(o))
        return text

    def _format(self, o, out, indent, allowance, busy, level):
        rep = self._repr(o, busy, level)
        if len(rep) <= self._width - indent - allowance or id(o) in busy or self._depth and level >= self._depth:
            out.append(rep)
            return
        t = type(o)
        busy.add(id(o))
        if isinstance(o, dict) and t.__repr__ is dict.__repr__ and o:
            out.append("{" + " " * (self._indent - 1))
            items = _sorted_items(o) if self._sort else list(o.items())
            inner = indent + self._indent
            for i, (key, value) in enumerate(items):
                last = i == len(items) - 1
                key_text = self._repr(key, busy, level + 1)
                out.append(key_text + ": ")
                self._format(value, out, inner + len(key_text) + 2, allowance + 1 if last else 1, busy, level + 1)
                if not last:
                    out.append(",\n" + " " * inner)
            out.append("}")
        elif t is list and o:
            self._items(o, out, "[", "]", indent, allowance, busy, level)
        elif t is tuple and o:
            self._items(o, out, "(", ",)" if len(o) == 1 else ")", indent, allowance, busy, level)
        elif t in (set, frozenset) and o:
            if t is set:
                self._items(_sorted(o), out, "{", "}", indent, allowance, busy, level)
            else:
                self._items(_sorted(o), out, "frozenset({", "})", indent + 10, allowance, busy, level)
        elif t is str and o:
            self._string(o, out, indent, allowance, level)
        elif hasattr(t, "__dataclass_fields__") and "__create_fn__" not in t.__dict__ and t.__repr__ is not object.__repr__:
            inner = indent + len(t.__name__) + 1
            out.append(t.__name__ + "(")
            names = [f.name for f in t.__dataclass_fields__.values() if f.repr and f._field_type == "field"]
            for i, name in enumerate(names):
                last = i == len(names) - 1
                out.append(name + "=")
                self._format(getattr(o, name), out, inner + len(name) + 1, allowance if last else 1, busy, level + 1)
                if not last:
                    out.append(",\n" + " " * inner)
            out.append(")")
        else:
            out.append(rep)
        busy.discard(id(o))

    def _items(self, items, out, begin, end, indent, allowance, busy, level):
        out.append(begin + " " * (self._indent - 1 if self._indent > 1 else 0))
        inner = indent + self._indent
        allowance += len(end)
        items = list(items)
        if self._compact:
            width = left = self._width - inner + 1
            first = True
            for i, item in enumerate(items):
                last = i == len(items) - 1
                if last:
                    left -= allowance
                    width -= allowance
                rep = self._repr(item, busy, level + 1)
                w = len(rep) + 2
                if left < w:
                    left = width
                    if not first:
                        out.append(",\n" + " " * inner)
                        first = True
                if left >= w:
                    left -= w
                    out.append(("" if first else ", ") + rep)
                    first = False
                    continue
                out.append("" if first else ",\n" + " " * inner)
                self._format(item, out, inner, allowance if last else 1, busy, level + 1)
                first = False
        else:
            for i, item in enumerate(items):
                last = i == len(items) - 1
                self._format(item, out, inner, allowance if last else 1, busy, level + 1)
                if not last:
                    out.append(",\n" + " " * inner)
        out.append(end)

    def _string(self, s, out, indent, allowance, level):
        lines = s.splitlines(True)
        level += 1
        if level == 1:
            indent += 1
            allowance += 1
        chunks = []
        max_width1 = max_width = self._width - indent
        rep = ""
        for i, line in enumerate(lines):
            rep = repr(line)
            if i == len(lines) - 1:
                max_width1 -= allowance
            if len(rep) <= max_width1:
                chunks.append(rep)
            else:
                parts = _words(line)
                max_width2 = max_width
                current = ""
                for j, part in enumerate(parts):
                    candidate = current + part
                    if j == len(parts) - 1 and i == len(lines) - 1:
                        max_width2 -= allowance
                    if len(repr(candidate)) > max_width2:
                        if current:
                            chunks.append(repr(current))
                        current = part
                    else:
                        current = candidate
                if current:
                    chunks.append(repr(current))
        if len(chunks) == 1:
            out.append(rep)
            return
        if level == 1:
            out.append("(")
        out.append(("\n" + " " * indent).join(chunks))
        if level == 1:
            out.append(")")


def _words(line):
    parts = []
    i, n = 0, len(line)
    while i < n:
        j = i
        while j < n and not line[j].isspace():
            j += 1
        while j < n and line[j].isspace():
            j += 1
        parts.append(line[i:j])
        i = j
    return parts


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True,
           underscore_numbers=False):
    PrettyPrinter(indent, width, depth, stream, compact=compact, sort_dicts=sort_dicts,
                  underscore_numbers=underscore_numbers).pprint(object)


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    return PrettyPrinter(indent, width, depth, compact=compact, sort_dicts=sort_dicts,
                         underscore_numbers=underscore_numbers).pformat(object)


def pp(object, *args, sort_dicts=False, **kwargs):
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)


def saferepr(object):
    return PrettyPrinter()._repr(object, set(), 0)


def isreadable(object):
    return "<" not in saferepr(object)
