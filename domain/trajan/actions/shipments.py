"""Which goods fit together (§5.1, §6.3): sets are named unit by unit, in alphabetical order, wild units last.

Every set of at least one unit is complete, so that a player may stop after any of them.
"""

from collections.abc import Sequence

from domain.trajan.data import SHIPS, WILD_GOOD
from domain.trajan.state import Unit

LAID_OUT_AT_ONCE = 2


def next_to_lay_out(hand: Sequence[str], chosen: Sequence[Unit]) -> list[Unit]:
    """The cards that can be named next for laying out; wild goods cannot (R12)."""
    if len(chosen) == LAID_OUT_AT_ONCE:
        return []
    rest = list(hand)
    for unit in chosen:
        rest.remove(unit.good)
    last = chosen[-1].good if chosen else ""
    return [Unit(good) for good in dict.fromkeys(rest) if good >= last]


def next_to_ship(ship: str, hand: Sequence[str], wilds: int, chosen: Sequence[Unit]) -> list[Unit]:
    """The units that can be named next for a shipment, with `wilds` wild goods at hand."""
    size, most = SHIPS[ship].unit_cards, SHIPS[ship].max_units
    if len(chosen) == most:
        return []
    left = wilds - sum(unit.wilds for unit in chosen)
    found = [] if chosen and chosen[-1].good == WILD_GOOD else _next_cards(ship, hand, left, chosen)
    if left >= size:
        found.append(Unit(WILD_GOOD, size))
    return found


def most_units(ship: str, hand: Sequence[str], wilds: int, chosen: Sequence[Unit] = ()) -> int:
    """The size of the largest shipment that `chosen` can grow to."""
    most = len(chosen)
    for unit in next_to_ship(ship, hand, wilds, chosen):
        most = max(most, most_units(ship, hand, wilds, (*chosen, unit)))
        if most == SHIPS[ship].max_units:
            break
    return most


def _next_cards(ship: str, hand: Sequence[str], wilds: int, chosen: Sequence[Unit]) -> list[Unit]:
    """Units with at least one card."""
    if ship == "same" and chosen:
        good = chosen[0].good
        return [Unit(good)] if hand.count(good) > len(chosen) else []
    last = chosen[-1].good if chosen else ""
    goods = [good for good in dict.fromkeys(hand) if good > last]
    if ship != "pairs":
        return [Unit(good) for good in goods]
    found = []
    for good in goods:
        if hand.count(good) > 1:
            found.append(Unit(good))
        if wilds:
            found.append(Unit(good, 1))
    return found


def cards_of(units: Sequence[Unit], unit_cards: int) -> tuple[str, ...]:
    """The hand cards among the units."""
    return tuple(unit.good for unit in units for _ in range(unit_cards - unit.wilds))
