"""Games as the operator sees them: which there are, where each stands, and which leave Redis for the archive."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Annotated, NamedTuple

from cyclopts import App, Parameter
from rich.console import Console
from rich.progress import Progress

from domain.kernel import chain
from domain.kernel.envelope import Record
from domain.kernel.errors import BadRecord, NotFound
from domain.kernel.ids import GameId, UserId
from projections import lobby
from projections.rows import EVERYONE, ModelKey
from services.cli.admin.asking import named, operator, with_services
from services.cli.errors import Refusal
from services.cli.flags import Flags, settings_from
from services.cli.game_logs import secret_of
from services.cli.output import note, say, show_table
from services.foundation import Services
from services.settings.values import MEBIBYTE
from services.store.archive import Archive

app = App()


@app.command
def games(
    *,
    status: Annotated[str | None, Parameter(help="Only those that are: lobby, active, scoring, finished …")] = None,
    of: Annotated[str | None, Parameter(help="Only those of this person, private ones too.")] = None,
    limit: Annotated[int, Parameter(help="How many, the newest.")] = 50,
    flags: Flags | None = None,
) -> None:
    """List games, as lists know them; private ones only of a person who is named."""

    async def listed(services: Services) -> list[lobby.LobbyRow]:
        owner = (await named(services, of)).user_id if of else EVERYONE
        wanted = lambda row: status in {None, row.status}  # noqa: E731 - a condition of one line
        found = await services.models.page(ModelKey(lobby.MODEL, owner), lobby.LobbyRow, wanted, None, limit)
        return found.rows

    found = with_services(settings_from(flags), listed)
    cells = ((row.game_id, row.game, row.status, str(row.version), row.updated_at[:16], row.title) for row in found)
    show_table(("Game", "Kind", "Status", "Version", "Last choice", "Title"), cells)


@app.command
def game(game: str, *, flags: Flags | None = None) -> None:
    """Say where a game stands: its people, its log, and where that lies. Never a hand."""

    async def look(services: Services) -> Iterator[str]:
        game_id, store = GameId(game), services.tables.store
        try:
            async with services.tables.lock(game_id):
                found = await services.tables.current(game_id)
        except NotFound:
            raise Refusal(f"There is no game {game}.") from None
        table = found.match.table
        users = [chair.user for chair in table.chairs if chair.user]
        names = await services.accounts.names_with_strangers([UserId(user) for user in users])
        seats = [names.get(chair.user, chair.user) if chair.user else chair.bot or "open" for chair in table.chairs]
        where = f"archived in {services.settings.archive_folder}" if await store.is_archived(game_id) else "in Redis"
        return iter(
            (
                f"{table.game}, {found.match.status()}{', private' if table.private else ''}: {table.title}",
                f"Seats: {', '.join(seats)}.",
                f"The log has {found.version} events and lies {where}. Its head: {found.head}",
            )
        )

    for line in with_services(settings_from(flags), look):
        say(line)


@app.command
def archive(
    *,
    days: Annotated[int, Parameter(help="Games whose last event is at least so many days old.")] = 90,
    only: Annotated[str | None, Parameter(name="--game", help="Only this game, however old.")] = None,
    flags: Flags | None = None,
) -> None:
    """Move the logs of finished games out of Redis into compressed files.

    Each file is written, flushed to disk and read back, and its chain is checked, before the log is deleted from
    Redis. Readers notice nothing: table, replay, export and checks read the file. Names, talk and lists stay where
    they are. Back them up with `acta backup --with-archive`, or copy the folder beside your backups.
    """
    settings = settings_from(flags)

    async def run(services: Services) -> Archived:
        about = f"older than {days} days" if only is None else ""
        await services.server.audit.note(operator(), "archive", only or "", about)
        return await _archive(services, Archive(settings.archive_folder), days, only)

    done = with_services(settings, run)
    size = f"{done.bytes / MEBIBYTE:.2f} MiB"
    say(f"{done.games} games with {done.events} events were moved to {settings.archive_folder}: {size}.")


class Archived(NamedTuple):
    """What went into the archive."""

    games: int = 0
    events: int = 0
    bytes: int = 0


async def _archive(services: Services, archive: Archive, days: int, only: str | None) -> Archived:
    store, done = services.tables.store, Archived()
    before = (datetime.now(UTC) - timedelta(days=days)).isoformat() if only is None else None
    games = [GameId(only)] if only else sorted(await store.games())
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        for game_id in progress.track(games, description="Archiving"):
            try:
                records = await _finished(services, game_id, before)
            except BadRecord as error:
                note(f"game {game_id} stays in Redis: version {error.version}: {error.reason}")
                continue
            if records:
                size = archive.write(game_id, records)
                if await store.let_go(game_id, len(records), records[-1].hash()):
                    done = Archived(done.games + 1, done.events + len(records), done.bytes + size)
            elif only is not None:
                raise Refusal(f"There is no finished game {only} in Redis.")
    return done


async def _finished(services: Services, game: GameId, before: str | None) -> list[Record]:
    """The whole log of a game that is over, if its last event is old enough and its chain holds."""
    store = services.tables.store
    if await store.is_archived(game):
        return []
    version = await store.version(game)
    last = await store.read(game, after=max(version - 1, 0))
    if not last or (before is not None and last[-1].envelope().at > before):
        return []
    records = await store.read(game)
    if chain.verify(records) != await store.head(game):
        raise BadRecord(len(records), "it is not the head that the store remembers", game)
    return records if secret_of(records) is not None else []
