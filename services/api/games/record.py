"""The log of a game as a file, to check it or to keep it."""

from collections.abc import AsyncIterator

from litestar import get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath
from litestar.response import Stream

from domain.kernel.export import Beside, people_named, to_line
from domain.kernel.ids import GameId, Version
from services.api.games.view import READS
from services.api.looking_back import looks_back
from services.api.openapi import ANYONE
from services.api.params import Invitation
from services.identity.callers import user_of
from services.play.deps import AnyRequest, GameDeps
from services.queries.readers import Reader, reader_of_log
from services.queries.redaction import visible_record
from services.queries.sources import Sources
from services.queries.tables import visible_table

LINES = "application/x-ndjson"
CHUNK = 250
EXPORTED = ResponseSpec(
    str,
    media_type=LINES,
    description="One event a line: the hashed text, what opens it, and the printed data that it names.",
)


@get(
    "/api/v1/games/{game_id:str}/export",
    tags=["play"],
    operation_id="exportGame",
    summary="The log as a file",
    security=ANYONE,
    description="As you may see it while the game runs, whole once it is over. `acta verify FILE` checks it anywhere.",
    media_type=LINES,
    guards=[looks_back],
    responses={**READS, 200: EXPORTED},
)
async def export(
    request: AnyRequest, game_deps: NamedDependency[GameDeps], game_id: FromPath[str], invitation: Invitation = None
) -> Stream:
    user = user_of(request)
    async with visible_table(game_deps.tables, game_id, user, invitation) as newest:
        version, reader = newest.version, reader_of_log(newest.match.table, user)
        unjudged = await game_deps.tables.is_unjudged(newest)
    headers = {"Content-Disposition": f'attachment; filename="{newest.game_id}.jsonl"'}
    beside = Beside(await game_deps.tables.store.printed(), unjudged)
    return Stream(_lines(game_deps, newest.game_id, version, reader, beside), media_type=LINES, headers=headers)


async def _lines(
    sources: Sources, game: GameId, version: Version, reader: Reader, beside: Beside
) -> AsyncIterator[bytes]:
    """The lines up to a version, read piece by piece, so that no log has to fit into memory."""
    for after in range(0, version, CHUNK):
        records = await sources.tables.store.read(game, after=after, limit=min(CHUNK, version - after))
        known = await sources.names.of(user for record in records for user in people_named(record))
        beside = beside._replace(names=known)
        yield b"".join(to_line(visible_record(record, reader), beside) for record in records)


HANDLERS = [export]
