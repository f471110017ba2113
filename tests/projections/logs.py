"""Logs in memory, for courses and whatever follows from them."""

from collections.abc import Sequence

from domain.kernel.envelope import Record
from domain.kernel.game import AnyGame
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.registry import GAMES, Registry
from services.notices.notices import Notice
from tests.kit.taberna import GAME

G = GameId("g")
GAMES_AND_TOY: tuple[AnyGame, ...] = (*GAMES, GAME)
REGISTRY = Registry(GAMES_AND_TOY)
TURN_OF_ANNA = Notice(kind="turn", user=UserId("anna"), game=G, cause="3", version=Version(3), seat=Seat(0))


class Log:
    """The log of one game, as far as it is written."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.records = records

    async def read(self, game: GameId, after: int = 0, limit: int | None = None) -> list[Record]:
        assert game
        return list(self.records[after : None if limit is None else after + limit])

    async def is_unjudged(self, game: GameId) -> bool:
        assert game
        return False

    async def version(self, game: GameId) -> Version:
        assert game
        return Version(len(self.records))
