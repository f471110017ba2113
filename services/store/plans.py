"""Stored plans: at most one a player, beside the log like a draft. No part of any log, and nobody else's to know.

A plan belongs to its author, not to the seat: a later player of the seat neither reads nor plays it. Each change makes
another revision, so that two tabs do not overwrite each other; while a plan is being played nobody changes it.
"""

from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from domain.kernel.ids import GameId, Seat, UserId, Version
from services.store import keys
from services.store.client import Client
from services.store.redis_errors import reading, repeatable
from services.store.scripts import Script

_SECONDS = 180 * 24 * 3600
"""Plans outlive any sensible wait, and do not stay for ever when a game is forgotten."""
ANY = "*"

PlanState: TypeAlias = Literal["kept", "playing", "played", "lapsed"]
Changed: TypeAlias = Literal["done", "other", "playing"]
"""Whether a change was made: not if another plan is held, and not by its player while the plan is being played."""


class StoredStep(msgspec.Struct, frozen=True):
    """A choice, what it cost and brought when it was planned, and in each language what it was called then."""

    command: dict[str, Any]
    outcome: str
    labels: dict[str, str] | None = None
    """None: it is forced, and follows by itself."""

    @property
    def chosen(self) -> bool:
        """Whether its player chose it."""
        return self.labels is not None


class StoredWhy(msgspec.Struct, frozen=True):
    """Why an alternative was not played: which of its choices kept it, by what, and what the rules say of it."""

    alternative: int
    step: int
    reason: str
    refusal: str = ""
    args: dict[str, str | int] = {}


class StoredPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A planned turn, and what became of it."""

    revision: str
    seat: Seat
    made_at: Version
    rules: tuple[int, str]
    """Rules version and data by which its outcomes were worked out."""
    alternatives: tuple[tuple[StoredStep, ...], ...]
    wait: int = 0
    """Seconds that are left to think again once the turn has begun."""
    state: PlanState = "kept"
    version: Version = Version(0)
    """The version at which it was played, or at which it lapsed."""
    whys: tuple[StoredWhy, ...] = ()

    @property
    def waits(self) -> bool:
        """Whether it is still to be played."""
        return self.state in {"kept", "playing"}


_decode = msgspec.json.Decoder(StoredPlan).decode


class Plans:
    """Keeps at most one plan per player and game."""

    def __init__(self, client: Client) -> None:
        """Keep them beside the logs."""
        self._client = client
        self._change = Script("plan_change", "moving")

    async def get(self, game: GameId, user: UserId) -> StoredPlan | None:
        """The player's plan."""
        with reading():
            found = await self._client.hget(keys.plans(game), f"plan:{user}")
        return None if found is None else _decode(found)

    async def waits(self, game: GameId, user: UserId) -> bool:
        """Whether a plan of a player is still to be played."""
        with reading():
            found = await self._client.hget(keys.plans(game), f"state:{user}")
        return found is not None and found.endswith((b" kept", b" playing"))

    async def of_game(self, game: GameId) -> dict[UserId, StoredPlan]:
        """All plans of a table that are still to be played."""
        with reading():
            found = await self._client.hgetall(keys.plans(game))
        plans = {
            UserId(name.decode().removeprefix("plan:")): _decode(body)
            for name, body in found.items()
            if name.startswith(b"plan:")
        }
        return {user: plan for user, plan in plans.items() if plan.waits}

    async def games(self) -> list[GameId]:
        """The games in which a plan waits for its turn."""
        found: list[GameId] = []
        with reading():
            for partition in range(keys.PARTITIONS):
                found += [GameId(name.decode()) for name in await self._client.smembers(keys.planned(partition))]
        return found

    async def keep(self, game: GameId, user: UserId, plan: StoredPlan, former: str) -> Changed:
        """Keep a plan of a player in place of the revision `former` ("" for none, `ANY` for whichever there is)."""
        return await self._changed(game, user, plan, _Meant(former, "1"))

    async def drop(self, game: GameId, user: UserId, former: str = ANY) -> Changed:
        """Forget the player's plan, unless it is being played."""
        return await self._changed(game, user, None, _Meant(former, "1"))

    async def settle(self, game: GameId, user: UserId, plan: StoredPlan) -> bool:
        """Write down what becomes of a plan, if it is still the same revision."""
        return await self._changed(game, user, plan, _Meant(plan.revision)) == "done"

    async def forget(self, game: GameId, user: UserId, plan: StoredPlan) -> None:
        """Forget a plan that nothing can become of any more, if it is still the same revision."""
        await self._changed(game, user, None, _Meant(plan.revision))

    async def _changed(self, game: GameId, user: UserId, plan: StoredPlan | None, meant: "_Meant") -> Changed:
        held: list[str | bytes] = ["", "", b""]
        if plan is not None:
            held = [plan.revision, plan.state, msgspec.json.encode(plan)]
        places = [keys.plans(game), keys.planned(keys.partition_of(game))]
        with repeatable():
            answer: int = await self._change.run(
                self._client, places, [game, user, meant.former, *held, meant.asked, _SECONDS]
            )
        return _ANSWERS[answer]


class _Meant(NamedTuple):
    """Which revision is to be changed, and whether its player asks for it."""

    former: str
    asked: Literal["", "1"] = ""


_ANSWERS: tuple[Changed, ...] = ("other", "done", "playing")
