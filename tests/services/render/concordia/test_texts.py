"""No text leaves its room or its part, no two texts overlap: also with longer words in another script."""

from itertools import combinations

import pytest

from domain.kernel.words import Catalogue
from services.render.drawing import Drawing, Part
from services.render.picture import CAPTION, WIDTH
from services.render.text import TextBox
from tests.services.render.concordia.drawings import PLAYERS, RENDERER, WORDS, Reader, drawing
from tests.services.render.concordia.tables import Position, positions

TOLERANCE = 1.0
NOT_DRAWN = {"bar"}
"""Parts that a page writes as a list: in a picture whole labels of choices would not fit."""


def _longer(words: str) -> str:
    """Words that are two fifths longer, in Cyrillic; what is put into them stays."""
    added = "щ" * max(1, round(0.4 * len(words.partition("{")[0] or words.rpartition("}")[2])))
    return f"{words}{added}"


LONG = Catalogue(
    {
        "en": {
            key: _longer(words) if key.startswith(("draw.", "name.")) and not key.startswith("draw.letter") else words
            for key, words in WORDS.languages["en"].items()
        }
    }
)


EACH = pytest.mark.parametrize(
    ("words", "lang"),
    [*((WORDS, lang) for lang in WORDS.languages), (LONG, "en")],
    ids=[*WORDS.languages, "longer words"],
)


def _overlap(one: TextBox, other: TextBox) -> bool:
    across = min(one.left + one.width, other.left + other.width) - max(one.left, other.left)
    down = min(one.top + one.height, other.top + other.height) - max(one.top, other.top)
    return across > TOLERANCE and down > TOLERANCE


def _check(part: Part, *, whole: bool) -> None:
    shown = [box for box in part.texts if box.text]
    assert not whole or [box for box in shown if _is_cut(box)] == [], part.name
    for box in shown:
        assert box.room is None or box.width <= box.room + TOLERANCE, (part.name, box)
        assert box.left >= -TOLERANCE, (part.name, box)
        assert box.left + box.width <= part.width + TOLERANCE, (part.name, box)
        assert box.top >= -TOLERANCE, (part.name, box)
        assert box.top + box.height <= part.height + TOLERANCE, (part.name, box)
    touching = [(one.text, other.text) for one, other in combinations(shown, 2) if _overlap(one, other)]
    assert touching == [], part.name


def _is_cut(box: TextBox) -> bool:
    """Whether a word of ours does not fit. Of a name that a person chose the beginning is enough."""
    return box.text.endswith("…") and not any(name.startswith(box.text.rstrip("…")) for name in PLAYERS)


def _drawings(position: Position, words: Catalogue, lang: str) -> list[Drawing]:
    """A position with nothing chosen, and after the first thing of each kind was pointed at."""
    paths = [RENDERER.handles(command) for command in position.legal]
    first = {path[0].partition(":")[0]: path[:1] for path in paths if len(path) > 1}
    return [drawing(position, chosen, Reader(words=words, lang=lang)) for chosen in ((), *first.values())]


@EACH
def test_texts_stay_in_their_rooms(words: Catalogue, lang: str) -> None:
    for position in positions()[::2]:
        for drawn in _drawings(position, words, lang):
            for placed in RENDERER.layout(drawn).placed:
                _check(placed.part, whole=words is WORDS)


@pytest.mark.parametrize(("compact", "tablet"), [(False, False), (True, False), (True, True)])
@EACH
def test_texts_of_all_parts_stay_in_their_rooms(words: Catalogue, lang: str, compact: bool, tablet: bool) -> None:
    for position in positions()[::7]:
        for spectator in (False, True):
            reader = Reader("light", compact, spectator, words, lang, tablet)
            for part in RENDERER.parts(drawing(position, reader=reader)):
                _check(part, whole=words is WORDS and part.name not in NOT_DRAWN)


def test_a_tablet_shows_the_map_and_the_players_as_a_wide_screen_does() -> None:
    for position in positions()[::7]:
        readers = (Reader(), Reader(compact=True, tablet=True), Reader(compact=True))
        wide, tablet, phone = ({it.name: it for it in RENDERER.parts(drawing(position, reader=one))} for one in readers)
        assert tablet["map"] == wide["map"] != phone["map"]
        assert {box.text for box in tablet["players"].texts} == {box.text for box in wide["players"].texts}
        assert tablet["players"].width > wide["players"].width
        assert tablet["own"] == phone["own"] != wide["own"]


@pytest.mark.parametrize("lang", WORDS.languages)
def test_players_can_be_told_apart_by_name(lang: str) -> None:
    """No name is cut to nothing beside badges, points and the top of a pile: also at the end and with five players."""
    scored = [position for position in positions() if any(position.view.scores)]
    for position in [*positions()[::7], *scored]:
        drawn = drawing(position, reader=Reader(lang=lang))
        strip = next(one.part for one in RENDERER.layout(drawn).placed if one.part.name == "players")
        rows = next(part for part in RENDERER.parts(drawn) if part.name == "players")
        for part in (strip, rows):
            shown = {box.text.rstrip("…") for box in part.texts}
            for player in PLAYERS[: len(position.view.public.players)]:
                assert any(len(text) >= 4 and player.startswith(text) for text in shown), (part.name, player)


def test_parts_of_a_picture_lie_below_its_caption() -> None:
    for position in positions()[::11]:
        layout = RENDERER.layout(drawing(position))
        for placed in layout.placed:
            assert placed.y >= CAPTION
            assert placed.x + placed.part.width * placed.scale <= WIDTH + TOLERANCE
            assert placed.y + placed.part.height * placed.scale <= layout.height + TOLERANCE
