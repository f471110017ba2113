"""Messages, forms and suggestions in Discord's form.

A menu longer than Discord's becomes pages, turned by buttons of the menu's reference with another page. A picture is
shown once it is drawn: until then the message is whole without it.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from msgspec.structs import replace

from services.outbound.chat import message as said
from services.outbound.chat.discord import limits
from services.outbound.chat.discord.components import (
    COMPONENTS_V2,
    DANGER,
    EPHEMERAL,
    LINK,
    ONE_LINE,
    PARAGRAPH,
    PRIMARY,
    SECONDARY,
    SILENT,
    SUCCESS,
    Anything,
    Attachment,
    Body,
    Button,
    Choice,
    Choices,
    Container,
    Gallery,
    GalleryItem,
    Label,
    Media,
    Mentions,
    Modal,
    Option,
    Row,
    Select,
    Text,
    TextInput,
)
from services.outbound.chat.discord.text import markdown, mentioned
from services.outbound.chat.lengths import chunks, cut
from services.outbound.chat.reference import Reference

ACCENT = 0x9E2B25
"""The red of the pages."""
_STYLES: dict[said.ButtonStyle, Literal[1, 2, 3, 4]] = {
    "plain": SECONDARY,
    "main": PRIMARY,
    "confirm": SUCCESS,
    "danger": DANGER,
}


class Formatted(NamedTuple):
    """A message for Discord, and its files by name."""

    body: Body
    files: dict[str, bytes]


def message_body(message: said.Message, drawn: bytes | None = None, *, silent: bool = False) -> Formatted:
    """A message; `drawn` is its board as PNG where that was yet to be drawn. A silent one makes no sound."""
    files = _files(message.picture, drawn)
    text = markdown(message.lines)
    parts: list[Row | Text | Gallery] = [Text(content=text)] if text else []
    if message.picture is not None:
        parts += [_gallery(message.picture, name) for name in files]
    for number, menu in enumerate(message.menus):
        parts += _menu(menu, number)
    parts += [Row(components=tuple(row)) for row in chunks(list(map(_button, message.buttons)), limits.ROW_BUTTONS)]
    framed = bool(message.menus or files)
    components: tuple[Anything, ...] = (
        (Container(components=tuple(parts), accent_color=ACCENT),) if framed else tuple(parts)
    )
    flags = COMPONENTS_V2 | (EPHEMERAL if message.private else 0) | (SILENT if silent else 0)
    attachments = tuple(
        Attachment(id=number, filename=name, description=_alt(message.picture)) for number, name in enumerate(files)
    )
    mentions = Mentions(users=() if message.private else mentioned(message.lines))
    return Formatted(
        Body(components=components, allowed_mentions=mentions, flags=flags, attachments=attachments), files
    )


def modal(form: said.Form) -> Modal:
    """A form; its button is named by Discord."""
    fields = tuple(
        Label(
            label=cut(field.label, limits.LABEL),
            component=TextInput(
                custom_id=str(number),
                style=PARAGRAPH if field.long else ONE_LINE,
                max_length=min(field.most, limits.TEXT_INPUT),
                required=field.required,
                value=field.value[: min(field.most, limits.TEXT_INPUT)],
            ),
        )
        for number, field in enumerate(form.fields)
    )
    return Modal(custom_id=form.reference.encoded(), title=cut(form.title, limits.MODAL_TITLE), components=fields)


def choices(found: said.Found) -> Choices:
    """What fits a text that is being typed; a value says what its line does, so that either can come back."""
    return Choices(
        choices=tuple(
            Choice(name=cut(_described(choice), limits.CHOICE_TEXT), value=choice.value)
            for choice in found.choices[: limits.CHOICES]
        )
    )


def _described(choice: said.Choice) -> str:
    return f"{choice.label} ({choice.description})" if choice.description else choice.label


def _files(picture: said.Picture | None, drawn: bytes | None) -> dict[str, bytes]:
    match picture:
        case said.Picture(source=bytes() as png):
            return {"acta.png": png}
        case said.Picture(source=said.BoardWanted() as wanted) if drawn is not None:
            return {wanted.file_name: drawn}
        case _:
            return {}


def _alt(picture: said.Picture | None) -> str:
    return cut(picture.alt, limits.ALT_TEXT) if picture else ""


def _gallery(picture: said.Picture, name: str) -> Gallery:
    return Gallery(items=(GalleryItem(media=Media(url=f"attachment://{name}"), description=_alt(picture)),))


def _menu(menu: said.Menu, number: int) -> Iterator[Row]:
    """A menu, or one page of it with the buttons that turn it; `number` tells it from others of its message."""
    lines = [_option(group.label, choice) for group in menu.groups for choice in group.choices]
    if not lines:
        return
    pages = chunks(lines, limits.OPTIONS)
    shown = min(menu.reference.page, len(pages) - 1)
    reference = replace(menu.reference, page=shown)
    placeholder = cut(menu.placeholder, limits.PLACEHOLDER)
    yield Row(components=(Select(custom_id=reference.encoded(), options=tuple(pages[shown]), placeholder=placeholder),))
    if len(pages) > 1:
        yield Row(components=tuple(_turning(reference, len(pages), number)))


def _turning(reference: Reference, pages: int, number: int) -> Iterator[Button]:
    shown = reference.page
    if shown > 0:
        yield Button(style=SECONDARY, label="◀", custom_id=replace(reference, page=shown - 1).encoded())
    where = f"{shown + 1}/{pages}"
    yield Button(style=SECONDARY, label=where, custom_id=f"page:{number}", disabled=True)
    if shown < pages - 1:
        yield Button(style=SECONDARY, label="▶", custom_id=replace(reference, page=shown + 1).encoded())


def _option(group: str, choice: said.Choice) -> Option:
    aside = " · ".join(part for part in (group, choice.description) if part)
    made = Option(label=cut(choice.label, limits.OPTION_TEXT), value=choice.value)
    return replace(made, description=cut(aside, limits.OPTION_TEXT)) if aside else made


def _button(button: said.Button | said.LinkButton) -> Button:
    label = cut(button.label, limits.BUTTON_LABEL)
    if isinstance(button, said.LinkButton):
        return Button(style=LINK, label=label, url=button.address)
    return Button(style=_STYLES[button.style], label=label, custom_id=button.reference.encoded())
