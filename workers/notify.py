"""The job that delivers: takes one delivery that is due, asks whether it is still wanted, sends it, records that.

What was accepted and recorded is never sent again. A worker that dies between the two leaves the delivery due, and
its repeat carries the same id. What fails is tried again, later and later; what is refused for good or failed too often
is parked with the reason; its recipient can see it and have it sent again.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from domain.kernel.clock import SECOND, Millis
from domain.kernel.errors import StoreFull, StoreUnavailable
from projections.letters import Letter, LetterFrame
from projections.outbox import Delivery
from services.bootstrap import Services, channels, webhook_sender
from services.logs import canonical_line, learn
from services.outbound.channel import Channel, NotSent, Outgoing, Unusable
from services.outbound.chat.posters import Poster
from services.outbound.webhooks import WEBHOOK, WebhookSender
from services.store.outbox import Ended, Settled, Taken
from workers import folding, letters, webhooks
from workers.attempts import BROKEN, HOLD, MOST_ATTEMPTS, chance, ended, not_sent
from workers.channels import posting
from workers.channels.platforms import posters
from workers.job import with_services
from workers.relevance import Drop, Objection, Wait, by_game, by_mute, by_preference, by_presence, by_reminder

LEASE: Millis = 90 * SECOND
"""How long an attempt may last; longer than any channel takes to give up."""
_SETTLE_TRIES = 30


class DeliveryDeps(NamedTuple):
    """What a delivery needs."""

    services: Services
    channels: Mapping[str, Channel]
    webhooks: WebhookSender
    posters: Mapping[str, Poster]


def delivery_deps(services: Services) -> DeliveryDeps:
    """What deliveries need on this server."""
    return DeliveryDeps(services, channels(services), webhook_sender(services.settings), posters(services))


def notify(delivery: str) -> str:
    """Deliver and give the outcome. The job holds an id alone: what to write is found out now."""
    with canonical_line("job", job="notify", delivery=delivery):
        outcome = with_services(lambda services: deliver(delivery_deps(services), delivery))
        learn(outcome=outcome)
        return outcome


async def deliver(deps: DeliveryDeps, name: str) -> str:
    """Attempt a delivery if it is due and no other run attempts it; give the outcome."""
    services = deps.services
    now = services.tables.now()
    taken = await services.outbox.take(name, now, now + LEASE)
    if taken is None:
        return "superseded"
    notice = taken.delivery.notice
    learn(kind=notice.kind, channel=taken.delivery.channel, game=notice.game or None, attempt=taken.attempts)
    try:
        settled = await _attempt(deps, taken, now)
    except (StoreUnavailable, StoreFull):
        raise  # it stays taken for a while, and is due again after that
    except Exception as error:  # noqa: BLE001 - the edge of the job: what always fails must come to an end
        learn(error=type(error).__name__)
        settled = not_sent(NotSent(BROKEN), taken.attempts, now)
    ended_now = await _settle(services, name, settled)
    if ended_now is not None and ended_now.following is not None:
        await services.jobs.enqueue_delivery(ended_now.following, str(now))
    return settled.counted_as or "postponed"


async def _settle(services: Services, name: str, settled: Settled) -> Ended | None:
    """Record the outcome, even if the store does not answer for a while: what is not recorded is sent again."""
    for _ in range(_SETTLE_TRIES):
        with suppress(StoreUnavailable):
            return await services.outbox.settle(name, settled, services.tables.now())
        await asyncio.sleep(1)
    return await services.outbox.settle(name, settled, services.tables.now())


async def _attempt(deps: DeliveryDeps, taken: Taken, now: Millis) -> Settled:
    if taken.delivery.channel == WEBHOOK:
        return await webhooks.attempt(deps.services, deps.webhooks, taken, now)
    if taken.delivery.to:
        return await posting.attempt(deps.services, deps.posters, taken, now)
    return await _attempt_by_person(deps, taken, now)


async def _attempt_by_person(deps: DeliveryDeps, taken: Taken, now: Millis) -> Settled:
    delivery = taken.delivery
    channel = deps.channels.get(delivery.channel)
    if channel is None or taken.attempts > MOST_ATTEMPTS:  # more only if workers died of it
        return ended("parked", "no_channel" if channel is None else f"too_often:{BROKEN}")
    to = await channel.address(delivery.notice.user)
    if to is None:
        return ended("suppressed", "no_address")
    outgoing = await _outgoing(deps.services, delivery, now)
    if isinstance(outgoing, Drop):
        return ended("suppressed", outgoing.reason)
    if isinstance(outgoing, Wait):
        return Settled("waiting", outgoing.reason, due=outgoing.until, attempts=taken.attempts - 1)
    try:
        return ended("accepted", await channel.send(to, outgoing))
    except NotSent as failure:
        if isinstance(failure, Unusable):
            await deps.services.outbox.pause(delivery.channel, now + HOLD)
        return not_sent(failure, taken.attempts, now)


async def _outgoing(services: Services, delivery: Delivery, now: Millis) -> Outgoing | Objection:
    """What is to be sent, or the objection to it."""
    notice = delivery.notice
    held = await services.outbox.paused_until(delivery.channel)
    if held > now:
        return Wait(held + int(HOLD * chance()))
    preferences = await services.preferences.of(notice.user)
    objection = by_preference(delivery, preferences, now)
    if objection is not None:
        return objection
    frame = await letters.frame(services, notice.user, preferences)
    if notice.kind in {"digest", "summary"}:
        letter = await _gathered(services, delivery, frame, now)
        if letter is None:
            return Drop("nothing_waits")
    else:
        followed, records = await letters.matches(services).newest_with_log(notice.game)
        objection = await by_mute(services, notice) or by_game(notice, followed, now)
        objection = objection or by_reminder(delivery, followed, preferences, now)
        objection = objection or await by_presence(services, notice, now)
        objection = objection or await folding.by_volume(services, delivery, now)
        if objection is not None:
            return objection
        letter = await letters.of_table(services, notice, followed, records, frame)
    link = f"/games/{notice.game}" if notice.game else "/"
    return Outgoing(id=delivery.id, subject=letter.subject, text=letter.text, stop=frame.stop, link=link)


async def _gathered(services: Services, delivery: Delivery, frame: LetterFrame, now: Millis) -> Letter | None:
    if delivery.notice.kind == "digest":
        return await letters.digest(services, delivery.notice.user, frame)
    return await folding.summary(services, delivery, frame, now)
