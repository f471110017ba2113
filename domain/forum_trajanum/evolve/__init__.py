"""How each event changes the state: an event says what happened, and this writes it down. No rules here."""

from domain.forum_trajanum.evolve import phase, setup, turn
from domain.forum_trajanum.state import ForumTrajanumState
from domain.kernel.game import Fold

FOLD: Fold[ForumTrajanumState] = Fold()
for part in (setup, phase, turn):
    FOLD.table |= part.FOLD.table
