# Paths as text, as bytes, as objects; and the path that is empty.
import os
import pathlib

p = os.path
for a in ("/a/b.c", b"/a/b.c", pathlib.Path("/a/b.c"), "x", b"x/..", ""):
    print(p.basename(a), p.dirname(a), p.split(a), p.splitext(a), p.normpath(a), p.isabs(a), p.exists(a))
print(p.join("a", "b"), p.join(b"a", b"/b"), p.join(pathlib.Path("a"), "b"))
for f in (lambda: p.join("a", b"b"), lambda: p.basename(3), lambda: p.join(b"a", "b"), lambda: p.isfile(""),
          lambda: open(""), lambda: os.listdir(""), lambda: open("", "w"), lambda: os.remove(""), lambda: p.getsize("")):
    try:
        print(f())
    except (TypeError, OSError) as e:
        print(type(e).__name__, e)
