"""The yardstick: Litestar handlers that decode the same body, one of them doing the same atomic append.

It appends through plain redis-py, whatever the store itself does.
"""

import os
from itertools import count, cycle, pairwise
from typing import Annotated, cast

from litestar import Litestar, post
from litestar.params import FromPath, JSONBody
from redis.asyncio import BlockingConnectionPool, Redis

from domain.kernel.envelope import GENESIS, Record
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.registry import GAMES, Registry
from services.api.games.schemas import Commands
from services.store.client import Client
from services.store.events import Append, CommandKey, EventStore
from tests.bench.prepared import Person, SeatedMatch
from tests.kit.logged_match import LoggedMatch
from tests.kit.taberna import GAME as TABERNA
from tests.kit.taberna.commands import LayCard

GAME_NAME = "ACTA_BENCH_GAME"
"""Names the game whose choices are appended; without it, one card is laid in the small game again and again."""


def _batches() -> list[list[Record]]:
    """What choices write: the same bytes to append as the real handler's."""
    slug = os.environ.get(GAME_NAME)
    if slug is None:
        logged = LoggedMatch(TABERNA, 2, 1)
        return [logged.play(Seat(0), LayCard(card=logged.match.state.hands[0][0]))]
    match = SeatedMatch(Registry(GAMES).get(slug), [Person(UserId(name * 16), "") for name in ("00", "01")], 1)
    lengths = [len(match.records), *(choice.version for choice in match.choices(1))]
    return [match.records[first:last] for first, last in pairwise(lengths)]


def create_app() -> Litestar:
    """Two handlers on the server that the environment names."""
    pool = BlockingConnectionPool.from_url(os.environ["ACTA_REDIS_URL"], max_connections=64)
    store = EventStore(cast("Client", Redis.from_pool(pool)))
    batches = cycle(_batches())
    versions: dict[str, int] = {}
    keys = count()

    @post("/bare/{game_id:str}", status_code=200)
    async def bare(game_id: FromPath[str], data: JSONBody[Commands]) -> dict[str, str | bool]:
        return {"game": game_id, "one": data.command is not None}

    @post("/append/{game_id:str}", status_code=200)
    async def append(game_id: FromPath[str], data: Annotated[Commands, JSONBody]) -> dict[str, int | bool]:
        version = Version(versions.get(game_id, 0))
        key = CommandKey(f"{next(keys)}", "")
        done = await store.append(Append(GameId(game_id), version, GENESIS, GENESIS, next(batches), key))
        versions[game_id] = done.last
        return {"version": done.last, "one": data.command is not None}

    return Litestar([bare, append])
