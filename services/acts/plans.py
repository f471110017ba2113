"""Planned turns: what somebody composes before the turn begins, to be played once it does.

A plan is private: it lies beside the log, and nobody else is told of it before it is played.
"""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.errors import NotAllowed
from domain.kernel.ids import GameId, UserId
from domain.kernel.plans import planned
from services.acts.acts import Acts
from services.acts.ask import ID_BYTES, Ask
from services.acts.asking import act
from services.identity.access import PLAY_OR_BOT
from services.queries.planning import PlanAnswer, planning_table, read_plan, read_planning
from services.queries.preview import PreviewAnswer
from services.queries.tables import visible_table
from services.store.plans import ANY, StoredPlan
from services.tables import choices
from services.tables.choices import Values
from services.tables.owed_jobs import enqueue_plan
from services.tables.planned_turns import rules_of, stored_steps


class Wanted(NamedTuple):
    """What is to be played: the first alternative that can be; and how long its player wants to think again."""

    alternatives: Sequence[Sequence[Values]]
    wait: int = 0
    former: str = ANY
    """The revision that this replaces, so that two tabs do not overwrite each other; "" if there was none."""


@act(PLAY_OR_BOT)
async def keep(acts: Acts, ask: Ask, game_id: str, wanted: Wanted) -> None:
    """Plan the next turn, in place of what was planned before."""
    game = GameId(game_id)
    async with visible_table(acts.tables, game_id, ask.user) as newest:
        seat = choices.seat_to_play(newest.match, ask.user)
        imagined = planning_table(newest, seat).match
        codec, version = acts.tables.codec(imagined.game), newest.version
        ways = [stored_steps(planned(imagined, seat, codec.convert(values))) for values in wanted.alternatives]
        plan = StoredPlan(
            revision=secrets.token_hex(ID_BYTES),
            seat=seat,
            made_at=version,
            rules=rules_of(imagined.game),
            alternatives=tuple(ways),
            wait=wanted.wait,
        )
    _must_be_done(await acts.services.people.plans.keep(game, ask.user, plan, wanted.former))
    await _look_again(acts, game, ask.user, version)


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
async def preview(acts: Acts, ask: Ask, game_id: str, values: Sequence[Values], lang: str) -> PreviewAnswer:
    """The table as if the turn had begun, after some choices of it; nothing is written."""
    return await read_planning(acts, game_id, ask.user, values, lang)


async def own_plan(acts: Acts, user: UserId, game_id: str, lang: str) -> PlanAnswer | None:
    """The plan of somebody who plays."""
    return await read_plan(acts, acts.services.people.plans, game_id, user, lang)


def _must_be_done(changed: str) -> None:
    if changed != "done":
        raise NotAllowed("plan_changed" if changed == "other" else "plan_playing")
