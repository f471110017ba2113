"""The outbox: every delivery with what became of it, and when the waiting ones are due.

All of it stands in one hash slot, so that deliveries and checkpoints change together. A delivery waits, is taken for
the length of an attempt, and ends as accepted, suppressed or parked; only a parked one can be sent again. Taking it
only moves the time at which it is due: if the sender dies, the delivery is due again by itself. Deliveries of one lane
go out in their order: only the first is due, and the next one once that has ended.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from domain.kernel.clock import DAY, SECOND, Millis
from domain.kernel.errors import NotFound
from domain.kernel.ids import GameId, UserId, Version
from services.notices.notices import Delivery, GamePostings, Posting
from services.store.client import Client
from services.store.keys import KeyKind
from services.store.redis_errors import reading, repeatable
from services.store.scripts import Script

DeliveryState: TypeAlias = Literal["waiting", "accepted", "suppressed", "parked"]
KEPT = 30 * DAY
"""How long a delivery can be looked up after it was due."""
FIRST_HOLD: Millis = 60 * SECOND
LONGEST_HOLD: Millis = 3600 * SECOND
"""How long a webhook is left alone at first and in the end."""

_PAUSE_SECONDS = 600
_HOUR_KEPT_SECONDS = 3 * 24 * 3600  # longer than a summary of that hour is tried
_CHECKPOINTS, _TOLD, _PLANS, _DUE, _COUNTS, _PARKED = (
    KeyKind.OUTBOX.key(outbox_part=part) for part in ("checkpoints", "told", "plans", "due", "tally", "parked")
)

_decode = msgspec.json.Decoder(Delivery).decode


class Taken(NamedTuple):
    """A delivery for an attempt, which is the n-th."""

    delivery: Delivery
    attempts: int


class Settled(NamedTuple):
    """What became of an attempt; `due` if the delivery goes on waiting."""

    state: DeliveryState
    reason: str = ""
    due: Millis | None = None
    attempts: int | None = None
    counted_as: str = ""


class Ended(NamedTuple):
    """That the outcome of an attempt was written down, and which delivery of its lane is due now."""

    following: str | None


class _Hold(NamedTuple):
    """Until when nothing is posted to a webhook, and how long that was from the beginning."""

    until: Millis
    length: Millis

    @classmethod
    def read(cls, stored: bytes | None) -> "_Hold":
        until, _, length = (stored or b"").partition(b" ")
        return cls(int(until or 0), int(length or 0))


class StoredDelivery(msgspec.Struct, frozen=True, kw_only=True):
    """A delivery as it can be looked up."""

    delivery: Delivery
    state: DeliveryState
    attempts: int
    reason: str = ""
    at: Millis | None = None


class DeliveriesPage(NamedTuple):
    """Deliveries of a person, the newest first, and where the next page begins."""

    rows: list[StoredDelivery]
    next: str | None


class OutboxFigures(NamedTuple):
    """Figures of the outbox: how many ended in which way, how many are parked, since when the oldest is due."""

    ended: Mapping[str, int]
    parked: int
    oldest: Millis | None


class Outbox:
    """Reads and writes deliveries."""

    def __init__(self, client: Client) -> None:
        """Keep them beside the logs."""
        self._client = client
        self._post = Script("outbox_post", "moving", "checkpoints", "lanes", "deliveries")
        self._add = Script("outbox_add", "moving", "lanes", "deliveries")
        self._ration = Script("outbox_ration", "moving")
        self._take = Script("outbox_take", "moving")
        self._settle = Script("outbox_settle", "moving", "lanes")

    # For the notifier

    async def checkpoint(self, partition: int) -> str | None:
        """How far a partition of the feed was read; `None` if it was never begun."""
        with reading():
            checkpoint = await self._client.hget(_CHECKPOINTS, str(partition))
        return None if checkpoint is None else checkpoint.decode()

    async def begin(self, partition: int, checkpoint: str) -> None:
        """Begin a partition, unless it was begun before."""
        with repeatable():
            await self._client.hsetnx(_CHECKPOINTS, str(partition), checkpoint)

    async def notified_up_to(self, games: Sequence[GameId]) -> dict[GameId, Version]:
        """The versions up to which notices of games were made."""
        with reading():
            marks = await self._client.hmget(_TOLD, games)
        return {game: Version(int(mark)) for game, mark in zip(games, marks, strict=True) if mark is not None}

    async def post(self, partition: int, checkpoint: str, news: Sequence[GamePostings], now: Millis) -> None:
        """Keep deliveries, versions and checkpoint, all or nothing; nothing is kept twice."""
        arguments: list[object] = [*_PREFIXES, partition, checkpoint, now, KEPT // SECOND, len(news)]
        for game in news:
            arguments += [game.game, game.version, len(game.postings)]
            for delivery, due, planned in game.postings:
                arguments += [delivery.id, delivery.notice.user, _place(delivery), due, delivery.lane, int(planned)]
                arguments.append(msgspec.json.encode(delivery))
        with repeatable():
            await self._post.run(self._client, [_CHECKPOINTS, _TOLD, _PLANS, _DUE], arguments)

    async def add(self, posting: Posting, now: Millis) -> None:
        """Keep a delivery that follows from no game's log; nothing is kept twice."""
        delivery, due, _ = posting
        arguments = [*_PREFIXES, now, KEPT // SECOND, delivery.id, delivery.notice.user, _place(delivery), due]
        with repeatable():
            await self._add.run(self._client, [_DUE], [*arguments, delivery.lane, msgspec.json.encode(delivery)])

    # For the sender

    async def delivery(self, name: str) -> Delivery | None:
        """A delivery by its id."""
        with reading():
            body = await self._client.hget(_delivery(name), "body")
        return None if body is None else _decode(body)

    async def due(self, now: Millis) -> list[str]:
        """The deliveries that have been due since before `now`, the longest first."""
        with reading():
            return [name.decode() for name in await self._client.zrangebyscore(_DUE, "-inf", now)]

    async def take(self, name: str, now: Millis, until: Millis) -> Taken | None:
        """Take a delivery for an attempt; `None` if it is not due (any more), or another sender has it."""
        with repeatable():
            answer = await self._take.run(self._client, [_DUE, _delivery(name)], [name, now, until])
        return None if answer is None else Taken(_decode(answer[0]), int(answer[1]))

    async def settle(self, name: str, settled: Settled, now: Millis, before: DeliveryState = "waiting") -> Ended | None:
        """Write down what became of a delivery; nothing if it is not in the state before (any more)."""
        keys = [_DUE, _COUNTS, _PARKED, _delivery(name)]
        due, attempts = ("" if value is None else value for value in (settled.due, settled.attempts))
        arguments = [name, before, settled.state, due, settled.reason, now, attempts, settled.counted_as, now - KEPT]
        with repeatable():
            following = await self._settle.run(self._client, keys, [*arguments, _delivery(""), _lane("")])
        return None if following is None else Ended(following.decode() or None)

    async def place_in_hour(self, delivery: Delivery, ends: Millis) -> int:
        """How many deliveries came before it to its person by its channel, in the hour that ends at a moment."""
        key = _hourly(delivery.notice.user, delivery.channel, ends)
        with repeatable():
            place: int = await self._ration.run(self._client, [key], [delivery.id, _HOUR_KEPT_SECONDS])
        return place

    async def suppressed_in_hour(self, user: UserId, channel: str, ends: Millis, most: int) -> list[StoredDelivery]:
        """What was not sent to a person in an hour, because `most` had come before it."""
        with reading():
            names = await self._client.zrange(_hourly(user, channel, ends), most, -1, withscores=True)
            deliveries = [await self._stored(name.decode()) for name, _ in names]
        return [one for one in deliveries if one is not None and one.state == "suppressed"]

    async def pause(self, channel: str, until: Millis) -> None:
        """Try nothing by a channel that does not work, before a moment."""
        with repeatable():
            await self._client.set(_paused(channel), str(until).encode(), ex=_PAUSE_SECONDS)

    async def paused_until(self, channel: str) -> Millis:
        """The moment before which nothing is tried by a channel; a past one if it works."""
        with reading():
            return int(await self._client.get(_paused(channel)) or 0)

    async def hold(self, webhook: str, now: Millis) -> None:
        """Post nothing to a webhook whose receiver does not answer, for a while that is twice as long each time."""
        with repeatable():
            before = _Hold.read(await self._client.get(_held(webhook)))
            length = min(2 * before.length, LONGEST_HOLD) or FIRST_HOLD
            seconds = 2 * length // SECOND + _PAUSE_SECONDS  # until the next attempt has shown whether it answers again
            await self._client.set(_held(webhook), f"{now + length} {length}".encode(), ex=seconds)

    async def held_until(self, webhook: str) -> Millis:
        """The moment before which nothing is posted to a webhook; a past one if its receiver answers."""
        with reading():
            return _Hold.read(await self._client.get(_held(webhook))).until

    async def release(self, webhook: str) -> None:
        """Post to a webhook again."""
        with repeatable():
            await self._client.delete(_held(webhook))

    # For its person and for operators

    async def page(self, user: UserId, cursor: str | None, size: int) -> DeliveriesPage:
        """A person's deliveries."""
        high = "+" if cursor is None else f"({cursor}"
        with reading():
            places = await self._client.zrevrangebylex(_deliveries_of(user), high, "-", 0, size)
            deliveries = [await self._stored(place.decode().partition("/")[2]) for place in places]
        rows = [one for one in deliveries if one is not None]
        return DeliveriesPage(rows, places[-1].decode() if len(places) == size else None)

    async def get(self, user: UserId, name: str) -> StoredDelivery:
        """A delivery of a person, or `NotFound`."""
        with reading():
            stored = await self._stored(name)
        if stored is None or stored.delivery.notice.user != user:
            raise NotFound(name)
        return stored

    async def figures(self) -> OutboxFigures:
        """The figures of the outbox."""
        with reading():
            ended = await self._client.hgetall(_COUNTS)
            oldest = await self._client.zrange(_DUE, 0, 0, withscores=True)
            parked = await self._client.zcard(_PARKED)
        counted = {name.decode(): int(count) for name, count in ended.items()}
        return OutboxFigures(counted, parked, int(oldest[0][1]) if oldest else None)

    async def _stored(self, name: str) -> StoredDelivery | None:
        values = await self._client.hgetall(_delivery(name))
        if b"body" not in values:
            return None
        fields = {key.decode(): value.decode() for key, value in values.items() if key not in {b"body", b"user"}}
        return msgspec.convert({**fields, "delivery": _decode(values[b"body"])}, StoredDelivery, strict=False)


def _delivery(name: str) -> str:
    return KeyKind.DELIVERY.key(delivery=name)


def _deliveries_of(user: str) -> str:
    return KeyKind.DELIVERIES.key(person=user)


def _paused(channel: str) -> str:
    return KeyKind.PAUSED_CHANNEL.key(channel=channel)


def _held(webhook: str) -> str:
    return KeyKind.SILENT_WEBHOOK.key(webhook=webhook)


def _hourly(user: str, channel: str, ends: Millis) -> str:
    return KeyKind.HOURLY.key(hour=ends, channel=channel, person=user)


def _lane(lane: str) -> str:
    return KeyKind.LANE.key(lane=lane)


_PREFIXES = [_delivery(""), _deliveries_of(""), _lane("")]
"""What the keys begin with that scripts complete."""


def _place(delivery: Delivery) -> str:
    return f"{delivery.at:013d}/{delivery.id}"
