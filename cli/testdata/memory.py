"""What no memory is enough for: a MemoryError that the program can catch, at once."""


def report(name, thunk):
    try:
        print(name, "ok", len(thunk()))
    except Exception as e:
        print(name, type(e).__name__, e)


N = 10**13
report("str", lambda: "x" * N)
report("bytes", lambda: b"x" * N)
report("list", lambda: [0] * N)
report("tuple", lambda: (0,) * N)
report("range", lambda: list(range(N)))
report("ljust", lambda: "a".ljust(N))
report("center", lambda: "a".center(N))
report("zfill", lambda: "a".zfill(N))
report("format", lambda: "{:10000000000000}".format(1))
report("f-string", lambda: f"{1:10000000000000}")
report("filled", lambda: f"{1:*>10000000000000}")
report("bytes of a size", lambda: bytes(N))
report("to_bytes", lambda: (1).to_bytes(N, "big"))
report("expandtabs", lambda: ("\t" * 10000).expandtabs(10**9))
report("join", lambda: ("a" * 10**7).join(["b"] * 10**6))
try:
    try:
        "x" * N
    finally:
        print("finally")
except MemoryError:
    print("caught")


class Manager:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        print("exit", kind.__name__)
        return True


with Manager():
    b"x" * N
print("end")
"x".zfill(N)
