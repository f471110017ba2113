"""What a game asks of a player now, in words: the question, how to answer it, and the headings of a menu."""

from typing import NamedTuple

from domain.kernel.game import Command
from domain.kernel.words import Catalogue
from services.queries.composing import Composed
from services.queries.positions import Position
from services.render.orders import words_of


class TurnQuestion(NamedTuple):
    """What the reader is to do now, in words: the question and how to answer it."""

    title: str
    how: str = ""


def ask_of(position: Position, lang: str) -> TurnQuestion | None:
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
        return TurnQuestion(heading_of(position, composed, owed[0], lang))
    how = _then(position, composed, words) or f"how.{named}"
    return TurnQuestion(
        words.say(f"ask.{named}", {}, lang=lang),
        words.say(how, {}, lang=lang) if how in words.languages["en"] else "",
    )


def _then(position: Position, composed: Composed, words: Catalogue) -> str | None:
    """The words for what follows in the middle of a step, by what is to be pointed at next."""
    taken = len(position.path)
    following = composed.pointing.beginning_with(position.path) if taken else []
    kinds = dict.fromkeys(it.path[taken].partition(":")[0] for it in following if len(it.path) > taken)
    told = [f"then.{kind}" for kind in kinds if f"then.{kind}" in words.languages["en"]]
    return told[0] if told else None


def is_secret(position: Position) -> bool:
    """Whether the reader chooses while nobody may see it."""
    composed = position.composed
    return composed is not None and any(choice.command.SECRET for choice in composed.pointing.choices)


def heading_of(position: Position, composed: Composed, command: Command, lang: str) -> str:
    """The heading under which a menu lists a command."""
    view = position.view
    return str(composed.match.game.group(view, command, lang=lang, players=position.players))


def _type(command: Command) -> str:
    return type(command).__name__
