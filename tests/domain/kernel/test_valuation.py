"""What positions are worth: terms by weights that change as the game goes on."""

import pytest

from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat
from domain.kernel.valuation import NO_WEIGHTS, Assessment, Origin, Weights, WeightsFile, Worth
from domain.registry import GAMES
from tests.kit.logged_match import LoggedMatch, position
from tests.kit.taberna import GAME as TABERNA

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
WEIGHTS = Weights({"card": Worth(4.0, 1.0), "ship": Worth(0.0, 2.0)})


@pytest.mark.parametrize(("left", "worth"), [(1.0, 10 + 3 * 4), (0.0, 10 + 3 + 4), (0.5, 10 + 7.5 + 2)])
def test_a_term_is_worth_something_else_early_and_late(left: float, worth: float) -> None:
    assert WEIGHTS.value(Assessment(10, (3, 2), left)) == pytest.approx(worth)


def test_without_weights_only_what_is_sure_counts() -> None:
    assert NO_WEIGHTS.value(Assessment(7)) == 7


def test_every_term_has_a_weight_and_every_weight_a_term() -> None:
    file = WeightsFile(Origin("hand"), {"card": Worth(1, 1), "ship": Worth(2, 2)})
    assert [*file.weights(("ship", "card")).worths] == ["ship", "card"]
    for terms in (("card",), ("card", "ship", "sail")):
        with pytest.raises(ValueError, match="differ in"):
            file.weights(terms)


@every_game
def test_a_seat_can_value_by_weights_of_its_own(game: AnyGame) -> None:
    state = position(game, 2, 5, 60).match.state
    doubled = Weights({term: Worth(2 * early, 2 * late) for term, (early, late) in game.weights.worths.items()})
    sure = game.assess(state, Seat(0)).sure
    assert game.value(state, Seat(0), doubled) - sure == pytest.approx(2 * (game.value(state, Seat(0)) - sure))


@every_game
@pytest.mark.parametrize("players", [2, 4])
def test_what_is_left_of_a_game_shrinks_from_all_to_nearly_nothing(game: AnyGame, players: int) -> None:
    logged = LoggedMatch(game, players, 3)
    running = (step.match for step in logged.steps(3) if not step.match.table.over)
    left = [1.0, *(game.assess(match.state, Seat(0)).left for match in running)]
    assert left == sorted(left, reverse=True)
    assert left[1] > 0.9
    assert 0 <= left[-1] < 0.15


def test_a_game_that_knows_no_better_is_worth_the_difference_of_scores() -> None:
    state = position(TABERNA, 2, 4, 30).match.state
    state.scores = [9, 4]
    assert (TABERNA.value(state, Seat(0)), TABERNA.value(state, Seat(1))) == (5, -5)
