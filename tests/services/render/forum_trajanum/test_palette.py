"""The colours of the table of Forum Trajanum: what is read and what is played with stands out in both looks."""

import pytest

from services.render.theme import palette
from tests.kit.colours import contrast

LOOKS = ("light", "dark")
COLOURS = ("blue", "green", "orange", "yellow")
TEXT, PIECE = 4.5, 3.0
READ = [
    ("ink", "ft-spine"),
    ("ft-stone-on", "ft-stone"),
    ("ft-gold", "card"),
    ("ft-gold-on", "ft-gold"),
    ("card", "ink"),
    ("faint", "ground"),
    *((f"ft-{colour}-on", f"ft-{colour}") for colour in COLOURS),
]
SEEN = [
    ("ft-slab-envoy", "ft-slab"),
    ("ft-plot-line", "ft-plot"),
    ("ft-temple", "ft-street"),
    ("ft-stone", "ft-street"),
    ("ft-eagle-on", "ft-eagle"),
    ("accent", "ft-slab"),
    ("accent", "ft-plot"),
    *((f"ft-{figure}", "card") for figure in ("tribune", "builder", "assistant", "coin", "upgrade", "worker-yellow")),
    *((f"ft-{colour}", "card") for colour in ("blue", "green", "orange")),
    *((f"ft-{colour}", "ft-street") for colour in ("blue", "green", "orange")),
    *((f"ft-{colour}-emblem", f"ft-{colour}-tint") for colour in COLOURS),
    *(("accent", f"ft-{colour}-tint") for colour in COLOURS),
    ("ft-yellow-emblem", "ft-street"),
]


def _colours(look: str) -> dict[str, str]:
    return {**palette()[look], **palette("services.render.forum_trajanum")[look]}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("front", "ground"), READ)
def test_what_is_read_stands_out(look: str, front: str, ground: str) -> None:
    colours = _colours(look)
    assert contrast(colours[front], colours[ground]) >= TEXT


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("front", "ground"), SEEN)
def test_what_is_played_with_stands_out(look: str, front: str, ground: str) -> None:
    colours = _colours(look)
    assert contrast(colours[front], colours[ground]) >= PIECE


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("colour", COLOURS)
def test_an_envoy_stands_out_on_the_mosaic_by_its_fill_or_its_outline(look: str, colour: str) -> None:
    colours = _colours(look)
    tint = colours[f"ft-{colour}-tint"]
    for seat in range(1, 5):
        assert max(contrast(colours[front], tint) for front in (f"seat-{seat}", "outline")) >= PIECE


def test_both_looks_have_the_same_roles_and_all_bear_the_name_of_the_game() -> None:
    own = palette("services.render.forum_trajanum")
    assert own["light"].keys() == own["dark"].keys()
    assert all(role.startswith("ft-") for role in own["light"])
