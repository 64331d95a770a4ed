"""Packing and unpacking of bytes, at once."""
import _binary
from binascii import _plain, crc32

MAX_WBITS, DEF_BUF_SIZE, DEF_MEM_LEVEL = 15, 16384, 8
DEFLATED = 8
Z_DEFAULT_COMPRESSION, Z_NO_COMPRESSION, Z_BEST_SPEED, Z_BEST_COMPRESSION = -1, 0, 1, 9
Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED = 0, 1, 2, 3, 4
Z_NO_FLUSH, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_FINISH = 0, 1, 2, 3, 4


class error(Exception):
    pass


error.__module__ = "zlib"


def adler32(data, value=1):
    return _binary.adler32(_plain(data), value & 0xFFFFFFFF)


def compress(data, /, level=-1, wbits=15):
    packed = _binary.deflate(_plain(data), level, wbits, 8, 0)
    if not packed:
        raise error("Bad compression level")
    return packed


def _inflate(data, wbits):
    made, wrong, used, whole = _binary.inflate(data, wbits, False)
    if wrong:
        code, _, text = wrong.removeprefix("inflate() failed with error ").partition(": ")
        raise error("Error %s while decompressing data%s" % (code, text and ": " + text))
    return made, used, whole


def decompress(data, /, wbits=15, bufsize=16384):
    made, used, whole = _inflate(_plain(data), wbits)
    if not whole:
        raise error("Error -5 while decompressing data: incomplete or truncated stream")
    return made


class _Compress:
    def __init__(self, *options):
        self._options, self._data = options, b""

    def compress(self, data, /):
        self._data += _plain(data)
        return b""

    def flush(self, mode=Z_FINISH, /):
        if mode != Z_FINISH:
            raise NotImplementedError("zlib.compressobj().flush() before the end is not in the spec language")
        return _binary.deflate(self._data, *self._options)


def compressobj(level=-1, method=DEFLATED, wbits=15, memLevel=8, strategy=0, zdict=None):
    if zdict is not None:
        raise NotImplementedError("zlib.compressobj(zdict=) is not in the spec language")
    return _Compress(level, wbits, memLevel, strategy)


class _Decompress:
    def __init__(self, wbits):
        self._wbits, self._data, self._given = wbits, b"", 0
        self.eof, self.unused_data, self.unconsumed_tail = False, b"", b""

    def decompress(self, data, max_length=0, /):
        self._data += _plain(data)
        made, used, self.eof = _inflate(self._data, self._wbits)
        if self.eof:
            self.unused_data = self._data[used:]
        made, self._given = made[self._given:], len(made)
        return made

    def flush(self, length=0, /):
        return b""


def decompressobj(wbits=15, zdict=None):
    if zdict is not None:
        raise NotImplementedError("zlib.decompressobj(zdict=) is not in the spec language")
    return _Decompress(wbits)
