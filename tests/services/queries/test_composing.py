"""A draft that grows by one command is the one that is composed as a whole, whatever was folded of it before."""

import random
from collections.abc import Iterator

import msgspec
import pytest

from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat
from domain.kernel.match import Match
from domain.registry import GAMES
from services.queries.composing import Composed, Speech, compose, compose_on
from tests.kit.logged_match import LoggedMatch

SPEECH = Speech("de", ("Livia", "Marcus", "Quinta"))
_EVERY = 37


def turns(game: AnyGame) -> Iterator[tuple[Match, Seat]]:
    logged = LoggedMatch(game, 3, 5)
    for ply, _ in enumerate(logged.steps(5)):
        waiting = logged.match.to_act()
        if ply % _EVERY == 0 and isinstance(waiting, tuple) and waiting:
            yield logged.match, waiting[0]


def told(composed: Composed) -> object:
    """All that is shown of a draft, and the table as it would be."""
    match, choices = composed.match, composed.pointing.choices
    shown = {name: value for name, value in composed._asdict().items() if name not in {"match", "pointing"}}
    return msgspec.to_builtins([shown, choices, match.table, match.state], enc_hook=dict)  # of facts


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_a_draft_grows_as_it_is_composed(game: AnyGame) -> None:
    chance, ends = random.Random(8), set()
    for match, seat in turns(game):
        grown = compose(match, seat, (), SPEECH)
        while grown.ends is None:
            command = chance.choice([it.command for it in grown.pointing.choices if not it.command.ASIDE])
            before = told(grown)
            grown, seen = compose_on(match, grown, command, SPEECH), grown
            assert told(grown) == told(compose(match, seat, grown.commands, SPEECH))
            assert told(seen) == before, "what was shown before is left as it was"
        ends.add((grown.ends, len(grown.commands) > 1))
    assert ends >= {("passes", True)}, ends
