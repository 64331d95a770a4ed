"""Text in HTML."""

__all__ = ["escape", "unescape"]
_names = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": "\xa0", "copy": "\xa9", "reg": "\xae",
          "hellip": "\u2026", "mdash": "\u2014", "ndash": "\u2013", "lsquo": "\u2018", "rsquo": "\u2019", "ldquo": "\u201c",
          "rdquo": "\u201d", "euro": "\u20ac", "times": "\xd7", "deg": "\xb0", "middot": "\xb7", "bull": "\u2022",
          "trade": "\u2122", "laquo": "\xab", "raquo": "\xbb"}


def escape(s, quote=True):
    s = s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return s.replace('"', "&quot;").replace("'", "&#x27;") if quote else s


def unescape(s):
    import re

    def one(match):
        name = match.group(1)
        if name[0] == "#":
            number = int(name[2:].rstrip(";"), 16) if name[1] in "xX" else int(name[1:].rstrip(";"))
            return chr(number) if 0 < number < 0x110000 and not 0xd800 <= number < 0xe000 else "\ufffd"
        plain = name.rstrip(";")
        if plain in _names and (name.endswith(";") or plain in ("amp", "lt", "gt", "quot", "nbsp", "copy", "reg")):
            return _names[plain]
        if name.endswith(";"):
            raise NotImplementedError("html.unescape of &%s is not in the spec language" % name)
        return "&" + name
    return re.sub(r"&(#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[A-Za-z][A-Za-z0-9]*;?)", one, s) if "&" in s else s
