"""The yardstick: Litestar handlers that decode the same body, one of them doing the same atomic append."""

import os
from itertools import count
from typing import Annotated, cast

from litestar import Litestar, post
from litestar.params import FromPath, JSONBody

from domain.kernel.envelope import GENESIS, Record
from domain.kernel.ids import GameId, Seat, Version
from services.api.games.schemas import Commands
from services.bootstrap import connect
from services.store.client import Client
from services.store.events import Append, CommandKey, EventStore
from tests.kit.logged_match import LoggedMatch
from tests.kit.taberna import GAME
from tests.kit.taberna.commands import LayCard


def _laid_card() -> Record:
    """The record that laying a card writes: the same bytes to append as the real handler's."""
    logged = LoggedMatch(GAME, 2, 1)
    return logged.play(Seat(0), LayCard(card=logged.match.state.hands[0][0]))[0]


def create_app() -> Litestar:
    """Two handlers on the server that the environment names."""
    store = EventStore(cast("Client", connect(os.environ["ACTA_REDIS_URL"])))
    record = _laid_card()
    versions: dict[str, int] = {}
    keys = count()

    @post("/bare/{game_id:str}", status_code=200)
    async def bare(game_id: FromPath[str], data: JSONBody[Commands]) -> dict[str, str | bool]:
        return {"game": game_id, "one": data.command is not None}

    @post("/append/{game_id:str}", status_code=200)
    async def append(game_id: FromPath[str], data: Annotated[Commands, JSONBody]) -> dict[str, int | bool]:
        version = Version(versions.get(game_id, 0))
        key = CommandKey(f"{next(keys)}", "")
        done = await store.append(Append(GameId(game_id), version, GENESIS, GENESIS, [record], key))
        versions[game_id] = done.last
        return {"version": done.last, "one": data.command is not None}

    return Litestar([bare, append])
