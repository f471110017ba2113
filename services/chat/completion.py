"""What fits the text that somebody is still typing: options of the turn, tables, games."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.kernel.errors import ActaError
from services.chat.actions import commands
from services.chat.call import AnswerOtherwiseError, ChatCall
from services.chat.menus import AT_ONCE
from services.chat.message import MenuChoice, Suggested
from services.chat.requests import Search

_LONGEST = 100
"""Characters of a line; a platform shows no more."""


async def completed(call: ChatCall, search: Search) -> Suggested:
    """At most 25 lines, the best first; none for somebody who may not choose."""
    action = commands().get(search.command)
    arguments = (action.command or ()) if action is not None else ()
    complete = next((one.complete for one in arguments if one.name == search.option), None)
    try:
        choices = [] if complete is None else await complete(call)
    except (ActaError, AnswerOtherwiseError):
        return Suggested(())
    return Suggested(tuple(best([replace(one, label=one.label[:_LONGEST]) for one in choices], search.typed)))


def best(choices: Iterable[MenuChoice], typed: str) -> list[MenuChoice]:
    """Those that hold every typed word, first those that begin with what was typed, each kind in its order."""
    wanted = typed.casefold().split()

    def rank(choice: MenuChoice) -> int | None:
        label = choice.label.casefold()
        if not all(word in label for word in wanted):
            return None
        words = label.replace("(", " ").replace(":", " ").split()
        return sum(not any(one.startswith(word) for one in words) for word in wanted)

    ranked = [(rank(choice), choice) for choice in choices]
    fitting = [(place, choice) for place, choice in ranked if place is not None]
    return [choice for _, choice in sorted(fitting, key=lambda one: one[0])[:AT_ONCE]]
