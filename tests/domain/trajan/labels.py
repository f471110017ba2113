"""Labels of single positions."""

from domain.kernel.game import Command
from domain.trajan import GAME
from domain.trajan.state import Owed, TrajanState
from tests.domain.trajan.positions import A, at_turn


def label(state: TrajanState, command: Command) -> str:
    assert command in GAME.legal(state, A)
    return GAME.label(GAME.view(state, A), command)


def owing(kind: str, what: str = "") -> TrajanState:
    state = at_turn()
    state.public.owed = [Owed(A, kind, what)]
    return state
