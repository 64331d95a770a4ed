"""datetime.strptime and time.strptime: a format as a pattern."""
import re
import _calendar as _c
import datetime as _dt

_PATTERNS = {
    "d": r"(?P<d>3[0-1]|[1-2]\d|0[1-9]|[1-9]| [1-9])", "f": r"(?P<f>[0-9]{1,6})", "H": r"(?P<H>2[0-3]|[0-1]\d|\d)",
    "I": r"(?P<I>1[0-2]|0[1-9]|[1-9]| [1-9])", "j": r"(?P<j>36[0-6]|3[0-5]\d|[1-2]\d\d|0[1-9]\d|00[1-9]|[1-9]\d|0[1-9]|[1-9])",
    "m": r"(?P<m>1[0-2]|0[1-9]|[1-9])", "M": r"(?P<M>[0-5]\d|\d)", "S": r"(?P<S>6[0-1]|[0-5]\d|\d)",
    "w": r"(?P<w>[0-6])", "u": r"(?P<u>[1-7])", "y": r"(?P<y>\d\d)", "Y": r"(?P<Y>\d\d\d\d)",
    "z": r"(?P<z>[+-]\d\d:?[0-5]\d(:?[0-5]\d(\.\d{1,6})?)?|(?-i:Z))", "p": "(?P<p>am|pm)", "%": "%"}
_WHOLE = {"c": "%a %b %d %H:%M:%S %Y", "x": "%m/%d/%y", "X": "%H:%M:%S", "T": "%H:%M:%S", "D": "%m/%d/%y", "R": "%H:%M",
          "F": "%Y-%m-%d"}
_NAMES = {"a": _c.DAYS, "A": _c.LONG_DAYS, "b": _c.MONTHS, "B": _c.LONG_MONTHS, "Z": ("utc", "gmt")}


def _pattern(format):
    for code in "c", "x", "X":
        format = format.replace("%" + code, _WHOLE[code])
    out, at = "", 0
    while at < len(format):
        c = format[at]
        at += 1
        if c == "%":
            if at == len(format):
                raise ValueError("stray %% in format '%s'" % format)
            code, at = format[at], at + 1
            if code in _NAMES:
                names = sorted(_NAMES[code], key=len, reverse=True)
                out += "(?P<%s>%s)" % (code, "|".join(n.lower() for n in names))
            elif code in _PATTERNS:
                out += _PATTERNS[code]
            else:
                raise ValueError("'%s' is a bad directive in format '%s'" % (code, format))
        elif c.isspace():
            while at < len(format) and format[at].isspace():
                at += 1
            out += r"\s+"
        else:
            out += re.escape(c)
    return out.replace("(?-i:Z)", "Z")


def parse(text, format):
    """What datetime takes: year, month, day, hour, minute, second, microsecond, zone."""
    for i, value in enumerate((text, format), 1):
        if not isinstance(value, str):
            raise TypeError("strptime() argument %d must be str, not %s" % (i, type(value).__name__))
    match = re.compile(_pattern(format), re.IGNORECASE).match(text)
    if match is None:
        raise ValueError("time data %r does not match format %r" % (text, format))
    if match.end() != len(text):
        raise ValueError("unconverted data remains: " + text[match.end():])
    found = {k: v for k, v in match.groupdict().items() if v is not None}
    year, month, day = 1900, 1, 1
    if "y" in found:
        year = int(found["y"])
        year += 2000 if year <= 68 else 1900
    if "Y" in found:
        year = int(found["Y"])
    for code in "b", "B":
        if code in found:
            month = [n.lower() for n in _NAMES[code]].index(found[code].lower()) + 1
    month, day = int(found.get("m", month)), int(found.get("d", day))
    hour = int(found.get("H", 0))
    if "I" in found:
        hour = int(found["I"]) % 12 + (12 if found.get("p", "").lower() == "pm" else 0)
    if "j" in found and not set("bBmd") & set(found):
        when = _dt.date(year, 1, 1) + _dt.timedelta(int(found["j"]) - 1)
        month, day = when.month, when.day
    micro = int(found.get("f", "0").ljust(6, "0"))
    zone = None
    if "z" in found:
        z = found["z"]
        if z in ("Z", "z"):
            zone = _dt.timezone.utc
        else:
            span = _dt.timedelta(hours=int(z[1:3]), minutes=int(z[3:].lstrip(":")[:2]))
            zone = _dt.timezone(-span if z[0] == "-" else span)
    elif "Z" in found:
        zone = None
    return year, month, day, hour, int(found.get("M", 0)), int(found.get("S", 0)), micro, zone
