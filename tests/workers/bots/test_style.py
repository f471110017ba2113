"""Style: a bot's taste is its own, and stays the same all game long."""

import statistics

import pytest

from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat
from domain.registry import GAMES
from tests.kit.logged_match import position
from workers.bots.bot import BotTurn
from workers.bots.style import SPREAD, weights_of

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)


@every_game
def test_a_taste_lasts_all_game_long_and_differs_from_the_others_at_the_table(game: AnyGame) -> None:
    early, late = (position(game, 2, 5, plies).match for plies in (3, 60))
    first, later, other = (
        weights_of(BotTurn.of(match, Seat(seat))).worths for match, seat in ((early, 0), (late, 0), (early, 1))
    )
    assert first == later
    assert first != other


@every_game
def test_in_another_game_the_same_seat_has_another_taste(game: AnyGame) -> None:
    here, there = (weights_of(BotTurn.of(position(game, 2, seed, 3).match, Seat(0))).worths for seed in (1, 2))
    assert here != there


@every_game
def test_without_a_character_things_are_worth_what_the_game_says(game: AnyGame) -> None:
    turn = BotTurn.of(position(game, 2, 5, 3).match, Seat(0))._replace(character=b"")
    assert weights_of(turn) is game.weights


def test_a_taste_is_no_mistake() -> None:
    game = GAMES[0]
    turn = BotTurn.of(position(game, 2, 5, 3).match, Seat(0))
    term, plain = next(iter(game.weights.worths.items()))
    found = [weights_of(turn._replace(character=b"%d" % number)).worths[term] for number in range(300)]
    factors = [worth.beginning / plain.beginning for worth in found]
    assert statistics.fmean(factors) == pytest.approx(1.0, abs=0.03)
    assert statistics.stdev(factors) == pytest.approx(SPREAD, rel=0.25)
    assert max(factors) < 1.6
