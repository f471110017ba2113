"""The heads of rounds: read once, then only what is new; and never those of a history that was lost."""

from domain.kernel.envelope import Codec, Record
from domain.kernel.ids import GameId, Version
from domain.kernel.rounds import round_heads
from domain.registry import Registry
from services.tables.folding import MatchAt
from services.tables.rounds import RoundHeads
from tests.kit.logged_match import LoggedMatch, played
from tests.kit.taberna import GAME

ID = GameId("g")


class Logs:
    """The log of one game, as far as it has come."""

    def __init__(self, logged: LoggedMatch) -> None:
        self.logged = logged
        self.asked: list[tuple[int, int | None]] = []

    async def read(self, _game: GameId, after: int = 0, limit: int | None = None) -> list[Record]:
        self.asked.append((after, limit))
        return self.logged.records[after:][:limit]

    def at(self, version: int) -> MatchAt:
        """The table as a process has folded it up to a version."""
        return MatchAt(ID, self.logged.match, Version(version), self.logged.records[version - 1].hash())


async def test_only_what_is_new_is_read() -> None:
    logs = Logs(played(GAME, 2, 5))
    records = logs.logged.records
    rounds = RoundHeads(logs, Registry([GAME]))
    for version in (30, 30, len(records)):
        assert list(await rounds.of(logs.at(version))) == round_heads(Codec(GAME), records[:version], None)
    assert logs.asked == [(0, 30), (30, len(records) - 30)]
    assert len(await rounds.of(logs.at(len(records)))) == 3, "two rounds began, and the game ended"


async def test_a_history_that_was_lost_is_forgotten() -> None:
    one, other = played(GAME, 2, 5), played(GAME, 2, 6)
    logs = Logs(one)
    rounds = RoundHeads(logs, Registry([GAME]))
    for first, then in ((40, 40), (40, 50), (40, 30)):
        logs.logged = one
        await rounds.of(logs.at(first))
        logs.logged = other
        assert list(await rounds.of(logs.at(then))) == round_heads(Codec(GAME), other.records[:then], None)
