# datetime.
import datetime as dt
from datetime import date, datetime, time, timedelta, timezone

d = datetime(2024, 2, 29, 13, 4, 5, 678)
print(d, repr(d), d.isoformat(), d.isoformat(" ", "minutes"), d.date(), d.time(), d.weekday(), d.isoweekday())
print(d.strftime("%Y/%m/%d %H-%M-%S.%f %a %A %b %B %j %U %W %y %I %p %% %d %e %c %x %X %G-W%V-%u"), f"{d:%d.%m.%Y}")
print(d + timedelta(days=1, hours=2), d - timedelta(weeks=9), d - datetime(2023, 1, 1), d.replace(year=2020, microsecond=0))
print(date(2024, 3, 1) - date(2023, 3, 1), date(2024, 1, 1).isocalendar(), date.fromisocalendar(2024, 9, 4), date.fromordinal(1),
      date(2024, 2, 29).toordinal(), date(2024, 2, 29).ctime(), date(2024, 2, 29).timetuple())
print(datetime.strptime("2024-03-01 10:20", "%Y-%m-%d %H:%M"), datetime.strptime("1 Mar 24 11 PM", "%d %b %y %I %p"),
      datetime.strptime("2024-03-01T10:20:30.5+0200", "%Y-%m-%dT%H:%M:%S.%f%z"))
print(datetime.fromisoformat("2024-01-02T03:04:05.6+02:00"), datetime.fromisoformat("20240102"), date.fromisoformat("2024-W01-2"),
      time.fromisoformat("04:05"), datetime.fromisoformat("2024-01-02 03:04:05Z"))
utc = datetime(2024, 1, 1, tzinfo=timezone.utc)
east = timezone(timedelta(hours=5, minutes=30), "IST")
print(utc, repr(utc), utc.timestamp(), utc.astimezone(east), repr(utc.astimezone(east)), utc.utcoffset(), utc.tzname(),
      utc.astimezone(timezone(-timedelta(hours=3))), utc == utc.astimezone(east), timezone.utc, east, repr(east))
print(datetime.fromtimestamp(0, timezone.utc), datetime.fromtimestamp(1.5, timezone.utc), datetime.combine(date(2020, 1, 2), time(3, 4)))
t = timedelta(days=-1, seconds=3661, microseconds=5)
print(t, repr(t), t.total_seconds(), abs(t), -t, t * 2, t / 2, t // timedelta(minutes=7), t % timedelta(minutes=7),
      divmod(timedelta(hours=5), timedelta(minutes=7)), timedelta(hours=1) / timedelta(minutes=7), timedelta(0.1), bool(timedelta()))
print(timedelta(seconds=1.5) * 1.5, timedelta(1, 2, 3, 4, 5, 6, 7), timedelta.max, timedelta.min, timedelta.resolution)
print(time(1, 2), time(1, 2, 3, 4), time(23, 59, tzinfo=timezone.utc), time(1).replace(minute=5), time(1) < time(2), time(1, 2).strftime("%H|%M"))
print(sorted([date(2024, 1, 2), date(2023, 5, 1)]), max(timedelta(1), timedelta(2)), {date(2024, 1, 2): 1}[date(2024, 1, 2)],
      sum([timedelta(1), timedelta(2)], timedelta()), len({d, d.replace()}), isinstance(d, date))
print(datetime.min, datetime.max, date.min, date.max, time.min, time.max, dt.MINYEAR, dt.MAXYEAR, dt.UTC)
print(datetime.now() >= datetime(2020, 1, 1), date.today() == datetime.now().date(), datetime.now(timezone.utc).tzinfo)


def attempt(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


for f in [lambda: date(2023, 2, 29), lambda: date(2023, 13, 1), lambda: date(0, 1, 1), lambda: datetime(2023, 1, 1, 24),
          lambda: time(25), lambda: datetime.strptime("x", "%Y"), lambda: datetime.strptime("2020 1", "%Y"),
          lambda: datetime.strptime("2020", "%Q"), lambda: datetime.fromisoformat("2020-1-1"), lambda: date(2023, 1, 1.5),
          lambda: d - utc, lambda: d < utc, lambda: d < date(2020, 1, 1), lambda: date.max + timedelta(1), lambda: timedelta("x"),
          lambda: timezone(5), lambda: timezone(timedelta(2)), lambda: date(2020, 1), lambda: datetime(2020, 1, 1, tzinfo=5),
          lambda: timedelta(1) / 0, lambda: d == utc, lambda: date(2020, 1, 1) == datetime(2020, 1, 1)]:
    print(attempt(f))
