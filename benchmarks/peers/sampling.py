"""How long a call takes, for compare.spec.py and compare_peers.py: all systems are sampled in one way."""
import time

SECONDS = 0.3  # that one case may sample


def least(call, per=1, windows=7):
    """Nanoseconds of one call by `per`: the best of some windows of 2 ms, so that other work disturbs some only."""
    for _ in range(3):
        call()
    number, spent = 1, 0.0
    while spent < 0.002 and number < 1 << 20:
        begin = time.perf_counter()
        for _ in range(number):
            call()
        spent = time.perf_counter() - begin
        if spent < 0.002:
            number *= 2
    best, count, end = spent / number, 0, time.perf_counter() + SECONDS
    while count < windows or time.perf_counter() < end:
        begin = time.perf_counter()
        for _ in range(number):
            call()
        best = min(best, (time.perf_counter() - begin) / number)
        count += 1
        if count >= 3 and time.perf_counter() > end + 8 * SECONDS:
            break
    return best * 1e9 / per


def once(make, times):
    """Nanoseconds of what `make` gives, which can be called once; the least of some."""
    best = 1e30
    for _ in range(times):
        call = make()
        begin = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - begin)
    return best * 1e9
