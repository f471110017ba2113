"""A world that a seat cannot tell from the true one: what it has not seen is dealt anew.

A seat that composes a shipment has shown that it owns fitting goods. A world in which it does not would be told from
the true one, so such a hand is dealt around a shipment that it could be composing.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from domain.kernel.game import copy_of
from domain.kernel.rng import Rng
from domain.trajan.data import (
    BONUS_TILES,
    EXTRA_STACK,
    FORUM_STACK,
    GOODS,
    GOODS_CARDS,
    NEED_STACK,
    SHIPS,
    TRAJAN_STACKS,
    WILD_GOOD,
)
from domain.trajan.state import Public, TrajanState, Unit
from domain.trajan.view import TrajanView


def imagine(view: TrajanView, rng: Rng) -> TrajanState:
    public = copy_of(view.public)
    goods = _goods(view, rng)
    extra = _unseen(EXTRA_STACK, public.extra_seen)
    needs = _unseen(NEED_STACK, (*public.needs, *public.removed.needs))
    bag = _unseen(tuple(BONUS_TILES), (*public.offered, *(bonus.tile for mat in public.mats for bonus in mat.bonus)))
    return TrajanState(
        scores=list(view.scores),
        public=public,
        hands=goods.hands,
        drawn=[list(view.drawn) if seat == view.seat else [] for seat in range(len(public.mats))],
        chosen=goods.chosen,
        draw_pile=goods.draw_pile,
        forum_stack=rng.shuffled("imagined forum tiles", _unseen_forum_tiles(public, extra)),
        extra_stack=rng.shuffled("imagined extra actions", extra),
        need_stack=rng.shuffled("imagined needs", needs),
        trajan_stacks=_trajan_stacks(view, rng),
        bag=rng.shuffled("imagined bonus tiles", bag)[: view.bag_size],
    )


def _unseen(all_of_them: Iterable[str], seen: Iterable[str]) -> list[str]:
    rest = Counter(all_of_them)
    rest.subtract(seen)
    return list(rest.elements())


def _unseen_forum_tiles(public: Public, unseen_extra: list[str]) -> list[str]:
    """The two stacks share some fronts, so they are counted together."""
    on_mats = (tile for mat in public.mats for tile in mat.tiles)
    on_board = (tile for tile in (*public.forum, *public.extra, *public.provinces.values()) if tile is not None)
    return _unseen((*FORUM_STACK, *EXTRA_STACK), (*on_mats, *on_board, *public.removed.tiles, *unseen_extra))


def _trajan_stacks(view: TrajanView, rng: Rng) -> dict[str, list[str]]:
    public = view.public
    seen = [*public.tops.values(), *public.removed.trajan]
    for mat in public.mats:
        seen += [*mat.slots, *mat.kept]
    return {
        kind: rng.shuffled(f"imagined {kind} tiles", [tile for tile in TRAJAN_STACKS[kind] if tile not in seen])
        for kind in view.trajan_stack_sizes
    }


# Goods cards: the hands of the others, the draw pile, and what is being chosen in the port


class _Goods(NamedTuple):
    hands: list[list[str]]
    chosen: list[Unit]
    draw_pile: list[str]


def _goods(view: TrajanView, rng: Rng) -> _Goods:
    public = view.public
    hands = [list(view.hand) if seat == view.seat else list(mat.seen_in_hand) for seat, mat in enumerate(public.mats)]
    unknown = rng.shuffled("imagined goods", _unknown(view, hands))
    chosen = list(view.chosen)
    composing = public.owed[-1].kind if public.owed and view.seat != public.turn else ""
    if composing == "shipment":
        chosen = _deal_shipment(view, hands[public.turn], unknown)
    for hand, size in zip(hands, view.hand_sizes, strict=True):
        while len(hand) < size:
            hand.append(unknown.pop())
        hand.sort()
    if composing == "lay_out":
        chosen = [Unit(good) for good in hands[public.turn][: view.chosen_units]]
    return _Goods(hands, chosen, unknown[: view.draw_pile_size])


def _unknown(view: TrajanView, hands: list[list[str]]) -> list[str]:
    rest = Counter(GOODS_CARDS)
    for cards in (*hands, *view.public.discards.values(), *(mat.laid_out for mat in view.public.mats)):
        rest.subtract(cards)
    return list(rest.elements())


def _deal_shipment(view: TrajanView, hand: list[str], unknown: list[str]) -> list[Unit]:
    """Complete `hand` from `unknown` so that it holds a shipment; give as many of its units as were chosen."""
    public = view.public
    ship = SHIPS[public.owed[-1].what]
    units = max(1, view.chosen_units)
    kinds, size = (1, units) if ship.id == "same" else (units, ship.unit_cards)
    free = view.hand_sizes[public.turn] - len(hand)
    wilds = public.mats[public.turn].tiles.count(WILD_GOOD)
    for goods in combinations(dict.fromkeys((*unknown, *GOODS)), kinds):
        drawn = _drawn_for(goods, size, Counter(hand), Counter(unknown))[:free]
        loaded = {good: min(size, hand.count(good) + drawn.count(good)) for good in goods}
        if size * kinds - sum(loaded.values()) <= wilds:
            for card in drawn:
                unknown.remove(card)
            hand += drawn
            return _units(loaded, size, ship.unit_cards)[: view.chosen_units]
    raise ValueError(f"no shipment fits what is known of seat {public.turn}")


def _drawn_for(goods: tuple[str, ...], size: int, hand: Counter[str], unknown: Counter[str]) -> list[str]:
    """The cards that the hand still lacks for `size` of each good, as far as there are any."""
    return [good for good in goods for _ in range(min(size - hand[good], unknown[good]))]


def _units(loaded: dict[str, int], size: int, unit_cards: int) -> list[Unit]:
    """The units of a shipment in the order in which they are named: wild ones last."""
    cards = [Unit(good, wilds) for good, count in sorted(loaded.items()) for wilds in _split(count, unit_cards)]
    wild = size * len(loaded) // unit_cards - len(cards)
    return cards + [Unit(WILD_GOOD, unit_cards)] * wild


def _split(count: int, unit_cards: int) -> list[int]:
    """The wild goods in each unit of one good that has `count` cards: full units, then a mixed one."""
    full, mixed = divmod(count, unit_cards)
    return [0] * full + [unit_cards - mixed] * (mixed > 0)
