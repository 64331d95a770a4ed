"""Digests of bytes."""
import _binary
from binascii import _plain

algorithms_guaranteed = {"md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_224", "sha3_256", "sha3_384",
                         "sha3_512", "shake_128", "shake_256", "blake2b", "blake2s"}
algorithms_available = set(algorithms_guaranteed)
_SIZES = {"md5": (16, 64), "sha1": (20, 64), "sha224": (28, 64), "sha256": (32, 64), "sha384": (48, 128),
          "sha512": (64, 128)}


class HASH:
    __slots__ = ("name", "_data")

    def __init__(self, name, data):
        self.name, self._data = name, [data]

    @property
    def digest_size(self):
        return _SIZES[self.name][0]

    @property
    def block_size(self):
        return _SIZES[self.name][1]

    def update(self, data, /):
        if isinstance(data, str):
            raise TypeError("Strings must be encoded before hashing")
        self._data.append(_buffer(data))

    def digest(self):
        self._data = [b"".join(self._data)]
        return _binary.digest(self.name, self._data[0])

    def hexdigest(self):
        return self.digest().hex()

    def copy(self):
        return HASH(self.name, b"".join(self._data))

    def __repr__(self):
        return "<%s _hashlib.HASH object @ 0x%x>" % (self.name, id(self))


HASH.__module__ = "_hashlib"


def _buffer(data):
    if hasattr(data, "tobytes"):
        return data.tobytes()
    try:
        return _plain(data)
    except TypeError:
        raise TypeError("object supporting the buffer API required") from None


def new(name, data=b"", *, usedforsecurity=True, string=None):
    if not isinstance(name, str):
        raise TypeError("new() argument 'name' must be str, not " + type(name).__name__)
    plain = name.lower().replace("-", "")
    if plain not in _SIZES:
        import _digests
        if name in _digests.NAMES:
            return getattr(_digests, name)(data if string is None else string)
        raise ValueError("unsupported hash type " + name)
    if isinstance(data, str):
        raise TypeError("Strings must be encoded before hashing")
    return HASH(plain, _buffer(data if string is None else string))


def _maker(name):
    def make(string=b"", *, usedforsecurity=True):
        return new(name, string)
    make.__name__ = make.__qualname__ = "openssl_" + name
    return make


md5, sha1, sha224, sha256, sha384, sha512 = map(_maker, ("md5", "sha1", "sha224", "sha256", "sha384", "sha512"))


def file_digest(fileobj, digest, /):
    made = new(digest) if isinstance(digest, str) else digest()
    made.update(fileobj.read())
    return made


def __getattr__(name):
    import _digests
    if name in _digests.NAMES:
        return getattr(_digests, name)
    if name == "scrypt":
        raise NotImplementedError("hashlib.%s is not in the spec language" % name)
    raise AttributeError("module 'hashlib' has no attribute %r" % name)
