"""Naive readings of the rules, written from the rule book alone, against what the game offers and pays."""

from collections import Counter
from itertools import product

from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from domain.trajan import GAME
from domain.trajan import commands as cmd
from domain.trajan.events.turn import GoodsShipped
from domain.trajan.scoring import building_sets
from domain.trajan.state import Mat, TrajanState
from tests.domain.trajan.positions import A, at_turn, performing, quarter_end
from tests.kit.scenario import given

KINDS = ("cattle", "fish", "gems", "oil", "wheat", "wine")
Load = tuple[tuple[str, ...], int]
"""The cards of a shipment, sorted, and the number of wild goods in it."""

POINTS = {
    ("same", "coloured"): (2, 6, 12, 20),
    ("same", "grey"): (0, 1, 7, 15),
    ("pairs", "coloured"): (5, 10, 15),
    ("pairs", "grey"): (1, 6, 11),
    ("different", "coloured"): (2, 4, 6, 8),
    ("different", "grey"): (0, 1, 3, 5),
}


# Shipments


def units_of(ship: str, goods: Counter[str]) -> int | None:
    """How many units a set of goods makes on a ship; nothing if it does not fit."""
    total = goods.total()
    if ship == "same":
        return total if len(goods) == 1 and total <= 4 else None
    if ship == "different":
        return total if set(goods.values()) == {1} and total <= 4 else None
    return len(goods) if set(goods.values()) == {2} and len(goods) <= 3 else None


def naive_shipments(ship: str, hand: list[str], wilds: int) -> dict[Load, int]:
    """Every load that fits, by trying all cards and all kinds that wild goods may stand for."""
    found: dict[Load, int] = {}
    own = Counter(hand)
    for counts in product(*(range(own[kind] + 1) for kind in KINDS)):
        cards = Counter({kind: count for kind, count in zip(KINDS, counts, strict=True) if count})
        for used in range(wilds + 1):
            for stand_ins in product(KINDS, repeat=used):
                units = units_of(ship, cards + Counter(stand_ins))
                if units is not None:
                    found[tuple(sorted(cards.elements())), used] = units
    return found


def offered_shipments(state: TrajanState, ship: str) -> dict[Load, int]:
    """Every load that the game lets seat A ship, with its points, by following all legal commands."""
    start = cmd.ShipGoods(ship=ship)  # type: ignore[arg-type]  # a ship as plain text
    if start not in GAME.legal(state, A):
        return {}
    found: dict[Load, int] = {}
    open_ends = [given(GAME, state).when(A, start).state]
    while open_ends:
        here = open_ends.pop()
        for command in GAME.legal(here, A):
            after = given(GAME, here).when(A, command)
            if isinstance(command, cmd.SetSail):
                (shipped,) = (event for event in after.events if isinstance(event, GoodsShipped))
                load = (tuple(sorted(shipped.cards)), shipped.wilds)
                assert load not in found, "the same load can be named in two ways"
                found[load] = after.state.scores[A] - here.scores[A]
            else:
                open_ends.append(after.state)
    return found


@settings(max_examples=60)
@for_all(
    hand=st.lists(st.sampled_from(KINDS), max_size=7),
    wilds=st.integers(0, 3),
    ship=st.sampled_from(("same", "pairs", "different")),
    side=st.sampled_from(("coloured", "grey")),
)
def test_shipments_are_exactly_the_sets_that_fit(hand: list[str], wilds: int, ship: str, side: str) -> None:
    state = performing("port")
    state.hands[A] = sorted(hand)
    state.public.mats[A].tiles = ["wild_good"] * wilds
    state.public.grey_ships = [ship] if side == "grey" else []
    expected = {load: POINTS[ship, side][units - 1] for load, units in naive_shipments(ship, hand, wilds).items()}
    assert offered_shipments(state, ship) == expected


# Needs


def naive_cover(asked: list[str], kept: list[str], tiles: list[str]) -> tuple[int, set[tuple[str, ...]]]:
    """The least number of unmet needs, and every set of stored tiles that can be spent for it.

    Each need is left alone or gets a tile; kept tiles go first, so as many of them as possible are used.
    """
    owned = [("kept", need) for need in kept] + [("stored", tile) for tile in tiles]
    best: dict[tuple[int, int], set[tuple[str, ...]]] = {}
    for plan in product((None, *range(len(owned))), repeat=len(asked)):
        used = [index for index in plan if index is not None]
        if len(set(used)) < len(used):
            continue
        pairs = [(need, owned[index]) for need, index in zip(asked, plan, strict=True) if index is not None]
        if all(what == need or (where == "stored" and what == "wild_need") for need, (where, what) in pairs):
            spent = tuple(sorted(what for _, (where, what) in pairs if where == "stored"))
            free = sum(where == "kept" for _, (where, _) in pairs)
            best.setdefault((len(asked) - len(used), -free), set()).add(spent)
    fewest = min(best)
    return fewest[0], best[fewest]


TRAJAN_NEED = {"bread": "T46", "games": "T49", "religion": "T52"}
NEED = st.sampled_from(("bread", "games", "religion"))


@settings(max_examples=150)
@for_all(
    asked=st.lists(NEED, min_size=3, max_size=3),
    kept=st.lists(NEED, max_size=2),
    tiles=st.lists(st.sampled_from(("bread", "games", "religion", "wild_need", "votes_2")), max_size=5),
)
def test_needs_are_covered_as_far_as_possible_with_every_choice(
    asked: list[str], kept: list[str], tiles: list[str]
) -> None:
    state = quarter_end(at_turn(), *asked)
    mat = state.public.mats[A]
    mat.kept = [TRAJAN_NEED[need] for need in kept]
    mat.tiles = sorted(tiles)
    settled = given(GAME, state).when_resolved().state
    unmet, spendings = naive_cover(asked, kept, tiles)
    assert settled.scores[A] == (0, -4, -9, -15)[unmet]
    assert _spendings(settled, Counter(tiles)) == spendings


def _spendings(state: TrajanState, before: Counter[str]) -> set[tuple[str, ...]]:
    if not state.public.mats[A].open_needs:
        return {tuple(sorted((before - Counter(state.public.mats[A].tiles)).elements()))}
    after = (given(GAME, state).when(A, command).state for command in GAME.legal(state, A))
    return {spent for world in after for spent in _spendings(world, before)}


# Sets of buildings

BUILDING = ("stairs", "door", "fountain", "roof", "window")


def naive_sets(counts: list[int], wilds: int) -> int:
    """The best sum over all kinds that each wild building may stand for."""

    def worth(plan: tuple[int, ...]) -> int:
        sizes = [count and count + plan.count(kind) for kind, count in enumerate(counts)]
        return sum(20 if size >= 4 else 10 if size == 3 else 0 for size in sizes)

    return max(worth(plan) for plan in product(range(len(counts)), repeat=wilds))


@for_all(counts=st.lists(st.integers(0, 4), min_size=5, max_size=5), wilds=st.integers(0, 2))
def test_wild_buildings_go_where_they_bring_most(counts: list[int], wilds: int) -> None:
    buildings = [f"{kind}_{2 + i}" for kind, count in zip(BUILDING, counts, strict=True) for i in range(count)]
    mat = Mat(buildings=buildings, tiles=["wild_building"] * wilds)
    assert sum(term.points for term in building_sets(mat)) == naive_sets(counts, wilds)
