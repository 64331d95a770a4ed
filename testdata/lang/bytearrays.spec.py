b = bytearray(b"hello")
print(b, len(b), b[0], b[1:3], list(b), bytes(b), repr(b), str(b))
b[0] = 72; b.append(33); b.extend(b" you"); b += b"!"; print(b)
b[1:3] = b"EY"; print(b); del b[0]; print(b); del b[:2]; print(b)
print(b.find(b"o"), b.upper(), b.split(b" "), b.replace(b"o", b"0"), b.decode(), b.hex(), b.startswith(b"l"), 111 in b, b"yo" in b)
print(b == b"lo! you!", bytearray(3), bytearray([1, 2, 255]), bytearray("hé", "utf-8"), b * 2, 2 * b, b + b"x", b"x" + b)
print(b.pop(), b.pop(0), b, bytearray(b"abc") < b"abd", bytearray.fromhex("0aff"))
b.insert(0, 65); b.remove(65); b.reverse(); print(b); print(b.copy(), bytearray(b",").join([b"a", bytearray(b"b")]), b"%d" % 3, bytearray(b"%d") % 4)
c = b
c += b"zz"
print(b is c, b, isinstance(b, bytearray), type(b), type(b[:1]), bool(bytearray()), bytearray() == bytearray(b""))
for f in (lambda: b.append(256), lambda: b.append("a"), lambda: b[99], lambda: b["a"], lambda: hash(b), lambda: bytearray("a"), lambda: bytearray(-1), lambda: bytearray([300]), lambda: bytearray().pop(), lambda: b.remove(1),
          lambda: b + "s", lambda: bytearray(1.5), lambda: b.extend(3), lambda: b.index(b"q"), lambda: b < 3, lambda: b.nothing, lambda: b * 1.5, lambda: b.extend(["a"])):
  try: print(f())
  except Exception as e: print(type(e).__name__, e)
for x in bytearray(b"ab"): print(x)
print([*bytearray(b"xy")], sorted(bytearray(b"ba")), max(bytearray(b"ab")), bytearray(b"a b").title(), bytearray(b"abc").translate(None, b"b"), bytearray(b" a ").strip(), bytearray(b"a,b").partition(b","))
b = bytearray(range(10)); b[::2] = bytes(5); print(b)
try: b[::2] = b"1"
except Exception as e: print(type(e).__name__, e)
print(b.count(0), int.from_bytes(bytearray(b"\x01\x00"), "big"), bytes(bytearray(b"ok")), b"-".join([b"a"]))
