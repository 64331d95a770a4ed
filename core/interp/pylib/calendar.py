"""Months and years as tables of days."""
import datetime as _dt
from itertools import repeat as _repeat

__all__ = ["IllegalMonthError", "IllegalWeekdayError", "setfirstweekday", "firstweekday", "isleap", "leapdays", "weekday",
           "monthrange", "monthcalendar", "prmonth", "month", "prcal", "calendar", "timegm", "month_name", "month_abbr",
           "day_name", "day_abbr", "Calendar", "TextCalendar", "HTMLCalendar", "LocaleTextCalendar", "LocaleHTMLCalendar",
           "weekheader", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"]
MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)
January, February, EPOCH = 1, 2, 1970
mdays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
day_name = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
day_abbr = [n[:3] for n in day_name]
month_name = ["", "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
              "December"]
month_abbr = [n[:3] for n in month_name]
error = ValueError


class IllegalMonthError(ValueError):
    def __init__(self, month):
        self.month = month

    def __str__(self):
        return "bad month number %r; must be 1-12" % self.month


class IllegalWeekdayError(ValueError):
    def __init__(self, weekday):
        self.weekday = weekday

    def __str__(self):
        return "bad weekday number %r; must be 0 (Monday) to 6 (Sunday)" % self.weekday


def isleap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def leapdays(y1, y2):
    y1, y2 = y1 - 1, y2 - 1
    return (y2 // 4 - y1 // 4) - (y2 // 100 - y1 // 100) + (y2 // 400 - y1 // 400)


def weekday(year, month, day):
    if not _dt.MINYEAR <= year <= _dt.MAXYEAR:
        year = 2000 + year % 400
    return _dt.date(year, month, day).weekday()


def monthrange(year, month):
    if not 1 <= month <= 12:
        raise IllegalMonthError(month)
    return weekday(year, month, 1), mdays[month] + (month == 2 and isleap(year))


def timegm(tuple):
    year, month, day, hour, minute, second = tuple[:6]
    return ((_dt.date(year, month, 1).toordinal() - 719163 + day - 1) * 24 + hour) * 3600 + minute * 60 + second


class Calendar:
    def __init__(self, firstweekday=0):
        self.firstweekday = firstweekday

    firstweekday = property(lambda self: self._first % 7, lambda self, value: setattr(self, "_first", value))

    def iterweekdays(self):
        for i in range(self.firstweekday, self.firstweekday + 7):
            yield i % 7

    def itermonthdays3(self, year, month):
        first, days = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        after = (self.firstweekday - first - days) % 7
        last_year, last = (year, month - 1) if month > 1 else (year - 1, 12)
        end = monthrange(last_year, last)[1]
        for d in range(end - before + 1, end + 1):
            yield last_year, last, d
        for d in range(1, days + 1):
            yield year, month, d
        next_year, following = (year, month + 1) if month < 12 else (year + 1, 1)
        for d in range(1, after + 1):
            yield next_year, following, d

    def itermonthdates(self, year, month):
        for y, m, d in self.itermonthdays3(year, month):
            yield _dt.date(y, m, d)

    def itermonthdays(self, year, month):
        for y, m, d in self.itermonthdays3(year, month):
            yield d if m == month else 0

    def itermonthdays2(self, year, month):
        for i, d in enumerate(self.itermonthdays(year, month), self.firstweekday):
            yield d, i % 7

    def itermonthdays4(self, year, month):
        for i, (y, m, d) in enumerate(self.itermonthdays3(year, month)):
            yield y, m, d, (self.firstweekday + i) % 7

    def _weeks(self, days):
        days = list(days)
        return [days[i:i + 7] for i in range(0, len(days), 7)]

    def monthdatescalendar(self, year, month):
        return self._weeks(self.itermonthdates(year, month))

    def monthdays2calendar(self, year, month):
        return self._weeks(self.itermonthdays2(year, month))

    def monthdayscalendar(self, year, month):
        return self._weeks(self.itermonthdays(year, month))

    def _year(self, f, year, width):
        months = [f(year, m) for m in range(1, 13)]
        return [months[i:i + width] for i in range(0, 12, width)]

    def yeardatescalendar(self, year, width=3):
        return self._year(self.monthdatescalendar, year, width)

    def yeardays2calendar(self, year, width=3):
        return self._year(self.monthdays2calendar, year, width)

    def yeardayscalendar(self, year, width=3):
        return self._year(self.monthdayscalendar, year, width)


class TextCalendar(Calendar):
    def prweek(self, theweek, width):
        print(self.formatweek(theweek, width), end="")

    def formatday(self, day, weekday, width):
        return ("" if day == 0 else "%2i" % day).center(width)

    def formatweek(self, theweek, width):
        return " ".join([self.formatday(d, wd, width) for d, wd in theweek])

    def formatweekday(self, day, width):
        return (day_name if width >= 9 else day_abbr)[day][:width].center(width)

    def formatweekheader(self, width):
        return " ".join([self.formatweekday(i, width) for i in self.iterweekdays()])

    def formatmonthname(self, theyear, themonth, width, withyear=True):
        name = month_name[themonth]
        return ("%s %r" % (name, theyear) if withyear else name).center(width)

    def prmonth(self, theyear, themonth, w=0, l=0):
        print(self.formatmonth(theyear, themonth, w, l), end="")

    def formatmonth(self, theyear, themonth, w=0, l=0):
        w, l = max(2, w), max(1, l)
        lines = [self.formatmonthname(theyear, themonth, 7 * (w + 1) - 1).rstrip(), self.formatweekheader(w).rstrip()]
        lines += [self.formatweek(week, w).rstrip() for week in self.monthdays2calendar(theyear, themonth)]
        return "".join([line + "\n" * l for line in lines])

    def formatyear(self, theyear, w=2, l=1, c=6, m=3):
        w, l, c = max(2, w), max(1, l), max(2, c)
        width = (w + 1) * 7 - 1
        out = [repr(theyear).center(width * m + c * (m - 1)).rstrip(), "\n" * l]
        header = self.formatweekheader(w)
        for i, row in enumerate(self.yeardays2calendar(theyear, m)):
            months = range(m * i + 1, min(m * (i + 1) + 1, 13))
            out.append("\n" * l)
            out.append(formatstring([self.formatmonthname(theyear, k, width, False) for k in months], width, c).rstrip())
            out.append("\n" * l)
            out.append(formatstring([header for _ in months], width, c).rstrip())
            out.append("\n" * l)
            for j in range(max([len(cal) for cal in row])):
                weeks = ["" if j >= len(cal) else self.formatweek(cal[j], w) for cal in row]
                out.append(formatstring(weeks, width, c).rstrip())
                out.append("\n" * l)
        return "".join(out)

    def pryear(self, theyear, w=0, l=0, c=6, m=3):
        print(self.formatyear(theyear, w, l, c, m), end="")


def formatstring(cols, colwidth=20, spacing=6):
    return (" " * spacing).join([c.center(colwidth) for c in cols])


def format(cols, colwidth=20, spacing=6):
    print(formatstring(cols, colwidth, spacing))


def _refuse(name):
    def refused(*args, **kwargs):
        raise NotImplementedError("calendar.%s is not in the spec language" % name)
    return refused


HTMLCalendar, LocaleTextCalendar, LocaleHTMLCalendar = map(_refuse, ("HTMLCalendar", "LocaleTextCalendar", "LocaleHTMLCalendar"))
c = TextCalendar()


def firstweekday():
    return c.firstweekday


def setfirstweekday(firstweekday):
    if not MONDAY <= firstweekday <= SUNDAY:
        raise IllegalWeekdayError(firstweekday)
    c.firstweekday = firstweekday


monthcalendar, prweek, week, weekheader = c.monthdayscalendar, c.prweek, c.formatweek, c.formatweekheader
prmonth, month, calendar, prcal = c.prmonth, c.formatmonth, c.formatyear, c.pryear
