"""The words of the chat, and words as pieces: a mention or a moment stands where its template has put it."""

import re
from collections.abc import Mapping

from domain.kernel.languages import ENGLISH
from domain.kernel.words import NO_FACTS, Catalogue
from services.chat.message import Bold, ChatLine, ChatMoment, LineStyle, Mention, Message, Piece, Plain
from services.chat.requests import ChatPerson
from services.identity.language import spoken_as

WORDS = Catalogue.load("services.chat")
_FIRST_MARK = 0xE000
_MARKS = re.compile("([\ue000-\uf8ff])")
"""Letters that belong to no script; a piece is such a letter until its place in the sentence is known."""


def pieces(words: Catalogue, key: str, args: Mapping[str, object], lang: str) -> tuple[Piece, ...]:
    """The words of a key; arguments that are pieces stay pieces."""
    marked: dict[str, Piece] = {}
    plain: dict[str, object] = {}
    for name, value in args.items():
        if isinstance(value, Plain | Bold | Mention | ChatMoment):
            mark = chr(_FIRST_MARK + len(marked))
            marked[mark], plain[name] = value, mark
        else:
            plain[name] = _MARKS.sub("", value) if isinstance(value, str) else value
    parts = _MARKS.split(words.say(key, plain, lang=lang))
    return tuple(marked.get(part) or Plain(part) for part in parts if part)


def plain_lines(text: str, style: LineStyle = "plain") -> tuple[ChatLine, ...]:
    """A text without pieces, line by line."""
    return tuple(ChatLine((Plain(one),), style) for one in text.splitlines() if one)


def language_of(person: ChatPerson) -> str:
    """The language in which a person is answered whose account we do not know."""
    return spoken_as(person.language) or ENGLISH


def note(key: str, person: ChatPerson) -> Message:
    """A private message that any platform may need, whatever the core says."""
    return Message(lines=plain_lines(WORDS.say(key, NO_FACTS, lang=language_of(person))), private=True)
