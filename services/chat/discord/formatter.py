"""Messages, forms and suggestions in Discord's form.

A menu longer than Discord's becomes pages, turned by buttons of the menu's reference with another page. A picture is
shown once it is drawn: until then the message is whole without it.
"""

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from services.chat import message as said
from services.chat.discord.markdown import markdown, mentioned
from services.chat.lengths import chunks, cut
from services.chat.reference import Reference
from services.outbound.discord import limits
from services.outbound.discord.check import is_linkable
from services.outbound.discord.components import (
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
    BodyWithFiles,
    Container,
    DiscordBody,
    DiscordButton,
    DiscordChoice,
    DiscordChoices,
    DiscordInput,
    DiscordOption,
    DiscordSelect,
    Gallery,
    GalleryItem,
    Label,
    Media,
    Mentions,
    Modal,
    PartsRow,
    Text,
)

ACCENT = 0x9E2B25
"""The red of the pages."""
_STYLES: dict[said.ButtonStyle, Literal[1, 2, 3, 4]] = {
    "plain": SECONDARY,
    "main": PRIMARY,
    "confirm": SUCCESS,
    "danger": DANGER,
}


def message_body(message: said.Message, drawn: bytes | None = None, *, silent: bool = False) -> BodyWithFiles:
    """A message; `drawn` is its board as PNG where that was yet to be drawn. A silent one makes no sound."""
    wanted = message.board_wanted
    files = {} if wanted is None or drawn is None else {wanted.file_name: drawn}
    text = markdown(message.lines)
    parts: list[PartsRow | Text | Gallery] = [Text(content=text)] if text else []
    if message.picture is not None:
        parts += [_gallery(message.picture, name) for name in files]
    for number, menu in enumerate(message.menus):
        parts += _menu(menu, number)
    buttons = [_button(button) for button in message.buttons if _is_taken(button)]
    parts += [PartsRow(components=tuple(row)) for row in chunks(buttons, limits.ROW_BUTTONS)]
    framed = bool(message.menus or files)
    components: tuple[Anything, ...] = (
        (Container(components=tuple(parts), accent_color=ACCENT),) if framed else tuple(parts)
    )
    flags = COMPONENTS_V2 | (EPHEMERAL if message.private else 0) | (SILENT if silent else 0)
    attachments = tuple(
        Attachment(id=number, filename=name, description=_alt(message.picture)) for number, name in enumerate(files)
    )
    mentions = Mentions(users=() if message.private else mentioned(message.lines))
    return BodyWithFiles(
        DiscordBody(components=components, allowed_mentions=mentions, flags=flags, attachments=attachments), files
    )


def modal(form: said.ChatForm) -> Modal:
    """A form; its button is named by Discord."""
    fields = tuple(
        Label(
            label=cut(field.label, limits.LABEL),
            component=DiscordInput(
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


def choices(suggested: said.Suggested) -> DiscordChoices:
    """What fits a text that is being typed; a value says what its line does, so that either can come back."""
    return DiscordChoices(
        choices=tuple(
            DiscordChoice(name=cut(_described(choice), limits.CHOICE_TEXT), value=choice.value)
            for choice in suggested.choices[: limits.CHOICES]
        )
    )


def _described(choice: said.MenuChoice) -> str:
    return f"{choice.label} ({choice.description})" if choice.description else choice.label


def _alt(picture: said.ChatPicture | None) -> str:
    return cut(picture.alt, limits.ALT_TEXT) if picture else ""


def _gallery(picture: said.ChatPicture, name: str) -> Gallery:
    return Gallery(items=(GalleryItem(media=Media(url=f"attachment://{name}"), description=_alt(picture)),))


def _menu(menu: said.Menu, number: int) -> Iterator[PartsRow]:
    """A menu, or one page of it with the buttons that turn it; `number` tells it from others of its message."""
    lines = [_option(group.label, choice) for group in menu.groups for choice in group.choices]
    if not lines:
        return
    pages = chunks(lines, limits.OPTIONS)
    shown = min(menu.reference.page, len(pages) - 1)
    reference = replace(menu.reference, page=shown)
    placeholder = cut(menu.placeholder, limits.PLACEHOLDER)
    yield PartsRow(
        components=(DiscordSelect(custom_id=reference.encoded(), options=tuple(pages[shown]), placeholder=placeholder),)
    )
    if len(pages) > 1:
        yield PartsRow(components=tuple(_turning(reference, len(pages), number)))


def _turning(reference: Reference, pages: int, number: int) -> Iterator[DiscordButton]:
    shown = reference.page
    if shown > 0:
        yield DiscordButton(style=SECONDARY, label="◀", custom_id=replace(reference, page=shown - 1).encoded())
    where = f"{shown + 1}/{pages}"
    yield DiscordButton(style=SECONDARY, label=where, custom_id=f"page:{number}", disabled=True)
    if shown < pages - 1:
        yield DiscordButton(style=SECONDARY, label="▶", custom_id=replace(reference, page=shown + 1).encoded())


def _option(group: str, choice: said.MenuChoice) -> DiscordOption:
    aside = " · ".join(part for part in (group, choice.description) if part)
    made = DiscordOption(label=cut(choice.label, limits.OPTION_TEXT), value=choice.value)
    return replace(made, description=cut(aside, limits.OPTION_TEXT)) if aside else made


def _is_taken(button: said.Button | said.LinkButton) -> bool:
    """Whether Discord takes it: a whole message is refused for a link to a host of a network at home."""
    return isinstance(button, said.Button) or is_linkable(button.address)


def _button(button: said.Button | said.LinkButton) -> DiscordButton:
    label = cut(button.label, limits.BUTTON_LABEL)
    if isinstance(button, said.LinkButton):
        return DiscordButton(style=LINK, label=label, url=button.address)
    return DiscordButton(style=_STYLES[button.style], label=label, custom_id=button.reference.encoded())
