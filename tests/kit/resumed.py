"""A recorded game that goes on from some version by today's rules."""

import hashlib

from domain.kernel import lifecycle as life
from domain.kernel.envelope import Codec
from domain.kernel.export import from_line
from domain.kernel.game import AnyGame
from domain.kernel.ids import Version
from domain.kernel.log import read
from tests.kit import recordings
from tests.kit.logged_match import LoggedMatch


class Resumed(LoggedMatch):
    """A game that was recorded up to a version, folded by today's rules."""

    def __init__(self, game: AnyGame, recording: str, seed: int, version: int) -> None:
        lines = (recordings.folder(game) / f"{recording}.jsonl").read_bytes().splitlines()[:version]
        self.start_log(game, hashlib.sha256(f"sitting {seed}".encode()).digest())
        self.records = [from_line(line, number) for number, line in enumerate(lines, 1)]
        self.head = self.records[-1].hash()
        self.match = self.refold()

    def adopted(self) -> list[Version]:
        """Where it went over to other rules."""
        log = read(Codec(self.game), self.records)
        return [entry.version for entry in log if type(entry.event) is life.RulesAdopted]
