"""What changed between two views is named as it is drawn."""

from itertools import pairwise

import msgspec
import pytest

from domain.concordia import GAME
from domain.concordia import commands as cmd
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from services.render.concordia.pointing import place_name
from tests.kit.logged_match import LoggedMatch
from tests.services.render.concordia.drawings import RENDERER, composed, drawing, things
from tests.services.render.concordia.tables import Position, positions


def test_nothing_changed_between_equal_views() -> None:
    for position in positions()[::9]:
        assert RENDERER.changed(position.view, position.view) == frozenset()


def test_whatever_changed_is_drawn() -> None:
    sample = positions()
    for before, after in pairwise(sample):
        if before.view.public.map == after.view.public.map and before.seat == after.seat:
            changed = RENDERER.changed(before.view, after.view)
            drawn = things(composed(drawing(after)))
            kinds = ("house", "colonist", "marker", "sale", "money", "goods", "card", "count", "pile")
            assert {name for name in changed if name.partition(":")[0] in kinds} <= drawn.keys()


def _named(command: Command, seat: Seat) -> str | None:
    """The thing that a command puts onto the table."""
    match command:
        case cmd.BuildHouse(city):
            return f"house:{city}:{seat}"
        case cmd.MoveColonist(kind, _, line):
            return f"colonist:{seat}:{kind}:{place_name(line)}:1"
        case cmd.ProduceGoods(province):
            return f"marker:{province}"
        case cmd.PlayCard():
            return f"pile:{seat}"
        case _:
            return None


@pytest.mark.parametrize("players", [2, 4])
def test_what_a_choice_puts_on_the_table_changed(players: int) -> None:
    logged, seen = LoggedMatch(GAME, players, 3), set()
    for ply, _ in enumerate(logged.steps(3)):
        waiting = logged.match.to_act()
        if ply > 150 or not isinstance(waiting, tuple) or not waiting:
            break
        for command in logged.match.legal(waiting[0])[:40:7]:
            thing = _named(command, waiting[0])
            if thing is None or isinstance(command, cmd.PlayCard):
                continue
            before = GAME.view(logged.match.state, waiting[0])
            after = msgspec.msgpack.decode(msgspec.msgpack.encode(logged.match.state), type=GAME.state_type)
            for event in GAME.decide(logged.match.state, waiting[0], command, logged.match.rng(lambda *_: None)):
                GAME.evolve(after, event)
            seen.add(type(command))
            assert thing in RENDERER.changed(before, GAME.view(after, waiting[0]))
    assert seen >= {cmd.MoveColonist, cmd.ProduceGoods}


def test_a_changed_piece_is_ringed_in_a_picture_and_has_a_laurel_on_the_page() -> None:
    position = next(one for one in positions() if any(one.view.public.houses.values()))
    city, owners = next((city, owners) for city, owners in position.view.public.houses.items() if owners)
    thing = f"house:{city}:{owners[0]}"
    quiet = drawing(Position(position.view, position.seat, ()))
    ringed = msgspec.structs.replace(quiet, changed=frozenset({thing}))
    assert f'data-thing="{thing}" class="changed"' in composed(ringed)
    assert composed(ringed).count("<circle") == composed(quiet).count("<circle") + 2
