"""Log records, loggers by name, and handlers that write text."""
import io as _io
import sys
import time as _time

CRITICAL, ERROR, WARNING, INFO, DEBUG, NOTSET = 50, 40, 30, 20, 10, 0
FATAL, WARN = CRITICAL, WARNING
_names = {50: "CRITICAL", 40: "ERROR", 30: "WARNING", 20: "INFO", 10: "DEBUG", 0: "NOTSET"}
_levels = {"CRITICAL": 50, "FATAL": 50, "ERROR": 40, "WARN": 30, "WARNING": 30, "INFO": 20, "DEBUG": 10, "NOTSET": 0}
BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"
raiseExceptions = True


def getLevelName(level):
    if level in _names:
        return _names[level]
    if level in _levels:
        return _levels[level]
    return f"Level {level}"


def addLevelName(level, name):
    _names[level] = name
    _levels[name] = level


def _check_level(level):
    if isinstance(level, int):
        return level
    if not isinstance(level, str):
        raise TypeError(f"Level not an integer or a valid string: {level!r}")
    if level not in _levels:
        raise ValueError(f"Unknown level: {level!r}")
    return _levels[level]


class LogRecord:
    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kwargs):
        if args and len(args) == 1 and isinstance(args[0], dict) and args[0]:
            args = args[0]
        self.name, self.msg, self.args = name, msg, args
        self.levelname, self.levelno = getLevelName(level), level
        self.pathname, self.lineno, self.funcName = pathname, lineno, func
        self.filename = pathname.rsplit("/", 1)[-1]
        self.module = self.filename.rsplit(".", 1)[0]
        self.exc_info, self.exc_text, self.stack_info = exc_info, None, sinfo
        self.created = _time.time()
        self.msecs = int((self.created - int(self.created)) * 1000) + 0.0
        self.relativeCreated = 0.0
        self.thread, self.threadName = 0, "MainThread"
        self.process, self.processName = 0, "MainProcess"

    def getMessage(self):
        msg = str(self.msg)
        return msg % self.args if self.args else msg

    def __repr__(self):
        return f'<LogRecord: {self.name}, {self.levelno}, {self.pathname}, {self.lineno}, "{self.msg}">'


class Formatter:
    default_time_format = "%Y-%m-%d %H:%M:%S"

    def __init__(self, fmt=None, datefmt=None, style="%", validate=True, *, defaults=None):
        if style not in "%{$":
            raise ValueError("Style must be one of: %,{,$")
        self._style = style
        self._fmt = fmt or {"%": "%(message)s", "{": "{message}", "$": "${message}"}[style]
        self._defaults = defaults or {}
        self.datefmt = datefmt

    def usesTime(self):
        return {"%": "%(asctime)", "{": "{asctime", "$": "asctime"}[self._style] in self._fmt

    def formatTime(self, record, datefmt=None):
        t = _time.localtime(record.created)
        if datefmt:
            return _time.strftime(datefmt, t)
        return "%s,%03d" % (_time.strftime(self.default_time_format, t), record.msecs)

    def formatException(self, ei):
        import traceback
        return "".join(traceback.format_exception(*ei)).rstrip("\n")

    def formatMessage(self, record):
        values = {**self._defaults, **record.__dict__}
        if self._style == "%":
            return self._fmt % values
        if self._style == "{":
            return self._fmt.format(**values)
        import string
        return string.Template(self._fmt).substitute(values)

    def format(self, record):
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        s = self.formatMessage(record)
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        if record.exc_text:
            s = s + ("" if s.endswith("\n") else "\n") + record.exc_text
        return s


class Filter:
    def __init__(self, name=""):
        self.name = name

    def filter(self, record):
        return not self.name or record.name == self.name or record.name.startswith(self.name + ".")


class Filterer:
    def __init__(self):
        self.filters = []

    def addFilter(self, filter):
        if filter not in self.filters:
            self.filters.append(filter)

    def removeFilter(self, filter):
        if filter in self.filters:
            self.filters.remove(filter)

    def filter(self, record):
        return all((f.filter if hasattr(f, "filter") else f)(record) for f in self.filters)


class Handler(Filterer):
    def __init__(self, level=NOTSET):
        super().__init__()
        self.level = _check_level(level)
        self.formatter = None
        self.name = None

    def setLevel(self, level):
        self.level = _check_level(level)

    def setFormatter(self, fmt):
        self.formatter = fmt

    def format(self, record):
        return (self.formatter or _default_formatter).format(record)

    def handle(self, record):
        ok = self.filter(record)
        if ok:
            self.emit(record)
        return ok

    def emit(self, record):
        raise NotImplementedError("emit must be implemented by Handler subclasses")

    def flush(self):
        pass

    def close(self):
        pass

    def acquire(self):
        pass

    def release(self):
        pass


class StreamHandler(Handler):
    terminator = "\n"

    def __init__(self, stream=None):
        super().__init__()
        self.stream = sys.stderr if stream is None else stream

    def emit(self, record):
        self.stream.write(self.format(record) + self.terminator)
        self.flush()

    def flush(self):
        if hasattr(self.stream, "flush"):
            self.stream.flush()

    def setStream(self, stream):
        old, self.stream = self.stream, stream
        return old

    def __repr__(self):
        return f"<{self.__class__.__name__} {getattr(self.stream, 'name', '')} ({getLevelName(self.level)})>"


class _LastResort(StreamHandler):
    def __init__(self):
        Handler.__init__(self, WARNING)

    @property
    def stream(self):
        return sys.stderr


class NullHandler(Handler):
    def handle(self, record):
        pass

    def emit(self, record):
        pass


def FileHandler(*args, **kwargs):
    raise NotImplementedError("logging.FileHandler is not in the spec language")


_default_formatter = Formatter()
lastResort = _LastResort()


class Logger(Filterer):
    def __init__(self, name, level=NOTSET):
        super().__init__()
        self.name = name
        self.level = _check_level(level)
        self.parent = None
        self.propagate = True
        self.handlers = []
        self.disabled = False

    def setLevel(self, level):
        self.level = _check_level(level)

    def getEffectiveLevel(self):
        logger = self
        while logger:
            if logger.level:
                return logger.level
            logger = logger.parent
        return NOTSET

    def isEnabledFor(self, level):
        return not self.disabled and _disabled < level and level >= self.getEffectiveLevel()

    def getChild(self, suffix):
        return getLogger(suffix if self is root else self.name + "." + suffix)

    def addHandler(self, hdlr):
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def hasHandlers(self):
        logger = self
        while logger:
            if logger.handlers:
                return True
            logger = logger.parent if logger.propagate else None
        return False

    def debug(self, msg, *args, **kwargs):
        if self.isEnabledFor(DEBUG):
            self._log(DEBUG, msg, args, **kwargs)

    def info(self, msg, *args, **kwargs):
        if self.isEnabledFor(INFO):
            self._log(INFO, msg, args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        if self.isEnabledFor(WARNING):
            self._log(WARNING, msg, args, **kwargs)

    warn = warning

    def error(self, msg, *args, **kwargs):
        if self.isEnabledFor(ERROR):
            self._log(ERROR, msg, args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.error(msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        if self.isEnabledFor(CRITICAL):
            self._log(CRITICAL, msg, args, **kwargs)

    fatal = critical

    def log(self, level, msg, *args, **kwargs):
        if self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)

    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        import _warnings
        pathname, lineno, _ = _warnings.caller(1)
        if exc_info:
            if isinstance(exc_info, BaseException):
                exc_info = (type(exc_info), exc_info, exc_info.__traceback__)
            elif not isinstance(exc_info, tuple):
                exc_info = sys.exc_info()
        record = _record_factory(self.name, level, pathname, lineno, msg, args, exc_info)
        if extra is not None:
            for key, value in extra.items():
                if key in ("message", "asctime") or key in record.__dict__:
                    raise KeyError(f"Attempt to overwrite {key!r} in LogRecord")
                record.__dict__[key] = value
        self.handle(record)

    def handle(self, record):
        if self.disabled or not self.filter(record):
            return
        found = 0
        logger = self
        while logger:
            for handler in logger.handlers:
                found += 1
                if record.levelno >= handler.level:
                    handler.handle(record)
            logger = logger.parent if logger.propagate else None
        if not found and record.levelno >= lastResort.level:
            lastResort.handle(record)

    def __repr__(self):
        return f"<{self.__class__.__name__} {self.name} ({getLevelName(self.getEffectiveLevel())})>"


class RootLogger(Logger):
    pass


root = RootLogger("root", WARNING)
Logger.root = root
_loggers = {}
_disabled = 0


def getLogger(name=None):
    if not name or name == "root":
        return root
    if name in _loggers:
        return _loggers[name]
    logger = _loggers[name] = _logger_class(name)
    parent = name
    logger.parent = root
    while "." in parent:
        parent = parent.rsplit(".", 1)[0]
        if parent in _loggers:
            logger.parent = _loggers[parent]
            break
    for other_name, other in _loggers.items():
        if other_name.startswith(name + ".") and (other.parent is logger.parent):
            other.parent = logger
    return logger


def basicConfig(**kwargs):
    if kwargs.pop("force", False):
        for h in root.handlers[:]:
            root.removeHandler(h)
    if root.handlers:
        return
    if "filename" in kwargs:
        raise NotImplementedError("logging to a file is not in the spec language")
    handlers = kwargs.pop("handlers", None) or [StreamHandler(kwargs.pop("stream", None))]
    kwargs.pop("stream", None)
    style = kwargs.pop("style", "%")
    fmt = Formatter(kwargs.pop("format", {"%": BASIC_FORMAT, "{": "{levelname}:{name}:{message}",
                                          "$": "${levelname}:${name}:${message}"}[style]),
                    kwargs.pop("datefmt", None), style)
    for h in handlers:
        if h.formatter is None:
            h.setFormatter(fmt)
        root.addHandler(h)
    level = kwargs.pop("level", None)
    if level is not None:
        root.setLevel(level)
    kwargs.pop("encoding", None)
    kwargs.pop("errors", None)
    if kwargs:
        raise ValueError("Unrecognised argument(s): " + ", ".join(kwargs))


def _root(method):
    def call(msg, *args, **kwargs):
        if not root.handlers:
            basicConfig()
        getattr(root, method)(msg, *args, **kwargs)
    call.__name__ = method
    return call


debug, info, warning, error = _root("debug"), _root("info"), _root("warning"), _root("error")
exception, critical, warn = _root("exception"), _root("critical"), _root("warning")
fatal = critical


def log(level, msg, *args, **kwargs):
    if not root.handlers:
        basicConfig()
    root.log(level, msg, *args, **kwargs)


def disable(level=CRITICAL):
    global _disabled
    _disabled = _check_level(level)


def shutdown():
    pass


def captureWarnings(capture):
    pass


_logger_class, _record_factory = Logger, LogRecord


def getLoggerClass():
    return _logger_class


def setLoggerClass(klass):
    global _logger_class
    if klass is not Logger and not issubclass(klass, Logger):
        raise TypeError("logger not derived from logging.Logger: " + klass.__name__)
    _logger_class = klass


def setLogRecordFactory(factory):
    global _record_factory
    _record_factory = factory


def getLogRecordFactory():
    return _record_factory


def makeLogRecord(dict):
    made = _record_factory(None, None, "", 0, "", (), None, None)
    made.__dict__.update(dict)
    return made


def getLevelNamesMapping():
    return {name: level for level, name in _names.items() if isinstance(level, int)} | {"WARN": WARNING, "FATAL": CRITICAL}


class BufferingFormatter:
    def __init__(self, linefmt=None):
        self.linefmt = linefmt or _default_formatter

    def formatHeader(self, records):
        return ""

    def formatFooter(self, records):
        return ""

    def format(self, records):
        if not records:
            return ""
        return self.formatHeader(records) + "".join([self.linefmt.format(r) for r in records]) + self.formatFooter(records)


class LoggerAdapter:
    """A logger with something to add to each record."""

    def __init__(self, logger, extra=None):
        self.logger, self.extra = logger, extra

    def process(self, msg, kwargs):
        kwargs["extra"] = self.extra
        return msg, kwargs

    def log(self, level, msg, *args, **kwargs):
        if self.isEnabledFor(level):
            msg, kwargs = self.process(msg, kwargs)
            self.logger.log(level, msg, *args, **kwargs)

    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.log(ERROR, msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        self.log(CRITICAL, msg, *args, **kwargs)

    def isEnabledFor(self, level):
        return self.logger.isEnabledFor(level)

    def setLevel(self, level):
        self.logger.setLevel(level)

    def getEffectiveLevel(self):
        return self.logger.getEffectiveLevel()

    def hasHandlers(self):
        return self.logger.hasHandlers()

    manager = property(lambda self: self.logger.manager)
    name = property(lambda self: self.logger.name)

    def __repr__(self):
        return "<%s %s (%s)>" % (type(self).__name__, self.logger.name, getLevelName(self.getEffectiveLevel()))
