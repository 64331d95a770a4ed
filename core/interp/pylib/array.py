"""Arrays of numbers of one kind."""
import struct as _struct

typecodes = "bBuhHiIlLqQfd"
_BOUNDS = {"b": (-128, 127, "signed char"), "B": (0, 255, "unsigned byte integer"), "h": (-32768, 32767, "signed short integer"),
           "H": (0, 65535, "unsigned short"), "i": (-1 << 31, (1 << 31) - 1, "signed int"), "I": (0, (1 << 32) - 1, "unsigned int"),
           "l": (-1 << 63, (1 << 63) - 1, "int"), "L": (0, (1 << 64) - 1, "int"), "q": (-1 << 63, (1 << 63) - 1, "int"),
           "Q": (0, (1 << 64) - 1, "int")}
_SIZES = dict(b=1, B=1, u=4, h=2, H=2, i=4, I=4, l=8, L=8, q=8, Q=8, f=4, d=8)


class array:
    __hash__ = None

    def __init__(self, typecode, initializer=(), /):
        if not isinstance(typecode, str) or len(typecode) != 1:
            raise TypeError("array() argument 1 must be a unicode character, not %s" % type(typecode).__name__)
        if typecode not in _SIZES:
            raise ValueError("bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)")
        self.typecode, self.itemsize, self._items = typecode, _SIZES[typecode], []
        if isinstance(initializer, (bytes, bytearray)):
            self.frombytes(initializer)
        elif isinstance(initializer, str) and typecode != "u":
            raise TypeError("cannot use a str to initialize an array with typecode %r" % typecode)
        else:
            self.extend(initializer)

    def _checked(self, x):
        code = self.typecode
        if code == "u":
            if not isinstance(x, str) or len(x) != 1:
                raise TypeError("array item must be a unicode character, not %s" % type(x).__name__)
            return x
        if code in "fd":
            if not isinstance(x, (int, float)) and not hasattr(x, "__float__") and not hasattr(x, "__index__"):
                raise TypeError("must be real number, not %s" % type(x).__name__)
            return _struct.unpack("<f", _struct.pack("<f", float(x)))[0] if code == "f" else float(x)
        if isinstance(x, float) or not hasattr(x, "__index__"):
            raise TypeError("%r object cannot be interpreted as an integer" % type(x).__name__)
        x = x.__index__()
        low, high, name = _BOUNDS[code]
        if not low <= x <= high:
            if code in "lLqQ":
                raise OverflowError("int too big to convert" if x > high else "can't convert negative value to unsigned int"
                                    if low == 0 else "int too big to convert")
            raise OverflowError("%s is %s than %s" % (name, "greater" if x > high else "less", "maximum" if x > high else "minimum"))
        return x

    def append(self, x, /):
        self._items.append(self._checked(x))

    def extend(self, iterable, /):
        if isinstance(iterable, array):
            if iterable.typecode != self.typecode:
                raise TypeError("can only extend with array of same kind")
            self._items.extend(iterable._items)
            return
        for x in iterable:
            self.append(x)

    fromlist = extend

    def fromunicode(self, text, /):
        self.extend(text)

    def tounicode(self):
        return "".join(self._items)

    def insert(self, i, x, /):
        self._items.insert(i, self._checked(x))

    def pop(self, i=-1, /):
        if not self._items:
            raise IndexError("pop from empty array")
        if not -len(self._items) <= i < len(self._items):
            raise IndexError("pop index out of range")
        return self._items.pop(i)

    def remove(self, x, /):
        if x not in self._items:
            raise ValueError("array.remove(x): x not in array")
        self._items.remove(x)

    def index(self, x, start=0, stop=(1 << 63) - 1, /):
        for i in range(*slice(start, stop).indices(len(self._items))):
            if self._items[i] == x:
                return i
        raise ValueError("array.index(x): x not in array")

    def count(self, x, /):
        return self._items.count(x)

    def reverse(self):
        self._items.reverse()

    def tolist(self):
        return list(self._items)

    def _format(self, n):
        return "<%d%s" % (n, {"l": "q", "L": "Q"}.get(self.typecode, self.typecode))

    def tobytes(self):
        if self.typecode == "u":
            return "".join(self._items).encode("utf-32-le")
        return _struct.pack(self._format(len(self._items)), *self._items)

    def frombytes(self, buffer, /):
        buffer = bytes(buffer)
        n, rest = divmod(len(buffer), self.itemsize)
        if rest:
            raise ValueError("bytes length not a multiple of item size")
        self._items.extend(buffer.decode("utf-32-le") if self.typecode == "u" else _struct.unpack(self._format(n), buffer))

    def fromfile(self, f, n, /):
        data = f.read(n * self.itemsize)
        self.frombytes(data[:len(data) // self.itemsize * self.itemsize])
        if len(data) < n * self.itemsize:
            raise EOFError("read() didn't return enough bytes")

    def tofile(self, f, /):
        f.write(self.tobytes())

    def byteswap(self):
        data, n = self.tobytes(), self.itemsize
        self._items = []
        self.frombytes(b"".join([data[i:i + n][::-1] for i in range(0, len(data), n)]))

    def buffer_info(self):
        return id(self._items), len(self._items)

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __contains__(self, x):
        return x in self._items

    def _made(self, items):
        made = array(self.typecode)
        made._items = items
        return made

    def __getitem__(self, key):
        if isinstance(key, slice):
            return self._made(self._items[key])
        if not hasattr(key, "__index__"):
            raise TypeError("array indices must be integers")
        if not -len(self._items) <= key < len(self._items):
            raise IndexError("array index out of range")
        return self._items[key]

    def __setitem__(self, key, value):
        if isinstance(key, slice):
            if not isinstance(value, array):
                raise TypeError("can only assign array (not \"%s\") to array slice" % type(value).__name__)
            self._items[key] = value._items
            return
        if not -len(self._items) <= key < len(self._items):
            raise IndexError("array assignment index out of range")
        self._items[key] = self._checked(value)

    def __delitem__(self, key):
        del self._items[key]

    def __add__(self, other):
        if not isinstance(other, array):
            raise TypeError("can only append array (not \"%s\") to array" % type(other).__name__)
        if other.typecode != self.typecode:
            raise TypeError("bad argument type for built-in operation")
        return self._made(self._items + other._items)

    def __iadd__(self, other):
        if not isinstance(other, array):
            raise TypeError("can only extend with array (not \"%s\")" % type(other).__name__)
        self.extend(other)
        return self

    def __mul__(self, n):
        return self._made(self._items * n)

    __rmul__ = __mul__

    def _order(self, other, test):
        return test(self._items, other._items) if isinstance(other, array) else NotImplemented

    def __eq__(self, other):
        return self._order(other, lambda a, b: a == b)

    def __lt__(self, other):
        return self._order(other, lambda a, b: a < b)

    def __le__(self, other):
        return self._order(other, lambda a, b: a <= b)

    def __gt__(self, other):
        return self._order(other, lambda a, b: a > b)

    def __ge__(self, other):
        return self._order(other, lambda a, b: a >= b)

    def __copy__(self):
        return self._made(list(self._items))

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __repr__(self):
        if not self._items:
            return "array(%r)" % self.typecode
        return "array(%r, %r)" % (self.typecode, "".join(self._items) if self.typecode == "u" else self._items)


ArrayType = array
array.__module__ = "array"
