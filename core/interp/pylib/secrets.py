"""Refused but for comparing: a spec has no source of secrets."""

__all__ = ["choice", "randbelow", "randbits", "SystemRandom", "token_bytes", "token_hex", "token_urlsafe", "compare_digest"]
DEFAULT_ENTROPY = 32


def compare_digest(a, b, /):
    if isinstance(a, str) and isinstance(b, str):
        if not (a.isascii() and b.isascii()):
            raise TypeError("comparing strings with non-ASCII characters is not supported")
    elif isinstance(a, str) or isinstance(b, str):
        raise TypeError("unsupported operand types(s) or combination of types: %r and %r" % (type(a).__name__, type(b).__name__))
    return a == b


def _refuse(name):
    def refused(*args, **kwargs):
        raise NotImplementedError("secrets.%s is not in the spec language: a spec has no source of secrets. Use random" % name)
    return refused


for _n in ("choice", "randbelow", "randbits", "SystemRandom", "token_bytes", "token_hex", "token_urlsafe"):
    globals()[_n] = _refuse(_n)
