"""Miniatures of all games: small, quick, without words or ids, and with every piece that tells a position."""

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest

from domain.concordia import GAME as CONCORDIA
from domain.concordia.data import KINDS
from domain.concordia.view import ConcordiaView
from domain.forum_trajanum import GAME as FORUM_TRAJANUM
from domain.forum_trajanum.view import ForumTrajanumView
from domain.kernel.game import AnyGame, View
from domain.kernel.ids import Seat
from domain.trajan import GAME as TRAJAN
from domain.trajan.view import TrajanView
from services.render.drawing import Drawing, Target
from services.render.miniature import WIDE
from services.render.orders import words_of
from services.render.picture import Caption, miniature
from services.render.registry import renderer_of
from services.render.seats import SHAPES
from services.render.theme import theme
from tests.kit.logged_match import LoggedMatch
from tests.kit.taberna import GAME as TABERNA

GAMES = (CONCORDIA, TRAJAN, FORUM_TRAJANUM, TABERNA)
PEOPLE = ("Livia", "Marcus", "Quinta", "Zenobia")
CAPTION = Caption("A game", (), "Livia to play", "", (Seat(0),))
MOST_BYTES = 25_000
SVG = "{http://www.w3.org/2000/svg}"


class Seen(NamedTuple):
    """What a reader sees."""

    seat: Seat | None
    view: View


@cache
def views(game: AnyGame) -> tuple[Seen, ...]:
    """A random game from its start to its end, as its readers see it."""
    logged = LoggedMatch(game, 3, 5)
    states = [(ply % 4, logged.match.copy()) for ply, _ in enumerate(logged.steps(5)) if ply % 37 == 0]
    readers = [(Seat(number) if number < 3 else None, match) for number, match in states]
    return tuple(Seen(seat, game.view(match.state, seat)) for seat, match in [*readers, (None, logged.match)])


def drawing(game: AnyGame, seen: Seen, legal: Mapping[str, Target] | None = None) -> Drawing:
    renderer = renderer_of(game.meta.slug)
    return Drawing(
        view=seen.view,
        players=PEOPLE[:3],
        seat=seen.seat,
        theme=theme("light", renderer.package),
        words=words_of(game),
        legal=legal or {},
    )


def small(game: AnyGame, seen: Seen) -> str:
    return miniature(renderer_of(game.meta.slug), drawing(game, seen), CAPTION, "wide")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_a_miniature_is_small_and_has_neither_words_nor_ids(game: AnyGame) -> None:
    for seen in views(game):
        drawn = small(game, seen)
        assert len(drawn.encode()) < MOST_BYTES
        elements = [*ET.fromstring(drawn).iter()]
        assert not [one for one in elements if one.get("id") or one.tag == f"{SVG}text"]
        assert elements[1].tag == f"{SVG}title"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_the_square_window_shows_a_part_of_the_same_drawing(game: AnyGame) -> None:
    table = drawing(game, views(game)[-1])
    renderer = renderer_of(game.meta.slug)
    wide, square = (ET.fromstring(miniature(renderer, table, CAPTION, shape)) for shape in ("wide", "square"))
    left, top, width, height = map(float, square.attrib.pop("viewBox").split())
    assert tuple(map(float, wide.attrib.pop("viewBox").split())) == (0, 0, *WIDE)
    assert ET.tostring(wide) == ET.tostring(square)
    assert (top, width, height) == (0, WIDE[1], WIDE[1])
    assert 0 <= left <= WIDE[0] - width


def _marks(drawn: str) -> list[int]:
    """How often the mark of each seat is drawn."""
    return [drawn.count(f'd="{shape}"') for shape in SHAPES[:3]]


def test_every_house_and_colonist_is_on_the_map() -> None:
    for one in views(CONCORDIA):
        view = one.view
        assert isinstance(view, ConcordiaView)
        drawn = small(CONCORDIA, one)
        assert len(re.findall(r"v-22l22-24", drawn)) == sum(map(len, view.public.houses.values()))
        for kind in KINDS:
            shape = {"land": "q0-24", "sea": "h56q"}[kind]
            assert drawn.count(shape) == sum(len(player.colonists[kind]) for player in view.public.players)


def test_every_marker_worker_and_disc_is_on_the_table_of_trajan() -> None:
    for one in views(TRAJAN):
        view = one.view
        assert isinstance(view, TrajanView)
        drawn = small(TRAJAN, one)
        public = view.public
        seen = public.mats[public.turn if view.seat is None else view.seat]
        assert len(re.findall(r"M[^M]*h[\d.]+l[\d.]+ [\d.]+v", drawn)) == sum(map(len, seen.bowls))
        discs = [sum(stack.count(Seat(seat)) for stack in public.senate) for seat in range(3)]
        workers = [len(mat.workers) for mat in public.mats]
        assert _marks(drawn) == [one + other for one, other in zip(discs, workers, strict=True)]


def test_every_envoy_and_marker_is_on_the_table_of_forum_trajanum() -> None:
    for one in views(FORUM_TRAJANUM):
        view = one.view
        assert isinstance(view, ForumTrajanumView)
        public = view.public
        envoys = [list(public.forum.envoys.values()).count(Seat(seat)) for seat in range(3)]
        markers = [sum(space > 0 for space in colony.markers.values()) for colony in public.colonies]
        expected = [one + other for one, other in zip(envoys, markers, strict=True)]
        assert _marks(small(FORUM_TRAJANUM, one)) == expected


@pytest.mark.parametrize(
    ("game", "handle"), [(CONCORDIA, "city:massilia"), (TRAJAN, "bowl:II"), (FORUM_TRAJANUM, "cell:r2c2")]
)
def test_what_can_be_pointed_at_glows(game: AnyGame, handle: str) -> None:
    seen = next(one for one in views(game) if one.seat is not None)
    renderer = renderer_of(game.meta.slug)
    quiet, lit = (renderer.miniature(drawing(game, seen, legal)).body for legal in ({}, {handle: Target("there")}))
    assert lit.count("stroke-dasharray") == quiet.count("stroke-dasharray") + 1
