"""What a person has played, from the stored models: counted from the games that the caller may know of."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from domain.kernel.errors import NotFound
from domain.kernel.ids import UserId
from domain.kernel.player_names import Holder, name_of, names_at_table
from projections import lobby, profile
from projections.rows import ModelKey
from services.queries.game import GameKey
from services.queries.queries import Queries

MOST_RESULTS = 50


class StandingAnswer(msgspec.Struct, omit_defaults=True):
    seat: int
    name: str
    place: int
    score: int
    won: bool
    user_id: str | None = None
    bot: str | None = None
    resigned: bool = False


class ResultAnswer(msgspec.Struct):
    game_id: GameKey
    game: str
    title: str
    ended_at: str
    seat: int
    standings: list[StandingAnswer]
    tie_break: str | None


class AverageAnswer(msgspec.Struct):
    game: str
    played: int
    won: int
    score: float
    place: float


class RivalryAnswer(msgspec.Struct):
    """Head to head: how often the person ended before, behind and beside another."""

    user_id: str
    name: str
    played: int
    won: int
    lost: int
    tied: int


class UserAnswer(msgspec.Struct):
    user_id: str
    name: str
    bot: Annotated[bool, Meta(description="Whether a program plays under this name.")]
    games: Annotated[dict[str, int], Meta(description="How many games by status.", examples=[{"active": 2}])]
    averages: list[AverageAnswer]
    head_to_head: list[RivalryAnswer]
    results: Annotated[list[ResultAnswer], Meta(description="The newest finished games.")]


async def read_user(queries: Queries, user: UserId, caller: UserId | None, lang: str) -> UserAnswer:
    """The page of a person."""
    name = await queries.names.known(user)
    if name is None:
        raise NotFound(user)
    games = await queries.models.every(ModelKey(lobby.MODEL, user), lobby.GameOfPerson)
    finished = await queries.models.every(ModelKey(profile.MODEL, user), profile.ProfileRow)
    finished = [row for row in finished if row.known_to(caller)]
    rivalries, results = profile.rivalries(finished), finished[:MOST_RESULTS]
    people = {standing.user for row in results for standing in row.standings if standing.user is not None}
    names = await queries.names.of(people | {rivalry.user for rivalry in rivalries})
    return UserAnswer(
        user_id=user,
        name=name,
        bot=bool(await queries.names.bots([user])),
        games=dict(Counter(row.status for row in games if _counts(row, user, caller))),
        averages=[_average(average) for average in profile.averages(finished)],
        head_to_head=[_rivalry(rivalry, names, lang) for rivalry in rivalries],
        results=[_result(row, names, lang) for row in results],
    )


async def read_results(queries: Queries, user: UserId, most: int, lang: str) -> list[ResultAnswer]:
    """The newest games that a person has finished, as told to that person."""
    place = ModelKey(profile.MODEL, user)
    rows = (await queries.models.page(place, profile.ProfileRow, lambda row: row.known_to(user), None, most)).rows
    people = {standing.user for row in rows for standing in row.standings if standing.user is not None}
    names = await queries.names.of(people)
    return [_result(row, names, lang) for row in rows]


def _counts(row: lobby.GameOfPerson, user: UserId, caller: UserId | None) -> bool:
    """Whether a game is one of the person's own that the caller may know of; only games that were judged count."""
    return row.branch_of is None and not row.unjudged and row.seats_user(user) and row.known_to(caller)


def _average(average: profile.Average) -> AverageAnswer:
    return AverageAnswer(average.game, average.played, average.won, average.score, average.place)


def _rivalry(rivalry: profile.Rivalry, names: Mapping[UserId, str], lang: str) -> RivalryAnswer:
    name = name_of(rivalry.user, names, lang)
    return RivalryAnswer(rivalry.user, name, rivalry.played, rivalry.won, rivalry.lost, rivalry.tied)


def _result(row: profile.ProfileRow, names: Mapping[UserId, str], lang: str) -> ResultAnswer:
    standings = _standings(row.standings, names, lang)
    return ResultAnswer(row.game_id, row.game, row.title, row.ended_at, row.seat, standings, row.tie_break)


def _standings(
    standings: Sequence[profile.ProfileStanding], names: Mapping[UserId, str], lang: str
) -> list[StandingAnswer]:
    by_seat = sorted(standings, key=lambda standing: standing.seat)
    called = names_at_table([Holder(standing.user, standing.bot) for standing in by_seat], names, lang)
    return [
        StandingAnswer(
            seat=standing.seat,
            name=called[by_seat.index(standing)],
            place=standing.place,
            score=standing.score,
            won=standing.won,
            user_id=standing.user,
            bot=standing.bot,
            resigned=standing.resigned,
        )
        for standing in standings
    ]
