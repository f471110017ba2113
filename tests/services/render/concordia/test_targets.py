"""Every legal command can be pointed at: each handle of its path is drawn once when its turn comes."""

from collections import Counter

import pytest

from services.render.pointing import Pointing
from tests.services.render.concordia.drawings import RENDERER, Reader, drawing, handles_in
from tests.services.render.concordia.tables import Position, positions


def _beginnings(position: Position) -> list[tuple[str, ...]]:
    """Things chosen so far, one example for each kind of thing that can come next."""
    paths = [RENDERER.handles(command) for command in position.legal]
    found: dict[tuple[str, ...], tuple[str, ...]] = {(): ()}
    for path in paths:
        for length in range(1, len(path)):
            kinds = tuple(handle.partition(":")[0] for handle in path[: length + 1])
            found.setdefault(kinds, path[:length])
    return [*dict.fromkeys(found.values())]


@pytest.mark.parametrize("compact", [False, True])
def test_each_handle_is_drawn_once_when_it_can_be_pointed_at(compact: bool) -> None:
    for position in positions()[:: 3 if compact else 1]:
        for chosen in _beginnings(position):
            drawn = drawing(position, chosen, Reader(compact=compact))
            parts = {part.name: handles_in(part) for part in RENDERER.parts(drawn)}
            assert sum(parts.values(), Counter()) == dict.fromkeys(drawn.legal, 1)
            assert parts["bar"].keys() == {handle for handle in drawn.legal if handle.startswith("bar:")}


def test_what_was_chosen_is_marked() -> None:
    for position in positions()[::3]:
        for chosen in _beginnings(position)[1:]:
            drawn = drawing(position, chosen)
            bodies = "".join(part.body for part in RENDERER.parts(drawn))
            assert all(f'data-thing="{thing}" class="chosen"' in bodies for thing in chosen)


def test_a_thing_that_stands_for_several_commands_has_a_name_in_words() -> None:
    for position in positions()[::3]:
        names = drawing(position).legal
        assert all(target.label and ":" not in target.label.split()[0][:-1] for target in names.values())
        assert all("{" not in target.label for target in names.values())
        pointing = Pointing([(command, "") for command in position.legal], RENDERER.handles)
        for handle in pointing.next_targets((), str):
            assert RENDERER.thing_name(drawing(position), handle)
