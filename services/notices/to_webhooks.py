"""Posts an event to a webhook: what its owner may see now, signed, to an address that is checked at every attempt.

A receiver that says nothing until the time is over is left alone for a while, with everything that waits for it.
"""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

import msgspec

from domain.kernel.clock import SECOND, Millis
from domain.kernel.errors import NotFound
from services.notices.attempts import ended, not_sent
from services.notices.notices import Notice
from services.notices.outbox import Outbox, Settled, Taken
from services.outbound.not_sent import NotSent
from services.outbound.signatures import signed_headers
from services.outbound.webhooks import EndpointGone, Silent, TryLater, WebhookSender
from services.store.webhooks import Webhook, Webhooks

PAUSES = (5, 300, 1800, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600)
"""Seconds after each failure, as Standard Webhooks recommends."""
MOST_AN_HOUR = 1000
"""How much is posted for one person in an hour; what is more waits for the next one."""
_HOUR: Millis = 3600 * SECOND


class WebhookPosts(NamedTuple):
    """What posts need: the webhooks, where deliveries are counted, what sends, and the body of a post."""

    webhooks: Webhooks
    outbox: Outbox
    sender: WebhookSender
    body_of: Callable[[Notice, Webhook], Awaitable[bytes]]
    """Raises `NotFound` if the table is hidden from the webhook's owner by now."""


async def attempt(posts: WebhookPosts, taken: Taken, now: Millis) -> Settled:
    """Post a delivery to its webhook, unless something holds it back, and give what became of it."""
    delivery = taken.delivery
    webhook = await posts.webhooks.find(delivery.to)
    if webhook is None:
        return ended("suppressed", "no_webhook")
    if webhook.stopped:
        return ended("parked", "webhook_stopped")
    held = await posts.outbox.held_until(webhook.id)
    if held > now:
        return Settled("waiting", "held", due=held, attempts=taken.attempts - 1)
    ends = (now // _HOUR + 1) * _HOUR
    if await posts.outbox.place_in_hour(delivery, ends) >= MOST_AN_HOUR:
        return Settled("waiting", "many_events", due=ends, attempts=taken.attempts - 1)
    return await _post(posts, webhook, taken, now)


async def _post(posts: WebhookPosts, webhook: Webhook, taken: Taken, now: Millis) -> Settled:
    delivery = taken.delivery
    try:
        body = await posts.body_of(delivery.notice, webhook)
    except NotFound:
        return ended("suppressed", "table_hidden")
    headers = signed_headers(webhook.keys(now), f"msg_{delivery.id}", now // SECOND, body)
    try:
        accepted = await posts.sender.post(webhook.url, headers, body)
    except NotSent as failure:
        if isinstance(failure, Silent):
            await posts.outbox.hold(webhook.id, now)
        return await _failed(posts.webhooks, webhook, taken, failure, now)
    await posts.outbox.release(webhook.id)
    return ended("accepted", accepted)


async def _failed(webhooks: Webhooks, webhook: Webhook, taken: Taken, failure: NotSent, now: Millis) -> Settled:
    settled = not_sent(failure, taken.attempts, now, len(PAUSES) + 1, pause)
    if isinstance(failure, TryLater) and settled.due is not None:
        settled = settled._replace(due=max(settled.due, now + int(failure.seconds * SECOND)))
    if settled.state == "parked":  # what failed for days, or is gone, is left alone until its owner wants it again
        why = failure.reason if isinstance(failure, EndpointGone) else settled.reason
        await webhooks.change(webhook, msgspec.structs.replace(webhook, stopped=why))
    return settled


def pause(attempts: int, share: float) -> Millis:
    """How long to wait after the n-th failure, up to a tenth longer by chance."""
    return int(PAUSES[min(attempts, len(PAUSES)) - 1] * SECOND * (1 + share / 10))
