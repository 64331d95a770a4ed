"""Character classes and templates."""
whitespace = " \t\n\r\v\f"
ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdef" + "ABCDEF"
octdigits = "01234567"
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    return (sep or " ").join(map(str.capitalize, s.split(sep)))


def _parts(template):
    """(text, name, whole) triples: name None for the text at the end, "$" for an escape, "" for what is wrong."""
    i = 0
    while True:
        j = template.find("$", i)
        if j < 0:
            yield template[i:], None, ""
            return
        text = template[i:j]
        if template[j + 1:j + 2] == "$":
            yield text, "$", "$$"
            i = j + 2
            continue
        k = j + 1
        braced = template[k:k + 1] == "{"
        if braced:
            k += 1
        start = k
        while k < len(template) and (template[k] == "_" or template[k].isascii() and template[k].isalnum()):
            k += 1
        name = template[start:k]
        good = name[:1].isalpha() or name[:1] == "_"
        if braced:
            good = good and template[k:k + 1] == "}"
            k += 1
        if good:
            yield text, name, template[j:k]
            i = k
        else:
            yield text, "", template[:j + 1]
            i = j + 1


class Template:
    delimiter = "$"

    def __init__(self, template):
        self.template = template

    def _map(self, args, kws):
        if len(args) > 1:
            raise TypeError("Too many positional arguments")
        return {**(args[0] if args else {}), **kws}

    def substitute(self, /, *args, **kws):
        mapping = self._map(args, kws)
        out = []
        for text, name, whole in _parts(self.template):
            out.append(text)
            if name == "$":
                out.append("$")
            elif name == "":
                lines = whole[:-1].splitlines(keepends=True)
                if not lines:
                    col, line = 1, 1
                else:
                    col = len(whole) - len("".join(lines[:-1]))
                    line = len(lines)
                raise ValueError("Invalid placeholder in string: line %d, col %d" % (line, col))
            elif name is not None:
                out.append(str(mapping[name]))
        return "".join(out)

    def safe_substitute(self, /, *args, **kws):
        mapping = self._map(args, kws)
        out = []
        for text, name, whole in _parts(self.template):
            out.append(text)
            if name == "$":
                out.append("$")
            elif name == "":
                out.append("$")
            elif name is not None:
                out.append(str(mapping[name]) if name in mapping else whole)
        return "".join(out)

    def get_identifiers(self):
        names = []
        for _, name, _ in _parts(self.template):
            if name and name != "$" and name not in names:
                names.append(name)
        return names

    def is_valid(self):
        return all(name != "" for _, name, _ in _parts(self.template))


class Formatter:
    def format(self, format_string, /, *args, **kwargs):
        return format_string.format(*args, **kwargs)

    def vformat(self, format_string, args, kwargs):
        return format_string.format(*args, **kwargs)
