"""Values as bytes, laid out as C does."""
import operator as _operator
import re as _re


class error(Exception):
    pass


error.__module__ = "struct"

# Size of each code: standard, native. Codes that are aligned are aligned to their size.
_SIZES = {"x": (1, 1), "c": (1, 1), "b": (1, 1), "B": (1, 1), "?": (1, 1), "h": (2, 2), "H": (2, 2), "i": (4, 4),
          "I": (4, 4), "l": (4, 8), "L": (4, 8), "q": (8, 8), "Q": (8, 8), "n": (None, 8), "N": (None, 8),
          "P": (None, 8), "e": (2, 2), "f": (4, 4), "d": (8, 8), "s": (1, 1), "p": (1, 1)}
_FLOATS = {"e": "float16", "f": "float32", "d": "float64"}
_NAMES = {"b": "byte", "B": "ubyte", "h": "short", "H": "ushort"}
_CACHE = {}


def _parse(format):
    """(byte order, [(code, count, size, pad before it)], size of all)."""
    if isinstance(format, bytes):
        format = format.decode()
    if not isinstance(format, str):
        raise TypeError("Struct() argument 1 must be a str or bytes object, not %s" % type(format).__name__)
    if format in _CACHE:
        return _CACHE[format]
    prefix = format[:1] if format[:1] in tuple("@=<>!") else ""
    native = prefix in ("", "@")
    parts, total, at, text = [], 0, 0, format[len(prefix):]
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        match = _re.compile(r"\d*").match(text, at)
        count, at = match.group(), match.end()
        if at == len(text):
            raise error("repeat count given without format specifier")
        code, at = text[at], at + 1
        size = _SIZES.get(code, (None, None))[native]
        if size is None:
            raise error("bad char in struct format")
        pad = -total % size if native else 0
        count = int(count) if count else 1
        parts.append((code, count, size, pad))
        total += pad + count * size
    made = ("big" if prefix in (">", "!") else "little"), native, parts, total
    _CACHE[format] = made
    return made


def _float_bytes(code, value, order):
    import math
    import numpy
    if not isinstance(value, (int, float)) and not hasattr(value, "__float__") and not hasattr(value, "__index__"):
        raise error("required argument is not a float")
    try:
        value = float(value)
    except OverflowError:
        raise error("int too large to convert to float") from None
    data = numpy.array(value, _FLOATS[code])
    # C's own float takes what is too large as an infinity.
    checked = code == "e" or code == "f" and order == "big"
    if checked and math.isfinite(value) and not math.isfinite(float(data)):
        raise OverflowError("float too large to pack with %s format" % code)
    data = data.tobytes()
    return data if order == "little" else data[::-1]


def _int_bytes(code, size, value, order):
    try:
        value = _operator.index(value)
    except TypeError:
        raise error("required argument is not an integer") from None
    signed = code in "bhilqn"
    low, high = (-(1 << 8 * size - 1), (1 << 8 * size - 1) - 1) if signed else (0, (1 << 8 * size) - 1)
    if not low <= value <= high:
        swapped = order == "big"
        if size == 8 and swapped:
            raise error("int too large to convert")
        wide = code in "ILQN" or swapped and code == "H"
        if size == 8 or not (0 <= value < 1 << 64 if wide else -(1 << 63) <= value < 1 << 63):
            raise error("argument out of range")
        what = _NAMES.get(code) if code in "bB" or not swapped else None
        raise error("%s format requires %d <= number <= %d" % (what or repr(code), low, high))
    return value.to_bytes(size, order, signed=signed)


def pack(format, /, *values):
    order, native, parts, total = _parse(format)
    wanted = sum(count if code not in "xsp" else code != "x" for code, count, _, _ in parts)
    if wanted != len(values):
        raise error("pack expected %d items for packing (got %d)" % (wanted, len(values)))
    values, out = iter(values), []
    for code, count, size, pad in parts:
        out.append(bytes(pad))
        if code == "x":
            out.append(bytes(count))
        elif code in "sp":
            value = next(values)
            if not isinstance(value, (bytes, bytearray)):
                raise error("argument for '%s' must be a bytes object" % code)
            value = bytes(value)
            if code == "p":
                length = min(len(value), max(count - 1, 0), 255)
                value = bytes([length]) + value[:length] if count else b""
            out.append(value[:count] + bytes(max(count - len(value), 0)))
        else:
            for _ in range(count):
                value = next(values)
                if code == "c":
                    if not isinstance(value, bytes) or len(value) != 1:
                        raise error("char format requires a bytes object of length 1")
                    out.append(value)
                elif code == "?":
                    out.append(b"\1" if value else b"\0")
                elif code in _FLOATS:
                    out.append(_float_bytes(code, value, order))
                else:
                    out.append(_int_bytes(code, size, value, order))
    return b"".join(out)


def _values(format, data):
    order, native, parts, total = _parse(format)
    at, out = 0, []
    for code, count, size, pad in parts:
        at += pad
        end = at + count * size
        if code == "s":
            out.append(data[at:end])
        elif code == "p":
            out.append(data[at + 1:at + 1 + min(data[at], count - 1)] if count else b"")
        elif code == "c":
            out.extend(data[i:i + 1] for i in range(at, end))
        elif code == "?":
            out.extend(data[i] != 0 for i in range(at, end))
        elif code in _FLOATS:
            import numpy
            piece = data[at:end] if order == "little" else data[at:end][::-1]
            numbers = numpy.frombuffer(piece, _FLOATS[code]).tolist()
            out.extend(numbers if order == "little" else numbers[::-1])
        elif code != "x":
            out.extend(int.from_bytes(data[i:i + size], order, signed=code in "bhilqn") for i in range(at, end, size))
        at = end
    return tuple(out)


def _buffer(data):
    if isinstance(data, (bytes, bytearray)):
        return bytes(data)
    if hasattr(data, "tobytes"):
        return data.tobytes()
    raise TypeError("a bytes-like object is required, not %r" % type(data).__name__)


def unpack(format, buffer, /):
    data, size = _buffer(buffer), _parse(format)[3]
    if len(data) != size:
        raise error("unpack requires a buffer of %d bytes" % size)
    return _values(format, data)


def unpack_from(format, /, buffer, offset=0):
    data, size = _buffer(buffer), _parse(format)[3]
    start = offset
    if offset < 0:
        if offset + size > 0:
            raise error("not enough data to unpack %d bytes at offset %d" % (size, start))
        offset += len(data)
        if offset < 0:
            raise error("offset %d out of range for %d-byte buffer" % (start, len(data)))
    if len(data) - offset < size:
        raise error("unpack_from requires a buffer of at least %d bytes for unpacking %d bytes at offset %d (actual buffer "
                    "size is %d)" % (size + offset, size, offset, len(data)))
    return _values(format, data[offset:offset + size])


def iter_unpack(format, buffer, /):
    data, size = _buffer(buffer), _parse(format)[3]
    if size == 0:
        raise error("cannot iteratively unpack with a struct of length 0")
    if len(data) % size:
        raise error("iterative unpacking requires a buffer of a multiple of %d bytes" % size)
    return (_values(format, data[i:i + size]) for i in range(0, len(data), size))


def pack_into(format, buffer, offset, /, *values):
    if not isinstance(buffer, bytearray):
        raise TypeError("read-write bytes-like object expected")
    data = pack(format, *values)
    start = offset
    if offset < 0:
        if offset + len(data) > 0:
            raise error("no space to pack %d bytes at offset %d" % (len(data), offset))
        offset += len(buffer)
        if offset < 0:
            raise error("offset %d out of range for %d-byte buffer" % (start, len(buffer)))
    if len(buffer) - offset < len(data):
        raise error("pack_into requires a buffer of at least %d bytes for packing %d bytes at offset %d (actual buffer size "
                    "is %d)" % (len(data) + offset, len(data), offset, len(buffer)))
    buffer[offset:offset + len(data)] = data


def calcsize(format, /):
    return _parse(format)[3]


class Struct:
    """A format that is parsed once."""

    def __init__(self, format):
        self.size = calcsize(format)
        self.format = format.decode() if isinstance(format, bytes) else format

    def pack(self, /, *values):
        return pack(self.format, *values)

    def pack_into(self, buffer, offset, /, *values):
        pack_into(self.format, buffer, offset, *values)

    def unpack(self, buffer, /):
        return unpack(self.format, buffer)

    def unpack_from(self, /, buffer, offset=0):
        return unpack_from(self.format, buffer, offset)

    def iter_unpack(self, buffer, /):
        return iter_unpack(self.format, buffer)

    def __repr__(self):
        return "Struct(%r)" % self.format


Struct.__module__ = "_struct"
