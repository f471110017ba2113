"""What lies where on a table, by the names of things: two views differ in the things whose contents differ."""

from collections.abc import Hashable, Iterator

from domain.forum_trajanum.data import CELLS
from domain.forum_trajanum.state import Colony
from domain.forum_trajanum.view import ForumTrajanumView
from services.render.forum_trajanum.pen import named

Content = tuple[str, Hashable]


def changed(before: ForumTrajanumView, after: ForumTrajanumView) -> frozenset[str]:
    """The things of the later view that hold something else than before."""
    old = dict(_contents(before))
    return frozenset(name for name, content in _contents(after) if old.get(name) != content)


def _contents(view: ForumTrajanumView) -> Iterator[Content]:
    public = view.public
    for seat, colony in enumerate(public.colonies):
        for thing, content in _of_colony(colony):
            yield named(seat, view.seat, thing), content
        yield f"score:{seat}", view.scores[seat]
        for track, space in colony.markers.items():
            place = "beside" if track in colony.beside_column else "marker"
            yield f"{place}:{track}:{seat}", space
    for cell, owner in public.forum.envoys.items():
        yield f"forum:{cell}", owner
    for name, pool in (("singles", public.singles), ("doubles", public.doubles)):
        for colour, left in pool.items():
            yield f"pool:{colour}:{name}", left


def _of_colony(colony: Colony) -> Iterator[Content]:
    for cell in CELLS:
        yield f"cell:{cell}", _on(colony, cell)
    for resource, number in colony.stock.items():
        yield f"stock:{resource}", number
    yield "ship", colony.ship
    yield "slider", (colony.slider, colony.advanced)
    for row, citizens in enumerate(colony.rows, 1):
        for place, citizen in enumerate(citizens, 1):
            yield f"citizen:{row}:{place}", citizen.tile
    for tile in colony.display:
        yield f"display:{tile}", True


def _on(colony: Colony, cell: str) -> str:
    """What lies on a cell; that it was emptied is no news, since every draft empties two."""
    if cell in colony.scored_cranes:
        return "scored"
    return colony.built.get(cell, "")
