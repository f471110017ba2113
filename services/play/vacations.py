"""Vacations: from when until when a player is away, at one table or at all of them."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from domain.kernel import overtime
from domain.kernel.clock import DAY, SECOND, Millis, Span
from domain.kernel.errors import NotAllowed, NotYourSeat
from domain.kernel.ids import UserId
from projections import lobby
from projections.rows import Place
from services.play.deps import GameDeps
from services.problems import bad_field

MOST_AHEAD = 366 * DAY
YEAR: Millis = 365 * DAY


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
        return Span(0, 0)
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


async def tell_all_tables(deps: GameDeps, user: UserId, span: Span) -> list[ToldTable]:
    """Announce when a player is away, at every table with a clock that the player sits at, by days of the account."""
    held = await deps.vacations.of(user)
    wanted = with_span(held, span, deps.vacation_days, deps.tables.now())
    if not await deps.vacations.replace(user, held, wanted):
        return await tell_all_tables(deps, user, span)  # another request of the same person was quicker
    rows = [row async for _, row in deps.models.walk(Place(lobby.MODEL, user), lobby.LobbyRow)]
    playing = [row for row in rows if row.status in {"active", "scoring"} and row.seats_user(user)]
    told = [await _announce(deps, user, row, span) for row in playing]
    return [one for one in told if one is not None]


async def _announce(deps: GameDeps, user: UserId, row: lobby.LobbyRow, span: Span) -> ToldTable | None:
    """What one table makes of it; nothing if it has no clock, or the person does not play there any more."""
    deps.limit.take(user)
    named = deps.named_change(user, row.game_id)
    try:
        changed = await deps.change(
            named, user, lambda batch: overtime.announce_absence(batch, user, *span, by_account=True)
        )
    except NotYourSeat:
        return None
    except NotAllowed as refusal:
        is_off = refusal.reason in {"no_clock", "not_playing"}
        return None if is_off else ToldTable(row, refusal=refusal)
    return ToldTable(row, version=changed.version)
