"""Answers of the read routes."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from projections.diff import Change
from services.queries.game import GameKey
from services.queries.lists import ListedGame

Next = Annotated[int | None, Meta(description="Ask the timeline with `after` this version for more; null at the end.")]


class LineAnswer(msgspec.Struct, omit_defaults=True):
    """One event in words."""

    version: int
    at: str
    type: str
    text: str
    retracted: Annotated[bool, Meta(description="The choice was taken back.")] = False
    head: Annotated[str | None, Meta(description="The head of the chain at the end of a round, to note down.")] = None
    unsealed: Annotated[
        dict[str, Any] | None,
        Meta(description="With `as`: the fields that were sealed, and that the reader it names could read."),
    ] = None


class TurnAnswer(msgspec.Struct):
    """What somebody did until the turn passed on."""

    actor: Annotated[int | str, Meta(description="A seat, a user before the game began, or `system`.")]
    name: str
    lines: list[LineAnswer]


class TimelineAnswer(msgspec.Struct):
    version: Annotated[int, Meta(description="The version up to which it is told.")]
    turns: list[TurnAnswer]
    next: Next


class TermAnswer(msgspec.Struct):
    """A summand: its points, and what they are for."""

    points: int
    label: str
    args: dict[str, int | str]
    text: str


class EntryAnswer(msgspec.Struct):
    version: int
    seat: int
    points: int
    source: str
    text: str
    detail: list[TermAnswer]


class ScoresAnswer(msgspec.Struct):
    version: int
    you: Annotated[int | None, Meta(description="Your seat, if you have one.")]
    players: Annotated[list[str], Meta(description="Their names, by seat.")]
    totals: Annotated[list[int], Meta(description="The sums of the entries, by seat: the scores.")]
    entries: list[EntryAnswer]


class RecapAnswer(msgspec.Struct):
    since: Annotated[int, Meta(description="The version after which it is told.")]
    version: int
    to_act: list[int | str]
    points: Annotated[list[int], Meta(description="What each seat has gained since.")]
    turns: list[TurnAnswer]
    next: Next


class DiffAnswer(msgspec.Struct, rename={"from_": "from"}):
    from_: int
    to: int
    turns: list[TurnAnswer]
    next: Next
    changes: Annotated[list[Change], Meta(description="Where your view of the two versions differs.")]


class InboxItem(msgspec.Struct):
    seat: int
    since: Annotated[str, Meta(description="Since when the game has waited for you.")]
    deadline: Annotated[str | None, Meta(description="When your time runs out.")]
    game: ListedGame


class InboxAnswer(msgspec.Struct):
    items: list[InboxItem]
    next: str | None


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
    games: Annotated[dict[str, int], Meta(description="How many games by status.", examples=[{"active": 2}])]
    averages: list[AverageAnswer]
    head_to_head: list[RivalryAnswer]
    results: Annotated[list[ResultAnswer], Meta(description="The newest finished games.")]
