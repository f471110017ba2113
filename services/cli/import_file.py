"""`acta import`: take in the log of a finished game, if its record holds."""

import re
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from domain.kernel.envelope import GENESIS, Record
from domain.kernel.errors import BadRecord, StaleVersion
from domain.kernel.ids import GameId, Version
from domain.kernel.proof import Report
from domain.kernel.proof import verify as prove
from domain.registry import Registry
from services.cli.errors import Refusal
from services.cli.flags import Flags, settings_from
from services.cli.game_logs import ask_redis, ask_store, lines_of, names_beside, secret_of
from services.cli.output import say
from services.cli.verify import print_report
from services.store.accounts.rights_changes import RightsChanges
from services.store.accounts.stored_accounts import StoredAccounts
from services.store.events import Append, CommandKey, EventStore

_ID = re.compile("[0-9a-f]{1,64}")


def import_file(
    file: Annotated[Path, Parameter(help="A file that `acta export` or the API wrote.")],
    *,
    unjudged: Annotated[
        bool,
        Parameter(
            negative="", help="Import it even if this Acta cannot judge it; it is marked and counts in no results."
        ),
    ] = False,
    flags: Flags | None = None,
) -> None:
    """Check the file and keep its game under its own id, to be looked at and replayed like any other.

    Only a log that holds is taken in: with --unjudged also one that was played by other rules or with other printed
    data than this Acta has. Such a game is marked wherever it is shown, and counts for nobody; a log that holds takes
    its place.
    """
    settings = settings_from(flags)
    if not file.exists():
        raise Refusal(f"There is no file {file}.")
    try:
        lines = lines_of(file)
    except BadRecord as error:
        raise Refusal(f"{file} is not the record of a game: {error}.") from error
    records = [line.record for line in lines]
    report = prove(records, Registry.with_extra(settings.games))
    secret = _secret_of_whole(report, records, unjudged=unjudged)
    ask_store(settings, lambda store: _keep_printed(store, [line.printed for line in lines if line.printed]))
    replaces = report.holds and ask_store(settings, lambda store: store.discard_unjudged(GameId(report.game_id)))
    if ask_store(settings, lambda store: _keep(store, report, records, secret)):
        names = names_beside(lines)
        ask_redis(settings, lambda client: StoredAccounts(client, RightsChanges()).keep_strangers(names))
        say(f"The game {report.game_id} is here now, with {report.version} events.")
    else:
        say(f"The game {report.game_id} is here already.")
    if replaces:
        say("It replaces a record that nobody here had judged. `acta rebuild` brings lists up to date.")


def _secret_of_whole(report: Report, records: list[Record], *, unjudged: bool) -> bytes:
    """The secret of a log that holds and that this server can read, or a refusal."""
    if report.failures:
        print_report(report)
        raise Refusal("A record that does not hold is not imported.")
    secret = secret_of(records)
    if secret is None:
        raise Refusal("Only a game that is over can be imported: a running one needs the secret of its own server.")
    if any(statement.key == "unknown_game" for statement in report.unproven):
        raise Refusal(f"This server does not have the game {report.game}.")
    if not (report.holds or unjudged):
        print_report(report)
        raise Refusal("What this Acta cannot judge is imported only with --unjudged, and then counts for nobody.")
    if not _ID.fullmatch(report.game_id):
        raise Refusal(f"{report.game_id!r} is not the id of a game, which has only digits from 0 to f.")
    return secret


async def _keep_printed(store: EventStore, texts: list[bytes]) -> None:
    """Keep what boards and cards said in this game, which may be older than what they say here today."""
    for text in texts:
        await store.keep_printed(text)


async def _keep(store: EventStore, report: Report, records: list[Record], secret: bytes) -> bool:
    """Append the whole log at once; `False` if it is here, `Refused` if another one has its id."""
    game = GameId(report.game_id)
    here = await store.read(game, limit=len(records))
    if not here:
        name = CommandKey(f"import:{report.head}", "")
        try:
            unjudged = not report.holds
            await store.append(Append(game, Version(0), GENESIS, report.head, records, name, None, secret, unjudged))
        except StaleVersion:
            return await _keep(store, report, records, secret)  # another import was quicker
        return True
    if here != records:
        raise Refusal(f"The game {game} is here with another record. Neither is changed.")
    return False
