"""What commands print: coloured on a terminal, never wrapped. Texts of people cannot make the terminal do anything."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from services.free_text import escaped

WIDE = 1000
"""Columns of a table that is copied from: nothing in it is wrapped or cut, whatever the terminal's width."""


def say(line: str | Text) -> None:
    """Print one line on standard output."""
    _print(line, to_errors=False)


def note(line: str) -> None:
    """Print one line on standard error: for people, where standard output may be a file or a pipe."""
    _print(line, to_errors=True)


def show_table(columns: Sequence[str | Column], rows: Iterable[Sequence[str]], *, wide: bool = False) -> None:
    """Print a table on standard output."""
    table = Table(*columns, box=None, pad_edge=False) if wide else Table(*columns)
    for row in rows:
        table.add_row(*(Text(escaped(cell)) for cell in row))
    Console(width=WIDE if wide else None, highlight=False).print(table)


def _print(line: str | Text, *, to_errors: bool) -> None:
    plain = str(line)
    harmless = escaped(plain, lines=True)
    shown = line if harmless == plain else harmless
    Console(soft_wrap=True, highlight=False, markup=False, stderr=to_errors).print(shown)
