"""Tables at which only bots sit, so that a game runs from its opening to its end by the workers alone."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from domain.kernel import lifecycle as life
from domain.kernel import lobby
from domain.kernel.game import AnyGame
from domain.kernel.ids import GameId, Seat, UserId
from services.foundation import Services
from services.store.events import CommandKey
from services.tables.hot_tables import Request

HOST = UserId("host")


async def open_table(
    services: Services, game: AnyGame, bots: Sequence[str], secret: bytes, options: Mapping[str, Any] | None = None
) -> GameId:
    """Open a table, give every chair to a bot, begin, and enqueue the first job; the same game for the same secret."""
    batch = lobby.create(game, secret, HOST, lobby.Terms(len(bots), options or {}))
    batch.emit(life.SeatLeft(seat=Seat(0)))
    batch.emit(*(life.SeatTaken(seat=Seat(number), bot=bot) for number, bot in enumerate(bots)))
    batch.start()
    game_id = GameId(uuid4().hex)
    await services.tables.create(Request(game_id, f"open-{game_id}", CommandKey("open", "")), batch)
    await services.jobs.finish()
    return game_id
