"""The options of a turn as menus: the kind, then the thing, then the rest, until one command is meant.

A line is known by a short hash of what it stands for, so that it means the same whatever has changed around it.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from domain.kernel.game import Command
from services.chat.message import ChoiceGroup, MenuChoice
from services.chat.reference import key_of, short_hash
from services.chat.wording import WORDS

AT_ONCE = 25
"""Options that are shown in one menu with all their words: as many as the smallest menu of a platform holds."""


class TurnOption(NamedTuple):
    """A legal command: its words, the heading under which it stands, the things by which it is pointed at."""

    command: Command
    label: str
    heading: str
    path: tuple[str, ...]


class MenuNode(NamedTuple):
    """How far somebody has chosen: nothing yet, a kind, or things that begin several commands."""

    heading: str = ""
    path: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What a reference carries; nothing for the beginning."""
        return short_hash(_content(self)) if self != ROOT else ""

    def leads_to(self, option: TurnOption) -> bool:
        """Whether a command is still meant."""
        return self.heading in {"", option.heading} and option.path[: len(self.path)] == self.path


ROOT = MenuNode()


class MenuLine(NamedTuple):
    """A line of a menu: a command, or several that begin alike."""

    label: str
    content: bytes
    heading: str = ""


def command_name(command: Command) -> str:
    """The hash by which a line knows its command."""
    return short_hash(_encoded(command))


def find_node(options: Sequence[TurnOption], name: str) -> MenuNode:
    """The node that a reference names; the beginning, if there is no such (any more)."""
    if not name:
        return ROOT
    nodes = (
        MenuNode(heading, option.path[:length])
        for option in options
        for heading in (option.heading, "")
        for length in range(len(option.path) + 1)
    )
    return next((node for node in nodes if node.name == name), ROOT)


def lines(options: Sequence[TurnOption], node: MenuNode, name: Callable[[str], str], lang: str) -> list[MenuLine]:
    """What can be chosen at a node."""
    meant = [option for option in options if node.leads_to(option)]
    headings = list(dict.fromkeys(option.heading for option in meant))
    if len(meant) <= AT_ONCE:
        return [command_line(option) for option in meant]
    if len(headings) > 1:
        return [_kind(heading, [one for one in meant if one.heading == heading], lang) for heading in headings]
    return _things(meant, node, name, lang)


def _kind(heading: str, meant: Sequence[TurnOption], lang: str) -> MenuLine:
    if len(meant) == 1:
        return command_line(meant[0])._replace(heading="")
    return MenuLine(_counted(heading, len(meant), lang), _content(MenuNode(heading)))


def _things(meant: Sequence[TurnOption], node: MenuNode, name: Callable[[str], str], lang: str) -> list[MenuLine]:
    """The next things; where there is but one, those after it."""
    path = node.path
    while len(firsts := {option.path[len(path) : len(path) + 1] for option in meant}) == 1 and (first := firsts.pop()):
        path += first
    branches: dict[tuple[str, ...], list[TurnOption]] = {}
    for option in meant:
        branches.setdefault(option.path[: len(path) + 1], []).append(option)
    if len(branches) == 1:  # commands that no thing tells apart
        return [command_line(option) for option in meant]
    return [
        command_line(those[0])
        if len(those) == 1
        else MenuLine(
            _counted(name(thing[-1]), len(those), lang), _content(MenuNode(node.heading, thing)), those[0].heading
        )
        for thing, those in branches.items()
    ]


def groups(lines_: Sequence[MenuLine]) -> tuple[ChoiceGroup, ...]:
    """Lines as a menu, under their headings."""
    choices: dict[str, list[MenuChoice]] = {}
    for index, line in enumerate(lines_):
        choices.setdefault(line.heading, []).append(MenuChoice(line.label, key_of(index, line.content).encoded()))
    return tuple(ChoiceGroup(heading, tuple(those)) for heading, those in choices.items())


def command_line(option: TurnOption) -> MenuLine:
    """The line of a command."""
    return MenuLine(option.label, _encoded(option.command), option.heading)


def _counted(label: str, number: int, lang: str) -> str:
    return WORDS.say("turn.several", {"what": label, "number": number}, lang=lang)


def _content(node: MenuNode) -> bytes:
    return "\n".join(("node", node.heading, *node.path)).encode()


def _encoded(command: Command) -> bytes:
    return msgspec.json.encode(command, order="deterministic")
