"""What changed between two views is named by things that the later picture shows."""

from itertools import pairwise

import msgspec

from domain.forum_trajanum.view import ForumTrajanumView
from domain.kernel.ids import Seat
from tests.services.render.forum_trajanum.drawn import RENDERER, composed, drawing, things
from tests.services.render.forum_trajanum.tables import Position, positions


def _pairs() -> list[tuple[Position, Position]]:
    """Positions of one game, some choices apart, as a spectator sees them."""
    watched = [position.watched() for position in positions()[:400:40]]
    return list(pairwise(watched))


def test_nothing_changes_by_itself() -> None:
    for before, _ in _pairs():
        assert RENDERER.changed(before.view, before.view) == frozenset()


def test_what_changed_is_on_the_table_and_marked() -> None:
    for before, after in _pairs():
        changed = RENDERER.changed(before.view, after.view)
        assert changed
        root = composed(msgspec.structs.replace(drawing(after), changed=changed))
        assert changed <= set(things(root))
        marked = {one.attrib["data-thing"] for one in root.iter() if one.attrib.get("class") == "changed"}
        assert marked == changed


def test_a_new_building_an_envoy_and_points_are_news_but_an_empty_cell_is_not() -> None:
    before = positions()[200].watched().view
    after = msgspec.msgpack.decode(msgspec.msgpack.encode(before), type=ForumTrajanumView)
    colony = after.public.colonies[1]
    emptied, built = colony.covered[:2]
    colony.covered = colony.covered[2:]
    colony.built[built] = "park"
    free = next(
        cell for area in after.public.forum.areas for cell in area.cells if cell not in after.public.forum.envoys
    )
    after.public.forum.envoys[free] = Seat(1)
    after.scores[1] += 3
    changed = RENDERER.changed(before, after)
    assert changed == {f"cell:{built}@1", f"forum:{free}", "score:1"}
    assert f"cell:{emptied}@1" not in changed
