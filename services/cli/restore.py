"""`acta restore`: a backup becomes a server again. The file is checked whole before anything of it is written."""

import asyncio
from pathlib import Path
from typing import Annotated, NamedTuple

from cyclopts import Parameter
from rich.console import Console
from rich.progress import Progress

from domain.kernel import chain
from domain.kernel.errors import ActaError, BadRecord
from domain.kernel.ids import GameId
from services import bootstrap
from services.cli.errors import Refused
from services.cli.flags import Flags, settings_from
from services.cli.output import note, say
from services.engine.embedded import opened
from services.settings import Settings
from services.store.copying.backup_file import BadBackup, read_backup
from services.store.copying.contents import Log
from services.store.copying.target import Target
from services.store.events import EventStore


def restore(
    file: Annotated[Path, Parameter(help="A file that `acta backup` wrote.")],
    *,
    damaged: Annotated[
        bool, Parameter(negative="", help="Restore it too if games in it were damaged when it was written.")
    ] = False,
    flags: Flags | None = None,
) -> None:
    """Check the file, every chain in it included, write it into an empty store, and check what was written again.

    Start the server afterwards: everybody is logged in as before, and every game goes on at the version of the backup.
    """
    settings = settings_from(flags)
    copied = _checked(file)
    if copied.damaged and not damaged:
        raise Refused("These games were damaged when the backup was made. --damaged restores it all the same.")
    try:
        with opened(settings):
            events = asyncio.run(_restore(settings, file, copied))
    except ActaError as error:
        raise Refused(f"The store does not answer: {error}. Empty it before you try again.") from error
    say(
        f"{len(copied.heads)} games with {events} events are back, "
        "and every line of them follows from the one before it."
    )


class Copied(NamedTuple):
    """The games of a copy whose chains hold, with their heads, and those that are damaged."""

    heads: dict[GameId, str]
    damaged: set[GameId]


def _checked(file: Path) -> Copied:
    """What a whole backup holds, or a refusal that says what is wrong with it."""
    copied = Copied({}, set())
    try:
        for part in read_backup(file):
            if isinstance(part, Log):
                _note(part, copied)
    except BadBackup as error:
        raise Refused(f"{error}. Nothing was restored.") from error
    return copied


def _note(log: Log, copied: Copied) -> None:
    try:
        log.require_sound()
    except BadRecord as error:
        note(f"game {log.game} is damaged, version {error.version}: {error.reason}")
        copied.damaged.add(log.game)
    else:
        copied.heads[log.game] = log.head


async def _restore(settings: Settings, file: Path, copied: Copied) -> int:
    services = bootstrap.build(settings, enqueues_owed=False)
    await services.open()
    try:
        target = Target(services.client)
        if not await target.is_empty():
            raise Refused("There is data already. Name an empty folder with --data-dir, or an empty Redis.")
        console = Console(stderr=True)
        with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
            bar = progress.add_task("Restoring", total=None)
            for part in read_backup(file):
                await target.write(part)
                progress.advance(bar)
        await bootstrap.rebuild(services, lambda _read: None)
        return await require_same(services.tables.store, copied)
    finally:
        await services.close()


async def require_same(store: EventStore, copied: Copied) -> int:
    """Read every game out of the store and compare it with what it should be; gives the number of events.

    The logs of archived games are not in the store: whether their files are there is told, and no reason to refuse.
    """
    events = 0
    if {*await store.games()} != copied.heads.keys() | copied.damaged:
        raise Refused("The store does not have the same games now. Do not use it.")
    for game, head in copied.heads.items():
        try:
            records = await store.read(game)
        except BadRecord as missing:
            if not await store.is_archived(game):
                raise
            note(f"game {game}: {missing.reason}. Copy the archive too, then `acta rebuild` lists the game again.")
            continue
        events += len(records)
        if chain.verify(records) != head:
            raise Refused(f"The game {game} was not written as it stands in the copy. Do not use this store.")
    return events
