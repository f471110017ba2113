import re

import pytest

from services.render.icons import definitions, symbols
from services.render.registry import RENDERERS
from services.render.theme import ThemeName, theme
from tests.gallery.golden import FOLDER

PACKAGE = "services.render.forum_trajanum"
LOOKS: tuple[ThemeName, ...] = ("light", "page")


def test_a_symbol_brings_the_symbols_that_it_uses() -> None:
    drawn = definitions(PACKAGE, ["cell-temple"], theme("light", PACKAGE))
    assert 'id="cell-temple"' in drawn
    assert 'id="temple"' in drawn
    assert drawn.count("<symbol") == 2


def test_colours_are_written_out_unless_the_page_knows_them() -> None:
    assert 'color="#54493F"' in definitions(PACKAGE, ["cell-temple"], theme("light", PACKAGE))
    assert 'color="var(--ft-temple)"' in definitions(PACKAGE, ["cell-temple"], theme("page", PACKAGE))


def test_no_symbol_is_clipped_and_each_stands_in_its_corner() -> None:
    picture, page = (definitions(PACKAGE, ["cell-temple", "seat-1-4c"], theme(look, PACKAGE)) for look in LOOKS)
    assert "symbol{overflow:visible}" in picture
    assert "<style" not in page
    assert page.count('<symbol overflow="visible"') == page.count("<symbol") == 3
    for drawn in (picture, page):
        assert drawn.count('preserveAspectRatio="xMinYMin"') == 3


@pytest.mark.parametrize("package", sorted(renderer.package for renderer in RENDERERS.values()))
def test_what_is_used_without_a_height_is_as_high_as_wide(package: str) -> None:
    """A use without a height is as high as the picture: only the width says how large the symbol is."""
    slug = next(slug for slug, renderer in RENDERERS.items() if renderer.package == package)
    name = {"concordia": "concordia-imperium", "trajan": "trajan", "forum-trajanum": "forum-trajanum"}[slug]
    picture = (FOLDER / f"{name}.svg").read_text("utf-8")
    used = set(re.findall(r'<use href="#([^"]+)"(?![^>]* height=)[^>]* width=', picture))
    assert used
    for symbol in used & symbols(package).keys():
        box = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', symbols(package)[symbol])
        assert box is not None
        assert box[3] == box[4], symbol
