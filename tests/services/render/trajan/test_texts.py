"""No text of Trajan's table leaves its box or meets another, in any language that we can think of."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from domain.kernel.words import Catalogue
from services.render.drawing import Drawing, Part
from services.render.text import TextBox
from tests.services.render.trajan.tables import PEOPLE, RENDERER, WORDS, drawing_of, positions

TOLERANCE = 1.0


def stretched(words: Catalogue) -> Catalogue:
    """A language that needs two fifths more letters than English, Cyrillic ones among them."""
    return Catalogue({"en": {key: _longer(template) for key, template in words.languages["en"].items()}})


def _longer(template: str) -> str:
    if "|" in template:
        return "|".join(map(_longer, template.split("|")))
    return template + "ющий"[: max(len(template) * 2 // 5, 1)] * max(len(template) // 10, 1)


LANGUAGES = {**dict.fromkeys(WORDS.languages, WORDS), "long": stretched(WORDS)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("compact", [False, True])
def test_texts_stay_in_their_boxes_and_apart(language: str, *, compact: bool) -> None:
    for position in positions()[::2]:
        drawing = drawing_of(position, compact=compact, words=LANGUAGES[language], lang=language)
        for part in _parts(drawing):
            texts = [box for box in part.texts if box.text]
            assert language == "long" or [box for box in texts if _is_cut(box)] == [], part.name
            assert [box for box in texts if not _inside(box, part)] == [], part.name
            assert [pair for pair in combinations(texts, 2) if _meet(*pair)] == [], part.name


def _parts(drawing: Drawing) -> Iterator[Part]:
    yield from RENDERER.parts(drawing)
    if not drawing.compact:
        yield from (placed.part for placed in RENDERER.layout(drawing).placed)


def _is_cut(box: TextBox) -> bool:
    """Whether a word of ours does not fit. Of a name that a person chose the beginning is enough."""
    return box.text.endswith("…") and not any(name.startswith(box.text.rstrip("…")) for name in PEOPLE)


def _inside(box: TextBox, part: Part) -> bool:
    fits = box.room is not None and box.width <= box.room + TOLERANCE
    across = box.left >= -TOLERANCE and box.left + box.width <= part.width + TOLERANCE
    return fits and across and box.top >= -TOLERANCE and box.top + box.height <= part.height + 2 * TOLERANCE


def _meet(one: TextBox, other: TextBox) -> bool:
    across = min(one.left + one.width, other.left + other.width) - max(one.left, other.left)
    down = min(one.top + one.height, other.top + other.height) - max(one.top, other.top)
    return across > TOLERANCE and down > TOLERANCE
