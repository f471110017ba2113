"""What differs between two views: the things whose place, side or number changed."""

from collections.abc import Iterator

from domain.concordia.data import GOODS, KINDS
from domain.concordia.state import Player, Public
from domain.concordia.view import ConcordiaView
from services.render.concordia.pointing import place_name


def changed(before: ConcordiaView, after: ConcordiaView) -> frozenset[str]:
    """The things of the later view that the earlier one has not, or not so."""
    old = dict(_things(before))
    return frozenset(thing for thing, value in _things(after) if old.get(thing) != value)


def _things(view: ConcordiaView) -> Iterator[tuple[str, object]]:
    """Everything on the table that can change, and what is to be compared of it."""
    public = view.public
    for city, owners in public.houses.items():
        yield from ((f"house:{city}:{owner}", True) for owner in owners)
    for province in public.markers:
        yield f"marker:{province}", province in public.coin_side
    yield from ((f"sale:{card}", True) for card in public.display if card is not None)
    yield "magnus", public.magnus
    yield "concordia", public.concordia
    for seat, player in enumerate(public.players):
        yield from _of_player(view, public, seat, player)


def _of_player(view: ConcordiaView, public: Public, seat: int, player: Player) -> Iterator[tuple[str, object]]:
    yield f"money:{seat}", player.money
    yield f"pile:{seat}", player.discard
    yield f"score:{seat}", view.scores[seat]
    yield f"interim:{seat}", public.interim and public.interim[seat]
    yield f"count:{seat}:house", len(player.houses)
    for good in GOODS:
        yield f"goods:{seat}:{good}", player.goods[good]
        yield from ((f"stored:{seat}:{good}:{i}", True) for i in range(1, player.goods[good] + 1))
    for kind in KINDS:
        places = player.colonists[kind]
        yield f"count:{seat}:{kind}", len(places)
        yield from ((f"stored:{seat}:{kind}:{i}", True) for i in range(1, player.stored[kind] + 1))
        yield from (
            (f"colonist:{seat}:{kind}:{place_name(p)}:{places[:i].count(p) + 1}", True) for i, p in enumerate(places)
        )
    yield from ((f"hand:{seat}:{card}", True) for card in player.hand)
    yield from ((f"discard:{seat}:{card}", True) for card in player.discard)
    if seat == view.seat:
        yield from ((f"card:{card}", True) for card in player.hand)
