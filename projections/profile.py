"""The profile: what a person's games came to, and the figures that follow from them.

Figures are counted when they are read, from the games that the reader may know of: a private game must not show
through an average either.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from domain.kernel.game import Result
from domain.kernel.ids import GameId, Seat, UserId
from domain.kernel.table import Table
from projections.followed_match import FollowedMatch
from projections.rows import ModelKey, ModelRow

MODEL = "profile"


class ProfileStanding(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """How a seat came out of a finished game. A player who resigned has lost to everyone who did not."""

    seat: Seat
    user: UserId | None
    bot: str | None
    place: int
    score: int
    won: bool
    resigned: bool


class ProfileRow(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A finished game of a person."""

    game_id: GameId
    game: str
    title: str
    private: bool
    people: tuple[UserId, ...]
    ended_at: str
    seat: Seat
    standings: tuple[ProfileStanding, ...]
    tie_break: str | None

    def known_to(self, reader: UserId | None) -> bool:
        """Whether a reader may know of this game."""
        return not self.private or (reader is not None and reader in self.people)

    def own(self) -> ProfileStanding:
        """The standing of the person whose row it is."""
        for standing in self.standings:  # thousands are asked: a generator would cost twice as much
            if standing.seat == self.seat:
                return standing
        raise LookupError(self.seat)


class Average(msgspec.Struct, frozen=True, kw_only=True):
    """What a person's finished games of one kind came to."""

    game: str
    played: int
    won: int
    score: float
    place: float


class Rivalry(msgspec.Struct, frozen=True, kw_only=True):
    """How often a person ended before, behind and beside another one."""

    user: UserId
    played: int
    won: int
    lost: int
    tied: int


def rows(followed: FollowedMatch) -> dict[ModelKey, ModelRow]:
    """A row for each person at the table, once the game is finished.

    What might have been is no result, and neither is what nobody has judged.
    """
    table = followed.match.table
    if table.result is None or table.branch_of is not None or followed.unjudged:
        return {}
    standings = _standings(table, table.result)
    people = {chair.user for chair in table.chairs if chair.user is not None} | set(table.invited)
    results = {}
    for number, chair in enumerate(table.chairs):
        if chair.user is None:
            continue
        row = ProfileRow(
            game_id=followed.game_id,
            game=table.game,
            title=table.title,
            private=table.private,
            people=tuple(sorted(people)),
            ended_at=followed.ended_at,
            seat=Seat(number),
            standings=standings,
            tie_break=table.result.tie_break,
        )
        results[ModelKey(MODEL, chair.user)] = ModelRow(followed.ended_at, msgspec.json.encode(row))
    return results


def _standings(table: Table, result: Result) -> tuple[ProfileStanding, ...]:
    return tuple(
        ProfileStanding(
            seat=rank.seat,
            user=table.chairs[rank.seat].user,
            bot=table.chairs[rank.seat].bot,
            place=rank.place,
            score=rank.score,
            won=rank.seat in result.winners and not table.chairs[rank.seat].resigned,
            resigned=table.chairs[rank.seat].resigned,
        )
        for rank in result.ranking
    )


def averages(finished: Iterable[ProfileRow]) -> list[Average]:
    """The figures of each game that was played, by its name."""
    by_game: dict[str, list[ProfileStanding]] = defaultdict(list)
    for row in finished:
        by_game[row.game].append(row.own())
    return [_average(game, own) for game, own in sorted(by_game.items())]


def _average(game: str, own: Sequence[ProfileStanding]) -> Average:
    return Average(
        game=game,
        played=len(own),
        won=sum(standing.won for standing in own),
        score=round(sum(standing.score for standing in own) / len(own), 2),
        place=round(sum(standing.place for standing in own) / len(own), 2),
    )


def rivalries(finished: Iterable[ProfileRow]) -> list[Rivalry]:
    """Head to head with everyone met at a table, those met most often first."""
    met: dict[UserId, list[int]] = defaultdict(list)
    for row in finished:
        own = row.own()
        for other in row.standings:
            if other.user is not None and other.seat != own.seat:
                met[other.user].append(_outcome(own, other))
    rivals = [
        Rivalry(user=user, played=len(all_), won=all_.count(1), lost=all_.count(-1), tied=all_.count(0))
        for user, all_ in met.items()
    ]
    return sorted(rivals, key=lambda rivalry: (-rivalry.played, rivalry.user))


def _outcome(own: ProfileStanding, other: ProfileStanding) -> int:
    """1 if the own seat ended before the other, -1 if behind, 0 if beside it."""
    mine, theirs = (own.resigned, own.place), (other.resigned, other.place)
    return (mine < theirs) - (mine > theirs)
