"""Moments and numbers as a language writes them: day and time of the wall clock in a person's time zone."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from babel.core import get_global
from babel.dates import format_date, format_skeleton, get_day_names, get_timezone_location
from babel.numbers import format_decimal

from domain.kernel.clock import SECOND, WEEK, Millis, Window
from domain.kernel.words import Catalogue

WORDS = Catalogue.load("services.story")
_LOCALES = {"en": "en_GB"}
"""English as it is written in most countries: the day before the month."""


def moment_in_words(at: Millis, zone: str, lang: str) -> str:
    """Day and time, to the minute, with the city that the time zone is named after."""
    there = _there(at, zone)
    return _said("moment.full", date_in_words(there, lang), there, city_of(zone, lang), lang)


def moment_in_short(at: Millis, zone: str, lang: str) -> str:
    """A moment where there is little room: a day of this year, and the time."""
    there = _there(at, zone)
    date = format_skeleton("MMMMd", there, locale=_locale(lang))
    return _said("moment.short", date, there, zone, lang)


def date_in_words(day: datetime, lang: str) -> str:
    """A day with its year, as pages, letters and chats write it."""
    return format_date(day, "long", locale=_locale(lang))


def window_in_words(window: Window, lang: str) -> str:
    """The hours in which a clock runs, and the days if it does not run on all of them."""
    names = get_day_names("abbreviated", locale=_locale(lang))
    days = [] if set(window.days) == set(WEEK) else [names[WEEK.index(day)] for day in WEEK if day in window.days]
    return ", ".join([*days, f"{window.opens}–{window.closes} ({city_of(window.zone, lang)})"])


def city_of(zone: str, lang: str) -> str:
    """The city that a time zone is named after, in a language; of the others, such as UTC, the name."""
    city: str = get_timezone_location(ZoneInfo(zone), locale=_locale(lang), return_city=True)
    return city.rpartition("/")[2]


def zone_today(zone: str) -> str:
    """A time zone by the name that it has today: places change theirs, and old names stay known."""
    today: str = get_global("zone_aliases").get(zone, zone)
    return today


def decimal_in_words(number: float, lang: str) -> str:
    """A number with one decimal."""
    return format_decimal(number, "#,##0.0", locale=_locale(lang))


def _said(key: str, date: str, there: datetime, zone: str, lang: str) -> str:
    return WORDS.say(key, {"date": date, "time": f"{there:%H:%M}", "zone": zone}, lang=lang)


def _there(at: Millis, zone: str) -> datetime:
    return datetime.fromtimestamp(at // SECOND, UTC).astimezone(ZoneInfo(zone))


def _locale(lang: str) -> str:
    return _LOCALES.get(lang, lang)
