"""What of gc is asked for less often."""
import gc

_numbers = dict(DEBUG_STATS=1, DEBUG_COLLECTABLE=2, DEBUG_UNCOLLECTABLE=4, DEBUG_SAVEALL=32, DEBUG_LEAK=38)


def set_debug(flags, /):
    if flags:
        raise NotImplementedError("gc.set_debug is not in the spec language")


def _refuse(name):
    def refused(*args):
        raise NotImplementedError("gc.%s is not in the spec language" % name)
    return refused


_functions = dict(get_debug=lambda: 0, set_debug=set_debug, get_freeze_count=lambda: 0, unfreeze=lambda: None,
                  get_stats=_refuse("get_stats"), get_referents=_refuse("get_referents"),
                  is_finalized=_refuse("is_finalized"))


def find(name):
    if name in _numbers:
        return _numbers[name]
    if name in _functions:
        return _functions[name]
    raise AttributeError("module 'gc' has no attribute %r" % name)
