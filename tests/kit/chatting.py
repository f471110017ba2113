"""People who play in a chat, whatever its platform: they ask the core and read its answers."""

import random
import secrets
from dataclasses import dataclass, field
from itertools import count

from domain.kernel.ids import GameId, Seat, UserId
from services.chat.core import ChatCore
from services.chat.message import (
    Answer,
    Bold,
    Button,
    ChatForm,
    ChatMoment,
    LinkButton,
    Mention,
    Menu,
    MenuChoice,
    Message,
    Piece,
    Plain,
    Suggested,
)
from services.chat.reference import Reference
from services.chat.requests import ChatCommand, ChatPerson, ChatRequest, Press, Search, What
from services.store.chat.links import Offer
from services.store.chat.places import ChatPlace
from services.store.events import CommandKey
from services.tables import choices
from services.tables.hot_tables import Request, owed_by_server
from tests.kit.http import Person, Site

_numbers = count()


@dataclass(frozen=True)
class Chatter:
    """Somebody in a channel."""

    core: ChatCore
    person: ChatPerson
    place: ChatPlace
    account: Person = field(repr=False)

    async def ask(self, what: What) -> Answer:
        """Any request."""
        return await self.core.answer(ChatRequest(f"request-{next(_numbers)}", self.person, self.place, what))

    async def say(self, name: str, text: str = "", **options: str) -> Message:
        """A command that is answered with a message."""
        return message_of(await self.ask(ChatCommand(name, text, options)))

    async def press(self, message: Message, action: str, *values: str) -> Message:
        """Press the button, or use the menu, of that action."""
        return message_of(await self.ask(Press(reference(message, action), values)))

    async def ask_menu(self, menu: Menu, value: str) -> Message:
        """Choose a line of a menu."""
        return message_of(await self.ask(Press(menu.reference, (value,))))

    async def open(self, message: Message, action: str) -> ChatForm:
        """Press a button that opens a form."""
        answer = await self.ask(Press(reference(message, action)))
        assert isinstance(answer, ChatForm), answer
        return answer

    async def send(self, form: ChatForm, *values: str) -> Message:
        """Send a form."""
        return message_of(await self.ask(Press(form.reference, values)))

    async def search(self, command: str, option: str, typed: str, **options: str) -> tuple[MenuChoice, ...]:
        """What is offered to somebody who is still typing."""
        answer = await self.ask(Search(command, option, typed, options))
        assert isinstance(answer, Suggested), answer
        return answer.choices


def message_of(answer: Answer) -> Message:
    """An answer that is a message, all of whose buttons and menus a platform takes."""
    assert isinstance(answer, Message), answer
    for button in answer.buttons:
        assert isinstance(button, LinkButton) or button.reference.encoded()
    for menu in answer.menus:
        assert menu.reference.encoded()
        assert menu.choices
    return answer


def reference(message: Message, action: str) -> Reference:
    """What a button or a menu of a message carries."""
    found = [one for one in _references(message) if one.action == action]
    assert found, f"no {action} in {message}"
    return found[0]


def has_action(message: Message, action: str) -> bool:
    """Whether a message has a button or a menu of that action."""
    return any(one.action == action for one in _references(message))


def _references(message: Message) -> list[Reference]:
    buttons = [one.reference for one in message.buttons if isinstance(one, Button)]
    return [*buttons, *(menu.reference for menu in message.menus)]


def text_of(message: Message) -> str:
    """What a message says, without its form."""
    return "\n".join("".join(map(_piece_text, line.pieces)) for line in message.lines)


def _piece_text(piece: Piece) -> str:
    match piece:
        case Plain() | Bold():
            return piece.text
        case Mention():
            return piece.name
        case ChatMoment():
            return piece.written


def stranger(site: Site, *, language: str = "en", channel: str = "hall") -> Chatter:
    """Somebody whose chat account speaks for nobody yet."""
    person = ChatPerson("discord", "", secrets.token_hex(6), "livia#1", language)
    return Chatter(site.app.state.chat.core, person, ChatPlace("discord", "guild", channel), site.stranger)


async def chatter(site: Site, name: str = "Livia", *, language: str = "en", channel: str = "hall") -> Chatter:
    """Somebody with an account, tied to it by a code."""
    unknown, account = stranger(site, language=language, channel=channel), await site.person(name)
    links, user = site.services.chat.links, UserId(account.user_id)
    code = await links.offer(Offer(user=user))
    assert await links.link(code, unknown.person.account, user)
    return Chatter(unknown.core, unknown.person, unknown.place, account)


async def others_play(site: Site, game: str, rng: random.Random) -> None:
    """Do what bots and the system owe, as workers would, until the table waits for a person or is over."""
    tables, game_id = site.services.tables, GameId(game)
    while True:
        await site.settle(game)
        async with tables.lock(game_id):
            loaded = await tables.current(game_id)
            bots = [seat for seat in owed_by_server(loaded.match) if isinstance(seat, int)]
            if not bots:
                return
            seat = Seat(bots[0])
            command = rng.choice([one for one in loaded.match.legal(seat) if not one.ASIDE])
        name = f"bot-{loaded.version}-{seat}"
        await choices.confirm_for_bot(
            tables, Request(game_id, name, CommandKey(name, "")), seat, [command], loaded.version
        )
