"""Choices at a table: single commands and whole drafts, previews and undo. The one write path for every edge."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.kernel import draft, overtime
from domain.kernel.errors import BatchRefused, NotFound, NotYourSeat, NotYourTurn, StaleVersion
from domain.kernel.game import Command, Step
from domain.kernel.ids import Seat, UserId, Version
from domain.kernel.lobby import may_enter
from domain.kernel.match import SYSTEM, Batch, Match
from services.tables.folding import MatchAt
from services.tables.hot_tables import Decide, Request, Tables, Written

Values = Mapping[str, Any]
"""A command as it came over the wire, decoded from JSON."""


def seat_to_play(match: Match, user: UserId | None) -> Seat:
    """The seat that a user decides for, or `NotYourSeat`; a private table does not exist for strangers."""
    if not may_enter(match.table, user):
        raise NotFound
    seat = match.table.seat_of(user)
    if seat is None or not match.table.chairs[seat].human:
        raise NotYourSeat
    return seat


async def confirm(
    tables: Tables, request: Request, user: UserId, values: Sequence[Values], expected: Version | None = None
) -> Written:
    """Confirm one command or a draft of a user, all or nothing."""

    async def decide(loaded: MatchAt) -> Batch:
        seat = seat_to_play(loaded.match, user)
        if expected is not None and expected != loaded.version:
            await require_unchanged(tables, loaded, seat, expected)
        commands = tables.codec(loaded.match.game).convert(values)
        return _confirmed(loaded.match, seat, commands)

    return await tables.change(request, decide)


def _confirmed(match: Match, seat: Seat, commands: Sequence[Command]) -> Batch:
    try:
        return draft.confirm(match, seat, commands)
    except BatchRefused as refusal:
        if len(commands) == 1:
            raise refusal.cause from refusal
        raise


async def require_unchanged(tables: Tables, loaded: MatchAt, seat: Seat, expected: Version) -> None:
    """A version is stale only if the seat had other options then, or if they cost or brought something else.

    What other seats did does not matter beyond that, such as a choice in secret; what the seat itself or the system did
    changes what the seat sees of its own.
    """
    if expected > loaded.version or expected < 1:
        raise StaleVersion(expected, loaded.version)
    then = await tables.at(loaded.game_id, expected)
    since = await tables.store.read(loaded.game_id, after=expected, limit=loaded.version - expected)
    seen = _seen if any(record.envelope().actor in {seat, SYSTEM} for record in since) else _offered
    if then.version != expected or seen(then.match, seat) != seen(loaded.match, seat):
        raise StaleVersion(expected, loaded.version)


def _offered(match: Match, seat: Seat) -> object:
    """The options of a seat with what their labels say of them."""
    commands = match.legal(seat)
    view = match.game.view(match.state, seat) if commands else None
    return [(command, match.game.label(view, command)) for command in commands]


def _seen(match: Match, seat: Seat) -> object:
    """The options of a seat and all that it sees."""
    return _offered(match, seat), None if match.state is None else match.game.view(match.state, seat)


async def confirm_for_bot(
    tables: Tables, request: Request, seat: Seat, commands: Sequence[Command], expected: Version
) -> Written:
    """Confirm what a bot chose on exactly this version."""

    def decide(match: Match) -> Batch:
        bot = match.table.bot_of(seat)
        if bot is None:
            raise NotYourTurn(seat)
        return draft.confirm(match, seat, commands, caretaker=bot if match.table.caretaken(seat) else None)

    return await tables.change(request, _on_exactly(expected, decide))


async def resolve(tables: Tables, request: Request, expected: Version) -> Written:
    """Do the step that the system owes at exactly this version."""

    def decide(match: Match) -> Batch:
        step = match.to_act()
        if not isinstance(step, Step):
            raise StaleVersion(expected, expected)
        batch = Batch(match, SYSTEM)
        batch.resolve(step)
        batch.advance()
        return batch

    return await tables.change(request, _on_exactly(expected, decide))


async def run_out(tables: Tables, request: Request, expected: Version) -> Written:
    """Note which seats are out of time at exactly this version; `NotAllowed` if none is."""

    def decide(match: Match) -> Batch:
        batch = Batch(match, SYSTEM)
        overtime.run_out(batch, tables.now())
        return batch

    return await tables.change(request, _on_exactly(expected, decide))


def _on_exactly(expected: Version, decide: Callable[[Match], Batch]) -> Decide:
    """Decide on one version alone: a job that comes late finds its work done."""

    async def decide_there(loaded: MatchAt) -> Batch:
        if loaded.version != expected:
            raise StaleVersion(expected, loaded.version)
        return decide(loaded.match)

    return decide_there


async def undo(
    tables: Tables, request: Request, user: UserId, to_version: Version | None = None, *, most: int = 1000
) -> Written:
    """Take back the user's newest choices, as far as the barrier allows, and at most so often in a turn."""

    async def decide(loaded: MatchAt) -> Batch:
        seat = seat_to_play(loaded.match, user)
        match, event = await tables.folding.take_back(loaded, seat, to_version, most)
        batch = Batch(match, seat)
        batch.emit(event)
        return batch

    return await tables.change(request, decide)
