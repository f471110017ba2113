"""A refusal is said in the words of the game that it came from, whatever other games call by the same reason."""

import pytest

from domain.kernel.errors import BatchRefused, IllegalMove, NotYourTurn
from domain.kernel.ids import Seat
from domain.registry import Registry
from services.queries.refusals import game_rows

ROWS = game_rows(Registry())


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("trajan", "Your military leader cannot reach"),
        ("forum-trajanum", "The two cells of a double tile must be neighbours."),
    ],
)
def test_each_game_words_its_own_refusals(game: str, words: str) -> None:
    error = IllegalMove("not_adjacent", province="aquitania")
    error.game = game
    assert ROWS[IllegalMove](error).detail("en").startswith(words)
    assert ROWS[BatchRefused](BatchRefused(1, error)).detail("en").startswith(words)


def test_what_no_game_refused_is_said_in_the_words_of_the_kernel() -> None:
    assert ROWS[IllegalMove](NotYourTurn(Seat(0))).detail("en").startswith("It is not your turn.")
    assert ROWS[IllegalMove](IllegalMove("after_reveal")).detail("en").startswith("The choice before this one")
