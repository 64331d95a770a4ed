"""Bytes as text and back, and checksums."""
import _binary


class Error(ValueError):
    pass


class Incomplete(Exception):
    pass


_DIGITS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def _plain(data, text=False):
    """Bytes of anything like them; of ASCII text where that is allowed."""
    if isinstance(data, bytes):
        return data
    if isinstance(data, bytearray):
        return bytes(data)
    if text and isinstance(data, str):
        try:
            return data.encode("ascii")
        except UnicodeEncodeError:
            raise ValueError("string argument should contain only ASCII characters") from None
    if text:
        raise TypeError("argument should be bytes, buffer or ASCII string, not %r" % type(data).__name__)
    raise TypeError("a bytes-like object is required, not %r" % type(data).__name__)


def b2a_base64(data, *, newline=True):
    return _binary.b64encode(_plain(data), False) + (b"\n" if newline else b"")


def a2b_base64(data, *, strict_mode=False):
    data = _plain(data, True)
    made = _binary.b64decode(data, False)
    if isinstance(made, bytes) and len(data) % 4 == 0:
        return made
    if strict_mode and data[:1] == b"=":
        raise Error("Leading padding not allowed")
    # Padding ends the data once it fills a group; before that it does not count, nor does anything else.
    digits, pads, padded = [], 0, False
    for at, byte in enumerate(data):
        if byte == 61:
            padded = True
            if len(digits) % 4 >= 2:
                pads += 1
                if len(digits) % 4 + pads >= 4:
                    if strict_mode and at + 1 < len(data):
                        raise Error("Excess data after padding")
                    return _binary.b64decode(bytes(digits), False)
        elif byte not in _DIGITS:
            if strict_mode:
                raise Error("Only base64 data is allowed")
        else:
            if strict_mode and padded:
                raise Error("Discontinuous padding not allowed")
            pads = 0
            digits.append(byte)
    if len(digits) % 4 == 1:
        raise Error("Invalid base64-encoded string: number of data characters (%d) cannot be 1 more than a multiple of 4"
                    % len(digits))
    if len(digits) % 4:
        raise Error("Incorrect padding")
    return _binary.b64decode(bytes(digits), False)


def hexlify(data, sep=None, bytes_per_sep=1):
    data = _plain(data)
    text = data.hex() if sep is None else data.hex(sep, bytes_per_sep)
    return text.encode()


b2a_hex = hexlify


def unhexlify(hexstr):
    text = _plain(hexstr, True).decode("ascii", "replace")
    if len(text) % 2:
        raise Error("Odd-length string")
    if any(c not in "0123456789abcdefABCDEF" for c in text):
        raise Error("Non-hexadecimal digit found")
    return bytes.fromhex(text)


a2b_hex = unhexlify


def crc32(data, value=0):
    return _binary.crc32(_plain(data), value & 0xFFFFFFFF)
