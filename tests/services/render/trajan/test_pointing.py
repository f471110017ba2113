"""Every choice of Trajan can be pointed at, and no two in the same way."""

import pytest

from domain.kernel.ids import Seat
from domain.trajan import GAME
from domain.trajan import commands as cmd
from domain.trajan.commands import COMMANDS
from services.render.trajan.pointing import handles
from tests.kit.logged_match import LoggedMatch


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_paths_of_one_list_differ_and_none_begins_another(players: int, seed: int) -> None:
    logged = LoggedMatch(GAME, players, seed)
    for _ in logged.steps(seed):
        for seat in range(players):
            paths = [handles(command) for command in logged.match.legal(Seat(seat))]
            beginnings = {path[:length] for path in paths for length in range(1, len(path))}
            assert len({*paths}) == len(paths)
            assert beginnings.isdisjoint(paths)


def test_wild_goods_come_before_the_card_that_they_complete() -> None:
    assert handles(cmd.ChooseGoods(good="wine")) == ("card:wine",)
    assert handles(cmd.ChooseGoods(good="wine", wilds=1)) == ("tile:wild_good", "card:wine")
    assert handles(cmd.ChooseGoods(good="wild_good", wilds=1)) == ("tile:wild_good",)
    assert handles(cmd.ChooseGoods(good="wild_good", wilds=2)) == ("tile:wild_good", "tile:wild_good:2")


def test_a_card_is_pointed_at_before_the_pile_that_it_goes_to() -> None:
    assert handles(cmd.DiscardCard(card="wine", pile="left")) == ("card:wine", "pile:left")


def test_every_command_has_a_path() -> None:
    fields = {"colour": "blue", "pile": "left", "stack": "goods", "bowl": "I", "action": "port", "card": "oil"}
    fields |= {"ship": "same", "good": "oil", "tile": "bread", "province": "alpes", "cell": "A1"}
    for kind in COMMANDS:
        command = kind(**{name: fields[name] for name in kind.__struct_fields__ if name in fields})
        assert handles(command)
        assert all(handle.isascii() for handle in handles(command))
