"""A game at any version, the options of a seat, and the log, as the caller may see them. Nothing here writes."""

from collections.abc import AsyncIterator
from typing import Annotated

from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from domain.kernel.export import Beside, people_named, to_line
from domain.kernel.ids import GameId, Version
from services.api.asks import GivenActs
from services.api.params import AsReader, AtVersion, Invitation
from services.api.routes import Routes
from services.identity.access import ANYONE
from services.identity.callers import AnyRequest, user_of
from services.problems import TOO_MANY_REQUESTS
from services.queries.events import EventsAnswer, read_events
from services.queries.game import GameAnswer, read_game
from services.queries.options import OptionsAnswer, read_options
from services.queries.queries import Queries, ReadRequest
from services.queries.readers import Reader, reader_of_log
from services.queries.redaction import visible_record
from services.queries.tables import visible_table

routes = Routes("play")

LINES = "application/x-ndjson"
CHUNK = 250
EXPORTED = ResponseSpec(
    str,
    media_type=LINES,
    description="One event a line: the hashed text, what opens it, and the printed data that it names.",
)
MOST_EVENTS = 1000


@routes.get("/api/v1/games/{game_id:str}", ANYONE)
async def get_game(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    language: NamedDependency[str],
    at: AtVersion = None,
    as_reader: AsReader = None,
    min_version: AtVersion = None,
    invitation: Invitation = None,
) -> GameAnswer:
    """A game as you may see it.

    `at` shows an earlier version; `min_version` waits up to 10 s for a later one. Once the game is over `as` shows it
    as another seat saw it, or as it was.
    """
    acts.read_limit.look_back(request, at)
    reading = ReadRequest(game_id, user_of(request), invitation, as_reader, min_version)
    return await read_game(acts, reading, at, lang=language)


@routes.get("/api/v1/games/{game_id:str}/options", ANYONE)
async def list_options(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    language: NamedDependency[str],
    at: AtVersion = None,
    as_reader: AsReader = None,
    invitation: Invitation = None,
) -> OptionsAnswer:
    """Every legal command of yours.

    `at` lists those of an earlier version. Once the game is over `as` lists those of another seat, and as the `truth`
    those of every seat.
    """
    acts.read_limit.look_back(request, at)
    return await read_options(acts, ReadRequest(game_id, user_of(request), invitation, as_reader), at, language)


@routes.get("/api/v1/games/{game_id:str}/events", ANYONE)
async def list_events(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    after: Annotated[int, QueryParameter(ge=0, le=2**53)] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_EVENTS)] = 200,
    at: AtVersion = None,
    as_reader: AsReader = None,
    invitation: Invitation = None,
) -> EventsAnswer:
    """The events as you may see them.

    Nothing is left out once the game is over, unless `as` asks for what a seat or a spectator could read before.
    """
    acts.read_limit.look_back(request, at)
    reading = ReadRequest(game_id, user_of(request), invitation, as_reader)
    return await read_events(acts, reading, after, limit, at)


@routes.get("/api/v1/games/{game_id:str}/export", ANYONE, answer=EXPORTED, raises=(TOO_MANY_REQUESTS,))
async def export_game(
    request: AnyRequest, acts: GivenActs, game_id: FromPath[str], invitation: Invitation = None
) -> Stream:
    """The record as a file.

    While the game runs it holds what you may see, and then everything. `acta verify FILE` checks it anywhere.
    """
    acts.read_limit.take(request)
    user = user_of(request)
    async with visible_table(acts.tables, game_id, user, invitation) as newest:
        version, reader = newest.version, reader_of_log(newest.match.table, user)
        unjudged = await acts.tables.is_unjudged(newest)
    headers = {"Content-Disposition": f'attachment; filename="{newest.game_id}.jsonl"'}
    signed = await acts.services.server.head_key.heads()
    note = signed.note(newest.game_id, version, newest.head)
    beside = Beside(await acts.tables.store.printed(), unjudged, note=note, last=version)
    return Stream(_lines(acts, newest.game_id, version, reader, beside), media_type=LINES, headers=headers)


async def _lines(
    queries: Queries, game: GameId, version: Version, reader: Reader, beside: Beside
) -> AsyncIterator[bytes]:
    """The lines up to a version, read piece by piece, so that no log has to fit into memory."""
    for after in range(0, version, CHUNK):
        records = await queries.tables.store.read(game, after=after, limit=min(CHUNK, version - after))
        names = await queries.names.of(user for record in records for user in people_named(record))
        beside = beside._replace(names=names)
        yield b"".join(to_line(visible_record(record, reader), beside) for record in records)
