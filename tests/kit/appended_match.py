"""Games played in memory, with the batches that a server would have appended for them."""

import random
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from domain.kernel.envelope import Record, Stamp, write
from domain.kernel.errors import UndoBarred
from domain.kernel.game import AnyGame, Step
from domain.kernel.ids import GameId, Version
from domain.kernel.match import Batch
from services.store.events import Append, CommandKey
from tests.kit.logged_match import LoggedMatch
from tests.kit.taberna import GAME as TABERNA

MORNING = datetime(2026, 1, 1, tzinfo=UTC)


class AppendedMatch(LoggedMatch):
    """A logged match with an id and a clock of its own that keeps what a server would have appended."""

    def __init__(self, seed: int, players: int = 2, game: AnyGame = TABERNA) -> None:
        self.game_id = GameId(uuid4().hex[:20])
        self.appends: list[Append] = []
        super().__init__(game, players, seed)

    def keep(self, batch: Batch) -> list[Record]:
        version, before = Version(len(self.records)), self.head
        key = CommandKey(f"c{version}", "")
        at = (MORNING + timedelta(minutes=len(self.appends))).isoformat(timespec="milliseconds")
        stamp = Stamp(self.game_id, at.replace("+00:00", "Z"), key.key, self.secret)
        records, self.head = write(stamp, version, before, batch.entries)
        self.records += records
        secret = None if version else self.secret
        self.appends.append(Append(self.game_id, version, before, self.head, records, key, None, secret))
        return records


def played_with_undos(seed: int, players: int = 2) -> AppendedMatch:
    """A whole random game with choices taken back now and then."""
    appended = AppendedMatch(seed, players)
    rng = random.Random(seed)
    for _ in appended.steps(seed):
        waiting = appended.match.to_act()
        if not isinstance(waiting, Step) and waiting and rng.random() < 0.3:
            appended.play(waiting[0], rng.choice(appended.match.legal(waiting[0])))
            with suppress(UndoBarred):
                appended.undo(waiting[0])
    return appended


def interleaved(matches: Iterable[AppendedMatch], rng: random.Random) -> list[Append]:
    """The batches of several games, each game's in their order."""
    left = [iter(appended.appends) for appended in matches]
    found: list[Append] = []
    while left:
        one = rng.choice(left)
        batch = next(one, None)
        if batch is None:
            left.remove(one)
        else:
            found.append(batch)
    return found
