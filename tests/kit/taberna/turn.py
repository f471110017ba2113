"""How a turn ends, and to whom it passes."""

from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from tests.kit.taberna import commands as cmd
from tests.kit.taberna import events as ev
from tests.kit.taberna.data import DATA
from tests.kit.taberna.evolve import turn_began
from tests.kit.taberna.guards import must_owe
from tests.kit.taberna.scoring import score_tip
from tests.kit.taberna.state import MARKET_DAY, TabernaRecorder, TabernaState


def next_turn(recorder: TabernaRecorder, last: Seat | None) -> None:
    """From the highest revealed card down; after the last seat the market day is due."""
    cards = recorder.state.public.revealed
    order = sorted(range(len(cards)), key=lambda seat: -cards[seat])
    position = 0 if last is None else order.index(last) + 1
    if position == len(order):
        recorder.emit(ev.StepDue(step=MARKET_DAY))
    else:
        recorder.emit(ev.TurnBegan(seat=Seat(order[position]), errands=DATA.errands))


def begins_turn(state: TabernaState) -> Seat | None:
    turn, owed = state.public.turn, state.public.owed
    return turn if turn is not None and len(owed) == DATA.errands + 1 else None


def suppose_turn(state: TabernaState, seat: Seat) -> bool:
    cards, turn = state.public.revealed, state.public.turn
    if turn is None or not cards or state.public.step is not None or cards[seat] >= cards[turn]:
        return False
    turn_began(state, ev.TurnBegan(seat=seat, errands=DATA.errands))
    return True


def closing_options(state: TabernaState, seat: Seat) -> list[Command]:
    return [cmd.EndTurn(), cmd.Tip()] if state.public.coins[seat] else [cmd.EndTurn()]


def tip(recorder: TabernaRecorder, seat: Seat, _command: cmd.Tip) -> None:
    must_owe(recorder.state, seat, "close")
    if not recorder.state.public.coins[seat]:
        raise IllegalMove("no_coin")
    recorder.emit(ev.CoinsGained(seat=seat, coins=-1))
    score_tip(recorder, seat)


def end_turn(recorder: TabernaRecorder, seat: Seat, _command: cmd.EndTurn) -> None:
    must_owe(recorder.state, seat, "close")
    recorder.emit(ev.TurnEnded(seat=seat))
    next_turn(recorder, seat)
