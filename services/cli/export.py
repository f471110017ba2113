"""`acta export`: write the log of a game to a file that can be checked anywhere."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from domain.kernel.anonymous import anonymised
from domain.kernel.envelope import Record, redact
from domain.kernel.export import Beside, to_line
from domain.kernel.ids import GameId, Seat
from domain.kernel.log import read_created
from domain.kernel.proof import verify
from domain.registry import Registry
from services.cli.errors import Refusal
from services.cli.flags import Flags, settings_from
from services.cli.game_logs import ask_store, names_in, secret_of, stored_log
from services.cli.output import note
from services.store.events import EventStore

UNREDACTED = "This copy opens what the players of a running game must not see. --public or --as SEAT leaves it sealed."
ANONYMOUS = (
    "This is a log of its own, with a new id, a new chain and a new head: accounts are called player-1, player-2 …, "
    "title, invitations and times are gone. It proves itself like the first one, but not that it is a copy of it. "
    "The nonces are as the players sent them, since every draw follows from them: read them before you hand it on. "
    "Next to the first log, secret and nonces show that it is the same game."
)


def export(
    game: Annotated[str, Parameter(help="The id of the game.")],
    *,
    output: Annotated[
        Path | None, Parameter(name=["--output", "-o"], help="Write to this file instead of standard output.")
    ] = None,
    as_seat: Annotated[int | None, Parameter(name="--as", help="Open only what this seat may see.")] = None,
    public: Annotated[bool, Parameter(negative="", help="Open only what everyone may see.")] = False,
    anonymise: Annotated[bool, Parameter(negative="", help="A copy without accounts, title and times.")] = False,
    flags: Flags | None = None,
) -> None:
    """Write one line an event. A game that is over is whole in every copy."""
    if (as_seat is not None) + public + anonymise > 1:
        raise Refusal("Use only one of --as, --public and --anonymise.")
    settings = settings_from(flags)
    records, beside = stored_log(game, settings), ask_store(settings, lambda store: _beside(store, game))
    if anonymise:
        records = _anonymous(records, Registry.with_extra(settings.games))
    else:
        beside = beside._replace(names=names_in(game, records, settings))
        records = records if secret_of(records) else _redacted(records, as_seat, public=public)
    _write(b"".join(to_line(record, beside) for record in records), output)


async def _beside(store: EventStore, game: str) -> Beside:
    return Beside(await store.printed(), await store.is_unjudged(GameId(game)))


def _anonymous(records: list[Record], registry: Registry) -> list[Record]:
    secret = secret_of(records)
    if secret is None:
        raise Refusal("Only a game that is over can be anonymised: the new chain needs the secret.")
    report = verify(records, registry)
    if report.failures:
        raise Refusal(f"The record does not hold: `acta verify {report.game_id}` says why.")
    note(ANONYMOUS)
    return anonymised(registry.get(report.game), secret, records)


def _redacted(records: list[Record], seat: int | None, *, public: bool) -> list[Record]:
    """A running game with only what that seat, or everyone, may see."""
    if seat is None and not public:
        note(UNREDACTED)
        return records
    players = read_created(records).players
    if seat is not None and seat not in range(players):
        raise Refusal(f"The table has the seats 0 to {players - 1}.")
    return [redact(record, None if seat is None else Seat(seat)) for record in records]


def _write(lines: bytes, output: Path | None) -> None:
    if output is None:
        sys.stdout.buffer.write(lines)
        return
    try:
        output.write_bytes(lines)
    except OSError as error:
        raise Refusal(f"{output} cannot be written: {error.strerror}.") from error
