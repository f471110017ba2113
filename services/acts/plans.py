"""Planned turns: what somebody composes before the turn begins, to be played once it does.

A plan is private: it lies beside the log, and nobody else is told of it before it is played.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from domain.kernel.errors import NotAllowed
from domain.kernel.game import AnyGame, Command
from domain.kernel.ids import GameId, UserId
from domain.kernel.languages import LANGUAGES
from domain.kernel.plans import MOST_ALTERNATIVES, PlannedStep, planned
from services.acts.acts import Acts
from services.acts.ask import ID_BYTES, Ask
from services.acts.asking import act
from services.acts.turns import Choose, Composed, Confirmed, MovedOn, Outcome, Shown, values_of
from services.identity.access import PLAY_OR_BOT
from services.queries.names import player_names
from services.queries.planning import (
    PlanAnswer,
    plan_in_words,
    planning_position,
    planning_table,
    read_plan,
    read_planning,
)
from services.queries.positions import Position, Reading
from services.queries.preview import PreviewAnswer
from services.queries.tables import visible_table
from services.store.drafts import Draft
from services.store.plans import ANY, StoredPlan, StoredStep
from services.tables import choices
from services.tables.choices import Values
from services.tables.folding import MatchAt
from services.tables.owed_jobs import enqueue_plan
from services.tables.planned_turns import rules_of


class Wanted(NamedTuple):
    """What is to be played: the first alternative that can be; and how long its player wants to think again."""

    alternatives: Sequence[Sequence[Values]]
    wait: int = 0
    former: str = ANY
    """The revision that this replaces, so that two tabs do not overwrite each other; "" if there was none."""


@act(PLAY_OR_BOT)
async def keep(acts: Acts, ask: Ask, game_id: str, wanted: Wanted) -> None:
    """Plan the next turn, in place of what was planned before."""
    await _keep(acts, ask, GameId(game_id), wanted)


async def _keep(acts: Acts, ask: Ask, game: GameId, wanted: Wanted) -> None:
    async with visible_table(acts.tables, game, ask.user) as newest:
        seat = choices.seat_to_play(newest.match, ask.user)
        imagined = planning_table(newest, seat).match
        codec, version = acts.tables.codec(imagined.game), newest.version
        names: dict[str, Sequence[str]] = {
            lang: await player_names(acts.names, imagined.table, lang) for lang in LANGUAGES
        }
        ways = [planned(imagined, seat, codec.convert(values)) for values in wanted.alternatives]
        plan = StoredPlan(
            revision=secrets.token_hex(ID_BYTES),
            seat=seat,
            made_at=version,
            rules=rules_of(imagined.game),
            alternatives=tuple(tuple(_stored(imagined.game, step, names) for step in way) for way in ways),
            wait=wanted.wait,
        )
    _must_be_done(await acts.services.people.plans.keep(game, ask.user, plan, wanted.former))
    await _look_again(acts, game, ask.user, version)


def _stored(game: AnyGame, step: PlannedStep, names: Mapping[str, Sequence[str]]) -> StoredStep:
    """A step as it is kept; what is forced needs no words."""
    facts, labels = step.facts, None
    if facts is not None:
        told = {lang: game.words.describe(step.command, facts, lang=lang, players=them) for lang, them in names.items()}
        labels = told
    return StoredStep(msgspec.to_builtins(step.command), step.outcome, labels)


async def _look_again(acts: Acts, game: GameId, user: UserId, before: int) -> None:
    """The turn may have begun while the plan was being kept, and whoever looked then found none."""
    version = await acts.tables.store.version(game)
    if version != before:
        await enqueue_plan(acts.services.jobs, acts.services.people.plans, game, version, user)


@act(PLAY_OR_BOT)
async def drop(acts: Acts, ask: Ask, game_id: str, former: str = ANY) -> None:
    """Give up the plan."""
    async with visible_table(acts.tables, game_id, ask.user) as newest:
        choices.seat_to_play(newest.match, ask.user)
    _must_be_done(await acts.services.people.plans.drop(GameId(game_id), ask.user, former))


@act(PLAY_OR_BOT)
async def pick(acts: Acts, ask: Ask, shown: Shown, choose: Choose) -> Outcome:
    """Choose the next step of the turn that is planned, or a part of one."""
    reading = shown.reading
    async with visible_table(acts.tables, reading.game_id, ask.user) as newest:
        position = await planning_position(acts, newest, reading)
        composed = position.composed
        if composed is None or shown.draft not in {None, composed.digest}:
            return MovedOn(position, "elsewhere")
        chosen = choose(composed)
        if chosen.command is None:
            position = await planning_position(acts, newest, reading._replace(path=chosen.path))
            return Composed(position) if chosen.path else MovedOn(position, "gone")
        if chosen.command.ASIDE:
            return MovedOn(position, "gone")
        return await _composed(acts, ask, newest, reading, (*composed.commands, chosen.command))


@act(PLAY_OR_BOT)
async def back(acts: Acts, ask: Ask, shown: Shown, steps: int | None = None) -> Outcome:
    """Take back the last thing that was pointed at, or else the last step; or keep so many steps."""
    path, reading = shown.reading.path, shown.reading._replace(path=())
    async with visible_table(acts.tables, reading.game_id, ask.user) as newest:
        composed = (await planning_position(acts, newest, reading)).composed
        if composed is None or shown.draft not in {None, composed.digest}:
            return MovedOn(await planning_position(acts, newest, reading), "elsewhere")
        if path and steps is None:
            return Composed(await planning_position(acts, newest, reading._replace(path=path[:-1])))
        return await _composed(acts, ask, newest, reading, composed.commands[: -1 if steps is None else steps])


@act(PLAY_OR_BOT)
async def keep_composed(acts: Acts, ask: Ask, shown: Shown, wait: int, *, otherwise: bool = False) -> Outcome:
    """Plan what was composed; or, if the plan that is kept cannot be played, this."""
    reading = shown.reading
    async with visible_table(acts.tables, reading.game_id, ask.user) as newest:
        position = await planning_position(acts, newest, reading)
    kept = await acts.services.people.plans.get(reading.game_id, ask.user)
    composed = position.composed
    if composed is None or not composed.commands or shown.draft not in {None, composed.digest}:
        return MovedOn(position, "elsewhere")
    ways: list[Sequence[Values]] = []
    if otherwise and kept is not None and kept.waits:
        ways = [[step.command for step in steps if step.chosen] for steps in kept.alternatives]
    wanted = Wanted([*ways[: MOST_ALTERNATIVES - 1], values_of(composed.commands)], wait)
    await _keep(acts, ask, reading.game_id, wanted)
    await acts.drafts.drop(reading.game_id, ask.user)
    return Confirmed(None, None)


async def _composed(acts: Acts, ask: Ask, newest: MatchAt, reading: Reading, commands: Sequence[Command]) -> Composed:
    """The turn with these steps, kept for the next request."""
    if commands:
        kept = Draft(newest.version, tuple(values_of(commands)), planned=True)
        await acts.drafts.put(newest.game_id, ask.user, kept)
    else:
        await acts.drafts.drop(newest.game_id, ask.user)
    return Composed(await planning_position(acts, newest, reading._replace(path=()), commands))


@act(PLAY_OR_BOT)
async def preview(acts: Acts, ask: Ask, game_id: str, values: Sequence[Values], lang: str) -> PreviewAnswer:
    """The table as if the turn had begun, after some choices of it; nothing is written."""
    return await read_planning(acts, game_id, ask.user, values, lang)


async def planning(acts: Acts, reading: Reading) -> Position:
    """The table as if the reader's next turn had begun."""
    async with visible_table(acts.tables, reading.game_id, reading.user) as newest:
        return await planning_position(acts, newest, reading)


async def plan_beside(acts: Acts, user: UserId, position: Position, lang: str) -> PlanAnswer | None:
    """The plan of a player who was just shown the table."""
    plan = await acts.services.people.plans.get(position.game_id, user)
    return None if plan is None else plan_in_words(position.game, plan, lang)


async def own_plan(acts: Acts, user: UserId, game_id: str, lang: str) -> PlanAnswer | None:
    """The plan of somebody who plays."""
    return await read_plan(acts, acts.services.people.plans, game_id, user, lang)


def _must_be_done(changed: str) -> None:
    if changed != "done":
        raise NotAllowed("plan_changed" if changed == "other" else "plan_playing")
