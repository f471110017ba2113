"""Playing: choices that are confirmed at once, and a turn that is composed step by step before it is confirmed.

What is composed is the player's one stored draft; page and chat show the same one. Whatever is asked for comes with
what the player was shown, so that nothing is done to a table or a draft that has moved on meanwhile.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from domain.kernel.errors import ActaError, BatchRefused, IllegalMove, NotYourSeat, StaleVersion, UndoBarred
from domain.kernel.game import Command
from domain.kernel.ids import GameId, Seat, UserId, Version
from services.acts.acts import Acts, told
from services.acts.ask import Ask, Once, digest
from services.acts.asking import act
from services.identity.access import PLAY_OR_BOT
from services.queries.composing import Composed as DraftFold
from services.queries.composing import Pointed, digest_of, fitting
from services.queries.positions import Position, Reading, position_of, read_position, stored_draft
from services.queries.preview import PreviewAnswer, read_preview
from services.queries.proposing import with_set_up
from services.queries.tables import visible_table
from services.store.drafts import Draft
from services.tables import choices
from services.tables.choices import Values
from services.tables.folding import MatchAt
from services.tables.hot_tables import Request, Written


class Shown(NamedTuple):
    """What the player was shown: the table as it is read, and what the door knows of its draft, version and seat."""

    reading: Reading
    draft: str | None = None
    version: Version | None = None
    seat: Seat | None = None


class OthersTurn(NotYourSeat):
    """What was shown is another seat's turn."""


class Composed(NamedTuple):
    """The turn as it is composed by now."""

    position: Position


class MovedOn(NamedTuple):
    """Nothing was done: the draft is another one (`elsewhere`), the thing is gone (`gone`), or the table moved on."""

    position: Position | None
    why: Literal["elsewhere", "gone", "table"]


class Refused(NamedTuple):
    """Nothing was done: the rules do not allow it."""

    position: Position | None
    error: ActaError


class Confirmed(NamedTuple):
    """It stands in the log. What was written; none if an earlier request had confirmed the same."""

    position: Position | None
    written: Written | None


Outcome: TypeAlias = Composed | MovedOn | Refused | Confirmed
Choose: TypeAlias = Callable[[DraftFold], Pointed]
"""Finds what the player means among what may follow the draft."""


@act(PLAY_OR_BOT)
async def pick(acts: Acts, ask: Ask, shown: Shown, choose: Choose) -> Outcome:
    """Choose the next step of the draft, or a part of one. What nobody waits for is given at once, beside the draft."""
    reading = shown.reading
    async with visible_table(acts.tables, reading.game_id, ask.user) as newest:
        position = await _own_position(acts, ask, shown, newest)
        composed = position.composed
        if composed is None:
            return MovedOn(position, "gone")
        if shown.draft is None and await _was_picked(acts, ask, newest):
            return Composed(position)
        chosen = choose(composed)
        beside = chosen.command is not None and chosen.command.ASIDE and shown.draft is None
        if not beside and await _moved_on(acts, newest, shown, composed.seat, composed.commands):
            return MovedOn(position, "elsewhere")
        if chosen.command is None:
            position = await position_of(acts, newest, reading._replace(path=chosen.path), composed.commands)
            return Composed(position) if chosen.path else MovedOn(position, "gone")
        if not chosen.command.ASIDE:
            commands = (*composed.commands, chosen.command)
            await _keep(acts, newest, ask, commands)
            return Composed(await position_of(acts, newest, reading, commands))
        key = digest(newest.game_id, composed.seat, shown.version, values_of([chosen.command]))
        given = ask if shown.version is None else ask._replace(once=Once("aside", key))
    return await _play(acts, ask, shown, (acts.change_of(given, reading.game_id), [chosen.command], None))


@act(PLAY_OR_BOT)
async def propose(acts: Acts, ask: Ask, shown: Shown) -> Outcome:
    """Have the rest of the set-up proposed, as a draft. Asked for twice it is the same."""
    async with visible_table(acts.tables, shown.reading.game_id, ask.user) as newest:
        seat = _own_seat(newest, ask.user, shown)
        commands = await _fitting_draft(acts, newest, ask.user, seat)
        if await _moved_on(acts, newest, shown, seat, commands):
            return MovedOn(await position_of(acts, newest, shown.reading, commands), "elsewhere")
        chance = Random(f"{newest.game_id} {newest.version} {seat}")  # noqa: S311 - nothing is to be kept secret
        commands = with_set_up(newest.match, seat, commands, chance)
        await _keep(acts, newest, ask, commands)
        return Composed(await position_of(acts, newest, shown.reading, commands))


@act(PLAY_OR_BOT)
async def back(acts: Acts, ask: Ask, shown: Shown, steps: int | None = None) -> Outcome:
    """Take back the last thing that was pointed at, or else the last step of the draft; or keep so many steps."""
    path, reading = shown.reading.path, shown.reading._replace(path=())
    async with visible_table(acts.tables, reading.game_id, ask.user) as newest:
        seat = _own_seat(newest, ask.user, shown)
        commands = await _fitting_draft(acts, newest, ask.user, seat)
        if await _moved_on(acts, newest, shown, seat, commands):
            return MovedOn(await position_of(acts, newest, reading, commands), "elsewhere")
        if path and steps is None:
            reading = reading._replace(path=path[:-1])
        else:
            commands = commands[: -1 if steps is None else steps]
            await _keep(acts, newest, ask, commands)
        return Composed(await position_of(acts, newest, reading, commands))


@act(PLAY_OR_BOT)
async def discard(acts: Acts, ask: Ask, shown: Shown) -> Outcome:
    """Forget the whole draft."""
    async with visible_table(acts.tables, shown.reading.game_id, ask.user) as newest:
        _own_seat(newest, ask.user, shown)
        await _keep(acts, newest, ask, ())
        return Composed(await position_of(acts, newest, shown.reading, ()))


@act(PLAY_OR_BOT)
async def confirm(acts: Acts, ask: Ask, shown: Shown) -> Outcome:
    """Confirm the draft that was shown, on the version that was shown; asked for twice it is carried out once."""
    game_id = shown.reading.game_id
    async with visible_table(acts.tables, game_id, ask.user) as newest:
        seat = _own_seat(newest, ask.user, shown)
        commands = await _fitting_draft(acts, newest, ask.user, seat)
    key = digest(game_id, seat, shown.version, shown.draft)
    named = acts.change_of(ask._replace(once=Once("confirm", key)), game_id)
    if not await acts.is_new(named):
        return Confirmed(await read_position(acts, shown.reading), None)
    if not commands or shown.draft not in {None, digest_of(commands)}:
        return MovedOn(await read_position(acts, shown.reading), "elsewhere")
    return await _play(acts, ask, shown, (named, commands, shown.version or Version(0)))


@act(PLAY_OR_BOT)
async def take_back(acts: Acts, ask: Ask, shown: Shown) -> Outcome:
    """Take back what was confirmed last, as far as nothing came to light since."""
    game_id = shown.reading.game_id
    async with visible_table(acts.tables, game_id, ask.user) as newest:
        seat = _own_seat(newest, ask.user, shown)
        on_table = newest.version
    if shown.version is not None:
        ask = ask._replace(once=Once("undo", digest(game_id, seat, shown.version)))
    named = acts.change_of(ask, game_id)
    if not await acts.is_new(named):
        return Confirmed(await read_position(acts, shown.reading), None)
    if shown.version not in {None, on_table}:
        return MovedOn(await read_position(acts, shown.reading), "table")
    try:
        written = await _undone(acts, ask, named)
    except (StaleVersion, UndoBarred) as refusal:
        return await _refused(acts, shown, refusal)
    return Confirmed(await read_position(acts, shown.reading), written)


@act(PLAY_OR_BOT)
async def play(
    acts: Acts, ask: Ask, game_id: str, values: Sequence[Values], expected: Version | None = None
) -> Written:
    """Confirm one command, or a whole draft on the version that it was composed on."""
    return told(await choices.confirm(acts.tables, acts.change_of(ask, game_id), ask.user, values, expected))


@act(PLAY_OR_BOT)
async def undo(acts: Acts, ask: Ask, game_id: str, to_version: Version | None = None) -> Written:
    """Take back the caller's last batch, or all batches after a version."""
    return await _undone(acts, ask, acts.change_of(ask, game_id), to_version)


@act(PLAY_OR_BOT)
async def preview(acts: Acts, ask: Ask, game_id: str, values: Sequence[Values], lang: str) -> PreviewAnswer:
    """The table after a draft; nothing is written."""
    return await read_preview(acts, game_id, ask.user, values, lang)


@act(PLAY_OR_BOT)
async def keep_draft(acts: Acts, ask: Ask, game_id: str, version: Version, values: Sequence[Values]) -> None:
    """Store a draft for the player's other devices."""
    async with visible_table(acts.tables, game_id, ask.user) as newest:
        choices.seat_to_play(newest.match, ask.user)
        acts.tables.codec(newest.match.game).convert(values)
    await acts.drafts.put(GameId(game_id), ask.user, Draft(version, tuple(dict(one) for one in values)))


@act(PLAY_OR_BOT)
async def drop_draft(acts: Acts, ask: Ask, game_id: str) -> None:
    """Forget the stored draft."""
    async with visible_table(acts.tables, game_id, ask.user) as newest:
        choices.seat_to_play(newest.match, ask.user)
    await acts.drafts.drop(GameId(game_id), ask.user)


async def own_draft(acts: Acts, user: UserId, game_id: str) -> Draft | None:
    """The stored draft of somebody who plays."""
    async with visible_table(acts.tables, game_id, user) as newest:
        choices.seat_to_play(newest.match, user)
    stored = await acts.drafts.get(GameId(game_id), user)
    return None if stored is None or stored.planned else stored


async def _play(
    acts: Acts, ask: Ask, shown: Shown, change: tuple[Request, Sequence[Command], Version | None]
) -> Outcome:
    named, commands, expected = change
    try:
        written = await choices.confirm(acts.tables, named, ask.user, values_of(commands), expected)
    except (StaleVersion, IllegalMove, BatchRefused) as refusal:
        return await _refused(acts, shown, refusal)
    if expected is not None:
        await acts.drafts.drop(named.game_id, ask.user)
    return Confirmed(await read_position(acts, shown.reading), told(written))


async def _undone(acts: Acts, ask: Ask, named: Request, to_version: Version | None = None) -> Written:
    most = acts.services.settings.undos_per_turn
    return told(await choices.undo(acts.tables, named, ask.user, to_version, most=most))


async def _refused(acts: Acts, shown: Shown, refusal: ActaError) -> Outcome:
    position = await read_position(acts, shown.reading)
    return MovedOn(position, "table") if isinstance(refusal, StaleVersion) else Refused(position, refusal)


def _own_seat(newest: MatchAt, user: UserId, shown: Shown) -> Seat:
    """The seat that the caller decides for, whatever the button says."""
    seat = choices.seat_to_play(newest.match, user)
    if shown.seat not in {None, seat}:
        raise OthersTurn
    return seat


async def _own_position(acts: Acts, ask: Ask, shown: Shown, newest: MatchAt) -> Position:
    _own_seat(newest, ask.user, shown)
    return await position_of(acts, newest, shown.reading)


async def _moved_on(acts: Acts, newest: MatchAt, shown: Shown, seat: Seat, commands: Sequence[Command]) -> bool:
    """Whether the player was shown another draft, or has other options by now."""
    if shown.draft is not None and shown.draft != digest_of(commands):
        return True
    if shown.version is None or shown.version == newest.version:
        return False
    try:
        await choices.require_unchanged(acts.tables, newest, seat, shown.version)
    except StaleVersion:
        return True
    return False


async def _fitting_draft(acts: Acts, newest: MatchAt, user: UserId, seat: Seat) -> Sequence[Command]:
    """The stored draft as far as it still fits: what is shown of it."""
    stored = await stored_draft(acts, newest, user)
    return fitting(newest.match, seat, stored) if stored else stored


async def _keep(acts: Acts, newest: MatchAt, ask: Ask, commands: Sequence[Command]) -> None:
    """Keep a draft in place of the former one; an empty one is forgotten."""
    if not commands:
        await acts.drafts.drop(newest.game_id, ask.user)
        return
    request = ask.once.key if ask.once else ""
    await acts.drafts.put(newest.game_id, ask.user, Draft(newest.version, tuple(values_of(commands)), request))


async def _was_picked(acts: Acts, ask: Ask, newest: MatchAt) -> bool:
    """Whether this very request took the last step of the draft: it came before."""
    kept = await acts.drafts.get(newest.game_id, ask.user)
    return kept is not None and not kept.planned and ask.once is not None and kept.request == ask.once.key


def values_of(commands: Sequence[Command]) -> list[dict[str, object]]:
    """Commands as they are stored and confirmed."""
    return [msgspec.to_builtins(command) for command in commands]
