"""`acta migrate-store`: from the embedded server to one Redis to a cluster, while people play."""

import asyncio
import subprocess
import time
from typing import Annotated, cast

from cyclopts import Parameter
from msgspec.structs import replace

from domain.kernel.errors import ActaError
from services import bootstrap
from services.cli.errors import Refused
from services.cli.flags import Flags, settings_from
from services.cli.output import say
from services.cli.restore import Copied, require_same
from services.engine import checks
from services.engine.embedded import opened
from services.engine.folder import Folder
from services.settings import Secret, Settings, load
from services.store.copying.closing import closed
from services.store.copying.moving import Move
from services.store.copying.target import Target


def migrate_store(
    to: Annotated[str, Parameter(help="The new store, empty: redis://… or redis+cluster://one,two,three.")],
    *,
    then: Annotated[
        str | None,
        Parameter(help="A command that starts the server on the new store; it ends the pause."),
    ] = None,
    flags: Flags | None = None,
) -> None:
    """Copy everything while people play, close the old store, copy the rest, check every chain, and hand over.

    From the moment the old store is closed people are told to come back soon (503). It stays closed, so that nothing is
    written there any more, unless something fails: then it is open again and the new one is of no use. With --then the
    pause lasts as long as that command takes; without it, until you have set `redis_url` and started the parts again.
    """
    settings = settings_from(flags)
    if settings.redis_url is None and not Folder(settings.data_dir).holds_data():
        raise Refused(f"The folder {settings.data_dir} holds no data of Acta: there is nothing to move.")
    new = replace(settings, redis_url=load(flags={"redis_url": to}, environ={}).redis_url)
    checks.complaints(to, settings.fsync)  # refuses a server that does not answer or is too old
    try:
        with opened(settings) as url:
            began = asyncio.run(_move(url, new))
    except ActaError as error:
        raise Refused(f"A store does not answer: {error}. The old one is in use as before.") from error
    if then is not None:
        subprocess.run(then, shell=True, check=True)  # noqa: S602 - the operator's own command
    say(
        f"The games are at {cast('Secret', new.redis_url).hint()} now. The pause took {time.monotonic() - began:.1f} s."
    )
    say("Let redis_url name it in the settings of every part. The old store is closed; keep it until the next backup.")


async def _move(url: str, new: Settings) -> float:
    """Move everything; gives when the pause began."""
    old, services = bootstrap.connect(url), bootstrap.build(new, enqueues_owed=False)
    await services.open()
    try:
        target = Target(services.client)
        if not await target.is_empty():
            raise Refused("There is data already in the new store. Name an empty one.")
        move = Move(old, target)
        await move.copy()
        await bootstrap.rebuild(services, lambda _read: None)
        await move.copy()
        began = time.monotonic()
        async with closed(old):
            await move.copy()
            events = await require_same(services.tables.store, Copied(move.heads, set()))
        say(f"{len(move.heads)} games with {events} events went over; every line follows from the one before it.")
    finally:
        await old.aclose()
        await services.close()
    return began
