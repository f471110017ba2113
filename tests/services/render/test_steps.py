"""Every choice is shown as a step in signs that are there and in few words, whatever is chosen at random."""

from functools import cache

import msgspec
import pytest

from domain.kernel.game import AnyGame, Command
from domain.kernel.languages import LANGUAGES
from domain.registry import GAMES
from services.render import text
from services.render.drawing import Drawing
from services.render.icons import symbols
from services.render.orders import words_of
from services.render.registry import renderer_of
from services.render.seats import letters, symbol_name
from services.render.steps import Shown, Sign
from services.render.theme import theme
from tests.kit.logged_match import LoggedMatch

PLAYERS = ("Livia", "Marcus", "Octavia")
TOLD_BY_THEIR_LABELS = {"UseSpecialAction", "RevealStreetCards", "LayTilesOpen"}
ROOM = 330
"""Pixels of a step in the turn bar, beyond which it is cut off."""
SIGN, GAP, SIZE = 22, 5, 13.5
CHOICES = 400


@cache
def offered(game: AnyGame) -> dict[str, tuple[Drawing, Command]]:
    """Of each type and content the choices that a random game offers, as their seats see them."""
    logged = LoggedMatch(game, len(PLAYERS), 7)
    found: dict[str, tuple[Drawing, Command]] = {}
    package = renderer_of(game.meta.slug).package
    for number, _ in enumerate(logged.steps(7)):
        waiting = logged.match.to_act()
        if not isinstance(waiting, tuple) or not waiting:
            continue
        seat = waiting[number % len(waiting)]
        view = game.view(logged.match.state, seat)
        drawing = Drawing(
            view=view, players=PLAYERS, seat=seat, theme=theme("page", package), words=words_of(game), lang="en"
        )
        for command in logged.match.legal(seat):
            if not command.ASIDE:
                found.setdefault(
                    f"{type(command).__name__} {number // CHOICES} {len(str(command))}", (drawing, command)
                )
    return found


def width(shown: Shown) -> float:
    return sum(SIGN + GAP if isinstance(one, Sign) else text.width(one, "sans-600", SIZE) + GAP for one in shown)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_every_choice_is_shown_in_signs_that_are_there(game: AnyGame) -> None:
    renderer = renderer_of(game.meta.slug)
    known = {*symbols(renderer.package), *map(symbol_name, range(len(PLAYERS)), letters(PLAYERS))}
    met: set[str] = set()
    for drawing, command in offered(game).values():
        shown = renderer.step(drawing, command, game.facts(drawing.view, command))
        met.add(type(command).__name__)
        assert bool(shown) == (type(command).__name__ not in TOLD_BY_THEIR_LABELS), command
        for one in shown:
            assert not isinstance(one, Sign) or one.icon in known, command
            assert not isinstance(one, Sign) or one.colour is None or drawing.theme[one.colour]
    assert len(met) > 10


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_step_is_read_at_a_glance_in_every_language(game: AnyGame, lang: str) -> None:
    renderer = renderer_of(game.meta.slug)
    for drawing, command in offered(game).values():
        spoken = msgspec.structs.replace(drawing, lang=lang)
        shown = renderer.step(spoken, command, game.facts(drawing.view, command))
        assert width(shown) <= ROOM, shown
