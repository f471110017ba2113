"""A request on its way to its answer: who asks, in which language, what it is about."""

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple, TypeAlias

from domain.kernel.ids import GameId, UserId
from domain.kernel.languages import Language
from services.chat.deps import ChatDeps
from services.chat.requests import ChatRequest
from services.chat.texts import WORDS
from services.commands.tables import Request
from services.outbound.chat.message import Answer, Button, ButtonStyle, Line, LineStyle
from services.outbound.chat.reference import Reference
from services.outbound.chat.texts import pieces
from services.play.deps import Once
from services.store.accounts import Principal

HERE, PUBLIC = "here", "open"
"""Parts of references: the button stands in a private message that its answer replaces, or in everybody's."""
_TURN = frozenset({"pick", "back", "discard", "confirm", "aside", "at"})
"""What is only pressed in private messages."""


def stands_in_place(reference: Reference) -> bool:
    """Whether what is pressed stands in a message whose place its answer takes."""
    return reference.action in _TURN or reference.part in {HERE, PUBLIC}


class AnswerOtherwiseError(Exception):
    """Something else than what was asked for is to be answered."""


class NotLinkedError(AnswerOtherwiseError):
    """Only somebody whose chat account speaks for an account may do this."""


class Asked(NamedTuple):
    """What a handler is given. A command is asked for as the press of a button of the same name."""

    deps: ChatDeps
    request: ChatRequest
    caller: Principal | None
    lang: Language
    reference: Reference
    values: tuple[str, ...] = ()
    """What a menu or a form brought."""
    arguments: Mapping[str, str] = {}
    """What was given with a command."""
    pressed: bool = False
    """A button, a menu or a form, not a command."""

    @property
    def replaces(self) -> bool:
        """Whether the answer takes the place of the message that was pressed: our menus and lobbies do."""
        return self.pressed and stands_in_place(self.reference)

    @property
    def public(self) -> bool:
        """Whether the message that was pressed is everybody's."""
        return self.pressed and self.reference.part == PUBLIC

    @property
    def user(self) -> UserId | None:
        """The account that asks, if the chat account speaks for one."""
        return None if self.caller is None else self.caller.user_id

    @property
    def principal(self) -> Principal:
        """Whoever asks, who must have an account."""
        if self.caller is None:
            raise NotLinkedError
        return self.caller

    def once(self, game: GameId) -> Request:
        """A change of a table by whoever asks: known by the request, so that a repeat of that is not carried out."""
        named = Once(f"chat {self.reference.action}", self.request.id)
        return self.deps.games.named_change(self.principal.user_id, game, named)

    def say(self, key: str, **args: object) -> str:
        """Words without pieces."""
        return WORDS.say(key, args, lang=self.lang)

    def line(self, key: str, style: LineStyle = "plain", **args: object) -> Line:
        """A line in which mentions, moments and links stay what they are."""
        return Line(pieces(WORDS, key, args, self.lang), style)

    def button(self, reference: Reference, style: ButtonStyle = "plain", key: str = "") -> Button:
        """A button, called by its action unless other words are named."""
        return Button(self.say(key or f"button.{reference.action}"), reference, style)


Handler: TypeAlias = Callable[[Asked], Awaitable[Answer]]
Actions: TypeAlias = Mapping[str, Handler]
