"""Posts an event to a webhook: what its owner may see now, signed, to an address that is checked at every attempt."""

from typing import Annotated

import msgspec
from msgspec import Meta

from domain.kernel.clock import SECOND, Millis
from domain.kernel.errors import NotFound
from domain.kernel.ids import Version
from projections.outbox import Notice
from services.bootstrap import Services
from services.outbound.channel import NotSent
from services.outbound.signatures import signed_headers
from services.outbound.webhooks import EndpointGone, TryLater, WebhookSender
from services.queries.events import EventAnswer, visible_events
from services.queries.game import to_act
from services.queries.readers import reader_of_log
from services.queries.tables import must_see
from services.store.outbox import Settled, Taken
from services.store.webhooks import Webhook
from workers.attempts import ended, not_sent

PAUSES = (5, 300, 1800, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600)
"""Seconds after each failure, as Standard Webhooks recommends."""
MOST_AN_HOUR = 1000
"""How much is posted for one person in an hour; what is more waits for the next one."""
LONGEST_BODY = 20_000
_HOUR: Millis = 3600 * SECOND


class EventData(msgspec.Struct, frozen=True, kw_only=True):
    """What an event tells of its table."""

    game_id: str
    game: str
    version: Annotated[int, Meta(description="The version that the table reached with it.")]
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


async def attempt(services: Services, sender: WebhookSender, taken: Taken, now: Millis) -> Settled:
    """Post a delivery to its webhook and give what became of it."""
    delivery = taken.delivery
    webhook = await services.webhooks.find(delivery.to)
    if webhook is None:
        return ended("suppressed", "no_webhook")
    if webhook.stopped:
        return ended("parked", "webhook_stopped")
    ends = (now // _HOUR + 1) * _HOUR
    if await services.outbox.place_in_hour(delivery, ends) >= MOST_AN_HOUR:
        return Settled("waiting", "many_events", due=ends, attempts=taken.attempts - 1)
    try:
        body = await body_of(services, delivery.notice, webhook)
    except NotFound:
        return ended("suppressed", "table_hidden")
    headers = signed_headers(webhook.keys(now), f"msg_{delivery.id}", now // SECOND, body)
    try:
        return ended("accepted", await sender.post(webhook.url, headers, body))
    except NotSent as failure:
        return await _failed(services, webhook, taken, failure, now)


async def _failed(services: Services, webhook: Webhook, taken: Taken, failure: NotSent, now: Millis) -> Settled:
    settled = not_sent(failure, taken.attempts, now, len(PAUSES) + 1, pause)
    if isinstance(failure, TryLater) and settled.due is not None:
        settled = settled._replace(due=max(settled.due, now + int(failure.seconds * SECOND)))
    if settled.state == "parked":  # what failed for days, or is gone, is left alone until its owner wants it again
        why = failure.reason if isinstance(failure, EndpointGone) else settled.reason
        await services.webhooks.change(webhook, msgspec.structs.replace(webhook, stopped=why))
    return settled


def pause(attempts: int, share: float) -> Millis:
    """How long to wait after the n-th failure, up to a tenth longer by chance."""
    return int(PAUSES[min(attempts, len(PAUSES)) - 1] * SECOND * (1 + share / 10))


async def body_of(services: Services, notice: Notice, webhook: Webhook) -> bytes:
    """What the owner may see now of what happened then; `NotFound` if the table is hidden from the owner by now."""
    tables = services.tables
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
