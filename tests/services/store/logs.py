"""Logs without a game: chained batches of real records, for tests that only care where and whether they are written."""

from uuid import uuid4

from domain.kernel.envelope import GENESIS, Record, Stamp, write
from domain.kernel.ids import GameId, Seat, Version
from domain.kernel.match import Entry
from services.store.events import Append, Appended, CommandKey
from tests.kit.logged_match import AT
from tests.kit.taberna.events import CardLaid, TurnEnded

SECRET = bytes(range(32))


def new_game() -> GameId:
    """An id that no other test has, whatever server they share."""
    return GameId(uuid4().hex)


def written(first: int, last: int, *, repeated: bool = False) -> Appended:
    """The answer to an append."""
    return Appended(Version(first), Version(last), repeated)


class Log:
    """The log of one game as one writer knows it: makes the batch that fits its end."""

    def __init__(self, game: GameId | None = None) -> None:
        self.game = game or new_game()
        self.version = Version(0)
        self.head = GENESIS

    def batch(self, size: int = 1, key: CommandKey | None = None, due: float | None = None) -> Append:
        """A batch of sealed and open events in turn; every batch has a key of its own, unless one is given."""
        key = key or CommandKey(uuid4().hex, "body")
        entries = [Entry(Seat(0), 0, None, CardLaid(seat=Seat(0), card=number)) for number in range(size)]
        entries[1::2] = [Entry(Seat(0), 0, None, TurnEnded(seat=Seat(0))) for _ in entries[1::2]]
        records, head = write(Stamp(self.game, AT, key.key, SECRET), self.version, self.head, entries)
        secret = None if self.version else SECRET
        return Append(self.game, self.version, self.head, head, records, key, due, secret)

    def follow(self, batch: Append) -> None:
        """Go on after a batch that was written."""
        self.version, self.head = Version(batch.version + len(batch.records)), batch.new_head

    def catch_up(self, records: list[Record]) -> None:
        """Go on after what others have written."""
        for record in records:
            self.version, self.head = Version(self.version + 1), record.hash()
