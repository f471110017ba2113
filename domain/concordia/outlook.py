"""What a player would ask at the table: points now, prices, the way to the end. All of it follows from what is public.

Every figure comes from the rules of its action; nothing here decides anything.
"""

from collections.abc import Container, Sequence
from typing import Literal, TypeAlias

import msgspec

from domain.concordia.actions import architect
from domain.concordia.data import ANY, CARDS, DATA, GODS, Asked, Good
from domain.concordia.maps import BOARDS
from domain.concordia.scoring import CONCORDIA, concordia_term, terms_of
from domain.concordia.state import Player, Public
from domain.concordia.storehouse import free_cells
from domain.concordia.turn import magnus_passes_to
from domain.kernel.game import Term, in_turn_order
from domain.kernel.ids import Seat

Blocked: TypeAlias = Literal["own_house", "no_access", "no_house_left"]


class SourceNow(msgspec.Struct, frozen=True):
    """What a god, or the Concordia card, would give now, and for what."""

    source: str
    points: int
    detail: tuple[Term, ...]


class ScoreNow(msgspec.Struct, frozen=True):
    """What a player would score if the game ended now."""

    points: int
    sources: tuple[SourceNow, ...]


class HousePrice(msgspec.Struct, frozen=True, omit_defaults=True):
    """The next house in a city; for a player also why it cannot be built, or what is missing for it."""

    city: str
    nth: int
    """How many houses the city would then have."""
    money: int
    goods: tuple[Good, ...]
    blocked: Blocked | None = None
    lacks_money: int = 0
    lacks_goods: tuple[Good, ...] = ()


class CardPrice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card for sale. A Senator pays cost and surcharge, a Consul the cost alone; `slot` counts from 1."""

    slot: int
    card: str
    cost: tuple[Good, ...]
    surcharge: tuple[Asked, ...]
    senator_lacks: tuple[Asked, ...] = ()
    """What the player who asks has not got for it."""
    consul_lacks: tuple[Asked, ...] = ()


class Outlook(msgspec.Struct, frozen=True):
    """What the position means. Lists are indexed by chair, houses and cards as they are printed and lie."""

    scores_now: tuple[ScoreNow, ...]
    free_cells: tuple[int, ...]
    house_prices: tuple[HousePrice, ...]
    card_prices: tuple[CardPrice, ...]
    cards_to_end: int
    """Cards for sale that are left, in display and deck; the last one ends the game."""
    houses_to_end: tuple[int, ...]
    """Houses that each player has left; whoever builds the last one ends the game."""
    last_turns: tuple[Seat, ...]
    """Who still has a turn once the end was triggered, in turn order; a turn that is going on counts."""
    magnus_passes_to: Seat
    """Who receives Præfectus Magnus once it is used."""


def outlook(public: Public, seat: Seat | None, deck_size: int) -> Outlook:
    """For a seat with what it lacks; a spectator sees the prices alone."""
    player = None if seat is None else public.players[seat]
    return Outlook(
        scores_now=tuple(_score_now(public, Seat(chair)) for chair in range(len(public.players))),
        free_cells=tuple(map(free_cells, public.players)),
        house_prices=_house_prices(public, player),
        card_prices=tuple(
            _card_price(player, slot, card) for slot, card in enumerate(public.display) if card is not None
        ),
        cards_to_end=deck_size + sum(card is not None for card in public.display),
        houses_to_end=tuple(player.houses_left for player in public.players),
        last_turns=_last_turns(public),
        magnus_passes_to=magnus_passes_to(public),
    )


def _score_now(public: Public, seat: Seat) -> ScoreNow:
    details = {god: tuple(terms_of(public, seat, god)) for god in GODS}
    if public.concordia == seat:
        details[CONCORDIA] = (concordia_term(),)
    sources = [
        SourceNow(source, sum(term.points for term in detail), detail) for source, detail in details.items() if detail
    ]
    return ScoreNow(sum(source.points for source in sources), tuple(sources))


def _house_prices(public: Public, player: Player | None) -> tuple[HousePrice, ...]:
    prices = [
        HousePrice(
            city=city.id,
            nth=len(public.houses[city.id]) + 1,
            money=architect.house_money(public, city.id),
            goods=architect.house_goods(public, city.id),
        )
        for city in BOARDS[public.map].cities
    ]
    if player is None:
        return tuple(prices)
    reach = architect.accessible(public, player)
    return tuple(_for_player(price, player, reach) for price in prices)


def _for_player(price: HousePrice, player: Player, reach: Container[str]) -> HousePrice:
    lacks = tuple(good for good in price.goods if not player.goods[good])
    return msgspec.structs.replace(
        price,
        blocked=_blocked(price.city, player, reach),
        lacks_money=max(0, price.money - player.money),
        lacks_goods=lacks,
    )


def _blocked(city: str, player: Player, reach: Container[str]) -> Blocked | None:
    if city in player.houses:
        return "own_house"
    if not player.houses_left:
        return "no_house_left"
    return None if city in reach else "no_access"


def _card_price(player: Player | None, slot: int, name: str) -> CardPrice:
    cost, surcharge = CARDS[name].cost, DATA.market.surcharge[slot]
    price = CardPrice(slot=slot + 1, card=name, cost=cost, surcharge=surcharge)
    if player is None:
        return price
    lacks = _lacking(player, (*cost, *surcharge))
    return msgspec.structs.replace(price, senator_lacks=lacks, consul_lacks=_lacking(player, cost))


def _lacking(player: Player, asked: Sequence[Asked]) -> tuple[Asked, ...]:
    """What is not in the storehouse of what is asked for; a good of choice is one that is not asked for otherwise."""
    left = dict(player.goods)
    missing: list[Asked] = []
    for good in asked:
        if good == ANY:
            continue
        if left[good]:
            left[good] -= 1
        else:
            missing.append(good)
    missing += [ANY] * (asked.count(ANY) - sum(left.values()))
    return tuple(missing)


def _last_turns(public: Public) -> tuple[Seat, ...]:
    if public.concordia is None or public.step is not None:
        return ()
    order = in_turn_order(public.active, len(public.players))
    if public.active == public.concordia:
        return tuple(order[1:])
    return tuple(order[: order.index(public.concordia)])
