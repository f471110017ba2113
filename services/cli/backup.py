"""`acta backup`: everything that a server knows in one file, taken while it runs."""

import asyncio
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import Progress

from domain.kernel.clock import SECOND
from domain.kernel.errors import ActaError, BadRecord
from domain.kernel.ids import GameId
from services.cli.errors import Refusal
from services.cli.flags import Flags, settings_from
from services.cli.output import note, say
from services.engine.embedded import opened
from services.engine.folder import Folder
from services.settings import Settings
from services.store.archive import Archive, archived_log
from services.store.backups import note_backup
from services.store.client import giving_bytes
from services.store.connections import connect
from services.store.copying.backup_file import FORM, FORM_WITH_ARCHIVE, BackupWriter, new_backup
from services.store.copying.closing import is_closed, is_half_filled
from services.store.copying.contents import ArchivedLog, Log
from services.store.copying.source import Source

_MOST_NAMED = 20


def backup(
    file: Annotated[Path, Parameter(help="The file to write; it must not exist yet.")],
    *,
    with_archive: Annotated[
        bool, Parameter(negative="", help="Include the files of archived games; `acta restore` puts them back.")
    ] = False,
    flags: Flags | None = None,
) -> int:
    """Write a backup. Nobody has to wait: games go on while they are copied, each as it stands at one moment.

    Lists, inboxes and profiles follow from the games and are made anew by `acta restore`; rate limits and jobs are
    left out. The file holds the secrets of running games and can be read by its owner alone. Every game is checked on
    its way, in the archive too: if one cannot be read, the others are in the file all the same, and the exit code is 1.
    So it is if the store is closed, as after a move to other servers: what happens there now is not in the file.
    """
    settings = settings_from(flags)
    if settings.redis_url is None and not Folder(settings.data_dir).holds_data():
        raise Refusal(f"The folder {settings.data_dir} holds no data of Acta: there is nothing to back up.")
    began = int(time.time() * SECOND)
    try:
        with opened(settings) as url:
            is_in_use = asyncio.run(_is_in_use(url))
            with new_backup(file, FORM_WITH_ARCHIVE if with_archive else FORM) as writer:
                copy = Copy(writer, Archive(settings.archive_folder), with_archive=with_archive)
                asyncio.run(_copy(url, copy))
                end = writer.end()
                if not end.games + end.others:
                    raise Refusal("The store holds no data of Acta: there is nothing to back up.")
            is_good = is_in_use and not copy.unreadable
            if is_good:
                asyncio.run(_note_good(url, began))
    except OSError as error:
        raise Refusal(f"{file} cannot be written: {error.strerror}.") from error
    except ActaError as error:
        raise Refusal(f"The store does not answer: {error}. Nothing was kept.") from error
    events = end.events + copy.archived_events
    say(f"{end.games} games with {events} events, and {end.others} other records, are in {file}.")
    _tell_archived(settings, copy)
    for line in copy.unreadable:
        note(line)
    if not is_in_use:
        note(
            "The store is closed, as after a move to other servers: the backup holds what was there then. Make one of "
            "the store that is in use. If nothing runs on another one, `acta migrate-store --reopen` opens this again."
        )
    return 0 if is_good else 1


@dataclass
class Copy:
    """A backup that is being written: what it takes of the archive, and which games cannot be read."""

    writer: BackupWriter
    archive: Archive
    with_archive: bool
    archived: list[GameId] = field(default_factory=list)
    archived_events: int = 0
    unreadable: list[str] = field(default_factory=list)

    def add_log(self, log: Log) -> None:
        """Write a game and check it."""
        self.writer.add(log)
        try:
            if log.is_archived:
                self._add_archived(log)
            else:
                log.require_sound()
        except BadRecord as error:
            self.unreadable.append(f"game {log.game} cannot be read, version {error.version}: {error.reason}")

    def _add_archived(self, log: Log) -> None:
        self.archived.append(log.game)
        file = self.archive.file(log.game)
        if self.with_archive:
            self.writer.add(ArchivedLog(log.game, file))
        records = archived_log(log.game, file, log.head, self.archive.path(log.game))
        if self.with_archive:
            self.archived_events += len(records)


async def _is_in_use(url: str) -> bool:
    """Whether the store takes choices, or would if a server ran; half a copy is refused."""
    client = connect(url)
    try:
        if await is_half_filled(client):
            raise Refusal(
                "The store holds half a copy, of a restore or move that was killed: there is nothing to back up. "
                "Empty it, and restore or move again."
            )
        return not await is_closed(client)
    finally:
        await client.aclose()


async def _copy(url: str, copy: Copy) -> None:
    client = connect(url)
    console = Console(stderr=True)
    try:
        with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
            bar = progress.add_task("Copying", total=None)
            async for part in Source(client).parts():
                if isinstance(part, Log):
                    copy.add_log(part)
                else:
                    copy.writer.add(part)
                progress.advance(bar)
    finally:
        await client.aclose()


async def _note_good(url: str, began: int) -> None:
    """Tell the server, for its figures; a store that takes no writes does not make the backup worse."""
    client = connect(url)
    try:
        await note_backup(giving_bytes(client), began)
    except ActaError as error:
        note(f"The backup is whole, but the server could not be told, so that /metrics shows an older one: {error}.")
    finally:
        await client.aclose()


def _tell_archived(settings: Settings, copy: Copy) -> None:
    if not copy.archived:
        return
    more = len(copy.archived) - _MOST_NAMED
    games = ", ".join(copy.archived[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
    where = f"{len(copy.archived)} of these games lie in the archive {settings.archive_folder}"
    if copy.with_archive:
        say(f"{where}, and were taken along from there: {games}.")
    else:
        note(f"{where}, and their logs are not in the backup: {games}.")
        note("Copy that folder too, or take it along with --with-archive: without it these games cannot be restored.")
