"""Paths of things as forms carry them, and every option as a list for those who do not point."""

from collections.abc import Sequence
from typing import NamedTuple

from services.play.asking import heading_of
from services.play.positions import Position


class ListedChoice(NamedTuple):
    """A legal option for those who do not point: its path as one text, and its words."""

    path: str
    label: str
    aside: bool


def listed_choices(position: Position, lang: str) -> list[tuple[str, list[ListedChoice]]]:
    """Every legal option under the headings of a menu; those that nobody waits for come last."""
    composed = position.composed
    if composed is None:
        return []
    groups: dict[str, list[ListedChoice]] = {}
    for choice in sorted(composed.pointing.choices, key=lambda it: it.command.ASIDE):
        heading = heading_of(position, composed, choice.command, lang)
        groups.setdefault(heading, []).append(ListedChoice(joined(choice.path), choice.label, choice.command.ASIDE))
    return [*groups.items()]


def joined(path: Sequence[str]) -> str:
    """A path as one text, for a form or an address; no handle holds a blank."""
    return " ".join(path)


def parted(path: str) -> tuple[str, ...]:
    """The path that a text stands for."""
    return tuple(path.split())
