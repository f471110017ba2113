"""Errands: sell, give a gift that the neighbour answers, feast, or draw a card."""

from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from tests.kit.taberna import commands as cmd
from tests.kit.taberna import events as ev
from tests.kit.taberna.guards import must_owe
from tests.kit.taberna.scoring import score_gift
from tests.kit.taberna.state import TabernaRecorder, TabernaState


def errand_options(state: TabernaState, _seat: Seat) -> list[Command]:
    options: list[Command] = [cmd.RunErrand(what="sell"), cmd.RunErrand(what="gift")]
    if not state.public.feasted:
        options.append(cmd.RunErrand(what="feast"))
    if state.deck:
        options.append(cmd.RunErrand(what="draw"))
    return options


def run_errand(recorder: TabernaRecorder, seat: Seat, command: cmd.RunErrand) -> None:
    state = recorder.state
    must_owe(state, seat, "errand")
    if command.what == "feast" and state.public.feasted:
        raise IllegalMove("feasted")
    if command.what == "draw" and not state.deck:
        raise IllegalMove("deck_empty")
    recorder.emit(ev.ErrandRun(seat=seat, what=command.what))
    if command.what == "sell":
        recorder.emit(ev.CoinsGained(seat=seat, coins=1))
    elif command.what == "gift":
        recorder.emit(ev.CoinsGained(seat=seat, coins=2))
        recorder.emit(ev.RewardsDue(seat=Seat((seat + 1) % len(state.hands)), kinds=("gift",)))
    elif command.what == "feast":
        recorder.emit(ev.RewardsDue(seat=seat, kinds=("errand", "errand")))
    else:
        recorder.emit(ev.CardDrawn(seat=seat, card=state.deck[0]))


def gift_options(_state: TabernaState, _seat: Seat) -> list[Command]:
    return [cmd.AnswerGift(take="coin"), cmd.AnswerGift(take="point")]


def answer_gift(recorder: TabernaRecorder, seat: Seat, command: cmd.AnswerGift) -> None:
    must_owe(recorder.state, seat, "gift")
    recorder.emit(ev.GiftAnswered(seat=seat, take=command.take))
    if command.take == "coin":
        recorder.emit(ev.CoinsGained(seat=seat, coins=1))
    else:
        score_gift(recorder, seat)
