# struct, base64, binascii, hashlib, zlib, gzip.
import base64
import binascii
import gzip
import hashlib
import os
import struct
import tempfile
import zlib


def attempt(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


for fmt, values in [("<if", (1, 2.5)), (">hHq", (-2, 65535, -1)), ("@bi?", (1, 2, True)), ("!3sd", (b"abcd", 0.1)),
                    ("2x3Bc", (1, 2, 3, b"z")), ("e", (1.5,)), ("5p", (b"abcdef",)), ("", ())]:
    data = struct.pack(fmt, *values)
    print(fmt, data, struct.unpack(fmt, data), struct.calcsize(fmt))
print(struct.unpack_from("<h", b"\0\1\2\3", 1), list(struct.iter_unpack("<H", b"\1\0\2\0")))
buffer = bytearray(6)
struct.pack_into(">H", buffer, 2, 513)
print(buffer, struct.Struct("<2h").size, struct.Struct("<2h").unpack(b"\1\0\2\0"))
for f in [lambda: struct.pack("b", 200), lambda: struct.pack("<i", 2 ** 40), lambda: struct.pack(">Q", -1),
          lambda: struct.pack("h", 1.5), lambda: struct.pack("2h", 1), lambda: struct.unpack("i", b"abc"),
          lambda: struct.pack("y", 1), lambda: struct.pack(">f", 1e300), lambda: struct.pack("f", 1e300), lambda: struct.pack("c", b"ab"),
          lambda: struct.unpack_from("q", b"abc"), lambda: struct.pack("f", "x"), lambda: struct.pack("4", 1)]:
    print(attempt(f))
# ---
import base64
import binascii


def attempt(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


for data in [b"", b"a", b"ab", b"abc", bytes(range(250, 256)), "text".encode()]:
    print(base64.b64encode(data), base64.urlsafe_b64encode(data), base64.b32encode(data), base64.b16encode(data),
          base64.b64decode(base64.b64encode(data)) == data, binascii.hexlify(data))
print(base64.b64encode(b"\xff\xfe", b"-_"), base64.b64decode("YWJj\n"), base64.b64decode("Y W!Jj"),
      base64.urlsafe_b64decode("__79"), base64.b32decode("NBUQ===="), base64.b16decode("6869"),
      base64.encodebytes(b"x" * 60), base64.decodebytes(b"eHg="), binascii.unhexlify("6162"),
      binascii.b2a_base64(b"hi"), binascii.crc32(b"abc"))
for f in [lambda: base64.b64decode("YQ"), lambda: base64.b64decode("Y"), lambda: base64.b64decode("Y$Q=", validate=True),
          lambda: base64.b64encode("text"), lambda: base64.b64decode(5), lambda: base64.b64decode("é"),
          lambda: binascii.unhexlify("abc"), lambda: binascii.unhexlify("zz"), lambda: base64.b16decode("6g"),
          lambda: base64.b32decode("A")]:
    print(attempt(f))
# ---
import hashlib

for name in ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"]:
    h = hashlib.new(name, b"abc")
    g = h.copy()
    g.update(b"def")
    print(name, h.hexdigest(), g.digest() == getattr(hashlib, name)(b"abcdef").digest(), h.digest_size, h.block_size, h.name)
print(hashlib.sha256(b"").hexdigest(), hashlib.md5(b"x" * 100000).hexdigest(), hashlib.sha1(bytearray(b"ab")).hexdigest())
for f in [lambda: hashlib.md5("x"), lambda: hashlib.new("nope"), lambda: hashlib.sha1().update("x"), lambda: hashlib.md5(5)]:
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
# ---
import gzip
import os
import tempfile
import zlib

data = b"hello world " * 50
packed = zlib.compress(data)
print(packed, zlib.decompress(packed) == data, zlib.crc32(data), zlib.adler32(data), len(zlib.compress(data, 0)))
c = zlib.compressobj(9, zlib.DEFLATED, -15)
raw = c.compress(data) + c.flush()
print(raw, zlib.decompress(raw, -15) == data)
d = zlib.decompressobj()
print(d.decompress(packed[:20]) + d.decompress(packed[20:] + b"rest") == data, d.eof, d.unused_data)
for f in [lambda: zlib.decompress(b"xx"), lambda: zlib.decompress(packed[:-4]), lambda: gzip.decompress(b"nothing"),
          lambda: gzip.decompress(gzip.compress(b"abc")[:-6])]:
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
print(gzip.compress(b"data", mtime=0), gzip.decompress(gzip.compress(b"a") + gzip.compress(b"b")), gzip.decompress(b""))
path = os.path.join(tempfile.mkdtemp(), "x.gz")
with gzip.open(path, "wt") as f:
    f.write("line 1\nline é\n")
with gzip.open(path, "rt", encoding="utf-8") as f:
    print(list(f))
with gzip.open(path) as f:
    print(f.read(4), f.readline(), f.read())
with gzip.GzipFile(path, "wb", mtime=0) as f:
    print(f.write(b"bytes"))
print(gzip.open(path).read(), os.path.getsize(path) == os.stat(path).st_size)
