"""What fits the text that somebody is still typing: options of the turn, tables, games."""

from collections.abc import Iterable

from domain.kernel.errors import ActaError
from services.chat.asked import AnswerOtherwiseError, Asked
from services.chat.composing import position_at
from services.chat.menus import AT_ONCE, command_line
from services.chat.tables import my_tables, table_label, table_of
from services.chat.turns import options_of
from services.outbound.chat.message import Choice, Found
from services.outbound.chat.reference import key_of

_LONGEST = 100
"""Characters of a line; a platform shows no more."""


async def search(asked: Asked, option: str, typed: str) -> Found:
    """At most 25 lines, the best first; none for somebody who may not choose."""
    try:
        match option:
            case "option":
                found = await _options(asked)
            case "table":
                found = [Choice(table_label(asked, one)[:_LONGEST], one.game_id) for one in await my_tables(asked)]
            case "game":
                games = asked.deps.games.tables.registry
                found = [Choice(game.name_in(asked.lang), game.meta.slug) for game in games]
            case _:
                found = []
    except (ActaError, AnswerOtherwiseError):
        return Found(())
    return Found(tuple(best(found, typed)))


async def _options(asked: Asked) -> list[Choice]:
    position = await position_at(asked, await table_of(asked))
    if position is None or position.composed is None:
        return []
    owed = [one for one in options_of(asked, position, position.composed) if not one.command.ASIDE]
    lines = [command_line(one) for one in owed]
    return [Choice(line.label[:_LONGEST], key_of(at, line.content).encoded()) for at, line in enumerate(lines)]


def best(found: Iterable[Choice], typed: str) -> list[Choice]:
    """Those that hold every typed word, first those that begin with what was typed, each kind in its order."""
    wanted = typed.casefold().split()

    def rank(choice: Choice) -> int | None:
        label = choice.label.casefold()
        if not all(word in label for word in wanted):
            return None
        words = label.replace("(", " ").replace(":", " ").split()
        return sum(not any(one.startswith(word) for one in words) for word in wanted)

    ranked = [(rank(choice), choice) for choice in found]
    fitting = [(place, choice) for place, choice in ranked if place is not None]
    return [choice for _, choice in sorted(fitting, key=lambda one: one[0])[:AT_ONCE]]
