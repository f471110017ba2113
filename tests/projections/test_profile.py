"""Averages and head-to-head, counted by hand."""

from domain.kernel.ids import GameId, Seat, UserId
from projections.profile import Average, ProfileRow, ProfileStanding, Rivalry, averages, rivalries


def row(seat: int, *places: int, game: str = "trajan", resigned: int | None = None) -> ProfileRow:
    """A game by its places, seat by seat; ten points for each place that one is ahead of the last."""
    standings = tuple(
        ProfileStanding(
            seat=Seat(number),
            user=UserId(f"user-{number}"),
            bot=None,
            place=place,
            score=10 * (max(places) - place),
            won=place == 1 and number != resigned,
            resigned=number == resigned,
        )
        for number, place in enumerate(places)
    )
    return ProfileRow(
        game_id=GameId("g"),
        game=game,
        title="",
        private=False,
        people=(),
        ended_at="",
        seat=Seat(seat),
        standings=standings,
        tie_break=None,
    )


def test_averages_by_game() -> None:
    rows = [row(0, 1, 2, 3), row(0, 2, 1, 3), row(0, 3, 1, 2), row(0, 1, 1, game="concordia")]
    assert averages(rows) == [
        Average(game="concordia", played=1, won=1, score=0.0, place=1.0),
        Average(game="trajan", played=3, won=1, score=10.0, place=2.0),
    ]


def test_head_to_head_counts_before_behind_and_beside() -> None:
    rows = [row(0, 1, 2, 3), row(0, 2, 1, 3), row(0, 1, 1)]
    assert rivalries(rows) == [
        Rivalry(user=UserId("user-1"), played=3, won=1, lost=1, tied=1),
        Rivalry(user=UserId("user-2"), played=2, won=2, lost=0, tied=0),
    ]


def test_who_resigned_has_lost_whatever_his_bot_did() -> None:
    rows = [row(0, 1, 2, resigned=0)]
    assert averages(rows)[0].won == 0
    assert rivalries(rows) == [Rivalry(user=UserId("user-1"), played=1, won=0, lost=1, tied=0)]


def test_nobody_has_figures_without_games() -> None:
    assert averages([]) == []
    assert rivalries([]) == []
