"""What happened to a table in a batch, by names that programs can rely on; and what is news where a table lives.

Pure. The names are a contract with whoever receives webhooks: none changes its meaning.
"""

from collections.abc import Iterator
from typing import Literal, TypeAlias, get_args

from domain.kernel import lifecycle as life
from domain.kernel.game import Event, PointsScored
from domain.kernel.ids import UserId
from domain.kernel.lifecycle_event import LifecycleEvent
from domain.kernel.log import asked_by
from projections.followed_match import FollowedBatch

TableEvent: TypeAlias = Literal[
    "game.invited",
    "game.seat_taken",
    "game.started",
    "game.turn_confirmed",
    "game.turn_owed",
    "game.choices_undone",
    "game.scored",
    "game.round_ended",
    "game.vote_cast",
    "game.time_ran_out",
    "game.seat_opened",
    "game.finished",
    "game.abandoned",
    "game.rematch_offered",
]
TABLE_EVENTS: tuple[TableEvent, ...] = get_args(TableEvent)

_NAMED: dict[type[Event], TableEvent] = {
    life.SeatTaken: "game.seat_taken",
    life.GameStarted: "game.started",
    life.ChoicesUndone: "game.choices_undone",
    PointsScored: "game.scored",
    life.VoteCast: "game.vote_cast",
    life.TimeRanOut: "game.time_ran_out",
    life.SeatOpened: "game.seat_opened",
    life.GameFinished: "game.finished",
    life.GameAbandoned: "game.abandoned",
    life.RematchOffered: "game.rematch_offered",
}
_TOLD = (
    life.SeatTaken,
    life.SeatLeft,
    life.SeatResigned,
    life.GameStarted,
    life.VoteCast,
    life.TimeRanOut,
    life.TimeGranted,
    life.ClocksPaused,
    life.ClocksResumed,
    life.SeatOpened,
    life.GameFinished,
    life.GameAbandoned,
    life.RematchOffered,
    life.ChoicesUndone,
)
"""What is told at once where a table lives, also if nobody else is waited for after it."""


def table_events(batch: FollowedBatch) -> list[TableEvent]:
    """What happened in a batch, each once, in a fixed order."""
    names = set(_names(batch))
    return [name for name in TABLE_EVENTS if name in names]


def _names(batch: FollowedBatch) -> Iterator[TableEvent]:
    events = [line.event for line in batch.lines]
    for event in events:
        if type(event) in _NAMED:
            yield _NAMED[type(event)]
    if isinstance(asked_by(batch.lines), int) and not any(isinstance(event, LifecycleEvent) for event in events):
        yield "game.turn_confirmed"
    if is_handover(batch):
        yield "game.turn_owed"
    if batch.after.rounds > batch.before.rounds:
        yield "game.round_ended"


def invited(batch: FollowedBatch) -> set[UserId]:
    """Everyone whom a batch invites to the table."""
    people: set[UserId] = set()
    for line in batch.lines:
        if isinstance(line.event, life.GameCreated | life.PersonInvited):
            people.update(line.event.people())
    return people - {user for user in batch.after.owners if user is not None}


def is_handover(batch: FollowedBatch) -> bool:
    """Whether somebody is waited for from now on who was not before."""
    return batch.after.version in batch.after.waiting.values()


def is_news(batch: FollowedBatch) -> bool:
    """Whether a batch is told at once where the table lives; what bots do is told with the next batch that is."""
    return is_handover(batch) or any(isinstance(line.event, _TOLD) for line in batch.lines)
