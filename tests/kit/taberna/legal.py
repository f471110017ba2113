"""Every legal command of a seat: one short list for each kind of choice that can be owed."""

from collections.abc import Callable

from domain.kernel.game import Command
from domain.kernel.ids import Seat
from tests.kit.taberna import commands as cmd
from tests.kit.taberna import turn
from tests.kit.taberna.phases import errands, laying, market_day
from tests.kit.taberna.state import TabernaState

_CHOICES: dict[str, Callable[[TabernaState, Seat], list[Command]]] = {
    "errand": errands.errand_options,
    "gift": errands.gift_options,
    "close": turn.closing_options,
    "donation": market_day.donation_options,
}


def legal(state: TabernaState, seat: Seat) -> list[Command]:
    if seat in state.public.waiting:
        return laying.card_options(state, seat)
    if state.laid[seat] is not None:
        return [cmd.TakeCardBack()]
    owed = state.public.owed
    if state.public.step is not None or not owed or owed[-1].seat != seat:
        return []
    return _CHOICES[owed[-1].kind](state, seat)
