"""Whole pictures, by the example of the toy game, which is drawn plainly."""

import io
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from domain.kernel.ids import Seat
from domain.kernel.words import Catalogue
from services.render import picture, png
from services.render.drawing import Drawing
from services.render.pointing import Pointing
from services.render.registry import renderer_of
from services.render.svg import element
from services.render.theme import ThemeName, theme
from tests.kit.logged_match import position
from tests.kit.taberna import GAME

RENDERER = renderer_of(GAME.meta.slug)
CAPTION = picture.Caption("Taberna", ("Livia laid a card.",), "Marcus to play", "until Friday 08:40", (Seat(1),))
SVG = "{http://www.w3.org/2000/svg}"


def drawing(seed: int = 1, look: ThemeName = "light") -> Drawing:
    match = position(GAME, 3, seed, 4).match
    seat = Seat(0)
    options = [(command, GAME.label(GAME.view(match.state, seat), command)) for command in match.legal(seat)]
    return Drawing(
        view=GAME.view(match.state, seat),
        players=("Livia", "Marcus <b>", "Quinta"),
        seat=seat,
        theme=theme(look, RENDERER.package),
        words=GAME.words.merged(Catalogue.load(RENDERER.package)),
        legal=Pointing(options, RENDERER.handles).next_targets((), str),
    )


@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_same_input_gives_the_same_bytes(look: ThemeName) -> None:
    drawn = [picture.compose(RENDERER, drawing(look=look), CAPTION).svg for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert ET.fromstring(drawn[0]).find(f"{SVG}title") is not None
    assert "var(" not in drawn[0]


def test_every_legal_command_is_a_button_with_a_name() -> None:
    table = drawing()
    choices = next(part for part in RENDERER.parts(table) if part.name == "choices")
    read = ET.fromstring(picture.standalone(RENDERER.package, choices, table.theme))
    buttons = {one.get("data-handle"): one for one in read.iter() if one.get("role") == "button"}
    assert buttons.keys() == table.legal.keys()
    assert {one.get("aria-label") for one in buttons.values()} == {target.label for target in table.legal.values()}


def test_what_changed_is_named() -> None:
    before, after = drawing(seed=1).view, drawing(seed=2).view
    assert RENDERER.changed(before, before) == frozenset()
    assert RENDERER.changed(before, after)


def test_a_long_caption_stays_within_the_strip() -> None:
    long = CAPTION._replace(happened=("Marcus built houses in " + ", ".join(["Massilia"] * 45),))
    caption = picture.compose(RENDERER, drawing(), long).parts[-1]
    boxes = [box for box in caption.texts if box.text]
    assert max(box.left + box.width for box in boxes) <= picture.WIDTH
    assert all(box.top > 0 and box.top + box.height <= picture.CAPTION for box in boxes)
    told = [box for box in boxes if "Massilia" in box.text]
    assert [box.text.endswith("…") for box in told] == [False, False, True]
    assert all(one.top + one.height <= other.top for one, other in pairwise(told))


@pytest.mark.parametrize("houses", [2, 8, 14])
def test_what_fits_the_caption_on_up_to_three_lines_is_told_whole(houses: int) -> None:
    happened = "Marcus built houses in " + ", ".join(["Massilia"] * houses)
    caption = picture.compose(RENDERER, drawing(), CAPTION._replace(happened=(happened,))).parts[-1]
    assert happened in " ".join(box.text for box in caption.texts)


def test_a_turn_that_is_too_long_is_told_by_whole_sentences() -> None:
    told = tuple(f"Marcus built a house in Massilia for 1 brick, 1 cloth and {money} sestertii." for money in range(9))
    caption = picture.compose(RENDERER, drawing(), CAPTION._replace(happened=told)).parts[-1]
    shown = " ".join(box.text for box in caption.texts)
    assert told[0] in shown
    assert told[-1] not in shown
    assert "…" not in shown


@pytest.mark.parametrize("width", [300, 1200, png.WIDEST])
def test_a_png_is_as_wide_as_asked_for_and_shows_its_text(width: int) -> None:
    drawn = picture.compose(RENDERER, drawing(), CAPTION)
    with Image.open(io.BytesIO(png.png(drawn.svg, width))) as image:
        assert image.width == width
        assert abs(image.height - drawn.height * width / picture.WIDTH) <= 1
        strip = image.convert("L").crop((int(width * 0.11), 0, int(width * 0.2), int(width * picture.CAPTION / 1200)))
        assert min(strip.tobytes()) < 110  # the game's name stands there in ink


def test_a_png_keeps_the_colour_of_a_small_piece() -> None:
    """A mark of a seat is a few pixels among a million of stone."""
    colours = [f"#{red:02X}{other:02X}88" for red in range(0, 256, 32) for other in range(0, 256, 32)]
    squares = [
        element("rect", x=place * 6, y=4, width=4, height=4, fill=colour) for place, colour in enumerate(colours)
    ]
    shades = [
        element("rect", y=20 + place, width=400, height=1, fill=f"rgb({place},90,{place})") for place in range(250)
    ]
    drawn = element("svg", *squares, *shades, xmlns="http://www.w3.org/2000/svg", viewBox="0 0 400 300")
    with Image.open(io.BytesIO(png.png(drawn, 400))) as image:
        row = image.convert("RGB")
        kept = [row.getpixel((place * 6 + 1, 6)) for place in range(len(colours))]
    assert kept == [tuple(bytes.fromhex(colour[1:])) for colour in colours]
