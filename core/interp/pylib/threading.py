"""What of threads one thread can have: locks, events, conditions, what is local to it. New threads are refused."""
import time as _time

__all__ = ["get_ident", "active_count", "Condition", "current_thread", "enumerate", "main_thread", "TIMEOUT_MAX", "Event",
           "Lock", "RLock", "Semaphore", "BoundedSemaphore", "Thread", "Barrier", "BrokenBarrierError", "Timer",
           "ThreadError", "setprofile", "settrace", "local", "stack_size", "excepthook", "ExceptHookArgs", "getprofile",
           "gettrace", "get_native_id"]
TIMEOUT_MAX = 9223372036.0
ThreadError = RuntimeError


def _never(what):
    raise NotImplementedError("%s would wait for ever: there is one thread in the spec language" % what)


def _waited(timeout, what):
    """Nobody comes: the time passes, or it never ends."""
    if timeout is None or timeout < 0:
        _never(what)
    _time.sleep(timeout)
    return False


class lock:
    def __init__(self):
        self._held = 0

    def acquire(self, blocking=True, timeout=-1):
        if not blocking and timeout != -1:
            raise ValueError("can't specify a timeout for a non-blocking call")
        if timeout < 0 and timeout != -1:
            raise ValueError("timeout value must be a non-negative number")
        if self._held:
            return _waited(timeout, "Lock.acquire") if blocking else False
        self._held = 1
        return True

    def release(self):
        if not self._held:
            raise RuntimeError("release unlocked lock")
        self._held = 0

    def locked(self):
        return bool(self._held)

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()

    def __repr__(self):
        return "<%s _thread.lock object at %#x>" % ("locked" if self._held else "unlocked", id(self))


lock.__module__ = "_thread"


def Lock():
    return lock()


class RLock:
    def __init__(self):
        self._count = 0

    def acquire(self, blocking=True, timeout=-1):
        self._count += 1
        return True

    def release(self):
        if not self._count:
            raise RuntimeError("cannot release un-acquired lock")
        self._count -= 1

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()

    def __repr__(self):
        return "<%s _thread.RLock object owner=%d count=%d at %#x>" % (
            "locked" if self._count else "unlocked", get_ident() if self._count else 0, self._count, id(self))


RLock.__module__ = "_thread"


class Condition:
    def __init__(self, lock=None):
        self._lock = RLock() if lock is None else lock
        self.acquire, self.release = self._lock.acquire, self._lock.release

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *exc):
        return self._lock.__exit__(*exc)

    def _held(self):
        return bool(getattr(self._lock, "_count", 0) or getattr(self._lock, "_held", 0))

    def wait(self, timeout=None):
        if not self._held():
            raise RuntimeError("cannot wait on un-acquired lock")
        return _waited(timeout, "Condition.wait")

    def wait_for(self, predicate, timeout=None):
        made = predicate()
        return made if made else (_waited(timeout, "Condition.wait_for"), predicate())[1]

    def notify(self, n=1):
        if not self._held():
            raise RuntimeError("cannot notify on un-acquired lock")

    def notify_all(self):
        self.notify()


class Event:
    def __init__(self):
        self._flag = False

    def is_set(self):
        return self._flag

    def set(self):
        self._flag = True

    def clear(self):
        self._flag = False

    def wait(self, timeout=None):
        return True if self._flag else _waited(timeout, "Event.wait")

    def __repr__(self):
        return "<%s.%s at %#x: %s>" % (type(self).__module__, type(self).__qualname__, id(self),
                                       "set" if self._flag else "unset")


class Semaphore:
    def __init__(self, value=1):
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self._value = value

    def acquire(self, blocking=True, timeout=None):
        if not blocking and timeout is not None:
            raise ValueError("can't specify timeout for non-blocking acquire")
        if not self._value:
            return _waited(timeout, "Semaphore.acquire") if blocking else False
        self._value -= 1
        return True

    def release(self, n=1):
        if n < 1:
            raise ValueError("n must be one or more")
        self._value += n

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()


class BoundedSemaphore(Semaphore):
    def __init__(self, value=1):
        super().__init__(value)
        self._initial_value = value

    def release(self, n=1):
        if n < 1:
            raise ValueError("n must be one or more")
        if self._value + n > self._initial_value:
            raise ValueError("Semaphore released too many times")
        self._value += n


class local:
    """Attributes of this thread: the only one."""


class BrokenBarrierError(RuntimeError):
    pass


class Barrier:
    def __init__(self, parties, action=None, timeout=None):
        self.parties, self._action, self._timeout = parties, action, timeout
        self.n_waiting, self.broken = 0, False

    def wait(self, timeout=None):
        if self.parties > 1:
            _never("Barrier.wait")
        if self._action:
            self._action()
        return 0

    def reset(self):
        self.broken = False

    def abort(self):
        self.broken = True


class Thread:
    """A thread that is never started: start() is refused."""

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        global _made
        if name is None:
            _made += 1
            name = "Thread-%d" % _made + (" (%s)" % target.__name__ if hasattr(target, "__name__") else "")
        self.name, self.daemon, self.ident, self.native_id = str(name), bool(daemon), None, None
        self._target, self._args, self._kwargs = target, args, kwargs or {}

    def run(self):
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def start(self):
        raise NotImplementedError("threading.Thread.start is not in the spec language: one thread runs a spec. "
                                  "Call run() to have the work done in place")

    def join(self, timeout=None):
        if self.ident is None:
            raise RuntimeError("cannot join thread before it is started")
        raise RuntimeError("cannot join current thread")

    def is_alive(self):
        return self.ident is not None

    def getName(self):
        return self.name

    def setName(self, name):
        self.name = name

    def isDaemon(self):
        return self.daemon

    def setDaemon(self, daemonic):
        self.daemon = daemonic

    def __repr__(self):
        status = "started" if self.is_alive() else "initial"
        status += " daemon" if self.daemon else ""
        status += " %s" % self.ident if self.ident is not None else ""
        return "<%s(%s, %s)>" % (type(self).__name__, self.name, status)


class Timer(Thread):
    def __init__(self, interval, function, args=None, kwargs=None):
        super().__init__()
        self.interval, self.function, self.args, self.kwargs = interval, function, args or [], kwargs or {}
        self.finished = Event()

    def cancel(self):
        self.finished.set()

    def run(self):
        if not self.finished.is_set():
            self.function(*self.args, **self.kwargs)
        self.finished.set()


class _MainThread(Thread):
    def __init__(self):
        super().__init__(name="MainThread", daemon=False)
        self.ident = self.native_id = _IDENT


_made = 0
_IDENT = 140000000000000
_main = _MainThread()


def current_thread():
    return _main


main_thread = currentThread = current_thread


def get_ident():
    return _IDENT


def get_native_id():
    return _main.native_id


def active_count():
    return 1


activeCount = active_count


def enumerate():
    return [_main]


def stack_size(size=0):
    return 0


_profile = _trace = None


def settrace(func):
    raise NotImplementedError("threading.settrace is not in the spec language")


def setprofile(func):
    raise NotImplementedError("threading.setprofile is not in the spec language")


def gettrace():
    return None


def getprofile():
    return None


def excepthook(args, /):
    import traceback
    traceback.print_exception(args[0], args[1], args[2])


class ExceptHookArgs(tuple):
    pass
