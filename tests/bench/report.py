"""Plain text for a terminal: lines and aligned tables."""

import sys
from collections.abc import Sequence


def say(text: str = "") -> None:
    """Print a line at once, so that a long run shows where it is."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def show(title: str, head: Sequence[str], rows: Sequence[Sequence[str | float]]) -> None:
    """Print a table: words to the left, figures to the right."""
    cells = [list(head), *([_text(value) for value in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    figures = [all(isinstance(row[column], (int, float)) for row in rows) for column in range(len(head))]
    say()
    say(title)
    for number, row in enumerate(cells):
        aligned = zip(row, widths, figures, strict=True)
        say("  ".join(cell.rjust(width) if figure else cell.ljust(width) for cell, width, figure in aligned).rstrip())
        if number == 0:
            say("  ".join("-" * width for width in widths))


def _text(value: str | float) -> str:
    """Three significant figures are more than a shared machine can promise."""
    if isinstance(value, str):
        return value
    if isinstance(value, int) or value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}" if value else "0"
