"""Colonist: new colonists for Roma and own cities, or money (§6.5)."""

from collections.abc import Iterable

from domain.concordia import commands as cmd
from domain.concordia import events as ev
from domain.concordia.data import DATA, KINDS, Card, Good
from domain.concordia.guards import must_be_at
from domain.concordia.maps import board_of
from domain.concordia.state import ConcordiaRecorder, ConcordiaState, Player, Public
from domain.concordia.storehouse import can_pay
from domain.concordia.turn import end_turn
from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat

ACTION = "colonist"
MORE = "more colonists"
"""The action after the first new colonist: money is out of the question now."""

BASE = DATA.actions.colonist_income_base
"""What the card brings instead of colonists, beside the money for those on the board."""
PRICE: tuple[Good, ...] = tuple(good for good, count in DATA.costs.colonist.items() for _ in range(count))


def payable(player: Player) -> int:
    """How many new colonists the player has left and can pay for."""
    pays_for = min(player.goods[good] // count for good, count in DATA.costs.colonist.items())
    return min(pays_for, sum(player.stored.values()))


def begin(recorder: ConcordiaRecorder, seat: Seat, _card: Card) -> None:
    recorder.emit(ev.ActionBegan(seat=seat, action=ACTION))


def options(state: ConcordiaState, seat: Seat) -> list[Command]:
    return [cmd.TakeIncome(), *more_options(state, seat)]


def more_options(state: ConcordiaState, seat: Seat) -> list[Command]:
    return placements(state, seat, [board_of(state).start, *state.public.players[seat].houses])


def placements(state: ConcordiaState, seat: Seat, cities: Iterable[str]) -> list[Command]:
    """The new colonists that the player can pay for. A city must have a line of their kind (ruling R1)."""
    player = state.public.players[seat]
    if not can_pay(player, PRICE):
        return []
    joined = board_of(state).lines_at
    kinds = [kind for kind in KINDS if player.stored[kind]]
    return [cmd.PlaceColonist(kind=kind, city=city) for city in cities for kind in kinds if city in joined[kind]]


def place(recorder: ConcordiaRecorder, seat: Seat, command: cmd.PlaceColonist) -> None:
    """Put one new colonist on the board, for a Colonist or a Tribune; the caller goes on from there."""
    state = recorder.state
    player = state.public.players[seat]
    if not player.stored[command.kind]:
        raise IllegalMove("no_colonist_left", rule="§6.5", kind=command.kind)
    if not can_pay(player, PRICE):
        raise IllegalMove("cannot_pay_colonist", rule="§6.5")
    if command.city not in board_of(state).lines_at[command.kind]:
        raise IllegalMove("no_line_of_kind", rule="§6.5, R1", kind=command.kind, city=command.city)
    recorder.emit(ev.ColonistPlaced(seat=seat, kind=command.kind, city=command.city, goods=PRICE))


def place_here(recorder: ConcordiaRecorder, seat: Seat, command: cmd.PlaceColonist) -> None:
    """The Colonist's own placing: in Roma or beside an own house, as often as the player likes."""
    state = recorder.state
    action = must_be_at(state, seat, ACTION, MORE)
    if command.city != board_of(state).start and command.city not in state.public.players[seat].houses:
        raise IllegalMove("no_own_house", rule="§6.5", city=command.city)
    place(recorder, seat, command)
    if action == ACTION:
        recorder.emit(ev.ActionBegan(seat=seat, action=MORE))


def take_income(recorder: ConcordiaRecorder, seat: Seat) -> None:
    """The caller has made sure that this player is at this action."""
    public = recorder.state.public
    on_board = colonists_on_board(public.players[seat])
    money = income(public, seat)
    recorder.emit(ev.MoneyReceived(seat=seat, money=money, source="colonist", base=BASE, colonists=on_board))
    end_turn(recorder)


def income(public: Public, seat: Seat) -> int:
    """A fixed sum, and some for each of the player's colonists on the board."""
    each = DATA.actions.colonist_income_per_own_colonist_on_board
    return BASE + each * colonists_on_board(public.players[seat])


def colonists_on_board(player: Player) -> int:
    """The player's colonists in cities and on lines."""
    return sum(map(len, player.colonists.values()))
