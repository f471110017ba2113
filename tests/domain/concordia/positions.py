"""Positions for scenarios: a seeded opening, changed piece by piece. Counts that must agree are kept in step."""

import msgspec

from domain.concordia import GAME
from domain.concordia.data import DATA, GOODS, Good, Kind
from domain.concordia.state import ConcordiaOptions, ConcordiaState
from domain.kernel.game import Chairs
from domain.kernel.ids import Seat
from domain.kernel.rng import KeyedRng


def opening(
    players: int = 3, map_: str = "auto", *, interim: bool = False, first: int = 0, key: bytes = b"opening"
) -> ConcordiaState:
    """A game right after set-up."""
    options = msgspec.convert({"map": map_, "interim_scoring": interim}, ConcordiaOptions)
    state = GAME.blank()
    for event in GAME.setup(options, Chairs(players, Seat(first)), KeyedRng(key)):
        GAME.evolve(state, event)
    return state


def turn_of(state: ConcordiaState, seat: int) -> None:
    state.public.active = Seat(seat)
    state.public.action = "card"


def stock(state: ConcordiaState, seat: int, money: int | None = None, **goods: int) -> None:
    """Exactly these goods, and this much money if it is named."""
    player = state.public.players[seat]
    player.goods = {good: goods.get(good, 0) for good in GOODS}
    if money is not None:
        player.money = money


def room(state: ConcordiaState, seat: int, cells: int) -> None:
    """Leave exactly this many cells free: fill the storehouse with bricks, or bring colonists to Roma."""
    player = state.public.players[seat]
    stock(state, seat)
    for kind in ("land", "sea"):
        while cells > 12 - sum(player.stored.values()) and player.stored[kind]:
            station(state, seat, kind, "roma")
    player.goods["brick"] = 12 - sum(player.stored.values()) - cells


def station(state: ConcordiaState, seat: int, kind: Kind, place: str) -> None:
    """A colonist more on the board."""
    player = state.public.players[seat]
    player.stored[kind] -= 1
    player.colonists[kind].append(place)


def stand(state: ConcordiaState, seat: int, land: tuple[str, ...] = (), sea: tuple[str, ...] = ()) -> None:
    """All colonists of a player on the board, and where."""
    player = state.public.players[seat]
    player.colonists = {"land": list(land), "sea": list(sea)}
    player.stored = {"land": 3 - len(land), "sea": 3 - len(sea)}


def build(state: ConcordiaState, seat: int, *cities: str) -> None:
    for city in cities:
        state.public.houses[city].append(Seat(seat))
        state.public.players[seat].houses.append(city)
        state.public.players[seat].houses_left -= 1


def makes(state: ConcordiaState, **tokens: Good) -> None:
    """Change city tokens, and the markers with them."""
    state.public.produce.update(tokens)
    for province in DATA.maps[state.public.map].provinces:
        goods = [state.public.produce[city] for city in province.cities]
        state.public.markers[province.id] = max(goods, key=GOODS.index)


def discarded(state: ConcordiaState, seat: int, *cards: str) -> None:
    """Move cards to the discard pile, the last one on top; cards that the player does not hold come from the box."""
    player = state.public.players[seat]
    for card in cards:
        if card in player.hand:
            player.hand.remove(card)
        player.discard.append(card)


def holds(state: ConcordiaState, seat: int, *cards: str) -> None:
    """Further cards in hand."""
    state.public.players[seat].hand += cards


def on_display(state: ConcordiaState, *cards: str, deck: tuple[str, ...] = ()) -> None:
    state.public.display = list(cards)
    state.deck = list(deck)


def line_between(state: ConcordiaState, kind: Kind, one: str, other: str) -> str:
    """The id of a line by its ends."""
    for line in DATA.maps[state.public.map].lines:
        if line.kind == kind and {line.a, line.b} == {one, other}:
            return line.id
    raise LookupError(kind, one, other)
