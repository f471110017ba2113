"""Games begun by earlier rules go on by today's, from wherever they stood.

`rules-1` holds the log of a running game of rules version 1: a standing order kept the dearest goods by itself, and the
table waited for an answer if more goods came to its owner.
"""

import hashlib

import pytest

from domain.concordia import GAME
from domain.concordia import commands as cmd
from domain.kernel import lifecycle as life
from domain.kernel.envelope import Codec, Record
from domain.kernel.export import from_line
from domain.kernel.ids import Seat
from domain.kernel.log import read
from tests.kit import recordings
from tests.kit.logged_match import LoggedMatch, state_bytes

A_TURN, WAITING = 400, 596
"""Versions of its log: a seat chooses in its turn; the table waits for seat 2, to which more goods are on their way."""


class Resumed(LoggedMatch):
    """A game that was recorded up to a version and is now folded by today's rules."""

    def __init__(self, version: int) -> None:
        lines = (recordings.folder(GAME) / "rules-1" / "three-builders.jsonl").read_bytes().splitlines()
        records: list[Record] = [from_line(line, number) for number, line in enumerate(lines[:version], 1)]
        self.game = GAME
        self.codec = Codec(GAME)
        self.secret = hashlib.sha256(b"sitting 50").digest()
        self.records = records
        self.head = records[-1].hash()
        self.most_options = 0
        self.match = self.refold()


@pytest.mark.parametrize("version", [A_TURN, WAITING])
def test_a_game_of_rules_version_1_is_played_to_its_end(version: int) -> None:
    logged = Resumed(version)
    for _ in logged.steps(seed=1):
        pass
    adopted = [entry.version for entry in read(logged.codec, logged.records) if type(entry.event) is life.RulesAdopted]
    assert adopted == [version + 1]
    assert logged.match.table.phase == "finished"
    assert state_bytes(logged.refold()) == state_bytes(logged.match)


def test_goods_that_waited_by_the_earlier_rules_arrive_after_the_answer() -> None:
    logged = Resumed(WAITING)
    assert logged.match.to_act() == (2,)
    assert [receipt.seat for receipt in logged.match.state.public.receipts] == [2]
    answer = next(option for option in logged.match.legal(Seat(2)) if isinstance(option, cmd.StoreGoods))
    logged.play(Seat(2), answer)
    assert logged.match.state.public.receipts == []
    assert logged.match.state.public.action == "card"


def test_the_orders_of_an_earlier_game_stay_as_they_were() -> None:
    assert [player.order for player in Resumed(WAITING).match.state.public.players] == ["dearest", "ask", "ask"]
