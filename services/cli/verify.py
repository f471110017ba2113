"""`acta verify`: check the log of a game and say in words what it proves. Changes nothing."""

import re
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from domain.kernel.errors import BadRecord
from domain.kernel.proof import Failure, Report, Statement, Verdict
from domain.kernel.proof import verify as prove
from domain.kernel.words import Catalogue
from domain.registry import Registry
from services.cli.errors import Refused
from services.cli.flags import Flags, settings_from
from services.cli.game_logs import log_of
from services.cli.output import say
from services.settings import Settings

EXIT_CODES: dict[Verdict, int] = {"holds": 0, "broken": 1, "not_judged": 3}
_HEAD = re.compile("[0-9a-f]{64}")


def verify(
    source: Annotated[str, Parameter(help="An exported file, or the id of a game.")],
    *,
    head: Annotated[str | None, Parameter(help="A head of the chain that you saw while the game was played.")] = None,
    origin: Annotated[
        str | None, Parameter(help="The file, or the id, of the game that a what-if game branches from.")
    ] = None,
    flags: Flags | None = None,
) -> int:
    """Print what the log proves and what it cannot.

    The exit code is 0 if it holds and 1 if anything in it does not. It is 3 if nothing is wrong with chain and seals,
    but the game was played by rules or with printed data that this Acta does not have, so that it cannot judge it.
    """
    if head is not None and not _HEAD.fullmatch(head):
        raise Refused(f"{head} is no head: it has 64 digits from 0 to f, as the page, chat and API show it.")
    report = checked(source, settings_from(flags), head, origin)
    print_report(report)
    return EXIT_CODES[report.verdict]


def checked(source: str, settings: Settings, head: str | None = None, origin: str | None = None) -> Report:
    """Check the log of a file or a game."""
    try:
        began = None if origin is None else log_of(origin, settings)
        return prove(log_of(source, settings), Registry.with_extra(settings.games), head, began)
    except BadRecord as error:
        return Report(failures=[Failure(error.version, error.reason)])


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
    for failure in report.failures:
        say(Text.assemble(("  ✗ ", "red"), f"version {failure.version}: {failure.reason}"))
    say(_VERDICTS[report.verdict])


def _print_statements(heading: str, sign: str, colour: str, statements: list[Statement]) -> None:
    words = Catalogue.load("domain.kernel")
    if statements:
        say(Text(heading, "bold"))
    for statement in statements:
        say(Text.assemble((f"  {sign} ", colour), words.say(f"proof.{statement.key}", statement.args)))
