"""The figures of a person game by game, with the newest results as stones."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from services.queries.people import AverageAnswer, ResultAnswer, UserAnswer

Stone = Literal["won", "second", "other"]
_MOST_STONES = 24


class Figures(NamedTuple):
    """What somebody's games of one kind came to."""

    slug: str
    name: str
    average: AverageAnswer
    stones: Sequence[Stone]
    """The newest results, the last one newest."""


def figures_of(person: UserAnswer, games: Mapping[str, str]) -> list[Figures]:
    """The figures of each game that somebody has finished."""
    return [
        Figures(average.game, games.get(average.game, average.game), average, _stones(person.results, average.game))
        for average in person.averages
    ]


def _stones(results: Sequence[ResultAnswer], game: str) -> list[Stone]:
    newest = [_stone(result) for result in results if result.game == game][:_MOST_STONES]
    return newest[::-1]


def _stone(result: ResultAnswer) -> Stone:
    own = next(standing for standing in result.standings if standing.seat == result.seat)
    return "won" if own.won else "second" if own.place == 2 else "other"  # noqa: PLR2004 - a second place
