#!/usr/bin/env python3
"""The dates of rules by python-dateutil, for comparison with ours (Tests/TodoDomainTests/Recurrence).

Reads lines `RRULE<TAB>DTSTART<TAB>ZONE<TAB>MOST<TAB>HORIZON`: DTSTART is 20261122T090000 on a clock in ZONE, or 20261122;
the answer has the first MOST dates up to the day HORIZON, and of those with a time the seconds since 1970:
`METHOD<TAB>2026-11-22=1795334400 2026-11-29=…`.

METHOD is `dateutil`, or `plain` where dateutil reads the RFC otherwise than we do, or not at all. Then the dates are
those of a plain search below, day by day, which is also compared with dateutil wherever both can be asked. These are:

- BYWEEKNO with INTERVAL, BYSETPOS, or weeks that can lie in two years. The RFC: "Week number one of the calendar year is
  the first week that contains at least four days in that calendar year". So that week belongs to that year as a whole.
  dateutil cuts weeks at New Year: each second year's week 1 lacks the days that lie in the year before. BYWEEKNO=-53
  never finds the week that begins in December (a TODO in its source), and BYWEEKNO=52 not the Saturday 2011-01-01, as
  it counts the weeks of 2010 by the length of 2011.
- BYDAY with and without numbers. The RFC has a list of which each is enough; for dateutil a day must fit both parts.

Where the rule leaves something open, it is said before dateutil is asked:

- BYWEEKNO alone is the weekday of DTSTART ("Information, not contained in the rule, necessary to determine the various
  recurrence instance start time and dates are derived from the Start Time"); for dateutil it is the whole week.
- BYSETPOS of a week: "A set of recurrence instances starts at the beginning of the interval defined by the FREQ rule
  part". dateutil begins the first week with DTSTART; so it is asked from the start of that week on.
"""
import datetime
import sys
import zoneinfo

from dateutil import rrule

DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
ONE = datetime.timedelta(days=1)


class Horizon(Exception):
    """That a search has come to a year beyond the last one asked for: dateutil looks at UNTIL only where it has found a
    date, and so would look for a 30 February until the year 9999."""
    year = 0


class BoundedInformation(rrule._iterinfo):
    def rebuild(self, year, month):
        if year > Horizon.year:
            raise Horizon
        super().rebuild(year, month)


rrule._iterinfo = BoundedInformation


def parts_of(text):
    return dict(part.split("=") for part in text.split(";"))


def numbers(parts, name):
    return [int(number) for number in parts[name].split(",")] if name in parts else []


def weekdays(parts):
    """Pairs of a number (0: every one) and a day of the week from 0 for Monday."""
    values = parts["BYDAY"].split(",") if "BYDAY" in parts else []
    return [(int(value[:-2] or 0), DAYS.index(value[-2:])) for value in values]


def week_start(day, first):
    return day - ONE * ((day.weekday() - first) % 7)


def first_week(year, first):
    """The first day of the first week with at least four days in the year."""
    return week_start(datetime.date(year, 1, 4), first)


def week_year(day, first):
    return (week_start(day, first) + ONE * 3).year


def is_foreign(parts):
    """Whether dateutil is not to be asked."""
    if "BYWEEKNO" in parts:
        return "BYSETPOS" in parts or "INTERVAL" in parts or any(
            abs(number) > 51 for number in numbers(parts, "BYWEEKNO"))
    has_number = {number != 0 for number, _ in weekdays(parts)}
    return len(has_number) == 2


def plain(parts, start, horizon):
    """Every date of a rule, by looking at each day of each of its periods."""
    frequency, interval = parts["FREQ"], int(parts.get("INTERVAL", 1))
    first = DAYS.index(parts.get("WKST", "MO"))
    months, month_days = numbers(parts, "BYMONTH"), numbers(parts, "BYMONTHDAY")
    weeks, year_days, days = numbers(parts, "BYWEEKNO"), numbers(parts, "BYYEARDAY"), weekdays(parts)
    positions = numbers(parts, "BYSETPOS")
    if not (month_days or year_days or days):
        if frequency == "WEEKLY" or weeks:
            days = [(0, start.weekday())]
        elif frequency in ("MONTHLY", "YEARLY"):
            month_days = [start.day]
            if frequency == "YEARLY" and not months:
                months = [start.month]

    def period(day):
        if frequency == "DAILY":
            return day.toordinal()
        if frequency == "WEEKLY":
            return week_start(day, first).toordinal() // 7
        if frequency == "MONTHLY":
            return day.year * 12 + day.month
        return week_year(day, first) if weeks else day.year

    def fits(day):
        new_year, next_year = datetime.date(day.year, 1, 1), datetime.date(day.year + 1, 1, 1)
        in_month = (next_year if day.month == 12 else datetime.date(day.year, day.month + 1, 1)) - day.replace(day=1)
        if months and day.month not in months:
            return False
        if month_days and day.day not in month_days and day.day - in_month.days - 1 not in month_days:
            return False
        if year_days and (day - new_year).days + 1 not in year_days and (day - next_year).days not in year_days:
            return False
        if weeks:
            year = week_year(day, first)
            begin, end = first_week(year, first), first_week(year + 1, first)
            number = (day - begin).days // 7 + 1
            if number not in weeks and number - (end - begin).days // 7 - 1 not in weeks:
                return False
        if days:
            whole_year = frequency == "YEARLY" and not months
            begin, end = (new_year, next_year) if whole_year else (day.replace(day=1), day.replace(day=1) + in_month)
            numbered = ((day - begin).days // 7 + 1, -(((end - day).days - 1) // 7 + 1))
            if not any(day.weekday() == weekday and (number == 0 or number in numbered) for number, weekday in days):
                return False
        return True

    origin = period(start)
    if frequency == "MONTHLY":
        day = start.replace(day=1)
    elif frequency == "YEARLY":
        day = first_week(period(start), first) if weeks else start.replace(month=1, day=1)
    elif frequency == "WEEKLY":
        day = week_start(start, first)
    else:
        day = start
    while day <= horizon:
        number, chosen = period(day), []
        while period(day) == number:
            if (number - origin) % interval == 0 and fits(day):
                chosen.append(day)
            day += ONE
        if positions:
            kept = {position - 1 if position > 0 else len(chosen) + position for position in positions}
            chosen = [day for index, day in enumerate(chosen) if index in kept]
        yield from (day for day in chosen if day >= start)


def by_dateutil(parts, start, most, horizon):
    count = int(parts.get("COUNT", most))
    end = datetime.datetime.combine(horizon, start.timetz())
    until = parts.get("UNTIL")
    asked = {name: value for name, value in parts.items() if name not in ("COUNT", "UNTIL")}
    day = start.date()
    begin = start
    if "BYWEEKNO" in parts and not {"BYDAY", "BYMONTHDAY", "BYYEARDAY"} & parts.keys():
        asked["BYDAY"] = DAYS[day.weekday()]
    if parts["FREQ"] == "WEEKLY" and "BYSETPOS" in parts:
        asked.setdefault("BYDAY", DAYS[day.weekday()])
        begin = start - (day - week_start(day, DAYS.index(parts.get("WKST", "MO"))))
    if start.tzinfo is None:
        asked["UNTIL"] = min(f"{end:%Y%m%d}", until or "9")
    else:
        end = f"{end.astimezone(datetime.timezone.utc):%Y%m%dT%H%M%SZ}"
        asked["UNTIL"] = min(end, until or "9")
    Horizon.year = horizon.year
    rule = rrule.rrulestr(";".join(f"{name}={value}" for name, value in asked.items()), dtstart=begin)
    found = []
    try:
        for moment in rule:
            if len(found) == min(most, count):
                break
            if moment >= start:
                found.append(moment)
    except Horizon:
        pass
    return found


def by_plain(parts, start, most, horizon):
    count = int(parts.get("COUNT", most))
    found = []
    until = parts.get("UNTIL")
    for day in plain(parts, start.date(), horizon):
        moment = datetime.datetime.combine(day, start.timetz())
        if until is not None and is_late(moment, until):
            break
        if day > horizon or len(found) == min(most, count):
            break
        found.append(moment)
    return found


def is_late(moment, until):
    if until.endswith("Z"):
        limit = datetime.datetime.strptime(until, "%Y%m%dT%H%M%SZ").replace(tzinfo=datetime.timezone.utc)
        return moment.timestamp() > limit.timestamp()
    form = "%Y%m%dT%H%M%S" if "T" in until else "%Y%m%d"
    return moment.replace(tzinfo=None) > datetime.datetime.strptime(until, form)


def main():
    compared = 0
    for number, line in enumerate(sys.stdin):
        text, start, zone, most, horizon = line.rstrip("\n").split("\t")
        has_time = "T" in start
        start = datetime.datetime.strptime(start, "%Y%m%dT%H%M%S" if has_time else "%Y%m%d")
        if has_time:
            start = start.replace(tzinfo=zoneinfo.ZoneInfo(zone))
        most, horizon = int(most), datetime.date.fromisoformat(horizon)
        parts = parts_of(text)
        if is_foreign(parts):
            method, dates = "plain", by_plain(parts, start, most, horizon)
        else:
            method, dates = "dateutil", by_dateutil(parts, start, most, horizon)
            # The search below is no better than its comparison with dateutil.
            if number % 50 == 0:
                compared += 1
                other = by_plain(parts, start, most, horizon)
                if other != dates:
                    sys.exit(f"the plain search differs for {line}{other}\n{dates}")
        words = (f"{date:%Y-%m-%d}={int(date.timestamp())}" if has_time else f"{date:%Y-%m-%d}" for date in dates)
        print(method, " ".join(words), sep="\t")
    print(compared, file=sys.stderr)


main()
