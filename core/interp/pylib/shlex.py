"""Words of command lines."""

__all__ = ["shlex", "split", "quote", "join"]


def _words(s, comments, posix):
    words, word, state, i = [], None, None, 0
    while i < len(s):
        c = s[i]
        i += 1
        if state is None:
            if c in " \t\r\n":
                if word is not None:
                    words.append(word)
                    word = None
            elif comments and c == "#" and word is None:
                while i < len(s) and s[i] != "\n":
                    i += 1
            elif c in "'\"":
                state, word = c, (word or "") + ("" if posix else c)
            elif c == "\\" and posix:
                if i == len(s):
                    raise ValueError("No escaped character")
                word = (word or "") + s[i]
                i += 1
            else:
                word = (word or "") + c
        elif c == state:
            word += "" if posix else c
            state = None
        elif c == "\\" and state == '"' and posix:
            if i == len(s):
                raise ValueError("No escaped character")
            word += (s[i] if s[i] in '\\"' else "\\" + s[i])
            i += 1
        else:
            word += c
    if state is not None:
        raise ValueError("No closing quotation")
    return words + ([word] if word is not None else [])


def split(s, comments=False, posix=True):
    if s is None:
        raise ValueError("s argument must not be None")
    return _words(s, comments, posix)


def quote(s):
    if not s:
        return "''"
    safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./-_"
    return s if all(c in safe for c in s) else "'" + s.replace("'", "'\"'\"'") + "'"


def join(split_command):
    return " ".join([quote(arg) for arg in split_command])


def shlex(*args, **kwargs):
    raise NotImplementedError("shlex.shlex is not in the spec language: use shlex.split")
