"""`acta verify`: check the log of a game and say in words what it proves. Changes nothing."""

import re
from collections.abc import Iterator, Mapping, Sequence
from json import dumps
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from msgspec import DecodeError, to_builtins
from rich.text import Text

from domain.kernel.errors import BadRecord
from domain.kernel.heads import digest_of, head_in
from domain.kernel.proof import Failure, Report, Statement, Verdict
from domain.kernel.proof import verify as prove
from domain.kernel.signed_note import BadNote, read_head
from domain.kernel.words import Catalogue
from domain.registry import Registry
from services.cli.errors import NotChecked, Refusal
from services.cli.flags import Flags, settings_from
from services.cli.game_logs import ask_redis, log_of, note_beside
from services.cli.output import note, say
from services.engine.errors import EngineError
from services.settings import Settings
from services.store.heads import Heads

NOT_LISTED = "no line of the log stands in the list of that day: it did not move then, or was written anew since"
EXIT_CODES: dict[Verdict | None, int] = {"broken": 1, None: 2, "not_judged": 3, "holds": 0}
"""Of several verdicts the first counts; none stands for what was not checked."""
_HASH = re.compile("[0-9a-f]{64}")


def verify(
    *sources: Annotated[str, Parameter(help="Exported files, or ids of games.")],
    head: Annotated[
        str | None, Parameter(help="A head of the record that you noted while the game was played.")
    ] = None,
    digest: Annotated[str | None, Parameter(help="A digest of a day's heads that you keep elsewhere.")] = None,
    heads: Annotated[
        Path | None,
        Parameter(help="The list behind that digest, as /api/v1/heads/DAY gives it; else the server's own."),
    ] = None,
    origin: Annotated[
        str | None, Parameter(help="The file, or the id, of the game that a what-if game branches from.")
    ] = None,
    notes: Annotated[
        list[Path] | None,
        Parameter(
            name="--note", help="Signed notes on heads of the game, as told by its server; else that in the file."
        ),
    ] = None,
    key: Annotated[str | None, Parameter(help="The key of that server, by which notes are checked.")] = None,
    json: Annotated[bool, Parameter(help="Print a line of JSON for each source.", negative="")] = False,
    flags: Flags | None = None,
) -> int:
    """Print what each log proves and what it cannot; of several, only what does not hold and the verdicts.

    The exit code is 0 if all hold and 1 if anything in one does not. It is 3 if nothing is wrong with chain and seals,
    but a game was played by rules or with printed data that this Acta does not have, so that it cannot judge it.
    It is 2 if something was not checked, because there is no such file or game.
    """
    _require_sense(sources, head, digest, origin)
    if notes and key is None:
        raise NotChecked("--note needs the --key of the server that signed it: /api/v1/heads has it.")
    settings = settings_from(flags)
    try:
        listed = None if digest is None else list_behind(digest, heads, settings)
    except (Refusal, EngineError) as refusal:
        raise NotChecked(str(refusal)) from refusal
    verdicts = set[Verdict | None]()
    for source in sources:
        try:
            if listed is None:
                report = checked(source, settings, head, origin)
            else:
                report = checked_by_digest(source, settings, listed, origin)
        except (Refusal, EngineError) as refusal:
            if len(sources) == 1:
                raise NotChecked(str(refusal)) from refusal
            verdicts.add(None)
            note(str(refusal))
            continue
        if key is not None:
            report.failures += against_notes(source, report, settings, key, notes or [])
        verdicts.add(report.verdict)
        _tell(source, report, json=json, alone=len(sources) == 1)
    return next(code for verdict, code in EXIT_CODES.items() if verdict in verdicts)


def _require_sense(sources: Sequence[str], head: str | None, digest: str | None, origin: str | None) -> None:
    for name, value in (("head", head), ("digest", digest)):
        if value is not None and not _HASH.fullmatch(value):
            raise NotChecked(f"{value} is no {name}: it has 64 digits from 0 to f, as the page, chat and API show it.")
    if head is not None and digest is not None:
        raise NotChecked("--head and --digest exclude each other: each names a version of its own.")
    if len(sources) != 1 and (not sources or head or origin):
        raise NotChecked("Name at least one file or game; with --head or --origin exactly one.")


def _tell(source: str, report: Report, *, json: bool, alone: bool) -> None:
    if json:
        told = {"source": source, "verdict": report.verdict, **to_builtins(report)}
        say(dumps(told))  # in signs that every terminal and every pipe takes
    elif alone:
        print_report(report)
    else:
        say(Text(source, "bold"))
        print_failures(report)


def checked(source: str, settings: Settings, head: str | None = None, origin: str | None = None) -> Report:
    """Check the log of a file or a game."""
    try:
        began = None if origin is None else log_of(origin, settings)
        return prove(log_of(source, settings), Registry.with_extra(settings.games), head, began)
    except BadRecord as error:
        return Report(failures=[Failure(error.version, error.reason)])


def checked_by_digest(source: str, settings: Settings, heads: bytes, origin: str | None) -> Report:
    """Check the log of a file or a game against the heads of a day."""
    try:
        head = head_in(heads, log_of(source, settings))
    except (BadRecord, DecodeError):
        head = None  # the report says what cannot be read
    report = checked(source, settings, head, origin)
    if head is None:
        report.failures.append(Failure(report.version, NOT_LISTED))
    return report


def against_notes(source: str, report: Report, settings: Settings, key: str, files: Sequence[Path]) -> list[Failure]:
    """What does not hold of the notes in these files, or of the one beside the record."""
    try:
        notes = {str(file): file.read_text("utf-8") for file in files} or {source: note_beside(source)}
        logs = {version: line.hash() for version, line in enumerate(log_of(source, settings), 1)}
    except (BadRecord, OSError, UnicodeDecodeError) as error:
        return [Failure(report.version, f"its notes cannot be read: {error}", "head")]
    return [failure for name, text in notes.items() for failure in _against(name, text, key, report.game_id, logs)]


def _against(name: str, text: str, key: str, game: str, heads: Mapping[int, str]) -> Iterator[Failure]:
    try:
        said = read_head(text, key)
    except BadNote as error:
        yield Failure(max(heads, default=0), f"the note in {name} does not hold: {error}", "head")
        return
    if said.game != game:
        yield Failure(said.version, f"the note in {name} is on another game, {said.game}", "head")
    elif heads.get(said.version) != said.head:
        reason = f"the server signed another head of this version, {said.head}: the note in {name} is evidence of that"
        yield Failure(said.version, reason, "head")


def list_behind(digest: str, file: Path | None, settings: Settings) -> bytes:
    """The list whose digest it is: from a file, or from this server."""
    if file is not None:
        try:
            heads = file.read_bytes()
        except OSError as error:
            raise Refusal(f"{file} cannot be read: {error.strerror}.") from error
        if digest_of(heads) != digest:
            raise Refusal(f"{file} is not the list behind {digest}.")
        return heads
    if settings.redis_url is None and not settings.data_dir.exists():
        raise Refusal("No server here knows the digest. Give its list with --heads (/api/v1/heads/DAY).")
    found = ask_redis(settings, lambda client: _stored_list(Heads(client), digest))
    if found is None:
        raise Refusal(f"This server has no digest {digest}: it is not the digest of that day’s list.")
    return found


async def _stored_list(heads: Heads, digest: str) -> bytes | None:
    day = next((one.day for one in await heads.digests() if one.digest == digest), None)
    found = None if day is None else await heads.list_of(day)
    return found if found is not None and digest_of(found) == digest else None


_VERDICTS: dict[Verdict, Text] = {
    "holds": Text("The log holds.", "bold green"),
    "broken": Text("The log does NOT hold.", "bold red"),
    "not_judged": Text(
        "The log is NOT JUDGED: its chain and its seals hold, its choices and points may be made up.", "bold yellow"
    ),
}


def print_report(report: Report) -> None:
    """Print a report."""
    if report.game_id:
        say(Text.assemble(("Game ", "dim"), report.game_id, (f" ({report.game}), {report.version} events", "dim")))
    _print_statements("What is proven:", "✓", "green", report.proven)
    _print_statements("What this log cannot prove:", "–", "yellow", report.unproven)
    if report.failures:
        say(Text("What does not hold:", "bold"))
    print_failures(report)


def print_failures(report: Report) -> None:
    """Print what does not hold, and the verdict."""
    for failure in report.failures:
        say(Text.assemble(("  ✗ ", "red"), f"version {failure.version}: {failure.reason}"))
    say(_VERDICTS[report.verdict])


def _print_statements(heading: str, sign: str, colour: str, statements: list[Statement]) -> None:
    words = Catalogue.load("domain.kernel")
    if statements:
        say(Text(heading, "bold"))
    for statement in statements:
        say(Text.assemble((f"  {sign} ", colour), words.say(f"proof.{statement.key}", statement.args)))
