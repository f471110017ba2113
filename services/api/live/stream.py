"""Server-sent events: the log of a game as the caller may see it, line by line as it is written, and the talk."""

import random
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated, NamedTuple

import msgspec
from litestar import get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, HeaderParameter, QueryParameter, SkipValidation
from litestar.response import Stream
from msgspec import Meta

from domain.kernel.errors import BadRecord, NotFound, StoreUnavailable
from domain.kernel.ids import GameId
from services.api.live.hub import Hub
from services.api.live.listener import Listener
from services.api.live.presence_mark import PresenceMark
from services.api.openapi import ANYONE, problems
from services.api.params import Invitation
from services.api.talk.deps import TalkDeps
from services.bootstrap import Services
from services.identity.account_deps import AccountDeps
from services.identity.callers import caller, user_of
from services.identity.language import language_of
from services.play.deps import AnyRequest, GameDeps
from services.problems import BAD_REQUEST, NOT_FOUND, TOO_MANY_REQUESTS
from services.queries.readers import reader_of_log
from services.queries.tables import must_see, visible_table
from services.store.accounts.credentials import Credentials

HEARTBEAT_SECONDS = 15.0
RETRY = b"retry: 1000\n\n"
HEARTBEAT = b": still here\n\n"
_COME_BACK = range(500, 3000)
_PAGE = 200
"""Events or lines read at once: a client that is slow to read holds no more than this."""

LastEventId = Annotated[
    int | None,
    HeaderParameter(name="Last-Event-ID", ge=0, le=2**53, description="The version that was received last."),
]
After = Annotated[int, QueryParameter(ge=0, le=2**53, description="Begin after this version.")]
TalkAfter = Annotated[
    int | None,
    QueryParameter(ge=0, le=2**53, description="Tell also what was said after this line; without it, what comes."),
]


def come_back() -> bytes:
    """The last frame before this process ends: when to connect again, for each client at another moment."""
    return b"retry: %d\n\n" % random.choice(_COME_BACK)  # noqa: S311 - no secret


class Frame(msgspec.Struct):
    """One event of the stream."""

    id: Annotated[str, Meta(description="The version, for `Last-Event-ID`; none with a head or with talk.")]
    event: Annotated[str, Meta(description="The type of the event; `head` where a round is over; `talk`.")]
    data: Annotated[
        str,
        Meta(description="As JSON: what `/events` or `/talk` lists; of a head its `version` and `hash`."),
    ]


STREAM = ResponseSpec(
    data_container=Frame,
    media_type="text/event-stream",
    description="Events as they happen; lines that begin with a colon only say that the server is still there.",
    generate_examples=False,
)


class LiveSources(NamedTuple):
    """Where a stream reads from."""

    hub: Hub
    talk_deps: TalkDeps
    credentials: Credentials


class Position(NamedTuple):
    """What a client has already: events up to a version, and talk up to a line."""

    version: int
    line: int


@get(
    "/api/v1/games/{game_id:str}/stream",
    tags=["play"],
    operation_id="streamGame",
    summary="What happens, as it happens",
    security=ANYONE,
    description="Server-sent events, resumable by `Last-Event-ID` (a version). The stream ends with the game. "
    "Where a round is over, a frame `head` with the head of the chain comes before the event that closed it. "
    "What is said at the table comes as `talk`.",
    responses={**problems(BAD_REQUEST, NOT_FOUND, TOO_MANY_REQUESTS), 200: STREAM},
)
async def stream(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    hub: NamedDependency[SkipValidation[Hub]],
    talk_deps: NamedDependency[TalkDeps],
    services: NamedDependency[SkipValidation[Services]],
    account_deps: NamedDependency[AccountDeps],
    game_id: FromPath[str],
    after: After = 0,
    talk_after: TalkAfter = None,
    last_event_id: LastEventId = None,
    invitation: Invitation = None,
) -> Stream:
    principal = caller(request) if user_of(request) is not None else None
    listener = Listener(principal, invitation, account_deps.limits.counted_as(request), language_of(request))
    async with visible_table(game_deps.tables, game_id, listener.user, listener.code) as newest:
        sits = newest.match.table.seat_of(listener.user) is not None
    hub.require_free_stream(listener)
    presence_mark = PresenceMark(services.presence, GameId(game_id), listener.user if sits else None)
    spoken = await talk_deps.talk.length(presence_mark.game_id) if talk_after is None else talk_after
    begin = Position(after if last_event_id is None else last_event_id, spoken)
    lines = _lines(LiveSources(hub, talk_deps, account_deps.accounts.credentials), presence_mark, listener, begin)
    return Stream(lines, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


async def _said(sources: LiveSources, game_id: GameId, listener: Listener, spoken: int) -> tuple[int, bytes]:
    """A page of what was said after a line, as the listener may know it, and the number of its last line."""
    listener.talk_is_due = False
    lines = await sources.hub.reads.talk(game_id, spoken, _PAGE)
    if not lines:
        return spoken, b""
    listener.talk_is_due = True  # there may be more
    visible = await sources.talk_deps.visible(lines, listener.user, listener.language)
    frames = (b"event: talk\ndata: %b\n\n" % msgspec.json.encode(line) for line in visible)
    return lines[-1].number, b"".join(frames)


async def _lines(
    sources: LiveSources, presence_mark: PresenceMark, listener: Listener, position: Position
) -> AsyncIterator[bytes]:
    """Everything after a version, then whatever comes, until the game is over.

    It also ends when the caller's credential does, when the caller loses the seat or may no longer see the table, when
    the store is away, when this release cannot read the log, and when this process is about to end: the client
    connects again.
    """
    hub, _, credentials = sources
    game_id, user, (version, spoken) = presence_mark.game_id, listener.user, position
    with hub.waking(game_id, listener), presence_mark.cleared_after(), suppress(NotFound, StoreUnavailable, BadRecord):
        yield RETRY
        while not hub.closed:
            listener.wakeup.clear()
            table_at = await hub.reads.table(game_id)
            table, head = table_at.table, table_at.version
            must_see(table, user, listener.code, hub.reads.now())
            if (presence_mark.sits and table.seat_of(user) is None) or not await listener.may_go_on(credentials):
                return
            if version < head:
                limit = min(_PAGE, head - version)
                frames = await hub.reads.frames(game_id, table_at, version, limit, reader_of_log(table, user))
                if not frames.events:  # the store has lost its newest events: who connects again finds what is left
                    return
                yield frames.data
                version += frames.events
                if version < head:
                    continue
            while listener.talk_is_due:
                spoken, said = await _said(sources, game_id, listener, spoken)
                if said:
                    yield said
            if table.over:
                return
            await presence_mark.renew()
            if not await listener.woken_within(HEARTBEAT_SECONDS):
                yield HEARTBEAT
        yield come_back()
