"""What a silent outside world costs everybody else: bots at twenty tables, and posts to healthy webhooks.

Quiet and loud take turns on one server with all its parts. Loud are fifty webhooks of five people that take every post
and say nothing, and five channels of a chat platform that answers after eight seconds. A bot's delay is the time
between two choices at a table where only bots sit, from the records; a delivery's is from the start of its game to the
receiver.
"""

import asyncio
import math
import secrets
import statistics
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import NamedTuple
from uuid import uuid4

from domain.kernel import lifecycle as life
from domain.kernel import lobby
from domain.kernel.clock import moment
from domain.kernel.ids import GameId, Seat, UserId
from domain.registry import GAMES
from services.foundation import Services
from services.store.accounts.ids import new_user_id
from services.store.chat.bindings import Binding
from services.store.chat.places import ChatPlace
from services.store.events import CommandKey
from services.store.webhooks import SigningSecret, Webhook, new_id
from services.tables.hot_tables import Request
from tests.bench.report import show
from tests.kit.bot_tables import HOST, open_table
from tests.kit.discord import APPLICATION, BOT_TOKEN
from tests.kit.hook_receiver import HookReceiver, answer, hook_receiver
from tests.kit.http import GAMES as NAMED
from tests.kit.processes import Server, running_server, running_tree
from tests.kit.silent_receiver import SilentReceiver, silent_receiver
from tests.kit.taberna import GAME as TABERNA
from tests.workers.running_workers import connected, until_over

TABLES = 20
OWNERS, EACH = 5, 10
ROUNDS = 3
HEALTHY_EVERY = 0.3
LOOK_EVERY = 5.0
SLOW_SECONDS = 8.0
POSTED = answer(200, "Content-Type: application/json", body='{"id": "1"}')
SECONDS = 300
PARTS = ("projector", "worker", "sender")


class Measured(NamedTuple):
    """Seconds between two choices of bots at a table, and those that a post to a healthy webhook took."""

    bots: list[float]
    deliveries: list[float]


def run() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder) / "redis") as server:
        asyncio.run(measure(server, Path(folder)))


async def measure(server: Server, folder: Path) -> None:
    """Both, in turns."""
    quiet, loud = Measured([], []), Measured([], [])
    async with silent_receiver() as silent, silent_receiver(SLOW_SECONDS, POSTED) as slow, hook_receiver() as healthy:
        services = connected(server)
        with ExitStack() as parts:
            for part in PARTS:
                parts.enter_context(
                    running_tree(["-m", "services.cli", part], folder / part, _environ(server, slow.url))
                )
            await _round(services, healthy, Measured([], []))  # warms up
            for _ in range(ROUNDS):
                await _round(services, healthy, quiet)
                async with _noise(services, silent):
                    await _round(services, healthy, loud)
        await services.close()
    _report(quiet, loud, silent)


def _report(quiet: Measured, loud: Measured, silent: SilentReceiver) -> None:
    rows = []
    for name, found in (("quiet", quiet), ("silent webhooks, slow channels", loud)):
        middle, last = _p50_and_p99(found.bots)
        rows.append((name, middle, last, max(found.deliveries, default=math.nan)))
    ratio, hooks = rows[1][2] / rows[0][2], OWNERS * EACH
    title = f"{TABLES} tables of bots beside {hooks} silent webhooks ({silent.begun} posts) and {OWNERS} slow channels"
    show(f"{title}: p99 {ratio:.2f} × (2 wanted)", ("", "bots p50 ms", "p99 ms", "slowest delivery s (5 wanted)"), rows)


def _p50_and_p99(seconds: Sequence[float]) -> tuple[float, float]:
    """In milliseconds."""
    centiles = statistics.quantiles(seconds, n=100)
    return centiles[49] * 1000, centiles[98] * 1000


def _environ(server: Server, platform: str) -> dict[str, str]:
    return {
        "ACTA_REDIS_URL": server.url,
        "ACTA_GAMES": ",".join(NAMED),
        "ACTA_WEBHOOK_HOSTS": "127.0.0.1",
        "ACTA_DISCORD_APPLICATION_ID": APPLICATION,
        "ACTA_DISCORD_PUBLIC_KEY": "0" * 64,
        "ACTA_DISCORD_BOT_TOKEN": BOT_TOKEN,
        "ACTA_DISCORD_API": platform,
    }


async def _round(services: Services, healthy: HookReceiver, found: Measured) -> None:
    """Let bots play at all tables, and post to somebody's webhook again and again meanwhile."""
    tables = [
        await open_table(services, GAMES[number % len(GAMES)], ["random"] * 2, secrets.token_bytes(32))
        for number in range(TABLES)
    ]
    beside = asyncio.gather(_look_on(services, tables), _deliveries(services, healthy, found))
    await until_over(services.tables, tables, SECONDS)
    beside.cancel()
    with suppress(asyncio.CancelledError):
        await beside
    for game in tables:
        chosen = [one.envelope() for one in await services.tables.store.read(game)]
        moments = sorted({moment(one.at) for one in chosen if isinstance(one.actor, int)})
        found.bots.extend((after - before) / 1000 for before, after in pairwise(moments))


async def _look_on(services: Services, tables: Sequence[GameId]) -> None:
    """Be seen at all tables: where nobody looks bots are paced, which is not what is measured here."""
    while True:
        for game in tables:
            await services.people.presence.mark(game, HOST)
        await asyncio.sleep(LOOK_EVERY)


async def _deliveries(services: Services, healthy: HookReceiver, found: Measured) -> None:
    user = new_user_id(uuid4().hex)
    await _webhook(services, user, healthy.url)
    while True:
        before, began = len(healthy.received), perf_counter()
        await _begin(services, user)
        while len(healthy.received) == before:  # noqa: ASYNC110 - the receiver tells nobody
            await asyncio.sleep(0.01)
        found.deliveries.append(perf_counter() - began)
        await asyncio.sleep(HEALTHY_EVERY)


@asynccontextmanager
async def _noise(services: Services, silent: SilentReceiver) -> AsyncIterator[None]:
    """People whose webhooks say nothing and whose tables live in slow channels, and at whose tables things happen."""
    owners = [new_user_id(uuid4().hex) for _ in range(OWNERS)]
    for owner in owners:
        for _ in range(EACH):
            await _webhook(services, owner, silent.url)
    before = silent.begun
    going_on = asyncio.create_task(_go_on(services, owners))
    while silent.begun < before + OWNERS:  # noqa: ASYNC110 - the receiver tells nobody
        await asyncio.sleep(0.01)
    yield
    going_on.cancel()
    await asyncio.gather(going_on, return_exceptions=True)


async def _go_on(services: Services, owners: Sequence[UserId]) -> None:
    while True:
        for number, owner in enumerate(owners):
            game = await _begin(services, owner)
            await services.chat.bindings.bind(
                Binding(game=game, place=ChatPlace("discord", "5", str(100 + number)), by=owner)
            )
        await asyncio.sleep(1)


async def _webhook(services: Services, owner: UserId, url: str) -> None:
    key = SigningSecret("whsec_" + "A" * 43 + "=")
    webhook = Webhook(id=new_id(), owner=owner, url=url, events=("game.started",), secrets=(key,), created=0)
    assert await services.notices.webhooks.create(webhook, EACH)


async def _begin(services: Services, user: UserId) -> GameId:
    """A game of two people that has just begun."""
    game = GameId(uuid4().hex)
    batch = lobby.create(TABERNA, secrets.token_bytes(32), user, lobby.Terms(2, {}))
    batch.emit(life.SeatTaken(seat=Seat(1), user=new_user_id(uuid4().hex)))
    batch.start()
    await services.tables.create(Request(game, f"begin-{game}", CommandKey("begin", "")), batch)
    return game
