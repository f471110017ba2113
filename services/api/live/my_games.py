"""One stream for all games of a person: where each stands, told whenever one goes on. A bot needs no other.

It tells how games stand and not what happened in them, so a client that connects again has missed nothing: the first
frame says where all of them stand.
"""

from collections.abc import AsyncGenerator
from contextlib import suppress
from time import monotonic
from typing import Annotated

import msgspec
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter
from msgspec import Meta

from domain.kernel.clock import written
from domain.kernel.errors import BadRecord, NotFound, StoreUnavailable
from domain.kernel.ids import GameId, UserId
from domain.kernel.match import Status
from domain.kernel.timekeeping import deadline
from projections import lobby
from projections.rows import ModelKey
from services.api.asks import ApiDoor, GivenApi
from services.api.live.hub import Hub
from services.api.live.listener import Listener
from services.api.live.shared_reads import TableAt
from services.api.live.stream import HEARTBEAT, HEARTBEAT_SECONDS, RETRY, come_back
from services.api.routes import Routes
from services.fast.event_stream import EventStream
from services.identity.access import READ_OR_BOT
from services.identity.callers import AnyRequest, caller
from services.problems import TOO_MANY_REQUESTS
from services.queries.game import GameKey
from services.store.models import StoredModels

routes = Routes("play")

Follow = Annotated[
    bool,
    QueryParameter(
        description="Whether to keep the stream open and tell what comes; without it only where the games stand."
    ),
]


_FIRST_LOOK_SECONDS, _LOOK_SECONDS = 1.0, 240.0


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


@routes.get("/api/v1/me/stream", READ_OR_BOT, answer=STREAM, raises=(TOO_MANY_REQUESTS,))
async def stream_my_games(
    request: AnyRequest,
    api: GivenApi,
    *,
    follow: Follow = True,
) -> EventStream:
    """All your games, live.

    Server-sent events. The first frame, `games`, says where your unfinished games stand: those you play and those you
    are invited to. A `game` follows whenever one of them moves on or you join one, and a last one when it is over.
    There is nothing to resume: whoever connects again is told where all of them stand now.
    """
    listener = Listener(caller(request), None, api.visitors.of(request).address)
    api.hub.require_free_stream(listener)
    return EventStream(lines(api, listener, follow=follow))


async def lines(api: ApiDoor, listener: Listener, *, follow: bool) -> AsyncGenerator[bytes, None]:
    """Where all games stand, then whatever goes on, until the credential ends, the store is away or the server ends."""
    hub, held_by = api.hub, api.held_by
    versions_told: dict[GameId, int] = {}
    with hub.open(listener, finds_games=True), suppress(StoreUnavailable):
        if follow:
            await hub.until_subscribed()  # who comes to a game while its list is read is told of it too
        yield RETRY
        games = await _all_games(api, listener, versions_told)
        if not await listener.may_go_on(held_by):
            return
        yield b"event: games\ndata: %b\n\n" % msgspec.json.encode(games)
        looks = _Looks()
        while follow and not hub.closed:
            listener.wakeup.clear()
            looks.take(listener)
            frames = await _news(api, listener, versions_told)
            if not await listener.may_go_on(held_by):
                return
            if frames:
                yield b"".join(frames)
            if not await listener.woken_within(min(HEARTBEAT_SECONDS, looks.left())):
                yield HEARTBEAT
        if hub.closed:
            yield come_back()


class _Looks:
    """When the list of games is read again: it may be late, and whoever relies on hints alone may miss one.

    It is late by a moment, so it is looked at soon after the stream began or hints were missed, then ever more seldom.
    However much goes on at other tables puts no look off.
    """

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._pause = _FIRST_LOOK_SECONDS
        self._next = monotonic() + self._pause

    def left(self) -> float:
        """The seconds until the next look."""
        return max(0.0, self._next - monotonic())

    def take(self, listener: Listener) -> None:
        """Let a listener look, if it is time to."""
        if listener.missed_hints:
            self._begin()
        elif monotonic() >= self._next:
            listener.missed_hints = True
            self._pause = min(2 * self._pause, _LOOK_SECONDS)
            self._next = monotonic() + self._pause


async def _all_games(api: ApiDoor, listener: Listener, versions_told: dict[GameId, int]) -> list[MyGame]:
    """Every game that is not over; the stream follows them from here on. `told` learns where each stands."""
    games = []
    for game_id in await _listed(api.acts.models, listener.user):
        api.hub.follow(listener, game_id)
        game = await _standing(api.hub, game_id, listener.user)
        if game is not None:
            # Also of one that is over and still listed, so that it is not told as news.
            versions_told[game_id] = game.version
        if game is None or game.status in {"finished", "abandoned"}:
            api.hub.unfollow(listener, game_id)
        else:
            games.append(game)
    return games


async def _news(api: ApiDoor, listener: Listener, versions_told: dict[GameId, int]) -> list[bytes]:
    """The frames of games that stand otherwise than `told`, which is brought up to date."""
    hub, frames = api.hub, []
    games, listener.woken_by = listener.woken_by, set()
    if listener.missed_hints:
        listener.missed_hints = False
        games = games | listener.games | set(await _listed(api.acts.models, listener.user))
    for game_id in games:
        hub.follow(listener, game_id)
        game = await _standing(hub, game_id, listener.user)
        if game is None or game.status in {"finished", "abandoned"}:
            hub.unfollow(listener, game_id)
        if game is None:
            if versions_told.pop(game_id, None) is not None:
                frames.append(b"event: gone\ndata: %b\n\n" % msgspec.json.encode({"game_id": game_id}))
        elif game.version != versions_told.get(game_id):
            versions_told[game_id] = game.version
            frames.append(b"event: game\ndata: %b\n\n" % msgspec.json.encode(game))
    return frames


async def _listed(models: StoredModels, user: UserId | None) -> list[GameId]:
    walked = models.walk(ModelKey(lobby.MODEL, str(user)), lobby.LobbyRow)
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
