"""Personality cards: what is the same for cards for sale, in a hand and on a pile."""

from collections.abc import Iterable
from typing import NamedTuple

from domain.concordia.data import CARDS, DATA, SPECIALISTS, WARES, Card
from domain.concordia.state import Player
from services.render.concordia.pen import ConcordiaPen, lettered

_ORDER = (
    *("architect", "colonist", "prefect", "mercator", "senator", "consul", "diplomat"),
    *("mason", "farmer", "smith", "vintner", "weaver", "tribune"),
)
"""The kinds as a hand is sorted."""


class Stack(NamedTuple):
    """Cards of a hand that do the same and belong to the same god."""

    face: Card
    cards: tuple[str, ...]


def stacks(cards: Iterable[str]) -> list[Stack]:
    """A hand in stacks, sorted."""
    found: dict[tuple[int, str, int], list[str]] = {}
    for name in sorted(cards):
        card = CARDS[name]
        found.setdefault((_ORDER.index(card.kind), card.god, card.mercator_money), []).append(name)
    return [Stack(CARDS[names[0]], tuple(names)) for _, names in sorted(found.items())]


def kind_name(pen: ConcordiaPen, card: Card) -> str:
    """What the card is called on its face."""
    return pen.drawing.say(f"draw.kind.{card.kind}")


def god_name(pen: ConcordiaPen, card: Card) -> str:
    """The god of a card, and what Minerva gives for a house."""
    name = pen.drawing.name(card.god)
    return f"{name} {card.minerva_vp_per_house}" if card.minerva_vp_per_house else name


def picture_of(pen: ConcordiaPen, card: Card, x: float, y: float, size: float, colour: str = "ink") -> str:
    """The symbol of a card around (x, y); a specialist shows the good."""
    good = SPECIALISTS.get(card.kind)
    if good is not None:
        return lettered(pen.good(good, x, y, size * 0.96))
    return pen.icon(f"card-{card.kind}", x - size / 2, y - size / 2, size, colour)


def effect(pen: ConcordiaPen, player: Player, card: Card) -> str:
    """What the card would do now, in a few words."""
    public, rates = pen.public, DATA.actions
    on_board = sum(len(places) for places in player.colonists.values())
    key = "specialist" if card.kind in SPECIALISTS else card.kind
    money = {
        "prefect": sum(WARES[public.markers[province]].bonus_coins for province in public.coin_side),
        "mercator": card.mercator_money,
        "colonist": rates.colonist_income_base + rates.colonist_income_per_own_colonist_on_board * on_board,
    }
    made = sum(public.produce[city] == SPECIALISTS.get(card.kind) for city in player.houses)
    return pen.drawing.say(
        f"draw.effect.{key}",
        money=money.get(card.kind, 0),
        points=on_board,
        goods=made,
        cards=DATA.market.senator_max_cards,
    )
