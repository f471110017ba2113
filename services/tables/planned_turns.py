"""Plays a planned turn once it begins: the first alternative that is legal and costs and brings what its player saw.

That a turn has begun is read from the log alone, so it does not matter who looks, how often, and what happened between.
The plan is claimed first, so that its player cannot change what is being played; what is appended carries a key that
follows from the plan, so that it is played at most once, whoever dies when.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from domain.kernel import draft, plans
from domain.kernel.clock import SECOND, Millis, moment
from domain.kernel.errors import ActaError, BadCommand, NotYourTurn, StaleVersion
from domain.kernel.game import AnyGame, Event
from domain.kernel.ids import GameId, Seat, UserId
from domain.kernel.log import read
from domain.kernel.match import Batch, Match
from domain.kernel.plans import PlannedStep
from domain.kernel.timekeeping import deadline
from services.store.events import CommandKey
from services.store.plans import Plans, StoredPlan, StoredStep, StoredWhy
from services.tables.folding import MatchAt
from services.tables.hot_tables import Request, Tables

Outcome: TypeAlias = Literal["nothing", "waits", "played", "lapsed"]
RULES = "rules"
"""Why a plan is not played that was made by other rules or data."""


class Attempt(NamedTuple):
    """What became of the plans of a table; one that still waits does so until a moment."""

    outcome: Outcome
    until: Millis = 0


class _Lapsed(ActaError):
    """No alternative can be played."""

    def __init__(self, version: int, whys: Sequence[StoredWhy]) -> None:
        super().__init__("lapsed")
        self.version = version
        self.whys = tuple(whys)


class _Due(NamedTuple):
    """A plan whose turn has come."""

    user: UserId
    plan: StoredPlan


def rules_of(game: AnyGame) -> tuple[int, str]:
    """By which rules outcomes are worked out."""
    return game.meta.rules_version, game.meta.data_hash


def whose_turn_begins(match: Match) -> UserId | None:
    """The person whose turn has begun and who has chosen nothing of it yet."""
    if match.table.phase != "active" or match.state is None:
        return None
    seat = match.game.begins_turn(match.state)
    if seat is None or match.table.bot_of(seat) is not None:
        return None
    return match.table.chairs[seat].user


async def attempt(tables: Tables, stored: Plans, game_id: GameId, *, hurry: bool = False) -> Attempt:
    """Play the plan whose turn has begun, if there is one, and forget plans of which nothing can become any more.

    In a hurry nobody is left time to think again.
    """
    found = await stored.of_game(game_id)
    if not found:
        return Attempt("nothing")
    async with tables.lock(game_id):
        loaded = await tables.current(game_id)
        match, due, until = loaded.match, None, 0
        for user, plan in found.items():
            began = await _began(tables, stored, loaded, _Due(user, plan))
            if began is not None:
                due, until = _Due(user, plan), _plays_at(match, plan, began)
    if due is None:
        return Attempt("nothing")
    if until > tables.now() and not hurry:
        return Attempt("waits", until)
    return Attempt(await _play(tables, stored, game_id, due))


def _plays_at(match: Match, plan: StoredPlan, began: Millis) -> Millis:
    """Time to think again ends with the time of the turn."""
    table, at = match.table, began + plan.wait * SECOND
    ends = None if table.clock is None else deadline(table.clock, table.clocks, plan.seat)
    return at if ends is None else min(at, ends)


async def _began(tables: Tables, stored: Plans, loaded: MatchAt, due: _Due) -> Millis | None:
    """When the turn began that was planned, if nothing of it was chosen yet; a plan that it has passed by is gone."""
    user, plan = due
    if plan.state == "playing" and await _was_played(tables, stored, loaded.game_id, due):
        return None
    table = loaded.match.table
    seat = table.seat_of(user)
    if table.over or seat != plan.seat or not table.chairs[seat].human:
        await stored.forget(loaded.game_id, user, plan)
        return None
    records = await tables.store.read(loaded.game_id, after=plan.made_at)
    lines = read(tables.codec(loaded.match.game), records)
    began = [moment(line.envelope().at) for line in lines if _begins(line.event, seat)]
    if len(began) == 1 and whose_turn_begins(loaded.match) == user:
        return began[0]
    if len(began) > 1 or (began and seat not in loaded.match.awaited()):
        await stored.forget(loaded.game_id, user, plan)
    return None


def _begins(event: Event, seat: Seat) -> bool:
    return event.BELONGS_TO == "seat" and getattr(event, "seat", None) == seat


async def _was_played(tables: Tables, stored: Plans, game_id: GameId, due: _Due) -> bool:
    """Whether somebody died between the log and the plan."""
    written = await tables.store.remembered(game_id, _key(due.plan))
    if written is not None:
        await stored.settle(game_id, due.user, replace(due.plan, state="played", version=written.last))
    return written is not None


async def _play(tables: Tables, stored: Plans, game_id: GameId, due: _Due) -> Outcome:
    user, plan = due
    if not await stored.settle(game_id, user, replace(plan, state="playing")):
        return "nothing"

    async def decide(loaded: MatchAt) -> Batch:
        if whose_turn_begins(loaded.match) != user:
            raise NotYourTurn(plan.seat)
        return _decided(tables, loaded, plan)

    key = _key(plan)
    try:
        written = await tables.change(Request(game_id, key.key, key), decide)
    except _Lapsed as lapse:
        await stored.settle(game_id, user, replace(plan, state="lapsed", version=lapse.version, whys=lapse.whys))
        return "lapsed"
    except (NotYourTurn, StaleVersion):  # somebody was quicker; what it means for the plan is seen next time
        if await _was_played(tables, stored, game_id, due):
            return "played"
        await stored.settle(game_id, user, replace(plan, state="kept"))
        return "nothing"
    await stored.settle(game_id, user, replace(plan, state="played", version=written.appended.last))
    return "played"


def _decided(tables: Tables, loaded: MatchAt, plan: StoredPlan) -> Batch:
    match = loaded.match
    if rules_of(match.game) != plan.rules:
        raise _Lapsed(loaded.version, [StoredWhy(0, 0, RULES)])
    whys: list[StoredWhy] = []
    for number, steps in enumerate(plan.alternatives):
        verdict = plans.judge(match, plan.seat, _steps(tables, match, steps))
        if verdict.hindrance is None:
            return draft.confirm(match, plan.seat, verdict.commands, planned_at=plan.made_at)
        step, reason, refusal = verdict.hindrance
        told: Mapping[str, str | int] = refusal.args_ if refusal else {}
        chosen = sum(one.chosen for one in steps[: step + 1])
        whys.append(StoredWhy(number, chosen, reason, refusal.reason if refusal else "", dict(told)))
    raise _Lapsed(loaded.version, whys)


def _steps(tables: Tables, match: Match, steps: Sequence[StoredStep]) -> list[PlannedStep]:
    try:
        commands = tables.codec(match.game).convert([step.command for step in steps])
    except BadCommand:  # of a release that had other ones
        raise _Lapsed(0, [StoredWhy(0, 0, RULES)]) from None
    return [PlannedStep(command, step.outcome, None) for command, step in zip(commands, steps, strict=True)]


def _key(plan: StoredPlan) -> CommandKey:
    return CommandKey(f"plan {plan.revision}", "")
