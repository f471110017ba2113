"""What a request means: which action it asks for, with what, and whether it may change something.

Never looks at a table: both platforms must know it before they answer for the first time.
"""

from collections.abc import Mapping
from typing import NamedTuple

from services.chat.actions import ACTIONS, commands
from services.chat.call import HERE, PUBLIC
from services.chat.reference import Reference
from services.chat.requests import ChatCommand, ChatRequest, Press, Search

TABLES, MORE = "at", "life"
"""Menus whose lines are tables at which to ask for one action, or actions to ask for at one table."""


class Meaning(NamedTuple):
    """What is asked for, as if a button of that name had been pressed."""

    reference: Reference
    values: tuple[str, ...] = ()
    """What a menu or a form brought."""
    arguments: Mapping[str, str] = {}
    """What was given with a command."""

    @property
    def given(self) -> bool:
        """Whether there is more than an action and a table."""
        return bool(self.values) or any(value for name, value in self.arguments.items() if name != "table")


def meaning_of(request: ChatRequest) -> Meaning:
    """What a request means."""
    match request.what:
        case ChatCommand() as command:
            return Meaning(Reference(action=command.name), arguments=_arguments(command))
        case Search(command=name, options=options):
            return Meaning(Reference(action=name), arguments=options)
        case Press(reference=reference, values=values):
            return _pressed(reference, values)


def only_reads(request: ChatRequest) -> bool:
    """Whether nothing changes however often a request is answered."""
    meaning = meaning_of(request)
    action = ACTIONS.get(meaning.reference.action)
    if isinstance(request.what, Search):
        return True
    return action is not None and (action.stores == "never" or (action.stores == "given" and not meaning.given))


def may_be_for_all(request: ChatRequest) -> bool:
    """Whether a request that changes something may be answered for everybody, which is not known before."""
    action = ACTIONS.get(meaning_of(request).reference.action)
    return isinstance(request.what, ChatCommand) and action is not None and action.for_all


def changes_message(request: ChatRequest) -> bool:
    """Whether the answer is expected to take the place of the message that was pressed, or to stand below it."""
    reference = meaning_of(request).reference
    action = ACTIONS.get(reference.action)
    opens = action is not None and action.opens_for_all
    return isinstance(request.what, Press) and (opens or stands_in_place(reference))


def shows_board(request: ChatRequest) -> bool:
    """Whether it was to see the board that something was asked for."""
    action = ACTIONS.get(meaning_of(request).reference.action)
    return action is not None and action.draws and not isinstance(request.what, Search)


def stands_in_place(reference: Reference) -> bool:
    """Whether what is pressed stands in a message whose place its answer takes."""
    action = ACTIONS.get(reference.action)
    return reference.part in {HERE, PUBLIC} or (action is not None and action.in_place)


def _pressed(reference: Reference, values: tuple[str, ...]) -> Meaning:
    """A button, a form, or a line of a menu; what stands in one of two menus means what its line names."""
    if reference.action == TABLES and values:
        return Meaning(Reference(action=reference.part, game=values[0], part=HERE))
    if reference.action == MORE:
        line = values[0] if values else "table"
        action = line.rstrip("0123456789")
        seat = line[len(action) :]
        return Meaning(Reference(action=action, game=reference.game, part=HERE), (seat,) if seat else ())
    return Meaning(reference, values)


def _arguments(command: ChatCommand) -> Mapping[str, str]:
    """What was given with a command, by the names of its arguments: filled in, or typed one word after the other."""
    known = commands().get(command.name)
    if known is None:
        return {}
    if command.options:
        return command.options
    given: dict[str, str] = {}
    typed = command.text.strip()
    for argument in known.command or ():
        first, _, following = typed.partition(" ")
        value, typed = (typed, "") if argument.rest else (first, following.strip())
        if value:
            given[argument.name] = value
    return given
