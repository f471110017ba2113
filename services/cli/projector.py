"""`acta projector`: one projector process."""

import asyncio
import signal

import structlog

from domain.kernel.ids import GameId
from projections.runner import reason_of
from services import bootstrap
from services.cli.flags import Flags, configured
from services.settings import Settings
from services.store.client import giving_bytes
from services.store.shares import Shares


def projector(flags: Flags | None = None) -> None:
    """Project until a signal ends the process."""
    asyncio.run(_project(configured(flags)))


async def _project(settings: Settings) -> None:
    """Bring read models and outbox up to date; at the end its partitions are handed over to other projectors."""
    services = bootstrap.build(settings)
    await services.open()
    shares = Shares(giving_bytes(services.client))
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    try:
        async with shares.held():
            following = [build(services, raise_alarm, shares) for build in (bootstrap.projector, bootstrap.notifier)]
            tasks = {asyncio.create_task(one.follow()) for one in following}
            stopping = asyncio.create_task(stopped.wait())
            done, _ = await asyncio.wait({stopping, *tasks}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()  # raises what ended it, unless that was the signal
    finally:
        await services.close()


def raise_alarm(game: GameId, error: Exception) -> None:
    """Log that a game is parked; the read models remember it until it can be projected again."""
    advice = "check its log with acta verify"
    structlog.get_logger().error("game_parked", game=game, reason=reason_of(error), advice=advice)
