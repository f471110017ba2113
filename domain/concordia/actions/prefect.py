"""Prefect: a province produces for everyone, or money for the markers that lie coin side up (§6.3, §6.4)."""

from domain.concordia import commands as cmd
from domain.concordia import events as ev
from domain.concordia.data import DATA, WARES, Card, Good
from domain.concordia.guards import must_be_at
from domain.concordia.maps import BOARDS
from domain.concordia.state import ConcordiaRecorder, ConcordiaState, Public, Receipt
from domain.concordia.storehouse import send
from domain.concordia.turn import end_turn
from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command, in_turn_order
from domain.kernel.ids import Seat

ACTION = "prefect"


def begin(recorder: ConcordiaRecorder, seat: Seat, _card: Card) -> None:
    recorder.emit(ev.ActionBegan(seat=seat, action=ACTION))


def options(state: ConcordiaState, _seat: Seat) -> list[Command]:
    public = state.public
    found: list[Command] = [
        cmd.ProduceGoods(province=province) for province in public.markers if province not in public.coin_side
    ]
    if public.coin_side:
        found.append(cmd.TakeIncome())
    return found


def produce_goods(recorder: ConcordiaRecorder, seat: Seat, command: cmd.ProduceGoods) -> None:
    """The holder of Præfectus Magnus must use it: a double bonus now, and the card passes at the end of the turn."""
    public = recorder.state.public
    province = command.province
    must_be_at(recorder.state, seat, ACTION)
    if province not in public.markers:
        raise IllegalMove("no_such_province", rule="§6.3", province=province)
    if province in public.coin_side:
        raise IllegalMove("marker_turned", rule="§6.3", province=province)
    good, units, magnus = public.markers[province], bonus(public, seat), public.magnus == seat
    recorder.emit(ev.ProvinceProduced(seat=seat, province=province, good=good, bonus=units, magnus=magnus))
    send(recorder, production(public, seat, province))


def bonus(public: Public, seat: Seat) -> int:
    """How many of the marker's good come with a production."""
    rates = DATA.actions
    return rates.prefect_bonus_units_with_praefectus_magnus if public.magnus == seat else rates.prefect_bonus_units


def production(public: Public, seat: Seat, province: str) -> list[Receipt]:
    """One receipt a player, bonus and houses together (R2), the active player first and then clockwise (R9)."""
    goods: list[list[Good]] = [[] for _ in public.players]
    goods[seat] += [public.markers[province]] * bonus(public, seat)
    for city in BOARDS[public.map].cities_of[province]:
        for owner in public.houses[city]:
            goods[owner].append(public.produce[city])
    order = in_turn_order(seat, len(public.players))
    return [Receipt(owner, tuple(goods[owner])) for owner in order if goods[owner]]


def take_income(recorder: ConcordiaRecorder, seat: Seat) -> None:
    """The caller has made sure that this player is at this action."""
    public = recorder.state.public
    if not public.coin_side:
        raise IllegalMove("no_coins_up", rule="§6.3, R3")
    recorder.emit(ev.IncomeTaken(seat=seat, provinces=tuple(public.coin_side), money=income(public)))
    end_turn(recorder)


def income(public: Public) -> int:
    """The coins on the markers that lie coin side up."""
    return sum(WARES[public.markers[province]].bonus_coins for province in public.coin_side)
