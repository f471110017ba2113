"""What the turn bar says: what to do now, the steps composed so far, and which of its buttons work."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.game import Command
from services.queries.composing import Composed
from services.render.orders import words_of
from services.web.table.position import Position


class Ask(NamedTuple):
    """What the reader is to do now, in words: the question and how to answer it."""

    title: str
    how: str = ""


class ListedChoice(NamedTuple):
    """A legal option for those who do not point: its path as one text, and its words."""

    path: str
    label: str
    aside: bool


def ask_of(position: Position, lang: str) -> Ask | None:
    """What the game asks of the reader; nothing if it asks nothing, or the turn is composed."""
    composed = position.composed
    if composed is None or composed.ends is not None or position.turn != "yours":
        return None
    owed = [choice.command for choice in composed.pointing.choices if not choice.command.ASIDE]
    if not owed:
        return None
    words = words_of(position.game)
    named = next((kind for kind in map(_type, owed) if f"ask.{kind}" in words.languages["en"]), None)
    if named is None:
        return Ask(_group(position, composed, owed[0], lang))
    how = f"how.{named}"
    return Ask(
        words.say(f"ask.{named}", {}, lang=lang),
        words.say(how, {}, lang=lang) if how in words.languages["en"] else "",
    )


def is_secret(position: Position) -> bool:
    """Whether the reader chooses while nobody may see it."""
    composed = position.composed
    return composed is not None and any(choice.command.SECRET for choice in composed.pointing.choices)


def listed_choices(position: Position, lang: str) -> list[tuple[str, list[ListedChoice]]]:
    """Every legal option under the headings of a menu; those that nobody waits for come last."""
    composed = position.composed
    if composed is None:
        return []
    groups: dict[str, list[ListedChoice]] = {}
    for choice in sorted(composed.pointing.choices, key=lambda it: it.command.ASIDE):
        heading = _group(position, composed, choice.command, lang)
        groups.setdefault(heading, []).append(ListedChoice(joined(choice.path), choice.label, choice.command.ASIDE))
    return [*groups.items()]


def joined(path: Sequence[str]) -> str:
    """A path as one text, for a form or an address; no handle holds a blank."""
    return " ".join(path)


def parted(path: str) -> tuple[str, ...]:
    """The path that a text stands for."""
    return tuple(path.split())


def _type(command: Command) -> str:
    return type(command).__name__


def _group(position: Position, composed: Composed, command: Command, lang: str) -> str:
    view = position.view
    return str(composed.match.game.group(view, command, lang=lang, players=position.players))
