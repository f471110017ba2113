"""Drafts: a seat composes its turn before anyone sees it. Preview folds on a copy, confirm folds for good.

Both treat a batch alike: between its commands only the seat's own forced choices are played, and a command that would
reveal something may only stand last. A preview never carries such a command out, so that it cannot be used to look.
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from domain.kernel.errors import BatchRefused, IllegalMove, WouldReveal
from domain.kernel.game import Command
from domain.kernel.ids import Seat, Version
from domain.kernel.match import Batch, Match


class Preview(NamedTuple):
    """A draft folded on a copy. `ends` says why nothing can follow it: its last command reveals, or the turn passes."""

    match: Match
    points: int
    ends: Literal["reveals", "passes"] | None


Watch: TypeAlias = Callable[[Match, Command], None]
"""Is shown the match before each command of a draft is folded, for instance to put the command into words."""


def preview(match: Match, seat: Seat, commands: Sequence[Command], watch: Watch | None = None) -> Preview:
    """Fold a draft on a copy of the match, as far as it reveals nothing."""
    copy = match.copy()
    batch = Batch(copy, seat, blind=True)
    before = match.scores()[seat]
    for index, command in enumerate(commands):
        if watch is not None:
            watch(copy, command)
        if _reveals(batch, seat, index, command):
            if index + 1 < len(commands):
                raise _after_reveal(index)
            seen = preview(match, seat, commands[:index])
            return Preview(seen.match, seen.points, "reveals")
    ends: Literal["passes"] | None = None
    if commands and not copy.choices(seat):
        ends = "passes"
    return Preview(copy, copy.scores()[seat] - before, ends)


def _reveals(batch: Batch, seat: Seat, index: int, command: Command) -> bool:
    start = len(batch.entries)
    try:
        _step(batch, seat, index, command)
    except WouldReveal:
        return True
    return any(entry.event.REVEALS for entry in batch.entries[start:])


def confirm(
    match: Match,
    seat: Seat,
    commands: Sequence[Command],
    *,
    caretaker: str | None = None,
    planned_at: int | None = None,
) -> Batch:
    """Fold a draft into the match itself; give the batch to append. If it is refused the match is spoiled.

    `caretaker` names the bot that composed it in place of a player whose time ran out, `planned_at` the version at
    which the player planned it.
    """
    batch = Batch(match, seat)
    if caretaker is not None:
        batch.take_care(seat, caretaker)
    if planned_at is not None:
        batch.follow_plan(seat, Version(planned_at))
    settled = False
    for index, command in enumerate(commands):
        start = len(batch.entries)
        settled = _step(batch, seat, index, command)
        if index + 1 < len(commands) and any(entry.event.REVEALS for entry in batch.entries[start:]):
            raise _after_reveal(index)
    if not settled:
        batch.advance()
    return batch


def _step(batch: Batch, seat: Seat, index: int, command: Command) -> bool:
    """Carry out one command and what it forces the seat to; tells whether nobody else's choice can be forced then."""
    try:
        batch.choose(seat, command)
    except IllegalMove as error:
        raise BatchRefused(index, error) from error
    return batch.advance(only=seat)


def _after_reveal(index: int) -> BatchRefused:
    return BatchRefused(index + 1, IllegalMove("after_reveal"))
