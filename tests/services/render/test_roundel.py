"""The roundel: as many stones as choices, in the colours of their seats."""

import re
from xml.etree import ElementTree as ET

import pytest

from services.render.roundel import FEW, MANY, RoundelSize, Stone, roundel
from services.render.theme import theme

LIGHT = theme("light", "services.render.plain")
GLYPH = "M4 4h16v16H4Z"
STONES = [Stone(number % 3, number % 7 == 0, number % 50 == 49) for number in range(400)]


def drawn(stones: list[Stone], size: RoundelSize = "large") -> str:
    return roundel(stones, size, LIGHT, GLYPH, "The record")


def outlines(picture: str) -> dict[tuple[str, str | None], int]:
    """How many stones there are of each colour and strength."""
    paths = [one for one in ET.fromstring(picture).iter() if one.tag.endswith("path")]
    stones = [path for path in paths if len(re.findall(r"[\d.]+", path.get("d", "").partition("z")[0])) == 8]
    return {(path.get("fill", ""), path.get("fill-opacity")): path.get("d", "").count("z") for path in stones}


def test_each_choice_is_a_stone_in_the_colour_of_its_seat() -> None:
    found = outlines(drawn(STONES))
    assert sum(found.values()) == len(STONES)
    assert found[LIGHT["ink"], None] == sum(stone.closes for stone in STONES)
    for seat in range(3):
        own = [stone for stone in STONES if stone.seat == seat and not stone.closes]
        assert sum(count for (colour, _), count in found.items() if colour == LIGHT.seat(seat)) == len(own)
        assert found[LIGHT.seat(seat), None] == sum(stone.scored for stone in own)


def test_a_small_one_has_about_a_hundred_stones_and_no_rim() -> None:
    small = drawn(STONES, "small")
    assert sum(outlines(small).values()) == FEW
    assert GLYPH not in small
    assert GLYPH in drawn(STONES)
    assert len(small) < len(drawn(STONES)) / 2


@pytest.mark.parametrize("count", [0, 1, 5, 120, 899, 5000])
def test_stones_lie_between_heart_and_rim(count: int) -> None:
    stones = [Stone(number % 5, scored=False, closes=False) for number in range(count)]
    picture = drawn(stones)
    assert sum(outlines(picture).values()) <= MANY
    mosaic = [path for path in ET.fromstring(picture).iter() if path.get("fill-opacity")]
    points = re.findall(r"M(-?[\d.]+) ?(-?[\d.]+)", " ".join(path.get("d", "") for path in mosaic))
    distances = [(float(x) ** 2 + float(y) ** 2) ** 0.5 for x, y in points]
    assert not distances or (min(distances) > 37 and max(distances) < 160)


def test_the_same_record_gives_the_same_bytes_and_another_another() -> None:
    assert drawn(STONES) == drawn(list(STONES))
    assert drawn(STONES) != drawn([*STONES[:100], Stone(1, scored=True, closes=False), *STONES[101:]])
