"""A game at any version, the options of a seat, and the log, as the caller may see them. Nothing here writes."""

from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from domain.kernel.ids import GameId
from services.api.games.deps import AnyRequest, GameDeps
from services.api.games.schemas import EventsAnswer, OptionsAnswer
from services.api.openapi import ANYONE, problems
from services.api.params import AsReader, AtVersion, Invitation, Language
from services.identity.authentication import user_of
from services.problems import BAD_REQUEST, FORBIDDEN, NOT_FOUND
from services.queries.game import GameAnswer, game_answer
from services.queries.names import player_names
from services.queries.options import visible_options
from services.queries.readers import TRUTH, reader_named, reader_of_log
from services.queries.redaction import visible_events
from services.queries.tables import at_version, require_visible, up_to, visible_table, wait_for_version

READS = problems(BAD_REQUEST, NOT_FOUND)
"""What a read of a game can answer."""
READS_AS = problems(BAD_REQUEST, NOT_FOUND, FORBIDDEN)
"""The same where `as` may be asked for too early."""
MOST_EVENTS = 1000


@get(
    "/api/v1/games/{game_id:str}",
    tags=["play"],
    summary="A game as you may see it",
    description=(
        "`at` shows an earlier version; `min_version` waits up to 10 s for a later one. "
        "Once the game is over `as` shows it as another seat saw it, or as it was."
    ),
    security=ANYONE,
    responses=READS_AS,
)
async def show(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    at: AtVersion = None,
    as_reader: AsReader = None,
    min_version: AtVersion = None,
    invitation: Invitation = None,
) -> GameAnswer:
    user = user_of(request)
    if min_version is not None:
        await require_visible(game_deps.tables, game_id, user, invitation)  # nobody waits for a hidden table
        await wait_for_version(game_deps.tables, GameId(game_id), min_version)
    async with visible_table(game_deps.tables, game_id, user, invitation) as newest:
        loaded = await at_version(game_deps.tables, newest, at)
        seat = loaded.match.table.seat_of(user)
        reader = seat if as_reader is None else reader_named(newest.match.table, as_reader)
        players = await player_names(game_deps.names, loaded.match)
        return game_answer(loaded, seat, reader, players, await game_deps.rounds.of(newest))


@get(
    "/api/v1/games/{game_id:str}/options",
    tags=["play"],
    summary="Every legal command of yours",
    description=(
        "`at` lists those of an earlier version. Once the game is over `as` lists those of another seat, "
        "and as the `truth` those of every seat."
    ),
    security=ANYONE,
    responses=READS_AS,
)
async def options(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    at: AtVersion = None,
    as_reader: AsReader = None,
    invitation: Invitation = None,
    lang: Language = "en",
) -> OptionsAnswer:
    user = user_of(request)
    async with visible_table(game_deps.tables, game_id, user, invitation) as newest:
        loaded = await at_version(game_deps.tables, newest, at)
        match = loaded.match
        players = await player_names(game_deps.names, match)
        if as_reader is not None:
            reader = reader_named(newest.match.table, as_reader)
            return OptionsAnswer(
                loaded.version, None if reader == TRUTH else reader, visible_options(match, reader, players, lang)
            )
        seat = match.table.seat_of(user)
        plays = seat is not None and match.table.chairs[seat].human
        return OptionsAnswer(loaded.version, seat, visible_options(match, seat if plays else None, players, lang))


@get(
    "/api/v1/games/{game_id:str}/events",
    tags=["play"],
    summary="The log as you may see it",
    description="Whole once the game is over, unless `as` asks for what a seat or a spectator could read before.",
    security=ANYONE,
    responses=READS_AS,
)
async def events(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    after: Annotated[int, QueryParameter(ge=0, le=2**53)] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_EVENTS)] = 200,
    at: AtVersion = None,
    as_reader: AsReader = None,
    invitation: Invitation = None,
) -> EventsAnswer:
    user = user_of(request)
    async with visible_table(game_deps.tables, game_id, user, invitation) as loaded:
        version = up_to(loaded.game_id, loaded.version, at)
        reader = reader_of_log(loaded.match.table, user, as_reader)
    records = await game_deps.tables.store.read(GameId(game_id), after=after, limit=min(limit, max(version - after, 1)))
    records = records[: max(version - after, 0)]
    last = after + len(records)
    return EventsAnswer(visible_events(records, reader), last if last < version else None)


HANDLERS = [show, options, events]
