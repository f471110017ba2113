"""Moments and numbers as a language writes them: day and time of the wall clock in a person's time zone."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from babel.dates import format_skeleton
from babel.numbers import format_decimal

from domain.kernel.clock import SECOND, Millis
from domain.kernel.words import Catalogue

WORDS = Catalogue.load("projections")
_LOCALES = {"en": "en_GB"}
"""English as it is written in most countries: the day before the month."""


def moment_in_words(at: Millis, zone: str, lang: str) -> str:
    """Day and time, to the minute, with the name of the time zone."""
    return _said("moment.full", "yMMMEd", at, zone, lang)


def moment_in_short(at: Millis, zone: str, lang: str) -> str:
    """The same where there is little room: a day of this year."""
    return _said("moment.short", "MMMd", at, zone, lang)


def decimal_in_words(number: float, lang: str) -> str:
    """A number with one decimal."""
    return format_decimal(number, "#,##0.0", locale=_LOCALES.get(lang, lang))


def _said(key: str, day: str, at: Millis, zone: str, lang: str) -> str:
    there = datetime.fromtimestamp(at // SECOND, UTC).astimezone(ZoneInfo(zone))
    date, time = (format_skeleton(fields, there, locale=_LOCALES.get(lang, lang)) for fields in (day, "Hm"))
    return WORDS.say(key, {"date": date, "time": time, "zone": zone}, lang=lang)
