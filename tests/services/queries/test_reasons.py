"""What cannot be pointed at says why, in the rules' own words."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from domain.kernel.game import AnyGame
from domain.kernel.languages import LANGUAGES
from domain.kernel.match import Match
from domain.registry import GAMES
from services.queries.composing import Composed, Speech, compose, targets
from services.queries.reasons import why_not
from services.queries.refusals import refusal_in_words
from services.render.drawing import Drawing
from services.render.orders import words_of
from services.render.registry import renderer_of
from services.render.theme import theme
from tests.kit.logged_match import LoggedMatch

PEOPLE = ("Livia", "Marcus", "Quinta")
_EVERY = 89
_THING = re.compile(r'data-thing="([^"]+)"(?! data-handle)')
EXPECTED = {
    "concordia": {"cannot_pay_card"},
    "trajan": {"bowl_empty"},
    "forum-trajanum": {"no_tile_there"},
}
"""Some of the reasons that a game of each kind must bring up."""


def composed_turns(game: AnyGame) -> Iterator[Composed]:
    logged = LoggedMatch(game, 3, 5)
    for ply, _ in enumerate(logged.steps(5)):
        waiting = logged.match.to_act()
        if ply % _EVERY == 0 and isinstance(waiting, tuple) and waiting:
            yield compose(logged.match, waiting[0], (), Speech("en", PEOPLE))


def things(match: Match, composed: Composed) -> set[str]:
    """What lies on the table and cannot be pointed at."""
    renderer = renderer_of(match.game.meta.slug)
    drawing = Drawing(
        view=match.game.view(match.state, composed.seat),
        players=PEOPLE,
        seat=composed.seat,
        theme=theme("page", renderer.package),
        words=words_of(match.game),
        legal=targets(composed.pointing, (), str),
    )
    found = {thing for part in renderer.parts(drawing) for thing in _THING.findall(part.body)}
    return found - drawing.legal.keys()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_reasons_are_the_rules_own(game: AnyGame) -> None:
    told: Counter[str] = Counter()
    for composed in composed_turns(game):
        for thing in things(composed.match, composed):
            refused = why_not(composed, (), thing)
            if refused is not None:
                told[refused.reason] += 1
                assert all(refusal_in_words(game, refused, lang) for lang in LANGUAGES)
    assert told.keys() >= EXPECTED[game.meta.slug], told
