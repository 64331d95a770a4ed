"""fnmatch: shell patterns of file names."""
import re


def translate(pat):
    out, i = "", 0
    while i < len(pat):
        c = pat[i]
        i += 1
        end = pat.find("]", i + (pat[i:i + 1] in ("!", "]")) + (pat[i:i + 2] == "!]")) if c == "[" else -1
        if c == "*":
            out += ".*"
        elif c == "?":
            out += "."
        elif end >= 0:
            inside = pat[i:end].replace("\\", "\\\\")
            out += "[" + ("^" + inside[1:] if inside.startswith("!") else inside) + "]"
            i = end + 1
        else:
            out += re.escape(c)
    return "(?s:" + out + r")\Z"


def fnmatchcase(name, pat):
    return re.match(translate(pat), name) is not None


fnmatch = fnmatchcase


def filter(names, pat):
    return [name for name in names if fnmatchcase(name, pat)]
