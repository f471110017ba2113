"""Games begun by earlier rules go on by today's, from wherever they stood.

`rules-1` holds the log of a running game of rules version 1, by which the first workers came with the colonies;
`rules-2` one of rules version 2, whose events told less and which left out what brought no points.
"""

import pytest

from domain.forum_trajanum import GAME
from domain.forum_trajanum.data import COLOURS, WORKER
from domain.kernel.match import Match
from tests.domain.forum_trajanum import invariants
from tests.kit.logged_match import state_bytes
from tests.kit.resumed import Resumed

CRANES_DUE, WOMEN_DUE, FOURTH_ROUND = 32, 47, 303
"""Versions of the first log: one seat has arranged its cranes, one has seated its women, one builds in round 4."""
SEEDS = {1: 24, 2: 20}


def resumed(version: int, rules: int = 1) -> Resumed:
    return Resumed(GAME, f"rules-{rules}/three-clearers", SEEDS[rules], version)


def workers(match: Match) -> list[int]:
    return [sum(colony.stock[WORKER[colour]] for colour in COLOURS) for colony in match.state.public.colonies]


@pytest.mark.parametrize(
    ("rules", "version"), [(1, CRANES_DUE), (1, WOMEN_DUE), (1, FOURTH_ROUND), (2, CRANES_DUE), (2, FOURTH_ROUND)]
)
def test_a_game_of_earlier_rules_is_played_to_its_end(rules: int, version: int) -> None:
    logged = resumed(version, rules)
    for _ in logged.steps(seed=1):
        invariants.check(logged.match.state)
    assert logged.adopted() == [version + 1]
    assert logged.match.table.phase == "finished"
    assert state_bytes(logged.refold()) == state_bytes(logged.match)


@pytest.mark.parametrize("version", [CRANES_DUE, WOMEN_DUE])
def test_a_table_laid_by_rules_version_1_deals_its_first_workers_once(version: int) -> None:
    logged = resumed(version)
    assert workers(logged.match) == [1, 1, 1]
    for _ in logged.steps(seed=1):
        if logged.match.state.public.round:
            break
    assert workers(logged.match) == [1, 1, 1]
