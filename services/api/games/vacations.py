"""Vacations: from when until when a player is away, and the same for all tables at once."""

from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from domain.kernel import overtime
from domain.kernel.clock import DAY, SECOND, Millis, Span
from domain.kernel.errors import NotAllowed, NotYourSeat
from domain.kernel.ids import GameId, UserId
from projections import lobby
from projections.rows import Place
from services.api.games.schemas import Vacation, VacationAtTable, VacationEverywhere
from services.api.openapi import BODY, CALLER, LOGGED_IN, problems
from services.identity.language import language_of
from services.play.deps import AnyRequest, GameDeps
from services.problems import TOO_MANY_REQUESTS, bad_field
from services.queries.refusals import why_not

MOST_AHEAD = 366 * DAY


def vacation_span(data: Vacation, now: Millis) -> Span:
    """When somebody is away, from now on; without times an empty span: the player is back."""
    if (data.start is None) != (data.until is None):
        raise bad_field("until", "both_or_neither")
    if data.start is None or data.until is None:
        return Span(0, 0)
    start, until = (round(at.timestamp() * SECOND) for at in (data.start, data.until))
    if start > now + MOST_AHEAD:
        raise bad_field("from", "vacation_too_far")
    if until < start:
        raise bad_field("until", "vacation_backwards")
    if until <= now:
        raise bad_field("until", "vacation_over")
    return Span(max(start, now), until)


@post(
    "/api/v1/me/vacation",
    tags=["play"],
    summary="Be away from all tables",
    description="Announces when you are away at every table with a clock that you play at now, in place of what you "
    "announced there before; without times you are back. Each table counts its own days; one that does not allow it is "
    "named with the reason. Games that begin later are not included.",
    status_code=200,
    security=LOGGED_IN,
    responses=problems(*BODY, *CALLER, TOO_MANY_REQUESTS),
)
async def vacation_everywhere(
    request: AnyRequest, game_deps: NamedDependency[GameDeps], data: JSONBody[Vacation]
) -> VacationEverywhere:
    user, span = game_deps.player(request), vacation_span(data, game_deps.tables.now())
    rows = [row async for _, row in game_deps.models.walk(Place(lobby.MODEL, user), lobby.LobbyRow)]
    playing = [row.game_id for row in rows if row.status in {"active", "scoring"} and row.seats_user(user)]
    answers = [await _announce(request, game_deps, user, game, span) for game in playing]
    return VacationEverywhere([answer for answer in answers if answer is not None])


async def _announce(
    request: AnyRequest, game_deps: GameDeps, user: UserId, game: GameId, span: Span
) -> VacationAtTable | None:
    """What one table makes of it; nothing if it has no clock, or the person does not play there any more."""
    _, named = game_deps.begin_change(request, game, None, None)
    try:
        changed = await game_deps.change(named, user, lambda batch: overtime.announce_absence(batch, user, *span))
    except NotYourSeat:
        return None
    except NotAllowed as refusal:
        is_off = refusal.reason in {"no_clock", "not_playing"}
        return None if is_off else VacationAtTable(game, refused=why_not(refusal, language_of(request)))
    return VacationAtTable(game, version=changed.version)


HANDLERS = [vacation_everywhere]
