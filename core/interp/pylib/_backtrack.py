"""Regular expressions that RE2 cannot match: with references to groups, looks around, atomic groups and conditions. A
pattern is parsed into nodes (tuples that begin with their kind), and these into functions: m(i, then) matches from i on
and gives what then(end) gives, None where there is no match."""
import _re

_IGNORE, _MULTILINE, _DOTALL, _VERBOSE, _ASCII, _UNICODE = 2, 8, 16, 64, 256, 32
_FLAGS = {"i": _IGNORE, "L": 4, "m": _MULTILINE, "s": _DOTALL, "x": _VERBOSE, "a": _ASCII, "u": _UNICODE}
_ENDLESS = 1 << 40
_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}
_SPACES = " \t\n\r\v\f"


def _is_word(c):
    return c.isalnum() or c == "_"


_CLASSES = {"d": str.isdecimal, "w": _is_word, "s": str.isspace}
_ASCII_CLASSES = {"d": lambda c: c in "0123456789", "w": lambda c: c.isascii() and _is_word(c), "s": lambda c: c in _SPACES}


class _Parser:
    def __init__(self, pattern, flags, error):
        self.s = pattern if isinstance(pattern, str) else pattern.decode("latin-1")
        self.pattern, self.flags, self.error, self.bytes = pattern, flags, error, not isinstance(pattern, str)
        self.i = self.groups = 0
        self.names, self.open, self.lookbehind, self.conditions = {}, set(), [], []

    def fail(self, text, at):
        raise self.error(text, self.pattern, at)

    def parse(self):
        node = self.alternatives(True)
        if self.i < len(self.s):
            self.fail("unbalanced parenthesis", self.i)
        for group, at in self.conditions:
            if group > self.groups:
                self.fail("invalid group reference %d" % group, at)
        return node

    def alternatives(self, top=False):
        branches = [self.sequence(top)]
        while self.s.startswith("|", self.i):
            self.i += 1
            branches.append(self.sequence(False))
        return branches[0] if len(branches) == 1 else ("alt", branches)

    def sequence(self, top):
        nodes = []
        while self.i < len(self.s) and self.s[self.i] not in "|)":
            start, c = self.i, self.s[self.i]
            if self.flags & _VERBOSE and c in _SPACES:
                self.i += 1
                continue
            if self.flags & _VERBOSE and c == "#":
                end = self.s.find("\n", self.i)
                self.i = len(self.s) if end < 0 else end + 1
                continue
            if c in "*+?" or c == "{" and self.braces(False):
                self.repeat(nodes, start)
                continue
            node = self.item(c, start, top and not nodes)
            if node is not None:
                nodes.append(node)
        return ("seq", nodes)

    def braces(self, take):
        """The bounds that stand at i in braces; None if these are characters."""
        end = self.s.find("}", self.i)
        low, comma, high = self.s[self.i + 1:end].partition(",")
        if end < 0 or not low + comma or low and not low.isdecimal() or high and not high.isdecimal():
            return None
        if take:
            self.i = end + 1
        return int(low or 0), int(high) if high else _ENDLESS if comma else int(low)

    def repeat(self, nodes, start):
        c = self.s[self.i]
        if c == "{":
            low, high = self.braces(True)
            if high < low:
                self.fail("min repeat greater than max repeat", start + 1)
        else:
            self.i += 1
            low, high = {"*": (0, _ENDLESS), "+": (1, _ENDLESS), "?": (0, 1)}[c]
        if not nodes or nodes[-1][0] == "at":
            self.fail("nothing to repeat", start)
        if nodes[-1][0] == "repeat":
            self.fail("multiple repeat", start)
        kind = self.s[self.i:self.i + 1]
        if kind in ("?", "+"):
            self.i += 1
        nodes[-1] = ("repeat", nodes[-1], low, high, kind or " ")

    def item(self, c, start, first):
        flags = self.flags
        self.i += 1
        if c == "(":
            return self.group(start, first)
        if c == "[":
            return self.set(start)
        if c == ".":
            return ("char", (lambda x: True) if flags & _DOTALL else lambda x: x != "\n")
        if c == "^":
            return ("at", "line" if flags & _MULTILINE else "start")
        if c == "$":
            return ("at", "line end" if flags & _MULTILINE else "end")
        if c == "\\":
            return self.escape(start)
        return self.literal(c)

    def literal(self, c):
        if self.flags & _IGNORE:
            folded = {c, c.lower(), c.upper()}
            return ("char", lambda x: x in folded or x.lower() in folded or x.upper() in folded)
        return ("char", lambda x: x == c)

    def category(self, c):
        table = _ASCII_CLASSES if self.bytes or self.flags & _ASCII else _CLASSES
        test = table[c.lower()]
        return test if c.islower() else lambda x: not test(x)

    def escape(self, start):
        c = self.s[self.i:self.i + 1]
        if not c:
            self.fail("bad escape (end of pattern)", start)
        self.i += 1
        if c in "dDwWsS":
            return ("char", self.category(c))
        if c == "A" or c == "Z":
            return ("at", "start" if c == "A" else "very end")
        if c == "b" or c == "B":
            return ("at", ("ascii " if self.bytes or self.flags & _ASCII else "") + ("word" if c == "b" else "no word"))
        if c in "123456789":
            digits = self.s[start + 1:start + 3]
            if len(digits) == 2 and digits[1].isdecimal() and digits[1].isascii():
                octal = self.s[start + 1:start + 4]
                if len(octal) == 3 and all([d in "01234567" for d in octal]):
                    if int(octal, 8) > 0o377:
                        self.fail(r"octal escape value \%s outside of range 0-0o377" % octal, start)
                    self.i = start + 4
                    return self.literal(chr(int(octal, 8)))
                self.i = start + 3
            else:
                digits = digits[:1]
            return self.reference(int(digits), start + 1)
        return self.literal(self.character(c, start))

    def reference(self, group, at):
        if group > self.groups:
            self.fail("invalid group reference %d" % group, at)
        if group in self.open:
            self.fail("cannot refer to an open group", at - 1)
        self.check_lookbehind(group, self.i)
        return ("ref", group, self.flags & _IGNORE)

    def check_lookbehind(self, group, at):
        if self.lookbehind and group > self.lookbehind[-1]:
            self.fail("cannot refer to group defined in the same lookbehind subpattern", at)

    def character(self, c, start):
        """The character of an escape: i stands behind its letter."""
        if c in _ESCAPES:
            return _ESCAPES[c]
        if c == "0":
            while self.i < start + 4 and self.s[self.i:self.i + 1] in tuple("01234567"):
                self.i += 1
            return chr(int(self.s[start + 1:self.i], 8))
        size = {"x": 2, "u": 0 if self.bytes else 4, "U": 0 if self.bytes else 8}.get(c, 0)
        if size:
            digits = ""
            while len(digits) < size and self.s[self.i:self.i + 1] in tuple("0123456789abcdefABCDEF"):
                digits += self.s[self.i]
                self.i += 1
            if len(digits) < size:
                self.fail("incomplete escape " + self.s[start:self.i], start)
            return chr(int(digits, 16))
        if c == "N" and not self.bytes:
            raise NotImplementedError(r"\N in a regular expression is not in the spec language")
        if c.isascii() and c.isalnum():
            self.fail("bad escape \\" + c, start)
        return c

    def set(self, start):
        negated = self.s.startswith("^", self.i)
        if negated:
            self.i += 1
        first, tests, chars, ranges = self.i, [], set(), []

        def element():
            at = self.i
            if at >= len(self.s):
                self.fail("unterminated character set", start)
            c = self.s[at]
            self.i += 1
            if c != "\\":
                return c, None
            e = self.s[self.i:self.i + 1]
            if not e:
                self.fail("bad escape (end of pattern)", at)
            self.i += 1
            if e in "dDwWsS":
                return None, self.category(e)
            if e in "1234567":
                while self.i < at + 4 and self.s[self.i:self.i + 1] in tuple("01234567"):
                    self.i += 1
                return chr(int(self.s[at + 1:self.i], 8)), None
            return self.character(e, at), None

        while True:
            at = self.i
            if at >= len(self.s):
                self.fail("unterminated character set", start)
            if self.s[at] == "]" and at > first:
                self.i += 1
                break
            low, test = element()
            if self.s.startswith("-", self.i) and self.s[self.i + 1:self.i + 2] != "]":
                self.i += 1
                if self.i >= len(self.s):
                    self.fail("unterminated character set", start)
                high, other = element()
                if test or other or high < low:
                    self.fail("bad character range " + self.s[at:self.i], at)
                ranges.append((low, high))
            elif test:
                tests.append(test)
            else:
                chars.add(low)

        def has(x):
            return x in chars or any([low <= x <= high for low, high in ranges]) or any([t(x) for t in tests])

        if self.flags & _IGNORE:
            if negated:
                return ("char", lambda x: not (has(x) or has(x.lower()) or has(x.upper())))
            return ("char", lambda x: has(x) or has(x.lower()) or has(x.upper()))
        return ("char", (lambda x: not has(x)) if negated else has)

    def name(self, end, kind):
        at = self.i
        close = self.s.find(end, at)
        if close < 0:
            self.fail("missing %s, unterminated name" % end if at < len(self.s) else "missing group name", at)
        name = self.s[at:close]
        self.i = close + 1
        if not name:
            self.fail("missing group name", at)
        if kind == "condition" and name.isdecimal() and name.isascii():
            return int(name)
        if not name.isidentifier():
            self.fail("bad character in group name %r" % name, at)
        return name

    def close(self, start):
        if not self.s.startswith(")", self.i):
            self.fail("missing ), unterminated subpattern", start)
        self.i += 1

    def group(self, start, first):
        name = None
        if self.s.startswith("?", self.i):
            self.i += 1
            c = self.s[self.i:self.i + 1]
            if not c:
                self.fail("unexpected end of pattern", self.i)
            self.i += 1
            if c == "P":
                c = self.s[self.i:self.i + 1]
                if not c:
                    self.fail("unexpected end of pattern", self.i)
                self.i += 1
                if c == "=":
                    at = self.i
                    name = self.name(")", "group")
                    if name not in self.names:
                        self.fail("unknown group name %r" % name, at)
                    return self.reference(self.names[name], at)
                if c != "<":
                    self.fail("unknown extension ?P" + c, start + 1)
                at = self.i
                name = self.name(">", "group")
                if name in self.names:
                    self.fail("redefinition of group name %r as group %d; was group %d" % (name, self.groups + 1, self.names[name]), at)
            elif c == ":":
                node = self.scoped(self.flags)
                self.close(start)
                return node
            elif c == ">":
                node = self.alternatives()
                self.close(start)
                return ("atomic", node)
            elif c == "#":
                end = self.s.find(")", self.i)
                if end < 0:
                    self.fail("missing ), unterminated comment", start)
                self.i = end + 1
                return None
            elif c in "=!<":
                behind = c == "<"
                if behind:
                    c = self.s[self.i:self.i + 1]
                    if not c:
                        self.fail("unexpected end of pattern", self.i)
                    self.i += 1
                    if c not in "=!":
                        self.fail("unknown extension ?<" + c, start + 1)
                    self.lookbehind.append(self.groups)
                node = self.alternatives()
                if behind:
                    self.lookbehind.pop()
                self.close(start)
                width = None
                if behind:
                    low, high = _width(node)
                    if low != high:
                        raise self.error("look-behind requires fixed-width pattern")
                    width = low
                return ("look", node, c == "=", width)
            elif c == "(":
                return self.condition(start)
            elif c in _FLAGS or c == "-":
                return self.inline(c, start, first)
            else:
                self.fail("unknown extension ?" + c, start + 1)
        self.groups += 1
        group = self.groups
        if name is not None:
            self.names[name] = group
        self.open.add(group)
        node = self.scoped(self.flags)
        self.open.discard(group)
        self.close(start)
        return ("group", group, node)

    def scoped(self, flags):
        outside, self.flags = self.flags, flags
        node = self.alternatives()
        self.flags = outside
        return node

    def condition(self, start):
        at = self.i
        group = self.name(")", "condition")
        if isinstance(group, str):
            if group not in self.names:
                self.fail("unknown group name %r" % group, at)
            group = self.names[group]
        elif group == 0:
            self.fail("bad group number", at)
        self.conditions.append((group, at))
        self.check_lookbehind(group, self.i)
        yes, no = self.sequence(False), ("seq", [])
        if self.s.startswith("|", self.i):
            self.i += 1
            no = self.sequence(False)
            if self.s.startswith("|", self.i):
                self.fail("conditional backref with more than two branches", self.i)
        self.close(start)
        return ("if", group, yes, no)

    def inline(self, c, start, first):
        add = remove = 0
        at = self.i
        while c in _FLAGS:
            if c == "L" and not self.bytes:
                self.fail("bad inline flags: cannot use 'L' flag with a str pattern", at)
            if c == "u" and self.bytes:
                self.fail("bad inline flags: cannot use 'u' flag with a bytes pattern", at)
            add |= _FLAGS[c]
            if c in "auL" and add & (_ASCII | _UNICODE | 4) != _FLAGS[c]:
                self.fail("bad inline flags: flags 'a', 'u' and 'L' are incompatible", at)
            c = self.s[self.i:self.i + 1]
            self.i += 1
            at = self.i
            if not c:
                self.fail("missing -, : or )", len(self.s))
            if c not in "-:)" and c not in _FLAGS:
                self.fail("unknown flag" if c.isalpha() else "missing -, : or )", at - 1)
        if c == ")":
            if not first or start:
                self.fail("global flags not at the start of the expression", start)
            self.flags |= add
            return None
        if c == "-":
            c = self.s[self.i:self.i + 1]
            if c not in _FLAGS or not c:
                self.fail("unknown flag" if c.isalpha() else "missing flag", self.i)
            while c in _FLAGS and c:
                self.i += 1
                if c in "auL":
                    self.fail("bad inline flags: cannot turn off flags 'a', 'u' and 'L'", self.i)
                if _FLAGS[c] & add:
                    self.fail("bad inline flags: flag turned on and off", self.i)
                remove |= _FLAGS[c]
                c = self.s[self.i:self.i + 1]
            if c != ":":
                self.fail("unknown flag" if c.isalpha() else "missing :", self.i)
            self.i += 1
        flags = self.flags | add
        if add & (_ASCII | _UNICODE):
            flags = flags & ~(_ASCII | _UNICODE) | add
        node = self.scoped(flags & ~remove)
        self.close(start)
        return node


def _width(node):
    """How many characters a node matches, at least and at most."""
    kind = node[0]
    if kind == "char":
        return 1, 1
    if kind == "seq":
        widths = [_width(n) for n in node[1]]
        return sum([w[0] for w in widths]), min(_ENDLESS, sum([w[1] for w in widths]))
    if kind == "alt":
        widths = [_width(n) for n in node[1]]
        return min([w[0] for w in widths]), max([w[1] for w in widths])
    if kind == "repeat":
        low, high = _width(node[1])
        return low * node[2], min(_ENDLESS, high * node[3])
    if kind == "group":
        return _width(node[2])
    if kind == "atomic":
        return _width(node[1])
    if kind == "ref":
        return 0, _ENDLESS
    if kind == "if":
        (a, b), (c, d) = _width(node[2]), _width(node[3])
        return min(a, c), max(b, d)
    return 0, 0


class Program:
    """What `_re.compile` gives, with the same methods."""

    def __init__(self, pattern, flags, error):
        parser = _Parser(pattern, flags, error)
        node = parser.parse()
        if parser.flags != flags:  # flags for all stand in front
            parser = _Parser(pattern, parser.flags, error)
            node = parser.parse()
        self.flags, self.groups, self.groupindex = parser.flags & ~_UNICODE, parser.groups, parser.names
        self.bytes = parser.bytes
        self.text, self.end, self.spans = "", 0, []
        self.run = self.make(node)

    def exec(self, string, pos, endpos, mode):
        if not isinstance(string, (bytes, bytearray) if self.bytes else str):
            _re.compile(b"" if self.bytes else "", 0, None).exec(string, 0, 0, 0)  # says what is wrong
        text = string if isinstance(string, str) else bytes(string).decode("latin-1")
        pos, end = max(0, min(pos, len(text))), max(0, min(endpos, len(text)))
        outside = self.text, self.end, self.spans
        self.text, self.end = text, end
        try:
            for start in range(pos, end + 1) if mode == 0 else (pos,) if pos <= end else ():
                self.spans = [-1] * (2 * self.groups + 2)
                found = self.run(start, (lambda i: i if i == end else None) if mode == 2 else lambda i: i)
                if found is not None:
                    self.spans[0], self.spans[1] = start, found
                    return tuple(self.spans)
            return None
        finally:
            self.text, self.end, self.spans = outside

    def make(self, node):
        kind = node[0]
        if kind == "char":
            test = node[1]
            return lambda i, then: then(i + 1) if i < self.end and test(self.text[i]) else None
        if kind == "seq":
            return self.sequence([self.make(n) for n in node[1]])
        if kind == "alt":
            branches = [self.make(n) for n in node[1]]

            def alternatives(i, then):
                for branch in branches:
                    found = branch(i, then)
                    if found is not None:
                        return found
            return alternatives
        if kind == "at":
            test = getattr(self, "at_" + node[1].replace(" ", "_"))
            return lambda i, then: then(i) if test(i) else None
        return getattr(self, "make_" + kind)(*node[1:])

    def sequence(self, parts):
        if len(parts) == 1:
            return parts[0]

        def from_part(k, i, then):
            if k == len(parts):
                return then(i)
            return parts[k](i, lambda j: from_part(k + 1, j, then))
        return lambda i, then: from_part(0, i, then)

    def make_group(self, group, node):
        inner = self.make(node)

        def match(i, then):
            before = self.spans[2 * group:2 * group + 2]

            def closed(j):
                inside = self.spans[2 * group:2 * group + 2]
                self.spans[2 * group:2 * group + 2] = [i, j]
                found = then(j)
                if found is None:
                    self.spans[2 * group:2 * group + 2] = inside
                return found
            found = inner(i, closed)
            if found is None:
                self.spans[2 * group:2 * group + 2] = before
            return found
        return match

    def make_ref(self, group, ignore):
        def match(i, then):
            start, end = self.spans[2 * group:2 * group + 2]
            if start < 0 or i + end - start > self.end:
                return None
            a, b = self.text[start:end], self.text[i:i + end - start]
            return then(i + end - start) if a == b or ignore and a.lower() == b.lower() else None
        return match

    def alone(self, inner, i):
        """Where a node ends for the first way that it matches; its groups are kept."""
        keep = self.spans[:]
        end = inner(i, lambda j: j)
        if end is None:
            self.spans[:] = keep
        return end

    def make_look(self, node, positive, width):
        inner = self.make(node)

        def match(i, then):
            keep = self.spans[:]
            start = i if width is None else i - width
            end = None
            if start >= 0:
                end = inner(start, (lambda j: j) if width is None else lambda j: j if j == i else None)
            if (end is not None) != positive:
                self.spans[:] = keep
                return None
            if not positive:
                self.spans[:] = keep
            found = then(i)
            if found is None:
                self.spans[:] = keep
            return found
        return match

    def make_atomic(self, node):
        inner = self.make(node)

        def match(i, then):
            keep = self.spans[:]
            end = self.alone(inner, i)
            found = None if end is None else then(end)
            if found is None:
                self.spans[:] = keep
            return found
        return match

    def make_if(self, group, yes, no):
        yes, no = self.make(yes), self.make(no)
        return lambda i, then: (yes if self.spans[2 * group + 1] >= 0 else no)(i, then)

    def make_repeat(self, node, low, high, kind):
        if node[0] == "char":
            return self.repeat_char(node[1], low, high, kind)
        inner = self.make(node)

        def more(count, i, then, last):
            # What matched nothing is not tried again.
            another = count < high and (count < low or i != last)

            def again(j):
                return more(count + 1, j, then, i)
            if kind == "?":
                found = then(i) if count >= low else None
                return inner(i, again) if found is None and another else found
            found = inner(i, again) if another else None
            if found is None and count >= low:
                found = then(i)
            return found
        if kind != "+":
            return lambda i, then: more(0, i, then, -1)
        return self.make_atomic_of(lambda i, then: more(0, i, then, -1))

    def make_atomic_of(self, inner):
        def match(i, then):
            keep = self.spans[:]
            end = self.alone(inner, i)
            found = None if end is None else then(end)
            if found is None:
                self.spans[:] = keep
            return found
        return match

    def repeat_char(self, test, low, high, kind):
        def match(i, then):
            text, end = self.text, min(self.end, i + high)
            j = i
            if kind == "?":
                while True:
                    if j - i >= low:
                        found = then(j)
                        if found is not None:
                            return found
                    if j >= end or not test(text[j]):
                        return None
                    j += 1
            while j < end and test(text[j]):
                j += 1
            if kind == "+":
                return then(j) if j - i >= low else None
            while j - i >= low:
                found = then(j)
                if found is not None:
                    return found
                j -= 1
            return None
        return match

    def at_start(self, i):
        return i == 0

    def at_line(self, i):
        return i == 0 or self.text[i - 1] == "\n"

    def at_very_end(self, i):
        return i == self.end

    def at_end(self, i):
        return i == self.end or i == self.end - 1 and self.text[i] == "\n"

    def at_line_end(self, i):
        return i == self.end or self.text[i] == "\n"

    def border(self, i, test):
        return (i > 0 and test(self.text[i - 1])) != (i < self.end and test(self.text[i]))

    def at_word(self, i):
        return self.border(i, _is_word)

    def at_no_word(self, i):
        return self.end > 0 and not self.border(i, _is_word)

    def at_ascii_word(self, i):
        return self.border(i, _ASCII_CLASSES["w"])

    def at_ascii_no_word(self, i):
        return self.end > 0 and not self.border(i, _ASCII_CLASSES["w"])
