"""Lists of games, from the rows of the lobby."""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from domain.kernel.clock import Clock
from domain.kernel.ids import UserId
from domain.kernel.player_names import Holder, names_at_table
from domain.kernel.table import Origin
from projections import lobby
from projections.lobby import MODEL, LobbyRow, everyones
from projections.rows import EVERYONE, ModelKey
from services.queries.game import GameKey, Unjudged
from services.queries.names import mark_bots
from services.queries.queries import Queries


class ListedSeat(msgspec.Struct, omit_defaults=True):
    seat: int
    name: str
    kind: Literal["human", "bot", "open"]
    user_id: UserId | None = None
    bot: str | None = None
    deadline: Annotated[str | None, Meta(description="When the time of this seat runs out, if it runs.")] = None


class Progress(msgspec.Struct):
    """How far a game is."""

    over: Annotated[int, Meta(description="Rounds that are over.", examples=[5])]
    rounds: Annotated[int | None, Meta(description="All rounds of the game, if its rules say how many.", examples=[12])]


class ListedGame(msgspec.Struct):
    game_id: GameKey
    game: str
    title: str
    private: bool
    status: str
    version: int
    created_at: str
    updated_at: str
    seats: list[ListedSeat]
    to_act: list[int | str]
    branch_of: Annotated[Origin | None, Meta(description="Where a what-if game comes from.")]
    unjudged: Unjudged
    options: dict[str, Any]
    clock: Annotated[Clock | None, Meta(description="How much time players have; null for no limit.")]
    progress: Annotated[Progress | None, Meta(description="Null before the start, and of what-if games.")]


class ListRequest(NamedTuple):
    """Which games to list: those of an `owner` (a user, or everyone) that the caller may know of."""

    caller: UserId | None
    owner: str = EVERYONE
    status: str | None = None
    game: str | None = None
    cursor: str | None = None


class GameList(msgspec.Struct):
    items: list[ListedGame]
    next: str | None


async def read_list(queries: Queries, request: ListRequest, limit: int, lang: str) -> GameList:
    """A page of games, the newest first."""
    rows: list[LobbyRow] = []
    following = None
    async with aclosing(_rows(queries, request)) as walk:
        async for position, row in walk:
            if request.status in {None, row.status} and request.game in {None, row.game}:
                rows.append(row)
                if len(rows) == limit:
                    following = position
                    break
    return GameList(await listed(queries, rows, lang), following)


def _rows(queries: Queries, request: ListRequest) -> AsyncGenerator[tuple[str, LobbyRow]]:
    """The rows that a list is made of: somebody's own, or everyone's together with the private ones of the caller."""
    walk = partial(queries.models.walk, holding=lobby.said_of(request.status, request.game))
    if request.owner != EVERYONE:
        return _known(walk(ModelKey(MODEL, request.owner), LobbyRow, request.cursor), request.caller)
    public = _known(walk(ModelKey(MODEL, everyones(request.status)), LobbyRow, request.cursor), request.caller)
    if request.caller is None:
        return public
    return _merged(public, walk(ModelKey(MODEL, request.caller), LobbyRow, request.cursor))


async def _known(
    rows: AsyncIterator[tuple[str, LobbyRow]], reader: UserId | None
) -> AsyncGenerator[tuple[str, LobbyRow]]:
    async for position, row in rows:
        if row.known_to(reader):
            yield position, row


async def _merged(
    public: AsyncIterator[tuple[str, LobbyRow]], own: AsyncIterator[tuple[str, LobbyRow]]
) -> AsyncGenerator[tuple[str, LobbyRow]]:
    """Both in one order, newest first, and each row once; neither is read further than the reader goes."""
    theirs, mine = await anext(public, None), await anext(own, None)
    while theirs is not None or mine is not None:
        if theirs is not None and (mine is None or theirs[0] >= mine[0]):
            if mine is not None and mine[0] == theirs[0]:
                mine = await anext(own, None)
            yield theirs
            theirs = await anext(public, None)
        elif mine is not None:
            if mine[1].private:
                yield mine
            mine = await anext(own, None)


async def listed(queries: Queries, rows: Sequence[LobbyRow], lang: str) -> list[ListedGame]:
    """Games of a list with the names of their players."""
    known = await queries.names.of(seat.user for row in rows for seat in row.seats if seat.user is not None)
    rounds = {game.meta.slug: game.rounds for game in queries.tables.registry}
    games = [_listed(row, rounds.get(row.game), known, lang) for row in rows]
    await mark_bots(queries.names, [seat for game in games for seat in game.seats])
    return games


def _listed(row: LobbyRow, rounds: int | None, names: dict[UserId, str], lang: str) -> ListedGame:
    called = names_at_table([Holder(seat.user, seat.bot) for seat in row.seats], names, lang)
    seats = [
        ListedSeat(
            seat=number,
            name=called[number],
            kind=seat.kind,
            user_id=seat.user,
            bot=seat.bot,
            deadline=seat.deadline,
        )
        for number, seat in enumerate(row.seats)
    ]
    return ListedGame(
        game_id=row.game_id,
        game=row.game,
        title=row.title,
        private=row.private,
        status=row.status,
        version=row.version,
        created_at=row.created_at,
        updated_at=row.updated_at,
        seats=seats,
        to_act=list(row.to_act),
        branch_of=row.branch_of,
        unjudged=row.unjudged,
        options=row.options,
        clock=row.clock,
        progress=None if row.rounds is None else Progress(row.rounds, rounds),
    )
