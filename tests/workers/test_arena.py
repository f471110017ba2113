"""The arena: repeatable games, and honest figures about them."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar

import pytest

from domain.kernel.draft import confirm
from domain.kernel.errors import BadOptions
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.kernel.match import Batch, Match
from tests.kit.taberna import GAME
from workers import arena
from workers.arena import Outcome, PlannedGame, play_game, standings, wilson
from workers.bots.bot import Bot, BotTurn, Budget, Draft, RandomBot

TABERNA = ("tests.kit.taberna:GAME",)


def planned(game: str, *bots: str, seed: int = 0, looks: int = 20) -> PlannedGame:
    return PlannedGame(game, TABERNA, bots, {}, seed, looks)


# Games


@pytest.mark.parametrize("game", ["taberna", "trajan"])
def test_the_same_seed_gives_the_same_game(game: str) -> None:
    assert play_game(planned(game, "greedy", "random", seed=5)) == play_game(planned(game, "greedy", "random", seed=5))


def test_another_seed_gives_another_game() -> None:
    outcomes = [play_game(planned("taberna", "random", "random", seed=seed)) for seed in range(8)]
    assert len({outcome.scores for outcome in outcomes}) > 1


@pytest.mark.parametrize(("game", "bots"), [("taberna", 4), ("trajan", 3), ("forum-trajanum", 2), ("concordia", 2)])
def test_an_outcome_agrees_with_itself(game: str, bots: int) -> None:
    outcome = play_game(planned(game, *["random"] * bots, seed=1))
    assert [sum(points.values()) for points in outcome.sources] == list(outcome.scores)
    assert outcome.winners
    assert all(outcome.scores[winner] == max(outcome.scores) for winner in outcome.winners)
    assert outcome.choices > 0


def test_a_turn_of_greedy_is_one_confirmed_draft(monkeypatch: pytest.MonkeyPatch) -> None:
    """Concordia's turns are three choices long on average; each is one batch."""
    lengths = []

    def confirmed(match: Match, seat: Seat, commands: Sequence[Command]) -> Batch:
        lengths.append(len(commands))
        return confirm(match, seat, commands)

    monkeypatch.setattr(arena, "confirm", confirmed)
    outcome = play_game(planned("concordia", "greedy", "greedy"))
    assert sum(lengths) == outcome.choices
    assert sum(lengths) > 1.5 * len(lengths)


def test_bots_change_seats_from_game_to_game(monkeypatch: pytest.MonkeyPatch) -> None:
    class Noting(RandomBot):
        seats: ClassVar[set[int]] = set()

        def choose(self, turn: BotTurn, rng: random.Random, budget: Budget) -> Iterator[Draft]:
            self.seats.add(turn.seat)
            return super().choose(turn, rng, budget)

    monkeypatch.setattr(arena, "bots_by_name", lambda _extra: {"random": RandomBot(), "noting": Noting()})
    play_game(planned("taberna", "noting", "random", seed=0))
    assert Noting.seats == {0}
    play_game(planned("taberna", "noting", "random", seed=1))
    assert Noting.seats == {0, 1}


def test_a_bot_may_be_given_fewer_looks_than_the_others() -> None:
    class Asking(RandomBot):
        spent: ClassVar[list[int]] = []

        def choose(self, turn: BotTurn, rng: random.Random, budget: Budget) -> Iterator[Draft]:
            self.spent.append(sum(iter(budget.spend, False)))
            return super().choose(turn, rng, budget)

    match = arena.opened(GAME, 2, {}, 1)
    players: dict[Seat, Bot] = {Seat(0): RandomBot(), Seat(1): arena.LimitedBot(Asking(), 7)}
    arena.play_out(match, players, random.Random(1), 20)
    assert set(Asking.spent) == {7}


def test_bots_of_other_packages_may_play() -> None:
    outcome = play_game(planned("taberna", "first", "random")._replace(extra_bots=("tests.kit.bad_bots:FIRST",)))
    assert outcome.choices


def test_a_table_that_cannot_be_is_refused() -> None:
    with pytest.raises(BadOptions):
        play_game(planned("trajan", "random"))


@pytest.mark.parametrize(("game", "games", "margin"), [("trajan", 6, 40), ("concordia", 3, 60)])
def test_greedy_beats_random(game: str, games: int, margin: int) -> None:
    """A sample; `make arena` plays the 200 games a figure is made of. Random against itself is level."""
    outcomes = [play_game(planned(game, "greedy", "random", seed=seed, looks=40)) for seed in range(games)]
    greedy = standings(outcomes, ("greedy", "random"))[0]
    assert greedy.win_rate == 1
    assert greedy.mean_margin > margin


# Figures


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (95, 100, 0.8882, 0.9785)],
)
def test_wilson_s_interval(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("games", range(1, 300, 7))
def test_the_interval_never_leaves_what_is_possible(games: int) -> None:
    for wins in (0, games / 2, games):
        low, high = wilson(wins, games)
        assert 0 <= low < high <= 1
        assert low - 1e-9 <= wins / games <= high + 1e-9


def test_standings() -> None:
    outcomes = [
        Outcome((0,), (10, 7, 9), (Counter(a=12, b=-2), Counter(a=7), Counter(a=9)), 30),
        Outcome((1, 2), (4, 6, 6), (Counter(a=6, b=-2), Counter(a=6), Counter(b=6)), 50),
    ]
    first, second, third = standings(outcomes, ("x", "y", "z"))
    assert (first.bot, first.games, first.win_rate, first.mean_score, first.mean_margin) == ("x", 2, 0.5, 7, -0.5)
    assert first.by_source == {"a": 9, "b": -2}, "what cost points is kept"
    assert (second.win_rate, second.mean_score, second.mean_margin) == (0.25, 6.5, -1.5)
    assert (third.win_rate, third.mean_score, third.mean_margin) == (0.25, 7.5, -0.5)
    assert third.by_source == {"a": 4.5, "b": 3}
    assert (first.low, first.high) == wilson(1, 2)
