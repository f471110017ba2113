"""Server-sent events: the log of a game as the caller may see it, line by line as it is written, and the talk."""

import random
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Annotated, NamedTuple

import msgspec
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, HeaderParameter, QueryParameter
from msgspec import Meta

from domain.kernel.errors import BadRecord, NotFound, StoreUnavailable
from domain.kernel.ids import GameId
from domain.kernel.table import Table
from services.api.asks import ApiDoor, GivenApi
from services.api.live.listener import Listener
from services.api.live.presence_mark import PresenceMark
from services.api.live.shared_reads import SharedReads, TableAt
from services.api.params import Invitation
from services.api.routes import Routes
from services.fast.direct_write import DirectWrite, offered
from services.fast.event_stream import EventStream
from services.identity.access import ANYONE
from services.identity.callers import AnyRequest, caller, user_of
from services.identity.language import language_of
from services.problems import TOO_MANY_REQUESTS
from services.queries.readers import reader_of_log
from services.queries.tables import may_see, must_see, visible_table
from services.queries.talk import visible_lines
from services.tables.hot_tables import Tables

routes = Routes("play")

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
    QueryParameter(
        ge=0, le=2**53, description="Also send what was written after this message; without it, only what comes."
    ),
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
        Meta(
            description="As JSON: what `/events` or `/talk` lists; of a head its `version`, `hash` and signed `note`."
        ),
    ]


STREAM = ResponseSpec(
    data_container=Frame,
    media_type="text/event-stream",
    description="Events as they happen; lines that begin with a colon only say that the server is still there.",
    generate_examples=False,
)


class StreamPosition(NamedTuple):
    """What a client has already: events up to a version, and talk up to a line (`None`: whatever was said so far)."""

    version: int
    line: int | None


@routes.get("/api/v1/games/{game_id:str}/stream", ANYONE, answer=STREAM, raises=(TOO_MANY_REQUESTS,))
async def stream_game(
    request: AnyRequest,
    api: GivenApi,
    game_id: FromPath[str],
    after: After = 0,
    talk_after: TalkAfter = None,
    last_event_id: LastEventId = None,
    invitation: Invitation = None,
) -> EventStream:
    """What happens, as it happens.

    Server-sent events, resumable by `Last-Event-ID` (a version). The stream ends with the game. Where a round is over,
    a frame `head` with the head of the chain comes before the event that closed it. Chat messages come as
    `talk`.
    """
    principal = caller(request) if user_of(request) is not None else None
    listener = Listener(principal, invitation, api.visitors.of(request).address, language_of(request))
    sits = await _sits(api.acts.tables, api.hub.reads, GameId(game_id), listener)
    api.hub.require_free_stream(listener)
    presence_mark = PresenceMark(api.acts.services.people.presence, GameId(game_id), listener.user if sits else None)
    begin = StreamPosition(after if last_event_id is None else last_event_id, talk_after)
    game_stream = GameStream(api, presence_mark, listener, begin, offered(request.scope))
    return EventStream(game_stream.lines())


async def _sits(tables: Tables, reads: SharedReads, game_id: GameId, listener: Listener) -> bool:
    """Whether the caller, who may see the table or finds none, has a seat.

    What is known of a game that others listen to can be a moment old, so it answers nobody who may have sat down or
    have been let in within that moment.
    """
    user, known = listener.user, reads.newest(game_id)
    if known is not None:
        sits = known.table.seat_of(user) is not None
        if sits or (user is None and may_see(known.table, None)):
            return sits
    async with visible_table(tables, game_id, user, listener.code) as newest:
        return newest.match.table.seat_of(user) is not None


class GameStream:
    """The stream of one caller: how far it has told the game, and how it goes on."""

    def __init__(
        self,
        api: ApiDoor,
        mark: PresenceMark,
        listener: Listener,
        begin: StreamPosition,
        write: DirectWrite | None,
    ) -> None:
        """`write` is what the server offers to write without waking the task; `None`: the task writes everything."""
        self._api = api
        self._mark = mark
        self._game_id = mark.game_id
        self._listener = listener
        self._version, self._line = begin
        self._write = write

    async def lines(self) -> AsyncGenerator[bytes, None]:
        """Everything after a version, then whatever comes, until the game is over.

        It also ends when the caller's credential does, when the caller loses the seat or may no longer see the table,
        when the store is away, when this release cannot read the log, and when this process is about to end: the
        client connects again.
        """
        hub, held_by = self._api.hub, self._api.held_by
        listener, mark = self._listener, self._mark
        tell = None if self._write is None else self._tell
        with (
            hub.waking(self._game_id, listener, tell),
            mark.cleared_after(),
            suppress(NotFound, StoreUnavailable, BadRecord),
        ):
            await self._skip_talk()
            yield RETRY
            while not hub.closed:
                listener.wakeup.clear()
                table_at = await hub.reads.table(self._game_id)
                if not self._may_tell(table_at.table) or not await listener.may_go_on(held_by):
                    return
                if self._version < table_at.version:
                    yield await self._happened(table_at)
                    if self._version < table_at.version:
                        continue
                while listener.talk_is_due:
                    if said := await self._said():
                        yield said
                if table_at.table.over:
                    return
                await mark.renew()
                if not await listener.woken_within(HEARTBEAT_SECONDS):
                    yield HEARTBEAT
            yield come_back()

    def _may_tell(self, table: Table) -> bool:
        """Whether the caller still has the seat, if there was one. Who may not see the table finds none."""
        must_see(table, self._listener.user, self._listener.code, self._api.hub.reads.now())
        return not self._mark.sits or table.seat_of(self._listener.user) is not None

    async def _happened(self, table_at: TableAt) -> bytes:
        """A page of what happened after the version that was told last."""
        limit = min(_PAGE, table_at.version - self._version)
        reader = reader_of_log(table_at.table, self._listener.user)
        reads = self._api.hub.reads
        frames = await reads.frames(self._game_id, table_at, self._version, limit, reader)
        if not frames.events:  # the store has lost its newest events: who connects again finds what is left
            raise NotFound
        self._version += frames.events
        return frames.data

    def _tell(self, table_at: TableAt) -> bool:
        """Write what has just happened at once, while the task rests. Whatever is unusual is left to the task."""
        table = table_at.table
        if self._write is None or table.over or not self._may_tell(table):
            return False
        if self._version >= table_at.version:
            return True
        reader = reader_of_log(table, self._listener.user)
        frames = self._api.hub.reads.frames_at_hand(self._game_id, self._version, reader)
        if frames is None or not self._write(frames.data):
            return False
        self._version += frames.events
        return True

    async def _skip_talk(self) -> None:
        """Pass over what was said so far, unless the client asked for it. What is said from here on is heard."""
        if self._line is None:
            self._listener.talk_is_due = False
            self._line = await self._api.acts.services.talk.lines.length(self._game_id)

    async def _said(self) -> bytes:
        """A page of what was said after the line that was told last, as the listener may know it."""
        listener = self._listener
        listener.talk_is_due = False
        lines = await self._api.hub.reads.talk(self._game_id, self._line or 0, _PAGE)
        if not lines:
            return b""
        listener.talk_is_due = True  # there may be more
        self._line = lines[-1].number
        acts = self._api.acts
        visible = await visible_lines(acts.services.talk.mutes, acts.names, lines, listener.user, listener.language)
        return b"".join(b"event: talk\ndata: %b\n\n" % msgspec.json.encode(line) for line in visible)
