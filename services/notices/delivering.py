"""Delivers: takes one delivery that is due, has it carried to where it goes, and records what became of it.

What was accepted and recorded is never sent again. A process that dies between the two leaves the delivery due, and
its repeat carries the same id. What fails is tried again, later and later; what is refused for good or failed too often
is parked with the reason; its recipient can see it and have it sent again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import NamedTuple

from domain.kernel.clock import SECOND, Millis
from domain.kernel.errors import StoreFull, StoreUnavailable
from services.logs import learn
from services.notices.attempts import BROKEN, ended, not_sent
from services.notices.outbox import Ended, Outbox, Settled, Taken
from services.outbound.not_sent import NotSent

LEASE: Millis = 90 * SECOND
"""How long an attempt may last; longer than any channel takes to give up."""
_SETTLE_TRIES = 30

Carrier = Callable[[Taken, Millis], Awaitable[Settled]]
"""Carries what was taken to where it goes, at a moment, and gives what became of it."""


class Delivering(NamedTuple):
    """What a delivery needs: where it is kept, who carries it by its channel, and the clock."""

    outbox: Outbox
    carriers: Mapping[str, Carrier]
    now: Callable[[], Millis]


class Delivered(NamedTuple):
    """What has come of an attempt, in a word, and the delivery of its lane that is due now."""

    outcome: str
    following: str | None = None


async def deliver(delivering: Delivering, name: str) -> Delivered:
    """Attempt a delivery, if it is due and no other run attempts it."""
    now = delivering.now()
    taken = await delivering.outbox.take(name, now, now + LEASE)
    if taken is None:
        return Delivered("superseded")
    notice = taken.delivery.notice
    learn(kind=notice.kind, channel=taken.delivery.channel, game=notice.game or None, attempt=taken.attempts)
    try:
        settled = await _attempt(delivering, taken, now)
    except (StoreUnavailable, StoreFull):
        raise  # it stays taken for a while, and is due again after that
    except Exception as error:  # noqa: BLE001 - the edge of the job: what always fails must come to an end
        learn(error=type(error).__name__)
        settled = not_sent(NotSent(BROKEN), taken.attempts, now)
    recorded = await _settle(delivering, name, settled)
    return Delivered(settled.counted_as or "postponed", recorded and recorded.following)


async def _attempt(delivering: Delivering, taken: Taken, now: Millis) -> Settled:
    carry = delivering.carriers.get(taken.delivery.channel)
    return ended("parked", "no_channel") if carry is None else await carry(taken, now)


async def _settle(delivering: Delivering, name: str, settled: Settled) -> Ended | None:
    """Record the outcome, even if the store does not answer for a while: what is not recorded is sent again."""
    for _ in range(_SETTLE_TRIES):
        with suppress(StoreUnavailable):
            return await delivering.outbox.settle(name, settled, delivering.now())
        await asyncio.sleep(1)
    return await delivering.outbox.settle(name, settled, delivering.now())
