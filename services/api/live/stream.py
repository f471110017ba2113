"""Server-sent events: the log of a game as the caller may see it, line by line as it is written."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated

import msgspec
from litestar import get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, HeaderParameter, QueryParameter, SkipValidation
from litestar.response import Stream
from msgspec import Meta

from domain.kernel.errors import NotFound, StoreUnavailable
from domain.kernel.ids import GameId, UserId
from domain.kernel.rounds import RoundHead, round_heads
from services.api.games.answers import events_seen
from services.api.games.eyes import reader_of_log
from services.api.games.hall import AnyRequest, Hall, user_of
from services.api.games.looking import Invitation, seen
from services.api.games.schemas import EventAnswer
from services.api.live.hub import Hub
from services.api.live.onlooker import Onlooker
from services.api.openapi import problems
from services.bootstrap import Services
from services.problems import BAD_REQUEST, NOT_FOUND, TOO_MANY_REQUESTS

HEARTBEAT_SECONDS = 15.0
RETRY = b"retry: 1000\n\n"
HEARTBEAT = b": still here\n\n"
_PAGE = 200
"""Events read at once: a listener who is slow to read holds no more than this."""

LastEventId = Annotated[
    int | None,
    HeaderParameter(name="Last-Event-ID", ge=0, le=2**53, description="The version that was received last."),
]
After = Annotated[int, QueryParameter(ge=0, le=2**53, description="Begin after this version.")]


class Frame(msgspec.Struct):
    """One event of the stream."""

    id: Annotated[str, Meta(description="The version, for `Last-Event-ID`; none with a head.")]
    event: Annotated[str, Meta(description="The type of the event; `head` where a round is over.")]
    data: Annotated[
        str,
        Meta(description="The event as JSON, as `/events` lists it; of a head its `version` and `hash`."),
    ]


STREAM = ResponseSpec(
    data_container=Frame,
    media_type="text/event-stream",
    description="Events as they happen; lines that begin with a colon only say that the server is still there.",
    generate_examples=False,
)


@get(
    "/api/v1/games/{game_id:str}/stream",
    tags=["play"],
    summary="What happens, as it happens",
    description="Server-sent events, resumable by `Last-Event-ID` (a version). The stream ends with the game. "
    "Where a round is over, a frame `head` with the head of the chain comes before the event that closed it.",
    responses={**problems(BAD_REQUEST, NOT_FOUND, TOO_MANY_REQUESTS), 200: STREAM},
)
async def stream(
    request: AnyRequest,
    hall: NamedDependency[Hall],
    hub: NamedDependency[SkipValidation[Hub]],
    services: NamedDependency[SkipValidation[Services]],
    game_id: FromPath[str],
    after: After = 0,
    last_event_id: LastEventId = None,
    invitation: Invitation = None,
) -> Stream:
    user = user_of(request)
    async with seen(hall, game_id, user, invitation) as loaded:
        sits = loaded.match.table.seat_of(user) is not None
    hub.check(user)
    begin = after if last_event_id is None else last_event_id
    onlooker = Onlooker(services.presence, GameId(game_id), user if sits else None)
    lines = _lines(hall, hub, onlooker, user, invitation, begin)
    return Stream(lines, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


async def _lines(
    hall: Hall, hub: Hub, onlooker: Onlooker, user: UserId | None, code: str | None, version: int
) -> AsyncIterator[bytes]:
    """Everything after a version, then whatever comes, until the game is over.

    It also ends when the caller may no longer see the table, and when the store is away: who may, comes back.
    """
    game_id = onlooker.game_id
    with hub.watching(game_id, user) as bell, onlooker.here(), suppress(NotFound, StoreUnavailable):
        yield RETRY
        while True:
            bell.clear()
            async with seen(hall, str(game_id), user, code) as loaded:
                table, head = loaded.match.table, loaded.version
                codec = hall.tables.codec(loaded.match.game)
                eyes, over = reader_of_log(table, user), table.over
            while version < head:
                records = await hall.tables.store.read(game_id, after=version, limit=min(_PAGE, head - version))
                heads: dict[int, RoundHead] = {
                    head.version: head for head in round_heads(codec, records, table.first_seat)
                }
                for event in events_seen(records, eyes):
                    if event.version in heads:
                        yield _head_frame(heads[event.version])
                    yield _frame(event)
                version += len(records)
            if over:
                return
            await onlooker.stay()
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await bell.wait()
            except TimeoutError:
                yield HEARTBEAT


def _head_frame(head: RoundHead) -> bytes:
    """Before its event and without an id: whoever comes back after the event has had both."""
    return b"event: head\ndata: %b\n\n" % msgspec.json.encode(head)


def _frame(event: EventAnswer) -> bytes:
    data = msgspec.json.encode(event)
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (event.version, event.type.encode(), data)
