"""A turn that is thrown away is found. A sample: `make turning` plays the games a figure is made of."""

import pytest

from domain.kernel.game import AnyGame
from domain.registry import GAMES
from tests.turning import looked_for, with_one_random_turn
from workers.analysis.judging import Analyst
from workers.bots.outlook import Effort
from workers.bots.planner import PlannerBot

FORUM, TRAJAN, CONCORDIA = GAMES
QUICK = Analyst(looks=150, samples=8, effort=Effort(own=6, others=2))


@pytest.mark.parametrize(("game", "seed"), [(TRAJAN, 0), (CONCORDIA, 0)])
def test_a_random_turn_is_among_the_turning_points(game: AnyGame, seed: int) -> None:
    played = with_one_random_turn(game, seed, PlannerBot(150), looks=150)
    outcome = looked_for(played, QUICK)
    assert outcome.found
    assert outcome.loss > 0
