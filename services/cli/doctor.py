"""`acta doctor`: look for damage in the data folder and in every game, mend what can be mended, and check the rest."""

import re
from collections import defaultdict
from typing import Annotated, NamedTuple

from cyclopts import Parameter

from domain.kernel import chain
from domain.kernel.errors import BadRecord, MissingLog
from services.cli.checkups import checkups
from services.cli.errors import Refusal
from services.cli.flags import Flags, settings_from
from services.cli.game_logs import ask_store
from services.cli.output import say
from services.engine import embedded
from services.engine.damage import Damage, cut_off, find_damage
from services.engine.folder import Folder
from services.settings import Settings
from services.store import keys
from services.store.events import EventStore

_APPENDED = re.compile(rb"XADD\r\n\$\d+\r\n([^\r\n]+)\r\n\$\d+\r\n(\d+)-0\r\n")


def doctor(
    *,
    repair: Annotated[bool, Parameter(negative="", help="Cut off what cannot be read; a copy is kept.")] = False,
    flags: Flags | None = None,
) -> int:
    """Say what is damaged; the exit code is 0 if nothing is, or is no longer."""
    settings = settings_from(flags)
    if settings.redis_url is None:
        if not settings.data_dir.exists():
            raise Refusal(f"There is no data folder {settings.data_dir}.")
        if Folder(settings.data_dir).running() is None and not _file_is_sound(settings, repair=repair):
            return 1
    found = ask_store(settings, _look_at_games)
    for line in found.unreadable:
        say(line)
    read = found.games - len(found.unreadable)
    say(f"{read} of {found.games} games can be read, and every line of them follows from the one before it.")
    if found.missing:
        say(f"{found.missing} games are archived, and their files are missing in {settings.archive_folder}.")
        say("Copy the files there, from a copy of that folder, and run `acta rebuild`: it lists these games again.")
    return 0 if _rest_is_sound(settings) and not found.unreadable else 1


class _Games(NamedTuple):
    """How many games there are, what is wrong with those that cannot be read, and how many logs are missing."""

    games: int
    unreadable: list[str]
    missing: int


def _rest_is_sound(settings: Settings) -> bool:
    """Whether what stands around the games is set up as it should be."""
    found = checkups(settings)
    for finding in found:
        say(finding.text)
    return all(finding.holds for finding in found)


def _file_is_sound(settings: Settings, *, repair: bool) -> bool:
    """Whether the file of the embedded server can be read, if need be after it was mended."""
    with embedded.claimed(settings.data_dir, settings.fsync) as held:
        engine, folder = held.plan.engine, held.plan.folder
        damage = find_damage(engine, folder)
        if damage is None:
            return True
        _tell(damage)
        if not repair:
            say("Nothing was changed. `acta doctor --repair` cuts that end off, and keeps a copy of the whole file.")
            return False
        say(f"It was cut off. The file as it was: {cut_off(engine, folder, damage)}")
        return find_damage(engine, folder) is None


def _tell(damage: Damage) -> None:
    """Say what is lost if the file is cut where it becomes unreadable."""
    tail = damage.tail()
    say(f"{damage.file} can be read up to byte {damage.good} of {damage.size}.")
    if not any(tail):
        say(f"The {len(tail)} bytes behind it are zeros: no write that was acknowledged is lost.")
        return
    lost: defaultdict[str, list[int]] = defaultdict(list)
    for key, version in _APPENDED.findall(tail):
        game = keys.game_of_events(key.decode(errors="replace"))
        if game is not None:
            lost[game].append(int(version))
    say(f"The {len(tail)} bytes behind it would be lost, with these events in them:" if lost else _NO_EVENTS)
    for game, versions in sorted(lost.items()):
        say(f"  game {game}: versions {min(versions)} to {max(versions)}")


_NO_EVENTS = "What stands behind it would be lost; no event of a game can be made out in it."


async def _look_at_games(store: EventStore) -> _Games:
    found, missing, games = [], 0, await store.games()
    for game in sorted(games):
        try:
            chain.verify(await store.read(game))
        except BadRecord as error:
            found.append(f"game {game}, version {error.version}: {error.reason}")
            missing += isinstance(error, MissingLog)
    return _Games(len(games), found, missing)
