"""Every legal command of a seat: one short list for each kind of choice that can be owed."""

from collections.abc import Callable

from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.trajan import setup, turn
from domain.trajan.actions import port
from domain.trajan.phases import quarter, sowing
from domain.trajan.state import Owed, TrajanState

_CHOICES: dict[str, Callable[[TrajanState, Seat, Owed], list[Command]]] = {
    "starting_card": setup.starting_card_options,
    "starting_tile": setup.starting_tile_options,
    "bowl": sowing.bowl_options,
    "marker": sowing.marker_options,
    "special": sowing.special_options,
    "action": turn.action_options,
    "repetition": turn.repetition_options,
    "repeat": turn.repeat_options,
    "discard": port.discard_options,
    "lay_out": port.lay_out_options,
    "shipment": port.shipment_options,
    "bonus_tile": quarter.bonus_tile_options,
}


def legal(state: TrajanState, seat: Seat) -> list[Command]:
    public = state.public
    if public.owed:
        owed = public.owed[-1]
        return _CHOICES[owed.kind](state, seat, owed) if owed.seat == seat else []
    if seat in public.waiting:
        return (quarter.cover_options if public.mats[seat].open_needs else setup.marker_options)(state, seat)
    return []
