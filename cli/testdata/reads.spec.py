"""Files of a spec: beside it, in its scratch folder, and what the command line opens."""
import io
import json
import os
import sys
import tempfile


def attempt(what, f):
    try:
        print(what, repr(f()))
    except Exception as e:
        print(what, type(e).__name__, str(e).replace(tempfile.gettempdir(), "SCRATCH"))


def write(path, text, mode="w"):
    with open(path, mode) as f:
        return f.write(text)


def read(path, mode="r"):
    with open(path, mode) as f:
        return f.read()


attempt("beside", lambda: len(read("reads.spec.py")) > 100)
attempt("system", lambda: read("/etc/passwd"))
attempt("up", lambda: read("../somewhere/else"))
attempt("absent", lambda: read("absent.txt"))
attempt("folder", lambda: read("."))
attempt("exists", lambda: (os.path.exists("/etc/passwd"), os.path.exists("reads.spec.py")))
attempt("write", lambda: write("made.txt", "x"))
attempt("write out", lambda: write("out/made.txt", "made\n"))
attempt("read out", lambda: read("out/made.txt"))
attempt("link", lambda: read("link.txt"))
attempt("write link", lambda: write("out/link.txt", "x"))
attempt("elsewhere", lambda: read("/usr/include/errno.h")[:2])

name = os.path.join(tempfile.mkdtemp(), "a.txt")
attempt("write", lambda: write(name, "one\ntwo\n"))
attempt("again", lambda: write(name, "three", "a"))
attempt("exclusive", lambda: write(name, "", "x"))
attempt("lines", lambda: [line for line in open(name)])
attempt("bytes", lambda: read(name, "rb"))
attempt("size", lambda: (os.path.getsize(name), os.listdir(os.path.dirname(name))))
attempt("not readable", lambda: open(name, "w").read())
attempt("truncated", lambda: read(name))
attempt("mode", lambda: open(name, "rw"))
attempt("closed", lambda: [f.close() or f.read() for f in [open(name)]])
attempt("json", lambda: [json.dump({"a": [1, 2.5, None]}, f) for f in [open(name, "w")]])
attempt("json", lambda: json.load(open(name)))
attempt("dropped", lambda: read(name))
attempt("listed", lambda: [sorted(n for n in os.listdir(d) if n.startswith(("made", "link"))) for d in (".", "out")])
os.remove(name)
attempt("removed", lambda: os.path.exists(name))
if len(sys.argv) > 1:
    print(tempfile.gettempdir())
