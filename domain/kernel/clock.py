"""The clock of a table: what its host may ask for, and the arithmetic of time that counts.

Time counts for a seat only inside the table's window of the day or the week, and outside the absences that stop its
clock. A moment is in the window if the wall clock of the table's time zone shows a time in it, so an hour that a change
of summer time repeats counts twice, and one that it leaves out counts never. Everything here is in whole milliseconds;
nothing here reads a clock.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import Annotated, Literal, NamedTuple, TypeAlias, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Meta

from domain.kernel.errors import BadOptions

Millis: TypeAlias = int
"""Milliseconds; as a moment, since the beginning of 1970 in UTC."""

SECOND: Millis = 1000
DAY: Millis = 24 * 60 * 60 * SECOND
_LEAST_SECONDS = 60
_LEAST_OF_WEEK = 7
"""Minutes: with less, a deadline would lie thousands of years ahead."""
_QUARTER = 90 * 24 * 60 * 60

_Seconds = Annotated[int, Meta(ge=0, le=_QUARTER)]
TimeOfDay = Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$(?!\n)", examples=["08:00"])]


Weekday: TypeAlias = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
WEEK: tuple[Weekday, ...] = get_args(Weekday)


class Window(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The part of each day in which time counts. One that closes before it opens goes on past midnight."""

    zone: Annotated[str, Meta(max_length=64, description="A name of the IANA database.", examples=["Europe/Rome"])]
    opens: TimeOfDay
    closes: TimeOfDay
    days: Annotated[
        Sequence[Weekday],
        Meta(min_length=1, max_length=7, description="The days on which it opens; it may close on the day after."),
    ] = WEEK


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How long players may take, and what happens when they take longer."""

    turn_seconds: Annotated[_Seconds, Meta(description="Time per turn, used before the time bank.")] = 3 * 24 * 60 * 60
    bank_seconds: Annotated[
        _Seconds, Meta(description="Time bank for the whole game, used when the time for a turn has run out.")
    ] = 0
    increment_seconds: Annotated[_Seconds, Meta(description="What each finished turn adds to the time bank.")] = 0
    window: Annotated[Window | None, Meta(description="Count time only in these hours of the day.")] = None
    on_timeout: Annotated[
        Literal["wait", "caretaker", "replace"],
        Meta(description="Wait and remind; let a bot play that one turn; or free the seat for somebody else."),
    ] = "caretaker"
    on_vacation: Annotated[
        Literal["pause", "wait", "caretaker"],
        Meta(description="Stop every clock; stop the clock of who is away; or let a bot play that player's turns."),
    ] = "wait"
    vacation_days: Annotated[int, Meta(ge=0, le=90, description="How many days each player can be away in all.")] = 21
    extension_seconds: Annotated[_Seconds, Meta(description="How much time one extension by an opponent adds.")] = (
        24 * 60 * 60
    )
    most_extensions: Annotated[int, Meta(ge=0, le=10, description="How often opponents can extend one turn.")] = 2


class Span(NamedTuple):
    """From a moment until just before another."""

    start: Millis
    end: Millis


class Hours(NamedTuple):
    """When time counts for a seat: in the window, and not while it is stopped."""

    window: Window | None = None
    stopped: Sequence[Span] = ()


def check(clock: Clock) -> None:
    """Raise `BadOptions` if the parts of a clock do not fit together."""
    if clock.turn_seconds + clock.bank_seconds < _LEAST_SECONDS:
        raise BadOptions("clock_too_short", least=_LEAST_SECONDS)
    if clock.window is None:
        return
    if clock.window.opens == clock.window.closes:
        raise BadOptions("no_window")
    if _of_week(clock.window) < _LEAST_OF_WEEK * 60 * SECOND:
        raise BadOptions("window_too_short", least=_LEAST_OF_WEEK)
    try:
        _zone(clock.window.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise BadOptions("no_time_zone", zone=clock.window.zone) from error


def moment(text: str) -> Millis:
    """A moment that is written as RFC 3339."""
    return round(datetime.fromisoformat(text).timestamp() * SECOND)


def written(at: Millis) -> str:
    """A moment as RFC 3339, in UTC."""
    return f"{_second(at // SECOND)}.{at % SECOND:03}Z"


@lru_cache(maxsize=16)
def _second(at: int) -> str:
    """Many events fall into one second, and telling a date costs more than folding an event."""
    return datetime.fromtimestamp(at, UTC).isoformat().removesuffix("+00:00")


def counted(hours: Hours, span: Span) -> Millis:
    """How much of a span counts."""
    total = 0
    for piece, counts in _pieces(hours, span.start):
        if piece.start >= span.end:
            return total
        if counts:
            total += min(piece.end, span.end) - piece.start
    return total


def reached(hours: Hours, start: Millis, amount: Millis) -> Millis:
    """The first moment from `start` on at which `amount` of time has counted."""
    for piece, counts in _pieces(hours, start):
        length = piece.end - piece.start
        if counts and length >= amount:
            return piece.start + amount
        amount -= length if counts else 0
    raise AssertionError(amount)  # pieces never end


def _pieces(hours: Hours, start: Millis) -> Iterator[tuple[Span, bool]]:
    """Time from `start` on, in pieces that count as a whole or not at all."""
    while True:
        counts = hours.window is None or _is_open(hours.window, start)
        end = start + DAY if hours.window is None else _next_edge(hours.window, start)
        for stop in hours.stopped:
            if stop.start <= start < stop.end:
                counts = False
            end = min([end, *(edge for edge in stop if edge > start)])
        yield Span(start, end), counts
        start = end


def _of_week(window: Window) -> Millis:
    """How much time of an ordinary week counts."""
    return len(set(window.days)) * ((_of_day(window.closes) - _of_day(window.opens)) % DAY)


def _is_open(window: Window, at: Millis) -> bool:
    opens, closes = _of_day(window.opens), _of_day(window.closes)
    day, wall = divmod(at + _offset(window.zone, at), DAY)
    if opens < closes:
        return opens <= wall < closes and _opens_on(window, day)
    return _opens_on(window, day) if wall >= opens else wall < closes and _opens_on(window, day - 1)


def _opens_on(window: Window, day: int) -> bool:
    """Whether it opens on a day of the wall calendar, counted from the first of 1970, a Thursday."""
    return window.days is WEEK or WEEK[(day + 3) % 7] in window.days


def _next_edge(window: Window, at: Millis) -> Millis:
    """The next moment at which the wall clock shows an edge of the window, or is put forward or back."""
    offset = _offset(window.zone, at)
    wall = (at + offset) % DAY
    end = at + min((_of_day(edge) - wall - 1) % DAY + 1 for edge in (window.opens, window.closes))
    if _offset(window.zone, end) == offset:
        return end
    before, after = at, end
    while after - before > 1:
        middle = (before + after) // 2
        if _offset(window.zone, middle) == offset:
            before = middle
        else:
            after = middle
    return after


def _offset(zone: str, at: Millis) -> Millis:
    offset = datetime.fromtimestamp(at // SECOND, _zone(zone)).utcoffset()
    return 0 if offset is None else round(offset.total_seconds()) * SECOND


@cache
def _of_day(text: str) -> Millis:
    hour, minute = text.split(":")
    return (int(hour) * 60 + int(minute)) * 60 * SECOND


@cache
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)
