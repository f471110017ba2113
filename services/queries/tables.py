"""The table that a caller may see: here a private table is hidden from strangers. Lists hide it by their rows."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from domain.kernel.clock import Millis
from domain.kernel.errors import NoSuchVersion, NotFound
from domain.kernel.ids import GameId, UserId, Version
from domain.kernel.lobby import admits, may_enter
from domain.kernel.table import Table
from services.logs import learn
from services.problems import NOT_FOUND, ProblemError, told
from services.queries.queries import Queries, ReadRequest
from services.tables.folding import MatchAt
from services.tables.hot_tables import Tables


def must_see(table: Table, user: UserId | None, code: str | None = None, at: Millis | None = None) -> None:
    """A private table does not exist for those who may not enter it, and have no code that is good at that moment."""
    if not (may_enter(table, user) or admits(table, code, at)):
        raise NotFound


def may_see(table: Table, user: UserId | None) -> bool:
    """Whether somebody sees a table without the code of an invitation."""
    return may_enter(table, user)


@contextmanager
def naming_a_bad_code(code: str | None) -> Iterator[None]:
    """Tell somebody with an invitation that it may be the code: no more than is told where there is no table."""
    try:
        yield
    except NotFound:
        if code is None:
            raise
        raise ProblemError(NOT_FOUND, told("bad_code")) from None


@asynccontextmanager
async def visible_table(
    tables: Tables, game_id: str, user: UserId | None, code: str | None = None
) -> AsyncIterator[MatchAt]:
    """The table at the head of its log, locked for the length of a block, if the caller may see it."""
    async with tables.lock(GameId(game_id)):
        with naming_a_bad_code(code):
            newest = await tables.current(GameId(game_id))
            must_see(newest.match.table, user, code, tables.now())
        learn(game=game_id, version=newest.version)
        yield newest


async def require_visible(tables: Tables, game_id: str, user: UserId | None, code: str | None = None) -> None:
    """Raise `NotFound` unless the caller may see the table."""
    async with visible_table(tables, game_id, user, code):
        pass


@asynccontextmanager
async def requested_table(queries: Queries, request: ReadRequest) -> AsyncIterator[MatchAt]:
    """The table that a read asks for, locked for the length of a block, once it has reached the version asked for."""
    tables, game_id = queries.tables, GameId(request.game_id)
    if request.min_version is not None:
        await require_visible(tables, request.game_id, request.user, request.code)  # nobody waits for a hidden table
        await queries.waits.until(game_id, lambda: tables.store.version(game_id), request.min_version)
    async with visible_table(tables, request.game_id, request.user, request.code) as newest:
        yield newest


async def at_version(tables: Tables, newest: MatchAt, at: int | None) -> MatchAt:
    """The table as it was at an earlier version, or as it is."""
    return newest if at is None else await tables.at(newest.game_id, Version(at))


def up_to(newest: Version, at: int | None) -> Version:
    """The version that was asked for, if the log has reached it; else the newest."""
    if at is not None and at > newest:
        raise NoSuchVersion(at)
    return newest if at is None else Version(at)


async def wait_for_models(queries: Queries, wanted: str | None) -> None:
    """Wait, not for ever, until the read models know a game at a version (`<game_id>:<version>`).

    A version that its log has not reached is not waited for: only what was written can be read.
    """
    if wanted is not None:
        name, _, version = wanted.partition(":")
        game_id = GameId(name)
        written = await queries.tables.store.version(game_id)
        await queries.waits.until(game_id, lambda: queries.models.version(game_id), min(int(version), written))
