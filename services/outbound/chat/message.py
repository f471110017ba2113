"""What we say in a chat, before any platform's form: text, a picture, menus, buttons.

Knows no platform: how text is escaped, how long a menu may be and how a page of it is turned is for the formatters.
Everything here can be sent to another process as JSON. Texts are finished: they are in the reader's language.
"""

from typing import Literal, TypeAlias

import msgspec

from services.outbound.chat.reference import Reference

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


class Moment(msgspec.Struct, frozen=True, tag="moment"):
    """A moment in time, in milliseconds since 1970, shown in the reader's time zone."""

    at: int
    written: str
    """The same in words, for where a platform cannot show it in the reader's zone."""


class Link(msgspec.Struct, frozen=True, tag="link"):
    """Text that leads to an address."""

    text: str
    address: str


Piece: TypeAlias = Plain | Bold | Mention | Moment | Link


class Line(msgspec.Struct, frozen=True):
    """A line of text."""

    pieces: tuple[Piece, ...]
    style: LineStyle = "plain"


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


class Picture(msgspec.Struct, frozen=True):
    """A picture: its bytes (PNG), or what is to be drawn."""

    alt: str
    source: bytes | BoardWanted


class Choice(msgspec.Struct, frozen=True):
    """A line of a menu."""

    label: str
    value: str
    description: str = ""


class ChoiceGroup(msgspec.Struct, frozen=True):
    """Lines of a menu under a heading; one without a heading stands alone."""

    label: str
    choices: tuple[Choice, ...]


class Menu(msgspec.Struct, frozen=True):
    """A menu of which one line is chosen, as long as need be.

    A formatter that must divide it into pages shows `reference.page` and leads to the others by buttons with the same
    reference and another page: a press that brings no value is answered with that page of the menu.
    """

    placeholder: str
    groups: tuple[ChoiceGroup, ...]
    reference: Reference

    @property
    def choices(self) -> list[Choice]:
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

    lines: tuple[Line, ...]
    picture: Picture | None = None
    menus: tuple[Menu, ...] = ()
    buttons: tuple[Button | LinkButton, ...] = ()
    private: bool = False
    """Only the person who asked sees it. What holds a seat's secrets is never sent otherwise."""
    replaces: bool = False
    """It takes the place of the message whose button or menu was used; that one was as private as this one."""


class Field(msgspec.Struct, frozen=True):
    """A field of text in a form."""

    label: str
    value: str = ""
    long: bool = False
    required: bool = True
    most: int = 1000
    """How many characters it may hold."""


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """A form that is opened for the person who asked; what was written comes back as a press with one value a field."""

    title: str
    submit: str
    fields: tuple[Field, ...]
    reference: Reference


class Found(msgspec.Struct, frozen=True):
    """What fits the text that somebody is still typing, best first; a platform shows as many as it can."""

    choices: tuple[Choice, ...]


Answer: TypeAlias = Message | Form | Found
"""What a request is answered with."""
