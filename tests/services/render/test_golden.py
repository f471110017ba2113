"""The golden pictures look as they did when a person found them right."""

import pytest

from services.render.png import png
from tests.gallery.golden import GOLDEN, WIDTH, Golden, differences, distance, side_by_side


def by_name(golden: Golden) -> str:
    return golden.name


@pytest.mark.parametrize("golden", GOLDEN, ids=by_name)
def test_a_golden_picture_is_drawn_as_it_was(golden: Golden) -> None:
    new = golden.svg()
    found = [*differences(golden.stored("svg").read_text("utf-8").replace("\n", ""), new)]
    old_pixels, new_pixels = golden.stored("png").read_bytes(), png(new, WIDTH)
    apart = distance(old_pixels, new_pixels)
    if found or apart > 1:
        both = side_by_side(golden, old_pixels, new_pixels)
        pytest.fail(f"{len(found)} differences, {apart:.1f} apart, see {both}; the first: {found[:1]}")


def test_a_moved_thing_a_changed_text_and_a_missing_element_are_found() -> None:
    picture = (
        '<svg xmlns="http://www.w3.org/2000/svg"><g data-thing="house:roma"><path d="M1 2"/></g><text>7</text></svg>'
    )
    assert not [*differences(picture, picture.replace("M1 2", "M1.01 2"))]
    for changed in (
        picture.replace("M1 2", "M9 2"),
        picture.replace(">7<", ">8<"),
        picture.replace("<text>7</text>", ""),
        picture.replace("house:roma", "house:petra"),
        picture.replace("data-thing", "data-handle"),
    ):
        assert [*differences(picture, changed)]


def test_pixels_that_differ_are_apart() -> None:
    one, other = (golden.stored("png").read_bytes() for golden in GOLDEN[:2])
    assert distance(one, one) == 0
    assert distance(one, other) > 1
