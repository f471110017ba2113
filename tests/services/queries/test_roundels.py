"""The stones of a record: one a choice that stands, whose it was, whether it scored and where a round closed."""

import pytest

from domain.kernel import draft
from domain.kernel.envelope import Codec
from domain.kernel.game import AnyGame, PointsScored
from domain.kernel.ids import Seat
from domain.kernel.rounds import first_seat, round_heads
from domain.registry import GAMES
from services.queries.roundels import laid
from tests.kit import recordings
from tests.kit.logged_match import position
from tests.kit.taberna import GAME


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_a_recorded_game_is_laid_choice_by_choice(game: AnyGame) -> None:
    recording = recordings.load(game, recordings.names(game)[0])
    stones = [*laid(Codec(game), recording.records)]
    commands = {
        (line.envelope().command_id, line.envelope().step)
        for line in recording.log
        if isinstance(line.envelope().actor, int) and line.envelope().command != b"null"
    }
    assert len(stones) == len(commands)
    scored = {
        (line.envelope().command_id, line.envelope().step)
        for line in recording.log
        if isinstance(line.event, PointsScored) and isinstance(line.envelope().actor, int)
    }
    assert sum(stone.scored for stone in stones) == len(scored)
    heads = round_heads(Codec(game), recording.records, first_seat(recording.records))
    assert 0 < sum(stone.closes for stone in stones) <= len(heads)
    assert {stone.seat for stone in stones} == set(range(len({stone.seat for stone in stones})))


def test_a_choice_that_was_taken_back_leaves_no_stone() -> None:
    logged = position(GAME, 3, 1, 4)
    before = [*laid(logged.codec, logged.records)]
    seat = Seat(next(seat for seat in range(3) if logged.match.legal(Seat(seat))))
    quiet = [one for one in logged.match.legal(seat) if draft.preview(logged.match, seat, [one]).ends is None]
    logged.play(seat, quiet[0])
    assert len([*laid(logged.codec, logged.records)]) == len(before) + 1
    logged.undo(seat)
    assert [*laid(logged.codec, logged.records)] == before
