"""Each colour stands once, in the palette; style sheets and templates name roles."""

import re
from importlib.resources import files
from importlib.resources.abc import Traversable

import pytest

from services.render.theme import palette
from services.web import board_colours

_HEX = re.compile(r"#[0-9a-fA-F]{6}\b")
_ROLE = re.compile(r"--([a-z0-9-]+):light-dark\((#[0-9A-F]{6}),(#[0-9A-F]{6})\);")


def _files(folder: Traversable, ending: str) -> list[Traversable]:
    found = [one for entry in folder.iterdir() if entry.is_dir() for one in _files(entry, ending)]
    return found + [entry for entry in folder.iterdir() if entry.name.endswith(ending)]


@pytest.mark.parametrize(("folder", "ending"), [("static", ".css"), ("templates", ".html")])
def test_no_file_of_a_page_repeats_a_colour_of_the_palette(folder: str, ending: str) -> None:
    colours = {colour.upper() for look in palette().values() for colour in look.values()}
    for file in _files(files("services.web").joinpath(folder), ending):
        named = {found.upper() for found in _HEX.findall(file.read_text("utf-8"))}
        assert not named & colours, file.name


def test_pages_get_every_role_in_both_looks() -> None:
    found = {role: (light, dark) for role, light, dark in _ROLE.findall(board_colours.shared_css().decode())}
    light, dark = palette()["light"], palette()["dark"]
    assert found == {role: (light[role].upper(), dark[role].upper()) for role in light}
