"""Time that counts: windows across changes of summer time, against an oracle that looks at the clock every minute."""

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel.clock import DAY, WEEK, Clock, Hours, Millis, Span, Window, check, counted, moment, reached, written
from domain.kernel.errors import BadOptions

MINUTE = 60_000
ZONES = (
    "Europe/Rome",
    "America/New_York",
    "Australia/Lord_Howe",  # puts its clocks forward by half an hour
    "Africa/Casablanca",  # puts them back for Ramadan
    "America/Scoresbysund",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "UTC",
)
CHANGES = ("2026-03-08T07:00Z", "2026-03-29T01:00Z", "2026-04-04T15:00Z", "2026-10-25T01:00Z", "2026-11-01T06:00Z")

times = st.builds(lambda minute: f"{minute // 60:02}:{minute % 60:02}", st.integers(0, 24 * 60 - 1))
windows = st.builds(
    lambda zone, edges, days: Window(zone=zone, opens=edges[0], closes=edges[1], days=days),
    st.sampled_from(ZONES),
    st.lists(times, min_size=2, max_size=2, unique=True),
    st.just(WEEK) | st.lists(st.sampled_from(WEEK), min_size=1, max_size=6, unique=True).map(tuple),
)
starts = st.builds(
    lambda change, minutes: moment(change) + minutes * MINUTE, st.sampled_from(CHANGES), st.integers(-3000, 1500)
)
spans = st.builds(lambda start, minutes: Span(start, start + minutes * MINUTE), starts, st.integers(0, 3000))
all_hours = st.builds(Hours, st.none() | windows, st.lists(spans, max_size=2))


def ticks(hours: Hours, start: Millis) -> Iterator[bool]:
    """Whether each minute from `start` on counts, by the wall clock."""
    while True:
        stopped = any(stop.start <= start < stop.end for stop in hours.stopped)
        yield not stopped and (hours.window is None or shows_open(hours.window, start))
        start += MINUTE


def shows_open(window: Window, at: Millis) -> bool:
    shown = datetime.fromtimestamp(at / 1000, UTC).astimezone(ZoneInfo(window.zone))
    wall, opens, closes = shown.time(), time.fromisoformat(window.opens), time.fromisoformat(window.closes)
    opened_on = shown.date() - timedelta(days=opens > closes > wall)
    inside = opens <= wall < closes if opens < closes else not closes <= wall < opens
    return inside and f"{opened_on:%a}".lower() in window.days


@given(all_hours, starts, st.integers(0, 4000))
@settings(max_examples=150, deadline=None)
def test_what_counts_of_a_span_is_what_the_wall_clock_counts(hours: Hours, start: Millis, minutes: int) -> None:
    expected = sum(counts for counts, _ in zip(ticks(hours, start), range(minutes), strict=False))
    assert counted(hours, Span(start, start + minutes * MINUTE)) == expected * MINUTE


@given(all_hours, starts, st.integers(1, 150))
@settings(max_examples=150, deadline=None)
def test_a_deadline_is_the_end_of_the_last_minute_that_the_wall_clock_counts(
    hours: Hours, start: Millis, minutes: int
) -> None:
    counting = (passed for passed, counts in enumerate(ticks(hours, start), 1) if counts)
    *_, last = islice(counting, minutes)
    assert reached(hours, start, minutes * MINUTE) == start + last * MINUTE


@given(all_hours, starts, st.integers(0, 10 * DAY), st.integers(1, DAY))
@settings(deadline=None)
def test_more_time_is_never_a_sooner_deadline_and_is_counted_to_the_millisecond(
    hours: Hours, start: Millis, amount: Millis, more: Millis
) -> None:
    due, later = reached(hours, start, amount), reached(hours, start, amount + more)
    assert counted(hours, Span(start, due)) == amount
    assert counted(hours, Span(due, later)) == more
    assert later >= due + more


@given(all_hours, starts, st.integers(0, 3 * DAY), st.integers(0, 3 * DAY))
@settings(deadline=None)
def test_time_may_be_counted_in_pieces(hours: Hours, start: Millis, first: Millis, second: Millis) -> None:
    middle, end = start + first, start + first + second
    whole = counted(hours, Span(start, end))
    assert counted(hours, Span(start, middle)) + counted(hours, Span(middle, end)) == whole


@pytest.mark.parametrize(
    ("day", "length"),
    [("2026-03-28", 24), ("2026-03-29", 23), ("2026-10-25", 25)],
    ids=["an ordinary day", "the hour that is left out", "the hour that comes twice"],
)
def test_a_night_is_as_long_as_it_is(day: str, length: int) -> None:
    noon = datetime.fromisoformat(f"{day}T12:00").replace(tzinfo=ZoneInfo("Europe/Rome"))
    before = round((noon - timedelta(days=1)).timestamp() * 1000)
    night = Hours(Window(zone="Europe/Rome", opens="12:00", closes="11:59"))
    assert counted(night, Span(before, before + length * 60 * MINUTE)) == (length * 60 - 1) * MINUTE


@pytest.mark.parametrize(
    ("opens", "closes", "day", "ends"),
    [
        ("08:00", "22:00", "2026-03-27T21:00+01:00", "2026-03-30T09:00+02:00"),
        ("20:00", "02:00", "2026-03-28T01:00+01:00", "2026-03-30T21:00+02:00"),
    ],
    ids=["by day", "by night, which Friday's is still on Saturday"],
)
def test_a_weekend_in_which_the_clocks_are_put_forward_does_not_count(
    opens: str, closes: str, day: str, ends: str
) -> None:
    weekdays = Hours(Window(zone="Europe/Rome", opens=opens, closes=closes, days=WEEK[:5]))
    assert reached(weekdays, moment(day), 2 * 60 * MINUTE) == moment(ends)


def test_a_window_of_every_day_is_written_as_before_there_were_days() -> None:
    text = b'{"zone":"Europe/Rome","opens":"08:00","closes":"22:00"}'
    assert msgspec.json.encode(msgspec.json.decode(text, type=Window)) == text


def test_time_does_not_go_backwards() -> None:
    assert counted(Hours(), Span(5000, 1000)) == 0


def test_moments_are_written_as_they_are_read() -> None:
    assert written(moment("2026-03-29T03:00:00.250+02:00")) == "2026-03-29T01:00:00.250Z"


@pytest.mark.parametrize(
    "clock",
    [
        Clock(turn_seconds=0),
        Clock(turn_seconds=30, bank_seconds=29),
        Clock(window=Window(zone="Europe/Atlantis", opens="08:00", closes="22:00")),
        Clock(window=Window(zone="../../etc/passwd", opens="08:00", closes="22:00")),
        Clock(window=Window(zone="", opens="08:00", closes="22:00")),
        Clock(window=Window(zone="Europe/Rome", opens="08:00", closes="08:00")),
        Clock(window=Window(zone="Europe/Rome", opens="23:58", closes="00:01", days=("mon", "tue"))),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(clock: Clock) -> None:
    with pytest.raises(BadOptions):
        check(clock)


def test_a_clock_needs_no_word_to_make_sense() -> None:
    check(Clock())
    check(Clock(turn_seconds=0, bank_seconds=60))
    check(Clock(window=Window(zone="Europe/Rome", opens="20:00", closes="02:00")))
