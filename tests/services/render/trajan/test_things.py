"""Everything that a reader may know of Trajan's table is in its picture, and nothing else."""

import re
from collections import Counter
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from domain.kernel.rng import KeyedRng
from domain.trajan import GAME
from domain.trajan.view import TrajanView
from services.render import picture
from services.render.drawing import Part
from services.render.theme import ThemeName
from tests.services.render.trajan.tables import RENDERER, Position, drawing_of, positions

CAPTION = picture.Caption("Trajan", ("Livia built.",), "Quinta to play", "until Friday 08:40", ())
_SEAT = re.compile(r"seat-\d:")


def things_of(parts: list[Part]) -> list[str]:
    """The names of what was drawn."""
    return [name for part in parts for name in re.findall(r'data-thing="([^"]+)"', part.body)]


def expected(view: TrajanView) -> Counter[str]:
    """How many things of each kind a picture must show."""
    public, mats = view.public, view.public.mats
    in_bowls = sum(len(bowl) for mat in mats for bowl in mat.bowls)
    rivals = [mat for seat, mat in enumerate(mats) if seat != view.seat]
    special = sum(owed.kind == "special" for owed in public.owed[-1:])
    return +Counter(
        {
            "in": in_bowls,
            "marker": 12 * len(mats) - in_bowls,
            "bowl": 6 * len(mats),
            "action": 6 * len(mats),
            "slot": sum(tile is not None for mat in mats for tile in mat.slots),
            "special": special,
            "arch": len(mats),
            "plus-two": sum(len(mat.plus_two) for mat in mats),
            "tile": sum(len(mat.tiles) for mat in mats),
            "kept": sum(len(mat.kept) for mat in mats),
            "built": sum(len(mat.buildings) for mat in mats),
            "bonus": sum(len(mat.bonus) for mat in mats),
            "laid": sum(len(mat.laid_out) for mat in mats),
            "card": len(view.hand),
            "seen": sum(len(mat.seen_in_hand) for mat in rivals),
            "unseen": len(rivals),
            "worker": sum(len(mat.workers) for mat in mats),
            "legionary": sum(len(mat.legionaries) for mat in mats),
            "general": len(mats),
            "disc": sum(map(len, public.senate)),
            "forum": sum(tile is not None for tile in (*public.forum, *public.extra)),
            "found": len(public.provinces),
            "building": len(public.cells),
            "offer": len(public.offered),
            "need": len(public.needs),
            **dict.fromkeys(("score", "hand", "supply", "laid-out", "military-camp", "worker-camp"), len(mats)),
            "stack": 6,
            "ship": 3,
            "pile": 3,
            "cell": 20,
            "province": 10,
            "time": 1,
            "camp": 1,
            "next-step": 0,
        }
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_public_thing_is_in_the_picture_once(players: int) -> None:
    for position in positions():
        if len(position.view.public.mats) != players:
            continue
        names = things_of([placed.part for placed in RENDERER.layout(drawing_of(position)).placed])
        assert [name for name, count in Counter(names).items() if count > 1] == []
        kinds = Counter(_SEAT.sub("", name).partition(":")[0] for name in names)
        del kinds["next-step"]
        assert kinds == expected(position.view)


def test_numbers_are_those_of_the_view() -> None:
    for position in positions()[::3]:
        view = position.view
        shown = _texts(position)
        for seat, mat in enumerate(view.public.mats):
            own = "" if seat == view.seat else f"seat-{seat + 1}:"
            assert shown[f"{own}score"] == str(view.scores[seat]).replace("-", "\N{MINUS SIGN}")
            assert shown[f"{own}hand"] == str(view.hand_sizes[seat])
            assert shown[f"{own}supply"] == str(mat.supply)
            assert shown[f"{own}military-camp"] == str(mat.military_camp)
            assert shown[f"{own}worker-camp"] == str(mat.worker_camp)
        assert shown["pile:draw"] == str(view.draw_pile_size)


def _texts(position: Position) -> dict[str, str]:
    """What is written on each thing."""
    drawn = ET.fromstring(picture.compose(RENDERER, drawing_of(position), CAPTION).svg)
    return {one.get("data-thing", ""): "".join(one.itertext()) for one in drawn.iter() if one.get("data-thing")}


def test_a_spectator_sees_no_hand_whatever_it_holds() -> None:
    """The cards are dealt anew, unseen by the spectator: the picture stays the same to the byte."""
    rng = KeyedRng(b"another deal", Counter())
    for position in positions()[::4]:
        state = GAME.imagine(position.view, rng)
        seen = Position(GAME.view(state, None))
        dealt = Position(GAME.view(GAME.imagine(seen.view, rng), None))
        drawn = [picture.compose(RENDERER, drawing_of(one), CAPTION).svg for one in (seen, dealt)]
        assert drawn[0] == drawn[1]
        assert 'data-thing="card:' not in drawn[0]


@pytest.mark.parametrize("look", ["light", "dark"])
def test_a_picture_is_well_formed_and_writes_its_colours_out(look: ThemeName) -> None:
    for position in positions()[::5]:
        drawn = picture.compose(RENDERER, drawing_of(position, look=look), CAPTION).svg
        ET.fromstring(drawn)
        assert "var(" not in drawn


def test_every_change_is_a_thing_of_the_picture() -> None:
    kinds: set[str] = set()
    for before, after in pairwise(positions()):
        if len(before.view.public.mats) != len(after.view.public.mats) or before.view.seat != after.view.seat:
            continue
        names = set(things_of([placed.part for placed in RENDERER.layout(drawing_of(after)).placed]))
        changed = RENDERER.changed(before.view, after.view)
        assert changed <= names
        assert RENDERER.changed(after.view, after.view) == frozenset()
        kinds |= {_SEAT.sub("", name).partition(":")[0] for name in changed}
    assert {"in", "time", "general", "disc", "tile", "score", "worker", "stack", "forum", "laid", "ship"} <= kinds
