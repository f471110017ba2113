"""What can be asked for in a chat, declared once beside the function that answers it.

    @Action("scores", command=AT_TABLE, stores="never", who="anybody", looks_back=True)
    async def scores(call: ChatCall) -> Answer: ...

Commands of the platforms, help, completion, what is remembered of a request and where its answer stands: all follow
from the declaration. Its words are `button.<name>`, and `about.<name>` where it is a command.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from services.chat.call import ChatCall
from services.chat.message import Answer, MenuChoice
from services.chat.wording import WORDS

Handler: TypeAlias = Callable[[ChatCall], Awaitable[Answer]]
Complete: TypeAlias = Callable[[ChatCall], Awaitable[list[MenuChoice]]]
"""Everything that an argument could be, whatever was typed of it."""


class Argument(NamedTuple):
    """What is filled in or typed after a command."""

    name: str
    complete: Complete | None = None
    """Offers values while somebody types."""
    required: bool = False
    rest: bool = False
    """Typed after a command, it takes everything that follows."""

    def described(self, lang: str) -> str:
        """What to fill in."""
        return WORDS.say(f"argument.{self.name}", {}, lang=lang)


@dataclass(frozen=True)
class Action:
    """What is declared of an action; as a decorator it declares it."""

    name: str
    """What commands, buttons and menus call it."""
    command: tuple[Argument, ...] | None = None
    """The arguments of the command `/acta <name>`; none where only buttons and menus ask for it."""
    stores: Literal["always", "never", "given"] = "always"
    """Whether it may change something: what does not may be answered twice. `given`: only once words were given."""
    who: Literal["anybody", "account", "seat", "host"] = "account"
    """Who may ask for it, of those who see its table. That somebody has a seat is found by the act behind it."""
    at_table: bool = True
    """It is asked for at a table, which is found first."""
    form: Handler | None = None
    """Opened as long as no words were given."""
    looks_back: bool = False
    """It is still asked for once a game is over."""
    in_place: bool = False
    """It is pressed in private messages alone, whose place its answer takes."""
    for_all: bool = False
    """Typed where its table lives, it is answered for everybody there."""
    opens_for_all: bool = False
    """Pressed in a private message, it is answered for everybody below that."""
    draws: bool = False
    """It is asked for to see the board; other answers only have one beside them."""

    def __call__(self, handler: Handler) -> Handler:
        """Declare that this function answers it."""
        ACTIONS[self.name] = self
        HANDLERS[self.name] = handler
        return handler

    def described(self, lang: str) -> str:
        """What its command does, in a line."""
        return WORDS.say(f"about.{self.name}", {}, lang=lang)


ACTIONS: dict[str, Action] = {}
HANDLERS: dict[str, Handler] = {}
"""All that is declared, by name; `services.chat.actions` declares it."""


@cache
def commands() -> dict[str, Action]:
    """The actions that are commands, in the order in which their words describe them."""
    described = [key.partition(".")[2] for key in WORDS.languages["en"] if key.startswith("about.")]
    offered = [one for one in ACTIONS.values() if one.command is not None]
    return {one.name: one for one in sorted(offered, key=lambda one: described.index(one.name))}
