"""A turn that is planned before it begins: the table as its player imagines it, and the stored plan in words.

What is imagined follows from the player's own view alone. Only the player reads a plan.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.kernel import draft
from domain.kernel.errors import NotAllowed, NotYourSeat
from domain.kernel.game import AnyGame, Command, Step
from domain.kernel.ids import GameId, Seat, UserId
from domain.kernel.plans import imagined_turn
from domain.kernel.rng import KeyedRng
from services.notices.plan_whys import why_in_words
from services.queries.names import player_names
from services.queries.options import CommandValue, options_in_words
from services.queries.positions import Position, Reading, draft_of, position_of
from services.queries.preview import PreviewAnswer
from services.queries.queries import Queries
from services.queries.redaction import visible_state
from services.queries.tables import visible_table
from services.store.plans import Plans, StoredPlan
from services.tables import choices
from services.tables.choices import Values
from services.tables.folding import MatchAt


class AlternativeAnswer(msgspec.Struct, omit_defaults=True):
    """A way to play the turn: what is chosen, and each choice in words."""

    commands: list[CommandValue]
    labels: list[str]
    lapsed: Annotated[str | None, Meta(description="Why it was not played.")] = None


class PlanAnswer(msgspec.Struct, omit_defaults=True):
    """A planned turn."""

    revision: Annotated[str, Meta(description="Another one after each change.")]
    made_at: Annotated[int, Meta(description="The version at which it was made.")]
    state: Annotated[
        Literal["kept", "playing", "played", "lapsed"],
        Meta(description="Whether it waits for its turn, is being played, was played, or could not be played."),
    ]
    wait_seconds: Annotated[int, Meta(description="How long it waits once the turn has begun.")]
    alternatives: list[AlternativeAnswer]
    version: Annotated[int | None, Meta(description="The version at which it was played, or could not be.")] = None


def planning_table(newest: MatchAt, seat: Seat) -> MatchAt:
    """The table as if the next turn of a seat began now; `NotAllowed` while there is nothing to plan."""
    waiting = newest.match.to_act()
    if not isinstance(waiting, Step) and seat in waiting:
        raise NotAllowed("turn_has_come")
    chance = KeyedRng(sha256(f"plan {newest.game_id} {newest.version} {seat}".encode()).digest())
    imagined = imagined_turn(newest.match, seat, chance)
    if imagined is None:
        raise NotAllowed("nothing_to_plan")
    return MatchAt(newest.game_id, imagined, newest.version, f"{newest.head} planned by {seat}")


async def planning_position(
    queries: Queries, newest: MatchAt, reading: Reading, commands: Sequence[Command] | None = None
) -> Position:
    """A table whose lock is held, as if the reader's next turn had begun, with what was composed of it."""
    user = reading.user
    if user is None:
        raise NotYourSeat
    table = planning_table(newest, choices.seat_to_play(newest.match, user))
    if commands is None:
        commands = await draft_of(queries.tables, queries.drafts, newest, user, planned=True)
    position = await position_of(queries, table, reading, commands)
    return position._replace(head=newest.head, planning=True)


async def read_planning(
    queries: Queries, game_id: str, user: UserId, values: Sequence[Values], lang: str
) -> PreviewAnswer:
    """The table after the first choices of a turn that has not begun; one that reveals something is not carried out."""
    async with visible_table(queries.tables, game_id, user) as newest:
        seat = choices.seat_to_play(newest.match, user)
        match = planning_table(newest, seat).match
        commands = queries.tables.codec(match.game).convert(values)
        folded = draft.preview(match, seat, commands)
        players = await player_names(queries.names, match.table, lang)
        following = [] if folded.ends is not None else folded.match.choices(seat)
        return PreviewAnswer(
            game=match.table.game,
            version=newest.version,
            options=options_in_words(folded.match, seat, following, players, lang),
            state=visible_state(folded.match, seat),
            points=folded.points,
            ends=folded.ends,
        )


async def read_plan(queries: Queries, plans: Plans, game_id: str, user: UserId, lang: str) -> PlanAnswer | None:
    """The plan of a player."""
    async with visible_table(queries.tables, game_id, user) as newest:
        choices.seat_to_play(newest.match, user)
        game = newest.match.game
    plan = await plans.get(GameId(game_id), user)
    return None if plan is None else plan_in_words(game, plan, lang)


def plan_in_words(game: AnyGame, plan: StoredPlan, lang: str) -> PlanAnswer:
    """A plan as its player reads it."""
    whys = {why.alternative: why for why in plan.whys}
    return PlanAnswer(
        revision=plan.revision,
        made_at=plan.made_at,
        state=plan.state,
        wait_seconds=plan.wait,
        alternatives=[
            AlternativeAnswer(
                [step.command for step in steps if step.chosen],
                [step.labels.get(lang, "") for step in steps if step.labels is not None],
                why_in_words(game, whys[number], lang) if number in whys else None,
            )
            for number, steps in enumerate(plan.alternatives)
        ],
        version=plan.version or None,
    )
