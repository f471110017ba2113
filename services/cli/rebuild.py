"""`acta rebuild`: make every read model anew from the logs, beside the live ones, and switch over.

Works while the server runs (players notice nothing), or on its data folder while it is stopped.
"""

import asyncio
import secrets
from collections.abc import Callable

from rich.console import Console
from rich.progress import Progress

from projections import rebuild as rebuilding
from services import bootstrap
from services.cli.errors import Refusal
from services.cli.flags import Flags, settings_from
from services.cli.output import note, say
from services.cli.projector import raise_alarm
from services.engine.embedded import opened
from services.engine.folder import Folder
from services.foundation import Services
from services.settings import Settings
from services.store.keys import PARTITIONS
from services.store.models import NotSwitched


def rebuild(flags: Flags | None = None) -> None:
    """Rebuild the read models of the server that the flags mean."""
    settings = settings_from(flags)
    if settings.redis_url is None and not Folder(settings.data_dir).holds_data():
        raise Refusal(f"The folder {settings.data_dir} holds no data of Acta: there is nothing to rebuild.")
    try:
        with opened(settings):
            asyncio.run(_rebuild(settings))
    except NotSwitched:
        raise Refusal("Another rebuild finished first. The read models are as it left them.") from None


async def rebuild_models(services: Services, report: Callable[[int], None]) -> None:
    """Make all read models anew beside the live ones, and switch over; `report` is told how much was read."""
    projector = bootstrap.projector(services, raise_alarm)
    await rebuilding.rebuild(projector, services.models, secrets.token_hex(8), PARTITIONS, report)


async def _rebuild(settings: Settings) -> None:
    services = bootstrap.build(settings, enqueues_owed=False)
    console = Console(stderr=True)
    try:
        with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
            bar = progress.add_task("Reading the games", total=len(await services.tables.store.games()))
            await rebuild_models(services, lambda read: progress.advance(bar, read))
        for parked in await services.models.parked():
            note(f"Game {parked.game} was left out at version {parked.version}: {parked.reason}")
    finally:
        await services.close()
    say("Lists, inboxes and profiles are rebuilt and in use.")
