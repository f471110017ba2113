"""Vacations: from when until when a player is away, at one table or at all of them."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from domain.kernel import overtime
from domain.kernel.clock import DAY, SECOND, Millis, Span
from domain.kernel.errors import NotAllowed, NotYourSeat
from domain.kernel.ids import UserId
from projections import lobby
from projections.rows import ModelKey
from services.acts.acts import Acts
from services.acts.ask import Ask
from services.acts.asking import act
from services.identity.access import PLAY
from services.problems import bad_field
from services.tables.hot_tables import Written

MOST_AHEAD = 366 * DAY
YEAR: Millis = 365 * DAY


BACK = Span(0, 0)
"""No vacation: the player is there."""


class ToldTable(NamedTuple):
    """What one table made of a vacation: the version that tells it, or why it is not allowed there."""

    row: lobby.LobbyRow
    version: int | None = None
    refusal: NotAllowed | None = None


def vacation_span(start: datetime | None, until: datetime | None, now: Millis) -> Span:
    """When somebody is away, from now on; without times an empty span: the player is back."""
    if (start is None) != (until is None):
        raise bad_field("until", "both_or_neither")
    if start is None or until is None:
        return BACK
    begins, ends = (round(at.timestamp() * SECOND) for at in (start, until))
    if begins > now + MOST_AHEAD:
        raise bad_field("from", "vacation_too_far")
    if ends < begins:
        raise bad_field("until", "vacation_backwards")
    if ends <= now:
        raise bad_field("until", "vacation_over")
    return Span(max(begins, now), ends)


def used(spans: Iterable[Span], until: Millis) -> Millis:
    """How long somebody was away in the year before a moment."""
    return sum(max(0, min(span.end, until) - max(span.start, until - YEAR)) for span in spans)


def days_left(spans: Sequence[Span], most: int, until: Millis) -> int:
    """How many days are left for a year that ends at a moment."""
    return max(0, most * DAY - used(spans, until)) // DAY


def with_span(spans: Iterable[Span], span: Span, most: int, now: Millis) -> list[Span]:
    """The vacations of an account with another one from now on; days that did not come yet are given back."""
    past = [Span(one.start, min(one.end, now)) for one in spans if one.start < now and one.end > now - YEAR]
    if span.start == span.end:
        return past
    if used([*past, span], span.end) > most * DAY:
        raise bad_field("until", "vacation_too_long", left=days_left(past, most, span.end), most=most)
    return [*past, span]


@act(PLAY)
async def announce(acts: Acts, ask: Ask, game_id: str, span: Span) -> Written:
    """Tell one table when its player is away, in place of what was announced there before."""
    return await acts.change(ask, game_id, lambda batch: overtime.announce_absence(batch, ask.user, *span))


@act(PLAY)
async def announce_everywhere(acts: Acts, ask: Ask, span: Span) -> list[ToldTable]:
    """Tell every table with a clock that the player sits at, by days of the account."""
    vacations, now = acts.services.people.vacations, acts.tables.now()
    while True:
        held = await vacations.of(ask.user)
        wanted = with_span(held, span, acts.services.settings.vacation_days, now)
        if await vacations.replace(ask.user, held, wanted):
            break  # otherwise another request of the same person was quicker
    rows = [row async for _, row in acts.models.walk(ModelKey(lobby.MODEL, ask.user), lobby.LobbyRow)]
    playing = [row for row in rows if row.status in {"active", "scoring"} and row.seats_user(ask.user)]
    told = [await _announce(acts, ask, row, span) for row in playing]
    return [one for one in told if one is not None]


async def _announce(acts: Acts, ask: Ask, row: lobby.LobbyRow, span: Span) -> ToldTable | None:
    """What one table makes of it; nothing if it has no clock, or the person does not play there any more."""
    acts.limit.take(ask.user)
    by_itself = ask._replace(once=None)  # what is announced twice says the same
    try:
        changed = await acts.change(
            by_itself,
            row.game_id,
            lambda batch: overtime.announce_absence(batch, ask.user, *span, by_account=True),
        )
    except NotYourSeat:
        return None
    except NotAllowed as refusal:
        is_off = refusal.reason in {"no_clock", "not_playing"}
        return None if is_off else ToldTable(row, refusal=refusal)
    return ToldTable(row, version=changed.appended.last)


async def days_of(acts: Acts, user: UserId, first: str, last: str) -> Span:
    """From the beginning of a day to the end of another, where the person lives; without days the person is back."""
    if not first and not last:
        return BACK
    zone = ZoneInfo((await acts.services.notices.preferences.of(user)).time_zone)
    begins, ends = _midnight("from", first, zone), _midnight("until", last, zone, later=1)
    return vacation_span(begins, ends, acts.tables.now())


def _midnight(field: str, day: str, zone: ZoneInfo, later: int = 0) -> datetime:
    try:
        return datetime.combine(date.fromisoformat(day.strip()) + timedelta(days=later), time(), zone)
    except (ValueError, OverflowError):
        raise bad_field(field, "date") from None
