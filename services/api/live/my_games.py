"""One stream for all games of a person: where each stands, told whenever one goes on. A bot needs no other.

It tells how games stand and not what happened in them, so a client that connects again has missed nothing: the first
frame says where all of them stand.
"""

from collections.abc import AsyncGenerator
from contextlib import suppress
from itertools import count
from typing import Annotated, NamedTuple

import msgspec
from litestar import get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter, SkipValidation
from msgspec import Meta

from domain.kernel.clock import written
from domain.kernel.errors import BadRecord, NotFound, StoreUnavailable
from domain.kernel.ids import GameId, UserId
from domain.kernel.match import Status
from domain.kernel.timekeeping import deadline
from projections import lobby
from projections.rows import Place
from services.api.live.event_stream import EventStream
from services.api.live.hub import Hub
from services.api.live.listener import Listener
from services.api.live.shared_reads import TableAt
from services.api.live.stream import HEARTBEAT, HEARTBEAT_SECONDS, RETRY, come_back
from services.api.openapi import CALLER, needs, problems
from services.identity.account_deps import AccountDeps
from services.identity.callers import FOR_BOTS, require_scope
from services.play.deps import AnyRequest, GameDeps
from services.problems import BAD_REQUEST, TOO_MANY_REQUESTS
from services.queries.game import GameKey
from services.store.accounts.credentials import Credentials
from services.store.models import StoredModels

Follow = Annotated[
    bool, QueryParameter(description="Whether to stay and tell what comes; without it only where the games stand.")
]


_BEATS_A_LOOK = 16
"""Heartbeats after which the list of games is read again: it may have been late when the stream began."""


class MyGame(msgspec.Struct, kw_only=True):
    """Where one of the caller's games stands."""

    game_id: GameKey
    game: str
    version: int
    status: Status
    seat: Annotated[int | None, Meta(description="Your seat; null where you are invited.")]
    to_act: list[int | str]
    deadline: Annotated[
        str | None, Meta(description="When your time runs out if you are to act, else when somebody's does next.")
    ]


class GameFrame(msgspec.Struct):
    """One event of the stream."""

    event: Annotated[
        str, Meta(description="`games`: all of them, the first frame; `game`: one that went on; `gone`: one you left.")
    ]
    data: Annotated[str, Meta(description="As JSON: a list of games, a game, or its `game_id`.")]


STREAM = ResponseSpec(
    data_container=GameFrame,
    media_type="text/event-stream",
    description="Where games stand, as they go on; lines that begin with a colon only say that the server is there.",
    generate_examples=False,
)


class GameSources(NamedTuple):
    """Where the stream reads from."""

    hub: Hub
    models: StoredModels
    credentials: Credentials


@get(
    "/api/v1/me/stream",
    tags=["play"],
    operation_id="streamMyGames",
    summary="All your games, as they go on",
    description="Server-sent events. The first frame, `games`, says where all your games stand that are not over: "
    "those you play and those you are invited to. After it comes a `game` whenever one went on or you came to one, and "
    "a last one when it is over. Nothing is to be resumed: whoever connects again is told where all stand now.",
    opt={FOR_BOTS: True},
    security=needs("read", "bot:play"),
    responses={**problems(BAD_REQUEST, *CALLER, TOO_MANY_REQUESTS), 200: STREAM},
)
async def my_games(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    hub: NamedDependency[SkipValidation[Hub]],
    account_deps: NamedDependency[AccountDeps],
    *,
    follow: Follow = True,
) -> EventStream:
    listener = Listener(require_scope(request, "read"), None, account_deps.limits.counted_as(request))
    hub.require_free_stream(listener)
    sources = GameSources(hub, game_deps.models, account_deps.accounts.credentials)
    return EventStream(_lines(sources, listener, follow=follow))


async def _lines(sources: GameSources, listener: Listener, *, follow: bool) -> AsyncGenerator[bytes, None]:
    """Where all games stand, then whatever goes on, until the credential ends, the store is away or the server ends."""
    hub, _, credentials = sources
    told: dict[GameId, int] = {}
    beats = count()
    with hub.open(listener, finds_games=True), suppress(StoreUnavailable):
        yield RETRY
        found = await _all_games(sources, listener)
        if not await listener.may_go_on(credentials):
            return
        told = {GameId(game.game_id): game.version for game in found}
        yield b"event: games\ndata: %b\n\n" % msgspec.json.encode(found)
        while follow and not hub.closed:
            listener.wakeup.clear()
            frames = await _news(sources, listener, told)
            if not await listener.may_go_on(credentials):
                return
            if frames:
                yield b"".join(frames)
            if not await listener.woken_within(HEARTBEAT_SECONDS):
                listener.missed_hints = next(beats) % _BEATS_A_LOOK == 0
                yield HEARTBEAT
        if hub.closed:
            yield come_back()


async def _all_games(sources: GameSources, listener: Listener) -> list[MyGame]:
    """Every game that is not over; the stream follows them from here on."""
    found = []
    for game_id in await _listed(sources.models, listener.user):
        sources.hub.follow(listener, game_id)
        game = await _standing(sources.hub, game_id, listener.user)
        if game is None or game.status in {"finished", "abandoned"}:
            sources.hub.unfollow(listener, game_id)
        else:
            found.append(game)
    return found


async def _news(sources: GameSources, listener: Listener, told: dict[GameId, int]) -> list[bytes]:
    """The frames of games that stand otherwise than `told`, which is brought up to date."""
    hub, frames = sources.hub, []
    games, listener.woken_by = listener.woken_by, set()
    if listener.missed_hints:
        listener.missed_hints = False
        games = games | listener.games | set(await _listed(sources.models, listener.user))
    for game_id in games:
        hub.follow(listener, game_id)
        game = await _standing(hub, game_id, listener.user)
        if game is None:
            hub.unfollow(listener, game_id)
            if told.pop(game_id, None) is not None:
                frames.append(b"event: gone\ndata: %b\n\n" % msgspec.json.encode({"game_id": game_id}))
        elif game.version != told.get(game_id):
            told[game_id] = game.version
            frames.append(b"event: game\ndata: %b\n\n" % msgspec.json.encode(game))
            if game.status in {"finished", "abandoned"}:
                hub.unfollow(listener, game_id)
    return frames


async def _listed(models: StoredModels, user: UserId | None) -> list[GameId]:
    walked = models.walk(Place(lobby.MODEL, str(user)), lobby.LobbyRow)
    return [row.game_id async for _, row in walked if row.status not in {"finished", "abandoned"}]


async def _standing(hub: Hub, game_id: GameId, user: UserId | None) -> MyGame | None:
    """Where a game stands; none if the person no longer belongs to it, or its log cannot be read."""
    with suppress(NotFound, BadRecord):
        table_at = await hub.reads.table(game_id)
        if table_at.table.seat_of(user) is not None or user in table_at.table.invited:
            return _my_game(game_id, table_at, user)
    return None


def _my_game(game_id: GameId, table_at: TableAt, user: UserId | None) -> MyGame:
    table, seat = table_at.table, table_at.table.seat_of(user)
    due = table.due()
    if table.clock is not None and seat is not None and seat in table_at.to_act:
        due = deadline(table.clock, table.clocks, seat)
    return MyGame(
        game_id=game_id,
        game=table.game,
        version=table_at.version,
        status=table_at.status,
        seat=seat,
        to_act=table_at.to_act,
        deadline=None if due is None else written(due),
    )
