"""How long calls take."""
import gc
import time

default_timer = time.perf_counter
default_number = 1000000
default_repeat = 5


class Timer:
    def __init__(self, stmt="pass", setup="pass", timer=default_timer, globals=None):
        self.timer = timer
        self.stmt = _callable(stmt, "stmt")
        self.setup = _callable(setup, "setup")

    def timeit(self, number=default_number):
        gc_was_on = gc.isenabled()
        gc.disable()
        try:
            self.setup()
            stmt, timer = self.stmt, self.timer
            start = timer()
            for _ in range(number):
                stmt()
            return timer() - start
        finally:
            if gc_was_on:
                gc.enable()

    def repeat(self, repeat=default_repeat, number=default_number):
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        i = 1
        while True:
            for j in 1, 2, 5:
                number = i * j
                taken = self.timeit(number)
                if callback:
                    callback(number, taken)
                if taken >= 0.2:
                    return number, taken
            i *= 10

    def print_exc(self, file=None):
        import traceback
        traceback.print_exc(file=file)


def _callable(stmt, what):
    if callable(stmt):
        return stmt
    if isinstance(stmt, str):
        if stmt == "pass":
            return lambda: None
        raise NotImplementedError("timeit of a statement in a string is not in the spec language: give a callable")
    raise ValueError(f"{what} is neither a string nor callable")


def timeit(stmt="pass", setup="pass", timer=default_timer, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt="pass", setup="pass", timer=default_timer, repeat=default_repeat, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)
