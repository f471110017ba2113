"""Looking at a table: the game at any version, the options of a seat, and the log. Nothing here changes anything."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from domain.kernel.errors import NotFound
from domain.kernel.ids import GameId, UserId, Version
from services.api.games.answers import events_seen, game_answer, options_seen, player_names
from services.api.games.deps import AnyRequest, Hall, must_see, user_of
from services.api.games.eyes import TRUTH, AsReader, borrowed, reader_of_log
from services.api.games.schemas import EventsAnswer, GameAnswer, OptionsAnswer
from services.api.languages import Language
from services.api.openapi import ANYONE, problems
from services.commands.tables import MatchAt
from services.logs import learn
from services.problems import BAD_REQUEST, FORBIDDEN, NOT_FOUND

READS = problems(BAD_REQUEST, NOT_FOUND)
"""What a read of a game can answer."""
LOOKS = problems(BAD_REQUEST, NOT_FOUND, FORBIDDEN)
"""The same where `as` may be asked for too early."""
MOST_EVENTS = 1000

Invitation = Annotated[str | None, QueryParameter(max_length=64, description="The code of an invitation link.")]
AtVersion = Annotated[int | None, QueryParameter(ge=1, le=2**53)]


@asynccontextmanager
async def seen(hall: Hall, game_id: str, user: UserId | None, code: str | None = None) -> AsyncIterator[MatchAt]:
    """The table at the head of its log, held still for the length of a block, if the caller may see it."""
    async with hall.tables.lock(GameId(game_id)):
        loaded = await hall.tables.current(GameId(game_id))
        must_see(loaded.match.table, user, code)
        learn(game=game_id, version=loaded.version)
        yield loaded


def up_to(game_id: GameId, newest: Version, at: int | None) -> Version:
    """The version that was asked for, if the log has reached it; else the newest."""
    if at is not None and at > newest:
        raise NotFound(f"{game_id} at {at}")
    return newest if at is None else Version(at)


async def at_version(hall: Hall, newest: MatchAt, at: int | None) -> MatchAt:
    """The table as it was at an earlier version, or as it is."""
    return newest if at is None else await hall.tables.at(newest.game_id, Version(at))


@get(
    "/api/v1/games/{game_id:str}",
    tags=["play"],
    summary="A game as you may see it",
    description=(
        "`at` shows an earlier version; `min_version` waits up to 10 s for a later one. "
        "Once the game is over `as` shows it as another seat saw it, or as it was."
    ),
    security=ANYONE,
    responses=LOOKS,
)
async def show(
    request: AnyRequest,
    hall: NamedDependency[Hall],
    game_id: FromPath[str],
    at: AtVersion = None,
    seen_as: AsReader = None,
    min_version: AtVersion = None,
    invitation: Invitation = None,
) -> GameAnswer:
    user = user_of(request)
    if min_version is not None:
        async with seen(hall, game_id, user, invitation):  # nobody waits for what he may not see
            pass
        await hall.reached(GameId(game_id), min_version)
    async with seen(hall, game_id, user, invitation) as newest:
        loaded = await at_version(hall, newest, at)
        seat = loaded.match.table.seat_of(user)
        eyes = seat if seen_as is None else borrowed(newest.match.table, seen_as)
        players = await player_names(hall.names, loaded.match)
        return game_answer(loaded, seat, eyes, players, await hall.rounds.of(newest))


@get(
    "/api/v1/games/{game_id:str}/options",
    tags=["play"],
    summary="Every legal command of yours",
    description=(
        "`at` lists those of an earlier version. Once the game is over `as` lists those of another seat, "
        "and as the `truth` those of every seat."
    ),
    security=ANYONE,
    responses=LOOKS,
)
async def options(
    request: AnyRequest,
    hall: NamedDependency[Hall],
    game_id: FromPath[str],
    at: AtVersion = None,
    seen_as: AsReader = None,
    invitation: Invitation = None,
    lang: Language = "en",
) -> OptionsAnswer:
    user = user_of(request)
    async with seen(hall, game_id, user, invitation) as newest:
        loaded = await at_version(hall, newest, at)
        match = loaded.match
        players = await player_names(hall.names, match)
        if seen_as is not None:
            eyes = borrowed(newest.match.table, seen_as)
            return OptionsAnswer(
                loaded.version, None if eyes == TRUTH else eyes, options_seen(match, eyes, players, lang)
            )
        seat = match.table.seat_of(user)
        plays = seat is not None and match.table.chairs[seat].human
        return OptionsAnswer(loaded.version, seat, options_seen(match, seat if plays else None, players, lang))


@get(
    "/api/v1/games/{game_id:str}/events",
    tags=["play"],
    summary="The log as you may see it",
    description="Whole once the game is over, unless `as` asks for what a seat or a spectator could read before.",
    security=ANYONE,
    responses=LOOKS,
)
async def events(
    request: AnyRequest,
    hall: NamedDependency[Hall],
    game_id: FromPath[str],
    after: Annotated[int, QueryParameter(ge=0, le=2**53)] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_EVENTS)] = 200,
    at: AtVersion = None,
    seen_as: AsReader = None,
    invitation: Invitation = None,
) -> EventsAnswer:
    user = user_of(request)
    async with seen(hall, game_id, user, invitation) as loaded:
        version = up_to(loaded.game_id, loaded.version, at)
        eyes = reader_of_log(loaded.match.table, user, seen_as)
    records = await hall.tables.store.read(GameId(game_id), after=after, limit=min(limit, max(version - after, 1)))
    records = records[: max(version - after, 0)]
    last = after + len(records)
    return EventsAnswer(events_seen(records, eyes), last if last < version else None)


HANDLERS = [show, options, events]
