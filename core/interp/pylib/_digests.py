"""SHA-3, BLAKE2 and PBKDF2, which hashlib has besides the native digests."""
import hashlib
import struct
from hashlib import _buffer

NAMES = ("sha3_224", "sha3_256", "sha3_384", "sha3_512", "shake_128", "shake_256", "blake2b", "blake2s", "pbkdf2_hmac")
_M = (1 << 64) - 1


def _rounds():
    """Keccak's round constants, of a shift register."""
    made, r = [], 1
    for _ in range(24):
        word = 0
        for j in range(7):
            word ^= (r & 1) << (1 << j) - 1
            r = r << 1 ^ (0x171 if r & 0x80 else 0)
        made.append(word)
    return made


_RC = _rounds()


def _keccak(a):
    for rc in _RC:
        c = [a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20] for x in range(5)]
        d = [c[x - 1] ^ (c[(x + 1) % 5] << 1 & _M | c[(x + 1) % 5] >> 63) for x in range(5)]
        a = [a[i] ^ d[i % 5] for i in range(25)]
        x, y, current, shift = 1, 0, a[1], 0
        b = list(a)
        for t in range(24):
            shift = shift + t + 1 & 63
            x, y = y, (2 * x + 3 * y) % 5
            current, b[x + 5 * y] = a[x + 5 * y], (current << shift | current >> 64 - shift) & _M
        a = [b[i] ^ (~b[i // 5 * 5 + (i + 1) % 5] & _M & b[i // 5 * 5 + (i + 2) % 5]) for i in range(25)]
        a[0] ^= rc
    return a


def _sponge(data, rate, pad, length):
    data = bytearray(data) + bytes([pad])
    data += bytes(-len(data) % rate)
    data[-1] |= 0x80
    a = [0] * 25
    for i in range(0, len(data), rate):
        words = struct.unpack("<%dQ" % (rate // 8), bytes(data[i:i + rate]))
        a = _keccak([v ^ (words[k] if k < len(words) else 0) for k, v in enumerate(a)])
    out = b""
    while True:
        out += struct.pack("<%dQ" % (rate // 8), *a[:rate // 8])
        if len(out) >= length:
            return out[:length]
        a = _keccak(a)


class _Digest:
    def __init__(self, name, data, size, block):
        self.name, self.digest_size, self.block_size, self._data = name, size, block, [_checked(data)]

    def update(self, data, /):
        self._data.append(_checked(data))

    def _whole(self):
        self._data = [b"".join(self._data)]
        return self._data[0]

    def copy(self):
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made._data = [self._whole()]
        return made

    def hexdigest(self, *args):
        return self.digest(*args).hex()

    def __repr__(self):
        return "<%s object @ 0x%x>" % ("_" + self.name if self.name[0] == "b" else "%s _hashlib.HASH" % self.name, id(self))


def _checked(data):
    if isinstance(data, str):
        raise TypeError("Strings must be encoded before hashing")
    return _buffer(data)


class _Sha3(_Digest):
    def digest(self):
        return _sponge(self._whole(), self.block_size, 6, self.digest_size)


class _Shake(_Digest):
    def digest(self, length):
        return _sponge(self._whole(), self.block_size, 0x1f, length)


def _sha3(name, size, rate, kind=_Sha3):
    def make(string=b"", *, usedforsecurity=True):
        return kind(name, string, size, rate)
    make.__name__ = make.__qualname__ = "openssl_" + name
    return make


sha3_224, sha3_256, sha3_384, sha3_512 = (_sha3("sha3_%d" % (8 * n), n, 200 - 2 * n) for n in (28, 32, 48, 64))
shake_128, shake_256 = _sha3("shake_128", 0, 168, _Shake), _sha3("shake_256", 0, 136, _Shake)

# The order of the message's words in each round, a hexadecimal digit a word.
_SIGMA = ["0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
          "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0"]


class _Blake(_Digest):
    wide = True

    def __init__(self, data=b"", /, *, digest_size=None, key=b"", salt=b"", person=b"", fanout=1, depth=1, leaf_size=0,
                 node_offset=0, node_depth=0, inner_size=0, last_node=False, usedforsecurity=True):
        most = 64 if self.wide else 32
        size = most if digest_size is None else digest_size
        if not 1 <= size <= most:
            raise ValueError("digest_size for %s must be between 1 and %d bytes, here it is %d" % (
                "Blake2b" if self.wide else "Blake2s", most, size))
        if len(key) > most:
            raise ValueError("maximum key length is %d bytes" % most)
        part = most // 4
        for what, value in (("salt", salt), ("person", person)):
            if len(value) > part:
                raise ValueError("maximum %s length is %d bytes" % (what, part))
        super().__init__("blake2b" if self.wide else "blake2s", data, size, 2 * most)
        key = _buffer(key)
        if key:
            self._data.insert(0, key + bytes(2 * most - len(key)))
        head = struct.pack("<BBBBI", size, len(key), fanout, depth, leaf_size)
        if self.wide:
            head += struct.pack("<QBB", node_offset, node_depth, inner_size) + bytes(14)
        else:
            head += struct.pack("<IHBB", node_offset & 0xffffffff, node_offset >> 32, node_depth, inner_size)
        head += _buffer(salt) + bytes(part - len(salt)) + _buffer(person) + bytes(part - len(person))
        self._head, self._last = head, last_node

    def digest(self):
        data, wide = self._whole(), self.wide
        bits, step, rounds = (64, 128, 12) if wide else (32, 64, 10)
        turns = (32, 24, 16, 63) if wide else (16, 12, 8, 7)
        mask, kind = (1 << bits) - 1, "Q" if wide else "I"
        iv = _IV if wide else [w >> 32 for w in _IV]
        h = [a ^ b for a, b in zip(iv, struct.unpack("<8" + kind, self._head))]

        def mix(v, a, b, c, d, x, y):
            v[a] = v[a] + v[b] + x & mask
            t = v[d] ^ v[a]
            v[d] = (t >> turns[0] | t << bits - turns[0]) & mask
            v[c] = v[c] + v[d] & mask
            t = v[b] ^ v[c]
            v[b] = (t >> turns[1] | t << bits - turns[1]) & mask
            v[a] = v[a] + v[b] + y & mask
            t = v[d] ^ v[a]
            v[d] = (t >> turns[2] | t << bits - turns[2]) & mask
            v[c] = v[c] + v[d] & mask
            t = v[b] ^ v[c]
            v[b] = (t >> turns[3] | t << bits - turns[3]) & mask
        blocks = max(1, (len(data) + step - 1) // step)
        for i in range(blocks):
            block = data[i * step:(i + 1) * step]
            count = i * step + len(block)
            m = struct.unpack("<16" + kind, block + bytes(step - len(block)))
            v = h + list(iv)
            v[12] ^= count & mask
            v[13] ^= count >> bits
            if i + 1 == blocks:
                v[14] ^= mask
                if self._last:
                    v[15] ^= mask
            for r in range(rounds):
                s = [int(c, 16) for c in _SIGMA[r % 10]]
                for k, (a, b, c, d) in enumerate(((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (0, 5, 10, 15),
                                                  (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))):
                    mix(v, a, b, c, d, m[s[2 * k]], m[s[2 * k + 1]])
            h = [a ^ b ^ c for a, b, c in zip(h, v, v[8:])]
        return struct.pack("<8" + kind, *h)[:self.digest_size]


_IV = [0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1, 0x510e527fade682d1,
       0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179]


class blake2b(_Blake):
    MAX_DIGEST_SIZE = MAX_KEY_SIZE = 64
    SALT_SIZE = PERSON_SIZE = 16


class blake2s(_Blake):
    MAX_DIGEST_SIZE = MAX_KEY_SIZE = 32
    SALT_SIZE = PERSON_SIZE = 8
    wide = False


def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    if iterations < 1:
        raise ValueError("iteration value must be greater than 0.")
    inner = hashlib.new(hash_name)
    block = inner.block_size
    password = _buffer(password)
    if len(password) > block:
        password = hashlib.new(hash_name, password).digest()
    password += bytes(block - len(password))
    first, second = bytes([c ^ 0x36 for c in password]), bytes([c ^ 0x5c for c in password])

    def mac(message):
        return hashlib.new(hash_name, second + hashlib.new(hash_name, first + message).digest()).digest()
    dklen = inner.digest_size if dklen is None else dklen
    if dklen < 1:
        raise ValueError("key length must be greater than 0.")
    made, number = b"", 1
    while len(made) < dklen:
        u = mac(_buffer(salt) + number.to_bytes(4, "big"))
        total = int.from_bytes(u, "big")
        for _ in range(iterations - 1):
            u = mac(u)
            total ^= int.from_bytes(u, "big")
        made += total.to_bytes(inner.digest_size, "big")
        number += 1
    return made[:dklen]
