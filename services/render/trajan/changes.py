"""What differs between two views of one reader, as names of things on the table."""

from collections import Counter
from collections.abc import Hashable, Iterator

from domain.kernel.ids import Seat
from domain.trajan.data import BOWLS
from domain.trajan.state import Mat
from domain.trajan.view import TrajanView
from services.render.trajan.circle import numbered
from services.render.trajan.pen import thing_of

Shown = tuple[str, Hashable]
"""A thing and what it shows."""


def changed(before: TrajanView, after: TrajanView) -> frozenset[str]:
    """The things that are there now and were not, or looked different."""
    old = dict(_shown(before))
    return frozenset(name for name, look in _shown(after) if old.get(name) != look)


def _shown(view: TrajanView) -> Iterator[Shown]:
    yield from _board(view)
    for number, mat in enumerate(view.public.mats):
        seat = Seat(number)
        for name, look in _of_seat(view, seat, mat):
            yield thing_of(view, seat, name), look
    yield from _each("card", view.hand)


def _board(view: TrajanView) -> Iterator[Shown]:
    public = view.public
    yield "time", public.time
    for number, need in enumerate(public.needs, 1):
        yield f"need:{number}", need
    yield from _each("forum", [tile for tile in (*public.extra, *public.forum) if tile is not None])
    yield from ((f"found:{province}", tile) for province, tile in public.provinces.items())
    yield from ((f"cell:{cell}", building) for cell, building in public.cells.items())
    yield from ((f"stack:{kind}", tile) for kind, tile in public.tops.items())
    yield from ((f"ship:{ship}", "grey") for ship in public.grey_ships)
    yield from ((f"offer:{tile}", tile) for tile in public.offered)
    yield from ((f"pile:{pile}", tuple(cards)) for pile, cards in public.discards.items())


def _of_seat(view: TrajanView, seat: Seat, mat: Mat) -> Iterator[Shown]:
    yield "score", view.scores[seat]
    yield "hand", view.hand_sizes[seat]
    yield "supply", mat.supply
    yield "military-camp", mat.military_camp
    yield "worker-camp", mat.worker_camp
    yield "general", mat.general
    yield "arch", mat.arch
    yield "disc", next((space for space, discs in enumerate(view.public.senate) if seat in discs), None)
    yield from ((f"legionary:{province}", True) for province in mat.legionaries)
    yield from ((f"worker:{cell}", True) for cell in mat.workers)
    yield from ((f"slot:{BOWLS[place]}", tile) for place, tile in enumerate(mat.slots) if tile is not None)
    yield from ((f"kept:{tile}", True) for tile in mat.kept)
    yield from ((f"plus-two:{action}", True) for action in mat.plus_two)
    yield from ((f"built:{building}", True) for building in mat.buildings)
    yield from ((f"bonus:{bonus.tile}", bonus.gold) for bonus in mat.bonus)
    for place, bowl in enumerate(mat.bowls):
        yield from _each(f"in:{BOWLS[place]}", bowl)
    yield from _each("tile", mat.tiles)
    yield from _each("laid", mat.laid_out)
    if seat != view.seat:
        yield from _each("seen", mat.seen_in_hand)


def _each(kind: str, things: list[str]) -> Iterator[Shown]:
    """Equal things are told apart by their number alone."""
    for what, count in Counter(things).items():
        yield from ((numbered(f"{kind}:{what}", number), True) for number in range(1, count + 1))
