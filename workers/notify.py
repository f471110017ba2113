"""The job that delivers: takes one delivery that is due, asks whether it is still wanted, sends it, records that.

What was accepted and recorded is never sent again. A worker that dies between the two leaves the delivery due, and
its repeat carries the same id. What fails is tried again, later and later; what is refused for good or failed too often
is parked with the reason; its recipient can see it and have it sent again.
"""

import asyncio
import random
from collections.abc import Mapping
from contextlib import suppress
from typing import Literal, NamedTuple

from domain.kernel.clock import SECOND, Millis
from domain.kernel.errors import StoreFull, StoreUnavailable
from projections.letters import Letter, LetterFrame
from projections.outbox import Delivery
from services.bootstrap import Services, channels
from services.logs import canonical_line, learn
from services.outbound.channel import Channel, NotSent, Outgoing, Refused, Unusable
from services.store.outbox import Settled, Taken
from workers import folding, letters
from workers.job import with_services
from workers.relevance import Drop, Objection, Wait, by_game, by_mute, by_preference, by_presence, by_reminder

LEASE: Millis = 90 * SECOND
"""How long an attempt may last; longer than any channel takes to give up."""
HOLD: Millis = 60 * SECOND
"""How long nothing is tried by a channel that did not work: each attempt would keep a worker from bots and scoring."""
MOST_ATTEMPTS = 9
BROKEN = "broken"
_SETTLE_TRIES = 30
_FIRST_PAUSE: Millis = 30 * SECOND
_LONGEST_PAUSE: Millis = 6 * 3600 * SECOND
_GROWTH = 3


class DeliveryDeps(NamedTuple):
    """What a delivery needs."""

    services: Services
    channels: Mapping[str, Channel]


def notify(delivery: str) -> str:
    """Deliver and give the outcome. The job holds an id alone: what to write is found out now."""

    async def run(services: Services) -> str:
        return await deliver(DeliveryDeps(services, channels(services)), delivery)

    with canonical_line("job", job="notify", delivery=delivery):
        outcome = with_services(run)
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
        settled = _not_sent(NotSent(BROKEN), taken.attempts, now)
    await _settle(services, name, settled)
    return settled.counted_as or "postponed"


async def _settle(services: Services, name: str, settled: Settled) -> None:
    """Record the outcome, even if the store does not answer for a while: what is not recorded is sent again."""
    for _ in range(_SETTLE_TRIES):
        with suppress(StoreUnavailable):
            await services.outbox.settle(name, settled, services.tables.now())
            return
        await asyncio.sleep(1)
    await services.outbox.settle(name, settled, services.tables.now())


async def _attempt(deps: DeliveryDeps, taken: Taken, now: Millis) -> Settled:
    delivery = taken.delivery
    channel = deps.channels.get(delivery.channel)
    if channel is None or taken.attempts > MOST_ATTEMPTS:  # more only if workers died of it
        return _ended("parked", "no_channel" if channel is None else f"too_often:{BROKEN}")
    to = await channel.address(delivery.notice.user)
    if to is None:
        return _ended("suppressed", "no_address")
    outgoing = await _outgoing(deps.services, delivery, now)
    if isinstance(outgoing, Drop):
        return _ended("suppressed", outgoing.reason)
    if isinstance(outgoing, Wait):
        return Settled("waiting", outgoing.reason, due=outgoing.until, attempts=taken.attempts - 1)
    try:
        return _ended("accepted", await channel.send(to, outgoing))
    except NotSent as failure:
        if isinstance(failure, Unusable):
            await deps.services.outbox.pause(delivery.channel, now + HOLD)
        return _not_sent(failure, taken.attempts, now)


def _not_sent(failure: NotSent, attempts: int, now: Millis) -> Settled:
    if isinstance(failure, Refused):
        return _ended("parked", failure.reason)
    if attempts >= MOST_ATTEMPTS:
        return _ended("parked", f"too_often:{failure.reason}")
    return Settled("waiting", failure.reason, due=now + pause(attempts, _chance()), counted_as="failed")


async def _outgoing(services: Services, delivery: Delivery, now: Millis) -> Outgoing | Objection:
    """What is to be sent, or the objection to it."""
    notice = delivery.notice
    held = await services.outbox.paused_until(delivery.channel)
    if held > now:
        return Wait(held + int(HOLD * _chance()))
    preferences = await services.preferences.of(notice.user)
    objection = by_preference(notice, preferences, now)
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
        objection = objection or by_reminder(notice, followed, preferences, now)
        objection = objection or await by_presence(services, notice, now)
        objection = objection or await folding.by_volume(services, delivery, now)
        if objection is not None:
            return objection
        letter = await letters.of_table(services, notice, followed, records, frame)
    return Outgoing(id=delivery.id, subject=letter.subject, text=letter.text, stop=frame.stop)


async def _gathered(services: Services, delivery: Delivery, frame: LetterFrame, now: Millis) -> Letter | None:
    if delivery.notice.kind == "digest":
        return await letters.digest(services, delivery.notice.user, frame)
    return await folding.summary(services, delivery, frame, now)


def _ended(state: Literal["accepted", "suppressed", "parked"], reason: str) -> Settled:
    return Settled(state, reason, counted_as=state)


def _chance() -> float:
    return random.random()  # noqa: S311 - it only spreads deliveries over time


def pause(attempts: int, share: float) -> Millis:
    """How long to wait after the n-th failure: three times as long each time, up to hours, half of it by chance.

    Deliveries that failed together, when the mail server was away, do not come back together.
    """
    longest = min(_LONGEST_PAUSE, _FIRST_PAUSE * _GROWTH ** (attempts - 1))
    return int(longest * (0.5 + 0.5 * share))
