"""A turn that is thrown away is found. A sample: `make turning` plays the games a figure is made of."""

import pytest

from domain.registry import GAMES
from tests.turning import looked_for, with_one_random_turn
from workers.analysis.judging import Analyst
from workers.bots.outlook import Effort
from workers.bots.planner import PlannerBot

TRAJAN = GAMES[1]
QUICK = Analyst(looks=150, samples=8, effort=Effort(own=6, others=2))


@pytest.mark.parametrize("seed", [0, 2])
def test_a_random_turn_is_among_the_turning_points(seed: int) -> None:
    played = with_one_random_turn(TRAJAN, seed, PlannerBot(150), looks=150)
    outcome = looked_for(played, QUICK)
    assert outcome.found
    assert outcome.loss > 0
