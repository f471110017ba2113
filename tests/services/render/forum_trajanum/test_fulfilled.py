"""Where a Trajan card is fulfilled: as often as the domain counts it, at places that do not overlap."""

import random
from itertools import combinations

from domain.forum_trajanum.data import BUILDABLE, CORNERS, DATA, TEMPLES
from domain.forum_trajanum.trajan_cards import times_built
from services.render.forum_trajanum.fulfilled import places

BUILDINGS = (*DATA.buildings.grey, *DATA.buildings.coloured)


def test_there_are_as_many_places_as_the_card_is_fulfilled() -> None:
    rng = random.Random(1)
    met = set()
    for _ in range(60):
        built = {cell: rng.choice(BUILDINGS) for cell in rng.sample(BUILDABLE, rng.randrange(12, 28))}
        for card in DATA.trajan_card:
            if card.build.type == "one_of_each_colour":
                assert places(card.id, built) == ()
                continue
            found = places(card.id, built)
            assert len(found) == times_built(card, built)
            met |= {card.id for _ in found}
            for cells in found:
                assert cells <= {*built, *TEMPLES, *CORNERS, *BUILDABLE}
            if card.build.type == "pattern":
                assert not any(one & other for one, other in combinations(found, 2))
    assert len(met) == len(DATA.trajan_card) - 1


def test_a_tile_is_framed_once_where_it_serves_one_combination_only() -> None:
    built = {"r1c3": "park", "r3c3": "fountain", "r3c2": "fountain", "r5c2": "park"}
    assert len(places("I-2", built)) == 2
    assert len(places("I-2", built, {"r3c2": "r3c2", "r3c3": "r3c2"})) == 1


def test_a_frame_holds_its_temple_or_its_crane() -> None:
    assert places("I-2", {"r1c3": "park", "r3c3": "library"}) == (frozenset({"r1c3", "r2c3", "r3c3"}),)
    assert places("I-4", {"r1c2": "park", "r2c1": "library"}) == (frozenset({"r1c1", "r1c2", "r2c1"}),)
