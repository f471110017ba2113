"""`acta backup`: everything that a server knows in one file, taken while it runs."""

import asyncio
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import Progress

from domain.kernel.errors import ActaError, BadRecord
from services.bootstrap import connect
from services.cli.errors import Refused
from services.cli.flags import Flags, settings_from
from services.cli.output import note, say
from services.engine.embedded import opened
from services.engine.folder import Folder
from services.store.copying.backup_file import BackupWriter, new_backup
from services.store.copying.contents import End, Log, Part
from services.store.copying.source import Source


def backup(
    file: Annotated[Path, Parameter(help="Where to; a file of that name must not exist.")],
    *,
    flags: Flags | None = None,
) -> int:
    """Write a backup. Nobody has to wait: games go on while they are copied, each as it stands at one moment.

    Lists, inboxes and profiles follow from the games and are made anew by `acta restore`; rate limits and jobs are
    left out. The file holds the secrets of running games and can be read by its owner alone. Every game is checked on
    its way: if one is damaged already, it is in the file as it is, and the exit code is 1.
    """
    settings = settings_from(flags)
    if settings.redis_url is None and not Folder(settings.data_dir).holds_data():
        raise Refused(f"The folder {settings.data_dir} holds no data of Acta: there is nothing to back up.")
    try:
        with opened(settings) as url, new_backup(file) as writer:
            end, damaged = asyncio.run(_copy(url, writer))
    except OSError as error:
        raise Refused(f"{file} cannot be written: {error.strerror}.") from error
    except ActaError as error:
        raise Refused(f"The store does not answer: {error}. Nothing was kept.") from error
    say(f"{end.games} games with {end.events} events, and {end.others} other records, are in {file}.")
    for line in damaged:
        note(line)
    return 1 if damaged else 0


async def _copy(url: str, writer: BackupWriter) -> tuple[End, list[str]]:
    client = connect(url)
    damaged: list[str] = []
    console = Console(stderr=True)
    try:
        with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
            bar = progress.add_task("Copying", total=None)
            async for part in Source(client).parts():
                writer.add(part)
                damaged += _complaints(part)
                progress.advance(bar)
        return writer.end(), damaged
    finally:
        await client.aclose()


def _complaints(part: Part) -> list[str]:
    """What is wrong with a game."""
    if isinstance(part, Log):
        try:
            part.require_sound()
        except BadRecord as error:
            return [f"game {part.game} is damaged, version {error.version}: {error.reason}"]
    return []
