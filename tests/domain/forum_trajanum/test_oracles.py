"""The rules agree with naive readings of the fact sheet on payments, Trajan cards and the duties of a draft."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.forum_trajanum import GAME, price, trajan_cards
from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum.data import BUILDABLE, COLOURS, STREETS, TRAJAN_CARD
from domain.forum_trajanum.state import Shape
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from tests.domain.forum_trajanum import oracles
from tests.domain.forum_trajanum import positions as at

SEEDS = st.integers(0, 2**32)
BUILDINGS = ("column", "library", "basilica", "market", "fountain", "park", "house", "stable")


@pytest.mark.parametrize("shape", list(price.GREYS))
@settings(max_examples=12)
@given(numbers=st.tuples(*[st.integers(0, 4)] * 6), colour=st.sampled_from(COLOURS))
def test_payments(shape: Shape, numbers: tuple[int, ...], colour: str) -> None:
    stock = dict(zip(("builder", "assistant", *COLOURS), numbers, strict=True))
    full = {"tribune": 0, "coin": 0, "builder": stock["builder"], "assistant": stock["assistant"]}
    full |= {f"worker_{name}": stock[name] for name in COLOURS}
    found = {
        frozenset(Counter(name.removeprefix("worker_") for name in pay.resources).items())
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
    assert trajan_cards.times_built(TRAJAN_CARD[card], built) == oracles.times_built(card, grid)


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
    at.uncover(state, *colony.scored_cranes)
    colony.beside_column = ["library", "basilica", "market"][: has["marker"]]
    colony.built = dict.fromkeys(BUILDABLE[: has["column"]], "column")
    for row, name in ((1, "patrician"), (3, "merchant"), (5, "artisan")):
        number = rng.randrange(5)
        at.settle(at.settle(state, row, min(number, 2)), row + 1, max(number - 2, 0))
        has[name] = number
    assert trajan_cards.times_collected(TRAJAN_CARD[card], colony) == oracles.times_collected(card, has)


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
        compare(options, naive_takes(lying, symbols, streets, tribunes))
        assert (cmd.GoWithout() in options) == (not any(lying & set(street) for street in streets.values()))
        command = rng.choice(options)
        GAME.decide_into(at.recorder(state), Seat(0), command)
        if isinstance(command, cmd.GoWithout):
            break
        assert isinstance(command, cmd.TakeTile)
        del streets[next(card for card in streets if symbols[card] == command.street)]
        lying.remove(command.cell)
        tribunes -= command.tribune


def naive_takes(
    lying: set[str], symbols: list[str], streets: dict[int, tuple[str, ...]], tribunes: int
) -> set[tuple[str, str, bool]]:
    """The naive takes; of two cards that make no difference only those of the first."""
    reach = [lying & set(street) for street in streets.values()]
    alike = len(reach) == 2 and reach[0] == reach[1]
    naive = oracles.takes(lying, streets, tribunes)
    return {(symbols[card], cell, tribune) for card, cell, tribune in naive if card == 0 or not alike}


def compare(options: list[Command], naive: set[tuple[str, str, bool]]) -> None:
    found = {(take.street, take.cell, take.tribune) for take in options if isinstance(take, cmd.TakeTile)}
    assert found == naive
