"""Where a command finds the log of a game: in an exported file, or on the server that the settings mean."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from domain.kernel import chain
from domain.kernel import lifecycle as life
from domain.kernel.envelope import Codec, Record
from domain.kernel.errors import BadRecord, NotFound
from domain.kernel.export import FileLine, people_named, read_line
from domain.kernel.game import AnyGame
from domain.kernel.ids import GameId, UserId
from domain.kernel.log import read_created
from domain.registry import Registry
from services.cli.errors import Refusal
from services.engine.embedded import opened
from services.engine.folder import Folder
from services.settings import Settings
from services.store import archived_form
from services.store.accounts.rights_changes import RightsChanges
from services.store.accounts.stored_accounts import StoredAccounts
from services.store.archive import Archive
from services.store.client import Client, giving_bytes
from services.store.connections import connect
from services.store.events import EventStore

T = TypeVar("T")


def log_of(source: str, settings: Settings) -> list[Record]:
    """The log in that file, else of that game. A line that is none raises `BadRecord`."""
    path = Path(source)
    if not path.exists() or path.is_dir():
        return stored_log(source, settings)
    return [line.record for line in lines_of(path)]


def note_beside(source: str) -> str:
    """The signed note that stands in a file; nothing in one without, and of a game on the server."""
    path = Path(source)
    return next((line.note for line in lines_of(path) if line.note), "") if path.is_file() else ""


def names_in(source: str, records: Iterable[Record], settings: Settings) -> Mapping[UserId, str]:
    """What the people of a log are called: as its file says, or on the server that has the game."""
    path = Path(source)
    if path.exists() and not path.is_dir():
        return names_beside(lines_of(path))
    users = {user for record in records for user in people_named(record)}
    return ask_redis(settings, lambda client: StoredAccounts(client, RightsChanges()).names_with_strangers([*users]))


def names_beside(lines: Iterable[FileLine]) -> dict[UserId, str]:
    """All names that stand in a file."""
    return {user: name for line in lines for user, name in line.names.items()}


def game_of(source: str, settings: Settings) -> tuple[AnyGame, list[Record]]:
    """The game and the whole log of a file or a game, or a sentence that says why there is none."""
    try:
        records = log_of(source, settings)
        _ = chain.verify(records)
        return Registry.with_extra(settings.games).get(read_created(records).game), records
    except (BadRecord, msgspec.ValidationError, IndexError) as error:
        raise Refusal(f"The record does not hold: `acta verify {source}` says why ({error}).") from error
    except NotFound as error:
        raise Refusal(f"This Acta does not have the game {error}.") from error


def has_our_rules(game: AnyGame, records: Iterable[Record]) -> bool:
    """Whether this Acta has the rules and the printed data that a log names."""
    ours, codec = (game.meta.rules_version, game.meta.data_hash), Codec(game)
    events = (codec.event(record) for record in records if record.envelope().type in life.KINDS)
    named = [event for event in events if isinstance(event, life.GameCreated | life.RulesAdopted)]
    return all((event.rules_version, event.data_hash) == ours for event in named)


def up_to(records: list[Record], at: int | None) -> int:
    """The version that was asked for, if the log has it; else the newest."""
    if at is not None and not 1 <= at <= len(records):
        raise Refusal(f"The game has the versions 1 to {len(records)}.")
    return at or len(records)


def lines_of(path: Path) -> list[FileLine]:
    """The lines of an exported file, or of one of the archive."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise Refusal(f"{path} cannot be read: {error.strerror}.") from error
    if text.startswith(archived_form.MAGIC):
        return [FileLine(record, b"", {}) for record in archived_form.unpack(archived_form.game_of(text), text)]
    text = text.removesuffix(b"\n")
    lines = text.split(b"\n") if text else []  # splitlines would let another byte stand where a line ends
    return [read_line(line, version) for version, line in enumerate(lines, 1)]


def stored_log(game: str, settings: Settings) -> list[Record]:
    """The whole log of a game on the server, with everything that is sealed in it."""
    if Path(game).is_dir():
        raise Refusal(f"{game} is a folder: name an exported file, or a game by its id.")
    if settings.redis_url is None and not Folder(settings.data_dir).holds_data():
        raise Refusal(f"There is no file {game}, and the folder {settings.data_dir} holds no data of Acta.")
    records = ask_store(settings, lambda store: store.read(GameId(game)))
    if not records:
        raise Refusal(f"There is no file and no game {game}.")
    return records


def ask_store(settings: Settings, question: Callable[[EventStore], Awaitable[T]]) -> T:
    """Ask the store of a running server, or of its data folder while it is stopped."""
    archive = Archive(settings.archive_folder)
    return ask_redis(settings, lambda client: question(EventStore(client, archive=archive)))


def ask_redis(settings: Settings, question: Callable[[Client], Awaitable[T]]) -> T:
    """Ask for what lies beside the logs, of a running server or of its data folder while it is stopped."""

    async def ask(url: str) -> T:
        client = connect(url)
        try:
            return await question(giving_bytes(client))
        finally:
            await client.aclose()

    with opened(settings) as url:
        return asyncio.run(ask(url))


def secret_of(records: Iterable[Record]) -> bytes | None:
    """The secret that a log reveals; `None` while its game runs."""
    for record in records:
        envelope = record.envelope()
        if envelope.type == life.SecretRevealed.__name__:
            return bytes.fromhex(msgspec.json.decode(envelope.data, type=life.SecretRevealed).secret)
    return None
