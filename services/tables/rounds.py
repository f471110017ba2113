"""The heads at the end of each round, found once in the log of a table and then only in what is new of it."""

from collections.abc import Sequence

from domain.kernel.envelope import GENESIS, Codec, Record
from domain.kernel.ids import GameId, Seat, Version
from domain.kernel.rounds import RoundHead, first_seat, round_heads
from domain.registry import Registry
from projections.log_follower import LogFollower, Logs
from services.tables.folding import MatchAt

_MOST = 512


class _RoundsOfGame:
    weight = 1

    def __init__(self, game_id: GameId, codec: Codec, _first: Record) -> None:
        self.game_id = game_id
        self.version = Version(0)
        self.head = GENESIS
        self.heads: tuple[RoundHead, ...] = ()
        self._codec = codec
        self._first_seat: Seat | None = None

    def add(self, records: Sequence[Record]) -> bool:
        """Find the heads in what is new; no undo reaches those that were found."""
        if self._first_seat is None:
            self._first_seat = first_seat(records)
        self.heads += tuple(round_heads(self._codec, records, self._first_seat))
        self.version, self.head = records[-1].envelope().version, records[-1].hash()
        return True


class RoundHeads(LogFollower[_RoundsOfGame]):
    """Follows the logs of the tables that were asked for most recently."""

    def __init__(self, logs: Logs, registry: Registry) -> None:
        """Read them from the logs."""
        super().__init__(logs, registry, _RoundsOfGame, _MOST)

    async def of(self, loaded: MatchAt) -> tuple[RoundHead, ...]:
        """The heads of a table up to the version that it stands at."""
        return (await self.at(loaded.game_id, loaded.version, loaded.head)).heads
