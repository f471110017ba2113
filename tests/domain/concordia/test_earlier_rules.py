"""Games begun by earlier rules go on by today's, from wherever they stood.

`rules-1` holds the log of a running game of rules version 1: a standing order kept the dearest goods by itself, and the
table waited for an answer if more goods came to its owner.
"""

import pytest

from domain.concordia import GAME
from domain.concordia import commands as cmd
from domain.kernel.ids import Seat
from tests.kit.logged_match import state_bytes
from tests.kit.resumed import Resumed

A_TURN, WAITING = 400, 596
"""Versions of its log: a seat chooses in its turn; the table waits for seat 2, to which more goods are on their way."""


def resumed(version: int) -> Resumed:
    return Resumed(GAME, "rules-1/three-builders", 50, version)


@pytest.mark.parametrize("version", [A_TURN, WAITING])
def test_a_game_of_rules_version_1_is_played_to_its_end(version: int) -> None:
    logged = resumed(version)
    for _ in logged.steps(seed=1):
        pass
    assert logged.adopted() == [version + 1]
    assert logged.match.table.phase == "finished"
    assert state_bytes(logged.refold()) == state_bytes(logged.match)


def test_goods_that_waited_by_the_earlier_rules_arrive_after_the_answer() -> None:
    logged = resumed(WAITING)
    assert logged.match.to_act() == (2,)
    assert [receipt.seat for receipt in logged.match.state.public.receipts] == [2]
    answer = next(option for option in logged.match.legal(Seat(2)) if isinstance(option, cmd.StoreGoods))
    logged.play(Seat(2), answer)
    assert logged.match.state.public.receipts == []
    assert logged.match.state.public.action == "card"


def test_the_orders_of_an_earlier_game_stay_as_they_were() -> None:
    assert [player.order for player in resumed(WAITING).match.state.public.players] == ["dearest", "ask", "ask"]
