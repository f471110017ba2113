"""The words that only the way over Slack needs."""

from domain.kernel.languages import ENGLISH
from domain.kernel.words import NO_FACTS, Catalogue
from services.chat.requests import ChatPerson
from services.identity.language import spoken_as
from services.outbound.chat.message import Message
from services.outbound.chat.texts import plain_lines

WORDS = Catalogue.load("services.chat.slack")


def say(key: str, lang: str) -> str:
    """The words of a key."""
    return WORDS.say(key, NO_FACTS, lang=lang)


def note(key: str, person: ChatPerson) -> Message:
    """A private message of one line."""
    return Message(lines=plain_lines(say(key, language_of(person))), private=True)


def language_of(person: ChatPerson) -> str:
    """The language in which a person is answered."""
    return spoken_as(person.language) or ENGLISH
