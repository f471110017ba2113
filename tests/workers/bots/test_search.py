"""The search: every turn is judged in the same worlds, the same way each time, and within its looks."""

import math
import random
import tracemalloc
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat
from domain.kernel.rng import KeyedRng
from domain.registry import GAMES
from tests.kit.logged_match import played
from tests.kit.taberna import GAME as TABERNA
from tests.kit.taberna.commands import LayCard
from tests.workers.bots.bot_positions import drafts, position_with_choice
from workers.bots.bot import BotTurn, Budget
from workers.bots.outlook import Effort
from workers.bots.planner import PlannerBot
from workers.bots.proposals import Proposals
from workers.bots.race import FEW, Prospect, Race
from workers.bots.search import PROPOSED, Search
from workers.bots.trial import OutOfLooks, Trials

SEEDS = st.integers(0, 2**32)
PLIES = st.integers(0, 120)
every_game = pytest.mark.parametrize("game", [*GAMES, TABERNA], ids=lambda game: game.meta.slug)


def turn_of(game: AnyGame, plies: int = 12, seed: int = 3) -> BotTurn:
    """A turn with something to choose."""
    found = position_with_choice(game, seed, plies)
    assert found is not None
    return BotTurn.of(found[0].match, found[1])


def ranked(turn: BotTurn, looks: int = 400, seed: int = 1) -> list[list[Prospect]]:
    return [list(ranking) for ranking in Search(turn, random.Random(seed), Budget(looks=looks)).rankings()]


@every_game
@settings(max_examples=10)
@given(seed=SEEDS, plies=PLIES)
def test_a_whole_search_is_the_same_in_every_world_that_the_seat_cannot_tell_apart(
    game: AnyGame, seed: int, plies: int
) -> None:
    found = position_with_choice(game, seed, plies)
    if found is None:
        reject()
    logged, seat = found
    truth = BotTurn.of(logged.match, seat)
    elsewhere = logged.match.copy()
    elsewhere.state = game.imagine(truth.view, KeyedRng(f"elsewhere {seed}".encode()))
    assert ranked(BotTurn.of(elsewhere, seat), 300) == ranked(truth, 300)


@every_game
def test_another_seed_is_another_search(game: AnyGame) -> None:
    turn = turn_of(game)
    assert len({ranked(turn, seed=seed)[-1][0].margin for seed in range(4)}) > 1


@every_game
def test_the_same_draft_twice_meets_the_same_luck(game: AnyGame) -> None:
    turn = turn_of(game)
    draft = ranked(turn)[-1][0].draft
    search = Search(turn, random.Random(5), Budget(looks=1000))
    samples = [search.sample([draft, draft]) for _ in range(6)]
    assert all(first == second for first, second in samples)
    assert len({first for first, _ in samples}) > 1, "and every sample meets luck of its own"


@every_game
def test_the_best_are_sampled_most(game: AnyGame) -> None:
    *_, last = ranked(turn_of(game), 1500)
    samples = [prospect.samples for prospect in last]
    assert samples == sorted(samples, reverse=True)
    assert samples[0] > samples[-1] > 0
    assert last[0].error < math.inf


@every_game
def test_proposals_differ_in_how_they_begin(game: AnyGame) -> None:
    turn = turn_of(game)
    *_, best = Proposals(turn, random.Random(2), PROPOSED).improved(Budget(looks=300), 1.0)
    assert len(best) <= PROPOSED
    assert len({tuple(tried.draft) for tried in best}) == len(best)
    assert len({tried.draft[0] for tried in best}) >= min(len(turn.options), PROPOSED // 2)


# The race


def in_race(*draws: list[float]) -> Race:
    """A race of as many drafts as a sample has margins."""
    race = Race([(LayCard(card=number),) for number in range(len(draws[0]))])
    for margins in draws:
        race.add([margins[draft[0].card] for draft in race.running if isinstance(draft[0], LayCard)])
    return race


def cards(race: Race) -> list[int]:
    return [command.card for draft in race.running for command in draft if isinstance(command, LayCard)]


def test_who_is_certainly_worse_is_left_behind() -> None:
    luck = [0.0, 9.0, -7.0, 4.0, -2.0, 8.0, -5.0, 1.0]
    wobble = [0.5, -0.5] * 4
    samples = [[drawn, drawn + 5 + w, drawn + 6 - w] for drawn, w in zip(luck, wobble, strict=True)]
    assert cards(in_race(*samples[: FEW - 1])) == [2, 1, 0], "too few samples to be certain"
    assert cards(in_race(*samples)) == [2, 1], "the luck that both had is left out"


def test_of_two_that_are_always_equal_one_goes_on() -> None:
    samples = [[float(number), float(number), number * 3.0 % 7] for number in range(FEW)]
    assert len(cards(in_race(*samples))) == 2


def test_the_better_half_goes_on() -> None:
    race = in_race([1.0, 4.0, 3.0, 2.0, 5.0], [2.0, 3.0, 1.0, 4.0, 6.0])
    race.halve()
    assert cards(race) == [4, 1, 3]
    race.add([0.0, 0.0, 0.0])
    race.halve()
    assert [prospect.samples for prospect in race.ranking()] == [3, 3, 3, 2, 2]
    best = race.ranking()[0]
    assert (best.draft, best.margin, best.samples) == ((LayCard(card=4),), 11 / 3, 3)
    assert best.error == pytest.approx(1.8559, abs=1e-4)


# Looks


class Noted(Budget):
    """Notes how often it was asked, and how often it agreed."""

    def __init__(self, looks: int) -> None:
        super().__init__(looks=looks)
        self.answers: Counter[bool] = Counter()

    def spend(self) -> bool:
        answer = super().spend()
        self.answers[answer] += 1
        return answer


@every_game
@pytest.mark.parametrize("looks", [1, 7, 150, 401])
def test_the_looks_are_a_limit_inside_every_evaluation(game: AnyGame, looks: int) -> None:
    budget = Noted(looks)
    list(Search(turn_of(game), random.Random(1), budget).rankings())
    assert budget.answers[True] <= looks
    assert budget.answers[False] <= 1


@every_game
def test_more_looks_begin_as_fewer_do(game: AnyGame) -> None:
    """A sound draft comes early: before a tenth of the looks is gone."""
    turn = turn_of(game)
    budget = Noted(2000)
    first = next(Search(turn, random.Random(1), budget).rankings())
    assert budget.answers[True] <= 200
    assert first[0].draft[0] in turn.options


def test_samples_end_with_the_looks() -> None:
    turn = turn_of(TABERNA)
    search = Search(turn, random.Random(1), Budget(looks=3), Effort(own=4, others=4))
    with pytest.raises(OutOfLooks):
        search.sample([[turn.options[0]]] * 4)


@every_game
def test_a_long_search_takes_no_more_memory_than_a_short_one(game: AnyGame) -> None:
    turn = turn_of(game)

    def peak(looks: int) -> int:
        tracemalloc.start()
        ranked(turn, looks)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak(100)
    assert peak(2400) < peak(600) + 512 * 1024


# The end of the game


@every_game
def test_a_finished_game_counts_by_its_true_scores(game: AnyGame) -> None:
    match = played(game, 2, 4).match
    first, second = match.scores()
    margins = [Trials(game).margin(match.state, Seat(seat)) for seat in (0, 1)]
    assert margins == [first - second, second - first]


# The bot


@every_game
def test_planner_stops_at_its_own_looks(game: AnyGame) -> None:
    turn = turn_of(game)
    assert drafts(PlannerBot(120), turn, budget=Budget()) == drafts(PlannerBot(), turn, budget=Budget(looks=120))


@every_game
def test_planner_says_a_draft_once(game: AnyGame) -> None:
    given_drafts = drafts(PlannerBot(), turn_of(game))
    assert all(one != following for one, following in pairwise(given_drafts))
