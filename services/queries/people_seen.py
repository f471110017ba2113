"""People at tables that a reader may know of: those of the newest games, each with how many of these they sit at."""

from collections import Counter
from itertools import chain
from typing import NamedTuple

from domain.kernel.ids import UserId
from projections.lobby import MODEL, LobbyRow
from projections.rows import EVERYONE, ModelKey
from services.queries.queries import Queries

_MOST_GAMES = 300


class PersonSeen(NamedTuple):
    """Somebody at a table."""

    user: UserId
    name: str
    tables: int
    last_at: str


async def read_people(queries: Queries, caller: UserId | None) -> list[PersonSeen]:
    """Everybody who was seen lately, the one whose table moved last first."""
    rows = [*await _newest(queries, EVERYONE, caller)]
    if caller is not None:
        rows = [*{row.game_id: row for row in chain(rows, await _newest(queries, caller, caller))}.values()]
    tables = Counter(user for row in rows for user in _seated(row))
    last = {user: row.updated_at for row in sorted(rows, key=lambda row: row.updated_at) for user in _seated(row)}
    names = await queries.names.here(tables)
    people = [PersonSeen(user, names[user], tables[user], last[user]) for user in tables if user in names]
    return sorted(people, key=lambda person: person.last_at, reverse=True)


async def _newest(queries: Queries, owner: str, caller: UserId | None) -> list[LobbyRow]:
    page = await queries.models.page(
        ModelKey(MODEL, owner), LobbyRow, lambda row: row.known_to(caller), cursor=None, size=_MOST_GAMES
    )
    return list(page.rows)


def _seated(row: LobbyRow) -> set[UserId]:
    return {seat.user for seat in row.seats if seat.user is not None}
