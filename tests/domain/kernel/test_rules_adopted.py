"""A running game goes on after an upgrade of its rules, and its log says from where on."""

import msgspec
import pytest

from domain.kernel import chain
from domain.kernel import lifecycle as life
from domain.kernel.errors import IllegalMove
from domain.kernel.log import read
from domain.kernel.match import Batch
from domain.kernel.replay import fold
from tests.kit.scenario import waited_for
from tests.kit.sitting import Sitting, position, state_bytes
from tests.kit.taberna import GAME
from tests.kit.taberna.commands import EndTurn
from tests.kit.taberna.game import Taberna


class NewerTaberna(Taberna):
    meta = msgspec.structs.replace(GAME.meta, rules_version=2, data_hash="f" * 64)


def upgraded(plies: int) -> Sitting:
    """A game that was begun under the old rules and is now folded by the new ones."""
    sitting = position(GAME, 2, 5, plies)
    sitting.game = NewerTaberna()
    sitting.match = fold(sitting.game, sitting.secret, read(sitting.codec, sitting.records))
    return sitting


def adoptions(sitting: Sitting) -> list[int]:
    log = read(sitting.codec, sitting.records)
    return [entry.version for entry in log if isinstance(entry.event, life.RulesAdopted)]


def test_the_first_choice_after_an_upgrade_adopts_the_rules_once() -> None:
    sitting = upgraded(plies=6)
    before = len(sitting.records)
    for _ in sitting.steps(5):
        pass
    assert adoptions(sitting) == [before + 1]
    assert sitting.match.table.rules_version == 2
    assert sitting.match.table.phase == "finished"
    assert state_bytes(sitting.refold()) == state_bytes(sitting.match)
    assert chain.verify(sitting.records) == sitting.head


def test_a_refused_choice_adopts_nothing() -> None:
    sitting = upgraded(plies=1)
    before = state_bytes(sitting.match)
    seat = waited_for(sitting.match.to_act())[0]
    with pytest.raises(IllegalMove):
        Batch(sitting.match, seat).choose(seat, EndTurn())
    assert state_bytes(sitting.match) == before


def test_without_an_upgrade_nothing_is_adopted() -> None:
    sitting = position(GAME, 2, 5, 20)
    assert adoptions(sitting) == []
