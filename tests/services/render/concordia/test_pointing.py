"""Every command has a path of its own; no path is the beginning of another one of the same list."""

import pytest

from domain.concordia import commands as cmd
from domain.concordia.data import DATA
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from services.render.concordia.pointing import LINE_NAMES, handles
from tests.services.render.concordia.tables import positions


@pytest.mark.parametrize(
    ("command", "path"),
    [
        (cmd.PlayCard(card="start-architect"), ("card:start-architect",)),
        (cmd.MoveColonist(kind="sea", origin="roma", line="imp-S30"), ("colonist:sea:roma", "line:massilia-roma")),
        (
            cmd.MoveColonist(kind="sea", origin="imp-S33", line="imp-S27"),
            ("colonist:sea:roma-syracusae-sea", "line:dyrrhachium-syracusae"),
        ),
        (cmd.EndMoves(), ("bar:build",)),
        (cmd.BuildHouse(city="massilia"), ("city:massilia",)),
        (cmd.ProduceGoods(province="gallia"), ("province:gallia",)),
        (cmd.TakeIncome(), ("bar:income",)),
        (cmd.PlaceColonist(kind="land", city="roma"), ("cell:land", "city:roma")),
        (cmd.SellGoods(good="wine", count=2), ("cell:wine", "bar:sell-2")),
        (cmd.BuyGoods(good="food", count=1), ("price:food", "bar:buy-1")),
        (cmd.CopyCard(opponent=Seat(2), card="I-smith"), ("pile:2",)),
        (cmd.BuyCard(card="II-weaver", goods=("brick", "cloth")), ("sale:II-weaver",)),
        (cmd.BuyCard(card="II-weaver", goods=("brick", "food", "cloth")), ("sale:II-weaver", "cell:food")),
        (cmd.BuyCard(card="II-weaver", goods=("brick", "tool", "cloth", "cloth")), ("sale:II-weaver", "cell:tool")),
        (cmd.BuyCard(card="I-farmer", goods=("brick", "food", "cloth", "cloth")), ("sale:I-farmer", "cell:cloth")),
        (cmd.EndAction(), ("bar:stop",)),
        (cmd.StoreGoods(goods=("brick", "brick", "wine")), ("incoming:wine:1", "incoming:brick:1", "incoming:brick:2")),
        (cmd.OrderOverflow(order="ask"), ("order:ask",)),
    ],
)
def test_a_command_is_pointed_at(command: Command, path: tuple[str, ...]) -> None:
    assert handles(command) == path


def test_no_two_paths_of_a_position_collide() -> None:
    seen: set[type[Command]] = set()
    for position in positions():
        paths = [handles(command) for command in position.legal]
        seen.update(type(command) for command in position.legal)
        starts = {path[:length] for path in paths for length in range(1, len(path))}
        assert len(set(paths)) == len(paths), "two commands are pointed at in the same way"
        assert starts.isdisjoint(paths), "a path is the beginning of another"
        assert all(handle.isascii() for path in paths for handle in path)
    assert seen == {*cmd.COMMANDS}


def test_lines_of_a_map_have_names_of_their_own() -> None:
    for board, names in LINE_NAMES.items():
        assert len(set(names.values())) == len(DATA.maps[board].lines)
