"""The commands that a platform offers, each with its options: what adapters register, and how typed text is read.

The names are the same in every language; what each of them does is said in the reader's.
"""

from collections.abc import Mapping
from typing import NamedTuple

from services.chat.requests import Command
from services.chat.texts import WORDS


class CommandOption(NamedTuple):
    """An option of a command. One that `searches` is completed by `Search` requests while somebody types."""

    name: str
    searches: bool = False
    required: bool = False
    rest: bool = False
    """Typed after a command, it takes everything that follows."""

    def described(self, lang: str) -> str:
        """What to fill in."""
        return WORDS.say(f"argument.{self.name}", {}, lang=lang)


class ChatCommand(NamedTuple):
    """A command, such as `/acta move`."""

    name: str
    options: tuple[CommandOption, ...] = ()

    def described(self, lang: str) -> str:
        """What it does, in a line."""
        return WORDS.say(f"about.{self.name}", {}, lang=lang)


_TABLE = CommandOption("table", searches=True, rest=True)


def _at_table(*names: str) -> tuple[ChatCommand, ...]:
    return tuple(ChatCommand(name, (_TABLE,)) for name in names)


COMMANDS: tuple[ChatCommand, ...] = (
    ChatCommand("help"),
    ChatCommand("link", (CommandOption("code", rest=True),)),
    ChatCommand("unlink"),
    ChatCommand("games"),
    ChatCommand("new", (CommandOption("game", searches=True), CommandOption("players"), CommandOption("bots"))),
    *_at_table("join", "start", "table", "board", "hand"),
    ChatCommand("move", (CommandOption("option", searches=True, rest=True), _TABLE)),
    *_at_table("undo", "log", "recap", "scores", "clock", "pause"),
    ChatCommand("vacation", (CommandOption("from"), CommandOption("until"))),
    *_at_table("verify"),
    ChatCommand("say", (CommandOption("text", required=True, rest=True), _TABLE)),
    *_at_table("rematch", "resign", "channel"),
)
"""Every command, in the order in which help lists them."""
_BY_NAME: Mapping[str, ChatCommand] = {command.name: command for command in COMMANDS}


def arguments(command: Command) -> dict[str, str]:
    """What was given with a command, by the names of its options: filled in, or typed one word after the other."""
    known = _BY_NAME.get(command.name)
    if command.options or known is None:
        return dict(command.options)
    found: dict[str, str] = {}
    typed = command.text.strip()
    for option in known.options:
        first, _, following = typed.partition(" ")
        value, typed = (typed, "") if option.rest else (first, following.strip())
        if value:
            found[option.name] = value
    return found
