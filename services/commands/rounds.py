"""The heads at the end of each round, found once in the log of a table and then only in what is new of it."""

from collections.abc import Sequence

from domain.kernel.envelope import GENESIS, Codec, Record
from domain.kernel.ids import GameId, Seat, Version
from domain.kernel.log import read_created
from domain.kernel.rounds import RoundHead, first_seat, round_heads
from domain.registry import Registry
from projections.kept_folds import KeptFolds
from projections.log_follower import LogFollower, Logs
from services.commands.folding import MatchAt

_MOST = 512


class _RoundsOfGame:
    def __init__(self, game_id: GameId, codec: Codec) -> None:
        self.game_id = game_id
        self.version = Version(0)
        self.head = GENESIS
        self.heads: tuple[RoundHead, ...] = ()
        self._codec = codec
        self.weight = 1
        self._first: Seat | None = None

    def add(self, records: Sequence[Record]) -> bool:
        """Find the heads in what is new; no undo reaches those that were found."""
        if self._first is None:
            self._first = first_seat(records)
        self.heads += tuple(round_heads(self._codec, records, self._first))
        self.version, self.head = records[-1].envelope().version, records[-1].hash()
        return True


class RoundHeads:
    """Remembers the heads of the tables that were asked for most recently."""

    def __init__(self, logs: Logs, registry: Registry) -> None:
        """Read them from the logs."""
        self._codecs = {game.meta.slug: Codec(game) for game in registry}
        self._follower = LogFollower(logs, self._start, KeptFolds(_MOST, lambda _rounds: 1))

    def _start(self, game_id: GameId, first: Record) -> _RoundsOfGame:
        return _RoundsOfGame(game_id, self._codecs[read_created([first]).game])

    async def of(self, loaded: MatchAt) -> tuple[RoundHead, ...]:
        """The heads of a table up to the version that it stands at."""
        return (await self._follower.at(loaded.game_id, loaded.version, loaded.head)).heads
