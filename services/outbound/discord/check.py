"""What Discord would refuse of a body, beyond what the types of its fields say.

Discord does not tell of an answer to an interaction that it refuses: the person who clicked sees nothing happen. So
everything that is sent passes here first.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from urllib.parse import urlsplit

import msgspec
from msgspec import UNSET

from services.outbound.discord import limits
from services.outbound.discord.components import (
    COMPONENTS_V2,
    EPHEMERAL,
    LINK,
    SILENT,
    Container,
    DiscordAnswer,
    DiscordBody,
    DiscordButton,
    DiscordInput,
    DiscordSelect,
    Gallery,
    Label,
    Modal,
    OpenModal,
    PartsRow,
    Post,
    SayNow,
    Text,
    Update,
    encode,
)

_ANSWERS: msgspec.json.Decoder[object] = msgspec.json.Decoder(DiscordAnswer)
_BODIES: dict[type[DiscordBody], msgspec.json.Decoder[object]] = {
    kind: msgspec.json.Decoder(kind) for kind in (DiscordBody, Post)
}
"""Read what is to be sent: only reading holds fields to their types."""
Component = Container | PartsRow | Text | Gallery | DiscordButton | DiscordSelect | Label | DiscordInput


class DiscordRefuses(ValueError):
    """Discord would refuse this: `place` in the body, Discord's code and a sentence."""

    def __init__(self, place: str, code: str, why: str) -> None:
        super().__init__(f"{place}: {code}: {why}")
        self.place = place
        self.code = code


def encoded_answer(answer: DiscordAnswer) -> bytes:
    """An answer as it is sent; `DiscordRefuses` if Discord would refuse it."""
    written = encode(answer)
    _check_fields(written, _ANSWERS)
    check_answer(answer)
    return written


def encoded_body(body: DiscordBody, files: Collection[str] = ()) -> bytes:
    """A message as it is sent; `DiscordRefuses` if Discord would refuse it."""
    written = encode(body)
    _check_fields(written, _BODIES[type(body)])
    check_body(body, files)
    return written


def check_answer(answer: object) -> None:
    """Raise `DiscordRefuses` for an answer to an interaction; files are never a part of one."""
    match answer:
        case SayNow(data=body) | Update(data=body):
            check_body(body)
            if body.attachments not in {UNSET, ()}:
                raise DiscordRefuses("data.attachments", "FILE_IN_ANSWER", "Pictures follow later: #5250.")
        case OpenModal(data=modal):
            _check_ids(modal)
        case _:
            pass


def check_body(body: DiscordBody, files: Collection[str] = ()) -> None:
    """Raise `DiscordRefuses` for a message with these files."""
    _check_flags(body.flags)
    _check_amount(body)
    _check_ids(body)
    for component in walk(body):
        match component:
            case PartsRow():
                _check_row(component)
            case DiscordButton():
                _check_button(component)
            case DiscordSelect():
                _check_select(component)
            case _:
                pass
    _check_files(body, files)


def _check_fields(written: bytes, decoder: msgspec.json.Decoder[object]) -> None:
    try:
        decoder.decode(written)
    except msgspec.ValidationError as error:
        raise DiscordRefuses("components", "BASE_TYPE", str(error)) from None


def walk(whole: DiscordBody | Modal) -> Iterator[Component]:
    """All components, each before those inside it."""
    for component in whole.components:
        yield from _within(component)


def _within(component: Component) -> Iterator[Component]:
    yield component
    match component:
        case Container(components=inner) | PartsRow(components=inner):
            for one in inner:
                yield from _within(one)
        case Label(component=field):
            yield field
        case _:
            pass


def _check_flags(flags: int) -> None:
    if not flags & COMPONENTS_V2:
        raise DiscordRefuses("flags", "BASE_TYPE_CHOICES", "Without this flag components of this kind are refused.")
    if flags & ~(COMPONENTS_V2 | EPHEMERAL | SILENT):
        raise DiscordRefuses("flags", "BASE_TYPE_CHOICES", "There is a flag that messages do not have.")


def _check_amount(body: DiscordBody) -> None:
    if sum(1 for _ in walk(body)) > limits.COMPONENTS:
        raise DiscordRefuses("components", "BASE_TYPE_MAX_LENGTH", "Too many components, with those inside others.")
    texts = [component.content for component in walk(body) if isinstance(component, Text)]
    if sum(map(len, texts)) > limits.TEXT:
        raise DiscordRefuses("components", "BASE_TYPE_MAX_LENGTH", "Too much text in all components together.")
    if sum(len(text.encode()) + limits.TEXT_OVERHEAD for text in texts) > limits.TEXT_BYTES:
        raise DiscordRefuses("components", "INTERNAL", "Too many bytes of text: Discord answers 500.")
    if any(not text.strip() for text in texts):
        raise DiscordRefuses("components", "BASE_TYPE_REQUIRED", "A text is empty.")


def _check_ids(whole: DiscordBody | Modal) -> None:
    ids = Counter(
        component.custom_id
        for component in walk(whole)
        if isinstance(component, DiscordButton | DiscordSelect | DiscordInput) and component.custom_id is not UNSET
    )
    if ids and max(ids.values()) > 1:
        raise DiscordRefuses("components", "COMPONENT_CUSTOM_ID_DUPLICATED", "Each id stands once in a message.")


def _check_row(row: PartsRow) -> None:
    selects = sum(isinstance(component, DiscordSelect) for component in row.components)
    if selects and len(row.components) > 1:
        raise DiscordRefuses("components", "BASE_TYPE_BAD_LENGTH", "A row holds buttons or one select.")


def _check_button(button: DiscordButton) -> None:
    is_link = button.style == LINK
    if is_link != (button.url is not UNSET) or is_link == (button.custom_id is not UNSET):
        raise DiscordRefuses("components", "BASE_TYPE_REQUIRED", "A link has an address, any other button an id.")
    if button.url is not UNSET and not is_linkable(button.url):
        raise DiscordRefuses("components", "URL_TYPE_INVALID_URL", "Not a well formed URL.")


def is_linkable(address: str) -> bool:
    """Whether Discord takes a link there: the host needs a dot (go-gitea/gitea#14379, grafana/grafana#65270)."""
    return "." in (urlsplit(address).hostname or "")


def _check_select(select: DiscordSelect) -> None:
    values = [option.value for option in select.options]
    if len(set(values)) < len(values):
        raise DiscordRefuses("components", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "Each value stands once.")
    if sum(option.default for option in select.options) > 1:
        raise DiscordRefuses("components", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "One option may be chosen.")


def _check_files(body: DiscordBody, files: Collection[str]) -> None:
    """Each file is named by the message and shown by one of its components: Discord hides the others."""
    attachments = body.attachments or ()
    named = [attachment.filename for attachment in attachments]
    if sorted(named) != sorted(files) or len(set(named)) < len(named):
        raise DiscordRefuses("attachments", "ATTACHMENT_NOT_FOUND", "Files and their names do not agree.")
    if [attachment.id for attachment in attachments] != list(range(len(named))):
        raise DiscordRefuses("attachments", "ATTACHMENT_NOT_FOUND", "Files are counted from 0.")
    galleries = (component.items for component in walk(body) if isinstance(component, Gallery))
    shown = {
        item.media.url.removeprefix("attachment://")
        for items in galleries
        for item in items
        if _is_file(item.media.url)
    }
    if shown != set(named):
        raise DiscordRefuses("components", "UNFURLED_MEDIA_ITEM_NOT_FOUND", "Files and what shows them do not agree.")


def _is_file(url: str) -> bool:
    return url.startswith("attachment://")
