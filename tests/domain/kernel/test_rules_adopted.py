"""A running game goes on after an upgrade of its rules, and its log says from where on."""

import msgspec
import pytest

from domain.kernel import chain
from domain.kernel import lifecycle as life
from domain.kernel.errors import IllegalMove
from domain.kernel.log import read
from domain.kernel.match import Batch
from domain.kernel.replay import fold
from tests.kit.logged_match import LoggedMatch, position, state_bytes
from tests.kit.scenario import waited_for
from tests.kit.taberna import GAME
from tests.kit.taberna.commands import EndTurn
from tests.kit.taberna.game import Taberna


class NewerTaberna(Taberna):
    meta = msgspec.structs.replace(GAME.meta, rules_version=2, data_hash="f" * 64)


def upgraded(plies: int) -> LoggedMatch:
    """A game that was begun under the old rules and is now folded by the new ones."""
    logged = position(GAME, 2, 5, plies)
    logged.game = NewerTaberna()
    logged.match = fold(logged.game, logged.secret, read(logged.codec, logged.records))
    return logged


def adoptions(logged: LoggedMatch) -> list[int]:
    log = read(logged.codec, logged.records)
    return [entry.version for entry in log if isinstance(entry.event, life.RulesAdopted)]


def test_the_first_choice_after_an_upgrade_adopts_the_rules_once() -> None:
    logged = upgraded(plies=6)
    before = len(logged.records)
    for _ in logged.steps(5):
        pass
    assert adoptions(logged) == [before + 1]
    assert logged.match.table.rules_version == 2
    assert logged.match.table.phase == "finished"
    assert state_bytes(logged.refold()) == state_bytes(logged.match)
    assert chain.verify(logged.records) == logged.head


def test_a_refused_choice_adopts_nothing() -> None:
    logged = upgraded(plies=1)
    before = state_bytes(logged.match)
    seat = waited_for(logged.match.to_act())[0]
    with pytest.raises(IllegalMove):
        Batch(logged.match, seat).choose(seat, EndTurn())
    assert state_bytes(logged.match) == before


def test_without_an_upgrade_nothing_is_adopted() -> None:
    logged = position(GAME, 2, 5, 20)
    assert adoptions(logged) == []
