"""The Gregorian calendar: days as numbers, and moments as text."""
BEFORE = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
LONG_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
LONG_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                "November", "December")


def leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def month_days(year, month):
    return 29 if month == 2 and leap(year) else (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]


def ordinal(year, month, day):
    y = year - 1
    return y * 365 + y // 4 - y // 100 + y // 400 + BEFORE[month - 1] + (month > 2 and leap(year)) + day


def of_ordinal(n):
    n -= 1
    n400, n = divmod(n, 146097)
    n100, n = divmod(n, 36524)
    n4, n = divmod(n, 1461)
    n1, n = divmod(n, 365)
    year = n400 * 400 + n100 * 100 + n4 * 4 + n1 + 1
    if n1 == 4 or n100 == 4:
        return year - 1, 12, 31
    month = 12
    while BEFORE[month - 1] + (month > 2 and leap(year)) > n:
        month -= 1
    return year, month, n - BEFORE[month - 1] - (month > 2 and leap(year)) + 1


def iso_week(n):
    """(year, week, weekday) of a day."""
    thursday = n - (n + 6) % 7 + 3
    year = of_ordinal(thursday)[0] if 1 <= thursday <= 3652059 else (1 if thursday < 1 else 9999)
    first = ordinal(year, 1, 4)
    return year, (n - (first - (first + 6) % 7)) // 7 + 1, (n + 6) % 7 + 1


def offset_text(offset, colon=":"):
    if offset is None:
        return ""
    sign = "-" if offset.days < 0 else "+"
    offset = abs(offset)
    minutes, seconds = divmod(offset.days * 86400 + offset.seconds, 60)
    text = "%s%02d%s%02d" % (sign, minutes // 60, colon, minutes % 60)
    if seconds or offset.microseconds:
        text += "%s%02d" % (colon, seconds)
    if offset.microseconds:
        text += ".%06d" % offset.microseconds
    return text


def format_time(format, date_parts, time_parts, zone):
    """strftime in the C locale."""
    year, month, day = date_parts
    hour, minute, second, micro = time_parts
    today = ordinal(year, month, day)
    weekday, yearday = (today + 6) % 7, today - ordinal(year, 1, 1) + 1
    offset, name = zone

    def iso():
        return iso_week(today)
    codes = {
        "a": lambda: DAYS[weekday], "A": lambda: LONG_DAYS[weekday], "b": lambda: MONTHS[month - 1],
        "h": lambda: MONTHS[month - 1], "B": lambda: LONG_MONTHS[month - 1], "C": lambda: "%02d" % (year // 100),
        "c": lambda: "%s %s %2d %02d:%02d:%02d %d" % (DAYS[weekday], MONTHS[month - 1], day, hour, minute, second, year),
        "d": lambda: "%02d" % day, "D": lambda: "%02d/%02d/%02d" % (month, day, year % 100), "e": lambda: "%2d" % day,
        "F": lambda: "%d-%02d-%02d" % (year, month, day), "f": lambda: "%06d" % micro, "G": lambda: "%d" % iso()[0],
        "g": lambda: "%02d" % (iso()[0] % 100), "H": lambda: "%02d" % hour, "I": lambda: "%02d" % (hour % 12 or 12),
        "j": lambda: "%03d" % yearday, "k": lambda: "%2d" % hour, "l": lambda: "%2d" % (hour % 12 or 12),
        "m": lambda: "%02d" % month, "M": lambda: "%02d" % minute, "n": lambda: "\n",
        "p": lambda: "AM" if hour < 12 else "PM", "P": lambda: "am" if hour < 12 else "pm",
        "r": lambda: "%02d:%02d:%02d %s" % (hour % 12 or 12, minute, second, "AM" if hour < 12 else "PM"),
        "R": lambda: "%02d:%02d" % (hour, minute), "S": lambda: "%02d" % second,
        "s": lambda: "%d" % ((today - 719163) * 86400 + hour * 3600 + minute * 60 + second),
        "T": lambda: "%02d:%02d:%02d" % (hour, minute, second), "t": lambda: "\t", "u": lambda: "%d" % (weekday + 1),
        "U": lambda: "%02d" % ((yearday + 6 - (weekday + 1) % 7) // 7), "V": lambda: "%02d" % iso()[1],
        "w": lambda: "%d" % ((weekday + 1) % 7), "W": lambda: "%02d" % ((yearday + 6 - weekday) // 7),
        "x": lambda: "%02d/%02d/%02d" % (month, day, year % 100), "X": lambda: "%02d:%02d:%02d" % (hour, minute, second),
        "Y": lambda: "%d" % year, "y": lambda: "%02d" % (year % 100), "z": lambda: offset_text(offset, ""),
        "Z": lambda: name or "", "%": lambda: "%"}
    out, at = "", 0
    while at < len(format):
        if format[at] == "%" and at + 1 < len(format) and format[at + 1] in codes:
            out += codes[format[at + 1]]()
            at += 2
        else:
            out += format[at]
            at += 1
    return out
