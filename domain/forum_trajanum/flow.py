"""What follows by itself once a choice is made: reveals, the next turn, the next round, the next scoring."""

from collections.abc import Callable

from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum import events as ev
from domain.forum_trajanum.data import DATA
from domain.forum_trajanum.duties import must_owe
from domain.forum_trajanum.phases import draft, payment, rewards, setup, tiles
from domain.forum_trajanum.printed import ROUNDS
from domain.forum_trajanum.scoring import score_step, steps_of
from domain.forum_trajanum.state import OVER, ROUND, Playing, Turn, left_of, right_of
from domain.kernel.ids import Seat


def go_on(play: Playing) -> None:
    """Do what nobody has to choose, until somebody has."""
    public = play.state.public
    while public.step is None and public.stage not in (ROUND, OVER):
        if public.turn is not None:
            if not _settle(play, public.turn):
                return
        elif any(public.waiting):
            return
        else:
            _REVEAL[public.stage](play)


def _settle(play: Playing, turn: Turn) -> bool:
    """Carry out what is on top of the stack, if it is no choice."""
    kind = turn.owed[-1].kind
    if kind == "marker":
        rewards.set_marker_beside_column(play, turn.seat)
    elif kind == "tiles" and tiles.are_done(turn):
        tiles.begin_building(play, turn.seat)
    else:
        return False
    return True


def _reveal_draft(play: Playing) -> None:
    draft.reveal(play)
    tiles.begin_turn(play, play.state.public.start_player)


_REVEAL: dict[str, Callable[[Playing], None]] = {
    setup.CRANES: setup.reveal_cranes,
    setup.WOMEN_STAGE: setup.reveal_women,
    setup.NEWCOMERS: setup.reveal_newcomers,
    draft.DRAFT: _reveal_draft,
    payment.PAYMENT: payment.reveal_payment,
}


def end_turn(play: Playing, seat: Seat, _command: cmd.EndTurn) -> None:
    """The next player's turn, or the end of the round (4.2)."""
    must_owe(play.state, seat, "build", "close")
    public, players = play.state.public, len(play.state.scores)
    play.emit(ev.TurnEnded(seat=seat))
    following = left_of(seat, players)
    if following != public.start_player:
        tiles.begin_turn(play, following)
        return
    play.emit(ev.StartPlayerMoved(seat=right_of(public.start_player, players)))
    if public.round % DATA.meta.rounds_per_phase == 0:
        payment.open_payment(play)
    else:
        draft.call_round(play)


def score(play: Playing, step: str) -> None:
    """One scoring for all players, then the next one, the next phase or the end (§9, §11)."""
    score_step(play, step)
    following = (*steps_of(play), "")[steps_of(play).index(step) + 1]
    if following or play.state.public.round == ROUNDS:
        play.emit(ev.StepDue(step=following))
    else:
        draft.call_round(play)
