"""Every choice of Trajan can be pointed at, and no two in the same way."""

import re

import pytest

from domain.kernel.ids import Seat
from domain.trajan import GAME
from domain.trajan import commands as cmd
from domain.trajan.commands import COMMANDS
from services.render.trajan.pointing import handles
from tests.kit.logged_match import LoggedMatch
from tests.services.render.trajan.tables import RENDERER, drawing_of, positions

_HANDLE = re.compile(r"data-handle=\"([^\"]+)\"")


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


def test_whatever_can_be_pointed_at_is_drawn() -> None:
    """At every stage of every path the next things are buttons; what lies nowhere is in the bar."""
    for position in positions():
        paths = [handles(command) for command, _ in position.options]
        for stage in {path[:length] for path in paths for length in range(len(path))}:
            drawing = drawing_of(position, stage)
            drawn = {
                part.name: set(re.findall(r'data-handle="([^"]+)"', part.body)) for part in RENDERER.parts(drawing)
            }
            in_bar = {handle for handle in drawing.legal if handle.startswith("bar:")}
            assert drawn.pop("bar") == in_bar
            assert set().union(*drawn.values()) == drawing.legal.keys() - in_bar


def test_things_have_names_in_words() -> None:
    for position in positions():
        drawing = drawing_of(position)
        for command, _ in position.options:
            for handle in handles(command):
                assert "_" not in RENDERER.thing_name(drawing, handle)
