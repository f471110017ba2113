"""Pointing: a legal command is named by a short path of things on the table, its handles.

A reader points at the first thing, the commands whose paths begin with it stay, the next things light up, until one
command is left. Page, chat menus and screen readers live off the same paths.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from domain.kernel.game import Command
from services.render.drawing import Target

Handles = Callable[[Command], tuple[str, ...]]
"""The path of a command; a renderer has one such function, in its `pointing.py`."""


class Choice(NamedTuple):
    """A legal command, what it is called, and its path."""

    command: Command
    label: str
    path: tuple[str, ...]


class Pointing:
    """The legal commands of a seat by their paths."""

    def __init__(self, options: Sequence[tuple[Command, str]], handles: Handles) -> None:
        """Take commands with their labels."""
        self.choices = tuple(Choice(command, label, handles(command)) for command, label in options)

    def beginning_with(self, chosen: Sequence[str]) -> list[Choice]:
        """The commands that are still meant after these things were pointed at."""
        start = tuple(chosen)
        return [choice for choice in self.choices if choice.path[: len(start)] == start]

    def next_targets(self, chosen: Sequence[str], name: Callable[[str], str]) -> dict[str, Target]:
        """The things that can be pointed at next; one that leaves a single command is called by its label."""
        found: dict[str, list[Choice]] = {}
        for choice in self.beginning_with(chosen):
            if len(choice.path) > len(chosen):
                found.setdefault(choice.path[len(chosen)], []).append(choice)
        return {
            handle: Target(
                choices[0].label if len(choices) == 1 else name(handle), all(c.command.ASIDE for c in choices)
            )
            for handle, choices in found.items()
        }
