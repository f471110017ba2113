"""How each event changes the state: an event says what happened, and this writes it down. No rules here."""

from domain.kernel.game import Fold
from domain.trajan.evolve import quarter, setup, turn
from domain.trajan.state import TrajanState

FOLD: Fold[TrajanState] = Fold()
for part in (setup, turn, quarter):
    FOLD.table |= part.FOLD.table
