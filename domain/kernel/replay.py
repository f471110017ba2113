"""From a log back to a match: the fold of its events."""

from collections.abc import Sequence

from domain.kernel import lifecycle as life
from domain.kernel.game import AnyGame
from domain.kernel.log import LoggedEvent
from domain.kernel.match import Match
from domain.kernel.undo import effective


def fold(game: AnyGame, secret: bytes, log: Sequence[LoggedEvent], undone: life.ChoicesUndone | None = None) -> Match:
    """Fold a whole log; what was retracted is left out, also by an undo that is about to be written."""
    match = Match(game, secret)
    apply = match.apply
    for event in effective(log, undone):
        apply(event)
    return match
