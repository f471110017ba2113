"""The course of a turn (§4.4, §6.1): performing or skipping actions, repeating them, and when the turn is over."""

from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.trajan import commands as cmd
from domain.trajan.actions import ACTIONS
from domain.trajan.data import BOWLS, DATA, EXTRA_TILE_FOR, WILD_EXTRA_ACTION
from domain.trajan.events import quarter
from domain.trajan.events import turn as ev
from domain.trajan.evolve.turn import turn_began
from domain.trajan.guards import must_owe
from domain.trajan.state import Owed, TrajanRecorder, TrajanState

NEEDS = "needs"
"""The step with which the end of a quarter begins."""


def begin_turn(recorder: TrajanRecorder, seat: Seat) -> None:
    recorder.emit(ev.TurnBegan(seat=seat, owed=_owed_by(seat)))


def _owed_by(seat: Seat) -> tuple[Owed, ...]:
    return (Owed(seat, "bowl"),)


def begins_turn(state: TrajanState) -> Seat | None:
    """Whoever is to empty a bowl next."""
    owed = state.public.owed
    return owed[0].seat if owed == [*_owed_by(state.public.turn)] else None


def suppose_turn(state: TrajanState, seat: Seat) -> bool:
    """Let the turn come to a seat while another one has it; what that one is doing is left undone."""
    public = state.public
    if public.step is not None or public.waiting or not public.owed:
        return False
    public.in_hand = []
    state.chosen = []
    turn_began(state, ev.TurnBegan(seat=seat, owed=_owed_by(seat)))
    return True


# Actions and their repeats


def action_options(state: TrajanState, seat: Seat, owed: Owed) -> list[Command]:
    return [*ACTIONS[owed.what].options(state, seat), cmd.SkipAction()]


def repetition_options(state: TrajanState, seat: Seat, owed: Owed) -> list[Command]:
    """A tile was spent for it: the first repetition is not skipped."""
    return ACTIONS[owed.what].options(state, seat)


def skip_action(recorder: TrajanRecorder, seat: Seat, _command: cmd.SkipAction) -> None:
    owed = must_owe(recorder.state, seat, "action")
    recorder.emit(ev.ActionSkipped(seat=seat, action=owed.what))


def tiles_to_repeat(state: TrajanState, seat: Seat, action: str) -> list[str]:
    """The tiles that can repeat the action now: one a turn, and only if it can be performed again."""
    if state.public.extra_used:
        return []
    own = state.public.mats[seat].tiles
    tiles = [tile for tile in (EXTRA_TILE_FOR[action], WILD_EXTRA_ACTION) if tile in own]
    return tiles if tiles and ACTIONS[action].possible(state, seat) else []


def repeat_options(state: TrajanState, seat: Seat, owed: Owed) -> list[Command]:
    uses = [cmd.UseExtraAction(tile=tile) for tile in tiles_to_repeat(state, seat, owed.what)]
    return [*uses, cmd.RepeatNothing()]


def use_extra_action(recorder: TrajanRecorder, seat: Seat, command: cmd.UseExtraAction) -> None:
    action = must_owe(recorder.state, seat, "repeat").what
    if command.tile not in tiles_to_repeat(recorder.state, seat, action):
        raise IllegalMove("does_not_repeat", rule="§6.1", action=action)
    twice = action in recorder.state.public.mats[seat].plus_two
    again = (Owed(seat, "action", action),) if twice else ()
    owed = (*again, Owed(seat, "repetition", action))
    recorder.emit(ev.ExtraTileUsed(seat=seat, tile=command.tile, action=action, twice=twice, owed=owed))


def repeat_nothing(recorder: TrajanRecorder, seat: Seat, _command: cmd.RepeatNothing) -> None:
    owed = must_owe(recorder.state, seat, "repeat")
    recorder.emit(ev.RepeatDeclined(seat=seat, action=owed.what))


# What comes next


def go_on(recorder: TrajanRecorder, seat: Seat) -> None:
    """After each choice of a turn: the arch leaves the centre, what became impossible lapses, the turn may end."""
    state = recorder.state
    owed = state.public.owed
    _bring_arch_back(recorder, seat)
    lapsed = 0
    for entry in reversed(owed):
        if is_choice(state, entry):
            break
        lapsed += 1
    if lapsed == len(owed):
        recorder.emit(ev.TurnEnded(seat=seat))
        end_rounds(recorder)
    elif lapsed:
        recorder.emit(ev.ChoicesLapsed(seat=seat, count=lapsed))


def is_choice(state: TrajanState, owed: Owed) -> bool:
    """Whether there is anything to choose: an impossible action is skipped, as is a repeat without a tile."""
    if owed.kind in {"action", "repetition"}:
        return ACTIONS[owed.what].possible(state, owed.seat)
    return owed.kind != "repeat" or bool(tiles_to_repeat(state, owed.seat, owed.what))


def _bring_arch_back(recorder: TrajanRecorder, seat: Seat) -> None:
    """An arch in the centre goes to the slot that became free, once the special action is done (§4.3)."""
    mat = recorder.state.public.mats[seat]
    if mat.arch is None and None in mat.slots and recorder.state.public.owed[-1].kind != "special":
        recorder.emit(ev.ArchMoved(seat=seat, slot=BOWLS[mat.slots.index(None)]))


def ends_quarter(rounds: int) -> bool:
    """Whether the quarter is over after so many rounds of it."""
    return rounds >= DATA.calendar.rounds_per_quarter


def end_rounds(recorder: TrajanRecorder) -> None:
    """Each lap of the time marker ends a round (§7, R4); the fourth round ends the quarter, else the next seat acts."""
    public = recorder.state.public
    while public.laps:
        number = public.rounds + 1
        recorder.emit(quarter.RoundEnded(quarter=public.quarter, round=number))
        if ends_quarter(number):
            recorder.emit(quarter.StepDue(step=NEEDS))
            return
        recorder.emit(quarter.NeedTurnedUp(need=recorder.state.need_stack[-1]))
    begin_turn(recorder, Seat((public.turn + 1) % len(public.mats)))
