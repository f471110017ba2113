"""The market day at the end of a round: steps of the system, with a donation between them."""

from collections.abc import Callable

from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from tests.kit.taberna import commands as cmd
from tests.kit.taberna import events as ev
from tests.kit.taberna.guards import must_owe
from tests.kit.taberna.phases.laying import begin_round
from tests.kit.taberna.scoring import score_coins, score_donation
from tests.kit.taberna.state import CLOSING, MARKET_DAY, OVER, TabernaRecorder, TabernaState


def market_day(recorder: TabernaRecorder) -> None:
    coins = recorder.state.public.coins
    for seat in range(len(coins)):
        score_coins(recorder, Seat(seat))
    recorder.emit(ev.DonationDue(seat=Seat(coins.index(max(coins)))))


def donation_options(state: TabernaState, seat: Seat) -> list[Command]:
    return [cmd.Donate(coins=0), cmd.Donate(coins=1)] if state.public.coins[seat] else [cmd.Donate(coins=0)]


def donate(recorder: TabernaRecorder, seat: Seat, command: cmd.Donate) -> None:
    must_owe(recorder.state, seat, "donation")
    if command.coins > recorder.state.public.coins[seat]:
        raise IllegalMove("no_coin")
    recorder.emit(ev.CoinsDonated(seat=seat, coins=command.coins))
    if command.coins:
        score_donation(recorder, seat)
    recorder.emit(ev.StepDue(step=CLOSING))


def closing(recorder: TabernaRecorder) -> None:
    """The next round begins, or the game is over."""
    if recorder.state.public.round == recorder.state.public.rounds:
        recorder.emit(ev.StepDue(step=OVER))
    else:
        begin_round(recorder, recorder.state.public.round + 1)


STEPS: dict[str, Callable[[TabernaRecorder], None]] = {MARKET_DAY: market_day, CLOSING: closing}
