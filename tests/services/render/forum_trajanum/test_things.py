"""Every public thing of a view is in the picture, once; and nothing else is."""

from collections import Counter

import pytest

from domain.forum_trajanum.data import COVERABLE, DATA
from domain.forum_trajanum.phases.build import buildings_of
from domain.forum_trajanum.state import Public
from services.render.theme import ThemeName
from tests.services.render.forum_trajanum.drawn import RENDERER, composed, drawing, icons_in, kinds, read, things
from tests.services.render.forum_trajanum.tables import Position, sampled


def test_every_piece_is_drawn_once() -> None:
    for position in sampled(97):
        _check_pieces(position)


def _check_pieces(position: Position) -> None:
    public = position.view.public
    root = composed(drawing(position))
    assert max(things(root).values()) == 1
    drawn = kinds(root)
    seats = len(public.colonies)
    assert drawn["cell"] == 36 * seats
    assert drawn["street"] == 12 * seats
    assert drawn["row"] == 6 * seats
    assert drawn["stock"] == 8 * seats
    assert drawn["ship"] == drawn["slider"] == drawn["score"] == seats
    assert drawn["start"] == 1
    assert drawn["citizen"] == sum(len(row) for colony in public.colonies for row in colony.rows)
    assert drawn["display"] == sum(len(colony.display) for colony in public.colonies)
    assert drawn["envoy"] == len(public.forum.envoys)
    assert drawn["forum"] == len(public.forum.eagles) + sum(len(area.cells) for area in public.forum.areas)
    assert drawn["building"] == 16
    assert drawn["pool"] == 8
    assert drawn["card"] == len([card for card in public.trajan_cards if card])
    assert drawn["tile"] == _tiles_held(position)
    _check_markers(drawn, public)


def _tiles_held(position: Position) -> int:
    view, turn = position.view, position.view.public.turn
    shown = 0 if turn is None else sum(tile is not None for tile in (turn.own, turn.received, turn.picked, turn.taken))
    start_citizens = len(view.public.colonies) if view.public.stage == "women" else 0
    return sum(view.holds_own) + sum(view.holds_received) + shown + start_citizens


def _check_markers(drawn: Counter[str], public: Public) -> None:
    beside = sum(len(colony.beside_column) for colony in public.colonies)
    on_tracks = sum(track not in colony.beside_column for colony in public.colonies for track in colony.markers)
    assert drawn["beside"] == beside
    assert drawn["marker"] == on_tracks


def test_every_cell_shows_what_lies_there() -> None:
    for position in sampled(97):
        _check_cells(position)


def _check_cells(position: Position) -> None:
    root = composed(drawing(position.watched()))
    shown = Counter(icons_in(root, "cell"))
    colonies = position.view.public.colonies
    covered = sum(len(colony.covered) for colony in colonies)
    built = Counter(name for colony in colonies for name in colony.built.values())
    built += _ghost(position.view.public)
    free = sum(
        cell not in colony.covered and cell not in colony.built and cell not in colony.cranes
        for colony in colonies
        if colony.open or colony.covered
        for cell in COVERABLE
    )
    assert shown["cell-covered"] == covered
    assert shown["cell-temple"] == 4 * len(colonies)
    assert shown["cell-free"] == free
    assert {name: shown[f"tile-{name}"] + shown[f"b-{name}"] for name in built} == built
    assert shown["crane-scored"] == sum(len(colony.scored_cranes) for colony in colonies)
    under = sum(shown[f"corner-{colour}"] for colour in DATA.colours.names)
    assert under == sum(len(colony.open) for colony in colonies)


def _ghost(public: Public) -> Counter[str]:
    """What is about to be paid is drawn on its site."""
    owed = public.turn.owed[-1] if public.turn is not None else None
    return Counter(buildings_of(owed.of, owed.shape) if owed is not None and owed.kind == "price" else ())


@pytest.mark.parametrize("look", ["dark", "page"])
@pytest.mark.parametrize("compact", [False, True])
def test_the_parts_of_a_page_show_each_thing_once(look: ThemeName, *, compact: bool) -> None:
    for position in sampled(397):
        table = drawing(position, look=look, compact=compact)
        parts = RENDERER.parts(table)
        assert len({part.name for part in parts}) == len(parts)
        assert max(things(read(parts)).values()) == 1
        assert all(part.title for part in parts)
