"""What of time is asked for less often: clocks by number, strptime."""
import time

_CLOCKS = dict(CLOCK_REALTIME=0, CLOCK_MONOTONIC=1, CLOCK_PROCESS_CPUTIME_ID=2, CLOCK_THREAD_CPUTIME_ID=3,
               CLOCK_MONOTONIC_RAW=4, CLOCK_BOOTTIME=7, CLOCK_TAI=11)


def thread_time_ns():
    return int(time.thread_time() * 10**9)


def clock_gettime_ns(clk_id, /):
    read = {0: time.time_ns, 1: time.monotonic_ns, 2: time.process_time_ns, 3: thread_time_ns, 4: time.monotonic_ns,
            7: time.monotonic_ns, 11: time.time_ns}.get(clk_id)
    if read is None:
        raise OSError(22, "Invalid argument")
    return read()


def clock_gettime(clk_id, /):
    return clock_gettime_ns(clk_id) / 10**9


def clock_getres(clk_id, /):
    if clk_id not in _CLOCKS.values():
        raise OSError(22, "Invalid argument")
    return 1e-09


def _refuse(name):
    def refused(*args):
        raise NotImplementedError("time.%s is not in the spec language" % name)
    return refused


def get_clock_info(name):
    import types
    known = {"monotonic": (False, True, "clock_gettime(CLOCK_MONOTONIC)"), "perf_counter": (
        False, True, "clock_gettime(CLOCK_MONOTONIC)"), "process_time": (False, True, "clock_gettime(CLOCK_PROCESS_CPUTIME_ID)"),
             "thread_time": (False, True, "clock_gettime(CLOCK_THREAD_CPUTIME_ID)"),
             "time": (True, False, "clock_gettime(CLOCK_REALTIME)")}
    if name not in known:
        raise ValueError("unknown clock")
    adjustable, monotonic, implementation = known[name]
    return types.SimpleNamespace(implementation=implementation, monotonic=monotonic, adjustable=adjustable, resolution=1e-09)


def strptime(string, format="%a %b %d %H:%M:%S %Y", /):
    import datetime
    import _strptime
    year, month, day, hour, minute, second, _, zone = _strptime.parse(string, format)
    when = datetime.date(year, month, day)
    return time._struct(year, month, day, hour, minute, second, when.weekday(), when.toordinal() -
                        datetime.date(year, 1, 1).toordinal() + 1, -1)


def _zones():
    return tuple(time.strftime("%Z", time.localtime(at)) for at in (1704067200, 1719792000))


def tzset():
    pass


_functions = dict(thread_time_ns=thread_time_ns, clock_gettime_ns=clock_gettime_ns, clock_gettime=clock_gettime,
                  clock_getres=clock_getres, get_clock_info=get_clock_info, strptime=strptime, tzset=tzset,
                  clock_settime=_refuse("clock_settime"), clock_settime_ns=_refuse("clock_settime_ns"),
                  pthread_getcpuclockid=_refuse("pthread_getcpuclockid"))


def find(name):
    if name in _CLOCKS:
        return _CLOCKS[name]
    if name in _functions:
        return _functions[name]
    if name == "tzname":
        return _zones()
    if name == "daylight":
        return int(len(set(_zones())) > 1)
    if name == "altzone":
        return time.timezone - 3600 * find("daylight")
    raise AttributeError("module 'time' has no attribute %r" % name)
