"""Every legal command can be pointed at: each thing of its path is drawn as a button once it is its turn."""

from collections.abc import Iterator, Sequence

import msgspec
import pytest

from domain.forum_trajanum.commands import COMMANDS, LayTilesOpen, RevealStreetCards, TakeColonyTile
from domain.forum_trajanum.data import COVERABLE
from domain.forum_trajanum.state import Owed, Turn
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from services.render.drawing import Drawing
from tests.services.render.forum_trajanum.drawn import RENDERER, drawing, read
from tests.services.render.forum_trajanum.tables import Position, positions

EVERY = 397


def _rare() -> Position:
    """A tile of the grid is to be taken, as a reward that random games seldom reach."""
    position = next(one for one in positions() if one.view.public.turn is not None)
    seat = Seat(0)
    public = msgspec.structs.replace(position.view.public, turn=Turn(seat=seat, owed=[Owed(kind="take")]))
    colony = public.colonies[seat]
    cells = [cell for cell in COVERABLE if cell in colony.covered or cell in colony.open]
    view = msgspec.structs.replace(position.view, seat=seat, public=public)
    return Position(view, position.players, tuple(TakeColonyTile(cell=cell) for cell in cells))


def _met() -> list[Position]:
    """Positions at which, together, every command may be given."""
    found: dict[type[Command], Position] = {}
    for position in positions():
        for command in position.legal:
            found.setdefault(type(command), position)
    played_by_themselves = [
        next(one for one in positions())._replace(legal=(command,)) for command in (LayTilesOpen(), RevealStreetCards())
    ]
    return [*found.values(), *positions()[::EVERY], *played_by_themselves, _rare()]


@pytest.mark.parametrize("compact", [False, True])
def test_each_thing_of_a_path_is_a_button_when_its_turn_comes(*, compact: bool) -> None:
    met = set()
    for position in _met():
        met |= {type(command) for command in position.legal}
        for chosen in _beginnings(position.legal):
            table = drawing(position, chosen, compact=compact)
            assert sorted(_buttons(table)) == sorted(table.legal), (chosen, position.legal[:3])
    assert met == set(COMMANDS)


def test_the_picture_shows_the_same_targets_but_for_the_bar() -> None:
    for position in positions()[::EVERY]:
        table = drawing(position)
        shown = read([one.part for one in RENDERER.layout(table).placed])
        drawn = [one.attrib["data-handle"] for one in shown.iter() if "data-handle" in one.attrib]
        assert sorted(drawn) == sorted(thing for thing in table.legal if not thing.startswith("bar:"))


def test_what_was_chosen_stays_to_be_seen() -> None:
    for position in positions()[::EVERY]:
        for chosen in _beginnings(position.legal):
            root = read(RENDERER.parts(drawing(position, chosen)))
            marked = {one.attrib["data-thing"] for one in root.iter() if one.attrib.get("class") == "chosen"}
            assert marked == set(chosen)


def test_a_button_that_stands_for_several_commands_has_a_name_in_words() -> None:
    for position in positions()[:: EVERY // 8]:
        table = drawing(position)
        for target in table.legal.values():
            assert target.label
            assert "{" not in target.label


def _beginnings(legal: Sequence[Command]) -> Iterator[tuple[str, ...]]:
    """What can have been pointed at so far: some beginnings of each length."""
    paths = {RENDERER.handles(command) for command in legal}
    found = {path[:length] for path in paths for length in range(len(path))}
    for length in range(max(map(len, paths), default=0)):
        yield from sorted(path for path in found if len(path) == length)[:3]


def _buttons(table: Drawing) -> list[str]:
    root = read(RENDERER.parts(table))
    buttons = [one for one in root.iter() if one.attrib.get("role") == "button"]
    assert all(one.attrib["aria-label"] and one.attrib["tabindex"] == "0" for one in buttons)
    return [one.attrib["data-handle"] for one in buttons]
