"""Trajan's own colours: what is read and what is played with stands out in both looks."""

import pytest

from services.render.theme import palette
from tests.kit.colours import contrast

PACKAGE = "services.render.trajan"
MARKERS = ("yellow", "orange", "green", "white", "pink", "blue")
GOODS = ("column-fur", "scroll-oil", "fruit-ceramics", "wine-fish", "jewellery-gems", "cattle-wheat")
TILES = ("need", "votes", "wild", "extra", "stairs", "door", "fountain", "roof", "window", "tile", "stone", "camp")
PROVINCES = ("worth-3", "worth-5", "worth-6", "worth-10")
TEXTS = [
    *(("ink", f"trajan-{ground}") for ground in (*TILES, *PROVINCES)),
    *((f"trajan-{goods}", f"trajan-{goods}-card") for goods in GOODS),
    *(("trajan-glyph", f"trajan-{colour}") for colour in MARKERS),
    *(("faint", f"trajan-{ground}") for ground in ("stone", "ship-row", "grey-row")),
    ("trajan-on-ship", "trajan-ship"),
    ("trajan-on-grey", "trajan-grey"),
    ("on-coin", "coin"),
    ("trajan-on-silver", "trajan-silver"),
    ("trajan-white", "trajan-dish"),
    ("on-accent", "accent"),
]
PIECES = [
    *((f"trajan-{colour}", "trajan-dish") for colour in MARKERS),
    ("trajan-repeat", "trajan-extra"),
    ("good", "card"),
    ("accent", "card"),
    ("trajan-border", "trajan-worth-3"),
]


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize(("colour", "ground"), TEXTS)
def test_text_can_be_read(look: str, colour: str, ground: str) -> None:
    assert _contrast(look, colour, ground) >= 4.5


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize(("colour", "ground"), PIECES)
def test_pieces_stand_out(look: str, colour: str, ground: str) -> None:
    assert _contrast(look, colour, ground) >= 3


def test_both_looks_define_the_same_roles() -> None:
    assert palette(PACKAGE)["light"].keys() == palette(PACKAGE)["dark"].keys()
    assert all(role.startswith("trajan-") for role in palette(PACKAGE)["light"])


def _contrast(look: str, one: str, other: str) -> float:
    colours = {**palette()[look], **palette(PACKAGE)[look]}
    return contrast(colours[one], colours[other])
