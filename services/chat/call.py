"""A request on its way to its answer: who calls, in which language, what it is about."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from domain.kernel.ids import GameId, UserId
from domain.kernel.languages import Language
from services.accounts import Principal
from services.acts.acts import Acts
from services.acts.ask import Ask, Once
from services.chat.message import Button, ButtonStyle, ChatLine, LineStyle, LinkButton, Menu, Message
from services.chat.reference import Reference
from services.chat.requests import ChatRequest, Press
from services.chat.wording import WORDS, pieces
from services.foundation import Services
from services.identity.limits import CommandLimit
from services.queries.positions import Reading

HERE, PUBLIC = "here", "open"
"""Parts of references: the button stands in a private message that its answer replaces, or in everybody's."""


class ChatCall(NamedTuple):
    """What a handler is given. A command is asked for as the press of a button of the same name."""

    acts: Acts
    """What can be done, and what can be read."""
    look_backs: CommandLimit
    """How often a chat account may look back into logs."""
    request: ChatRequest
    caller: Principal | None
    lang: Language
    reference: Reference
    values: tuple[str, ...] = ()
    """What a menu or a form brought."""
    arguments: Mapping[str, str] = {}
    """What was given with a command."""
    in_place: bool = False
    """What was pressed stands in a message whose place the answer takes: our menus and lobbies do."""
    game: GameId = GameId("")
    """The table that is meant, where the action is asked for at one."""

    @property
    def pressed(self) -> bool:
        """Whether a button, a menu or a form was used, not a command."""
        return isinstance(self.request.what, Press)

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

    @property
    def services(self) -> Services:
        """What is stored."""
        return self.acts.services

    @property
    def reading(self) -> Reading:
        """The table as the caller may read it."""
        return Reading(self.game, self.user, self.lang)

    def ask(self) -> Ask:
        """What an act is given: known by the chat's request, so that a repeat of that is not carried out."""
        return Ask(self.principal, Once(f"chat {self.reference.action}", self.request.id))

    def say(self, key: str, **args: object) -> str:
        """Words without pieces."""
        return WORDS.say(key, args, lang=self.lang)

    def line(self, key: str, style: LineStyle = "plain", **args: object) -> ChatLine:
        """A line in which mentions, moments and links stay what they are."""
        return ChatLine(pieces(WORDS, key, args, self.lang), style)

    def button(self, reference: Reference | str, style: ButtonStyle = "plain") -> Button:
        """A button, called by its action; one that is known by its name alone asks for that at no table."""
        known = Reference(action=reference) if isinstance(reference, str) else reference
        return Button(self.say(f"button.{known.action}"), known, style)

    def button_here(self, action: str, style: ButtonStyle = "plain") -> Button:
        """A button of a private message about the table, whose answer takes the place of that message."""
        return self.button(Reference(action=action, game=self.game, part=HERE), style)

    def browser(self) -> LinkButton:
        """The table in the browser."""
        return LinkButton(self.say("button.browser"), f"{self.acts.public_url}/games/{self.game}")

    def tell(
        self, *lines: ChatLine, menus: Sequence[Menu] = (), buttons: Sequence[Button | LinkButton] = ()
    ) -> Message:
        """A message for the caller alone."""
        return Message(lines=lines, menus=tuple(menus), buttons=tuple(buttons), private=True, replaces=self.in_place)


class AnswerOtherwiseError(Exception):
    """Something else than what was asked for is to be answered."""

    def answer(self, call: ChatCall) -> Message:
        """What the caller is told, and offered instead."""
        raise NotImplementedError


class NotLinkedError(AnswerOtherwiseError):
    """Only somebody whose chat account speaks for an account may do this: a button gives a code at once."""

    def answer(self, call: ChatCall) -> Message:
        page = LinkButton(call.say("button.page"), call.acts.public_url)
        return _instead(call.line("refused.not_linked"), call.button("link", "main"), page)


class NoSeatError(AnswerOtherwiseError):
    """Whoever calls does not play at this table, or has given up the seat: who may see it can watch."""

    def answer(self, call: ChatCall) -> Message:
        game = call.reference.game
        watching = [call.button(Reference(action=one, game=game)) for one in ("board", "log") if game]
        return _instead(call.line("refused.no_seat"), *watching, call.button("games"))


class OthersMenuError(AnswerOtherwiseError):
    """The message was made for another seat than that of whoever pressed: a button opens the own one."""

    def answer(self, call: ChatCall) -> Message:
        own = call.button(Reference(action="move", game=call.reference.game), "main")
        return _instead(call.line("refused.others_menu"), own)


def _instead(line: ChatLine, *buttons: Button | LinkButton) -> Message:
    return Message(lines=(line,), buttons=buttons, private=True)
