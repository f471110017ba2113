"""The process that sends: deliveries of notices, and the pictures that answers in chats still lack.

It alone waits for the outside world; workers and their jobs do not.
"""

import asyncio
import signal
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from services.bootstrap import build
from services.chat.pictures import follow_up
from services.chat.platforms import posters
from services.chat.telling import posting
from services.foundation import Services
from services.logs import canonical_line, learn
from services.notices import to_people, to_webhooks
from services.notices.delivering import Carrier, Delivering, deliver
from services.notices.sender import Sender
from services.notices.to_webhooks import WebhookPosts
from services.outbound.webhooks import WEBHOOK
from services.queries.webhook_bodies import body_of
from services.settings import Settings
from services.store.chat.places import PLATFORMS

_THREADS = 64
"""Names are looked up in threads; one whose name server says nothing keeps its thread for a while."""
_MOST_PICTURES = 8
"""Drawn at a time."""


def run_sender(settings: Settings) -> None:
    """Send until a signal ends the process, which finishes what is under way."""
    asyncio.run(_send(settings))


async def _send(settings: Settings) -> None:
    loop, stopping = asyncio.get_running_loop(), asyncio.Event()
    loop.set_default_executor(ThreadPoolExecutor(_THREADS))
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    services = build(settings, enqueues_owed=False)
    await services.open()
    try:
        deliveries = Sender(DueDeliveries(delivering(services)), stopping)
        pictures = Sender(DuePictures(services), stopping, _MOST_PICTURES)
        await asyncio.gather(deliveries.run(), pictures.run())
    finally:
        await services.close()


def delivering(services: Services) -> Delivering:
    """What deliveries need on this server."""
    desk = services.notices
    posts = WebhookPosts(
        desk.webhooks, desk.outbox, desk.sender, partial(body_of, services.tables, services.server.head_key)
    )
    carriers: dict[str, Carrier] = {WEBHOOK: partial(to_webhooks.attempt, posts)}
    for name, channel in desk.channels.items():
        carriers[name] = partial(to_people.attempt, desk, channel)
    for platform in PLATFORMS:
        carriers[platform] = partial(posting.attempt, services, posters(services))
    return Delivering(desk.outbox, carriers, services.tables.now)


class DueDeliveries:
    """What is due in the outbox."""

    def __init__(self, delivering: Delivering) -> None:
        self._delivering = delivering

    async def due(self) -> Sequence[str]:
        return await self._delivering.outbox.due(self._delivering.now())

    async def owner(self, name: str) -> str:
        delivery = await self._delivering.outbox.delivery(name)
        return name if delivery is None else delivery.owner

    async def send(self, name: str) -> str | None:
        with canonical_line("job", job="notify", delivery=name):
            delivered = await deliver(self._delivering, name)
            learn(outcome=delivered.outcome)
        return delivered.following


class DuePictures:
    """Pictures that are owed to answers in chats, each for itself."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def due(self) -> Sequence[str]:
        return await self._services.chat.owed_pictures.due(self._services.tables.now(), _MOST_PICTURES * 8)

    async def owner(self, name: str) -> str:
        return name

    async def send(self, name: str) -> None:
        with canonical_line("job", job="follow", request=name):
            learn(outcome=await follow_up(self._services, name))
