"""Dates and times of the Gregorian calendar, as they are in UTC or with a fixed distance to it."""
import math as _math
import operator as _operator
import time as _time
from _calendar import (format_time as _format, iso_week as _iso_week, leap as _leap, month_days as _month_days,
                       of_ordinal as _of_ordinal, offset_text as _offset_text, ordinal as _ordinal)

MINYEAR, MAXYEAR = 1, 9999
def _int(value):
    if isinstance(value, float):
        raise TypeError("'float' object cannot be interpreted as an integer")
    return _operator.index(value)


def _check_date(year, month, day):
    year, month, day = _int(year), _int(month), _int(day)
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError("year %i is out of range" % year)
    if not 1 <= month <= 12:
        raise ValueError("month must be in 1..12")
    if not 1 <= day <= _month_days(year, month):
        raise ValueError("day is out of range for month")
    return year, month, day


def _check_count(month, day):
    if month is None or day is None:
        raise TypeError("function missing required argument " + ("'month' (pos 2)" if month is None else "'day' (pos 3)"))


def _check_time(hour, minute, second, microsecond, fold):
    values = [_int(v) for v in (hour, minute, second, microsecond)]
    for value, name, top in zip(values, ("hour", "minute", "second", "microsecond"), (23, 59, 59, 999999)):
        if not 0 <= value <= top:
            raise ValueError("%s must be in 0..%d" % (name, top))
    if fold not in (0, 1):
        raise ValueError("fold must be either 0 or 1")
    return values


def _check_zone(tz):
    if tz is not None and not isinstance(tz, tzinfo):
        raise TypeError("tzinfo argument must be None or of a tzinfo subclass, not type %r" % type(tz).__name__)


class timedelta:
    """A span of time, in days, seconds and microseconds."""
    __slots__ = ("days", "seconds", "microseconds")

    def __new__(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        # Whole microseconds, and what is left of the floats, rounded to an even sum.
        total, rest = 0, 0.0
        for value, unit, name in ((microseconds, 1, "microseconds"), (milliseconds, 1000, "milliseconds"),
                                  (seconds, 1000000, "seconds"), (minutes, 60000000, "minutes"),
                                  (hours, 3600000000, "hours"), (days, 86400000000, "days"),
                                  (weeks, 604800000000, "weeks")):
            if isinstance(value, int):
                total += value * unit
            elif isinstance(value, float):
                part, whole = _math.modf(value)
                total += int(whole) * unit
                part, whole = _math.modf(part * unit)
                total += int(whole)
                rest += part
            else:
                raise TypeError("unsupported type for timedelta %s component: %s" % (name, type(value).__name__))
        odd = total % 2
        return cls._of(total + (round(rest) if abs(abs(rest % 1) - 0.5) > 0 else 2 * round((rest + odd) * 0.5) - odd))

    @classmethod
    def _of(cls, microseconds):
        self = object.__new__(cls)
        seconds, self.microseconds = divmod(microseconds, 1000000)
        self.days, self.seconds = divmod(seconds, 86400)
        if abs(self.days) > 999999999:
            raise OverflowError("days=%d; must have magnitude <= 999999999" % self.days)
        return self

    def _all(self):
        return (self.days * 86400 + self.seconds) * 1000000 + self.microseconds

    def total_seconds(self):
        return self._all() / 10**6

    def __repr__(self):
        parts = [(name, getattr(self, name)) for name in ("days", "seconds", "microseconds") if getattr(self, name)]
        return "%s.%s(%s)" % (type(self).__module__, type(self).__qualname__,
                              ", ".join("%s=%d" % p for p in parts) or "0")

    def __str__(self):
        minutes, seconds = divmod(self.seconds, 60)
        text = "%d:%02d:%02d" % (minutes // 60, minutes % 60, seconds)
        if self.days:
            text = "%d day%s, %s" % (self.days, "" if abs(self.days) == 1 else "s", text)
        return text + (".%06d" % self.microseconds if self.microseconds else "")

    def __add__(self, other):
        return timedelta._of(self._all() + other._all()) if isinstance(other, timedelta) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        return timedelta._of(self._all() - other._all()) if isinstance(other, timedelta) else NotImplemented

    def __rsub__(self, other):
        return -self + other if isinstance(other, timedelta) else NotImplemented

    def __neg__(self):
        return timedelta._of(-self._all())

    def __pos__(self):
        return self

    def __abs__(self):
        return -self if self.days < 0 else self

    def __mul__(self, other):
        if isinstance(other, int):
            return timedelta._of(self._all() * other)
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return timedelta._of(_divide(self._all() * a, b))
        return NotImplemented

    __rmul__ = __mul__

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._all() // other._all()
        return timedelta._of(self._all() // other) if isinstance(other, int) else NotImplemented

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._all() / other._all()
        if isinstance(other, int):
            return timedelta._of(_divide(self._all(), other))
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return timedelta._of(_divide(b * self._all(), a))
        return NotImplemented

    def __mod__(self, other):
        return timedelta._of(self._all() % other._all()) if isinstance(other, timedelta) else NotImplemented

    def __divmod__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        q, r = divmod(self._all(), other._all())
        return q, timedelta._of(r)

    def __eq__(self, other):
        return self._all() == other._all() if isinstance(other, timedelta) else NotImplemented

    def __lt__(self, other):
        return self._all() < other._all() if isinstance(other, timedelta) else NotImplemented

    def __le__(self, other):
        return self._all() <= other._all() if isinstance(other, timedelta) else NotImplemented

    def __gt__(self, other):
        return self._all() > other._all() if isinstance(other, timedelta) else NotImplemented

    def __ge__(self, other):
        return self._all() >= other._all() if isinstance(other, timedelta) else NotImplemented

    def __hash__(self):
        return hash((self.days, self.seconds, self.microseconds))

    def __bool__(self):
        return self._all() != 0


def _divide(a, b):
    """The nearest integer to a / b, an even one where two are as near."""
    q, r = divmod(a, b)
    double = 2 * r
    more = double > b if b > 0 else double < b
    return q + 1 if more or double == b and q % 2 else q


timedelta.min, timedelta.max = timedelta(-999999999), timedelta._of(86400000000 * 10**9 - 1)
timedelta.resolution = timedelta(microseconds=1)


class tzinfo:
    """What knows the distance of local time to UTC."""
    __slots__ = ()

    def tzname(self, dt):
        raise NotImplementedError("tzinfo subclass must override tzname()")

    def utcoffset(self, dt):
        raise NotImplementedError("tzinfo subclass must override utcoffset()")

    def dst(self, dt):
        raise NotImplementedError("tzinfo subclass must override dst()")

    def fromutc(self, dt):
        delta = dt.utcoffset() - dt.dst()
        return dt + delta + (dt + delta).dst() if delta else dt + dt.dst()


class timezone(tzinfo):
    """A fixed distance to UTC."""
    __slots__ = ("_offset", "_name")

    def __new__(cls, offset, name=None):
        if not isinstance(offset, timedelta):
            raise TypeError("timezone() argument 1 must be datetime.timedelta, not %s" % type(offset).__name__)
        if name is not None and not isinstance(name, str):
            raise TypeError("timezone() argument 2 must be str, not %s" % type(name).__name__)
        if not timedelta(-1) < offset < timedelta(1):
            raise ValueError("offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), "
                             "not %r." % (offset,))
        if name is None and not offset and hasattr(timezone, "utc"):
            return timezone.utc
        self = object.__new__(cls)
        self._offset, self._name = offset, name
        return self

    def utcoffset(self, dt):
        return self._offset

    def dst(self, dt):
        return None

    def tzname(self, dt):
        if self._name is not None:
            return self._name
        return "UTC" + _offset_text(self._offset) if self._offset else "UTC"

    def fromutc(self, dt):
        return dt + self._offset

    def __eq__(self, other):
        return self._offset == other._offset if isinstance(other, timezone) else NotImplemented

    def __hash__(self):
        return hash(self._offset)

    def __repr__(self):
        if self is timezone.utc:
            return "datetime.timezone.utc"
        if self._name is None:
            return "datetime.timezone(%r)" % (self._offset,)
        return "datetime.timezone(%r, %r)" % (self._offset, self._name)

    def __str__(self):
        return self.tzname(None)


timezone.utc = UTC = timezone(timedelta(0))
timezone.min, timezone.max = timezone(-timedelta(hours=23, minutes=59)), timezone(timedelta(hours=23, minutes=59))


def _parts(text, what, kind):
    """The numbers of an ISO date, or None."""
    digits = text.replace("-", "")
    if len(text) == 10 and text[4] == text[7] == "-" or len(text) == 8 and len(digits) == 8:
        if len(digits) == 8 and digits.isdecimal() and digits.isascii():
            return int(digits[:4]), int(digits[4:6]), int(digits[6:])
    week = text.replace("-", "")
    if week[4:5] == "W" and len(week) in (7, 8) and (week[:4] + week[5:]).isdecimal():
        made = date.fromisocalendar(int(week[:4]), int(week[5:7]), int(week[7:] or 1))
        return made.year, made.month, made.day
    raise ValueError("Invalid isoformat string: %r" % what)


def _clock(text, what):
    """(hour, minute, second, microsecond, zone) of an ISO time."""
    zone = None
    at = next((i for i, c in enumerate(text) if c in "+-Z"), len(text))
    text, tail = text[:at], text[at:]
    try:
        if tail == "Z":
            zone = timezone.utc
        elif tail:
            numbers = _clock_numbers(tail[1:])
            span = timedelta(hours=numbers[0], minutes=numbers[1], seconds=numbers[2], microseconds=numbers[3])
            zone = timezone(-span if tail[0] == "-" else span) if span else timezone.utc
        return (*_clock_numbers(text), zone)
    except (ValueError, IndexError):
        raise ValueError("Invalid isoformat string: %r" % what) from None


def _clock_numbers(text):
    text, dot, part = text.replace(",", ".").partition(".")
    digits = text.replace(":", "")
    if not digits.isdecimal() or len(digits) not in (2, 4, 6) or dot and (len(digits) != 6 or not part.isdecimal()):
        raise ValueError
    if ":" in text and text != ":".join(digits[i:i + 2] for i in range(0, len(digits), 2)):
        raise ValueError
    digits = digits.ljust(6, "0")
    return int(digits[:2]), int(digits[2:4]), int(digits[4:]), int(part[:6].ljust(6, "0")) if part else 0


class IsoCalendarDate(tuple):
    def __new__(cls, year, week, weekday):
        return tuple.__new__(cls, (year, week, weekday))

    year = property(lambda self: self[0])
    week = property(lambda self: self[1])
    weekday = property(lambda self: self[2])

    def __repr__(self):
        return "datetime.IsoCalendarDate(year=%d, week=%d, weekday=%d)" % tuple(self)


class date:
    """A day."""
    __slots__ = ("_year", "_month", "_day")
    year = property(lambda self: self._year)
    month = property(lambda self: self._month)
    day = property(lambda self: self._day)

    def __new__(cls, year, month=None, day=None):
        _check_count(month, day)
        self = object.__new__(cls)
        self._year, self._month, self._day = _check_date(year, month, day)
        return self

    @classmethod
    def today(cls):
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromtimestamp(cls, timestamp):
        return cls(*_time.localtime(timestamp)[:3])

    @classmethod
    def fromordinal(cls, n):
        if not 1 <= n <= 3652059:
            raise ValueError("ordinal must be >= 1" if n < 1 else "year is out of range")
        return cls(*_of_ordinal(n))

    @classmethod
    def fromisoformat(cls, text):
        if not isinstance(text, str):
            raise TypeError("fromisoformat: argument must be str")
        return cls(*_parts(text, text, "date"))

    @classmethod
    def fromisocalendar(cls, year, week, day):
        if not MINYEAR <= year <= MAXYEAR:
            raise ValueError("Year is out of range: %d" % year)
        first = _ordinal(year, 1, 1)
        start = first - (first + 6) % 7 + (7 if (first + 6) % 7 > 3 else 0)
        last = 53 if (first + 6) % 7 == 3 or (first + 6) % 7 == 2 and _leap(year) else 52
        if not 1 <= week <= last:
            raise ValueError("Invalid week: %d" % week)
        if not 1 <= day <= 7:
            raise ValueError("Invalid weekday: %d (range is [1, 7])" % day)
        return cls(*_of_ordinal(start + (week - 1) * 7 + day - 1))

    def toordinal(self):
        return _ordinal(self._year, self._month, self._day)

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.weekday() + 1

    def isocalendar(self):
        return IsoCalendarDate(*_iso_week(self.toordinal()))

    def timetuple(self):
        n = self.toordinal()
        return _time.struct_time((self._year, self._month, self._day, 0, 0, 0, self.weekday(),
                                  n - _ordinal(self._year, 1, 1) + 1, -1))

    def replace(self, year=None, month=None, day=None):
        return type(self)(self._year if year is None else year, self._month if month is None else month,
                          self._day if day is None else day)

    def isoformat(self):
        return "%04d-%02d-%02d" % (self._year, self._month, self._day)

    __str__ = isoformat

    def ctime(self):
        return self.strftime("%a %b %e 00:00:00 ") + "%04d" % self._year

    def strftime(self, format):
        return _format(format, (self._year, self._month, self._day), (0, 0, 0, 0), (None, None))

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def __repr__(self):
        return "%s.%s(%d, %d, %d)" % (type(self).__module__, type(self).__qualname__, self._year, self._month, self._day)

    def __hash__(self):
        return hash((self._year, self._month, self._day))

    def _key(self):
        return self._year, self._month, self._day

    def __eq__(self, other):
        return self._key() == other._key() if _days_only(other) else NotImplemented

    def __lt__(self, other):
        return self._key() < other._key() if _days_only(other) else NotImplemented

    def __le__(self, other):
        return self._key() <= other._key() if _days_only(other) else NotImplemented

    def __gt__(self, other):
        return self._key() > other._key() if _days_only(other) else NotImplemented

    def __ge__(self, other):
        return self._key() >= other._key() if _days_only(other) else NotImplemented

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        n = self.toordinal() + other.days
        if not 1 <= n <= 3652059:
            raise OverflowError("date value out of range")
        return type(self)(*_of_ordinal(n))

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + timedelta(-other.days)
        return timedelta(self.toordinal() - other.toordinal()) if _days_only(other) else NotImplemented


def _days_only(x):
    return isinstance(x, date) and not isinstance(x, datetime)


date.min, date.max, date.resolution = date(1, 1, 1), date(9999, 12, 31), timedelta(days=1)


class _Clock:
    """What times of a day and moments share."""
    __slots__ = ()
    hour = property(lambda self: self._hour)
    minute = property(lambda self: self._minute)
    second = property(lambda self: self._second)
    microsecond = property(lambda self: self._microsecond)
    tzinfo = property(lambda self: self._tzinfo)
    fold = property(lambda self: self._fold)

    def _set(self, hour, minute, second, microsecond, tzinfo, fold):
        _check_zone(tzinfo)
        self._hour, self._minute, self._second, self._microsecond = _check_time(hour, minute, second, microsecond, fold)
        self._tzinfo, self._fold = tzinfo, fold

    def _zoned(self):
        return self

    def utcoffset(self):
        return None if self._tzinfo is None else self._tzinfo.utcoffset(self._zoned())

    def tzname(self):
        return None if self._tzinfo is None else self._tzinfo.tzname(self._zoned())

    def dst(self):
        return None if self._tzinfo is None else self._tzinfo.dst(self._zoned())

    def _clock_text(self, timespec):
        parts = {"hours": "%02d" % self._hour, "minutes": "%02d:%02d" % (self._hour, self._minute)}
        parts["seconds"] = "%s:%02d" % (parts["minutes"], self._second)
        parts["milliseconds"] = "%s.%03d" % (parts["seconds"], self._microsecond // 1000)
        parts["microseconds"] = "%s.%06d" % (parts["seconds"], self._microsecond)
        if timespec == "auto":
            timespec = "microseconds" if self._microsecond else "seconds"
        if timespec not in parts:
            raise ValueError("Unknown timespec value")
        return parts[timespec] + _offset_text(self.utcoffset())

    def _tail(self, parts):
        """What repr adds to the numbers."""
        text = ", ".join("%d" % p for p in parts)
        if self._tzinfo is not None:
            text += ", tzinfo=%r" % (self._tzinfo,)
        if self._fold:
            text += ", fold=1"
        return "%s.%s(%s)" % (type(self).__module__, type(self).__qualname__, text)

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)


class time(_Clock):
    """A time of the day."""
    __slots__ = ("_hour", "_minute", "_second", "_microsecond", "_tzinfo", "_fold")

    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        self = object.__new__(cls)
        self._set(hour, minute, second, microsecond, tzinfo, fold)
        return self

    @classmethod
    def fromisoformat(cls, text):
        if not isinstance(text, str):
            raise TypeError("fromisoformat: argument must be str")
        hour, minute, second, micro, zone = _clock(text.removeprefix("T"), text)
        return cls(hour, minute, second, micro, zone)

    def _zoned(self):
        return None

    def replace(self, hour=None, minute=None, second=None, microsecond=None, tzinfo=True, *, fold=None):
        return type(self)(self._hour if hour is None else hour, self._minute if minute is None else minute,
                          self._second if second is None else second,
                          self._microsecond if microsecond is None else microsecond,
                          self._tzinfo if tzinfo is True else tzinfo, fold=self._fold if fold is None else fold)

    def isoformat(self, timespec="auto"):
        return self._clock_text(timespec)

    def __str__(self):
        return self.isoformat()

    def strftime(self, format):
        return _format(format, (1900, 1, 1), (self._hour, self._minute, self._second, self._microsecond),
                       (self.utcoffset(), self.tzname()))

    def __repr__(self):
        parts = [self._hour, self._minute, self._second, self._microsecond]
        while len(parts) > 2 and not parts[-1]:
            parts.pop()
        return self._tail(parts)

    def _key(self):
        span = timedelta(hours=self._hour, minutes=self._minute, seconds=self._second, microseconds=self._microsecond)
        return (span - (self.utcoffset() or timedelta(0)))._all()

    def __hash__(self):
        return hash(self._key())

    def _comparable(self, other):
        if (self.utcoffset() is None) != (other.utcoffset() is None):
            raise TypeError("can't compare offset-naive and offset-aware times")

    def __eq__(self, other):
        if not isinstance(other, time):
            return NotImplemented
        return (self.utcoffset() is None) == (other.utcoffset() is None) and self._key() == other._key()

    def __lt__(self, other):
        return NotImplemented if not isinstance(other, time) else self._comparable(other) or self._key() < other._key()

    def __le__(self, other):
        return NotImplemented if not isinstance(other, time) else self._comparable(other) or self._key() <= other._key()

    def __gt__(self, other):
        return NotImplemented if not isinstance(other, time) else self._comparable(other) or self._key() > other._key()

    def __ge__(self, other):
        return NotImplemented if not isinstance(other, time) else self._comparable(other) or self._key() >= other._key()


time.min, time.max, time.resolution = time(0, 0), time(23, 59, 59, 999999), timedelta(microseconds=1)


class datetime(_Clock, date):
    """A moment: a day and a time of it."""
    __slots__ = ("_hour", "_minute", "_second", "_microsecond", "_tzinfo", "_fold")

    def __new__(cls, year, month=None, day=None, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        _check_count(month, day)
        self = object.__new__(cls)
        self._year, self._month, self._day = _check_date(year, month, day)
        self._set(hour, minute, second, microsecond, tzinfo, fold)
        return self

    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_time.time(), tz)

    @classmethod
    def today(cls):
        return cls.now()

    @classmethod
    def utcnow(cls):
        return cls.utcfromtimestamp(_time.time())

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        _check_zone(tz)
        if tz is not None:
            return tz.fromutc(cls.utcfromtimestamp(timestamp).replace(tzinfo=tz))
        whole, micro = _split(timestamp)
        return cls(*_time.localtime(whole)[:6], micro)

    @classmethod
    def utcfromtimestamp(cls, timestamp):
        whole, micro = _split(timestamp)
        days, seconds = divmod(whole, 86400)
        return cls(*_of_ordinal(719163 + days), seconds // 3600, seconds // 60 % 60, seconds % 60, micro)

    @classmethod
    def combine(cls, date, time, tzinfo=True):
        return cls(date.year, date.month, date.day, time.hour, time.minute, time.second, time.microsecond,
                   time.tzinfo if tzinfo is True else tzinfo, fold=time.fold)

    @classmethod
    def fromisoformat(cls, text):
        if not isinstance(text, str):
            raise TypeError("fromisoformat: argument must be str")
        size = 10 if text[4:5] == "-" else 8
        if "W" in text[:6]:
            size = {True: 10 if text[8:9] == "-" else 8, False: 8 if text[7:8].isdecimal() else 7}[text[4:5] == "-"]
        day, clock = text[:size], text[size + 1:]
        if len(text) > size and not clock:
            raise ValueError("Invalid isoformat string: %r" % text)
        hour, minute, second, micro, zone = _clock(clock, text) if clock else (0, 0, 0, 0, None)
        return cls(*_parts(day, text, "datetime"), hour, minute, second, micro, zone)

    @classmethod
    def strptime(cls, text, format):
        from _strptime import parse
        return cls(*parse(text, format))

    def date(self):
        return date(self._year, self._month, self._day)

    def time(self):
        return time(self._hour, self._minute, self._second, self._microsecond, fold=self._fold)

    def timetz(self):
        return time(self._hour, self._minute, self._second, self._microsecond, self._tzinfo, fold=self._fold)

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None, tzinfo=True,
                *, fold=None):
        return type(self)(self._year if year is None else year, self._month if month is None else month,
                          self._day if day is None else day, self._hour if hour is None else hour,
                          self._minute if minute is None else minute, self._second if second is None else second,
                          self._microsecond if microsecond is None else microsecond,
                          self._tzinfo if tzinfo is True else tzinfo, fold=self._fold if fold is None else fold)

    def astimezone(self, tz=None):
        if tz is None:
            raise NotImplementedError("datetime.astimezone() to the local time zone is not in the spec language")
        offset = self.utcoffset()
        if offset is None:
            offset = timedelta(0)
        if tz is self._tzinfo:
            return self
        return tz.fromutc((self - offset).replace(tzinfo=tz))

    def timestamp(self):
        if self._tzinfo is None:
            whole = _time.mktime((self._year, self._month, self._day, self._hour, self._minute, self._second, 0, 0, -1))
            return whole + self._microsecond / 1e6
        return (self - datetime(1970, 1, 1, tzinfo=timezone.utc)).total_seconds()

    def timetuple(self):
        whole = date.timetuple(self)
        dst = self.dst()
        return _time.struct_time((*whole[:3], self._hour, self._minute, self._second, *whole[6:8],
                                  -1 if dst is None else int(bool(dst))))

    def utctimetuple(self):
        moved = self - (self.utcoffset() or timedelta(0))
        return _time.struct_time((*moved.timetuple()[:8], 0))

    def isoformat(self, sep="T", timespec="auto"):
        return date.isoformat(self) + sep + self._clock_text(timespec)

    def __str__(self):
        return self.isoformat(" ")

    def ctime(self):
        return self.strftime("%a %b %e %H:%M:%S ") + "%04d" % self._year

    def strftime(self, format):
        return _format(format, (self._year, self._month, self._day),
                       (self._hour, self._minute, self._second, self._microsecond), (self.utcoffset(), self.tzname()))

    def __repr__(self):
        parts = [self._year, self._month, self._day, self._hour, self._minute, self._second, self._microsecond]
        while len(parts) > 5 and not parts[-1]:
            parts.pop()
        return self._tail(parts)

    def _key(self):
        seconds = self.toordinal() * 86400 + self._hour * 3600 + self._minute * 60 + self._second
        return seconds * 1000000 + self._microsecond - (self.utcoffset() or timedelta(0))._all()

    def __hash__(self):
        return hash(self._key())

    def _comparable(self, other):
        if (self.utcoffset() is None) != (other.utcoffset() is None):
            raise TypeError("can't compare offset-naive and offset-aware datetimes")

    def __eq__(self, other):
        if not isinstance(other, datetime):
            return False if isinstance(other, date) else NotImplemented
        return (self.utcoffset() is None) == (other.utcoffset() is None) and self._key() == other._key()

    def __lt__(self, other):
        return _not_a_moment(self, other) or self._comparable(other) or self._key() < other._key()

    def __le__(self, other):
        return _not_a_moment(self, other) or self._comparable(other) or self._key() <= other._key()

    def __gt__(self, other):
        return _not_a_moment(self, other) or self._comparable(other) or self._key() > other._key()

    def __ge__(self, other):
        return _not_a_moment(self, other) or self._comparable(other) or self._key() >= other._key()

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        seconds = self.toordinal() * 86400 + self._hour * 3600 + self._minute * 60 + self._second
        total, micro = divmod(seconds * 1000000 + self._microsecond + other._all(), 1000000)
        days, seconds = divmod(total, 86400)
        if not 1 <= days <= 3652059:
            raise OverflowError("date value out of range")
        return type(self)(*_of_ordinal(days), seconds // 3600, seconds // 60 % 60, seconds % 60, micro, self._tzinfo)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        if not isinstance(other, datetime):
            return NotImplemented
        if (self.utcoffset() is None) != (other.utcoffset() is None):
            raise TypeError("can't subtract offset-naive and offset-aware datetimes")
        return timedelta._of(self._key() - other._key())


def _not_a_moment(self, other):
    if not isinstance(other, datetime):
        if isinstance(other, date):
            raise TypeError("can't compare datetime.datetime to datetime.date")
        return NotImplemented


def _split(timestamp):
    """Whole seconds and microseconds, rounded to even."""
    whole = int(timestamp // 1)
    micro = round((timestamp - whole) * 1000000)
    return (whole + 1, 0) if micro >= 1000000 else (whole, micro)


datetime.min, datetime.max = datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = timedelta(microseconds=1)
