"""Base64, base32 and base16."""
import binascii
import re as _re

_SAFE = bytes.maketrans(b"+/", b"-_"), bytes.maketrans(b"-_", b"+/")


def _bytes(s):
    if isinstance(s, str):
        try:
            return s.encode("ascii")
        except UnicodeEncodeError:
            raise ValueError("string argument should contain only ASCII characters") from None
    try:
        return binascii._plain(s)
    except TypeError:
        raise TypeError("argument should be a bytes-like object or ASCII string, not %r" % type(s).__name__) from None


def b64encode(s, altchars=None):
    encoded = binascii.b2a_base64(s, newline=False)
    if altchars is not None:
        assert len(altchars) == 2, repr(altchars)
        return encoded.translate(bytes.maketrans(b"+/", altchars))
    return encoded


def b64decode(s, altchars=None, validate=False):
    s = _bytes(s)
    if altchars is not None:
        altchars = _bytes(altchars)
        assert len(altchars) == 2, repr(altchars)
        s = s.translate(bytes.maketrans(altchars, b"+/"))
    return binascii.a2b_base64(s, strict_mode=validate)


def standard_b64encode(s):
    return b64encode(s)


def standard_b64decode(s):
    return b64decode(s)


def urlsafe_b64encode(s):
    return b64encode(s).translate(_SAFE[0])


def urlsafe_b64decode(s):
    return b64decode(_bytes(s).translate(_SAFE[1]))


_B32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


def b32encode(s):
    s = binascii._plain(s)
    out = ""
    for i in range(0, len(s), 5):
        group = s[i:i + 5]
        value = int.from_bytes(group + bytes(5 - len(group)), "big")
        text = "".join(_B32[value >> shift & 31] for shift in range(35, -5, -5))
        keep = (len(group) * 8 + 4) // 5
        out += text[:keep] + "=" * (8 - keep)
    return out.encode()


def b32decode(s, casefold=False, map01=None):
    text = _bytes(s).decode()
    if len(text) % 8:
        raise binascii.Error("Incorrect padding")
    if map01 is not None:
        text = text.replace("0", "O").replace("1", _bytes(map01).decode())
    if casefold:
        text = text.upper()
    digits = text.rstrip("=")
    pads = len(text) - len(digits)
    if any(c not in _B32 for c in digits):
        raise binascii.Error("Non-base32 digit found")
    if pads not in (0, 1, 3, 4, 6):
        raise binascii.Error("Incorrect padding")
    value = 0
    for c in digits:
        value = value << 5 | _B32.index(c)
    spare = len(digits) * 5 % 8
    return (value >> spare).to_bytes(len(digits) * 5 // 8, "big")


def b16encode(s):
    return binascii.hexlify(s).upper()


def b16decode(s, casefold=False):
    s = _bytes(s)
    if casefold:
        s = s.upper()
    if _re.search(b"[^0-9A-F]", s):
        raise binascii.Error("Non-base16 digit found")
    return binascii.unhexlify(s)


def encodebytes(s):
    s = binascii._plain(s)
    return b"".join(binascii.b2a_base64(s[i:i + 57]) for i in range(0, len(s), 57))


def decodebytes(s):
    return binascii.a2b_base64(binascii._plain(s))


def b32hexencode(s):
    return b32encode(s).translate(bytes.maketrans(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", b"0123456789ABCDEFGHIJKLMNOPQRSTUV"))


def b32hexdecode(s, casefold=False):
    s = _bytes(s)
    if casefold:
        s = s.upper()
    if _re.search(b"[^0-9A-V=]", s):
        raise binascii.Error("Non-base32 digit found")
    return b32decode(s.translate(bytes.maketrans(b"0123456789ABCDEFGHIJKLMNOPQRSTUV", b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")))


_B85 = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"
_A85 = bytes(range(33, 118))


def _encode85(b, chars, pad, fold_nuls=False, fold_spaces=False):
    b = binascii._plain(b)
    spare = -len(b) % 4
    b += bytes(spare)
    parts = []
    for i in range(0, len(b), 4):
        word = int.from_bytes(b[i:i + 4], "big")
        if fold_nuls and not word:
            parts.append(b"z")
        elif fold_spaces and word == 0x20202020:
            parts.append(b"y")
        else:
            made = []
            for _ in range(5):
                word, digit = divmod(word, 85)
                made.append(chars[digit])
            parts.append(bytes(reversed(made)))
    if spare and not pad:
        if parts[-1] == b"z":
            parts[-1] = bytes([chars[0]]) * 5
        parts[-1] = parts[-1][:-spare]
    return b"".join(parts)


def b85encode(b, pad=False):
    return _encode85(b, _B85, pad)


def a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False):
    made = (b"<~" if adobe else b"") + _encode85(b, _A85, pad, True, foldspaces)
    if wrapcol:
        wrapcol = max(2 if adobe else 1, wrapcol)
        lines = [made[i:i + wrapcol] for i in range(0, len(made), wrapcol)]
        if adobe and len(lines[-1]) + 2 > wrapcol:
            lines.append(b"")
        made = b"\n".join(lines)
    return made + b"~>" if adobe else made


def _words85(digits, overflow):
    spare = -len(digits) % 5
    digits = digits + [84] * spare
    made = b""
    for i in range(0, len(digits), 5):
        word = 0
        for d in digits[i:i + 5]:
            word = word * 85 + d
        if word > 0xffffffff:
            raise ValueError(overflow(i))
        made += word.to_bytes(4, "big")
    return made[:-spare] if spare else made


def b85decode(b):
    b = _bytes(b)
    digits = []
    for i, c in enumerate(b):
        at = _B85.find(c)
        if at < 0:
            raise ValueError("bad base85 character at position %d" % i)
        digits.append(at)
    return _words85(digits, lambda i: "base85 overflow in hunk starting at byte %d" % i)


def a85decode(b, *, foldspaces=False, adobe=False, ignorechars=b" \t\n\r\v"):
    b = _bytes(b)
    if adobe:
        if not b.endswith(b"~>"):
            raise ValueError("Ascii85 encoded byte sequences must end with b'~>'")
        b = b[2:-2] if b.startswith(b"<~") else b[:-2]
    made, digits = b"", []
    for c in b:
        if 33 <= c <= 117:
            digits.append(c - 33)
            if len(digits) == 5:
                made += _words85(digits, lambda i: "Ascii85 overflow")
                digits = []
        elif c == 122 or foldspaces and c == 121:
            if digits:
                raise ValueError("%s inside Ascii85 5-tuple" % chr(c))
            made += bytes(4) if c == 122 else b"    "
        elif c not in ignorechars:
            raise ValueError("Non-Ascii85 digit found: %c" % c)
    return made + (_words85(digits, lambda i: "Ascii85 overflow") if digits else b"")


def encode(input, output):
    while s := input.read(57):
        output.write(binascii.b2a_base64(s))


def decode(input, output):
    while line := input.readline():
        output.write(binascii.a2b_base64(line))


def __getattr__(name):
    raise AttributeError("module 'base64' has no attribute %r" % name)
