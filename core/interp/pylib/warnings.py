"""Warnings: texts on stderr, once a place, by filters."""
import sys
import _warnings

filters = [
    ("default", None, DeprecationWarning, "__main__", 0),
    ("ignore", None, DeprecationWarning, None, 0),
    ("ignore", None, PendingDeprecationWarning, None, 0),
    ("ignore", None, ImportWarning, None, 0),
    ("ignore", None, ResourceWarning, None, 0),
]
defaultaction = "default"
_seen = set()


class WarningMessage:
    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        self.message = message
        self.category = category
        self.filename = filename
        self.lineno = lineno
        self.file = file
        self.line = line
        self.source = source
        self._category_name = category.__name__ if category else None

    def __str__(self):
        return (f"{{message : {self.message!r}, category : {self._category_name!r}, filename : {self.filename!r}, "
                f"lineno : {self.lineno}, line : {self.line!r}}}")


def formatwarning(message, category, filename, lineno, line=None):
    text = f"{filename}:{lineno}: {category.__name__}: {message}\n"
    if line is None:
        line = _warnings.line(filename, lineno)
    if line:
        text += f"  {line.strip()}\n"
    return text


def showwarning(message, category, filename, lineno, file=None, line=None):
    (file or sys.stderr).write(formatwarning(message, category, filename, lineno, line))


def _matches(pattern, text):
    if pattern is None or pattern == "":
        return True
    import re
    return re.match(pattern, text, re.I) is not None


def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None):
    if isinstance(message, Warning):
        text, category = str(message), message.__class__
    else:
        text = message
        message = category(message)
    module = module or "__main__"
    for action, msg, cat, mod, ln in filters:
        if (issubclass(category, cat) and (ln == 0 or ln == lineno) and (mod is None or mod == module or
                                                                        _matches(mod, module))
                and (msg is None or _matches(msg, text))):
            break
    else:
        action = defaultaction
    if action == "ignore":
        return
    if action == "error":
        raise message
    if action == "once":
        key = (text, category)
    elif action == "module":
        key = (text, category, module)
    elif action == "always":
        key = None
    else:
        key = (text, category, filename, lineno)
    if key is not None:
        if key in _seen:
            return
        _seen.add(key)
    if _recorders:
        _recorders[-1].append(WarningMessage(message, category, filename, lineno, source=source))
    else:
        showwarning(message, category, filename, lineno)


def warn(message, category=None, stacklevel=1, source=None):
    if isinstance(message, Warning):
        category = message.__class__
    elif category is None:
        category = UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError("category must be a Warning subclass, not '{:s}'".format(type(category).__name__))
    filename, lineno, module = _warnings.caller(stacklevel)
    warn_explicit(message, category, filename, lineno, module, source=source)


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    _add((action, message or None, category, module or None, lineno), append)


def simplefilter(action, category=Warning, lineno=0, append=False):
    _add((action, None, category, None, lineno), append)


def _add(item, append):
    if item[0] not in ("error", "ignore", "always", "default", "module", "once"):
        raise AssertionError(f"invalid action: {item[0]!r}")
    if append:
        if item not in filters:
            filters.append(item)
    else:
        if item in filters:
            filters.remove(item)
        filters.insert(0, item)
    _seen.clear()


def resetwarnings():
    filters[:] = []
    _seen.clear()


_recorders = []


class catch_warnings:
    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record = record
        self._args = (action, category, lineno, append)

    def __enter__(self):
        self._filters = filters[:]
        self._show = showwarning
        _seen.clear()
        if self._args[0] is not None:
            simplefilter(*self._args)
        if self._record:
            log = []
            _recorders.append(log)
            return log
        return None

    def __exit__(self, *exc_info):
        global showwarning
        filters[:] = self._filters
        showwarning = self._show
        _seen.clear()
        if self._record:
            _recorders.pop()
