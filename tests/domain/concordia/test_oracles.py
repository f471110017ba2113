"""Naive second opinions, written from the fact sheet and the printed data alone, against what `legal` lists."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement, permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.concordia import GAME
from domain.concordia import commands as cmd
from domain.concordia.data import DATA, Asked, Good
from domain.concordia.state import ConcordiaState, Overflow, Player
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from tests.kit.logged_match import position

SEEDS = st.integers(0, 2**32)
GOODS: tuple[Good, ...] = ("brick", "food", "tool", "wine", "cloth")
PRICES = {"brick": 3, "food": 4, "tool": 5, "wine": 6, "cloth": 7}
BASE_MONEY = {"brick": 1, "food": 2, "tool": 3, "wine": 4, "cloth": 5}
SURCHARGES: tuple[list[Asked], ...] = ([], ["any"], ["any"], ["cloth"], ["cloth"], ["any", "cloth"], ["cloth", "cloth"])


def _at(seed: int, action: str, allowance: int = 0) -> tuple[ConcordiaState, Seat]:
    """A random position in which some seat is at this action."""
    state: ConcordiaState = position(GAME, 2 + seed % 4, seed, seed // 7 % 500).match.state
    seat = Seat(seed // 3 % len(state.public.players))
    state.public.overflows, state.public.receipts, state.public.step = [], [], None
    state.public.active = seat
    state.public.action, state.public.allowance, state.public.traded = action, allowance, []
    return state, seat


def _listed(state: ConcordiaState, seat: Seat, kind: type[Command]) -> set[Command]:
    found = [option for option in GAME.legal(state, seat) if isinstance(option, kind)]
    assert len(set(found)) == len(found)
    return set(found)


# Moving


def _steps(state: ConcordiaState, kind: str, place: str) -> set[str]:
    """One point: from a city onto a line at it, from a line through either end onto another line."""
    lines = [line for line in DATA.maps[state.public.map].lines if line.kind == kind]
    ends = {place}
    for line in lines:
        if line.id == place:
            ends = {line.a, line.b}
    return {line.id for line in lines if line.id != place and ends & {line.a, line.b}}


def _naive_moves(state: ConcordiaState, player: Player, points: int) -> set[Command]:
    standing = [p for other in state.public.players for places in other.colonists.values() for p in places]
    moves: set[Command] = set()
    for kind, places in player.colonists.items():
        for origin in places:
            reached = {origin}
            for _ in range(points):
                reached |= {line for place in reached for line in _steps(state, kind, place)}
            free = [line for line in reached - {origin} if line not in standing]
            moves |= {cmd.MoveColonist(kind=kind, origin=origin, line=line) for line in free}
    return moves


@settings(max_examples=40)
@given(seed=SEEDS, points=st.integers(0, 6))
def test_moves_are_the_free_lines_within_reach(seed: int, points: int) -> None:
    state, seat = _at(seed, "architect", points)
    assert _listed(state, seat, cmd.MoveColonist) == _naive_moves(state, state.public.players[seat], points)


# Building


def _naive_houses(state: ConcordiaState, seat: Seat) -> set[Command]:
    public = state.public
    player = public.players[seat]
    found: set[Command] = set()
    for line in DATA.maps[public.map].lines:
        if line.id not in player.colonists["land"] + player.colonists["sea"]:
            continue
        for city in {line.a, line.b} - {"roma"}:
            good = public.produce[city]
            cost = Counter(["food"] if good == "brick" else ["brick", good])
            money = BASE_MONEY[good] * (len(public.houses[city]) + 1)
            if (
                seat not in public.houses[city]
                and player.houses_left
                and money <= player.money
                and cost <= Counter(player.goods)
            ):
                found.add(cmd.BuildHouse(city=city))
    return found


@settings(max_examples=30)
@given(seed=SEEDS, money=st.integers(0, 30), stocked=st.booleans())
def test_houses_are_those_in_reach_that_can_be_paid(seed: int, money: int, stocked: bool) -> None:
    state, seat = _at(seed, "building")
    player = state.public.players[seat]
    player.money = money
    if stocked:
        player.goods = dict.fromkeys(GOODS, 1)
    assert _listed(state, seat, cmd.BuildHouse) == _naive_houses(state, seat)


# Buying cards


def _covers(paid: Iterable[str], asked: list[Asked]) -> bool:
    return any(
        all(wanted in {"any", good} for wanted, good in zip(asked, order, strict=True)) for order in permutations(paid)
    )


def _naive_purchases(state: ConcordiaState, player: Player, *, senator: bool) -> set[Command]:
    printed = {card.id: card for card in DATA.cards.market}
    found: set[Command] = set()
    for slot, card in enumerate(state.public.display):
        if card is None:
            continue
        asked = [*printed[card].cost, *(SURCHARGES[slot] if senator else [])]
        for paid in combinations_with_replacement(GOODS, len(asked)):
            if Counter(paid) <= Counter(player.goods) and _covers(paid, asked):
                found.add(cmd.BuyCard(card=card, goods=paid))
    return found


@settings(max_examples=40)
@given(seed=SEEDS, senator=st.booleans(), goods=st.lists(st.integers(0, 3), min_size=5, max_size=5))
def test_purchases_are_the_payments_that_cover_cost_and_surcharge(seed: int, senator: bool, goods: list[int]) -> None:
    state, seat = _at(seed, "senator" if senator else "consul", 2)
    player = state.public.players[seat]
    player.goods = dict(zip(GOODS, goods, strict=True))
    assert _listed(state, seat, cmd.BuyCard) == _naive_purchases(state, player, senator=senator)


# Trade


@settings(max_examples=30)
@given(seed=SEEDS, money=st.integers(0, 60), traded=st.sampled_from([None, *GOODS]))
def test_trade_is_limited_by_stock_money_and_cells(seed: int, money: int, traded: Good | None) -> None:
    state, seat = _at(seed, "mercator", 2)
    player = state.public.players[seat]
    player.money = money
    if traded is not None:
        state.public.allowance, state.public.traded = 1, [traded]
    cells = 12 - sum(player.goods.values()) - sum(player.stored.values())
    open_goods = [good for good in GOODS if good != traded]
    sales = {cmd.SellGoods(good=g, count=n) for g in open_goods for n in range(1, 20) if n <= player.goods[g]}
    buys = {
        cmd.BuyGoods(good=g, count=n) for g in open_goods for n in range(1, 20) if n <= cells and n * PRICES[g] <= money
    }
    assert _listed(state, seat, cmd.SellGoods) == sales
    assert _listed(state, seat, cmd.BuyGoods) == buys


# The storehouse


@settings(max_examples=60)
@given(coming=st.lists(st.sampled_from(GOODS), min_size=2, max_size=5), data=st.data())
def test_every_way_to_fill_the_cells_is_listed_once(coming: list[Good], data: st.DataObject) -> None:
    room = data.draw(st.integers(1, len(coming) - 1))
    state, seat = _at(5, "card")
    goods = tuple(sorted(coming, key=GOODS.index))
    state.public.overflows = [Overflow(seat, goods, room)]
    kept = [tuple(sorted(some, key=GOODS.index)) for some in combinations(coming, room)]
    assert _listed(state, seat, cmd.StoreGoods) == {cmd.StoreGoods(goods=goods) for goods in kept}
