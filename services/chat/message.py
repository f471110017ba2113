"""What we say in a chat, before any platform's form: text, a picture, menus, buttons.

Knows no platform: how text is escaped, how long a menu may be and how a page of it is turned is for the formatters.
Everything here can be sent to another process as JSON. Texts are finished: they are in the reader's language.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from services.chat.reference import Reference

ButtonStyle: TypeAlias = Literal["plain", "main", "confirm", "danger"]
"""How a button stands out: not at all, as the usual next step, as the one that settles it, as one to think about."""
LineStyle: TypeAlias = Literal["plain", "heading", "small"]


class Plain(msgspec.Struct, frozen=True, tag="plain"):
    """Text as it is; the platform escapes it."""

    text: str


class Bold(msgspec.Struct, frozen=True, tag="bold"):
    """Text that stands out."""

    text: str


class Mention(msgspec.Struct, frozen=True, tag="mention"):
    """A person. One with an account on the platform is notified there; anybody else is only named."""

    name: str
    account: str | None = None
    """The person's id on the platform that the message goes to."""


class ChatMoment(msgspec.Struct, frozen=True, tag="moment"):
    """A moment in time, in milliseconds since 1970, shown in the reader's time zone."""

    at: int
    written: str
    """How it is written where a platform cannot show it in the reader's zone."""


Piece: TypeAlias = Plain | Bold | Mention | ChatMoment


class ChatLine(msgspec.Struct, frozen=True):
    """A line of text."""

    pieces: tuple[Piece, ...]
    style: LineStyle = "plain"


def text_line(text: str, style: LineStyle = "plain") -> ChatLine:
    """A line of nothing but words."""
    return ChatLine((Plain(text),), style)


def newest_lines(lines: Sequence[ChatLine], most: int, characters: int) -> list[ChatLine]:
    """The last lines, as many as there is room for; one at least."""
    room, shown = characters, list[ChatLine]()
    for line in reversed(lines[-most:]):
        room -= sum(len(piece.text) for piece in line.pieces if isinstance(piece, Plain | Bold))
        if room < 0 and shown:
            break
        shown.insert(0, line)
    return shown


class BoardWanted(msgspec.Struct, frozen=True):
    """A board that is yet to be drawn: it takes longer than a platform waits, so whoever sends the message draws it."""

    game: str
    version: int
    lang: str
    viewer: str | None = None
    """The user whose eyes it is for, as far as the user may see; none: what everybody may see."""
    draft: str = ""
    """The digest of the viewer's draft that it shows; the picture is left out once the draft is another one."""

    @property
    def file_name(self) -> str:
        """What its file is called where pictures are sent as files: nothing that tells whose eyes it is for."""
        return f"acta-{self.game}-v{self.version}.png"


class ChatPicture(msgspec.Struct, frozen=True):
    """The picture of a board that is yet to be drawn."""

    alt: str
    source: BoardWanted


class MenuChoice(msgspec.Struct, frozen=True):
    """A line of a menu."""

    label: str
    value: str
    description: str = ""


class ChoiceGroup(msgspec.Struct, frozen=True):
    """Lines of a menu under a heading; one without a heading stands alone."""

    label: str
    choices: tuple[MenuChoice, ...]


class Menu(msgspec.Struct, frozen=True):
    """A menu of which one line is chosen, as long as need be.

    A formatter that must divide it into pages shows `reference.page` and leads to the others by buttons with the same
    reference and another page: a press that brings no value is answered with that page of the menu.
    """

    placeholder: str
    groups: tuple[ChoiceGroup, ...]
    reference: Reference

    @property
    def choices(self) -> list[MenuChoice]:
        """Every line, without the headings."""
        return [choice for group in self.groups for choice in group.choices]


class Button(msgspec.Struct, frozen=True, tag="button"):
    """A button whose press comes back to us."""

    label: str
    reference: Reference
    style: ButtonStyle = "plain"


class LinkButton(msgspec.Struct, frozen=True, tag="link"):
    """A button that opens an address in the browser."""

    label: str
    address: str


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """Something said in a chat."""

    lines: tuple[ChatLine, ...]
    picture: ChatPicture | None = None
    menus: tuple[Menu, ...] = ()
    buttons: tuple[Button | LinkButton, ...] = ()
    private: bool = False
    """Only the person who asked sees it. What holds a seat's secrets is never sent otherwise."""
    replaces: bool = False
    """It takes the place of the message whose button or menu was used; that one was as private as this one."""

    @property
    def board_wanted(self) -> BoardWanted | None:
        """The board that it shows once that is drawn."""
        return None if self.picture is None else self.picture.source


class FormField(msgspec.Struct, frozen=True):
    """A field of text in a form."""

    label: str
    value: str = ""
    long: bool = False
    required: bool = True
    most: int = 1000
    """How many characters it may hold."""


class ChatForm(msgspec.Struct, frozen=True, kw_only=True):
    """A form that is opened for the person who asked; what was written comes back as a press with one value a field."""

    title: str
    submit: str
    fields: tuple[FormField, ...]
    reference: Reference


class Suggested(msgspec.Struct, frozen=True):
    """What fits the text that somebody is still typing, best first; a platform shows as many as it can."""

    choices: tuple[MenuChoice, ...]


Answer: TypeAlias = Message | ChatForm | Suggested
"""What a request is answered with."""
