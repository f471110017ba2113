"""The prices of Concordia: goods and houses, cards for sale, and what the slots of the market add."""

from collections.abc import Sequence

from domain.concordia.data import DATA, Card, Ware
from services.render.values import Speaker, ValueTable


def values(speaker: Speaker) -> Sequence[ValueTable]:
    """Goods, slots and cards."""
    goods = ValueTable(
        [speaker.say(f"draw.{key}") for key in ("good", "bank", "first_house")],
        [[speaker.name(ware.id), str(ware.price), _house(speaker, ware)] for ware in DATA.goods],
    )
    slots = ValueTable(
        [speaker.say("value.slot"), speaker.say("value.surcharge")],
        [
            [str(slot), ", ".join(speaker.say("sign.any") if one == "any" else speaker.name(one) for one in asked)]
            for slot, asked in enumerate(DATA.market.surcharge, 1)
            if asked
        ],
    )
    cards = ValueTable(
        [speaker.say(key) for key in ("value.card", "value.deck", "value.price", "value.god")],
        [
            [speaker.say(f"draw.kind.{card.kind}"), card.deck, speaker.names(card.cost), _god(speaker, card)]
            for card in DATA.cards.market
        ],
    )
    return goods, slots, cards


def _house(speaker: Speaker, ware: Ware) -> str:
    return f"{speaker.names(ware.house_goods)} + {ware.house_money}"


def _god(speaker: Speaker, card: Card) -> str:
    each = f" {card.minerva_vp_per_house}" if card.minerva_good else ""
    return speaker.name(card.god.casefold()) + each
