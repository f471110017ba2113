"""What commands print for people and pipes alike: coloured on a terminal, never wrapped."""

from rich.console import Console
from rich.text import Text


def say(line: str | Text) -> None:
    """Print one line on standard output."""
    Console(soft_wrap=True, highlight=False, markup=False).print(line)


def note(line: str) -> None:
    """Print one line on standard error: for people, where standard output may be a file or a pipe."""
    Console(soft_wrap=True, highlight=False, markup=False, stderr=True).print(line)
