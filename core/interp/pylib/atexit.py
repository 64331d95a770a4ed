"""Functions that run when the spec has ended, the last one registered first."""
_functions = []


def register(func, /, *args, **kwargs):
    if not callable(func):
        raise TypeError("the first argument must be callable")
    _functions.append((func, args, kwargs))
    return func


def unregister(func, /):
    _functions[:] = [f for f in _functions if not f[0] == func]


def _clear():
    _functions.clear()


def _ncallbacks():
    return len(_functions)


def _run_exitfuncs():
    import sys
    while _functions:
        func, args, kwargs = _functions.pop()
        try:
            func(*args, **kwargs)
        except SystemExit:
            pass
        except BaseException as error:
            print("Exception ignored in atexit callback:", repr(func), file=sys.stderr)
            sys.excepthook(type(error), error, error.__traceback__)
