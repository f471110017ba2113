"""The yardstick: Litestar handlers that decode the same body, one of them doing the same atomic append."""

import os
from itertools import count
from typing import Annotated, cast

from litestar import Litestar, post
from litestar.params import FromPath, JSONBody

from domain.kernel.envelope import GENESIS, Record
from domain.kernel.ids import GameId, Version
from services.api.games.schemas import Commands
from services.bootstrap import connect
from services.store.client import Client
from services.store.events import Append, CommandKey, EventStore

_RECORD = Record(b'{"type":"CardLaid","data":{"seat":0,"card":{"sealed":"' + b"0" * 64 + b'","for":[0]}}}' + b" " * 280)


def create_app() -> Litestar:
    """Two handlers on the server that the environment names."""
    store = EventStore(cast("Client", connect(os.environ["ACTA_REDIS_URL"])))
    versions: dict[str, int] = {}
    keys = count()

    @post("/bare/{game_id:str}", status_code=200)
    async def bare(game_id: FromPath[str], data: JSONBody[Commands]) -> dict[str, str | bool]:
        return {"game": game_id, "one": data.command is not None}

    @post("/append/{game_id:str}", status_code=200)
    async def append(game_id: FromPath[str], data: Annotated[Commands, JSONBody]) -> dict[str, int | bool]:
        version = Version(versions.get(game_id, 0))
        key = CommandKey(f"{next(keys)}", "")
        done = await store.append(Append(GameId(game_id), version, GENESIS, GENESIS, [_RECORD], key))
        versions[game_id] = done.last
        return {"version": done.last, "one": data.command is not None}

    return Litestar([bare, append])
