"""The palette: what is read and what is played with stands out in both looks, and seats differ to every eye."""

import io
from itertools import combinations

import pytest
from PIL import Image

from services.render import seats
from services.render.png import rasterized
from services.render.svg import element
from services.render.theme import THEMES, ThemeName, css, palette, theme
from tests.kit.colours import BLINDNESS, contrast, distance, seen_with

LOOKS = ("light", "dark")
GROUNDS = ("ground", "card", "sunk")
TEXTS = ("ink", "faint", "accent", "good", "warn")
PAIRS = [*combinations(range(5), 2)]
PLAIN_TO_SEE = 10


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("role", TEXTS)
def test_text_can_be_read_on_every_ground(look: str, role: str) -> None:
    colours = palette()[look]
    assert min(contrast(colours[role], colours[ground]) for ground in GROUNDS) >= 4.5


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("seat", range(5))
def test_a_piece_stands_out_by_its_fill_or_its_outline(look: str, seat: int) -> None:
    colours = palette()[look]
    for ground in (*GROUNDS, "land", "sea"):
        fill = contrast(colours[f"seat-{seat + 1}"], colours[ground])
        assert max(fill, contrast(colours["outline"], colours[ground])) >= 3


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("seat", range(5))
def test_the_letter_of_a_seat_can_be_read(look: str, seat: int) -> None:
    colours = palette()[look]
    assert contrast(colours[f"seat-{seat + 1}"], colours[f"seat-{seat + 1}-on"]) >= 4.5


@pytest.mark.parametrize("blindness", BLINDNESS)
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_seats_are_told_apart_by_colour_or_shape(blindness: str, look: str, one: int, other: int) -> None:
    colours = palette()[look]
    seen = [seen_with(blindness, colours[f"seat-{seat + 1}"]) for seat in (one, other)]
    assert distance(*seen) >= PLAIN_TO_SEE or _unlike(one, other) >= 0.2


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_seats_are_told_apart_without_any_colour(one: int, other: int) -> None:
    assert _unlike(one, other) >= 0.1
    assert len(set(seats.letters(["Livia", "Lucius", "Lila", "12", ""]))) == 5


def _unlike(one: int, other: int) -> float:
    """The part of two shapes, laid on each other, that only one of them covers."""
    first, second = _silhouette(one), _silhouette(other)
    both = sum(a and b for a, b in zip(first, second, strict=True))
    either = sum(a or b for a, b in zip(first, second, strict=True))
    return 1 - both / either


def _silhouette(seat: int) -> list[bool]:
    shape = element("path", d=seats.SHAPES[seat])
    drawn = element("svg", shape, xmlns="http://www.w3.org/2000/svg", viewBox="-12 -12 24 24")
    with Image.open(io.BytesIO(rasterized(drawn, 48))) as image:
        return [alpha > 127 for alpha in image.getchannel("A").tobytes()]


def test_a_letter_is_the_first_of_the_name_that_is_free() -> None:
    assert seats.letters(["Livia", "Lucius", "Marcus", "Юлия"]) == ["L", "U", "M", "Ю"]
    assert seats.letters(["A", "A"]) == ["A", "2"]


def test_both_looks_define_the_same_roles_and_the_page_names_them() -> None:
    for package in ("services.render", "services.render.plain"):
        assert palette(package)["light"].keys() == palette(package)["dark"].keys()
    assert "--ink:light-dark(#2B2622,#EFE7DA);" in css("services.render")
    assert theme("page", "services.render.plain")["ink"] == "var(--ink)"


@pytest.mark.parametrize("name", THEMES)
def test_a_misspelt_role_is_an_error(name: ThemeName) -> None:
    with pytest.raises(KeyError):
        theme(name, "services.render.plain")["inc"]
