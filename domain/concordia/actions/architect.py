"""Architect: move colonists along the lines, then build houses in the cities beside them (§6.2)."""

from domain.concordia import commands as cmd
from domain.concordia import events as ev
from domain.concordia.actions.colonist import colonists_on_board
from domain.concordia.data import KINDS, WARES, Card, Good
from domain.concordia.guards import must_be_at
from domain.concordia.maps import BOARDS, board_of
from domain.concordia.state import ConcordiaRecorder, ConcordiaState, Player, Public
from domain.concordia.storehouse import can_pay
from domain.concordia.turn import take_concordia
from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat

MOVING = "architect"
BUILDING = "building"


def begin(recorder: ConcordiaRecorder, seat: Seat, _card: Card) -> None:
    recorder.emit(ev.ActionBegan(seat=seat, action=MOVING, allowance=movement(recorder.state.public.players[seat])))


def movement(player: Player) -> int:
    """As many steps as the player has colonists on the board."""
    return colonists_on_board(player)


# Moving


def moving_options(state: ConcordiaState, seat: Seat) -> list[Command]:
    points = state.public.allowance
    taken = _places(state)
    found: list[Command] = []
    for kind, origins in state.public.players[seat].colonists.items():
        ways = board_of(state).ways[kind]
        for origin in dict.fromkeys(origins):
            for way in ways[origin].values():
                if way.points > points:
                    break
                if way.line not in taken:
                    found.append(way.command)
    found.append(cmd.EndMoves())
    return found


def _places(state: ConcordiaState) -> set[str]:
    """Every place where a colonist stands."""
    return {place for player in state.public.players for places in player.colonists.values() for place in places}


def move_colonist(recorder: ConcordiaRecorder, seat: Seat, command: cmd.MoveColonist) -> None:
    state = recorder.state
    must_be_at(state, seat, MOVING)
    if command.origin not in state.public.players[seat].colonists[command.kind]:
        raise IllegalMove("no_colonist_there", rule="§6.2", kind=command.kind, place=command.origin)
    way = board_of(state).ways[command.kind][command.origin].get(command.line)
    if way is None:
        raise IllegalMove("no_way", rule="§6.2", kind=command.kind, line=command.line)
    if way.points > state.public.allowance:
        raise IllegalMove("too_far", rule="§6.2", points=way.points, left=state.public.allowance)
    if command.line in _places(state):
        raise IllegalMove("line_occupied", rule="§3.2", line=command.line)
    recorder.emit(
        ev.ColonistMoved(seat=seat, kind=command.kind, origin=command.origin, line=command.line, points=way.points)
    )


# Building


def building_options(state: ConcordiaState, seat: Seat) -> list[Command]:
    player = state.public.players[seat]
    if not player.houses_left:
        return []
    return [
        cmd.BuildHouse(city=city)
        for city in accessible(state.public, player)
        if city not in player.houses and _can_pay_house(state.public, player, city)
    ]


def accessible(public: Public, player: Player) -> list[str]:
    """The cities at the lines where the player's colonists stand, without Roma; a colonist in a city reaches none."""
    board = BOARDS[public.map]
    found: dict[str, None] = {}
    for kind in KINDS:
        for place in player.colonists[kind]:
            line = board.lines.get(place)
            if line is not None:
                found[line.a] = found[line.b] = None
    found.pop(board.start, None)
    return list(found)


def house_money(public: Public, city: str) -> int:
    """The money of the good's first house, times the houses that the city will then have."""
    return WARES[public.produce[city]].house_money * (len(public.houses[city]) + 1)


def house_goods(public: Public, city: str) -> tuple[Good, ...]:
    """The goods of a house there, however many the city has."""
    return WARES[public.produce[city]].house_goods


def is_last_house(player: Player) -> bool:
    """Whether the next house that this player builds is the last one."""
    return player.houses_left == 1


def _can_pay_house(public: Public, player: Player, city: str) -> bool:
    return player.money >= house_money(public, city) and can_pay(player, house_goods(public, city))


def build_house(recorder: ConcordiaRecorder, seat: Seat, command: cmd.BuildHouse) -> None:
    state, city = recorder.state, command.city
    must_be_at(state, seat, BUILDING)
    player = state.public.players[seat]
    if city == board_of(state).start:
        raise IllegalMove("no_house_in_roma", rule="§6.2")
    if city not in accessible(state.public, player):
        raise IllegalMove("no_access", rule="§6.2", city=city)
    if city in player.houses:
        raise IllegalMove("own_house_there", rule="§6.2", city=city)
    if not player.houses_left:
        raise IllegalMove("no_house_left", rule="§6.2")
    goods, money = house_goods(state.public, city), house_money(state.public, city)
    if not _can_pay_house(state.public, player, city):
        raise IllegalMove("cannot_pay_house", rule="§6.2", city=city, money=money)
    recorder.emit(
        ev.HouseBuilt(
            seat=seat,
            city=city,
            money=money,
            goods=goods,
            province=board_of(state).province_of[city],
            good=state.public.produce[city],
            nth=len(state.public.houses[city]) + 1,
        )
    )
    if not player.houses_left:
        take_concordia(recorder, seat, "houses")
