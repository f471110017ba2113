"""What a webhook is told of an event: as much as its owner may see now of what happened then."""

from typing import Annotated

import msgspec
from msgspec import Meta

from domain.kernel.ids import Version
from services.notices.notices import Notice
from services.queries.events import EventAnswer, visible_events
from services.queries.game import to_act
from services.queries.heads import HeadNote
from services.queries.readers import reader_of_log
from services.queries.tables import must_see
from services.store.head_key import HeadKey
from services.store.webhooks import Webhook
from services.tables.hot_tables import Tables

LONGEST_BODY = 20_000


class EventData(msgspec.Struct, frozen=True, kw_only=True):
    """What an event tells of its table."""

    game_id: str
    game: str
    version: Annotated[int, Meta(description="The version that the table reached with it.")]
    note: HeadNote
    seat: Annotated[int | None, Meta(description="The seat of the webhook's owner; null for a webhook of a table.")]
    status: str
    to_act: list[int | str]
    events: Annotated[
        list[EventAnswer] | None,
        Meta(description="As the owner may see them; null if they are too many: read them from the API."),
    ]


class EventBody(msgspec.Struct, frozen=True, kw_only=True):
    """The body of a delivery."""

    type: str
    timestamp: str
    data: EventData


async def body_of(tables: Tables, head_key: HeadKey, notice: Notice, webhook: Webhook) -> bytes:
    """What is posted; `NotFound` if the table is hidden from the owner by now."""
    async with tables.lock(notice.game):
        newest = await tables.current(notice.game)
        table = newest.match.table.copy()
        must_see(table, webhook.owner)
        then = newest if newest.version == notice.version else await tables.at(notice.game, notice.version)
        status, owing = then.match.status(), to_act(then.match)
    user = webhook.owner if webhook.game is None else None
    first = int(notice.cause.partition("/")[0])
    records = await tables.store.read(notice.game, after=Version(first - 1), limit=notice.version - first + 1)
    data = EventData(
        game_id=notice.game,
        game=then.match.game.meta.slug,
        version=notice.version,
        note=(await head_key.heads()).note(notice.game, notice.version, records[-1].hash()),
        seat=table.seat_of(user),
        status=status,
        to_act=owing,
        events=visible_events(records, reader_of_log(table, user)),
    )
    body = EventBody(type=notice.about, timestamp=records[-1].envelope().at, data=data)
    written = msgspec.json.encode(body)
    if len(written) <= LONGEST_BODY:
        return written
    return msgspec.json.encode(msgspec.structs.replace(body, data=msgspec.structs.replace(data, events=None)))
