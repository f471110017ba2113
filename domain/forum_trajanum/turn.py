"""What follows by itself once a choice is made: reveals, the next turn, the next round, the next scoring."""

from collections.abc import Callable

from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum import events as ev
from domain.forum_trajanum import setup
from domain.forum_trajanum.data import DATA, ROUNDS
from domain.forum_trajanum.guards import must_owe
from domain.forum_trajanum.phases import draft, payment, rewards, tiles
from domain.forum_trajanum.scoring import score_step, steps_of
from domain.forum_trajanum.state import OVER, ROUND, ForumTrajanumRecorder, Turn, left_of, right_of
from domain.kernel.ids import Seat

_RESTING = (ROUND, OVER)
"""Stages in which nothing follows by itself."""


def go_on(recorder: ForumTrajanumRecorder) -> None:
    """Do what nobody has to choose, until somebody has."""
    public = recorder.state.public
    while public.step is None and public.stage not in _RESTING:
        if public.turn is not None:
            if not _settle(recorder, public.turn):
                return
        elif any(public.waiting):
            return
        else:
            _REVEAL[public.stage](recorder)


def _settle(recorder: ForumTrajanumRecorder, turn: Turn) -> bool:
    """Carry out what is on top of the stack, if it is no choice."""
    kind = turn.owed[-1].kind
    if kind == "marker":
        rewards.set_marker_beside_column(recorder, turn.seat)
    elif kind == "tiles" and tiles.are_done(turn):
        tiles.begin_building(recorder, turn.seat)
    else:
        return False
    return True


def _reveal_draft(recorder: ForumTrajanumRecorder) -> None:
    draft.reveal(recorder)
    tiles.begin_turn(recorder, recorder.state.public.start_player)


_REVEAL: dict[str, Callable[[ForumTrajanumRecorder], None]] = {
    setup.CRANES: setup.reveal_cranes,
    setup.WOMEN_STAGE: setup.reveal_women,
    setup.NEWCOMERS: setup.reveal_newcomers,
    draft.DRAFT: _reveal_draft,
    payment.PAYMENT: payment.reveal_payment,
}


def end_turn(recorder: ForumTrajanumRecorder, seat: Seat, _command: cmd.EndTurn) -> None:
    """The next player's turn, or the end of the round (4.2)."""
    owed = must_owe(recorder.state, seat, "build", "close")
    public, players = recorder.state.public, len(recorder.state.scores)
    recorder.emit(ev.TurnEnded(seat=seat, built=owed.kind != "build"))
    following = left_of(seat, players)
    if following != public.start_player:
        tiles.begin_turn(recorder, following)
        return
    last = public.round == ROUNDS
    recorder.emit(ev.StartPlayerMoved(seat=right_of(public.start_player, players), last=last))
    if public.round % DATA.meta.rounds_per_phase == 0:
        payment.open_payment(recorder)
    else:
        draft.call_round(recorder)


def score(recorder: ForumTrajanumRecorder, step: str) -> None:
    """One scoring for all players, then the next one, the next phase or the end (§9, §11)."""
    score_step(recorder, step)
    following = (*steps_of(recorder), "")[steps_of(recorder).index(step) + 1]
    if following or recorder.state.public.round == ROUNDS:
        recorder.emit(ev.StepDue(step=following))
    else:
        draft.call_round(recorder)
