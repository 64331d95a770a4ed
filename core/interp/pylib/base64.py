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


def __getattr__(name):
    if name in ("a85encode", "a85decode", "b85encode", "b85decode", "b32hexencode", "b32hexdecode", "encode", "decode"):
        raise NotImplementedError("base64.%s is not in the spec language" % name)
    raise AttributeError("module 'base64' has no attribute %r" % name)
