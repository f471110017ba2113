"""The caption of a picture says what the last player did."""

import pytest

from domain.kernel.envelope import Codec
from domain.kernel.game import AnyGame
from domain.registry import GAMES
from domain.trajan import GAME as TRAJAN
from services.queries.last_turn import last_turn
from tests.kit import recordings


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_the_last_turn_is_a_players_and_says_what_was_done(game: AnyGame) -> None:
    recording = recordings.load(game, recordings.names(game)[0])
    began = [line.version for line in recording.log if type(line.event).__name__ == "TurnBegan"]
    for version in began[1:20]:  # right after a turn began: the one before it is told
        turn = last_turn(Codec(game), recording.records[:version])
        assert turn.lines
        assert all(isinstance(line.owner, int) and line.version < version for line in turn.lines)
        assert "TurnBegan" not in {line.type for line in turn.lines}
        assert turn.before < turn.lines[0].version


def test_what_led_to_a_deed_is_told_together_with_it() -> None:
    recording = recordings.load(TRAJAN, recordings.names(TRAJAN)[0])
    began = [line.version for line in recording.log if type(line.event).__name__ == "TurnBegan"]
    told = {
        line.type for version in began[1:20] for line in last_turn(Codec(TRAJAN), recording.records[:version]).lines
    }
    assert "BowlActivated" in told
    assert not {"MarkersTaken", "TimeMoved", "MarkerSown"} & told
