"""Messages, modals and answers as Discord takes them, of all its components those that Acta uses.

The types hold each field to its limits; `check` holds what several fields have to do with each other.
"""

from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from services.outbound.discord import limits

EPHEMERAL: Final = 64
SILENT = 1 << 12
"""No notification, only a mark."""
COMPONENTS_V2 = 1 << 15

PRIMARY: Final = 1
SECONDARY: Final = 2
SUCCESS: Final = 3
DANGER: Final = 4
LINK: Final = 5
"""Styles of buttons."""
ONE_LINE: Final = 1
PARAGRAPH: Final = 2
"""Styles of fields."""

CustomId = Annotated[str, Meta(min_length=1, max_length=limits.CUSTOM_ID)]
Snowflake = Annotated[str, Meta(pattern=r"\A\d{1,20}\Z")]
OptionText = Annotated[str, Meta(min_length=1, max_length=limits.OPTION_TEXT)]
FileName = Annotated[str, Meta(pattern=r"\A[\w.-]{1,100}\Z")]
AltText = Annotated[str, Meta(min_length=1, max_length=limits.ALT_TEXT)]


class _DiscordPart(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a body: what is not declared here is refused."""


class _Component(_DiscordPart, frozen=True, kw_only=True, tag_field="type"):
    """A component, told from others by its number."""


class DiscordButton(_Component, frozen=True, kw_only=True, tag=2):
    style: Literal[1, 2, 3, 4, 5]
    label: Annotated[str, Meta(min_length=1, max_length=limits.BUTTON_LABEL)]
    custom_id: CustomId | UnsetType = UNSET
    url: Annotated[str, Meta(pattern="^https?://", max_length=limits.URL)] | UnsetType = UNSET
    disabled: bool = False


class DiscordOption(_DiscordPart, frozen=True, kw_only=True):
    label: OptionText
    value: OptionText
    description: OptionText | UnsetType = UNSET
    default: bool = False


class DiscordSelect(_Component, frozen=True, kw_only=True, tag=3):
    custom_id: CustomId
    options: Annotated[tuple[DiscordOption, ...], Meta(min_length=1, max_length=limits.OPTIONS)]
    placeholder: Annotated[str, Meta(max_length=limits.PLACEHOLDER)] | UnsetType = UNSET


class PartsRow(_Component, frozen=True, kw_only=True, tag=1):
    components: Annotated[tuple[DiscordButton | DiscordSelect, ...], Meta(min_length=1, max_length=limits.ROW_BUTTONS)]


class Text(_Component, frozen=True, kw_only=True, tag=10):
    content: Annotated[str, Meta(min_length=1, max_length=limits.TEXT)]


class Media(_DiscordPart, frozen=True, kw_only=True):
    url: Annotated[str, Meta(pattern="^(https?|attachment)://", max_length=limits.MEDIA_URL)]


class GalleryItem(_DiscordPart, frozen=True, kw_only=True):
    media: Media
    description: AltText


class Gallery(_Component, frozen=True, kw_only=True, tag=12):
    items: Annotated[tuple[GalleryItem, ...], Meta(min_length=1, max_length=limits.GALLERY)]


class Container(_Component, frozen=True, kw_only=True, tag=17):
    components: Annotated[tuple[PartsRow | Text | Gallery, ...], Meta(min_length=1, max_length=limits.COMPONENTS)]
    accent_color: Annotated[int, Meta(ge=0, le=limits.COLOUR)] | UnsetType = UNSET


class DiscordInput(_Component, frozen=True, kw_only=True, tag=4):
    custom_id: CustomId
    style: Literal[1, 2]
    max_length: Annotated[int, Meta(ge=1, le=limits.TEXT_INPUT)] = limits.TEXT_INPUT
    required: bool = True
    value: Annotated[str, Meta(max_length=limits.TEXT_INPUT)] = ""


class Label(_Component, frozen=True, kw_only=True, tag=18):
    label: Annotated[str, Meta(min_length=1, max_length=limits.LABEL)]
    component: DiscordInput


Anything = PartsRow | Text | Gallery | Container


class Mentions(_DiscordPart, frozen=True, kw_only=True, omit_defaults=False):
    """Whom a message may notify: nobody but these users."""

    parse: Annotated[tuple[str, ...], Meta(max_length=0)] = ()
    users: Annotated[tuple[Snowflake, ...], Meta(max_length=limits.MENTIONS)] = ()


class Attachment(_DiscordPart, frozen=True, kw_only=True, omit_defaults=False):
    """A file of the request, by its number."""

    id: Annotated[int, Meta(ge=0, lt=limits.ATTACHMENTS)]
    filename: FileName
    description: AltText


class DiscordBody(_DiscordPart, frozen=True, kw_only=True):
    """A message. It says whom it may notify each time, since Discord remembers nothing of it: #2474."""

    components: Annotated[tuple[Anything, ...], Meta(min_length=1, max_length=limits.COMPONENTS)]
    allowed_mentions: Mentions
    flags: int = 0
    attachments: Annotated[tuple[Attachment, ...], Meta(max_length=limits.ATTACHMENTS)] | UnsetType = UNSET


class BodyWithFiles(NamedTuple):
    """A message, and the files that belong to it, by their names."""

    body: DiscordBody
    files: dict[str, bytes]


class Post(DiscordBody, frozen=True, kw_only=True):
    """A new message in a channel. Discord takes the same nonce only once."""

    nonce: Annotated[str, Meta(min_length=1, max_length=limits.NONCE)]
    enforce_nonce: Literal[True]


class Modal(_DiscordPart, frozen=True, kw_only=True):
    custom_id: CustomId
    title: Annotated[str, Meta(min_length=1, max_length=limits.MODAL_TITLE)]
    components: Annotated[tuple[Label, ...], Meta(min_length=1, max_length=limits.MODAL_COMPONENTS)]


class DiscordChoice(_DiscordPart, frozen=True, kw_only=True):
    name: Annotated[str, Meta(min_length=1, max_length=limits.CHOICE_TEXT)]
    value: Annotated[str, Meta(min_length=1, max_length=limits.CHOICE_TEXT)]


class DiscordChoices(_DiscordPart, frozen=True, kw_only=True, omit_defaults=False):
    choices: Annotated[tuple[DiscordChoice, ...], Meta(max_length=limits.CHOICES)]


class DeferredData(_DiscordPart, frozen=True, kw_only=True):
    """Of a deferred message only this much may be said: whether it will be private."""

    flags: Literal[0, 64] = 0


class Pong(_Component, frozen=True, tag=1):
    pass


class SayNow(_Component, frozen=True, kw_only=True, tag=4):
    data: DiscordBody


class SayLater(_Component, frozen=True, kw_only=True, tag=5):
    data: DeferredData


class UpdateLater(_Component, frozen=True, tag=6):
    pass


class Update(_Component, frozen=True, kw_only=True, tag=7):
    data: DiscordBody


class Suggest(_Component, frozen=True, kw_only=True, tag=8):
    data: DiscordChoices


class OpenModal(_Component, frozen=True, kw_only=True, tag=9):
    data: Modal


DiscordAnswer = Pong | SayNow | SayLater | UpdateLater | Update | Suggest | OpenModal

encode = msgspec.json.Encoder().encode
