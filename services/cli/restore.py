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
from services.cli.errors import Refusal
from services.cli.flags import Flags, settings_from
from services.cli.output import note, say
from services.cli.rebuild import rebuild_models
from services.engine.embedded import opened
from services.settings import Settings
from services.store.archive import Archive, archived_log
from services.store.copying.backup_file import BadBackup, read_backup
from services.store.copying.closing import filling
from services.store.copying.contents import ArchivedLog, Log
from services.store.copying.target import Target
from services.store.events import EventStore


class Copied(NamedTuple):
    """The games of a copy whose chains hold, with their heads, and those that are damaged."""

    heads: dict[GameId, str]
    damaged: set[GameId]


class Found(NamedTuple):
    """What could be read again: how many games, with how many events, how many of them archived; and what could not."""

    games: int
    events: int
    archived: int
    unreadable: list[GameId]


def restore(
    file: Annotated[Path, Parameter(help="A file that `acta backup` wrote.")],
    *,
    damaged: Annotated[
        bool, Parameter(negative="", help="Restore it too if games in it were damaged when it was written.")
    ] = False,
    flags: Flags | None = None,
) -> int:
    """Check the file, every chain in it included, write it into an empty store, and check what was written again.

    A restore that is killed leaves a store that takes no choices: empty it and restore again.
    Start the server afterwards: everybody is logged in as before, and every game goes on at the version of the backup.
    Files of archived games go where the settings say; one that is there already stays. The exit code is 1 as long as
    some game cannot be read: then these are named, with what to do.
    """
    settings = settings_from(flags)
    copied = _checked(file)
    if copied.damaged and not damaged:
        raise Refusal("These games were damaged when the backup was made. --damaged restores it all the same.")
    try:
        with opened(settings):
            found = asyncio.run(_restore(settings, file, copied))
    except ActaError as error:
        raise Refusal(f"The store does not answer: {error}. Empty it before you try again.") from error
    say(f"{found.games} games with {found.events} events are back, and every line follows from the one before it.")
    if found.archived:
        say(f"{found.archived} of them are in the archive {settings.archive_folder}.")
    return _verdict(settings, copied, found)


def _verdict(settings: Settings, copied: Copied, found: Found) -> int:
    """The exit code; says what to do about games that cannot be read."""
    if found.unreadable:
        note(
            f"{len(found.unreadable)} more games CANNOT BE READ: their files are missing in {settings.archive_folder}."
        )
        note("Copy them there from where the backup was made, or restore a backup that was made with --with-archive.")
        note("Then `acta rebuild` lists these games again, and `acta doctor` says whether every game can be read.")
    if copied.damaged:
        note(f"{len(copied.damaged)} more games are damaged, as they were when the backup was made.")
    return 1 if found.unreadable or copied.damaged else 0


def _checked(file: Path) -> Copied:
    """What a whole backup holds, or a refusal that says what is wrong with it."""
    copied = Copied({}, set())
    try:
        for part in read_backup(file):
            if isinstance(part, Log):
                _note(part, copied)
            elif isinstance(part, ArchivedLog):
                _note_archived(part, copied)
    except BadBackup as error:
        raise Refusal(f"{error}. Nothing was restored.") from error
    return copied


def _note(log: Log, copied: Copied) -> None:
    try:
        log.require_sound()
    except BadRecord as error:
        _note_damage(log.game, error, copied)
    else:
        copied.heads[log.game] = log.head


def _note_archived(log: ArchivedLog, copied: Copied) -> None:
    try:
        _ = archived_log(log.game, log.file, copied.heads[log.game], "its file in the backup")
    except BadRecord as error:
        _note_damage(log.game, error, copied)
        del copied.heads[log.game]


def _note_damage(game: GameId, error: BadRecord, copied: Copied) -> None:
    note(f"game {game} is damaged, version {error.version}: {error.reason}")
    copied.damaged.add(game)


async def _restore(settings: Settings, file: Path, copied: Copied) -> Found:
    services = bootstrap.build(settings, enqueues_owed=False)
    await services.open()
    try:
        target, archive = Target(services.client), Archive(settings.archive_folder)
        if not await target.is_empty():
            raise Refusal("There is data already. Name an empty folder with --data-dir, or an empty Redis.")
        console = Console(stderr=True)
        async with filling(services.client):
            with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
                bar = progress.add_task("Restoring", total=None)
                for part in read_backup(file):
                    await target.write(part)
                    if isinstance(part, ArchivedLog):
                        archive.put(part.game, part.file)
                    progress.advance(bar)
            await rebuild_models(services, lambda _read: None)
            return await require_same(services.tables.store, copied)
    finally:
        await services.close()


async def require_same(store: EventStore, copied: Copied) -> Found:
    """Read every game out of the store and compare it with what it should be.

    The logs of archived games are not in the store: whether their files are there is told, and no reason to refuse.
    """
    games = events = archived = 0
    unreadable = []
    if {*await store.games()} != copied.heads.keys() | copied.damaged:
        raise Refusal("The store does not have the same games now. Do not use it.")
    for game, head in copied.heads.items():
        is_archived = await store.is_archived(game)
        try:
            records = await store.read(game)
        except BadRecord as error:
            if not is_archived:
                raise
            note(f"game {game} cannot be read: {error.reason}.")
            unreadable.append(game)
            continue
        games, events, archived = games + 1, events + len(records), archived + is_archived
        if chain.verify(records) != head:
            raise Refusal(f"The game {game} was not written as it is in the copy. Do not use this store.")
    return Found(games, events, archived, unreadable)
