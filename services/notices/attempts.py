"""What becomes of an attempt to deliver something, whatever it was sent by."""

import random
from collections.abc import Callable
from typing import Literal

from domain.kernel.clock import SECOND, Millis
from services.notices.outbox import Settled
from services.outbound.not_sent import NotSent, RefusedForGood

HOLD: Millis = 60 * SECOND
"""How long nothing is tried by a channel that did not work: each attempt would keep a worker from bots and scoring."""
MOST_ATTEMPTS = 9
BROKEN = "broken"
_FIRST_PAUSE: Millis = 30 * SECOND
_LONGEST_PAUSE: Millis = 6 * 3600 * SECOND
_GROWTH = 3

Pause = Callable[[int, float], Millis]
"""How long to wait after the n-th failure, with a share by chance."""


def ended(state: Literal["accepted", "suppressed", "parked"], reason: str) -> Settled:
    """It is over."""
    return Settled(state, reason, counted_as=state)


def chance() -> float:
    """A share by which deliveries are spread over time."""
    return random.random()  # noqa: S311 - it is no secret


def pause(attempts: int, share: float) -> Millis:
    """How long to wait after the n-th failure: three times as long each time, up to hours, half of it by chance.

    Deliveries that failed together, when the mail server was away, do not come back together.
    """
    longest = min(_LONGEST_PAUSE, _FIRST_PAUSE * _GROWTH ** (attempts - 1))
    return int(longest * (0.5 + 0.5 * share))


def not_sent(failure: NotSent, attempts: int, now: Millis, most: int = MOST_ATTEMPTS, wait: Pause = pause) -> Settled:
    """It was not accepted: it is tried again, unless that is of no use or was done too often."""
    if isinstance(failure, RefusedForGood):
        return ended("parked", failure.reason)
    if attempts >= most:
        return ended("parked", f"too_often:{failure.reason}")
    return Settled("waiting", failure.reason, due=now + wait(attempts, chance()), counted_as="failed")
