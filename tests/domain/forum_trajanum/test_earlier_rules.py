"""Games begun by earlier rules go on by today's, from wherever they stood.

`rules-1` holds the log of a running game of rules version 1, by which the first workers came with the colonies;
`rules-2` one of rules version 2, whose events told less and which left out what brought no points.
"""

import hashlib

import pytest

from domain.forum_trajanum import GAME
from domain.forum_trajanum.data import COLOURS, WORKER
from domain.kernel import lifecycle as life
from domain.kernel.envelope import Codec, Record
from domain.kernel.export import from_line
from domain.kernel.log import read
from domain.kernel.match import Match
from tests.domain.forum_trajanum import invariants
from tests.kit import recordings
from tests.kit.logged_match import LoggedMatch, state_bytes

CRANES_DUE, WOMEN_DUE, FOURTH_ROUND = 32, 47, 303
"""Versions of the first log: one seat has arranged its cranes, one has seated its women, one builds in round 4."""
SECRETS = {1: b"sitting 24", 2: b"sitting 20"}


class Resumed(LoggedMatch):
    """A game that was recorded up to a version and is now folded by today's rules."""

    def __init__(self, rules: int, records: list[Record]) -> None:
        self.game = GAME
        self.codec = Codec(GAME)
        self.secret = hashlib.sha256(SECRETS[rules]).digest()
        self.records = records
        self.head = records[-1].hash()
        self.most_options = 0
        self.match = self.refold()


def resumed(version: int, rules: int = 1) -> Resumed:
    lines = (recordings.folder(GAME) / f"rules-{rules}" / "three-clearers.jsonl").read_bytes().splitlines()
    return Resumed(rules, [from_line(line, number) for number, line in enumerate(lines[:version], 1)])


def workers(match: Match) -> list[int]:
    return [sum(colony.stock[WORKER[colour]] for colour in COLOURS) for colony in match.state.public.colonies]


@pytest.mark.parametrize(
    ("rules", "version"), [(1, CRANES_DUE), (1, WOMEN_DUE), (1, FOURTH_ROUND), (2, CRANES_DUE), (2, FOURTH_ROUND)]
)
def test_a_game_of_earlier_rules_is_played_to_its_end(rules: int, version: int) -> None:
    logged = resumed(version, rules)
    for _ in logged.steps(seed=1):
        invariants.check(logged.match.state)
    adopted = [entry.version for entry in read(logged.codec, logged.records) if type(entry.event) is life.RulesAdopted]
    assert adopted == [version + 1]
    assert logged.match.table.phase == "finished"
    assert state_bytes(logged.refold()) == state_bytes(logged.match)


@pytest.mark.parametrize("version", [CRANES_DUE, WOMEN_DUE])
def test_a_table_laid_by_rules_version_1_deals_its_first_workers_once(version: int) -> None:
    logged = resumed(version)
    assert workers(logged.match) == [1, 1, 1]
    for _ in logged.steps(seed=1):
        if logged.match.state.public.round:
            break
    assert workers(logged.match) == [1, 1, 1]
