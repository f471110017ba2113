"""Texts stay in their boxes and off each other, in English and in a language of longer, Cyrillic words."""

import re
from itertools import combinations

import pytest

from domain.kernel.words import Catalogue
from services.render.drawing import Part
from services.render.text import TextBox
from tests.services.render.forum_trajanum.drawn import RENDERER, WORDS, drawing
from tests.services.render.forum_trajanum.tables import Position, positions, sampled

TOLERANCE = 1.0
LONG_NAMES = ("Livia Drusilla Augusta", "Марк Ульпий Траян", "Quinta", "Zenobia")
_BRACES = re.compile(r"(\{[^}]*\}|\|)")


def _stretched(template: str) -> str:
    """Two fifths longer, with the widest letters of the alphabet; what is inserted stays."""
    pieces = _BRACES.split(template)
    return "".join(piece if _BRACES.match(piece) else _cyrillic(piece) for piece in pieces)


def _cyrillic(words: str) -> str:
    return re.sub(r"[A-Za-z]+", lambda word: ("жшмыдюащ" * 9)[: round(len(word[0]) * 1.4)], words)


LONG = Catalogue({"en": {key: _stretched(template) for key, template in WORDS.languages["en"].items()}})

EACH = pytest.mark.parametrize(
    ("words", "lang"),
    [*((WORDS, lang) for lang in WORDS.languages), (LONG, "en")],
    ids=[*WORDS.languages, "long"],
)


@EACH
@pytest.mark.parametrize("compact", [False, True])
def test_texts_of_the_page_keep_their_places(words: Catalogue, lang: str, *, compact: bool) -> None:
    for position in sampled(311):
        table = drawing(position._replace(players=_named(position, words)), words=words, lang=lang, compact=compact)
        for part in RENDERER.parts(table):
            _check(part, whole=words is WORDS)


@EACH
def test_texts_of_a_picture_keep_their_places(words: Catalogue, lang: str) -> None:
    for position in sampled(211):
        for seen in (position, position.watched()):
            table = drawing(seen._replace(players=_named(position, words)), words=words, lang=lang)
            for placed in RENDERER.layout(table).placed:
                _check(placed.part, whole=words is WORDS)


def _named(position: Position, words: Catalogue) -> tuple[str, ...]:
    return position.players if words is WORDS else LONG_NAMES[: len(position.players)]


def _check(part: Part, *, whole: bool) -> None:
    boxes = part.texts
    for box in boxes:
        assert box.text, part.name
        assert not whole or not box.text.endswith("…"), (part.name, box)
        assert box.room is None or box.width <= box.room + 0.01, (part.name, box)
        assert box.left >= -TOLERANCE, (part.name, box)
        assert box.left + box.width <= part.width + TOLERANCE, (part.name, box)
        assert box.top >= -TOLERANCE, (part.name, box)
        assert box.top + box.height <= part.height + 2 * TOLERANCE, (part.name, box)
    for one, other in combinations(boxes, 2):
        assert not _overlap(one, other), (part.name, one, other)


def _overlap(one: TextBox, other: TextBox) -> bool:
    across = min(one.left + one.width, other.left + other.width) - max(one.left, other.left)
    down = min(one.top + one.height, other.top + other.height) - max(one.top, other.top)
    return across > TOLERANCE and down > TOLERANCE


@pytest.mark.parametrize("lang", WORDS.languages)
def test_the_points_of_four_at_the_forum_leave_no_cut_words(lang: str) -> None:
    four = [one for one in positions() if len(one.players) == 4 and one.view.public.forum.envoys]
    for position in (four[-1], four[len(four) // 2], *four[::211]):
        (part,) = RENDERER.parts(drawing(position, lang=lang), {"forum"})
        _check(part, whole=True)
