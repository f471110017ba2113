"""What every bot keeps, whatever the game: its view is all it knows, its draft is one batch, its budget is a limit."""

import random
from collections import Counter

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from domain.kernel.draft import confirm
from domain.kernel.game import AnyGame, Step
from domain.kernel.rng import KeyedRng
from domain.registry import GAMES
from tests.kit.taberna import GAME as TABERNA
from tests.workers.bots.bot_positions import drafts, position_with_choice
from workers.bots.bot import BotTurn, Budget, RandomBot
from workers.bots.greedy import MAX_FUTILE_LOOKS, GreedyBot
from workers.bots.registry import bots_by_name

BOTS = bots_by_name()
SEEDS = st.integers(0, 2**32)
PLIES = st.integers(0, 120)
every_game = pytest.mark.parametrize("game", [*GAMES, TABERNA], ids=lambda game: game.meta.slug)
every_bot = pytest.mark.parametrize("name", BOTS)


@every_game
@every_bot
@settings(max_examples=30)
@given(seed=SEEDS, plies=PLIES)
def test_a_bot_plays_the_same_in_every_world_that_its_seat_cannot_tell_apart(
    game: AnyGame, name: str, seed: int, plies: int
) -> None:
    found = position_with_choice(game, seed, plies)
    if found is None:
        reject()
    logged, seat = found
    truth = BotTurn.of(logged.match, seat)
    elsewhere = logged.match.copy()
    elsewhere.state = game.imagine(truth.view, KeyedRng(f"elsewhere {seed}".encode()))
    here = drafts(BOTS[name], truth, seed, Budget(looks=8))
    assert drafts(BOTS[name], BotTurn.of(elsewhere, seat), seed, Budget(looks=8)) == here


@every_game
@every_bot
@settings(max_examples=30)
@given(seed=SEEDS, plies=PLIES)
def test_every_draft_is_confirmed_in_one_batch(game: AnyGame, name: str, seed: int, plies: int) -> None:
    """Also the first one: any of them is played if time runs out there."""
    found = position_with_choice(game, seed, plies)
    if found is None:
        reject()
    logged, seat = found
    turn = BotTurn.of(logged.match, seat)
    given_drafts = drafts(BOTS[name], turn, seed, Budget(looks=20))
    assert all(draft[0] in turn.options for draft in given_drafts)
    for draft in given_drafts:
        batch = confirm(logged.match.copy(), seat, draft)
        assert batch.entries


@every_game
@settings(max_examples=30)
@given(seed=SEEDS, plies=PLIES)
def test_greedy_plays_its_turn_as_far_as_nothing_is_revealed(game: AnyGame, seed: int, plies: int) -> None:
    found = position_with_choice(game, seed, plies)
    if found is None:
        reject()
    logged, seat = found
    match = logged.match
    batch = confirm(match, seat, drafts(GreedyBot(), BotTurn.of(match, seat), seed, Budget(looks=8))[-1])
    waiting = match.to_act()
    passed = isinstance(waiting, Step) or seat not in waiting or any(e.event.PASSES for e in batch.entries)
    assert passed or any(entry.event.REVEALS for entry in batch.entries)


# The budget


def test_a_budget_of_looks_is_counted() -> None:
    budget = Budget(looks=3)
    assert [budget.spend() for _ in range(5)] == [True, True, True, False, False]


def test_a_budget_of_time_ends() -> None:
    assert Budget(seconds=60).spend()
    assert not Budget(seconds=0).spend()


def test_what_ends_first_ends_a_budget() -> None:
    assert not Budget(seconds=0, looks=9).spend()
    assert not Budget(seconds=60, looks=0).spend()


def test_what_is_spent_is_the_larger_share_of_both() -> None:
    budget = Budget(seconds=3600, looks=4)
    budget.spend()
    assert budget.spent == 0.25
    assert Budget(seconds=0, looks=4).spent == 1
    assert Budget().spent == 0


def test_a_part_of_a_budget_has_its_own_looks_and_what_is_left_of_the_time() -> None:
    budget = Budget(looks=4)
    budget.spend()
    assert sum(iter(budget.at_most(100).spend, False)) == 3
    assert sum(iter(budget.at_most(2).spend, False)) == 2
    assert sum(iter(Budget().at_most(7).spend, False)) == 7
    assert not Budget(seconds=0).at_most(7).spend()


class Noted(Budget):
    """Notes how often it was asked, and how often it agreed."""

    def __init__(self, looks: int | None = None) -> None:
        super().__init__(looks=looks)
        self.answers: Counter[bool] = Counter()

    def spend(self) -> bool:
        answer = super().spend()
        self.answers[answer] += 1
        return answer


@every_game
def test_greedy_stops_at_the_look_that_it_is_refused(game: AnyGame) -> None:
    found = position_with_choice(game, 3, 10)
    assert found is not None
    budget = Noted(looks=5)
    drafts(GreedyBot(), BotTurn.of(found[0].match, found[1]), budget=budget)
    assert budget.answers == {True: 5, False: 1}


@every_game
def test_greedy_stops_by_itself_when_it_finds_nothing_better(game: AnyGame) -> None:
    found = position_with_choice(game, 3, 10)
    assert found is not None
    turn = BotTurn.of(found[0].match, found[1])
    budget = Noted()
    given_drafts = drafts(GreedyBot(), turn, budget=budget)
    most = len(turn.options) + (MAX_FUTILE_LOOKS + 1) * len(given_drafts)
    assert MAX_FUTILE_LOOKS <= budget.answers[True] <= most


@every_game
@every_bot
def test_a_bot_without_time_still_gives_something(game: AnyGame, name: str) -> None:
    found = position_with_choice(game, 3, 10)
    assert found is not None
    assert len(drafts(BOTS[name], BotTurn.of(found[0].match, found[1]), budget=Budget(seconds=0))) == 1


@every_game
def test_what_greedy_gives_is_better_each_time(game: AnyGame) -> None:
    """A larger budget goes on from where a smaller one ended, so that the best so far is a prefix's last."""
    found = position_with_choice(game, 3, 10)
    assert found is not None
    turn = BotTurn.of(found[0].match, found[1])
    whole = drafts(GreedyBot(), turn)
    for looks in (1, 4, 16):
        part = drafts(GreedyBot(), turn, budget=Budget(looks=looks))
        assert part == whole[: len(part)]


# Chance


def test_random_takes_every_option_alike() -> None:
    found = position_with_choice(TABERNA, 3, 1)
    assert found is not None
    turn = BotTurn.of(found[0].match, found[1])
    rng = random.Random(8)
    taken = Counter(next(RandomBot().choose(turn, rng, Budget()))[0] for _ in range(1_000 * len(turn.options)))
    assert set(taken) == set(turn.options)
    assert len(taken) > 1
    assert all(850 < count < 1_150 for count in taken.values()), taken  # five standard deviations
