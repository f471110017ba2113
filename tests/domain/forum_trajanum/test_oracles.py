"""The rules agree with naive readings of the fact sheet on payments, Trajan cards and the duties of a draft."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.forum_trajanum import GAME, price, trajan
from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum.printed import BUILDABLE, COLOURS, STREETS, TRAJAN_CARD
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from tests.domain.forum_trajanum import oracles
from tests.domain.forum_trajanum import positions as at

SEEDS = st.integers(0, 2**32)
BUILDINGS = ("column", "library", "basilica", "market", "fountain", "park", "house", "stable")


@settings(max_examples=60)
@given(
    numbers=st.tuples(*[st.integers(0, 4)] * 6),
    colour=st.sampled_from(COLOURS),
    shape=st.sampled_from(list(price.GREYS)),
)
def test_payments(numbers: tuple[int, ...], colour: str, shape: str) -> None:
    stock = dict(zip(("builder", "assistant", *COLOURS), numbers, strict=True))
    full = {"tribune": 0, "coin": 0, "builder": stock["builder"], "assistant": stock["assistant"]}
    full |= {f"worker_{name}": stock[name] for name in COLOURS}
    found = {
        frozenset({name.removeprefix("worker_"): number for name, number in price.spent(pay).items()}.items())
        for pay in price.payments(colour, shape, full)
    }
    naive = oracles.payments(stock, price.GREYS[shape], price.STRUCTURES[shape], colour)
    assert found == {frozenset(paid.items()) for paid in naive}


@pytest.mark.parametrize("card", list(TRAJAN_CARD))
@settings(max_examples=40)
@given(seed=SEEDS)
def test_trajan_build_objectives(card: str, seed: int) -> None:
    rng = random.Random(seed)
    few = rng.sample(BUILDINGS, rng.randint(2, len(BUILDINGS)))
    cells = rng.sample(BUILDABLE, rng.randint(6, 18))
    built = {cell: rng.choice(few) for cell in cells}
    grid = {(int(cell[1]), int(cell[3])): name for cell, name in built.items()}
    assert trajan.times_built(TRAJAN_CARD[card], built) == oracles.times_built(card, grid)


@pytest.mark.parametrize("card", list(TRAJAN_CARD))
@settings(max_examples=25)
@given(seed=SEEDS)
def test_trajan_collect_objectives(card: str, seed: int) -> None:
    rng = random.Random(seed)
    has = Counter({name: rng.randrange(5) for name in ("tribune", "builder", "assistant", "coin", *COLOURS, "envoy")})
    has |= Counter({"column": rng.randrange(5), "crane": rng.randrange(5), "marker": rng.randrange(4)})
    state = at.give(at.opened(), **{name: has[name] for name in ("tribune", "builder", "assistant", "coin")})
    colony = at.colony_of(state)
    colony.stock |= {f"worker_{colour}": has[colour] for colour in COLOURS}
    colony.ship = has["envoy"]
    colony.scored_cranes = ["r1c1", "r1c6", "r6c1", "r6c6"][: has["crane"]]
    colony.beside_column = ["library", "basilica", "market"][: has["marker"]]
    colony.built = dict.fromkeys(BUILDABLE[: has["column"]], "column")
    for row, name in ((1, "patrician"), (3, "merchant"), (5, "artisan")):
        number = rng.randrange(5)
        at.settle(at.settle(state, row, min(number, 2)), row + 1, max(number - 2, 0))
        has[name] = number
    assert trajan.times_collected(TRAJAN_CARD[card], colony) == oracles.times_collected(card, has)


@settings(max_examples=120)
@given(seed=SEEDS)
def test_the_duties_of_a_draft(seed: int) -> None:
    rng = random.Random(seed)
    state = at.opened()
    symbols = rng.choices(list(STREETS[0]), k=2)
    streets = {card: STREETS[0][symbol] for card, symbol in enumerate(symbols)}
    tribunes = rng.randrange(4)
    for street in streets.values():
        at.uncover(state, *rng.sample(street, rng.randint(len(street) - 3, len(street))))
    at.drafting(at.give(state, tribune=tribunes), *symbols)
    lying = {*at.colony_of(state).covered, *at.colony_of(state).open}
    most = oracles.most_tiles(lying, streets, tribunes)
    assert state.public.waiting[0] == (0, 1, 3)[most]
    for _ in range(2):
        if not state.public.waiting[0] or not streets:
            break
        options = GAME.legal(state, Seat(0))
        compare(options, lying, streets, tribunes)
        command = rng.choice(options)
        GAME.perform(at.playing(state), Seat(0), command)
        if isinstance(command, cmd.GoWithout):
            break
        del streets[command.card]
        lying.remove(command.cell)
        tribunes -= command.tribune


def compare(options: list[Command], lying: set[str], streets: dict[int, tuple[str, ...]], tribunes: int) -> None:
    """The rules offer the naive takes, of two cards that make no difference only the first; or going without."""
    naive = oracles.takes(lying, streets, tribunes)
    reach = [lying & set(street) for street in streets.values()]
    if len(reach) == 2 and reach[0] == reach[1]:
        naive = {take for take in naive if take[0] == 0}
    found = {(take.card, take.cell, take.tribune) for take in options if isinstance(take, cmd.TakeTile)}
    assert found == naive
    assert (cmd.GoWithout() in options) == (not any(reach))
